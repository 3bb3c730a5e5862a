"""Who leads when there are several game masters' pages, and what becomes of actions meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from as_bridge import SERVICES
from crew import ASSISTANT, JUN, Crew, asleep, crash, crew_cast, light
from play import Dice
from playwright.sync_api import Browser, Page, expect

from vtt_bridge.server import BridgeServer
from vtt_bridge.stage.game import WORLD_ID, PracticeGame

STATUS = "#vttb-status"
TAKEN_BACK = "No GM page was connected to the bridge within 10 s, so the action was taken back."


@pytest.fixture
def generation() -> int:
    return 13


@pytest.fixture
def game(generation: int, dice: Dice, tmp_path: Path) -> Iterator[PracticeGame]:
    game = PracticeGame(
        crew_cast(),
        system="carps",
        generation=generation,
        data=tmp_path / "one",
        show=lambda _line: None,
        dice=lambda: dice,
    )
    game.start()
    yield game
    game.stop()


@pytest.fixture
def crew(browser: Browser, laptop: Browser, game: PracticeGame) -> Iterator[Crew]:
    """All four pages; the game master's leads; the fight has begun."""
    crew = Crew(browser, laptop, game)
    crew.open_pages()
    crew.begin()
    yield crew
    crew.close()
    assert crew.faults == []


def ask_tetsuko(crew: Crew, dice: Dice) -> None:
    """Hiroshi attacks Tetsuko, which puts a question to the game master."""
    dice.will_fall(8)
    crew.attack(crew.mika, "Hiroshi", "Tetsuko")
    expect(crew.panel()).to_be_visible()


def take_over(page: Page) -> None:
    expect(light(page)).to_contain_text("Elsewhere")
    light(page).click()
    expect(light(page)).to_contain_text("Connected")


class TestTakeover:
    def test_by_button_closes_what_was_asked_and_loses_nothing_on_the_stand_in(
        self, crew: Crew, dice: Dice
    ) -> None:
        ask_tetsuko(crew, dice)
        take_over(crew.ren)
        expect(light(crew.gm)).to_contain_text("Elsewhere")
        expect(crew.panel()).to_have_count(0)
        crew.expect_all_alike("Ren")
        crew.ren.locator("#vttb-panel [data-action=decline]").click()
        crew.expect_card("Hit")
        take_over(crew.gm)
        dice.will_fall(3, 2)
        crew.gm.click("[data-action=nextTurn]")
        crew.expect_turn("Tetsuko")
        crew.attack(crew.gm, "Tetsuko", "Akemi")
        expect(crew.question(crew.jun)).to_have_count(1)
        take_over(crew.ren)
        expect(crew.question(crew.jun)).to_have_count(1)
        crew.card(crew.ren).locator("[data-vttb-action=undo]").click()
        expect(crew.question(crew.jun)).to_have_count(0)
        crew.expect_card("Undone")
        crew.expect_all_alike("Ren")

    def test_a_click_in_the_moment_of_a_takeover_counts_once_on_the_stand_in(
        self, crew: Crew, dice: Dice
    ) -> None:
        pages = (crew.ren, crew.gm, crew.ren)
        for count, page in enumerate(pages, 1):
            dice.will_fall(8)
            crew.aim(crew.mika, "Benkei")
            attack = crew.button(crew.open_hud(crew.mika, "Hiroshi"), "Attack")
            expect(light(page)).to_contain_text("Elsewhere")
            page.evaluate(f"document.querySelector('{STATUS}').click()")
            attack.click()
            crew.expect_attacks(count)
        crew.expect_all_alike("Ren")
        expect(crew.refusal(crew.mika)).to_have_count(0)

    def test_another_tab_of_the_same_gm_acts_through_the_leading_one_on_the_stand_in(
        self, crew: Crew, dice: Dice
    ) -> None:
        second = crew.gm.context.new_page()
        second.goto(crew.game.gm_address())
        expect(light(second)).to_contain_text("Elsewhere")
        second.evaluate(f"(async () => {{ {SERVICES} await page.hello(); }})()")
        dice.will_fall(8)
        crew.attack(second, "Hiroshi", "Benkei")
        crew.expect_attacks(1)
        second.close()
        crew.expect_all_alike("GM")


