"""Chat commands, tracker, refusals, secrecy and windows, on a stand-in for the tabletop."""

from __future__ import annotations

import json
import re
from pathlib import Path

from play import GM_ONLY_RESERVE, Dice, Play, cast
from playwright.sync_api import Browser, expect

from vtt_bridge.stage.game import PracticeGame

LAST_SEQ = "game.settings.get('vtt-bridge', 'connections')['practice-table'].last"


def test_chat_command_escapes_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(9, 9)
    play.token(play.mika, "Hiroshi").click()
    play.say(play.mika, "!carps escape")
    for page in (play.gm, play.mika):
        expect(play.card(page).locator(".vttb-title")).to_contain_text("Hiroshi")
        expect(play.cards(page)).to_have_count(1)
    plain = play.mika.locator(".chat-log .message-content", has_text="!carps")
    expect(plain).to_have_count(0)


def test_unknown_verb_answers_its_author_alone_on_the_stand_in(play: Play) -> None:
    play.token(play.mika, "Hiroshi").click()
    play.say(play.mika, "!carps atack")
    note = play.card(play.mika)
    expect(note.locator(".vttb-lead")).to_have_text("Not understood")
    expect(note).to_contain_text("attack")
    expect(play.cards(play.gm)).to_have_count(0)


def test_help_is_whispered_on_the_stand_in(play: Play) -> None:
    play.say(play.mika, "!carps help")
    expect(play.card(play.mika).locator(".vttb-title")).to_have_text("CARPS: what you can type")
    expect(play.cards(play.gm)).to_have_count(0)


def test_impossible_action_says_why_on_the_stand_in(play: Play) -> None:
    hud = play.open_hud(play.mika, "Akemi")
    attack = play.button(hud, "Attack")
    expect(attack).to_have_attribute("aria-disabled", "true")
    expect(attack.locator("em")).to_have_text("On your turn")
    attack.click(force=True)
    expect(play.mika.locator("#vttb-live")).to_contain_text("On your turn")
    play.say(play.mika, "!carps attack @Benkei")
    expect(play.card(play.mika).locator(".vttb-lead")).to_have_text("Not done")
    expect(play.cards(play.gm)).to_have_count(0)


def test_somebody_elses_character_is_refused_on_the_stand_in(play: Play) -> None:
    play.token(play.mika, "Tetsuko").click(button="right")
    expect(play.mika.locator("#token-hud")).to_have_count(0)
    play.gm.wait_for_function(f"{LAST_SEQ} === 5")  # four characters and the encounter
    answer = play.mika.evaluate(
        """() => new Promise((resolve) => {
          setTimeout(() => resolve(null), 6000);
          CONFIG.queries["vtt-bridge.tell"] = ((old) => async (data, options) => {
            if (data.re === "playermika000001-forged" && data.ack) resolve(data);
            return old(data, options);
          })(CONFIG.queries["vtt-bridge.tell"]);
          game.socket.emit("module.vtt-bridge", {
            v: 1, id: "playermika000001-forged", kind: "act", until: Date.now() + 5000,
                user: "gamemaster000001",
            action: { id: "playermika000001-forged", kind: "command", verb: "attack", args: {},
                      actor: "Actor.tetsuko000000000", targets: ["Actor.hiroshi000000000"] },
          });
        })"""
    )
    assert answer["ack"]["ok"] is False
    assert answer["ack"]["error"]["code"] == "not_owner"
    expect(play.cards(play.gm)).to_have_count(0)
    assert play.gm.evaluate(LAST_SEQ) == 5


def test_player_page_holds_no_gm_only_value_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    play.token(play.mika, "Benkei").click()
    secret = re.compile(rf"(?<!\w){GM_ONLY_RESERVE}(?!\w)")
    benkeis_row = play.gm.locator("li.combatant", has_text="Benkei")
    expect(benkeis_row).to_contain_text(f"{GM_ONLY_RESERVE} RP")
    told = play.mika.evaluate(
        """() => JSON.stringify([...game.collections.values()].map((all) => all.contents)
             .concat([Object.entries(localStorage), document.documentElement.outerHTML]))"""
    )
    benkei = play.mika.evaluate("JSON.stringify(game.actors.getName('Benkei'))")
    assert not secret.search(told)
    assert "diehard" not in benkei.lower()
    assert [frame for frame in play.frames if secret.search(frame)] == []
    token = json.loads(play.gm.evaluate("localStorage['vtt-bridge.connections']"))
    assert token["practice-table"]["token"] not in told + "".join(play.frames)


