"""What only the game master or another player may know reaches no player's page of the stand-in.

In each system a fight is played with figures and words that nothing else has; then the page, its
documents and stores, and every frame of its socket are searched for those it may not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from as_bridge import SERVICES
from crew import JUN, crew_cast
from play import TOKENS, Dice, Play
from playwright.sync_api import Browser, Page, expect

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

STORED = f"""async () => {{ {SERVICES}
  return JSON.stringify([
    [...game.collections.values()].map((all) => all.contents),
    Object.entries(localStorage), Object.entries(sessionStorage),
    document.documentElement.outerHTML, [...page.own.entries()], [...page.questions.values()],
    leader.state, Object.fromEntries(leader.state.cards),
  ]);
}}"""


class Watched(Play):
    """The pages of the game master, of Mika and of Jun, and all that the two players receive."""

    def open_pages(self) -> None:
        self.gm = self.open(self.game.gm_address())
        mika, jun = (self.game.table.address(one) for one in ("playermika000001", JUN))
        self.received: dict[str, list[str]] = {"Mika": [], "Jun": []}
        self.mika = self.open(mika, frames=self.received["Mika"])
        self.jun = self.open(jun, frames=self.received["Jun"])
        expect(self.gm.locator("#vttb-status")).to_contain_text("Connected")

    def edit(self, name: str, **fields: Any) -> None:
        who = next(one for one in self.game.cast.characters if one["name"] == name)
        self.game.perform("character.edit", character=f"Actor.{who['id']}", fields=fields)

    def known(self, name: str) -> str:
        """Everything that a player's page has and has ever received."""
        page = {"Mika": self.mika, "Jun": self.jun}[name]
        return "\n".join([page.evaluate(STORED), *self.received[name]])

    def expect_secret(self, from_whom: str, *secrets: str) -> None:
        known = self.known(from_whom)
        for secret in secrets:
            found = re.search(rf"(?<![0-9A-Za-z]){secret}(?![0-9A-Za-z])", known)
            assert found is None, known[max(0, found.start() - 300) : found.end() + 100]

    def expect_known(self, to_whom: str, *words: str) -> None:
        known = self.known(to_whom)
        for word in words:
            assert re.search(word, known), f"{to_whom} does not know {word}"

    def undo_last(self) -> None:
        self.gm.evaluate("game.modules.get('vtt-bridge').api.undo()")

    def decline_all(self) -> None:
        """Everybody declines, until nothing is asked any more."""
        for _ in range(20):
            self.gm.wait_for_timeout(300)
            asked = self.gm.evaluate(
                f"async () => {{ {SERVICES} return [...leader.state.questions.keys()]; }}"
            )
            if not asked:
                return
            self.gm.evaluate(
                f"async (request) => {{ {SERVICES} await page.act({{ kind: 'answer', request,"
                " choice: null }); }",
                asked[0],
            )


@pytest.fixture
def generation() -> int:
    return 14


@pytest.fixture
def watched(
    request: pytest.FixtureRequest,
    browser: Browser,
    generation: int,
    dice: Dice,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Watched]:
    system = str(request.param)
    people = crew_cast() if system == "carps" else Cast.of(system)
    for one in people.characters:
        monkeypatch.setitem(TOKENS, one["name"], one["token"])
    game = PracticeGame(
        people,
        system=system,
        generation=generation,
        data=tmp_path,
        show=lambda _line: None,
        dice=lambda: dice,
    )
    game.start()
    watched = Watched(browser, game)
    watched.open_pages()
    yield watched
    watched.close()
    game.stop()
    assert watched.faults == []


def has(ability: str) -> str:
    """A list of somebody's abilities that begins with it, as documents and frames hold it."""
    return rf'\[\\*"{ability}'


def shown_last(page: Page, text: str) -> None:
    expect(page.locator(".chat-log .vttb-card").last).to_contain_text(text)


