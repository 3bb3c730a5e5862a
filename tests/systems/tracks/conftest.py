"""Every rules test of tracks runs three ways: straight, undone and done again, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import scenario
from engine.scenario import run
from engine.testing import WAYS

Result = dict[str, Any]


@pytest.fixture(params=sorted(WAYS))
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def play(way: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs a whole scenario on one of the three kinds of table."""
    monkeypatch.setattr(scenario, "Table", WAYS[way])
    return lambda whole: run(json.loads(json.dumps(whole)))
