"""Tables and characters out of one world and into another, with a bridge that runs and without."""

import gzip
import json
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.dice import SystemDice
from engine.testing import trip
from tests.bridge.evening import ORIGIN, Evening
from tests.bridge.page import Page
from tests.bridge.recording import JOURNALS
from tests.bridge.said import Run
from vtt_bridge import __version__
from vtt_bridge.journals import load_table
from vtt_bridge.server import BridgeServer
from vtt_bridge.store import Plain
from vtt_bridge.store.sqlite import SqliteStore
from vtt_bridge.transfer.bringing import Wish, bring_in
from vtt_bridge.transfer.documents import table_document

NOTE = "Everything that the game master may know is in this file, secrets too.\n"


@pytest.fixture
def database(data: Path) -> Path:
    """Two worlds of CARPS with a fight each, and an empty one of tracks."""
    data.mkdir()
    path = data / "bridge.sqlite3"
    with closing(SqliteStore(path)) as store:
        evening = Evening(store)
        for world in ("rooftop", "harbour"):
            evening.begin(world, world.title())
        evening.bridge.admit("attic", "Attic", ORIGIN, "tracks")
        edit = {"level": 7, "rp": 40, "abilities": ["sure_strike", "take_the_hit"]}
        evening.gm("rooftop", "character.edit", character="hiroshi", side="red", fields=edit)
        evening.gm("rooftop", "rules.set", rules={"provoke_lock": "provokers_attackable"})
        evening.gm("rooftop", "table.conduct", odds="players")
    return path


