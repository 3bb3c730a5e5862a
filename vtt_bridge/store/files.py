"""Database files as files: copied while they are in use, put in place, and set aside.

Each step leaves either the old or the new state, whatever interrupts it.
"""

import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from vtt_bridge.store import LockedError, words
from vtt_bridge.store.soundness import BESIDE, BUSY_SECONDS, LOCKED, connect, in_words, reader

ASIDE = "set-aside"


def backups_of(database: Path) -> Path:
    """The folder of a database's backups."""
    return database.with_name("backups")


def known(database: Path) -> list[Path]:
    """All backups in the database's own folder, the newest first."""
    folder = backups_of(database)
    with in_words(folder):
        found = folder.glob("*.sqlite3")
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def stamped(folder: Path, stem: str, note: str = "") -> Path:
    """A name in a folder that says when, and is not taken yet."""
    with in_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
    when = datetime.now().strftime("%Y%m%d-%H%M%S")  # the local time, which people know
    name = f"{stem}-{when}"
    number = 1
    while list(folder.glob(f"{name}*")):
        number += 1
        name = f"{stem}-{when}-{number}"
    return folder / f"{name}{note}.sqlite3"


def copy(source: Path, target: Path) -> None:
    """Copy a database that may be in use, as it is at one moment, into one file without a WAL."""
    part = target.with_name(f"{target.name}.part")
    with in_words(target):
        part.touch()
    try:
        with in_words(source), closing(reader(source)) as found, closing(connect(part)) as made:
            found.backup(made, progress=_patience(source))
            made.execute("PRAGMA journal_mode = DELETE")
        with in_words(target):
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _patience(source: Path) -> Callable[[int, int, int], None]:
    """Gives up a copy, which by itself would wait for a locked source without end."""
    until = time.monotonic() + BUSY_SECONDS

    def look(status: int, remaining: int, total: int) -> None:
        if status in LOCKED and time.monotonic() > until:
            raise LockedError(words.locked_database(str(source)))

    return look


def set_aside(database: Path) -> Path:
    """Move a database away with what belongs to it, and return where it lies now."""
    aside = stamped(database.with_name(ASIDE), database.stem)
    with in_words(database):
        os.replace(database, aside)
        _move_what_is_beside(database, aside)
    return aside


def put_in_place(new: Path, database: Path) -> Path | None:
    """Let a file take a database's place; return where that lies now, None if there was none.

    The old one is copied away, so that at no moment the place is empty.
    """
    aside = stamped(database.with_name(ASIDE), database.stem)
    with in_words(database):
        existed = database.exists()
        if existed:
            shutil.copy2(database, aside)
        _move_what_is_beside(database, aside)
        os.replace(new, database)
    return aside if existed else None


def empty_wal(database: Path) -> None:
    """Bring into a sound database what lies beside it; `LockedError` while others have it open."""
    with in_words(database), closing(connect(database)) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def _move_what_is_beside(database: Path, aside: Path) -> None:
    for ending in BESIDE:
        beside = database.with_name(f"{database.name}{ending}")
        if beside.exists():
            os.replace(beside, aside.with_name(f"{aside.name}{ending}"))
