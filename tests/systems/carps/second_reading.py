"""A second, independent reading of the rulings, to hold the engine against.

Straight code over plain values: no events, no windows, no questions. It knows what the scenario
format says and the rulings' numbers, and shares nothing with the engine.
"""

from __future__ import annotations

from typing import Any

from tests.systems.carps.second import builds, faults, steps
from tests.systems.carps.second.abilities import SWITCHES
from tests.systems.carps.second.fight import Fight
from tests.systems.carps.second.rolls import Script


def read(scenario: Any) -> dict[str, Any]:
    """The whole result of a scenario, {"error": code} if it is broken."""
    try:
        faults.check(scenario)
        if faults.without_combat(scenario["when"]):
            return _without_combat(scenario)
        return result(play(scenario))
    except faults.Broken as fault:
        return {"error": str(fault)}


def play(scenario: dict[str, Any]) -> Fight:
    """The fight of a sound scenario after all its steps."""
    fight = Fight(scenario["given"], Script(scenario.get("dice", [])))
    for place, step in enumerate(scenario["when"]):
        why = steps.take(fight, step)
        if why:
            fight.refused.append({"step": place, "why": why})
    return fight


def result(fight: Fight) -> dict[str, Any]:
    """The result of a fight as it stands."""
    final = {}
    for name, person in fight.people.items():
        active = fight.active(name)
        runs = active and fight.turn == name
        final[name] = {
            "level": person.level,
            "rp": person.rp,
            "status": person.status,
            "ap": person.ap if runs else 0,
            "temp_ap": person.temp if runs else 0,
            "carry_ap": person.carry if active else 0,
            "power_threshold": fight.threshold(name),
        }
    return {
        "rolls": fight.rolls,
        "outcomes": fight.outcomes,
        "refused": fight.refused,
        "refused_reactions": fight.refused_reactions,
        "final": final,
        "order": fight.order,
        "turn_of": fight.turn,
        "round": fight.round,
        "combat_over": fight.over,
        "dice_used": len(fight.dice.taken),
    }


def without_reasons(result: dict[str, Any]) -> dict[str, Any]:
    """A result without `why`, which is for people and not compared."""
    plain = {key: value for key, value in result.items() if not key.startswith("refused")}
    for key in ("refused", "refused_reactions"):
        if key in result:
            plain[key] = [
                {name: value for name, value in one.items() if name != "why"} for one in result[key]
            ]
    return plain


def _without_combat(scenario: dict[str, Any]) -> dict[str, Any]:
    given = scenario.get("given")
    given = given if isinstance(given, dict) else {}
    switches = {key: values[0] for key, values in SWITCHES.items()} | given.get("switches", {})
    when = scenario["when"]
    if when[0]["do"] == "lookup":
        return {"lookups": [builds.lookup(step, switches) for step in when]}
    return {"builds": [builds.build(step, switches) for step in when]}
