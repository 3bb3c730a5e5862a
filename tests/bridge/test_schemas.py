"""Every message is read exactly; whatever else comes gets one sentence that names the place."""

from typing import Any

import pytest

from vtt_bridge.schemas import read
from vtt_bridge.words import Refusal

MIKA = {"user": "u1", "name": "Mika", "gm": False, "owns": ["hiroshi"]}
HEAD = {"id": "7f0f9a2e-0000-4000-8000-000000000001", "epoch": 3, "sender": MIKA}
ATTACK = {
    **HEAD,
    "kind": "command",
    "verb": "attack",
    "args": {},
    "actor": "hiroshi",
    "targets": ["benkei"],
    "seen": 12,
}
SAID = {**HEAD, "kind": "command", "text": "!carps attack", "actor": None, "targets": []}
ANSWER = {
    **HEAD,
    "kind": "answer",
    "request": "c1/react:benkei",
    "choice": None,
    "further": {"amount": 2},
    "habits": {"evasive_maneuvers": "never"},
    "source": "gm",
}
UNDO = {**HEAD, "kind": "undo", "command": None, "with": ["c1", "c2"]}
CORRECT = {**HEAD, "kind": "correct", "command": "c1", "label": "roll:attack:hiroshi", "dice": [9]}
HELLO = {
    "protocol": 1,
    "token": "t",
    "world": "rooftop",
    "client": "tab",
    "last": None,
    "take": True,
    "user": {"id": "gm", "name": "Ren"},
}
PAIR = {"protocol": 1, "code": "ABC-DEF", "world": {"id": "rooftop", "title": "Rooftop"}}


@pytest.mark.parametrize("message", [ATTACK, SAID, ANSWER, UNDO, CORRECT])
def test_actions_are_read_as_they_are(message: dict[str, Any]) -> None:
    assert read("act", message) == message


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("ask", {"ids": [HEAD["id"]]}),
        ("look", {"actor": "hiroshi", "targets": [], "sender": MIKA}),
        ("preview", {"character": "hiroshi", "fields": {"rp": 3}, "sender": MIKA}),
        ("catch_up", {"after": 0}),
        ("settings", {"player_seconds": 45.0, "gm_seconds": None, "paused": True}),
        ("connect", HELLO),
        ("pair", PAIR),
    ],
)
def test_messages_are_read_as_they_are(event: str, message: dict[str, Any]) -> None:
    assert read(event, message) == message


def nested(depth: int) -> Any:
    return {} if depth == 0 else {"in": nested(depth - 1)}


@pytest.mark.parametrize(
    ("event", "message", "where"),
    [
        ("act", {**ATTACK, "colour": "red"}, "colour"),
        ("act", {**ATTACK, "sender": {**MIKA, "admin": True}}, "sender.admin"),
        ("act", {**ATTACK, "kind": "restart"}, "kind"),
        ("act", {**ATTACK, "kind": ["command"]}, "kind"),
        ("act", {**ATTACK, "id": "a b"}, "id"),
        ("act", {**ATTACK, "id": "time:12345678"}, "id"),
        ("act", {**ATTACK, "epoch": "3"}, "epoch"),
        ("act", {**ATTACK, "epoch": True}, "epoch"),
        ("act", {**ATTACK, "seen": -1}, "seen"),
        ("act", {**ATTACK, "seen": 1.5}, "seen"),
        ("act", {**ATTACK, "args": {"n": float("nan")}}, "not plain JSON"),
        ("act", {**ATTACK, "args": {"n": b"bytes"}}, "not plain JSON"),
        ("act", {**ATTACK, "args": {"half": "\ud800"}}, "not plain JSON"),
        ("act", {**ATTACK, "sender": {**MIKA, "name": "\ud800"}}, "not plain JSON"),
        ("act", {**ATTACK, "sender": {**MIKA, "gm": 1}}, "sender.gm"),
        ("act", {**ATTACK, "text": "!carps attack"}, "either a verb or a text"),
        ("act", {**HEAD, "kind": "command"}, "either a verb or a text"),
        ("act", {**SAID, "args": {}}, "a text has no args"),
        ("act", {**SAID, "text": "x" * 501}, "text"),
        ("act", {**ATTACK, "targets": ["x"] * 51}, "targets"),
        ("act", {**ATTACK, "args": []}, "args"),
        ("act", {**ATTACK, "args": {"deep": nested(9)}}, "args"),
        ("act", {**ATTACK, "args": {"much": 2**53}}, "args"),
        ("act", {**ATTACK, "args": {"much": [-(2**53)]}}, "args"),
        ("act", {**ATTACK, "args": {"name": "x" * 20_001}}, "args"),
        ("act", {**ATTACK, "args": {"many": [0] * 1001}}, "args"),
        ("act", {**ATTACK, "sender": {**MIKA, "gm": "yes"}}, "sender.gm"),
        ("act", {key: value for key, value in ATTACK.items() if key != "sender"}, "sender"),
        ("act", {**ANSWER, "source": "time"}, "source"),
        ("act", {**ANSWER, "habits": {"diehard": "often"}}, "habits"),
        ("act", {**UNDO, "with": "c1"}, "with"),
        ("act", None, "kind"),
        ("act", "attack", "kind"),
        ("ask", {"ids": ["x" * 65]}, "ids"),
        ("look", {"actor": "", "targets": [], "sender": MIKA}, "actor"),
        ("preview", {"character": "hiroshi", "fields": [], "sender": MIKA}, "fields"),
        ("catch_up", {"after": None}, "after"),
        ("catch_up", [1], "catch_up"),
        ("settings", {"player_seconds": 0}, "player_seconds"),
        ("settings", {"player_seconds": "30"}, "player_seconds"),
        ("settings", {"player_seconds": True}, "player_seconds"),
        ("settings", {"player_seconds": float("nan")}, "not plain JSON"),
        ("settings", {"paused": 1}, "paused"),
        ("settings", {"volume": 3}, "volume"),
        ("connect", {**HELLO, "admin": True}, "admin"),
        ("connect", {**HELLO, "token": "\ud800"}, "not plain JSON"),
        ("pair", {**PAIR, "world": {"id": "rooftop"}}, "world.title"),
    ],
)
def test_anything_else_is_refused(event: str, message: object, where: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(event, message)
    assert caught.value.code == "invalid_message"
    assert where in caught.value.text
    assert len(caught.value.text) < 300


@pytest.mark.parametrize("event", ["connect", "pair"])
def test_another_protocol_is_named(event: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(event, {"protocol": 2, "new": "things"})
    assert caught.value.code == "protocol_mismatch"


def test_a_strange_protocol_is_not_repeated_in_full() -> None:
    with pytest.raises(Refusal) as caught:
        read("pair", {"protocol": "x" * 10_000})
    assert caught.value.code == "protocol_mismatch"
    assert len(caught.value.text) < 100
