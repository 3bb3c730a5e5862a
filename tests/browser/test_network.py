"""Why a page and its bridge do not come together, as the connection window says it.

The table's pages come from an address that the browser takes for a public one, so that it asks a
person before it lets them reach programs on this computer; a browser without a screen refuses.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from play import Dice, Play, cast
from playwright.sync_api import Browser, Locator, Page, expect

from vtt_bridge import security
from vtt_bridge.stage.game import WORLD_ID, PracticeGame

PLAIN = "table.test"
"""A name of this computer that the browser does not take for a secure one."""
ALLOW = ["local-network-access"]
CONNECTIONS = "vtt-bridge.connections"


class Room:
    """An unpaired practice game and the browser that takes its pages for public ones."""

    def __init__(self, game: PracticeGame, browser: Browser) -> None:
        self.game = game
        self.browser = browser

    def enter(self, *, allowed: bool = True, plain: bool = False, player: bool = False) -> Page:
        """Open a page with the browser's permission, and over plain http from elsewhere or not."""
        context = self.browser.new_context(permissions=ALLOW if allowed else [])
        page = context.new_page()
        address = self.game.player_addresses()[0] if player else self.game.gm_address()
        page.goto(address.replace("127.0.0.1", PLAIN) if plain else address)
        page.wait_for_selector("body[data-ready]")
        return page

    def asked_for_code(self, page: Page) -> Locator:
        """The connection window of an unpaired page, with the bridge's address typed in."""
        page.click("#vttb-status")
        window = page.locator("#vttb-pairing")
        type_address(window, self.game.bridge_server.address)
        return window

    def pair(self, page: Page) -> None:
        window = self.asked_for_code(page)
        window.locator("[name=code]").fill(self.game.bridge.code.renew())
        window.locator("[data-action=pair]").click()
        expect(page.locator("#vttb-status")).to_contain_text("Connected")


def type_address(window: Locator, address: str) -> None:
    window.locator("[name=address]").fill(address)
    window.locator("[name=address]").press("Tab")


def expect_found(window: Locator, sentence: str) -> None:
    expect(window.locator("[data-vttb-found]")).to_have_text(sentence)


@pytest.fixture(scope="module")
def room(
    launch: Callable[..., Browser], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Room]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(security, "LOCAL_NAMES", (*security.LOCAL_NAMES, PLAIN))
        yield from play_room(launch, tmp_path_factory.mktemp("bridge"))


def play_room(launch: Callable[..., Browser], data: Path) -> Iterator[Room]:
    game = PracticeGame(
        cast(),
        system="carps",
        generation=14,
        data=data,
        show=lambda _line: None,
        paired=False,
        dice=Dice,
    )
    game.start()
    public = game.table.origin.removeprefix("http://")
    browser = launch(
        f"--ip-address-space-overrides={public}=public",
        f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1",
    )
    yield Room(game, browser)
    browser.close()
    game.stop()


class Answering(BaseHTTPRequestHandler):
    """A program on the bridge's port; with a `health` it says that it is a bridge."""

    health: dict[str, object] | None = None

    def do_GET(self) -> None:
        self.send_response(200)
        if self.health:
            self.send_header("Access-Control-Allow-Origin", self.headers["Origin"])
        self.end_headers()
        self.wfile.write(json.dumps(self.health or "Welcome").encode())

    def log_request(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def program() -> Iterator[Callable[..., str]]:
    """Start a program that answers, as a bridge of some version or as something else."""
    servers: list[ThreadingHTTPServer] = []

    def start(**health: object) -> str:
        handler = type("Handler", (Answering,), {"health": health or None})
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), handler))
        Thread(target=servers[-1].serve_forever, args=(0.05,), daemon=True).start()
        return f"127.0.0.1:{servers[-1].server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


