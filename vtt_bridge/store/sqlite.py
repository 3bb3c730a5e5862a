"""The store on the computer's own disk: SQLite from the standard library.

There is one writing connection, because several starve each other and are what SQLite's WAL-reset
bug needs. Whoever gets hold of it commits everything that waits by then at once (group commit); no
thread of its own, since handing work over costs as much as the commit. Reading goes through one
connection that cannot write.
"""

import json
import secrets
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from vtt_bridge import words
from vtt_bridge.store import Checkpoint, Pairing, Plain, StoreError, World, WorldSummary

Result = TypeVar("Result")
Synchronous = Literal["FULL", "NORMAL"]

# Step n brings a database of version n to version n + 1. Steps are never changed, only added.
SCHEMA_STEPS: tuple[str, ...] = (
    """
    CREATE TABLE bridge (id TEXT NOT NULL) STRICT;
    CREATE TABLE worlds (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        system TEXT NOT NULL,
        settings TEXT NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE pairings (
        token_hash TEXT PRIMARY KEY,
        world TEXT NOT NULL REFERENCES worlds (id),
        origin TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entries (
        world TEXT NOT NULL REFERENCES worlds (id),
        seq INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (world, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE actions (
        world TEXT NOT NULL REFERENCES worlds (id),
        action TEXT NOT NULL,
        seq INTEGER,
        ack TEXT NOT NULL,
        PRIMARY KEY (world, action)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE checkpoints (
        world TEXT NOT NULL REFERENCES worlds (id),
        seq INTEGER NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (world, seq)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE pairings ADD COLUMN created INTEGER;
    ALTER TABLE pairings ADD COLUMN used INTEGER;
    ALTER TABLE worlds ADD COLUMN used INTEGER;
    ALTER TABLE worlds ADD COLUMN used_system TEXT;
    """,
)

PAIRINGS = "SELECT token_hash, world, origin, created, used FROM pairings"


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _as_store_error(error: Exception) -> Exception:
    return StoreError(str(error)) if isinstance(error, sqlite3.Error) else error


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
        self._path = path
        try:
            self._writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute(f"PRAGMA synchronous = {synchronous}")
            self._writer.execute("PRAGMA foreign_keys = ON")
            self._bring_up_to_date()
            self._reader = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
            self._reader.execute("PRAGMA wal_autocheckpoint = 0")
        except sqlite3.Error as error:
            raise StoreError(words.broken_database(str(path), str(error))) from error
        self._reading = threading.Lock()
        self._writing = threading.Lock()
        self._waiting: deque[_Job] = deque()
        self._closed = False

    def _bring_up_to_date(self) -> None:
        version = self._writer.execute("PRAGMA user_version").fetchone()[0]
        if version > len(SCHEMA_STEPS):
            raise StoreError(words.newer_database(str(self._path)))
        if 0 < version < len(SCHEMA_STEPS):
            backup = self._path.with_name(f"{self._path.stem}-version-{version}.backup")
            with closing(sqlite3.connect(backup)) as copy:
                self._writer.backup(copy)
        for number in range(version, len(SCHEMA_STEPS)):
            self._writer.executescript(
                f"BEGIN IMMEDIATE; {SCHEMA_STEPS[number]} PRAGMA user_version = {number + 1};"
                "COMMIT;"
            )
        if self._writer.execute("SELECT 1 FROM bridge").fetchone() is None:
            self._writer.execute("INSERT INTO bridge VALUES (?)", (secrets.token_hex(8),))

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
                raise StoreError(words.STORE_CLOSED)
            db.execute("BEGIN IMMEDIATE")
            for job in jobs:
                db.execute("SAVEPOINT job")
                try:
                    job.result = job.work(db)
                except Exception as error:
                    job.error = _as_store_error(error)
                    db.execute("ROLLBACK TO job")  # fails when the disk is full
                db.execute("RELEASE job")
            db.execute("COMMIT")
        except (sqlite3.Error, StoreError) as error:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            for job in jobs:
                job.error = job.error or _as_store_error(error)
        for job in jobs:
            job.done = True

    def _read(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                return self._reader.execute(sql, parameters).fetchall()
            except sqlite3.Error as error:
                raise StoreError(str(error)) from error

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
            return World(world, title, system, json.loads(settings))
        return None

    def pairing(self, token_hash: str) -> Pairing | None:
        rows = self._read(f"{PAIRINGS} WHERE token_hash = ?", (token_hash,))
        return Pairing(*rows[0]) if rows else None

    def pairings(self) -> list[Pairing]:
        return [Pairing(*row) for row in self._read(f"{PAIRINGS} ORDER BY world, created, rowid")]

    def revoke(self, token_hashes: Sequence[str]) -> None:
        sql = "DELETE FROM pairings WHERE token_hash = ?"
        self._write(lambda db: db.executemany(sql, [(one,) for one in token_hashes]))

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
                    raise StoreError(f"entry {seq} does not follow the journal of {world}")
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
        return {row[0]: json.loads(row[1]) for row in self._read(sql, (world, *actions))}

    def checkpoint(self, world: str) -> Checkpoint | None:
        sql = (
            "SELECT seq, state FROM checkpoints WHERE world = ? ORDER BY seq DESC LIMIT 1 OFFSET 1"
        )
        rows = self._read(sql, (world,))
        return Checkpoint(rows[0][0], json.loads(rows[0][1])) if rows else None

    def entries(self, world: str, after: int) -> list[Plain]:
        sql = "SELECT entry FROM entries WHERE world = ? AND seq > ? ORDER BY seq"
        return [json.loads(row[0]) for row in self._read(sql, (world, after))]

    def close(self) -> None:
        """Finish what was begun and give the file back."""
        with self._writing, self._reading:
            if not self._closed:
                self._closed = True
                self._reader.close()
                self._writer.close()
