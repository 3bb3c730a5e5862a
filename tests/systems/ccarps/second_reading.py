"""A second, independent reading of the rulings, to hold the engine against.

Straight code over plain dictionaries, written from the rulings and the scenario format alone: no
events, no questions, no tables. `read(scenario)` is the whole result of a scenario; figures, what
a scenario may state, one roll, one attack and building a character have files of their own in
`second/`.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.systems.ccarps.second.building import roll_attributes, validate
from tests.systems.ccarps.second.combat import Combat
from tests.systems.ccarps.second.figures import (
    BARS,
    HEALERS,
    PRIMARIES,
    SECONDARIES,
    dice_of,
    lowest_two,
    modifier_of,
)
from tests.systems.ccarps.second.given import No, Stop, need, whole


class Reading(Combat):
    """One scenario, read from top to bottom."""

    # Rolls

    def do_check(self, step: dict[str, Any]) -> dict[str, Any]:
        roll = self.prepare(step)
        return {"who": roll["who"], **self.judge(roll, "check")}

    def do_auto(self, step: dict[str, Any]) -> dict[str, Any]:
        return {"who": self.known(step.get("who")), "success": True}

    def do_contest(self, step: dict[str, Any]) -> dict[str, Any]:
        """R7."""
        one = self.prepare(step.get("first"))
        two = self.prepare(step.get("second"), with_base=False)
        need(one["who"] != two["who"], "same_character")
        first = self.judge(one, "first")
        if not first["success"]:
            return {"first": first, "second": None, "winner": two["who"]}
        two["simple"] += first["total"]
        two["skilled"] += first["total"]
        second = self.judge(two, "second")
        even = second["critical"] is None and second["total"] == second["tn"]
        if even and self.rule["contested_tie"] == "remaining_dice":
            left = zip(sorted(one["dice"])[2:], sorted(two["dice"])[2:], strict=False)
            apart = [mine < other for other, mine in left if mine != other]
            if not apart or apart[0]:
                second |= {"success": True, "degree": 0}
        winner = two if second["success"] else one
        return {"first": first, "second": second, "winner": winner["who"]}

    # Damage

    def do_hurt(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.living(step.get("who"))
        need(step.get("bar") in BARS and whole(step.get("amount")), "hurt")
        return {"who": who, "marked": self.mark(who, step["bar"], step["amount"])}

    def do_turn_start(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        self.people[who]["dodging"] = False
        return {"who": who}

    def do_unconscious_turn(self, step: dict[str, Any]) -> dict[str, Any]:
        """R15."""
        who = self.known(step.get("who"))
        need(self.unconscious(who), "not_unconscious")
        tn = modifier_of(self.attribute(who, "charisma"))
        if self.rule["unconscious_wounds"] == "applied":
            tn += self.wounds(who)
        total = lowest_two(self.throw(who, "unconscious", 2))
        marked = 0
        if total >= tn:
            after = BARS.index(self.full(who)[0]) + 1
            marked = self.mark(who, BARS[after % 3], 1)
        return {"who": who, "tn": tn, "total": total, "success": total < tn, "marked": marked}

    def do_recover(self, step: dict[str, Any]) -> dict[str, Any]:
        """R16."""
        who, bar, healer = self.living(step.get("who")), step.get("bar"), step.get("healer")
        need(bar in BARS and ("healer" not in step or healer in tuple(HEALERS)), "recover")
        marks = self.people[who]["marks"]
        cleared, boxes = marks[bar], sum(marks.values())
        need(cleared > 0, "empty_bar")
        need(len(self.full(who)) < 2 or healer == "surgeon", "surgeon_only")
        if bar == "mental":
            minutes = 10 * boxes
        elif bar == "spiritual":
            minutes = 600 * cleared
        else:
            need(whole(step.get("tech"), 1, 20), "healer_tech")
            need(healer is not None and cleared <= HEALERS[healer], "healer")
            minutes = -(-600 * boxes // step["tech"])
        marks[bar] = 0
        return {"who": who, "minutes": minutes, "cleared": cleared}

    # Characters

    def do_roll_attributes(self, step: dict[str, Any]) -> dict[str, Any]:
        rolled, outcome = roll_attributes(step, self.die, self.rule["reroll_ones"])
        for dice, result in rolled:
            self.log(None, "set", dice, result)
        return outcome

    def do_validate(self, step: dict[str, Any]) -> dict[str, Any]:
        return validate(step, self.rule["secondary_attributes"])

    def do_award(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        need(whole(step.get("points"), 1), "points")
        self.people[who]["unassigned"] += step["points"]
        return {"who": who, "unassigned": self.people[who]["unassigned"]}

    def do_improve(self, step: dict[str, Any]) -> dict[str, Any]:
        """R37."""
        who, points = self.known(step.get("who")), step.get("points")
        one = self.people[who]
        need(whole(points, 1), "points")
        need(("skill" in step) != ("accumulator" in step), "one_use")
        need(points <= one["unassigned"], "not_held")
        if "skill" in step:
            name = step["skill"]
            need(type(name) is str, "skill")
            if name not in one["skills"]:
                need(step.get("attribute") in SECONDARIES, "new_skill_attribute")
                one["skills"][name] = {"points": 0, "attribute": step["attribute"]}
            need(one["skills"][name]["points"] + points <= 36, "cap")
            one["skills"][name]["points"] += points
        else:
            need(step["accumulator"] in PRIMARIES, "accumulator")
            one["accumulators"][step["accumulator"]] += points
        one["unassigned"] -= points
        return {"who": who, "unassigned": one["unassigned"]}

    def do_session_start(self, step: dict[str, Any]) -> dict[str, Any]:
        need(not any(one["unassigned"] for one in self.people.values()), "points_held")
        return {}

    # The run

    def twin(self) -> Reading:
        """The same point of the same run, to go on from apart."""
        other = copy.copy(self)
        other.s = copy.deepcopy(self.s)
        for key in ("rolls", "outcomes", "refused"):
            setattr(other, key, list(getattr(self, key)))
        return other

    def take(self, step: Any) -> dict[str, Any] | None:
        """Plays one step; returns what stops the run, if anything does."""
        kept = copy.deepcopy(self.s), len(self.rolls), len(self.refused)
        try:
            need(isinstance(step, dict) and type(step.get("do")) is str, "no_step")
            do = getattr(self, f"do_{step['do']}", None)
            need(do is not None, "unknown_step")
            outcome = do(step)
            self.outcomes.append({"step": self.n, "do": step["do"], **outcome})
        except (No, Stop) as why:
            self.s = kept[0]
            del self.rolls[kept[1] :], self.refused[kept[2] :]
            if isinstance(why, Stop):
                return {"step": self.n, "reason": str(why)}
            self.refused.append({"step": self.n, "reason": str(why)})
        self.n += 1
        return None

    def run(self) -> dict[str, Any]:
        error = None
        for step in self.steps:
            error = self.take(step)
            if error is not None:
                break
        return {
            "system": "ccarps",
            "rolls": self.rolls,
            "outcomes": self.outcomes,
            "refused": self.refused,
            "final": {
                "characters": {who: self.shown(who) for who in self.people},
                "dice_left": len(self.dice) - self.s["at"],
            },
            **({"error": error} if error else {}),
        }

    def shown(self, who: str) -> dict[str, Any]:
        one = self.people[who]
        keys = ("marks", "dodging", "riposte", "unassigned", "accumulators")
        return {
            **{key: one[key] for key in keys},
            "wounds": self.wounds(who),
            "unconscious": self.unconscious(who),
            "dead": self.dead(who),
            "skills": {
                name: {
                    "points": skill["points"],
                    "modifier": modifier_of(skill["points"]),
                    "dice": dice_of(skill["points"]),
                }
                for name, skill in one["skills"].items()
            },
        }


def read(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result of a scenario; the reasons of refusals are this reading's own codes."""
    try:
        reading = Reading(scenario)
    except No:
        return {"system": "ccarps", "error": {"reason": "bad_scenario"}}
    return reading.run()
