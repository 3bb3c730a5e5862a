"""Batches: what one entry brought, as each seat may know it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from engine.cards import visible
from engine.events import Event
from engine.journal import Entry
from engine.projection import Projection
from engine.resolution import Question, Scope
from engine.views import sees


@dataclass(slots=True)
class News:
    """What one entry brought; `told` are its events as plain data."""

    entry: Entry
    scope: Scope
    commands: list[str]
    opened: list[Question] = field(default_factory=list)
    closed: list[dict[str, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)


class Batch:
    """News, to be shown to one seat after the other; what all of them see is worked out once."""

    def __init__(self, shown: Projection, news: News) -> None:
        command, state = shown.history.commands[news.entry.command].command, shown.state
        self.shown, self._news = shown, news
        encounters = self._encounters()
        characters = self._concerned(encounters, command["verb"])
        self._here = [who for who in characters if who in state.characters]
        self._fights = [key for key in encounters if key in state.encounters]
        self._events = [one.audience() for one in news.events]
        self._floats = shown.system.floats(news.events, state)
        self._same: dict[str, Any] = {
            "seq": news.entry.seq,
            "action": news.entry.id,
            "command": {
                "id": command["id"],
                "verb": command["verb"],
                "actor": command["actor"],
                "state": _command_state(news.entry),
            },
            "removed": {
                "encounters": [key for key in encounters if key not in state.encounters],
                "characters": [who for who in characters if who not in state.characters],
            },
            "undone": news.entry.undone,
        }
        if command["verb"] == "rules.set":
            self._same["rules"] = state.rules.to_data()
        if command["verb"] == "table.conduct":
            self._same["conduct"] = asdict(state.conduct)
        if command["verb"] == "table.system":
            self._same["system"] = state.system

    def for_seat(self, seat: str) -> dict[str, Any]:
        """The batch as a seat may know it; the shape is in docs/protocol.md."""
        shown, news = self.shown, self._news
        events = zip(self._events, news.told, strict=True)
        return {
            **self._same,
            **self.drawn(seat),
            "events": [told for audience, told in events if sees(seat, audience)],
            "encounters": shown.encounters(self._fights, seat),
            "opened": shown.question_views(news.opened, news.entry.command, seat),
            "closed": [
                {"id": one["id"], "by": one["by"], "name": one["name"]}
                for one in news.closed
                if sees(seat, one["audience"])
            ],
        }

    def drawn(self, seat: str) -> dict[str, Any]:
        """Of the batch for a seat what a tabletop draws: cards, characters and floats."""
        return {
            "cards": self.shown.cards(self._news.commands, seat),
            "characters": self.shown.characters(self._here, seat),
            "floats": visible(self._floats, seat),
        }

    def _concerned(self, encounters: list[str], verb: str) -> list[str]:
        """Whose views may differ: those of the scope, and who fights beside or against them."""
        scope, state = self._news.scope, self.shown.state
        if scope.whole or verb in ("rules.set", "table.conduct"):
            return list(state.characters)
        fights = [state.encounters[key].order for key in encounters if key in state.encounters]
        return list(dict.fromkeys([*scope.characters, *(who for one in fights for who in one)]))

    def _encounters(self) -> list[str]:
        """Where it happened; all of them for what is done outside, such as waiting to come in."""
        scope, state = self._news.scope, self.shown.state
        if scope.whole:
            return list(dict.fromkeys((*filter(None, [scope.encounter]), *state.encounters)))
        known = state.characters
        keys = {known[who].encounter for who in scope.characters if who in known}
        inside = sorted(key for key in {scope.encounter, *keys} if key is not None)
        return inside or list(state.encounters)


def _command_state(entry: Entry) -> str:
    if entry.undone:
        return "withdrawn" if entry.kind == "withdrawn" else "undone"
    return "open" if entry.open else "resolved"
