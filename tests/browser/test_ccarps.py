"""Somebody sneaks past somebody who watches, on a stand-in for the tabletop."""

from __future__ import annotations

import pytest
from play import Dice
from playwright.sync_api import expect
from sneaking import Sneaking

from engine.systems.ccarps import SYSTEM


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"], indirect=True)
def test_stealth_is_built_from_two_pages_contested_and_undone_on_the_stand_in(
    sneaking: Sneaking, dice: Dice
) -> None:
    gm, mika = sneaking.pages()
    sneaking.say(mika, "!ccarps stealth")
    sneaking.expect_steps("", "", "")
    sneaking.act(gm, "Situation").click()
    sneaking.fill(gm, base="3")
    sneaking.chip(gm, "Lay Dark +1").click()
    sneaking.chip(gm, "Remove Dark +1").wait_for()
    expect(sneaking.card(gm).locator("button:focus")).to_have_count(1)
    sneaking.chip(gm, "Lay Unfamiliar −2").press("Enter")
    sneaking.chip(mika, "Lay Quiet shoes +1").click()
    sneaking.expect_steps("2", "6", "")
    expect(sneaking.card(gm).locator(".vttb-step.now .what b")).to_have_text("Skilled")
    expect(sneaking.card(gm).locator(".vttb-chance")).to_contain_text("113 in 216, 52 %")
    expect(sneaking.card(mika).locator(".vttb-chance")).to_have_count(0)

    expect(sneaking.chip(mika, "Remove Dark +1")).to_have_count(0)
    expect(sneaking.act(mika, "Situation")).to_have_count(0)
    sneaking.chip(gm, "Remove Dark +1").click()
    sneaking.expect_steps("1", "5", "")
    sneaking.chip(mika, "Remove Quiet shoes +1").click()
    sneaking.expect_steps("1", "4", "")
    gm.wait_for_timeout(600)  # the same click sooner counts as a double click
    sneaking.chip(gm, "Lay Dark +1").click()
    sneaking.expect_steps("2", "5", "")
    sneaking.chip(mika, "Lay Quiet shoes +1").click()
    sneaking.expect_steps("2", "6", "")

    dice.will_fall(3, 2, 4)
    sneaking.act(mika, "Throw 3 dice").click()
    sneaking.expect_outcome("Succeeds", "5 is under 6, by 1")
    for page in sneaking.pages():
        expect(page.locator(".vttb-doable, .vttb-chip")).to_have_count(0)

    sneaking.token(gm, "Patrolman").click()
    sneaking.say(gm, "!ccarps contest @Sable detect")
    sneaking.expect_steps("5", "8", "")
    sneaking.chip(mika, "Add opposition").click()
    sneaking.fill(mika, chips="stands still 1")
    sneaking.expect_steps("5", "8", "7")
    dice.will_fall(5, 6, 2)
    sneaking.act(gm, "Throw 3 dice").click()
    sneaking.expect_outcome("Fails", "7 is not under 7")
    for page in sneaking.pages():
        expect(sneaking.card(page).locator(".vttb-foot")).to_contain_text("Sable wins")
        expect(sneaking.card(page).locator(".vttb-die.kept b")).to_have_text(["5", "2"])
        expect(sneaking.cards(page)).to_have_count(2)
    assert dice.script == []

    sneaking.card(gm).locator("[data-vttb-action=undo]").click()
    sneaking.expect_steps("5", "8", "7")
    expect(sneaking.act(gm, "Throw 3 dice")).to_have_count(1)
    for page in sneaking.pages():
        expect(sneaking.card(page).locator(".vttb-outcome")).to_have_count(0)

    sneaking.hurt("Sable", "physical", 3)
    for page in sneaking.pages():
        expect(sneaking.card(page).locator(".vttb-change")).to_contain_text("physical marks 0")
        expect(sneaking.card(page).locator(".vttb-change .delta")).to_have_text("+3")
    sneaking.expect_bars("Sable", "10", "7")
    sneaking.card(gm).locator("[data-vttb-action=undo]").click()
    for page in sneaking.pages():
        expect(sneaking.card(page)).to_have_class("vttb vttb-card undone")
    sneaking.expect_bars("Sable", "10", "10")

    sneaking.token(mika, "Sable").dblclick()
    sheet = mika.locator(".application.sheet")
    expect(sheet.locator(".vttb-track")).to_have_count(3)
    expect(sheet.locator(".vttb-credit")).to_have_text(SYSTEM.credit)


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"], indirect=True)
def test_the_same_throw_on_another_card_is_no_double_click_on_the_stand_in(
    sneaking: Sneaking, dice: Dice
) -> None:
    gm = sneaking.gm
    sneaking.token(gm, "Patrolman").click()
    for count, base in ((1, 9), (2, 8)):
        sneaking.say(gm, f"!ccarps detect base {base}")
        expect(sneaking.cards(gm)).to_have_count(count)
        dice.will_fall(6, 5, 1)
        sneaking.act(gm, "Throw 3 dice").click()
        expect(sneaking.card(gm).locator(".vttb-outcome strong")).to_have_text("Succeeds")
    assert dice.script == []
