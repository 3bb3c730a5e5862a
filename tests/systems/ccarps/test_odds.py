"""Exact chances beside a count of every fall of the dice under the rules themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.odds import chance, lowest
from engine.odds.tree import TreeDice, every_fall
from engine.simulation import Simulation
from engine.state import AnyState
from engine.system import get_system
from engine.systems.ccarps.attack import read_attack
from engine.systems.ccarps.odds import critical, hit, second_wins, success
from engine.systems.ccarps.rolls import Roll, read
from engine.systems.ccarps.rules import CcarpsRules

PEOPLE: dict[str, dict[str, Any]] = {
    "you": {"skill_list": ["Stealth 6 Reflex", "Sword 3 Speed"]},
    "guard": {"skill_list": ["Detect 7 Perception"], "strength": 3, "dexterity": 20},
}


def state(**rules: Any) -> AnyState:
    system = get_system("ccarps")
    made = system.new_state(CcarpsRules.make(rules))
    for who, fields in PEOPLE.items():
        made.characters[who] = system.new_character(who, who.title(), who, "pc", fields)
    return made


def counted(given: AnyState, verb: str, look: Any, **args: Any) -> Fraction:
    """The chance that a whole command comes to something, by playing every fall of its dice."""

    def play(dice: TreeDice) -> bool:
        table = Simulation(get_system("ccarps"), given.clone(), dice)
        events = table.do(verb, None, **args)
        return bool(look(events[-1].data))

    return sum((part for part, holds in every_fall(play) if holds), Fraction(0))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_two_lowest_of_some_dice(count: int) -> None:
    chances = lowest(count, 2)
    assert sum(chances.values()) == 1
    falls = [sum(sorted(dice)[:2]) for dice in product(range(1, 7), repeat=count)]
    assert chances == {
        number: Fraction(falls.count(number), 6**count) for number in sorted(set(falls))
    }


def test_the_chance_of_the_worked_example() -> None:
    roll = Roll("you", 3, 6, "")
    assert success(roll) == Fraction(113, 216)
    assert critical(roll, "success") == critical(roll, "failure") == Fraction(1, 216)
    assert chance(lowest(3, 2), lambda total: total < 6) == Fraction(113, 216)


@pytest.mark.parametrize("tn", [-2, 2, 3, 7, 12, 13, 20])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_roll_with_criticals(count: int, tn: int) -> None:
    given = state()
    args = {"who": "you", "dice": count, "base": tn}
    expected = counted(given, "quick_check", lambda data: data["success"], **args)
    assert success(read(given, args)) == expected
    plain = chance(lowest(count, 2), lambda total: total < tn)
    assert success(Roll("you", count, tn, "", criticals=False)) == plain


@pytest.mark.parametrize("unskilled", ["two_dice", "one_die_plus_six"])
@pytest.mark.parametrize("criticals", [True, False])
def test_an_unskilled_roll(unskilled: str, criticals: bool) -> None:
    given = state(unskilled=unskilled, unskilled_criticals=criticals)
    for base in (-4, 0, 4, 9):
        args = {"who": "you", "attribute": "speed", "base": base}
        expected = counted(given, "quick_check", lambda data: data["success"], **args)
        assert success(read(given, args)) == expected


@pytest.mark.parametrize(
    ("tie", "dice", "opposition"),
    [("strict", 2, 0), ("strict", 2, 12), ("remaining_dice", 3, 3), ("remaining_dice", 2, 1)],
)
def test_a_contest(tie: str, dice: int, opposition: int) -> None:
    given = state(contested_tie=tie)
    first = {"who": "you", "dice": dice, "modifier": 3, "base": 4}
    second = {"who": "guard", "skill": "Detect", "opposition": [opposition]}
    wins = counted(
        given,
        "quick_contest",
        lambda data: data["winner"] == "guard",
        first=first,
        second=second,
    )
    one, other = read(given, first), read(given, second, base=0)
    assert second_wins(one, other, ties_by_dice=tie == "remaining_dice") == wins


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"reflex_step": "always"},
        {"reflex_step": "never"},
        {"reflex_dice": "by_attribute"},
    ],
)
@pytest.mark.parametrize("defense", [[], [3], [2, 9]])
def test_an_attack(rules: dict[str, Any], defense: list[int]) -> None:
    given = state(**rules)
    args = {"who": "you", "target": "guard", "skill": "Sword", "base": 5, "defense": defense}
    expected = counted(given, "quick_attack", lambda data: data["success"], **args)
    assert hit(given, read_attack(given, args)) == expected
