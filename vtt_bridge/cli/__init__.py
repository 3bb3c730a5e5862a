"""The command ``vtt-bridge``.

Each module of this package holds a group of commands and adds them with its ``add(commands)``. What
a command needs it imports when it runs, so that ``--help`` and the short commands start at once.
"""

import argparse
from collections.abc import Sequence

from vtt_bridge import __version__
from vtt_bridge.cli import (
    backup,
    demo,
    doctor,
    module,
    pairings,
    scenario,
    serve,
    settings,
    transfer,
    words,
)
from vtt_bridge.cli.console import complain
from vtt_bridge.errors import SentenceError
from vtt_bridge.houses import foreign_engine

GROUPS = (
    serve,
    backup,
    transfer,
    pairings,
    settings,
    module,
    doctor,
    scenario,
    demo,
)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser("vtt-bridge", description=words.COMMAND)
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(dest="command", required=True)
    for group in GROUPS:
        group.add(commands)
    return top


class ForeignEngineError(SentenceError):
    """Python would take another package for the rules."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when it went well, else another number and a sentence."""
    options, rest = parser().parse_known_args(arguments)
    if rest and options.command != "demo":
        parser().error(words.unknown_arguments(rest))
    options.rest = rest
    try:
        _require_own_engine()
        code: int = options.run(options)
    except SentenceError as error:
        complain(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        return 130  # as shells count an end by Ctrl-C
    return code


def _require_own_engine() -> None:
    foreign = foreign_engine()
    if foreign is not None:
        raise ForeignEngineError(words.other_engine(foreign))
