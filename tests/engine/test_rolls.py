"""Single rolls as any system may declare them: how values are read, told and refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine import odds
from engine.commands import refusal
from engine.dice import ScriptedDice
from engine.resolution import Refused
from tests.engine.toy import CHIPS, TOY


def test_a_system_tells_what_its_roll_takes() -> None:
    assert [field.to_data() for field in CHIPS.fields()] == [
        {"key": "chips", "label": "Chips", "default": 2, "kind": "integer", "min": 1, "max": 5},
        {"key": "price", "label": "Price", "default": 7, "kind": "integer", "min": 1, "max": 30},
        {"key": "open", "label": "The house is open", "default": True, "kind": "flag"},
        {
            "key": "raise_by",
            "label": "Raise",
            "default": 1,
            "kind": "choice",
            "options": [{"value": 1, "label": "One"}, {"value": 2, "label": "Two"}],
        },
    ]


def test_odds_come_with_all_that_they_are_of() -> None:
    assert CHIPS.odds({"price": " 4 "}) == {
        "text": "2 chips for 4",
        "numbers": {"chips": 2, "price": 4, "open": True},
        "rules": {"raise_by": 1},
        "rows": [
            {"label": "Bought", "fraction": "11/12", "percent": "91.7 %", "share": 11 / 12},
        ],
    }


@pytest.mark.parametrize(
    ("given", "success", "line"),
    [({}, True, "Sold."), ({"raise_by": "2"}, False, "Kept."), ({"open": "No"}, False, "Kept.")],
)
def test_dice_are_thrown_and_judged(given: dict[str, Any], success: bool, line: str) -> None:
    scripted = ScriptedDice([3, 5])
    thrown = CHIPS.roll(given, scripted)
    assert (thrown["dice"], thrown["result"]) == ([{"label": "chips", "faces": [3, 5]}], 8)
    assert (thrown["success"], thrown["lines"], scripted.left) == (success, [line], 0)


@pytest.mark.parametrize(
    ("given", "text", "hint"),
    [
        (
            {"chips": "six"},
            "Chips does not take this value: six.",
            "Use a whole number from 1 to 5.",
        ),
        ({"chips": 6}, "Chips does not take this value: 6.", "Use a whole number from 1 to 5."),
        ({"open": 1}, "The house is open does not take this value: 1.", "Use yes or no."),
        ({"raise_by": 3}, "Raise does not take this value: 3.", "Use one of 1, 2."),
        (
            {"luck": 1},
            "This roll has no number luck.",
            "It has: chips, price, open, raise_by.",
        ),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], text: str, hint: str) -> None:
    with pytest.raises(Refused) as refused:
        CHIPS.odds(given)
    told = refusal(refused.value, TOY.words)
    assert (told["text"], told["hint"]) == (text, hint)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 10_000), "under 0.1 %"),
        (Fraction(1, 1000), "0.1 %"),
        (Fraction(113, 216), "52.3 %"),
        (Fraction(1, 4), "25 %"),
        (Fraction(9999, 10_000), "over 99.9 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_per_cent_to_a_tenth(chance: Fraction, said: str) -> None:
    assert odds.percent(chance) == said
