"""Every error code of the scenario format, and which counts when there are several."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.scenario import run, run_text

PEOPLE = {"mika": {"side": "us"}, "oni": {"side": "them", "control": "npc"}}
HIT = {"do": "attack", "by": "mika", "on": "oni"}


def broken(steps: Any, dice: Any = (), characters: Any = None, **given: Any) -> Any:
    given["characters"] = PEOPLE if characters is None else characters
    return run({"given": given, "when": steps, "dice": list(dice)})


@pytest.mark.parametrize("dice", [[0], [11], [-1], ["6"], [6.0], [True], [None]])
def test_bad_die(dice: list[Any]) -> None:
    assert broken([HIT], dice) == {"error": "bad_die"}


def test_a_reserve_die_has_six_sides() -> None:
    assert broken([{"do": "end_turn", "by": "mika"}], [7]) == {"error": "bad_die"}


def test_dice_left_over_are_not_looked_at() -> None:
    assert broken([HIT], [6, 99, "x"])["dice_used"] == 1


@pytest.mark.parametrize("dice", [[], [6]])
def test_out_of_dice(dice: list[int]) -> None:
    assert broken([HIT, HIT], dice) == {"error": "out_of_dice"}


@pytest.mark.parametrize(
    "switches",
    [
        {"no_such_switch": 1},
        {"natural_extremes": "sometimes"},
        {"special_once_per_trigger": 1},
        {"special_once_per_trigger": "true"},
        {"pursuer_scope": None},
        {"npc_rp": ["full"]},
        [],
        None,
    ],
)
def test_bad_switch(switches: Any) -> None:
    assert broken([], switches=switches) == {"error": "bad_switch"}


@pytest.mark.parametrize("system", ["chess", "", None, 3])
def test_unknown_system(system: Any) -> None:
    assert run({"system": system, "when": []}) == {"error": "unknown_system"}


@pytest.mark.parametrize("step", [{"do": "dance"}, {}, {"do": None}, {"do": ["attack"]}])
def test_unknown_step(step: Any) -> None:
    assert broken([step]) == {"error": "unknown_step"}


@pytest.mark.parametrize(
    "step",
    [
        "attack",
        {"do": "attack", "by": "mika"},
        {"do": "attack", "on": "oni"},
        {"do": "attack", "by": "mika", "on": "nobody"},
        {"do": "assist", "by": "nobody", "on": "mika"},
        {"do": "protect", "by": "mika"},
        {"do": "escape"},
        {"do": "ultimate", "by": "mika", "on": "oni"},
        {"do": "special", "by": "mika"},
        {"do": "end_turn"},
        {"do": "end_turn", "by": "mika", "enters": "nobody"},
        {"do": "end_encounter", "by": "nobody"},
        {**HIT, "reactions": "all"},
        {**HIT, "reactions": [{"by": "nobody", "use": "diehard"}]},
        {**HIT, "reactions": [{"by": "oni"}]},
        {**HIT, "reactions": [{"by": "oni", "use": ["diehard"]}]},
        {
            **HIT,
            "reactions": [
                {"by": "oni", "use": "x", "reactions": [{"by": "nobody", "use": "diehard"}]}
            ],
        },
    ],
)
def test_bad_steps(step: Any) -> None:
    assert broken([step], [6] * 9) == {"error": "bad_scenario"}


@pytest.mark.parametrize(
    "given",
    [
        {"characters": {}},
        {"characters": []},
        {"characters": {"mika": {}}},
        {"characters": {"mika": {"side": "us", "in_combat": False}}},
        {"characters": {"mika": {"side": "us", "style": "drunken"}}},
        {"characters": {"mika": {"side": "us", "control": "robot"}}},
        {"characters": {"mika": {"side": "us", "abilities": ["no_such_ability"]}}},
        {"characters": {"mika": {"side": "us", "level": "high"}}},
        {"characters": {"": {"side": "us"}}},
        {"order": ["nobody"]},
        {"order": ["mika", "mika"]},
        {"turn_of": "nobody"},
        {"round": "first"},
        {"round": 0},
        {"hits_since": [{"by": "nobody", "on": "mika"}]},
    ],
)
def test_bad_given(given: dict[str, Any]) -> None:
    assert broken([], **given) == {"error": "bad_scenario"}


@pytest.mark.parametrize("scenario", [{}, {"given": {"characters": PEOPLE}}, {"when": "later"}])
def test_without_steps(scenario: dict[str, Any]) -> None:
    assert run(scenario) == {"error": "bad_scenario"}


def test_the_first_fault_in_order_counts() -> None:
    bad_switch, bad_given = {"x": 1}, {"mika": {}}
    steps = [{"do": "dance"}, {"do": "attack"}]
    everything = {"switches": bad_switch, "characters": bad_given}
    assert run({"system": "chess", "given": everything, "when": steps}) == {
        "error": "unknown_system"
    }
    assert run({"given": everything, "when": steps}) == {"error": "bad_switch"}
    assert broken(steps, characters=bad_given) == {"error": "unknown_step"}
    assert broken(steps[::-1], characters=bad_given) == {"error": "bad_scenario"}
    assert broken([HIT, {"do": "dance"}], [99]) == {"error": "unknown_step"}


def test_fields_that_a_step_does_not_use_are_ignored() -> None:
    steps = [
        {"do": "assist", "by": "mika", "on": "mika", "reactions": [{"by": "oni", "use": "x"}]},
        {"do": "escape", "by": "mika", "on": "oni", "effect": "x"},
        {**HIT, "enters": "oni", "position": "nowhere"},
    ]
    result = broken(steps, [2, 7, 6])
    assert result["refused"] == []
    assert result["refused_reactions"] == []


def test_lines_are_read_one_by_one() -> None:
    good = json.dumps({"when": [{"do": "lookup", "bonus": 2, "penalty": 5}], "then": {}})
    lines = list(run_text(f"{good}\n\nnonsense\n[1]\n{good}\n"))
    assert lines == [
        '{"lookups":[{"net":-3}]}',
        '{"error":"bad_scenario"}',
        '{"error":"bad_scenario"}',
        '{"lookups":[{"net":-3}]}',
    ]


def test_a_list_is_read_whole() -> None:
    assert list(run_text('[{"when": [{"do": "lookup", "base": 3}]}, 7]')) == [
        '{"lookups":[{"power_threshold":6}]}',
        '{"error":"bad_scenario"}',
    ]


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ({"ultimate_level": 5}, {"gain": 4, "miss": 1}),
        ({"ultimate_level": 6}, {"gain": 6, "miss": 1}),
        ({"ultimate_level": 15}, {"gain": 8, "miss": 2}),
        ({"ultimate_level": 20}, {"gain": 10, "miss": 2}),
        ({"ultimate_level": 21}, {"gain": 12, "miss": 3}),
        ({"own_score": 2, "other_score": 0}, {"tn": 4}),
        ({"own_score": 2}, {}),
        ({"dice": [4, 9], "net": 1, "tn": 9}, {"value": 9, "success": True}),
        ({"dice": [4, 9], "net": -1, "tn": 5}, {"value": 4, "success": False}),
    ],
)
def test_lookups(step: dict[str, Any], found: dict[str, Any]) -> None:
    assert run({"when": [{"do": "lookup", **step}]}) == {"lookups": [found]}


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"base": "high"}, "bad_scenario"),
        ({"dice": [], "net": 0, "tn": 6}, "bad_scenario"),
        ({"dice": [11], "net": 0, "tn": 6}, "bad_die"),
    ],
)
def test_broken_lookups(step: dict[str, Any], code: str) -> None:
    assert run({"when": [{"do": "lookup", **step}]}) == {"error": code}


def test_only_a_line_break_separates_lines() -> None:
    inner = json.dumps(
        {"when": [{"do": "lookup", "base": 2}], "id": "a\u2028b"}, ensure_ascii=False
    )
    assert list(run_text(f"{inner}\r\n{inner}")) == ['{"lookups":[{"power_threshold":6}]}'] * 2


def test_nesting_without_end_is_a_broken_line() -> None:
    assert list(run_text("[" * 100_000)) == ['{"error":"bad_scenario"}']
