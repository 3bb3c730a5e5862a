"""Whoever takes too much is held up himself; everybody else is served meanwhile."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import requests

from tests.bridge.page import ORIGIN, Page
from tests.bridge.raw import Raw, frame
from vtt_bridge.connections import MOST_CONNECTIONS
from vtt_bridge.routes import GUESSES, LOOKS
from vtt_bridge.security import RateLimits
from vtt_bridge.server import BridgeServer
from vtt_bridge.words import Refusal

ACTIONS = 15


@pytest.fixture
def bridge(start: Callable[..., BridgeServer]) -> BridgeServer:
    """A bridge with the limits that it has in earnest."""
    return start(now=time.monotonic)


@pytest.fixture
def leader(bridge: BridgeServer) -> Iterator[Page]:
    page = Page(bridge.address, bridge.bridge.admit("rooftop", "Rooftop", ORIGIN, "carps"))
    page.connect()
    yield page
    page.close()


def play(page: Page, name: str) -> None:
    """Actions that must all be done."""
    for number in range(ACTIONS):
        args = {"id": f"{name}{number}", "name": name, "side": "a", "control": "npc", "fields": {}}
        page.done("character.add", args=args)


class Flood:
    """Sends the same data as fast as the other side takes it, in a thread of its own."""

    def __init__(self, peer: Raw, data: bytes) -> None:
        self.sent = 0
        self._peer = peer
        self._data = data
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self._enough.is_set() and self._peer.send(self._data):
            self.sent += 1

    def __enter__(self) -> "Flood":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        with suppress(OSError):
            self._peer.socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._peer.close()


def stranger(bridge: BridgeServer) -> Raw:
    peer = Raw(bridge.port)
    assert peer.upgrade() == 101
    return peer


def other_leader(bridge: BridgeServer) -> Raw:
    """The page of another world, well paired, that has lost its mind."""
    peer = stranger(bridge)
    hello = {
        "protocol": 1,
        "token": bridge.bridge.admit("harbour", "Harbour", ORIGIN, "carps"),
        "world": "harbour",
        "client": "mad",
        "user": {"id": "gm", "name": "Ren"},
    }
    peer.say("40" + json.dumps(hello))
    while not (peer.heard() or "40").startswith("40"):
        pass
    return peer


FLOODS: dict[str, tuple[Callable[[BridgeServer], Raw], bytes]] = {
    "pongs of engine.io": (stranger, frame(b"3") * 500),
    "pings of the WebSocket": (stranger, frame(b"", 9) * 500),
    "pieces of one byte": (stranger, frame(b"3", fin=False)[:1]),
    "a message without end": (stranger, frame(b"4" * 60_000, fin=False)),
    "attempts to connect": (stranger, frame(b'40{"token":"x"}') * 100),
    "events without a seat": (stranger, frame(b'42["act",{}]') * 100),
    "actions": (other_leader, frame(b'421["act",{}]') * 100),
    "great actions": (other_leader, frame(b'421["act",["' + b"x" * 200_000 + b'"]]')),
    "events that do not exist": (other_leader, frame(b'421["dance"]') * 100),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_holds_up_only_itself(bridge: BridgeServer, leader: Page, kind: str) -> None:
    make, data = FLOODS[kind]
    with Flood(make(bridge), data):
        play(leader, "during")
    play(leader, "after")


def test_what_comes_too_fast_waits_on_its_way(bridge: BridgeServer, data: Path) -> None:
    """The bridge takes 400 pieces at once and 200 a second; the rest stays with the sender."""
    packet = frame(b'421["act",{}]')
    began = time.monotonic()
    with Flood(other_leader(bridge), packet * 100) as flood:
        time.sleep(1.0)
        most_answered = 400 + 200 * (time.monotonic() - began)
        room = 8_000_000 / len(packet)  # in the system's buffers on both sides
        assert flood.sent * 100 < most_answered + room
    assert "Traceback" not in (data / "bridge.log").read_text(encoding="utf-8")


def test_health_for_one_page_does_not_use_up_that_of_others(bridge: BridgeServer) -> None:
    def asked(origin: str) -> list[int]:
        url, headers = f"{bridge.address}/health", {"Origin": origin}
        return [requests.get(url, headers=headers, timeout=5).status_code for _ in range(40)]

    evil = asked("http://evil.example")
    assert evil[:30] == [200] * 30
    assert 429 in evil
    assert asked(ORIGIN)[:30] == [200] * 30


def limits(rates: tuple[object, object]) -> tuple[RateLimits, list[float]]:
    now = [0.0]
    return RateLimits(*rates, lambda: now[0]), now  # type: ignore[arg-type]  # a test's own clock


def taken(limit: RateLimits, origins: list[str], now: list[float], seconds: int) -> int:
    """How many are let through when each origin asks ten times at once, then every five seconds."""
    count = 0
    for second in range(0, seconds, 5):
        now[0] = float(second)
        for origin in origins * (1 if second else 10):
            try:
                limit.spend(origin)
                count += 1
            except Refusal:
                continue
    return count


def test_codes_that_can_be_tried_in_an_hour() -> None:
    """Of 27 ** 6 codes: one page comes to 130 tries, all programs of the world to 740."""
    limit, now = limits(GUESSES)
    assert 128 <= taken(limit, ["one"], now, 3600) <= 130
    limit, now = limits(GUESSES)
    many = [f"origin {number}" for number in range(30)]
    assert 730 <= taken(limit, many, now, 3600) <= 740


def test_a_page_that_guesses_leaves_tries_to_others() -> None:
    limit, now = limits(GUESSES)
    assert taken(limit, ["evil"], now, 600) < 31
    limit.spend("own")


def test_origins_without_end_are_not_all_remembered() -> None:
    limit, now = limits(LOOKS)
    taken(limit, [f"origin {number}" for number in range(1000)], now, 1)
    assert len(limit._by_origin) == RateLimits.remembered


def test_guesses_from_many_connections_at_once_are_limited_together(
    bridge: BridgeServer,
) -> None:
    bridge.bridge.code.renew()
    answers: list[str] = []

    def guess(number: int) -> None:
        reply = requests.post(
            f"{bridge.address}/pair",
            json={"protocol": 1, "code": "000-000", "world": {"id": "w", "title": "W"}},
            headers={"Origin": f"http://page{number}.example"},
            timeout=10,
        )
        answers.append(reply.json()["error"]["code"])

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 60
    tried = [code for code in answers if code in ("wrong_code", "too_many_tries")]
    assert 20 <= len(tried) <= 24  # a few more are allowed while the test runs
    assert answers.count("too_fast") == 60 - len(tried)
    assert tried.count("too_many_tries") >= 4


def test_idle_connections_give_way_to_new_ones_and_pages_stay(
    bridge: BridgeServer, leader: Page, data: Path
) -> None:
    with ExitStack() as all_of_them:
        idle = [all_of_them.enter_context(Raw(bridge.port)) for _ in range(3 * MOST_CONNECTIONS)]
        assert requests.get(f"{bridge.address}/health", timeout=10).status_code == 200
        play(leader, "during")
        assert idle[0].rest() == b""
        still_open = [peer for peer in idle if is_open(peer)]
        assert 0 < len(still_open) <= MOST_CONNECTIONS
    play(leader, "after")
    assert f"more than {MOST_CONNECTIONS} connections" in (data / "bridge.log").read_text("utf-8")


def is_open(peer: Raw) -> bool:
    peer.socket.setblocking(False)
    try:
        return peer.socket.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def test_handshakes_without_a_hello_give_way_too(bridge: BridgeServer, leader: Page) -> None:
    with ExitStack() as all_of_them:
        for _ in range(MOST_CONNECTIONS + 20):
            peer = all_of_them.enter_context(Raw(bridge.port))
            assert peer.upgrade() == 101
        play(leader, "during")
        newer = Page(bridge.address, leader.token)
        assert newer.connect(take=True)["epoch"] == 2
        newer.close()


@pytest.fixture
def left_behind() -> Callable[[], list[threading.Thread]]:
    """The threads that read connections of this test, after a time in which they could end."""
    before = threading.enumerate()

    def still_there() -> list[threading.Thread]:
        here = [one for one in threading.enumerate() if "process_request_thread" in one.name]
        own = [one for one in here if one not in before]
        for one in own:
            one.join(5)
        return [one for one in own if one.is_alive()]

    return still_there


def test_pages_that_are_cut_off_leave_their_places(
    bridge: BridgeServer, left_behind: Callable[[], list[threading.Thread]]
) -> None:
    hello = {
        "protocol": 1,
        "token": bridge.bridge.admit("harbour", "Harbour", ORIGIN, "carps"),
        "world": "harbour",
        "client": "harbour",
        "take": True,
        "user": {"id": "gm", "name": "Ren"},
    }
    for _ in range(30):
        with stranger(bridge) as page:
            page.say("40" + json.dumps(hello))
            while not (page.heard() or "").startswith("42"):
                pass
            # A packet that no page sends, and after it bytes that are no frame.
            page.send(frame(b'459-["act"]') + b"\x85'")
            page.rest()
    assert left_behind() == []


def farewell(page: Raw) -> list[str]:
    """What a page hears to the end that answers every ping and never goes by itself."""
    told = []
    while (packet := page.heard()) is not None:
        told.append(packet)
        page.say("3")
    return told


def test_whoever_is_sent_away_leaves_his_place(
    bridge: BridgeServer, left_behind: Callable[[], list[threading.Thread]]
) -> None:
    token = bridge.bridge.admit("harbour", "Harbour", ORIGIN, "carps")
    user = {"id": "gm", "name": "Ren"}
    hello = {"protocol": 1, "token": token, "world": "harbour", "client": "old", "user": user}
    with stranger(bridge) as older, stranger(bridge) as newer:
        for page, change in ((older, {}), (newer, {"client": "new", "take": True})):
            page.say("40" + json.dumps({**hello, **change}))
            while not (page.heard() or "").startswith("40"):
                pass
        assert [one[:8] for one in farewell(older)] == ['42["leas', "41", "1"]
        bridge.bridge.revoke([one.token_hash for one in bridge.bridge._store.pairings()])
        assert [one[:8] for one in farewell(newer)] == ['42["revo', "41", "1"]
    assert left_behind() == []


def test_a_program_that_goes_without_hanging_up_leaves_its_place(
    bridge: BridgeServer, left_behind: Callable[[], list[threading.Thread]]
) -> None:
    bridge.bridge.admit("harbour", "Harbour", ORIGIN, "carps")
    token = bridge.bridge.grant("harbour", "Watcher", "public", ["read"])
    with stranger(bridge) as program:
        program.say("40" + json.dumps({"protocol": 1, "access": token, "last": None}))
        while not (program.heard() or "").startswith("40"):
            pass
        program.say("41")
        assert farewell(program) == ["1"]
    assert left_behind() == []


def test_bodies_that_never_come_hold_nobody_up(bridge: BridgeServer, leader: Page) -> None:
    with ExitStack() as all_of_them:
        for _ in range(60):
            peer = all_of_them.enter_context(Raw(bridge.port))
            peer.request("POST", "/pair", "Content-Length: 9000", "Content-Type: application/json")
            peer.send(b"{")
        for _ in range(30):
            all_of_them.enter_context(Raw(bridge.port)).send(b"GET /health HTTP/1.1\r\nHo")
        play(leader, "during")
        assert requests.get(f"{bridge.address}/health", timeout=10).status_code == 200


def test_a_body_that_stops_is_answered_in_the_end(
    bridge: BridgeServer, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    monkeypatch.setattr("vtt_bridge.connections.LocalHandler.timeout", 1.0)
    with Raw(bridge.port) as slow:
        slow.request("POST", "/pair", "Content-Length: 9000", "Content-Type: application/json")
        slow.send(b"{")
        assert slow.refusal()["code"] == "broken_body"
    with Raw(bridge.port) as slower:
        slower.send(b"POST /pair HTT")
        assert slower.rest() == b""
    log = (data / "bridge.log").read_text(encoding="utf-8")
    assert "WARNING" not in log
    assert "ERROR" not in log


def test_a_page_that_does_not_listen_is_given_up(
    bridge: BridgeServer, leader: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answers fill the system's buffers; the thread that sends them does not wait for ever."""
    monkeypatch.setattr("vtt_bridge.websocket.GRACE", -19.5)
    deaf = other_leader(bridge)
    looks = frame(b'421["' + b"x" * 30 + b'"]') * 50
    with Flood(deaf, looks):
        play(leader, "during")
    play(leader, "after")


def test_a_flood_of_foreign_names_does_not_fill_the_log(bridge: BridgeServer, data: Path) -> None:
    for number in range(120):
        with Raw(bridge.port) as peer:
            peer.request("GET", "/health", host=f"evil{number}.example")
            assert peer.answer()[0] == 403
    lines = (data / "bridge.log").read_text(encoding="utf-8").splitlines()
    assert 50 <= sum("evil" in line for line in lines) <= 55
