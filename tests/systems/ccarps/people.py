"""Short words for the characters and steps of scenarios in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Play = Callable[..., dict[str, Any]]


def skill(points: int, attribute: str = "speed") -> dict[str, Any]:
    return {"points": points, "attribute": attribute}


YOU = {"skills": {"Stealth": skill(6, "reflex"), "Sword": skill(3)}}
GUARD = {
    "skills": {
        "Detect": skill(7, "perception"),
        "Acrobatics": skill(10, "reflex"),
        "Sword": skill(6),
    }
}


def scene(
    *steps: dict[str, Any],
    dice: Any = (),
    rules: dict[str, Any] | None = None,
    **people: dict[str, Any],
) -> dict[str, Any]:
    """A scenario with You, Guard and Cora; `people` changes what is given of them."""
    everybody: dict[str, Any] = {"You": YOU, "Guard": GUARD, "Cora": {}}
    characters = {name: {**one, **people.get(name.lower(), {})} for name, one in everybody.items()}
    given = {"characters": characters, "rules": rules or {}}
    return {"system": "ccarps", "given": given, "when": list(steps), "dice": list(dice)}


def check(who: str = "You", **more: Any) -> dict[str, Any]:
    """A stated roll of two dice under 7, unless `more` says how it is rolled."""
    how = {} if {"skill", "attribute", "dice"} & set(more) else {"dice": 2}
    base = {} if {"base", "movement"} & set(more) else {"base": 7}
    return {"do": "check", "who": who, **how, **base, **more}


def contest(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    return {
        "do": "contest",
        "first": {"who": "You", "skill": "Stealth", "base": 3, **first},
        "second": {"who": "Guard", "skill": "Detect", **second},
    }


def attack(**more: Any) -> dict[str, Any]:
    """You at the guard: a stated roll of two dice under 8, damage 5."""
    how = {} if {"skill", "attribute", "dice"} & set(more) else {"dice": 2}
    weapon = {"damage": 5, "type": "cutting"}
    return {
        "do": "attack",
        "who": "You",
        "target": "Guard",
        "base": 8,
        "weapon": weapon,
        **how,
        **more,
    }


def does(do: str, who: str = "You", **more: Any) -> dict[str, Any]:
    return {"do": do, "who": who, **more}


def dodge() -> dict[str, Any]:
    return {"mode": "dodge", "skill": "Acrobatics"}


def block(name: str = "Sword") -> dict[str, Any]:
    return {"mode": "block", "skill": name}


def parry(name: str = "Sword") -> dict[str, Any]:
    return {"mode": "parry", "skill": name, "armed": True}


# What came of it


def last(result: dict[str, Any]) -> dict[str, Any]:
    outcome: dict[str, Any] = result["outcomes"][-1]
    return outcome


def pick(outcome: dict[str, Any], *names: str) -> list[Any]:
    return [outcome[name] for name in names]


def person(result: dict[str, Any], name: str = "You") -> dict[str, Any]:
    one: dict[str, Any] = result["final"]["characters"][name]
    return one


def refused(result: dict[str, Any]) -> list[Any]:
    return [[one["step"], one.get("part")] for one in result["refused"]]


def purposes(result: dict[str, Any]) -> list[Any]:
    return [[one["purpose"], one["who"], len(one["dice"])] for one in result["rolls"]]
