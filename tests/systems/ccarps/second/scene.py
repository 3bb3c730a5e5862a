"""A scenario's people and dice, and one roll, as the second reading has them."""

from __future__ import annotations

from typing import Any

from tests.systems.ccarps.second.figures import (
    BARS,
    MOVEMENT,
    SECONDARIES,
    dice_of,
    extreme,
    lowest_two,
    modifier_of,
    secondary,
)
from tests.systems.ccarps.second.given import (
    Stop,
    character,
    flag,
    need,
    numbers,
    rules_of,
    whole,
)


class Scene:
    def __init__(self, scenario: dict[str, Any]) -> None:
        need(scenario.get("system") == "ccarps", "wrong_system")
        given = scenario.get("given")
        need(isinstance(given, dict), "given")
        self.rule = rules_of(given.get("rules", {}))
        people = given.get("characters", {})
        need(isinstance(people, dict), "characters")
        self.s: dict[str, Any] = {
            "people": {name: character(one) for name, one in people.items()},
            "at": 0,
        }
        self.dice, self.steps = scenario.get("dice", []), scenario.get("when")
        need(isinstance(self.dice, list) and isinstance(self.steps, list), "lists")
        self.rolls: list[Any] = []
        self.outcomes: list[Any] = []
        self.refused: list[Any] = []
        self.n = 0

    # Small things

    @property
    def people(self) -> dict[str, Any]:
        return self.s["people"]

    def die(self) -> int:
        at = self.s["at"]
        if at >= len(self.dice):
            raise Stop("dice_exhausted")
        if not whole(self.dice[at], 1, 6):
            raise Stop("bad_die")
        self.s["at"] = at + 1
        return self.dice[at]

    def throw(self, who: str, purpose: str, count: int, lowest: bool = True) -> list[int]:
        dice = [self.die() for _ in range(count)]
        self.log(who, purpose, dice, lowest_two(dice) if lowest else sum(dice))
        return dice

    def log(self, who: str | None, purpose: str, dice: list[int], result: int) -> None:
        entry = {"step": self.n, "who": who, "purpose": purpose, "dice": dice, "result": result}
        self.rolls.append(entry)

    def known(self, name: Any) -> str:
        need(type(name) is str and name in self.people, "unknown_character")
        return str(name)

    def living(self, name: Any) -> str:
        need(not self.dead(self.known(name)), "dead")
        return str(name)

    def able(self, name: Any) -> str:
        """Somebody who may act: R14 and R25."""
        who = self.living(name)
        need(not self.full(who), "unconscious")
        need(not self.people[who]["dodging"], "dodging")
        return who

    def full(self, who: str) -> list[str]:
        return [bar for bar in BARS if self.people[who]["marks"][bar] == 10]

    def dead(self, who: str) -> bool:
        return len(self.full(who)) == 3

    def unconscious(self, who: str) -> bool:
        return len(self.full(who)) in (1, 2)

    def wounds(self, who: str) -> int:
        """R13: 0 or a negative number."""
        boxes = self.people[who]["marks"].values()
        worth = zip(self.rule["wound_thresholds"], (1, 2, 3), strict=True)
        return -sum(minus for least, minus in worth for marked in boxes if marked >= least)

    def attribute(self, who: str, name: str) -> int:
        table = self.rule["secondary_attributes"]
        return secondary(self.people[who]["attributes"], table)[name]

    def points(self, who: str, skill: Any) -> int:
        skills = self.people[who]["skills"]
        return skills[skill]["points"] if type(skill) is str and skill in skills else 0

    def mark(self, who: str, bar: str, amount: int) -> int:
        """R12: fills from `bar` on around the three; the number of boxes that found a place."""
        marks, left = self.people[who]["marks"], max(0, amount)
        start = BARS.index(bar)
        for each in BARS[start:] + BARS[:start]:
            here = min(left, 10 - marks[each])
            marks[each] += here
            left -= here
        return max(0, amount) - left

    # One roll

    def prepare(self, roll: Any, with_base: bool = True) -> dict[str, Any]:
        """What a ROLL comes to before its dice, R2; without a base it counts from 0."""
        need(isinstance(roll, dict), "no_roll")
        who = self.able(roll.get("who"))
        need(sum(key in roll for key in ("skill", "attribute", "dice")) == 1, "one_way")
        simple = self.base(roll) if with_base else 0
        need(with_base or not ("base" in roll or "movement" in roll), "base_given")
        simple += sum(numbers(roll, "situational"))
        unskilled = "attribute" in roll
        if "skill" in roll:
            points = self.points(who, roll["skill"])
            need(points >= 1, "no_points")
            count, modifier = dice_of(points), modifier_of(points)
        elif unskilled:  # R6
            name = roll["attribute"]
            need(type(name) is str and name in SECONDARIES, "no_attribute")
            need(not flag(roll, "complex"), "complex")
            simple += self.rule["unskilled_penalty"]
            count, modifier = 2, modifier_of(self.attribute(who, name))
        else:
            count, modifier = roll["dice"], roll.get("modifier", 0)
            need(whole(count, 2, 5) and whole(modifier), "dice_of_roll")
        if "tech" in roll:  # R8
            level = self.people[who]["tech"]
            need(level is not None and whole(roll["tech"], 0, 20), "tech")
            simple += level - roll["tech"]
        if "carried" in roll:  # R9
            need(whole(roll["carried"], 0), "carried")
            free = 10 * modifier_of(self.attribute(who, "lift"))
            simple -= max(0, roll["carried"] - free)
        return {
            "who": who,
            "count": count,
            "unskilled": unskilled,
            "simple": simple,
            "skilled": simple + modifier + sum(numbers(roll, "gear")) + self.wounds(who),
            "against": sum(numbers(roll, "opposition", 0)),
        }

    def base(self, roll: dict[str, Any]) -> int:
        need(("base" in roll) != ("movement" in roll), "one_base")
        if "base" in roll:
            need(whole(roll["base"]), "base")
            return int(roll["base"])
        name = roll["movement"]
        need(type(name) is str and name in MOVEMENT, "movement")
        return MOVEMENT[name]  # R11

    def judge(self, roll: dict[str, Any], purpose: str) -> dict[str, Any]:
        """Throws a roll's dice and compares: R1, R4, R5, R6."""
        unskilled = roll["unskilled"]
        if unskilled and self.rule["unskilled"] == "one_die_plus_six":
            roll["dice"] = [self.die()]
            total, critical = roll["dice"][0] + 6, None
            self.log(roll["who"], purpose, roll["dice"], total)
        else:
            roll["dice"] = self.throw(roll["who"], purpose, roll["count"])
            total, critical = lowest_two(roll["dice"]), extreme(roll["dice"])
            if unskilled and not self.rule["unskilled_criticals"]:
                critical = None
        tn = roll["skilled"] - roll["against"]
        success = total < tn if critical is None else critical == "success"
        return {
            "simple": roll["simple"],
            "skilled": roll["skilled"],
            "tn": tn,
            "total": total,
            "success": success,
            "degree": max(0, tn - total) if success else None,
            "critical": critical,
        }
