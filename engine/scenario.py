"""Scenario files: situations to check rulings with. Dispatches to the system that is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.resolution import Refused
from engine.system import get_system

DEFAULT_SYSTEM = "carps"
BAD_SCENARIO = {"error": "bad_scenario"}


def run(scenario: Any) -> dict[str, Any]:
    """The result of one scenario; a fault is a result too: {"error": code}."""
    if not isinstance(scenario, dict):
        return dict(BAD_SCENARIO)
    key = scenario.get("system", DEFAULT_SYSTEM)
    try:
        system = get_system(key) if isinstance(key, str) else None
    except Refused:
        system = None
    if system is None:
        return {"error": "unknown_system"}
    return system.scenario(scenario)


def run_text(text: str) -> Iterator[str]:
    """One compact JSON result for each scenario of a text: an object, a list, or JSON lines."""
    for scenario in _scenarios(text):
        yield json.dumps(run(scenario), ensure_ascii=False, separators=(",", ":"))


def _scenarios(text: str) -> Iterator[Any]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        for line in text.split("\n"):
            if line.strip():
                yield _parsed(line)
        return
    if isinstance(whole, list):
        yield from whole
    else:
        yield whole


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
