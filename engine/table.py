"""A table: the façade of the engine. Plain data in, plain data out; no network, clock or files.

Every input is an action `{kind, id, sender, ...}`; `Table.act` carries it out and returns an
`Outcome`: a refusal that changed nothing, or a journal entry that the caller must keep before it
tells anybody. What is true follows from the journal alone: the events of all commands that were
not undone, in order, and for a command that still waits its input and its record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card, visible
from engine.commands import Arg, Verb, refusal
from engine.dice import Dice, SystemDice
from engine.events import Event, LeaveAsked
from engine.journal import Entry
from engine.overrides import OVERRIDES, Override, edited
from engine.resolution import (
    Context,
    Diverged,
    Question,
    Refused,
    Resolution,
    Scope,
    Snapshot,
    edit_event,
    habit_events,
)
from engine.state import AnyState
from engine.system import System, get_system, state_from_data
from engine.views import character_view, encounter_view, question_view

ENGINE_VERSION = "0.1.0"
HISTORY = 1000
CARDS_SHOWN = 20
LATER = {"character.edit", "character.unbind", "encounter.leave"}

Closed = dict[str, str]


@dataclass(slots=True)
class Command:
    """What the table remembers of a command it carried out."""

    command: dict[str, Any]
    scope: Scope
    number: int
    events: list[Event] = field(default_factory=list)
    record: dict[str, Any] = field(default_factory=dict)
    card: Card | None = None
    stale: bool = True


@dataclass(slots=True)
class Outcome:
    """What came of one action.

    `entry` is the journal entry to keep before acknowledging (None if nothing changed), `reply`
    an answer for the sender alone.
    """

    refusal: dict[str, Any] | None = None
    entry: dict[str, Any] | None = None
    reply: dict[str, Any] | None = None
    _project: Callable[[str], dict[str, Any]] | None = None

    @property
    def ok(self) -> bool:
        return self.refusal is None

    def batch(self, seat: str) -> dict[str, Any]:
        """What happened as a seat may know it; see docs/protocol.md for the shape."""
        if self._project is None:
            raise ValueError("nothing happened")
        return self._project(seat)


class Table:
    """One game table. See the module's docstring."""

    def __init__(
        self,
        system: str,
        *,
        dice: Dice | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        house = get_system(system)
        self.dice: Dice = dice or SystemDice()
        self.state: AnyState = house.new_state(house.rules.make(rules or {}))
        self.seq = 0
        self.withdrawn_on_load: list[Outcome] = []
        self._base = self.state.clone()
        self._entries: list[Entry] = []
        self._open: dict[str, Resolution] = {}
        self._asked: dict[str, set[str]] = {}
        self._commands: dict[str, Command] = {}
        self._undone: set[str] = set()
        self._last_own: dict[str, int] = {}
        self._held: dict[tuple[str, str], list[tuple[str, Any]]] = {}

    @property
    def system(self) -> System:
        return get_system(self.state.system)

    # Acting

    def act(self, action: dict[str, Any]) -> Outcome:
        """Carries out one action; its shapes are in docs/protocol.md. Refusals change nothing."""
        try:
            match action.get("kind"):
                case "command":
                    return self._act_command(action)
                case "answer":
                    return self._act_answer(action)
                case "undo":
                    return self._act_undo(action)
                case _:
                    raise Refused("unknown_kind")
        except Refused as found:
            return Outcome(refusal=refusal(found, self.system.words))

    def _act_command(self, action: dict[str, Any]) -> Outcome:
        if action.get("verb") in OVERRIDES:
            return self._act_override(action)
        sender, actor = action["sender"], action.get("actor")
        verb, args = self._parse(action)
        if verb.key == "help":
            return Outcome(reply=self.help(args.get("about", "")))
        self._may_act(sender, actor)
        seen = action.get("seen")
        if seen is not None and seen < self._last_own.get(actor, 0):
            raise Refused("stale", who=self._name(actor))
        self._check_args(verb, args, sender)
        return self._start(action, verb.key, actor, args, self._scope(verb, actor, args))

    def _act_override(self, action: dict[str, Any]) -> Outcome:
        if not action["sender"]["gm"]:
            raise Refused("gm_only")
        override, args = OVERRIDES[action["verb"]], action.get("args") or {}
        missing = [name for name in override.needs if name not in args]
        if missing:
            raise Refused("bad_command", what=f"{missing[0]} is missing")
        scope = override.scope(self.state, args)
        waiting = self._waiting_in(scope)
        if waiting is not None and action["verb"] in LATER:
            return self._edit(action, args, waiting)
        return self._start(action, action["verb"], None, args, scope)

    def _parse(self, action: dict[str, Any]) -> tuple[Verb, dict[str, Any]]:
        grammar = self.system.grammar
        actor, targets = action.get("actor"), list(action.get("targets") or [])
        self._known([one for one in (actor, *targets) if one is not None])
        if "text" in action:
            return grammar.parse(action["text"], self.state, actor, targets)
        verb = grammar.verbs.get(action.get("verb", ""))
        if verb is None:
            raise Refused("bad_command", what="it names no action of this system")
        args = dict(action.get("args") or {})
        target = verb.target()
        if target is not None and target.key not in args:
            args[target.key], _ = grammar.target(target.kind, "", self.state, actor, targets)
        return verb, args

    def _check_args(self, verb: Verb, args: dict[str, Any], sender: dict[str, Any]) -> None:
        known = {one.key: one for one in verb.args}
        for key in args:
            if key not in known:
                raise Refused("bad_command", what=f"{verb.label} takes no {key}")
        for one in verb.args:
            if one.key in args:
                self._check_arg(one, args[one.key], sender)
            elif not one.optional:
                raise Refused("bad_command", what=f"{verb.label} needs {one.key}")

    def _check_arg(self, arg: Arg, value: Any, sender: dict[str, Any]) -> None:
        if arg.kind in ("opponent", "ally"):
            self._known([value])
        elif arg.kind == "announced":
            for use in value:
                self._known([use["by"]])
                if not sender["gm"] and use["by"] not in sender["owns"]:
                    raise Refused("not_yours", who=self._name(use["by"]))

    def _known(self, characters: list[Any]) -> None:
        if any(who not in self.state.characters for who in characters):
            raise Refused("unknown_character")

    def _name(self, who: str | None) -> str:
        return self.state.characters[who].name if who is not None else ""

    def _may_act(self, sender: dict[str, Any], actor: str | None) -> None:
        if actor is None:
            raise Refused("which_actor")
        self._known([actor])
        if not sender["gm"] and actor not in sender["owns"]:
            raise Refused("not_yours", who=self._name(actor))

    def _scope(self, verb: Verb, actor: str | None, args: dict[str, Any]) -> Scope:
        encounter = self.state.characters[actor].encounter if actor else None
        if encounter is not None:
            return Scope(encounter, tuple(self.state.encounters[encounter].order))
        others = [args[one.key] for one in verb.args if one.kind in ("opponent", "ally")]
        return Scope(None, tuple(dict.fromkeys([actor, *others] if actor else others)))

    def _waiting_in(self, scope: Scope) -> Resolution | None:
        return next((one for one in self._open.values() if one.scope.overlaps(scope)), None)

    def _start(
        self,
        action: dict[str, Any],
        verb: str,
        actor: str | None,
        args: dict[str, Any],
        scope: Scope,
    ) -> Outcome:
        if self._open and self._waiting_in(scope) is not None:
            raise Refused("busy")
        command = {
            "id": action["id"],
            "verb": verb,
            "actor": actor,
            "args": args,
            "author": action["sender"].get("user", ""),
            "by": action["sender"].get("name", ""),
        }
        resolution = Resolution(command, scope, Snapshot.take(self.state, scope))
        if self._held:
            chain = self._chain(scope)
            resolution.held = self._held.get((chain, _fingerprint(command)), [])
        self._commands[command["id"]] = Command(command, scope, self.seq + 1)
        try:
            events = self._run(resolution)
        except BaseException:
            del self._commands[command["id"]]
            raise
        outcome = self._publish(action["id"], "command", resolution, events, command)
        if actor is not None:
            self._last_own[actor] = self.seq
        return outcome

    def _run(self, resolution: Resolution) -> list[Event]:
        verb = resolution.command["verb"]
        system = self.system
        run: Callable[..., None]
        if verb in OVERRIDES:
            run = _as_command(OVERRIDES[verb], system)
        else:
            run = system.verbs[verb].run
            if resolution.edits:
                run = _then_leave(run, system)
        return resolution.run(self.state, system.book, self.dice, run)

    def _act_answer(self, action: dict[str, Any]) -> Outcome:
        resolution, question = self._question(action["request"])
        sender, choice = action["sender"], action.get("choice")
        if not sender["gm"] and question.who not in sender["owns"]:
            raise Refused("not_yours", who=self._name(question.who))
        further = dict(action.get("further") or {})
        habits = dict(action.get("habits") or {})
        _check_answer(question, choice, further, habits)
        record = resolution.record
        edits = [(question.group, one) for one in habit_events(question, habits)]
        record[question.label] = [choice, further]
        for group, event in edits:
            resolution.edits.setdefault(group, []).append(event)
        closed = {
            "id": _request(resolution, question),
            "by": action.get("source", "person"),
            "name": sender.get("name", ""),
        }
        known = len(self._commands[resolution.command["id"]].record)
        try:
            events = self._run(resolution)
        except Diverged:
            return self._withdraw(action["id"], resolution)
        kept = {"request": action["request"], "choice": choice, "further": further, **closed}
        new = [[label, value] for label, value in list(record.items())[known:]]
        return self._publish(
            action["id"], "answer", resolution, events, kept, new=new, edits=edits, closed=[closed]
        )

    def _question(self, request: str) -> tuple[Resolution, Question]:
        """An open question by its id; raises `Refused` (question_closed, question_moved_on)."""
        moved: Question | None = None
        for resolution in self._open.values():
            for question in resolution.questions:
                if _request(resolution, question) == request:
                    return resolution, question
                if request.startswith(f"{resolution.command['id']}:ask:{question.name}:"):
                    moved = question if f":{question.who}" in request else moved
        if moved is not None and moved.round > 1:
            raise Refused("question_moved_on", trigger=moved.trigger)
        raise Refused("question_closed")

    def _edit(self, action: dict[str, Any], args: dict[str, Any], waiting: Resolution) -> Outcome:
        """The game master's hand while a question is open: recorded there, applied in the run."""
        event: Event
        if action["verb"] == "character.edit":
            event = edit_event(*edited(self.state, self.system, args))
        elif action["verb"] == "character.unbind":
            event = edit_event(self.state.characters[args["character"]], {"bound": False})
        else:
            event = LeaveAsked(args["character"])
        group = waiting.questions[0].group
        waiting.edits.setdefault(group, []).append(event)
        try:
            events = self._run(waiting)
        except Diverged:
            return self._withdraw(action["id"], waiting)
        kept = {"verb": action["verb"], "args": args, "by": action["sender"].get("name", "")}
        return self._publish(
            action["id"], "edit", waiting, events, kept, new=[], edits=[(group, event)]
        )

    def _publish(
        self,
        action: str,
        kind: str,
        resolution: Resolution,
        events: list[Event],
        kept: dict[str, Any],
        *,
        new: list[list[Any]] | None = None,
        edits: list[tuple[str, Event]] | None = None,
        closed: list[Closed] | None = None,
    ) -> Outcome:
        """Writes the entry of an input and keeps what follows from it."""
        key = resolution.command["id"]
        record = resolution.record
        if new is None:
            new = [[label, value] for label, value in record.items()]
        self.seq += 1
        entry = Entry(
            self.seq,
            action,
            kind,
            key,
            bool(resolution.questions),
            kept,
            ENGINE_VERSION,
            new,
            edits or [],
            events,
        )
        before = self._open.get(key)
        opened_before = set()
        if before is not None:
            opened_before = self._asked.pop(key, set())
        now = {_request(resolution, one) for one in resolution.questions}
        told = closed or []
        gone = opened_before - now - {one["id"] for one in told}
        told = [*told, *({"id": one, "by": "auto", "name": ""} for one in sorted(gone))]
        if resolution.questions:
            self._open[key] = resolution
            self._asked[key] = now
        else:
            self._open.pop(key, None)
        memory = self._commands[key]
        memory.events = resolution.published
        memory.record = dict(record)
        memory.stale = True
        self._keep(entry)
        opened = [
            one for one in resolution.questions if _request(resolution, one) not in opened_before
        ]
        return self._outcome(entry, resolution.scope, [key], opened=opened, closed=told, new=events)

    def _keep(self, entry: Entry) -> None:
        self._entries.append(entry)
        if len(self._entries) > 2 * HISTORY and not self._open:
            self._forget()

    def _forget(self) -> None:
        """Moves the start of what can be undone forward, so that memory stays flat."""
        old, self._entries = self._entries[:HISTORY], self._entries[HISTORY:]
        kept = {entry.command for entry in self._entries}
        for entry in old:
            if entry.command not in self._undone:
                for event in entry.events:
                    event.apply(self._base)
            if entry.command not in kept:
                self._commands.pop(entry.command, None)
                self._undone.discard(entry.command)

    # Undoing

    def _act_undo(self, action: dict[str, Any]) -> Outcome:
        sender = action["sender"]
        if not sender["gm"]:
            raise Refused("gm_only")
        target = self._undo_target(action)
        falls = self._falls_with(target)
        named = set(action.get("with") or ())
        if not named.issuperset(falls):
            cards = [self._card(one) for one in falls]
            lines = [one.for_seat("gm")["label"] for one in cards if one is not None]
            data = {"commands": falls, "lines": lines}
            raise Refused("undo_more", count=len(falls), data=data)
        kept = {"command": target, "by": sender.get("name", "")}
        return self._take_back(action["id"], "undo", [target, *falls], kept, sender.get("name", ""))

    def _undo_target(self, action: dict[str, Any]) -> str:
        wanted = action.get("command")
        if wanted is not None:
            if wanted not in self._commands or wanted in self._undone:
                raise Refused("nothing_to_undo")
            return str(wanted)
        actor = action.get("actor")
        scope = Scope(None, (), whole=True)
        if actor is not None:
            self._known([actor])
            scope = Scope(self.state.characters[actor].encounter, (actor,))
        for key in reversed(self._commands):
            if key not in self._undone and self._commands[key].scope.overlaps(scope):
                return key
        raise Refused("nothing_to_undo")

    def _falls_with(self, target: str) -> list[str]:
        """Later commands in the scope of `target` or of what falls with it, oldest first."""
        scopes = [self._commands[target].scope]
        falls: list[str] = []
        later = False
        for key, one in self._commands.items():
            if later and key not in self._undone:
                if any(one.scope.overlaps(scope) for scope in scopes):
                    falls.append(key)
                    scopes.append(one.scope)
            later = later or key == target
        return falls

    def _take_back(
        self, action: str, kind: str, keys: list[str], kept: dict[str, Any], name: str
    ) -> Outcome:
        """Undoes commands: their events no longer count, their dice stay held."""
        closed: list[Closed] = []
        for key in keys:
            chain = self._chain(self._commands[key].scope, before=key)
            memory = self._commands[key]
            self._held[chain, _fingerprint(memory.command)] = list(memory.record.items())
        for key in keys:
            self._undone.add(key)
            resolution = self._open.pop(key, None)
            self._asked.pop(key, None)
            if resolution is not None:
                closed.extend(
                    {"id": _request(resolution, one), "by": kind, "name": name}
                    for one in resolution.questions
                )
        self.state = self._fold()
        self.seq += 1
        entry = Entry(
            self.seq, action, kind, keys[0], False, kept, ENGINE_VERSION, undone=list(keys)
        )
        for key in keys:
            card = self._card(key)
            if card is not None:
                card.state = "undone"
                card.undone = {"by": name}
        self._keep(entry)
        scope = self._whole([self._commands[key].scope for key in keys])
        return self._outcome(entry, scope, keys, closed=closed)

    def _withdraw(self, action: str, resolution: Resolution) -> Outcome:
        """Takes back a command whose rules changed while it was open."""
        key = resolution.command["id"]
        return self._take_back(action, "withdrawn", [key], {"command": key, "by": ""}, "")

    def _whole(self, scopes: list[Scope]) -> Scope:
        """One scope that covers several, for showing what changed."""
        characters = dict.fromkeys(who for one in scopes for who in one.characters)
        if any(one.whole for one in scopes):
            characters = dict.fromkeys(self.state.characters)
        encounters = [one.encounter for one in scopes if one.encounter is not None]
        return Scope(encounters[-1] if encounters else None, tuple(characters))

    def _fold(self) -> AnyState:
        """The state that follows from the journal: all events of commands not undone."""
        state = self._base.clone()
        for entry in self._entries:
            if entry.command not in self._undone:
                for event in entry.events:
                    event.apply(state)
        return state

    def _chain(self, scope: Scope, before: str | None = None) -> str:
        """What led to a point in a scope: the commands in it that still count, as text."""
        steps = []
        for key, one in self._commands.items():
            if key == before:
                break
            if key not in self._undone and one.scope.overlaps(scope):
                steps.append(_fingerprint(one.command))
        return "\n".join(steps)

    # Showing

    def _card(self, key: str) -> Card | None:
        memory = self._commands[key]
        if memory.stale:
            command = memory.command
            empty = Card(command["id"], memory.number, command["author"])
            memory.card = None
            if command["verb"] not in OVERRIDES:
                memory.card = self.system.card(empty, command, memory.events, self.state)
            if memory.card is not None and key in self._open:
                memory.card.state = "waiting"
                memory.card.outcome = {"text": "Waiting", "why": "for an answer", "state": ""}
            memory.stale = False
        return memory.card

    def card(self, command: str, seat: str = "gm") -> dict[str, Any] | None:
        """The card of a command as a seat may see it."""
        card = self._card(command)
        return card and card.for_seat(seat)

    def _outcome(
        self,
        entry: Entry,
        scope: Scope,
        keys: list[str],
        *,
        opened: list[Question] | None = None,
        closed: list[Closed] | None = None,
        new: list[Event] | None = None,
    ) -> Outcome:
        outcome = Outcome(entry=entry.to_data())
        outcome._project = lambda seat: self._batch(
            entry, scope, keys, seat, opened or [], closed or [], new or []
        )
        return outcome

    def _batch(
        self,
        entry: Entry,
        scope: Scope,
        keys: list[str],
        seat: str,
        opened: list[Question],
        closed: list[Closed],
        new: list[Event],
    ) -> dict[str, Any]:
        system, state = self.system, self.state
        command = self._commands[entry.command].command
        characters = state.characters if scope.whole else scope.characters
        encounters = {
            one for one in (scope.encounter, *self._encounters_of(scope)) if one is not None
        }
        cards = [card for card in (self._card(key) for key in keys) if card is not None]
        batch: dict[str, Any] = {
            "seq": entry.seq,
            "action": entry.id,
            "command": {
                "id": command["id"],
                "verb": command["verb"],
                "actor": command["actor"],
                "state": self._command_state(entry),
            },
            "events": [
                one.to_data() for one in new if seat == "gm" or one.audience() in ("public", seat)
            ],
            "cards": [card.for_seat(seat) for card in cards],
            "characters": {
                who: character_view(system, state, who, seat)
                for who in characters
                if who in state.characters
            },
            "encounters": {
                key: encounter_view(system, state, key, self.busy(key))
                for key in sorted(encounters)
                if key in state.encounters
            },
            "removed": {
                "encounters": [key for key in sorted(encounters) if key not in state.encounters],
                "characters": [who for who in characters if who not in state.characters],
            },
            "opened": self._question_views(opened, entry.command, seat),
            "closed": closed,
            "floats": visible(system.floats(new, state), seat),
            "undone": entry.undone,
        }
        if command["verb"] == "rules.set":
            batch["rules"] = state.rules.to_data()
        if command["verb"] == "table.system":
            batch["system"] = state.system
        return batch

    def _encounters_of(self, scope: Scope) -> list[str | None]:
        characters = self.state.characters
        return [characters[who].encounter for who in scope.characters if who in characters]

    def _command_state(self, entry: Entry) -> str:
        if entry.undone:
            return "withdrawn" if entry.kind == "withdrawn" else "undone"
        return "open" if entry.open else "resolved"

    def busy(self, encounter: str) -> bool:
        """Whether an answer is awaited in an encounter."""
        return any(one.scope.encounter == encounter for one in self._open.values())

    def _question_views(
        self, questions: list[Question], command: str, seat: str
    ) -> list[dict[str, Any]]:
        encounter = self._commands[command].scope.encounter
        return [
            question_view(self.state, one, command, encounter)
            for one in questions
            if seat in ("gm", f"owner:{one.who}")
        ]

    def questions(self, seat: str) -> list[dict[str, Any]]:
        """The open questions that a seat may see, oldest command first."""
        return [
            view
            for key, resolution in self._open.items()
            for view in self._question_views(resolution.questions, key, seat)
        ]

    def view(self, seat: str) -> dict[str, Any]:
        """Everything a seat may know now."""
        shown = [self._card(key) for key in list(self._commands)[-CARDS_SHOWN:]]
        return {
            "seq": self.seq,
            "system": self.state.system,
            "rules": self.state.rules.to_data(),
            "characters": {
                who: character_view(self.system, self.state, who, seat)
                for who in self.state.characters
            },
            "encounters": {
                key: encounter_view(self.system, self.state, key, self.busy(key))
                for key in self.state.encounters
            },
            "questions": self.questions(seat),
            "cards": [card.for_seat(seat) for card in shown if card is not None],
        }

    def describe(self) -> dict[str, Any]:
        """The description of the table's system."""
        return self.system.describe()

    def help(self, about: str = "") -> dict[str, Any]:
        """What can be typed, for one verb or all; abilities are described by name too."""
        system = self.system
        wanted = about.strip().casefold()
        lines = [
            f"!{system.command} {verb.usage()}: {verb.help} {verb.cost}".strip()
            for verb in sorted(system.verbs.values(), key=lambda one: one.rank)
            if not wanted or wanted in (verb.key.casefold(), verb.label.casefold())
        ]
        lines.extend(
            f"{one.name}: {one.summary}"
            for one in system.book.data.values()
            if wanted and wanted in (one.key, one.name.casefold())
        )
        if not lines:
            return self.help()
        return {"title": f"{system.title}: what you can type", "lines": lines}

    def look(self, actor: str, targets: list[str], sender: dict[str, Any]) -> dict[str, Any]:
        """The actions of a character as buttons, with cost, and the reason when impossible.

        Raises `Refused` (unknown_character, not_yours).
        """
        self._may_act(sender, actor)
        self._known(targets)
        state, system = self.state, self.system
        words = system.words
        encounter = state.characters[actor].encounter
        scope = Scope(encounter, (actor,))
        waiting = Refused("busy") if self._waiting_in(scope) is not None else None
        actions = []
        for verb in sorted(system.verbs.values(), key=lambda one: one.rank):
            target = verb.target()
            aim = {target.key: targets[0]} if target and len(targets) == 1 else {}
            if target is not None and target.kind == "ally":
                aim = {}
            for button in verb.buttons(state, actor):
                fault = waiting or verb.fault(state, actor, **button.args, **aim)
                actions.append(
                    {
                        "verb": verb.key,
                        "args": button.args,
                        "label": button.label,
                        "cost": button.cost,
                        "possible": fault is None,
                        "reason": refusal(fault, words)["reason"] if fault else "",
                        "rank": verb.rank,
                        "needs_target": target is not None and target.kind == "opponent",
                        "group": "everyday" if verb.everyday else "more",
                    }
                )
        return {"actor": actor, "purse": system.purse(state, actor), "actions": actions}

    # Keeping

    def checkpoint(self) -> dict[str, Any]:
        """The state as plain data with the `seq` it belongs to; only while nothing is open."""
        if self._open:
            raise ValueError("a command is open")
        return {"seq": self.seq, "state": self.state.to_data(), "last_own": dict(self._last_own)}

    def catch_up(self, after: int, seat: str) -> list[dict[str, Any]] | None:
        """Batches of the entries after a sequence number, or None if some are no longer here.

        Characters, encounters, cards and questions are shown as they are now.
        """
        first = self._entries[0].seq if self._entries else self.seq + 1
        if after + 1 < first:
            return None
        batches = []
        for entry in self._entries:
            if entry.seq > after:
                keys = entry.undone or [entry.command]
                scope = self._whole([self._commands[key].scope for key in keys])
                resolution = self._open.get(entry.command)
                opened = resolution.questions if resolution else []
                batches.append(self._batch(entry, scope, keys, seat, opened, [], []))
        return batches

    @property
    def is_open(self) -> bool:
        """Whether any command waits for people."""
        return bool(self._open)

    @classmethod
    def load(
        cls,
        system: str,
        entries: list[dict[str, Any]],
        checkpoint: dict[str, Any] | None = None,
        *,
        dice: Dice | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> Table:
        """A table from its journal: a checkpoint, if any, and all entries after it.

        Open commands are run again from their record; one that no longer agrees with what was
        published is taken back, and `withdrawn_on_load` holds the outcome to keep and to tell.
        """
        table = cls(system, dice=dice, rules=rules)
        if checkpoint is not None:
            table.seq = checkpoint["seq"]
            table.state = state_from_data(checkpoint["state"])
            table._last_own = dict(checkpoint["last_own"])
        table._base = table.state.clone()
        table._replay(entries)
        return table

    def _replay(self, entries: list[dict[str, Any]]) -> None:
        house = self.system
        still_open: dict[str, list[Entry]] = {}
        for data in entries:
            events = []
            for one in data["events"]:
                event = house.event_from_data(one)
                if one["kind"] == "system_chosen":
                    house = get_system(one["system"])
                events.append(event)
            edits = [(label, house.event_from_data(one)) for label, one in data["edits"]]
            entry = Entry(**{**data, "events": events, "edits": edits})
            self._entries.append(entry)
            self.seq = entry.seq
            self._remember(entry, still_open)
        for parts in still_open.values():
            self._reopen(parts)

    def _remember(self, entry: Entry, still_open: dict[str, list[Entry]]) -> None:
        """Takes one stored entry in: applies its events, or keeps an open command's for later."""
        key = entry.command
        if entry.undone:
            for one in entry.undone:
                chain = self._chain(self._commands[one].scope, before=one)
                memory = self._commands[one]
                self._held[chain, _fingerprint(memory.command)] = list(memory.record.items())
            for one in entry.undone:
                self._undone.add(one)
                still_open.pop(one, None)
            self.state = self._fold()
            for parts in still_open.values():
                self._unapply(parts)
            return
        if entry.kind == "command":
            command = entry.input
            self._commands[key] = Command(command, self._scope_of(command), entry.seq)
            if command["actor"] is not None:
                self._last_own[command["actor"]] = entry.seq
        memory = self._commands[key]
        memory.events = [*memory.events, *entry.events]
        memory.record.update({label: value for label, value in entry.record})
        if entry.open:
            still_open.setdefault(key, []).append(entry)
            return
        for part in (*still_open.pop(key, []), entry):
            for event in part.events:
                event.apply(self.state)

    def _unapply(self, parts: list[Entry]) -> None:
        """Sets a scope back to before an open command, whose events the fold has applied."""
        keys = {part.command for part in parts}
        before = self._base.clone()
        for entry in self._entries:
            if entry.command not in self._undone and entry.command not in keys:
                for event in entry.events:
                    event.apply(before)
        scope = self._commands[parts[0].command].scope
        Snapshot.take(before, scope).restore(self.state)

    def _scope_of(self, command: dict[str, Any]) -> Scope:
        if command["verb"] in OVERRIDES:
            return OVERRIDES[command["verb"]].scope(self.state, command["args"])
        verb = self.system.verbs[command["verb"]]
        return self._scope(verb, command["actor"], command["args"])

    def _reopen(self, parts: list[Entry]) -> None:
        memory = self._commands[parts[0].command]
        snapshot = Snapshot.take(self.state, memory.scope)
        resolution = Resolution(memory.command, memory.scope, snapshot)
        for part in parts:
            resolution.record.update({label: value for label, value in part.record})
            for label, event in part.edits:
                resolution.edits.setdefault(label, []).append(event)
        published = memory.events
        resolution.published = published
        key = memory.command["id"]
        self._open[key] = resolution
        try:
            fresh = self._run(resolution)
            if fresh or not resolution.questions:
                raise Diverged
        except Exception:
            resolution.before.restore(self.state)
            outcome = self._withdraw(f"withdrawn-{key}", resolution)
            self.withdrawn_on_load.append(outcome)
            return
        self._asked[key] = {_request(resolution, one) for one in resolution.questions}


def _as_command(override: Override, system: System) -> Callable[..., None]:
    def run(ctx: Context[Any, Any, Any], actor: None, **args: Any) -> None:
        override.run(ctx, system, args)

    return run


def _then_leave(run: Callable[..., None], system: System) -> Callable[..., None]:
    """A command after which those leave who were taken away while it was open."""

    def run_and_leave(ctx: Context[Any, Any, Any], actor: str, **args: Any) -> None:
        run(ctx, actor, **args)
        for event in ctx.events[:]:
            if isinstance(event, LeaveAsked):
                system.leave(ctx, event.character)

    return run_and_leave


def _request(resolution: Resolution, question: Question) -> str:
    """A question's id: the command's id and the question's label."""
    return f"{resolution.command['id']}:{question.label}"


def _fingerprint(command: dict[str, Any]) -> str:
    """What makes two commands the same one asked again."""
    return json.dumps([command["verb"], command["actor"], command["args"]], sort_keys=True)


def _check_answer(
    question: Question, choice: str | None, further: dict[str, Any], habits: dict[str, str]
) -> None:
    option = question.option(choice) if choice is not None else None
    if choice is not None and option is None:
        raise Refused("unknown_option")
    wanted = option.further if option else []
    for one in wanted:
        allowed = [entry["value"] for entry in one["options"]]
        if further.setdefault(one["key"], allowed[0]) not in allowed:
            raise Refused("unknown_option")
    if set(further) - {one["key"] for one in wanted}:
        raise Refused("unknown_option")
    if any(question.option(key) is None for key in habits) or any(
        habit not in ("ask", "always", "never") for habit in habits.values()
    ):
        raise Refused("unknown_option")
