"""House rules whose values are several numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.house_rules import BadSwitch, HouseRules, switch


@dataclass(frozen=True, slots=True)
class Rules(HouseRules):
    steps: tuple[int, ...] = switch("X1", "Steps", "Where.", {(1, 3): "Early", (2, 5): "Late"})
    loud: bool = switch("X2", "Loud", "Whether.", {False: "No", True: "Yes"})


def test_several_numbers_are_a_list_in_plain_data() -> None:
    rules = Rules.make({"steps": [2, 5]})
    assert rules == Rules((2, 5), False)
    assert rules.to_data() == {"steps": [2, 5], "loud": False}
    assert Rules.make(rules.to_data()) == rules
    shown = Rules.describe()[0]
    assert (shown["default"], [one["value"] for one in shown["options"]]) == (
        [1, 3],
        [[1, 3], [2, 5]],
    )


@pytest.mark.parametrize(
    "bad",
    [
        {"steps": [1, 5]},
        {"steps": [1]},
        {"steps": [True, 3]},
        {"steps": [1.0, 3]},
        {"steps": "1,3"},
        {"steps": 1},
        {"steps": {"1": 3}},
        {"loud": 1},
        {"loud": None},
        {"loud": []},
        {"soft": True},
    ],
)
def test_nothing_else_is_one_of_the_values(bad: dict[str, Any]) -> None:
    with pytest.raises(BadSwitch):
        Rules.make(bad)
