"""Inventing builds and lookups by chance."""

from __future__ import annotations

import random
from typing import Any

from tests.systems.carps.second.abilities import COST, STANCES, ULTIMATES


def invent(chance: random.Random, switches: dict[str, Any]) -> dict[str, Any]:
    """Builds or lookups."""
    given = {"switches": switches} if switches else {}
    one = _build_step if chance.random() < 0.6 else _lookup_step
    when = [one(chance) for _ in range(chance.randint(1, 6))]
    return {"given": given, "when": when, "dice": []}


def _build_step(chance: random.Random) -> dict[str, Any]:
    step: dict[str, Any] = {"do": "validate_build"}
    if chance.random() < 0.93:
        step["style"] = chance.choice(["offensive", "centered", "defensive", "centered", "wild"])
    if chance.random() < 0.5:
        step["xp"] = chance.choice([0, 20, 40, 60, 150])
    if chance.random() < 0.97:
        step["abilities"] = legal_build(chance, tuple(COST), step.get("xp", 40))
        extra = [*COST, *step["abilities"], *step["abilities"], "t9", "no_such_ability"]
        for _ in range(chance.choice([0, 0, 1, 2])):
            step["abilities"].append(chance.choice(extra))
        if step["abilities"] and chance.random() < 0.3:
            step["abilities"].remove(chance.choice(step["abilities"]))
    return step


def legal_build(chance: random.Random, abilities: tuple[str, ...], xp: int) -> list[str]:
    """A stance, an Ultimate Move and what else the XP buy."""
    stances = [key for key in abilities if key in STANCES]
    moves = [key for key in abilities if key in ULTIMATES]
    bought = [chance.choice(stances), chance.choice(moves)]
    spent = sum(COST[key] or 0 for key in bought)
    for key in chance.sample(abilities, len(abilities)):
        cost = COST[key]
        if cost is not None and key not in bought and spent + cost <= xp:
            bought.append(key)
            spent += cost
    return bought


def _lookup_step(chance: random.Random) -> dict[str, Any]:
    step: dict[str, Any] = {"do": "lookup"}
    groups: list[dict[str, Any]] = [
        {"base": chance.randint(0, 50)},
        {"standard_level": chance.randint(1, 45)},
        {"ultimate_level": chance.randint(1, 45)},
        {"own_score": chance.randint(0, 9), "other_score": chance.randint(0, 9)},
        {"bonus": chance.randint(0, 5), "penalty": chance.randint(0, 5)},
        {"own_score": 3},
        {"tn": 6},
    ]
    net = chance.randint(-3, 3)
    dice = [chance.choice([1, 10, chance.randint(1, 10)]) for _ in range(1 + abs(net))]
    groups.append({"dice": dice, "net": net, "tn": chance.randint(2, 10)})
    for group in chance.sample(groups, chance.choice([0, 1, 1, 1, 2])):
        if not {"ultimate_level", "standard_level"} <= {*group, *step}:
            step |= group
    return step
