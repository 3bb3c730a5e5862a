"""Short words for the characters and steps of scenarios in tests."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Result = dict[str, Any]
Told = Callable[..., Result]

MIKA = {"knowledge": 5, "courage": 7, "diligence": 6, "expression": 4, "understanding": 3}
RIN = {"knowledge": 4, "courage": 5, "diligence": 6, "expression": 6, "understanding": 5}
TOMA = {"knowledge": 1, "courage": 1, "diligence": 1, "expression": 1, "understanding": 1}
SETUPS = {
    "Mika": {"attack": "courage", "defense": "diligence", "support": "expression"},
    "Rin": {"attack": "courage", "defense": "diligence", "support": "understanding"},
    "Toma": {"attack": "courage", "defense": "diligence", "support": "knowledge"},
}


def scene(
    *steps: dict[str, Any],
    dice: Any = (),
    situation: str = "calm",
    rules: dict[str, Any] | None = None,
    **people: dict[str, Any],
) -> dict[str, Any]:
    """A scenario with Mika, Rin and Toma; `people` changes what is given of them."""
    everybody = {"Mika": MIKA, "Rin": RIN, "Toma": TOMA}
    characters: dict[str, Any] = {
        name: {"attributes": attributes, **people.get(name.lower(), {})}
        for name, attributes in everybody.items()
    }
    characters["Mika"] = {
        "specialties": ["Fencing"],
        "skills": ["first_aid", "strategy"],
        **characters["Mika"],
    }
    given = {"characters": characters, "situation": situation, "rules": rules or {}}
    return {"system": "tracks", "given": given, "when": list(steps), "dice": list(dice)}


def challenge(who: str = "Mika", attribute: str = "courage", **more: Any) -> dict[str, Any]:
    return {"do": "challenge", "who": who, "attribute": attribute, **more}


def opposed(a: dict[str, Any], b: dict[str, Any], **more: Any) -> dict[str, Any]:
    sides = {
        "a": {"who": "Mika", "attribute": "courage", **a},
        "b": {"who": "Rin", "attribute": "courage", **b},
    }
    return {"do": "opposed", **sides, **more}


def start(*who: str, engaged: bool = True, **setups: dict[str, Any]) -> dict[str, Any]:
    setup = {name: {**SETUPS[name], **setups.get(name.lower(), {})} for name in who}
    pairs = [[who[0], name] for name in who[1:]] if engaged else []
    return {"do": "combat_start", "setup": setup, "engaged": pairs}


def does(do: str, who: str, **more: Any) -> dict[str, Any]:
    return {"do": do, "who": who, **more}


def attack(who: str, target: str, **more: Any) -> dict[str, Any]:
    return {"do": "attack", "who": who, "target": target, **more}


# What a result says


def last(result: Result) -> Result:
    """The outcome of the last step that was done."""
    outcome: Result = result["outcomes"][-1]
    return outcome


def person(result: Result, name: str = "Mika") -> Result:
    """Somebody as he is in the end."""
    one: Result = result["final"]["characters"][name]
    return one


def combat(result: Result) -> Result:
    shown: Result = result["final"]["combat"]
    return shown


def refused(result: Result) -> list[list[Any]]:
    return [[one["step"], one.get("part")] for one in result["refused"]]


def thrown(result: Result, purpose: str) -> list[list[int]]:
    """The dice of all rolls for a purpose."""
    return [one["dice"] for one in result["rolls"] if one["purpose"] == purpose]


def without_reasons(result: Result) -> Result:
    result = copy.deepcopy(result)
    for one in result.get("refused", []):
        one.pop("reason")
    return result
