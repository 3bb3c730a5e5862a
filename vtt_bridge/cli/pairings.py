"""``vtt-bridge pair``, ``tables`` and ``tokens``: who may lead which table."""

import argparse
import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.console import say
from vtt_bridge.cli.desk import ask
from vtt_bridge.cli.folders import add_data_option, data_folder

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


def add(commands: "Commands") -> None:
    pair = commands.add_parser("pair", help=words.PAIR)
    tables = commands.add_parser("tables", help=words.TABLES)
    tokens = commands.add_parser("tokens", help=words.TOKENS)
    actions = tokens.add_subparsers(dest="action", required=True)
    listing = actions.add_parser("list", help=words.TOKENS_LIST)
    create = actions.add_parser("create", help=words.TOKENS_CREATE)
    revoke = actions.add_parser("revoke", help=words.TOKENS_REVOKE)
    for command, run in (
        (pair, run_pair),
        (tables, run_tables),
        (listing, run_list),
        (create, run_create),
        (revoke, run_revoke),
    ):
        add_data_option(command)
        command.add_argument("--json", action="store_true", help=words.OPTION_JSON)
        command.set_defaults(run=run)
    create.add_argument("--table", required=True, metavar="WORLD", help=words.OPTION_TABLE)
    create.add_argument("--name", required=True, metavar="TEXT", help=words.OPTION_NAME)
    create.add_argument("--seat", required=True, metavar="SEAT", help=words.OPTION_SEAT)
    create.add_argument("--may", default="read", metavar="SCOPES", help=words.OPTION_MAY)
    which = revoke.add_mutually_exclusive_group(required=True)
    which.add_argument("id", nargs="?", metavar="ID", help=words.PAIRING_ID)
    which.add_argument("--world", metavar="WORLD", help=words.OPTION_WORLD)
    which.add_argument("--all", action="store_true", help=words.OPTION_ALL)


def run_pair(options: argparse.Namespace) -> int:
    answer = ask(data_folder(options), "code")
    text = words.code_at(answer["code"], round(answer["seconds"] / 60), answer["address"])
    say(json.dumps(answer) if options.json else text)
    return 0


def run_tables(options: argparse.Namespace) -> int:
    tables = ask(data_folder(options), "tables")["tables"]
    rows = [
        (one["id"], one["title"], one["system"], _moment(one["used"]), str(one["entries"]))
        for one in tables
    ]
    say(json.dumps(tables) if options.json else _columns(words.TABLE_HEADS, rows))
    return 0


def run_list(options: argparse.Namespace) -> int:
    tokens = ask(data_folder(options), "tokens")["tokens"]
    rows = [
        (
            one["id"],
            one["world"],
            one.get("origin") or words.program(one["name"], one["seat"], one["scopes"]),
            _moment(one["created"], words.UNKNOWN_TIME),
            _moment(one["used"]),
        )
        for one in tokens
    ]
    say(json.dumps(tokens) if options.json else _columns(words.TOKEN_HEADS, rows))
    return 0


def run_create(options: argparse.Namespace) -> int:
    scopes = options.may.replace(",", " ").split()
    asked = {"world": options.table, "name": options.name, "seat": options.seat, "scopes": scopes}
    answer = ask(data_folder(options), "grant", **asked)
    say(json.dumps(answer) if options.json else answer["token"])
    return 0


def run_revoke(options: argparse.Namespace) -> int:
    named = {"id": options.id, "world": options.world}
    message = {key: value for key, value in named.items() if value is not None}
    revoked = ask(data_folder(options), "revoke", **message)["revoked"]
    say(json.dumps(revoked) if options.json else words.revoked(revoked))
    return 0


def _moment(seconds: int | None, missing: str = words.NEVER) -> str:
    """Local time, to the minute."""
    return missing if seconds is None else f"{datetime.fromtimestamp(seconds):%Y-%m-%d %H:%M}"


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return words.NOTHING_PAIRED
    shown = [heads, *([words.printable(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in shown)
