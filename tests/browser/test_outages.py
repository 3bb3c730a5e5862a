"""A bridge that goes away, comes back or stands still while people click."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from crew import Crew, crew_cast, light
from own_bridge import OwnBridge
from play import Play
from playwright.sync_api import Browser, Locator, expect

from vtt_bridge.stage.game import WORLD_ID, PracticeGame

NEW_COMBAT = """(async () => {
  const scene = game.scenes.active;
  const [combat] = await Combat.createDocuments([{name: "Again", scene: scene.id, active: true}]);
  await combat.createEmbeddedDocuments("Combatant", scene.tokens.contents.map((token, at) => ({
    tokenId: token.id, sceneId: scene.id, actorId: token.actorId, initiative: 9 - at})));
  await combat.startCombat();
})()"""
DRIVEN = "game.combat?.flags['vtt-bridge']?.encounter === true"
TAKEN_BACK = "The bridge did not answer within 10 s, so the action was taken back."


@pytest.fixture
def generation() -> int:
    return 14


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[OwnBridge]:
    bridge = OwnBridge(tmp_path / "own", ping=2)
    bridge.start()
    yield bridge
    bridge.kill()


@pytest.fixture
def apart(
    browser: Browser, laptop: Browser, generation: int, tmp_path: Path, bridge: OwnBridge
) -> Iterator[Crew]:
    """The game master's page and Mika's; the bridge is another process, the fight has begun."""
    game = PracticeGame(
        crew_cast(),
        system="carps",
        generation=generation,
        data=tmp_path / "unused",
        show=lambda _line: None,
        paired=False,
    )
    pairing = bridge.pair(WORLD_ID, game.table.origin)
    game.table.client_settings["vtt-bridge.connections"] = {WORLD_ID: pairing}
    game.start()
    crew = Crew(browser, laptop, game)
    crew.gm_comes()
    crew.mika = crew.join("Mika", game.player_addresses()[0])
    crew.begin()
    yield crew
    crew.close()
    game.stop()
    lost = re.compile(r"ERR_CONNECTION|WebSocket connection to .* failed")
    assert [one for one in crew.faults if not lost.search(one)] == []


def give(play: Play, name: str, ability: str) -> None:
    """On the game master's page: points and an ability to spend them on."""
    play.token(play.gm, name).dblclick()
    sheet = play.gm.locator(".application.sheet")
    sheet.locator("summary", has_text="Edit").click()
    sheet.locator("[data-action=pick]").click()
    picker = play.gm.locator("#vttb-picker")
    picker.locator("label", has_text=ability).locator("input").check()
    picker.locator("[data-action=save]").click()
    expect(picker).to_have_count(0)
    sheet.locator('[name="field.rp"]').fill("60")
    sheet.locator("[data-action=save]").click()
    expect(sheet.locator(".vttb-meters")).to_contain_text("60 RP")
    sheet.locator(".window-header [data-action=close]").click()


def ask_somebody(play: Play) -> None:
    """Hiroshi attacks, which asks Benkei before any die is thrown."""
    give(play, "Benkei", "Take The Hit")
    play.attack(play.mika, "Hiroshi", "Tetsuko")
    expect(play.panel().locator("[data-question]")).to_have_count(1)


def ready_to_attack(crew: Crew) -> Locator:
    crew.aim(crew.mika, "Benkei")
    return crew.button(crew.open_hud(crew.mika, "Hiroshi"), "Attack")


