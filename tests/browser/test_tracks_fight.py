"""Turns, fate and late answers in a fight of tracks, on a stand-in for the tabletop.

What differs between the tabletop's generations is looked at elsewhere, so one is enough here.
"""

from __future__ import annotations

import re

import pytest
from duel import Duel
from play import Dice
from playwright.sync_api import expect

pytestmark = pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])


def test_turn_is_held_and_another_one_interrupts_on_the_stand_in(duel: Duel) -> None:
    duel.begin_fight()
    duel.order("Shizuka", "!tracks turn", "begins the turn")
    duel.expect_turn("Shizuka")
    duel.order("Shizuka", "!tracks end turn", "ends the turn")
    duel.expect_nobodys_turn()

    hud = duel.open_hud(duel.jun, "Noboru")
    expect(hud.locator("button b").first).to_have_text("Interrupt")
    duel.button(hud, "Interrupt").click()
    duel.expect_turn("Noboru")
    change = duel.card(duel.jun).locator(".vttb-change")
    expect(change).to_contain_text(re.compile("Soul tension.*2"))
    duel.jun.locator("[data-action=nextTurn]").click()
    duel.expect_nobodys_turn()

    duel.act(duel.mika, "!tracks hold", "Aki holds")
    duel.next_turn("Begin the turn of Goro")
    duel.expect_turn("Goro")
    duel.next_turn("End turn")
    duel.next_turn("Begin the turn of Aki")
    duel.expect_turn("Aki")


def test_fate_is_chosen_by_its_owner_or_for_the_absent_by_the_game_master_on_the_stand_in(
    duel: Duel, dice: Dice
) -> None:
    duel.begin_fight()
    duel.edit("Aki", soul=24)
    duel.edit("Noboru", mind=14)
    expect(duel.gauge(duel.mika, "Aki")).to_have_attribute("src", re.compile("gauge-0"))
    expect(duel.gauge(duel.mika, "Aki")).to_have_attribute("alt", "Soul: 0 of 24 left")
    row = duel.mika.locator("li.combatant", has_text="Aki").locator(".vttb-gauges")
    expect(row).to_contain_text("of 24: 0 left")
    duel.jun.close()
    duel.say(duel.gm, "!tracks cleanup")

    asked = duel.question(duel.mika)
    expect(asked.locator(".vttb-option")).to_have_count(1)
    rows = duel.panel().locator("[data-question]")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Aki")).to_contain_text("Mika is asked")
    expect(rows.filter(has_text="Noboru")).to_contain_text("you answer")
    asked.locator("[data-action=choose]").click()
    rows.filter(has_text="Noboru").locator("[data-action=decline]").click()

    expect(rows).to_have_count(3)
    card = duel.card(duel.mika)
    expect(card.locator(".vttb-end .name")).to_have_text("Noboru")
    expect(card).to_contain_text("Aki accepts fate.")
    expect(duel.token(duel.mika, "Noboru")).to_have_class(re.compile("out"))
    expect(duel.gauge(duel.mika, "Aki")).to_have_attribute("src", re.compile("gauge-5"))
    duel.decline_all()
    expect(duel.mika.locator(".encounter-round")).to_have_text("round 2")

    duel.order("Shizuka", "!tracks turn", "begins the turn")
    duel.order("Shizuka", "!tracks end turn", "ends the turn")
    duel.act(duel.mika, "!tracks turn", "Aki begins the turn")
    duel.act(duel.mika, "!tracks end turn", "Aki ends the turn")
    duel.order("Noboru", "!tracks turn", "begins the turn")
    dice.will_fall(4)
    duel.order("Noboru", "!tracks revive", "tries to revive")
    expect(duel.token(duel.mika, "Noboru")).not_to_have_class(re.compile("out"))
    duel.card(duel.gm).locator("[data-vttb-action=undo]").click()
    expect(duel.token(duel.mika, "Noboru")).to_have_class(re.compile("out"))
    expect(duel.bar(duel.mika, "Noboru")).to_have_attribute("data-value", "0")


