"""Take the pictures of the documentation: `python tests/browser/screenshots.py [folder]`.

It plays the sample fights of the demo with scripted dice on the practice table: that of CARPS once
in each theme, what is rare in it, tracks and CCARPS in the dark one.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from conftest import NAMES, SWITCHES
from duel import CAST, Duel
from play import TOKENS, Dice, Play
from playwright.sync_api import Browser, Locator, expect, sync_playwright
from sneaking import CAST as SNEAKERS
from sneaking import Sneaking

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
            self._hand(Path(data) / "hand")
            if self.theme == "dark":
                self._rare(Path(data) / "rare")
                self._tracks(Path(data) / "tracks")
                self._ccarps(Path(data) / "ccarps")

    def _game(self, data: Path, system: str = "carps", **options: int) -> PracticeGame:
        game = PracticeGame(
            Cast.of(system),
            system=system,
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
        play.settle()
        play.expect_card("Hit")
        self.shoot(play.card(play.mika), "card-hit")

        self.dice.will_fall(4)
        play.say(play.mika, "!carps attack @Tetsuko")
        expect(play.cards(play.mika)).to_have_count(2)
        play.settle()
        play.expect_card("Miss")
        self.shoot(play.card(play.gm), "card-miss")

        self.dice.will_fall(7, 9, 4)
        play.say(play.mika, "!carps attack @Tetsuko")
        expect(play.cards(play.mika)).to_have_count(3)
        play.settle({"Hiroshi": "Sure Strike"}, until="Tetsuko")
        self.shoot(play.panel(), "panel")
        self.shoot(play.gm.locator("body"), "gm")
        play.settle({"Tetsuko": "Perfect Defense"})
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
        play.settle(until="Akemi")
        question = play.question(play.mika)
        expect(question).to_have_count(1)
        self.shoot(question, "question")
        self.shoot(play.mika.locator("body"), "player")
        play.settle()
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
        play.settle()
        expect(play.card(play.gm).locator(".vttb-end")).to_be_visible()
        self.shoot(play.card(play.gm), "card-defeat")
        play.close()
        game.stop()
        for fault in play.faults:
            print(f"{self.theme}: {fault}")

    def _hand(self, data: Path) -> None:
        """Chances, dice by hand, and what the game master decides."""
        game = self._game(data)
        play = Play(self.browser, game)
        play.gm = play.open(game.gm_address(self.theme))
        play.mika = play.open(game.player_addresses(self.theme)[0])
        play.begin()

        play.gm.click("[data-tab=settings]")
        play.gm.click('[data-menu="vtt-bridge.rules"]')
        rules = play.gm.locator("#vttb-rules")
        rules.locator('[name="conduct.automation"]').select_option("confirm")
        rules.locator('[name="conduct.dice"]').select_option("typed")
        self.shoot(rules, "table-rules")
        rules.locator("[data-action=save]").click()
        play.gm.click("[data-tab=chat]")

        game.perform("character.edit", character="Actor.hiroshi000000001", fields={"attack": 4})
        play.aim(play.gm, "Benkei")
        play.open_hud(play.gm, "Hiroshi").locator(".odds").click()
        odds = play.gm.locator("#vttb-odds")
        expect(odds.locator("tbody tr")).not_to_have_count(0)
        self.shoot(odds, "odds")
        odds.locator("[data-action=close]").click()

        play.attack(play.mika, "Hiroshi", "Benkei")
        question = play.question(play.mika)
        expect(question).to_have_count(1)
        question.locator("[data-key=sure_strike]").click()
        expect(question.locator("input[data-vttb-die]")).to_have_count(3)
        for place, number in enumerate(("9", "4", "7")):
            question.locator("input[data-vttb-die]").nth(place).fill(number)
        self.shoot(question, "dice")
        play.mika.keyboard.press("Enter")
        expect(play.panel().locator("[data-vttb-story]")).to_have_count(1)
        self.shoot(play.panel(), "confirm")
        play.panel().locator("[data-key=count]").click()
        play.expect_card("Hit")

        game.perform("table.conduct", automation="suggest", dice="bridge")
        self.dice.will_fall(9)
        play.say(play.mika, "!carps attack @Benkei")
        expect(question).to_have_count(1)
        question.locator("[data-action=decline]").click()
        expect(play.card(play.gm).locator("[data-vttb-action=apply]")).to_be_visible()
        self.shoot(play.card(play.gm), "card-suggested")

        game.perform("character.edit", character="Actor.akemi00000000001", fields={"level": 19})
        play.gm.locator("#board").click(position={"x": 30, "y": 500})
        play.gm.locator(".vttb-to-threats button").click()
        expect(play.panel().locator(".vttb-threats td.now")).not_to_have_count(0)
        self.shoot(play.panel(), "threats")
        play.panel().locator("[data-action=close]").click()

        play.token(play.gm, "Benkei").dblclick()
        sheet = play.gm.locator(".application.sheet")
        sheet.locator("summary").click()
        sheet.locator("[data-action=pick]").click()
        picker = play.gm.locator("#vttb-picker")
        picker.locator(".vttb-pick", has_text="Perfect Defense").click()
        expect(picker.locator(".vttb-warn")).to_have_count(1)
        self.shoot(picker, "picker")
        play.close()
        game.stop()
        for fault in play.faults:
            print(f"{self.theme}, by hand: {fault}")

    def _rare(self, data: Path) -> None:
        """Somebody comes in late, and an Ultimate Move may answer the third hit."""
        game = self._game(data)
        play = Play(self.browser, game)
        play.gm = play.open(game.gm_address(self.theme))
        play.mika = play.open(game.player_addresses(self.theme)[0])
        play.begin()
        abilities = ["combo_breaker", "attack_builder", "beatdown"]
        akemi = "Actor.akemi00000000001"
        game.perform("character.edit", character=akemi, fields={"abilities": abilities})
        play.open_hud(play.gm, "Benkei")
        play.gm.locator("#token-hud [data-action=combat]").click()
        hud = play.gm.locator("nav.vttb-hud")
        play.button(hud, "Enter the fight").click()
        play.gm.locator("#vttb-form button[type=submit]").click()
        end = play.gm.locator("[data-action=nextTurn]")
        expect(end).to_have_text("End turn, Benkei enters")
        play.gm.keyboard.press("Escape")
        play.gm.wait_for_timeout(600)
        end.click()
        play.expect_turn("Benkei")
        self.shoot(play.gm.locator("body"), "carps-entry")

        game.perform("character.edit", character=akemi, fields={"level": 20})
        play.gm.wait_for_timeout(600)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.token(play.gm, "Tetsuko").click()
        question = play.question(play.mika).filter(has=play.mika.locator("select"))
        for _ in range(3):
            self.dice.will_fall(2)
            play.gm.wait_for_timeout(600)
            play.say(play.gm, "!carps attack @Akemi")
            play.gm.wait_for_timeout(600)
            play.settle(until="Akemi")
        expect(question).to_have_count(1)
        self.shoot(question, "carps-combo")
        question.locator("[data-action=decline]").click()
        play.expect_card("Hit")

        play.close()
        game.stop()
        for fault in play.faults:
            print(f"{self.theme}, rare: {fault}")

    def _tracks(self, data: Path) -> None:
        TOKENS.update({one["name"]: one["token"] for one in CAST.characters})
        game = self._game(data, system="tracks")
        duel = Duel(self.browser, game)
        duel.open_pages()
        duel.edit("Aki", mind=3, body=14, body_tension=2, soul_tension=1)
        duel.say(duel.gm, "!tracks stressful")
        duel.token(duel.mika, "Aki").dblclick()
        sheet = duel.mika.locator(".application.sheet")
        expect(sheet.locator(".vttb-crack.hit")).to_have_count(1)
        self.shoot(sheet, "tracks-sheet")
        sheet.locator("[data-action=close]").first.click()

        self.dice.will_fall(4, 2, 5, 5)
        duel.say(duel.mika, "!tracks opposed expression @Shizuka")
        duel.decline_as_gm()
        self.dice.will_fall(2)
        duel.raising(duel.gm).click()
        expect(duel.card(duel.mika).locator(".vttb-bids tr.now")).to_contain_text("Bid 2")
        expect(duel.raising(duel.mika)).to_have_count(1)
        self.shoot(duel.card(duel.mika), "tracks-bids")
        duel.passing(duel.mika).click()
        duel.passing(duel.gm).click()

        duel.gm.click("[data-action=startCombat]")
        expect(duel.panel().locator("[data-question]")).to_have_count(4)
        self.shoot(duel.panel(), "tracks-panel")
        duel.decline_all()
        duel.order("Shizuka", "!tracks turn", "begins the turn")
        duel.order("Shizuka", "!tracks advance @Aki", "advances on Aki")
        duel.order("Shizuka", "!tracks end turn", "ends the turn")
        duel.act(duel.jun, "!tracks interrupt", "Noboru interrupts")
        duel.act(duel.jun, "!tracks advance @Aki", "Noboru advances on Aki")
        duel.act(duel.jun, "!tracks end turn", "Noboru ends the turn")
        duel.act(duel.mika, "!tracks turn", "Aki begins the turn")
        duel.act(duel.mika, "!tracks end turn", "Aki ends the turn")
        duel.order("Goro", "!tracks turn", "begins the turn")
        duel.order("Goro", "!tracks advance @Aki", "advances on Aki")
        self.dice.will_fall(5, 5, 1, 1, 3)
        duel.order("Goro", "!tracks attack @Aki", "attacks Aki")
        expect(duel.question(duel.jun)).to_have_count(1)
        self.shoot(duel.jun.locator("body"), "tracks-protect")
        duel.settle()

        duel.edit("Aki", soul=24)
        duel.edit("Noboru", mind=14)
        duel.say(duel.gm, "!tracks cleanup")
        duel.question(duel.mika).locator("[data-action=choose]").click()
        duel.question(duel.jun).locator("[data-action=decline]").click()
        expect(duel.panel().locator("[data-question]")).to_have_count(3)
        duel.decline_all()
        expect(duel.gm.locator(".encounter-round")).to_have_text("round 2")
        duel.gm.wait_for_timeout(500)
        self.shoot(duel.card(duel.gm), "tracks-cleanup")
        duel.close()
        game.stop()
        for fault in duel.faults:
            print(f"tracks: {fault}")

    def _ccarps(self, data: Path) -> None:
        """Somebody sneaks past a patrolman, then is caught."""
        TOKENS.update({one["name"]: one["token"] for one in SNEAKERS.characters})
        game = self._game(data, system="ccarps")
        sneaking = Sneaking(self.browser, game)
        sneaking.open_pages(self.theme)
        gm, mika = sneaking.pages()
        sneaking.say(mika, "!ccarps stealth")
        sneaking.act(gm, "Situation").click()
        sneaking.fill(gm, base="3")
        sneaking.chip(gm, "Lay Dark +1").click()
        sneaking.chip(gm, "Lay Unfamiliar −2").click()
        sneaking.chip(mika, "Lay Quiet shoes +1").click()
        sneaking.expect_steps("2", "6", "")
        self.shoot(sneaking.card(gm), "ccarps-draft")
        self.dice.will_fall(3, 2, 4)
        sneaking.act(mika, "Throw").click()
        sneaking.expect_outcome("Succeeds", "5 is under 6, by 1")

        sneaking.token(gm, "Patrolman").click()
        sneaking.say(gm, "!ccarps contest @Sable detect")
        sneaking.chip(mika, "Add opposition").click()
        sneaking.fill(mika, chips="stands still 1")
        sneaking.expect_steps("5", "8", "7")
        self.dice.will_fall(5, 6, 2)
        sneaking.act(gm, "Throw").click()
        sneaking.expect_outcome("Fails", "7 is not under 7")
        self.shoot(sneaking.card(gm), "ccarps-contest")

        gm.click("[data-action=startCombat]")
        expect(gm.locator("li.combatant.active .name")).to_have_text("Sable")
        sneaking.say(gm, "!ccarps attack @Sable club base 9")
        self.dice.will_fall(4, 4, 1)
        sneaking.act(gm, "Throw").click()
        expect(sneaking.question(mika)).to_have_count(1)
        self.shoot(mika.locator("body"), "ccarps-question")
        sneaking.question(mika).locator("[data-action=decline]").click()
        expect(sneaking.card(mika).locator(".vttb-outcome strong")).to_have_text("Hit")

        gm.click("[data-action=nextTurn]")
        expect(gm.locator("li.combatant.active .name")).to_have_text("Otis")
        sneaking.say(gm, "!ccarps attack @Otis club base 9")
        self.dice.will_fall(6, 6, 6, 1, 3)
        sneaking.act(gm, "Throw").click()
        expect(sneaking.card(gm).locator(".vttb-wheel")).to_have_count(1)
        self.shoot(sneaking.card(gm).locator(".vttb-chance"), "ccarps-wheel")

        sneaking.say(gm, "!ccarps roll up @Sable fantasy age 30")
        self.dice.will_fall(*[6, 3, 5, 2, 4] * 5)
        sneaking.say(mika, "!ccarps make throw")
        sneaking.say(mika, "!ccarps make skills acrobatics 10, stealth reflex 9, climbing lift 8")
        sneaking.act(mika, "Go on making").click()
        sneaking.guide(mika).get_by_role("button", name="Skills").click()
        expect(sneaking.guide(mika)).to_contain_text("Own skills")
        self.shoot(sneaking.guide(mika), "ccarps-guide")
        sneaking.say(mika, "!ccarps make stop")

        sneaking.edit("Sable", mental=3, physical=6)
        sneaking.token(mika, "Sable").dblclick()
        sheet = mika.locator(".application.sheet")
        expect(sheet.locator(".vttb-crack.hit")).to_have_count(5)
        self.shoot(sheet, "ccarps-sheet")
        sneaking.close()
        game.stop()
        for fault in sneaking.faults:
            print(f"ccarps: {fault}")


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
