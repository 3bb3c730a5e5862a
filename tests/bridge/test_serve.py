"""The command ``vtt-bridge serve`` as a process of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from tests.bridge.page import Clock
from tests.ports import free_port
from vtt_bridge.cli.console import CodeLine
from vtt_bridge.cli.serve import count_down
from vtt_bridge.folder import claimed, running_in
from vtt_bridge.server import BridgeServer

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "vtt_bridge", "serve"]
Serve = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def serve(data: Path) -> Iterator[Serve]:
    processes: list[subprocess.Popen[str]] = []

    def begin(*options: str, folder: Path = data) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*COMMAND, *options],
            cwd=ROOT,
            env={**os.environ, "VTT_BRIDGE_DATA": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield begin
    for process in processes:
        process.kill()
        process.communicate()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_shows_what_is_needed_and_stops_cleanly(
    serve: Serve, data: Path, number: signal.Signals
) -> None:
    port = free_port()
    process = serve("--port", str(port))
    assert line(process) == f"vtt-bridge runs at http://127.0.0.1:{port} (stop it with Ctrl-C)."
    assert line(process) == f"Module for Foundry: http://127.0.0.1:{port}/module.json"
    assert re.fullmatch(
        r"Pairing code: [A-Z0-9]{3}-[A-Z0-9]{3} \(valid for 10 minutes\)", line(process)
    )
    health = requests.get(f"http://127.0.0.1:{port}/health", timeout=5)
    assert health.json()["name"] == "vtt-bridge"
    process.send_signal(number)
    out, err = process.communicate(timeout=5)
    assert out == "vtt-bridge has stopped.\n"
    assert err == ""
    assert process.returncode == 0
    assert not (data / "running.json").exists()


def test_it_takes_its_options_from_the_file_in_its_folder(serve: Serve, data: Path) -> None:
    data.mkdir()
    port = free_port()
    (data / "config.toml").write_text(f"port = {port}\nverbose = true\n")
    process = serve()
    assert line(process) == f"vtt-bridge runs at http://127.0.0.1:{port} (stop it with Ctrl-C)."
    requests.get(f"http://127.0.0.1:{port}/health", timeout=5)
    process.terminate()
    _, err = process.communicate(timeout=5)
    assert process.returncode == 0
    assert " DEBUG   GET /health: 200\n" in err
    assert err == (data / "bridge.log").read_text(encoding="utf-8")


def test_it_may_wait_less_for_the_disk(start: Callable[..., BridgeServer]) -> None:
    for synchronous, number in (("FULL", 2), ("NORMAL", 1)):
        server = start(synchronous=synchronous)
        pragma = server._store._writer.execute("PRAGMA synchronous")
        assert pragma.fetchone() == (number,)
        server.stop()


def test_a_taken_port_is_told_and_the_next_one_used(serve: Serve) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        process = serve("--port", str(taken))
        told = re.fullmatch(
            rf"Another program uses port {taken}, so the bridge uses (\d+)\.", line(process)
        )
        assert told is not None
        assert int(told[1]) > taken
        assert f"http://127.0.0.1:{told[1]} " in line(process)


def test_a_second_start_names_the_first(serve: Serve) -> None:
    port = free_port()
    first = serve("--port", str(port))
    line(first)
    second = serve("--port", str(port))
    out, err = second.communicate(timeout=5)
    assert second.returncode == 0
    assert out == (
        f"vtt-bridge runs already, at http://127.0.0.1:{port}; "
        "vtt-bridge pair shows a pairing code.\n"
    )
    assert err == ""
    assert first.poll() is None


def test_a_folder_kept_by_a_program_that_does_not_say_where_it_runs(
    serve: Serve, data: Path
) -> None:
    with claimed(data):
        second = serve("--port", "0")
        out, err = second.communicate(timeout=5)
    assert (second.returncode, out) == (1, "")
    assert err.startswith("Another program keeps this data folder")


def test_a_killed_bridge_does_not_block_the_next(serve: Serve, data: Path) -> None:
    first = serve("--port", "0")
    line(first)
    first.kill()
    first.wait()
    assert (data / "running.json").exists()
    assert running_in(data) is None
    assert line(serve("--port", "0")).startswith("vtt-bridge runs at ")
    assert running_in(data) is not None


@pytest.fixture
def terminal(data: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A bridge on a terminal, and our end of that."""
    ours, theirs = os.openpty()
    command = [*COMMAND, "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs)
    os.close(theirs)
    yield process, ours
    process.kill()
    process.wait()
    os.close(ours)


def test_on_a_terminal_the_code_counts_down_in_one_line(
    terminal: tuple[subprocess.Popen[bytes], int],
) -> None:
    process, ours = terminal
    shown = ""

    def until(pattern: str) -> re.Match[str]:
        nonlocal shown
        while (found := re.search(pattern, shown)) is None:
            shown += os.read(ours, 4096).decode()
        shown = shown[found.end() :]
        return found

    address = until(r"runs at (\S+) ")[1]
    first = until(r"\rPairing code: (\S{7}) \(9:5(\d) left\)")
    second = until(r"\rPairing code: (\S{7}) \(9:5(\d) left\)")
    assert first[1] == second[1]
    assert int(second[2]) < int(first[2])
    asked = {"protocol": 1, "code": first[1], "world": {"id": "w", "title": "Rooftop"}}
    headers = {"Origin": "http://localhost:30000"}
    assert requests.post(f"{address}/pair", json=asked, headers=headers, timeout=5).ok
    until(r"\r {33}\rPaired with Rooftop\.\r\n")
    process.terminate()
    assert process.wait(timeout=5) == 0
    assert os.read(ours, 4096) == b"vtt-bridge has stopped.\r\n"


def test_on_a_terminal_a_new_code_follows_until_somebody_pairs(
    start: Callable[..., BridgeServer], clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = CodeLine()
    bridge = start(show=drawn.say, show_code=drawn.show).bridge
    codes = set()

    def look_after(seconds: float) -> str:
        clock.at += seconds
        capsys.readouterr()
        count_down(bridge, drawn)
        shown = capsys.readouterr().out
        codes.update(re.findall(r"\S{3}-\S{3}", shown))
        return re.sub(r"\S{3}-\S{3}", "CODE", shown)

    assert look_after(0) == "\rPairing code: CODE (10:00 left)"
    assert look_after(595) == "\rPairing code: CODE (0:05 left) "
    assert len(codes) == 1
    assert look_after(5) == "\rPairing code: CODE (10:00 left)"
    assert len(codes) == 2
    bridge.admit("w", "Rooftop", "http://localhost:30000", "carps")
    assert look_after(599) == "\rPairing code: CODE (0:01 left) "
    assert look_after(1) == f"\r{' ' * 33}\r"
    assert look_after(1) == ""
    assert len(codes) == 2


def test_a_folder_that_cannot_be_used_is_told(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    process = serve("--data", str(tmp_path / "file" / "data"))
    _, err = process.communicate(timeout=5)
    assert process.returncode == 1
    assert err.startswith("The data folder ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999999999999"])
def test_a_port_that_cannot_be_is_told(serve: Serve, port: str) -> None:
    process = serve("--port", port)
    _, err = process.communicate(timeout=5)
    assert process.returncode == 2
    assert err == f"--port must be a whole number from 0 to 65535, not {port}.\n"


def test_the_last_port_has_no_next_one(serve: Serve) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 65535))
        other.listen()
        _, err = serve("--port", "65535").communicate(timeout=5)
    assert err == "No port from 65535 to 65535 is free; choose another with --port.\n"


