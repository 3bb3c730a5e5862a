"""The command ``vtt-bridge``."""

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from vtt_bridge import __version__, words


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser("vtt-bridge", description=words.COMMAND)
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(dest="command", required=True)

    serve = commands.add_parser("serve", help=words.COMMAND_SERVE)
    serve.add_argument("--data", type=Path, metavar="DIR", help=words.OPTION_DATA)
    serve.add_argument("--port", type=int, default=30777, help=words.OPTION_PORT)
    serve.set_defaults(run=run_serve)

    scenario = commands.add_parser("scenario", help=words.COMMAND_SCENARIO)
    scenario.add_argument("file", metavar="FILE", help=words.OPTION_FILE)
    scenario.set_defaults(run=run_scenario)

    demo = commands.add_parser("demo", help=words.COMMAND_DEMO, add_help=False)
    demo.set_defaults(run=run_demo)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when it went well, else another number and a sentence."""
    options, rest = parser().parse_known_args(arguments)
    if rest and options.command != "demo":
        parser().error(words.unknown_arguments(rest))
    options.rest = rest
    try:
        code: int = options.run(options)
    except KeyboardInterrupt:
        return 130  # as shells count an end by Ctrl-C
    return code


def run_serve(options: argparse.Namespace) -> int:
    from vtt_bridge.folder import FolderError, default_folder
    from vtt_bridge.server import PortError, serve
    from vtt_bridge.store import StoreError

    try:
        serve(options.data or default_folder(), options.port)
    except (FolderError, PortError, StoreError) as error:
        return fail(str(error))
    return 0


def run_scenario(options: argparse.Namespace) -> int:
    from engine.scenario import run_text

    try:
        with open(0 if options.file == "-" else options.file, "rb") as file:
            raw = file.read()
    except OSError as error:
        fail(words.no_file(options.file, error.strerror or ""))
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
            fail(words.no_output(error.strerror or ""))
        return 2
    return 0


def run_demo(options: argparse.Namespace) -> int:
    from vtt_bridge.stage import demo

    code: int = demo.main(options.rest)
    return code


def fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201 (the console)
    return 1
