"""CARPS scenarios: `given` a situation, `when` steps, `dice` as they fall; see docs/scenarios.md.

The runner sits at a table like anybody else: steps are commands, the listed reactions are
announced with them, and whoever is asked beyond that declines.
"""

from __future__ import annotations

from typing import Any

from engine.dice import DiceError
from engine.house_rules import BadSwitch
from engine.scenario import BadScenario, Runner
from engine.systems.carps.creation import check_build
from engine.systems.carps.defeat import power_threshold
from engine.systems.carps.model import CREATION_XP
from engine.systems.carps.numbers import (
    power_threshold_of,
    standard_hit,
    standard_miss,
    succeeds,
    target_number,
    ultimate_gain,
    ultimate_miss,
    value_of,
)
from engine.systems.carps.rules import CarpsRules
from engine.systems.carps.soundness import (
    NEEDED_BY,
    NUMBERS,
    all_of_a_kind,
    check_given,
    check_steps,
)
from engine.table import Outcome

FIGHT = "fight"
LOOKED_UP = (
    "base",
    "standard_level",
    "ultimate_level",
    "own_score",
    "other_score",
    "bonus",
    "penalty",
    "net",
    "tn",
)
ARGS = {"target": "on", "effect": "effect", "enters": "enters", "position": "position"}
ROLL_KEYS = ("type", "roller", "against", "tn", "net", "dice", "success")


