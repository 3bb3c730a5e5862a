"""Exact chances, beside plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine import odds


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_sums_of_dice(count: int) -> None:
    counted: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=count):
        counted[sum(faces)] = counted.get(sum(faces), Fraction(0)) + Fraction(1, 6**count)
    assert odds.dice(count) == counted


@pytest.mark.parametrize("count", [1, 2, 3])
def test_dice_that_explode_once(count: int) -> None:
    counted: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=count):
        sixes = faces.count(6)
        for more in product(range(1, 7), repeat=sixes):
            number = sum(faces) + sum(more)
            part = Fraction(1, 6 ** (count + sixes))
            counted[number] = counted.get(number, Fraction(0)) + part
    assert odds.exploding(count) == counted
    assert sum(counted.values()) == 1


@pytest.mark.parametrize("ties", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_who_is_ahead_of_two(ties: Fraction) -> None:
    won = Fraction(0)
    for a, b, c, d in product(range(1, 7), repeat=4):
        mine, theirs = a + b + 7, c + d + 6
        share = Fraction(1) if mine > theirs else ties if mine == theirs else Fraction(0)
        won += share / 6**4
    mine_chances = odds.total(odds.dice(2), odds.certain(7))
    theirs_chances = odds.total(odds.dice(2), odds.certain(6))
    assert odds.beats(mine_chances, theirs_chances, ties) == won


@pytest.mark.parametrize("target", range(2, 14))
def test_a_challenge_against_a_target_number(target: int) -> None:
    won = sum(a + b > target for a, b in product(range(1, 7), repeat=2))
    assert odds.chance(odds.dice(2), lambda number: number > target) == Fraction(won, 36)


@pytest.mark.parametrize("base", range(-8, 3))
def test_damage_is_never_below_nothing(base: int) -> None:
    counted: dict[int, Fraction] = {}
    for face in range(1, 7):
        number = max(0, face + base)
        counted[number] = counted.get(number, Fraction(0)) + Fraction(1, 6)
    assert odds.at_least(odds.total(odds.die(), odds.certain(base)), 0) == counted


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(4, 6), ("4 in 6", "67 %")),
        (Fraction(0), ("0 in 6", "0 %")),
        (Fraction(1), ("6 in 6", "100 %")),
        (Fraction(5, 12), ("5/12", "42 %")),
    ],
)
def test_chances_in_words(chance: Fraction, said: tuple[str, str]) -> None:
    assert odds.in_words(chance) == said
