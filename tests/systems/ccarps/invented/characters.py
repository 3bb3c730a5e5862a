"""Inventing characters, and the steps that make or improve one."""

from __future__ import annotations

from tests.systems.ccarps.invented.chance import SKILLS, TYPES, Chance, Step
from tests.systems.ccarps.second.figures import (
    BARS,
    CONTACTS,
    CONVENTIONS,
    PRIMARIES,
    SECONDARIES,
    SWITCHES,
    WEALTH,
    dice_at,
    modifier_of,
    secondary,
)

EDGES = (0, 1, 2, 3, 5, 6, 9, 10, 14, 15, 17, 18, 20, 21, 27, 28, 35, 36, 37, 50)


class Characters(Chance):
    def person(self) -> Step:
        low, high = self.pick([(0, 2), (1, 6), (5, 30), (8, 14), (20, 30), (32, 40)])
        one: Step = {}
        if self.maybe(0.8):
            one["attributes"] = {
                name: self.chance.randint(low, high) for name in PRIMARIES if self.maybe(0.9)
            }
        one["skills"] = {
            name: {"points": self.pick(EDGES), "attribute": self.pick(SECONDARIES)}
            for name in SKILLS
            if self.maybe(0.75)
        }
        if self.maybe(0.5):
            one["marks"] = {
                bar: self.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10])
                for bar in BARS
                if self.maybe(0.5)
            }
        if self.maybe(0.04):
            one["marks"] = dict.fromkeys(BARS, 10)
        if self.maybe(0.5):
            one["height"] = self.chance.randint(2, 11)
        if self.maybe(0.6):
            one["tech"] = self.chance.randint(0, 20)
        if self.maybe(0.6):
            one["resist"] = {name: self.chance.randint(-1, 6) for name in TYPES if self.maybe(0.6)}
        if self.maybe(0.2):
            one["unassigned"] = self.pick([0, 1, 12, 40])
        if self.maybe(0.2):
            one["accumulators"] = {self.pick(PRIMARIES): self.chance.randint(0, 30)}
        return one

    def spoil(self, given: Step) -> None:
        """Something of the scenario itself that cannot be."""
        person = given["characters"][self.who()]
        match self.chance.randint(0, 7):
            case 0:
                given["rules"]["no_such_switch"] = True
            case 1:
                given["rules"][self.pick(SWITCHES)] = self.pick(["x", 1, [3], "true"])
            case 2:
                person["skills"]["Odd"] = self.pick([3, {"points": "3", "attribute": "lift"}])
            case 3:
                person["marks"] = self.pick([{"mental": 11}, {"physical": -1}, {"spiritual": "x"}])
            case 4:
                person["tech"] = self.pick([21, -1, "stone"])
            case 5:
                person["attributes"] = self.pick([{"strength": "ten"}, [10, 10]])
            case 6:
                person["height"] = self.pick(["tall", 5.5])
            case _:
                given["characters"][self.who()] = self.pick(["x", 5, []])

    def roll_attributes_step(self) -> Step:
        convention, age = self.pick(CONVENTIONS), self.pick([0, 5, 6, 10, 11, 15, 16, 20, 21, 60])
        step: Step = {"age": age, "convention": convention}
        if convention == "none" and self.maybe(0.7):
            del step["convention"]
        free = convention in ("fantasy", "campy")
        if self.maybe(0.5 if free else 0.05):
            step["assign"] = self.chance.sample(PRIMARIES, 5)
            if self.maybe(0.06):
                step["assign"][0] = self.pick([step["assign"][1], "charisma", 3])
        return step

    def validate_step(self) -> Step:
        """A character whose points agree more often than not."""
        convention = self.pick(CONVENTIONS)
        step: Step = {"convention": convention}
        if convention == "none" and self.maybe(0.5):
            del step["convention"]
        age = self.pick([21, 21, 21, 30, 18, 12, 8, 3, 0])
        if age != 21 or self.maybe(0.3):
            step["age"] = age
        dice = dice_at(age)
        low, high = self.pick([(dice, 6 * dice), (10, 20), (20, 30), (30, 30)])
        step["attributes"] = {name: self.chance.randint(low, high) for name in PRIMARIES}
        if self.maybe(0.3):
            edge = self.pick([dice - 1, dice, 6 * dice, 6 * dice + 1])
            step["attributes"][self.pick(PRIMARIES)] = edge
        if self.maybe(0.3):
            name = self.pick(PRIMARIES)
            wish = self.pick([74, 75, 89, 90, 104, 105, 119, 120, 134, 135, 149, 150])
            step["attributes"][name] += wish - sum(step["attributes"].values())
        odd = [
            {"name": self.pick(["lucky", "clumsy"]), "cost": self.chance.randint(-9, 9)}
            for _ in range(self.pick([0, 1, 2, 3, 4, 6, 9]))
        ]
        if self.maybe(0.4):
            odd.append({"name": "wealth", "cost": self.pick(WEALTH)})
        if self.maybe(0.05):
            odd.append({"name": "wealth", "cost": self.pick([*WEALTH, 5, -1])})
        for _ in range(self.pick([0, 0, 1, 2, 3, 3, 4])):
            cost = self.pick(CONTACTS) if self.maybe(0.95) else self.pick([0, 1, 20])
            odd.append({"name": "contact", "cost": cost})
        if convention == "hard_core" and odd and self.maybe(0.6):
            odd[0]["cost"] -= sum(one["cost"] for one in odd)
        self.chance.shuffle(odd)
        step["oddities"] = odd
        step["skills"] = self.skills(step, convention)
        if self.maybe(0.05):
            self.twist(step)
        return step

    def skills(self, step: Step, convention: str) -> Step:
        left = sum(step["attributes"].values()) - sum(one["cost"] for one in step["oddities"])
        values = secondary(step["attributes"], self.reading.rule["secondary_attributes"])
        found: Step = {}
        while left > 0 and len(found) < 60:
            governing = self.pick(SECONDARIES)
            own = modifier_of(values[governing])
            most = {"hard_core": own, "fantasy": 2 * own}.get(convention, 36)
            points = min(left, self.pick([max(1, most), self.chance.randint(1, max(1, most))]))
            found[f"skill {len(found)}"] = {"points": points, "attribute": governing}
            left -= points
        if found and self.maybe(0.1):
            found[self.pick(found)]["points"] += self.pick([1, -1])
        if found and self.maybe(0.1):
            found[self.pick(found)]["attribute"] = self.pick(["strength", "luck"])
        if found and self.maybe(0.1):
            found[self.pick(found)]["points"] = self.pick([1, 37])
        return found

    def twist(self, step: Step) -> None:
        match self.chance.randint(0, 5):
            case 0:
                del step["attributes"][self.pick(PRIMARIES)]
            case 1:
                step["attributes"]["luck"] = 10
            case 2:
                step["attributes"]["strength"] = self.pick(["10", 9.5])
            case 3:
                step["convention"] = "harder"
            case 4:
                step["oddities"].append(self.pick([5, {"name": "x", "cost": "5"}, {"name": "x"}]))
            case _:
                step["skills"]["bad"] = self.pick([5, {"points": 1.5, "attribute": "lift"}])

    def award_step(self) -> Step:
        return {"who": self.who(), "points": self.pick([0, 1, 10, 12, 15])}

    def improve_step(self) -> Step:
        holding = [who for who, one in self.people.items() if one["unassigned"]]
        who = self.pick(holding if holding and self.maybe(0.9) else self.names)
        held = self.people[who]["unassigned"]
        step: Step = {"who": who, "points": self.pick([1, 3, held, max(1, held // 2), held + 1])}
        if self.maybe(0.35):
            step["accumulator"] = self.pick(PRIMARIES) if self.maybe(0.96) else "speed"
        if "accumulator" not in step or self.maybe(0.03):
            step["skill"] = self.pick([*SKILLS, "New"])
            new = step["skill"] not in self.people[who]["skills"]
            if self.maybe(0.9 if new else 0.1):
                step["attribute"] = self.pick(SECONDARIES) if self.maybe(0.95) else "strength"
        return step

    def session_start_step(self) -> Step:
        return {}