@pytest.mark.parametrize("watched", ["carps"], indirect=True)
def test_in_a_fight_of_carps_on_the_stand_in(watched: Watched, dice: Dice) -> None:
    """Reserves and abilities of the game master's people, and of another player's."""
    watched.edit("Benkei", rp=73910, xp=61735)
    watched.edit("Tetsuko", rp=91840)
    watched.edit("Hiroshi", rp=84620, xp=55117, abilities=["escape_artist", "perfect_defense"])
    watched.edit("Akemi", rp=37160)
    watched.begin()
    dice.will_fall(8)
    watched.attack(watched.mika, "Hiroshi", "Tetsuko")
    watched.decline_all()
    shown_last(watched.jun, "Hit")
    watched.undo_last()
    shown_last(watched.jun, "Undone")
    dice.will_fall(9)
    watched.gm.wait_for_timeout(600)
    watched.game.perform("character.edit", character="Actor.hiroshi000000000", fields={"ap": 3})
    watched.token(watched.mika, "Hiroshi").click()
    watched.say(watched.mika, "!carps attack @Benkei")
    watched.decline_all()
    for name in ("Tetsuko", "Akemi", "Benkei"):
        watched.gm.wait_for_timeout(600)
        watched.gm.click("[data-action=nextTurn]")
        watched.decline_all()
        expect(watched.jun.locator("li.combatant.active .name")).to_have_text(name)
    dice.will_fall(7)
    watched.attack(watched.gm, "Benkei", "Hiroshi")
    watched.decline_all()
    watched.gm.reload()
    expect(watched.gm.locator("#vttb-status")).to_contain_text("Connected")
    watched.gm.wait_for_timeout(1000)
    gms_own = ("739[12][0-9]", "61735", "918[45][0-9]")
    watched.expect_secret("Mika", *gms_own, "371[67][0-9]", has("diehard"))
    watched.expect_secret("Jun", *gms_own, "846[23][0-9]", "55117", has("escape_artist"))
    watched.expect_known("Mika", "846[23][0-9]", has("escape_artist"), "Hiroshi attacks Benkei")
    watched.expect_known("Jun", "371[67][0-9]", "Hiroshi attacks Benkei")


@pytest.mark.parametrize("watched", ["tracks"], indirect=True)
def test_in_a_fight_of_tracks_on_the_stand_in(watched: Watched, dice: Dice) -> None:
    """Attributes and specialties of the game master's people, and of another player's."""
    watched.edit("Shizuka", specialties=["Zyxtraps"])
    watched.edit("Aki", specialties=["Zyxsongs"])
    watched.edit("Noboru", specialties=["Zyxshrine"])
    watched.gm.click("[data-action=startCombat]")
    watched.decline_all()
    watched.token(watched.mika, "Aki").click()
    watched.say(watched.mika, "!tracks opposed expression @Shizuka")
    watched.decline_all()
    watched.say(watched.gm, "!tracks turn")
    watched.token(watched.gm, "Shizuka").click()
    watched.say(watched.gm, "!tracks turn")
    watched.decline_all()
    watched.say(watched.gm, "!tracks attack @Aki")
    watched.decline_all()
    watched.undo_last()
    watched.gm.reload()
    expect(watched.gm.locator("#vttb-status")).to_contain_text("Connected")
    watched.gm.wait_for_timeout(1000)
    watched.expect_secret("Mika", "Zyxtraps", "Zyxshrine")
    watched.expect_secret("Jun", "Zyxtraps", "Zyxsongs")
    watched.expect_known("Mika", "Zyxsongs")
    watched.expect_known("Jun", "Zyxshrine")


@pytest.mark.parametrize("watched", ["ccarps"], indirect=True)
def test_when_somebody_sneaks_and_fights_in_ccarps_on_the_stand_in(
    watched: Watched, dice: Dice
) -> None:
    """Attributes, skills, gear and weapons of the game master's people, and of another player's."""
    watched.edit("Patrolman", gear_list=["Zyxlantern 1"], weapon_list=["Zyxclub 3 blunt reach 1"])
    watched.edit("Sable", gear_list=["Zyxshoes 1"])
    watched.edit("Otis", gear_list=["Zyxpapers 2"])
    watched.gm.click("[data-action=startCombat]")
    watched.decline_all()
    watched.token(watched.mika, "Sable").click()
    watched.say(watched.mika, "!ccarps attack @Patrolman")
    watched.decline_all()
    watched.say(watched.mika, "!ccarps throw")
    watched.decline_all()
    watched.undo_last()
    watched.gm.reload()
    expect(watched.gm.locator("#vttb-status")).to_contain_text("Connected")
    watched.gm.wait_for_timeout(1000)
    watched.expect_secret("Mika", "Zyxlantern", "Zyxclub", "Zyxpapers")
    watched.expect_secret("Jun", "Zyxlantern", "Zyxclub")
    watched.expect_known("Mika", "Zyxshoes")
    watched.expect_known("Jun", "Zyxpapers")
