"""The data folder: one bridge at a time, and where its files lie."""

import json
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from platformdirs import user_data_path

from vtt_bridge import __version__, words
from vtt_bridge.errors import SentenceError

LOCK_TRIES = 5  # another command may look at the lock for a moment
LOCK_PAUSE = 0.05
LAST_PORT = 65535


class FolderError(SentenceError):
    """The folder cannot be used."""


class ClaimedError(FolderError):
    """Another bridge runs on the folder; `running` says where, if it told."""

    def __init__(self, running: "Running | None") -> None:
        super().__init__(words.already_running(running.address if running else None))
        self.running = running


@dataclass(frozen=True, slots=True)
class Running:
    """What a running bridge leaves in its folder, for its owner's commands alone.

    `secret` opens the bridge's control; it is made anew at every start.
    """

    address: str
    secret: str
    pid: int
    version: str
    started: int


def default_folder() -> Path:
    """The platform's place for a user's data."""
    return user_data_path("vtt-bridge", appauthor=False)


class DataFolder:
    """Claimed while a bridge runs on it; the operating system frees it even after a crash."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = database_in(path)
        self.log = path / "bridge.log"
        self._running = _running_file(path)
        lock = lock_in(path)
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock: IO[bytes] = lock.open("ab")
        except OSError as error:
            told = words.unusable_lock if os.path.exists(lock) else words.unusable_folder
            raise FolderError(told(str(path), error.strerror or "")) from None
        if not _claim(self._lock):
            self._lock.close()
            raise ClaimedError(_read_running(path))

    def announce(self, address: str) -> str:
        """Leave word where the bridge runs, and return the secret; it runs without that too."""
        secret = secrets.token_urlsafe(32)
        running = Running(address, secret, os.getpid(), __version__, int(time.time()))
        fresh = self._running.with_suffix(".new")
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
            descriptor = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with open(descriptor, "w", encoding="utf-8") as file:
                json.dump(asdict(running), file)
            fresh.replace(self._running)
        return secret

    def release(self) -> None:
        with suppress(OSError):
            self._running.unlink()
        self._lock.close()


def database_in(path: Path) -> Path:
    return path / "bridge.sqlite3"


def _running_file(path: Path) -> Path:
    return path / "running.json"


def lock_in(path: Path) -> Path:
    return path / "bridge.lock"


def is_claimed(path: Path) -> bool:
    """Whether a bridge runs on the folder; nothing is made or changed."""
    try:
        with lock_in(path).open("rb") as lock:
            return not _try_lock(lock)
    except OSError:
        return False


def running_in(path: Path) -> Running | None:
    """The bridge that runs on the folder, if one does and told where; not what a crash left."""
    return _read_running(path) if is_claimed(path) else None


@contextmanager
def claimed(path: Path) -> Iterator[DataFolder]:
    """Keep bridges off the folder meanwhile; raises `FolderError`."""
    folder = DataFolder(path)
    try:
        yield folder
    finally:
        folder.release()


def _read_running(path: Path) -> Running | None:
    try:
        told = Running(**json.loads(_running_file(path).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    return told if _is_sound(told) else None


def _is_sound(running: Running) -> bool:
    """Whether a bridge can have written that: it is asked there, with the secret."""
    host, _, port = str(running.address).rpartition(":")
    is_here = host == "http://127.0.0.1" and port.isdecimal() and int(port[:6]) <= LAST_PORT
    return is_here and isinstance(running.secret, str) and type(running.pid) is int


def _claim(lock: IO[bytes]) -> bool:
    for _ in range(LOCK_TRIES):
        if _try_lock(lock):
            return True
        time.sleep(LOCK_PAUSE)
    return False


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
