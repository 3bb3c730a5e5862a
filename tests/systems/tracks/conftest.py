"""Every rules test of tracks runs three ways: straight, undone and done again, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import scenario
from engine.scenario import run
from engine.testing import WAYS
from tests.systems.tracks.people import Result, without_reasons
from tests.systems.tracks.second_reading import read


@pytest.fixture(params=sorted(WAYS))
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def play(way: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a whole scenario on one of the three kinds of table."""
    monkeypatch.setattr(scenario, "Table", WAYS[way])
    return lambda whole: run(json.loads(json.dumps(whole)))


@pytest.fixture
def told(play: Callable[..., Result]) -> Callable[..., Result]:
    """The same, after the second reading was found to say the same."""

    def both(whole: dict[str, Any]) -> Result:
        result = play(whole)
        assert without_reasons(result) == read(whole)
        return result

    return both
