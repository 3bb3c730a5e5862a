"""``vtt-bridge watch``: what happens at a table, in readable lines or as JSON, until Ctrl-C."""

import argparse
import json
from typing import TYPE_CHECKING

from vtt_bridge.cli import script_words as words
from vtt_bridge.cli.console import complain, put
from vtt_bridge.cli.reach import add_reach_options, reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vtt_bridge.cli.console import Commands
    from vtt_bridge.client import Batch, BridgeError, Character, Encounter, View


def add(commands: "Commands") -> None:
    watch = commands.add_parser("watch", help=words.WATCH, description=words.WATCH_MORE)
    watch.add_argument("--last", metavar="N", type=int, help=words.WATCH_LAST)
    add_reach_options(watch)
    watch.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    with reach(options) as bridge, bridge.events(options.last, on_outage) as live:
        if options.json:
            put(json.dumps({"view": live.view.raw}))
            for batch in live:
                put(json.dumps({"batch": batch.raw}))
            return 0
        teller = Teller(live.view)
        for line in teller.begin():
            put(line)
        for batch in live:
            for line in teller.tell(batch):
                put(line)
    return 0


def on_outage(error: "BridgeError | None") -> None:
    complain(words.LINE_IS_BACK if error is None else words.LINE_IS_GONE)


class Teller:
    """Tells batches in lines; it remembers names, whose turn it was, and cards as it told them."""

    def __init__(self, view: "View") -> None:
        self._view = view
        self._characters: dict[str, Character] = dict(view.characters)
        self._encounters: dict[str, Encounter] = dict(view.encounters)
        self._told: dict[str, list[str]] = {}

    def begin(self) -> "Iterator[str]":
        for encounter in self._encounters.values():
            yield words.turn(encounter, self._characters)
        for question in self._view.questions:
            yield words.question(question)

    def tell(self, batch: "Batch") -> "Iterator[str]":
        self._characters.update(batch.characters)
        if not batch.whole:
            yield words.missed(batch, self._characters)
        for card in batch.cards:
            lines = list(words.card(card))
            if self._told.get(card.command) != lines:
                self._told[card.command] = lines
                yield from lines
        for closed in batch.closed:
            yield words.closed(closed)
        for question in batch.opened:
            yield words.question(question)
        yield from self._turns(batch)

    def _turns(self, batch: "Batch") -> "Iterator[str]":
        for key, encounter in batch.encounters.items():
            before = self._encounters.get(key)
            self._encounters[key] = encounter
            if before is None or words.place(before) != words.place(encounter):
                yield words.turn(encounter, self._characters)
        for key in batch.removed.get("encounters", []):
            gone = self._encounters.pop(key, None)
            if gone is not None:
                yield words.ended(gone)
