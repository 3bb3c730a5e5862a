"""``vtt-bridge scenario``: play scenario files."""

import argparse
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.console import complain

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


def add(commands: "Commands") -> None:
    scenario = commands.add_parser("scenario", help=words.SCENARIO)
    scenario.add_argument("file", metavar="FILE", help=words.OPTION_FILE)
    scenario.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from engine.scenario import run_text

    try:
        with open(0 if options.file == "-" else options.file, "rb") as file:
            raw = file.read()
    except OSError as error:
        complain(words.no_file(options.file, error.strerror or ""))
        return 2
    text = raw.decode("utf-8-sig", errors="replace")
    if isinstance(sys.stdout, TextIOWrapper):
        # Half of a surrogate pair goes out as it stands in JSON, as an escape.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        for line in run_text(text):
            print(line, flush=True)  # noqa: T201 (the command's output)
    except OSError as error:
        sys.stdout = None  # what is left in it cannot be written either
        if not isinstance(error, BrokenPipeError):  # who reads may have enough
            complain(words.no_output(error.strerror or ""))
        return 2
    return 0
