"""A table: the façade of the engine. Plain data in, plain data out; no network, clock or files.

Every input is an action `{kind, id, sender, ...}`; `Table.act` carries it out and returns an
`Outcome`: a refusal that changed nothing, or a journal entry that the caller must keep before it
tells anybody. What is true follows from the journal alone: the events of all commands that were
not undone, in order, and for a command that still waits its input and its record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.admission import Admission, check_answer
from engine.batches import Batch, News
from engine.commands import refusal
from engine.dice import Dice, SystemDice
from engine.events import Event, LeaveAsked
from engine.history import APPLY, GMS_WORD, Command, History, is_thrown
from engine.journal import Entry
from engine.loading import Past
from engine.overrides import (
    OVERRIDES,
    TABLE_WIDE,
    Override,
    check_shapes,
    edited,
    everyone,
    unbound,
)
from engine.projection import Projection
from engine.resolution import (
    Context,
    Diverged,
    Option,
    Question,
    Refused,
    Resolution,
    Scope,
    Snapshot,
    after,
    edit_event,
    habit_events,
    throw,
)
from engine.state import AnyState
from engine.system import System, get_system
from engine.words import AND_MORE, CONFIRM

ENGINE_VERSION = "0.1.0"
NAMED = 5  # so many of what is in the way are named
LATER = {"character.edit", "character.unbind", "encounter.leave"}


@dataclass(slots=True)
class Outcome:
    """What came of one action.

    `entry` is the journal entry to keep before acknowledging (None if nothing changed), `reply`
    an answer for the sender alone. `shown` is the table right after it, until the next action.
    """

    refusal: dict[str, Any] | None = None
    entry: dict[str, Any] | None = None
    reply: dict[str, Any] | None = None
    shown: Projection | None = None
    _news: News | None = None
    _batch: Batch | None = None

    @property
    def ok(self) -> bool:
        return self.refusal is None

    @property
    def news(self) -> Batch:
        """What happened, to be told to one seat after the other."""
        if self._batch is None:
            if self.shown is None or self._news is None:
                raise ValueError("nothing happened")
            self._batch = Batch(self.shown, self._news)
        return self._batch

    def batch(self, seat: str) -> dict[str, Any]:
        """What happened as a seat may know it; see docs/protocol.md for the shape."""
        return self.news.for_seat(seat)


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
        self._history = History(self.state.clone())
        self._open: dict[str, Resolution] = {}
        self._asked: dict[str, dict[str, str]] = {}

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
                case "correct":
                    return self._act_correct(action)
                case _:
                    raise Refused("unknown_kind")
        except Refused as found:
            return Outcome(refusal=refusal(found, self.system.words))

    def _act_command(self, action: dict[str, Any]) -> Outcome:
        if action.get("verb") in OVERRIDES:
            return self._act_override(action)
        door = self._door()
        action = door.named(action)
        sender, actor = action["sender"], action.get("actor")
        if actor is not None:
            door.may_act(sender, actor)  # first, for what is not understood may name what he has
        answer = self._typed_answer(action)
        if answer is not None:
            return self._act_answer(answer)
        verb, args = door.parse(action)
        door.check_args(verb, args, sender)
        args |= door.told(verb, sender)
        if verb.key == "help":
            return Outcome(reply=self.shown().help(args.get("about", ""), sender["gm"]))
        if verb.gm:
            if not sender["gm"]:
                raise Refused("gm_only")
            actor = None
        else:
            door.may_act(sender, actor)
        self._is_fresh(action.get("seen"), actor)
        return self._start(action, verb.key, actor, args, door.scope(verb, actor, args))

    def _typed_answer(self, action: dict[str, Any]) -> dict[str, Any] | None:
        """A text that names an option of what its actor is asked, as the answer that it is."""
        if "text" not in action:
            return None
        for resolution in self._open.values():
            for question in resolution.questions:
                if question.who != action.get("actor") or question.gm or question.dice:
                    continue
                named = self.system.grammar.answer(action["text"], question)
                if named is not None:
                    choice, further = named
                    request = _request(resolution, question)
                    return {**action, "request": request, "choice": choice, "further": further}
        return None

    def _door(self) -> Admission:
        return Admission(self.system, self.state)

    def _is_fresh(self, seen: int | None, actor: str | None) -> None:
        """Refuses a click on a page that has not seen the actor's own last action."""
        if actor is not None and seen is not None and seen < self._history.last_own.get(actor, 0):
            raise Refused("stale", who=self._door().name(actor))

    def _act_override(self, action: dict[str, Any]) -> Outcome:
        if not action["sender"]["gm"]:
            raise Refused("gm_only")
        override, args = OVERRIDES[action["verb"]], action.get("args") or {}
        check_shapes(override, args)
        if action["verb"] == APPLY:
            args = self._suggested(args["suggestion"])
        scope = self._door().widened(override.scope(self.state, args))
        if self._open and action["verb"] in TABLE_WIDE:
            raise Refused("busy")  # what is under way goes on as it began
        waiting = self._waiting_in(scope)
        if waiting is not None and waiting.counts and action["verb"] in LATER:
            return self._edit(action, args, waiting)  # else it would be held with the rest
        return self._start(action, action["verb"], None, args, scope)

    def _suggested(self, key: str) -> dict[str, Any]:
        """What a suggestion would do, if nothing has happened since; raises `Refused`."""
        history = self._history
        key = history.told_with(key)[-1] if key in history.commands else key
        memory = history.commands.get(key)
        suggested = memory is not None and memory.command.get("automation") == "suggest"
        if memory is None or not suggested or key in history.undone or history.applied(key):
            raise Refused("no_suggestion")
        if key in self._open:
            raise Refused("busy")
        later = [history.commands[one].command for one in history.falls_with(key)]
        if any(one.get("automation") != "suggest" for one in later):
            raise Refused("old_suggestion")
        return {
            "suggestion": key,
            "encounter": memory.scope.encounter,
            "characters": list(memory.scope.characters),
            "events": [one.to_data() for one in memory.events],
        }

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
        automation = self._automation(verb, actor, action["sender"])
        if automation != "at_once":
            command["automation"] = automation
        resolution = Resolution(command, scope, Snapshot.take(self.state, scope))
        history = self._history
        if command["id"] in history.commands:
            raise Refused("already_exists", what="This action")
        resolution.held = history.held_for(command, scope)
        history.commands[command["id"]] = Command(
            command, scope, self.seq + 1, self._door().round(scope.encounter)
        )
        try:
            events = self._run(resolution)
        except BaseException:
            del history.commands[command["id"]]
            raise
        outcome = self._publish(action["id"], "command", resolution, events, command)
        if actor is not None:
            history.last_own[actor] = self.seq
        return outcome

    def _automation(self, verb: str, actor: str | None, sender: dict[str, Any]) -> str:
        """How far a command counts by itself; a game master confirms his own by giving them."""
        if actor is None or self.system.verbs[verb].at_once:
            return "at_once"
        level = self.state.automation(actor)
        return "at_once" if level == "confirm" and sender["gm"] else level

    def _run(self, resolution: Resolution) -> list[Event]:
        verb = resolution.command["verb"]
        system = self.system
        run: Callable[..., None]
        override = OVERRIDES.get(verb)
        run = _as_command(override, system) if override else system.verbs[verb].run
        if resolution.edits:
            run = _then_leave(run, system)
        if resolution.automation == "confirm":
            run = _then_confirm(run, system.verbs[verb].label)
        return resolution.run(self.state, system.book, self.dice, run)

    def _act_answer(self, action: dict[str, Any]) -> Outcome:
        sender, choice = action["sender"], action.get("choice")
        resolution, question = self._question(action["request"], sender)
        further = dict(action.get("further") or {})
        habits = dict(action.get("habits") or {})
        check_answer(self.state, question, choice, further, habits)
        record = resolution.record
        edits = [(after(question.label), one) for one in habit_events(question, habits)]
        record[question.label] = self._recorded(question, choice, further)
        for place, event in edits:
            resolution.edits.setdefault(place, []).append(event)
        request, source = action["request"], action.get("source", "person")
        closed = _closed(request, question.audience, source, sender.get("name", ""))
        try:
            events = self._run(resolution)
        except (Diverged, Refused):
            return self._withdraw(action["id"], resolution)
        kept = {"request": request, "choice": choice, "further": further, **closed}
        return self._publish(
            action["id"], "answer", resolution, events, kept, edits=edits, closed=[closed]
        )

    def _recorded(self, question: Question, choice: str | None, further: dict[str, Any]) -> Any:
        """An answer as it is recorded; whoever does not throw lets the bridge throw."""
        wanted = question.dice
        if wanted is None:
            return [choice, further]
        if choice is None:
            return throw(self.dice, wanted.sides, wanted.count)
        return [wanted.sides, *further["dice"]]

    def _question(self, request: str, sender: dict[str, Any]) -> tuple[Resolution, Question]:
        """An open question by its id; raises `Refused` (question_closed, question_moved_on).

        What others are asked does not exist for a player: no refusal may tell who is asked.
        """
        moved: Question | None = None
        for resolution in self._open.values():
            for question in resolution.questions:
                if not sender["gm"] and (question.gm or question.who not in sender["owns"]):
                    continue
                if _request(resolution, question) == request:
                    return resolution, question
                if request.startswith(f"{resolution.command['id']}:ask:{question.name}:"):
                    moved = question if f":{question.who}" in request else moved
        if moved is not None and moved.round > 1:
            raise Refused("question_moved_on", trigger=moved.trigger)
        raise Refused("question_closed")

    def _edit(self, action: dict[str, Any], args: dict[str, Any], waiting: Resolution) -> Outcome:
        """The game master's hand while a question is open: recorded there, applied in the run."""
        place = waiting.place
        edits = [(place, event) for event in self._edits(action["verb"], args)]
        waiting.edits.setdefault(place, []).extend(event for _, event in edits)
        try:
            events = self._run(waiting)
        except (Diverged, Refused):
            return self._withdraw(action["id"], waiting)
        kept = {"verb": action["verb"], "args": args, "by": action["sender"].get("name", "")}
        return self._publish(action["id"], "edit", waiting, events, kept, edits=edits)

    def _edits(self, verb: str, args: dict[str, Any]) -> list[Event]:
        """The events of one of the verbs that may fall while a question is open."""
        if verb == "character.edit":
            return [edit_event(*edited(self.state, self.system, args))]
        if verb == "character.unbind":
            return unbound(self.state, args)
        return [LeaveAsked(who) for who in everyone(args)]

    def _publish(
        self,
        action: str,
        kind: str,
        resolution: Resolution,
        events: list[Event],
        kept: dict[str, Any],
        *,
        edits: list[tuple[str, Event]] | None = None,
        closed: list[dict[str, str]] | None = None,
    ) -> Outcome:
        """Writes the entry of an input and remembers what follows from it."""
        key = resolution.command["id"]
        memory = self._history.commands[key]
        new = list(resolution.record.items())[len(memory.record) :]
        counted, shown = events, []
        if not resolution.counts:
            counted, shown = [], events
        elif resolution.automation == "confirm":
            counted = resolution.published
        self.seq += 1
        entry = Entry(
            self.seq,
            action,
            kind,
            key,
            bool(resolution.questions),
            kept,
            ENGINE_VERSION,
            [[label, value] for label, value in new],
            shown,
            edits or [],
            counted,
            system=self.state.system,
        )
        asked_before = self._asked.pop(key, {})
        asked = _asked(resolution)
        told = closed or []
        gone = asked_before.keys() - asked.keys() - {one["id"] for one in told}
        told = [*told, *(_closed(one, asked_before[one], "auto", "") for one in sorted(gone))]
        if asked:
            self._open[key], self._asked[key] = resolution, asked
        else:
            self._open.pop(key, None)
        memory.did(resolution.published)
        memory.record = dict(resolution.record)
        memory.stale = True
        self._history.keep(entry, may_forget=not self._open)
        opened = [
            one for one in resolution.questions if _request(resolution, one) not in asked_before
        ]
        keys = self._to_draw([key])
        return self._outcome(News(entry, resolution.scope, keys, opened, told, counted))

    def _outcome(self, news: News) -> Outcome:
        entry = news.entry.to_data()
        news.told = entry["events"]
        return Outcome(entry=entry, shown=self.shown(), _news=news)

    # Undoing

    def _act_undo(self, action: dict[str, Any]) -> Outcome:
        sender, actor = action["sender"], action.get("actor")
        if not sender["gm"]:
            raise Refused("gm_only")
        scope = Scope(None, (), whole=True)
        if actor is not None:
            self._door().known([actor])
            scope = Scope(self.state.characters[actor].encounter, (actor,))
        target = self._history.target(action.get("command"), scope)
        falls = self._history.falls_with(target)
        if not set(action.get("with") or ()).issuperset(falls):
            data = {"commands": falls, "lines": self.shown().lines(falls)}
            raise Refused("undo_more", count=len(falls), data=data)
        keys = [target, *falls]
        if self._open.keys() - set(keys) and any(
            self._history.commands[key].command["verb"] in TABLE_WIDE for key in keys
        ):
            raise Refused("busy")  # as for setting them
        return self._take_back(action["id"], "undo", keys, sender.get("name", ""))

    def _withdraw(self, action: str, resolution: Resolution) -> Outcome:
        """Takes back a command that no longer agrees, or that its rules refuse after an answer."""
        return self._take_back(action, "withdrawn", [resolution.command["id"]], "")

    def _take_back(self, action: str, kind: str, keys: list[str], name: str) -> Outcome:
        closed: list[dict[str, str]] = []
        for key in keys:
            self._open.pop(key, None)
            asked = self._asked.pop(key, {})
            closed.extend(_closed(one, asked[one], kind, name) for one in asked)
        self.state = self.shown().taken_back(keys, name)
        self.seq += 1
        kept = {"command": keys[0], "by": name}
        entry = Entry(
            self.seq,
            action,
            kind,
            keys[0],
            False,
            kept,
            ENGINE_VERSION,
            undone=keys,
            system=self.state.system,
        )
        self._history.keep(entry, may_forget=not self._open)
        scope = self._history.whole_scope(keys, self.state)
        return self._outcome(News(entry, scope, self._to_draw(keys), closed=closed))

    def _to_draw(self, keys: list[str]) -> list[str]:
        """The commands whose cards show what these did, beside them those to be drawn anew.

        Those are suggestions that they let count, and stories with which they went on.
        """
        history = self._history
        commands, also = history.commands, []
        for key in keys:
            if commands[key].command["verb"] == APPLY:
                also.append(commands[key].command["args"]["suggestion"])
            also += history.with_story(commands[key].story)[:1]
        also += [history.told_with(key)[0] for key in also]
        for key in also:
            commands[key].stale = key not in history.undone
        return list(dict.fromkeys([*keys, *also]))

    def _act_correct(self, action: dict[str, Any]) -> Outcome:
        """The game master's dice or answer instead of published ones: a rewind to their label.

        The last command of its scope runs again with what was recorded before; what came after is
        thrown and asked anew. An answer corrected without a new one is asked for again.
        """
        sender, label = action["sender"], action["label"]
        if not sender["gm"]:
            raise Refused("gm_only")
        history = self._history
        key = history.target(action["command"], Scope(None, ()))
        falls = history.falls_with(key)
        if falls:
            raise Refused("correct_last", lines=_first(self.shown().lines(falls)))
        memory = history.commands[key]
        old = memory.record.get(label)
        if old is None or is_thrown(old) != ("dice" in action):
            raise Refused("no_such_record")
        resolution = self._rewound(key, label)
        try:
            if "dice" in action:
                resolution.record[label] = _corrected_dice(old, action["dice"])
            else:
                self._correct_answer(resolution, label, action)
            events = self._run(resolution)
        except BaseException:
            self.state = history.fold()
            raise
        history.correct(key, self.seq + 1, label, old, sender.get("name", ""))
        kept = {"command": key, "label": label, "old": old, "by": sender.get("name", "")}
        edits = [(place, one) for place, some in resolution.edits.items() for one in some]
        return self._publish(action["id"], "correct", resolution, events, kept, edits=edits)

    def _correct_answer(self, resolution: Resolution, label: str, action: dict[str, Any]) -> None:
        """Another answer in the record, or none, so that the question is open again."""
        self._run(resolution)
        question = next((one for one in resolution.questions if one.label == label), None)
        if question is None:
            raise Refused("no_such_record")
        if "choice" in action:
            further = dict(action.get("further") or {})
            check_answer(self.state, question, action["choice"], further, {})
            resolution.record[label] = [action["choice"], further]
        resolution.published = []

    def _rewound(self, key: str, label: str | None = None) -> Resolution:
        """A command as it was before `label` (or as it is), ready to run again.

        What the game master edited until then stays.
        """
        history = self._history
        memory = history.commands[key]
        resolution = Resolution(memory.command, memory.scope, history.before(key), fresh=False)
        for known, value in memory.record.items():
            if known == label:
                break
            resolution.record[known] = value
        for entry in history.entries:
            if entry.command == key and entry.seq >= memory.since:
                reached = any(known == label for known, _ in entry.record)
                for place, event in entry.edits:
                    asked = place.removeprefix(after(""))
                    if not reached or asked == label or asked in resolution.record:
                        resolution.edits.setdefault(place, []).append(event)
                if reached:
                    break
        return resolution

    # Showing

    def shown(self) -> Projection:
        """The table as it is now, to be shown before anything else happens."""
        return Projection(self.system, self.state, self._history, self._open)

    def card(self, command: str, seat: str = "gm") -> dict[str, Any] | None:
        """The card of a command as a seat may see it; None for overrides."""
        card = self.shown().card(command)
        return None if card is None else card.for_seat(seat)

    def recorded_dice(self, command: str) -> dict[str, list[int]]:
        """The dice of a command that the game master may correct: label -> [sides, *dice]."""
        return self._history.commands[command].dice()

    def questions(self, seat: str) -> list[dict[str, Any]]:
        """The open questions that a seat may see, oldest command first."""
        return self.shown().questions(seat)

    def view(self, seat: str) -> dict[str, Any]:
        """Everything a seat may know now."""
        return self.shown().view(self.seq, seat)

    def describe(self) -> dict[str, Any]:
        """The description of the table's system."""
        return self.system.describe()

    def look(self, actor: str, targets: list[str], sender: dict[str, Any]) -> dict[str, Any]:
        """The actions of a character as buttons; raises `Refused` (not_yours ...)."""
        self._door().may_act(sender, actor)
        self._door().known(targets)
        scope = Scope(self.state.characters[actor].encounter, (actor,))
        busy = self._waiting_in(self._door().widened(scope)) is not None
        return self.shown().look(actor, targets, busy, sender)

    def preview(
        self, character: str, fields: dict[str, Any], sender: dict[str, Any]
    ) -> dict[str, Any]:
        """What the game master would see of a character after an edit that he only considers.

        Raises `Refused` as the edit itself would.
        """
        if not sender["gm"]:
            raise Refused("gm_only")
        self._door().known([character])
        return self.shown().preview(character, fields)

    def catch_up(self, after: int) -> list[Batch] | None:
        """Batches of the entries after a sequence number, or None if some are no longer here.

        Characters, encounters, cards and questions are shown as they are now.
        """
        entries, shown = self._history.entries, self.shown()
        if after + 1 < (entries[0].seq if entries else self.seq + 1):
            return None
        batches = []
        for entry in entries:
            if entry.seq > after:
                keys = entry.undone or [entry.command]
                scope = self._history.whole_scope(keys, self.state)
                resolution = self._open.get(entry.command)
                opened = resolution.questions if resolution else []
                batches.append(Batch(shown, News(entry, scope, keys, opened)))
        return batches

    # Keeping

    @property
    def is_open(self) -> bool:
        """Whether any command waits for people."""
        return bool(self._open)

    def checkpoint(self) -> dict[str, Any]:
        """The state as plain data with the `seq` it belongs to; only while nothing is open."""
        if self._open:
            raise ValueError("a command is open")
        last_own = dict(self._history.last_own)
        return {"seq": self.seq, "state": self.state.to_data(), "last_own": last_own}

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
        published is taken back, and `withdrawn_on_load` holds the outcomes to keep and to tell.
        Raises `EntriesMissing` if the entries after the checkpoint are not enough.
        """
        table = cls(system, dice=dice, rules=rules)
        past = Past(table.state, checkpoint)
        for data in entries:
            past.take(data)
        table.state, table.seq, table._history = past.state, past.seq, past.history
        for key in past.still_open:
            table._reopen(key)
        return table

    def _reopen(self, key: str) -> None:
        history, resolution = self._history, self._rewound(key)
        resolution.published = history.commands[key].events
        resolution.held = history.held_for(resolution.command, resolution.scope, before=key)
        self._open[key] = resolution
        try:
            if self._run(resolution) or not resolution.questions:
                raise Diverged
        except Exception:
            # Whatever a newer version's rules do with an old record, the table goes on.
            self.withdrawn_on_load.append(self._withdraw(f"withdrawn:{key}", resolution))
            return
        self._asked[key] = _asked(resolution)


def _corrected_dice(old: list[Any], dice: list[int]) -> list[int]:
    """Other dice as they are recorded; raises `Refused` unless as many and of the same faces."""
    sides, count = old[0], len(old) - 1
    if len(dice) != count or not all(type(one) is int and 1 <= one <= sides for one in dice):
        raise Refused("bad_correction", count=count, sides=sides)
    return [sides, *dice]


def _as_command(override: Override, system: System) -> Callable[..., None]:
    def run(ctx: Context[Any, Any, Any], actor: None, /, **args: Any) -> None:
        override.run(ctx, system, args)

    return run


def _then_leave(run: Callable[..., None], system: System) -> Callable[..., None]:
    """A command after which those leave who were taken away while it was open."""

    def run_and_leave(ctx: Context[Any, Any, Any], actor: str, /, **args: Any) -> None:
        run(ctx, actor, **args)
        for event in ctx.events[:]:
            if isinstance(event, LeaveAsked):
                system.leave(ctx, event.character)

    return run_and_leave


def _then_confirm(run: Callable[..., None], what: str) -> Callable[..., None]:
    """A command that counts only if the game master says so in the end."""

    def run_and_confirm(ctx: Context[Any, Any, Any], actor: str, /, **args: Any) -> None:
        run(ctx, actor, **args)
        name = ctx.state.characters[actor].name
        question = Question(
            GMS_WORD,
            actor,
            CONFIRM.trigger.format(name=name, what=what),
            [Option("count", CONFIRM.option)],
            CONFIRM.decline,
            gm=True,
        )
        if ctx.ask([question])[0].choice is None:
            raise Refused("not_confirmed")

    return run_and_confirm


def _first(lines: list[str]) -> str:
    """Some of them in a sentence, and how many more there are."""
    more = [AND_MORE.format(count=len(lines) - NAMED)] if len(lines) > NAMED else []
    return "; ".join([*lines[:NAMED], *more])


def _request(resolution: Resolution, question: Question) -> str:
    """A question's id: the command's id and the question's label."""
    return f"{resolution.command['id']}:{question.label}"


def _asked(resolution: Resolution) -> dict[str, str]:
    """The open questions of a command: id -> audience."""
    return {_request(resolution, one): one.audience for one in resolution.questions}


def _closed(request: str, audience: str, by: str, name: str) -> dict[str, str]:
    """A question that is open no more: who knew of it, and what closed it."""
    return {"id": request, "audience": audience, "by": by, "name": name}
