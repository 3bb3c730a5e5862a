"""What the owner of a bridge asks of it on the command line, and who else may not."""

import json
import os
import socket
import stat
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.bridge.page import ORIGIN, WORLD, Page
from vtt_bridge import cli, folder
from vtt_bridge.security import hash_token
from vtt_bridge.server import BridgeServer

NOW = 1_700_000_000
SHOWN = f"{datetime.fromtimestamp(NOW):%Y-%m-%d %H:%M}"
Run = Callable[..., tuple[int, str, str]]
HIROSHI = {"id": "hiroshi", "name": "Hiroshi", "side": "red", "control": "pc", "fields": {}}


@pytest.fixture
def run(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on the test's data folder: its exit code, output and complaints."""
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(data))

    def run_one(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = cli.main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run_one


def told(run: Run, *arguments: str) -> Any:
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def ids(run: Run) -> list[str]:
    return [one["id"] for one in told(run, "tokens", "list")]


def test_pair_shows_a_fresh_code_that_serves(server: BridgeServer, run: Run) -> None:
    old = server.bridge.code.renew()
    code, out, _ = run("pair")
    fresh = out.split()[2]
    assert code == 0
    assert out == f"Pairing code: {fresh} (valid for 10 minutes), at {server.address}\n"
    assert fresh != old
    asked = {"protocol": 1, "code": fresh, "world": {"id": WORLD, "title": "Rooftop"}}
    headers = {"Origin": ORIGIN}
    reply = requests.post(f"{server.address}/pair", json=asked, headers=headers, timeout=5)
    assert reply.status_code == 200


def test_a_token_for_a_program_serves_until_it_is_revoked(
    server: BridgeServer, token: str, page: Page, run: Run
) -> None:
    page.done("character.add", args=HIROSHI)
    asked = ("--table", WORLD, "--name", "Stream deck", "--seat", "hiroshi", "--may", "read,act")
    code, out, _ = run("tokens", "create", *asked)
    assert code == 0
    reads = {"Authorization": f"Bearer {out.strip()}"}
    tables = f"{server.address}/api/v1/tables"
    assert requests.get(tables, headers=reads, timeout=5).json()["tables"][0]["seat"] == (
        "owner:hiroshi"
    )
    program = told(run, "tokens", "list")[-1]
    assert (program["name"], program["scopes"]) == ("Stream deck", "read act")
    assert "Stream deck (owner:hiroshi: read act)" in run("tokens", "list")[1]
    assert run("tokens", "revoke", program["id"])[0] == 0
    assert requests.get(tables, headers=reads, timeout=5).status_code == 401
    refused = run("tokens", "create", "--table", "attic", "--name", "x", "--seat", "gm")
    assert refused == (1, "", "There is no table attic here. See vtt-bridge tables.\n")


def test_pair_needs_a_running_bridge(run: Run, data: Path) -> None:
    nothing = (1, "", "No bridge runs on this data folder. Start it with vtt-bridge serve.\n")
    assert run("pair") == nothing
    assert not data.exists()
    folder.DataFolder(data).release()
    (data / "running.json").write_text('{"address": "http://127.0.0.1:9", "what": "a crash left"}')
    assert run("pair") == nothing


def test_tables_and_tokens_of_nobody(run: Run, data: Path) -> None:
    assert run("tables") == (0, "No world is paired yet.\n", "")
    assert told(run, "tokens", "list") == []
    assert run("tokens", "revoke", "--all") == (0, "No world is paired yet.\n", "")
    assert not data.exists()


def test_tables_tell_worlds_whether_the_bridge_runs_or_not(
    start: Callable[..., BridgeServer], run: Run
) -> None:
    server = start(today=lambda: NOW + 0.9)
    server.bridge.admit("harbour", "Harbour\x1b[2J", ORIGIN, "tracks")
    page = Page(server.address, server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps"))
    page.connect()
    args = {"id": "a", "name": "A", "side": "red", "control": "npc", "fields": {}}
    page.done("character.add", args=args)
    page.close()
    listed = [
        {
            "id": "harbour",
            "title": "Harbour\x1b[2J",
            "system": "tracks",
            "used": None,
            "entries": 0,
        },
        {"id": WORLD, "title": "Rooftop", "system": "carps", "used": NOW, "entries": 1},
    ]
    assert told(run, "tables") == listed
    server.stop()
    assert told(run, "tables") == listed
    assert [line.split() for line in run("tables")[1].splitlines()] == [
        ["world", "title", "rules", "last", "used", "entries"],
        ["harbour", "Harbour[2J", "tracks", "never", "0"],
        ["rooftop", "Rooftop", "carps", *SHOWN.split(), "1"],
    ]


def test_tokens_are_named_by_a_part_of_their_hash(
    start: Callable[..., BridgeServer], run: Run
) -> None:
    server = start(today=lambda: NOW)
    token = server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    assert told(run, "tokens", "list") == [
        {
            "id": hash_token(token)[:8],
            "world": WORLD,
            "origin": ORIGIN,
            "created": NOW,
            "used": None,
        }
    ]
    assert run("tokens", "list")[1].splitlines()[1] == (
        f"{hash_token(token)[:8]}  rooftop  {ORIGIN}  {SHOWN}  never"
    )


def test_a_revoked_page_is_told_and_dropped(page: Page, server: BridgeServer, run: Run) -> None:
    (one,) = ids(run)
    assert run("tokens", "revoke", one.upper()) == (0, f"Revoked: {one}.\n", "")
    assert page.receive("revoked")["text"] == "This pairing was revoked on the bridge's computer."
    page.receive("disconnect")
    assert page.received("lease") == 0
    assert Page(server.address, page.token).is_refused()["code"] == "transport"
    assert Page(server.address, page.token, None).is_refused()["code"] == "wrong_token"
    assert not server.bridge.is_paired(ORIGIN)
    assert ids(run) == []


def test_only_what_is_named_is_revoked(page: Page, server: BridgeServer, run: Run) -> None:
    server.bridge.admit(WORLD, "Rooftop", "https://game.example", "carps")
    server.bridge.admit("harbour", "Harbour", ORIGIN, "carps")
    harbour = next(one["id"] for one in told(run, "tokens", "list") if one["world"] == "harbour")
    code, out, err = run("tokens", "revoke", "0000")
    assert (code, out) == (1, "")
    assert err == "There is no pairing 0000. See vtt-bridge tokens list.\n"
    assert len(told(run, "tokens", "revoke", "--world", WORLD)) == 2
    page.receive("disconnect")
    assert ids(run) == [harbour]
    server.stop()
    assert told(run, "tokens", "revoke", "--all") == [harbour]
    assert ids(run) == []


@pytest.mark.parametrize("runs", [True, False])
def test_a_world_goes_by_its_title_too(
    server: BridgeServer, token: str, run: Run, runs: bool
) -> None:
    made = ("--table", "Rooftop", "--name", "Deck", "--seat", "gm")
    assert run("tokens", "create", *made)[0] == 0
    if not runs:
        server.stop()
    no_such_world = (
        f"Nix is not one of the paired worlds; name one with --world: Rooftop ({WORLD}).\n"
    )
    assert run("tokens", "revoke", "--world", "Nix") == (1, "", no_such_world)
    assert len(told(run, "tokens", "revoke", "--world", "ROOFTOP")) == 2
    assert run("tokens", "revoke", "--world", "Rooftop") == (
        1,
        "",
        "Rooftop has no pairing and no access token. See vtt-bridge tokens list.\n",
    )


def test_a_token_is_revoked_while_no_bridge_runs(
    page: Page, server: BridgeServer, run: Run, start: Callable[..., BridgeServer]
) -> None:
    page.close()
    server.stop()
    assert len(told(run, "tokens", "revoke", "--all")) == 1
    again = start()
    assert Page(again.address, page.token, None).is_refused()["code"] == "wrong_token"


def test_the_secret_lies_where_only_the_owner_reads(server: BridgeServer, data: Path) -> None:
    if os.name == "posix":
        assert stat.S_IMODE((data / "running.json").stat().st_mode) == 0o600
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
    running = folder.running_in(data)
    assert running is not None
    assert running.address == server.address
    server.stop()
    assert folder.running_in(data) is None
    assert not (data / "running.json").exists()


def control(
    server: BridgeServer, secret: str, name: str = "tokens", **headers: str
) -> requests.Response:
    return requests.post(
        f"{server.address}/control/{name}",
        json={},
        headers={"Authorization": f"Bearer {secret}", **headers},
        timeout=5,
    )


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": ORIGIN},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": ""},
        {"Host": "evil.example"},
    ],
)
def test_the_control_opens_to_no_browser_and_no_stranger(
    server: BridgeServer, data: Path, headers: dict[str, str]
) -> None:
    running = folder.running_in(data)
    assert running is not None
    assert control(server, running.secret).json() == {"tokens": []}
    reply = control(server, running.secret, **headers)
    assert reply.status_code == 403
    assert reply.json()["error"]["code"] in ("not_owner", "foreign_host")
    assert "Access-Control-Allow-Origin" not in reply.headers


