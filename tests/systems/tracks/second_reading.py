"""A second, independent reading of the rulings, to hold the engine against.

Straight code over plain dictionaries, written from the rulings and the scenario format alone: no
events, no questions, no tables. `read(scenario)` is the whole result of a scenario.
"""

from __future__ import annotations

import copy
from typing import Any

TRACK = {
    "knowledge": "mind",
    "courage": "body",
    "diligence": "body",
    "expression": "soul",
    "understanding": "soul",
}
SIZE = {"mind": "knowledge", "body": "diligence", "soul": "understanding"}
ATTACKS = ("knowledge", "courage", "expression")
DEFENSES = ("knowledge", "diligence", "understanding")
SWITCHES: dict[str, list[Any]] = {
    "half_attribute_rounding": ["down", "up"],
    "specialty_explodes": [True, False],
    "extra_six_raises_tension": [False, True],
    "sixes_count_toward_limit": [False, True],
    "bidding": ["free", "loser_only"],
    "raise_lifts_calm_penalty": [False, True],
    "max_step_payable": [True, False],
    "max_blocks_six_dice": [False, True],
    "max_ignores": ["most_damaged_track", "all_penalties"],
    "new_stress_sixes": ["if_stressful_when_rolled", "next_challenge"],
    "penalty_track": ["worst_tier", "most_points"],
    "collapse_timing": ["cleanup", "immediate"],
    "withdraw_bridge": ["keep", "split"],
    "extra_actions": ["one", "unlimited"],
    "half_combat_defense": ["half", "normal"],
    "social_attribute_set": [
        "knowledge_expression_diligence",
        "knowledge_expression_understanding",
    ],
    "protect_track": ["protector_defense", "target_defense"],
    "npc_full_track": ["die", "pass_out"],
    "attribute_base": [0, 1],
    "build_limits": ["guideline", "strict"],
}


class No(Exception):  # noqa: N818 - a step is not permitted
    pass


class Stop(Exception):  # noqa: N818 - the run ends
    pass


def need(holds: Any) -> None:
    if not holds:
        raise No


def whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    if type(value) is not int:
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def flag(options: dict[str, Any], key: str, default: bool = False) -> bool:
    value = options.get(key, default)
    need(type(value) is bool)
    return value