class TestKilled:
    def test_a_killed_bridge_brings_the_question_back_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        ask_somebody(apart)
        bridge.kill()
        expect(apart.gm.locator("#vttb-status")).to_contain_text("Not running")
        expect(apart.mika.locator("#vttb-status")).to_contain_text("Not running")
        apart.panel().locator("[data-action=decline]").click()
        bridge.start()
        expect(apart.gm.locator("#vttb-status")).to_contain_text("Connected")
        expect(apart.panel()).to_have_count(0)
        expect(apart.mika.locator("#vttb-status")).to_have_count(0)
        for page in (apart.gm, apart.mika):
            expect(apart.card(page).locator(".vttb-outcome.open")).to_have_count(0)
            attacks = apart.cards(page).filter(has_text="Hiroshi attacks Tetsuko")
            expect(attacks).to_have_count(1)

    def test_a_click_during_a_long_break_is_taken_back_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        bridge.kill()
        apart.token(apart.mika, "Hiroshi").click()
        apart.say(apart.mika, "!carps attack @Tetsuko")
        lead = apart.card(apart.mika).locator(".vttb-lead")
        expect(lead).to_have_text("Not done", timeout=15_000)
        bridge.start()
        expect(apart.gm.locator("#vttb-status")).to_contain_text("Connected")
        apart.gm.wait_for_timeout(1_000)
        expect(apart.gm.locator(".chat-log .vttb-card:not(.note)")).to_have_count(0)

    def test_a_combat_changed_during_a_break_is_followed_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        bridge.kill()
        apart.gm.evaluate("game.combat.delete()")
        bridge.start()
        expect(apart.gm.locator("#vttb-status")).to_contain_text("Connected")
        apart.gm.evaluate(NEW_COMBAT)
        apart.gm.wait_for_function(DRIVEN)
        bridge.kill()
        apart.gm.evaluate("game.combat.delete()")
        apart.gm.evaluate(NEW_COMBAT)
        bridge.start()
        apart.gm.wait_for_function(DRIVEN)
        expect(apart.cards(apart.gm)).to_have_count(0)

    def test_a_short_outage_goes_unnoticed_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        attack = ready_to_attack(apart)
        attack.dblclick()
        bridge.kill()
        bridge.start()
        apart.expect_attacks(1)
        attack = ready_to_attack(apart)
        bridge.kill()
        attack.dblclick()
        bridge.start()
        apart.expect_attacks(2)
        attack = ready_to_attack(apart)
        bridge.kill()
        attack.click()
        apart.mika.reload()
        bridge.start()
        apart.expect_attacks(3)
        expect(apart.refusal(apart.mika)).to_have_count(0)
        apart.expect_all_alike("GM")

    def test_a_reloaded_leading_page_carries_on_or_takes_back_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        attack = ready_to_attack(apart)
        bridge.kill()
        attack.click()
        apart.gm.reload()
        bridge.start()
        expect(light(apart.gm)).to_contain_text("Connected")
        done = apart.cards(apart.mika).filter(has_text=" attacks ")
        expect(done.or_(apart.refusal(apart.mika))).to_have_count(1)
        apart.expect_attacks(done.count())
        apart.expect_all_alike("GM")

    def test_what_was_lost_on_its_way_is_taken_back_after_asking_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        attack = ready_to_attack(apart)
        bridge.pause()
        attack.click()
        apart.gm.wait_for_timeout(1_000)
        bridge.kill()
        expect(light(apart.mika)).to_contain_text("Not running")
        apart.mika.wait_for_timeout(10_000)
        expect(apart.refusal(apart.mika)).to_have_count(0)
        bridge.start()
        expect(apart.refusal(apart.mika)).to_contain_text(TAKEN_BACK)
        apart.expect_attacks(0)
        ready_to_attack(apart).click()
        apart.expect_attacks(1)


class TestStandingStill:
    def test_a_silent_bridge_is_seen_within_its_ping_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        attack = ready_to_attack(apart)
        bridge.pause()
        attack.click()
        expect(light(apart.gm)).to_contain_text("Connecting", timeout=2_000 * bridge.ping)
        bridge.resume()
        expect(light(apart.gm)).to_contain_text("Connected")
        apart.expect_attacks(1)
        bridge.pause()
        expect(light(apart.gm)).to_contain_text("No answer")
        ready = apart.token(apart.mika, "Hiroshi")
        ready.click()
        apart.say(apart.mika, "!carps attack @Benkei")
        bridge.resume()
        apart.expect_attacks(2)
        expect(apart.refusal(apart.mika)).to_have_count(0)
        apart.expect_all_alike("GM")

    def test_what_a_sleeping_bridge_had_is_done_once_on_the_stand_in(
        self, apart: Crew, bridge: OwnBridge
    ) -> None:
        attack = ready_to_attack(apart)
        bridge.pause()
        attack.dblclick()
        apart.mika.wait_for_timeout(11_000)
        bridge.resume()
        expect(light(apart.gm)).to_contain_text("Connected")
        done = apart.cards(apart.mika).filter(has_text=" attacks ")
        expect(done.or_(apart.refusal(apart.mika))).to_have_count(1)
        apart.expect_attacks(done.count())
        apart.expect_all_alike("GM")
