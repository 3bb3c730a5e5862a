"""What people do at the practice table in a fight of tracks."""

from __future__ import annotations

import re

from play import Play
from playwright.sync_api import Locator, Page, expect

from vtt_bridge.stage.cast import Cast

CAST = Cast.of("tracks")
IDS = {one["name"]: f"Actor.{one['id']}" for one in CAST.characters}


class Duel(Play):
    """The pages of the game master, of Mika with Aki, and of Jun with Noboru."""

    def open_pages(self) -> None:
        super().open_pages()
        self.jun = self.open(self.game.player_addresses()[1])
        expect(self.gm.locator("#vttb-status")).to_contain_text("Connected")

    def pages(self) -> tuple[Page, Page, Page]:
        return self.gm, self.mika, self.jun

    def raising(self, page: Page) -> Locator:
        return self.card(page).locator("button[data-key=raise]")

    def passing(self, page: Page) -> Locator:
        return self.card(page).locator(".vttb-acts button").last

    def next_turn(self, label: str) -> None:
        button = self.gm.locator("[data-action=nextTurn]")
        expect(button).to_have_text(label)
        button.click()
        expect(button).not_to_have_text(label)
        self.gm.wait_for_timeout(600)  # a click sooner counts as a double click

    def order(self, name: str, text: str, told: str) -> None:
        """The game master lets one of his own do something."""
        self.token(self.gm, name).click()
        self.say(self.gm, text)
        expect(self.card(self.gm)).to_contain_text(f"{name} {told}")

    def decline_as_gm(self) -> None:
        """The game master declines the first question of his own, when players have answered."""
        rows = self.panel().locator("[data-question]")
        if not self.panel().count():
            self.gm.keyboard.press("Alt+q")
        expect(rows.filter(has=self.gm.get_by_text(re.compile("^(Aki|Noboru)$")))).to_have_count(0)
        expect(rows).not_to_have_count(0)
        asked = rows.first.get_attribute("data-question")
        rows.first.locator("[data-action=decline]").click()
        expect(self.panel().locator(f'[data-question="{asked}"]')).to_have_count(0)

    def decline_all(self) -> None:
        """The game master declines everything that is open, in his panel."""
        if not self.panel().count():
            self.gm.keyboard.press("Alt+q")
        self.panel().locator("[data-action=declineAll]").click()
        self.gm.locator("dialog, .dialog").get_by_role("button", name="Yes").click()
        expect(self.panel()).to_have_count(0)

    def begin_fight(self) -> None:
        """Everybody takes the setup that is offered."""
        self.gm.click("[data-action=startCombat]")
        expect(self.panel().locator("[data-question]")).to_have_count(4)
        self.decline_all()
        self.expect_nobodys_turn()

    def edit(self, name: str, **fields: object) -> None:
        """Somebody's figures as the game master's edit leaves them."""
        self.game.perform("character.edit", character=IDS[name], fields=fields)

    def act(self, page: Page, text: str, told: str) -> None:
        """A player types what his character does."""
        self.say(page, text)
        expect(self.card(self.gm)).to_contain_text(told)

    def expect_turn(self, name: str) -> None:
        for page in self.pages():
            expect(page.locator("li.combatant.active .name")).to_have_text(name)

    def expect_nobodys_turn(self) -> None:
        for page in self.pages():
            expect(page.locator("li.combatant.active")).to_have_count(0)

    def gauge(self, page: Page, name: str) -> Locator:
        """The bar for which the token has no room, among its marks."""
        return self.token(page, name).locator('.effects img[src*="gauge"]')

    def oppose(self) -> None:
        """Aki has 17, Noboru 14."""
        self.say(self.mika, "!tracks opposed expression @Noboru")
        question = self.question(self.jun)
        question.locator("[data-action=decline]").click()
        self.expect_sums("17", "14")

    def expect_sums(self, *sums: str) -> None:
        for page in self.pages():
            expect(self.card(page).locator(".vttb-duel .sum")).to_have_text(list(sums))
