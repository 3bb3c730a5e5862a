"""Scenario files: situations to check rulings with. Dispatches to the system that is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from engine.dice import DiceError, ScriptedDice
from engine.house_rules import BadSwitch
from engine.resolution import Refused
from engine.system import get_system
from engine.table import Outcome, Table

DEFAULT_SYSTEM = "carps"
BAD_SCENARIO = {"error": "bad_scenario"}
REASONS = {"out_of_dice": "dice_exhausted", "bad_die": "bad_die"}


class BadScenario(Exception):  # noqa: N818 - named as the formats spell it
    """A broken scenario; carries its error code."""


class RefusedStep(Exception):  # noqa: N818 - named as the formats speak of it
    """A step that the rules do not permit, or that is malformed; carries the code."""


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


def need(holds: bool) -> None:
    if not holds:
        raise BadScenario("bad_scenario")


class StepRunner(Runner):
    """A runner for formats whose steps each have an outcome, a refusal, or end the run.

    A subclass names its `system`, makes the characters, and says in `act` which command a step is
    and in `final` what is reported at the end. Broken data raise `BadScenario`.
    """

    system: ClassVar[str]

    def __init__(self, data: dict[str, Any]) -> None:
        given, dice = data.get("given"), data.get("dice", [])
        need(isinstance(dice, list) and isinstance(data.get("when"), list))
        self.given = given if isinstance(given, dict) else {}
        rules = self.given.get("rules", {})
        need(isinstance(given, dict) and isinstance(rules, dict))
        try:
            get_system(self.system).rules.make(rules)
        except BadSwitch:
            raise BadScenario("bad_scenario") from None
        super().__init__(self.system, rules, dice)

    def act(self, do: str, step: dict[str, Any]) -> Outcome:
        """Plays a step as a command; raises `RefusedStep`."""
        raise NotImplementedError

    def final(self) -> dict[str, Any]:
        raise NotImplementedError

    @classmethod
    def result(cls, data: dict[str, Any]) -> dict[str, Any]:
        """The result of a scenario; a broken one is an error."""
        try:
            return cls(data).play(data["when"])
        except BadScenario as bad:
            return {"system": cls.system, "error": {"reason": str(bad)}}

    def play(self, steps: list[Any]) -> dict[str, Any]:
        rolls: list[Any] = []
        outcomes: list[Any] = []
        refused: list[Any] = []
        error: dict[str, Any] = {}
        for number, step in enumerate(steps):
            used = self.dice.used
            try:
                events = self._step(step)
            except RefusedStep as why:
                self.dice.used = used
                refused.append({"step": number, "reason": str(why)})
                continue
            except DiceError as bad:
                self.dice.used = used
                error = {"error": {"step": number, "reason": REASONS[bad.code]}}
                break
            for event in events:
                match event["kind"]:
                    case "rolled":
                        shown = {key: event[key] for key in ("who", "purpose", "dice", "result")}
                        rolls.append({"step": number, **shown})
                    case "part_refused":
                        part, why_not = event["part"], event["why"]
                        refused.append({"step": number, "part": part, "reason": why_not})
                    case "resolved":
                        outcomes.append({"step": number, "do": step["do"], **event["data"]})
        return {
            "system": self.system,
            "rolls": rolls,
            "outcomes": outcomes,
            "refused": refused,
            "final": self.final(),
            **error,
        }

    def _step(self, step: Any) -> list[dict[str, Any]]:
        """Plays one step and returns its events; raises `RefusedStep`."""
        do = step.get("do") if isinstance(step, dict) else None
        if not isinstance(do, str):
            raise RefusedStep("malformed")
        outcome = self.act(do, step)
        if outcome.refusal is not None:
            raise RefusedStep(outcome.refusal["code"])
        return list((outcome.entry or {})["events"])


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
