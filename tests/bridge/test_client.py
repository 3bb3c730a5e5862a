"""The Python client: what it asks, how it asks again, what it makes of answers, how it follows."""

import json
import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import requests
import responses

from engine.dice import ScriptedDice
from tests.bridge.page import ORIGIN, WORLD
from tests.soak.process import Bridge, served
from vtt_bridge.client import (
    Batch,
    BridgeClient,
    BridgeError,
    RefusedError,
    UnreachableError,
    find,
    line,
)
from vtt_bridge.client.live import InOrder
from vtt_bridge.server import BridgeServer

ADDRESS = "http://127.0.0.1:30777"
API = f"{ADDRESS}/api/v1"
TABLE = {
    "id": WORLD,
    "title": "Rooftop",
    "system": "carps",
    "seq": 3,
    "seat": "gm",
    "scopes": ["read", "act"],
    "led": False,
}
REFUSAL = {"code": "stale", "heading": "Not yet", "text": "Too old.", "hint": "Look again."}


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "pauses", lambda _: iter((0.0,) * 4))


@pytest.fixture
def web(no_pauses: None) -> Iterator[responses.RequestsMock]:
    """Stands in for the bridge; it knows the token's table."""
    with responses.RequestsMock() as mock:
        mock.get(f"{API}/tables", json={"tables": [TABLE]})
        yield mock


@pytest.fixture
def far() -> Iterator[BridgeClient]:
    with BridgeClient(f"{ADDRESS}/", "secret") as client:
        yield client


def bodies(web: responses.RequestsMock) -> list[Any]:
    return [json.loads(one.request.body) for one in web.calls if one.request.body]


@pytest.mark.parametrize(
    ("patience", "pauses"),
    [(0, []), (0.05, [0.05]), (0.5, [0.1, 0.2, 0.2]), (12, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 4, 1.7])],
)
def test_pauses_grow_and_end(patience: float, pauses: list[float]) -> None:
    assert list(line.pauses(patience)) == pytest.approx(pauses)


