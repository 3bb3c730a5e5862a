"""Exact chances beside a plain count of all falls; nothing of the engine does the counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.systems.ccarps import answers
from engine.systems.ccarps.attack import read_attack
from engine.systems.ccarps.odds import critical, hit, second_wins, success
from engine.systems.ccarps.rolls import read
from tests.systems.ccarps.test_odds import state

Dice = tuple[int, ...]
POINTS = {2: 3, 3: 7, 4: 18, 5: 36}  # of a skill with so many dice
MODIFIERS = {2: 2, 3: 3, 4: 5, 5: 8}


def falls(count: int) -> list[Dice]:
    return list(product(range(1, 7), repeat=count))


def lowest(dice: Dice) -> int:
    return sum(sorted(dice)[:2])


def makes(dice: Dice, tn: int, criticals: bool = True) -> bool:
    """R1, R4"""
    if criticals and set(dice) in ({1}, {6}):
        return set(dice) == {1}
    return lowest(dice) < tn


def chance(count: int, holds: Callable[[Dice], bool]) -> Fraction:
    each = falls(count)
    return Fraction(sum(map(holds, each)), len(each))


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_every_number_with_every_count_of_dice(count: int) -> None:
    given = state()
    for tn in range(-3, 15):
        roll = read(given, {"who": "you", "dice": count, "base": tn})
        assert success(roll) == chance(count, lambda dice, tn=tn: makes(dice, tn))
        assert critical(roll, "success") == critical(roll, "failure") == Fraction(1, 6**count)


@pytest.mark.parametrize("criticals", [False, True])
@pytest.mark.parametrize("penalty", [0, -6, -8])
def test_every_way_of_the_unskilled(criticals: bool, penalty: int) -> None:
    switches = {"unskilled_criticals": criticals, "unskilled_penalty": penalty}
    two, one = state(**switches), state(unskilled="one_die_plus_six", **switches)
    for base in range(-8, 18):
        args = {"who": "you", "attribute": "speed", "base": base}
        tn = base + penalty + 4  # Speed 10
        two_dice = chance(2, lambda dice, tn=tn: makes(dice, tn, criticals))
        one_die = chance(1, lambda dice, tn=tn: dice[0] + 6 < tn)
        assert (success(read(two, args)), success(read(one, args))) == (two_dice, one_die)
        assert critical(read(one, args), "success") == 0


def beaten(first: Dice, second: Dice, tn: int, by_dice: bool) -> bool:
    """R7"""
    extreme = set(second) in ({1}, {6})
    if not by_dice or extreme or lowest(second) != tn:
        return makes(second, tn)
    pairs = list(zip(sorted(first)[2:], sorted(second)[2:], strict=False))
    apart = [(one, other) for one, other in pairs if one != other]
    return not apart or apart[0][1] < apart[0][0]


@pytest.mark.parametrize("tie", ["strict", "remaining_dice"])
@pytest.mark.parametrize(("ours", "theirs"), [(2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (3, 4)])
@pytest.mark.parametrize(("tn", "shift"), [(8, 0), (12, -2), (5, 12), (20, -9)])
def test_every_contest(tie: str, ours: int, theirs: int, tn: int, shift: int) -> None:
    one = Counter(tuple(sorted(dice)) for dice in falls(ours))
    other = Counter(tuple(sorted(dice)) for dice in falls(theirs))
    won = 0
    for first, ways in one.items():
        if not makes(first, tn):
            won += ways * 6**theirs
            continue
        number = lowest(first) + shift
        won += ways * sum(
            count
            for second, count in other.items()
            if beaten(first, second, number, tie == "remaining_dice")
        )
    given = state(contested_tie=tie)
    roll = read(given, {"who": "you", "dice": ours, "base": tn})
    answer = read(given, {"who": "guard", "dice": theirs, "modifier": shift}, base=0)
    expected = Fraction(won, 6 ** (ours + theirs))
    assert second_wins(roll, answer, ties_by_dice=tie == "remaining_dice") == expected


@pytest.mark.parametrize(
    ("switches", "marked", "dice", "number"),
    [
        # Reflex of the guard: (20 + 10) / 2 = 15, so +5 and three dice
        ({}, 0, 2, 5),
        ({}, 3, 2, 2),
        ({}, 6, 2, -1),
        ({"reflex_dice": "by_attribute"}, 0, 3, 5),
        ({"reflex_dice": "by_attribute"}, 1, 3, 4),
        ({"wound_thresholds": [1, 5, 8]}, 3, 2, 4),
        ({"reflex_step": "always"}, 3, 2, 99),
        ({"reflex_step": "never"}, 0, 2, -99),
        ({}, 10, 2, -99),
        ({"reflex_step": "always"}, 10, 2, -99),
    ],
)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_attack(
    switches: dict[str, Any], marked: int, dice: int, number: int, count: int
) -> None:
    given = state(**switches)
    given.characters["guard"].mental = marked
    counts = chance(dice, lambda fallen: lowest(fallen) < number)
    open_ = chance(count, lambda fallen: makes(fallen, 7))
    for defense in ([1], [2, 9]):
        args = {"who": "you", "target": "guard", "dice": count, "base": 8, "opposition": [1]}
        attack = read_attack(given, {**args, "defense": defense})
        tn = 7 - sum(defense)
        guarded = chance(count, lambda fallen, tn=tn: makes(fallen, tn))
        assert hit(given, attack) == counts * guarded + (1 - counts) * open_


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize(("marked", "wounds"), [(0, 0), (1, -1), (4, -3), (9, -6)])
def test_every_answer(count: int, marked: int, wounds: int) -> None:
    given = state()
    guard = given.characters["guard"]
    guard.physical = marked
    guard.skills = {"Shield": {"points": POINTS[count], "attribute": "speed"}}
    for total in range(2, 13):
        roll = answers.number(given, "guard", "Shield", total)
        tn = total + MODIFIERS[count] + wounds
        assert roll.tn == tn
        assert success(roll) == chance(count, lambda dice, tn=tn: makes(dice, tn))