class TestBrowser:
    def test_without_permission_it_says_how_to_give_it_on_the_stand_in(self, room: Room) -> None:
        page = room.enter(allowed=False)
        window = room.asked_for_code(page)
        expect_found(
            window,
            "Chrome keeps this page from programs on this computer. Click the icon left of the "
            "address, open the site settings, allow Apps on device (or Local network access), "
            "then reload.",
        )
        window.locator("[data-action=pair]").click()
        expect(window.locator(".vttb-warn")).to_contain_text("Blocked")
        page.context.grant_permissions(ALLOW)
        expect_found(window, "Bridge found, not paired")
        page.context.close()

    def test_a_paired_page_that_is_blocked_later_connects_once_allowed_on_the_stand_in(
        self, room: Room
    ) -> None:
        page = room.enter()
        room.pair(page)
        page.context.clear_permissions()
        page.reload()
        light = page.locator("#vttb-status")
        expect(light).to_contain_text("Blocked")
        page.context.grant_permissions(ALLOW)
        expect(light).to_contain_text("Connected")
        page.context.close()

    def test_plain_http_keeps_the_gm_away_and_lets_players_play_on_the_stand_in(
        self, room: Room
    ) -> None:
        page = room.enter(plain=True)
        port = room.game.table.origin.rpartition(":")[2]
        expect_found(
            room.asked_for_code(page),
            f"A page over plain http at {PLAIN}:{port} cannot reach programs on this computer. "
            f"If Foundry runs here, open http://localhost:{port}; else serve it over https.",
        )
        page.context.close()
        play = Play(room.browser, room.game)
        play.gm = room.enter()
        room.pair(play.gm)
        play.mika = room.enter(plain=True, player=True)
        assert play.mika.evaluate("isSecureContext") is False
        play.begin()
        play.attack(play.mika, "Hiroshi", "Benkei")
        expect(play.cards(play.gm)).to_have_count(1)
        for one in (play.gm, play.mika):
            one.context.close()


class TestAddress:
    def test_what_is_wrong_with_it_or_what_is_there_on_the_stand_in(
        self, room: Room, program: Callable[..., str]
    ) -> None:
        page = room.enter()
        window = room.asked_for_code(page)
        expect_found(window, "Bridge found, not paired")
        version = page.evaluate("game.modules.get('vtt-bridge').version")
        mute = socket.create_server(("127.0.0.1", 0))
        silent = f"127.0.0.1:{mute.getsockname()[1]}"
        foreign = program()
        older = program(name="vtt-bridge", protocol=0, version="0.0.9")
        newer = program(name="vtt-bridge", protocol=2, version="7.1.0")
        unreadable = (
            "This is not an address. Type the one that the bridge shows, such as "
            "http://127.0.0.1:30777."
        )
        for address, sentence in {
            "the bridge": unreadable,
            "https://127.0.0.1:30777": (
                "The bridge speaks plain http. Type http:// in the place of https://."
            ),
            "http://192.168.1.20:30777": (
                "The bridge answers only on the computer that it runs on. "
                "Its address begins with http://127.0.0.1:"
            ),
            "127.0.0.1:9": "Nothing answers at 127.0.0.1:9. Start the bridge.",
            foreign: (
                f"Something else answers at {foreign}, not the bridge. "
                "Type the address that the bridge shows when it starts."
            ),
            silent: (
                f"Something is there at {silent}, but it does not answer. "
                "Stop the bridge and start it again."
            ),
            older: (
                f"Bridge 0.0.9 is older than module {version}. "
                "Update the bridge and start it again."
            ),
            newer: (
                f"Module {version} is older than bridge 7.1.0. "
                "Update the module in Foundry's set-up, then reload."
            ),
        }.items():
            type_address(window, address)
            expect_found(window, sentence)
        mute.close()
        page.context.close()


class TestPairing:
    def test_why_a_code_or_a_pairing_does_not_hold_on_the_stand_in(self, room: Room) -> None:
        page = room.enter()
        window = room.asked_for_code(page)
        room.game.bridge.code.renew()
        told = window.locator(".vttb-warn")
        for sentence in (
            "This is not the code on the bridge's console; 4 tries are left.",
            "This is not the code on the bridge's console; 3 tries are left.",
            "This is not the code on the bridge's console; 2 tries are left.",
            "This is not the code on the bridge's console; 1 try is left.",
            "A wrong code was typed too often.",
        ):
            window.locator("[name=code]").fill("AAA-AAA")
            window.locator("[data-action=pair]").click()
            expect(told).to_contain_text(sentence)
        window.locator(".window-header [data-action=close]").click()
        room.pair(page)
        light = page.locator("#vttb-status")
        token = page.evaluate(
            f"JSON.parse(localStorage.getItem('{CONNECTIONS}'))['{WORLD_ID}'].token"
        )
        room.game.bridge.revoke([security.hash_token(token)])
        expect(light).to_contain_text("Not paired")
        expect(window).to_contain_text("This pairing was revoked")
        page.reload()
        expect(light).to_contain_text("Not paired")
        light.click()
        expect(window).to_contain_text("The bridge does not know this pairing")
        page.evaluate(
            f"""localStorage.setItem('{CONNECTIONS}', JSON.stringify({{'{WORLD_ID}': {{
                 address: '{room.game.bridge_server.address}', token: 'x', bridge: 'other'}}}}))"""
        )
        page.reload()
        expect(light).to_contain_text("Wrong bridge")
        light.click()
        host = room.game.bridge_server.address.removeprefix("http://")
        expect(window).to_contain_text(
            f"The bridge at {host} is not the one that this world is paired with. "
            "Start that one, or pair again."
        )
        page.context.close()