def tiers(attributes: dict[str, int], track: str) -> list[int]:
    first = 2 * attributes[SIZE[track]]
    second = max(1, first // 2)
    return [first, second, max(1, second // 2)]


def character(given: Any) -> dict[str, Any] | None:
    """A character as the scenario gives it, or None if that cannot be."""
    if not isinstance(given, dict):
        return None
    attributes = given.get("attributes")
    if not isinstance(attributes, dict):
        return None
    if any(not whole(attributes.get(name), 1, 10) for name in TRACK):
        return None
    one: dict[str, Any] = {"attributes": attributes}
    for key, values in (("specialties", None), ("skills", ("first_aid", "strategy"))):
        one[key] = given.get(key, [])
        if not isinstance(one[key], list) or any(type(name) is not str for name in one[key]):
            return None
        if values and any(name not in values for name in one[key]):
            return None
    for key in ("damage", "tension"):
        numbers = given.get(key, {})
        if not isinstance(numbers, dict) or any(name not in SIZE for name in numbers):
            return None
        one[key] = {name: numbers.get(name, 0) for name in SIZE}
        for name, number in one[key].items():
            most = 6 if key == "tension" else sum(tiers(attributes, name))
            if not whole(number, 0, most):
                return None
    for key in ("max", "down", "faint", "dead"):
        one[key] = given.get(key, False)
        if type(one[key]) is not bool:
            return None
    one["fate"], one["side"] = given.get("fate", "can"), given.get("side", "party")
    if one["fate"] not in ("can", "accepted", "none") or type(one["side"]) is not str:
        return None
    if one["max"] and 6 not in one["tension"].values():
        return None
    if one["down"] and not full_tracks(one):
        return None
    if one["faint"] and not any(one["tension"].values()):
        return None
    one["pool"] = 0
    return one


def full_tracks(one: dict[str, Any]) -> list[str]:
    return [name for name in SIZE if one["damage"][name] >= sum(tiers(one["attributes"], name))]


def conscious(one: dict[str, Any]) -> bool:
    return not (one["down"] or one["faint"] or one["dead"])


class Reading:
    def __init__(self, scenario: dict[str, Any]) -> None:
        given = scenario["given"]
        switches = given.get("rules", {})
        need(isinstance(switches, dict) and isinstance(given.get("characters"), dict))
        for name, value in switches.items():
            known = SWITCHES.get(name, [])
            need(any(type(value) is type(one) and value == one for one in known))
        self.rule = {name: values[0] for name, values in SWITCHES.items()} | switches
        people = {name: character(one) for name, one in given["characters"].items()}
        need(all(one is not None for one in people.values()))
        self.s: dict[str, Any] = {
            "people": people,
            "stress": given.get("situation", "calm"),
            "combat": None,
            "aided": [],
            "planned": [],
            "reversed": [],
            "at": 0,
        }
        need(self.s["stress"] in ("calm", "stressful"))
        self.dice = scenario.get("dice", [])
        need(isinstance(self.dice, list) and isinstance(scenario.get("when"), list))
        self.steps = scenario["when"]
        self.rolls: list[Any] = []
        self.outcomes: list[Any] = []
        self.refused: list[Any] = []
        self.n = 0

    # Small things

    @property
    def people(self) -> dict[str, Any]:
        return self.s["people"]

    @property
    def combat(self) -> dict[str, Any]:
        return self.s["combat"]

    def die(self) -> int:
        at = self.s["at"]
        if at >= len(self.dice):
            raise Stop("dice_exhausted")
        if not whole(self.dice[at], 1, 6):
            raise Stop("bad_die")
        self.s["at"] = at + 1
        return self.dice[at]

    def part(self, name: str) -> None:
        self.refused.append({"step": self.n, "part": name})

    def log(self, who: str, purpose: str, dice: list[int], result: int) -> None:
        entry = {"step": self.n, "who": who, "purpose": purpose, "dice": dice, "result": result}
        self.rolls.append(entry)

    def known(self, name: Any) -> str:
        need(type(name) is str and name in self.people)
        return str(name)

    def able(self, name: Any) -> str:
        need(conscious(self.people[self.known(name)]))
        return str(name)

    def step_up(self, who: str, track: str, times: int = 1) -> None:
        one = self.people[who]
        for _ in range(min(times, 9)):
            if one["max"]:
                return
            if one["tension"][track] < 6:
                one["tension"][track] += 1
            else:
                one["max"] = True

    def room(self, who: str, track: str) -> int:
        one = self.people[who]
        if one["max"]:
            return 0
        return (7 if self.rule["max_step_payable"] else 6) - one["tension"][track]

    def pay(self, who: str, steps: int) -> None:
        track = TRACK[self.combat["setup"][who]["support"]]
        need(self.room(who, track) >= steps)
        self.step_up(who, track, steps)

    def penalty(self, who: str) -> int:
        one = self.people[who]
        worst = []
        for name in SIZE:
            first, second, _ = tiers(one["attributes"], name)
            points = one["damage"][name]
            minus = 0 if points <= first else 3 if points <= first + second else 6
            key = (minus,) if self.rule["penalty_track"] == "worst_tier" else (points, minus)
            worst.append((key, minus))
        worst.sort(reverse=True)
        if one["max"]:
            return 0 if self.rule["max_ignores"] == "all_penalties" else -worst[1][1]
        return -worst[0][1]

    def mark(self, who: str, track: str, amount: int, first_only: bool = False) -> int:
        one = self.people[who]
        sizes = tiers(one["attributes"], track)
        limit = sizes[0] if first_only else sum(sizes)
        taken = max(0, min(amount, limit - one["damage"][track]))
        one["damage"][track] += taken
        return taken

    def judge(self, who: str, accept: list[str]) -> None:
        one = self.people[who]
        if one["dead"] or one["down"] or not full_tracks(one):
            return
        if one["fate"] == "can":
            if who in accept:
                one["fate"] = "accepted"
                one["damage"] = dict.fromkeys(SIZE, 0)
                one["tension"] = dict.fromkeys(SIZE, 3)
                one["max"] = False
            else:
                one["down"] = True
        elif one["fate"] == "none" and self.rule["npc_full_track"] == "pass_out":
            one["down"] = True
        else:
            one["dead"] = True

    def judge_now(self, who: str, accept: list[str]) -> None:
        if self.combat is None or self.rule["collapse_timing"] == "immediate":
            self.judge(who, accept)

    def wake(self, who: str) -> None:
        if not full_tracks(self.people[who]):
            self.people[who]["down"] = False

    def calm_down(self) -> None:
        self.s["stress"] = "calm"
        for one in self.people.values():
            if one["max"] and not one["dead"]:
                one["faint"] = True

    def accepting(self, step: dict[str, Any]) -> list[str]:
        names = step.get("accept", [])
        need(isinstance(names, list) and all(type(name) is str for name in names))
        return names

    # Challenges

    def check(self, who: str, attribute: str, options: dict[str, Any]) -> None:
        number = options.get("raise", 0)
        need(whole(number, 0, 3))
        need(number == 0 or number <= self.room(who, TRACK[attribute]))
        self.check_rest(who, options)

    def check_rest(self, who: str, options: dict[str, Any]) -> None:
        need(not flag(options, "specialty") or self.people[who]["specialties"])
        need(whole(options.get("modifier", 0)))
        if "strategy" in options:
            claim = options["strategy"]
            need(isinstance(claim, dict) and whole(claim.get("amount"), 1))
            planner = self.people[self.known(claim.get("from"))]
            need(planner["side"] == self.people[who]["side"])
            need(planner["pool"] >= claim["amount"])

    def snapshot(
        self, who: str, attribute: str, half: bool, options: dict[str, Any], extra: int = 0
    ) -> dict[str, Any]:
        one = self.people[who]
        value = one["attributes"][attribute]
        counted = value
        if half:
            counted = (value + (self.rule["half_attribute_rounding"] == "up")) // 2
        return {
            "who": who,
            "track": TRACK[attribute],
            "attribute": value,
            "counted": counted,
            "stress": self.s["stress"],
            "tension": max(one["tension"].values()),
            "rest": self.penalty(who) + options.get("modifier", 0) + extra,
            "half": half,
            "options": options,
            "dice": [],
            "raised": 0,
            "sixes": 0,
            "fixed": None,
        }

    def throw(self, roll: dict[str, Any]) -> None:
        options, who, track = roll["options"], roll["who"], roll["track"]
        if "strategy" in options:
            claim = options["strategy"]
            need(self.people[claim["from"]]["pool"] >= claim["amount"])
            self.people[claim["from"]]["pool"] -= claim["amount"]
            roll["rest"] += claim["amount"]
        raises = options.get("raise", 0)
        if raises:
            self.s["stress"] = "stressful"
            self.step_up(who, track, raises)
        roll["raised"] = raises
        base = [self.die() for _ in range(1 if roll["half"] else 2)]
        special = [self.die()] if options.get("specialty") else []
        extra = [self.die() for _ in range(raises)]
        roll["dice"] = base + special + extra
        when = self.s["stress"]
        if self.rule["new_stress_sixes"] == "next_challenge":
            when = roll["stress"]
        if when != "stressful":
            return
        for die in base + (special if self.rule["specialty_explodes"] else []):
            if die != 6:
                continue
            roll["sixes"] += 1
            if self.people[who]["max"] and self.rule["max_blocks_six_dice"]:
                continue
            self.step_up(who, track)
            extra.append(self.die())
            roll["dice"].append(extra[-1])
        if self.rule["extra_six_raises_tension"]:
            self.step_up(who, track, extra.count(6))

    def result(self, roll: dict[str, Any]) -> int:
        if roll["fixed"] is not None:
            return int(roll["fixed"])
        bonus = roll["tension"] if roll["stress"] == "stressful" else -roll["tension"]
        if bonus < 0 and self.s["stress"] == "stressful" and self.rule["raise_lifts_calm_penalty"]:
            bonus = 0
        return sum(roll["dice"]) + roll["counted"] + bonus + roll["rest"]

    def bids(self, step: dict[str, Any], rolls: list[dict[str, Any]]) -> None:
        bids = step.get("bids", [])
        need(isinstance(bids, list))
        for place, bid in enumerate(bids):
            roll = None
            if isinstance(bid, dict):
                mine = [one for one in rolls if one["who"] == bid.get("who")]
                roll = mine[0] if mine else None
            if roll is None or not self.may_bid(bid.get("raise", 1), roll, rolls):
                self.part(f"bids[{place}]")
                continue
            for _ in range(bid.get("raise", 1)):
                self.s["stress"] = "stressful"
                self.step_up(roll["who"], roll["track"])
                roll["raised"] += 1
                roll["dice"].append(self.die())
                if roll["dice"][-1] == 6 and self.rule["extra_six_raises_tension"]:
                    self.step_up(roll["who"], roll["track"])

    def may_bid(self, number: Any, roll: dict[str, Any], rolls: list[dict[str, Any]]) -> bool:
        if roll["fixed"] is not None or not whole(number, 1):
            return False
        limit = 3 - roll["raised"]
        if self.rule["sixes_count_toward_limit"]:
            limit -= roll["sixes"]
        if number > limit or number > self.room(roll["who"], roll["track"]):
            return False
        if self.rule["bidding"] == "loser_only" and len(rolls) == 2:
            other = rolls[1] if roll is rolls[0] else rolls[0]
            mine, his = self.result(roll), self.result(other)
            return mine < his or (mine == his and roll["attribute"] <= other["attribute"])
        return True

    def settle(self, a: dict[str, Any], b: dict[str, Any]) -> tuple[int, str]:
        """Who wins: 0 or 1, and by what."""
        first, second = self.result(a), self.result(b)
        if first != second:
            return int(second > first), "result"
        if a["attribute"] != b["attribute"]:
            return int(b["attribute"] > a["attribute"]), "attribute"
        while True:
            one, two = self.die(), self.die()
            self.log(a["who"], "tie", [one], one)
            self.log(b["who"], "tie", [two], two)
            if one != two:
                return int(two > one), "dice"

    def single(
        self, step: dict[str, Any], purpose: str, attribute: str, half: bool, extra: int = 0
    ) -> int:
        who = step["who"]
        self.check(who, attribute, step)
        roll = self.snapshot(who, attribute, half, step, extra)
        self.throw(roll)
        self.bids(step, [roll])
        self.log(who, purpose, roll["dice"], self.result(roll))
        return self.result(roll)

    def do_challenge(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.able(step.get("who"))
        attribute = step.get("attribute")
        need(type(attribute) is str and attribute in TRACK)
        need("tn" not in step or whole(step["tn"]))
        result = self.single(step, "challenge", str(attribute), flag(step, "half"))
        success = {"success": result > step["tn"]} if "tn" in step else {}
        return {"who": who, "result": result, **success}

    def do_opposed(self, step: dict[str, Any]) -> dict[str, Any]:
        sides = [step.get("a"), step.get("b")]
        for side in sides:
            need(isinstance(side, dict))
            self.able(side.get("who"))
            need(type(side.get("attribute")) is str and side["attribute"] in TRACK)
            self.check(side["who"], side["attribute"], side)
            flag(side, "half")
        need(sides[0]["who"] != sides[1]["who"])
        rolls = [
            self.snapshot(one["who"], one["attribute"], flag(one, "half"), one) for one in sides
        ]
        for roll in rolls:
            self.throw(roll)
        self.bids(step, rolls)
        results = [self.result(roll) for roll in rolls]
        for roll in rolls:
            self.log(roll["who"], "opposed", roll["dice"], self.result(roll))
        winner, by = self.settle(*rolls)
        return {"results": results, "winner": rolls[winner]["who"], "by": by}

    # Time and healing

    def do_stress(self, step: dict[str, Any]) -> dict[str, Any]:
        self.s["stress"] = "stressful"
        return {}

    def do_end_stress(self, step: dict[str, Any]) -> dict[str, Any]:
        need(self.combat is None and self.s["stress"] == "stressful")
        self.calm_down()
        return {}

    def do_tension(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        need(not self.people[who]["dead"] and whole(step.get("amount"), 1))
        need(type(step.get("track")) is str and step["track"] in SIZE)
        self.step_up(who, step["track"], step["amount"])
        return {"who": who}

    def do_hurt(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        need(not self.people[who]["dead"] and whole(step.get("amount"), 0))
        need(type(step.get("track")) is str and step["track"] in SIZE)
        accept = self.accepting(step)
        marked = self.mark(who, step["track"], step["amount"])
        self.judge_now(who, accept)
        return {"who": who, "marked": marked}

    def do_rest(self, step: dict[str, Any]) -> dict[str, Any]:
        need(self.s["stress"] == "calm" and whole(step.get("minutes"), 0))
        names = step.get("who", list(self.people))
        need(isinstance(names, list))
        for name in names:
            self.known(name)
        times = step["minutes"] // 5
        for name, one in self.people.items():
            if name not in names or one["dead"]:
                continue
            for track in SIZE:
                one["tension"][track] = max(0, one["tension"][track] - times)
                if one["damage"][track] <= tiers(one["attributes"], track)[0]:
                    one["damage"][track] = max(0, one["damage"][track] - times)
            if 6 not in one["tension"].values():
                one["max"] = False
            if not any(one["tension"].values()):
                one["faint"] = False
        return {}

    def do_new_day(self, step: dict[str, Any]) -> dict[str, Any]:
        self.s.update(aided=[], planned=[], reversed=[])
        for one in self.people.values():
            one["pool"] = 0
        return {}

    def do_first_aid(self, step: dict[str, Any]) -> dict[str, Any]:
        who, target = self.able(step.get("who")), self.known(step.get("target"))
        need("first_aid" in self.people[who]["skills"] and self.combat is None)
        patient = self.people[target]
        need(not patient["dead"] and [who, target] not in self.s["aided"])
        need(step.get("attribute") in ("knowledge", "diligence", "understanding"))
        allocate = step.get("allocate", [])
        need(isinstance(allocate, list))
        for one in allocate:
            need(isinstance(one, list) and len(one) == 2)
            need(type(one[0]) is str and one[0] in SIZE and whole(one[1], 0))
        penalty = self.penalty(target)
        result = self.single(step, "first_aid", step["attribute"], False, penalty)
        self.s["aided"].append([who, target])
        left = total = max(0, result)
        for track, number in allocate:
            gone = min(number, left, patient["damage"][track])
            patient["damage"][track] -= gone
            left -= gone
        self.wake(target)
        return {"who": who, "target": target, "result": result, "removed": total - left}

    def do_strategy(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.able(step.get("who"))
        need("strategy" in self.people[who]["skills"] and who not in self.s["planned"])
        result = self.single(step, "strategy", "knowledge", True)
        self.s["planned"].append(who)
        self.people[who]["pool"] = max(0, result)
        return {"who": who, "result": result, "pool": max(0, result)}

    def do_reverse_fate(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.able(step.get("who"))
        one = self.people[who]
        need(step.get("attribute") in ("diligence", "understanding"))
        need(one["fate"] == "accepted" and who not in self.s["reversed"])
        need(self.combat is None and not any(one["tension"].values()))
        result = self.single(step, "reverse_fate", step["attribute"], False)
        self.s["reversed"].append(who)
        if result > 13:
            one["fate"] = "can"
        return {"who": who, "result": result, "success": result > 13}

    def do_build(self, step: dict[str, Any]) -> dict[str, Any]:
        attributes = step.get("attributes")
        need(isinstance(attributes, dict) and sorted(attributes) == sorted(TRACK))
        need(all(whole(value) for value in attributes.values()))
        for key in ("specialties", "skills"):
            need(isinstance(step.get(key, []), list))
            need(all(type(name) is str for name in step.get(key, [])))
        cost = {
            "attributes": sum(attributes.values()) - 5 * self.rule["attribute_base"],
            "specialties": 2 * len(step.get("specialties", [])),
            "skills": 3 * len(step.get("skills", [])),
        }
        cost["total"] = sum(cost.values())
        errors = [
            f"attribute_range:{name}" for name, value in attributes.items() if not 1 <= value <= 10
        ]
        over = ["attributes_over_30"] if cost["attributes"] > 30 else []
        over += ["specialties_over_10"] if cost["specialties"] > 10 else []
        if self.rule["build_limits"] == "strict":
            errors, over = errors + over, []
        shown = {track: tiers(attributes, track) for track in SIZE}
        return {"cost": cost, "errors": sorted(errors), "warnings": sorted(over), "tiers": shown}

    # Combat

    def good_setup(self, who: Any, setup: Any) -> None:
        one = self.people[self.able(who)]
        need(isinstance(setup, dict))
        attack, defense, support = (setup.get(key) for key in ("attack", "defense", "support"))
        need(attack in ATTACKS and defense in DEFENSES)
        need(type(support) is str and support in TRACK)
        need(len({attack, defense, support}) == 3)
        half, social = flag(setup, "half"), flag(setup, "social")
        need(setup.get("on_max", "normal") in ("normal", "drop"))
        need(not social or half)
        need(not half or not one["max"])
        if social:
            third = self.rule["social_attribute_set"].split("_")
            need({attack, defense, support} <= set(third))

    def make_order(self) -> None:
        setups = self.combat["setup"]
        ranks: dict[Any, list[str]] = {}
        for who, setup in setups.items():
            if not self.people[who]["dead"]:
                values = self.people[who]["attributes"]
                rank = tuple(values[setup[key]] for key in ("support", "attack", "defense"))
                ranks.setdefault(rank, []).append(who)
        order: list[str] = []
        for rank in sorted(ranks, reverse=True):
            order += self.by_dice(ranks[rank])
        self.combat["order"] = order

    def by_dice(self, tied: list[str]) -> list[str]:
        if len(tied) == 1:
            return tied
        thrown: dict[int, list[str]] = {}
        for who in sorted(tied):
            die = self.die()
            self.log(who, "initiative", [die], die)
            thrown.setdefault(die, []).append(who)
        order: list[str] = []
        for die in sorted(thrown, reverse=True):
            order += self.by_dice(thrown[die])
        return order

    def new_round(self, number: int) -> None:
        self.combat.update(round=number, turn=None, actions=0, extra=0)
        self.combat.update(finished=[], holding={}, ended=0, moves={})
        self.make_order()

    def do_combat_start(self, step: dict[str, Any]) -> dict[str, Any]:
        setup = step.get("setup")
        need(self.combat is None and isinstance(setup, dict) and len(setup) >= 2)
        for who, one in setup.items():
            self.good_setup(who, one)
        pairs = step.get("engaged", [])
        need(isinstance(pairs, list))
        for pair in pairs:
            need(isinstance(pair, list) and len(pair) == 2)
            need(all(type(name) is str and name in setup for name in pair))
            need(pair[0] != pair[1])
        self.s["stress"] = "stressful"
        self.s["combat"] = {"setup": copy.deepcopy(setup), "links": [list(one) for one in pairs]}
        self.new_round(1)
        return {"order": list(self.combat["order"])}

    def group(self, who: str) -> list[str]:
        found = [who]
        for name in found:
            for a, b in self.combat["links"]:
                for one, other in ((a, b), (b, a)):
                    if one == name and other not in found:
                        found.append(other)
        return found

    def engaged(self, a: str, b: str) -> bool:
        return b in self.group(a)

    def conscious_waiting(self) -> list[str]:
        combat = self.combat
        return [
            who
            for who in combat["order"]
            if conscious(self.people[who])
            and who not in combat["finished"]
            and who not in combat["holding"]
        ]

    def comes_up(self, who: str) -> None:
        combat = self.combat
        need(combat is not None and combat["turn"] is None)
        need(who in combat["order"] and who not in combat["finished"])
        need(not self.people[who]["faint"] and not self.people[who]["dead"])
        waiting = self.conscious_waiting()
        if who in combat["holding"]:
            others = [one for one in waiting if one != who]
            need(combat["ended"] > combat["holding"][who] or not others)
        else:
            place = combat["order"].index(who)
            need(not [one for one in waiting if combat["order"].index(one) < place])

    def start_turn(self, who: str) -> dict[str, Any]:
        self.combat.update(turn=who, actions=1, extra=0)
        self.combat["holding"].pop(who, None)
        return {"who": who}

    def do_turn(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        self.comes_up(who)
        return self.start_turn(who)

    def do_hold(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.able(step.get("who"))
        self.comes_up(who)
        need(who not in self.combat["holding"])
        self.combat["holding"][who] = self.combat["ended"]
        return {"who": who}

    def do_interrupt(self, step: dict[str, Any]) -> dict[str, Any]:
        who, combat = self.able(step.get("who")), self.combat
        need(combat is not None and combat["turn"] is None and combat["ended"] >= 1)
        need(who in combat["order"] and who not in combat["finished"])
        self.pay(who, 2)
        return self.start_turn(who)

    def do_end_turn(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        need(self.combat is not None and self.combat["turn"] == who)
        self.combat["finished"].append(who)
        self.combat["ended"] += 1
        self.combat.update(turn=None, actions=0)
        return {"who": who}

    def running(self, step: dict[str, Any]) -> str:
        who = self.able(step.get("who"))
        need(self.combat is not None and self.combat["turn"] == who)
        return who

    def do_extra_action(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.running(step)
        need(self.combat["extra"] == 0 or self.rule["extra_actions"] == "unlimited")
        self.pay(who, 2)
        self.combat["extra"] += 1
        self.combat["actions"] += 1
        return {"who": who}

    def move(self, who: str) -> None:
        moves = self.combat["moves"]
        if moves.get(who, 0):
            self.pay(who, 1)
        moves[who] = moves.get(who, 0) + 1

    def other(self, who: str, name: Any) -> str:
        target = self.known(name)
        need(target != who and target in self.combat["setup"])
        need(not self.people[target]["dead"])
        return target

    def do_advance(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.running(step)
        target = self.other(who, step.get("target"))
        need(len(self.group(who)) == 1)
        self.move(who)
        self.combat["links"].append([who, target])
        return {"who": who}

    def do_withdraw(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.running(step)
        rest = self.group(who)[1:]
        need(rest and self.combat["actions"] >= 1)
        self.move(who)
        self.combat["actions"] -= 1
        self.combat["links"] = [one for one in self.combat["links"] if who not in one]
        if self.rule["withdraw_bridge"] == "keep":
            self.combat["links"] += [[rest[0], one] for one in rest[1:]]
        return {"who": who}

    def do_revive(self, step: dict[str, Any]) -> dict[str, Any]:
        who = self.known(step.get("who"))
        one = self.people[who]
        need(self.combat is not None and self.combat["turn"] == who)
        need(one["down"] and not one["faint"] and not one["dead"])
        need(self.combat["actions"] >= 1)
        need(type(step.get("track")) is str and step["track"] in full_tracks(one))
        self.pay(who, 2)
        self.combat["actions"] -= 1
        die = self.die()
        self.log(who, "revive", [die], die)
        removed = min(die, one["damage"][step["track"]])
        one["damage"][step["track"]] -= removed
        self.wake(who)
        return {"who": who, "removed": removed, "conscious": conscious(one)}

    def check_clash(self, who: str, attacker: str, ranged: bool) -> None:
        need(conscious(self.people[who]) and who not in self.combat["finished"])
        need(who in self.combat["order"])
        need(not ranged or self.engaged(who, attacker))

    def may_protect(self, name: Any, who: str, target: str) -> None:
        self.able(name)
        need(name not in (who, target) and name in self.combat["setup"])
        need(self.engaged(name, target))

    def do_attack(self, step: dict[str, Any]) -> dict[str, Any]:
        who, combat = self.running(step), self.combat
        need(combat["actions"] >= 1)
        target = self.other(who, step.get("target"))
        ranged = flag(step, "ranged")
        need(ranged or self.engaged(who, target))
        defend = step.get("defend", {})
        need(isinstance(defend, dict) and defend.get("mode", "defend") in ("defend", "clash"))
        accept = self.accepting(step)
        setups = combat["setup"]
        combat["actions"] -= 1
        responder, answer = target, defend
        before = "protect_before" in step
        if before:
            answer = step["protect_before"]
            need(isinstance(answer, dict) and answer.get("mode", "defend") in ("defend", "clash"))
            need(defend.get("mode") != "clash")
            responder = answer.get("who")
            self.may_protect(responder, who, target)
            self.pay(responder, 1)
        clash = answer.get("mode") == "clash"
        if clash:
            self.check_clash(responder, who, ranged)
            combat["finished"].append(responder)
            combat["holding"].pop(responder, None)
        half, reply_half = self.halves(who, responder, clash)
        attack = setups[who]["attack"]
        reply = setups[responder]["attack" if clash else "defense"]
        self.check(who, attack, step)
        helpless = not conscious(self.people[responder])
        if helpless:
            need(whole(answer.get("raise", 0), 0, 0) and not flag(answer, "specialty"))
            need("strategy" not in answer and whole(answer.get("modifier", 0)))
        else:
            self.check(responder, reply, answer)
        first = self.snapshot(who, attack, half, step)
        second = self.snapshot(responder, reply, reply_half, answer)
        if helpless:
            second["fixed"] = second["attribute"] + answer.get("modifier", 0)
        self.throw(first)
        if second["fixed"] is None:
            self.throw(second)
        self.bids(step, [first, second])
        results = [self.result(first), self.result(second)]
        self.log(who, "attack", first["dice"], results[0])
        self.log(responder, "clash" if clash else "defend", second["dice"], results[1])
        winner, by = self.settle(first, second)
        outcome = {
            "who": who,
            "responder": responder,
            "results": results,
            "winner": responder if winner else who,
            "by": by,
            "damage": None,
            "victim": None,
            "track": None,
            "marked": 0,
        }
        margin = abs(results[0] - results[1])
        if winner == 0:
            victim = responder
            if "protect_after" in step:
                victim = self.protect_after(step["protect_after"], who, target, before or clash)
                victim = victim or responder
            held = target if self.rule["protect_track"] == "target_defense" else victim
            track = TRACK[setups[held]["defense"]]
            if clash and victim == responder:
                track = TRACK[setups[held]["defense"]]
            self.damage(outcome, step, "damage", who, victim, track, margin)
        elif clash:
            track = TRACK[setups[who]["defense"]]
            self.damage(outcome, step, "counter_damage", responder, who, track, margin)
        if outcome["victim"] is not None:
            self.judge_now(outcome["victim"], accept)
        return outcome

    def halves(self, who: str, responder: str, clash: bool) -> tuple[bool, bool]:
        setups = self.combat["setup"]
        mine = bool(setups[who].get("half", False))
        if self.rule["half_combat_defense"] == "half":
            return mine, mine
        return mine, clash and bool(setups[responder].get("half", False))

    def protect_after(self, given: Any, who: str, target: str, taken: bool) -> str | None:
        try:
            need(not taken and isinstance(given, dict))
            self.may_protect(given.get("who"), who, target)
            self.pay(given["who"], 1)
        except No:
            self.part("protect_after")
            return None
        return str(given["who"])

    def damage(
        self,
        outcome: dict[str, Any],
        step: dict[str, Any],
        key: str,
        dealer: str,
        victim: str,
        track: str,
        margin: int,
    ) -> None:
        setup = self.combat["setup"][dealer]
        outcome.update(victim=victim, track=track)
        if setup.get("half", False):
            outcome["damage"] = margin
            outcome["marked"] = self.mark(victim, track, margin, first_only=True)
            return
        options = step.get(key, {})
        need(isinstance(options, dict))
        adds = flag(options, "add_margin", True)
        need(whole(options.get("raise", 0), 0, 3))
        if options.get("raise", 0) > self.room(dealer, TRACK[setup["attack"]]):
            self.part(f"{key}.raise")
            options = {**options, "raise": 0}
        self.check(dealer, setup["attack"], options)
        roll = self.snapshot(dealer, setup["attack"], True, options, margin // 2 if adds else 0)
        self.throw(roll)
        result = self.result(roll)
        self.log(dealer, "damage", roll["dice"], result)
        outcome["damage"] = max(0, result)
        outcome["marked"] = self.mark(victim, track, outcome["damage"])

    def do_cleanup(self, step: dict[str, Any]) -> dict[str, Any]:
        need(self.combat is not None)
        effects, setup = step.get("effects", []), step.get("setup", {})
        need(isinstance(effects, list) and isinstance(setup, dict))
        for one in effects:
            need(isinstance(one, dict) and not self.people[self.known(one.get("who"))]["dead"])
            need(type(one.get("track")) is str and one["track"] in SIZE)
            need(whole(one.get("amount"), 0))
        end, goes_on = flag(step, "end"), flag(step, "stress_continues")
        accept = self.accepting(step)
        for one in effects:
            self.mark(one["who"], one["track"], one["amount"])
        for who in self.people:
            self.judge(who, accept)
        if end:
            self.s["combat"] = None
            if not goes_on:
                self.calm_down()
            return {"end": True}
        for who, one in setup.items():
            try:
                self.good_setup(who, one)
            except No:
                self.part(f"setup.{who}")
                continue
            self.combat["setup"][who] = copy.deepcopy(one)
        self.new_round(self.combat["round"] + 1)
        return {"round": self.combat["round"], "order": list(self.combat["order"])}

    def leave_half_combat(self) -> None:
        if self.combat is None:
            return
        for who, setup in self.combat["setup"].items():
            one = self.people[who]
            if setup.get("half", False) and one["max"] and not one["dead"]:
                if setup.get("on_max", "normal") == "drop":
                    one["faint"] = True
                else:
                    setup.update(half=False, social=False)

    # The run

    def take(self, step: Any) -> dict[str, Any] | None:
        """Plays one step; returns what stops the run, if anything does."""
        kept = copy.deepcopy(self.s), len(self.rolls), len(self.refused)
        try:
            need(isinstance(step, dict) and type(step.get("do")) is str)
            do = getattr(self, f"do_{step['do']}", None)
            need(do is not None)
            outcome = do(step)
            self.leave_half_combat()
            self.outcomes.append({"step": self.n, "do": step["do"], **outcome})
        except (No, Stop) as why:
            self.s = kept[0]
            del self.rolls[kept[1] :], self.refused[kept[2] :]
            if isinstance(why, Stop):
                return {"step": self.n, "reason": str(why)}
            self.refused.append({"step": self.n})
        self.n += 1
        return None

    def run(self) -> dict[str, Any]:
        error = None
        for step in self.steps:
            error = self.take(step)
            if error is not None:
                break
        return {
            "system": "tracks",
            "rolls": self.rolls,
            "outcomes": self.outcomes,
            "refused": self.refused,
            "final": self.final(),
            **({"error": error} if error else {}),
        }

    def final(self) -> dict[str, Any]:
        combat = self.combat
        shown = None
        if combat is not None:
            groups: list[list[str]] = []
            for who in combat["setup"]:
                members = sorted(self.group(who))
                if len(members) > 1 and members not in groups:
                    groups.append(members)
            shown = {key: combat[key] for key in ("round", "order", "turn", "actions")}
            shown["finished"] = sorted(combat["finished"])
            shown["holding"] = sorted(combat["holding"])
            shown["engaged"] = sorted(groups)
            shown["half"] = sorted(
                who for who, one in combat["setup"].items() if one.get("half", False)
            )
        keys = ("damage", "tension", "max", "fate", "down", "faint", "dead")
        return {
            "situation": self.s["stress"],
            "combat": shown,
            "characters": {
                who: {
                    **{key: one[key] for key in keys},
                    "penalty": self.penalty(who),
                    "pool": one["pool"],
                }
                for who, one in self.people.items()
            },
            "dice_left": len(self.dice) - self.s["at"],
        }


def read(scenario: dict[str, Any]) -> dict[str, Any]:
    """The result of a scenario; refusals without their reasons."""
    try:
        need(isinstance(scenario.get("given"), dict))
        reading = Reading(scenario)
    except No:
        return {"system": "tracks", "error": {"reason": "bad_scenario"}}
    return reading.run()
