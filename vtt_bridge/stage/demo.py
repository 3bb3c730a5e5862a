"""`vtt-bridge demo`: a practice table with a bridge beside it, ready to click."""

from __future__ import annotations

import argparse
import signal
import tempfile
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from vtt_bridge.cli.console import complain, say
from vtt_bridge.server import PortError
from vtt_bridge.stage import words
from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame
from vtt_bridge.stage.server import MissingLibrariesError


def parser() -> argparse.ArgumentParser:
    """The options of the demo."""
    options = argparse.ArgumentParser("vtt-bridge demo", description=words.DEMO)
    options.add_argument("--system", default="carps", help=words.DEMO_SYSTEM)
    options.add_argument("--generation", type=int, choices=(13, 14), default=14)
    options.add_argument("--theme", choices=("dark", "light"), default="dark")
    options.add_argument("--port", type=int, default=30800, help=words.DEMO_PORT)
    options.add_argument("--no-browser", action="store_true", help=words.DEMO_NO_BROWSER)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    """Run the demo until Ctrl-C; 0 when it went well, else 1 and a sentence."""
    options = parser().parse_args(argv)
    enough = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: enough.set())
    with tempfile.TemporaryDirectory(prefix="vtt-bridge-demo-") as folder:
        try:
            cast = Cast.of(options.system)
            game = PracticeGame(
                cast,
                system=options.system,
                generation=options.generation,
                data=Path(folder),
                table_port=options.port,
                start_fight=True,
                show=lambda _sentence: None,
            )
        except (LookupError, PortError) as error:
            complain(str(error.args[0]))
            return 1
        try:
            game.start()
        except MissingLibrariesError as error:
            game.bridge_server.stop()
            complain(str(error))
            return 1
        _show(game, options.theme, folder)
        if not options.no_browser:
            for address in [game.gm_address(options.theme), *game.player_addresses(options.theme)]:
                webbrowser.open(address)
        while not enough.wait(1.0):  # with a limit: Windows delivers Ctrl-C only between waits
            pass
        game.stop()
    say(words.DEMO_STOPPED)
    return 0


def _show(game: PracticeGame, theme: str, data: str) -> None:
    say(words.demo_page(words.GAME_MASTER, game.gm_address(theme)))
    names = {user["id"]: user["name"] for user in game.cast.users}
    for player, address in zip(game.cast.players(), game.player_addresses(theme), strict=True):
        say(words.demo_page(str(names[player]), address))
    say(words.demo_scripts(data))
    say(words.DEMO_STOP)
