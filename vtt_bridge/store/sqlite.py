"""The store on the computer's own disk: SQLite from the standard library.

There is one writing connection, because several starve each other and are what SQLite's WAL-reset
bug needs. Whoever gets hold of it commits everything that waits by then at once (group commit); no
thread of its own, since handing work over costs as much as the commit. Reading goes through one
connection that cannot write.
"""

import json
import os
import secrets
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from vtt_bridge.store import (
    Access,
    Checkpoint,
    DamagedError,
    Pairing,
    Plain,
    StoreError,
    World,
    WorldSummary,
    schema,
    words,
)
from vtt_bridge.store.files import backups_of, copy
from vtt_bridge.store.soundness import (
    as_store_error,
    connect,
    examine,
    in_words,
    is_there,
    reader,
    require_writable,
    try_to_write,
)

Result = TypeVar("Result")
Synchronous = Literal["FULL", "NORMAL"]

ADOPT = (
    "INSERT INTO worlds SELECT * FROM source.worlds WHERE id = ?"
    " ON CONFLICT (id) DO UPDATE SET"
    " title = excluded.title, system = excluded.system, settings = excluded.settings",
    "DELETE FROM checkpoints WHERE world = ?",
    "DELETE FROM actions WHERE world = ?",
    "DELETE FROM entries WHERE world = ?",
    "INSERT INTO entries SELECT * FROM source.entries WHERE world = ?",
    "INSERT INTO actions SELECT * FROM source.actions WHERE world = ?",
    "INSERT INTO checkpoints SELECT * FROM source.checkpoints WHERE world = ?",
)
PAIRINGS = "SELECT token_hash, world, origin, created, used FROM pairings"


_text = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
).encode


@dataclass(slots=True)
class _Job:
    """A write that waits for its commit."""

    work: Callable[[sqlite3.Connection], Any]
    done: bool = False
    result: Any = None
    error: Exception | None = None


