"""What goes out: cards, views and buttons, each as one seat may know it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property
from typing import Any

from engine.cards import Card
from engine.commands import Verb, refusal
from engine.edits import edit_card, settings_card, show_edits
from engine.grammar import plain
from engine.history import GMS_WORD, Command, History, is_thrown
from engine.names import nearest
from engine.overrides import OVERRIDES, TABLE_WIDE
from engine.resolution import Question, Refused, Resolution
from engine.state import AnyState
from engine.system import Portrait, System
from engine.views import character_view, encounter_view, question_view
from engine.words import (
    ASKED_AGAIN,
    BY_HAND,
    CORRECTED,
    DECLINED,
    MANY,
    NOT_COUNTED,
    TAKEN_BACK,
    WAITING,
)

CARDS_SHOWN = 20


class Projection:
    """A table's present, ready to be shown; made anew after every change."""

    def __init__(
        self, system: System, state: AnyState, history: History, waiting: dict[str, Resolution]
    ) -> None:
        self.system = system
        self.state = state
        self.history = history
        self.waiting = waiting
        self._portraits: dict[str, Portrait] = {}

    def card(self, key: str) -> Card | None:
        """The card of a command as it stands; of overrides, only edits in an encounter have one.

        A story that goes on over several commands is told on the card of the first.
        """
        memory = self.history.commands[key]
        if memory.stale:
            told = self.history.told_with(key)
            memory.card = self._drawn(told) if told[0] == key else None
            memory.stale = False
        return memory.card

    def _drawn(self, told: list[str]) -> Card | None:
        """The card of the first of these commands, with what all of them did."""
        memories = [self.history.commands[key] for key in told]
        memory, command = memories[0], memories[0].command
        events = [event for one in memories for event in one.events]
        scope = f"Round {memory.round}" if memory.round is not None else ""
        empty = Card(command["id"], memory.number, command["author"], scope)
        card = None
        if command["verb"] not in OVERRIDES:
            card = self.system.card(empty, command, events, self.state)
            if card is not None:
                show_edits(card, events, self.state, self.system)
        elif command["verb"] in TABLE_WIDE:
            card = settings_card(empty, command["verb"], events, self.system)
        elif memory.round is not None:
            card = edit_card(empty, events, self.state, self.system)
        if card is None:
            return None
        corrections = [(one, each) for one in memories for each in one.corrections]
        if corrections:
            card.state = "corrected"
            hidden = (one.get("audience", "public") for one in card.rolls)
            audience = next((one for one in hidden if one != "public"), "public")
            card.links.extend(self._correction(*one, audience) for one in corrections)
        card.held = any(one.held for one in memories)
        waiting = [key for key in told if key in self.waiting]
        if waiting:
            _wait(card, self.waiting[waiting[-1]].questions)
        elif memories[-1].command.get("automation") == "suggest":
            card.state = "applied" if self.history.applied(told[-1]) else "suggested"
        return card

    def _correction(
        self, memory: Command, correction: dict[str, Any], audience: str
    ) -> dict[str, Any]:
        """The link that tells of a correction, with the old and the new.

        Dice are told to whoever saw them, answers to the game master: who was asked is no news.
        """
        old = correction["old"]
        new = memory.record.get(correction["label"])
        return {
            "character": None,
            "text": CORRECTED,
            "detail": f"{self._recorded(old)} to {self._recorded(new)}",
            "cost": "",
            "id": None,
            "audience": audience if is_thrown(old) else "gm",
        }

    def _recorded(self, value: list[Any] | None) -> str:
        """Dice or an answer in words."""
        if value is None:
            return ASKED_AGAIN
        if is_thrown(value):
            return ", ".join(str(one) for one in value[1:])
        if value[0] is None:
            return DECLINED
        ability = self.system.book.data.get(value[0])
        return ability.name if ability else str(value[0])

    def taken_back(self, keys: list[str], by: str) -> AnyState:
        """The state without these commands; their cards stay as they were, and say so."""
        for key in keys:
            self.history.commands[key].stale = True
        cards = [self.card(key) for key in keys]
        self.history.take_back(keys)
        for card in cards:
            if card is not None:
                if card.state == "draft":
                    card.scope = TAKEN_BACK
                card.state, card.undone = "undone", {"by": by}
        return self.history.fold()

    def cards(self, keys: list[str], seat: str) -> list[dict[str, Any]]:
        shown = []
        for key in keys:
            card = self.card(key)
            if card is not None:
                shown.append(card.for_seat(seat) | (self._records(key) if seat == "gm" else {}))
        return shown

    def lines(self, keys: list[str]) -> list[str]:
        """One line for each command: as its card says it, else what was done to whom."""
        return [self._line(key) for key in keys]

    def _line(self, key: str) -> str:
        card = self.card(key)
        if card is not None:
            return str(card.for_seat("gm")["label"])
        command = self.history.commands[key].command
        who = command["actor"] or command["args"].get("character")
        many = command["args"].get("characters", [])
        name = self.state.characters[who].name if who in self.state.characters else ""
        name = MANY.format(count=len(many)) if many else name
        verb = self.system.verbs.get(command["verb"])
        told = verb.label if verb else BY_HAND[command["verb"]]
        return f"{name}: {told}" if name else told

    def _records(self, key: str) -> dict[str, Any]:
        """What was thrown and chosen for a card, which a game master may correct."""
        told = [self.history.commands[one] for one in self.history.told_with(key)]
        return {
            "recorded": {label: one for each in told for label, one in each.dice().items()},
            "answered": {label: one for each in told for label, one in each.answers().items()},
        }

    def characters(self, who: list[str], seat: str) -> dict[str, Any]:
        return {one: self.character(one, seat) for one in who}

    def character(self, who: str, seat: str) -> dict[str, Any]:
        """A character as a seat sees it; what several seats see is worked out once."""
        if who not in self._portraits:
            self._portraits[who] = self._gallery(who)
        return character_view(self.system, self.state, who, seat, self._portraits[who])

    @cached_property
    def _gallery(self) -> Callable[[str], Portrait]:
        return self.system.gallery(self.state)

    def encounters(self, keys: list[str], seat: str) -> dict[str, Any]:
        busy = {one.scope.encounter for one in self.waiting.values()}
        return {
            key: encounter_view(self.system, self.state, key, key in busy, seat) for key in keys
        }

    def question_views(
        self, questions: list[Question], command: str, seat: str
    ) -> list[dict[str, Any]]:
        encounter = self.history.commands[command].scope.encounter
        return [
            question_view(self.state, one, command, encounter)
            for one in questions
            if seat in ("gm", one.audience)
        ]

    def questions(self, seat: str) -> list[dict[str, Any]]:
        """The open questions that a seat may see, oldest command first."""
        return [
            view
            for key, resolution in self.waiting.items()
            for view in self.question_views(resolution.questions, key, seat)
        ]

    def view(self, seq: int, seat: str) -> dict[str, Any]:
        """Everything a seat may know now."""
        return {
            "seq": seq,
            "system": self.state.system,
            "rules": self.state.rules.to_data(),
            "conduct": asdict(self.state.conduct),
            "characters": self.characters(list(self.state.characters), seat),
            "encounters": self.encounters(list(self.state.encounters), seat),
            "questions": self.questions(seat),
            "cards": self.cards(list(self.history.commands)[-CARDS_SHOWN:], seat),
        }

    def look(
        self, actor: str, targets: list[str], busy: bool, sender: dict[str, Any]
    ) -> dict[str, Any]:
        """A character's actions as buttons, with cost, and the reason when one is impossible.

        What needs an encounter stands after the rest while there is none. With one target, the
        chances too, for whoever may see them.
        """
        gm: bool = sender["gm"]
        shown = [one for one in self.system.verbs.values() if gm or not one.gm]
        verbs = sorted(shown, key=lambda one: one.rank)
        return {
            "actor": actor,
            "purse": self.system.purse(self.state, actor),
            "actions": [
                button for verb in verbs for button in self._buttons(verb, actor, targets, busy, gm)
            ],
            "odds": self._odds(actor, targets, sender),
        }

    def _odds(
        self, actor: str, targets: list[str], sender: dict[str, Any]
    ) -> dict[str, Any] | None:
        """For players only if the game master allows it, and without what others might use."""
        public = self.state.conduct.odds == "players"
        if len(targets) != 1 or not (sender["gm"] or public):
            return None
        found = self.system.odds(
            self.state, actor, targets[0], lambda who: sender["gm"] or who in sender["owns"]
        )
        return found and {**found, "audience": self.state.conduct.odds}

    def preview(self, who: str, fields: dict[str, Any]) -> dict[str, Any]:
        """A character as the game master would see it with other fields; raises `Refused`."""
        character = self.state.characters[who].clone()
        for key, value in self.system.checked(fields, character).items():
            setattr(character, key, value)
        state = self.state.clone()
        state.characters[who] = character
        for encounter in state.encounters.values():
            encounter.index = None
        return character_view(self.system, state, who, "gm", self.system.gallery(state)(who))

    def _buttons(
        self, verb: Verb, actor: str, targets: list[str], busy: bool, gm: bool
    ) -> list[dict[str, Any]]:
        told = {one.key: gm for one in verb.args if one.kind == "from_gm"}
        opponent = verb.arg("opponent")
        aim = {opponent.key: targets[0]} if opponent and len(targets) == 1 else {}
        buttons = []
        for button in verb.buttons(self.state, actor):
            fault = verb.fault(self.state, actor, **button.args, **aim, **told)
            later = not verb.everyday or (fault is not None and fault.code == "needs_encounter")
            if busy and verb.key != "help":
                fault = Refused("busy")
            buttons.append(
                {
                    "verb": verb.key,
                    "args": button.args,
                    "label": button.label,
                    "cost": button.cost,
                    "possible": fault is None,
                    "reason": refusal(fault, self.system.words)["reason"] if fault else "",
                    "rank": verb.rank,
                    "needs_target": opponent is not None,
                    "group": "more" if later else "everyday",
                    **({"form": list(button.form)} if button.form else {}),
                    **({"opens": button.opens} if button.opens else {}),
                }
            )
        return buttons

    def help(self, about: str, gm: bool) -> dict[str, Any]:
        """What can be typed: all of it, or what has that name, else these words in name or line.

        Abilities are told by name too; what is the game master's, to him alone. Raises `Refused`
        (unknown_word).
        """
        command, wanted = self.system.command, plain(about)
        verbs = sorted(self.system.verbs.values(), key=lambda one: one.rank)
        told = [
            (
                f"!{command} {verb.usage()}: {verb.help} {verb.cost}".strip(),
                [plain(name) for name in (verb.key, verb.label, *verb.aliases)],
            )
            for verb in verbs
            if gm or not verb.gm
        ]
        if wanted:
            told += [
                (f"{one.name}: {one.summary}", [plain(one.key), plain(one.name)])
                for one in self.system.book.data.values()
            ]
        ways: tuple[Callable[[str, list[str]], bool], ...] = (
            lambda line, names: not wanted or wanted in names,
            lambda line, names: any(_holds(name, wanted) for name in names),
            lambda line, names: _holds(line, wanted),
        )
        found = ([line for line, names in told if way(line, names)] for way in ways)
        lines = next(filter(None, found), [])
        if not lines:
            near = nearest(wanted, [name for _, names in told for name in names])
            raise Refused("unknown_word", word=about, nearest=near, command=command)
        return {"title": f"{self.system.title}: what you can type", "lines": lines}


def _holds(text: str, words: str) -> bool:
    """Whether whole words stand in a text."""
    spaced = " ".join(re.findall(r"\w+", plain(text)))
    return f" {words} " in f" {spaced} "


def _wait(card: Card, questions: list[Question]) -> None:
    """A card whose command waits; what it would come to is told where only a yes is missing."""
    card.state = "waiting"
    if all(one.name == GMS_WORD for one in questions):
        card.outcome = {**WAITING, **card.outcome, "why": NOT_COUNTED}
    else:
        card.outcome = dict(WAITING)
