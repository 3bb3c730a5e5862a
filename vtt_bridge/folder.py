"""The data folder: one bridge at a time, and where its files lie."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from platformdirs import user_data_path

from vtt_bridge import words
from vtt_bridge.errors import SentenceError


class FolderError(SentenceError):
    """The folder cannot be used."""


def default_folder() -> Path:
    """``$VTT_BRIDGE_DATA``, else the platform's place for a user's data."""
    named = os.environ.get("VTT_BRIDGE_DATA")
    return Path(named) if named else user_data_path("vtt-bridge", appauthor=False)


class DataFolder:
    """Claimed while a bridge runs on it; the operating system frees it even after a crash."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "bridge.sqlite3"
        self.log = path / "bridge.log"
        self._address = path / "running.txt"
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock: IO[bytes] = (path / "bridge.lock").open("ab")
        except OSError as error:
            raise FolderError(words.unusable_folder(str(path), error.strerror or "")) from None
        if not _lock(self._lock):
            self._lock.close()
            raise FolderError(words.already_running(self._running_address()))

    def _running_address(self) -> str:
        with suppress(OSError):
            return self._address.read_text(encoding="utf-8")
        return words.UNKNOWN_ADDRESS

    def announce(self, address: str) -> None:
        """Let a second start say where the first one runs; the bridge runs without that too."""
        with suppress(OSError):
            self._address.write_text(address, encoding="utf-8")

    def release(self) -> None:
        with suppress(OSError):
            self._address.unlink()
        self._lock.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
