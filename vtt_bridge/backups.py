"""Backups of the database: made while it is in use, checked by a replay, offered, and put back.

Those that the bridge makes by itself when it starts are thinned out; all others stay.
"""

import logging
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from vtt_bridge.folder import default_folder
from vtt_bridge.journals import fault_of
from vtt_bridge.store import Access, LockedError, Pairing, StoreError, tokens, words
from vtt_bridge.store.files import (
    backups_of,
    copy,
    empty_wal,
    known,
    put_in_place,
    stamped,
)
from vtt_bridge.store.soundness import examine, in_words, is_there, reader
from vtt_bridge.store.sqlite import SqliteStore

log = logging.getLogger(__name__)

AT_START = "-start"
UNSOUND = "-unsound"
COPY = "copy-"
LEFT_BEHIND_SECONDS = 3600.0
NEWEST_KEPT = 3
DAYS_KEPT = 5


@dataclass(frozen=True, slots=True)
class Kept:
    """What a database holds of one world; `fault` is a sentence, empty where all is well."""

    world: str
    title: str
    system: str
    entries: int
    fault: str


@contextmanager
def opened_copy(file: Path, folder: Path) -> Iterator[SqliteStore]:
    """A store on a copy in `folder` of a database, which may be in use and stays as it is."""
    with _place_in(folder) as place:
        copied = place / "bridge.sqlite3"
        copy(file, copied)
        try:
            store = SqliteStore(copied)
        except StoreError:
            examine(file)  # so that what people have is named, not the copy
            raise
        with closing(store):
            yield store


@contextmanager
def _place_in(folder: Path) -> Iterator[Path]:
    with in_words(folder):
        made = TemporaryDirectory(prefix=COPY, dir=folder)
    with made as place:
        yield Path(place)


def contents(store: SqliteStore) -> list[Kept]:
    """What a store holds, world by world, with each journal replayed."""
    return [
        Kept(one.id, one.title, one.system, one.entries, fault_of(store, one.id))
        for one in store.worlds()
    ]


def back_up(database: Path, target: Path | None = None, note: str = "") -> tuple[Path, list[Kept]]:
    """Copy a database that may be in use, check the copy, and return where it lies and what it has.

    Raises a `StoreError` if the copy is not sound as a whole, or the target exists already.
    """
    if not is_there(database):
        raise StoreError(words.no_database(str(database)))
    if target is None:
        target = stamped(backups_of(database), database.stem, note)
    if target.exists():
        raise StoreError(words.file_exists(str(target)))
    copy(database, target)
    try:
        with opened_copy(target, database.parent) as store:
            return target, contents(store)
    except StoreError:
        target.unlink()
        examine(database)
        raise


def last_good(database: Path) -> tuple[Path, list[Kept]] | None:
    """The newest backup that is sound in every world, and what it holds."""
    for path in known(database):
        try:
            with opened_copy(path, database.parent) as store:
                held = contents(store)
        except StoreError:
            log.warning("backup %s cannot be used", path, exc_info=True)
            continue
        if not any(one.fault for one in held):
            return path, held
    return None


def offer(database: Path) -> str:
    """The last good backup, and the command that brings it back, in a sentence."""
    elsewhere = database.parent != default_folder()
    options = f" --data {database.parent}" if elsewhere else ""
    good = last_good(database)
    if good is None:
        return words.no_good_backup(f"vtt-bridge restore --empty{options}")
    command = f"vtt-bridge restore {good[0].name}{options}"
    return words.good_backup(command, moment(good[0]), described(good[1]))


def moment(path: Path) -> str:
    """When a file was written, for people."""
    return datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")


def described(held: list[Kept]) -> str:
    """What a backup holds, on one line."""
    return ", ".join(words.world_entries(one.title, one.entries) for one in held) or words.NO_WORLDS


def back_up_at_start(database: Path) -> None:
    """One of the backups that the bridge makes by itself, if anything is new; old ones go.

    What goes wrong is for the log: the bridge runs on without it.
    """
    try:
        sweep(database)
        new = summary(database)
        newest = next(iter(known(database)), None)
        if not new or (newest and _is_like(newest, new)):
            return
        path, held = back_up(database, note=AT_START)
        faults = [one.fault for one in held if one.fault]
        if faults:
            log.error("the backup %s is not whole: %s", path.name, " ".join(faults))
            path.rename(path.with_name(f"{path.stem}{UNSOUND}{path.suffix}"))
        thin_out(database)
    except (StoreError, OSError):
        log.exception("no backup was made at the start")


def sweep(database: Path) -> None:
    """Take away what copies left behind whose process was ended in the middle."""
    places = [
        *database.parent.glob(f"{COPY}*"),
        *database.parent.glob(f"{_beside(database).name}*"),
        *backups_of(database).glob("*.part*"),  # with its journal
    ]
    for path in places:
        if time.time() - path.stat().st_mtime > LEFT_BEHIND_SECONDS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def thin_out(database: Path) -> None:
    """Keep of the bridge's own backups the newest, the last ones of some days, and a good one."""
    own = [path for path in known(database) if AT_START in path.stem]
    last_of_day: dict[str, Path] = {}
    for path in own:
        last_of_day.setdefault(moment(path)[:10], path)
    good = [path for path in own if UNSOUND not in path.stem]
    kept = {*own[:NEWEST_KEPT], *list(last_of_day.values())[:DAYS_KEPT], *good[:1]}
    for path in own:
        if path not in kept:
            path.unlink()


