"""CCARPS scenarios: `given` characters, `when` steps, `dice` as they fall; see docs/scenarios.md.

The runner sits at a table like anybody else: each step is one command of the game master.
"""

from __future__ import annotations

from typing import Any

from engine.dice import DiceError
from engine.given import is_whole
from engine.house_rules import BadSwitch
from engine.scenario import Runner
from engine.systems.ccarps.attack import ATTACK_KEYS
from engine.systems.ccarps.entries import (
    BARS,
    SECONDARIES,
    show_number,
    show_skill,
)
from engine.systems.ccarps.model import BOXES, PRIMARIES, Person
from engine.systems.ccarps.numbers import dice_of, modifier_of, wounds
from engine.systems.ccarps.rolls import MOST_TECH, ROLL_KEYS
from engine.systems.ccarps.rules import CcarpsRules
from engine.table import Outcome

REASONS = {"out_of_dice": "dice_exhausted", "bad_die": "bad_die"}
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


class BadScenario(Exception):  # noqa: N818 - named as the format spells it
    """A broken scenario."""


class RefusedStep(Exception):  # noqa: N818
    """A step that the rules do not permit, or that is malformed."""


def run_scenario(data: dict[str, Any]) -> dict[str, Any]:
    """The result of a scenario; a broken one is an error."""
    try:
        return _Run(data).play(data["when"])
    except BadScenario:
        return {"system": "ccarps", "error": {"reason": "bad_scenario"}}


def _need(holds: bool) -> None:
    if not holds:
        raise BadScenario


class _Run(Runner):
    def __init__(self, data: dict[str, Any]) -> None:
        given, dice = data.get("given"), data.get("dice", [])
        _need(isinstance(given, dict) and isinstance(dice, list))
        _need(isinstance(data.get("when"), list))
        people, rules = given.get("characters", {}), given.get("rules", {})  # type: ignore[union-attr]
        _need(isinstance(people, dict) and isinstance(rules, dict))
        try:
            CcarpsRules.make(rules)
        except BadSwitch:
            raise BadScenario from None
        super().__init__("ccarps", rules, dice)
        for who, one in people.items():
            added = self.command("character.add", id=who, name=who, side="", fields=_fields(one))
            _need(added.ok)

    def play(self, steps: list[Any]) -> dict[str, Any]:
        rolls: list[Any] = []
        outcomes: list[Any] = []
        refused: list[Any] = []
        error: dict[str, Any] = {}
        for number, step in enumerate(steps):
            used = self.dice.used
            try:
                events = self._step(step)
            except RefusedStep as why:
                self.dice.used = used
                refused.append({"step": number, "reason": str(why)})
                continue
            except DiceError as bad:
                self.dice.used = used
                error = {"error": {"step": number, "reason": REASONS[bad.code]}}
                break
            for event in events:
                match event["kind"]:
                    case "rolled":
                        shown = {key: event[key] for key in ("who", "purpose", "dice", "result")}
                        rolls.append({"step": number, **shown})
                    case "part_refused":
                        part, why_not = event["part"], event["why"]
                        refused.append({"step": number, "part": part, "reason": why_not})
                    case "resolved":
                        outcomes.append({"step": number, "do": step["do"], **event["data"]})
        return {
            "system": "ccarps",
            "rolls": rolls,
            "outcomes": outcomes,
            "refused": refused,
            "final": self._final(),
            **error,
        }

    def _step(self, step: Any) -> list[dict[str, Any]]:
        """Plays one step as a command and returns its events; raises `RefusedStep`."""
        do = step.get("do") if isinstance(step, dict) else None
        if not isinstance(do, str):
            raise RefusedStep("malformed")
        outcome = self._act(do, step)
        if outcome.refusal is not None:
            raise RefusedStep(outcome.refusal["code"])
        return list((outcome.entry or {})["events"])

    def _act(self, do: str, step: dict[str, Any]) -> Outcome:
        if do == "improve":
            who = step.get("who")
            if not isinstance(who, str):
                raise RefusedStep("unknown_character")
            return self.command(do, who, **{key: step[key] for key in IMPROVE if key in step})
        if do not in STEPS:
            raise RefusedStep("unknown_step")
        verb, keys = STEPS[do]
        return self.command(verb, **{key: step[key] for key in keys if key in step})

    def _final(self) -> dict[str, Any]:
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


def _fields(one: Any) -> dict[str, Any]:
    """The fields of a character in a scenario; raises `BadScenario`."""
    _need(isinstance(one, dict))
    fields: dict[str, Any] = _numbers(one.get("attributes", {}), PRIMARIES)
    fields |= _numbers(one.get("marks", {}), BARS, most=BOXES)
    gained = _numbers(one.get("accumulators", {}), PRIMARIES)
    fields |= {f"{name}_gained": value for name, value in gained.items()}
    fields |= {key: one[key] for key in ("height", "tech", "unassigned") if key in one}
    _need(all(is_whole(fields.get(key, 0), 0) for key in ("height", "unassigned")))
    _need(is_whole(fields.get("tech", 0), 0, MOST_TECH))
    skills, resist = one.get("skills", {}), one.get("resist", {})
    _need(isinstance(skills, dict) and isinstance(resist, dict))
    for skill in skills.values():
        _need(isinstance(skill, dict) and is_whole(skill.get("points"), 0))
        _need(isinstance(skill.get("attribute"), str) and skill["attribute"] in SECONDARIES)
    _need(all(is_whole(number) for number in resist.values()))
    fields["skill_list"] = [show_skill(name, skill) for name, skill in skills.items()]
    fields["resist_list"] = [show_number(*pair) for pair in resist.items()]
    return fields


def _numbers(given: Any, names: tuple[str, ...], most: int | None = None) -> dict[str, int]:
    _need(isinstance(given, dict) and all(name in names for name in given))
    _need(all(is_whole(value, 0, most) for value in given.values()))
    return dict(given)
