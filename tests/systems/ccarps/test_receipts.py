"""What a table shows adds up: parts to numbers, a journal to the state, undoing to what was."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import DiceError
from engine.scenario import BadScenario
from engine.systems.ccarps.model import BOXES
from engine.systems.ccarps.scenario import CcarpsScenario
from engine.table import Outcome, Table
from tests.systems.ccarps import invent
from tests.systems.ccarps.people import attack, block, check, contest, does, scene


class Watched(CcarpsScenario):
    """Plays a scenario and looks at the table after every action."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.outcomes: list[Outcome] = []
        super().__init__(data)

    @property
    def state(self) -> dict[str, Any]:
        return self.table.state.to_data()

    def dead(self) -> set[str]:
        return {who for who, one in self.table.state.characters.items() if one.dead}

    def submit(self, **action: Any) -> Outcome:
        before, dead = self.state, self.dead()
        try:
            outcome = super().submit(**action)
        except DiceError:
            assert self.state == before
            raise
        if outcome.entry is None:
            assert self.state == before
            return outcome
        self.outcomes.append(outcome)
        assert dead <= self.dead()
        for one in self.table.state.characters.values():
            assert all(0 <= marked <= BOXES for marked in one.marks.values())
        return outcome

    def undo(self, command: str) -> Outcome:
        return super().submit(kind="undo", command=command)

    def receipts(self) -> list[dict[str, str]]:
        """Those of the last action's card."""
        (card,) = self.outcomes[-1].batch("gm")["cards"]
        return list(card["receipts"])


def played(scenario: dict[str, Any]) -> Watched:
    runner = Watched(scenario)
    runner.play(scenario["when"])
    return runner


def assert_explained(event: dict[str, Any]) -> None:
    """A target number is the sum of its parts, a result that of the dice that count."""
    if event["kind"] == "damage_told":
        assert max(0, sum(amount for amount, _ in event["terms"])) == event["amount"]
    elif event["kind"] == "rolled" and event["tn"] is not None:
        assert sum(amount for _, _, amount, _ in event["parts"]) == event["tn"]
        lowest = sorted(event["dice"])[:2]
        assert sum(lowest) + (6 if len(lowest) == 1 else 0) == event["result"]
    elif event["kind"] == "rolled" and event["purpose"] in ("wheel", "drift", "location"):
        assert sum(event["dice"]) == event["result"]


def assert_adds_up(receipt: dict[str, str]) -> None:
    """The text of a receipt comes to its number."""
    text = receipt["text"].rpartition(": ")[2]
    first = re.match(r"[+−-]?\d+", text)
    parts = re.findall(r" ([+−]) ?(\d+)", text)
    summed = int(first[0].replace("−", "-")) if first else 0
    summed += sum(int(number) if sign == "+" else -int(number) for sign, number in parts)
    shown = int(receipt["number"].split()[-1].replace("−", "-"))
    assert (max(0, summed) if receipt["number"].startswith("damage") else summed) == shown


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 10**6))
def test_whatever_happens_is_explained_and_can_be_taken_back(seed: int) -> None:
    scenario = invent.scene(random.Random(seed))
    try:
        runner = Watched(scenario)
    except BadScenario:
        return
    first = runner.state
    steps = len(runner.outcomes)
    runner.play(scenario["when"])
    entries = [one.entry for one in runner.outcomes if one.entry is not None]
    for entry in entries:
        for event in entry["events"]:
            assert_explained(event)
    for outcome in runner.outcomes[steps:]:
        for card in outcome.batch("gm")["cards"]:
            for receipt in card["receipts"]:
                assert_adds_up(receipt)
    rules = scenario["given"]["rules"]
    assert Table.load("ccarps", entries, rules=rules).state.to_data() == runner.state
    for entry in reversed(entries[steps:]):
        assert runner.undo(entry["command"]).ok
    assert runner.state == first


@pytest.mark.parametrize(
    ("doubles", "more", "damage"), [("after_resistance", 3, 6), ("before_resistance", 8, 11)]
)
def test_a_doubled_damage_says_what_is_doubled(doubles: str, more: int, damage: int) -> None:
    people = {"you": {"height": 6}, "guard": {"height": 5, "resist": {"cutting": 3}}}
    step = attack(damage_modifiers=[2], answer=block())
    rules = {"critical_doubles": doubles}
    runner = played(scene(step, dice=[1, 1, 1, 3, 6], rules=rules, **people))
    parts = "+5 weapon +2 Modifier +1 Height −3 resistance −2 blocked"
    assert runner.receipts()[-1] == {
        "number": f"damage {damage}",
        "text": f"{parts} +{more} critical success",
        "ruling": "R28",
    }


def test_a_damage_below_one_says_so() -> None:
    people = {"guard": {"resist": {"cutting": 9}}}
    runner = played(scene(attack(), dice=[2, 3], **people))
    assert runner.receipts()[-1]["text"] == "+5 weapon −9 resistance, below 1"


def test_reflex_bystanders_and_the_unconscious_are_explained() -> None:
    people = {"guard": {"marks": {"mental": 3}}}
    step = attack(defense=[3], base=1, bystanders=["Cora"])
    runner = played(scene(step, dice=[1, 1, 4, 5, 1, 1, 6, 6, 6], **people))
    told = [(one["number"], one["text"]) for one in runner.receipts()]
    assert told == [
        ("TN 1", "Guard: 4 Reflex − 3 Wounds"),
        ("2", "Guard: 1 + 1, the two lowest"),
        ("TN 1", "1 Base"),
        ("9", "4 + 5, the two lowest"),
        ("TN 1", "Cora: 1 Number of the attack"),
        ("2", "Cora: 1 + 1, the two lowest"),
    ]
    marks = {"marks": {"mental": 10}}
    rules = {"unconscious_wounds": "applied"}
    runner = played(scene(does("unconscious_turn"), dice=[1, 2], rules=rules, you=marks))
    assert runner.receipts()[0]["text"] == "You: 4 Charisma − 6 Wounds"


def test_one_die_and_six_are_explained() -> None:
    rules = {"unskilled": "one_die_plus_six"}
    runner = played(scene(check(attribute="speed"), dice=[3], rules=rules))
    assert runner.receipts()[1] == {"number": "9", "text": "3 + 6, one die and 6", "ruling": "R1"}


def test_a_contest_that_the_other_dice_decide_says_so() -> None:
    rules = {"contested_tie": "remaining_dice"}
    step = contest({}, {"opposition": [1]})
    runner = played(scene(step, dice=[1, 2, 6, 4, 3, 2], rules=rules))
    (card,) = runner.outcomes[-1].batch("gm")["cards"]
    assert card["outcome"] == {
        "text": "Guard wins",
        "why": "5 is equal, and the other dice decide",
        "state": "hit",
    }