def test_players_end_turn_button_moves_the_tracker_of_the_stand_in(play: Play) -> None:
    play.mika.click("[data-action=nextTurn]")
    play.expect_turn("Tetsuko")
    expect(play.mika.locator(".whose")).to_have_text("It is Tetsuko's turn")


def test_previous_turn_is_an_undo_on_the_stand_in(play: Play) -> None:
    play.gm.click("[data-action=nextTurn]")
    play.expect_turn("Tetsuko")
    play.gm.click("[data-action=previousTurn]")
    play.gm.locator(".dialog [data-action=yes]").click()
    play.expect_turn("Hiroshi")


def test_busy_tracker_may_not_run_ahead_on_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Tetsuko")
    expect(play.panel().locator("[data-question]")).to_have_count(1)
    play.mika.evaluate("game.combat.nextTurn()")
    expect(play.card(play.mika).locator(".vttb-lead")).to_have_text("Not yet")
    play.expect_turn("Hiroshi")


def test_sheet_edit_by_the_gm_reaches_everybody_on_the_stand_in(play: Play) -> None:
    play.token(play.gm, "Hiroshi").dblclick()
    sheet = play.gm.locator(".application.sheet")
    sheet.locator("summary", has_text="Edit").click()
    sheet.locator('[name="field.base"]').fill("12")
    sheet.locator("[data-action=save]").click()
    play.gm.wait_for_function("game.actors.getName('Hiroshi').system.view.fields.base === 12")
    play.mika.wait_for_function("game.actors.getName('Hiroshi').system.view.fields.base === 12")
    play.token(play.mika, "Hiroshi").dblclick()
    own = play.mika.locator(".application.sheet")
    expect(own).to_contain_text("14")
    expect(own.locator("[data-action=save]")).to_have_count(0)


def test_house_rules_window_sets_a_switch_on_the_stand_in(play: Play) -> None:
    play.gm.click("[data-tab=settings]")
    play.gm.click('[data-menu="vtt-bridge.rules"]')
    window = play.gm.locator("#vttb-rules")
    switch = window.locator('[name="rule.natural_extremes"]')
    expect(switch).to_have_value("any_die")
    switch.select_option("kept_die")
    window.locator("[data-action=save]").click()
    expect(window).to_have_count(0)
    play.gm.click('[data-menu="vtt-bridge.rules"]')
    expect(switch).to_have_value("kept_die")


def test_next_fight_begins_by_itself_on_the_stand_in(play: Play, dice: Dice) -> None:
    first = play.gm.evaluate("game.combat.id")
    play.game.perform("character.edit", character="Actor.hiroshi000000000", fields={"level": 60})
    dice.will_fall(8, 8)
    for cards, name in enumerate(("Tetsuko", "Benkei"), 2):  # the edit has one too
        play.attack(play.mika, "Hiroshi", name)
        expect(play.cards(play.gm)).to_have_count(cards)
        play.panel().locator("[data-action=decline]").click()
        expect(play.card(play.gm).locator(".vttb-end .name")).to_have_text(name)
        play.mika.locator("#board").click(position={"x": 30, "y": 600})
    play.gm.wait_for_function("id => game.combat && game.combat.id !== id", arg=first)
    play.expect_turn("Hiroshi")
    for page in (play.gm, play.mika):
        expect(page.locator("li.combatant.defeated")).to_have_count(0)
        expect(play.token(page, "Tetsuko").locator(".cross")).to_have_count(0)
        expect(page.locator("li.combatant", has_text="Hiroshi").locator("b")).to_have_text("10")


def test_pairing_by_code_on_the_stand_in(
    browser: Browser, generation: int, tmp_path: Path, console: list[str]
) -> None:
    game = PracticeGame(
        cast(),
        system="carps",
        generation=generation,
        data=tmp_path,
        show=console.append,
        paired=False,
    )
    game.start()
    play = Play(browser, game)
    page = play.open(game.gm_address())
    page.click("#vttb-status")
    window = page.locator("#vttb-pairing")
    window.locator("[name=address]").fill(game.bridge_server.address)
    window.locator("[name=code]").fill("AAAAAA")
    window.locator("[data-action=pair]").click()
    expect(window.locator(".vttb-warn")).to_be_visible()
    window.locator("[name=code]").fill(game.bridge.code.renew())
    window.locator("[data-action=pair]").click()
    expect(page.locator("#vttb-status")).to_contain_text("Connected")
    play.close()
    game.stop()
