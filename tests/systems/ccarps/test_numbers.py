"""Tables and averages (R30, R31, R36), and how dice are judged (R1, R4, R5)."""

from __future__ import annotations

import pytest

from engine.modifiers import Term
from engine.systems.ccarps.model import PRIMARIES
from engine.systems.ccarps.numbers import dice_of, modifier_of, rank, secondary
from engine.systems.ccarps.rolls import Roll, judge, two_lowest, wins_tie
from engine.systems.ccarps.rules import CcarpsRules


@pytest.mark.parametrize(
    ("points", "modifier", "dice"),
    [
        (-4, 0, 0),
        (0, 0, 0),
        (1, 1, 2),
        (2, 1, 2),
        (3, 2, 2),
        (5, 2, 2),
        (6, 3, 3),
        (9, 3, 3),
        (10, 4, 3),
        (14, 4, 3),
        (15, 5, 3),
        (17, 5, 3),
        (18, 5, 4),
        (20, 5, 4),
        (21, 6, 4),
        (27, 6, 4),
        (28, 7, 4),
        (35, 7, 4),
        (36, 8, 5),
        (50, 8, 5),
    ],
)
def test_r30_the_table(points: int, modifier: int, dice: int) -> None:
    assert (modifier_of(points), dice_of(points)) == (modifier, dice)


def test_r31_averages_to_the_nearest_halves_up() -> None:
    values = dict(zip(PRIMARIES, (7, 10, 13, 4, 6), strict=True))
    newer, older = CcarpsRules(), CcarpsRules.make({"secondary_attributes": "rc1"})
    names = ("charisma", "speed", "reflex", "lift", "perception")
    # (6+13)/2, (7+10)/2, (10+4)/2, (13+7)/2, (4+6)/2
    assert [secondary(values, name, newer) for name in names] == [10, 9, 7, 10, 5]
    # (13+4+6)/3 = 7.67, (7+10)/2, (7+10+6)/3 = 7.67, (7+6)/2 = 6.5, (4+6)/2
    assert [secondary(values, name, older) for name in names] == [8, 9, 8, 7, 5]


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (74, "none"),
        (75, "beginner"),
        (89, "beginner"),
        (90, "novice"),
        (105, "advanced"),
        (120, "heroic"),
        (135, "epic"),
        (149, "epic"),
        (150, "legendary"),
    ],
)
def test_r36_ranks(points: int, name: str) -> None:
    assert rank(points) == name


def test_a_roll_is_judged_by_its_two_lowest_dice() -> None:
    roll = Roll("you", 3, 3, "Base", [Term(-1, "", "")], [Term(3, "", "")], [Term(1, "", "")])
    assert (roll.simple, roll.skilled, roll.tn) == (2, 5, 4)
    assert two_lowest([5, 1, 2, 2]) == 3
    assert judge(roll, [6, 1, 2]).degree == 1
    assert judge(roll, [2, 2, 6]).success is False
    assert judge(roll, [1, 1, 1]).to_data() == {
        "simple": 2,
        "skilled": 5,
        "tn": 4,
        "total": 2,
        "success": True,
        "degree": 2,
        "critical": "success",
    }


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        ([1, 2, 5], [2, 1, 4], True),
        ([1, 2, 4], [2, 1, 5], False),
        ([1, 2], [2, 1, 6], True),
        ([1, 2, 3, 6], [1, 2, 3, 5], True),
        ([1, 2, 3, 4], [1, 2, 3], True),
    ],
)
def test_the_other_dice_of_a_tie(first: list[int], second: list[int], wins: bool) -> None:
    assert wins_tie(first, second) is wins
