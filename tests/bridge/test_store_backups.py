"""Backups of a running bridge, restored; and what a page sees that knew more."""

import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.bridge.evening import Evening
from tests.bridge.page import ORIGIN, WORLD, Page
from tests.bridge.said import Run
from vtt_bridge.backups import (
    AT_START,
    back_up,
    back_up_at_start,
    restore,
    restore_world,
    summary,
    sweep,
    thin_out,
)
from vtt_bridge.opening import open_store
from vtt_bridge.server import BridgeServer
from vtt_bridge.store import Access, Pairing, StoreError, World, schema
from vtt_bridge.store.files import known
from vtt_bridge.store.sqlite import SqliteStore


@pytest.fixture
def database(data: Path) -> Path:
    """A fight of nine entries in one world, with the bridge stopped."""
    data.mkdir()
    path = data / "bridge.sqlite3"
    with closing(SqliteStore(path)) as store:
        evening = Evening(store)
        evening.begin("rooftop", "Rooftop")
        evening.turns("rooftop", 6)
    return path


def play_on(database: Path, turns: int, name: str) -> None:
    with closing(open_store(database)) as store:
        Evening(store, name=name).turns("rooftop", turns)


def test_a_backup_while_people_play_is_whole(
    server: BridgeServer, page: Page, data: Path, tmp_path: Path
) -> None:
    """Made again and again while actions are committed: each is sound, and the bridge waits not."""
    for one in ("hiroshi", "benkei"):
        page.done("character.add", args={"id": one, "name": one.title(), "side": one})
    page.done("encounter.start", args={"id": "f", "name": "", "order": ["hiroshi", "benkei"]})
    enough = threading.Event()

    def play() -> None:
        for turn in range(10_000):
            page.done("end_turn", actor=("hiroshi", "benkei")[turn % 2])
            if enough.is_set():
                return

    player = threading.Thread(target=play)
    player.start()
    try:
        held = [
            back_up(data / "bridge.sqlite3", tmp_path / f"{number}.sqlite3")[1][0]
            for number in range(8)
        ]
    finally:
        enough.set()
        player.join()
    assert [one.fault for one in held] == [""] * 8
    assert held[0].entries < held[-1].entries
    assert [one.title for one in held] == ["Rooftop"] * 8


def test_a_page_that_knew_more_gets_the_whole_table_after_a_restore(
    start: Callable[..., BridgeServer], data: Path
) -> None:
    first = start()
    token = first.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    page = Page(first.address, token)
    page.connect()
    for one in ("hiroshi", "benkei"):
        page.done("character.add", args={"id": one, "name": one.title(), "side": one})
    backup, _ = back_up(data / "bridge.sqlite3")
    lost = page.command("character.add", args={"id": "mai", "name": "Mai", "side": "red"})
    assert lost["seq"] == 3
    page.close()
    first.stop()

    restored = restore(backup, data / "bridge.sqlite3")
    assert (restored.held[0].entries, restored.aside is not None) == (2, True)
    second = start()
    page = Page(second.address, token)
    welcome = page.connect(last=3)
    assert (welcome["seq"], welcome["missed"]) == (2, None)
    assert list(welcome["view"]["characters"]) == ["hiroshi", "benkei"]
    assert page.call("ask", {"ids": [lost["id"]]}) == {"ok": True, "known": {}}
    assert page.call("catch_up", {"after": 3})["error"]["code"] == "forgotten"
    assert page.call("catch_up", {"after": 2}) == {"ok": True, "batches": [], "more": False}
    batch = page.done("character.add", args={"id": "rei", "name": "Rei", "side": "red"}, seen=3)
    assert batch["seq"] == 3
    page.close()


