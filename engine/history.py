"""What a table remembers: entries, commands, what was undone, dice that stay held.

The state is a fold of the journal: the events of all commands that were not undone, in order,
over the state at its base. Undo is append-only; dice already seen stay held for the same command
at the same point, so that undoing is no way to fish for better ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card
from engine.chains import Chains
from engine.events import Event
from engine.journal import Entry
from engine.resolution import Refused, Scope, Snapshot
from engine.state import AnyState

KEPT_ENTRIES = 1000
KEPT_HELD = 200
APPLY = "suggestion.apply"
GMS_WORD = "confirm"
SORTED = json.JSONEncoder(sort_keys=True)


@dataclass(slots=True)
class Command:
    """One command that was accepted: its input, where it ran, what it recorded and published.

    `number` is the sequence number of its first entry, `round` that of its encounter then, `since`
    the entry from which its events count (a correction begins them anew). `story` is what it goes
    on with, see `Event.story`. `card` is a cache, worthless when `stale`.
    """

    command: dict[str, Any]
    scope: Scope
    number: int
    round: int | None = None
    since: int = 0
    events: list[Event] = field(default_factory=list)
    story: str = ""
    record: dict[str, Any] = field(default_factory=dict)
    corrections: list[dict[str, Any]] = field(default_factory=list)
    card: Card | None = None
    stale: bool = True

    @property
    def held(self) -> bool:
        """Whether it counts only once the game master has said so, and he has not."""
        if self.command.get("automation") != "confirm":
            return False
        said = [one for label, one in self.record.items() if label.startswith(f"ask:{GMS_WORD}:")]
        return not any(choice is not None for choice, _ in said)

    def did(self, events: list[Event]) -> None:
        """Keeps what it did, and with that its story; what only lets another count tells none."""
        self.events = events
        if self.command["verb"] != APPLY:
            self.story = next((name for one in events if (name := one.story())), "")

    def dice(self) -> dict[str, list[int]]:
        """The dice that were thrown for it: label -> [sides, *dice]."""
        return {label: one for label, one in self.record.items() if is_thrown(one)}

    def answers(self) -> dict[str, Any]:
        """What people chose: label -> [option or None, further]."""
        return {label: one for label, one in self.record.items() if not is_thrown(one)}


def is_thrown(recorded: list[Any]) -> bool:
    """Whether something recorded is dice, [sides, *dice], and no answer."""
    return isinstance(recorded[-1], int)


def fingerprint(command: dict[str, Any]) -> str:
    """What makes two commands the same one asked again."""
    return SORTED.encode([command["verb"], command["actor"], command["args"]])


class History:
    """The memory of one table."""

    def __init__(self, base: AnyState) -> None:
        self.base = base
        self.entries: list[Entry] = []
        self.commands: dict[str, Command] = {}
        self.undone: set[str] = set()
        self.last_own: dict[str, int] = {}
        self.held: dict[tuple[tuple[int, ...], str], list[tuple[str, Any]]] = {}
        self._chains = Chains()
        self._unchained: list[str] = []

    @property
    def chains(self) -> Chains:
        """What led to where; commands come into it when somebody asks, after the first undo."""
        for key in self._unchained:
            one = self.commands[key]
            self._chains.add(key, fingerprint(one.command), one.scope)
        self._unchained = []
        return self._chains

    def keep(self, entry: Entry, may_forget: bool) -> None:
        """Appends an entry; the oldest are folded into the base, so that memory stays flat."""
        self.entries.append(entry)
        if entry.kind == "command":
            self._unchained.append(entry.command)
        if may_forget and len(self.entries) > 2 * KEPT_ENTRIES:
            old, self.entries = self.entries[:KEPT_ENTRIES], self.entries[KEPT_ENTRIES:]
            self._apply(old, self.base)
            kept = {key for one in self.entries for key in (one.command, *one.undone)}
            gone = {one.command for one in old} - kept
            self.chains.forget(gone)
            for key in gone:
                self.commands.pop(key, None)
            self.undone -= gone

    def _apply(self, entries: list[Entry], state: AnyState, without: str = "") -> None:
        for entry in entries:
            if entry.command in self.undone or entry.command == without:
                continue
            if entry.seq >= self.commands[entry.command].since:
                for event in entry.events:
                    event.apply(state)

    def fold(self) -> AnyState:
        """The state that follows from the journal."""
        state = self.base.clone()
        self._apply(self.entries, state)
        return state

    def before(self, key: str) -> Snapshot:
        """The scope of a command as it is without that command."""
        state = self.base.clone()
        self._apply(self.entries, state, without=key)
        return Snapshot.take(state, self.commands[key].scope)

    def told_with(self, key: str) -> list[str]:
        """The commands that the card of `key` tells of, oldest first: its whole story, or itself.

        The first has the card; whoever names it means the last.
        """
        return [key] if key in self.undone else self.with_story(self.commands[key].story) or [key]

    def with_story(self, story: str) -> list[str]:
        """The commands of one story that count, oldest first; none without a name."""
        return [
            key
            for key, one in (self.commands.items() if story else ())
            if key not in self.undone and one.story == story
        ]

    def target(self, wanted: str | None, scope: Scope) -> str:
        """The command to undo: the one wanted, else the last in a scope; raises `Refused`."""
        if wanted is not None:
            if wanted not in self.commands or wanted in self.undone:
                raise Refused("nothing_to_undo")
            return self.told_with(wanted)[-1]
        for key in reversed(self.commands):
            if key not in self.undone and self.commands[key].scope.overlaps(scope):
                return key
        raise Refused("nothing_to_undo")

    def falls_with(self, target: str) -> list[str]:
        """Later commands in the scope of `target` or of what falls with it, oldest first."""
        scopes = [self.commands[target].scope]
        falls: list[str] = []
        later = False
        for key, one in self.commands.items():
            counts = later and key not in self.undone
            if counts and any(one.scope.overlaps(scope) for scope in scopes):
                falls.append(key)
                scopes.append(one.scope)
            later = later or key == target
        return falls

    def applied(self, suggestion: str) -> bool:
        """Whether the game master let a suggestion count."""
        return any(
            one.command["verb"] == APPLY and one.command["args"]["suggestion"] == suggestion
            for key, one in self.commands.items()
            if key not in self.undone
        )

    def take_back(self, keys: list[str]) -> None:
        """Undoes commands; their dice stay held."""
        for key in keys:
            one = self.commands[key]
            point = self.chains.point(one.scope, before=key)
            self.held[point, fingerprint(one.command)] = list(one.record.items())
        while len(self.held) > KEPT_HELD:
            del self.held[next(iter(self.held))]
        self.undone.update(keys)
        self.chains.remove(keys)

    def correct(self, key: str, seq: int, label: str, old: list[Any], by: str) -> None:
        """From this entry on a command's events count anew, with another record of `label`."""
        memory = self.commands[key]
        memory.since = seq
        memory.record = {}
        memory.did([])
        memory.corrections.append({"label": label, "old": old, "by": by})

    def held_for(
        self, command: dict[str, Any], scope: Scope, before: str | None = None
    ) -> list[tuple[str, Any]]:
        """Labels and values seen before an undo for this very command at this very point."""
        if not self.held:
            return []
        return self.held.get((self.chains.point(scope, before), fingerprint(command)), [])

    def whole_scope(self, keys: list[str], state: AnyState) -> Scope:
        """One scope that covers several commands, for showing what changed."""
        scopes = [self.commands[key].scope for key in keys]
        characters = dict.fromkeys(who for one in scopes for who in one.characters)
        if any(one.whole for one in scopes):
            characters = dict.fromkeys(state.characters)
        encounters = [one.encounter for one in scopes if one.encounter is not None]
        return Scope(encounters[-1] if encounters else None, tuple(characters))
