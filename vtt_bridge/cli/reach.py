"""How commands reach a table: with an access token, or at home as the owner of the data folder."""

import argparse
from typing import TYPE_CHECKING

from vtt_bridge.cli import script_words as words
from vtt_bridge.cli.folders import add_data_option, config
from vtt_bridge.errors import SentenceError

if TYPE_CHECKING:
    from pathlib import Path

    from vtt_bridge.client import BridgeClient

PATIENCE = 3.0
"""Seconds; a person at a console would rather start the command again than wait long."""


class NotRunningError(SentenceError):
    """There is no bridge to ask."""

    exit_code = 3


class WhereError(SentenceError):
    """Where to go, and as whom, does not go together."""

    exit_code = 2


def add_reach_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--token", metavar="TOKEN", help=words.OPTION_ACCESS)
    command.add_argument("--address", metavar="ADDRESS", help=words.OPTION_ADDRESS)
    command.add_argument("--table", metavar="WORLD", help=words.OPTION_TABLE)
    add_data_option(command)
    command.add_argument("--json", action="store_true", help=words.OPTION_JSON)


def reach(options: argparse.Namespace) -> "BridgeClient":
    """The client of the table that the options mean; it has asked nothing yet."""
    from vtt_bridge.client import BridgeClient
    from vtt_bridge.folder import running_in

    chosen = config(options)
    running = running_in(chosen.data)
    if chosen.token:
        address = chosen.address or (running and running.address)
        address = address or f"http://127.0.0.1:{chosen.port}"
        return BridgeClient(address, chosen.token, patience=PATIENCE)
    if chosen.address:
        raise WhereError(words.ADDRESS_ALONE)
    if running is None:
        raise NotRunningError(words.nothing_runs(str(chosen.data)))
    return BridgeClient(
        running.address, lambda: visit(chosen.data, options.table), patience=PATIENCE
    )


def visit(data: "Path", table: str | None) -> str:
    """A token of the bridge that runs on that folder, for its owner."""
    from vtt_bridge import control
    from vtt_bridge.folder import running_in

    running = running_in(data)
    if running is None:
        raise NotRunningError(words.nothing_runs(str(data)))
    asked = {} if table is None else {"world": table}
    return str(control.ask(running, "visit", asked)["token"])
