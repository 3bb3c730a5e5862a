"""Inventing scenarios by chance, to hold two readings of the rules against each other.

The second reading plays along, so that most steps fit the situation; some are broken on purpose.
"""

from __future__ import annotations

import random
from typing import Any

from tests.systems.tracks.second_reading import (
    ATTACKS,
    DEFENSES,
    SIZE,
    SWITCHES,
    TRACK,
    Reading,
    conscious,
    full_tracks,
    tiers,
)

JUNK = (None, True, False, -1, 0, 4, 99, 1.5, "x", "", [], {}, [1], {"who": "p0"})
NAMES = ("Aki", "Bo", "Cy", "Dee", "Éva", "fox")


class Inventor:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.names = list(NAMES[: self.chance.randint(2, 6)])
        self.chance.shuffle(self.names)
        rules = {
            name: self.chance.choice(values)
            for name, values in SWITCHES.items()
            if self.chance.random() < 0.3
        }
        self.given: dict[str, Any] = {
            "characters": {name: self.person() for name in self.names},
            "situation": self.chance.choice(["calm", "stressful"]),
            "rules": rules,
        }
        sides = [1, 2, 3, 4, 5, 6] if self.maybe(0.6) else [1, 4, 6, 6, 6]
        length = self.chance.choice([300, 300, 300, 40, 10])
        self.dice: list[Any] = [self.chance.choice(sides) for _ in range(length)]
        if self.maybe(0.05):
            self.dice[self.chance.randrange(length)] = self.chance.choice([0, 7, True, "3", None])

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def pick(self, values: Any) -> Any:
        return self.chance.choice(list(values))

    def who(self) -> str:
        return str(self.pick(self.names))

    def person(self) -> dict[str, Any]:
        low, high = self.pick([(1, 3), (1, 10), (4, 7)])
        attributes = {name: self.chance.randint(low, high) for name in TRACK}
        one: dict[str, Any] = {"attributes": attributes}
        if self.maybe(0.5):
            one["specialties"] = ["Sword"]
        if self.maybe(0.6):
            one["skills"] = self.pick([["first_aid"], ["strategy"], ["first_aid", "strategy"]])
        if self.maybe(0.5):
            one["damage"] = {
                track: self.chance.randint(0, sum(tiers(attributes, track)))
                for track in SIZE
                if self.maybe(0.6)
            }
        if self.maybe(0.5):
            one["tension"] = {t: self.chance.randint(0, 6) for t in SIZE if self.maybe(0.6)}
            if 6 in one["tension"].values():
                one["max"] = self.maybe(0.5)
            if any(one["tension"].values()):
                one["faint"] = self.maybe(0.1)
        damage = {"damage": {track: one.get("damage", {}).get(track, 0) for track in SIZE}}
        if full_tracks({**one, **damage}):
            one["down"] = self.maybe(0.7)
        one["fate"] = self.pick(["can", "can", "accepted", "none"])
        one["side"] = self.pick(["party", "party", "others"])
        one["dead"] = self.maybe(0.03)
        return one

    def options(self, reading: Reading, who: Any, junk: float = 0.02) -> dict[str, Any]:
        """Options of a challenge of `who`, most of them possible."""
        found: dict[str, Any] = {}
        one = reading.people.get(who, {}) if isinstance(who, str) else {}
        if self.maybe(0.3) and not (one.get("max") and self.maybe(0.8)):
            found["raise"] = self.pick([0, 1, 1, 1, 2, 3])
        if self.maybe(0.3) and (one.get("specialties") or self.maybe(0.05)):
            found["specialty"] = self.maybe(0.8)
        if self.maybe(0.2):
            found["modifier"] = self.chance.randint(-4, 4)
        rich = [name for name in self.names if reading.people[name]["pool"]]
        if rich and self.maybe(0.5):
            amount = self.pick([1, 1, 2, 4])
            found["strategy"] = {"from": self.pick(rich), "amount": amount}
        elif self.maybe(0.01):
            found["strategy"] = {"from": self.who(), "amount": 1}
        if self.maybe(junk):
            key = self.pick(["raise", "specialty", "modifier", "strategy"])
            found[key] = self.pick(JUNK)
        return found

    def bids(self, rollers: list[str]) -> dict[str, Any]:
        if self.maybe(0.5):
            return {}
        found: list[Any] = []
        for _ in range(self.chance.randint(0, 4)):
            bid: dict[str, Any] = {"who": self.pick(rollers) if self.maybe(0.95) else self.who()}
            if self.maybe(0.4):
                bid["raise"] = self.chance.randint(1, 3) if self.maybe(0.9) else self.pick(JUNK)
            found.append(bid if self.maybe(0.97) else self.pick(JUNK))
        return {"bids": found if self.maybe(0.98) else self.pick(JUNK)}

    def setup(self) -> dict[str, Any]:
        attack, defense = self.pick(ATTACKS), self.pick(DEFENSES)
        support = self.pick(TRACK)
        if self.maybe(0.95):
            while attack == defense:
                defense = self.pick(DEFENSES)
            support = self.pick(one for one in TRACK if one not in (attack, defense))
        found: dict[str, Any] = {"attack": attack, "defense": defense, "support": support}
        if self.maybe(0.35):
            found["half"] = True
            if self.maybe(0.3):
                found["social"] = True
                if self.maybe(0.8):
                    last = self.pick(["diligence", "understanding"])
                    found |= {"attack": "expression", "defense": "knowledge", "support": last}
                    if self.maybe(0.3):
                        found |= {"attack": "knowledge", "defense": last, "support": "expression"}
            if self.maybe(0.5):
                found["on_max"] = self.pick(["normal", "drop"])
        if self.maybe(0.02):
            found[self.pick(["attack", "support", "half", "social", "on_max"])] = self.pick(JUNK)
        return found

    def accept(self) -> dict[str, Any]:
        if self.maybe(0.6):
            return {}
        return {"accept": [self.who()] if self.maybe(0.95) else self.pick(JUNK)}

    def anything(self, reading: Reading) -> Any:
        """A step outside or beside a combat."""
        do = self.pick(
            ["challenge"] * 5
            + ["opposed"] * 4
            + ["first_aid"] * 3
            + ["strategy"] * 2
            + ["reverse_fate", "stress", "end_stress", "tension", "hurt", "hurt", "rest", "rest"]
            + ["new_day", "build", "nonsense" if self.maybe(0.2) else "challenge"]
        )
        who = self.who()
        if not conscious(reading.people[who]) and self.maybe(0.8):
            who = self.who()
        attribute = self.pick(TRACK)
        if do in ("first_aid", "strategy") and self.maybe(0.9):
            skilled = [one for one in self.names if do in reading.people[one]["skills"]]
            who = self.pick(skilled or self.names)
        step: dict[str, Any] = {"do": do, "who": who}
        if do == "challenge":
            step |= {"attribute": attribute, **self.options(reading, who), **self.bids([who])}
            step |= {"half": self.maybe(0.5)} if self.maybe(0.4) else {}
            step |= {"tn": self.chance.randint(5, 20)} if self.maybe(0.5) else {}
        elif do == "opposed":
            other = self.pick(one for one in self.names if one != who)
            sides = {"a": who, "b": other}
            for key, name in sides.items():
                step[key] = {"who": name, "attribute": self.pick(TRACK)}
                step[key] |= self.options(reading, name)
                step[key] |= {"half": True} if self.maybe(0.3) else {}
            step |= self.bids([who, other])
            del step["who"]
        elif do == "first_aid":
            step |= {"target": self.who(), "attribute": self.pick(DEFENSES)}
            step |= {**self.options(reading, who), **self.bids([who])}
            step["allocate"] = [
                [self.pick(SIZE), self.chance.randint(0, 9)] for _ in range(self.pick([0, 1, 2, 3]))
            ]
            if self.maybe(0.05):
                step["allocate"] = self.pick([*JUNK, [["body", -1]], [["body", 1, 2]], [["x", 1]]])
        elif do == "strategy":
            step |= {**self.options(reading, who), **self.bids([who])}
        elif do == "reverse_fate":
            step |= {"attribute": self.pick(["diligence", "understanding"])}
            step |= {**self.options(reading, who), **self.bids([who])}
        elif do in ("tension", "hurt"):
            step |= {"track": self.pick(SIZE), "amount": self.pick([0, 1, 2, 3, 5, 9, 30])}
            step |= self.accept() if do == "hurt" else {}
        elif do == "rest":
            del step["who"]
            step["minutes"] = self.pick([0, 4, 5, 14, 30, 60])
            step |= {"who": [self.who(), self.who()]} if self.maybe(0.3) else {}
        elif do == "build":
            step["attributes"] = {name: self.chance.randint(0, 11) for name in TRACK}
            step["specialties"] = ["a"] * self.chance.randint(0, 7)
            step["skills"] = self.pick([[], ["first_aid"], ["first_aid", "strategy"]])
        return step

    def start(self, reading: Reading) -> Any:
        fit = [name for name in self.names if conscious(reading.people[name]) or self.maybe(0.05)]
        if self.maybe(0.3):
            fit = fit[:2]
        step: dict[str, Any] = {"do": "combat_start", "setup": {one: self.setup() for one in fit}}
        if self.maybe(0.8) and len(fit) > 1:
            step["engaged"] = [self.chance.sample(fit, 2) for _ in range(self.pick([1, 2, 3, 4]))]
        if self.maybe(0.03):
            step["engaged"] = self.pick([*JUNK, [["Aki", "Aki"]], [["Aki"]]])
        return step

    def fight(self, reading: Reading) -> Any:
        combat = reading.combat
        turn = combat["turn"]
        if self.maybe(0.08):
            return self.cleanup(reading)
        if turn is None:
            left = [one for one in combat["order"] if one not in combat["finished"]]
            if not left or self.maybe(0.04):
                return self.cleanup(reading)
            do = self.pick(["turn", "turn", "turn", "turn", "hold", "interrupt"])
            fit = [
                one
                for one in left
                if conscious(reading.people[one]) and one not in combat["holding"]
            ]
            who = fit[0] if fit and self.maybe(0.7) else self.pick(left)
            return {"do": do, "who": who}
        who = turn if self.maybe(0.97) else self.who()
        if reading.people[who]["down"] and self.maybe(0.7):
            return {"do": "revive", "who": who, "track": self.pick(SIZE)}
        do = self.pick(
            ["attack"] * 8
            + ["end_turn"] * 5
            + ["extra_action", "extra_action"]
            + ["advance", "withdraw", "withdraw", "revive"]
        )
        if do in ("attack", "withdraw") and combat["actions"] < 1 and self.maybe(0.9):
            do = self.pick(["end_turn", "end_turn", "extra_action", "advance"])
        if not conscious(reading.people[who]) and self.maybe(0.8):
            do = "end_turn"
        step: dict[str, Any] = {"do": do, "who": who}
        others = [one for one in combat["setup"] if one != who]
        if do == "advance":
            step["target"] = self.pick(others)
        elif do == "revive":
            step["track"] = self.pick(SIZE)
        elif do == "attack":
            near = [one for one in reading.group(who) if one != who] or others
            target = self.pick(near if self.maybe(0.8) else self.names)
            step |= {"target": target, **self.options(reading, who), **self.accept()}
            far = target not in reading.group(who)
            step |= {"ranged": self.maybe(0.9)} if self.maybe(0.9 if far else 0.2) else {}
            rollers = [who, target]
            if self.maybe(0.4):
                step["defend"] = {"mode": "defend"}
                if target not in combat["finished"] or self.maybe(0.1):
                    step["defend"]["mode"] = self.pick(["defend", "clash"])
                step["defend"] |= self.options(reading, target)
                if self.maybe(0.3):
                    del step["defend"]["mode"]
                if not conscious(reading.people[target]) and self.maybe(0.7):
                    step["defend"] = {"modifier": 2}
            if self.maybe(0.3):
                able = [
                    one
                    for one in reading.group(target if target in others else who)
                    if one not in (who, target) and conscious(reading.people[one])
                ]
                protector = self.pick(able if able and self.maybe(0.9) else others)
                step["protect_before"] = {"who": protector, **self.options(reading, protector)}
                step["protect_before"] |= {"mode": "clash"} if self.maybe(0.4) else {}
                rollers[1] = protector
                if self.maybe(0.8):
                    step.pop("defend", None)
            step |= self.bids(rollers)
            if self.maybe(0.4):
                step["protect_after"] = {"who": self.pick(near if self.maybe(0.8) else self.names)}
            for key in ("damage", "counter_damage"):
                if self.maybe(0.4):
                    step[key] = self.options(reading, who)
                    step[key] |= {"add_margin": self.maybe(0.5)} if self.maybe(0.4) else {}
            if self.maybe(0.03):
                key = self.pick(["defend", "protect_before", "protect_after", "damage", "ranged"])
                step[key] = self.pick(JUNK)
        return step

    def cleanup(self, reading: Reading) -> Any:
        step: dict[str, Any] = {"do": "cleanup", **self.accept()}
        if self.maybe(0.4):
            step["effects"] = [
                {"who": self.who(), "track": self.pick(SIZE), "amount": self.pick([0, 2, 6, 20])}
                for _ in range(self.pick([1, 2]))
            ]
        if self.maybe(0.5):
            step["setup"] = {self.who(): self.setup() for _ in range(self.pick([1, 2]))}
        if self.maybe(0.2):
            step["end"] = self.maybe(0.7)
            step["stress_continues"] = self.maybe(0.3)
        return step

    def broken(self, step: Any) -> Any:
        """A step with one thing in it replaced or left out."""
        if not isinstance(step, dict) or self.maybe(0.05):
            return self.pick([*JUNK, {"do": 5}, {"do": "bid"}, {"who": "Aki"}])
        keys = [one for one in step if one != "do"]
        if keys:
            key = self.pick(keys)
            if self.maybe(0.4):
                del step[key]
            else:
                step[key] = self.pick(JUNK)
        return step


def scenario(seed: int) -> dict[str, Any]:
    """A scenario of 2 to 6 characters with up to 40 steps."""
    inventor = Inventor(seed)
    whole: dict[str, Any] = {"system": "tracks", "given": inventor.given, "when": []}
    whole["dice"] = inventor.dice
    reading = Reading(whole)
    for _ in range(inventor.chance.randint(3, 40)):
        if reading.combat is None:
            fights = inventor.maybe(0.25)
            step = inventor.start(reading) if fights else inventor.anything(reading)
        elif inventor.maybe(0.15):
            step = inventor.anything(reading)
        else:
            step = inventor.fight(reading)
        if inventor.maybe(0.04):
            step = inventor.broken(step)
        whole["when"].append(step)
        if reading.take(step) is not None:
            break
    return whole