def _announced(reactions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Reactions as the table takes them: what does not belong to them is left out."""
    told = []
    for one in reactions:
        use = {"by": one["by"], "use": one["use"]}
        if isinstance(one.get("effect"), str):
            use["effect"] = one["effect"]
        if one.get("escape") is False:
            use["escape"] = False
        if one.get("reactions"):
            use["reactions"] = _announced(one["reactions"])
        told.append(use)
    return told


def run_scenario(data: dict[str, Any]) -> dict[str, Any]:
    """The result of a scenario, or {"error": code} for a broken one (C66)."""
    try:
        given, steps = data.get("given", {}), data.get("when")
        found = given if isinstance(given, dict) else {}
        switches = found.get("switches", {})
        rules = _rules(switches)
        if not isinstance(steps, list) or not isinstance(data.get("dice", []), list):
            raise BadScenario("bad_scenario")
        first = steps[0].get("do") if steps and isinstance(steps[0], dict) else None
        if first == "lookup":
            return {"lookups": [_lookup(one, rules) for one in all_of_a_kind(steps, first)]}
        if first == "validate_build":
            return {"builds": [_build(one, rules) for one in all_of_a_kind(steps, first)]}
        check_steps(steps, found.get("characters"))
        check_given(given)
        return _Run(given, switches, data.get("dice", [])).play(steps)
    except BadScenario as bad:
        return {"error": str(bad)}
    except DiceError as bad:
        return {"error": bad.code}


def _rules(switches: Any) -> CarpsRules:
    try:
        return CarpsRules.make(switches)
    except (BadSwitch, AttributeError, TypeError):
        raise BadScenario("bad_switch") from None


class _Run(Runner):
    """One scenario being played at a table of its own."""

    def __init__(self, given: dict[str, Any], switches: dict[str, Any], dice: list[Any]) -> None:
        super().__init__("carps", switches, dice)
        self.ended = False
        self.result: dict[str, Any] = {
            "rolls": [],
            "outcomes": [],
            "refused": [],
            "refused_reactions": [],
        }
        self._set_up(given)

    def _set_up(self, given: dict[str, Any]) -> None:
        characters = given["characters"]
        order = list(given.get("order", []))
        order += [
            who
            for who, one in characters.items()
            if one.get("in_combat", True) and who not in order
        ]
        turn_of = given.get("turn_of", order[0])
        for who, one in characters.items():
            fields = {key: one[key] for key in NUMBERS if key in one}
            fields["style"] = one.get("style", "centered")
            fields["abilities"] = list(dict.fromkeys(one.get("abilities", [])))
            fields["ap"] = one.get("ap", 3) if who == turn_of else 0
            fields["temp_ap"] = one.get("temp_ap", 0) if who == turn_of else 0
            fields["carry_ap"] = 0 if who == turn_of else one.get("carry_ap", 0)
            fields["status"] = "active" if who in order else "outside"
            self.command(
                "character.add",
                id=who,
                name=who,
                side=one["side"],
                control=one.get("control", "pc"),
                fields=fields,
            )
        self.command(
            "encounter.start",
            id=FIGHT,
            order=order,
            round=given.get("round", 1),
            turn_of=turn_of,
            hits=[[hit["by"], hit["on"]] for hit in given.get("hits_since", [])],
        )
        self._remember()

    def play(self, steps: list[dict[str, Any]]) -> dict[str, Any]:
        for number, step in enumerate(steps):
            why = self._step(step)
            if why is not None:
                self.result["refused"].append({"step": number, "why": why})
        return {**self.result, **self._final()}

    def _step(self, step: dict[str, Any]) -> str | None:
        """Plays one step; returns why it was refused."""
        do = step["do"]
        if do == "end_encounter":
            if not self.ended:
                self.command("encounter.end", encounter=FIGHT)
                self.ended = True
            return None
        if self.ended:
            return "combat_over"
        if do == "enter":
            return "not_between_turns"
        verb = step["use"] if do == "special" else do
        if do == "special" and verb not in NEEDED_BY:
            owned = self.table.state.characters[step["by"]].abilities
            return "needs_trigger" if verb in owned else "not_owned"
        taken = [one.key for one in self.table.system.verbs[verb].args]
        args = {key: step[name] for key, name in ARGS.items() if key in taken and name in step}
        if "reactions" in taken:
            args["reactions"] = _announced(step.get("reactions", []))
        if "reactions_by_target" in taken:
            by_target = step.get("reactions_by_target", {})
            args["reactions_by_target"] = {
                who: _announced(reactions) for who, reactions in by_target.items()
            }
        return self._follow(self.command(verb, step["by"], **args))

    def _follow(self, outcome: Outcome) -> str | None:
        if outcome.refusal is not None:
            code = str(outcome.refusal["code"])
            if code == "bad_position":
                raise BadScenario("bad_scenario")
            return "not_in_combat" if code == "needs_encounter" else code
        self._read(outcome)
        while questions := self.table.questions("gm"):
            self._read(self.decline(questions[0]["id"]))
        self._remember()
        return None

    def _read(self, outcome: Outcome) -> None:
        for event in (outcome.entry or {})["events"]:
            match event["kind"]:
                case "rolled":
                    self.result["rolls"].append({key: event[key] for key in ROLL_KEYS})
                case "reserve_rolled":
                    roll = {"type": "reserve", "roller": event["who"]}
                    roll |= {key: event[key] for key in ("sides", "dice", "result")}
                    self.result["rolls"].append(roll)
                case "entrance_rolled":
                    roll = {"type": "entrance", "roller": event["who"]}
                    roll |= {key: event[key] for key in ("sides", "dice", "result")}
                    self.result["rolls"].append(roll)
                case "attack_resolved":
                    self.result["outcomes"].append(
                        {
                            "by": event["attacker"],
                            "on": event["defender"],
                            "outcome": event["outcome"],
                        }
                    )
                case "reaction_refused":
                    self.result["refused_reactions"].append(
                        {"by": event["user"], "use": event["ability"], "why": event["why"]}
                    )

    def _remember(self) -> None:
        fight = self.table.state.encounters[FIGHT]
        self.order, self.turn, self.round = list(fight.order), fight.turn, fight.round
        self.over = fight.over

    def _final(self) -> dict[str, Any]:
        return {
            "final": {
                who: {
                    "level": one.level,
                    "rp": one.rp,
                    "status": one.status,
                    "ap": one.ap,
                    "temp_ap": one.temp_ap,
                    "carry_ap": one.carry_ap if one.status == "active" else 0,
                    "power_threshold": power_threshold(self.table.state, who),
                }
                for who, one in self.table.state.characters.items()
            },
            "order": self.order,
            "turn_of": self.turn,
            "round": self.round,
            "combat_over": self.over or self.ended,
            "dice_used": self.dice.used,
        }


def _lookup(step: dict[str, Any], rules: CarpsRules) -> dict[str, Any]:
    """Numbers of the rules without a combat."""
    whole = {key: step[key] for key in LOOKED_UP if key in step}
    dice = step.get("dice", [0])
    if not isinstance(dice, list) or not dice:
        raise BadScenario("bad_scenario")
    if "dice" in step and not all(type(one) is int and 1 <= one <= 10 for one in dice):
        raise BadScenario("bad_die")
    if not all(type(one) is int for one in whole.values()):
        raise BadScenario("bad_scenario")
    found: dict[str, Any] = {}
    if "base" in step:
        found["power_threshold"] = power_threshold_of(step["base"])
    if "standard_level" in step:
        level = step["standard_level"]
        found |= {"hit": standard_hit(level), "miss": standard_miss(level)}
    if "ultimate_level" in step:
        level = step["ultimate_level"]
        found |= {"gain": ultimate_gain(level), "miss": ultimate_miss(level)}
    if "own_score" in step and "other_score" in step:
        found["tn"] = target_number(step["own_score"], step["other_score"])
    if "bonus" in step and "penalty" in step:
        found["net"] = step["bonus"] - step["penalty"]
    if "dice" in step and "net" in step and "tn" in step:
        value = value_of(step["dice"], step["net"], rules.natural_extremes)
        found |= {"value": value, "success": succeeds(value, step["tn"])}
    return found


def _build(step: dict[str, Any], rules: CarpsRules) -> dict[str, Any]:
    """A character's building, looked at without a table (C63)."""
    abilities, xp = step.get("abilities", []), step.get("xp", CREATION_XP)
    texts = isinstance(abilities, list) and all(isinstance(one, str) for one in abilities)
    if not texts or type(xp) is not int:
        raise BadScenario("bad_scenario")
    build = check_build(step.get("style"), abilities, xp, rules)
    found = {
        "valid": not build.errors,
        "errors": build.errors,
        "spent": build.spent,
        "unspent": build.unspent,
    }
    if build.scores is not None:
        found["attack"], found["defense"] = build.scores
    return found
