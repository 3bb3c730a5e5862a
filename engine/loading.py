"""Loading: what a table knows, from its journal alone.

`Past` takes stored entries in, one after the other, as they were written. Events are applied as
they stand; no rule runs. Commands that still wait are left to the table, which runs them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.admission import Admission
from engine.history import Command, History
from engine.journal import Entry
from engine.projection import Projection
from engine.state import AnyState
from engine.system import SystemChosen, get_system, state_from_data
from engine.views import sees


class EntriesMissing(LookupError):  # noqa: N818 - it says what happened
    """An undo reaches back before the checkpoint: load without one, from the first entry."""


class Past:
    """A table's past: `state`, `seq` and `history` as of the last entry taken in.

    `still_open` lists the commands that wait for people. It begins at a checkpoint, else at the
    state of a new table.
    """

    def __init__(self, state: AnyState, checkpoint: Mapping[str, Any] | None) -> None:
        self.state = state
        self.seq = 0
        if checkpoint is not None:
            self.seq = checkpoint["seq"]
            self.state = state_from_data(checkpoint["state"])
        self.history = History(self.state.clone())
        if checkpoint is not None:
            self.history.last_own = dict(checkpoint["last_own"])
        self._open: dict[str, None] = {}

    @property
    def still_open(self) -> list[str]:
        return list(self._open)

    def take(self, data: Mapping[str, Any]) -> None:
        """One stored entry; raises `EntriesMissing`."""
        entry = self._entry(data)
        history, key = self.history, entry.command
        self.seq = entry.seq
        if entry.kind != "command" and not {key, *entry.undone} <= history.commands.keys():
            raise EntriesMissing
        if entry.undone:
            self._take_back(entry)
        elif entry.kind == "correct":
            fixed = entry.input
            history.correct(key, entry.seq, fixed["label"], fixed["old"], fixed["by"])
        elif entry.kind == "command":
            self._begin(entry)
        history.keep(entry, may_forget=False)
        if entry.kind == "correct":
            self.state = history.fold()
        else:
            for event in entry.events:
                event.apply(self.state)
        memory = history.commands[key]
        confirmed = entry.events and memory.command.get("automation") == "confirm"
        memory.did(entry.events if confirmed else [*memory.events, *entry.shown, *entry.events])
        memory.record.update(dict(entry.record))
        if entry.open:
            self._open[key] = None
        else:
            self._open.pop(key, None)
        for undone in entry.undone:
            self._open.pop(undone, None)

    def _entry(self, data: Mapping[str, Any]) -> Entry:
        house, events = get_system(self.state.system), []
        for one in data["events"]:
            events.append(house.event_from_data(one))
            if one["kind"] == SystemChosen.kind:
                house = get_system(one["system"])
        edits = [(label, house.event_from_data(one)) for label, one in data["edits"]]
        shown = [house.event_from_data(one) for one in data.get("shown", ())]
        return Entry(**{**data, "events": events, "edits": edits, "shown": shown})

    def _begin(self, entry: Entry) -> None:
        command, door = entry.input, Admission(get_system(self.state.system), self.state)
        scope = door.scope_of(command)
        round_ = door.round(scope.encounter)
        self.history.commands[entry.command] = Command(command, scope, entry.seq, round_)
        if command["actor"] is not None:
            self.history.last_own[command["actor"]] = entry.seq

    def _take_back(self, entry: Entry) -> None:
        system = get_system(self.state.system)
        shown = Projection(system, self.state, self.history, {})
        self.state = shown.taken_back(entry.undone, entry.input["by"])


def told(stored: Mapping[str, Any], system: str, seat: str) -> dict[str, Any]:
    """A stored entry as a seat may read it; `system` for the first journals, which do not say.

    ``{"seq", "action", "kind", "command", "open", "undone", "events"}``, and of a command its
    ``"verb"``, its ``"actor"`` and who gave it as ``"by"``.
    """
    house = get_system(stored.get("system") or system)
    events = [house.event_from_data(one) for one in stored["events"]]
    given = stored["input"] if stored["kind"] == "command" else {}
    return {
        "seq": stored["seq"],
        "action": stored["id"],
        **{key: stored[key] for key in ("kind", "command", "open", "undone")},
        **{key: given[key] for key in ("verb", "actor", "by") if key in given},
        "events": [one.to_data() for one in events if sees(seat, one.audience())],
    }
