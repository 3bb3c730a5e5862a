"""Builds and tables: the two kinds of scenarios without a combat."""

from __future__ import annotations

from typing import Any

from tests.systems.carps.second import rolls
from tests.systems.carps.second.abilities import COST, GAIN, HIT, MISS, STANCES, STYLES, row
from tests.systems.carps.second.abilities import ULTIMATES as MOVES


def build(step: dict[str, Any], switches: dict[str, Any]) -> dict[str, Any]:
    """C63, C64."""
    listed, style = step.get("abilities", []), step.get("style")
    costs = {**COST, "t9": switches["t9_cost"]}
    spent = sum(costs.get(key) or 0 for key in listed)
    unspent = step.get("xp", 40) - spent
    known_style = isinstance(style, str) and style in STYLES
    wrong = {
        "style": not known_style,
        "duplicate": len(set(listed)) < len(listed),
        "unknown": any(key not in costs for key in listed),
        "unpriced": any(key in costs and costs[key] is None for key in listed),
        "no_stance": not any(key in STANCES for key in listed),
        "no_ultimate": not any(key in MOVES for key in listed),
        "over_budget": unspent < 0,
    }
    errors = sorted(code for code, holds in wrong.items() if holds)
    made = {"valid": not errors, "errors": errors, "spent": spent, "unspent": unspent}
    if known_style:
        attack, defense = STYLES[str(style)]
        made["attack"] = attack + ("t14" in listed)
        made["defense"] = defense + ("t15" in listed)
    return made


def lookup(step: dict[str, Any], switches: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "base" in step:
        found["power_threshold"] = 5 + step["base"] // 2
    if "standard_level" in step:
        place = row(step["standard_level"])
        found |= {"hit": HIT[place], "miss": MISS[place]}
    if "ultimate_level" in step:
        place = row(step["ultimate_level"])
        found |= {"gain": GAIN[place], "miss": MISS[place]}
    if "own_score" in step and "other_score" in step:
        found["tn"] = rolls.target_number(step["own_score"], step["other_score"])
    if "bonus" in step and "penalty" in step:
        found["net"] = step["bonus"] - step["penalty"]
    if "dice" in step and "net" in step and "tn" in step:
        anywhere = switches["natural_extremes"] == "any_die"
        value, success = rolls.verdict(step["dice"], step["net"], step["tn"], anywhere)
        found |= {"value": value, "success": success}
    return found