def test_a_log_that_cannot_be_written_is_told(serve: Serve, data: Path) -> None:
    (data / "bridge.log").mkdir(parents=True)
    process = serve()
    _, err = process.communicate(timeout=5)
    assert process.returncode == 1
    assert err.startswith("The data folder ")
    assert err.count("\n") == 1


def test_it_runs_without_telling_its_address_to_a_second_start(serve: Serve, data: Path) -> None:
    (data / "running.json").mkdir(parents=True)
    process = serve("--port", "0")
    assert line(process).startswith("vtt-bridge runs at ")
    process.terminate()
    _, err = process.communicate(timeout=5)
    assert (process.returncode, err) == (0, "")


def test_a_console_without_its_letters_does_not_stop_a_pairing(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    process = serve("--port", "0")
    address = line(process).split()[3]
    assert line(process).startswith("Module for Foundry: ")
    code = line(process).split()[2]
    asked = {"protocol": 1, "code": code, "world": {"id": "w", "title": "\u6771\u4eac"}}
    headers = {"Origin": "http://localhost:30000"}
    reply = requests.post(f"{address}/pair", json=asked, headers=headers, timeout=5)
    assert reply.status_code == 200
    assert line(process) == "Paired with ??."


def test_what_is_logged_after_the_end_is_not_shown(data: Path) -> None:
    late = (
        "import logging, os, signal, sys, threading\n"
        "from vtt_bridge import cli, server\n"
        "stop = server.BridgeServer.stop\n"
        "server.BridgeServer.stop = lambda self: (stop(self), logging.warning('late'))\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()\n"
        "cli.main(['serve', '--port', '0', '--data', sys.argv[1]])\n"
    )
    command = [sys.executable, "-c", late, str(data)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=20, check=True)
    assert done.stderr == b""


def test_a_broken_database_is_told(serve: Serve, data: Path) -> None:
    data.mkdir()
    (data / "bridge.sqlite3").write_bytes(b"not a database " * 100)
    for why in ("is damaged (file is not a database).", "is gone."):
        _, err = serve().communicate(timeout=10)
        assert why in err
        assert err.endswith(f"empty database: vtt-bridge restore --empty --data {data}\n")
        assert err.count("\n") == 1


def test_a_bridge_does_not_load_what_only_clients_need(
    data: Path, monkeypatch: pytest.MonkeyPatch, serve: Serve
) -> None:
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")  # every module is told on stderr
    port = free_port()
    process = serve("--port", str(port))
    line(process)
    assert requests.get(f"http://127.0.0.1:{port}/api/v1/openapi.json", timeout=10).ok
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    loaded = {one.rpartition("|")[2].strip() for one in told.splitlines()}
    assert {"engineio.client", "flask_smorest"} <= loaded
    clients = {"requests.sessions", "urllib3", "websocket._core", "vtt_bridge.client"}
    assert not loaded & clients
