"""``/health`` and ``/pair``, as a browser's page sees them."""

from pathlib import Path
from typing import Any

import pytest
import requests

import vtt_bridge
from tests.bridge.page import ORIGIN, WORLD, Page
from vtt_bridge.server import BridgeServer

WORLD_ROOFTOP = {"id": WORLD, "title": "Rooftop"}


def pair(server: BridgeServer, origin: str | None = ORIGIN, **message: Any) -> requests.Response:
    return requests.post(
        f"{server.address}/pair",
        json={"protocol": 1, "world": WORLD_ROOFTOP, **message},
        headers={"Origin": origin} if origin else {},
        timeout=5,
    )


def code_of(reply: requests.Response) -> str:
    code: str = reply.json()["error"]["code"]
    return code


def test_health_tells_who_is_here(server: BridgeServer) -> None:
    reply = requests.get(f"{server.address}/health", headers={"Origin": ORIGIN}, timeout=5)
    assert reply.json() == {
        "name": "vtt-bridge",
        "protocol": 1,
        "version": vtt_bridge.__version__,
        "bridge": server.bridge.name_for(ORIGIN),
        "paired": False,
    }
    assert reply.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert reply.headers["Vary"] == "Origin"
    assert "Access-Control-Allow-Credentials" not in reply.headers


def test_health_without_an_origin_names_none(server: BridgeServer) -> None:
    reply = requests.get(f"{server.address}/health", timeout=5)
    assert reply.status_code == 200
    assert "Access-Control-Allow-Origin" not in reply.headers


def test_a_browser_may_ask_before_it_pairs(server: BridgeServer) -> None:
    reply = requests.options(f"{server.address}/pair", headers={"Origin": ORIGIN}, timeout=5)
    assert reply.status_code == 200
    assert reply.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert reply.headers["Access-Control-Allow-Headers"] == "Content-Type"


def test_the_code_on_the_console_pairs(server: BridgeServer, console: list[str]) -> None:
    reply = pair(server, code=server.bridge.code.renew(), system="carps")
    paired = reply.json()
    assert set(paired) == {"token", "bridge", "systems", "note"}
    assert paired["note"] is None
    assert paired["bridge"] == server.bridge.name_for(ORIGIN)
    assert {"key": "carps", "title": "CARPS"} in paired["systems"]
    assert reply.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert console[-1] == "Paired with Rooftop."
    health = requests.get(f"{server.address}/health", headers={"Origin": ORIGIN}, timeout=5)
    assert health.json()["paired"] is True
    page = Page(server.address, paired["token"])
    assert page.connect()["epoch"] == 1
    page.close()


def test_a_token_is_not_in_the_data_folder(server: BridgeServer, data: Path) -> None:
    token = pair(server, code=server.bridge.code.renew()).json()["token"]
    for file in filter(Path.is_file, data.rglob("*")):
        assert token.encode() not in file.read_bytes()


def test_a_code_pairs_once(server: BridgeServer) -> None:
    code = server.bridge.code.renew()
    assert pair(server, code=code).status_code == 200
    assert code_of(pair(server, code=code)) == "spent_code"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"code": "000-000"}, "wrong_code"),
        ({"code": "000-000", "colour": "red"}, "invalid_message"),
        ({"code": 7}, "invalid_message"),
        ({}, "invalid_message"),
        ({"protocol": 2}, "protocol_mismatch"),
        ({"protocol": "one", "code": "000-000"}, "protocol_mismatch"),
        ({"code": "000-000", "system": "chess"}, "unknown_system"),
    ],
)
def test_what_does_not_pair(server: BridgeServer, message: dict[str, Any], code: str) -> None:
    server.bridge.code.renew()
    reply = pair(server, **message)
    assert reply.status_code >= 400
    assert code_of(reply) == code
    assert reply.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert not server.bridge.is_paired(ORIGIN)


def test_a_foreign_name_stays_in_its_sentence(server: BridgeServer) -> None:
    code = server.bridge.code.renew()
    error = pair(server, code=code, system="\nNo rules.\t\x85chess").json()["error"]
    assert error["text"] == "The bridge has no rules named No rules. chess."


