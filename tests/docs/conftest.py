"""A table of examples for the pages about scripts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.dice import ScriptedDice
from tests.bridge.page import ORIGIN, REN, WORLD
from vtt_bridge.server import BridgeServer

ADDRESS = "http://127.0.0.1:30777"
"""Where the pages say that the bridge is."""


@pytest.fixture
def rooftop(tmp_path: Path) -> Iterator[BridgeServer]:
    """A bridge whose table is in its third entry: Hiroshi and Benkei fight on a roof."""
    dice = ScriptedDice([6, 5, 3])
    server = BridgeServer(tmp_path / "data", port=0, show=str, dice=lambda: dice)
    server.start()
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    for number, (verb, args) in enumerate(SET_UP):
        action = {"kind": "command", "id": f"set-up-{number:04}", "verb": verb, "args": args}
        assert server.bridge.perform(WORLD, {**action, "sender": REN})["ok"]
    yield server
    server.stop()


FIELDS = {"base": 20, "rp": 20, "abilities": ["evasive_maneuvers"]}
SET_UP = (
    *(
        (
            "character.add",
            {"id": who, "name": who.title(), "side": side, "control": control, "fields": FIELDS},
        )
        for who, side, control in (("hiroshi", "red", "pc"), ("benkei", "blue", "npc"))
    ),
    ("encounter.start", {"id": "e", "name": "Roof", "order": ["hiroshi", "benkei"]}),
)
