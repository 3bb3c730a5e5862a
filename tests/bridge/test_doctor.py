"""The doctor names each fault; every fault here is a real one."""

import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import vtt_bridge
from tests.bridge.evening import Evening
from tests.bridge.page import ORIGIN, WORLD, Page
from tests.ports import free_port
from vtt_bridge import cli
from vtt_bridge.doctor import Finding, folder, machine
from vtt_bridge.folder import claimed
from vtt_bridge.server import BridgeServer
from vtt_bridge.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
Look = Callable[..., dict[str, Finding]]
Start = Callable[..., BridgeServer]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def look(data: Path, port: int, capsys: pytest.CaptureFixture[str]) -> Look:
    """Asks the doctor about the test's data folder; his findings by their name."""

    def look_once(*options: str, at: int = port) -> dict[str, Finding]:
        capsys.readouterr()
        code = cli.main(["doctor", "--json", "--data", str(data), "--port", str(at), *options])
        out, err = capsys.readouterr()
        assert err == ""
        findings = {}
        for one in json.loads(out):
            finding = Finding(one["check"], one["text"], one["todo"])
            assert one["ok"] is finding.ok
            assert "\n" not in one["text"] + one["todo"]
            findings[finding.check] = finding
        assert code == (0 if all(finding.ok for finding in findings.values()) else 1)
        return findings

    return look_once


def faults(findings: dict[str, Finding]) -> list[str]:
    return [name for name, finding in findings.items() if not finding.ok]


@pytest.fixture
def kept(data: Path) -> Path:
    """A data folder with a database, as a bridge that has stopped leaves it."""
    with claimed(data) as mine:
        SqliteStore(mine.database).close()
    for file in data.iterdir():
        file.chmod(0o600)
    return data / "bridge.sqlite3"


def test_before_the_first_start_only_the_start_is_missing(look: Look, data: Path) -> None:
    findings = look()
    assert list(findings) == [
        "engine",
        "sqlite",
        "options",
        "folder",
        "rights",
        "disk",
        "drive",
        "database",
        "clock",
        "bridge",
        "port",
        "versions",
        "pairings",
        "refused",
    ]
    assert faults(findings) == ["bridge", "pairings"]
    assert findings["bridge"].todo == "Start it: vtt-bridge serve"
    assert not data.exists()


def test_where_all_is_well_nothing_is_to_be_done(
    page: Page, server: BridgeServer, look: Look
) -> None:
    findings = look("--page", f"{ORIGIN}/game", at=server.port)
    assert faults(findings) == []
    assert findings["bridge"].text == (
        f"vtt-bridge {vtt_bridge.__version__} runs at {server.address}."
    )
    assert findings["port"].text == f"The bridge answers on port {server.port}."
    assert findings["pairings"].text == f"Paired: {WORLD} ({ORIGIN})."
    assert findings["page"].text == f"{ORIGIN} is paired ({WORLD})."
    assert findings["browser"].text.startswith(f"{ORIGIN} is on this computer")


