"""Every ruling of characters (R30 to R37) with exact numbers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.ccarps.model import PRIMARIES
from tests.systems.ccarps.people import Play, does, last, person, pick, refused, scene, skill

FIFTEEN = {"strength": 15, "dexterity": 16, "constitution": 14, "intelligence": 15}
FIFTEEN |= {"willpower": 15}


def sets(convention: str = "none", age: int = 21, **more: Any) -> dict[str, Any]:
    return {"do": "roll_attributes", "convention": convention, "age": age, **more}


def checked(**more: Any) -> dict[str, Any]:
    """Attributes of 75 points, all of them in two skills."""
    skills = {"S": skill(36, "lift"), "T": skill(36, "speed"), "U": skill(3, "speed")}
    given = {"attributes": FIFTEEN, "oddities": [], "skills": skills}
    return {"do": "validate", **given, **more}


def odd(name: str, cost: int) -> dict[str, Any]:
    return {"name": name, "cost": cost}


def errors(play: Play, **more: Any) -> list[str]:
    found: list[str] = last(play(scene(checked(**more))))["errors"]
    return found


@pytest.mark.parametrize(
    ("age", "dice"), [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (15, 3), (16, 4), (20, 4), (21, 5)]
)
def test_r32_dice_by_age(play: Play, age: int, dice: int) -> None:
    outcome = last(play(scene(sets(age=age), dice=[3] * 5 * dice)))
    assert outcome["sets"] == [3 * dice] * 5


def test_r32_attributes_fit_the_age(play: Play) -> None:
    assert errors(play, age=20) == []
    assert errors(play, age=10) == [
        "attribute_range:constitution",
        "attribute_range:dexterity",
        "attribute_range:intelligence",
        "attribute_range:strength",
        "attribute_range:willpower",
    ]
    low = {**FIFTEEN, "strength": 4, "dexterity": 27}
    assert errors(play, attributes=low) == ["attribute_range:strength"]
    high = {**FIFTEEN, "strength": 31, "dexterity": 0}
    assert errors(play, attributes=high) == [
        "attribute_range:dexterity",
        "attribute_range:strength",
    ]


@pytest.mark.parametrize("convention", ["none", "hard_core"])
def test_r33_in_order_and_ones_stay(play: Play, convention: str) -> None:
    outcome = last(play(scene(sets(convention, 6), dice=[1, 1, 2, 3, 4, 4, 5, 6, 6, 6])))
    assert outcome == {
        "step": 0,
        "do": "roll_attributes",
        "sets": [2, 5, 8, 11, 12],
        "attributes": dict(zip(PRIMARIES, (2, 5, 8, 11, 12), strict=True)),
        "points": 38,
        "rank": "none",
    }


def test_r33_fantasy_rolls_ones_again_and_assigns(play: Play) -> None:
    order = ["willpower", "intelligence", "constitution", "dexterity", "strength"]
    dice = [1, 1, 1, 2, 3, 4, 4, 2, 2, 5, 5, 6, 6]
    result = play(scene(sets("fantasy", 6, assign=order), dice=dice))
    # 1 1, then 1 again and 2 for the first, 3 for the second
    assert last(result)["sets"] == [5, 8, 4, 10, 12]
    assert last(result)["attributes"] == dict(zip(order, (5, 8, 4, 10, 12), strict=True))
    assert result["rolls"][0] == {
        "step": 0,
        "who": None,
        "purpose": "set",
        "dice": [1, 1, 1, 2, 3],
        "result": 5,
    }


def test_r33_campy_takes_the_best_five_of_ten(play: Play) -> None:
    dice = [2, 3, 4, 5, 6, 1, 3, 2, 2, 6, 6]
    outcome = last(play(scene(sets("campy", 5), dice=dice)))
    assert outcome["sets"] == [6, 6, 6, 5, 4], "those that are assigned; all ten are in the rolls"
    assert outcome["attributes"] == dict(zip(PRIMARIES, (6, 6, 6, 5, 4), strict=True))
    assert outcome["points"] == 27


@pytest.mark.parametrize(
    "step",
    [
        {"do": "roll_attributes"},
        sets(age=-1),
        sets("grim"),
        sets(assign=list(PRIMARIES)),
        sets("hard_core", assign=list(PRIMARIES)),
        sets("fantasy", assign=list(PRIMARIES[:4])),
        sets("fantasy", assign=["strength"] * 5),
        sets("campy", assign="strength"),
    ],
)
def test_r33_what_is_refused(play: Play, step: dict[str, Any]) -> None:
    assert refused(play(scene(step))) == [[0, None]]


def test_r34_points_balance_exactly(play: Play) -> None:
    outcome = last(play(scene(checked())))
    assert pick(outcome, "points", "spent", "errors") == [75, 75, []]
    assert errors(play, oddities=[odd("Odd", 1)]) == ["points_mismatch"]
    assert errors(play, oddities=[odd("Odd", 4), odd("Bad", -4)]) == []


@pytest.mark.parametrize(
    ("convention", "most"), [("hard_core", 5), ("fantasy", 7), ("campy", 10), ("none", 10)]
)
def test_r34_how_many_oddities(play: Play, convention: str, most: int) -> None:
    social = [odd("wealth", 0), odd("contact", 5), odd("contact", -5)]
    for count, codes in ((most, []), (most + 1, ["too_many_oddities"])):
        oddities = social + [odd("Odd", 0)] * (count - 3)
        found = errors(play, convention=convention, oddities=oddities)
        assert [one for one in found if not one.startswith("skill_cap")] == codes


def test_r34_hard_core_oddities_come_to_nothing(play: Play) -> None:
    skills = {"S": skill(5, "lift")}
    oddities = [odd("Odd", 70)]
    found = errors(play, convention="hard_core", skills=skills, oddities=oddities)
    assert found == ["oddities_not_zero"]


@pytest.mark.parametrize(("convention", "cap"), [("hard_core", 5), ("fantasy", 10), ("none", 36)])
def test_r34_skill_caps(play: Play, convention: str, cap: int) -> None:
    # Lift (14 + 15) / 2 rounds to 15: +5
    for points, codes in ((cap, []), (cap + 1, ["skill_cap:S"])):
        found = errors(play, convention=convention, skills={"S": skill(points, "lift")})
        assert [one for one in found if one.startswith("skill")] == codes


@pytest.mark.parametrize(
    "governing", [{"attribute": "strength"}, {"attribute": ["lift"]}, {"attribute": None}, {}]
)
def test_r34_a_skill_without_a_secondary_attribute_has_no_cap(
    play: Play, governing: dict[str, Any]
) -> None:
    assert errors(play, skills={"S": {"points": 75, **governing}}) == ["skill_attribute:S"]


@pytest.mark.parametrize(
    ("oddities", "codes"),
    [
        ([odd("wealth", 0), odd("wealth", 15)], ["points_mismatch", "wealth_twice"]),
        ([odd("wealth", 5)], ["points_mismatch", "wealth_value"]),
        ([odd("contact", 0)], ["contact_value"]),
        ([odd("contact", 15), odd("contact", 5)], ["points_mismatch", "social_over_15"]),
        ([odd("contact", -15), odd("contact", -5)], ["points_mismatch", "social_over_15"]),
        ([odd("contact", 15), odd("contact", -15), odd("contact", 10)], ["points_mismatch"]),
        ([odd("contact", 5), odd("contact", -5)] * 2, ["too_many_contacts"]),
        ([odd("Wealth", 3), odd("Contact", -3)], []),
    ],
)
def test_r35_wealth_and_contacts(
    play: Play, oddities: list[dict[str, Any]], codes: list[str]
) -> None:
    assert errors(play, oddities=oddities) == codes


def test_validate_tells_the_secondary_attributes(play: Play) -> None:
    outcome = last(play(scene(checked())))
    names = ("charisma", "speed", "reflex", "lift", "perception")
    assert outcome["secondary"] == dict(zip(names, (15, 16, 16, 15, 15), strict=True))
    assert outcome["modifiers"] == dict.fromkeys(names, 5)
    assert outcome["rank"] == "beginner"


@pytest.mark.parametrize(
    "more",
    [
        {"attributes": {"strength": 10}},
        {"attributes": {**FIFTEEN, "luck": 3}},
        {"attributes": {**FIFTEEN, "strength": "15"}},
        {"oddities": [{"name": "Odd"}]},
        {"oddities": {"Odd": 3}},
        {"oddities": None},
        {"skills": None},
        {"skills": {"S": {"attribute": "lift"}}},
        {"skills": {"S": {"points": -1, "attribute": "lift"}}},
        {"age": -1},
        {"convention": "grim"},
    ],
)
def test_validate_refuses_what_is_no_character(play: Play, more: dict[str, Any]) -> None:
    assert refused(play(scene(checked(**more)))) == [[0, None]]


def test_r37_points_are_assigned_and_counted(play: Play) -> None:
    steps = [
        does("award", points=12),
        does("improve", skill="Sword", points=3),
        does("improve", skill="Tactics", attribute="perception", points=2),
        does("improve", accumulator="willpower", points=6),
        does("improve", accumulator="willpower", points=1),
    ]
    result = play(scene(*steps, you={"accumulators": {"willpower": 4}, "unassigned": 1}))
    assert [one["unassigned"] for one in result["outcomes"]] == [13, 10, 8, 2, 1]
    assert person(result)["accumulators"]["willpower"] == 11
    assert person(result)["skills"] == {
        "Stealth": {"points": 6, "modifier": 3, "dice": 3},
        "Sword": {"points": 6, "modifier": 3, "dice": 3},
        "Tactics": {"points": 2, "modifier": 1, "dice": 2},
    }


def test_r37_too_large_a_spend_is_refused_whole(play: Play) -> None:
    steps = [
        does("improve", skill="Sword", points=3),
        does("improve", skill="S", points=2),
        does("improve", skill="S", points=1),
        does("award", points=0),
        does("improve", skill="Sword", points=0),
        does("improve", points=1),
        does("improve", skill="Sword", accumulator="strength", points=1),
        does("improve", accumulator="lift", points=1),
        does("improve", skill="New", attribute="strength", points=1),
    ]
    result = play(
        scene(*steps, you={"unassigned": 2, "skills": {"S": skill(35), "Sword": skill(1)}})
    )
    assert [place for place, _ in refused(result)] == [0, 1, 3, 4, 5, 6, 7, 8]
    assert person(result)["skills"]["S"]["points"] == 36


def test_r37_no_session_while_points_are_held_by_anybody(play: Play) -> None:
    full = {"mental": 10, "physical": 10, "spiritual": 10}
    start = {"do": "session_start"}
    steps = [start, does("improve", "Cora", accumulator="strength", points=2), start]
    result = play(scene(*steps, cora={"unassigned": 2, "marks": full}))
    assert refused(result) == [[0, None]]
    assert last(result) == {"step": 2, "do": "session_start"}
