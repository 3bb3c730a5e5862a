"""CARPS: cinematic combat with ten-sided dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.abilities import Ability
from engine.cards import Card
from engine.events import CharacterEdited, Event
from engine.resolution import Refused
from engine.state import AnyState, Character
from engine.system import Field, Portrait, System
from engine.systems.carps import abilities, danger, odds, report, show, words
from engine.systems.carps.actions import target_fault
from engine.systems.carps.book import BOOK
from engine.systems.carps.entry import waiting, who_enters
from engine.systems.carps.facts import EVENTS, EntryPlanned, FightClosed, StatusSet
from engine.systems.carps.model import CREATION_XP, KINDS, MOST, STATUSES, Ctx, Fight, Fighter
from engine.systems.carps.rules import CarpsRules
from engine.systems.carps.scenario import run_scenario
from engine.systems.carps.single import ROLL
from engine.systems.carps.turns import begin_turn, end_turn
from engine.systems.carps.verbs import VERBS

__all__ = ["SYSTEM", "Carps", "abilities"]

FIELDS = (
    Field(
        "style",
        "Fighting style",
        "choice",
        "centered",
        options=(
            ("offensive", "Offensive: attack 2, defense 0"),
            ("centered", "Centered: attack 1, defense 1"),
            ("defensive", "Defensive: attack 0, defense 2"),
        ),
    ),
    Field("base", "Base level", "integer", 1, min=0, max=MOST),
    Field("level", "Level", "integer", 1, min=0, max=MOST, hint="The encounter level."),
    Field("rp", "RP", "integer", 0, "owner", min=0, max=MOST),
    Field("abilities", "Abilities", "abilities", [], "owner"),
    Field(
        "xp",
        "XP",
        "integer",
        CREATION_XP,
        "owner",
        min=0,
        max=MOST,
        hint="Granted for abilities, all in all.",
    ),
    Field(
        "leave",
        words.BY_LEAVE,
        "boolean",
        False,
        "owner",
        hint="The abilities need not keep to the rules of building.",
    ),
    Field(
        "attack",
        "Attack score",
        "integer",
        None,
        min=0,
        max=MOST,
        optional=True,
        hint="Empty: by style.",
    ),
    Field(
        "defense",
        "Defense score",
        "integer",
        None,
        min=0,
        max=MOST,
        optional=True,
        hint="Empty: by style.",
    ),
    Field("ap", "AP", "integer", 0, min=0, max=MOST),
    Field("temp_ap", "Temporary AP", "integer", 0, min=0, max=MOST),
    Field("carry_ap", "Carried AP", "integer", 0, min=0, max=MOST),
    Field(
        "status",
        "Status",
        "choice",
        "active",
        options=tuple((one, one.capitalize()) for one in STATUSES),
    ),
)


class Carps(System):
    """CARPS as the core sees it."""

    def new_character(
        self, who: str, name: str, side: str, control: str, fields: dict[str, Any]
    ) -> Character:
        level = {"level": fields["base"]} if "base" in fields and "level" not in fields else {}
        return System.new_character(self, who, name, side, control, {**level, **fields})

    def start(self, encounter: Any, state: AnyState, options: dict[str, Any]) -> None:
        """Reads `round`, `turn_of` and `hits`: what has happened already, as the GM says (C69).

        `hits` are pairs [attacker, defender] made after everybody's last turn ended (C35).
        """
        encounter.round = options.get("round", 1)
        if type(encounter.round) is not int or not 1 <= encounter.round <= MOST:
            allowed = f"a whole number from 1 to {MOST}"
            raise Refused("bad_field", label="round", value="", allowed=allowed)
        encounter.hits = options.get("hits", [])
        if any(who not in state.characters for hit in encounter.hits for who in hit):
            raise Refused("unknown_character")
        encounter.turn_hits = len(encounter.hits)
        turn_of = options.get("turn_of")
        if turn_of is not None:
            if turn_of not in encounter.order:
                raise Refused("unknown_character")
            encounter.turn = turn_of
            encounter.turns = {turn_of: 1}

    def begin(self, ctx: Ctx) -> None:
        fight = ctx.encounter
        for who in fight.order:
            if ctx.state.characters[who].entering is not None:
                ctx.emit(EntryPlanned(who, None))
            if ctx.state.characters[who].status != "active":
                ctx.emit(StatusSet(who, "active"))
        if fight.turn is None:
            begin_turn(ctx, fight.order[0], fight.round)

    def newcomers(self, state: AnyState, encounter: str) -> list[str]:
        return waiting(state, encounter)

    def join(self, ctx: Ctx, who: str) -> None:
        """The GM's hand, no late entry: the level stays (C69)."""
        if ctx.state.characters[who].entering is not None:
            ctx.emit(EntryPlanned(who, None))
        if ctx.state.characters[who].status == "outside":
            ctx.emit(StatusSet(who, "active"))

    def leave(self, ctx: Ctx, who: str) -> None:
        ctx.emit(StatusSet(who, "outside"))  # C71
        if ctx.encounter.turn == who:
            end_turn(ctx, who)

    def end(self, ctx: Ctx) -> None:
        here = (None, ctx.encounter.id)
        everybody = [who for who, one in ctx.state.characters.items() if one.encounter in here]
        ctx.emit(FightClosed(ctx.encounter.id, everybody))  # C62

    def shown_order(self, state: AnyState, encounter: str) -> list[str]:
        order = state.encounters[encounter].order
        return [who for who in order if state.characters[who].status != "outside"]

    def next_step(self, state: AnyState, encounter: str) -> dict[str, Any] | str:
        fight = state.encounters[encounter]
        if fight.over:
            return self.going_on(encounter)  # C70
        if fight.turn is None:
            return words.REFUSALS["combat_over"].text
        label, entry = VERBS["end_turn"].label, who_enters(state, fight, fight.turn)
        if entry is not None:
            label = f"{label}, {state.characters[entry[0]].name} enters"
        return {"verb": "end_turn", "actor": fight.turn, "label": label}

    def threats(self, state: AnyState, encounter: str) -> dict[str, Any]:
        return danger.threats(state, encounter)

    def in_words(self, ability: Ability) -> dict[str, str]:
        return words.in_words(ability)

    def card(
        self, card: Card, command: dict[str, Any], events: list[Event], state: AnyState
    ) -> Card | None:
        return report.fill(card, command, events, state)

    def odds(
        self, state: AnyState, actor: str, target: str, may_see: Callable[[str], bool]
    ) -> dict[str, Any] | None:
        fighter = state.characters[actor]
        here = fighter.encounter is not None and fighter.status == "active"
        if not here or target_fault(state, actor, target) is not None:
            return None
        return odds.shown(state, actor, target, may_see)

    def remarks(self, event: CharacterEdited, state: AnyState) -> list[str]:
        fighter = state.characters[event.character]
        if event.after.get("level", fighter.base) < fighter.base:  # C69
            return [words.BELOW_BASE.format(name=fighter.name, base=fighter.base)]
        return []

    def floats(self, events: list[Event], state: AnyState) -> list[dict[str, Any]]:
        return report.floats(events, state)

    def gallery(self, state: AnyState) -> Callable[[str], Portrait]:
        return partial(show.Portrait, danger.Board(state))

    def purse(self, state: AnyState, actor: str) -> list[str]:
        fighter = state.characters[actor]
        return [f"{fighter.ap + fighter.temp_ap} AP", f"{fighter.rp} RP"]

    def scenario(self, data: dict[str, Any]) -> dict[str, Any]:
        return run_scenario(data)


SYSTEM = Carps(
    key="carps",
    title="CARPS",
    command="carps",
    book=BOOK,
    verbs=VERBS,
    fields=FIELDS,
    character=Fighter,
    encounter=Fight,
    rules=CarpsRules,
    bars={
        "a": {"label": "Levels to defeat", "audience": "public"},
        "b": {"label": "Reserve", "audience": "owner"},
    },
    ability_kinds=KINDS,
    refusals=words.REFUSALS,
    own_events=EVENTS,
    roll=ROLL,
)
