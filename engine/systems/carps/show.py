"""How a fighter is shown: sheet, bars, how matters stand. Numbers as their owner may know them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from engine.abilities import Ability
from engine.modifiers import total
from engine.systems.carps import words
from engine.systems.carps.book import BOOK
from engine.systems.carps.creation import build_of, price
from engine.systems.carps.danger import Board, shown_threats
from engine.systems.carps.model import KINDS, CarpsState, Fighter, opponents
from engine.systems.carps.points import rp_cost
from engine.systems.carps.pools import score

STYLE_LABELS = {"offensive": "Offensive", "centered": "Centered", "defensive": "Defensive"}


def most_dangerous(state: CarpsState, who: str) -> Fighter | None:
    """The opponent of the highest level who is in the fight, the first of equals."""
    fighter = state.characters[who]
    if fighter.encounter is None or fighter.status != "active":
        return None
    against = opponents(state, state.encounters[fighter.encounter], who)
    return max((state.characters[one] for one in against), key=lambda one: one.level, default=None)


class Portrait:
    """A fighter as he stands, to be shown to one seat after the other (C10).

    `left` are the levels until the most dangerous opponent reaches the defeat line; with 0 the next
    hit defeats.
    """

    def __init__(self, board: Board, who: str) -> None:
        state, line = board.state, board.line(who)
        fighter, danger = state.characters[who], most_dangerous(state, who)
        left = line - (fighter if danger is None else danger).level
        self.board, self.state, self.fighter, self.danger = board, state, fighter, danger
        self.line, self.threshold = line, line - fighter.level
        self.left = 0 if fighter.status == "defeated" else max(left, 0)
        self.how = self._sentence()
        self.head = self._head()

    def __call__(self, sees: Callable[[str], bool]) -> dict[str, Any]:
        """out, sheet, bars, alert and row; see docs/protocol.md for the shapes."""
        fighter, danger, left, owner = self.fighter, self.danger, self.left, sees("owner")
        full = max(self.threshold, left)
        bars: dict[str, Any] = {"a": {"label": "Levels to defeat", "value": left, "max": full}}
        row = {"main": str(fighter.level), "line": f"out at {self.line}"}
        if owner:
            bars["b"] = {"label": "Reserve", "value": fighter.rp, "max": max(fighter.rp, 20)}
            row["means"] = f"{fighter.rp} RP"
        out = fighter.status not in ("active", "outside")
        alert = None
        if left == 0 and danger is not None:
            alert = {"word": "!", "tooltip": f"The next hit by {danger.name} defeats."}
        return {
            "out": {"word": words.STATUSES[fighter.status], "text": self.how} if out else None,
            "sheet": {
                "head": self.head,
                "meters": _meters(fighter, owner),
                "tracks": [],
                "groups": self.groups if owner else [],
                "budget": self.budget if owner else None,
                "threats": shown_threats(self.threats, sees("gm")) if owner else None,
            },
            "bars": bars,
            "alert": alert,
            "row": row,
        }

    @cached_property
    def groups(self) -> list[dict[str, Any]]:
        return _groups(self.state, self.fighter)

    @cached_property
    def budget(self) -> dict[str, Any]:
        return _budget(self.state, self.fighter)

    @cached_property
    def threats(self) -> dict[str, Any] | None:
        return self.board.threats(self.fighter.id)

    def _sentence(self) -> str:
        """How matters stand."""
        fighter, danger, left = self.fighter, self.danger, self.left
        if fighter.entering is not None:
            return words.plan(fighter.name, fighter.entering[1])
        if fighter.status != "active":
            return f"{words.STATUSES[fighter.status]}."
        if danger is None:
            return "In no fight." if fighter.encounter is None else "No opponent is left."
        hit = f"A hit by {danger.name} (level {danger.level})"
        if left == 0:
            return f"{hit} defeats."
        return f"{hit} does not defeat: {left} {'level' if left == 1 else 'levels'} to go."

    def _head(self) -> dict[str, Any]:
        fighter = self.fighter
        attack, defense = (
            total(score(self.state, fighter.id, name)) for name in ("attack", "defense")
        )
        gained = fighter.level - fighter.base
        return {
            "facts": [
                f"{STYLE_LABELS[fighter.style]}: attack {attack}, defense {defense}",
                f"Base level {fighter.base}, threshold {self.threshold}",
            ],
            "sentence": self.how,
            "pair": [
                {
                    "label": "Level",
                    "value": str(fighter.level),
                    "note": f"+{gained} this fight" if gained > 0 else "base level",
                },
                {
                    "label": "Defeated at",
                    "value": str(self.line),
                    "note": f"{fighter.level} + {self.threshold}",
                },
            ],
        }


def _meters(fighter: Fighter, owner: bool) -> list[dict[str, Any]]:
    extra = f" + {fighter.temp_ap} temporary" if fighter.temp_ap else ""
    meters: list[dict[str, Any]] = [
        {
            "label": "Actions",
            "text": f"{fighter.ap} of 3 AP{extra}",
            "value": fighter.ap,
            "max": 3,
            "extra": fighter.temp_ap,
            "shape": "pips",
        }
    ]
    if owner:
        meters.append({"label": "Reserve", "text": f"{fighter.rp} RP", "shape": "number"})
    if fighter.carry_ap:
        text = f"+{fighter.carry_ap} AP"
        meters.append({"label": "Carried", "text": text, "shape": "number"})
    if fighter.ap_penalty:
        text = f"−{fighter.ap_penalty} AP"
        meters.append({"label": "Next turn", "text": text, "shape": "number"})
    return meters


def _groups(state: CarpsState, fighter: Fighter) -> list[dict[str, Any]]:
    groups = []
    for kind, label in KINDS.items():
        owned = [BOOK.data[key] for key in fighter.abilities if BOOK.data[key].kind == kind]
        if owned:
            items = [
                {
                    "key": one.key,
                    "label": one.name,
                    "note": words.cost(one.ap, one.rp) or "always on",
                    "summary": one.summary,
                    "reason": _reason(state, fighter, one),
                }
                for one in owned
            ]
            total = sum(price(one.key, state.rules) or 0 for one in owned)
            groups.append({"label": label, "sum": f"{total} XP", "items": items})
    return groups


def _reason(state: CarpsState, fighter: Fighter, ability: Ability) -> str:
    if fighter.level < ability.level:
        return f"From level {ability.level}"
    cost = ability.rp if ability.kind == "ultimate" else rp_cost(state, fighter.id, ability.key)
    return f"Needs {cost} RP, has {fighter.rp}" if fighter.rp < cost else ""


def _budget(state: CarpsState, fighter: Fighter) -> dict[str, Any]:
    """XP spent of those granted, and what is wrong with the build, in sentences (C63)."""
    build = build_of(state, fighter)
    return {
        "label": "Spent",
        "text": f"{build.spent} of {fighter.xp} XP",
        "value": build.spent,
        "max": fighter.xp,
        "rest": words.xp_left(build.unspent),
        "faults": [words.build_fault(code, build.unspent) for code in build.errors],
        "leave": {"field": "leave", "label": words.BY_LEAVE, "value": fighter.leave},
    }
