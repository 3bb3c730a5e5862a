"""What happens at a table, told to programs as it happens."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import requests
import socketio

from tests.bridge.page import WORLD
from tests.bridge.program import TABLE, Program
from vtt_bridge import words
from vtt_bridge.server import BridgeServer

Told = Iterator[tuple[str, Any]]


@pytest.fixture
def follow(rooftop: BridgeServer, gm: Program) -> Iterator[Callable[..., Told]]:
    """Opens streams of what everybody may hear."""
    token = rooftop.bridge.grant(WORLD, "Overlay", "public", ["read"])
    with ExitStack() as opened:

        def one(last: object = None, **headers: str) -> Told:
            url = f"{rooftop.address}/api/v1{TABLE}/events"
            headers["Authorization"] = f"Bearer {token}"
            answer = requests.get(url, {"last": last}, headers=headers, stream=True, timeout=20)
            opened.callback(answer.close)
            return told(answer)

        yield one


def told(answer: requests.Response) -> Told:
    """The events of an answer, or its refusal."""
    if not answer.ok:
        yield "refused", answer.json()["error"]
    name = ""
    for line in answer.iter_lines(decode_unicode=True):
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


@pytest.fixture
def flow(follow: Callable[..., Told]) -> Told:
    return follow(2)


class TestFollowing:
    def test_events_as_they_happen(self, gm: Program, flow: Told) -> None:
        name, welcome = next(flow)
        assert (name, welcome["seq"], [one["seq"] for one in welcome["missed"]]) == (
            "welcome",
            3,
            [3],
        )
        gm.command(verb="character.edit", args={"character": "benkei", "fields": {"rp": 2}})
        name, batch = next(flow)
        assert (name, batch["seq"], batch["events"]) == ("batch", 4, [])
        assert "rp" not in batch["characters"]["benkei"]["fields"]

    @pytest.mark.parametrize(
        ("last", "header", "missed"),
        [
            (None, None, None),
            (0, None, [1, 2, 3]),
            (3, None, []),
            (4, None, None),
            (None, "2", [3]),
            (0, "2", [3]),
            (0, "99", None),
        ],
    )
    def test_whoever_comes_back_hears_what_he_missed(
        self,
        follow: Callable[..., Told],
        last: int | None,
        header: str | None,
        missed: list[int] | None,
    ) -> None:
        headers = {} if header is None else {"Last-Event-ID": header}
        name, welcome = next(follow(last, **headers))
        seqs = welcome["missed"] and [one["seq"] for one in welcome["missed"]]
        assert (name, welcome["seq"], seqs) == ("welcome", 3, missed)

    @pytest.mark.parametrize(
        ("last", "header", "where"), [("x", "2", "last"), (2, "x", "Last-Event-ID")]
    )
    def test_a_place_that_is_none(
        self, follow: Callable[..., Told], last: object, header: str, where: str
    ) -> None:
        name, refusal = next(follow(last, **{"Last-Event-ID": header}))
        assert (name, refusal["code"]) == ("refused", "invalid_message")
        assert f"({where}: Not a valid integer)" in refusal["text"]

    def test_over_the_socket(self, rooftop: BridgeServer, gm: Program) -> None:
        token = rooftop.bridge.grant(WORLD, "Watcher", "hiroshi", ["read"])
        client = socketio.SimpleClient()
        auth = {"protocol": 1, "access": token, "last": None}
        client.connect(rooftop.address, auth=auth, transports=["websocket"])
        name, welcome = client.receive(timeout=20)
        assert (name, welcome["missed"], welcome["view"]["seq"]) == ("welcome", None, 3)
        gm.command(verb="character.edit", args={"character": "hiroshi", "fields": {"rp": 2}})
        name, batch = client.receive(timeout=20)
        assert batch["characters"]["hiroshi"]["fields"]["rp"] == 2
        refused = client.call("act", {"kind": "undo", "id": "undo-0001"}, timeout=20)
        assert refused["error"]["code"] == "old_epoch"
        client.disconnect()

    def test_a_revoked_token_hears_no_more(
        self, rooftop: BridgeServer, gm: Program, flow: Told
    ) -> None:
        next(flow)
        rooftop.bridge.revoke([one.token_hash for one in rooftop.bridge.accesses()])
        gm.get(TABLE, 401)
        token = rooftop.bridge.grant(WORLD, "Another", "gm", ["act", "gm"])
        other = Program(rooftop.address, token, "another")
        other.command(verb="character.edit", args={"character": "benkei", "fields": {"rp": 2}})
        assert next(flow, None) is None

    def test_a_token_that_is_revoked_while_it_asks_hears_nothing(
        self, rooftop: BridgeServer, gm: Program
    ) -> None:
        from vtt_bridge.api.stream import stream

        guest = rooftop.bridge.guest(rooftop.bridge.grant(WORLD, "Watcher", "public", ["read"]))
        rooftop.bridge.revoke([guest.access.token_hash])
        with pytest.raises(words.Refusal) as refused:
            stream(guest, None)
        assert refused.value.code == "wrong_access"

    def test_who_asks_for_the_head_alone_takes_no_place(
        self, rooftop: BridgeServer, gm: Program
    ) -> None:
        for _ in range(60):
            url = f"{gm.base}{TABLE}/events"
            head = requests.head(url, headers=gm.headers, timeout=20)
            assert (head.status_code, head.headers["Content-Type"][:17]) == (
                200,
                "text/event-stream",
            )
        assert len(rooftop.bridge._table(WORLD).followers._all) == 0

    def test_not_too_many(self, rooftop: BridgeServer, gm: Program) -> None:
        token = rooftop.bridge.grant(WORLD, "Watcher", "public", ["read"])
        guest = rooftop.bridge.guest(token)
        from vtt_bridge.api.stream import stream

        streams = [stream(guest, None) for _ in range(50)]
        with pytest.raises(words.Refusal, match="Too many programs follow this table"):
            stream(guest, None)
        for one in streams:
            one.close()
