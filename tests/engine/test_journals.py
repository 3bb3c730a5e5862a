"""Journals of older versions: their events are lifted to what they are today."""

from dataclasses import dataclass
from typing import Any

import pytest

from engine.events import Event
from engine.state import AnyState
from engine.table import Table
from engine.testing import Play, trip
from tests.engine.conftest import furnish
from tests.engine.toy import TOY


@dataclass(slots=True)
class Edited(Event):
    """An edit by hand as a later version might keep it: each field as [name, old, new]."""

    kind = "character_edited"
    version = 2
    who: str
    changes: list[list[Any]]

    def apply(self, state: AnyState) -> None:
        for name, _, value in self.changes:
            setattr(state.characters[self.who], name, value)

    @classmethod
    def upcast(cls, data: dict[str, Any], version: int) -> dict[str, Any]:
        if version == 1:
            before, after = data["before"], data["after"]
            changes = [[name, before[name], after[name]] for name in after]
            return {"who": data["character"], "changes": changes}
        return data


@pytest.fixture
def played() -> Play:
    """A room in which somebody has fewer coins by hand."""
    play = furnish(Play(TOY.key), "hall")
    play.gm("character.edit", character="ann_hall", fields={"coins": 3})
    return play


def entries(play: Play) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = trip([one.entry for one in play.outcomes if one.entry])
    return kept


def test_every_event_is_kept_with_its_version(played: Play) -> None:
    (event,) = entries(played)[-1]["events"]
    assert event == {
        "kind": "character_edited",
        "v": 1,
        "character": "ann_hall",
        "before": {"coins": 10},
        "after": {"coins": 3},
    }


def test_an_event_of_an_older_version_is_lifted(
    played: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = entries(played)
    monkeypatch.setitem(TOY.event_kinds, Edited.kind, Edited)
    assert TOY.event_from_data(old[-1]["events"][0]) == Edited("ann_hall", [["coins", 10, 3]])
    loaded = Table.load(TOY.key, old)
    assert loaded.state.to_data() == played.table.state.to_data()
    newer = Edited("ann_hall", [["coins", 3, 5]]).to_data()
    assert newer["v"] == 2
    old[-1]["events"] = [newer]
    assert Table.load(TOY.key, old).state.characters["ann_hall"].coins == 5


def test_an_event_of_a_newer_version_is_not_guessed_at(played: Play) -> None:
    kept = entries(played)
    kept[-1]["events"][0]["v"] = 2
    with pytest.raises(ValueError, match="character_edited of version 2"):
        Table.load(TOY.key, kept)
