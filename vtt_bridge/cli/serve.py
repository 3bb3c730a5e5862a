"""``vtt-bridge serve``: run the bridge."""

import argparse
import gc
import logging
import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.console import CodeLine, say
from vtt_bridge.cli.folders import add_data_option, config

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vtt_bridge.cli.config import Config
    from vtt_bridge.cli.console import Commands
    from vtt_bridge.service import Bridge

FOR_CLIENTS = ("requests", "websocket")
"""What Socket.IO loads if it is there, though only a client needs it."""

END_SIGNALS = ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP")  # not every system has all


def add(commands: "Commands") -> None:
    serve = commands.add_parser("serve", help=words.SERVE)
    add_data_option(serve)
    add_serve_options(serve)
    serve.set_defaults(run=run)


def add_serve_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", metavar="PORT", help=words.OPTION_PORT)
    command.add_argument("--synchronous", metavar="HOW", help=words.OPTION_SYNCHRONOUS)
    command.add_argument("--discord", metavar="WEBHOOKS", help=words.OPTION_DISCORD)
    command.add_argument(
        "--discord-gm", metavar="WEBHOOKS", dest="discord_gm", help=words.OPTION_DISCORD_GM
    )
    verbose = {"action": "store_const", "const": "true", "help": words.OPTION_VERBOSE}
    command.add_argument("--verbose", **verbose)  # type: ignore[arg-type]  # mixed values


def run(options: argparse.Namespace) -> int:
    gc.disable()  # what is loaded now stays, and need not be looked through again and again
    from vtt_bridge.folder import ClaimedError

    chosen = config(options)
    try:
        serve(chosen)
    except ClaimedError as claimed:
        if claimed.running is None:
            raise
        say(words.runs_already(claimed.running.address))
    return 0


def serve(chosen: "Config") -> None:
    """Run a bridge until Ctrl-C, SIGTERM, or the end of the console."""
    from vtt_bridge.discord import Mirrors
    from vtt_bridge.server import BridgeServer

    os.umask(0o077)  # what the bridge writes is for its owner alone
    logging.getLogger().addHandler(logging.NullHandler())  # else late lines go to the console
    enough = _end()
    line = CodeLine() if sys.stdout.isatty() and not chosen.verbose else None
    with without(*FOR_CLIENTS):
        server = BridgeServer(
            chosen.data,
            port=chosen.port,
            synchronous=chosen.synchronous,
            verbose=chosen.verbose,
            console_log=sys.stderr if chosen.verbose else None,
            show=line.say if line else say,
            show_code=line.show if line else None,
            opened=Mirrors(chosen.discord, chosen.discord_gm).opened,
        )
    if chosen.port and server.port != chosen.port:
        say(words.port_taken(chosen.port, server.port))
    server.start()
    gc.freeze()
    gc.enable()
    say(words.running(server.address))
    say(words.module_here(server.address))
    server.bridge.code.renew()
    while not enough.wait(1.0):  # with a limit, because Windows delivers Ctrl-C only between waits
        if line:
            count_down(server.bridge, line)
    if line:
        line.clear()
    server.stop()
    say(words.STOPPED)


@contextmanager
def without(*modules: str) -> "Iterator[None]":
    """Keep what is loaded meanwhile from loading these too; afterwards they may be loaded."""
    unloaded = [one for one in modules if one not in sys.modules]
    for one in unloaded:
        sys.modules[one] = None  # type: ignore[assignment]  # how Python spells "not to be had"
    try:
        yield
    finally:
        for one in unloaded:
            del sys.modules[one]


def count_down(bridge: "Bridge", line: CodeLine) -> None:
    """Show what is left of the code; as long as nobody has paired, a new one follows it."""
    left = bridge.code.left()
    if not left and bridge.is_new:
        bridge.code.renew()
        left = bridge.code.left()
    if left:
        line.draw(left)
    else:
        line.clear()


def _end() -> threading.Event:
    """Set when the bridge shall stop."""
    enough = threading.Event()
    for name in END_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # nohup
            signal.signal(number, lambda *_: enough.set())
    return enough
