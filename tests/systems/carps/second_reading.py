"""A second, independent reading of the rulings, to hold the engine against.

Straight code over plain dictionaries: no events, no windows, no questions. It knows what the
scenario format says and the rulings' numbers, and shares nothing with the engine.
"""

from __future__ import annotations

import random
from typing import Any

STYLE = {"offensive": (2, 0), "centered": (1, 1), "defensive": (0, 2)}
RP = {
    "take_the_hit": 5,
    "extra_effort": 5,
    "sure_strike": 8,
    "evasive_maneuvers": 8,
    "disrupt_the_assault": 8,
    "disengage": 8,
    "perfect_defense": 10,
    "unstoppable_force": 10,
    "combo_breaker": 15,
    "diehard": 15,
}
LEVEL = {"extra_effort": 5, "perfect_defense": 10, "unstoppable_force": 10, "combo_breaker": 10}
MOVES = ("attack_builder", "reserve_breaker")
HIT, GAIN = (2, 3, 4, 5, 6), (4, 6, 8, 10, 12)
MISS = (1, 1, 2, 2, 3)
BEFORE_ROLL = ("extra_effort", "sure_strike", "evasive_maneuvers")
AFTERWARDS = ("combo_breaker", "disengage")


def row(level: int) -> int:
    for place, top in enumerate((5, 10, 15, 20)):
        if level <= top:
            return place
    return 4


