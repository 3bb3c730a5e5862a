"""One attack, as the second reading has it."""

from __future__ import annotations

from typing import Any

from tests.systems.ccarps.second.figures import (
    BARS,
    COLLATERAL_DICE,
    FLAGS,
    MELEE,
    RANGED,
    dice_of,
    extreme,
    lowest_two,
    modifier_of,
    part_hit,
)
from tests.systems.ccarps.second.given import No, flag, need, numbers, whole
from tests.systems.ccarps.second.scene import Scene


class Combat(Scene):
    def do_attack(self, step: dict[str, Any]) -> dict[str, Any]:
        """R17: everything but the answer is looked at before the first die."""
        roll = self.prepare(step)
        who, target = roll["who"], self.living(step.get("target"))
        need(who != target, "same_character")
        roll["simple"] += (around := self.circumstances(step))
        roll["skilled"] += around
        taller = self.taller(who, target)
        roll["skilled"] += taller
        if flag(step, "riposte"):  # R27
            stored = self.people[who]["riposte"]
            need(target in stored, "no_riposte")
            roll["skilled"] += stored.pop(target)
        touch, locate = flag(step, "touch"), flag(step, "locate")
        blow = self.blow(step)
        bystanders = self.bystanders(step, who, target)
        defense = numbers(step, "defense", 0)

        reflex = self.reflex(target) if defense else None
        if reflex:
            roll["against"] += sum(defense)
        judged = self.judge(roll, "attack")
        result: dict[str, Any] = {"who": who, "target": target, "reflex": reflex, **judged}
        result |= {"wheel": None, "drift": None, "collateral": [], "answer": None}
        result |= {"location": None, "damage": None, "marked": 0}
        if judged["critical"] == "failure":  # R21
            return result | {"wheel": sum(self.throw(who, "wheel", 2, lowest=False))}
        if not judged["success"]:  # R22
            if "called" in step:
                direction = self.throw(who, "drift", 1, lowest=False)[0]
                result["drift"] = [direction, judged["total"] - judged["tn"]]
            for one in bystanders:
                result["collateral"].append(self.collateral(one, roll, blow, touch))
            return result
        answer = self.answer(step, who, target, judged["total"])
        result["answer"] = answer
        made = answer["mode"] if answer and answer["success"] else None
        if made == "dodge" or (made == "parry" and self.rule["parry_damage"] == "none"):
            return result
        if "called" in step:
            result["location"] = step["called"]
        elif locate:  # R29
            sides = self.throw(who, "location", 2, lowest=False)
            result["location"] = part_hit(sum(sides), self.rule["limb_locations"])
        if touch:
            return result
        force = blow["force"] - taller
        stopped = self.resistance(target, blow) + (2 if made == "block" else 0)
        if judged["critical"] == "success":  # R28
            early = self.rule["critical_doubles"] == "before_resistance"
            force, stopped = 2 * force, stopped if early else 2 * stopped
        result["damage"] = max(0, force - stopped)
        result["marked"] = self.mark(target, blow["bar"], result["damage"])
        return result

    def circumstances(self, step: dict[str, Any]) -> int:
        """R19: what the situation of an attack adds."""
        kind = step.get("kind", "melee")
        need(kind in ("melee", "ranged"), "kind")
        given = {key: flag(step, key) for key in FLAGS}
        foreign = RANGED if kind == "melee" else MELEE
        need(not any(given.get(key, key in step) for key in foreign), "other_kind")
        total = sum(FLAGS[key] for key, here in given.items() if here)
        for key, least, most in (("running", -4, -2), ("from_cover", -3, -1), ("cover", -3, -1)):
            need(key not in step or whole(step[key], least, most), key)
            total += step.get(key, 0)
        need(whole(step.get("concentrating", 0), 0, 3), "concentrating")
        need(whole(step.get("reach", 0), 0), "reach")
        need(whole(step.get("targets", 1), 1), "targets")
        total += step.get("concentrating", 0) + step.get("reach", 0)
        targets = step.get("targets", 1)
        if targets > 1:
            total -= targets if self.rule["multiple_targets"] == "all" else targets - 1
        need(type(step.get("called", "?")) is str and step.get("called") != "", "called")
        return total - 4 if "called" in step else total

    def taller(self, who: str, target: str) -> int:
        """R20: by how much the target is the taller one, if both heights are known."""
        mine, theirs = self.people[who]["height"], self.people[target]["height"]
        return 0 if mine is None or theirs is None else theirs - mine

    def blow(self, step: dict[str, Any]) -> dict[str, Any]:
        weapon = step.get("weapon", {"damage": 0})
        need(isinstance(weapon, dict) and whole(weapon.get("damage")), "weapon")
        bar, kind = weapon.get("bar", "physical"), weapon.get("type", "")
        need(bar in BARS and type(kind) is str, "weapon")
        force = weapon["damage"] + sum(numbers(step, "damage_modifiers"))
        return {"force": force, "bar": bar, "type": kind}

    def resistance(self, who: str, blow: dict[str, Any]) -> int:
        return int(self.people[who]["resist"].get(blow["type"], 0))

    def bystanders(self, step: dict[str, Any], who: str, target: str) -> list[str]:
        names = step.get("bystanders", [])
        need(isinstance(names, list), "bystanders")
        seen = [who, target]
        for name in names:
            need(self.living(name) not in seen, "bystanders")
            seen.append(name)
        return list(names)

    def reflex(self, target: str) -> bool:
        """R18: whether the stated defence counts."""
        if self.full(target) or self.rule["reflex_step"] == "never":
            return False
        if self.rule["reflex_step"] == "always":
            return True
        value = self.attribute(target, "reflex")
        count = max(2, dice_of(value)) if self.rule["reflex_dice"] == "by_attribute" else 2
        total = lowest_two(self.throw(target, "reflex", count))
        return total < modifier_of(value) + self.wounds(target)

    def collateral(
        self, victim: str, roll: dict[str, Any], blow: dict[str, Any], touch: bool
    ) -> dict[str, Any]:
        """R23."""
        count = 5 if roll["unskilled"] else COLLATERAL_DICE[roll["count"]]
        total = lowest_two(self.throw(victim, "collateral", count))
        hit = total < roll[self.rule["collateral_target_number"]]
        damage, marked = None, 0
        if hit and not touch:
            damage = max(0, blow["force"] - self.resistance(victim, blow))
            marked = self.mark(victim, blow["bar"], damage)
        return {"who": victim, "total": total, "hit": hit, "damage": damage, "marked": marked}

    def answer(
        self, step: dict[str, Any], attacker: str, me: str, total: int
    ) -> dict[str, Any] | None:
        """R24 to R27; an answer that cannot be is refused alone."""
        if "answer" not in step:
            return None
        try:
            mode, points = self.possible_answer(step["answer"], me)
        except No as why:
            self.refused.append({"step": self.n, "part": "answer", "reason": str(why)})
            return None
        if mode == "dodge":
            self.people[me]["dodging"] = True
        dice = self.throw(me, mode, dice_of(points))
        success = lowest_two(dice) < total + modifier_of(points) + self.wounds(me)
        if extreme(dice) is not None:
            success = extreme(dice) == "success"
        if success and mode != "dodge":
            self.people[me]["riposte"][attacker] = -4 if mode == "block" else 2
        return {"mode": mode, "success": success}

    def possible_answer(self, answer: Any, me: str) -> tuple[str, int]:
        need(isinstance(answer, dict), "no_answer")
        mode, skill = answer.get("mode"), answer.get("skill")
        need(mode in ("dodge", "block", "parry"), "answer_mode")
        self.able(me)
        need(self.points(me, skill) >= 1, "answer_no_points")
        need(mode != "dodge" or skill == "Acrobatics", "answer_acrobatics")
        need(mode != "parry" or answer.get("armed") is True, "answer_armed")
        return mode, self.points(me, skill)
