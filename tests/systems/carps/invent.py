"""Inventing scenarios by chance, to hold two readings of the rules against each other."""

from __future__ import annotations

import random
from typing import Any

ABILITIES = [
    "cs1",
    "underdog_stance",
    "lone_wolf_stance",
    "eternal_rivalry_stance",
    "escape_artist",
    "pursuer",
    "t14",
    "t15",
    "take_the_hit",
    "sure_strike",
    "evasive_maneuvers",
    "extra_effort",
    "perfect_defense",
    "unstoppable_force",
    "disrupt_the_assault",
    "diehard",
    "disengage",
    "combo_breaker",
    "attack_builder",
    "reserve_breaker",
]
REACTIONS = ABILITIES[8:18]
MOVES = ABILITIES[18:]
SWITCHES: dict[str, list[Any]] = {
    "natural_extremes": ["any_die", "kept_die"],
    "ultimate_pool_timing": ["declared", "after_gain"],
    "defeat_check": ["before_gain", "after_gain"],
    "lethal_comparison": ["exceed", "equal_or_exceed"],
    "special_once_per_trigger": [True, False],
    "npc_rp": ["full", "none"],
    "same_ability_stacking": ["stack", "once"],
    "pursuer_scope": ["tn_setter", "any_opponent", "stack_all"],
}


def scenario(seed: int) -> dict[str, Any]:
    """A sound scenario of 2 to 6 characters with up to 25 steps; its dice are thrown by the
    second reading as it goes."""
    chance = random.Random(seed)
    names = [f"p{number}" for number in range(chance.randint(2, 6))]
    sides = ["a", "b"] if chance.random() < 0.8 else ["a", "b", "c"]
    spread = chance.choice([3, 8, 40])
    rich = chance.random() < 0.4
    characters = {}
    for place, name in enumerate(names):
        base = chance.choice([1, 1, chance.randint(1, 12), chance.randint(1, 45)])
        base = chance.randint(10, 44) if rich else base
        one: dict[str, Any] = {
            "side": sides[place % len(sides)] if chance.random() < 0.8 else chance.choice(sides),
            "control": chance.choice(["pc", "npc"]),
            "style": chance.choice(["offensive", "centered", "defensive"]),
            "base": base,
            "level": base + chance.choice([0, 0, chance.randint(0, spread)]),
            "rp": 400 if rich else chance.choice([0, 10, 30, 200]),
            "abilities": chance.sample(ABILITIES, 18 if rich else chance.choice([2, 6, 12, 20])),
            "ap": 12 if rich else chance.choice([3, 3, 6]),
            "temp_ap": chance.choice([0, 2]),
            "carry_ap": chance.choice([0, 0, 2]),
        }
        if chance.random() < 0.1:
            one["attack"], one["defense"] = chance.randint(0, 9), chance.randint(0, 9)
        if place > 1 and chance.random() < 0.1:
            one["in_combat"] = False
        characters[name] = one
    fighting = [name for name in names if characters[name].get("in_combat", True)]
    order = chance.sample(fighting, chance.randint(0, len(fighting)))
    given: dict[str, Any] = {"characters": characters, "order": order}
    if chance.random() < 0.5:
        given["turn_of"] = chance.choice(fighting)
    if chance.random() < 0.6:
        given["switches"] = {
            key: chance.choice(values) for key, values in SWITCHES.items() if chance.random() < 0.5
        }
    turn = given.get("turn_of") or (order or fighting)[0]
    rest = [name for name in fighting if name not in order]
    places = order + rest
    when: list[dict[str, Any]] = []
    for _ in range(chance.randint(1, 25)):
        repeat = rich and when and when[-1]["do"] == "attack" and chance.random() < 0.7
        step = _again(chance, characters, when[-1]) if repeat else _step(chance, characters, turn)
        if step["do"] == "end_turn" and step["by"] == turn and chance.random() < 0.95:
            turn = places[(places.index(turn) + 1) % len(places)]
        when.append(step)
    return {"system": "carps", "id": str(seed), "given": given, "when": when}


People = dict[str, dict[str, Any]]


def _other(chance: random.Random, people: People, me: str, same: bool) -> str:
    """Mostly somebody whom the action may concern, sometimes anybody."""
    side = people[me]["side"]
    fitting = [one for one in people if (people[one]["side"] == side) == same]
    return chance.choice(fitting if fitting and chance.random() < 0.9 else list(people))


def _step(chance: random.Random, people: People, turn: str) -> dict[str, Any]:
    me = turn if chance.random() < 0.97 else chance.choice(list(people))
    kinds = ["attack"] * 12 + ["ultimate"] * 3 + ["assist", "protect", "escape"] + ["end_turn"] * 4
    kinds += ["end_encounter"] if chance.random() < 0.02 else []
    do = chance.choice(kinds)
    step: dict[str, Any] = {"do": do, "by": me}
    if do in ("attack", "ultimate", "assist", "protect"):
        step["on"] = _other(chance, people, me, same=do in ("assist", "protect"))
    if do == "ultimate":
        owned = [key for key in MOVES if key in people[me]["abilities"]]
        step["effect"] = chance.choice([*(owned or MOVES), *owned, "sure_strike"])
    if do in ("attack", "ultimate", "escape") and chance.random() < 0.8:
        step["reactions"] = _reactions(chance, people, me, step.get("on", me), 0)
    return step


def _again(chance: random.Random, people: People, last: dict[str, Any]) -> dict[str, Any]:
    """The same attack once more: it takes three hits for an answer."""
    step = {key: value for key, value in last.items() if key != "reactions"}
    if chance.random() < 0.5:
        step["reactions"] = _reactions(chance, people, last["by"], last["on"], 0)
    return step


def _reactions(
    chance: random.Random, people: People, me: str, target: str, depth: int
) -> list[dict[str, Any]]:
    listed = []
    for _ in range(chance.randint(1, 8)):
        by = chance.choice([me, target, target, chance.choice(list(people))])
        owned = [key for key in REACTIONS if key in people[by]["abilities"]]
        usual = owned if owned and chance.random() < 0.9 else REACTIONS
        one: dict[str, Any] = {"by": by, "use": chance.choice(usual)}
        if one["use"] == "combo_breaker":
            moves = [key for key in MOVES if key in people[by]["abilities"]] or MOVES
            one["effect"] = chance.choice(moves if chance.random() < 0.9 else MOVES)
            if depth < 2 and chance.random() < 0.7:
                one["reactions"] = _reactions(chance, people, by, me, depth + 1)
        if one["use"] == "disengage" and chance.random() < 0.5:
            one["escape"] = chance.choice([True, False])
        listed.append(one)
        if chance.random() < 0.05:
            listed.append({"by": by, "use": chance.choice(["cs1", "no_such_thing", "provoke"])})
    return listed
