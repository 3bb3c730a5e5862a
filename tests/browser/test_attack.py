"""The main job, click to card, on a stand-in for the tabletop."""

from __future__ import annotations

from play import Dice, Play
from playwright.sync_api import expect


def test_attack_by_button_asks_and_shows_the_hit_on_both_pages_of_the_stand_in(
    play: Play, dice: Dice
) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Tetsuko")
    play.expect_card("Waiting")
    row = play.panel().locator("[data-question]")
    expect(row.locator("h5")).to_have_text("Tetsuko")
    expect(row.locator("[data-action=choose]")).to_have_text("Perfect Defense10 RP")
    row.locator("[data-action=decline]").click()
    play.expect_card("Hit")
    for page in (play.gm, play.mika):
        card = play.card(page)
        expect(card.locator(".vttb-tn")).to_have_text("TN 5")
        expect(card.locator(".vttb-die b")).to_have_text("8")
        expect(card.locator(".vttb-change dt")).to_have_text("Hiroshi")
        expect(card.locator(".vttb-change .delta")).to_have_text("+3")
        expect(card.locator(".vttb-receipts dt").first).to_have_text("TN 5")
        expect(play.bar(page, "Tetsuko")).to_have_attribute("data-value", "7")
        expect(play.bar(page, "Hiroshi")).to_have_attribute("data-value", "13")
        expect(play.cards(page)).to_have_count(1)
        rolls = page.evaluate(
            "game.messages.contents.at(-1).rolls.map(r => [r.formula, r.total, r._evaluated])"
        )
        assert rolls == [["1d10", 8, True]]
        assert page.evaluate("canvas.interface.scrolled.map(s => s.text)") == ["+3"]
    expect(play.panel()).to_have_count(0)


def test_answered_reaction_turns_the_hit_into_a_miss_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Tetsuko")
    play.panel().locator("[data-action=choose]").click()
    play.expect_card("Miss")
    for page in (play.gm, play.mika):
        chain = play.card(page).locator(".vttb-chain .what")
        expect(chain.filter(has_text="hit becomes a miss")).to_have_count(1)
        expect(play.bar(page, "Tetsuko")).to_have_attribute("data-value", "11")
        expect(play.card(page).locator(".vttb-change dt").first).to_have_text("Tetsuko")


def test_player_is_asked_in_a_window_that_closes_when_answered_elsewhere_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    dice.will_fall(3, 2)
    play.gm.click("[data-action=nextTurn]")
    play.expect_turn("Tetsuko")
    play.attack(play.gm, "Tetsuko", "Akemi")
    window = play.question(play.mika)
    expect(window.locator(".window-title")).to_have_text("A question for Akemi")
    expect(window.locator(".vttb-reserve b")).to_have_text("17 RP")
    expect(window.locator(".vttb-option .name")).to_have_text("Perfect Defense")
    expect(window.locator(".vttb-option .left")).to_have_text("leaves 7")
    expect(window.locator(".vttb-leader")).to_be_visible()
    play.gm.keyboard.press("Alt+q")
    play.panel().locator("[data-action=decline]").click()
    expect(window.locator(".vttb-farewell")).to_have_text("Answered by the GM")
    expect(window).to_have_count(0)
    play.expect_card("Hit")


def test_player_answers_the_question_himself_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(3, 2)
    play.gm.click("[data-action=nextTurn]")
    play.expect_turn("Tetsuko")
    play.attack(play.gm, "Tetsuko", "Akemi")
    play.question(play.mika).locator("[data-action=choose]").click()
    expect(play.question(play.mika)).to_have_count(0)
    play.expect_card("Miss")


def test_double_click_acts_once_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8, 8)
    play.aim(play.mika, "Benkei")
    hud = play.open_hud(play.mika, "Hiroshi")
    play.button(hud, "Attack").dblclick()
    play.expect_card("Hit")
    expect(hud.locator(".purse")).to_contain_text("2 AP")
    expect(play.cards(play.gm)).to_have_count(1)
    assert dice.script == [8]


def test_reload_shows_no_card_twice_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8, 3)
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    play.button(play.mika.locator("nav.vttb-hud"), "Attack").click()
    play.expect_card("Miss")
    for page in (play.gm, play.mika):
        page.reload()
        page.wait_for_selector("body[data-ready]")
    expect(play.gm.locator("#vttb-status")).to_contain_text("Connected")
    play.attack(play.mika, "Hiroshi", "Benkei")
    for page in (play.gm, play.mika):
        expect(play.cards(page)).to_have_count(3)
        expect(play.cards(page).locator(".vttb-edge span:last-child")).to_have_text(
            ["0006", "0007", "0008"]
        )


def test_undo_marks_the_card_and_everything_agrees_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    expect(play.bar(play.mika, "Benkei")).to_have_attribute("data-value", "7")
    expect(play.card(play.mika).locator("[data-vttb-action=undo]")).to_have_count(0)
    play.card(play.gm).locator("[data-vttb-action=undo]").click()
    play.expect_card("Undone")
    for page in (play.gm, play.mika):
        expect(play.card(page)).to_have_class("vttb vttb-card undone")
        expect(play.bar(page, "Benkei")).to_have_attribute("data-value", "10")
        expect(play.cards(page)).to_have_count(1)
    expect(play.mika.locator("nav.vttb-hud .purse")).to_contain_text("3 AP")


def test_defeat_is_shown_on_card_token_and_tracker_of_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8, 8, 8)
    play.game.perform("character.edit", character="Actor.hiroshi000000000", fields={"level": 20})
    play.attack(play.mika, "Hiroshi", "Tetsuko")
    play.panel().locator("[data-action=decline]").click()
    play.expect_card("Hit")
    for page in (play.gm, play.mika):
        expect(play.card(page).locator(".vttb-end .name")).to_have_text("Tetsuko")
        expect(play.token(page, "Tetsuko").locator(".cross")).to_have_count(1)
        expect(page.locator("li.combatant.defeated .name")).to_have_text("Tetsuko")
