"""``vtt-bridge completion``: a script by which a shell completes commands and options."""

import argparse
from typing import TYPE_CHECKING

from vtt_bridge.cli import script_words as words
from vtt_bridge.cli.console import put

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
FOLDERS = ("DIR", "PATH")


def add(commands: "Commands") -> None:
    completion = commands.add_parser(
        "completion", help=words.COMPLETION, description=words.COMPLETION_MORE
    )
    completion.add_argument("shell", choices=SHELLS, help=words.COMPLETION_SHELL)
    completion.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    import shtab

    from vtt_bridge.cli import parser

    whole = parser()
    for one in whole.below():
        for action in one._actions:
            if action.metavar == "FILE":
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab's own mark
            elif action.metavar in FOLDERS:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # shtab's own mark
    put(shtab.complete(whole, options.shell))
    return 0