def test_backup_and_restore_by_command(run: Run, database: Path, data: Path) -> None:
    made = run("backup", str(data / "mine.sqlite3"))
    assert made.stdout == (
        f"Backup written to {data / 'mine.sqlite3'} (Rooftop: 9 entries), and checked.\n"
    )
    again = run("backup", str(data / "mine.sqlite3"))
    assert again.stderr == f"{data / 'mine.sqlite3'} exists already; choose another name.\n"
    assert again.returncode == 1
    play_on(database, 4, "later")
    assert run("backup").returncode == 0
    (own,) = known(database)
    listed = run("restore").stdout.splitlines()
    assert listed[0].startswith(f"{own.name}  20")
    assert listed[0].endswith("  Rooftop: 13 entries")
    assert listed[1].startswith("'vtt-bridge restore NAME' puts one back")
    back = run("restore", str(data / "mine.sqlite3"))
    assert back.stdout.startswith(
        "Restored: Rooftop: 9 entries.\nWhat was there before is kept as "
    )
    (aside,) = (data / "set-aside").iterdir()
    assert [one.entries for one in summary(aside)] == [13]
    assert [one.entries for one in summary(database)] == [9]
    assert run("restore", own.name).returncode == 0
    assert [one.entries for one in summary(database)] == [13]
    assert run("restore", "--empty").returncode == 0
    assert summary(database) == []
    assert len(list((data / "set-aside").iterdir())) == 3


def test_nothing_is_restored_while_a_bridge_runs(
    run: Run, server: BridgeServer, page: Page, data: Path, tmp_path: Path
) -> None:
    page.done("character.add", args={"id": "mai", "name": "Mai", "side": "red"})
    made = run("backup", str(tmp_path / "mine.sqlite3"))
    assert (made.returncode, made.stderr) == (0, "")
    for what in (str(tmp_path / "mine.sqlite3"), "--empty"):
        refused = run("restore", what)
        assert refused.returncode == 1
        told = f"A bridge runs on this data folder at {server.address}; stop it first"
        assert refused.stderr.startswith(told)
        assert refused.stderr.count("\n") == 1
    page.done("character.add", args={"id": "rei", "name": "Rei", "side": "red"})


def test_nothing_is_restored_while_another_program_has_the_database_open(
    run: Run, database: Path, data: Path
) -> None:
    path, _ = back_up(database)
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = run("restore", path.name)
        assert refused.stderr == (
            f"Another program keeps {database} locked; close that program and try again.\n"
        )
    assert [one.entries for one in summary(database)] == [9]
    assert run("restore", path.name).returncode == 0


@pytest.fixture
def since(database: Path, run: Run) -> Path:
    """A backup of three who may come in, of whom two were revoked since."""
    with closing(SqliteStore(database)) as store:
        store.pair(World("rooftop", "Rooftop", "carps", {}), Pairing("a" * 64, "rooftop", ORIGIN))
        store.grant(Access("b" * 64, "rooftop", "Deck", "gm", "read"))
    path, _ = back_up(database)
    for one in ("aaaaaaaa", "bbbbbbbb"):
        assert run("tokens", "revoke", one).returncode == 0
    return path


def ids(run: Run) -> list[str]:
    return [one["id"] for one in json.loads(run("tokens", "list", "--json").stdout)]


def test_what_was_revoked_since_a_backup_does_not_come_back(run: Run, since: Path) -> None:
    (left,) = ids(run)
    back = run("restore", since.name)
    assert back.stdout.splitlines()[1] == (
        f"Left out, for they were revoked since that backup: {ORIGIN} (rooftop), Deck (rooftop)."
    )
    assert ids(run) == [left]
    assert run("restore", since.name, "--world", "Rooftop").returncode == 0
    assert ids(run) == [left]


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize("lose", [cut, Path.unlink])
def test_where_nothing_tells_what_was_revoked_it_is_said(
    run: Run, database: Path, since: Path, lose: Callable[[Path], None]
) -> None:
    lose(database)
    back = run("restore", since.name)
    assert back.stdout.splitlines()[1] == (
        "What was revoked since that backup cannot be known here, so all of its pairings and "
        "access tokens count again; 'vtt-bridge tokens list' shows them, 'vtt-bridge tokens "
        "revoke ID' forgets one."
    )
    assert {"aaaaaaaa", "bbbbbbbb"} < {*ids(run)}


def test_the_tokens_of_a_backup_go_with_it_to_another_bridge(run: Run, since: Path) -> None:
    assert run("restore", "--empty").returncode == 0
    back = run("restore", since.name)
    assert back.stdout.splitlines()[1].startswith("What was revoked since that backup cannot ")
    assert len(ids(run)) == 3


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


