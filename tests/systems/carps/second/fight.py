"""The state of a fight: who is where, what lasts, and how turns pass (C27 to C33)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.systems.carps.second import rolls
from tests.systems.carps.second.abilities import SPECIALS, STYLES, SWITCHES, ULTIMATE_RP


class Dice(Protocol):
    taken: list[int]

    def throw(self, sides: int) -> int: ...


@dataclass
class Person:
    name: str
    side: str
    pc: bool
    attack: int
    defense: int
    base: int
    level: int
    rp: int
    owned: list[str]
    status: str
    ap: int = 0
    temp: int = 0
    carry: int = 0
    waiting: int = 0  # temporary AP for the next turn
    penalty: int = 0  # AP lost at the next turn (C28)
    beaten: int = 0  # Beatdowns for the next turn (C29)
    carry_lost: bool = False  # C54
    turn: int = 0  # how many turns began, ghost slots included
    entry_turn: int = -1  # the turn on which it entered late
    gained: int = 0  # levels since the current turn began
    heard: int = 0  # how many hits there were when its last turn ended
    done: list[str] = field(default_factory=list)  # uses on this turn


@dataclass
class Effect:
    """`since`: (who, turn) from which it runs; `until`: ("begin" or "end", who, turn)."""

    what: str
    by: str
    on: str
    since: tuple[str, int] | None
    until: tuple[str, str, int] | None
    worth: int = 1


@dataclass
class Charge:
    kind: str
    by: str
    on: str
    dice: int


class Fight:
    def __init__(self, given: dict[str, Any], dice: Dice) -> None:
        self.dice = dice
        self.switch: dict[str, Any] = {key: values[0] for key, values in SWITCHES.items()}
        self.switch |= given.get("switches", {})
        self.people: dict[str, Person] = {}
        self.order: list[str] = list(given.get("order", []))
        for name, one in given["characters"].items():
            inside = one.get("in_combat", True)
            if inside and name not in self.order:
                self.order.append(name)
            self.people[name] = self._person(name, one, inside)
        self.turn: str = given.get("turn_of", self.order[0])
        holder, told = self.people[self.turn], given["characters"][self.turn]
        holder.ap, holder.temp, holder.carry = told.get("ap", 3), told.get("temp_ap", 0), 0
        holder.turn = 1
        self.round: int = given.get("round", 1)
        self.over = False
        self.hits = [(hit["by"], hit["on"]) for hit in given.get("hits_since", [])]
        self.hits_before_turn = len(self.hits)
        self.effects: list[Effect] = []
        self.charges: list[Charge] = []
        self.barred: list[tuple[str, str]] = []  # by Disengage: (attacker, user)
        self.rolls: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.refused_reactions: list[dict[str, Any]] = []
        self.counted: Counter[str] = Counter()

    def _person(self, name: str, one: dict[str, Any], inside: bool) -> Person:
        attack, defense = STYLES[one.get("style", "centered")]
        owned, base = one.get("abilities", []), one.get("base", 1)
        return Person(
            name=name,
            side=one["side"],
            pc=one.get("control", "pc") == "pc",
            attack=one.get("attack", attack) + ("t14" in owned),
            defense=one.get("defense", defense) + ("t15" in owned),
            base=base,
            level=one.get("level", base),
            rp=one.get("rp", 0),
            owned=list(owned),
            status="active" if inside else "outside",
            carry=one.get("carry_ap", 0),
        )

    # Who is who

    def active(self, name: str) -> bool:
        return self.people[name].status == "active"

    def owns(self, name: str, key: str) -> bool:
        return key in self.people[name].owned

    def same_side(self, one: str, other: str) -> bool:
        return self.people[one].side == self.people[other].side

    def friends(self, name: str) -> list[str]:
        return [
            one
            for one in self.order
            if one != name and self.active(one) and self.same_side(one, name)
        ]

    def foes(self, name: str) -> list[str]:
        return [one for one in self.order if self.active(one) and not self.same_side(one, name)]

    def threshold(self, name: str) -> int:
        """C10."""
        person = self.people[name]
        aura = sum(one.worth for one in self.live("aura_of_invincibility", on=name))
        bonus: int = self.switch["t9_power_threshold"] if self.owns(name, "t9") else 0
        return 5 + person.base // 2 + aura + bonus

    def hits_this_turn(self) -> list[tuple[str, str]]:
        return self.hits[self.hits_before_turn :]

    # What lasts

    def running(self, effect: Effect) -> bool:
        if effect.since is None:
            return True
        who, turn = effect.since
        return self.people[who].turn >= turn

    def live(self, what: str, by: str | None = None, on: str | None = None) -> list[Effect]:
        return [
            one
            for one in self.effects
            if one.what == what
            and by in (None, one.by)
            and on in (None, one.on)
            and self.running(one)
        ]

    def next_turn(self, name: str) -> tuple[str, int]:
        return name, self.people[name].turn + 1

    def until_begin(self, name: str) -> tuple[str, str, int]:
        return "begin", *self.next_turn(name)

    def until_end(self, name: str) -> tuple[str, str, int]:
        return "end", *self.next_turn(name)

    def _ends(self, moment: str, name: str) -> None:
        now = (moment, name, self.people[name].turn)
        self.effects = [one for one in self.effects if one.until != now]

    # Gaining and paying

    def count(self, key: str, level: int = 0, *steps: int) -> None:
        """Notes that an ability had an effect; `steps`: the levels at which it gets better."""
        reached = [step for step in steps if level >= step]
        self.counted[f"{key} {reached[-1]}" if reached else key] += 1

    def gain(self, name: str, levels: int) -> None:
        self.people[name].level += levels
        self.people[name].gained += levels

    def gain_rp(self, name: str, amount: int) -> None:
        if self.people[name].pc or self.switch["npc_rp"] == "full":
            self.people[name].rp += amount

    def price(self, name: str, use: str) -> int:
        """RP for a Special Attack (C56)."""
        doubled = bool(self.live("reserve_breaker", on=name))
        return SPECIALS[use].rp * (2 if doubled else 1)

    def spend(self, name: str, amount: int) -> None:
        self.people[name].rp -= amount
        if self.owns(name, "spotlight_catcher_stance"):
            since, until = self.next_turn(name), self.until_end(name)
            self.effects.append(Effect("spotlight_catcher_stance", name, name, since, until))
        if self.owns(name, "sustained_spotlight_stance"):
            until = self.until_end(name)
            self.effects.append(Effect("sustained_spotlight_stance", name, name, None, until))
        for friend in self.friends(name):
            if self.owns(friend, "eternal_rivalry_stance"):
                until = self.until_end(friend)
                self.effects.append(Effect("eternal_rivalry_stance", friend, friend, None, until))

    def pay_special(self, name: str, use: str) -> None:
        if self.live("reserve_breaker", on=name):
            lasting = all(one.until is None for one in self.live("reserve_breaker", on=name))
            self.count("reserve_breaker", 40 * lasting, 40)
        self.spend(name, self.price(name, use))

    def pay_ap(self, name: str, amount: int) -> None:
        """C26."""
        person = self.people[name]
        from_temp = min(person.temp, amount)
        person.temp -= from_temp
        person.ap -= amount - from_temp

    def has_ap(self, name: str, amount: int) -> bool:
        return self.people[name].ap + self.people[name].temp >= amount

    def why_not(self, name: str, use: str) -> str | None:
        """Why somebody may not use a Special Attack, its trigger left aside (C25)."""
        if not self.owns(name, use):
            return "not_owned"
        if not self.active(name):
            return "not_in_combat"
        if self.people[name].level < SPECIALS[use].level:
            return "level_too_low"
        if self.people[name].rp < self.price(name, use):
            return "not_enough_rp"
        return None

    def can_pay_ultimate(self, name: str) -> bool:
        return self.people[name].rp >= ULTIMATE_RP

    def refuse(self, reaction: dict[str, Any], why: str) -> None:
        self.refused_reactions.append({"by": reaction["by"], "use": reaction["use"], "why": why})

    def take_charges(self, kind: str, holder: str) -> list[Charge]:
        """C16: of each granter the oldest charge; they are gone."""
        taken: list[Charge] = []
        for one in self.charges:
            if (one.kind, one.on) == (kind, holder) and one.by not in [old.by for old in taken]:
                taken.append(one)
        self.charges = [one for one in self.charges if not any(one is used for used in taken)]
        return taken

    # Rolls

    def roll(self, kind: str, roller: str, against: str, tn: int, net: int) -> tuple[int, bool]:
        """The value of a roll and whether it succeeds."""
        dice = [self.dice.throw(10) for _ in range(1 + abs(net))]
        anywhere = self.switch["natural_extremes"] == "any_die"
        value, success = rolls.verdict(dice, net, tn, anywhere)
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
        self._same_faces(kind, roller, against, dice)
        return value, success

    def _same_faces(self, kind: str, roller: str, against: str, dice: list[int]) -> None:
        """C7."""
        gainers = [roller]
        if kind in ("attack", "defense") and self.switch["virtual_rolls"] == "mirror":
            gainers.append(against)
        repeated = len(dice) - len(set(dice))
        for name in gainers:
            if self.owns(name, "t16") and repeated:
                self.gain_rp(name, repeated)
                self.count("t16")

    def small_roll(self, kind: str, roller: str, sides: int, again: bool = False) -> int:
        """A reserve or entrance die; `again`: rerolled while it shows 1."""
        dice = [self.dice.throw(sides)]
        while again and dice[-1] == 1:
            dice.append(self.dice.throw(sides))
        result = dice[-1]
        self.rolls.append(
            {"type": kind, "roller": roller, "sides": sides, "dice": dice, "result": result}
        )
        return result

    # Leaving

    def leaves(self, name: str, status: str) -> None:
        person = self.people[name]
        person.status = status
        person.ap = person.temp = person.carry = 0
        self.effects = [one for one in self.effects if (one.what, one.by) != ("provoked", name)]
        self.over = len({self.people[one].side for one in self.order if self.active(one)}) <= 1

    # Turns

    def begin_slot(self, name: str) -> None:
        """C27 (1): all that passes at the place of one who is out of the fight."""
        self.people[name].turn += 1
        self._ends("begin", name)
        self.charges = [one for one in self.charges if one.by != name]

    def begin_turn(self, name: str, late: bool) -> None:
        self.begin_slot(name)
        self.turn = name
        self.hits_before_turn = len(self.hits)
        self.barred = []
        for person in self.people.values():
            person.gained, person.done = 0, []
        if late:
            self._enter(name)
        self._points(self.people[name])

    def _enter(self, name: str) -> None:
        """C44, C45; nothing carried, nothing waiting."""
        person = self.people[name]
        levels = [self.people[one].level for one in self.order if self.active(one)]
        total, count = sum(levels), len(levels)
        average = {
            "down": total // count,
            "nearest": (2 * total + count) // (2 * count),
            "up": -(-total // count),
        }[self.switch["late_entry_rounding"]]
        person.status, person.level = "active", max(person.base, average)
        person.entry_turn = person.turn
        person.carry = person.waiting = person.penalty = person.beaten = 0
        person.carry_lost = False
        if self.owns(name, "spotlight_entrance"):
            self.gain(name, self.small_roll("entrance", name, 10))
            self.count("spotlight_entrance")

    def _points(self, person: Person) -> None:
        """C27 (4), C28, C29."""
        person.ap = 3
        person.temp = (0 if person.carry_lost else person.carry) + person.waiting
        lasting = len(self.live("momentum_builder", on=person.name))
        if lasting:
            self.count("momentum_builder", 40, 40)
        person.temp += lasting
        for _ in range(person.penalty):
            if person.ap:
                person.ap -= 1
            elif person.temp:
                person.temp -= 1
        for _ in range(person.beaten):
            if person.temp:
                person.temp -= 1
            elif person.ap and self.switch["beatdown_without_temp"] == "normal_ap":
                person.ap -= 1
        person.carry = person.waiting = person.penalty = person.beaten = 0
        person.carry_lost = False

    def end_slot(self, name: str) -> None:
        self._ends("end", name)

    def end_turn(self, name: str) -> None:
        person = self.people[name]
        if not self.active(name):
            self.end_slot(name)
        else:
            person.carry, person.ap, person.temp = person.ap, 0, 0
            result = self._reserve_check(person)
            self.end_slot(name)
            if result is not None and result % 2 == 0 and self.owns(name, "cs8"):
                self.effects.append(Effect("cs8", name, name, None, self.until_end(name)))
        person.heard = len(self.hits)

    def _reserve_check(self, person: Person) -> int | None:
        """C30."""
        if not person.pc and self.switch["npc_rp"] == "none":
            return None
        big = self.owns(person.name, "t2") and max(person.base, person.level) >= 5
        result = self.small_roll(
            "reserve", person.name, 10 if big else 6, self.owns(person.name, "t1")
        )
        if big:
            self.count("t2")
        if len(self.rolls[-1]["dice"]) > 1:
            self.count("t1")
        person.rp += result
        return result

    def pass_places(self, start: int) -> str:
        """The next active character from a place of the order on; ghost slots pass (C32, C68)."""
        place = start
        while True:
            if place == len(self.order):
                place, self.round = 0, self.round + 1
            name = self.order[place]
            if self.active(name):
                return name
            self.begin_slot(name)
            self.end_slot(name)
            place += 1
