"""What any store must do (`StoreContract`), and what only the SQLite one can show."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vtt_bridge.store import (
    Checkpoint,
    Pairing,
    Store,
    StoreError,
    World,
    WorldSummary,
    schema,
)
from vtt_bridge.store.sqlite import SqliteStore

ROOFTOP = World("rooftop", "Rooftop", "carps", {"player_seconds": 30})
VERSION = len(schema.SCHEMA_STEPS)
HARBOUR = World("harbour", "Harbour", "carps", {"player_seconds": 20})


def entry(seq: int, text: str = "") -> dict[str, object]:
    return {"seq": seq, "kind": "toy", "text": text}


class StoreContract:
    """Derive from this and give `store` and `reopen` to hold another store to the contract."""

    def test_a_new_store_knows_nobody(self, store: Store) -> None:
        assert store.world("rooftop") is None
        assert store.pairing("hash") is None
        assert store.origins() == frozenset()

    def test_a_pairing_is_found_by_its_hash(self, store: Store) -> None:
        pairing = Pairing("hash", "rooftop", "http://localhost:30000")
        store.pair(ROOFTOP, pairing)
        assert store.world("rooftop") == ROOFTOP
        assert store.pairing("hash") == pairing
        assert store.pairing("other") is None
        assert store.origins() == {"http://localhost:30000"}

    def test_pairing_again_renews_the_title_and_keeps_the_rest(self, store: Store) -> None:
        store.pair(ROOFTOP, Pairing("one", "rooftop", "http://localhost:30000"))
        store.pair(
            World("rooftop", "Roof", "tracks", {}), Pairing("two", "rooftop", "https://a.example")
        )
        assert store.world("rooftop") == World("rooftop", "Roof", "carps", ROOFTOP.settings)
        assert store.pairing("one") is not None
        assert store.origins() == {"http://localhost:30000", "https://a.example"}

    def test_a_revoked_pairing_is_forgotten_and_its_world_kept(self, store: Store) -> None:
        pair_both(store)
        here = Pairing("here", "rooftop", "http://localhost:30000", created=50)
        there = Pairing("there", "rooftop", "https://a.example", created=60)
        for pairing in (there, here):
            store.pair(ROOFTOP, pairing)
        kept = [one for one in store.pairings() if one.token_hash not in ("here", "there")]
        assert [one for one in store.pairings() if one.created] == [here, there]
        store.revoke(["here", "never there"])
        assert store.pairing("here") is None
        assert "https://a.example" in store.origins()
        store.revoke([one.token_hash for one in store.pairings()])
        assert (len(kept), store.pairings(), store.origins()) == (2, [], frozenset())
        assert store.world("rooftop") == ROOFTOP

    def test_a_use_is_noted_with_the_pairing_and_its_world(self, store: Store) -> None:
        pair_both(store)
        store.pair(ROOFTOP, Pairing("one", "rooftop", "http://localhost:30000", created=50))
        store.record("rooftop", "first", {"ok": True}, entry(1))
        assert store.note_use("one", "tracks", 70)
        assert not store.note_use("revoked", "carps", 80)
        assert store.pairing("one") == Pairing("one", "rooftop", "http://localhost:30000", 50, 70)
        assert store.worlds() == [
            WorldSummary("harbour", "Harbour", "carps", None, 0),
            WorldSummary("rooftop", "Rooftop", "tracks", 70, 1),
        ]
        assert store.world("rooftop") == ROOFTOP

    def test_epochs_count_per_world(self, store: Store) -> None:
        pair_both(store)
        assert [store.next_epoch("rooftop") for _ in range(3)] == [1, 2, 3]
        assert store.next_epoch("harbour") == 1

    def test_settings_are_replaced(self, store: Store) -> None:
        pair_both(store)
        store.save_settings("rooftop", {"player_seconds": None})
        world = store.world("rooftop")
        assert world is not None
        assert world.settings == {"player_seconds": None}
        assert store.world("harbour") == HARBOUR

    def test_an_action_is_kept_with_its_entry(self, store: Store) -> None:
        pair_both(store)
        store.record("rooftop", "a", {"ok": True, "seq": 1}, entry(1, "Tōri \U0001f3b2"))
        store.record("rooftop", "b", {"ok": False})
        store.record("rooftop", "c", {"ok": True, "seq": 2}, entry(2))
        assert store.entries("rooftop", 0) == [entry(1, "Tōri \U0001f3b2"), entry(2)]
        assert store.entries("rooftop", 1) == [entry(2)]
        assert store.acks("rooftop", ["a", "b", "x"]) == {
            "a": {"ok": True, "seq": 1},
            "b": {"ok": False},
        }
        assert store.acks("rooftop", []) == {}

    def test_the_last_acknowledged_entry_is_known(self, store: Store) -> None:
        pair_both(store)
        assert store.last_acknowledged("rooftop") == 0
        store.record("rooftop", "a", {"ok": True, "seq": 1}, entry(1))
        store.record("rooftop", "b", {"ok": True, "seq": 2}, entry(2))
        store.record("rooftop", "c", {"ok": False})
        assert store.last_acknowledged("rooftop") == 2
        assert store.last_acknowledged("harbour") == 0

    def test_an_action_id_is_taken_once_per_world(self, store: Store) -> None:
        pair_both(store)
        store.record("rooftop", "a", {"ok": True, "seq": 1}, entry(1))
        with pytest.raises(StoreError):
            store.record("rooftop", "a", {"ok": True, "seq": 2}, entry(2))
        store.record("harbour", "a", {"ok": False})
        assert store.acks("rooftop", ["a"]) == {"a": {"ok": True, "seq": 1}}
        assert store.entries("rooftop", 0) == [entry(1)]

    @pytest.mark.parametrize("seq", [0, 1, 3])
    def test_an_entry_must_follow_the_last_one(self, store: Store, seq: int) -> None:
        pair_both(store)
        store.record("rooftop", "a", {"ok": True, "seq": 1}, entry(1))
        with pytest.raises(StoreError):
            store.record("rooftop", "b", {"ok": True, "seq": seq}, entry(seq))
        assert store.acks("rooftop", ["b"]) == {}
        assert store.entries("rooftop", 0) == [entry(1)]

    def test_an_unknown_world_is_refused(self, store: Store) -> None:
        with pytest.raises(StoreError):
            store.record("nowhere", "a", {"ok": False})

    def test_the_last_but_one_checkpoint_is_found(self, store: Store) -> None:
        pair_both(store)
        found = []
        for seq in (1, 2, 3, 4):
            point = Checkpoint(seq, {"level": seq})
            store.record("rooftop", str(seq), {"ok": True}, entry(seq), point)
            found.append(store.checkpoint("rooftop"))
        assert found == [None, *(Checkpoint(seq, {"level": seq}) for seq in (1, 2, 3))]
        assert store.checkpoint("harbour") is None

    def test_many_threads_write_each_their_world(self, store: Store) -> None:
        worlds = [f"world-{number}" for number in range(8)]
        for world in worlds:
            store.pair(World(world, world, "carps", {}), Pairing(world, world, "http://a"))

        def write(world: str) -> None:
            for seq in range(1, 26):
                store.record(world, f"action-{seq}", {"ok": True, "seq": seq}, entry(seq))

        threads = [threading.Thread(target=write, args=(world,)) for world in worlds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for world in worlds:
            assert [kept["seq"] for kept in store.entries(world, 0)] == list(range(1, 26))

    def test_everything_is_there_after_opening_again(
        self, store: Store, reopen: Callable[[], Store]
    ) -> None:
        bridge = store.bridge_id()
        pair_both(store)
        store.next_epoch("rooftop")
        for seq in (1, 2):
            point = Checkpoint(seq, {"level": seq})
            store.record("rooftop", str(seq), {"ok": True}, entry(seq), point)
        store.close()
        again = reopen()
        assert again.bridge_id() == bridge
        assert again.next_epoch("rooftop") == 2
        assert again.entries("rooftop", 0) == [entry(1), entry(2)]
        assert again.checkpoint("rooftop") == Checkpoint(1, {"level": 1})
        again.close()

    def test_a_closed_store_takes_nothing(self, store: Store) -> None:
        pair_both(store)
        store.close()
        with pytest.raises(StoreError):
            store.record("rooftop", "a", {"ok": False})


def pair_both(store: Store) -> None:
    store.pair(ROOFTOP, Pairing("rooftop-hash", "rooftop", "http://localhost:30000"))
    store.pair(HARBOUR, Pairing("harbour-hash", "harbour", "http://localhost:30000"))


class TestSqliteStore(StoreContract):
    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        return tmp_path / "bridge.sqlite3"

    @pytest.fixture
    def store(self, path: Path) -> Iterator[Store]:
        store = SqliteStore(path)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, path: Path) -> Callable[[], Store]:
        return lambda: SqliteStore(path)

    def test_it_is_a_durable_wal(self, store: SqliteStore, path: Path) -> None:
        with sqlite3.connect(path) as other:
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)

    def test_it_may_wait_less_for_the_disk(self, tmp_path: Path) -> None:
        store = SqliteStore(tmp_path / "quick.sqlite3", "NORMAL")
        assert store._writer.execute("PRAGMA synchronous").fetchone() == (1,)
        store.close()

    def test_the_reader_cannot_write(self, store: SqliteStore) -> None:
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store._reader.execute("DELETE FROM worlds")

    def test_a_new_step_runs_once_and_leaves_a_backup(
        self, store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pair_both(store)
        store.close()
        step = "ALTER TABLE worlds ADD COLUMN note TEXT NOT NULL DEFAULT 'new';"
        monkeypatch.setattr(schema, "SCHEMA_STEPS", (*schema.SCHEMA_STEPS, step))
        for _ in range(2):
            again = SqliteStore(path)
            assert again.world("rooftop") == ROOFTOP
            assert again._read("SELECT DISTINCT note FROM worlds") == [("new",)]
            again.close()
        backup = path.with_name("backups") / f"bridge-version-{VERSION}.sqlite3"
        with sqlite3.connect(backup) as copy:
            assert copy.execute("PRAGMA user_version").fetchone() == (VERSION,)
            assert copy.execute("SELECT count(*) FROM worlds").fetchone() == (2,)

    def test_a_failing_step_leaves_everything_as_it_was(
        self, store: SqliteStore, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pair_both(store)
        store.close()
        step = "ALTER TABLE worlds ADD COLUMN note TEXT; ALTER TABLE nothing ADD COLUMN a TEXT;"
        with monkeypatch.context() as patched:
            patched.setattr(schema, "SCHEMA_STEPS", (*schema.SCHEMA_STEPS, step))
            with pytest.raises(StoreError, match="cannot be used"):
                SqliteStore(path)
        again = SqliteStore(path)
        assert again._read("PRAGMA user_version") == [(VERSION,)]
        assert again.world("rooftop") == ROOFTOP
        again.close()

    def test_a_newer_database_is_refused(self, store: SqliteStore, path: Path) -> None:
        store.close()
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA user_version = 99")
        with pytest.raises(StoreError, match="newer vtt-bridge"):
            SqliteStore(path)

    def test_a_file_that_is_no_database_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "letter.sqlite3"
        path.write_bytes(b"Dear reader, " * 100)
        with pytest.raises(StoreError, match="file is not a database"):
            SqliteStore(path)
        assert path.read_bytes() == b"Dear reader, " * 100

    def test_a_failed_commit_keeps_nothing(self, store: SqliteStore) -> None:
        pair_both(store)
        store._writer.execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreError, match="full"):
            store.record("rooftop", "a", {"ok": True}, entry(1, "x" * 100_000))
        store._writer.execute("PRAGMA max_page_count = 1000000")
        assert store.entries("rooftop", 0) == []
        store.record("rooftop", "a", {"ok": True}, entry(1))
        assert store.acks("rooftop", ["a"]) == {"a": {"ok": True}}