def exported(run: Run, file: Path, *options: str) -> Plain:
    done = run("export", str(file), "--world", "Rooftop", *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Written to {file}.\n", NOTE)
    document: Plain = json.loads(file.read_text(encoding="utf-8"))
    return document


def seqs(database: Path) -> dict[str, int]:
    with closing(SqliteStore(database)) as store:
        return {one.id: one.entries for one in store.worlds()}


def bring(run: Run, file: Path, *options: str, world: str = "Harbour") -> list[str]:
    done = run("import", str(file), "--world", world, *options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


DIFFERENCES = [
    "House rule: Several who provoke the same character "
    "from Shield each other too to May each be attacked",
    "Table: Chances from gm to players",
    "Hiroshi: Side from hiroshi to red",
    "Hiroshi: Level from 1 to 7",
    "Hiroshi: RP from 0 to 40",
    "Hiroshi: Abilities gains Sure Strike, Take The Hit",
]


def test_a_file_names_people_and_abilities_and_no_ids(
    run: Run, database: Path, tmp_path: Path
) -> None:
    document = exported(run, tmp_path / "roof.json")
    assert document["format"] == "vtt-bridge table"
    assert (document["format_version"], document["engine"]) == (1, "0.1.0")
    assert (document["system"], document["title"]) == ("carps", "Rooftop")
    assert document["abilities"] == {"sure_strike": "Sure Strike", "take_the_hit": "Take The Hit"}
    assert [one["name"] for one in document["characters"]] == ["Hiroshi", "Benkei"]
    assert document["characters"][0]["fields"]["abilities"] == ["sure_strike", "take_the_hit"]
    assert "rooftop" not in json.dumps(document)
    printed = run("export", "--world", "rooftop")
    assert (json.loads(printed.stdout), printed.stderr) == (document, NOTE)


def test_a_table_goes_into_another_world(run: Run, database: Path, tmp_path: Path) -> None:
    document = exported(run, tmp_path / "roof.json")
    before = seqs(database)
    shown = bring(run, tmp_path / "roof.json", "--dry-run")
    assert shown == [*DIFFERENCES, "Nothing was changed; without --dry-run this is done."]
    assert seqs(database) == before
    done = bring(run, tmp_path / "roof.json")
    assert done == [*DIFFERENCES, "Done; every change can be undone in the game."]
    assert seqs(database) == {**before, "harbour": before["harbour"] + 3}
    assert bring(run, tmp_path / "roof.json") == ["Nothing differs."]
    again = run("export", "--world", "harbour")
    assert json.loads(again.stdout) == {**document, "title": "Harbour"}


def test_what_was_brought_in_is_undone_like_anything(
    run: Run, database: Path, tmp_path: Path
) -> None:
    exported(run, tmp_path / "roof.json")
    before = run("export", "--world", "harbour").stdout
    bring(run, tmp_path / "roof.json")
    with closing(SqliteStore(database)) as store:
        evening = Evening(store, name="later")
        for _ in range(3):
            assert evening.act("harbour", "undo", command=None, actor=None, **{"with": []})["ok"]
    assert run("export", "--world", "harbour").stdout == before


def test_a_table_brings_its_rules_into_a_world_without_people(
    run: Run, database: Path, tmp_path: Path
) -> None:
    document = exported(run, tmp_path / "roof.json")
    assert bring(run, tmp_path / "roof.json", world="Attic")[:4] == [
        "Rules: from tracks to carps",
        *DIFFERENCES[:2],
        "Hiroshi is new",
    ]
    again = json.loads(run("export", "--world", "attic").stdout)
    assert again == {**document, "title": "Attic"}
    with closing(SqliteStore(database)) as store:
        added = [
            one for one in store.entries("attic", 0) if one["input"]["verb"] == "character.add"
        ]
        ids = [one["input"]["args"]["id"] for one in added]
    assert all(one.startswith("imported-") for one in ids)
    assert len(set(ids)) == 2


def test_people_of_one_name_are_taken_in_turn(run: Run, database: Path, tmp_path: Path) -> None:
    document = exported(run, tmp_path / "roof.json")
    guards = [{**document["characters"][1], "name": "Guard"} for _ in range(3)]
    for number, guard in enumerate(guards):
        guard["fields"] = {**guard["fields"], "level": 11 + number}
    file = tmp_path / "guards.json"
    file.write_text(json.dumps({**document, "characters": guards[:2]}), encoding="utf-8")
    assert bring(run, file)[2:4] == ["Guard is new", "Guard is new"]
    file.write_text(json.dumps({**document, "characters": guards}), encoding="utf-8")
    assert bring(run, file)[0] == "Guard is new"
    assert bring(run, file) == ["Nothing differs."]


def test_a_character_goes_onto_another_or_comes_as_somebody_new(
    run: Run, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "hiroshi.json"
    document = exported(run, file, "--character", "Hiroshi")
    assert document["format"] == "vtt-bridge character"
    assert bring(run, file, "--onto", "Benkei")[:-1] == [
        "Benkei: Level from 1 to 7",
        "Benkei: RP from 0 to 40",
        "Benkei: Abilities gains Sure Strike, Take The Hit",
        "Benkei: AP from 0 to 3",
    ]
    assert bring(run, file)[:-1] == DIFFERENCES[3:]
    assert bring(run, file, "--new")[:-1] == ["Hiroshi is new"]
    refused = run("import", str(file), "--world", "Harbour", "--onto", "Hiroshi")
    assert refused.stderr == "Several are called Hiroshi; rename one first.\n"
    people = json.loads(run("export", "--world", "Harbour").stdout)["characters"]
    assert [(one["name"], one["side"], one["fields"]["level"]) for one in people] == [
        ("Hiroshi", "hiroshi", 7),
        ("Benkei", "benkei", 7),
        ("Hiroshi", "red", 7),
    ]


def test_a_running_bridge_takes_a_file_and_tells_its_page(
    run: Run, start: Callable[..., BridgeServer], tmp_path: Path, database: Path
) -> None:
    exported(run, tmp_path / "roof.json")
    server = start()
    page = Page(server.address, server.bridge.admit("harbour", "Harbour", ORIGIN, "carps"))
    welcome = page.connect(world="harbour")
    assert exported(run, tmp_path / "again.json")["title"] == "Rooftop"
    assert bring(run, tmp_path / "roof.json", "--dry-run")[:-1] == DIFFERENCES
    assert page.received("batch") == 0
    assert bring(run, tmp_path / "roof.json")[:-1] == DIFFERENCES
    batches = [page.receive("batch") for _ in range(3)]
    assert [one["seq"] for one in batches] == [welcome["seq"] + number for number in (1, 2, 3)]
    assert batches[2]["gm"]["characters"]["hiroshi"]["fields"]["level"] == 7
    assert page.act("undo", command=None, actor=None, **{"with": []})["ok"]
    page.close()


def changed(document: Plain, **fields: Any) -> Plain:
    first, *others = document["characters"]
    return {**document, "characters": [{**first, "fields": {**first["fields"], **fields}}, *others]}


def last(document: Plain, **fields: Any) -> Plain:
    *others, one = document["characters"]
    return {**document, "characters": [*others, {**one, "fields": {**one["fields"], **fields}}]}


BAD = [
    (lambda one: "{", "The file is damaged: it is no JSON (Expecting property name"),
    (lambda one: '{"format": NaN}', "The file is damaged: it is no JSON ("),
    (lambda one: "[" * 100_000, "The file is damaged: it is no JSON ("),
    (lambda one: None, "The file is no export of a table or a character"),
    (
        lambda one: "\udcff",
        "The file is no export of a table or a character of vtt-bridge: it is not text.",
    ),
    (lambda one: [], "The file is no export of a table or a character"),
    (lambda one: {**one, "format": ["songs"]}, "The file is no export of a table or a character"),
    (lambda one: {**one, "format": "songs"}, "The file is no export of a table or a character"),
    (
        lambda one: {**one, "format_version": 2},
        "The file has format_version 2, and this vtt-bridge reads 1; update vtt-bridge first.",
    ),
    (lambda one: {**one, "format_version": "1"}, "(format_version: Not a valid integer)"),
    (lambda one: {**one, "secret": 1}, "(secret: Unknown field)"),
    (lambda one: {**one, "title": 5}, "(title: Not a valid string)"),
    (lambda one: {**one, "characters": {}}, "(characters: Not a valid list)"),
    (lambda one: {**one, "characters": [5]}, "(characters.0: Invalid input type)"),
    (lambda one: {**one, "system": "chess"}, "The file is for the rules chess"),
    (
        lambda one: {**one, "system": "tracks"},
        "The file is for the rules tracks, and this world plays carps.",
    ),
    (
        lambda one: changed(one, luck=3),
        "Hiroshi has a field that this version does not know: luck.",
    ),
    (
        lambda one: {**changed(one, abilities=["fly"]), "abilities": {"fly": "Fly High"}},
        "Hiroshi has abilities that this version does not know: Fly High.",
    ),
    (lambda one: changed(one, abilities="fly"), "Hiroshi cannot be brought in: "),
    (lambda one: last(one, level="seven"), "Benkei cannot be brought in: "),
    (lambda one: last(one, level=-1), "Benkei cannot be brought in: "),
    (lambda one: last(one, level=True), "Benkei cannot be brought in: "),
    (lambda one: last(one, abilities=[["fly"]]), "does not know: ['fly']."),
    (lambda one: {**one, "rules": {"luck": 1}}, "House rule has a field"),
    (lambda one: {**one, "rules": {"npc_rp": "many"}}, "Table cannot be brought in: "),
    (lambda one: {**one, "conduct": {"odds": "all"}}, "Table cannot be brought in: "),
    (lambda one: {**one, "conduct": {"luck": "all"}}, "Table has a field"),
]


@pytest.mark.parametrize(("spoil", "why"), BAD)
def test_what_cannot_be_brought_in_is_one_sentence_and_changes_nothing(
    run: Run, database: Path, tmp_path: Path, spoil: Callable[[Plain], Any], why: str
) -> None:
    file = tmp_path / "roof.json"
    spoilt = spoil(exported(run, file))
    text = spoilt if isinstance(spoilt, str) else json.dumps(spoilt)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = seqs(database)
    done = run("import", str(file), "--world", "Harbour")
    assert why in done.stderr
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert seqs(database) == before


def test_other_rules_are_refused_where_people_would_lose_by_them(
    run: Run, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "attic.json"
    assert run("export", str(file), "--world", "Attic").returncode == 0
    done = run("import", str(file), "--world", "Harbour")
    assert done.stderr == (
        "The file is for the rules tracks, and this world plays carps."
        " Choose the rules of the file in the world's settings.\n"
    )


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--world", "Moon"], "Moon is not one of the paired worlds; name one with --world: Attic"),
        ([], "Several worlds are paired; name one with --world: Attic (attic), Harbour (harbour)"),
        (["--world", "Harbour", "--new"], "A table is brought in whole;"),
        (["--world", "Harbour", "--onto", "Mai"], "A table is brought in whole;"),
    ],
)
def test_where_it_goes_must_be_clear(
    run: Run, database: Path, tmp_path: Path, options: list[str], why: str
) -> None:
    exported(run, tmp_path / "roof.json")
    done = run("import", str(tmp_path / "roof.json"), *options)
    assert done.stderr.startswith(why)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


def test_files_that_are_not_there_or_there_already(
    run: Run, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "roof.json"
    missing = run("import", str(file), "--world", "Harbour")
    assert missing.stderr == f"{file} cannot be read (No such file or directory).\n"
    exported(run, file)
    again = run("export", str(file), "--world", "Rooftop")
    assert again.stderr == f"{file} exists already; choose another name.\n"
    deep = tmp_path / "a" / "b.json"
    nowhere = run("export", str(deep), "--world", "Rooftop")
    assert (
        nowhere.stderr
        == f"{tmp_path / 'a' / 'b.json'} cannot be written (No such file or directory).\n"
    )
    nobody = run("export", "--world", "Rooftop", "--character", "Mai")
    assert nobody.stderr == "There is no Mai here; there is: Hiroshi, Benkei.\n"


@pytest.mark.parametrize("system", ["carps", "ccarps", "tracks"])
def test_a_table_in_full_play_goes_into_a_new_world_as_it_is(system: str, tmp_path: Path) -> None:
    """The recorded evenings: hurt people, typed dice, a question open."""
    path = tmp_path / "bridge.sqlite3"
    (packed,) = JOURNALS.glob(f"{__version__}/*.gz")
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    with closing(SqliteStore(path)) as store:
        evening = Evening(store)
        evening.bridge.admit("new", "New", ORIGIN, system)
        document = document_of(store, system)
        new = store.world("new")
        assert new is not None
        carry_out = partial(evening.bridge.carry_out, "new")
        lines = bring_in(carry_out, store, new, document, Wish(), dry_run=False)
        assert [line for line in lines if line.endswith(" is new")] == [
            f"{one['name']} is new" for one in document["characters"]
        ]
        assert document_of(store, "new") == {**document, "title": "New"}
        assert bring_in(carry_out, store, new, document, Wish(), dry_run=True) == []


def document_of(store: SqliteStore, name: str) -> Plain:
    world = store.world(name)
    assert world is not None
    table, _ = load_table(store, world, SystemDice)
    document: Plain = trip(table_document(table, world.title))
    return document


def test_a_table_that_waits_for_somebody_takes_no_house_rules(
    run: Run, database: Path, tmp_path: Path
) -> None:
    exported(run, tmp_path / "roof.json")
    with closing(SqliteStore(database)) as store:
        evening = Evening(store, name="later")
        evening.gm("harbour", "table.conduct", dice="typed")
        attack = {"verb": "attack", "actor": "hiroshi", "targets": ["benkei"]}
        assert evening.act("harbour", **attack)["ok"]
    before = seqs(database)
    done = run("import", str(tmp_path / "roof.json"), "--world", "Harbour")
    assert done.stderr.startswith("Table cannot be brought in: ")
    assert done.stderr.count("\n") == 1
    assert seqs(database) == before
