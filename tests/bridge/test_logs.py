"""The log: one line for each thing a person wants to know, and nothing that opens a door."""

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import socketio

from tests.bridge.page import ORIGIN, WORLD, Page
from vtt_bridge import logs
from vtt_bridge.cli import main
from vtt_bridge.folder import FolderError, running_in
from vtt_bridge.logs import Logs
from vtt_bridge.server import BridgeServer

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (DEBUG|INFO|WARNING|ERROR) +\S.*")
Start = Callable[..., BridgeServer]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "bridge.log"


@pytest.fixture
def write(file: Path) -> Iterator[logging.Logger]:
    kept = Logs(file)
    yield logging.getLogger("vtt_bridge.test")
    kept.close()


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_a_line_for_each_thing(start: Start, data: Path) -> None:
    server = start()
    asked = {
        "protocol": 1,
        "code": server.bridge.code.renew(),
        "world": {"id": WORLD, "title": "Rooftop"},
    }
    headers = {"Origin": ORIGIN}
    token = requests.post(f"{server.address}/pair", json=asked, headers=headers, timeout=5).json()[
        "token"
    ]
    requests.post(f"{server.address}/pair", json=asked, headers=headers, timeout=5)
    page = Page(server.address, token)
    page.connect()
    page.command("character.add", args={})
    Page(server.address, "wrong", None).is_refused()
    page.close()
    server.stop()
    told = [re.sub(r"^\S+ \S+ ", "", line) for line in lines(data / "bridge.log")]
    assert told[0].startswith(f"INFO    vtt-bridge 0.1.0 runs at {server.address} (Python 3.")
    assert sorted(told[1:]) == sorted(
        [
            f"INFO    paired world {WORLD} (Rooftop) from {ORIGIN}",
            f"INFO    refused a page from {ORIGIN}: spent_code",
            f"INFO    Ren leads {WORLD} from {ORIGIN}",
            "INFO    refused a page from None: wrong_token",
            f"INFO    the page of Ren at {WORLD} has gone",
            "INFO    stopped",
        ]
    )


def test_what_others_send_begins_no_line(write: logging.Logger, file: Path) -> None:
    write.info("paired world %s", "a\n2026-01-01 00:00:00 ERROR   forged\r\x1b[2J\u2028")
    (line,) = lines(file)
    assert line.endswith("paired world a\\n2026-01-01 00:00:00 ERROR   forged\\r\\x1b[2J\\u2028")


def test_a_traceback_is_set_in(write: logging.Logger, file: Path) -> None:
    try:
        raise ValueError("one\n2026-01-01 00:00:00 ERROR   forged")
    except ValueError:
        write.exception("it failed")
    first, *rest = lines(file)
    assert LINE.fullmatch(first)
    assert "ValueError" in "".join(rest)
    assert [line for line in rest if not line.startswith("    ")] == []


def test_a_token_that_comes_along_is_blotted_out(write: logging.Logger, file: Path) -> None:
    token = "a-B_" * 10 + "xyz"
    write.info("no page /%s here, but %s stays", token, "x" * 42)
    assert lines(file)[0].endswith(f"no page /(hidden) here, but {'x' * 42} stays")


def test_the_files_do_not_grow_without_end(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    kept = Logs(file)
    for number in range(200):
        logging.getLogger("vtt_bridge.test").info("line %d of many", number)
    kept.close()
    files = sorted(path.name for path in file.parent.iterdir())
    assert files == ["bridge.log", "bridge.log.1", "bridge.log.2", "bridge.log.3"]
    assert all(path.stat().st_size <= 1000 for path in file.parent.iterdir())
    assert lines(file)[-1].endswith("line 199 of many")


def test_verbose_adds_requests_and_shows_all(
    start: Start, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start(verbose=True, console_log=sys.stderr)
    requests.get(f"{server.address}/health?token=x", timeout=5)
    page = Page(server.address, server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps"))
    page.connect()
    page.command("character.add", args={})
    page.close()
    server.stop()
    text = (data / "bridge.log").read_text(encoding="utf-8")
    assert " DEBUG   GET /health: 200\n" in text
    assert re.search(r" DEBUG   act [0-9a-f-]{36}: [a-z_]+ \(\d+ ms\)\n", text)
    assert capsys.readouterr().err == text


def test_a_log_that_is_a_folder(file: Path) -> None:
    file.mkdir()
    with pytest.raises(FolderError, match="cannot be used"):
        Logs(file)


NOISE: tuple[Any, ...] = (
    None,
    7,
    [],
    {},
    {"kind": "command"},
    {"kind": "fly", "id": "00000000-0000"},
    {"ids": ["\ud800"]},
    "x" * 5000,
    {"actor": "\u202e" * 50, "targets": [], "sender": {}},
    {"after": 10**30},
    {"player_seconds": "NaN"},
)


def test_no_log_holds_a_token_a_code_or_the_secret(
    start: Start, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole evening with everything that goes wrong, at the most talkative setting."""
    console: list[str] = []
    server = start(verbose=True, console_log=sys.stderr, show=console.append)
    secrets = []

    def pair(code: str, **changes: Any) -> Any:
        asked = {
            "protocol": 1,
            "code": code,
            "world": {"id": WORLD, "title": f"Rooftop {code}"},
            **changes,
        }
        headers = {"Origin": ORIGIN}
        return requests.post(f"{server.address}/pair", json=asked, headers=headers, timeout=5)

    code = server.bridge.code.renew()
    secrets.append(code)
    pair("AAA-AAA")
    pair(code, world={"id": WORLD, "title": "Rooftop"})
    token = pair(code := server.bridge.code.renew(), world={"id": WORLD, "title": "Rooftop"})
    token = token.json()["token"]
    secrets += [code, token]
    page = Page(server.address, token)
    page.connect()
    for event in ("act", "ask", "look", "preview", "catch_up", "settings", token):
        for message in (*NOISE, {"token": token}, token):
            page.call(event, message)
    wrong = token[::-1]
    secrets.append(wrong)
    for changes in ({"token": wrong}, {"world": wrong}, {"client": wrong}, {token: 1}):
        with pytest.raises(socketio.exceptions.ConnectionError):
            Page(server.address, token, None).connect(**changes)
    for path in (token, f"x?token={token}", f"vtt-bridge-{token}.zip", f"control/{token}"):
        requests.get(f"{server.address}/{path}", timeout=5)
        requests.get(
            f"{server.address}/health", headers={"Origin": token, "Host": token}, timeout=5
        )
    running = running_in(data)
    assert running is not None
    secrets.append(running.secret)
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(data))
    shown = capsys.readouterr().err
    assert main(["pair", "--json"]) == 0
    secrets.append(json.loads(capsys.readouterr().out)["code"])
    assert main(["tokens", "revoke", "--all"]) == 0
    page.close()
    server.stop()
    text = (data / "bridge.log").read_text(encoding="utf-8")
    assert len(text) > 1000
    for secret in secrets:
        for form in (secret, secret.replace("-", "")):
            assert form not in text
            assert form not in shown
    bad = [line for line in text.splitlines() if not LINE.fullmatch(line)]
    assert [line for line in bad if not line.startswith("    ")] == []
