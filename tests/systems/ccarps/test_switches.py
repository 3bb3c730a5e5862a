"""Every house rule: each of its values on one scene; and whether each ruling has its test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.systems.ccarps.rules import CcarpsRules
from tests.systems.ccarps.people import (
    Play,
    attack,
    block,
    check,
    contest,
    does,
    last,
    parry,
    person,
    pick,
    scene,
)
from tests.systems.ccarps.test_characters import sets

UNSKILLED = check(attribute="speed", base=2)
EQUAL = contest({"base": 5}, {"opposition": [1]})
MARKED = {"marks": {"mental": 5, "physical": 3, "spiritual": 8}}
PARRIED = attack(answer=parry(), locate=True)

SWITCHED: list[tuple[str, Any, dict[str, Any], Callable[[dict[str, Any]], Any], Any, Any, int]] = [
    # the switch, another value, a scene, what is looked at, by default, then; how many fewer dice
    (
        "unskilled",
        "one_die_plus_six",
        scene(UNSKILLED, dice=[1, 3]),
        lambda r: [last(r)["total"], last(r)["success"], r["rolls"][0]["dice"]],
        [4, True, [1, 3]],
        [7, False, [1]],
        1,
    ),
    (
        "unskilled_penalty",
        -6,
        scene(UNSKILLED, dice=[1, 3]),
        lambda r: pick(last(r), "simple", "tn"),
        [2, 6],
        [-4, 0],
        0,
    ),
    (
        "unskilled_penalty",
        -8,
        scene(UNSKILLED, dice=[1, 3]),
        lambda r: pick(last(r), "simple", "tn"),
        [2, 6],
        [-6, -2],
        0,
    ),
    (
        "unskilled_criticals",
        True,
        scene(UNSKILLED, dice=[6, 6]),
        lambda r: last(r)["critical"],
        None,
        "failure",
        0,
    ),
    (
        "contested_tie",
        "remaining_dice",
        scene(EQUAL, dice=[3, 2, 6, 5, 5, 2]),
        lambda r: [last(r)["winner"], *pick(last(r)["second"], "tn", "total", "degree")],
        ["You", 7, 7, None],
        ["Guard", 7, 7, 0],
        0,
    ),
    (
        "wound_thresholds",
        [1, 5, 8],
        scene(check(), dice=[1, 2], you=MARKED),
        lambda r: [person(r)["wounds"], last(r)["tn"]],
        [-12, -5],
        [-10, -3],
        0,
    ),
    (
        "unconscious_wounds",
        "applied",
        scene(does("unconscious_turn"), dice=[1, 1], you={"marks": {"mental": 10}}),
        lambda r: pick(last(r), "tn", "success", "marked"),
        [4, True, 0],
        [-2, False, 1],
        0,
    ),
    (
        "reflex_step",
        "always",
        scene(attack(defense=[3]), dice=[3, 3, 6, 5]),
        lambda r: pick(last(r), "reflex", "tn", "total"),
        [False, 8, 11],
        [True, 5, 6],
        2,
    ),
    (
        "reflex_step",
        "never",
        scene(attack(defense=[3]), dice=[1, 1, 6, 5]),
        lambda r: pick(last(r), "reflex", "tn", "total"),
        [True, 5, 11],
        [False, 8, 2],
        2,
    ),
    (
        "reflex_dice",
        "by_attribute",
        # Reflex 10: three dice
        scene(attack(defense=[3]), dice=[2, 2, 1, 5, 6]),
        lambda r: [last(r)["reflex"], last(r)["total"], r["rolls"][0]["dice"]],
        [False, 6, [2, 2]],
        [True, 11, [2, 2, 1]],
        -1,
    ),
    (
        "multiple_targets",
        "extra",
        scene(attack(targets=3), dice=[6, 5]),
        lambda r: last(r)["simple"],
        5,
        6,
        0,
    ),
    (
        "collateral_target_number",
        "simple",
        scene(attack(modifier=1, base=3, bystanders=["Cora"]), dice=[6, 5, 1, 2, 6, 6, 6]),
        lambda r: last(r)["collateral"][0]["hit"],
        True,
        False,
        0,
    ),
    (
        "parry_damage",
        "none",
        scene(PARRIED, dice=[2, 3, 3, 3, 4, 1, 1]),
        lambda r: pick(last(r), "damage", "location", "marked"),
        [5, "head", 5],
        [None, None, 0],
        2,
    ),
    (
        "critical_doubles",
        "before_resistance",
        scene(attack(answer=block()), dice=[1, 1, 1, 2, 6], guard={"resist": {"cutting": 2}}),
        lambda r: last(r)["damage"],
        2,
        6,
        0,
    ),
    (
        "limb_locations",
        "legs_8_9",
        scene(attack(locate=True), attack(locate=True), dice=[2, 3, 4, 4, 2, 3, 5, 5]),
        lambda r: [one["location"] for one in r["outcomes"]],
        ["arm", "leg"],
        ["leg", "arm"],
        0,
    ),
    (
        "secondary_attributes",
        "rc1",
        scene(check(attribute="reflex", base=0), dice=[1, 2], you={"attributes": {"strength": 30}}),
        lambda r: last(r)["tn"],
        4,
        5,
        0,
    ),
    (
        "reroll_ones",
        "once",
        scene(sets("fantasy", 5), dice=[1, 1, 3, 2, 2, 2, 2]),
        lambda r: last(r)["sets"],
        [3, 2, 2, 2, 2],
        [1, 3, 2, 2, 2],
        1,
    ),
]


DESCRIBED = {one["key"]: one for one in CcarpsRules.describe()}


def each_value() -> Iterator[Any]:
    """Each value of each switch under its ruling, the default with every other."""
    for name, value, whole, look, by_default, then, fewer in SWITCHED:
        usual, ruling = DESCRIBED[name]["default"], DESCRIBED[name]["ruling"]
        for one, seen, left in ((usual, by_default, max(0, -fewer)), (value, then, max(0, fewer))):
            yield pytest.param(name, one, whole, look, seen, left, id=f"{ruling}-{name}-{one}")


VALUES = list(each_value())


@pytest.mark.parametrize(("name", "value", "whole", "look", "seen", "left"), VALUES)
def test_a_value_of_a_switch(
    name: str, value: Any, whole: dict[str, Any], look: Any, seen: Any, left: int, play: Play
) -> None:
    given = {**whole["given"], "rules": {name: value}}
    assert look(play({**whole, "given": given}, left)) == seen
    if value == DESCRIBED[name]["default"]:
        assert look(play(whole, left)) == seen


def test_every_value_of_every_switch_has_a_test() -> None:
    tested = [one.values[:2] for one in VALUES]
    for name, one in DESCRIBED.items():
        assert all((name, option["value"]) in tested for option in one["options"])
    assert len(DESCRIBED) == 15


@pytest.mark.parametrize("number", range(1, 38))
def test_every_ruling_has_a_test_of_its_name(number: int) -> None:
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    text = "\n".join(one.read_text(encoding="utf-8") for one in files)
    assert re.search(rf"^def test_r{number}_\w+\(", text, re.MULTILINE)


def test_an_equal_roll_without_dice_that_differ_goes_to_the_second(play: Play) -> None:
    rules = {"contested_tie": "remaining_dice"}
    won = [([3, 2, 6], "Guard"), ([3, 2, 5], "Guard"), ([3, 2, 4], "You")]
    for first, winner in won:
        result = play(scene(EQUAL, dice=[*first, 5, 5, 2], rules=rules))
        assert last(result)["winner"] == winner


def test_only_an_equal_roll_that_is_no_critical_is_a_tie(play: Play) -> None:
    rules = {"contested_tie": "remaining_dice"}
    step = contest({"base": 20}, {"situational": [5], "opposition": [1]})
    # 5 + 5 + 3 - 1 = 12, and three sixes are 12
    result = play(scene(step, dice=[2, 3, 6, 6, 6, 6], rules=rules))
    assert pick(last(result)["second"], "tn", "total", "critical") == [12, 12, "failure"]
    assert last(result)["winner"] == "You"


def test_reflex_by_attribute_has_two_dice_at_least(play: Play) -> None:
    guard = {"attributes": {"dexterity": 1, "intelligence": 0}}
    result = play(
        scene(
            attack(defense=[1]),
            dice=[1, 2, 6, 5],
            rules={"reflex_dice": "by_attribute"},
            guard=guard,
        )
    )
    assert result["rolls"][0]["dice"] == [1, 2]


def test_defence_that_always_counts_still_needs_a_conscious_target(play: Play) -> None:
    result = play(
        scene(
            attack(defense=[3]),
            dice=[6, 5],
            rules={"reflex_step": "always"},
            guard={"marks": {"mental": 10}},
        )
    )
    assert pick(last(result), "reflex", "tn") == [False, 8]


def test_one_die_plus_six_is_never_critical(play: Play) -> None:
    rules = {"unskilled": "one_die_plus_six", "unskilled_criticals": True}
    result = play(scene(check(attribute="speed", base=9), dice=[6], rules=rules))
    assert pick(last(result), "tn", "total", "success", "critical") == [13, 12, True, None]
