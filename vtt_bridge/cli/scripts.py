"""``vtt-bridge say`` and ``vtt-bridge status``: act at a table and look at it, once."""

import argparse
import json
from typing import TYPE_CHECKING

from vtt_bridge.cli import script_words as words
from vtt_bridge.cli.console import put
from vtt_bridge.cli.reach import add_reach_options, reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vtt_bridge.cli.console import Commands
    from vtt_bridge.client import Ack, BridgeClient


def add(commands: "Commands") -> None:
    say = commands.add_parser("say", help=words.SAY, description=words.SAY_MORE)
    say.add_argument("text", metavar="TEXT", help=words.SAY_TEXT)
    say.add_argument("--as", dest="actor", metavar="NAME", help=words.SAY_AS)
    say.add_argument(
        "--to", dest="targets", metavar="NAME", action="append", default=[], help=words.SAY_TO
    )
    say.set_defaults(run=run_say)
    status = commands.add_parser("status", help=words.STATUS, description=words.STATUS_MORE)
    status.set_defaults(run=run_status)
    for command in (say, status):
        add_reach_options(command)


def run_say(options: argparse.Namespace) -> int:
    from vtt_bridge.client import find

    with reach(options) as bridge:
        named = options.actor or options.targets
        known = bridge.characters() if named else []
        actor = find(known, options.actor) if options.actor else None
        targets = [find(known, one) for one in options.targets]
        ack = bridge.say(options.text, actor, targets)
        if options.json:
            put(json.dumps(ack.raw))
            return 0
        for line in came_of(bridge, ack):
            put(line)
    return 0


def came_of(bridge: "BridgeClient", ack: "Ack") -> "Iterator[str]":
    """What a command came to, as far as the token may read it."""
    if ack.reply is not None:
        yield ack.reply["title"]
        yield from ack.reply["lines"]
        return
    if ack.seq is None or "read" not in bridge.tables()[0].scopes:
        yield words.DONE
        return
    entry, view = next(bridge.journal(ack.seq - 1)), bridge.view()
    cards = [one for one in view.cards if one.command == entry.command]
    for card in cards:
        yield from words.card(card)
    if not cards:
        yield words.DONE
    yield from (words.question(one) for one in view.questions if one.command == entry.command)


def run_status(options: argparse.Namespace) -> int:
    with reach(options) as bridge:
        [table], view = bridge.tables(), bridge.view()
    if options.json:
        put(json.dumps({"table": table.raw, "view": view.raw}))
        return 0
    put(words.table(table))
    for encounter in view.encounters.values():
        put(words.turn(encounter, view.characters))
    for line in words.people(list(view.characters.values())):
        put(line)
    for question in view.questions:
        put(words.question(question))
    return 0
