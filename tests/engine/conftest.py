"""Tests of the core on a toy system; those with `room` run three ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.testing import WAYS, Play
from tests.engine.toy import TOY


@pytest.fixture(params=sorted(WAYS))
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def furnish(play: Play, *rooms: str) -> Play:
    """Two bidders and a guest of both sides in each room: ann_r, bob_r, cat_r with all favors."""
    for name in rooms:
        people = []
        for who, side in (("ann", "red"), ("bob", "blue"), ("cat", "blue")):
            people.append(f"{who}_{name}")
            fields = {"abilities": [] if who == "ann" else ["tip", "veto", "lucky"]}
            known = {"id": people[-1], "name": people[-1].title(), "side": side}
            play.gm("character.add", **known, fields=fields)
        play.gm("encounter.start", id=name, name=name.title(), order=people)
    return play


@pytest.fixture
def room(way: str) -> Callable[..., Play]:
    """`room(dice, *names)`: a toy table with a furnished room for each name (default: hall)."""

    def make(dice: Any = (), *names: str) -> Play:
        return furnish(Play(TOY.key, dice, way=way), *(names or ("hall",)))

    return make


@pytest.fixture
def plain() -> Callable[..., Play]:
    """The same on a plain table, for what is about undoing or loading itself."""

    def make(dice: Any = (), *names: str) -> Play:
        return furnish(Play(TOY.key, dice), *(names or ("hall",)))

    return make
