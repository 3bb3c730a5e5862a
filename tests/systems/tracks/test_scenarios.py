"""Broken scenarios and steps; and whether every ruling and every house rule has its tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.systems.tracks.rules import TracksRules
from tests.systems.tracks.people import (
    MIKA,
    Told,
    attack,
    challenge,
    combat,
    does,
    last,
    person,
    refused,
    scene,
    start,
)

HERE = Path(__file__).parent
CHAPTERS = (
    "test_challenges",
    "test_healing",
    "test_combat",
    "test_attack",
    "test_fate_and_building",
)
NAMES = re.findall(
    r"^def (test_t\d+_\w+)",
    "\n".join((HERE / f"{name}.py").read_text(encoding="utf-8") for name in CHAPTERS),
    re.MULTILINE,
)
BAD = {"system": "tracks", "error": {"reason": "bad_scenario"}}


@pytest.mark.parametrize("number", range(1, 53))
def test_every_ruling_has_tests_of_its_name(number: int) -> None:
    assert len([name for name in NAMES if name.startswith(f"test_t{number}_")]) >= 2


@pytest.mark.parametrize("switch", TracksRules.describe(), ids=lambda one: one["key"])
def test_every_house_rule_has_a_test_under_its_ruling(switch: dict[str, Any]) -> None:
    prefix = f"test_{switch['ruling'].lower()}_{switch['key']}"
    assert any(name.startswith(prefix) for name in NAMES)


# Given


@pytest.mark.parametrize(
    "mika",
    [
        {"attributes": {**MIKA, "courage": 0}},
        {"attributes": {**MIKA, "courage": 11}},
        {"attributes": {**MIKA, "courage": 5.0}},
        {"attributes": {**MIKA, "courage": True}},
        {"attributes": {**MIKA, "courage": "7"}},
        {"attributes": {**MIKA, "courage": None}},
        {"attributes": {name: MIKA[name] for name in list(MIKA)[1:]}},
        {"attributes": list(MIKA.values())},
        {"damage": {"body": 22}},
        {"damage": {"body": -1}},
        {"damage": {"body": 10**30}},
        {"damage": {"legs": 1}},
        {"damage": [1, 2, 3]},
        {"damage": {"body": True}},
        {"tension": {"body": 7}},
        {"tension": {"body": -1}},
        {"tension": {"body": "6"}},
        {"tension": 3},
        {"max": True},
        {"max": True, "tension": {"body": 5}},
        {"max": 1, "tension": {"body": 6}},
        {"down": True},
        {"down": True, "damage": {"body": 20}},
        {"faint": True},
        {"faint": "yes", "tension": {"body": 1}},
        {"dead": None},
        {"fate": "open"},
        {"fate": ["can"]},
        {"side": 1},
        {"specialties": "Fencing"},
        {"specialties": [1]},
        {"skills": ["juggling"]},
        {"skills": [["strategy"]]},
    ],
)
def test_a_character_that_cannot_be(told: Told, mika: dict[str, Any]) -> None:
    assert told(scene(mika=mika)) == BAD


@pytest.mark.parametrize(
    "mika",
    [
        {"damage": {"body": 21}, "down": True},
        {"damage": {"body": 21}},
        {"tension": {"body": 6}, "max": True, "faint": True},
        {"tension": {"body": 6}},
        {"dead": True, "damage": {}, "tension": {}},
        {"side": "", "specialties": [], "skills": []},
        {"skills": ["strategy", "strategy"], "notes": None},
        {"attributes": {**MIKA, "luck": "much"}},
    ],
)
def test_a_character_that_can_be(told: Told, mika: dict[str, Any]) -> None:
    assert "error" not in told(scene(mika=mika))


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {"bidding": "never"}},
        {"rules": {"attribute_base": True}},
        {"rules": {"attribute_base": "1"}},
        {"rules": {"specialty_explodes": 0}},
        {"rules": {"luck": True}},
        {"rules": ["bidding"]},
        {"situation": "tense"},
        {"situation": None},
        {"characters": []},
        {"characters": {"Mika": []}},
        {"characters": {"Mika": {}}},
    ],
)
def test_a_broken_given(told: Told, change: dict[str, Any]) -> None:
    whole = scene()
    assert told({**whole, "given": {**whole["given"], **change}}) == BAD


@pytest.mark.parametrize(
    "change", [{"given": []}, {"when": {}}, {"dice": "1 2"}, {"dice": None}, {"when": None}]
)
def test_a_broken_scenario(told: Told, change: dict[str, Any]) -> None:
    assert told({**scene(), **change}) == BAD


def test_dice_may_be_left_out_and_unknown_keys_are_ignored(told: Told) -> None:
    whole = {**scene(), "id": 5, "then": None, "rule": "T1"}
    del whole["dice"]
    assert told(whole)["final"]["dice_left"] == 0


# Dice


@pytest.mark.parametrize("die", [0, 7, -1, True, "3", None, 2.0, [3]])
def test_a_bad_die_stops_the_run(told: Told, die: Any) -> None:
    result = told(scene(challenge(), challenge(), challenge(), dice=[1, 2, 3, die, 5, 6]))
    assert result["error"] == {"step": 1, "reason": "bad_die"}
    assert (result["final"]["dice_left"], len(result["rolls"])) == (4, 1)


def test_a_missing_die_stops_the_run_and_the_step_leaves_no_trace(told: Told) -> None:
    result = told(scene(challenge(**{"raise": 1}), challenge(), dice=[1, 2]))
    assert result["error"] == {"step": 0, "reason": "dice_exhausted"}
    assert (result["final"]["situation"], result["rolls"], refused(result)) == ("calm", [], [])


# Steps

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    "x",
    "",
    [],
    {},
    [None],
    {"who": {}},
    "\ud83d\ude00",
    10**40,
)
STEPS = (
    challenge(tn=12, half=True, specialty=True, modifier=1, **{"raise": 1}),
    {
        "do": "opposed",
        "a": {"who": "Mika", "attribute": "courage"},
        "b": {"who": "Rin", "attribute": "courage"},
    },
    does("first_aid", "Mika", target="Rin", attribute="diligence", allocate=[["body", 1]]),
    does("strategy", "Mika"),
    does("reverse_fate", "Mika", attribute="diligence"),
    does("tension", "Mika", track="body", amount=1),
    does("hurt", "Mika", track="body", amount=1, accept=["Mika"]),
    {"do": "rest", "minutes": 5, "who": ["Mika"]},
    {"do": "build", "attributes": MIKA, "specialties": [], "skills": []},
    start("Mika", "Rin"),
)
FIGHT_STEPS = (
    attack(
        "Rin",
        "Mika",
        ranged=True,
        defend={"mode": "defend"},
        accept=[],
        bids=[{"who": "Rin", "raise": 1}],
        **{"raise": 1},
    ),
    attack(
        "Rin",
        "Toma",
        protect_before={"who": "Mika"},
        protect_after={"who": "Mika"},
        damage={"raise": 1},
    ),
    does("advance", "Rin", target="Mika"),
    does("withdraw", "Rin"),
    does("extra_action", "Rin"),
    does("revive", "Rin", track="body"),
    does("end_turn", "Rin"),
    {
        "do": "cleanup",
        "effects": [],
        "accept": [],
        "setup": {},
        "end": False,
        "stress_continues": False,
    },
)


def broken(step: dict[str, Any]) -> list[dict[str, Any]]:
    """The step with one part replaced by junk or left out, in every way."""
    found = []
    for key in step:
        found.append({name: value for name, value in step.items() if name != key})
        found += [{**step, key: junk} for junk in JUNK]
    return found


@pytest.mark.parametrize("step", STEPS, ids=lambda one: one["do"])
def test_junk_outside_combat(told: Told, step: dict[str, Any]) -> None:
    """Both readings agree on every broken step; what is refused changes nothing."""
    dice = [2, 3, 4, 5, 1] * 3
    untouched = told(scene(dice=dice))["final"]
    for one in broken(step):
        result = told(scene(one, dice=dice))
        if refused(result) == [[0, None]]:
            assert result["final"] == untouched


@pytest.mark.parametrize("step", FIGHT_STEPS, ids=lambda one: one["do"])
def test_junk_in_combat(told: Told, step: dict[str, Any]) -> None:
    dice = [2, 3, 4, 5, 1] * 3
    before = (start("Mika", "Rin", "Toma"), does("turn", "Rin"))
    untouched = told(scene(*before, dice=dice))["final"]
    for one in broken(step):
        result = told(scene(*before, one, dice=dice))
        if refused(result) == [[2, None]]:
            assert result["final"] == untouched


@pytest.mark.parametrize(
    "step", [*JUNK, {"do": []}, {"do": "attack "}, {"do": "character.add"}, {"do": "help"}]
)
def test_a_step_that_is_none(told: Told, step: Any) -> None:
    result = told(scene(step, challenge(), dice=[1, 2]))
    assert (refused(result), last(result)["result"]) == ([[0, None]], 10)


def test_a_participant_twice_is_once(told: Told) -> None:
    """JSON keeps the last of two equal names; lists may name somebody twice."""
    steps = (start("Mika", "Rin"), {"do": "cleanup", "accept": ["Mika", "Mika"]})
    assert combat(told(scene(*steps)))["round"] == 2


def test_huge_numbers(told: Told) -> None:
    huge = 10**18
    steps = (
        challenge(tn=huge, modifier=-huge),
        does("tension", "Mika", track="mind", amount=huge),
        does("hurt", "Rin", track="mind", amount=huge),
        {"do": "rest", "minutes": huge},
    )
    result = told(scene(*steps, dice=[1, 2]))
    assert result["outcomes"][0]["result"] == 10 - huge
    assert (person(result)["tension"]["mind"], person(result, "Rin")["damage"]["mind"]) == (0, 14)


# The command


def command(text: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "vtt_bridge", "scenario", "-"],
        input=text.encode("utf-8", "surrogatepass"),
        capture_output=True,
        cwd=HERE.parents[2],
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]


def test_the_command_answers_every_line() -> None:
    good = json.dumps(scene(challenge(), dice=[1, 2]))
    named = good.replace("Mika", "みか \\ud83d \\u0000 \\\\ñ")
    lines = [
        good,
        "{",
        "[]",
        "5",
        '{"system": "tracks"}',
        '{"system": "tracks", "given": NaN, "when": [], "dice": []}',
        good.replace("[1, 2]", "[NaN, 2]"),
        good.replace("[1, 2]", "[Infinity, 2]"),
        good.replace('"attribute": "courage"', '"attribute": "courage", "modifier": NaN'),
        good.replace('"attribute": "courage"', '"attribute": "courage", "tn": 1e400'),
        good.replace('"attribute": "courage"', f'"attribute": "courage", "modifier": {"9" * 4299}'),
        good.replace('"attribute": "courage"', f'"attribute": "courage", "modifier": {"9" * 4300}'),
        good.replace('"attribute": "courage"', f'"attribute": "courage", "tn": {"9" * 5000}'),
        "[" * 5000,
        named,
    ]
    results = command("\n".join(lines))
    assert len(results) == len(lines)
    assert results[0]["outcomes"][0]["result"] == 10
    assert [one.get("error") for one in results[1:4]] == ["bad_scenario"] * 3
    assert results[4:6] == [BAD, BAD]
    assert [one["error"]["reason"] for one in results[6:8]] == ["bad_die"] * 2
    assert [refused(one) for one in results[8:10]] == [[[0, None]]] * 2
    assert results[10]["outcomes"][0]["result"] == int("9" * 4299) + 10
    assert [one["error"] for one in results[11:14]] == ["bad_scenario"] * 3, "too long to write"
    assert results[14]["outcomes"][0]["result"] == 10
