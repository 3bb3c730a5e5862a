"""Inventing scenarios by chance, to hold two readings of the rules against each other.

The second reading plays along, so that most steps fit the situation and the dice are as many as
are needed; some scenarios are broken on purpose afterwards.

    python -m tests.systems.carps.invent 2000

says how often each ability had an effect in so many scenarios, and which never had one.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.systems.carps.second import breaking, steps, tables
from tests.systems.carps.second.abilities import COST, SPECIALS, SWITCHES, ULTIMATES
from tests.systems.carps.second.fight import Fight
from tests.systems.carps.second.rolls import Thrown
from tests.systems.carps.second_reading import play

People = dict[str, dict[str, Any]]
Step = dict[str, Any]


class Known(NamedTuple):
    """What scenarios may use; `parts` beside the actions: special, entry, tables."""

    abilities: tuple[str, ...]
    switches: tuple[str, ...]
    parts: tuple[str, ...]


EVERYTHING = Known(tuple(COST), tuple(SWITCHES), ("special", "entry", "tables"))
FORMS = {
    "extra_effort": (15,),
    "provoke": (15,),
    "take_the_hit": (11,),
    "disrupt_the_assault": (11, 21),
    "inspire_allies": (6, 11, 16, 21),
    "combo_finisher": (15,),
    "perfect_teamwork": (15,),
    **dict.fromkeys(ULTIMATES, (40,)),
}
OF_ATTACKER = ("extra_effort", "sure_strike", "unstoppable_force", "perfect_teamwork")
OF_DEFENDER = (
    "evasive_maneuvers",
    "perfect_defense",
    "counter_tactics",
    "combo_breaker",
    "disengage",
    "diehard",
)
OF_ALLY = ("take_the_hit", "disrupt_the_assault")
SELDOM = ("perfect_teamwork", "combo_breaker")
REACTIONS = (*OF_ATTACKER, *OF_DEFENDER, *OF_ALLY)


def scenario(seed: int, known: Known = EVERYTHING, sound: bool = False) -> dict[str, Any]:
    """A scenario of up to 8 characters and 80 steps with its dice; `sound`: not a broken one."""
    chance = random.Random(seed)
    if "tables" in known.parts and not sound and chance.random() < 0.06:
        made = tables.invent(chance, _switches(chance, known))
    else:
        made = Inventor(chance, known).fight()
        if not sound:
            breaking.spoil_dice(chance, made)
    if not sound and chance.random() < 0.1:
        made = breaking.broken(chance, made)
    return {"system": "carps", "id": str(seed), **made}


def effective(seeds: Iterable[int], known: Known = EVERYTHING) -> Counter[str]:
    """How often each ability had an effect; of those that get better, each form for itself."""
    counted: Counter[str] = Counter()
    for seed in seeds:
        counted += play(scenario(seed, known, sound=True)).counted
    return counted


def forms(known: Known = EVERYTHING) -> list[str]:
    return [
        f"{key} {step}" if step else key
        for key in known.abilities
        for step in (0, *FORMS.get(key, ()))
    ]


def _switches(chance: random.Random, known: Known) -> dict[str, Any]:
    return {key: chance.choice(SWITCHES[key]) for key in known.switches if chance.random() < 0.5}


class Inventor:
    """One fight, step by step; `self.now` is the fight as it stands."""

    def __init__(self, chance: random.Random, known: Known) -> None:
        self.chance = chance
        self.known = known
        self.mood = chance.choice(["builds", "builds", "many", "rich", "rich"])
        self.reacting = chance.choice([0.1, 0.4, 0.8])
        self.focus = chance.choice([0, 0.4, 0.8])
        self.given = self._given()
        faces = chance.choice([[], [], [10, 1], [9, 8, 7, 10], [2, 3, 4], [5, 5, 6, 6]])
        self.now = Fight(self.given, Thrown(chance, faces))

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def pick(self, values: Iterable[Any]) -> Any:
        return self.chance.choice(list(values))

    def fight(self) -> dict[str, Any]:
        when: list[Step] = []
        for _ in range(self.chance.choice([8, 20, 40, 80])):
            if self.now.over and self.maybe(0.6):
                break
            again = bool(when) and when[-1]["do"] == "attack" and self.maybe(0.5)
            again = again and self.now.has_ap(when[-1]["by"], 1)
            step = self._again(when[-1]) if again else self._step()
            steps.take(self.now, step)
            when.append(step)
        return {"given": self.given, "when": when, "dice": list(self.now.dice.taken)}

    # Who fights

    def _given(self) -> dict[str, Any]:
        chance = self.chance
        names = [f"p{number}" for number in range(chance.randint(2, 8))]
        sides = self.pick([["a", "b"], ["a", "b"], ["a", "b"], ["a", "b", "c"]])
        around = self.pick([1, 3, 7, 10, 13, 18, 25, 38, 45])
        characters: People = {}
        for place, name in enumerate(names):
            characters[name] = self._person(around)
            straight = place < 2 or self.maybe(0.8)
            characters[name]["side"] = sides[place % len(sides)] if straight else self.pick(sides)
            if place > 1 and self.maybe(0.25 if "entry" in self.known.parts else 0.05):
                characters[name]["in_combat"] = False
        fighting = [name for name in names if characters[name].get("in_combat", True)]
        given: dict[str, Any] = {"characters": characters}
        if self.maybe(0.8):
            given["order"] = chance.sample(fighting, chance.randint(0, len(fighting)))
        if self.maybe(0.5):
            given["turn_of"] = self.pick(fighting)
        if self.maybe(0.3):
            given["round"] = chance.randint(1, 5)
        if self.maybe(0.3):
            pairs = range(chance.randint(1, 4))
            given["hits_since"] = [{"by": self.pick(names), "on": self.pick(names)} for _ in pairs]
        if self.maybe(0.6):
            given["switches"] = _switches(chance, self.known)
        return given

    def _person(self, around: int) -> dict[str, Any]:
        chance, abilities = self.chance, self.known.abilities
        rich = self.mood == "rich"
        base = around + chance.randint(0, 6) if rich else self.pick([1, 1, around])
        level = base + self.pick([0, 0, chance.randint(0, 8)])
        if self.mood == "builds":
            owned = tables.legal_build(chance, abilities, self.pick([40, 40, 80, 150]))
        else:
            few = chance.randint(0, len(abilities))
            owned = chance.sample(
                abilities, few if self.mood == "many" else len(abilities) * 3 // 4
            )
        one: dict[str, Any] = {"side": "a", "abilities": owned, "base": base}
        optional = {
            "control": self.pick(["pc", "npc"]),
            "style": self.pick(["offensive", "centered", "defensive"]),
            "level": level,
            "rp": 400 if rich else self.pick([0, 10, 30, 200]),
            "ap": self.pick([6, 12]) if rich else self.pick([3, 3, 6]),
            "temp_ap": self.pick([0, 2]),
            "carry_ap": self.pick([0, 0, 2, 3]),
        }
        one |= {key: value for key, value in optional.items() if self.maybe(0.9)}
        if self.maybe(0.1):
            one["attack"], one["defense"] = chance.randint(0, 9), chance.randint(0, 9)
        return one

    # What they do

    def _step(self) -> Step:
        now = self.now
        me = now.turn if self.maybe(0.97) else self.pick(now.people)
        person = now.people[me]
        points = person.ap + person.temp
        kinds = ["attack"] * 9 + ["assist"] * 4 + ["protect"] * 2 + ["escape"]
        kinds += ["ultimate"] * (9 if points > 2 and now.can_pay_ultimate(me) else 1)
        if "special" in self.known.parts:
            kinds += ["special"] * 6
        if points < 1 or not now.active(me):
            kinds = ["end_turn"] * 12 + kinds[-1:]
        kinds += ["end_turn"] * (2 if points > 2 else 6)
        kinds += ["end_encounter"] if self.maybe(0.01) else []
        kinds += ["enter"] if self.maybe(0.01) else []
        do = str(self.pick(kinds))
        return {
            "end_turn": self._end_turn,
            "special": self._special,
            "ultimate": self._ultimate,
            "attack": self._attack,
            "escape": self._escape,
        }.get(do, lambda who: self._simple(do, who))(me)

    def _simple(self, do: str, me: str) -> Step:
        step: Step = {"do": do, "by": me}
        if do in ("assist", "protect"):
            step["on"] = self._other(me, same=True)
        return step

    def _other(self, me: str, same: bool) -> str:
        """Mostly somebody whom the action may concern, sometimes anybody."""
        fitting = [*self.now.friends(me), me] if same else self.now.foes(me)
        if fitting and self.maybe(self.focus):
            return fitting[0]
        return str(self.pick(fitting if fitting and self.maybe(0.95) else self.now.people))

    def _end_turn(self, me: str) -> Step:
        step: Step = {"do": "end_turn", "by": me}
        ready = [one for one in self.now.people if self._may_come(one)]
        if "entry" in self.known.parts and self.maybe(0.5 if ready else 0.04):
            step["enters"] = self.pick(ready if ready and self.maybe(0.9) else self.now.people)
            if self.maybe(0.5):
                step["position"] = self.pick(["next", "next_round"])
        return step

    def _may_come(self, name: str) -> bool:
        back = self.now.switch["reentry_after_escape"]
        return self.now.people[name].status in ("outside", *["escaped"] * bool(back))

    def _attack(self, me: str) -> Step:
        return self._reacted({"do": "attack", "by": me, "on": self._other(me, same=False)})

    def _escape(self, me: str) -> Step:
        step: Step = {"do": "escape", "by": me}
        return (
            self._reacted({**step, "on": self._other(me, same=False)}) if self.maybe(0.1) else step
        )

    def _again(self, last: Step) -> Step:
        """The same attack once more: it takes three hits for an answer."""
        step = {key: value for key, value in last.items() if key != "reactions"}
        return self._reacted(step)

    def _ultimate(self, me: str) -> Step:
        on = self._other(me, same=False)
        return self._reacted({"do": "ultimate", "by": me, "on": on, "effect": self._move(me)})

    def _move(self, me: str) -> str:
        moves = [key for key in ULTIMATES if key in self.known.abilities]
        owned = [key for key in moves if self.now.owns(me, key)]
        if owned and self.maybe(0.95):
            return str(self.pick(owned))
        return str(self.pick([*moves, "sure_strike", "no_such_move"]))

    def _special(self, me: str) -> Step:
        uses = ("provoke", "inspire_allies", "combo_finisher", "dynamic_entry", "give_it_your_all")
        owned = [use for use in uses if self.now.owns(me, use)]
        entered = self.now.people[me].entry_turn == self.now.people[me].turn
        if entered and "dynamic_entry" in owned and self.maybe(0.6):
            owned = ["dynamic_entry"]
        if "give_it_your_all" in owned and self._has_much(me) and self.maybe(0.5):
            owned = ["give_it_your_all"]
        any_use = [*uses, *SPECIALS, "no_such_thing"]
        use = self.pick(owned if owned and self.maybe(0.95) else any_use)
        step: Step = {"do": "special", "by": me, "use": use}
        if use in ("provoke", "dynamic_entry"):
            step["on"] = self._other(me, same=False)
        if use == "dynamic_entry":
            return self._reacted(step)
        if use == "give_it_your_all":
            step["effect"] = self._move(me)
            step["reactions_by_target"] = {
                one: self._reactions(me, one, 0) for one in self.now.people if self.maybe(0.5)
            }
        return step

    def _has_much(self, me: str) -> bool:
        return self.now.has_ap(me, 6) and self.now.people[me].level >= 20

    # How others react

    def _reacted(self, step: Step) -> Step:
        if self.maybe(0.85):
            step["reactions"] = self._reactions(step["by"], step["on"], 0)
        return step

    def _reactions(self, me: str, target: str, depth: int) -> list[dict[str, Any]]:
        """Mostly such as may apply, in any order; some nonsense between."""
        now, found = self.now, list[tuple[str, str]]()
        taker = self.pick([target, *now.friends(target)])
        if taker != target:
            found.append((taker, "take_the_hit"))
        found += [(me, use) for use in OF_ATTACKER]
        found += [(self.pick([target, taker]), use) for use in OF_DEFENDER]
        found += [(one, "disrupt_the_assault") for one in now.friends(target)]
        listed = [
            self._reaction(by, use, me, depth)
            for by, use in found
            if now.owns(by, use) and self.maybe(0.9 if use in SELDOM else self.reacting)
        ]
        while self.maybe(0.25):
            known = [key for key in REACTIONS if key in self.known.abilities]
            use = self.pick([*known, "cs1", "no_such_thing", "provoke"])
            listed.append(self._reaction(self.pick(now.people), use, me, depth))
        self.chance.shuffle(listed)
        return listed

    def _reaction(self, by: str, use: str, attacker: str, depth: int) -> dict[str, Any]:
        one: dict[str, Any] = {"by": by, "use": use}
        if use == "combo_breaker":
            if self.maybe(0.97):
                one["effect"] = self._move(by)
            if depth < 2 and self.maybe(0.7):
                one["reactions"] = self._reactions(by, attacker, depth + 1)
        if use == "disengage" and self.maybe(0.7):
            one["escape"] = self.maybe(0.3)
        return one


def main(number: int) -> None:
    counted = effective(range(number))
    for key in sorted(forms(), key=lambda form: -counted[form]):
        print(f"{counted[key]:7d}  {key}")
    print("never:", ", ".join(form for form in forms() if not counted[form]) or "none")


if __name__ == "__main__":
    main(int(sys.argv[1]))
