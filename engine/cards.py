"""Structured cards: title, outcome, changes, dice, chain, receipts. No HTML, no system.

A line may carry an `audience`; `for_seat` drops what a seat may not see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.state import AnyState
from engine.views import sees
from engine.words import WAITING

Part = dict[str, Any]


def person(state: AnyState, who: str) -> Part:
    """A character as cards name it: id, name and the index of its side."""
    character = state.characters[who]
    return {"id": who, "name": character.name, "side_index": state.side_index(character.side)}


@dataclass(slots=True)
class Card:
    """One action as people read it; the shapes are those of docs/protocol.md.

    While it is `held`, what it came to is for the game master alone: others read the title.
    """

    command: str
    number: int
    author: str
    scope: str = ""
    state: str = "resolved"
    title: list[Any] = field(default_factory=list)
    outcome: dict[str, str] = field(default_factory=dict)
    changes: list[dict[str, Any]] = field(default_factory=list)
    rolls: list[dict[str, Any]] = field(default_factory=list)
    links: list[dict[str, Any]] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    receipts: list[dict[str, Any]] = field(default_factory=list)
    foot: str = ""
    blocks: list[dict[str, Any]] = field(default_factory=list)
    undone: dict[str, str] | None = None
    held: bool = False

    def for_seat(self, seat: str) -> dict[str, Any]:
        """The card as plain data, without what the seat may not know."""
        if self.held and seat != "gm":
            return self._bare().for_seat(seat)
        title = "".join(part if isinstance(part, str) else part["name"] for part in self.title)
        outcome = self.outcome.get("text", "")
        return {
            "command": self.command,
            "number": self.number,
            "author": self.author,
            "scope": self.scope,
            "state": self.state,
            "label": f"{title}: {outcome}" if outcome else title,
            "title": self.title,
            "outcome": self.outcome,
            "changes": visible(self.changes, seat),
            "rolls": visible(self.rolls, seat),
            "links": visible(self.links, seat),
            "effects": self.effects,
            "receipts": visible(self.receipts, seat),
            "foot": self.foot,
            "blocks": visible(self.blocks, seat),
            "undone": self.undone,
        }

    def _bare(self) -> Card:
        """The card without what its command came to."""
        return Card(
            self.command,
            self.number,
            self.author,
            self.scope,
            self.state,
            self.title,
            {} if self.undone else dict(WAITING),
            undone=self.undone,
        )


def visible(lines: list[dict[str, Any]], seat: str) -> list[dict[str, Any]]:
    """The lines that a seat may see, without their audience."""
    shown = []
    for line in lines:
        if "audience" not in line:
            shown.append(line)
        elif sees(seat, line["audience"]):
            shown.append({key: value for key, value in line.items() if key != "audience"})
    return shown
