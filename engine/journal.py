"""The journal: one entry for every input that was accepted, in order, without gaps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.events import Event


@dataclass(slots=True)
class Entry:
    """What one accepted input did.

    `seq` counts from 1 per table. `command` is the command it belongs to, `open` whether that
    still waits for people afterwards. `record` holds the dice and answers that are new, as
    [label, value]; `shown` events that do not count (yet), see `engine.state.Conduct`; `edits`
    the events that the game master laid at an open question, as [label, event]; `undone` the
    commands that this entry takes back. `system` is the one that is played after it; the first
    journals do not say.
    """

    seq: int
    id: str
    kind: str
    command: str
    open: bool
    input: dict[str, Any]
    engine: str
    record: list[list[Any]] = field(default_factory=list)
    shown: list[Event] = field(default_factory=list)
    edits: list[tuple[str, Event]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    system: str = ""

    def to_data(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "id": self.id,
            "kind": self.kind,
            "command": self.command,
            "open": self.open,
            "input": self.input,
            "engine": self.engine,
            "record": self.record,
            "shown": [event.to_data() for event in self.shown],
            "edits": [[label, event.to_data()] for label, event in self.edits],
            "events": [event.to_data() for event in self.events],
            "undone": self.undone,
            "system": self.system,
        }
