"""Databases that are really damaged: set aside in words, and never silently begun anew."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.bridge.evening import Evening
from vtt_bridge.backups import back_up, last_good, restore, restore_world
from vtt_bridge.opening import open_store
from vtt_bridge.store import DamagedError, StoreError
from vtt_bridge.store.sqlite import SqliteStore
from vtt_bridge.words import Refusal

TURNS = 120


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two worlds with a fight each, and one backup of them."""
    path = tmp_path_factory.mktemp("evening") / "bridge.sqlite3"
    with closing(SqliteStore(path)) as store:
        evening = Evening(store)
        for world in ("rooftop", "harbour"):
            evening.begin(world, world.title())
            evening.turns(world, TURNS)
    back_up(path)
    return path


@pytest.fixture
def database(evening: Path, tmp_path: Path) -> Path:
    """A copy to be damaged."""
    shutil.copytree(evening.parent, tmp_path / "data")
    return tmp_path / "data" / evening.name


def empty(path: Path) -> None:
    path.write_bytes(b"")


def write_a_letter(path: Path) -> None:
    path.write_bytes(b"Dear reader, " * 5000)


def cut_in_half(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def overwrite_pages(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[8 * 4096 : 16 * 4096] = b"\x5a" * (8 * 4096)
    path.write_bytes(whole)


def drop_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE entries")


def forget_the_bridge(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM bridge")


def bring_a_foreign_wal(path: Path) -> None:
    """The WAL of another bridge, which SQLite itself takes for this database's own."""
    other = path.with_name("other.sqlite3")
    store = SqliteStore(other)
    evening = Evening(store)
    evening.begin("attic", "Attic")
    evening.turns("attic", TURNS)
    shutil.copy(f"{other}-wal", f"{path}-wal")
    store.close()
    other.unlink()


DAMAGES = [
    (empty, "the file is empty"),
    (write_a_letter, "file is not a database"),
    (cut_in_half, "database disk image is malformed"),
    (overwrite_pages, "btreeInitPage|malformed"),
    (drop_a_table, "it has no entries"),
    (forget_the_bridge, "does not say which bridge"),
    (bring_a_foreign_wal, "bridge.sqlite3 is damaged"),
]


@pytest.mark.parametrize(("damage", "why"), DAMAGES)
def test_a_damaged_database_is_set_aside_and_the_last_backup_brings_all_back(
    database: Path, damage: Callable[[Path], None], why: str
) -> None:
    backup = next((database.parent / "backups").iterdir())
    damage(database)
    damaged = database.read_bytes()
    with pytest.raises(StoreError, match=why) as told:
        open_store(database)
    (aside,) = (database.parent / "set-aside").glob("*.sqlite3")
    assert f"It was set aside as {aside}, and nothing was begun anew." in str(told.value)
    assert f"restore {backup.name}" in str(told.value)
    assert "(Harbour: 123 entries, Rooftop: 123 entries)" in str(told.value)
    assert aside.read_bytes() == damaged
    with pytest.raises(StoreError, match=f"is gone.*restore {backup.name}"):
        open_store(database)
    assert not database.exists()
    restored = restore(backup, database)
    assert [(one.title, one.entries, one.fault) for one in restored.held] == [
        ("Harbour", 123, ""),
        ("Rooftop", 123, ""),
    ]
    assert restored.aside is None
    with closing(open_store(database)) as store:
        evening = Evening(store, name="again")
        evening.turns("rooftop", 2)
        assert store.last_acknowledged("rooftop") == 125


def test_the_wal_of_a_twin_is_told_from_ones_own(tmp_path: Path) -> None:
    """Another bridge's that fills the very same pages, so that SQLite finds nothing wrong."""
    paths = [tmp_path / name for name in ("ours.sqlite3", "theirs.sqlite3")]
    for path in paths:
        with closing(SqliteStore(path)) as store:
            evening = Evening(store, name=path.stem)
            evening.begin("rooftop", path.stem)
            evening.turns("rooftop", 5)
            shutil.copy(f"{path}-wal", tmp_path / f"{path.stem}.wal")
    ours, _ = paths
    shutil.copy(tmp_path / "theirs.wal", f"{ours}-wal")
    with closing(sqlite3.connect(f"{ours.as_uri()}?mode=ro", uri=True)) as db:
        assert db.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        assert db.execute("SELECT title FROM worlds").fetchall() == [("theirs",)]
    alone = ours.read_bytes()
    with pytest.raises(StoreError, match="the -wal file beside it belongs to another database"):
        open_store(ours)
    (aside,) = (tmp_path / "set-aside").glob("*.sqlite3")
    assert aside.read_bytes() == alone
    Path(f"{aside}-wal").unlink()
    held = restore(aside, ours).held
    assert [(one.title, one.entries, one.fault) for one in held] == [("ours", 8, "")]


def test_a_damaged_database_without_a_backup_is_not_begun_anew_either(database: Path) -> None:
    shutil.rmtree(database.with_name("backups"))
    cut_in_half(database)
    with pytest.raises(StoreError, match=r"There is no good backup; .*vtt-bridge restore --empty"):
        open_store(database)
    with pytest.raises(StoreError, match=r"is gone\. There is no good backup"):
        open_store(database)


def test_a_backup_that_is_damaged_too_is_passed_over(database: Path) -> None:
    good = next((database.parent / "backups").iterdir())
    newer, _ = back_up(database)
    overwrite_pages(newer)
    newest, _ = back_up(database)
    with closing(sqlite3.connect(newest)) as db, db:
        db.execute("DELETE FROM entries WHERE world = 'harbour' AND seq = 40")
    found = last_good(database)
    assert found is not None
    assert found[0] == good


def change(database: Path, sql: str, *parameters: object) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        assert db.execute(sql, parameters).rowcount > 0


def garble_an_entry(database: Path) -> None:
    change(
        database,
        "UPDATE entries SET entry = replace(entry, '\"kind\"', '\"ki')"
        " WHERE world = 'harbour' AND seq = 70",
    )


def make_an_entry_a_list(database: Path) -> None:
    change(database, "UPDATE entries SET entry = '[]' WHERE world = 'harbour' AND seq = 123")


def name_an_unknown_event(database: Path) -> None:
    change(
        database,
        "UPDATE entries SET entry = replace(entry, 'turn_began', 'turn_dreamt')"
        " WHERE world = 'harbour' AND seq = 70",
    )


def leave_a_gap(database: Path) -> None:
    change(database, "DELETE FROM entries WHERE world = 'harbour' AND seq = 70")


def lose_the_first(database: Path) -> None:
    change(database, "DELETE FROM entries WHERE world = 'harbour' AND seq = 1")
    change(database, "DELETE FROM checkpoints WHERE world = 'harbour'")


def lose_the_last(database: Path) -> None:
    change(database, "DELETE FROM entries WHERE world = 'harbour' AND seq = 123")


def swap_two_entries(database: Path) -> None:
    change(database, "UPDATE entries SET seq = 999 WHERE world = 'harbour' AND seq = 70")
    change(database, "UPDATE entries SET seq = 70 WHERE world = 'harbour' AND seq = 71")
    change(database, "UPDATE entries SET seq = 71 WHERE world = 'harbour' AND seq = 999")


@pytest.mark.parametrize(
    "damage",
    [
        garble_an_entry,
        make_an_entry_a_list,
        name_an_unknown_event,
        leave_a_gap,
        lose_the_first,
        lose_the_last,
        swap_two_entries,
    ],
)
def test_one_unreadable_journal_leaves_the_other_worlds_alone(
    database: Path, damage: Callable[[Path], None]
) -> None:
    backup = next((database.parent / "backups").iterdir())
    damage(database)
    with closing(open_store(database)) as store:
        evening = Evening(store, name="again")
        for _ in range(2):
            with pytest.raises(Refusal, match="cannot be read") as refused:
                evening.turns("harbour", 1)
            assert refused.value.code == "unreadable_journal"
            assert "vtt-bridge restore" in refused.value.hint
        evening.turns("rooftop", 3)
        assert store.last_acknowledged("rooftop") == 126
    one, aside = restore_world(backup, database, "Harbour")
    assert (one.world, one.entries, one.fault) == ("harbour", 123, "")
    assert aside.exists()
    with closing(open_store(database)) as store:
        evening = Evening(store, name="later")
        evening.turns("harbour", 1)
        assert store.last_acknowledged("harbour") == 124
        assert store.last_acknowledged("rooftop") == 126
        assert len(store.pairings()) == 2


def test_garbled_settings_are_a_fault_of_that_world_alone(database: Path) -> None:
    good = next((database.parent / "backups").iterdir())
    change(database, "UPDATE worlds SET settings = '{' WHERE id = 'harbour'")
    _, held = back_up(database)
    assert [(one.title, one.fault) for one in held] == [
        ("Harbour", "The record of the settings of Harbour cannot be read."),
        ("Rooftop", ""),
    ]
    with closing(open_store(database)) as store:
        evening = Evening(store, name="again")
        evening.turns("rooftop", 1)
        with pytest.raises(DamagedError):
            evening.turns("harbour", 1)
    restore_world(good, database, "harbour")
    with closing(open_store(database)) as store:
        Evening(store, name="later").turns("harbour", 1)
        assert store.last_acknowledged("rooftop") == 124


@pytest.mark.parametrize("state", ["{", "[1]", '{"seq": 50}', '{"seq": 50, "state": {}}'])
def test_a_checkpoint_that_does_not_serve_costs_only_time(database: Path, state: str) -> None:
    change(database, "UPDATE checkpoints SET state = ?", state)
    with closing(open_store(database)) as store:
        evening = Evening(store, name="again")
        evening.turns("rooftop", 1)
        entries = store.entries("rooftop", 0)
        assert [one["seq"] for one in entries] == list(range(1, 125))


def test_a_backup_with_a_strange_checkpoint_is_no_good_one(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        (text,) = db.execute(
            "SELECT state FROM checkpoints WHERE world = 'rooftop' AND seq = 50"
        ).fetchone()
    table = json.loads(text)
    table["state"]["characters"]["hiroshi"]["base"] += 1
    change(
        database,
        "UPDATE checkpoints SET state = ? WHERE world = 'rooftop' AND seq = 50",
        json.dumps(table),
    )
    _, held = back_up(database)
    assert [(one.title, one.fault) for one in held] == [
        ("Harbour", ""),
        ("Rooftop", "The checkpoint of Rooftop does not agree with its journal."),
    ]
