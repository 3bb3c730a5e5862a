"""The tables of a database, and the numbered steps that made them so."""

import sqlite3
from contextlib import closing

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
    """
    CREATE TABLE accesses (
        token_hash TEXT PRIMARY KEY,
        world TEXT NOT NULL REFERENCES worlds (id),
        name TEXT NOT NULL,
        seat TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created INTEGER,
        used INTEGER
    ) STRICT;
    """,
    # Without row ids SQLite gives every entry of more than a thousand bytes a page of its own.
    """
    CREATE TABLE new_entries (
        world TEXT NOT NULL REFERENCES worlds (id),
        seq INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (world, seq)
    ) STRICT;
    INSERT INTO new_entries SELECT world, seq, entry FROM entries ORDER BY world, seq;
    DROP TABLE entries;
    ALTER TABLE new_entries RENAME TO entries;
    """,
)


def version_of(db: sqlite3.Connection) -> int:
    """How many steps a database has had; 0 for one that is empty."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def bring_to(db: sqlite3.Connection, version: int) -> None:
    """Carry out the steps that are missing, each whole or not at all."""
    for number in range(version_of(db), version):
        db.executescript(
            f"BEGIN IMMEDIATE; {SCHEMA_STEPS[number]} PRAGMA user_version = {number + 1}; COMMIT;"
        )


def tables_of(db: sqlite3.Connection) -> set[str]:
    return {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def tables_in_version(version: int) -> set[str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        bring_to(db, version)
        return tables_of(db)
