"""Inventing rolls and attacks, most of them possible."""

from __future__ import annotations

from typing import Any

from tests.systems.ccarps.invented.chance import SKILLS, TYPES, Chance, Step
from tests.systems.ccarps.second.figures import BARS, MOVEMENT, SECONDARIES

# What no weapon is
WEAPONS: tuple[Step, ...] = (
    {"damage": "x"},
    {"bar": "mental"},
    {"damage": 1, "bar": "soul"},
    {"damage": 1, "type": 5},
)


class Attacks(Chance):
    def roll(self, who: str, with_base: bool = True) -> Step:
        one = self.people[who]
        roll: Step = {"who": who}
        skilled = [name for name, skill in one["skills"].items() if skill["points"]]
        way = self.pick(["skill", "skill", "attribute", "dice"])
        if way == "skill":
            roll["skill"] = self.pick(skilled if skilled and self.maybe(0.97) else SKILLS)
        elif way == "attribute":
            roll["attribute"] = self.pick(SECONDARIES)
            if self.maybe(0.1):
                roll["complex"] = self.maybe(0.5)
        else:
            roll["dice"] = self.chance.randint(2, 5) if self.maybe(0.97) else self.pick([0, 1, 6])
            if self.maybe(0.6):
                roll["modifier"] = self.chance.randint(-4, 8)
        if with_base:
            if self.maybe(0.2):
                roll["movement"] = self.pick(MOVEMENT)
            else:
                roll["base"] = self.chance.randint(-4, 14)
        if self.maybe(0.5):
            roll["situational"] = self.some(-4, 4)
        if self.maybe(0.3):
            roll["gear"] = self.some(-1, 3)
        if self.maybe(0.3):
            roll["opposition"] = self.some(0, 5)
        if self.maybe(0.2) and (one["tech"] is not None or self.maybe(0.1)):
            roll["tech"] = self.chance.randint(0, 20) if self.maybe(0.3) else self.near(one["tech"])
        if self.maybe(0.15):
            roll["carried"] = self.pick([0, 10, 40, 41, 55, 70, 85])
        return roll

    def near(self, level: int | None) -> int:
        return min(20, max(0, (level or 0) + self.chance.randint(-3, 3)))

    def bend(self, roll: Step) -> None:
        """One of the ways in which a roll cannot be."""
        key, value = self.pick(
            [
                ("skill", "No Such Skill"),
                ("attribute", "strength"),
                ("attribute", "lift"),
                ("base", "x"),
                ("base", 1.5),
                ("movement", "flying"),
                ("movement", "stairs"),
                ("situational", 1),
                ("situational", ["x"]),
                ("gear", [1.5]),
                ("opposition", [-1]),
                ("opposition", [True]),
                ("tech", -1),
                ("tech", 21),
                ("tech", "iron"),
                ("carried", -1),
                ("carried", "x"),
                ("who", "Nobody"),
                ("dice", "2"),
            ]
        )
        roll[key] = value

    def able(self) -> str:
        """Mostly somebody who can act."""
        fit = [
            who
            for who, one in self.people.items()
            if not self.reading.full(who) and not one["dodging"]
        ]
        return str(self.pick(fit if fit and self.maybe(0.95) else self.names))

    def attack_step(self) -> Step:
        who = self.able()
        owed = self.people[who]["riposte"]
        others = [name for name in self.names if name != who] if self.maybe(0.995) else self.names
        alive = [name for name in others if not self.reading.dead(name)]
        target = self.pick(alive if alive and self.maybe(0.95) else others or self.names)
        if owed and self.maybe(0.6):
            target = self.pick(owed)
        step: Step = {**self.roll(who), "target": target}
        if self.maybe(0.5):
            step["situational"] = [*step.get("situational", []), self.chance.randint(2, 10)]
        if (target in owed and self.maybe(0.8)) or self.maybe(0.01):
            step["riposte"] = True
        step |= self.circumstances()
        if self.maybe(0.85):
            step["weapon"] = {"damage": self.pick([-2, *range(10), *range(10), 40])}
            if self.maybe(0.4):
                step["weapon"]["bar"] = self.pick(BARS)
            if self.maybe(0.6):
                step["weapon"]["type"] = self.pick(TYPES)
        if self.maybe(0.4):
            step["damage_modifiers"] = self.some(-2, 3)
        if self.maybe(0.4):
            step["locate"] = self.maybe(0.9)
        if self.maybe(0.4):
            step["defense"] = self.some(0, 5)
        if self.maybe(0.4):
            step["bystanders"] = self.bystanders(who, target)
        if self.maybe(0.6):
            step["answer"] = self.answer(target)
        if self.maybe(0.02):
            key = self.pick(["weapon", "damage_modifiers", "bystanders", "defense", "locate"])
            step[key] = self.pick([5, "x", *WEAPONS, ["Nobody"], [-1]])
        return step

    def bystanders(self, who: str, target: str) -> list[str]:
        near = [
            one for one in self.names if one not in (who, target) and not self.reading.dead(one)
        ]
        if self.maybe(0.04):
            return self.chance.sample(self.names, 1) * self.chance.randint(1, 2)
        return self.chance.sample(near, self.chance.randint(0, len(near)))

    def circumstances(self) -> Step:
        """R19, nearly always of the attack's own kind."""
        found: Step = {}
        kind = self.pick(["melee", "ranged"])
        if kind == "ranged" or self.maybe(0.6):
            found["kind"] = kind
        if self.maybe(0.01):
            found["kind"] = self.pick(["thrown", "ranged"])
        for key, share in (("touch", 0.08), ("superior", 0.15), ("prone", 0.15), ("charging", 0.1)):
            if self.maybe(share) and (key == "touch" or kind == "melee" or self.maybe(0.05)):
                found[key] = self.maybe(0.8)
        for key in ("in_melee", "blind"):
            if self.maybe(0.15) and (kind == "ranged" or self.maybe(0.05)):
                found[key] = self.maybe(0.8)
        for key, low in (("running", -4), ("from_cover", -3), ("cover", -3)):
            if self.maybe(0.2) and (kind == "ranged" or self.maybe(0.03)):
                high = low + 2
                beside = self.pick([low - 1, high + 1])
                found[key] = self.chance.randint(low, high) if self.maybe(0.97) else beside
        if self.maybe(0.2) and (kind == "melee" or self.maybe(0.05)):
            found["reach"] = self.pick([0, 1, 2, 3]) if self.maybe(0.97) else -1
        if self.maybe(0.2):
            found["concentrating"] = self.pick([0, 1, 2, 3]) if self.maybe(0.97) else 4
        if self.maybe(0.2):
            found["targets"] = self.pick([1, 2, 3]) if self.maybe(0.97) else 0
        if self.maybe(0.25):
            found["called"] = self.pick(["head", "arm", "left knee"])
        return found

    def answer(self, target: str) -> Any:
        skills = self.people[target]["skills"]
        able = [name for name, skill in skills.items() if skill["points"]]
        mode = self.pick(["dodge", "block", "parry"])
        skill = self.pick(able if able and self.maybe(0.95) else SKILLS)
        answer: Step = {"mode": mode, "skill": skill}
        if mode == "dodge" and self.maybe(0.93):
            answer["skill"] = "Acrobatics"
        if mode == "parry" and self.maybe(0.93):
            answer["armed"] = True
        if self.maybe(0.03):
            key = self.pick(["mode", "skill"])
            answer[key] = self.pick(["swallow", 5])
        if self.maybe(0.02):
            del answer[self.pick(["mode", "skill"])]
        return answer if self.maybe(0.985) else self.pick([5, "dodge", [], {}])