def somebody_elses(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE songs (title TEXT)")


def gone(path: Path) -> None:
    path.unlink()


def unsound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM entries WHERE seq = 4")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (newer, "was written by a newer vtt-bridge"),
        (somebody_elses, "is no database of vtt-bridge"),
        (gone, "There is no backup"),
        (unsound, "is not whole: Entry 4 in the journal of Rooftop is missing"),
        (lambda path: path.write_text("Dear reader"), "file is not a database"),
        (lambda path: path.write_bytes(b""), "is damaged (the file is empty)"),
    ],
)
def test_a_bad_backup_changes_nothing(
    run: Run, database: Path, data: Path, spoil: Callable[[Path], None], why: str
) -> None:
    path, _ = back_up(database)
    spoil(path)
    before = database.read_bytes()
    refused = run("restore", str(path))
    assert refused.returncode == 1
    assert why in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert "copy-" not in refused.stderr
    assert database.read_bytes() == before
    assert not (data / "set-aside").exists()
    with pytest.raises(StoreError):
        restore_world(path, database, "Rooftop")
    assert database.read_bytes() == before


def test_an_unknown_world_is_named_with_those_that_there_are(
    run: Run, database: Path, data: Path
) -> None:
    path, _ = back_up(database)
    refused = run("restore", path.name, "--world", "Harbour")
    assert refused.stderr == (
        "Harbour is not one world of that backup; it holds: Rooftop (rooftop).\n"
    )


def test_a_world_alone_needs_a_database_to_go_into(run: Run, database: Path) -> None:
    path, _ = back_up(database)
    database.unlink()
    refused = run("restore", path.name, "--world", "Rooftop")
    assert (refused.returncode, refused.stderr) == (
        1,
        f"There is no database {database} to put a world into; restore the whole backup first, "
        "with 'vtt-bridge restore NAME'.\n",
    )
    assert run("restore", path.name).returncode == 0


def test_a_backup_of_an_unsound_journal_says_so_and_what_helps(run: Run, database: Path) -> None:
    unsound(database)
    made = run("backup")
    (path,) = known(database)
    assert (made.returncode, made.stdout) == (
        1,
        f"Backup written to {path} (Rooftop: 8 entries), but it is not whole: "
        "Entry 4 in the journal of Rooftop is missing. 'vtt-bridge restore NAME --world WORLD' "
        "brings a world back from an older backup.\n",
    )


@pytest.mark.parametrize("command", ["tables", "tokens list", "export", "backup"])
def test_a_damaged_database_is_named_with_what_helps(
    run: Run, database: Path, data: Path, command: str
) -> None:
    with database.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * 8192)
    told = run(*command.split())
    assert told.returncode == 1
    assert told.stderr.startswith(f"{database} is damaged (")
    assert told.stderr.endswith(
        " 'vtt-bridge doctor' looks it through; 'vtt-bridge restore' lists the backups.\n"
    )
    assert list(data.glob("backups/*")) == []


def test_a_backup_that_cannot_be_written_is_told(run: Run, database: Path, data: Path) -> None:
    target = data / "nowhere" / "mine.sqlite3"
    made = run("backup", str(target))
    assert made.returncode == 1
    assert made.stderr.startswith(f"{target} cannot be used (No such file or directory);")
    assert made.stderr.count("\n") == 1


def test_there_is_nothing_to_back_up_without_a_database(run: Run, data: Path) -> None:
    made = run("backup")
    assert made.stderr.startswith(f"There is no database {data / 'bridge.sqlite3'};")
    assert made.stderr.count("\n") == 1


