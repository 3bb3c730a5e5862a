"""Answering when asked comes to the same as announcing the reactions with the command."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from engine.dice import SeededDice
from engine.scenario import run
from engine.systems.carps import scenario
from engine.table import Outcome
from tests.systems.carps import invent


class Recorder:
    """Dice that remember what they threw, in place of a script."""

    def __init__(self, seed: int) -> None:
        self.source = SeededDice(seed)
        self.thrown: list[int] = []

    @property
    def used(self) -> int:
        return len(self.thrown)

    def throw(self, sides: int) -> int:
        self.thrown.append(self.source.throw(sides))
        return self.thrown[-1]


class Live(scenario._Run):
    """Plays a scenario's steps; whoever is asked chooses by chance, and it is written down."""

    def __init__(self, given: dict[str, Any], seed: int) -> None:
        super().__init__(given, given.get("switches", {}), [])
        self.chance = random.Random(seed)
        self.recorder = Recorder(seed)
        self.table.dice = self.dice = self.recorder
        self.chosen: dict[str, list[dict[str, Any]]] = {}

    def _follow(self, outcome: Outcome) -> str | None:
        self.chosen = {}
        if outcome.refusal is not None:
            return super()._follow(outcome)
        self._read(outcome)
        while questions := self.table.questions("gm"):
            question = self.chance.choice(questions)
            option = self.chance.choice([None, *question["options"], *question["options"]])
            further = {}
            if option is not None:
                further = {
                    one["key"]: self.chance.choice(one["options"])["value"]
                    for one in option["further"]
                }
                path = question["id"].partition(":")[2].split("/")[:-1]
                use = {"by": question["who"], "use": option["key"], **further}
                self._list_of(path).append(use)
            choice = option and option["key"]
            outcome = self.submit(
                kind="answer", request=question["id"], choice=choice, further=further
            )
            assert outcome.ok
            self._read(outcome)
        self._remember()
        return None

    def _list_of(self, path: list[str]) -> list[dict[str, Any]]:
        """The list that a reaction belongs to: that of one attack (of several, by its target), or
        of an attack inside it."""
        listed = self.chosen.setdefault("", [])
        for part in path:
            name, _, who = part.partition(":")
            if name == "give_it_your_all":
                listed = self.chosen.setdefault(who, [])
            else:
                outer = [one for one in listed if one["use"] == name][-1]
                listed = outer.setdefault("reactions", [])
        return listed

    def answered(self, step: dict[str, Any]) -> dict[str, Any]:
        """A step with what was answered, as it would be announced."""
        if step.get("use") == "give_it_your_all":
            by_target = {target: uses for target, uses in self.chosen.items() if target}
            return {**step, "reactions_by_target": by_target}
        attacks = step["do"] in ("attack", "ultimate") or step.get("use") == "dynamic_entry"
        return {**step, "reactions": self.chosen.get("", [])} if attacks else step


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_answers_come_to_the_same_as_announcements(first: int) -> None:
    reacted = 0
    for seed in range(first, first + 50):
        made = invent.scenario(seed, invent.EVERYTHING, sound=True)
        live = Live(copy.deepcopy(made["given"]), seed)
        steps = []
        for number, step in enumerate(made["when"]):
            plain = {key: value for key, value in step.items() if not key.startswith("reactions")}
            why = live._step(copy.deepcopy(plain))
            if why is not None:
                live.result["refused"].append({"step": number, "why": why})
            steps.append(live.answered(plain) if why is None else plain)
            reacted += sum(len(listed) for listed in live.chosen.values())
        result = {**live.result, **live._final()}
        announced = run({"given": made["given"], "when": steps, "dice": list(live.recorder.thrown)})
        assert announced == result, f"seed {seed}"
    assert reacted > 30
