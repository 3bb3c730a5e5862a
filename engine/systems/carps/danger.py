"""Danger: who defeats whom with the next hit, and who with the next Ultimate Move (C20, C21).

What abilities and effects add to a single hit is not counted, nor what may be answered to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.cards import person
from engine.dice import SystemDice
from engine.simulation import decline, instant
from engine.systems.carps import words
from engine.systems.carps.book import BOOK
from engine.systems.carps.defeat import defeat_line, reach
from engine.systems.carps.model import CarpsState, Fight, Fighter, active, opponents
from engine.systems.carps.moves import moves_of
from engine.systems.carps.numbers import standard_hit, ultimate_gain
from engine.systems.carps.points import ULTIMATE_AP, ULTIMATE_RP


@dataclass(frozen=True, slots=True)
class Reach:
    """The highest defeat line that the next hit meets, and the next Ultimate Move; None without."""

    hit: int
    ultimate: int | None


def reach_of(state: CarpsState, who: str) -> Reach:
    """How far a character reaches now."""
    level, rules = state.characters[who].level, state.rules
    hit = reach(rules, level, level + standard_hit(level), is_lethal(state, who))
    if not moves_of(state, who):
        return Reach(hit, None)
    return Reach(hit, reach(rules, level, level + ultimate_gain(level), lethal=True))


def is_lethal(state: CarpsState, who: str) -> bool:
    """Whether any hit of a character is lethal now (C21)."""
    talents = BOOK.at("lethal", state.characters[who].abilities)
    if not talents:
        return False
    ctx = instant(state, BOOK, SystemDice(), who, decline)
    return any(holds(ctx, who) for _, holds in talents)


def price_fault(fighter: Fighter, fight: Fight) -> str:
    """Why an Ultimate Move cannot be paid for now, in a few words; "" if it can."""
    if fighter.rp < ULTIMATE_RP:
        return words.REFUSALS["not_enough_rp"].reason.format(cost=ULTIMATE_RP, left=fighter.rp)
    left = fighter.ap + fighter.temp_ap
    if fight.turn == fighter.id and left < ULTIMATE_AP:
        return words.REFUSALS["not_enough_ap"].reason.format(cost=ULTIMATE_AP, left=left)
    return ""


def threats(state: CarpsState, encounter: str) -> dict[str, Any]:
    """Everybody in the fight, whom he defeats with the next hit and with the next Ultimate Move."""
    fight = state.encounters[encounter]
    there = active(state, fight)
    lines = {who: defeat_line(state, who) for who in there}
    rows = []
    for who in there:
        fighter, far = state.characters[who], reach_of(state, who)
        against = [one for one in there if state.characters[one].side != fighter.side]
        rows.append(
            {
                "character": person(state, who),
                "cells": [
                    _names(state, against, lines, far.hit),
                    _names(state, against, lines, far.ultimate, price_fault(fighter, fight)),
                ],
            }
        )
    return {"title": words.THREATS, "columns": list(words.THREAT_COLUMNS), "rows": rows}


def _names(
    state: CarpsState, against: list[str], lines: dict[str, int], far: int | None, why: str = ""
) -> dict[str, Any]:
    """Whom an attack that reaches so far would defeat."""
    if far is None:
        return {"text": words.NO_ULTIMATE, "now": False}
    names = [state.characters[one].name for one in against if lines[one] <= far]
    text = ", ".join(names) or words.NOBODY
    return {"text": text, "now": bool(names) and not why, "note": why if names else ""}


class Board:
    """How far everybody reaches in one state, and where everybody falls; each worked out once."""

    def __init__(self, state: CarpsState) -> None:
        self.state = state
        self._reaches: dict[str, Reach] = {}
        self._lines: dict[str, int] = {}

    def reach(self, who: str) -> Reach:
        if who not in self._reaches:
            self._reaches[who] = reach_of(self.state, who)
        return self._reaches[who]

    def line(self, who: str) -> int:
        if who not in self._lines:
            self._lines[who] = defeat_line(self.state, who)
        return self._lines[who]

    def threats(self, who: str) -> dict[str, Any] | None:
        """How far it is between a fighter and each opponent, as the game master may see it."""
        state = self.state
        fighter = state.characters[who]
        if not fighter.stands():
            return None
        fight = state.encounters[str(fighter.encounter)]
        mine, line, why = self.reach(who), self.line(who), price_fault(fighter, fight)
        rows = []
        for one in opponents(state, fight, who):
            theirs, their_line = self.reach(one), self.line(one)
            cells = [
                _far(mine.hit, their_line),
                _far(mine.ultimate, their_line, why),
                _far(theirs.hit, line),
                _far(theirs.ultimate, line, price_fault(state.characters[one], fight)),
            ]
            rows.append({"character": person(state, one), "cells": cells})
        return {"title": words.THREATS, "columns": list(words.OWN_THREAT_COLUMNS), "rows": rows}


def shown_threats(threats: dict[str, Any] | None, sees_all: bool) -> dict[str, Any] | None:
    """Those of one fighter for a seat: opponents' Ultimate Moves are for the game master alone."""
    if threats is None or sees_all:
        return threats
    rows = [{**one, "cells": one["cells"][:3]} for one in threats["rows"]]
    return {**threats, "columns": threats["columns"][:3], "rows": rows}


def _far(far: int | None, line: int, why: str = "") -> dict[str, Any]:
    """Whether an attack that reaches so far defeats at this line, or how many levels lack."""
    if far is None:
        return {"text": words.NO_ULTIMATE, "now": False}
    text = words.DEFEATS if far >= line else words.levels_to_go(line - far)
    return {"text": text, "now": far >= line and not why, "note": why if far >= line else ""}
