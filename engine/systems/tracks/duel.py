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


def is_won(roll: Roll, rolls: list[Roll]) -> bool:
    """Whether a side wins as it stands, and no die of its own can change that."""
    other = other_side(roll, rolls)
    if other is not None:
        wins = (roll.result, roll.attribute) > (other.result, other.attribute)  # T4
    else:
        wins = roll.goal is not None and roll.result > roll.goal  # T3
    return wins and chance_after_raise(roll, rolls) == 1


def standing(roll: Roll, rolls: list[Roll]) -> str:
    """How it stands, and for whoever has won already what a raise still changes (T11)."""
    told = _results(roll, rolls)
    if not is_won(roll, rolls):
        return told
    other = other_side(roll, rolls)
    use = words.RAISE_WHEN_WON if other is None else words.raise_when_ahead(name(other), roll.lead)
    return f"{told} {use}"


def _results(roll: Roll, rolls: list[Roll]) -> str:
    """Both results, as whoever is asked reads them."""
    other = other_side(roll, rolls)
    if other is None:
        return words.stands_alone(roll.result, roll.goal)
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
    """The chance block of a card, for whoever it concerns and who has not won already."""
    chance = chance_after_raise(roll, rolls)
    if chance is None or is_won(roll, rolls):
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
