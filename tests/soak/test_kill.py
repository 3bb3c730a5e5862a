"""kill -9 at random moments while the official Node client fights: what was acknowledged stays.

The bridge is killed, started again on the same folder, and the same client comes back, asks what
became of the action it was waiting for, answers the questions that are open again and goes on. At
the end everything that it was told is compared with what lies on the disk, and what a bridge shows
with a replay of the journal. The same check must fail for a bridge that acknowledges before it
commits (`careless.py`).
"""

import json
import queue
import random
import sqlite3
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.dice import SystemDice
from engine.testing import trip
from tests.bridge.page import WORLD, Page
from tests.soak.length import FULL
from tests.soak.process import NODE, Bridge, pair, served
from vtt_bridge.acks import told_ack
from vtt_bridge.journals import fault_of, replay
from vtt_bridge.store.sqlite import SqliteStore

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
KILLS = 200 if FULL else 20
KILLS_WITH_A_QUESTION = KILLS // 5
CONTROL_KILLS = 8
PATIENCE = 60.0


class Fighter:
    """The Node client, and the lines that it reports."""

    def __init__(self, where: dict[str, str]) -> None:
        arguments = [json.dumps(where), json.dumps(FIGHTERS)]
        self._process = subprocess.Popen(
            ["node", str(NODE / "fighter.mjs"), *arguments], stdout=subprocess.PIPE, text=True
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def reports(self, until: float) -> Iterator[dict[str, Any]]:
        """What it reports before that moment."""
        while (left := until - time.monotonic()) > 0:
            try:
                yield json.loads(self._lines.get(timeout=left))
            except queue.Empty:
                return

    def __enter__(self) -> "Fighter":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


@dataclass
class Account:
    """What the client sent and was told, and whether each return of the bridge fits to it."""

    sent: set[str] = field(default_factory=set)
    acked: dict[str, dict[str, Any]] = field(default_factory=dict)
    in_flight: str | None = None
    answering: str | None = None
    open: set[str] = field(default_factory=set)
    seq: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    came_back: set[str] = field(default_factory=set)
    resolved: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    refused: str | dict[str, Any] = ""
    token: str = ""

    def take(self, report: dict[str, Any]) -> None:
        for kind, value in report.items():
            getattr(self, f"_{kind}")(value)

    def _send(self, sent: dict[str, Any]) -> None:
        self.sent.add(sent["id"])
        self.in_flight = sent["id"]
        self.answering = sent["request"]

    def _acked(self, acked: dict[str, Any]) -> None:
        ack = acked["ack"]
        if self.acked.setdefault(acked["id"], ack) != ack:
            self.faults.append(f"two acknowledgements for {acked['id']}")
        if self.answering and not ack["ok"]:
            self.faults.append(f"an open question took no answer: {ack['error']['text']}")
        self.in_flight = self.answering = None

    def _batch(self, batch: dict[str, Any]) -> None:
        if batch["seq"] != self.seq + 1:
            self.faults.append(f"batch {batch['seq']} after {self.seq}")
        self.seq = batch["seq"]
        self.open = (self.open - set(batch["closed"])) | set(batch["opened"])
        self.resolved |= set(batch["closed"])

    def _lost(self, action: str | None) -> None:
        """The connection broke; what was in flight is still to be known."""

    def _refused(self, why: str | dict[str, Any]) -> None:
        if isinstance(why, dict):
            self.faults.append(f"refused: {why['text']}")
        self.refused = why

    def _welcome(self, welcome: dict[str, Any]) -> None:
        new = welcome["seq"] - self.seq
        back = set(welcome["open"])
        if new not in (0, 1) or (new and not self.in_flight):
            self.faults.append(f"came back at {welcome['seq']} after {self.seq}")
        if not new and back != self.open:
            self.faults.append(f"open before {self.open}, and after {back}")
        if new and not self.answering and not self.open <= back:
            self.faults.append(f"question lost: {self.open - back}")
        if welcome["missed"] is not None and len(welcome["missed"]) != new:
            self.faults.append(f"missed {welcome['missed']} after {self.seq}")
        if self.sent:
            self.kills[self._stage()] += 1
            self.kills["with a question open afterwards"] += bool(back)
        self.came_back |= back
        self.resolved |= self.open - back
        self.open = back
        self.seq = welcome["seq"]

    def _stage(self) -> str:
        if self.answering:
            return "answer in flight"
        if self.in_flight:
            return "command in flight"
        return "question waiting" if self.open else "between actions"


def run(bridge: Bridge, address: str, kills: int, seed: int) -> Account:
    """Fight, kill and come back that often, and return the client's account of it."""
    moment = random.Random(seed)
    account = Account()
    with bridge:
        where = pair(address, bridge.start())
        account.token = where["token"]
        with Fighter(where) as fighter:
            for number in range(kills + 1):
                welcomed = False
                for report in fighter.reports(time.monotonic() + PATIENCE):
                    account.take(report)
                    if welcomed := "welcome" in report:
                        break
                assert welcomed, f"the client did not come back: {account.refused}"
                for report in fighter.reports(time.monotonic() + moment.uniform(0.05, 0.6)):
                    account.take(report)
                bridge.kill()
                if number < kills:
                    bridge.start()
            for report in fighter.reports(time.monotonic() + 0.5):
                account.take(report)
    return account


def differences(account: Account, database: Path) -> list[str]:
    """How the disk and the client's account of it differ; nothing if all is well."""
    with sqlite3.connect(database) as disk:
        entries = [
            (seq, json.loads(entry)["id"])
            for seq, entry in disk.execute("SELECT seq, entry FROM entries ORDER BY seq")
        ]
        acks = {
            one: told_ack(json.loads(ack))
            for one, ack in disk.execute("SELECT action, ack FROM actions")
        }
    found = list(account.faults)
    if [seq for seq, _ in entries] != list(range(1, len(entries) + 1)):
        found.append("the journal has gaps")
    times = Counter(action for _, action in entries)
    found += [f"{action} is there {count} times" for action, count in times.items() if count > 1]
    found += [f"{action} came from nowhere" for action in times if action not in account.sent]
    places = {action: seq for seq, action in entries}
    for action, ack in account.acked.items():
        if acks.get(action) != ack:
            found.append(f"acknowledged, but not on disk: {action}")
        elif ack["ok"] and places.get(action) != ack["seq"]:
            found.append(f"acknowledged as {ack['seq']}, but it is {places.get(action)}")
    return found


def what_it_shows(bridge: Bridge, address: str, token: str) -> dict[str, Any]:
    """The game master's view of the table from a bridge that is started once more."""
    with bridge:
        bridge.start()
        page = Page(address, token)
        view: dict[str, Any] = page.connect(take=True)["view"]
        page.close()
    view["questions"] = [without_clocks(one) for one in view["questions"]]
    return view


def without_clocks(question: dict[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in question.items() if key not in ("deadline_in", "paused")}


def replayed(database: Path) -> dict[str, Any]:
    """The same view from nothing but the journal, and that of the checkpoint must be its like."""
    with closing(SqliteStore(database)) as store:
        world = store.world(WORLD)
        assert world is not None
        assert fault_of(store, WORLD) == ""
        view: dict[str, Any] = trip(replay(store, world, SystemDice).view("gm"))
        return view


@pytest.mark.timeout(60 + 8 * KILLS)
def test_kills_lose_and_double_nothing(
    tmp_path: Path, address: str, told: Callable[[str], None]
) -> None:
    bridge, database = served(tmp_path, address), tmp_path / "bridge.sqlite3"
    account = run(bridge, address, KILLS, seed=random.randrange(10**6))
    stages = ", ".join(f"{count} {stage}" for stage, count in sorted(account.kills.items()))
    told(f"{KILLS} kills: {stages}; {len(account.acked)} actions acknowledged")
    assert differences(account, database) == []
    assert account.kills.total() - account.kills["with a question open afterwards"] == KILLS
    assert account.kills["with a question open afterwards"] >= KILLS_WITH_A_QUESTION
    assert account.came_back - account.resolved <= account.open
    shown, kept = what_it_shows(bridge, address, account.token), replayed(database)
    cards = {one["command"]: one for one in kept.pop("cards")}
    for card in shown.pop("cards"):  # fewer, after a checkpoint
        assert cards.get(card["command"]) == card
    assert shown == kept


@pytest.mark.timeout(120)
def test_a_bridge_that_acknowledges_first_is_caught(
    tmp_path: Path, address: str, told: Callable[[str], None]
) -> None:
    bridge = Bridge("-m", "tests.soak.careless", str(tmp_path), address.rpartition(":")[2])
    found = differences(run(bridge, address, CONTROL_KILLS, seed=1), tmp_path / "bridge.sqlite3")
    told(f"negative control: {len(found)} differences after {CONTROL_KILLS} kills")
    assert any(text.startswith("acknowledged, but not on disk") for text in found)
