"""Every rules test of CCARPS runs three ways: straight, undone and done again, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import scenario
from engine.scenario import run
from engine.testing import WAYS, Play
from tests.systems.ccarps.seats import Made, furnished

Result = dict[str, Any]


@pytest.fixture(params=sorted(WAYS))
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def play(way: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a whole scenario on one of the three kinds of table; its dice must be used up."""
    monkeypatch.setattr(scenario, "Table", WAYS[way])

    def made(whole: dict[str, Any], left: int = 0) -> Result:
        result = run(json.loads(json.dumps(whole)))
        assert result["final"]["dice_left"] == left
        return result

    return made


@pytest.fixture
def table(way: str) -> Made:
    """A table with You and a Patrolman: `table(dice, rules, **fields of You)`."""
    return lambda dice=(), rules=None, **you: furnished(Play("ccarps", dice, rules, way), you)


@pytest.fixture
def plain() -> Made:
    """The same on a plain table, for what is about undoing itself."""
    return lambda dice=(), rules=None, **you: furnished(Play("ccarps", dice, rules), you)