@pytest.mark.parametrize("origin", [None, "null"])
def test_a_pairing_needs_an_origin(server: BridgeServer, origin: str | None) -> None:
    code = server.bridge.code.renew()
    assert code_of(pair(server, origin=origin, code=code)) == "missing_origin"


@pytest.mark.parametrize(
    ("theirs", "says"),
    [
        (0, "The module is older than this bridge (it speaks protocol 0, the bridge 1)."),
        (2, "The module is newer than this bridge (it speaks protocol 2, the bridge 1)."),
    ],
)
def test_a_pairing_says_which_side_to_update(server: BridgeServer, theirs: int, says: str) -> None:
    error = pair(server, protocol=theirs, code="000-000").json()["error"]
    assert error["text"] == says
    assert ("Update the bridge" in error["hint"]) is (theirs > 1)
    assert error["data"] == {"module": theirs, "bridge": 1}


def test_pairing_again_is_noted_and_leaves_the_first(
    server: BridgeServer, console: list[str]
) -> None:
    def note(origin: str) -> Any:
        return pair(server, origin, code=server.bridge.code.renew()).json()["note"]

    assert note(ORIGIN) is None
    again = note(ORIGIN)
    assert again["code"] == "paired_again"
    assert console[-1] == again["text"]
    elsewhere = note("https://game.example")
    assert elsewhere["code"] == "paired_elsewhere"
    assert elsewhere["text"] == f"This world is also paired from {ORIGIN}; both pairings count."
    assert server.bridge.is_paired(ORIGIN)
    assert server.bridge.is_paired("https://game.example")


def test_guessing_is_slow(server: BridgeServer) -> None:
    server.bridge.code.renew()
    codes = [code_of(pair(server, code="000-000")) for _ in range(12)]
    assert codes[:5] == ["wrong_code"] * 4 + ["too_many_tries"]
    assert codes[-1] == "too_fast"


def test_a_large_body_is_refused(server: BridgeServer) -> None:
    reply = pair(server, code="x" * 2_000_000)
    assert reply.status_code == 413
    assert code_of(reply) == "too_large"


def test_no_json_is_refused(server: BridgeServer) -> None:
    reply = requests.post(f"{server.address}/pair", data="{", headers={"Origin": ORIGIN}, timeout=5)
    assert code_of(reply) == "invalid_message"


def test_brackets_without_end_are_refused(server: BridgeServer) -> None:
    headers = {"Origin": ORIGIN, "Content-Type": "application/json"}
    reply = requests.post(f"{server.address}/pair", "[" * 10_000, headers=headers, timeout=5)
    assert reply.status_code == 400
    assert code_of(reply) == "invalid_message"


def test_a_title_moves_nothing_on_the_console(server: BridgeServer, console: list[str]) -> None:
    world = {"id": WORLD, "title": "\x1b[2JRoof\ntop"}
    assert pair(server, code=server.bridge.code.renew(), world=world).status_code == 200
    assert console[-1] == "Paired with [2JRooftop."


def test_who_types_the_address_is_told_where_the_game_is(server: BridgeServer) -> None:
    reply = requests.get(server.address, headers={"Origin": ORIGIN}, timeout=5)
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<p>The rules service for Foundry VTT runs here. There is nothing to do" in reply.text
    assert reply.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "Access-Control-Allow-Origin" not in reply.headers
    assert requests.post(server.address, timeout=5).json()["error"]["code"] == "no_page"


@pytest.mark.parametrize("path", ["/nothing", "/admin", "/pair"])
def test_other_pages_do_not_exist(server: BridgeServer, path: str) -> None:
    reply = requests.get(server.address + path, timeout=5)
    assert code_of(reply) == "no_page"
    assert "Access-Control-Allow-Origin" not in reply.headers


def test_long_polling_is_not_offered(server: BridgeServer, token: str) -> None:
    reply = requests.get(
        f"{server.address}/socket.io/?EIO=4&transport=polling",
        headers={"Origin": ORIGIN},
        timeout=5,
    )
    assert reply.status_code == 400