def test_a_backup_of_an_older_version_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The schema's real steps: a file as the first of them left it, with a fight in it."""
    old = tmp_path / "old.sqlite3"
    new = tmp_path / "new.sqlite3"
    with closing(SqliteStore(new)) as store:
        Evening(store).begin("rooftop", "Rooftop")
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        schema.bring_to(db, 1)
        db.execute("ATTACH ? AS new", (str(new),))
        db.execute("INSERT INTO bridge SELECT id FROM new.bridge")
        db.execute("INSERT INTO worlds SELECT id, title, system, settings, epoch FROM new.worlds")
        db.execute("INSERT INTO pairings SELECT token_hash, world, origin FROM new.pairings")
        db.execute("INSERT INTO entries SELECT * FROM new.entries")
        db.execute("INSERT INTO actions SELECT * FROM new.actions")
    as_it_was = old.read_bytes()
    database = tmp_path / "data" / "bridge.sqlite3"
    database.parent.mkdir()
    held = restore(old, database).held
    assert [(one.title, one.entries, one.fault) for one in held] == [("Rooftop", 3, "")]
    assert old.read_bytes() == as_it_was
    play_on(database, 1, "later")

    shutil.copy(old, database.with_name("second.sqlite3"))
    play_on(database.with_name("second.sqlite3"), 1, "later")
    kept = database.with_name("backups") / "second-version-1.sqlite3"
    with closing(sqlite3.connect(kept)) as db:
        assert schema.version_of(db) == 1
        assert db.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    held = restore(kept, database).held
    assert held[0].entries == 3


def test_the_bridge_makes_a_backup_when_it_starts_if_anything_is_new(
    database: Path, start: Callable[..., BridgeServer]
) -> None:
    for turns in (0, 2, 0):
        play_on(database, turns, f"evening-{turns}")
        start().stop()
    made = known(database)
    assert [AT_START in path.stem for path in made] == [True, True]
    assert [[one.entries for one in summary(path)] for path in made] == [[11], [9]]


def test_a_new_bridge_makes_no_backup_of_nothing(
    start: Callable[..., BridgeServer], data: Path
) -> None:
    start().stop()
    assert known(data / "bridge.sqlite3") == []


def test_an_unsound_journal_is_told_in_the_log_and_the_backup_is_marked(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    unsound(database)
    back_up_at_start(database)
    (path,) = known(database)
    assert path.stem.endswith("-start-unsound")
    assert "Entry 4 in the journal of Rooftop is missing." in caplog.text


def test_own_backups_are_thinned_out_and_a_good_one_stays(database: Path) -> None:
    folder = database.with_name("backups")
    folder.mkdir()
    day, hour = 86_400, 3_600
    times = {f"bridge-{age}-start-unsound": age * hour for age in range(1, 8)}
    times |= {f"bridge-{10 + age}-start-unsound": age * day for age in range(1, 8)}
    times |= {"bridge-30-start": 30 * day, "bridge-40-start": 40 * day}
    times |= {"bridge-mine": 50 * day, "bridge-version-1": 60 * day}
    noon = 1_700_000_000 // day * day + 12 * hour
    for name, age in times.items():
        path = folder / f"{name}.sqlite3"
        path.touch()
        os.utime(path, (noon - age, noon - age))
    thin_out(database)
    assert sorted(path.stem for path in known(database)) == [
        "bridge-1-start-unsound",
        "bridge-11-start-unsound",
        "bridge-12-start-unsound",
        "bridge-13-start-unsound",
        "bridge-14-start-unsound",
        "bridge-2-start-unsound",
        "bridge-3-start-unsound",
        "bridge-30-start",
        "bridge-mine",
        "bridge-version-1",
    ]


def test_what_ended_copies_left_behind_is_swept_away(database: Path) -> None:
    folders = [database.with_name(f"copy-{age}") for age in ("old", "new")]
    parts = [database.with_name("backups") / f"{age}.sqlite3.part" for age in ("old", "new")]
    for path in [folder / "bridge.sqlite3" for folder in folders] + parts:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    beside = [
        parts[0].with_name("old.sqlite3.part-journal"),
        database.with_name(f"{database.name}.restored"),
        database.with_name(f"{database.name}.restored.part"),
    ]
    for path in beside:
        path.touch()
    for old in (folders[0], parts[0], *beside):
        os.utime(old, (1, 1))
    sweep(database)
    assert not any(path.exists() for path in beside)
    left = [path.exists() for path in (*folders, *parts)]
    assert left == [False, True, False, True]
    assert database.exists()
