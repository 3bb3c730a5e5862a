"""``vtt-bridge serve``: run the bridge."""

import argparse
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.folders import add_data_option, data_folder

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


def add(commands: "Commands") -> None:
    serve = commands.add_parser("serve", help=words.SERVE)
    add_data_option(serve)
    serve.add_argument("--port", type=int, default=30777, help=words.OPTION_PORT)
    serve.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from vtt_bridge.server import serve

    serve(data_folder(options), options.port)
    return 0
