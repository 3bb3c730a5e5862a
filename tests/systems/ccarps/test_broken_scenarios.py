"""Scenarios that are broken, and dice that run out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.scenario import run
from tests.systems.ccarps.people import Play, attack, check, contest, does, person, refused, scene

BROKEN = {"system": "ccarps", "error": {"reason": "bad_scenario"}}


@pytest.mark.parametrize(
    "change",
    [
        {"given": None},
        {"given": []},
        {"when": None},
        {"when": {}},
        {"dice": {}},
        {"given": {"rules": {"luck": 1}}},
        {"given": {"rules": {"unskilled_penalty": -7}}},
        {"given": {"rules": {"unskilled_penalty": True}}},
        {"given": {"rules": {"wound_thresholds": [1, 3, 7]}}},
        {"given": {"rules": []}},
        {"given": {"characters": []}},
        {"given": {"characters": {"You": None}}},
        {"given": {"characters": {"You": {"marks": {"mental": 11}}}}},
        {"given": {"characters": {"You": {"marks": {"astral": 1}}}}},
        {"given": {"characters": {"You": {"attributes": {"luck": 1}}}}},
        {"given": {"characters": {"You": {"attributes": {"strength": "10"}}}}},
        {"given": {"characters": {"You": {"skills": {"S": {"points": 3}}}}}},
        {"given": {"characters": {"You": {"skills": {"S": {"points": 3, "attribute": "x"}}}}}},
        {"given": {"characters": {"You": {"skills": {"S": 3}}}}},
        {"given": {"characters": {"You": {"tech": 21}}}},
        {"given": {"characters": {"You": {"height": 5.5}}}},
        {"given": {"characters": {"You": {"resist": {"cutting": "3"}}}}},
        {"given": {"characters": {"You": {"unassigned": -1}}}},
    ],
)
def test_a_broken_scenario(change: dict[str, Any]) -> None:
    assert run({**scene(), **change}) == BROKEN


def test_nothing_need_be_given_of_a_character() -> None:
    whole = {"system": "ccarps", "given": {"characters": {"Anybody": {}}}, "when": []}
    assert run(whole)["final"] == {
        "characters": {
            "Anybody": {
                "marks": {"mental": 0, "physical": 0, "spiritual": 0},
                "wounds": 0,
                "unconscious": False,
                "dead": False,
                "dodging": False,
                "riposte": {},
                "unassigned": 0,
                "accumulators": {
                    "strength": 0,
                    "dexterity": 0,
                    "constitution": 0,
                    "intelligence": 0,
                    "willpower": 0,
                },
                "skills": {},
            }
        },
        "dice_left": 0,
    }


def test_what_is_no_part_of_a_roll_is_ignored(play: Play) -> None:
    steps = [
        check(names=5, by="me", situational=[1]),
        contest({"names": {"gear": "x"}, "gear": [1]}, {"names": [], "note": None}),
    ]
    result = play(scene(*steps, dice=[2, 2, 3, 2, 4, 5, 6, 2]))
    assert (result["refused"], len(result["outcomes"])) == ([], 2)
    assert result["outcomes"][0]["simple"] == 8


def test_skills_and_resistances_may_have_any_name(play: Play) -> None:
    names = ["Two words", "Ünder, with comma", "7", ""]
    skills = {name: {"points": 4, "attribute": "lift"} for name in names}
    steps = [check(skill=name, base=0) for name in names]
    result = play(scene(*steps, dice=[1, 2] * 4, you={"skills": skills}))
    assert [one["tn"] for one in result["outcomes"]] == [2, 2, 2, 2]
    assert list(person(result)["skills"]) == names


@pytest.mark.parametrize(
    "step",
    [
        None,
        [],
        {},
        {"do": None},
        {"do": "dance"},
        {"do": "check"},
        {"do": "check", "who": 3, "dice": 2, "base": 7},
        {"do": "check", "who": "Nobody", "dice": 2, "base": 7},
        {"do": "contest"},
        {"do": "contest", "first": [], "second": {}},
        {"do": "hurt", "who": "You"},
        {"do": "hurt", "who": ["You"], "bar": "mental", "amount": 1},
        {"do": "hurt", "who": "You", "bar": "astral", "amount": 1},
        {"do": "hurt", "who": "You", "bar": "mental", "amount": 1.5},
        {"do": "attack", "who": "You", "dice": 2, "base": 7},
        {"do": "improve", "who": None, "points": 1, "skill": "S"},
        check(situational=[True]),
        check(situational=3),
        check(gear=["1"]),
        check(base=7.0),
        check(movement="flying"),
        check(carried=-1),
        check(tech="4"),
    ],
)
def test_a_malformed_step_leaves_no_trace(play: Play, step: Any) -> None:
    result = play(scene(step, check(), dice=[1, 2]))
    assert refused(result) == [[0, None]]
    assert [one["step"] for one in result["outcomes"]] == [1]


@pytest.mark.parametrize(
    ("dice", "reason"),
    [([2, 3, 1, 1], "dice_exhausted"), ([2, 3, 1, 7, 3], "bad_die"), ([2, 3, 0, 1], "bad_die")],
)
def test_a_missing_die_stops_the_run_without_a_trace(dice: list[int], reason: str) -> None:
    answer = {"mode": "block", "skill": "Sword"}
    steps = [check(), attack(answer=answer), does("hurt", bar="mental", amount=1)]
    result = run(scene(*steps, dice=dice))
    assert result["error"] == {"step": 1, "reason": reason}
    assert [one["step"] for one in result["outcomes"]] == [0]
    assert result["final"]["dice_left"] == len(dice) - 2
    assert person(result, "Guard")["marks"] == {"mental": 0, "physical": 0, "spiritual": 0}
