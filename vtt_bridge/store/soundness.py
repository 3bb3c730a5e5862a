"""Whether a database file is ours and whole, found out without changing anything.

SQLite takes an empty file for a new database, and whatever WAL lies beside a file for its own. So
a file is looked at before it is opened for writing: reading alone moves nothing from the WAL.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from vtt_bridge.store import DamagedError, LockedError, StoreError, schema, words

BESIDE = ("-wal", "-shm")
BUSY_SECONDS = 2.0
LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def as_store_error(error: Exception, path: Path) -> Exception:
    """An error of SQLite as what it means for people; others as they are."""
    if not isinstance(error, sqlite3.Error):
        return error
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells the finer kind
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(words.read_only_database(str(path)))
    if code in LOCKED:
        return LockedError(words.locked_database(str(path)))
    if code in DAMAGED:
        return DamagedError(words.damaged_database(str(path), str(error)))
    return StoreError(words.unusable_database(str(path), str(error)))


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns what goes wrong with a database file into a `StoreError`."""
    try:
        yield
    except OSError as error:
        raise StoreError(words.unusable_database(str(path), error.strerror or "")) from error
    except sqlite3.Error as error:
        raise as_store_error(error, path) from error


def reader(path: Path, options: str = "") -> sqlite3.Connection:
    """A connection that cannot write, for whichever thread comes."""
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro{options}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_SECONDS,
    )


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes, for whichever thread comes; it waits a moment for others."""
    return sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=BUSY_SECONDS
    )


def is_there(path: Path) -> bool:
    """Whether there is such a file; a `StoreError` where its folder does not let anybody know."""
    with in_words(path):
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def require_writable(path: Path) -> None:
    """Raise a `StoreError` for a file that is read-only.

    SQLite would open it, and leave files beside it that are read-only too.
    """
    for file in (path, *beside(path)):
        if os.path.exists(file) and not os.access(file, os.W_OK):
            raise StoreError(words.read_only_database(str(file)))


def try_to_write(db: sqlite3.Connection) -> None:
    """Write and take it back; beginning alone succeeds on a file that is read-only too."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("UPDATE bridge SET id = id")
    finally:
        db.execute("ROLLBACK")


def beside(path: Path) -> list[Path]:
    """What SQLite keeps beside a database that is in use: its WAL, then what is shared of it."""
    return [path.with_name(f"{path.name}{ending}") for ending in BESIDE]


def examine(path: Path) -> None:
    """Raise a `StoreError`, of the kind that fits, unless the file may be opened."""
    with in_words(path):
        if path.stat().st_size == 0:
            raise DamagedError(words.damaged_database(str(path), words.EMPTY_FILE))
        with closing(reader(path)) as db:
            _examine(db, path)


def _examine(db: sqlite3.Connection, path: Path) -> None:
    faults = [row[0] for row in db.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
    if faults:
        found = faults[0].splitlines()[-1]  # the first names the part of the file
        raise DamagedError(words.damaged_database(str(path), found))
    version, tables = schema.version_of(db), schema.tables_of(db)
    if version > len(schema.SCHEMA_STEPS):
        raise StoreError(words.newer_database(str(path)))
    wanted = schema.tables_in_version(version)
    if version == 0 or not wanted & tables:
        raise StoreError(words.foreign_file(str(path)))
    if wanted - tables:
        missing = words.missing_tables(sorted(wanted - tables))
        raise DamagedError(words.damaged_database(str(path), missing))
    if not db.execute("SELECT id FROM bridge").fetchall():
        raise DamagedError(words.damaged_database(str(path), words.NO_ID))
    if beside(path)[0].exists() and _is_changed_by_its_wal(db, path):
        raise DamagedError(words.damaged_database(str(path), words.FOREIGN_WAL))


def _is_changed_by_its_wal(db: sqlite3.Connection, path: Path) -> bool:
    """Whether something is otherwise than in the file alone that only ever stays as it is."""
    try:
        with closing(reader(path, "&immutable=1")) as alone:
            if schema.version_of(alone) != schema.version_of(db):
                return False
            ids = alone.execute("SELECT id FROM bridge").fetchall()
            last = alone.execute(
                "SELECT world, max(seq), entry FROM entries GROUP BY world"
            ).fetchall()
    except sqlite3.DatabaseError:
        return False  # a checkpoint was broken off; what the file lacks is in the WAL
    same = "SELECT 1 FROM entries WHERE world = ? AND seq = ? AND entry = ?"
    kept = all(db.execute(same, entry).fetchone() for entry in last)
    return not kept or ids != db.execute("SELECT id FROM bridge").fetchall()
