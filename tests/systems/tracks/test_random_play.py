"""Whole tables by chance, until every verb and skill was used."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import SeededDice
from engine.systems.tracks.model import ATTRIBUTES, SIZED_BY, TRACKS
from engine.systems.tracks.numbers import capacity, tiers_of
from engine.systems.tracks.verbs import VERBS
from engine.table import Outcome, Table
from engine.testing import check_system

EDITS = {f"{track}_tension": 6 for track in TRACKS}


def people(chance: SeededDice) -> list[dict[str, Any]]:
    """Two to four persons on two sides, some of them hurt, with all skills."""
    made = []
    for number in range(1 + chance.throw(3)):
        fields: dict[str, Any] = {name: chance.throw(8) for name in ATTRIBUTES}
        fields |= {"abilities": ["first_aid", "strategy"], "specialties": ["Fencing"]}
        for track, name in SIZED_BY.items():
            fields[track] = sum(tiers_of(fields[name])) - 1
        if chance.throw(3) == 1:
            fields |= {"body": fields["body"] + 1, "down": True}
        fields["fate"] = ("can", "accepted", "none", "none", "none")[chance.throw(5) - 1]
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
    """Damage stays within its track, tension within 0 to 6, MAX has a tension of 6."""
    for person in table.state.characters.values():
        for track in TRACKS:
            assert 0 <= person.damage(track) <= capacity(person, track)
            assert 0 <= person.tension(track) <= 6
        assert person.highest_tension == 6 or not person.at_max
        assert person.highest_tension > 0 or not person.faint


@pytest.mark.parametrize("first", range(1, 401, 50))
def test_tables_until_every_verb_was_used(first: int) -> None:
    """House rules by chance, save that many go down, so that somebody revives."""
    used = check_system(
        "tracks",
        range(first, first + 50),
        people,
        steps=80,
        edits=EDITS,
        rules={"collapse_timing": "immediate", "npc_full_track": "pass_out"},
        invariant=within,
        peace=True,
        switches=True,
    )
    assert used.verbs >= set(VERBS) - {"help"}
