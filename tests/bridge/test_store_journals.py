"""The journals that released versions wrote, and what they still come to.

`tests.bridge.recording` made them. A later version may keep more than they had; what they had must
be as it was.
"""

import gzip
import json
from collections import Counter
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDice, SystemDice
from engine.table import Table
from engine.testing import trip
from tests.bridge.evening import Evening
from tests.bridge.recording import JOURNALS, digest, view_of
from vtt_bridge.backups import contents
from vtt_bridge.journals import load_table, replay
from vtt_bridge.store.sqlite import SqliteStore

RECORDED = sorted(path.with_suffix("") for path in JOURNALS.glob("*/*.jsonl"))
DATABASES = sorted(JOURNALS.glob("*/bridge.sqlite3.gz"))


def name(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


def entries_of(journal: Path) -> list[dict[str, Any]]:
    text = journal.with_suffix(".jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def expected_of(journal: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads(journal.with_suffix(".json").read_text(encoding="utf-8"))
    return expected


def cut_to(shape: Any, found: Any) -> Any:
    """What was found, without the names that `shape` does not have."""
    if isinstance(shape, dict) and isinstance(found, dict):
        return {key: cut_to(value, found[key]) for key, value in shape.items() if key in found}
    if isinstance(shape, list) and isinstance(found, list) and len(shape) == len(found):
        return [cut_to(*pair) for pair in zip(shape, found, strict=True)]
    return found


def require_as_recorded(table: Table, expected: dict[str, Any]) -> None:
    state = cut_to(expected["state"], trip(table.state.to_data()))
    assert state == expected["state"]
    assert digest(state) == expected["digest"]
    assert cut_to(expected["view"], trip(view_of(table))) == expected["view"]
    assert table.withdrawn_on_load == []


def test_every_system_is_there() -> None:
    for version in JOURNALS.iterdir():
        assert {path.stem for path in version.glob("*.jsonl")} == {"carps", "ccarps", "tracks"}


@pytest.mark.parametrize("journal", RECORDED, ids=name)
def test_a_recorded_journal_has_everything_in_it(journal: Path) -> None:
    entries, expected = entries_of(journal), expected_of(journal)
    raw = journal.with_suffix(".jsonl").read_bytes()
    assert sha256(raw).hexdigest() == expected["journal"]
    kinds = Counter(entry["kind"] for entry in entries)
    assert min(kinds[kind] for kind in ("command", "answer", "undo", "correct", "edit")) >= 1
    assert {entry["engine"] for entry in entries} == {journal.parent.name}
    assert expected["view"]["questions"]


@pytest.mark.parametrize("journal", RECORDED, ids=name)
def test_a_recorded_journal_comes_to_what_it_came_to(journal: Path) -> None:
    table = Table.load(journal.name, entries_of(journal), dice=ScriptedDice([]))
    require_as_recorded(table, expected_of(journal))


@pytest.mark.parametrize("packed", DATABASES, ids=lambda path: path.parent.name)
def test_a_recorded_database_opens_and_its_worlds_go_on(packed: Path, tmp_path: Path) -> None:
    path = tmp_path / "bridge.sqlite3"
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    with closing(SqliteStore(path)) as store:
        held = contents(store)
        assert [(one.system, one.fault) for one in held] == [
            ("carps", ""),
            ("ccarps", ""),
            ("tracks", ""),
        ]
        for one in held:
            world, journal = store.world(one.world), packed.parent / one.system
            assert world is not None
            assert store.entries(one.world, 0) == entries_of(journal)
            expected = expected_of(journal)
            require_as_recorded(replay(store, world, SystemDice), expected)
            require_as_recorded(load_table(store, world, SystemDice)[0], expected)
            evening = Evening(store, name="later")
            question = expected["view"]["questions"][0]
            answer = {"choice": None, "further": {}, "habits": {}, "source": "gm"}
            answered = evening.act(one.world, "answer", request=question["id"], **answer)
            assert (answered["ok"], answered["seq"]) == (True, one.entries + 1)
            undone = evening.act(one.world, "undo", command=None, actor=None, **{"with": []})
            assert undone["ok"]
