"""Several pages at one table: two game masters, one of them an assistant, and two players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import kill
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

from as_bridge import SERVICES
from play import Play, cast
from playwright.sync_api import Browser, Locator, Page, expect

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

ASSISTANT = "assistantren0001"
JUN = "playerjun0000001"
DOCUMENTS = """() => JSON.stringify([
  game.messages.filter((one) => one.whisper.length === 0).map((one) => [one.id, one.content]),
  game.actors.map((one) => [one.id, one.system.data, one.system.bars, [...one.statuses]]),
  game.combats.map((one) => [one.id, one.round, one.turn, one.turns.map((row) => row.defeated)]),
])"""


def crew_cast() -> Cast:
    """Mika plays Hiroshi, Jun plays Akemi; an assistant may lead as well."""
    crew = cast()
    crew.users += [
        {"id": ASSISTANT, "name": "Ren", "role": 3},
        {"id": JUN, "name": "Jun", "role": 1},
    ]
    akemi = next(one for one in crew.characters if one["name"] == "Akemi")
    akemi["owner"] = JUN
    return crew


class Crew(Play):
    """Pages that come and go; the game master's is on a computer of its own."""

    def __init__(self, browser: Browser, laptop: Browser, game: PracticeGame) -> None:
        super().__init__(browser, game)
        self.laptop = laptop
        self.present: dict[str, Page] = {}

    def open_pages(self) -> None:
        self.gm_comes()
        self.ren = self.join("Ren", self.game.table.address(ASSISTANT))
        self.mika = self.join("Mika", self.game.player_addresses()[0])
        self.jun = self.join("Jun", self.game.table.address(JUN))

    def gm_comes(self) -> None:
        everybody, self.browser = self.browser, self.laptop
        self.gm = self.join("GM", self.game.gm_address())
        self.browser = everybody

    def join(self, name: str, address: str) -> Page:
        page = self.open(address)
        self.present[name] = page
        return page

    def aim(self, page: Page, name: str) -> None:
        if "target" not in (self.token(page, name).get_attribute("class") or ""):
            super().aim(page, name)

    def open_hud(self, page: Page, name: str) -> Locator:
        page.keyboard.press("Escape")
        return super().open_hud(page, name)

    def leaders(self) -> list[str]:
        """Who leads the table, connected to its bridge."""
        asked = f"(async () => {{ {SERVICES} return leader.connected; }})()"
        return [name for name, page in self.present.items() if page.evaluate(asked)]

    def expect_all_alike(self, leader: str) -> None:
        """One page leads, and everybody's documents are the same."""
        expect(light(self.present[leader])).to_contain_text("Connected")
        assert self.leaders() == [leader]
        pages = list(self.present.values())
        wanted = pages[0].evaluate(DOCUMENTS)
        for page in pages[1:]:
            page.wait_for_function(f"(wanted) => ({DOCUMENTS})() === wanted", arg=wanted)

    def expect_attacks(self, count: int) -> None:
        for page in self.present.values():
            attacks = self.cards(page).filter(has_text=" attacks ")
            expect(attacks).to_have_count(count)

    def refusal(self, page: Page) -> Locator:
        """What was whispered to this page's user alone."""
        return page.locator(".chat-log .vttb-card.note")


def light(page: Page) -> Locator:
    return page.locator("#vttb-status")


def pages_of(browser: Browser) -> list[int]:
    """The processes in which a browser's pages run."""
    session = browser.new_browser_cdp_session()
    processes: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [int(one["id"]) for one in processes if one["type"] == "renderer"]


@contextmanager
def asleep(browser: Browser) -> Iterator[None]:
    """All pages of a browser stand still, as on a laptop whose lid is closed."""
    pages = pages_of(browser)
    for page in pages:
        kill(page, SIGSTOP)
    try:
        yield
    finally:
        for page in pages:
            kill(page, SIGCONT)


def crash(browser: Browser) -> None:
    """All pages of a browser end without a word."""
    for page in pages_of(browser):
        kill(page, SIGKILL)
