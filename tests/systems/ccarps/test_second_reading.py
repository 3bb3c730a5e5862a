"""The engine beside a second reading of the rulings: on the cases, and on scenes by chance."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from engine import scenario
from engine.scenario import run
from engine.testing import WAYS
from tests.systems.ccarps import invent
from tests.systems.ccarps.second_reading import read
from tests.systems.ccarps.test_cases import CASES, without_reasons


def compared(seed: int) -> dict[str, Any]:
    """The result of a scene, after the engine was found to agree with the second reading."""
    scene = invent.scene(random.Random(seed))
    expected = without_reasons(read(copy.deepcopy(scene)))
    assert without_reasons(run(json.loads(json.dumps(scene)))) == expected, f"seed {seed}"
    return expected


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_second_reading_says_the_same(case: dict[str, Any]) -> None:
    assert without_reasons(read(copy.deepcopy(case))) == case["then"]


@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_scenes(hundred: int) -> None:
    done = {
        outcome["do"]
        for seed in range(100 * hundred, 100 * hundred + 100)
        for outcome in compared(seed).get("outcomes", ())
    }
    assert {"attack", "check", "contest", "hurt", "recover", "improve", "validate"} <= done


@pytest.mark.parametrize("way", ["loaded", "undone"])
def test_scenes_on_other_tables(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario, "Table", WAYS[way])
    for seed in range(2000, 2020):
        compared(seed)
