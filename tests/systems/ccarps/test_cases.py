"""The project's cases: whole scenarios with their whole results."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def without_reasons(result: dict[str, Any]) -> dict[str, Any]:
    result = copy.deepcopy(result)
    for one in result.get("refused", []):
        one.pop("reason")
    return result


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], play: Callable[..., Any]) -> None:
    result = play(case, case["then"]["final"]["dice_left"])
    assert without_reasons(result) == case["then"]
    assert list(result) == list(case["then"])


def test_there_are_24_cases_with_ids_of_their_own() -> None:
    assert len({case["id"] for case in CASES}) == 24