def test_guessing_the_secret_is_slow_and_does_not_lock_the_owner_out(
    server: BridgeServer, data: Path
) -> None:
    codes = [control(server, "guess").json()["error"]["code"] for _ in range(7)]
    assert codes == ["not_owner"] * 5 + ["too_fast"] * 2
    running = folder.running_in(data)
    assert running is not None
    assert control(server, running.secret).status_code == 200
    assert control(server, running.secret, "fly").json()["error"]["code"] == "unknown_request"


def test_the_control_cannot_be_fetched(server: BridgeServer) -> None:
    assert requests.get(f"{server.address}/control/tokens", timeout=5).status_code == 405


def test_a_bridge_that_hangs_is_told(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.control.ANSWER_WITHIN", 0.2)
    with folder.claimed(data) as mine, socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        mine.announce(address)
        code, out, err = run("pair")
    assert (code, out) == (3, "")
    assert err.startswith(f"The bridge at {address} does not answer; ")


GOOD = {"address": "http://127.0.0.1:9", "secret": "x", "pid": 1, "version": "1", "started": 1}


@pytest.mark.parametrize(
    "left",
    [
        "",
        "null",
        "[" * 5000,
        json.dumps({**GOOD, "address": "http://[::1"}),
        json.dumps({**GOOD, "address": 5}),
        json.dumps({**GOOD, "address": "http://127.0.0.1:99999"}),
        json.dumps({**GOOD, "address": "http://elsewhere.example:30777"}),
        json.dumps({**GOOD, "secret": None}),
        json.dumps({**GOOD, "pid": "x"}),
    ],
)
def test_a_damaged_word_of_where_the_bridge_runs_is_none(
    run: Run, server: BridgeServer, data: Path, left: str
) -> None:
    (data / "running.json").write_text(left)
    code, _, told = run("tables")
    assert (code, told[:43]) == (1, "Another program keeps this data folder, but")
    code, _, told = run("status")
    assert (code, told[:17]) == (3, "No bridge runs on")
