"""A table of examples for the pages about scripts."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDice
from tests.bridge.page import ORIGIN, REN, WORLD
from vtt_bridge.server import BridgeServer

ADDRESS = "http://127.0.0.1:30777"
"""Where the pages say that the bridge is."""


@pytest.fixture
def open_rooftop(tmp_path: Path) -> Iterator[Callable[..., BridgeServer]]:
    """Starts a bridge, with options of its own; its table is in its third entry.

    Hiroshi and Benkei fight on a roof.
    """
    with ExitStack() as opened:

        def start(**options: Any) -> BridgeServer:
            dice = ScriptedDice([6, 5, 3])
            server = BridgeServer(tmp_path / "data", port=0, show=str, dice=lambda: dice, **options)
            opened.callback(server.stop)
            server.start()
            server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
            for number, (verb, args) in enumerate(SET_UP):
                action = {"kind": "command", "id": f"set-up-{number:04}", "verb": verb}
                ack = server.bridge.perform(WORLD, {**action, "args": args, "sender": REN})
                assert ack["ok"]
            return server

        yield start


@pytest.fixture
def rooftop(open_rooftop: Callable[..., BridgeServer]) -> BridgeServer:
    return open_rooftop()


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
