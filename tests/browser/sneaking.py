"""What people do at the practice table when somebody sneaks past somebody."""

from __future__ import annotations

from play import Play
from playwright.sync_api import Locator, Page, expect

from vtt_bridge.stage.cast import Cast

CAST = Cast.of("ccarps")
IDS = {one["name"]: f"Actor.{one['id']}" for one in CAST.characters}


class Sneaking(Play):
    """The pages of the game master and of Mika with Sable."""

    def open_pages(self, theme: str = "dark") -> None:
        self.gm = self.open(self.game.gm_address(theme))
        self.mika = self.open(self.game.player_addresses(theme)[0])
        expect(self.gm.locator("#vttb-status")).to_contain_text("Connected")

    def pages(self) -> tuple[Page, Page]:
        return self.gm, self.mika

    def chip(self, page: Page, name: str) -> Locator:
        """A chip on the newest card that can be laid or taken off."""
        return self.card(page).get_by_role("button", name=name, exact=True)

    def act(self, page: Page, label: str) -> Locator:
        return self.card(page).locator(".vttb-doable button", has_text=label)

    def fill(self, page: Page, **values: str) -> None:
        """Fills the small form that is open, and sends it."""
        form = page.locator("#vttb-form")
        for key, value in values.items():
            form.locator(f'[name="form.{key}"]').fill(value)
        form.locator("button[type=submit]").click()
        expect(form).to_have_count(0)

    def guide(self, page: Page) -> Locator:
        """The dialog in which a character is made."""
        return page.locator("#vttb-guide")

    def go_on(self, page: Page, label: str, step: str = "") -> None:
        """Presses a button below a step, and waits for the step that follows."""
        self.guide(page).locator(".vttb-row button", has_text=label).last.click()
        if step:
            current = self.guide(page).locator("[aria-current=step]")
            expect(current).to_have_text(step)

    def add_row(self, guide: Locator, **cells: str) -> None:
        """Fills a new row of the list that is shown."""
        guide.locator("[data-vttb-add]").click()
        row = guide.locator("[data-vttb-row]").last
        for key, value in cells.items():
            cell = row.locator(f"[data-vttb-cell={key}]")
            if key == "attribute":
                cell.select_option(value)
            else:
                cell.fill(value)

    def edit(self, name: str, **fields: object) -> None:
        """Somebody's figures as the game master's edit leaves them."""
        self.game.perform("character.edit", character=IDS[name], fields=fields)

    def hurt(self, name: str, bar: str, amount: int) -> None:
        """Damage from outside."""
        self.game.perform("hurt", who=IDS[name], bar=bar, amount=amount)

    def expect_bars(self, name: str, mental: str, physical: str) -> None:
        """What both pages show as left of the bars on the token, the third one as a gauge."""
        for page in self.pages():
            token = self.token(page, name)
            expect(token.locator(".bar.lo")).to_have_attribute("data-value", mental)
            expect(token.locator(".bar.hi")).to_have_attribute("data-value", physical)
            expect(token.locator('.effects img[src*="gauge"]')).to_have_count(1)

    def expect_steps(self, *totals: str) -> None:
        """Both pages show these running numbers; the last one is rolled against."""
        for page in self.pages():
            steps = self.card(page).locator(".vttb-step .total")
            expect(steps).to_have_text(list(totals))

    def expect_outcome(self, text: str, why: str) -> None:
        for page in self.pages():
            outcome = self.card(page).locator(".vttb-outcome")
            expect(outcome.locator("strong")).to_have_text(text)
            expect(outcome.locator("span")).to_have_text(why)