class TestAsking:
    def test_a_message_is_sent_again_word_for_word(
        self, web: responses.RequestsMock, far: BridgeClient
    ) -> None:
        path = f"{API}/tables/{WORLD}/commands"
        web.post(path, body=requests.ConnectionError())
        web.post(path, body=requests.ReadTimeout())
        web.post(path, status=503, json={"error": REFUSAL})
        web.post(path, status=429, json={"error": REFUSAL})
        web.post(path, json={"ok": True, "id": "whatever-1", "seq": 4})
        ack = far.say("!carps attack", "hiroshi", ["benkei"])
        assert (ack.ok, ack.seq, ack.reply) == (True, 4, None)
        sent = bodies(web)
        assert sent == [sent[0]] * 5
        assert sent[0] == {
            "id": str(uuid.UUID(sent[0]["id"])),
            "text": "!carps attack",
            "actor": "hiroshi",
            "targets": ["benkei"],
        }
        assert {one.request.headers["Authorization"] for one in web.calls} == {"Bearer secret"}

    def test_it_gives_up_and_tells_the_id(
        self, web: responses.RequestsMock, far: BridgeClient
    ) -> None:
        web.post(f"{API}/tables/{WORLD}/undos", body=requests.ConnectionError())
        with pytest.raises(UnreachableError) as unreachable:
            far.undo(action="mine-0001")
        assert (unreachable.value.code, unreachable.value.action) == ("unreachable", "mine-0001")
        assert str(unreachable.value).startswith(f"The bridge at {ADDRESS} does not answer. ")
        assert [one["id"] for one in bodies(web)] == ["mine-0001"] * 5

    def test_what_stays_busy_is_its_own_refusal(
        self, web: responses.RequestsMock, far: BridgeClient
    ) -> None:
        web.get(f"{API}/tables/{WORLD}", status=429, json={"error": REFUSAL})
        with pytest.raises(BridgeError, match="Too old") as refused:
            far.view()
        assert refused.value.code == "stale"
        assert len(web.calls) == 6

    @pytest.mark.parametrize(
        ("status", "kind"), [(400, BridgeError), (404, BridgeError), (409, RefusedError)]
    )
    def test_a_refusal_is_asked_for_once(
        self, web: responses.RequestsMock, far: BridgeClient, status: int, kind: type
    ) -> None:
        told = {**REFUSAL, "data": {"commands": ["a"]}}
        web.post(f"{API}/tables/{WORLD}/answers", status=status, json={"error": told})
        with pytest.raises(BridgeError) as refused:
            far.answer("question-1", None, action="mine-0002", dice=[3])
        assert type(refused.value) is kind
        assert (refused.value.data, refused.value.action) == ({"commands": ["a"]}, "mine-0002")
        assert bodies(web) == [
            {
                "id": "mine-0002",
                "request": "question-1",
                "choice": None,
                "further": {"dice": [3]},
            }
        ]

    @pytest.mark.parametrize(
        "answer",
        [
            {"body": "<html>"},
            {"body": "[]"},
            {"json": {"characters": []}},
            {"json": {"characters": {"a": {"id": "a"}}}},
            {"status": 500, "json": {"error": "no"}},
            {"status": 302, "headers": {"Location": "http://elsewhere.example/"}},
        ],
    )
    def test_what_is_no_bridge_is_told(
        self, web: responses.RequestsMock, far: BridgeClient, answer: dict[str, Any]
    ) -> None:
        web.get(f"{API}/tables/{WORLD}/characters", **answer)
        with pytest.raises(BridgeError, match="is not understood") as refused:
            far.characters()
        assert refused.value.code == "unreadable"

    @pytest.mark.parametrize("address", ["nowhere", "http://", "ftp://127.0.0.1"])
    def test_an_address_that_is_none(self, no_pauses: None, address: str) -> None:
        with pytest.raises(BridgeError) as refused:
            BridgeClient(address, "secret").tables()
        assert refused.value.code == "unreadable"

    def test_a_token_that_ran_out_is_replaced_once(self, no_pauses: None) -> None:
        tokens = iter(["old", "new", "newer"])
        with responses.RequestsMock() as web, BridgeClient(ADDRESS, lambda: next(tokens)) as client:
            web.get(f"{API}/tables", status=401, json={"error": REFUSAL})
            web.get(f"{API}/tables", json={"tables": [TABLE]})
            assert client.tables()[0].title == "Rooftop"
            assert client.tables()[0].scopes == ["read", "act"]
            sent = [one.request.headers["Authorization"] for one in web.calls]
        assert sent == ["Bearer old", "Bearer new", "Bearer new"]

    def test_an_answer_that_breaks_off_is_asked_for_again(self, no_pauses: None) -> None:
        whole = json.dumps({"tables": [TABLE]}).encode()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"

            def answer() -> None:
                for told in (whole[:20], whole):
                    connection, _ = listening.accept()
                    with connection:
                        connection.recv(65536)
                        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(whole)}\r\n\r\n"
                        connection.sendall(head.encode() + told)

            answering = threading.Thread(target=answer)
            answering.start()
            with BridgeClient(address, "secret") as client:
                assert client.tables()[0].id == WORLD
            answering.join()

    def test_nothing_of_the_surroundings_gets_between(
        self, web: responses.RequestsMock, far: BridgeClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
        far.tables()
        assert web.calls[0].request.req_kwargs["proxies"] == {}


@pytest.fixture
def server(start: Callable[..., BridgeServer]) -> BridgeServer:
    server = start(messages_per_second=100_000, dice=lambda: ScriptedDice([9, 3, 9, 9]))
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    return server


@pytest.fixture
def client(server: BridgeServer) -> Iterator[Callable[..., BridgeClient]]:
    opened = []

    def make(seat: str = "gm", *scopes: str) -> BridgeClient:
        token = server.bridge.grant(WORLD, "Script", seat, list(scopes or ("read", "act", "gm")))
        opened.append(BridgeClient(server.address, token))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def gm(client: Callable[..., BridgeClient]) -> BridgeClient:
    """A game master's script, and a fight between Hiroshi and Benkei."""
    gm = client()
    for name, side, control in (("hiroshi", "red", "pc"), ("benkei", "blue", "npc")):
        fields = {"base": 20, "rp": 20, "abilities": ["evasive_maneuvers"]}
        args = {"id": name, "name": name.title(), "side": side, "control": control}
        gm.command("character.add", {**args, "fields": fields})
    order = ["hiroshi", "benkei"]
    gm.command("encounter.start", {"id": "e", "name": "Roof", "order": order})
    return gm


def rename(gm: BridgeClient, name: str) -> int:
    """Make something happen; return its number."""
    seq = gm.command("character.edit", {"character": "benkei", "name": name}).seq
    assert seq is not None
    return seq


class TestAtATable:
    def test_an_attack_from_question_to_undo(self, gm: BridgeClient) -> None:
        hiroshi = gm.find("HIROSHI")
        look = gm.look(hiroshi, "benkei")
        assert (look.actions[0]["verb"], look.odds and look.odds["percent"]) == ("attack", "50 %")
        ack = gm.say("!carps attack @Benkei", hiroshi)
        [question] = gm.questions()
        assert (question.who, question.trigger) == ("benkei", "Hiroshi is about to attack you.")
        assert [(one.key, one.cost) for one in question.options] == [("evasive_maneuvers", "8 RP")]
        assert gm.answer(question, None).seq == 5
        assert gm.character("hiroshi").fields["level"] == 25
        assert gm.view().cards[-1].label == "Hiroshi attacks Benkei: Hit"
        gm.correct(ack.id, "roll:attack:hiroshi", dice=[3])
        assert gm.character("hiroshi").fields["level"] == 20
        gm.undo()
        assert gm.view().cards[-1].state == "undone"
        assert [one.round for one in gm.encounters()] == [1]

    def test_an_answer_is_corrected_and_asked_again(self, gm: BridgeClient) -> None:
        ack = gm.say("!carps attack @Benkei", "hiroshi")
        [question] = gm.questions()
        gm.answer(question, None)
        assert gm.character("benkei").fields["rp"] == 20
        [label] = gm.view().cards[-1].raw["answered"]
        gm.correct(ack.id, label, choice="evasive_maneuvers")
        assert gm.character("benkei").fields["rp"] == 20 - 8 + 1  # it missed
        gm.correct(ack.id, label)
        assert [one.who for one in gm.questions()] == ["benkei"]

    def test_an_answer_becomes_a_habit(self, gm: BridgeClient) -> None:
        gm.say("!carps attack @Benkei", "hiroshi")
        [question] = gm.questions()
        gm.answer(question, None, habits={"evasive_maneuvers": "always"})
        gm.say("!carps attack @Benkei", "hiroshi")
        assert gm.questions() == []
        assert gm.character("benkei").fields["rp"] == 20 - 8 + 1

    def test_the_last_of_a_fight_is_undone(self, gm: BridgeClient) -> None:
        person = {"id": "mai", "name": "Mai", "side": "red", "control": "pc"}
        gm.command("character.add", person)
        gm.undo(actor="benkei")
        assert ([one.id for one in gm.encounters()], gm.find("Mai").id) == ([], "mai")

    def test_an_action_is_known_afterwards(self, gm: BridgeClient) -> None:
        done = gm.say("!carps help", action="help-0001")
        assert done.reply is not None
        assert gm.action("help-0001") == done
        with pytest.raises(RefusedError) as refused:
            gm.say("!carps attack @Nobody", "hiroshi", action="nobody-0001")
        assert (refused.value.code, refused.value.action) == ("unknown_name", "nobody-0001")
        known = gm.action("nobody-0001")
        assert known is not None
        assert (known.ok, known.error and known.error["code"]) == (False, "unknown_name")
        assert gm.action("never-0001") is None

    def test_the_journal_is_read_to_its_end(
        self, gm: BridgeClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vtt_bridge.client.bridge.PAGE", 2)
        for name in ("Ben", "Benk"):
            rename(gm, name)
        told = [(one.seq, one.verb) for one in gm.journal(1)]
        assert told == [
            (2, "character.add"),
            (3, "encounter.start"),
            (4, "character.edit"),
            (5, "character.edit"),
        ]
        assert list(gm.journal(5)) == []

    def test_a_seat_sees_what_is_its_own(
        self, gm: BridgeClient, client: Callable[..., BridgeClient]
    ) -> None:
        anybody = client("public", "read")
        assert "rp" not in anybody.view().characters["benkei"].fields
        with pytest.raises(BridgeError, match="needs the scope act"):
            anybody.say("!carps help")
        [table] = anybody.tables()
        assert (table.seat, table.system, table.led) == ("public", "carps", False)
        assert anybody.description()["command"] == "carps"

    def test_names_that_do_not_tell(self, gm: BridgeClient) -> None:
        gm.command(
            "character.add",
            {"id": "other", "name": "benkei ", "side": "blue", "control": "npc", "fields": {}},
        )
        with pytest.raises(BridgeError) as refused:
            gm.find("Benkei")
        assert str(refused.value) == (
            "Several at this table are called Benkei. Name one by its id: benkei, other."
        )
        assert gm.find("other").name.strip() == "benkei"
        with pytest.raises(BridgeError) as refused:
            gm.find("Ben")
        assert str(refused.value) == (
            "Nobody at this table is called Ben. There are: Benkei, Hiroshi, benkei ."
        )
        with pytest.raises(BridgeError, match="There is nobody"):
            find([], "Ben")

    def test_single_rolls(self, gm: BridgeClient) -> None:
        odds = gm.odds("carps", tn=6, dice=1)
        assert (odds.success, odds.rows[0].percent) == (Fraction(67, 100), "67 %")
        roll = gm.roll("carps", tn=6, dice=1)
        assert (roll.dice[0]["faces"], roll.success) == ([9, 3], True)
        assert {one["key"] for one in gm.systems()} >= {"carps", "ccarps", "tracks"}
        with pytest.raises(BridgeError) as refused:
            gm.roll("carps", luck=1)
        assert refused.value.code == "unknown_number"


class Following:
    """Batches as they come, in a thread of their own."""

    def __init__(self, client: BridgeClient, last: int | None = None) -> None:
        self.outages: list[str | None] = []
        self.seen: list[Batch] = []
        self.error: BridgeError | None = None
        self._news = threading.Condition()
        self.live = client.events(last, lambda error: self.outages.append(error and error.code))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            for batch in self.live:
                with self._news:
                    self.seen.append(batch)
                    self._news.notify()
        except BridgeError as error:
            self.error = error

    def until(self, seq: int) -> list[int]:
        """All numbers so far, once that one is there."""
        with self._news:
            there = self._news.wait_for(lambda: self.seen and self.seen[-1].seq >= seq, 20)
            assert there, [one.seq for one in self.seen]
            return [one.seq for one in self.seen]

    def end(self) -> None:
        self.live.close()
        self._thread.join(10)
        assert not self._thread.is_alive()

    def join(self) -> BridgeError:
        self._thread.join(10)
        assert self.error is not None
        return self.error


@pytest.fixture
def follow() -> Iterator[Callable[..., Following]]:
    all_of_them = []

    def one(client: BridgeClient, last: int | None = None) -> Following:
        all_of_them.append(Following(client, last))
        return all_of_them[-1]

    yield one
    for following in all_of_them:
        following.end()


class TestFollowing:
    def test_from_now_on(self, gm: BridgeClient, follow: Callable[..., Following]) -> None:
        following = follow(gm)
        assert following.live.view.seq == 3
        assert rename(gm, "Ben") == 4
        assert following.until(4) == [4]
        [batch] = following.seen
        assert (batch.command["verb"], batch.characters["benkei"].name) == ("character.edit", "Ben")
        assert batch.whole

    def test_from_a_number_on(self, gm: BridgeClient, follow: Callable[..., Following]) -> None:
        assert follow(gm, 1).until(3) == [2, 3]

    def test_more_was_missed_than_the_bridge_remembers(
        self, gm: BridgeClient, follow: Callable[..., Following]
    ) -> None:
        last = [rename(gm, f"Ben {count}") for count in range(60)][-1]
        following = follow(gm, 2)
        assert following.until(last) == list(range(3, last + 1))
        assert not following.seen[0].whole
        assert following.seen[0].command["verb"] == "encounter.start"
        assert following.live.view.characters["benkei"].name == "Ben 59"

    def test_the_line_breaks(
        self, gm: BridgeClient, server: BridgeServer, follow: Callable[..., Following]
    ) -> None:
        following = follow(gm)
        rename(gm, "Ben")
        following.until(4)
        sockets = server._app.extensions["socketio"].server
        for sid in server.bridge.connected():
            sockets.disconnect(sid)
        rename(gm, "Benk")
        assert following.until(5) == [4, 5]
        assert following.outages == ["unreachable", None]

    def test_a_token_is_revoked(
        self, gm: BridgeClient, server: BridgeServer, follow: Callable[..., Following]
    ) -> None:
        following = follow(gm)
        server.bridge.revoke([one.token_hash for one in server.bridge.accesses()])
        assert following.join().code == "wrong_access"

    def test_a_token_that_may_not_read(
        self, gm: BridgeClient, client: Callable[..., BridgeClient]
    ) -> None:
        with pytest.raises(BridgeError) as refused:
            client("gm", "act").events()
        assert refused.value.code == "missing_scope"

    def test_nobody_there(self) -> None:
        with pytest.raises(UnreachableError):
            BridgeClient("http://127.0.0.1:9", "secret", patience=0.2).events()

    def test_a_journal_that_ends_before_is_told(self, gm: BridgeClient) -> None:
        with pytest.raises(BridgeError) as refused:
            gm.events(99)
        assert refused.value.code == "broken_off"

    def test_a_callback_hears_of_everything(self, gm: BridgeClient) -> None:
        heard = []

        def hear(batch: Batch) -> None:
            heard.append(batch.seq)
            if batch.seq == 3:
                raise EnoughError

        with pytest.raises(EnoughError):
            gm.watch(hear, last=0)
        assert heard == [1, 2, 3]


class EnoughError(Exception):
    pass


@pytest.mark.parametrize(
    "seqs", [(4, 5, 6), (6, 5, 4), (5, 4, 4, 6), (2, 3, 5, 4, 6, 1), (6, 4, 5, 5)]
)
def test_batches_are_handed_out_in_order_and_once(seqs: tuple[int, ...]) -> None:
    order = InOrder(3)
    put = [batch.seq for seq in seqs for batch in order.put(numbered(seq))]
    assert put == [4, 5, 6]


def test_what_overtakes_the_welcome_waits_for_it() -> None:
    order = InOrder(None)
    assert not [*order.put(numbered(5)), *order.put(numbered(4)), *order.put(numbered(3))]
    order.last = 3
    assert [batch.seq for batch in order.due()] == [4, 5]


def numbered(seq: int) -> Batch:
    return Batch(raw={}, seq=seq, action="", command={}, events=[])


@pytest.fixture
def process(data: Path, start: Callable[..., BridgeServer]) -> Iterator[tuple[Bridge, str, str]]:
    """A bridge in a process of its own, its address, and a token of the game master's seat."""
    first = start()
    first.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    token = first.bridge.grant(WORLD, "Script", "gm", ["read", "act", "gm"])
    first.stop()
    bridge = served(data, first.address)
    bridge.start()
    yield bridge, first.address, token
    bridge.kill()


def test_a_bridge_is_killed_and_started_again_in_the_middle(
    process: tuple[Bridge, str, str], follow: Callable[..., Following]
) -> None:
    bridge, address, token = process
    gm = BridgeClient(address, token)
    args = {"id": "b", "name": "B", "side": "x", "control": "npc", "fields": {}}
    gm.command("character.add", args)
    following = follow(gm, 0)
    following.until(1)

    def play() -> None:
        for count in range(30):
            gm.command("character.edit", {"character": "b", "name": f"B{count}"})

    playing = threading.Thread(target=play)
    playing.start()
    following.until(8)
    bridge.kill()
    bridge.start()
    playing.join(30)
    assert following.until(31) == list(range(1, 32))
    assert following.outages == ["unreachable", None]
    edits = [one for one in gm.journal(1) if one.verb == "character.edit"]
    assert [one.events[0]["after"]["name"] for one in edits] == [f"B{count}" for count in range(30)]
    gm.close()
