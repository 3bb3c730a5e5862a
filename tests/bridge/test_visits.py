"""How the owner's own commands come to a table: for a while, by the secret of the data folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.bridge.page import ORIGIN, WORLD, Clock
from vtt_bridge import control, folder
from vtt_bridge.access import VISIT_SECONDS
from vtt_bridge.client import BridgeClient, BridgeError
from vtt_bridge.server import BridgeServer

Ask = Callable[..., Any]


@pytest.fixture
def ask(server: BridgeServer, data: Path) -> Ask:
    """The owner's requests to the running bridge."""
    running = folder.running_in(data)
    assert running is not None
    return lambda request, **message: control.ask(running, request, message)


def comes_in(server: BridgeServer, token: str) -> bool:
    headers = {"Authorization": f"Bearer {token}"}
    return requests.get(f"{server.address}/api/v1/tables", headers=headers, timeout=5).ok


def test_the_owner_comes_in_with_every_right(server: BridgeServer, token: str, ask: Ask) -> None:
    told = ask("visit")
    assert (told["world"], told["seconds"]) == (WORLD, VISIT_SECONDS)
    with BridgeClient(server.address, told["token"]) as client:
        assert client.tables()[0].seat == "gm"
        args = {"id": "a", "name": "A", "side": "x", "control": "npc", "fields": {}}
        assert client.command("character.add", args).seq == 1
        assert client.undo().seq == 2


def test_a_visit_ends_by_itself_and_leaves_nothing(
    server: BridgeServer, token: str, clock: Clock, data: Path
) -> None:
    mine = server.bridge.visit(WORLD)
    assert comes_in(server, mine)
    clock.at += VISIT_SECONDS - 1
    assert comes_in(server, mine)
    clock.at += 1
    assert not comes_in(server, mine)
    assert server.bridge.accesses() == []
    server.stop()
    for file in data.rglob("*"):
        assert file.is_dir() or mine.encode() not in file.read_bytes()


def test_revoking_all_ends_visits_too(server: BridgeServer, token: str, ask: Ask) -> None:
    mine = server.bridge.visit(WORLD)
    with BridgeClient(server.address, mine, patience=0) as client, client.events() as live:
        ask("revoke", world=WORLD)
        assert comes_in(server, mine)
        ask("revoke")
        with pytest.raises(BridgeError) as refused:
            next(live)
    assert refused.value.code == "wrong_access"
    assert not comes_in(server, mine)


def test_a_table_is_named_by_id_or_title(server: BridgeServer, token: str, ask: Ask) -> None:
    assert ask("visit", world="ROOFTOP")["world"] == WORLD
    with pytest.raises(control.ControlError) as refused:
        ask("visit", world="Harbour")
    told = "There is no table Harbour. Name one with --table: rooftop (Rooftop)."
    assert str(refused.value) == told


def test_which_of_several_tables(server: BridgeServer, token: str, ask: Ask) -> None:
    server.bridge.admit("roof2", "Rooftop", ORIGIN, "carps")
    assert ask("visit", world="roof2")["world"] == "roof2"
    for message in ({}, {"world": "Rooftop"}):
        with pytest.raises(control.ControlError) as refused:
            ask("visit", **message)
        assert str(refused.value) == (
            "It is not clear which table is meant."
            " Name one with --table: roof2 (Rooftop), rooftop (Rooftop)."
        )


def test_no_table_yet(server: BridgeServer, ask: Ask) -> None:
    with pytest.raises(control.ControlError, match="No world is paired yet"):
        ask("visit")


def test_all_visits_share_one_limit_of_rate(start: Callable[..., BridgeServer]) -> None:
    server = start(messages_per_second=2)
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    visits = [server.bridge.visit(WORLD) for _ in range(5)]
    assert [comes_in(server, one) for one in visits] == [True] * 4 + [False]
