"""The command ``vtt-bridge``.

Each module of this package holds a group of commands and adds them with its ``add(commands)``. What
a command needs it imports when it runs, so that ``--help`` and the short commands start at once.
"""

import os
import sys
from collections.abc import Sequence

from vtt_bridge import __version__
from vtt_bridge.cli import (
    backup,
    completion,
    demo,
    doctor,
    module,
    pairings,
    rolls,
    scenario,
    scripts,
    serve,
    settings,
    transfer,
    watch,
    words,
)
from vtt_bridge.cli.console import complain
from vtt_bridge.cli.parsers import Parser
from vtt_bridge.cli.rules import require_own_engine
from vtt_bridge.errors import SentenceError
from vtt_bridge.store import DamagedError

GROUPS = (
    serve,
    backup,
    transfer,
    pairings,
    settings,
    module,
    doctor,
    scenario,
    scripts,
    watch,
    rolls,
    completion,
    demo,
)


def parser() -> Parser:
    top = Parser("vtt-bridge", description=words.COMMAND)
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(dest="command", required=True)
    for group in GROUPS:
        group.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when it went well, else another number and a sentence."""
    try:
        options, rest = parser().parse_known_args(arguments)
        if rest and options.command != "demo":
            parser().error(words.unknown_arguments(rest))
        options.rest = rest
        require_own_engine()
        code: int = options.run(options)
    except DamagedError as error:
        complain(f"{error} {words.DAMAGED}")
        return error.exit_code
    except SentenceError as error:
        complain(str(error))
        return error.exit_code
    except BrokenPipeError:  # who reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a name that is too long, a folder that may not be read
        complain(words.computer_refuses(error.strerror or str(error), str(error.filename or "")))
        return 1
    except KeyboardInterrupt:
        return 130  # as shells count an end by Ctrl-C
    return code