def test_for_people_there_is_a_line_for_each_check(
    data: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["doctor", "--data", str(data), "--port", str(port)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 14
    assert {line.split()[0] for line in lines} == {"ok", "FAULT"}
    assert f"ok    port      Port {port} is free." in lines
    assert "FAULT bridge    No bridge runs on this data folder. Start it: vtt-bridge serve" in lines


def test_options_that_cannot_be_read(look: Look, data: Path) -> None:
    data.mkdir()
    (data / "config.toml").write_text("port = ")
    findings = look()
    assert faults(findings) == list(findings) == ["options"]
    assert findings["options"].text.startswith(f"The options in {data / 'config.toml'} cannot be ")


def test_a_misspelt_variable(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTT_BRIDGE_PROT", "1")
    options = look()["options"]
    assert options.text == "The environment has options that do not exist: VTT_BRIDGE_PROT."
    assert "VTT_BRIDGE_PORT" in options.todo


# The data folder


def test_a_file_where_the_folder_should_be(look: Look, data: Path) -> None:
    data.write_text("")
    findings = look()
    assert findings["folder"].text == f"{data} cannot be made (Not a directory)."
    assert "--data" in findings["folder"].todo


def test_a_folder_of_the_system() -> None:
    """Looked at by somebody without rights there, for the tests may run as root."""
    ask = (
        "import json, os\n"
        "from pathlib import Path\n"
        "from vtt_bridge.doctor import folder\n"
        "if os.geteuid() == 0:\n"
        "    os.setresuid(65534, 65534, 65534)\n"
        "path = Path('/etc')\n"
        "print(json.dumps([folder.writable(path).plain(), folder.private(path).plain()]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, timeout=20, check=True
    )
    writable, private = json.loads(done.stdout)
    assert writable == {
        "check": "folder",
        "ok": False,
        "text": "/etc cannot be written (Permission denied).",
        "todo": "Give yourself the right to write there, or choose another folder with --data DIR.",
    }
    assert private["text"].startswith("Another user owns ")
    assert private["todo"] == "Give them back: sudo chown -R $(id -un) '/etc'"


def test_a_full_disk(look: Look, kept: Path) -> None:
    with full_disk():
        findings = look()
    assert findings["folder"].text == (f"The disk of {kept.parent} is full (File too large).")
    assert "Make room" in findings["folder"].todo
    assert [path.name for path in kept.parent.glob(".vtt-bridge-*")] == []


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process grows beyond a few bytes."""
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_little_room(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "LITTLE", shutil.disk_usage("/").total + 1)
    finding = folder.room(data)
    assert finding.text.startswith("Only ")
    assert finding.todo == "Make room on that disk before the session."


def test_a_folder_that_others_read(look: Look, kept: Path) -> None:
    assert look()["rights"].ok
    kept.chmod(0o644)
    assert look()["rights"].ok  # the folder keeps them out
    kept.parent.chmod(0o755)
    rights = look()["rights"]
    assert rights.text == "Other users of this computer can read bridge.sqlite3."
    assert rights.todo == f"Take that right away: chmod -R go= '{kept.parent}'"
    subprocess.run(rights.todo.partition(": ")[2], shell=True, check=True)  # noqa: S602 (as a person would)
    assert look()["rights"].ok


@pytest.mark.parametrize(
    ("mount", "kind", "ok"),
    [
        ("server:/home /home nfs4 rw 0 0", "nfs4", False),
        ("//server/share /home/ren\\040two cifs rw 0 0", "cifs", False),
        ("C:\\134 /home 9p rw 0 0", "9p", False),
        ("/dev/sda2 /home btrfs rw 0 0", "btrfs", True),
        ("server:/x /srv nfs4 rw 0 0", "ext4", True),
    ],
)
def test_a_network_drive(tmp_path: Path, mount: str, kind: str, ok: bool) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\n{mount}\n")
    finding = folder.place(Path("/home/ren two/data"), mounts)
    assert finding.ok is ok
    assert f"({kind})" in finding.text


def test_a_disk_that_the_system_does_not_list(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("tmpfs /dev tmpfs rw 0 0\n")
    finding = folder.place(Path("/home/ren"), mounts)
    assert finding.ok
    assert "(of a kind that this system does not tell)" in finding.text


# The database


def damage(file: Path) -> None:
    with file.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * 8192)


def test_a_damaged_database(look: Look, kept: Path) -> None:
    assert look()["database"].text.startswith("It is whole and can be written (0.")
    damage(kept)
    database = look()["database"]
    assert database.text.startswith(f"{kept} is damaged (")
    assert "last good backup" in database.todo


def test_an_entry_that_was_cut_short(start: Start, look: Look, data: Path) -> None:
    server = start()
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    server.stop()
    with closing(SqliteStore(data / "bridge.sqlite3")) as store:
        Evening(store).begin(WORLD, "Rooftop")
    assert look()["database"].ok
    with closing(sqlite3.connect(data / "bridge.sqlite3")) as db, db:
        db.execute("UPDATE entries SET entry = substr(entry, 1, 40) WHERE seq = 2")
    database = look()["database"]
    assert database.text == "Entry 2 in the journal of Rooftop cannot be read."
    assert "vtt-bridge restore NAME --world WORLD" in database.todo


def test_a_file_that_is_no_database(look: Look, kept: Path) -> None:
    kept.write_bytes(b"Dear reader, " * 1000)
    findings = look()
    assert findings["database"].text == f"{kept} is damaged (file is not a database)."
    assert findings["pairings"].text == "Pairings cannot be read."


def test_a_locked_database(look: Look, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.store.soundness.BUSY_SECONDS", 0.1)
    hold = (
        "import sqlite3, sys\n"
        "other = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "other.execute('BEGIN EXCLUSIVE')\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(kept)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert (
            look()["database"].text
            == f"Another program keeps {kept} locked; close that program and try again."
        )
        other.communicate()
    assert look()["database"].ok


def test_a_database_of_a_newer_version(look: Look, kept: Path) -> None:
    with sqlite3.connect(kept) as other:
        other.execute("PRAGMA user_version = 99")
    assert look()["database"].text.startswith(f"{kept} was written by a newer vtt-bridge; ")


def test_a_database_that_cannot_be_opened(look: Look, kept: Path) -> None:
    kept.unlink()
    kept.mkdir()
    database = look()["database"]
    assert database.text.startswith(f"{kept} cannot be used (")
    assert "read-only" in database.todo


def test_looking_changes_nothing(look: Look, kept: Path) -> None:
    before = {path.name: path.read_bytes() for path in kept.parent.iterdir()}
    look()
    assert {path.name: path.read_bytes() for path in kept.parent.iterdir()} == before


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ((3, 36, 0), "SQLite 3.36.0 is too old."),
        ((3, 40, 1), "SQLite 3.40.1 is good for the bridge, which writes its database alone; "),
        ((3, 44, 6), "SQLite 3.44.6 has no known fault."),
        ((3, 45, 0), "SQLite 3.45.0 is good for the bridge, "),
        ((3, 50, 7), "SQLite 3.50.7 has no known fault."),
        ((3, 51, 2), "SQLite 3.51.2 is good for the bridge, "),
        ((3, 52, 0), "SQLite 3.52.0 has no known fault."),
    ],
)
def test_versions_of_sqlite(version: tuple[int, int, int], says: str) -> None:
    finding = machine.sqlite(version)
    assert finding.text.startswith(says)
    assert finding.ok is (version >= (3, 37, 0))


def test_a_clock_that_is_behind(start: Start, look: Look) -> None:
    server = start(today=lambda: 4_000_000_000.0)
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    server.stop()
    clock = look()["clock"]
    assert "but the database was used at 2096-10-0" in clock.text
    assert clock.todo == "Set this computer's date and time."


# The bridge and its port


def test_a_bridge_that_hangs(look: Look, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.control.ANSWER_WITHIN", 0.1)
    with deaf() as port, claimed(data) as mine:
        assert look()["bridge"].text == (
            "A program keeps the data folder, but has not told where it runs."
        )
        mine.announce(f"http://127.0.0.1:{port}")
        bridge = look()["bridge"]
    assert bridge.text == f"The bridge at http://127.0.0.1:{port} does not answer."
    assert f"end its process {os.getpid()} " in bridge.todo


@contextmanager
def deaf() -> Iterator[int]:
    """A port that somebody holds who never answers."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        held.listen()
        yield held.getsockname()[1]


def test_a_port_that_a_silent_program_holds(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.doctor.bridge.LOOK_SECONDS", 0.1)
    with deaf() as port:
        found = look(at=port)["port"]
    assert found.text == f"Another program holds port {port} and does not answer."
    assert "--port" in found.todo


@contextmanager
def web_server(body: bytes) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        server_version = "SomeGame/7"
        sys_version = ""

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("body", [b"<p>Hello", b"[1]", b'{"name": "other"}', b"\xff"])
def test_a_port_on_which_another_program_answers(look: Look, body: bytes) -> None:
    with web_server(body) as port:
        found = look(at=port)["port"]
    assert found.text == f"Another program answers on port {port} (SomeGame/7)."


def test_a_bridge_of_another_folder(look: Look, kept: Path, tmp_path: Path) -> None:
    other = BridgeServer(tmp_path / "other", port=0)
    other.start()
    found = look(at=other.port)["port"]
    other.stop()
    assert found.text.startswith(f"A bridge of another data folder answers on port {other.port};")


def test_a_bridge_of_another_version(
    server: BridgeServer, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vtt_bridge.doctor.bridge.__version__", "9.0.0")
    versions = look(at=server.port)["versions"]
    assert versions.text == f"The running bridge is {vtt_bridge.__version__}, this command 9.0.0."


def test_a_module_of_another_version(new_page: Callable[..., Page], look: Look) -> None:
    new_page().connect(module="0.0.9")
    versions = look()["versions"]
    assert versions.text == (
        f"The page of Ren has the module 0.0.9, the bridge is {vtt_bridge.__version__}."
    )
    assert "vtt-bridge module install" in versions.todo


def test_a_page_that_was_turned_away(new_page: Callable[..., Page], look: Look) -> None:
    page = new_page()
    page.is_refused(protocol=2)
    assert look()["refused"].text == (
        f"A page of {ORIGIN} was refused just now: "
        "The module is newer than this bridge (it speaks protocol 2, the bridge 1)."
    )
    new_page(origin="https://game.example").is_refused()
    refused = look()["refused"]
    assert refused.text == (
        "A page of https://game.example was refused just now: No world is paired from this address."
    )
    assert refused.todo == "Pair it with a code: vtt-bridge pair shows one."


def test_a_second_page_is_no_fault(
    page: Page, server: BridgeServer, new_page: Callable[..., Page], look: Look
) -> None:
    assert new_page().is_refused()["code"] == "held"
    assert faults(look(at=server.port)) == []


def test_a_page_that_got_in_is_forgiven(new_page: Callable[..., Page], look: Look) -> None:
    new_page().is_refused(protocol=2)
    new_page().connect()
    assert look()["refused"].ok


# The game's page


@pytest.mark.parametrize(
    ("page", "paired", "says"),
    [
        (f"{ORIGIN}/join?x=1", True, f"{ORIGIN} is paired ("),
        (
            "http://127.0.0.1:30000",
            False,
            f"http://127.0.0.1:30000 is not paired, but {ORIGIN} is.",
        ),
        ("http://[::1]:30000/", False, f"http://[::1]:30000 is not paired, but {ORIGIN} is."),
        ("http://localhost:30001", False, "http://localhost:30001 is not paired."),
        ("https://game.example:443", False, "https://game.example is not paired."),
        ("localhost:30000", False, "localhost:30000 is not the address of a page."),
        ("http://x:99999", False, "http://x:99999 is not the address of a page."),
        ("http://[", False, "http://[ is not the address of a page."),
        ("", False, "An empty text is not the address of a page."),
    ],
)
def test_whether_a_page_is_paired(
    server: BridgeServer, token: str, look: Look, page: str, paired: bool, says: str
) -> None:
    finding = look("--page", page)["page"]
    assert finding.text.startswith(says)
    assert finding.ok is paired


@pytest.mark.parametrize(
    ("page", "ok", "says"),
    [
        ("http://localhost:30000", True, "no browser stands between"),
        ("http://127.0.0.1:30000", True, "no browser stands between"),
        ("http://192.168.1.5:30000", False, "is plain http and not this computer"),
        ("http://foundry.local:30000", False, "is plain http and not this computer"),
        ("https://my.forge-vtt.com/game", True, "once the browser allows it"),
        ("https://localhost:30000", True, "no browser stands between"),
    ],
)
def test_what_browsers_make_of_a_page(look: Look, page: str, ok: bool, says: str) -> None:
    finding = look("--page", page)["browser"]
    assert finding.ok is ok
    assert says in finding.text
    if not ok:
        assert "http://localhost:30000" in finding.todo
    if page.startswith("https://my"):
        assert "Safari cannot" in finding.text


def test_another_package_named_engine(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "__init__.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "vtt_bridge", "doctor"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Another package named engine is in the way ({tmp_path}")
    assert done.stderr.count("\n") == 1
