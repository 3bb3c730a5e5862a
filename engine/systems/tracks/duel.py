"""How a challenge stands between two sides, in words and in exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine import odds
from engine.systems.tracks import words

if TYPE_CHECKING:
    from engine.systems.tracks.challenges import Roll


def other_side(roll: Roll, rolls: list[Roll]) -> Roll | None:
    return next((one for one in rolls if one is not roll), None)


def name(roll: Roll) -> str:
    return roll.ctx.state.characters[roll.who].name


def standing(roll: Roll, rolls: list[Roll]) -> str:
    """Both results, as whoever is asked reads them."""
    other = other_side(roll, rolls)
    if other is None:
        return words.stands_alone(name(roll), roll.result, roll.goal)
    how = words.margin_note(roll.result - other.result)
    if roll.result == other.result and roll.attribute != other.attribute:
        ahead = roll if roll.attribute > other.attribute else other  # T4
        how = words.level_but(name(ahead))
    return words.stands(name(roll), roll.result, name(other), other.result, how)


def share_of_ties(roll: Roll, other: Roll) -> Fraction:
    """How many ties a side wins: by attribute all or none, by dice half of them (T4)."""
    if roll.attribute == other.attribute:
        return Fraction(1, 2)
    return Fraction(int(roll.attribute > other.attribute))


def chance_after_raise(roll: Roll, rolls: list[Roll]) -> Fraction | None:
    """The exact chance to be ahead after one more die; None without anything to beat."""
    mine = odds.total(odds.die(), odds.certain(roll.result_if_stressful()))
    other = other_side(roll, rolls)
    if other is not None:
        theirs = odds.certain(other.result_if_stressful())
        return odds.beats(mine, theirs, share_of_ties(roll, other))
    if roll.goal is None:
        return None
    return odds.beats(mine, odds.certain(roll.goal))  # T3


def chance_blocks(roll: Roll, rolls: list[Roll]) -> list[dict[str, Any]]:
    """The chance block of a card, for the one whom it concerns."""
    chance = chance_after_raise(roll, rolls)
    if chance is None:
        return []
    other = other_side(roll, rolls)
    base = roll.result_if_stressful()
    line = other.result_if_stressful() if other is not None else roll.goal or 0
    ties = share_of_ties(roll, other) if other is not None else Fraction(0)
    faces = [
        {"value": str(face), "wins": base + face > line or (base + face == line and ties == 1)}
        for face in range(1, 7)
    ]
    fraction, percent = odds.in_words(chance)
    note = ""
    if other is not None and 1 <= line - base <= 6:
        sides = [(one.name, one.attribute) for one in (roll, other)]
        note = words.tie_ahead(line - base, line, name(roll), *sides)
    return [
        {
            "kind": "chance",
            "text": words.chance_text(name(roll), None if other is not None else line),
            "fraction": fraction,
            "percent": percent,
            "faces": faces,
            "note": note,
        }
    ]
