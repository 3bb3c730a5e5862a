"""Every ruling of rolls and contests (R1 to R11) with exact numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.ccarps.people import (
    Play,
    check,
    contest,
    does,
    last,
    pick,
    purposes,
    refused,
    scene,
    skill,
)


def test_r1_the_two_lowest_must_be_under_the_number(play: Play) -> None:
    result = play(scene(check(dice=3), check(dice=3), dice=[5, 1, 5, 2, 6, 5]))
    assert [one["total"] for one in result["outcomes"]] == [6, 7]
    assert [one["success"] for one in result["outcomes"]] == [True, False]


def test_r2_three_stages(play: Play) -> None:
    step = check(skill="Stealth", base=3, situational=[1, -2], gear=[1], opposition=[2, 1])
    assert pick(last(play(scene(step, dice=[3, 2, 4]))), "simple", "skilled", "tn") == [2, 6, 3]


def test_r2_a_number_may_be_negative_or_high(play: Play) -> None:
    result = play(scene(check(base=-5), check(base=30), dice=[1, 2, 6, 5]))
    assert [pick(one, "tn", "success") for one in result["outcomes"]] == [[-5, False], [30, True]]


def test_r2_opposition_is_positive(play: Play) -> None:
    assert refused(play(scene(check(opposition=[-1])))) == [[0, None]]


def test_r3_dice_follow_from_points_alone(play: Play) -> None:
    you = {"skills": {"S": skill(17)}}
    result = play(scene(check(skill="S", gear=[9]), dice=[1, 2, 3], you=you))
    assert purposes(result) == [["check", "You", 3]]
    assert last(result)["tn"] == 21


@pytest.mark.parametrize("count", [0, 1, 6, True, "2", None])
def test_r3_a_stated_roll_has_two_to_five_dice(play: Play, count: Any) -> None:
    assert refused(play(scene(check(dice=count)))) == [[0, None]]


def test_r4_all_ones_and_all_sixes_override(play: Play) -> None:
    result = play(scene(check(base=1, dice=3), check(base=20), dice=[1, 1, 1, 6, 6]))
    names = ("success", "degree", "critical")
    assert [pick(one, *names) for one in result["outcomes"]] == [
        [True, 0, "success"],
        [False, None, "failure"],
    ]


def test_r4_nothing_else_is_a_critical(play: Play) -> None:
    result = play(scene(check(base=2, dice=3), check(base=20, dice=3), dice=[1, 1, 4, 6, 6, 5]))
    assert [pick(one, "success", "critical") for one in result["outcomes"]] == [
        [False, None],
        [True, None],
    ]


def test_r5_the_degree_is_what_is_left(play: Play) -> None:
    result = play(scene(check(opposition=[1]), check(), dice=[1, 3, 3, 4]))
    assert [one["degree"] for one in result["outcomes"]] == [2, None]


def test_r6_unskilled_by_the_attribute(play: Play) -> None:
    step = check(attribute="speed", base=2, situational=[1])
    result = play(scene(step, dice=[1, 1], you={"attributes": {"strength": 29}}))
    # Speed (29 + 10) / 2 rounds to 20: +5
    assert pick(last(result), "simple", "skilled", "critical") == [3, 8, None]


def test_r6_simple_actions_only_and_no_roll_without_points(play: Play) -> None:
    steps = [
        check(attribute="speed", complex=True),
        check(skill="Sneaking"),
        check(skill="Empty"),
        check(attribute="strength"),
    ]
    result = play(scene(*steps, you={"skills": {"Empty": skill(0)}}))
    assert refused(result) == [[0, None], [1, None], [2, None], [3, None]]


def test_r6_a_roll_is_of_one_kind(play: Play) -> None:
    steps = [
        check(skill="Sword", attribute="speed"),
        {"do": "check", "who": "You", "base": 7},
        {"do": "check", "who": "You", "dice": 2},
        check(base=7, movement="walking"),
    ]
    assert refused(play(scene(*steps))) == [[0, None], [1, None], [2, None], [3, None]]


def test_r7_the_total_is_passed_on(play: Play) -> None:
    step = contest({"situational": [1, -2], "gear": [1]}, {"situational": [1], "opposition": [1]})
    result = play(scene(step, dice=[3, 2, 4, 5, 6, 1]))
    assert pick(last(result)["second"], "simple", "skilled", "tn", "total") == [6, 9, 8, 6]
    assert last(result)["winner"] == "Guard"
    assert purposes(result) == [["first", "You", 3], ["second", "Guard", 3]]


def test_r7_the_worked_example(play: Play) -> None:
    step = contest({"situational": [1, -2], "gear": [1]}, {"opposition": [1]})
    outcome = last(play(scene(step, dice=[3, 2, 4, 5, 6, 2])))
    names = ("simple", "skilled", "tn", "total", "success", "degree")
    assert pick(outcome["first"], *names) == [2, 6, 6, 5, True, 1]
    assert pick(outcome["second"], *names) == [5, 8, 7, 7, False, None]
    assert outcome["winner"] == "You"


def test_r7_after_a_failure_nobody_else_rolls(play: Play) -> None:
    outcome = last(play(scene(contest({}, {}), dice=[6, 6, 5])))
    assert pick(outcome, "second", "winner") == [None, "Guard"]


def test_r7_criticals_of_both_sides(play: Play) -> None:
    result = play(scene(contest({}, {"opposition": [6]}), dice=[1, 1, 1, 1, 1, 1]))
    assert pick(last(result)["first"], "total", "critical") == [2, "success"]
    assert pick(last(result)["second"], "tn", "critical") == [-1, "success"]
    assert last(result)["winner"] == "Guard"


def test_r7_both_must_be_able_and_two(play: Play) -> None:
    steps = [
        contest({}, {"who": "You", "skill": "Sword"}),
        contest({}, {"base": 3}),
        contest({}, {}),
    ]
    result = play(scene(*steps, guard={"marks": {"mental": 10}}))
    assert refused(result) == [[0, None], [1, None], [2, None]]


def test_r8_technology(play: Play) -> None:
    steps = [check(tech=4), check(tech=12), check("Guard", tech=4)]
    result = play(scene(*steps, dice=[1, 2, 1, 2], you={"tech": 10}))
    assert [one["simple"] for one in result["outcomes"]] == [13, 5]
    assert refused(result) == [[2, None]]


def test_r9_each_pound_over_ten_times_lift(play: Play) -> None:
    # Lift 10: +4, so 40 pounds are free
    result = play(scene(check(carried=43), check(carried=40), dice=[1, 2, 1, 2]))
    assert [one["simple"] for one in result["outcomes"]] == [4, 7]


def test_r10_automatic_success_whatever_the_state(play: Play) -> None:
    full = {"marks": {"mental": 10, "physical": 10, "spiritual": 10}}
    outcome = last(play(scene(does("auto"), you=full)))
    assert outcome == {"step": 0, "do": "auto", "who": "You", "success": True}


@pytest.mark.parametrize(
    ("movement", "base"),
    [
        ("walking", 11),
        ("jogging", 8),
        ("running", 6),
        ("stairs", 4),
        ("jumping", 2),
        ("ladder", 0),
        ("long_jump", -2),
        ("hurdles", -4),
        ("panic_run", -6),
    ],
)
def test_r11_movement_is_a_base(play: Play, movement: str, base: int) -> None:
    assert last(play(scene(check(movement=movement), dice=[1, 2])))["simple"] == base
