"""Breaking a sound scenario in one of the ways that the format names, or nearly."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

Scenario = dict[str, Any]
NOBODY = "nobody"
JUNK_DICE = (0, 11, 7, -1, True, "6", None, 6.5)


def spoil_dice(chance: random.Random, scenario: Scenario) -> None:
    """Sometimes too few dice, a die out of range, or some left over."""
    dice, luck = scenario["dice"], chance.random()
    if luck < 0.05 and dice:
        del dice[chance.randrange(len(dice)) :]
    elif luck < 0.1 and dice:
        dice[chance.randrange(len(dice))] = chance.choice(JUNK_DICE)
    elif luck < 0.2:
        dice += [chance.choice(JUNK_DICE) for _ in range(chance.randint(1, 3))]


def broken(chance: random.Random, scenario: Scenario) -> Scenario:
    """A copy with one to three faults."""
    made = copy.deepcopy(scenario)
    ways = _WAYS if "characters" in made["given"] else _WAYS_OF_TABLES
    for way in sorted(chance.sample(ways, chance.choice([1, 1, 1, 2, 3])), key=ways.index):
        way(chance, made)
    return made


def _system(chance: random.Random, made: Scenario) -> None:
    made["system"] = chance.choice(["chess", "", None, 3, "CARPS"])


def _switch(chance: random.Random, made: Scenario) -> None:
    bad = [
        {"no_such": 1},
        {"npc_rp": "some"},
        {"special_once_per_trigger": 1},
        [],
        {"npc_rp": None},
    ]
    made["given"]["switches"] = chance.choice(bad)


def _unknown_step(chance: random.Random, made: Scenario) -> None:
    bad: list[Any] = [{"do": "dance"}, {"do": None}, {"by": "p0"}, "attack", None]
    made["when"].insert(chance.randint(0, len(made["when"])), chance.choice(bad))


def _other_kind(chance: random.Random, made: Scenario) -> None:
    bad = [{"do": "lookup", "base": 1}, {"do": "attack", "by": "p0", "on": "p1"}]
    made["when"].insert(chance.randint(0, len(made["when"])), chance.choice(bad))


def _missing_field(chance: random.Random, made: Scenario) -> None:
    having = [step for step in made["when"] if isinstance(step, dict) and step]
    if having:
        step = chance.choice(having)
        del step[chance.choice(list(step))]


def _missing_in_reaction(chance: random.Random, made: Scenario) -> None:
    reactions = _all_reactions(made["when"])
    if reactions:
        chance.choice(reactions).pop(chance.choice(["by", "use"]), None)


def _nobody_in_step(chance: random.Random, made: Scenario) -> None:
    having = [step for step in made["when"] if isinstance(step, dict)]
    if having:
        chance.choice(having)[chance.choice(["by", "on", "enters"])] = NOBODY


def _nobody_in_reaction(chance: random.Random, made: Scenario) -> None:
    reactions = _all_reactions(made["when"])
    if reactions:
        chance.choice(reactions)["by"] = NOBODY


def _nobody_as_target(chance: random.Random, made: Scenario) -> None:
    for step in made["when"]:
        if isinstance(step, dict) and step.get("use") == "give_it_your_all":
            step.setdefault("reactions_by_target", {})[NOBODY] = []


def _nobody_given(chance: random.Random, made: Scenario) -> None:
    key = chance.choice(["order", "turn_of", "hits_since"])
    outside = [
        name
        for name, one in made["given"].get("characters", {}).items()
        if isinstance(one, dict) and one.get("in_combat") is False
    ]
    name = chance.choice([NOBODY, *outside])
    made["given"][key] = {
        "order": [name],
        "turn_of": name,
        "hits_since": [chance.choice([{"by": name, "on": "p0"}, {"by": "p0"}])],
    }[key]


def _twice_in_order(chance: random.Random, made: Scenario) -> None:
    made["given"]["order"] = ["p0", "p1", "p0"]


def _character(chance: random.Random, made: Scenario) -> None:
    people = made["given"].get("characters")
    if not people:
        return
    name = chance.choice(list(people))
    bad: list[tuple[str, Any]] = [
        ("style", "wild"),
        ("control", "robot"),
        ("abilities", ["cs1", "no_such_ability"]),
        ("level", "high"),
        ("rp", None),
    ]
    key, value = chance.choice(bad)
    if chance.random() < 0.3:
        people[name].pop("side", None)
    else:
        people[name][key] = value


def _nobody_in_combat(chance: random.Random, made: Scenario) -> None:
    for one in made["given"].get("characters", {}).values():
        one["in_combat"] = False


def _position(chance: random.Random, made: Scenario) -> None:
    for step in made["when"]:
        if isinstance(step, dict) and step.get("do") == "end_turn":
            step["position"] = chance.choice(["last", "", "next"])


def _unknown_use(chance: random.Random, made: Scenario) -> None:
    """No fault: such a thing is only refused."""
    for step in made["when"]:
        if isinstance(step, dict) and ("effect" in step or "use" in step):
            step[chance.choice([key for key in ("effect", "use") if key in step])] = "no_such"
            return


def _without(chance: random.Random, made: Scenario) -> None:
    key = chance.choice(["when", "given", "characters"])
    (made["given"] if key == "characters" else made).pop(key, None)
    made.setdefault("given", {})


def _all_reactions(listed: Any) -> list[dict[str, Any]]:
    """Every reaction of steps or reactions, those of attacks inside included."""
    found: list[dict[str, Any]] = []
    for one in listed:
        if isinstance(one, dict):
            inner = list(one.get("reactions", []))
            for reactions in one.get("reactions_by_target", {}).values():
                inner += reactions
            found += inner + _all_reactions(inner)
    return found


_Way = Callable[[random.Random, Scenario], None]
_WAYS_OF_TABLES: list[_Way] = [_system, _switch, _unknown_step, _other_kind]
_WAYS: list[_Way] = [
    *_WAYS_OF_TABLES,
    _missing_field,
    _missing_in_reaction,
    _nobody_in_step,
    _nobody_in_reaction,
    _nobody_as_target,
    _nobody_given,
    _twice_in_order,
    _character,
    _nobody_in_combat,
    _position,
    _unknown_use,
    _without,
]
