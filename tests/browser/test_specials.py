"""Special Attacks with a choice, and a late entry, click to card, on a stand-in for the tabletop.

Nothing here differs between the generations of the tabletop, so each test runs in one of them.
"""

from __future__ import annotations

from typing import Any

import pytest
from play import Dice, Play
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"], indirect=True)


def edit(play: Play, name: str, *abilities: str, **fields: Any) -> None:
    fields |= {"abilities": list(abilities)}
    who = f"Actor.{name.lower()}0000000000000000"[:22]
    play.game.perform("character.edit", character=who, fields=fields)


def press(play: Play, page: Page, label: str) -> None:
    """An action beside the token, on whichever of its pages it stands."""
    hud = page.locator("nav.vttb-hud")
    while not play.button(hud, label).count():
        first = hud.locator("li b").first.inner_text()
        hud.locator("[data-vttb-action=more]").click()
        expect(hud.locator("li b").first).not_to_have_text(first)
    play.button(hud, label).click()


def expect_order(play: Play, *names: str) -> None:
    for page in (play.gm, play.mika):
        expect(page.locator("li.combatant .name")).to_have_text(list(names))


def test_late_entry_takes_its_row_and_turn_and_undo_takes_it_out_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    edit(play, "Benkei", "dynamic_entry")
    play.open_hud(play.gm, "Benkei")
    play.gm.locator("#token-hud [data-action=combat]").click()
    expect_order(play, "Hiroshi", "Tetsuko", "Akemi")
    press(play, play.gm, "Enter the fight")
    play.gm.locator("#vttb-form button[type=submit]").click()
    end = play.gm.locator("[data-action=nextTurn]")
    expect(end).to_have_text("End turn, Benkei enters")
    end.click()
    expect_order(play, "Hiroshi", "Benkei", "Tetsuko", "Akemi")
    play.expect_turn("Benkei")
    play.card(play.gm).locator("[data-vttb-action=undo]").click()
    expect_order(play, "Hiroshi", "Tetsuko", "Akemi")
    play.expect_turn("Hiroshi")
    expect(end).to_have_text("End turn, Benkei enters")
    play.gm.wait_for_timeout(600)  # a click sooner counts as a double click
    end.click()
    play.expect_turn("Benkei")
    play.aim(play.gm, "Akemi")
    dice.will_fall(2, 2, 2)
    press(play, play.gm, "Dynamic Entry")
    play.settle()
    play.expect_card("Hit")
    expect(play.card(play.mika).locator(".vttb-title")).to_contain_text("uses Dynamic Entry on")
    expect(play.card(play.mika).locator(".vttb-change .delta")).to_have_text("+6")
    assert dice.script == []


def test_provoke_and_a_chosen_move_against_everybody_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    moves = ("attack_builder", "beatdown")
    edit(play, "Hiroshi", "provoke", "give_it_your_all", *moves, level=20, rp=20, temp_ap=4)
    play.aim(play.mika, "Tetsuko")
    play.open_hud(play.mika, "Hiroshi")
    press(play, play.mika, "Provoke")
    expect(play.card(play.mika).locator(".vttb-title")).to_contain_text("uses Provoke on")
    play.mika.wait_for_timeout(600)  # a click sooner counts as a double click
    press(play, play.mika, "Give It Your All")
    form = play.mika.locator("#vttb-form")
    form.locator("select").select_option(label="Beatdown")
    dice.will_fall(8, 2)
    form.locator("button[type=submit]").click()
    expect(play.cards(play.mika)).to_have_count(3)
    play.settle()
    play.expect_card("1 hit, 1 miss")
    card = play.card(play.mika)
    expect(card.locator(".vttb-roll")).to_contain_text(
        ["Hiroshi attacks Tetsuko", "Hiroshi attacks Benkei"]
    )
    expect(card).to_contain_text("Benkei begins the next turn with 1 temporary AP less.")
    expect(play.mika.locator("nav.vttb-hud .purse")).to_have_text("0 AP0 RP")
    assert dice.script == []


def test_third_hit_is_answered_with_a_chosen_move_on_the_stand_in(play: Play, dice: Dice) -> None:
    edit(play, "Akemi", "combo_breaker", "attack_builder", "beatdown", base=20, level=20)
    dice.will_fall(3)
    play.gm.click("[data-action=nextTurn]")
    play.expect_turn("Tetsuko")
    play.token(play.gm, "Tetsuko").click()
    for number in (3, 4):
        dice.will_fall(2)
        play.say(play.gm, "!carps attack @Akemi")
        expect(play.cards(play.mika)).to_have_count(number)
        play.expect_card("Hit")
        play.gm.wait_for_timeout(600)  # the same again sooner counts as a double click
    dice.will_fall(2, 9)
    play.say(play.gm, "!carps attack @Akemi")
    window = play.question(play.mika)
    expect(window).to_contain_text("Tetsuko hits you for the third time this turn.")
    window.locator("select").select_option(label="Beatdown")
    window.locator("[data-action=choose]").click()
    play.settle()
    chain = play.card(play.mika).locator(".vttb-chain")
    expect(chain).to_contain_text("Combo Breaker, Akemi")
    expect(play.card(play.mika)).to_contain_text(
        "Tetsuko begins the next turn with 1 temporary AP less."
    )
    assert dice.script == []
