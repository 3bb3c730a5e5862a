"""Every rules test of CARPS runs three ways: straight, undone and done again, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import scenario
from engine.scenario import run
from engine.testing import WAYS, Play

Result = dict[str, Any]


@pytest.fixture(params=sorted(WAYS))
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def play(way: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a scenario: `play(characters, steps, dice, **given)`, or a whole one."""
    monkeypatch.setattr(scenario, "Table", WAYS[way])

    def run_it(characters: Any, when: Any = None, dice: Any = (), **given: Any) -> Result:
        if when is None:
            whole = characters
        else:
            given["characters"] = characters
            whole = {"system": "carps", "given": given, "when": when, "dice": list(dice)}
        result = run(json.loads(json.dumps(whole)))
        if "dice_used" in result and when is not None:
            assert result["dice_used"] == len(dice), "every die of a test is thrown"
        return result

    return run_it


@pytest.fixture
def table(way: str) -> Callable[..., Play]:
    """A table with a fight: `table(characters, dice)`; characters as in a scenario."""

    def make(characters: dict[str, Any], dice: Any = (), rules: Any = None) -> Play:
        made = Play("carps", dice, rules, way)
        order = list(characters)
        for name, one in characters.items():
            points = {"ap": 3} if name == order[0] else {}
            made.gm(
                "character.add",
                id=name,
                name=name.capitalize(),
                side=one["side"],
                control=one.get("control", "pc"),
                fields=points | {k: v for k, v in one.items() if k not in ("side", "control")},
            )
        made.gm("encounter.start", id="fight", name="Roof", order=order, turn_of=order[0])
        return made

    return make
