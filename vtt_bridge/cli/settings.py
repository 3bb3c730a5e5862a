"""``vtt-bridge config``: what the options are, and why."""

import argparse
import json
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.console import say
from vtt_bridge.cli.folders import add_data_option, config
from vtt_bridge.cli.serve import add_serve_options

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


def add(commands: "Commands") -> None:
    group = commands.add_parser("config", help=words.CONFIG)
    actions = group.add_subparsers(dest="action", required=True)
    show = actions.add_parser("show", help=words.CONFIG_SHOW)
    add_data_option(show)
    add_serve_options(show)
    show.add_argument("--json", action="store_true", help=words.OPTION_JSON)
    show.set_defaults(run=run_show)


def run_show(options: argparse.Namespace) -> int:
    values = config(options).plain()
    if options.json:
        say(json.dumps(values))
        return 0
    for key, one in values.items():
        say(words.option_line(key, one["value"], one["from"]))
    return 0