@dataclass(frozen=True, slots=True)
class Summary:
    """What tells two states of a world apart, found without reading its journal."""

    world: str
    title: str
    settings: str
    entries: int
    pairings: str


def summary(database: Path) -> list[Summary]:
    """The worlds of a database that may be in use; raises `StoreError`."""
    with in_words(database), closing(reader(database)) as db:
        rows = db.execute(
            "SELECT id, title, settings,"
            " (SELECT coalesce(max(seq), 0) FROM entries WHERE world = worlds.id),"
            " (SELECT group_concat(token_hash) FROM pairings WHERE world = worlds.id)"
            " FROM worlds ORDER BY title, id"
        )
        return [Summary(*row) for row in rows]


def outline(backup: Path) -> str:
    """What a backup holds, on one line, without checking it."""
    try:
        held = [words.world_entries(one.title, one.entries) for one in summary(backup)]
    except StoreError:
        return words.UNREADABLE
    return ", ".join(held) or words.NO_WORLDS


def _is_like(backup: Path, worlds: list[Summary]) -> bool:
    try:
        return summary(backup) == worlds
    except StoreError:
        return False


def find(file: Path, database: Path) -> Path:
    """A backup by its path, else by its name among the database's own; raises `StoreError`."""
    for path in (file, backups_of(database) / file):
        if os.path.isfile(path):  # also where nobody may look
            return path
    raise StoreError(words.no_backup(str(file)))


# Putting back; whoever calls this holds the data folder, so that no bridge runs on it


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restored database holds, and where the one before it lies now.

    `left_out` are the backup's pairings and accesses that the one before it no longer had; None
    where that could not tell, so that all of them count again.
    """

    held: list[Kept]
    aside: Path | None
    left_out: list[Pairing | Access] | None


def restore(file: Path, database: Path) -> Restored:
    """Put a backup in the database's place, without what was revoked since.

    Raises a `StoreError` if it is not sound, and changes nothing then.
    """
    with opened_copy(file, database.parent) as store:
        held = contents(store)
        for one in held:
            if one.fault:
                raise StoreError(words.unsound_backup(str(file), one.fault))
        left_out = _revoked_since(store, database)
        store.revoke([one.token_hash for one in left_out or ()])
        new = _beside(database)
        copy(store.path, new)
    return Restored(held, _replace(database, new), left_out)


def _revoked_since(backup: SqliteStore, database: Path) -> list[Pairing | Access] | None:
    """What of a backup the database no longer has; None where it is another bridge's, or no more.

    A backup that lets nobody in leaves nothing to ask.
    """
    known_then = tokens(backup)
    if not known_then:
        return []
    if not is_there(database):
        return None
    try:
        with opened_copy(database, database.parent) as present:
            if present.bridge_id() != backup.bridge_id():
                return None
            left = {one.token_hash for one in tokens(present)}
    except LockedError:
        raise
    except StoreError:
        log.warning("what is replaced cannot tell what was revoked", exc_info=True)
        return None
    return [one for one in known_then if one.token_hash not in left]


def restore_world(file: Path, database: Path, name: str) -> tuple[Kept, Path | None]:
    """Put one world of a backup, by its id or title, into the database, and leave the others."""
    folder = database.parent
    if not is_there(database):
        raise StoreError(words.no_database_for_a_world(str(database)))
    with opened_copy(file, folder) as store, opened_copy(database, folder) as present:
        found = [one for one in contents(store) if name in (one.world, one.title)]
        if len(found) != 1:
            choice = [(one.id, one.title) for one in store.worlds()]
            raise StoreError(words.which_world(name, choice))
        if found[0].fault:
            raise StoreError(words.unsound_backup(str(file), found[0].fault))
        present.adopt(found[0].world, store.path)
        new = _beside(database)
        copy(present.path, new)
    return found[0], _replace(database, new)


def begin_anew(database: Path) -> Path | None:
    """Put an empty database in the place; return where the old one lies now."""
    new = _beside(database)
    with _place_in(database.parent) as place:
        empty = place / database.name
        SqliteStore(empty).close()
        copy(empty, new)
    return _replace(database, new)


def _beside(database: Path) -> Path:
    return database.with_name(f"{database.name}.restored")


def _replace(database: Path, new: Path) -> Path | None:
    try:
        if is_there(database):
            _finish(database)
        return put_in_place(new, database)
    finally:
        new.unlink(missing_ok=True)


def _finish(database: Path) -> None:
    """Bring a database to rest; one that is not sound is left as it is."""
    try:
        examine(database)
    except LockedError:
        raise
    except StoreError:
        log.warning("what is replaced was not sound", exc_info=True)
    else:
        empty_wal(database)
