"""The database: whole, writable, of a version that is known; and what it says of pairings."""

from contextlib import closing
from pathlib import Path
from typing import Any

from vtt_bridge.doctor import Finding, words
from vtt_bridge.folder import database_in
from vtt_bridge.store import DamagedError, LockedError, StoreError
from vtt_bridge.store.soundness import (
    connect,
    examine,
    in_words,
    is_there,
    require_writable,
    try_to_write,
)


def sound(data: Path) -> Finding:
    """Look it through as a start of the bridge and a backup do; write what is taken back."""
    file = database_in(data)
    try:
        if not is_there(file):
            return Finding("database", *words.no_database())
        require_writable(file)
        examine(file)
        faults = _faults_of_journals(file)
        with in_words(file), closing(connect(file)) as database:
            try_to_write(database)
    except LockedError as error:
        return Finding("database", *words.locked(str(error)))
    except DamagedError as error:
        return Finding("database", *words.damaged(str(error)))
    except StoreError as error:
        return Finding("database", *words.unusable(str(error)))
    if faults:
        return Finding("database", *words.unsound_journals(faults))
    return Finding("database", *words.database(f"{file.stat().st_size / 1e6:.1f} MB"))


def _faults_of_journals(file: Path) -> list[str]:
    """What is wrong with the worlds, found on a copy, for a bridge may be writing."""
    from vtt_bridge.backups import contents, opened_copy

    with opened_copy(file, file.parent) as store:
        return [one.fault for one in contents(store) if one.fault]


def last_use(data: Path) -> int | None:
    """The latest time that was noted; None where nothing was, or nothing can be read."""
    sql = (
        "SELECT max(at) FROM (SELECT max(used) AS at FROM worlds"
        " UNION SELECT max(created) FROM pairings)"
    )
    rows = _rows(data, sql)
    return rows[0][0] if rows else None


def pairings(data: Path) -> list[tuple[str, str]] | None:
    """Each world with an origin that is paired with it; None where they cannot be read."""
    sql = "SELECT DISTINCT world, origin FROM pairings ORDER BY world, origin"
    return _rows(data, sql, none_yet=[])


def bridge_id(data: Path) -> str | None:
    """The data folder's own mark."""
    rows = _rows(data, "SELECT id FROM bridge")
    return str(rows[0][0]) if rows else None


def _rows(
    data: Path, sql: str, none_yet: list[tuple[Any, ...]] | None = None
) -> list[tuple[Any, ...]] | None:
    """`none_yet` where there is no database, None where it cannot be read."""
    file = database_in(data)
    try:
        if not is_there(file):
            return none_yet
        require_writable(file)
        # As one that may write, for one that may not leaves files behind.
        with in_words(file), closing(connect(file)) as database:
            return database.execute(sql).fetchall()
    except StoreError:
        return None  # `sound` tells