def test_fight_begins_anew_when_one_side_is_left_on_the_stand_in(duel: Duel) -> None:
    duel.begin_fight()
    duel.edit("Shizuka", fate="accepted", mind=31, soul_tension=2)
    duel.edit("Goro", body=24)
    first = duel.gm.evaluate("game.combat.id")
    another = "old => game.combat && game.combat.started && game.combat.id !== old"
    duel.say(duel.gm, "!tracks cleanup")
    duel.gm.wait_for_function(another, arg=first)
    expect(duel.panel().locator("[data-question]")).to_have_count(4)
    for page in duel.pages():
        expect(duel.bar(page, "Shizuka")).to_have_attribute("data-value", "31")
        expect(page.locator("li.combatant.defeated")).to_have_count(0)
    sheet = duel.gm.evaluate("JSON.parse(game.actors.getName('Shizuka').system.data).sheet.tracks")
    assert [track["pips"]["value"] for track in sheet] == [0, 0, 0]
    for page in duel.pages():
        expect(duel.card(page).locator(".vttb-outcome strong").first).to_have_text("Undone")
    second = duel.gm.evaluate("game.combat.id")
    duel.gm.wait_for_timeout(2_000)
    assert duel.gm.evaluate("game.combat.id") == second

    duel.gm.click("[data-action=newFight]")
    duel.gm.wait_for_function(another, arg=second)
    expect(duel.panel().locator("[data-question]")).to_have_count(4)
    expect(duel.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)


def test_protector_clashes_in_the_place_of_another_on_the_stand_in(duel: Duel, dice: Dice) -> None:
    duel.begin_fight()
    duel.order("Shizuka", "!tracks turn", "begins the turn")
    duel.order("Shizuka", "!tracks advance @Aki", "advances on Aki")
    duel.order("Shizuka", "!tracks end turn", "ends the turn")
    duel.act(duel.jun, "!tracks interrupt", "Noboru interrupts")
    duel.act(duel.jun, "!tracks advance @Aki", "Noboru advances on Aki")
    duel.say(duel.gm, "!tracks cleanup")
    expect(duel.panel().locator("[data-question]")).to_have_count(4)
    duel.decline_all()
    duel.order("Shizuka", "!tracks turn", "begins the turn")
    duel.order("Shizuka", "!tracks attack @Aki", "attacks Aki")
    dice.will_fall(1, 1, 5, 5)
    duel.question(duel.jun).locator("[data-key=clash]").click()
    expect(duel.question(duel.jun)).to_have_count(0)
    duel.question(duel.mika).locator("[data-action=decline]").click()
    duel.passing(duel.jun).click()
    duel.passing(duel.gm).click()
    duel.settle()
    for page in duel.pages():
        expect(duel.card(page).locator(".vttb-outcome strong").first).to_have_text("Countered")
        change = duel.card(page).locator(".vttb-change", has_text="Soul damage")
        expect(change).to_contain_text("Shizuka")
    expect(duel.gauge(duel.mika, "Shizuka")).not_to_have_attribute("src", re.compile("gauge-5"))


def test_late_raise_of_a_player_is_refused_and_nothing_doubles_on_reload_on_the_stand_in(
    duel: Duel, dice: Dice
) -> None:
    dice.will_fall(4, 5, 5, 4)
    duel.oppose()
    expect(duel.raising(duel.mika)).to_have_count(1)
    duel.mika.evaluate(
        """() => {
          const told = CONFIG.queries['vtt-bridge.tell'];
          const late = ['question', 'closed'];
          CONFIG.queries['vtt-bridge.tell'] = async (message, options) =>
            late.includes(message.type) ? { ok: true } : told(message, options);
        }"""
    )
    dice.will_fall(1)
    duel.raising(duel.jun).click()
    duel.expect_sums("17", "15")
    duel.raising(duel.mika).click()
    note = duel.mika.locator(".chat-log .vttb-card.note")
    expect(note).to_contain_text("15")
    first = duel.cards(duel.mika).first
    expect(first.locator("button[data-key=raise]")).not_to_have_attribute("aria-disabled", "true")
    expect(first.locator(".vttb-duel .sum")).to_have_text(["17", "15"])

    for page in (duel.mika, duel.gm):
        page.reload()
        page.wait_for_selector("body[data-ready]")
    expect(duel.gm.locator("#vttb-status")).to_contain_text("Connected")
    first.locator(".vttb-acts button").last.click()
    duel.passing(duel.jun).click()
    for page in duel.pages():
        won = duel.cards(page).first.locator(".vttb-outcome strong").first
        expect(won).to_have_text("Aki wins")
        assert page.locator(".chat-log .vttb-duel").count() == 1
    rolls = duel.gm.evaluate("game.messages.contents.map((message) => message.rolls.length)")
    assert max(rolls) == 2