class SqliteStore:
    """A `Store` in one database file, with its WAL beside it.

    `synchronous` is SQLite's: with ``FULL`` what was acknowledged outlives a loss of power, with
    ``NORMAL`` only a crash of the bridge.
    """

    def __init__(self, path: Path, synchronous: Synchronous = "FULL") -> None:
        """Open the file, or make it; a `StoreError` says why that may not be."""
        self.path = path
        with in_words(path), ExitStack() as opened:
            if not is_there(path):
                _create(path)
            require_writable(path)
            examine(path)
            self._writer = opened.enter_context(closing(connect(path)))
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute(f"PRAGMA synchronous = {synchronous}")
            self._writer.execute("PRAGMA foreign_keys = ON")
            try_to_write(self._writer)
            self._bring_up_to_date()
            self._reader = opened.enter_context(closing(reader(path)))
            self._reader.execute("PRAGMA wal_autocheckpoint = 0")
            opened.pop_all()  # they stay open
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._waiting: deque[_Job] = deque()
        self._closed = False

    def _bring_up_to_date(self) -> None:
        """Run the schema's new steps, with a backup of what was before them."""
        version = schema.version_of(self._writer)
        if version < len(schema.SCHEMA_STEPS):
            folder = backups_of(self.path)
            folder.mkdir(exist_ok=True)
            copy(self.path, folder / f"{self.path.stem}-version-{version}.sqlite3")
            schema.bring_to(self._writer, len(schema.SCHEMA_STEPS))

    # One connection writes

    def _write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Commit `work`, together with what others brought while the disk was busy."""
        job = _Job(work)
        self._waiting.append(job)
        with self._writing:
            if not job.done:
                self._commit_waiting()
        if job.error is not None:
            raise job.error
        return cast(Result, job.result)

    def _commit_waiting(self) -> None:
        jobs = [self._waiting.popleft() for _ in range(len(self._waiting))]
        db = self._writer
        try:
            if self._closed:
                raise StoreError(words.CLOSED)
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                db.execute("SAVEPOINT job")
                try:
                    job.result = job.work(db)
                except Exception as error:
                    job.error = as_store_error(error, self.path)
                    db.execute("ROLLBACK TO job")  # fails when the disk is full
                db.execute("RELEASE job")
            db.execute("COMMIT")
        except (sqlite3.Error, StoreError) as error:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            for job in jobs:
                job.error = job.error or as_store_error(error, self.path)
        for job in jobs:
            job.done = True

    def _read(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._reading, in_words(self.path):
            return self._reader.execute(sql, parameters).fetchall()

    def _plain(self, text: str, what: str, world: str) -> Plain:
        """What `_text` made a text of; raises `DamagedError`."""
        try:
            value = json.loads(text)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise DamagedError(words.unreadable_record(what, self._title(world)))
        return value

    def _title(self, world: str) -> str:
        """What people call a world."""
        rows = self._read("SELECT title FROM worlds WHERE id = ?", (world,))
        return str(rows[0][0]) if rows else world

    # Worlds and pairings

    def bridge_id(self) -> str:
        return str(self._read("SELECT id FROM bridge")[0][0])

    def pair(self, world: World, pairing: Pairing) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO worlds (id, title, system, settings) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET title = excluded.title",
                (world.id, world.title, world.system, _text(world.settings)),
            )
            db.execute(
                "INSERT INTO pairings (token_hash, world, origin, created, used)"
                " VALUES (?, ?, ?, ?, ?)",
                astuple(pairing),
            )

        self._write(work)

    def world(self, world: str) -> World | None:
        rows = self._read("SELECT title, system, settings FROM worlds WHERE id = ?", (world,))
        for title, system, settings in rows:
            return World(world, title, system, self._plain(settings, words.SETTINGS, world))
        return None

    def pairing(self, token_hash: str) -> Pairing | None:
        rows = self._read(f"{PAIRINGS} WHERE token_hash = ?", (token_hash,))
        return Pairing(*rows[0]) if rows else None

    def pairings(self) -> list[Pairing]:
        return [Pairing(*row) for row in self._read(f"{PAIRINGS} ORDER BY world, created, rowid")]

    def grant(self, access: Access) -> None:
        sql = "INSERT INTO accesses VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._write(lambda db: db.execute(sql, astuple(access)))

    def access(self, token_hash: str) -> Access | None:
        rows = self._read("SELECT * FROM accesses WHERE token_hash = ?", (token_hash,))
        return Access(*rows[0]) if rows else None

    def accesses(self) -> list[Access]:
        sql = "SELECT * FROM accesses ORDER BY world, created, rowid"
        return [Access(*row) for row in self._read(sql)]

    def note_access(self, token_hash: str, at: int) -> None:
        sql = "UPDATE accesses SET used = ? WHERE token_hash = ?"
        self._write(lambda db: db.execute(sql, (at, token_hash)))

    def revoke(self, token_hashes: Sequence[str]) -> None:
        hashes = [(one,) for one in token_hashes]

        def work(db: sqlite3.Connection) -> None:
            db.executemany("DELETE FROM pairings WHERE token_hash = ?", hashes)
            db.executemany("DELETE FROM accesses WHERE token_hash = ?", hashes)

        self._write(work)

    def note_use(self, token_hash: str, system: str, at: int) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            pairing = "UPDATE pairings SET used = ? WHERE token_hash = ? RETURNING world"
            worlds = db.execute(pairing, (at, token_hash)).fetchall()
            sql = "UPDATE worlds SET used = ?, used_system = ? WHERE id = ?"
            db.executemany(sql, [(at, system, world) for (world,) in worlds])
            return bool(worlds)

        return self._write(work)

    def worlds(self) -> list[WorldSummary]:
        sql = (
            "SELECT id, title, coalesce(used_system, system), used,"
            " (SELECT count(*) FROM entries WHERE world = worlds.id)"
            " FROM worlds ORDER BY title, id"
        )
        return [WorldSummary(*row) for row in self._read(sql)]

    def origins(self) -> frozenset[str]:
        return frozenset(row[0] for row in self._read("SELECT DISTINCT origin FROM pairings"))

    def next_epoch(self, world: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            sql = "UPDATE worlds SET epoch = epoch + 1 WHERE id = ? RETURNING epoch"
            return int(db.execute(sql, (world,)).fetchone()[0])

        return self._write(work)

    def save_settings(self, world: str, settings: Mapping[str, Any]) -> None:
        sql = "UPDATE worlds SET settings = ? WHERE id = ?"
        self._write(lambda db: db.execute(sql, (_text(settings), world)))

    # The journal of a world

    def record(
        self,
        world: str,
        action: str,
        ack: Mapping[str, Any],
        entry: Mapping[str, Any] | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        seq = None if entry is None else entry["seq"]
        ack_text = _text(ack)
        entry_text = None if entry is None else _text(entry)
        state_text = None if checkpoint is None else _text(checkpoint.state)

        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO actions VALUES (?, ?, ?, ?)", (world, action, seq, ack_text))
            if entry_text is not None:
                last = "SELECT coalesce(max(seq), 0) FROM entries WHERE world = ?"
                if db.execute(last, (world,)).fetchone()[0] + 1 != seq:
                    raise StoreError(words.does_not_follow(world, seq or 0))
                db.execute("INSERT INTO entries VALUES (?, ?, ?)", (world, seq, entry_text))
            if checkpoint is not None:
                db.execute(
                    "INSERT INTO checkpoints VALUES (?, ?, ?)", (world, checkpoint.seq, state_text)
                )
                db.execute(
                    "DELETE FROM checkpoints WHERE world = ?1 AND seq NOT IN (SELECT seq FROM"
                    " checkpoints WHERE world = ?1 ORDER BY seq DESC LIMIT 2)",
                    (world,),
                )

        self._write(work)

    def acks(self, world: str, actions: Sequence[str]) -> dict[str, Plain]:
        marks = ", ".join("?" * len(actions))
        sql = f"SELECT action, ack FROM actions WHERE world = ? AND action IN ({marks})"  # noqa: S608 (marks only)
        rows = self._read(sql, (world, *actions))
        return {row[0]: self._plain(row[1], words.ACKNOWLEDGEMENT, world) for row in rows}

    def last_acknowledged(self, world: str) -> int:
        sql = "SELECT coalesce(max(seq), 0) FROM actions WHERE world = ?"
        return int(self._read(sql, (world,))[0][0])

    def checkpoint(self, world: str) -> Checkpoint | None:
        sql = (
            "SELECT seq, state FROM checkpoints WHERE world = ? ORDER BY seq DESC LIMIT 1 OFFSET 1"
        )
        for seq, state in self._read(sql, (world,)):
            return Checkpoint(seq, self._plain(state, words.CHECKPOINT, world))
        return None

    def entries(self, world: str, after: int, limit: int | None = None) -> list[Plain]:
        most = -1 if limit is None else limit  # SQLite: without end
        sql = "SELECT seq, entry FROM entries WHERE world = ? AND seq > ? ORDER BY seq LIMIT ?"
        entries = []
        for place, (seq, text) in enumerate(self._read(sql, (world, after, most)), after + 1):
            if seq != place:
                raise DamagedError(words.missing_entry(self._title(world), place))
            entry = self._plain(text, words.entry(seq), world)
            if entry.get("seq") != seq:
                raise DamagedError(words.unreadable_record(words.entry(seq), self._title(world)))
            entries.append(entry)
        return entries

    def adopt(self, world: str, source: Path) -> None:
        """Hold of a world what the database `source` holds, its journal and all, and no more.

        `source` is of the same version as this one, and nobody else uses either.
        """

        def work(db: sqlite3.Connection) -> None:
            for sql in ADOPT:
                db.execute(sql, (world,))

        self._writer.execute("ATTACH ? AS source", (str(source),))
        try:
            self._write(work)
        finally:
            self._writer.execute("DETACH source")

    def close(self) -> None:
        """Finish what was begun and give the file back."""
        with self._writing, self._reading:
            if not self._closed:
                self._closed = True
                self._reader.close()
                self._writer.close()


def _create(path: Path) -> None:
    """A new database, in its place only when it is whole; so an empty file is never a new one."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    with closing(connect(new)) as db:
        schema.bring_to(db, len(schema.SCHEMA_STEPS))
        db.execute("INSERT INTO bridge VALUES (?)", (secrets.token_hex(8),))
    os.replace(new, path)
