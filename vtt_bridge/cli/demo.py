"""``vtt-bridge demo``: the practice table, with options of its own."""

import argparse
from typing import TYPE_CHECKING

from vtt_bridge.cli import words

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


def add(commands: "Commands") -> None:
    demo = commands.add_parser("demo", help=words.DEMO, add_help=False)
    demo.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from vtt_bridge.stage import demo

    return demo.main(options.rest)
