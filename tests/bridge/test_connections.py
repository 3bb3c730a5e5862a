"""Who is let in, who leads, and how a page that was away gets what it missed."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import requests
import socketio

from tests.bridge.page import MIKA, ORIGIN, REN, WORLD, Page
from vtt_bridge.server import BridgeServer
from vtt_bridge.service import Bridge
from vtt_bridge.store.sqlite import SqliteStore

NewPage = Callable[..., Page]


def add(page: Page, cid: str) -> dict[str, Any]:
    args = {"id": cid, "name": cid.title(), "side": "red", "control": "npc", "fields": {}}
    return page.done("character.add", args=args)


def brief(batches: list[dict[str, Any]]) -> list[tuple[int, str, list[str]]]:
    return [(one["seq"], one["gm"]["action"], list(one["gm"]["characters"])) for one in batches]


def test_a_leader_is_welcomed(new_page: NewPage, server: BridgeServer) -> None:
    welcome = new_page().connect()
    assert welcome["bridge"] == server.bridge.id
    assert welcome["epoch"] == 1
    assert welcome["seq"] == 0
    assert welcome["system"] == "carps"
    assert welcome["description"]["system"] == "carps"
    assert {"key": "carps", "title": "CARPS"} in welcome["systems"]
    assert welcome["missed"] is None
    assert welcome["settings"] == {"player_seconds": 30.0, "gm_seconds": None, "paused": False}
    assert welcome["view"]["seq"] == welcome["public"]["seq"] == 0


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": None}, "missing_token"),
        ({"token": ""}, "missing_token"),
        ({"token": "stolen"}, "wrong_token"),
        ({"world": "harbour"}, "wrong_world"),
        ({"protocol": 7}, "protocol_mismatch"),
        ({"admin": True}, "invalid_message"),
        ({"client": "x" * 5000}, "invalid_message"),
    ],
)
def test_who_is_not_let_in(new_page: NewPage, changes: dict[str, object], code: str) -> None:
    page = new_page()
    refusal = page.is_refused(**changes)
    assert refusal["code"] == code
    assert refusal["text"].endswith(".")
    assert page.received("welcome") == 0


def test_a_foreign_origin_is_refused_and_logged(
    server: BridgeServer, new_page: NewPage, data: Path
) -> None:
    assert new_page(origin="https://evil.example").is_refused()["code"] == "transport"
    assert "https://evil.example" in (data / "bridge.log").read_text(encoding="utf-8")


def test_an_origin_paired_for_another_world_is_refused(
    server: BridgeServer, new_page: NewPage
) -> None:
    server.bridge.admit("harbour", "Harbour", "https://other.example", "carps")
    assert new_page(origin="https://other.example").is_refused()["code"] == "foreign_origin"


def test_a_program_without_an_origin_needs_only_its_token(new_page: NewPage) -> None:
    assert new_page(origin=None).connect()["epoch"] == 1


def test_a_foreign_host_is_refused(server: BridgeServer) -> None:
    for path in ("/health", "/socket.io/?EIO=4&transport=websocket"):
        reply = requests.get(
            server.address + path, headers={"Host": f"evil.example:{server.port}"}, timeout=5
        )
        assert reply.status_code == 403
        assert reply.json()["error"]["code"] == "foreign_host"


def test_a_second_page_is_told_who_leads(page: Page, new_page: NewPage) -> None:
    refusal = new_page().is_refused(user={"id": "gm2", "name": "Sora"})
    assert refusal["code"] == "held"
    assert refusal["data"] == {"name": "Ren"}
    assert add(page, "benkei")["seq"] == 1


def test_a_newer_page_takes_over_and_the_older_is_told(page: Page, new_page: NewPage) -> None:
    newer = new_page()
    assert newer.connect(take=True, user={"id": "gm2", "name": "Sora"})["epoch"] == 2
    told = page.receive("lease")
    assert told["epoch"] == 2
    assert told["code"] == "taken_over"
    assert "Sora" in told["text"]
    page.receive("disconnect")
    assert add(newer, "benkei")["seq"] == 1
    assert page.received("batch") == 0


def test_the_same_page_comes_back_without_asking(new_page: NewPage) -> None:
    new_page().connect(client="tab")
    assert new_page().connect(client="tab")["epoch"] == 2


def test_a_lease_ends_with_its_connection(page: Page, new_page: NewPage) -> None:
    page.close()
    other = new_page()
    for _ in range(50):  # the bridge learns of the end a moment later
        try:
            assert other.connect()["epoch"] == 2
            break
        except socketio.exceptions.ConnectionError:
            other.socket.sleep(0.02)
    assert add(other, "benkei")["seq"] == 1


def test_an_action_with_an_old_epoch_is_refused(page: Page) -> None:
    page.epoch -= 1
    ack = page.command("character.add", args={})
    assert ack["error"]["code"] == "old_epoch"
    page.epoch += 1
    assert add(page, "benkei")["seq"] == 1


def test_two_worlds_are_two_tables(page: Page, server: BridgeServer, new_page: NewPage) -> None:
    token = server.bridge.admit("harbour", "Harbour", ORIGIN, "carps")
    other = new_page(token=token)
    assert other.connect(world="harbour")["epoch"] == 1
    assert add(page, "benkei")["seq"] == 1
    assert add(other, "benkei")["seq"] == 1
    assert page.received("batch") == other.received("batch") == 0


def test_what_was_missed_comes_with_the_welcome(page: Page, new_page: NewPage) -> None:
    live = [add(page, cid) for cid in ("a", "b", "c")]
    newer = new_page()
    welcome = newer.connect(take=True, last=1)
    assert welcome["seq"] == 3
    assert brief(welcome["missed"]) == brief(live[1:])
    assert list(welcome["view"]["characters"]) == ["a", "b", "c"]
    assert new_page().connect(take=True, last=3)["missed"] == []


def test_much_that_was_missed_comes_in_pages(page: Page, new_page: NewPage) -> None:
    live = [add(page, f"c{number}") for number in range(49)]
    live += [add(page, f"d{number}") for number in range(13)]
    newer = new_page()
    assert newer.connect(take=True, last=0)["missed"] is None
    first = newer.call("catch_up", {"after": 0})
    assert [batch["seq"] for batch in first["batches"]] == list(range(1, 51))
    assert first["more"] is True
    rest = newer.call("catch_up", {"after": 50})
    assert rest["more"] is False
    assert brief(first["batches"] + rest["batches"]) == brief(live)


def test_after_a_restart_the_older_batches_are_forgotten(
    page: Page, server: BridgeServer, token: str, start: Callable[..., BridgeServer]
) -> None:
    for number in range(105):
        add(page, f"c{number}")
    page.close()
    server.stop()
    again = Page(start(messages_per_second=100_000).address, token)
    welcome = again.connect(last=60)
    assert welcome["seq"] == 105
    assert [batch["seq"] for batch in welcome["missed"]] == list(range(61, 106))
    assert len(welcome["view"]["characters"]) == 105
    caught_up = again.call("catch_up", {"after": 50})
    assert [batch["seq"] for batch in caught_up["batches"]] == list(range(51, 101))
    assert caught_up["more"] is True
    forgotten = again.call("catch_up", {"after": 49})
    assert forgotten["error"]["code"] == "forgotten"
    again.close()


@pytest.mark.parametrize("entry", ['{"seq": 1, "from": "the future"}', '{"seq": 1, "ki'])
def test_a_journal_that_cannot_be_read_is_told_in_a_sentence(
    page: Page,
    server: BridgeServer,
    token: str,
    start: Callable[..., BridgeServer],
    data: Path,
    entry: str,
) -> None:
    add(page, "benkei")
    page.close()
    server.stop()
    with closing(sqlite3.connect(data / "bridge.sqlite3")) as database, database:
        database.execute("UPDATE entries SET entry = ?", (entry,))
    again = Page(start().address, token)
    refusal = again.is_refused()
    assert refusal["code"] == "unreadable_journal"
    assert "Traceback" not in str(refusal)
    assert "Traceback" in (data / "bridge.log").read_text(encoding="utf-8")


def test_looking_and_asking_need_the_lease(page: Page, new_page: NewPage) -> None:
    add(page, "hiroshi")
    looked = page.call("look", {"actor": "hiroshi", "targets": [], "sender": MIKA})
    assert looked["look"]["actor"] == "hiroshi"
    assert page.call("ask", {"ids": ["00000000-none"]}) == {"ok": True, "known": {}}


class HurriedWire:
    """A wire on which another thread acts at the moment when somebody is being welcomed."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.sent: list[tuple[str, int]] = []
        self._act = threading.Thread(target=act)

    def send(self, sid: str, event: str, message: dict[str, Any]) -> None:
        if event == "welcome":
            self._act.start()
            self._act.join(0.5)
        self.sent.append((event, message["seq"]))

    def drop(self, sid: str) -> None:
        raise AssertionError("nobody is sent away")

    def done(self) -> list[tuple[str, int]]:
        self._act.join(5)
        return self.sent


def test_a_program_is_welcomed_before_it_hears_of_anything(tmp_path: Path) -> None:
    args = {"id": "hiroshi", "name": "Hiroshi", "side": "red"}
    action = {"kind": "command", "id": "hurried-1", "sender": REN, "verb": "character.add"}
    with closing(SqliteStore(tmp_path / "bridge.sqlite3")) as store:
        wire = HurriedWire(lambda: bridge.perform(WORLD, {**action, "args": args}))
        bridge = Bridge(store, wire)
        bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
        access = bridge.grant(WORLD, "Watcher", "public", ["read"])
        bridge.connect("watcher", {"protocol": 1, "access": access}, None)
        assert wire.done() == [("welcome", 0), ("batch", 1)]
