"""What people do at the practice table, in their words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

TOKENS = {
    "Hiroshi": "hiroshitoken0001",
    "Tetsuko": "tetsukotoken0001",
    "Akemi": "akemitoken000001",
    "Benkei": "benkeitoken00001",
}
GM_ONLY_RESERVE = 73918
"""RP of the game master's Benkei: a number that nothing else shows."""


BEGUN = """async () => {
  const { services } = await import("/modules/vtt-bridge/scripts/windows/base.mjs");
  const begun = ({ id, flags }) =>
    flags["vtt-bridge"]?.encounter === true && !services.page.flight.has(`turn ${id}`);
  while (!begun(game.combat)) await new Promise((resolve) => setTimeout(resolve, 20));
}"""
"""Wait until the engine drives the tracker and the next click there is none of a double click."""


class Dice:
    """Scripted dice; what is not scripted falls on 3, so that a turn's end needs no script."""

    def __init__(self) -> None:
        self.script: list[int] = []

    def will_fall(self, *numbers: int) -> None:
        self.script.extend(numbers)

    def throw(self, sides: int) -> int:
        """Give the next number of the script."""
        number = self.script.pop(0) if self.script else 3
        assert 1 <= number <= sides
        return number


def cast() -> Cast:
    """Two of Mika's against two of the game master's; each can do one thing beyond the basics."""

    def person(
        name: str, side: str, place: tuple[int, int], style: str, rp: int, *abilities: str
    ) -> dict[str, Any]:
        low = name.lower()
        return {
            "id": f"{low}0000000000000000"[:16],
            "token": TOKENS[name],
            "name": name,
            "owner": "playermika000001" if side == "friendly" else None,
            "side": side,
            "x": place[0],
            "y": place[1],
            "fields": {"style": style, "base": 10, "rp": rp, "abilities": list(abilities)},
            "restore": {"level": 10, "status": "active"},
        }

    return Cast(
        {
            "scene": "Rooftop",
            "users": [
                {"id": "gamemaster000001", "name": "GM", "role": 4},
                {"id": "playermika000001", "name": "Mika", "role": 1},
                {"id": "playerjun0000001", "name": "Jun", "role": 1},
            ],
            "macros": [{"label": "Escape", "command": "!carps escape"}],
            "characters": [
                person("Hiroshi", "friendly", (110, 190), "offensive", 14, "escape_artist"),
                person("Tetsuko", "hostile", (440, 90), "centered", 22, "perfect_defense"),
                person("Akemi", "friendly", (190, 410), "defensive", 17, "perfect_defense"),
                person("Benkei", "hostile", (600, 420), "offensive", GM_ONLY_RESERVE, "diehard"),
            ],
        }
    )


class Play:
    """The two pages of one practice game and what went wrong on them."""

    def __init__(self, browser: Browser, game: PracticeGame) -> None:
        self.browser = browser
        self.game = game
        self.faults: list[str] = []
        self.frames: list[str] = []
        self._contexts: list[Any] = []

    def open_pages(self) -> None:
        self.gm = self.open(self.game.gm_address())
        self.mika = self.open(self.game.player_addresses()[0], frames=self.frames)

    def open(self, address: str, frames: list[str] | None = None) -> Page:
        context = self.browser.new_context(viewport={"width": 1366, "height": 768})
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error.stack}"))
        if frames is not None:
            page.on(
                "websocket",
                lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))),
            )
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def begin(self) -> None:
        expect(self.gm.locator("#vttb-status")).to_contain_text("Connected")
        self.gm.click("[data-action=startCombat]")
        self.expect_turn("Hiroshi")
        expect(self.bar(self.mika, "Tetsuko")).to_have_attribute("data-max", re.compile(r"\d+"))
        self.gm.evaluate(BEGUN)

    # What people do

    def aim(self, page: Page, name: str) -> None:
        self.token(page, name).hover()
        page.keyboard.press("t")
        expect(self.token(page, name)).to_have_class(re.compile("target"))

    def open_hud(self, page: Page, name: str) -> Locator:
        self.token(page, name).click(button="right")
        hud = page.locator("nav.vttb-hud")
        expect(hud.locator("button").first).to_be_visible()
        return hud

    def attack(self, page: Page, attacker: str, target: str) -> None:
        self.aim(page, target)
        self.button(self.open_hud(page, attacker), "Attack").click()

    def say(self, page: Page, text: str) -> None:
        page.fill("#chat-message", text)
        page.press("#chat-message", "Enter")

    def settle(self, wanted: Mapping[str, str] | None = None, until: str | None = None) -> None:
        """The game master answers all that the newest card waits for, else declines.

        `wanted` names options by who is asked; before a question to `until` it stops.
        """
        for _ in range(20):
            self.gm.wait_for_timeout(500)
            outcome = self.card(self.gm).locator(".vttb-outcome strong")
            if outcome.count() and outcome.first.inner_text() != "Waiting":
                return
            if not self.panel().count():
                self.card(self.gm).locator("[data-vttb-action=questions]").click()
            row = self.panel().locator("[data-question]").first
            who = row.locator("h5").inner_text()
            if who == until:
                return
            option = row.locator("[data-action=choose]", has_text=(wanted or {}).get(who, "-"))
            (option if option.count() else row.locator("[data-action=decline]")).first.click()

    # What people see

    def token(self, page: Page, name: str) -> Locator:
        return page.locator(f'[data-token-id="{TOKENS[name]}"]')

    def bar(self, page: Page, name: str) -> Locator:
        return self.token(page, name).locator(".bar.lo")

    def button(self, place: Locator, label: str) -> Locator:
        return place.locator("button", has=place.page.locator("b", has_text=label)).first

    def cards(self, page: Page) -> Locator:
        return page.locator(".chat-log .vttb-card")

    def card(self, page: Page) -> Locator:
        return self.cards(page).last

    def panel(self) -> Locator:
        return self.gm.locator("#vttb-panel")

    def question(self, page: Page) -> Locator:
        return page.locator('[id^="vttb-question-"]')

    def expect_turn(self, name: str) -> None:
        for page in (self.gm, self.mika):
            expect(page.locator("li.combatant.active .name")).to_have_text(name)

    def expect_card(self, outcome: str) -> None:
        for page in (self.gm, self.mika):
            expect(self.card(page).locator(".vttb-outcome strong").first).to_have_text(outcome)