class TestBesides:
    def test_another_gm_corrects_and_undoes_through_the_leading_page_on_the_stand_in(
        self, crew: Crew, dice: Dice
    ) -> None:
        dice.will_fall(8)
        crew.attack(crew.mika, "Hiroshi", "Benkei")
        card = crew.card(crew.ren)
        card.locator("[data-vttb-action=correct]").first.click()
        number = crew.ren.locator("#vttb-form input")
        number.fill("2")
        number.press("Enter")
        crew.expect_card("Miss")
        expect(card.locator("[data-vttb-action=correct]").first).to_be_visible()
        expect(crew.card(crew.jun).locator("button")).to_have_count(0)
        card.locator("[data-vttb-action=undo]").click()
        crew.expect_card("Undone")
        crew.expect_all_alike("GM")

    def test_a_player_cannot_speak_for_the_leading_page_on_the_stand_in(self, crew: Crew) -> None:
        crew.mika.evaluate(
            """async (jun) => {
              const question = {id: "forged", name: "X", trigger: "", options: []};
              const seal = "a-seal-of-mika";
              await game.users.get(jun).query(
                "vtt-bridge.tell", {type: "question", question, seal}, {timeout: 2000});
              game.socket.emit("module.vtt-bridge", {v: 1, kind: "seal", seal});
            }""",
            JUN,
        )
        crew.jun.wait_for_timeout(300)
        expect(crew.question(crew.jun)).to_have_count(0)


class TestGone:
    def test_a_crashed_leading_page_is_followed_and_the_click_counts_on_the_stand_in(
        self, crew: Crew, dice: Dice
    ) -> None:
        dice.will_fall(8)
        crew.aim(crew.mika, "Benkei")
        attack = crew.button(crew.open_hud(crew.mika, "Hiroshi"), "Attack")
        crash(crew.laptop)
        del crew.present["GM"]
        attack.dblclick()
        expect(light(crew.ren)).to_contain_text("Connected")
        crew.expect_attacks(1)
        crew.expect_all_alike("Ren")
        crew.gm_comes()
        expect(light(crew.gm)).to_contain_text("Elsewhere")
        crew.expect_attacks(1)
        crew.expect_all_alike("Ren")

    def test_without_the_first_gm_the_assistant_leads_on_the_stand_in(
        self, browser: Browser, laptop: Browser, game: PracticeGame, dice: Dice
    ) -> None:
        crew = Crew(browser, laptop, game)
        crew.ren = crew.gm = crew.join("Ren", game.table.address(ASSISTANT))
        crew.mika = crew.join("Mika", game.player_addresses()[0])
        crew.begin()
        dice.will_fall(8)
        crew.attack(crew.mika, "Hiroshi", "Benkei")
        crew.expect_attacks(1)
        crew.expect_all_alike("Ren")
        crew.close()
        assert crew.faults == []


class TestAsleep:
    def test_a_page_that_slept_does_nothing_late_on_the_stand_in(
        self, crew: Crew, dice: Dice
    ) -> None:
        crew.aim(crew.mika, "Benkei")
        attack = crew.button(crew.open_hud(crew.mika, "Hiroshi"), "Attack")
        with asleep(crew.laptop):
            attack.click()
            expect(crew.refusal(crew.mika)).to_contain_text(TAKEN_BACK, timeout=12_000)
        crew.gm.wait_for_timeout(500)
        crew.expect_attacks(0)
        dice.will_fall(8)
        with asleep(crew.laptop):
            take_over(crew.ren)
            crew.attack(crew.mika, "Hiroshi", "Benkei")
            attacks = crew.cards(crew.mika).filter(has_text=" attacks ")
            expect(attacks).to_have_count(1)
        expect(light(crew.gm)).to_contain_text("Elsewhere")
        crew.expect_attacks(1)
        crew.expect_all_alike("Ren")


class TestTwoBridges:
    def test_a_world_is_led_with_one_bridge_at_a_time_on_the_stand_in(
        self, crew: Crew, tmp_path: Path
    ) -> None:
        other = BridgeServer(tmp_path / "two", port=0, show=lambda _line: None)
        token = other.bridge.admit(WORLD_ID, "Rooftop", crew.game.table.origin, "carps")
        other.start()
        connection = {WORLD_ID: {"address": other.address, "token": token}}
        key = "vtt-bridge.connections"
        crew.ren.evaluate(
            "([key, value]) => localStorage.setItem(key, JSON.stringify(value))", [key, connection]
        )
        crew.ren.reload()
        expect(light(crew.ren)).to_contain_text("Other bridge")
        crew.expect_all_alike("GM")
        light(crew.ren).click()
        window = crew.ren.locator("#vttb-pairing")
        expect(window).to_contain_text("This world was last led with another bridge")
        expect(window.locator(".vttb-warn")).to_contain_text(
            "This bridge knows 0 of the 4 characters of this world"
        )
        window.locator("[data-action=take]").click()
        expect(light(crew.gm)).to_contain_text("Other bridge")
        assert crew.leaders() == ["Ren"]
        crew.gm.reload()
        expect(light(crew.gm)).to_contain_text("Other bridge")
        other.stop()
