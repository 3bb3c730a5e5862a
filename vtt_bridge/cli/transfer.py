"""``vtt-bridge export`` and ``vtt-bridge import``: tables and characters as files."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vtt_bridge.cli import words
from vtt_bridge.cli.console import complain, say
from vtt_bridge.cli.folders import add_data_option, data_folder
from vtt_bridge.errors import SentenceError

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands
    from vtt_bridge.store import World
    from vtt_bridge.store.sqlite import SqliteStore

MAX_BYTES = 15_000_000


def add(commands: "Commands") -> None:
    out = commands.add_parser("export", help=words.EXPORT, description=words.EXPORT_MORE)
    out.add_argument("file", nargs="?", type=Path, metavar="FILE", help=words.EXPORT_FILE)
    out.add_argument("--character", metavar="NAME", help=words.EXPORT_CHARACTER)
    into = commands.add_parser("import", help=words.IMPORT, description=words.IMPORT_MORE)
    into.add_argument("file", type=Path, metavar="FILE", help=words.IMPORT_FILE)
    into.add_argument("--dry-run", action="store_true", help=words.IMPORT_DRY_RUN)
    whom = into.add_mutually_exclusive_group()
    whom.add_argument("--onto", metavar="NAME", help=words.IMPORT_ONTO)
    whom.add_argument("--new", action="store_true", help=words.IMPORT_NEW)
    for command, run in ((out, run_export), (into, run_import)):
        command.add_argument("--world", metavar="WORLD", help=words.WHICH_WORLD)
        add_data_option(command)
        command.set_defaults(run=run)


def run_export(options: argparse.Namespace) -> int:
    from vtt_bridge.backups import opened_copy
    from vtt_bridge.folder import database_in
    from vtt_bridge.words import Refusal

    database = existing(database_in(data_folder(options)))
    try:
        with opened_copy(database, database.parent) as store:
            document = exported(store, one_world(store, options.world), options.character)
    except Refusal as refusal:
        raise SentenceError(f"{refusal.text} {refusal.hint}".strip()) from None
    text = json.dumps(document, ensure_ascii=False, indent=2)
    if options.file is None:
        say(text)
    else:
        write(options.file, text)
        say(words.exported(str(options.file)))
    complain(document["note"])
    return 0


def exported(store: "SqliteStore", world: "World", character: str | None) -> dict[str, Any]:
    from engine.dice import SystemDice
    from vtt_bridge.journals import load_table
    from vtt_bridge.transfer.documents import character_document, table_document

    table, _ = load_table(store, world, SystemDice)
    if character is None:
        return table_document(table, world.title)
    return character_document(table, character)


def run_import(options: argparse.Namespace) -> int:
    from vtt_bridge.backups import summary
    from vtt_bridge.cli.desk import ask
    from vtt_bridge.folder import database_in

    folder = data_folder(options)
    document = read(options.file)
    worlds = [(one.world, one.title) for one in summary(existing(database_in(folder)))]
    answer = ask(
        folder,
        "import",
        world=chosen(options.world, worlds),
        document=document,
        onto=options.onto,
        new=options.new,
        dry_run=options.dry_run,
    )
    for line in answer["lines"]:
        say(line)
    if not answer["lines"]:
        say(words.NOTHING_DIFFERS)
    else:
        say(words.NOTHING_CHANGED if options.dry_run else words.IMPORTED)
    return 0


def existing(database: Path) -> Path:
    from vtt_bridge.store.soundness import is_there
    from vtt_bridge.store.words import no_database

    if not is_there(database):
        raise SentenceError(no_database(str(database)))
    return database


def one_world(store: "SqliteStore", name: str | None) -> "World":
    worlds = [(one.id, one.title) for one in store.worlds()]
    world = store.world(chosen(name, worlds))
    assert world is not None  # noqa: S101 (it is one of the store's)
    return world


def chosen(name: str | None, worlds: list[tuple[str, str]]) -> str:
    """The id of the world that is meant: by its id or title, or as the only one there is."""
    from vtt_bridge.transfer.words import which_world

    found = [world for world, title in worlds if name in (None, world, title)]
    if len(found) != 1:
        raise SentenceError(which_world(name, worlds).text)
    return found[0]


def read(file: Path) -> Any:
    """The JSON of a file; raises a `SentenceError`."""
    from vtt_bridge.schemas import parse_json
    from vtt_bridge.transfer.words import not_json, not_text

    try:
        with file.open("rb") as opened:
            raw = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise SentenceError(words.no_file(str(file), error.strerror or "")) from None
    if len(raw) > MAX_BYTES:
        raise SentenceError(words.too_large(str(file), MAX_BYTES // 1_000_000))
    try:
        return parse_json(raw.removeprefix(b"\xef\xbb\xbf"))
    except UnicodeDecodeError:
        raise SentenceError(not_text().text) from None
    except ValueError as error:
        raise SentenceError(not_json(str(error)[:100] or words.NOT_PLAIN).text) from None


def write(file: Path, text: str) -> None:
    """Write a new file; raises a `SentenceError`, also where one is there already."""
    from vtt_bridge.store.words import file_exists

    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(f"{text}\n")
    except FileExistsError:
        raise SentenceError(file_exists(str(file))) from None
    except OSError as error:
        raise SentenceError(words.not_written(str(file), error.strerror or "")) from None
