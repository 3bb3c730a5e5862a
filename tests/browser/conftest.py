"""Two real pages in a real browser, a real bridge, the real module files, and a stand-in table."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from duel import CAST, Duel
from play import TOKENS, Dice, Play, cast
from playwright.sync_api import Browser, expect, sync_playwright
from sneaking import CAST as SNEAKERS
from sneaking import Sneaking

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """Start a browser, with further switches."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright:

        def start(*switches: str) -> Browser:
            return playwright.chromium.launch(executable_path=path, args=[*SWITCHES, *switches])

        yield start


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    chromium = launch()
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def laptop(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A browser of its own, whose pages may fall asleep or crash."""
    chromium = launch()
    yield chromium
    chromium.close()


@pytest.fixture(params=[13, 14], ids=["stand_in_v13", "stand_in_v14"])
def generation(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def dice() -> Dice:
    return Dice()


@pytest.fixture
def console() -> list[str]:
    return []


@pytest.fixture
def game(generation: int, dice: Dice, console: list[str], tmp_path: Path) -> Iterator[PracticeGame]:
    game = PracticeGame(
        cast(),
        system="carps",
        generation=generation,
        data=tmp_path,
        show=console.append,
        pause_between_fights=1.0,
        dice=lambda: dice,
    )
    game.start()
    yield game
    game.stop()


@pytest.fixture
def play(browser: Browser, game: PracticeGame) -> Iterator[Play]:
    """Both pages open, the game master connected, the fight begun, Hiroshi's turn."""
    play = Play(browser, game)
    play.open_pages()
    play.begin()
    yield play
    play.close()
    assert play.faults == []


def sample_game(
    cast: Cast, system: str, generation: int, dice: Dice, data: Path, patch: pytest.MonkeyPatch
) -> PracticeGame:
    """The practice table with the sample characters of a rule system."""
    for one in cast.characters:
        patch.setitem(TOKENS, one["name"], one["token"])
    return PracticeGame(
        cast,
        system=system,
        generation=generation,
        data=data,
        show=lambda _line: None,
        pause_between_fights=1.0,
        dice=lambda: dice,
    )


@pytest.fixture
def tracks_game(
    generation: int, dice: Dice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PracticeGame]:
    game = sample_game(CAST, "tracks", generation, dice, tmp_path, monkeypatch)
    game.start()
    yield game
    game.stop()


@pytest.fixture
def duel(browser: Browser, tracks_game: PracticeGame) -> Iterator[Duel]:
    """The pages of the game master, Mika and Jun are open; no fight has begun."""
    duel = Duel(browser, tracks_game)
    duel.open_pages()
    yield duel
    duel.close()
    assert duel.faults == []


@pytest.fixture
def sneaking(
    browser: Browser,
    generation: int,
    dice: Dice,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Sneaking]:
    """The pages of the game master and Mika are open; no fight has begun."""
    game = sample_game(SNEAKERS, "ccarps", generation, dice, tmp_path, monkeypatch)
    game.start()
    sneaking = Sneaking(browser, game)
    sneaking.open_pages()
    yield sneaking
    sneaking.close()
    game.stop()
    assert sneaking.faults == []
