"""Whole tables by chance, until every verb and skill was used."""

from __future__ import annotations

from typing import Any

from engine.dice import SeededDice
from engine.systems.tracks.model import ATTRIBUTES, TRACKS
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
        fields["body"] = sum(tiers_of(fields["diligence"])) - 1
        if chance.throw(3) == 1:
            fields |= {"body": fields["body"] + 1, "down": True}
        fields["fate"] = ("can", "accepted", "none")[chance.throw(3) - 1]
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


def test_tables_until_every_verb_was_used() -> None:
    used = check_system(
        "tracks", range(1, 120), people, steps=60, edits=EDITS, invariant=within, peace=True
    )
    assert used.verbs >= set(VERBS) - {"help"}
