"""A roll that is built in the open comes to the same as one that is given whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.systems.ccarps.rules import CcarpsRules
from engine.testing import Play
from tests.systems.ccarps.seats import furnished, resolved, say

WEAPONS: dict[str, dict[str, Any]] = {
    "long sword": {"skill": "Sword", "weapon": {"damage": 5, "type": "cutting"}},
    "bow": {"attribute": "speed", "kind": "ranged", "weapon": {"damage": 3, "type": "piercing"}},
    "punch": {"attribute": "lift", "weapon": {"damage": 0}},
}
SET = {
    "melee": ("charging", "superior", "prone", "touch"),
    "ranged": ("in_melee", "blind", "touch"),
}
COUNTED = {
    "melee": {"concentrating": (1, 3), "targets": (1, 4)},
    "ranged": {"running": (-4, -2), "from_cover": (-3, -1), "cover": (-3, -1), "targets": (1, 4)},
}
LISTS = {"situational": "situation", "gear": "gear", "opposition": "against"}


class Both:
    """The same roll as words and as a step, made up by chance; `who` rolls."""

    def __init__(self, chance: random.Random, who: str) -> None:
        self.chance = chance
        self.step: dict[str, Any] = {"who": who}
        self.words = ""

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def lists(self) -> None:
        for key, word in LISTS.items():
            low = 1 if key == "opposition" else -4
            values = [self.chance.randint(low, 4) or 1 for _ in range(self.chance.randint(0, 2))]
            self.step[key] = values
            chips = [f"{word} {word[0]}{place} {one:+d}" for place, one in enumerate(values)]
            self.words += "".join(f" {chip}" for chip in chips)
        for key, word, high in (("tech", "tech", 20), ("carried", "load", 70)):
            if self.maybe(0.3):
                self.step[key] = self.chance.randint(0, high)
                self.words += f" {word} {self.step[key]}"

    def based(self) -> None:
        self.step["base"] = self.chance.randint(-2, 14)
        self.words += f" base {self.step['base']}"

    def means(self, *skills: str) -> str:
        """A skill, or an attribute; the word for it."""
        named = self.chance.choice([*skills, "speed", "charisma"])
        self.step["skill" if named in skills else "attribute"] = named
        return named

    def aim(self) -> str:
        """All that goes with an attack; the weapon."""
        weapon = self.chance.choice(list(WEAPONS))
        self.step |= {"target": "guard", "locate": True, **WEAPONS[weapon]}
        kind = self.step.get("kind", "melee")
        for key in SET[kind]:
            if self.maybe(0.25):
                self.step[key] = True
                self.words += f" situation {key}"
        for key, (low, high) in COUNTED[kind].items():
            if self.maybe(0.25):
                self.step[key] = self.chance.randint(low, high)
                self.words += f" situation {key} {self.step[key]}"
        for key, typed, value in (
            ("called", "called hand", "hand"),
            ("bystanders", "beside Cora", ["cora"]),
            ("defense", "defense shield 4", [4]),
            ("damage_modifiers", "damage edge -1", [-1]),
        ):
            if self.maybe(0.4):
                self.step[key] = value
                self.words += f" {typed}"
        return weapon


def tables(chance: random.Random) -> tuple[Play, Play]:
    """Two tables alike, under house rules by chance."""
    rules = {
        one["key"]: chance.choice(one["options"])["value"]
        for one in CcarpsRules.describe()
        if chance.random() < 0.4
    }
    sides = chance.choice([(1, 2, 3, 4, 5, 6), (1, 1, 1, 6, 6, 2)])
    dice = [chance.choice(sides) for _ in range(60)]
    you = {"tech": 9, "height": 5, "mental": chance.choice([0, 1, 5]), "physical": 3}
    guard = {"tech": 4, "height": 7, "spiritual": chance.choice([0, 1, 6, 10])}
    made = tuple(furnished(Play("ccarps", dice, rules), you) for _ in range(2))
    for play in made:
        play.gm("character.edit", character="guard", fields=guard)
    return made[0], made[1]


def people(play: Play) -> dict[str, Any]:
    """The characters as they are, apart from what they build and what stands."""
    kept = play.table.state.to_data()["characters"]
    building = ("draft", "drafts", "standing")
    return {
        who: {key: value for key, value in one.items() if key not in building}
        for who, one in kept.items()
    }


def answered(play: Play, chance: random.Random) -> dict[str, Any]:
    """Answers whatever the target is asked; the same as part of a step."""
    for question in play.table.questions("gm"):
        option = chance.choice([None, *question["options"]])
        if option is None:
            assert play.answer("guard", None) is None
            continue
        skill = option["further"][0]["options"][0]["value"]
        assert play.answer("guard", option["key"], further={"skill": skill}) is None
        return {"answer": {"mode": option["key"], "skill": skill, "armed": True}}
    return {}


def at_once(play: Play, verb: str, **step: Any) -> None:
    assert play.act(kind="command", verb=verb, args=step).ok


def alike(one: Play, other: Play) -> bool:
    return people(one) == people(other) and one.dice.left == other.dice.left


@pytest.mark.parametrize("seed", range(60))
def test_a_check(seed: int) -> None:
    chance = random.Random(seed)
    one, other = tables(chance)
    both = Both(chance, "you")
    means = both.means("Stealth", "Sword")
    both.based()
    both.lists()
    assert say(one, "you", f"roll {means}{both.words}") is None
    assert say(one, "you", "throw") is None
    at_once(other, "quick_check", **both.step)
    assert resolved(one, "check") == resolved(other, "check")
    assert alike(one, other)


@pytest.mark.parametrize("seed", range(120))
def test_an_attack(seed: int) -> None:
    chance = random.Random(seed)
    one, other = tables(chance)
    both = Both(chance, "you")
    both.based()
    both.lists()
    weapon = both.aim()
    assert say(one, "you", f"attack @Patrolman {weapon}{both.words}") is None
    assert say(one, "you", "throw") is None
    at_once(other, "quick_attack", **both.step, **answered(one, chance))
    assert resolved(one, "attack") == resolved(other, "attack")
    assert alike(one, other)


@pytest.mark.parametrize("seed", range(60))
def test_a_contest(seed: int) -> None:
    chance = random.Random(seed)
    one, other = tables(chance)
    one.gm("character.edit", character="guard", fields={"spiritual": 0})
    other.gm("character.edit", character="guard", fields={"spiritual": 0})
    first, second = Both(chance, "you"), Both(chance, "guard")
    means = first.means("Stealth", "Sword")
    first.based()
    first.lists()
    answer = second.means("Detect")
    second.lists()
    assert say(one, "you", f"roll {means}{first.words}") is None
    assert say(one, "you", "throw") is None
    at_once(other, "quick_contest", first=first.step, second=second.step)
    whole = resolved(other, "contest")
    judged = resolved(one, "check")
    assert judged == {"who": "you", **whole["first"]}
    if judged["success"]:
        assert say(one, "you", f"contest @Patrolman {answer}{second.words}") is None
        assert say(one, "guard", "throw") is None
        winner = whole["winner"]
        told = {"who": "guard", **whole["second"], "first": "you", "winner": winner}
        assert resolved(one, "second") == told
    assert alike(one, other)
