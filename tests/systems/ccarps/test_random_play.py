"""Whole tables by chance, until every verb was used; and what always holds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.dice import SeededDice
from engine.scenario import run
from engine.systems.ccarps.entries import BARS
from engine.systems.ccarps.model import BOXES, PRIMARIES
from engine.systems.ccarps.scenario import IMPROVE, STEPS
from engine.systems.ccarps.verbs import VERBS
from engine.table import Outcome, Table
from engine.testing import check_system
from tests.systems.ccarps.people import scene

EDITS = dict.fromkeys(BARS, BOXES)


def people(chance: SeededDice) -> list[dict[str, Any]]:
    """Two to four persons on two sides, some of them hurt, with skills, gear and weapons."""
    made = []
    for number in range(1 + chance.throw(3)):
        fields: dict[str, Any] = {name: 4 + chance.throw(20) for name in PRIMARIES}
        fields |= {
            "skill_list": [
                f"Stealth {chance.throw(36)} Reflex",
                f"Acrobatics {chance.throw(36)} Reflex",
                "Sword 6 Speed",
            ],
            "gear_list": ["Quiet shoes 1"],
            "weapon_list": ["Sword 4 cutting", "Bow 3 piercing ranged with Sword"],
            "resist_list": ["cutting 1"],
            "oddity_list": ["Wealth 15"],
            "height": 5 + number,
            "mental": chance.throw(BOXES + 1) - 1,
        }
        made.append(
            {
                "id": f"p{number}",
                "name": f"Person {number}",
                "side": "ab"[number % 2],
                "control": ("pc", "npc")[chance.throw(2) - 1],
                "fields": fields,
            }
        )
    return made


def within(table: Table, outcome: Outcome) -> None:
    """Bars stay within ten, no accumulated or held number is negative, drafts are counted."""
    for person in table.state.characters.values():
        assert all(0 <= marked <= BOXES for marked in person.marks.values())
        assert person.unassigned >= 0
        assert all(one >= 0 for one in person.accumulators.values())
        assert person.draft is None or person.draft.number == person.drafts


def test_tables_until_every_verb_was_used() -> None:
    used = check_system(
        "ccarps",
        range(300, 500),
        people,
        steps=60,
        edits=EDITS,
        invariant=within,
        peace=True,
        switches=True,
    )
    assert used.verbs >= set(VERBS) - {"help"}


ANYTHING: list[Any] = [
    *(None, -1, 0, 1, 2, 5, 40, 1.5, True, False, "", [], {}, [[]], [1], [-1]),
    *("You", "Guard", "Cora", "Nobody", "Sword", "Acrobatics", "speed", "reflex", "strength"),
    *("mental", "physical", "doctor", "surgeon", "melee", "ranged", "walking", "fantasy"),
    *(["Cora"], ["You"], {"damage": 1}, {"damage": 2, "bar": "mental", "type": "x"}),
    *({"mode": "dodge", "skill": "Acrobatics"}, {"mode": "block", "skill": "Sword"}),
    *({"mode": [], "skill": {}}, {"who": "You", "dice": 2, "base": 9}, {"who": "Guard", "dice": 2}),
    *({"who": ["x"]}, {"strength": 1}, [{"name": "x", "cost": 1}]),
]


def anything(chance: random.Random) -> dict[str, Any]:
    """A step of any kind, with sense or without."""
    do = chance.choice([*STEPS, "improve"])
    keys = STEPS[do][1] if do in STEPS else ("who", *IMPROVE)
    step = {"do": do, **{key: chance.choice(ANYTHING) for key in keys if chance.random() < 0.3}}
    if chance.random() < 0.8:
        step["who"] = chance.choice(["You", "Guard", "Cora"])
    if do in ("check", "attack") and chance.random() < 0.8:
        step = {key: one for key, one in step.items() if key not in ("skill", "attribute")}
        step = {key: one for key, one in step.items() if key != "movement"}
        step |= {"dice": 2, "base": 9}
        step |= {"target": chance.choice(["You", "Guard", "Cora"])} if do == "attack" else {}
    return step


@pytest.mark.parametrize("hundred", range(4))
def test_nothing_breaks_a_table_and_a_refused_step_leaves_no_trace(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        chance = random.Random(seed)
        steps = [anything(chance) for _ in range(10)]
        dice = [chance.randint(1, 6) for _ in range(60)]
        result = run(json.loads(json.dumps(scene(*steps, dice=dice))))
        whole = [one["step"] for one in result["refused"] if "part" not in one]
        assert not {one["step"] for one in result["outcomes"]} & set(whole)
        kept = [step for place, step in enumerate(steps) if place not in whole]
        again = run(json.loads(json.dumps(scene(*kept, dice=dice))))
        assert again["final"] == result["final"], f"seed {seed}"
        assert [one["dice"] for one in again["rolls"]] == [one["dice"] for one in result["rolls"]]
