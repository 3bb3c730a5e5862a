"""CCARPS scenarios: `given` characters, `when` steps, `dice` as they fall; see docs/scenarios.md.

The runner sits at a table like anybody else: each step is one command of the game master.
"""

from __future__ import annotations

from typing import Any

from engine.given import is_whole
from engine.scenario import RefusedStep, StepRunner, need
from engine.systems.ccarps.attack import ATTACK_KEYS
from engine.systems.ccarps.entries import BARS, SECONDARIES
from engine.systems.ccarps.model import BOXES, PRIMARIES, Person
from engine.systems.ccarps.numbers import dice_of, modifier_of, wounds
from engine.systems.ccarps.rolls import MOST_TECH, ROLL_KEYS
from engine.table import Outcome

ROLL = ("who", *ROLL_KEYS)
STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "check": ("quick_check", ROLL),
    "auto": ("auto", ("who",)),
    "contest": ("quick_contest", ("first", "second")),
    "hurt": ("hurt", ("who", "bar", "amount")),
    "turn_start": ("turn_start", ("who",)),
    "unconscious_turn": ("unconscious_turn", ("who",)),
    "recover": ("recover", ("who", "bar", "healer", "tech")),
    "attack": ("quick_attack", (*ROLL, *ATTACK_KEYS)),
    "roll_attributes": ("roll_attributes", ("convention", "age", "assign")),
    "validate": ("validate", ("attributes", "convention", "age", "oddities", "skills")),
    "award": ("award", ("who", "points")),
    "session_start": ("session_start", ()),
}
IMPROVE = ("points", "skill", "attribute", "accumulator")


class CcarpsScenario(StepRunner):
    system = "ccarps"

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        people = self.given.get("characters", {})
        need(isinstance(people, dict))
        for who, one in people.items():
            added = self.command("character.add", id=who, name=who, side="", fields=_fields(one))
            need(added.ok)

    def act(self, do: str, step: dict[str, Any]) -> Outcome:
        if do == "improve":
            who = step.get("who")
            if not isinstance(who, str):
                raise RefusedStep("unknown_character")
            return self.command(do, who, **{key: step[key] for key in IMPROVE if key in step})
        if do not in STEPS:
            raise RefusedStep("unknown_step")
        verb, keys = STEPS[do]
        args = {key: step[key] for key in keys if key in step}
        if do == "contest":
            args = {side: _roll(one) for side, one in args.items()}
        return self.command(verb, **args)

    def final(self) -> dict[str, Any]:
        people = self.table.state.characters
        return {
            "characters": {who: self._shown(one) for who, one in people.items()},
            "dice_left": self.dice.left,
        }

    def _shown(self, person: Person) -> dict[str, Any]:
        return {
            "marks": person.marks,
            "wounds": wounds(person, self.table.state.rules),
            "unconscious": person.unconscious,
            "dead": person.dead,
            "dodging": person.dodging,
            "riposte": dict(person.ripostes),
            "unassigned": person.unassigned,
            "accumulators": person.accumulators,
            "skills": {
                name: {
                    "points": one["points"],
                    "modifier": modifier_of(one["points"]),
                    "dice": dice_of(one["points"]),
                }
                for name, one in person.skills.items()
            },
        }


def _roll(side: Any) -> Any:
    """One side of a contest, without what is no part of the format."""
    if not isinstance(side, dict):
        return side
    return {key: value for key, value in side.items() if key in ROLL}


def _fields(one: Any) -> dict[str, Any]:
    """The fields of a character in a scenario; raises `BadScenario`."""
    need(isinstance(one, dict))
    fields: dict[str, Any] = _numbers(one.get("attributes", {}), PRIMARIES)
    fields |= _numbers(one.get("marks", {}), BARS, most=BOXES)
    gained = _numbers(one.get("accumulators", {}), PRIMARIES)
    fields |= {f"{name}_gained": value for name, value in gained.items()}
    fields |= {key: one[key] for key in ("height", "tech", "unassigned") if key in one}
    need(all(is_whole(fields.get(key, 0), 0) for key in ("height", "unassigned")))
    need(is_whole(fields.get("tech", 0), 0, MOST_TECH))
    skills, resist = one.get("skills", {}), one.get("resist", {})
    need(isinstance(skills, dict) and isinstance(resist, dict))
    for skill in skills.values():
        need(isinstance(skill, dict) and is_whole(skill.get("points"), 0))
        need(isinstance(skill.get("attribute"), str) and skill["attribute"] in SECONDARIES)
    need(all(is_whole(number) for number in resist.values()))
    fields["skill_list"] = [
        {"name": name, "points": skill["points"], "attribute": skill["attribute"]}
        for name, skill in skills.items()
    ]
    fields["resist_list"] = [{"name": name, "value": value} for name, value in resist.items()]
    return fields


def _numbers(given: Any, names: tuple[str, ...], most: int | None = None) -> dict[str, int]:
    need(isinstance(given, dict) and all(name in names for name in given))
    need(all(is_whole(value, 0, most) for value in given.values()))
    return dict(given)
