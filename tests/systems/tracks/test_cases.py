"""The project's cases: whole scenarios with their whole results, in both readings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.systems.tracks.people import without_reasons
from tests.systems.tracks.second_reading import read

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], play: Callable[..., Any]) -> None:
    result = play(case)
    assert without_reasons(result) == case["then"]
    assert list(result) == list(case["then"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_second_reading_says_the_same(case: dict[str, Any]) -> None:
    assert read(case) == case["then"]


def test_there_are_39_cases_with_ids_of_their_own() -> None:
    assert len({case["id"] for case in CASES}) == 39
