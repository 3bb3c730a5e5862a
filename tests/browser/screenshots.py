"""Take the pictures of the documentation: `python tests/browser/screenshots.py [folder]`.

It plays the demo's sample fight with scripted dice on the practice table, once in each theme.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from conftest import NAMES, SWITCHES
from play import Dice, Play
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

IMAGES = Path(__file__).parents[2] / "docs" / "images"


class Photographer:
    """One fight in one theme, with a picture at each thing worth showing."""

    def __init__(self, browser: Browser, folder: Path, theme: str) -> None:
        self.browser, self.folder, self.theme = browser, folder, theme
        self.dice = Dice()

    def shoot(self, what: Locator, name: str) -> None:
        what.screenshot(path=self.folder / f"{name}-{self.theme}.png", animations="disabled")

    def take_all(self) -> None:
        with tempfile.TemporaryDirectory() as data:
            self._pairing(Path(data) / "pairing")
            self._fight(Path(data) / "fight")

    def _game(self, data: Path, **options: int) -> PracticeGame:
        game = PracticeGame(
            Cast.of("carps"),
            system="carps",
            generation=14,
            data=data,
            show=lambda _line: None,
            dice=lambda: self.dice,
            **options,
        )
        game.start()
        return game

    def _pairing(self, data: Path) -> None:
        game = self._game(data, paired=False, bridge_port=30777)
        play = Play(self.browser, game)
        page = play.open(game.gm_address(self.theme))
        page.click("#vttb-status")
        window = page.locator("#vttb-pairing")
        window.locator("[name=address]").fill(game.bridge_server.address)
        window.locator("[name=code]").fill("K7Q 4MD")
        page.wait_for_timeout(500)
        self.shoot(window, "pairing")
        play.close()
        game.stop()

    def _fight(self, data: Path) -> None:
        game = self._game(data)
        play = Play(self.browser, game)
        play.gm = play.open(game.gm_address(self.theme))
        play.mika = play.open(game.player_addresses(self.theme)[0])
        play.begin()

        play.aim(play.mika, "Tetsuko")
        hud = play.open_hud(play.mika, "Hiroshi")
        expect(hud.locator("button")).not_to_have_count(0)
        self.shoot(play.mika.locator("#board"), "hud")

        self.dice.will_fall(8)
        play.button(hud, "Attack").click()
        self.settle(play, {})
        play.expect_card("Hit")
        self.shoot(play.card(play.mika), "card-hit")

        self.dice.will_fall(4)
        play.say(play.mika, "!carps attack @Tetsuko")
        expect(play.cards(play.mika)).to_have_count(2)
        self.settle(play, {})
        play.expect_card("Miss")
        self.shoot(play.card(play.gm), "card-miss")

        self.dice.will_fall(7, 9, 4)
        play.say(play.mika, "!carps attack @Tetsuko")
        expect(play.cards(play.mika)).to_have_count(3)
        self.settle(play, {"Hiroshi": "Sure Strike"}, until="Tetsuko")
        self.shoot(play.panel(), "panel")
        self.shoot(play.gm.locator("body"), "gm")
        self.settle(play, {"Tetsuko": "Perfect Defense"})
        play.expect_card("Miss")
        self.shoot(play.card(play.mika), "card-chain")

        play.card(play.gm).locator("[data-vttb-action=undo]").click()
        play.expect_card("Undone")
        self.shoot(play.card(play.gm), "card-undone")

        play.say(play.mika, "!carps attack @Akemi")
        note = play.mika.locator(".chat-log .vttb-card.note").last
        expect(note).to_be_visible()
        self.shoot(note, "card-refusal")

        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.mika.locator("#board").click(position={"x": 30, "y": 500})
        self.dice.will_fall(2)
        play.attack(play.gm, "Tetsuko", "Akemi")
        self.settle(play, {}, until="Akemi")
        question = play.question(play.mika)
        expect(question).to_have_count(1)
        self.shoot(question, "question")
        self.shoot(play.mika.locator("body"), "player")
        self.settle(play, {})
        play.expect_card("Hit")
        play.gm.keyboard.press("Escape")

        play.token(play.mika, "Hiroshi").dblclick()
        sheet = play.mika.locator(".application.sheet")
        expect(sheet.locator(".vttb-kinds")).to_be_visible()
        self.shoot(sheet, "sheet")
        sheet.locator("[data-action=close]").first.click()

        play.game.perform(
            "character.edit", character="Actor.tetsuko000000001", fields={"level": 24}
        )
        self.dice.will_fall(1)
        play.token(play.gm, "Tetsuko").click()
        play.say(play.gm, "!carps attack @Hiroshi")
        self.settle(play, {})
        expect(play.card(play.gm).locator(".vttb-end")).to_be_visible()
        self.shoot(play.card(play.gm), "card-defeat")
        play.close()
        game.stop()
        for fault in play.faults:
            print(f"{self.theme}: {fault}")

    def settle(self, play: Play, wanted: Mapping[str, str], until: str | None = None) -> None:
        """Answer every question at the game master's page; stop before that of `until`."""
        for _ in range(12):
            play.gm.wait_for_timeout(600)
            if play.gm.evaluate("document.querySelector('.chat-log').lastChild === null"):
                continue
            outcome = play.card(play.gm).locator(".vttb-outcome strong")
            if outcome.count() and outcome.first.inner_text() != "Waiting":
                return
            if not play.panel().count():
                play.gm.keyboard.press("Alt+q")
                expect(play.panel()).to_be_visible()
            row = play.panel().locator("[data-question]").first
            who = row.locator("h5").inner_text()
            if who == until:
                return
            option = row.locator("[data-action=choose]", has_text=wanted.get(who, "-"))
            (option if option.count() else row.locator("[data-action=decline]")).first.click()


def main(folder: Path) -> None:
    """Take every picture in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        for theme in ("dark", "light"):
            Photographer(browser, folder, theme).take_all()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
