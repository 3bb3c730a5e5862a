"""``vtt-bridge backup`` and ``vtt-bridge restore``."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.console import say
from vtt_bridge.cli.folders import add_data_option, data_folder
from vtt_bridge.store import Access, Pairing

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


def add(commands: "Commands") -> None:
    backup = commands.add_parser("backup", help=words.BACKUP, description=words.BACKUP_MORE)
    backup.add_argument("file", nargs="?", type=Path, metavar="FILE", help=words.BACKUP_FILE)
    add_data_option(backup)
    backup.set_defaults(run=run_backup)

    restore = commands.add_parser("restore", help=words.RESTORE, description=words.RESTORE_MORE)
    what = restore.add_mutually_exclusive_group()
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help=words.RESTORE_FILE)
    what.add_argument("--empty", action="store_true", help=words.RESTORE_EMPTY)
    restore.add_argument("--world", metavar="WORLD", help=words.RESTORE_WORLD)
    add_data_option(restore)
    restore.set_defaults(run=run_restore)


def run_backup(options: argparse.Namespace) -> int:
    from vtt_bridge.backups import back_up, described
    from vtt_bridge.folder import database_in

    path, held = back_up(database_in(data_folder(options)), options.file)
    faults = [one.fault for one in held if one.fault]
    if faults:
        say(words.backup_unsound(str(path), described(held), faults))
        return 1
    say(words.backup_made(str(path), described(held)))
    return 0


def run_restore(options: argparse.Namespace) -> int:
    from vtt_bridge.folder import claimed, database_in

    folder = data_folder(options)
    if options.file is None and not options.empty:
        return list_backups(database_in(folder))
    with claimed(folder) as held:
        return put_back(held.database, options)


def put_back(database: Path, options: argparse.Namespace) -> int:
    from vtt_bridge import backups

    if options.empty:
        aside = backups.begin_anew(database)
        say(words.BEGUN_ANEW)
    elif options.world is None:
        restored = backups.restore(backups.find(options.file, database), database)
        aside = restored.aside
        say(words.restored(backups.described(restored.held)))
        if restored.left_out is None:
            say(words.TOKENS_COME_BACK)
        elif restored.left_out:
            say(words.left_out(list(map(named, restored.left_out))))
    else:
        file = backups.find(options.file, database)
        one, aside = backups.restore_world(file, database, options.world)
        say(words.restored(backups.described([one])))
    if aside is not None:
        say(words.kept_aside(str(aside)))
    return 0


def named(one: Pairing | Access) -> str:
    """A pairing by the page's address, an access by the program's name."""
    who = one.origin if isinstance(one, Pairing) else one.name
    return f"{who} ({one.world})"


def list_backups(database: Path) -> int:
    from vtt_bridge import backups
    from vtt_bridge.store.files import known

    found = known(database)
    for path in found:
        say(words.backup_line(path.name, backups.moment(path), backups.outline(path)))
    say(words.HOW_TO_RESTORE if found else words.NO_BACKUPS)
    return 0
