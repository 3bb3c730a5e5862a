"""Somebody is made and sneaks past somebody who watches, on a stand-in for the tabletop."""

from __future__ import annotations

import pytest
from play import Dice
from playwright.sync_api import expect
from sneaking import Sneaking

from engine.systems.ccarps import SYSTEM


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

    sneaking.say(gm, "!ccarps @Sable stealth base 3")
    expect(sneaking.card(mika).locator(".vttb-edge")).to_contain_text("Draft, not rolled")
    sneaking.card(gm).locator("[data-vttb-action=undo]").click()
    for page in sneaking.pages():
        expect(sneaking.card(page).locator(".vttb-edge")).to_contain_text("Taken back")

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


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"], indirect=True)
def test_a_character_is_made_step_by_step_on_the_stand_in(sneaking: Sneaking, dice: Dice) -> None:
    gm, mika = sneaking.pages()
    sneaking.say(gm, "!ccarps roll up @Sable")
    sneaking.act(mika, "Go on making").click()
    guide = sneaking.guide(mika)
    expect(guide.locator("[aria-current=step]")).to_have_text("Way and age")
    guide.locator("select").select_option(label="Fantasy")
    sneaking.go_on(mika, "Next", "Dice")
    dice.will_fall(*[1, 3, 3, 3, 3, 3], *[4] * 5, *[5] * 5, *[2] * 5, *[6] * 5)
    guide.get_by_role("button", name="Throw the sets").dblclick()
    expect(guide.locator("li", has_text="Set 1")).to_contain_text("1 3 3 3 3 3 = 15")
    sneaking.go_on(mika, "Next", "Attributes")

    sneaking.card(gm).locator("[data-vttb-action=undo]").click()
    expect(guide.locator("[aria-current=step]")).to_have_text("Way and age")
    expect(guide.locator("[name='form.age']")).to_have_value("21")
    sneaking.go_on(mika, "Next", "Dice")
    guide.get_by_role("button", name="Throw the sets").click()
    sneaking.go_on(mika, "Next", "Attributes")

    guide.locator("[name='form.strength']").select_option(label="30")
    expect(guide.locator("[name='form.willpower'] option:checked")).to_have_text("15")
    secondary = guide.locator("section section", has_text="Secondary")
    expect(secondary.locator("li", has_text="Lift")).to_contain_text("28, +7")
    sneaking.go_on(mika, "Next", "Skills")

    guide.locator("[name='form.brawling']").fill("14")
    expect(guide.locator(".vttb-budget")).to_contain_text("14 of 100")
    sneaking.go_on(mika, "Back", "Attributes")
    sneaking.go_on(mika, "Next", "Skills")
    expect(guide.locator("[name='form.brawling']")).to_have_value("14")
    own = (("Stealth", "reflex", 10), ("Climbing", "lift", 14), ("Rowing", "lift", 14))
    for name, attribute, points in own:
        sneaking.add_row(guide, name=name, attribute=attribute, points=str(points))
    sneaking.add_row(guide, name="", attribute="speed", points="9")
    sneaking.go_on(mika, "Next")
    expect(guide.locator(".vttb-rows .fault")).to_have_text(
        "Own skills, row 4: Name cannot stay empty."
    )
    guide.locator("[data-vttb-remove]").last.click()
    expect(guide.locator(".vttb-budget")).to_contain_text("48 left")
    sneaking.go_on(mika, "Next", "Oddities")
    guide.locator("[name='form.wealth']").select_option(label="Upper, +15")
    sneaking.add_row(guide, name="O'Brien's <b>luck</b> \N{FOUR LEAF CLOVER}", cost="34")
    sneaking.go_on(mika, "Next", "Finish")
    sneaking.go_on(mika, "Finish")
    expect(guide.locator(".vttb-warn")).to_contain_text("101 of 100 points are spent")

    sneaking.hurt("Sable", "mental", 1)
    expect(sneaking.cards(mika)).to_have_count(2)
    guide.get_by_role("button", name="Oddities").click()
    guide.locator("[data-vttb-cell=cost]").fill("33")
    sneaking.go_on(mika, "Next", "Finish")
    expect(guide).to_contain_text("Everything balances.")
    sneaking.go_on(mika, "Finish")
    expect(guide).to_have_count(0)
    expect(sneaking.cards(gm).first.locator(".vttb-outcome strong")).to_have_text("Finished")
    assert dice.script == []

    sneaking.token(mika, "Sable").dblclick()
    sheet = mika.locator(".application.sheet")
    expect(sheet.locator(".vttb-budget")).to_contain_text("100 of 100")
    expect(sheet.locator("li", has_text="luck")).to_contain_text("O'Brien's <b>luck</b>")
    expect(sheet.locator("[data-action=guide]")).to_have_count(0)


@pytest.mark.parametrize("generation", [13], ids=["stand_in_v13"], indirect=True)
def test_lists_of_a_sheet_are_edited_in_rows_on_the_stand_in(sneaking: Sneaking) -> None:
    gm = sneaking.gm
    sneaking.token(gm, "Otis").dblclick()
    sheet = gm.locator(".application.sheet")
    sheet.locator("summary", has_text="Edit").click()
    weapons = sheet.locator("[data-vttb-rows='field.weapon_list']")
    expect(weapons.locator("[data-vttb-cell=name]")).to_have_value("Crowbar")
    sneaking.add_row(weapons, name="", damage="2")
    sheet.locator("[data-action=save]").click()
    expect(sheet.locator("[role=alert]")).to_contain_text("Weapons, row 2: Name cannot stay empty.")
    sneaking.add_row(weapons, name="Net, wide", damage="1")
    weapons.locator("[data-vttb-row]").nth(1).locator("[data-vttb-remove]").click()
    sheet.locator("[data-vttb-rows='field.resist_list'] [data-vttb-remove]").click()
    sheet.locator("[data-action=save]").click()
    shown = sheet.locator(".vttb-kinds")
    expect(shown.locator("section", has_text="Weapons").locator("li")).to_have_text(
        ["Crowbardamage 4 blunt", "Net, widedamage 1"]
    )
    expect(shown.locator("h4", has_text="Resistances")).to_have_count(0)
