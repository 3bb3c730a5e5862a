"""Ten thousand actions in one evening: neither an action nor the memory costs more at its end.

The official Node client plays at a bridge all evening, and then by turns at that one and at a fresh
one, whose actions are the first of its evening; so both meet the same noise of the machine.
"""

import json
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tests.ports import free_port
from tests.soak.length import FULL
from tests.soak.process import NODE, Bridge, pair, served
from vtt_bridge.journals import fault_of
from vtt_bridge.store.sqlite import SqliteStore

BEFORE, BY_TURNS, A_TURN = (9_000, 1_000, 50) if FULL else (300, 100, 10)
AT_MOST = 1.25
FIGHTERS = [
    {
        "id": name,
        "name": name.title(),
        "side": side,
        "control": "pc",
        "fields": {"base": 20, "rp": 900, "abilities": ["evasive_maneuvers", "take_the_hit"]},
    }
    for name, side in (("hiroshi", "red"), ("tetsuko", "blue"))
]


def memory(bridge: Bridge) -> float:
    """Megabytes that a bridge holds in memory."""
    pages = Path(f"/proc/{bridge.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def evening(places: list[dict[str, str]]) -> Iterator[dict[str, Any]]:
    """What the client reports."""
    given = [*places, FIGHTERS, BEFORE, BY_TURNS, A_TURN]
    command = ["node", str(NODE / "evening.mjs"), *map(json.dumps, given)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
    assert process.returncode == 0


def journal(database: Path) -> tuple[int, int, float]:
    """Entries, bytes of an entry on average, and megabytes of the file."""
    with closing(sqlite3.connect(database)) as db:
        entries, size = db.execute("SELECT count(*), sum(length(entry)) FROM entries").fetchone()
    return entries, round(size / entries), database.stat().st_size / 1e6


@pytest.mark.timeout(2400)
def test_an_evening_costs_no_more_at_its_end(tmp_path: Path, told: Callable[[str], None]) -> None:
    folders = [tmp_path / "long", tmp_path / "fresh"]
    with ExitStack() as end:
        places, bridges = [], []
        for folder in folders:
            address = f"http://127.0.0.1:{free_port()}"
            bridge = end.enter_context(served(folder, address))
            places.append(pair(address, bridge.start()))
            bridges.append(bridge)
        held = {}
        for report in evening(places):
            if "played" in report:
                held[report["played"]] = memory(bridges[0])
        long, fresh = (memory(bridge) for bridge in bridges)
    ratio = median(report["first"]) / median(report["second"])
    told(f"memory in MB after actions: {held}; at the end {long:.1f}, the fresh one {fresh:.1f}")
    told(
        f"action {median(report['first']):.2f} ms, in the fresh one"
        f" {median(report['second']):.2f} ms: ratio {ratio:.2f}; refused: {report['refused']}"
    )
    entries, size, megabytes = journal(folders[0] / "bridge.sqlite3")
    told(f"journal: {entries} entries of {size} bytes, the file {megabytes:.1f} MB")
    assert entries == BEFORE + BY_TURNS
    with closing(SqliteStore(folders[0] / "bridge.sqlite3")) as store:
        assert [fault_of(store, world.id) for world in store.worlds()] == [""]
    if FULL:
        assert ratio <= AT_MOST
        assert long / fresh <= AT_MOST
