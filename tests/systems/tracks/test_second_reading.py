"""The engine beside a second reading of the rulings, on scenes by chance."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from engine import scenario
from engine.scenario import run
from engine.testing import WAYS
from tests.systems.tracks import invent
from tests.systems.tracks.people import without_reasons
from tests.systems.tracks.second_reading import read


def compared(seed: int) -> dict[str, Any]:
    """The result of a scene, after the engine was found to agree with the second reading."""
    scene = invent.scenario(seed)
    expected = read(copy.deepcopy(scene))
    assert without_reasons(run(json.loads(json.dumps(scene)))) == expected, f"seed {seed}"
    return expected


@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_scenes(hundred: int) -> None:
    done = {
        outcome["do"]
        for seed in range(100 * hundred, 100 * hundred + 100)
        for outcome in compared(seed)["outcomes"]
    }
    assert {"attack", "opposed", "challenge", "cleanup", "first_aid", "hold", "withdraw"} <= done


@pytest.mark.parametrize("way", ["loaded", "undone"])
def test_scenes_on_other_tables(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario, "Table", WAYS[way])
    for seed in range(2000, 2020):
        compared(seed)
