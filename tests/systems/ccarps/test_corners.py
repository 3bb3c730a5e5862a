"""Where rulings meet: corners worked out by hand, with exact numbers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.scenario import run, run_text
from tests.systems.ccarps.people import (
    Play,
    attack,
    block,
    check,
    contest,
    dodge,
    does,
    last,
    parry,
    person,
    pick,
    purposes,
    refused,
    scene,
    skill,
)

NAMES = ("simple", "skilled", "tn", "total", "success", "degree", "critical")
DICE_DECIDE = {"contested_tie": "remaining_dice"}
ONE_DIE = {"unskilled": "one_die_plus_six"}


# Contests


@pytest.mark.parametrize(
    ("rules", "winner", "critical"),
    [
        ({}, "You", None),
        (DICE_DECIDE, "Cora", None),
        ({**DICE_DECIDE, "unskilled_criticals": True}, "You", "failure"),
    ],
)
def test_two_sixes_of_the_unskilled_at_twelve(
    play: Play, rules: dict[str, Any], winner: str, critical: str | None
) -> None:
    # 1 + 2 passed on, +5 of the situation, +4 for Reflex: 12
    step = contest({}, {"who": "Cora"})
    step["second"] = {"who": "Cora", "attribute": "reflex", "situational": [5]}
    result = play(scene(step, dice=[1, 2, 6, 6, 6], rules=rules))
    assert pick(last(result)["second"], "simple", "tn", "total") == [8, 12, 12]
    assert last(result)["second"]["critical"] == critical
    assert last(result)["winner"] == winner


@pytest.mark.parametrize(
    ("ours", "theirs", "winner"),
    [
        # four dice against three: only one pair can be compared
        ([1, 2, 4, 4], [2, 3, 4], "Guard"),
        ([1, 2, 4, 6], [2, 3, 5], "You"),
        ([1, 2, 5, 5], [2, 3, 4], "Guard"),
    ],
)
def test_as_many_other_dice_as_both_have(
    play: Play, ours: list[int], theirs: list[int], winner: str
) -> None:
    step = contest({}, {"opposition": [1]})
    step["first"] = {"who": "You", "dice": 4, "base": 9}
    result = play(scene(step, dice=[*ours, *theirs], rules=DICE_DECIDE))
    won = winner == "Guard"
    assert pick(last(result)["second"], *NAMES) == [3, 6, 5, 5, won, 0 if won else None, None]
    assert last(result)["winner"] == winner


def test_one_die_and_six_is_passed_on(play: Play) -> None:
    step = contest({}, {})
    step["first"] = {"who": "You", "attribute": "reflex", "base": 9}
    outcome = last(play(scene(step, dice=[6, 5, 6, 6], rules=ONE_DIE)))
    assert pick(outcome["first"], *NAMES) == [9, 13, 13, 12, True, 1, None]
    assert pick(outcome["second"], *NAMES) == [12, 15, 15, 11, True, 4, None]
    assert outcome["winner"] == "Guard"


def test_a_critical_of_the_first_side_below_its_number_passes_two_on(play: Play) -> None:
    result = play(scene(contest({"base": -9}, {}), dice=[1, 1, 1, 2, 3, 3]))
    assert pick(last(result)["first"], *NAMES) == [-9, -6, -6, 2, True, 0, "success"]
    assert pick(last(result)["second"], *NAMES) == [2, 5, 5, 5, False, None, None]
    assert last(result)["winner"] == "You"


def test_a_critical_failure_of_the_first_side_ends_the_contest(play: Play) -> None:
    outcome = last(play(scene(contest({"base": 30}, {}), dice=[6, 6, 6])))
    assert pick(outcome["first"], *NAMES) == [30, 33, 33, 12, False, None, "failure"]
    assert pick(outcome, "second", "winner") == [None, "Guard"]


def test_all_that_counts_for_the_second_side(play: Play) -> None:
    cora = {"tech": 2, "marks": {"mental": 3}}
    step = contest({}, {})
    step["second"] = {"who": "Cora", "attribute": "lift", "tech": 4, "carried": 45, "gear": [9]}
    result = play(scene(step, dice=[2, 3, 6, 1, 1], rules={"unskilled_penalty": -6}, cora=cora))
    # 5 - 6 unskilled, - 2 technology, - 5 pounds; + 4 for Lift, + 9, - 3 wounds
    assert pick(last(result)["second"], *NAMES) == [-8, 2, 2, 2, False, None, None]


# Attacks


def test_every_stage_of_an_attack(play: Play) -> None:
    people = {"you": {"height": 4, "marks": {"mental": 1}}, "guard": {"height": 6}}
    step = attack(
        situational=[1], gear=[2], called="hand", opposition=[3], defense=[1, 2], modifier=5
    )
    result = play(scene(step, dice=[1, 2, 2, 3], **people))
    # 8 + 1 - 4; + 5 + 2 - 1 wound + 2 feet; - 3 - 3
    assert pick(last(result), *NAMES) == [5, 13, 7, 5, True, 2, None]
    # 5 less two feet
    assert pick(last(result), "location", "damage") == ["hand", 3]


@pytest.mark.parametrize(
    ("doubles", "weapon", "damage"),
    [
        # 6 + 2 - 1 + 1 foot = 8; 3 resisted, 2 blocked
        ("after_resistance", 6, 6),
        ("before_resistance", 6, 11),
        # 2 + 2 - 1 + 1 = 4, less than the 5 that stop it
        ("after_resistance", 2, 0),
        ("before_resistance", 2, 3),
        ("before_resistance", -3, 0),
    ],
)
def test_a_critical_that_is_blocked(play: Play, doubles: str, weapon: int, damage: int) -> None:
    people = {"you": {"height": 6}, "guard": {"height": 5, "resist": {"cutting": 3}}}
    blow = {"damage": weapon, "type": "cutting"}
    step = attack(weapon=blow, damage_modifiers=[2, -1], answer=block())
    rules = {"critical_doubles": doubles}
    result = play(scene(step, dice=[1, 1, 1, 3, 6], rules=rules, **people))
    assert pick(last(result), "damage", "marked") == [damage, damage]


def test_a_miss_by_nothing_drifts_by_nothing(play: Play) -> None:
    step = attack(called="arm", bystanders=["Cora"])
    result = play(scene(step, dice=[1, 3, 2, 6, 6, 6, 1, 2]))
    # 8 - 4 = 4, and 4 is not under it; the bystander's 3 is
    assert last(result)["drift"] == [2, 0]
    assert last(result)["collateral"][0]["hit"] is True
    assert purposes(result)[1:] == [["drift", "You", 1], ["collateral", "Cora", 5]]


def test_one_die_and_six_misses_far(play: Play) -> None:
    step = attack(attribute="speed", called="arm", bystanders=["Cora"], base=3)
    result = play(scene(step, dice=[6, 5, 1, 1, 6, 6, 6], rules=ONE_DIE))
    assert pick(last(result), "tn", "total", "critical", "drift") == [3, 12, None, [5, 9]]
    assert purposes(result)[-1] == ["collateral", "Cora", 5]


def test_criticals_of_an_unskilled_attack(play: Play) -> None:
    step = attack(attribute="speed", base=-20)
    result = play(scene(step, dice=[1, 1], rules={"unskilled_criticals": True}))
    assert pick(last(result), "success", "degree", "damage") == [True, 0, 10]
    wide = attack(attribute="speed", base=1, bystanders=["Cora"])
    result = play(scene(wide, dice=[6, 6, 3, 3, 6, 6, 6]))
    assert pick(last(result), "critical", "wheel") == [None, None]
    result = play(scene(wide, dice=[6, 6, 3, 3], rules={"unskilled_criticals": True}))
    assert pick(last(result), "critical", "wheel", "collateral") == ["failure", 6, []]


def test_bystanders_face_height_and_riposte_but_no_opposition(play: Play) -> None:
    people = {"you": {"height": 7}, "guard": {"height": 5}}
    steps = [
        attack(who="Guard", target="You", answer=parry(), weapon={"damage": 0}),
        attack(riposte=True, base=2, opposition=[9], bystanders=["Cora"]),
    ]
    # at the guard's 8 + 2 feet; You parry with 2 + 3 + 2; then 2 - 2 feet + 2 = 2
    result = play(scene(*steps, dice=[2, 3, 3, 3, 5, 5, 1, 1, 6, 6, 6], **people))
    assert pick(result["outcomes"][1], "simple", "skilled", "tn") == [2, 2, -7]
    assert result["outcomes"][1]["collateral"][0] == {
        "who": "Cora",
        "total": 2,
        "hit": False,
        "damage": None,
        "marked": 0,
    }


def test_a_blow_kills_and_the_rest_is_lost(play: Play) -> None:
    guard = {"marks": {"mental": 10, "physical": 10, "spiritual": 8}}
    steps = [attack(answer=dodge()), attack(), attack(target="Cora", bystanders=["Guard"])]
    result = play(scene(*steps, dice=[2, 3], guard=guard))
    assert pick(last(result), "damage", "marked", "answer") == [5, 2, None]
    assert refused(result) == [[0, "answer"], [1, None], [2, None]]
    assert pick(person(result, "Guard"), "dead", "unconscious") == [True, False]


def test_a_failed_block_leaves_the_riposte_that_was_stored(play: Play) -> None:
    blow = {"weapon": {"damage": 0}}
    steps = [attack(answer=parry(), **blow), attack(answer=block(), **blow), attack(**blow)]
    result = play(scene(*steps, dice=[2, 3, 3, 3, 6, 2, 3, 4, 4, 6, 2, 3]))
    assert [one["answer"] and one["answer"]["success"] for one in result["outcomes"]] == [
        True,
        False,
        None,
    ]
    assert person(result, "Guard")["riposte"] == {"You": 2}


def test_ripostes_are_kept_for_each_attacker(play: Play) -> None:
    steps = [
        attack(answer=block(), weapon={"damage": 2}),
        attack(who="Cora", answer=parry(), weapon={"damage": 0}),
        attack(who="Guard", target="Cora", riposte=True),
    ]
    result = play(scene(*steps, dice=[2, 3, 3, 3, 6, 2, 3, 3, 3, 6, 6, 5]))
    assert last(result)["skilled"] == 10
    assert person(result, "Guard")["riposte"] == {"You": -4}


def test_reflex_by_attribute_has_up_to_five_dice(play: Play) -> None:
    guard = {"attributes": {"dexterity": 36, "intelligence": 35}}
    rules = {"reflex_dice": "by_attribute"}
    result = play(scene(attack(defense=[3]), dice=[4, 3, 6, 6, 6, 2, 2], rules=rules, guard=guard))
    # 35.5 is 36: +8, and 7 is under it
    assert purposes(result)[0] == ["reflex", "Guard", 5]
    assert pick(last(result), "reflex", "tn") == [True, 5]


# No trace


@pytest.mark.parametrize(("dice", "reason"), [([2, 3], "dice_exhausted"), ([2, 3, 9], "bad_die")])
def test_a_run_that_stops_takes_back_the_refused_answer(dice: list[int], reason: str) -> None:
    step = attack(answer={"mode": "parry", "skill": "Sword"}, locate=True)
    result = run(scene(step, dice=dice))
    assert result["error"] == {"step": 0, "reason": reason}
    assert pick(result, "rolls", "outcomes", "refused") == [[], [], []]
    assert result["final"]["dice_left"] == len(dice)


def test_a_run_that_stops_takes_back_dodge_and_riposte() -> None:
    blocked = attack(answer=block(), weapon={"damage": 2})
    back = attack(who="Guard", target="You", riposte=True, called="arm", base=0)
    result = run(scene(blocked, back, dice=[2, 3, 3, 3, 6, 5, 4]))
    assert result["error"] == {"step": 1, "reason": "dice_exhausted"}
    assert person(result, "Guard")["riposte"] == {"You": -4}
    result = run(scene(attack(answer=dodge()), dice=[2, 3, 1]))
    assert person(result, "Guard")["dodging"] is False


def test_dice_that_are_not_needed_may_be_anything(play: Play) -> None:
    result = play(scene(check(), dice=[1, 2, 7, "x"]), 2)
    assert "error" not in result


def test_nothing_is_kept_between_the_scenarios_of_one_text() -> None:
    hurts = scene(does("hurt", bar="mental", amount=4), check(), dice=[1, 2])
    checks = scene(check(), dice=[1, 2])
    lines = list(run_text(json.dumps([hurts, checks, hurts, 5, checks])))
    assert lines[0] == lines[2] != lines[1] == lines[4]
    assert json.loads(lines[1])["outcomes"][0]["tn"] == 7
    assert json.loads(lines[3]) == {"error": "bad_scenario"}


# Wounds


@pytest.mark.parametrize(
    ("full", "bar"),
    [
        (("mental",), "physical"),
        (("physical",), "spiritual"),
        (("spiritual",), "mental"),
        (("mental", "physical"), "spiritual"),
        (("mental", "spiritual"), "physical"),
        (("physical", "spiritual"), "mental"),
    ],
)
def test_where_the_box_of_the_unconscious_goes(play: Play, full: tuple[str, ...], bar: str) -> None:
    marks = dict.fromkeys(full, 10)
    result = play(scene(does("unconscious_turn"), dice=[6, 6], you={"marks": marks}))
    assert last(result)["marked"] == 1
    empty = dict.fromkeys(("mental", "physical", "spiritual"), 0)
    assert person(result)["marks"] == {**empty, **marks, bar: 1}


def test_the_last_box_of_the_unconscious_kills(play: Play) -> None:
    marks = {"mental": 10, "physical": 9, "spiritual": 10}
    steps = [does("unconscious_turn"), does("unconscious_turn"), does("recover", bar="mental")]
    result = play(scene(*steps, dice=[6, 6], you={"marks": marks}))
    assert refused(result) == [[1, None], [2, None]]
    assert pick(person(result), "dead", "wounds") == [True, -18]


@pytest.mark.parametrize(
    ("boxes", "level", "minutes"), [(7, 11, 382), (7, 20, 210), (7, 1, 4200), (1, 7, 86)]
)
def test_minutes_are_rounded_up(play: Play, boxes: int, level: int, minutes: int) -> None:
    step = does("recover", bar="physical", healer="medic", tech=level)
    result = play(scene(step, you={"marks": {"physical": boxes}}))
    assert pick(last(result), "minutes", "cleared") == [minutes, boxes]


def test_one_full_bar_after_the_other(play: Play) -> None:
    steps = [
        does("recover", bar="mental"),
        does("recover", bar="mental", healer="surgeon"),
        does("recover", bar="physical", healer="medic", tech=10),
        does("recover", bar="spiritual", healer="first_aid"),
        does("recover", bar="physical", healer="doctor", tech=10),
        check(),
    ]
    marks = {"mental": 10, "physical": 10, "spiritual": 4}
    result = play(scene(*steps, dice=[1, 2], you={"marks": marks}))
    assert refused(result) == [[0, None], [2, None]]
    assert [one.get("minutes") for one in result["outcomes"]] == [240, 2400, 600, None]


# Characters


def test_a_one_that_is_thrown_again_once(play: Play) -> None:
    step = {"do": "roll_attributes", "convention": "campy", "age": 8}
    dice = [1, 1, 1, 4, *[2, 2] * 9]
    result = play(scene(step, dice=dice, rules={"reroll_ones": "once"}))
    assert result["rolls"][0]["dice"] == [1, 1, 1, 4]
    assert result["rolls"][0]["result"] == 5
    assert last(result)["sets"] == [5, 4, 4, 4, 4]
    assert len(result["rolls"]) == 10


def test_everything_that_is_wrong_with_a_character(play: Play) -> None:
    attributes = {"strength": 4, "dexterity": 31, "constitution": 20, "intelligence": 20}
    oddities = [
        *({"name": "wealth", "cost": cost} for cost in (15, 20)),
        *({"name": "contact", "cost": cost} for cost in (15, 15, 3, 5)),
    ]
    skills = {"B": skill(6, "speed"), "A": skill(7, "lift"), "C": skill(99, "luck")}
    step = {
        "do": "validate",
        "attributes": {**attributes, "willpower": 0},
        "convention": "hard_core",
        "oddities": oddities,
        "skills": skills,
    }
    outcome = last(play(scene(step)))
    # Speed (4 + 31) / 2 is 18: +5; Lift (20 + 4) / 2 is 12: +4
    assert pick(outcome, "points", "spent", "rank") == [75, 185, "beginner"]
    assert outcome["errors"] == [
        "attribute_range:dexterity",
        "attribute_range:strength",
        "attribute_range:willpower",
        "contact_value",
        "oddities_not_zero",
        "points_mismatch",
        "skill_attribute:C",
        "skill_cap:A",
        "skill_cap:B",
        "social_over_15",
        "too_many_contacts",
        "too_many_oddities",
        "wealth_twice",
        "wealth_value",
    ]


def test_points_for_a_skill_that_is_known_already(play: Play) -> None:
    you = {"unassigned": 40, "skills": {"Empty": skill(0, "lift"), "Full": skill(36)}}
    steps = [
        does("improve", skill="Empty", points=2),
        does("improve", skill="Full", points=1),
        does("improve", skill="Other", attribute="speed", points=37),
        does("improve", skill="Other", attribute="speed", points=36),
    ]
    result = play(scene(*steps, you=you))
    assert refused(result) == [[1, None], [2, None]]
    assert person(result)["skills"] == {
        "Empty": {"points": 2, "modifier": 1, "dice": 2},
        "Full": {"points": 36, "modifier": 8, "dice": 5},
        "Other": {"points": 36, "modifier": 8, "dice": 5},
    }
    assert person(result)["unassigned"] == 2
