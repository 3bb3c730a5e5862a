"""Scenario files: situations to check rulings with. Dispatches to the system that is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from engine.dice import ScriptedDice
from engine.resolution import Refused
from engine.system import get_system
from engine.table import Outcome, Table

DEFAULT_SYSTEM = "carps"
BAD_SCENARIO = {"error": "bad_scenario"}


class Runner:
    """Somebody who plays a scenario as game master at a table of its own, with scripted dice."""

    sender: ClassVar[dict[str, Any]] = {
        "user": "scenario",
        "name": "scenario",
        "gm": True,
        "owns": [],
    }

    def __init__(self, system: str, rules: dict[str, Any], dice: list[Any]) -> None:
        self.dice = ScriptedDice(dice)
        self.table = Table(system, dice=self.dice, rules=rules)
        self._actions = 0

    def command(self, verb: str, actor: str | None = None, **args: Any) -> Outcome:
        return self.submit(kind="command", verb=verb, actor=actor, args=args)

    def decline(self, request: str) -> Outcome:
        return self.submit(kind="answer", request=request, choice=None)

    def submit(self, **action: Any) -> Outcome:
        """An action of the game master under an id of its own."""
        self._actions += 1
        return self.table.act({"id": f"step-{self._actions}", "sender": self.sender, **action})


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
        result = run(scenario)
        try:
            yield _compact(result)
        except ValueError:  # a sum with more digits than can be written
            yield _compact(BAD_SCENARIO)


def _compact(result: dict[str, Any]) -> str:
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


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
