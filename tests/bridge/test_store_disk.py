"""A disk that is full, and a database that another program holds: refused, and nothing lost."""

import os
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import requests

from tests.bridge.page import ORIGIN, REN, WORLD, Page
from vtt_bridge.backups import back_up
from vtt_bridge.opening import open_store
from vtt_bridge.server import BridgeServer
from vtt_bridge.store import LockedError
from vtt_bridge.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
LONG = "x" * 150


def people(page: Page, first: int, number: int) -> list[dict[str, object]]:
    """That many new characters; their acknowledgements."""
    return [
        page.command(
            "character.add", args={"id": f"{LONG}-{one}", "name": f"Guard {one}", "side": "red"}
        )
        for one in range(first, first + number)
    ]


@pytest.fixture
def process(data: Path) -> Iterator[subprocess.Popen[str]]:
    """A bridge in a process of its own, whose files may be kept from growing."""
    running = subprocess.Popen(
        [sys.executable, "-m", "vtt_bridge", "serve", "--port", "0", "--data", str(data)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield running
    running.kill()
    running.communicate()


def paired(process: subprocess.Popen[str]) -> Page:
    assert process.stdout is not None
    runs, _, shown = (process.stdout.readline().split() for _ in range(3))
    address, code = runs[3], shown[2]
    asked = {"protocol": 1, "code": code, "world": {"id": WORLD, "title": "Rooftop"}}
    reply = requests.post(f"{address}/pair", json=asked, headers={"Origin": ORIGIN}, timeout=5)
    page = Page(address, reply.json()["token"])
    page.connect()
    return page


def test_a_full_disk_refuses_actions_until_there_is_room(
    process: subprocess.Popen[str], data: Path
) -> None:
    page = paired(process)
    assert all(ack["ok"] for ack in people(page, 0, 5))
    wal = os.path.getsize(data / "bridge.sqlite3-wal")
    unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (wal, resource.RLIM_INFINITY))
    refused = people(page, 5, 3)
    assert [ack["error"]["code"] for ack in refused] == ["not_saved"] * 3
    assert "has room" in refused[0]["error"]["hint"]
    looked = page.call("look", {"actor": f"{LONG}-4", "targets": [], "sender": REN})
    assert looked["ok"]
    assert page.call("ask", {"ids": [ack["id"] for ack in refused]})["known"] == {}
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
    again = people(page, 5, 3)
    assert [ack["seq"] for ack in again] == [6, 7, 8]
    page.close()
    again_there = Page(page.address, page.token)
    welcome = again_there.connect()
    assert list(welcome["view"]["characters"]) == [f"{LONG}-{one}" for one in range(8)]
    again_there.close()


@pytest.fixture
def other(server: BridgeServer, data: Path) -> Iterator[sqlite3.Connection]:
    """Another program's connection to the running bridge's database."""
    path = data / "bridge.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as opened:
        yield opened


def test_a_database_that_another_program_holds_refuses_actions_until_it_lets_go(
    page: Page, other: sqlite3.Connection
) -> None:
    assert people(page, 0, 1)[0]["ok"]
    other.execute("BEGIN IMMEDIATE")
    (refused,) = people(page, 1, 1)
    assert refused["error"]["code"] == "not_saved"
    assert refused["error"]["hint"] == (
        "Another program holds the bridge's database; close that program, then try again."
    )
    other.execute("ROLLBACK")
    assert [ack["seq"] for ack in people(page, 1, 2)] == [2, 3]


def test_a_program_that_lets_go_in_time_is_waited_for(
    page: Page, other: sqlite3.Connection
) -> None:
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, other.execute, ("ROLLBACK",)).start()
    assert people(page, 0, 1)[0]["seq"] == 1


def test_a_database_that_is_locked_is_neither_opened_nor_copied(data: Path) -> None:
    data.mkdir()
    path = data / "bridge.sqlite3"
    SqliteStore(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE bridge SET id = id")
        for use in (open_store, back_up):
            with pytest.raises(LockedError, match=r"Another program keeps .* locked; close that"):
                use(path)
        other.execute("ROLLBACK")
    open_store(path).close()
    assert not (data / "set-aside").exists()
