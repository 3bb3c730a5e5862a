"""Chances, dice that people throw, and what the game master decides, on a stand-in.

Nothing here differs between the generations of the tabletop, so each test runs in one of them.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from play import TOKENS, Dice, Play
from playwright.sync_api import Page, expect

in_13 = pytest.mark.parametrize("generation", [13], ids=["stand_in_v13"], indirect=True)
in_14 = pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"], indirect=True)

HIROSHI = "Actor.hiroshi000000000"


def told(page: Page) -> str:
    """Everything that a page knows or shows."""
    return str(
        page.evaluate(
            """() => JSON.stringify([...game.collections.values()].map((all) => all.contents))
                 + document.body.innerText"""
        )
    )


def conduct(play: Play, **values: str) -> None:
    play.game.perform("table.conduct", **values)


def aim_by_code(play: Play, name: str) -> None:
    """Target a token that a window may cover."""
    play.gm.evaluate("id => canvas.tokens.get(id).setTarget(true)", TOKENS[name])


def set_up(play: Play, **values: str) -> None:
    """The game master chooses in the settings how the table does it."""
    play.gm.click("[data-tab=settings]")
    play.gm.click('[data-menu="vtt-bridge.rules"]')
    window = play.gm.locator("#vttb-rules")
    for key, value in values.items():
        window.locator(f'[name="conduct.{key}"]').select_option(value)
    window.locator("[data-action=save]").click()
    expect(window).to_have_count(0)
    play.gm.click("[data-tab=chat]")


@in_13
def test_chances_open_by_key_and_follow_the_target_on_the_stand_in(play: Play) -> None:
    play.aim(play.gm, "Hiroshi")
    hud = play.open_hud(play.gm, "Tetsuko")
    odds = hud.locator(".odds")
    expect(odds).to_have_text("60 % to hit, 6 in 10")
    odds.focus()
    play.gm.keyboard.press("Enter")
    window = play.gm.locator("#vttb-odds")
    expect(window.locator(".window-title")).to_have_text("Before the attack")
    expect(window.locator(".vttb-audience")).to_have_text("GM only")
    expect(window.locator("h3")).to_be_focused()
    expect(window.locator("h3")).to_have_text("Tetsuko at Hiroshi, TN 7")
    expect(window.locator("tbody th")).to_contain_text(["As it stands"])
    aim_by_code(play, "Akemi")
    expect(window.locator("h3")).to_have_text("Tetsuko at Akemi, TN 5")
    play.game.perform("character.edit", character=HIROSHI, fields={"attack": 9})
    aim_by_code(play, "Hiroshi")
    expect(window.locator(".line")).to_contain_text(["A hit does not defeat Hiroshi"])
    play.game.perform("character.edit", character=HIROSHI, fields={"level": 0})
    expect(window.locator(".line")).to_contain_text(["A hit defeats Hiroshi: level 10, line 10."])
    window.locator("h3").focus()
    play.gm.keyboard.press("Escape")
    expect(window).to_have_count(0)


@in_14
def test_players_see_chances_where_the_settings_allow_it_on_the_stand_in(play: Play) -> None:
    play.aim(play.mika, "Tetsuko")
    hud = play.open_hud(play.mika, "Hiroshi")
    expect(hud.locator(".odds")).to_have_count(0)
    set_up(play, odds="players")
    hud.locator(".odds").click()
    window = play.mika.locator("#vttb-odds")
    expect(window.locator(".vttb-audience")).to_have_text("players see it too")
    expect(window.locator("tbody th")).to_have_text("As it stands1 die")
    expect(window).not_to_contain_text("Perfect Defense")


@in_14
def test_dice_are_typed_by_who_throws_before_any_target_number_on_the_stand_in(play: Play) -> None:
    set_up(play, dice="typed")
    play.attack(play.mika, "Hiroshi", "Benkei")
    window = play.question(play.mika)
    field = window.get_by_label("What the die shows, 1 to 10")
    expect(field).to_be_focused()
    assert re.search(r"\bTN\b", told(play.mika)) is None
    row = play.panel().locator("[data-question]")
    play.gm.keyboard.press("Alt+q")
    expect(row.locator("input")).to_have_count(1)
    assert re.search(r"\bTN\b", told(play.gm)) is None
    for wrong in ("11", "0", ""):
        field.fill(wrong)
        play.mika.keyboard.press("Enter")
        expect(window.locator(".fault")).to_have_text("A whole number from 1 to 10.")
        expect(field).to_be_focused()
    expect(play.card(play.mika).locator(".vttb-outcome strong")).to_have_text("Waiting")
    field.fill("8")
    play.mika.keyboard.press("Enter")
    expect(window).to_have_count(0)
    play.expect_card("Hit")
    expect(play.card(play.mika).locator(".vttb-die b")).to_have_text("8")


@in_14
def test_what_the_gm_types_outlasts_other_news_on_the_stand_in(play: Play) -> None:
    conduct(play, dice="typed")
    play.attack(play.mika, "Hiroshi", "Benkei")
    expect(play.question(play.mika)).to_have_count(1)
    play.gm.keyboard.press("Alt+q")
    field = play.panel().locator("input")
    expect(field).to_be_focused()
    field.fill("7")
    play.game.perform("character.edit", character="Actor.akemi00000000000", name="Aki")
    expect(play.gm.locator("li.combatant .name", has_text="Akemi")).to_have_count(1)
    play.gm.wait_for_function("game.actors.getName('Akemi').system.view.name === 'Aki'")
    expect(field).to_have_value("7")
    expect(field).to_be_focused()
    play.gm.keyboard.press("Enter")
    play.expect_card("Hit")


@in_14
def test_the_tabletop_rolls_the_dice_on_the_stand_in(play: Play) -> None:
    play.game.perform("character.edit", character=HIROSHI, dice="tabletop")
    play.mika.evaluate("CONFIG.Dice.randomUniform = () => 0.35")
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.question(play.mika).locator("[data-key=dice]").dblclick()
    play.expect_card("Hit")
    expect(play.card(play.mika).locator(".vttb-die b")).to_have_text("7")
    rolls = play.mika.evaluate("game.messages.contents.at(-1).rolls.map(r => [r.formula, r.total])")
    assert rolls == [["1d10", 7]]


@in_13
def test_a_result_waits_for_the_gm_who_alone_reads_it_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    conduct(play, automation="confirm")
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Benkei")
    row = play.panel().locator("[data-question]")
    expect(row.locator(".vttb-outcome")).to_have_text("Hit · not counted yet")
    expect(row.locator(".vttb-change .delta")).to_have_text("+3")
    expect(row.locator(".vttb-die b")).to_have_text("8")
    expect(row.locator("button")).to_have_text(["Let it count", "Take it back"])
    expect(play.question(play.mika)).to_have_count(0)
    card = play.card(play.mika)
    expect(card.locator(".vttb-outcome strong")).to_have_text("Waiting")
    expect(card.locator(".vttb-roll, .vttb-change, .vttb-receipts")).to_have_count(0)
    expect(play.bar(play.gm, "Benkei")).to_have_attribute("data-value", "10")
    row.locator("[data-key=count]").click()
    play.expect_card("Hit")
    expect(play.bar(play.mika, "Benkei")).to_have_attribute("data-value", "7")


@in_14
def test_dice_are_corrected_on_the_card_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    expect(play.card(play.mika).locator("[data-vttb-action=correct]")).to_have_count(0)
    play.card(play.gm).get_by_label("Correct the dice: Hiroshi rolls attack").click()
    form = play.gm.locator("#vttb-form")
    field = form.get_by_label("Die 1, 1 to 10")
    expect(field).to_have_value("8")
    field.fill("12")
    play.gm.keyboard.press("Enter")
    expect(form.locator(".fault")).to_have_text("A whole number from 1 to 10.")
    field.fill("2")
    play.gm.keyboard.press("Enter")
    expect(form).to_have_count(0)
    play.expect_card("Miss")
    for page in (play.gm, play.mika):
        chain = play.card(page).locator(".vttb-chain")
        expect(chain).to_contain_text("Corrected by the GM")
        expect(chain).to_contain_text("8 to 2")
        expect(play.bar(page, "Benkei")).to_have_attribute("data-value", "11")
        assert page.evaluate("game.messages.contents.at(-1).rolls.map(r => r.total)") == [2]


@in_14
def test_a_suggestion_counts_when_the_gm_applies_it_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8)
    conduct(play, automation="suggest")
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    for page in (play.gm, play.mika):
        expect(play.card(page)).to_have_class("vttb vttb-card suggested")
        expect(play.card(page).locator(".vttb-state")).to_contain_text("Suggested")
        expect(play.bar(page, "Benkei")).to_have_attribute("data-value", "10")
    expect(play.card(play.mika).locator("[data-vttb-action=apply]")).to_have_count(0)
    play.card(play.gm).locator("[data-vttb-action=apply]").click()
    for page in (play.gm, play.mika):
        expect(play.card(page).locator(".vttb-state")).to_contain_text("applied by the GM")
        expect(play.bar(page, "Benkei")).to_have_attribute("data-value", "7")
        expect(play.cards(page)).to_have_count(2)  # with that of the settings
    expect(play.card(play.gm).locator("[data-vttb-action=apply]")).to_have_count(0)


@in_14
def test_a_character_does_otherwise_than_the_table_on_the_stand_in(play: Play) -> None:
    play.token(play.gm, "Hiroshi").dblclick()
    sheet = play.gm.locator(".application.sheet")
    sheet.locator("summary", has_text="Edit").click()
    ways = sheet.locator('[name="conduct.automation"]')
    expect(ways.locator("option").first).to_have_text("As the table: Count at once")
    expect(ways).to_have_value("")
    ways.select_option("suggest")
    sheet.locator("[data-action=save]").click()
    known = "game.actors.getName('Hiroshi').system.view"
    play.gm.wait_for_function(f"{known}.automation === 'suggest'")
    assert play.gm.evaluate(f"{known}.dice") is None
    sheet.locator("summary", has_text="Edit").click()
    ways.select_option("")
    sheet.locator("[data-action=save]").click()
    play.gm.wait_for_function(f"{known}.automation === null")


@in_14
def test_abilities_are_chosen_with_a_running_budget_on_the_stand_in(play: Play) -> None:
    play.token(play.gm, "Hiroshi").dblclick()
    sheet = play.gm.locator(".application.sheet")
    expect(sheet.locator(".vttb-warn")).to_contain_text("A combat stance is missing.")
    sheet.locator("summary", has_text="Edit").click()
    sheet.locator("[data-action=pick]").click()
    picker = play.gm.locator("#vttb-picker")
    search = picker.get_by_label("Search")
    expect(search).to_be_focused()
    budget = picker.locator(".vttb-budget b")
    expect(budget).to_have_text("2 of 40 XP")
    search.fill("target higher")
    expect(picker.locator(".vttb-pick:visible b")).to_have_text("Underdog Stance")
    picker.get_by_label("Underdog Stance").check()
    expect(budget).to_have_text("18 of 40 XP")
    expect(picker.locator(".vttb-warn")).to_have_text(
        "Not by the rules of building An ultimate move is missing."
    )
    search.fill("")
    picker.locator(".vttb-pick", has=play.gm.locator("b", has_text="Attack Builder")).click()
    expect(budget).to_have_text("32 of 40 XP")
    expect(picker.locator(".vttb-warn")).to_have_count(0)
    picker.locator(".vttb-pick", has=play.gm.locator("b", has_text="T14")).click()
    expect(picker.locator(".vttb-warn")).to_contain_text("2 XP more are spent than granted.")
    picker.get_by_label("By the GM's leave").check()
    expect(picker.locator(".vttb-noted")).to_contain_text("By the GM's leave")
    picker.locator("[data-action=save]").click()
    expect(picker).to_have_count(0)
    play.token(play.mika, "Hiroshi").dblclick()
    own = play.mika.locator(".application.sheet")
    expect(own.locator(".vttb-noted")).to_contain_text("2 XP more are spent than granted.")
    expect(own.locator(".vttb-budget")).to_contain_text("Spent 42 of 40 XP")
    expect(own.locator(".vttb-kinds h4")).to_have_text(
        ["Stances16 XP", "Talents12 XP", "Ultimate moves14 XP"]
    )


@in_14
def test_who_defeats_whom_stands_in_the_panel_and_on_sheets_on_the_stand_in(play: Play) -> None:
    expect(play.mika.locator(".vttb-to-threats")).to_have_count(0)
    play.gm.locator(".vttb-to-threats button").click()
    table = play.panel().locator(".vttb-threats")

    def row(name: str) -> Any:
        return table.locator("tr", has=play.gm.locator("th", has_text=name)).locator("td")

    expect(row("Hiroshi")).to_have_text(["nobody", "has none"])
    play.game.perform("character.edit", character=HIROSHI, fields={"level": 20})
    expect(row("Hiroshi")).to_have_text(["Tetsuko, Benkei", "has none"])
    expect(row("Hiroshi").first).to_have_class("now")
    play.token(play.mika, "Hiroshi").dblclick()
    own = play.mika.locator(".application.sheet .vttb-threats")
    expect(own.locator("thead th")).to_have_text(["Own hit", "Own Ultimate", "Their hit"])
    expect(own.locator("tbody tr").first.locator("td")).to_have_text(
        ["defeats", "has none", "20 levels to go"]
    )


@in_14
def test_everybody_is_told_of_changed_settings_on_the_stand_in(play: Play) -> None:
    notices = play.gm.locator("#notifications")
    set_up(play, automation="confirm")
    expect(notices).to_contain_text("Saved. A card in the chat tells everybody what changed.")
    for page in (play.gm, play.mika):
        expect(play.card(page)).to_contain_text("Results: the GM confirms (was: count at once)")
    set_up(play)
    expect(notices).to_contain_text("Nothing was changed.")
    expect(play.cards(play.gm)).to_have_count(1)


@in_14
def test_the_chat_stays_at_its_end_when_a_card_grows_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    play.gm.set_viewport_size({"width": 1366, "height": 420})
    for count in (1, 2):
        dice.will_fall(8)
        play.say(play.mika, "!carps attack @Benkei")
        expect(play.cards(play.mika)).to_have_count(count)
        play.settle()
        play.expect_card("Hit")
    expect(play.card(play.gm).locator("[data-vttb-action=undo]")).to_be_in_viewport(ratio=1)


def test_who_sees_what_is_chosen_below_the_chat_on_the_stand_in(play: Play, dice: Dice) -> None:
    play.say(play.mika, "/gmroll")
    expect(play.mika.locator("#notifications")).to_contain_text("chosen below the chat")
    play.mika.locator("#way-of-rolling").select_option(label="you and the GM")
    other = play.open(play.game.player_addresses()[1])
    dice.will_fall(8)
    play.say(play.mika, "!carps attack @Benkei")
    play.settle()
    play.expect_card("Hit")
    expect(play.cards(other)).to_have_count(0)
