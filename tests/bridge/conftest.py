"""A running bridge and pages that lead its table."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDice
from tests.bridge.page import ORIGIN, WORLD, Clock, Page
from tests.bridge.program import Program
from tests.bridge.said import Done, Run
from vtt_bridge.cli import main
from vtt_bridge.server import BridgeServer

FIGHTERS = (("hiroshi", "red", "pc"), ("benkei", "blue", "npc"))
TABLE = f"/tables/{WORLD}"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def console() -> list[str]:
    return []


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def start(data: Path, clock: Clock, console: list[str]) -> Iterator[Callable[..., BridgeServer]]:
    """Starts bridges on the test's data folder, one after the other."""
    running: list[BridgeServer] = []

    def start_one(**options: Any) -> BridgeServer:
        options = {"show": console.append, "now": clock, **options}
        server = BridgeServer(data, port=0, **options)
        server.start()
        running.append(server)
        return server

    yield start_one
    for server in running:
        server.stop()


@pytest.fixture
def server(start: Callable[..., BridgeServer]) -> BridgeServer:
    return start(messages_per_second=100_000)


@pytest.fixture
def token(server: BridgeServer) -> str:
    return server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")


@pytest.fixture
def new_page(server: BridgeServer, token: str) -> Iterator[Callable[..., Page]]:
    pages: list[Page] = []

    def make(**changes: Any) -> Page:
        page = Page(server.address, **{"token": token, **changes})
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page that leads the table."""
    page = new_page()
    page.connect()
    return page


@pytest.fixture
def run(data: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command of ``vtt-bridge`` on the test's data folder, in this process."""

    def command(*arguments: str) -> Done:
        capsys.readouterr()
        code = main([*arguments, "--data", str(data)])
        return Done(code, *capsys.readouterr())

    return command


@pytest.fixture
def rooftop(start: Callable[..., BridgeServer]) -> BridgeServer:
    """A bridge for programs, with dice that fall as 9."""
    rooftop = start(messages_per_second=100_000, dice=lambda: ScriptedDice([9, 9, 9]))
    rooftop.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    return rooftop


@pytest.fixture
def program(rooftop: BridgeServer) -> Callable[..., Program]:
    def make(seat: str, *scopes: str) -> Program:
        token = rooftop.bridge.grant(WORLD, "Deck", seat, list(scopes))
        return Program(rooftop.address, token, seat.lower())

    return make


@pytest.fixture
def gm(program: Callable[..., Program]) -> Program:
    """A game master's program, and a fight between Hiroshi and Benkei."""
    gm = program("gm", "read", "act", "gm")
    for name, side, control in FIGHTERS:
        fields = {"base": 20, "rp": 20, "abilities": ["evasive_maneuvers"]}
        args = {"id": name, "name": name.title(), "side": side, "control": control}
        gm.command(verb="character.add", args={**args, "fields": fields})
    order = [name for name, _, _ in FIGHTERS]
    gm.command(verb="encounter.start", args={"id": "e", "name": "Roof", "order": order})
    return gm


@pytest.fixture
def hiroshi(gm: Program, program: Callable[..., Program]) -> Program:
    return program("Hiroshi", "read", "act")
