"""Inventing scenarios by chance, to hold two readings of the rules against each other.

The second reading plays along, so that most steps fit the situation; some are broken on purpose.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from tests.systems.ccarps.invented.attacks import Attacks
from tests.systems.ccarps.invented.chance import HUGE, Step
from tests.systems.ccarps.invented.characters import Characters
from tests.systems.ccarps.second.figures import BARS, HEALERS, SWITCHES
from tests.systems.ccarps.second_reading import Reading

JUNK = (-1, 0, 99, 1.5, "x", [], {}, [1], True, {"who": "Aki"})


class Inventor(Attacks, Characters):
    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        share = self.pick([0.1, 0.3, 0.6])
        rules = {name: self.pick(values) for name, values in SWITCHES.items() if self.maybe(share)}
        if self.maybe(0.3):
            rules["contested_tie"] = "remaining_dice"
        given = {"characters": {name: self.person() for name in self.names}, "rules": rules}
        self.scene: Step = {"system": "ccarps", "given": given, "when": [], "dice": self.dice()}
        self.reading = Reading(self.scene)

    def dice(self) -> list[Any]:
        """Mostly dice enough, with runs of equal ones for criticals and ties."""
        length = self.pick([*[400] * 8, 30, 30, 8, 0])
        found: list[Any] = []
        while len(found) < length:
            side = self.chance.randint(1, 6)
            if self.maybe(0.15):
                found += [self.pick([1, 6, side])] * self.chance.randint(2, 5)
            else:
                found.append(side)
        if found and self.maybe(0.04):
            found[self.chance.randrange(min(60, length))] = self.pick([0, 7, True, "3", 2.0])
        return found

    def step(self) -> Any:
        kinds = ["attack"] * 12 + ["check"] * 4 + ["contest"] * 6 + ["hurt", "auto"]
        kinds += ["turn_start", "unconscious_turn", "recover", "recover", "session_start"]
        kinds += ["roll_attributes", "validate", "validate", "award", "improve"]
        if any(self.reading.unconscious(who) for who in self.names):
            kinds += ["unconscious_turn"] * 4 + ["recover"] * 4
        if any(one["dodging"] for one in self.people.values()):
            kinds += ["turn_start"] * 3
        if any(one["unassigned"] for one in self.people.values()):
            kinds += ["improve"] * 3
        do = self.pick(kinds)
        step: Step = {"do": do, "who": self.who()}
        make = getattr(self, f"{do}_step", None)
        if make is not None:
            step = {"do": do, **make()}
        if do in ("check", "contest", "attack") and self.maybe(0.5):
            step = self.aimed(step)
        elif do in ("check", "contest", "attack") and self.maybe(0.06):
            self.bend(step[self.pick(["first", "second"])] if do == "contest" else step)
        if self.maybe(0.05):
            step |= self.beside(step)
        return self.broken(step) if self.maybe(0.03) else step

    def beside(self, step: Step) -> Step:
        """Something that says nothing here, because the step is of another kind."""
        spare: Step = {"note": self.pick(JUNK), "id": 3, "seen": -1, "text": "!ccarps help"}
        spare |= {"points": [], "modifier": 3, "armed": 1}
        if step["do"] not in ("recover", "check", "contest", "attack"):
            spare |= {"tech": 99, "healer": 7, "dice": 9, "target": None}
        return {key: one for key, one in spare.items() if key not in step and self.maybe(0.5)}

    def check_step(self) -> Step:
        return self.roll(self.able())

    def contest_step(self) -> Step:
        first = self.able()
        others = [name for name in self.names if name != first]
        second = self.able()
        if second == first and others and self.maybe(0.95):
            second = self.pick(others)
        sides = {"first": self.roll(first), "second": self.roll(second, with_base=False)}
        if self.maybe(0.4):
            for side in sides.values():
                for key in ("skill", "attribute", "complex"):
                    side.pop(key, None)
                side["dice"] = self.pick([3, 4, 5, 5])
            if self.maybe(0.5):
                self.plant(sides["first"]["dice"], sides["second"]["dice"])
        if self.maybe(0.6):
            sides["first"] |= {"situational": [self.chance.randint(2, 8)]}
        if self.maybe(0.02):
            sides[self.pick(sides)] |= {"base": 5}
        return sides

    def plant(self, first: int, second: int) -> None:
        """Puts dice next of which both sides' third lowest agree, for R7."""
        third = self.chance.randint(3, 5)
        coming: list[int] = []
        for count in (first, second):
            rest = [self.chance.randint(third, 6) for _ in range(count - 3)]
            mine = [1, self.pick([2, 3]), third, *rest]
            self.chance.shuffle(mine)
            coming += mine
        at, dice = self.reading.s["at"], self.scene["dice"]
        if at + len(coming) <= len(dice):
            dice[at : at + len(coming)] = coming

    def hurt_step(self) -> Step:
        amount = self.pick([-2, 0, 1, 2, 3, 4, 7, 12, 30, *HUGE])
        return {"who": self.who(), "bar": self.pick(BARS), "amount": amount}

    def turn_start_step(self) -> Step:
        dodging = [who for who, one in self.people.items() if one["dodging"]]
        return {"who": self.pick(dodging or self.names)}

    def unconscious_turn_step(self) -> Step:
        down = [who for who in self.names if self.reading.unconscious(who)]
        return {"who": self.pick(down if down and self.maybe(0.9) else self.names)}

    def recover_step(self) -> Step:
        hurt = [one for one in self.names if not self.reading.dead(one)]
        down = [one for one in hurt if self.reading.full(one)]
        who = self.pick(down if down and self.maybe(0.7) else hurt or self.names)
        marked = [bar for bar in BARS if self.people[who]["marks"][bar]]
        bar = self.pick(marked if marked and self.maybe(0.9) else BARS)
        step: Step = {"who": who, "bar": bar}
        if bar == "physical" or self.maybe(0.4):
            step["healer"] = self.pick([*HEALERS, "surgeon", "surgeon"])
        if bar == "physical":
            step["tech"] = self.chance.randint(1, 20) if self.maybe(0.9) else self.pick([0, -1])
            if self.maybe(0.08):
                del step["tech"]
        if self.maybe(0.02):
            step["healer"] = "witch"
        return step

    def aimed(self, step: Step) -> Step:
        """The same step, now and then with its number moved to or beside the dice to come."""
        trial = self.reading.twin()
        before = len(trial.outcomes)
        if trial.take(step) is not None or len(trial.outcomes) == before:
            return step
        judged, roll = trial.outcomes[-1], step
        if step["do"] == "contest":
            side = self.pick(["first", "second", "second"]) if judged["second"] else "first"
            judged, roll = judged[side], step[side]
        shift = judged["total"] - judged["tn"] + self.pick([0, 0, 1])
        roll["situational"] = [*roll.get("situational", []), shift]
        return step

    def broken(self, step: Step) -> Any:
        """A step with one thing in it replaced or left out, or no step at all."""
        if self.maybe(0.15):
            return self.pick([*JUNK, {"do": 5}, {"do": "fly", "who": "Aki"}, {"who": "Aki"}])
        keys = [one for one in step if one != "do"]
        if keys:
            key = self.pick(keys)
            if self.maybe(0.4):
                del step[key]
            else:
                step[key] = self.pick(JUNK)
        return step


def scene(chance: random.Random) -> dict[str, Any]:
    """A scenario of 2 to 5 characters with up to 30 steps."""
    inventor = Inventor(chance)
    whole = inventor.scene
    for _ in range(chance.randint(1, 30)):
        step = inventor.step()
        whole["when"].append(step)
        if inventor.reading.take(step) is not None:
            break
    if inventor.maybe(0.02):
        inventor.spoil(whole["given"])
    return copy.deepcopy(whole)
