"""What a normal user is told who lacks a right; real ones, also where the tests run as root."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.bridge.evening import Evening
from tests.bridge.said import Done
from vtt_bridge.folder import DataFolder
from vtt_bridge.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
AsUser = Callable[..., Done]


@pytest.fixture
def database(data: Path) -> Iterator[Path]:
    """What a bridge that has stopped leaves."""
    folder = DataFolder(data)
    with closing(SqliteStore(folder.database)) as store:
        Evening(store).begin("rooftop", "Rooftop")
    folder.release()
    yield folder.database
    data.chmod(0o700)


@pytest.fixture
def as_user(data: Path) -> AsUser:
    """Runs a command as somebody whom the rights of files bind."""
    bound = WITHOUT_RIGHTS if os.geteuid() == 0 else ()

    def run(*arguments: str) -> Done:
        command = [*bound, sys.executable, "-m", "vtt_bridge", *arguments, "--data", str(data)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        return Done(done.returncode, done.stdout, done.stderr)

    return run


def fault(said: str, check: str) -> str:
    (line,) = (one for one in said.splitlines() if one.split()[1] == check)
    assert line.startswith("FAULT ")
    return line


def test_a_read_only_database_stops_the_start_and_is_a_fault(
    database: Path, as_user: AsUser, data: Path
) -> None:
    database.chmod(0o444)
    before = sorted(path.name for path in data.iterdir())
    why = (
        f"{database} cannot be written; give yourself the right to write to it, to its folder and "
        "to the files beside it, or use --data DIR with another folder."
    )
    assert as_user("serve", "--port", "0") == Done(1, "", f"{why}\n")
    assert why in fault(as_user("doctor").stdout, "database")
    assert sorted({*(path.name for path in data.iterdir())} - {"bridge.log"}) == before
    database.chmod(0o644)
    assert as_user("tables").returncode == 0


def test_a_folder_that_is_read_only_stops_the_start_too(
    database: Path, as_user: AsUser, data: Path
) -> None:
    (data / "bridge.log").touch()
    data.chmod(0o500)
    refused = as_user("serve", "--port", "0")
    assert refused.stderr.startswith(f"{database} cannot be written; give yourself the right to ")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    fault(as_user("doctor").stdout, "folder")


def test_a_read_only_file_beside_the_database_is_named(
    database: Path, as_user: AsUser, data: Path
) -> None:
    (data / "bridge.sqlite3-shm").touch(0o444)
    refused = as_user("serve", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{data}/bridge.sqlite3-shm cannot be written; ")


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("serve", ""),
        ("restore one", ""),
        ("restore --empty", ""),
        ("restore", "/backups"),
        ("tables", "/bridge.sqlite3"),
        ("tokens list", "/bridge.sqlite3"),
        ("export", "/bridge.sqlite3"),
        ("backup", "/bridge.sqlite3"),
    ],
)
def test_a_folder_that_is_closed_is_told_in_a_sentence(
    database: Path, as_user: AsUser, data: Path, command: str, names: str
) -> None:
    data.chmod(0)
    refused = as_user(*command.split())
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"{data}{names} cannot be used (Permission denied); " in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_the_doctor_looks_at_a_closed_folder_too(
    database: Path, as_user: AsUser, data: Path
) -> None:
    data.chmod(0)
    looked = as_user("doctor")
    assert (looked.returncode, looked.stderr) == (1, "")
    assert f"{data} cannot be written (Permission denied)." in fault(looked.stdout, "folder")
    assert f"{database} cannot be used (Permission denied)" in fault(looked.stdout, "database")
    assert stat.S_IMODE(data.stat().st_mode) == 0


def test_a_lock_that_is_read_only_is_named(database: Path, as_user: AsUser, data: Path) -> None:
    lock = data / "bridge.lock"
    lock.chmod(0o444)
    assert as_user("serve", "--port", "0") == Done(
        1,
        "",
        f"The file bridge.lock in the data folder {data} cannot be written (Permission denied); "
        "give yourself the right to write to it, or choose another folder with --data DIR.\n",
    )
    assert fault(as_user("doctor").stdout, "folder").endswith(
        f"{lock} cannot be written, and no bridge starts without it. "
        "Give yourself the right to write to it, or delete it while no bridge runs."
    )
