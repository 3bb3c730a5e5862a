"""Whole fights by chance, and the engine beside a second reading of the rulings."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import scenario
from engine.dice import SeededDice
from engine.scenario import run
from engine.systems.carps import SYSTEM
from engine.systems.carps.book import BOOK
from engine.table import Outcome, Table
from engine.testing import WAYS, Broken, check_system
from tests.systems.carps import invent
from tests.systems.carps.second_reading import read, without_reasons

STYLES = ("offensive", "centered", "defensive")


def people(chance: SeededDice) -> list[dict[str, Any]]:
    """Three to five fighters on two or three sides, each with most abilities, or with none."""
    made, low = [], chance.throw(25)
    for number in range(2 + chance.throw(3)):
        owned = [key for key in BOOK.data if chance.throw(3) > 1]
        made.append(
            {
                "id": f"f{number}",
                "name": f"Fighter {number}",
                "side": "abc"[number % 2 if chance.throw(5) > 1 else 2],
                "control": ("pc", "npc")[chance.throw(2) - 1],
                "fields": {
                    "style": STYLES[chance.throw(3) - 1],
                    "base": low + chance.throw(8),
                    "rp": chance.throw(90),
                    "xp": 40 * chance.throw(30),
                    "carry_ap": chance.throw(12) - 1,
                    "abilities": owned if chance.throw(10) > 1 else [],
                },
            }
        )
    return made


class Watch:
    """What CARPS promises besides: levels never fall in a fight, RP and AP are never negative.

    Whoever comes back late begins at the others' level (C44, C71).
    """

    def __init__(self) -> None:
        self.levels: dict[str, int] = {}

    def __call__(self, table: Table, outcome: Outcome) -> None:
        entry = outcome.entry or {}
        fighters = table.state.characters
        ended = any(event["kind"] == "fight_closed" for event in entry["events"])
        edited = entry["input"].get("verb", "").startswith("character.")
        if entry["undone"] or ended or edited or entry["kind"] == "correct":
            self.levels = {}
        for event in entry["events"]:
            if event["kind"] == "entered":
                self.levels.pop(event["who"], None)
        for who, fighter in fighters.items():
            assert fighter.level >= self.levels.get(who, 0)
            numbers = (fighter.rp, fighter.ap, fighter.temp_ap, fighter.carry_ap)
            assert min(numbers) >= 0
            self.levels[who] = fighter.level
        for event in entry["events"]:
            if event["kind"] == "rolled":
                assert len(event["dice"]) == 1 + abs(event["net"])


def test_fights_until_every_ability_was_used() -> None:
    used = check_system(
        "carps",
        range(1, 120),
        people,
        steps=60,
        edits={"rp": 90, "temp_ap": 9},
        rules={"t9_power_threshold": 2},
        invariant=Watch(),
    )
    assert used.abilities >= set(BOOK.data)
    assert used.verbs == set(SYSTEM.verbs) - {"help"}


def test_a_failure_names_its_seed() -> None:
    def always_wrong(table: Table, outcome: Outcome) -> None:
        raise ValueError("wrong on purpose")

    with pytest.raises(Broken, match=r"seed 7, action 1: ValueError\('wrong on purpose'\)"):
        check_system("carps", [7], people, invariant=always_wrong)


def test_what_was_never_used_is_named() -> None:
    with pytest.raises(Broken, match=r"never used: .*combo_breaker"):
        check_system("carps", [1], people, steps=1)


@pytest.mark.parametrize("first", range(0, 1200, 100))
def test_the_engine_agrees_with_a_second_reading(first: int) -> None:
    for seed in range(first, first + 100):
        made = invent.scenario(seed)
        expected = without_reasons(read(copy.deepcopy(made)))
        result = run(made)
        for refused in (*result.get("refused", []), *result.get("refused_reactions", [])):
            assert refused["why"]
        assert without_reasons(result) == expected, f"seed {seed}"


@settings(max_examples=12, deadline=None)
@given(st.integers(10_000, 10**9))
def test_what_always_holds_holds_three_ways(seed: int) -> None:
    made = invent.scenario(seed, sound=True)
    results = []
    for way in WAYS.values():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(scenario, "Table", way)
            results.append(run(copy.deepcopy(made)))
    assert results[0] == results[1] == results[2]
    result = results[0]
    assert result["dice_used"] == len(made["dice"])
    ended = any(step["do"] == "end_encounter" for step in made["when"])
    came = [step["enters"] for step in made["when"] if "enters" in step]
    for name, after in result["final"].items():
        before = made["given"]["characters"][name]
        lower = after["level"] < before.get("level", before["base"])
        assert ended or name in came or not lower  # C44 sets the level of who comes
        assert min(after["rp"], after["ap"], after["temp_ap"], after["carry_ap"]) >= 0
