"""Rolling attributes and judging a new character, as the second reading has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.systems.ccarps.second.figures import (
    CONTACTS,
    CONVENTIONS,
    PRIMARIES,
    SECONDARIES,
    WEALTH,
    dice_at,
    modifier_of,
    rank_of,
    secondary,
)
from tests.systems.ccarps.second.given import need, whole

Thrown = list[tuple[list[int], int]]


def roll_attributes(
    step: dict[str, Any], die: Callable[[], int], reroll: str
) -> tuple[Thrown, dict[str, Any]]:
    """R32, R33: every set with its dice and sum, and the outcome of the step."""
    convention, age = step.get("convention", "none"), step.get("age")
    need(convention in CONVENTIONS and whole(age, 0), "convention_or_age")
    order: Any = step.get("assign", list(PRIMARIES))
    free = convention in ("fantasy", "campy")
    need(free or "assign" not in step, "assign")
    need(isinstance(order, list) and all(type(name) is str for name in order), "assign")
    need(sorted(order) == sorted(PRIMARIES), "assign")
    thrown: Thrown = []
    for _ in range(10 if convention == "campy" else 5):
        kept = [die() for _ in range(dice_at(int(age)))]
        used = list(kept)
        for place in range(len(kept)):
            while free and kept[place] == 1:
                kept[place] = die()
                used.append(kept[place])
                if reroll == "once":
                    break
        thrown.append((used, sum(kept)))
    sets = [result for _, result in thrown]
    if convention == "campy":
        sets = sorted(sets, reverse=True)[:5]
    attributes = dict(zip(order, sets, strict=True))
    points = sum(sets)
    rank = rank_of(points)
    return thrown, {"sets": sets, "attributes": attributes, "points": points, "rank": rank}


def validate(step: dict[str, Any], edition: str) -> dict[str, Any]:
    """R34, R35, R36."""
    attributes, convention = step.get("attributes"), step.get("convention", "none")
    age, oddities, skills = step.get("age", 21), step.get("oddities"), step.get("skills")
    need(isinstance(attributes, dict) and set(attributes) == set(PRIMARIES), "attributes")
    need(all(whole(value) for value in attributes.values()), "attributes")
    need(convention in CONVENTIONS and whole(age, 0), "convention_or_age")
    need(isinstance(oddities, list) and isinstance(skills, dict), "lists")
    for one in oddities:
        need(isinstance(one, dict) and type(one.get("name")) is str, "oddity")
        need(whole(one.get("cost")), "oddity")
    for skill in skills.values():
        need(isinstance(skill, dict) and whole(skill.get("points"), 0), "skill")
    points = sum(attributes.values())
    second = secondary(attributes, edition)
    modifiers = {name: modifier_of(value) for name, value in second.items()}
    costs = [one["cost"] for one in oddities]
    spent = sum(costs) + sum(skill["points"] for skill in skills.values())
    wealth = [one["cost"] for one in oddities if one["name"] == "wealth"]
    contacts = [one["cost"] for one in oddities if one["name"] == "contact"]
    dice = dice_at(age)
    hard = convention == "hard_core"
    found = {
        "points_mismatch": spent != points,
        "too_many_oddities": len(costs) > {"hard_core": 5, "fantasy": 7}.get(convention, 10),
        "oddities_not_zero": hard and sum(costs) != 0,
        "wealth_twice": len(wealth) > 1,
        "wealth_value": any(cost not in WEALTH for cost in wealth),
        "too_many_contacts": len(contacts) > 3,
        "contact_value": any(cost not in CONTACTS for cost in contacts),
        "social_over_15": abs(sum(contacts)) > 15,
    }
    for name, value in attributes.items():
        found[f"attribute_range:{name}"] = not dice <= value <= 6 * dice
    for name, skill in skills.items():
        governed = skill.get("attribute") in SECONDARIES
        found[f"skill_attribute:{name}"] = not governed
        if governed:
            own = modifiers[skill["attribute"]]
            cap = {"hard_core": own, "fantasy": 2 * own}.get(convention, 36)
            found[f"skill_cap:{name}"] = skill["points"] > cap
    return {
        "points": points,
        "rank": rank_of(points),
        "secondary": second,
        "modifiers": modifiers,
        "spent": spent,
        "errors": sorted(code for code, wrong in found.items() if wrong),
    }