class Reading:
    """One scenario, read from top to bottom."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        given = scenario["given"]
        self.chance = random.Random(str(scenario["id"]))
        self.thrown: list[int] = []
        self.switch = {
            "natural_extremes": "any_die",
            "ultimate_pool_timing": "declared",
            "defeat_check": "before_gain",
            "lethal_comparison": "exceed",
            "special_once_per_trigger": True,
            "npc_rp": "full",
            "same_ability_stacking": "stack",
            "pursuer_scope": "tn_setter",
            **given.get("switches", {}),
        }
        self.people: dict[str, dict[str, Any]] = {}
        self.order = list(given.get("order", []))
        for name, one in given["characters"].items():
            inside = one.get("in_combat", True)
            if inside and name not in self.order:
                self.order.append(name)
            base = one.get("base", 1)
            attack, defense = STYLE[one.get("style", "centered")]
            owned = one.get("abilities", [])
            self.people[name] = {
                "side": one["side"],
                "pc": one.get("control", "pc") == "pc",
                "attack": one.get("attack", attack) + ("t14" in owned),
                "defense": one.get("defense", defense) + ("t15" in owned),
                "base": base,
                "level": one.get("level", base),
                "rp": one.get("rp", 0),
                "owned": owned,
                "status": "active" if inside else "outside",
                "ap": 0,
                "temp": 0,
                "carry": one.get("carry_ap", 0),
                "penalty": 0,
                "carry_lost": False,
                "turn": 0,
            }
        self.turn = given.get("turn_of", self.order[0])
        holder, told = self.people[self.turn], given["characters"][self.turn]
        holder["ap"], holder["temp"], holder["carry"] = told.get("ap", 3), told.get("temp_ap", 0), 0
        holder["turn"] = 1
        self.round = given.get("round", 1)
        self.over = False
        self.charges: list[dict[str, Any]] = []
        self.timed: list[dict[str, Any]] = []
        self.barred: list[tuple[str, str]] = []
        self.hits: list[tuple[str, str]] = []
        self.rolls: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.refused_reactions: list[dict[str, Any]] = []

    def result(self, steps: list[dict[str, Any]]) -> dict[str, Any]:
        ended = False
        for place, step in enumerate(steps):
            if step["do"] == "end_encounter":
                if not ended:
                    for person in self.people.values():
                        person["level"] = person["base"]
                        person["ap"] = person["temp"] = person["carry"] = 0
                ended = self.over = True
            elif self.over or not self.step(step):
                self.refused.append({"step": place})
        final = {}
        for name, person in self.people.items():
            runs = person["status"] == "active" and self.turn == name
            final[name] = {
                "level": person["level"],
                "rp": person["rp"],
                "status": person["status"],
                "ap": person["ap"] if runs else 0,
                "temp_ap": person["temp"] if runs else 0,
                "carry_ap": person["carry"] if person["status"] == "active" else 0,
                "power_threshold": 5 + person["base"] // 2,
            }
        return {
            "rolls": self.rolls,
            "outcomes": self.outcomes,
            "refused": self.refused,
            "refused_reactions": self.refused_reactions,
            "final": final,
            "order": self.order,
            "turn_of": self.turn,
            "round": self.round,
            "combat_over": self.over,
            "dice_used": len(self.thrown),
        }

    # Who is who

    def active(self, name: str) -> bool:
        return self.people[name]["status"] == "active"

    def foes(self, name: str) -> list[str]:
        side = self.people[name]["side"]
        return [one for one in self.order if self.active(one) and self.people[one]["side"] != side]

    def friends(self, name: str) -> list[str]:
        side = self.people[name]["side"]
        return [
            one
            for one in self.order
            if one != name and self.active(one) and self.people[one]["side"] == side
        ]

    # Steps

    def step(self, step: dict[str, Any]) -> bool:
        do, me = step["do"], step.get("by", "")
        if do == "end_turn":
            if me != self.turn or "enters" in step:
                return False
            self.end_turn(me)
            return True
        costs = {"attack": 1, "assist": 1, "protect": 1, "escape": 1, "ultimate": 3}
        person = self.people[me]
        if do not in costs or me != self.turn or not self.active(me):
            return False
        if person["ap"] + person["temp"] < costs[do]:
            return False
        if do in ("attack", "ultimate"):
            if step["on"] not in self.foes(me) or (me, step["on"]) in self.barred:
                return False
            if do == "ultimate":
                owned = step["effect"] in MOVES and step["effect"] in person["owned"]
                if not owned or person["rp"] < 15:
                    return False
        if do in ("assist", "protect") and step["on"] not in [me, *self.friends(me)]:
            return False
        from_temp = min(person["temp"], costs[do])
        person["temp"] -= from_temp
        person["ap"] -= costs[do] - from_temp
        listed = [dict(one) for one in step.get("reactions", [])]
        if do == "attack":
            self.attack(me, step["on"], None, listed)
        elif do == "ultimate":
            level0 = person["level"]
            self.spend(me, 15)
            self.attack(me, step["on"], step["effect"], listed, level0)
        elif do == "escape":
            self.escape(me, 0)
            self.refuse(listed)
        else:
            self.charges.append({"kind": do, "from": me, "for": step["on"]})
        return True

    def end_turn(self, me: str) -> None:
        person = self.people[me]
        if self.active(me):
            person["carry"], person["ap"], person["temp"] = person["ap"], 0, 0
            if person["pc"] or self.switch["npc_rp"] == "full":
                die = self.throw(6)
                self.rolls.append(
                    {"type": "reserve", "roller": me, "sides": 6, "dice": [die], "result": die}
                )
                person["rp"] += die
        self.turn_is_over(me)
        place = self.order.index(me)
        while True:
            place += 1
            if place == len(self.order):
                place, self.round = 0, self.round + 1
            name = self.order[place]
            self.turn_comes(name)
            if self.active(name):
                break
            self.turn_is_over(name)
        self.turn = name
        self.hits = []
        person = self.people[name]
        ap, temp = 3, 0 if person["carry_lost"] else person["carry"]
        for _ in range(person["penalty"]):
            if ap:
                ap -= 1
            elif temp:
                temp -= 1
        person["ap"], person["temp"], person["carry"] = ap, temp, 0
        person["penalty"], person["carry_lost"] = 0, False

    def turn_comes(self, name: str) -> None:
        self.people[name]["turn"] += 1
        self.charges = [one for one in self.charges if one["from"] != name]

    def turn_is_over(self, name: str) -> None:
        now = (name, self.people[name]["turn"])
        self.timed = [one for one in self.timed if one["until"] != now]
        if name == self.turn:
            self.barred = []

    # Dice

    def throw(self, sides: int) -> int:
        self.thrown.append(self.chance.randint(1, sides))
        return self.thrown[-1]

    def roll(self, kind: str, roller: str, against: str, own: int, other: int, net: int) -> bool:
        tn = max(2, min(10, 6 - own + other))
        dice = [self.throw(10) for _ in range(1 + abs(net))]
        kept = max(dice) if net > 0 else min(dice)
        anywhere = self.switch["natural_extremes"] == "any_die"
        if (anywhere and 10 in dice) or kept == 10:
            success = True
        elif (anywhere and 1 in dice) or kept == 1:
            success = False
        else:
            success = kept >= tn
        self.rolls.append(
            {
                "type": kind,
                "roller": roller,
                "against": against,
                "tn": tn,
                "net": net,
                "dice": dice,
                "success": success,
            }
        )
        return success

    # Paying

    def spend(self, name: str, amount: int) -> None:
        self.people[name]["rp"] -= amount
        for friend in self.friends(name):
            if "eternal_rivalry_stance" in self.people[friend]["owned"]:
                until = (friend, self.people[friend]["turn"] + 1)
                self.timed.append({"what": "rivalry", "who": friend, "since": None, "until": until})

    def runs(self, effect: dict[str, Any]) -> bool:
        since = effect["since"]
        return since is None or self.people[since[0]]["turn"] >= since[1]

    def price(self, name: str, use: str) -> int:
        doubled = any(
            one["what"] == "reserve_breaker" and one["who"] == name and self.runs(one)
            for one in self.timed
        )
        return RP[use] * (2 if doubled else 1)

    def can(self, name: str, use: str) -> bool:
        person = self.people[name]
        return (
            use in person["owned"]
            and self.active(name)
            and person["level"] >= LEVEL.get(use, 1)
            and person["rp"] >= self.price(name, use)
        )

    def refuse(self, reactions: list[dict[str, Any]]) -> None:
        for one in reactions:
            self.refused_reactions.append({"by": one["by"], "use": one["use"]})

    # An attack

    def attack(
        self,
        me: str,
        target: str,
        move: str | None,
        listed: list[dict[str, Any]],
        level0: int | None = None,
    ) -> None:
        level0 = self.people[me]["level"] if level0 is None else level0
        people, once = self.people, self.switch["special_once_per_trigger"]
        extra_on_hit = extra_on_miss = more_attack = more_defense = 0
        redirected = False
        for one in [one for one in listed if one["use"] == "take_the_hit"]:
            listed.remove(one)
            user = one["by"]
            ally = user != target and people[user]["side"] == people[target]["side"]
            if ally and not redirected and self.can(user, "take_the_hit"):
                extra_on_miss = 2 if people[user]["level"] >= 11 else 1
                self.spend(user, self.price(user, "take_the_hit"))
                target, redirected = user, True
            else:
                self.refuse([one])
        done: list[tuple[str, str]] = []
        for one in [one for one in listed if one["use"] in BEFORE_ROLL]:
            listed.remove(one)
            user, use = one["by"], one["use"]
            right = user == (target if use == "evasive_maneuvers" else me)
            if right and self.can(user, use) and not (once and (user, use) in done):
                done.append((user, use))
                if use == "extra_effort":
                    extra_on_hit += 2 if people[user]["level"] >= 15 else 1
                elif use == "sure_strike":
                    more_attack += 2
                else:
                    more_defense += 2
                self.spend(user, self.price(user, use))
            else:
                self.refuse([one])
        if self.switch["ultimate_pool_timing"] == "after_gain":
            self.perform(me, target, move, level0)
        bonus = more_attack + self.attack_dice(me, target) + self.take_charges("assist", me)
        guard = more_defense + self.defense_dice(target, me) + self.take_charges("protect", target)
        if self.switch["ultimate_pool_timing"] == "declared":
            self.perform(me, target, move, level0)
        if people[target]["pc"]:
            held = self.roll(
                "defense",
                target,
                me,
                people[target]["defense"],
                people[me]["attack"],
                guard - bonus,
            )
            result = "miss" if held else "hit"
        else:
            struck = self.roll(
                "attack", me, target, people[me]["attack"], people[target]["defense"], bonus - guard
            )
            result = "hit" if struck else "miss"
        result, defended = self.outcome(me, target, result, listed)
        self.outcomes.append({"by": me, "on": target, "outcome": result})
        if result == "hit":
            self.hits.append((me, target))
            people[me]["level"] += (0 if move else HIT[row(level0)]) + extra_on_hit
        elif result == "miss":
            people[target]["level"] += MISS[row(level0)] + extra_on_miss
            if not defended and (people[target]["pc"] or self.switch["npc_rp"] == "full"):
                people[target]["rp"] += 1
        if result == "hit" and self.falls(me, target, move, level0):
            self.last_stand(target, listed)
        for one in [one for one in listed if one["use"] in AFTERWARDS]:
            listed.remove(one)
            self.afterwards(me, target, result, one, done, once)
        self.refuse(listed)

    def attack_dice(self, me: str, target: str) -> int:
        owned, people = self.people[me]["owned"], self.people
        dice = int("underdog_stance" in owned and people[target]["level"] > people[me]["level"])
        dice += "lone_wolf_stance" in owned and not self.friends(me)
        return dice + self.timed_dice(me, ("rivalry", "attack_builder"))

    def defense_dice(self, me: str, attacker: str) -> int:
        owned, people = self.people[me]["owned"], self.people
        dice = int("cs1" in owned and people[attacker]["level"] < people[me]["level"])
        dice += "lone_wolf_stance" in owned and not self.friends(me)
        return dice + self.timed_dice(me, ("rivalry",))

    def timed_dice(self, me: str, kinds: tuple[str, ...]) -> int:
        having = [one["what"] for one in self.timed if one["who"] == me and self.runs(one)]
        dice = 0
        for kind in kinds:
            count = having.count(kind)
            dice += min(count, 1) if self.switch["same_ability_stacking"] == "once" else count
        return dice

    def take_charges(self, kind: str, holder: str) -> int:
        granters: list[str] = []
        left = []
        for one in self.charges:
            if one["kind"] == kind and one["for"] == holder and one["from"] not in granters:
                granters.append(one["from"])
            else:
                left.append(one)
        self.charges = left
        return len(granters)

    def perform(self, me: str, target: str, move: str | None, level0: int) -> None:
        if move is None:
            return
        self.people[me]["level"] += GAIN[row(level0)]
        holder = me if move == "attack_builder" else target
        turn = (holder, self.people[holder]["turn"] + 1)
        until = None if level0 >= 40 else turn
        self.timed.append({"what": move, "who": holder, "since": turn, "until": until})

    def outcome(
        self, me: str, target: str, result: str, listed: list[dict[str, Any]]
    ) -> tuple[str, bool]:
        defended = forced = False
        while result != "negated":
            for one in listed:
                user, use = one["by"], one["use"]
                if use == "perfect_defense" and user == target and result == "hit":
                    break
                if use == "unstoppable_force" and user == me and result == "miss":
                    break
                side = self.people[user]["side"] == self.people[target]["side"]
                if use == "disrupt_the_assault" and user != target and side and result == "hit":
                    break
            else:
                break
            listed.remove(one)
            if not self.can(user, use):
                self.refuse([one])
                continue
            self.spend(user, self.price(user, use))
            if use == "perfect_defense":
                result, defended = ("negated" if forced else "miss"), True
                self.people[user]["penalty"] += 1
            elif use == "unstoppable_force":
                result, forced = ("negated" if defended else "hit"), True
                self.people[user]["penalty"] += 1
            else:
                result = "negated"
                level = self.people[user]["level"]
                self.people[user]["level"] += 3 if level >= 21 else 2 if level >= 11 else 1
        return result, defended

    def falls(self, me: str, target: str, move: str | None, level0: int) -> bool:
        person = self.people[target]
        line = person["level"] + 5 + person["base"] // 2
        now = self.people[me]["level"]
        if (level0 if self.switch["defeat_check"] == "before_gain" else now) >= line:
            return True
        equal = self.switch["lethal_comparison"] == "equal_or_exceed"
        return move is not None and (now > line or (equal and now == line))

    def last_stand(self, target: str, listed: list[dict[str, Any]]) -> None:
        for one in [one for one in listed if one["use"] == "diehard" and one["by"] == target]:
            listed.remove(one)
            if self.can(target, "diehard"):
                self.spend(target, self.price(target, "diehard"))
                self.people[target]["level"] += 5
                return
            self.refuse([one])
        self.leaves(target, "defeated")

    def afterwards(
        self,
        me: str,
        target: str,
        result: str,
        one: dict[str, Any],
        done: list[tuple[str, str]],
        once: bool,
    ) -> None:
        user, use = one["by"], one["use"]
        fine = user == target and self.can(user, use) and not (once and (user, use) in done)
        if use == "disengage":
            fine = fine and result == "miss"
        else:
            fine = (
                fine
                and result == "hit"
                and self.hits.count((me, user)) >= 3
                and one.get("effect") in MOVES
                and one["effect"] in self.people[user]["owned"]
                and self.active(me)
                and (user, me) not in self.barred
            )
        if not fine:
            self.refuse([one])
            return
        done.append((user, use))
        self.spend(user, self.price(user, use))
        if use == "disengage":
            self.barred.append((me, user))
            if one.get("escape", True):
                self.escape(user, 1)
        else:
            self.people[user]["penalty"] += 1
            self.people[user]["carry_lost"] = True
            nested = [dict(inner) for inner in one.get("reactions", [])]
            self.attack(user, me, one["effect"], nested)

    # Leaving

    def leaves(self, name: str, status: str) -> None:
        person = self.people[name]
        person["status"] = status
        person["ap"] = person["temp"] = person["carry"] = 0
        if len({self.people[one]["side"] for one in self.order if self.active(one)}) <= 1:
            self.over = True

    def escape(self, me: str, bonus: int) -> None:
        foes, people = self.foes(me), self.people
        if not foes:
            self.leaves(me, "escaped")
            return
        best = max(people[one]["attack"] for one in foes)
        tied = [one for one in foes if people[one]["attack"] == best]
        tied = [one for one in tied if "pursuer" in people[one]["owned"]] or tied
        tied = [one for one in tied if people[one]["pc"]] or tied
        setter = tied[0]
        pursuers = sum("pursuer" in people[one]["owned"] for one in foes)
        hindered = {
            "tn_setter": int("pursuer" in people[setter]["owned"]),
            "any_opponent": min(pursuers, 1),
            "stack_all": pursuers,
        }[self.switch["pursuer_scope"]]
        net = ("escape_artist" in people[me]["owned"]) + self.take_charges("protect", me)
        net += bonus - hindered
        mine, theirs = people[me]["defense"], people[setter]["attack"]
        if people[setter]["pc"] and not people[me]["pc"]:
            gone = not self.roll("prevent", setter, me, theirs, mine, -net)
        else:
            gone = self.roll("escape", me, setter, mine, theirs, net)
        if gone:
            self.leaves(me, "escaped")
        else:
            for foe in foes:
                people[foe]["level"] += MISS[row(people[me]["level"])]


def read(scenario: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """The result of a sound scenario, without reasons (`why`), and the dice that it threw."""
    reading = Reading(scenario)
    return reading.result(scenario["when"]), reading.thrown
