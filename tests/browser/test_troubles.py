"""What goes wrong at a table: impatient hands, changed combats, forgers."""

from __future__ import annotations

from crowd import SERVICES, wait_for
from play import Dice, Play
from playwright.sync_api import Browser, expect

from vtt_bridge.stage.game import PracticeGame

DRIVEN = "game.combat?.flags['vtt-bridge']?.encounter === true"

WRITE = "const { write } = await import('/modules/vtt-bridge/scripts/table/documents.mjs');"


def set_hearing(play: Play, hears: bool) -> None:
    """The leading page hears what players ask, or it is as if none led."""
    play.gm.evaluate(
        f"""async (hears) => {{ {SERVICES}
          leader.relay.leads = () => hears && leader.leads;
        }}""",
        hears,
    )


def next_turn(play: Play, name: str) -> None:
    """Press End turn, slower than a double click."""
    play.gm.wait_for_timeout(600)
    play.gm.click("[data-action=nextTurn]")
    play.expect_turn(name)


class TestCombat:
    def test_deleted_with_a_question_open_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Tetsuko")
        expect(play.panel().locator("[data-question]")).to_have_count(1)
        play.gm.locator("[data-action=newFight]").click(click_count=3, delay=20)
        play.expect_card("Undone")
        play.gm.wait_for_function(DRIVEN)
        expect(play.panel()).to_have_count(0)
        assert play.gm.evaluate("game.combats.size") == 1
        play.expect_turn("Hiroshi")

    def test_changed_with_a_question_open_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Tetsuko")
        expect(play.panel().locator("[data-question]")).to_have_count(1)
        for name, change in (("Akemi", "delete()"), ("Benkei", "update({initiative: 99})")):
            play.gm.evaluate(f"game.combat.combatants.find((c) => c.name === '{name}').{change}")
        play.expect_turn("Hiroshi")
        play.panel().locator("[data-action=decline]").click()
        play.expect_card("Hit")
        names = play.gm.locator("li.combatant .name")
        expect(names).to_have_text(["Benkei", "Hiroshi", "Tetsuko"])
        for name in ("Tetsuko", "Benkei", "Hiroshi"):
            next_turn(play, name)
        expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)

    def test_who_leaves_on_his_turn_and_comes_back_on_the_stand_in(self, play: Play) -> None:
        play.gm.evaluate("game.combat.combatants.find((c) => c.name === 'Hiroshi').delete()")
        play.gm.wait_for_function("game.combat.flags['vtt-bridge']?.step.includes('tetsuko')")
        play.expect_turn("Tetsuko")
        play.gm.evaluate(
            """game.combat.createEmbeddedDocuments("Combatant", [{
                 tokenId: "hiroshitoken0001", sceneId: game.scenes.active.id,
                 actorId: "hiroshi000000000", initiative: 0}])"""
        )
        for name in ("Akemi", "Benkei", "Hiroshi"):
            next_turn(play, name)
        expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)

    def test_deleted_while_the_engine_writes_to_it_on_the_stand_in(self, play: Play) -> None:
        play.gm.evaluate(
            f"""async () => {{ {WRITE}
              const {{ id }} = game.combat;
              const gone = game.combat.delete();
              const find = () => game.combats.get(id);
              await Promise.all([gone, write(find, {{ round: 5 }}, {{ vttBridge: {{}} }})]);
            }}"""
        )
        assert play.gm.evaluate("game.combats.size") == 0
        expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)

    def test_kept_by_another_module_it_goes_on_on_the_stand_in(self, play: Play) -> None:
        play.gm.evaluate(
            """async () => {
              Hooks.once("preDeleteCombat", () => false);
              await game.combat.delete();
            }"""
        )
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        next_turn(play, "Akemi")

    def test_token_deleted_while_asked_leaves_the_answer_to_the_gm_of_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(3, 2)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.attack(play.gm, "Tetsuko", "Akemi")
        expect(play.question(play.mika)).to_have_count(1)
        play.gm.evaluate("game.scenes.active.tokens.get('akemitoken000001').delete()")
        play.gm.keyboard.press("Alt+q")
        play.panel().locator("[data-action=decline]").click()
        play.expect_card("Hit")


class TestHands:
    def test_enter_held_down_attacks_once_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        dice.will_fall(8, 8)
        play.aim(play.mika, "Benkei")
        hud = play.open_hud(play.mika, "Hiroshi")
        play.button(hud, "Attack").focus()
        for _ in range(20):
            play.mika.keyboard.down("Enter")
            play.mika.wait_for_timeout(50)
        play.mika.keyboard.up("Enter")
        play.expect_card("Hit")
        expect(play.cards(play.gm)).to_have_count(1)

    def test_keyboard_alone_attacks_and_answers_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(8)
        play.aim(play.mika, "Tetsuko")
        hud = play.open_hud(play.mika, "Hiroshi")
        hud.locator("button").first.focus()
        for key in ("ArrowDown", "ArrowUp", "Enter"):
            play.mika.keyboard.press(key)
        expect(play.panel().locator("[data-question]")).to_have_count(1)
        play.gm.keyboard.press("Alt+q")
        focused = play.gm.locator("#vttb-panel button:focus-visible")
        expect(focused).to_have_text("Perfect Defense10 RP")
        play.gm.keyboard.press("Tab")
        expect(focused).to_have_text("Decline")
        play.gm.keyboard.press("Escape")
        play.gm.keyboard.press("Alt+q")
        play.gm.keyboard.press("Tab")
        play.gm.keyboard.press("Space")
        play.expect_card("Hit")
        play.gm.keyboard.press("Alt+q")
        expect(play.panel()).to_contain_text("Nobody is being asked.")

    def test_new_clocks_leave_the_keyboard_where_it_is_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Tetsuko")
        decline = play.panel().locator("[data-action=decline]")
        decline.focus()
        play.gm.locator("[data-action=pause]").evaluate("(button) => button.click()")
        expect(play.panel().locator("[data-action=pause]")).to_have_text("Resume clocks")
        expect(decline).to_be_focused()

    def test_escape_leaves_a_question_open_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        dice.will_fall(3, 2)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.attack(play.gm, "Tetsuko", "Akemi")
        question = play.question(play.mika)
        expect(question).to_have_count(1)
        play.mika.keyboard.press("Alt+q")
        expect(question.locator(".vttb-option > button")).to_be_focused()
        play.mika.keyboard.press("Escape")
        expect(question).to_have_count(1)
        for _ in range(8):
            play.mika.keyboard.down("Enter")
            play.mika.wait_for_timeout(50)
        play.mika.keyboard.up("Enter")
        play.expect_card("Miss")

    def test_a_refused_form_keeps_what_was_filled_in_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        play.token(play.gm, "Hiroshi").dblclick()
        sheet = play.gm.locator(".application.sheet")
        sheet.locator("summary", has_text="Edit").click()
        points = sheet.locator('[name="field.rp"]')
        for value in ("-5", "3.7", "99999999999"):
            points.fill(value)
            sheet.locator("[data-action=save]").click()
            expect(sheet.locator("[data-vttb-fault]")).to_contain_text("a whole number from 0")
            expect(points).to_have_value(value)
        sheet.locator(".window-header [data-action=close]").click()
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Tetsuko")
        expect(play.panel()).to_be_visible()
        play.gm.click("[data-tab=settings]")
        play.gm.click('[data-menu="vtt-bridge.rules"]')
        window = play.gm.locator("#vttb-rules")
        switch = window.locator('[name="rule.natural_extremes"]')
        switch.select_option("kept_die")
        window.locator("[data-action=save]").click()
        expect(window.locator(".vttb-warn")).to_contain_text("An answer is still awaited.")
        expect(switch).to_have_value("kept_die")

    def test_seconds_that_are_no_number_are_refused_on_the_stand_in(self, play: Play) -> None:
        play.gm.click("#vttb-status")
        window = play.gm.locator("#vttb-pairing")
        seconds = window.locator("[name=player_seconds]")
        for typed in ("e", "0", "2.5"):
            seconds.fill("")
            seconds.press_sequentially(typed)
            window.locator("[data-action=save]").click()
            expect(window.locator(".vttb-warn")).to_contain_text("a whole number from 1 to 3600")
            expect(window.locator(".vttb-warn")).to_have_count(1)
        seconds.fill("45")
        window.locator("[data-action=save]").click()
        wait_for(play.gm, "state.settings.player_seconds === 45")
        expect(window.locator(".vttb-warn")).to_have_count(0)

    def test_two_clicks_on_a_macro_act_once_on_the_stand_in(self, play: Play) -> None:
        play.token(play.mika, "Hiroshi").click()
        play.mika.locator("#hotbar button").dblclick()
        expect(play.cards(play.gm)).to_have_count(1)
        play.mika.wait_for_timeout(500)
        expect(play.mika.locator(".chat-log .vttb-card.note")).to_have_count(0)

    def test_column_of_a_token_at_the_edge_stays_inside_the_stand_in(self, play: Play) -> None:
        for page, name in ((play.mika, "Akemi"), (play.gm, "Benkei")):
            hud = play.open_hud(page, name)
            expect(hud.locator("em").first).to_be_visible()
            page.wait_for_function(
                """() => {
                  const [hud, board] = ["nav.vttb-hud", "#board"]
                    .map((one) => document.querySelector(one).getBoundingClientRect());
                  return hud.bottom <= board.bottom && hud.right <= board.right;
                }"""
            )


class TestPages:
    def test_another_gm_page_takes_over_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        other = play.open(play.game.gm_address())
        expect(other.locator("#vttb-status")).to_contain_text("Elsewhere")
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Tetsuko")
        expect(play.panel()).to_be_visible()
        other.click("#vttb-status")
        expect(other.locator("#vttb-status")).to_contain_text("Connected")
        expect(play.gm.locator("#vttb-status")).to_contain_text("Elsewhere")
        expect(play.panel()).to_have_count(0)
        expect(play.mika.locator("#vttb-status")).to_have_count(0)
        for _ in range(3):
            play.mika.keyboard.press("Escape")
            expect(play.open_hud(play.mika, "Hiroshi").locator(".purse")).to_contain_text("2 AP")
        other.locator("#vttb-panel [data-action=decline]").click()
        play.expect_card("Hit")

    def test_next_tab_leads_when_the_leading_one_closes_on_the_stand_in(self, play: Play) -> None:
        second = play.gm.context.new_page()
        second.goto(play.game.gm_address())
        expect(second.locator("#vttb-status")).to_contain_text("Elsewhere")
        second.click("#vttb-status")
        expect(play.gm.locator("#vttb-status")).to_contain_text("Elsewhere")
        second.close()
        expect(play.gm.locator("#vttb-status")).to_contain_text("Connected")

    def test_player_who_arrives_sees_his_own_figures_on_the_stand_in(self, play: Play) -> None:
        play.mika.reload()
        expect(play.mika.locator("li.combatant", has_text="Akemi")).to_contain_text("17 RP")

    def test_answer_waits_for_the_gm_and_says_so_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(3, 2)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.attack(play.gm, "Tetsuko", "Akemi")
        question = play.question(play.mika)
        expect(question).to_have_count(1)
        play.mika.reload()
        expect(question).to_have_count(1)
        play.gm.close()
        question.locator("[data-action=choose]").click()
        expect(question).to_contain_text("The answer is on its way.")
        play.gm = play.open(play.game.gm_address())
        play.expect_card("Miss")
        expect(question).to_have_count(0)

    def test_a_click_outlives_a_reload_and_is_done_once_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(8)
        set_hearing(play, False)
        play.say(play.mika, "!carps @Hiroshi attack @Benkei")
        play.mika.reload()
        play.mika.wait_for_selector("body[data-ready]")
        set_hearing(play, True)
        play.expect_card("Hit")
        play.mika.reload()
        play.mika.wait_for_selector("body[data-ready]")
        expect(play.open_hud(play.mika, "Hiroshi").locator(".purse")).to_contain_text("2 AP")
        for page in (play.gm, play.mika):
            expect(play.cards(page)).to_have_count(1)

    def test_a_click_of_long_ago_is_taken_back_after_a_reload_on_the_stand_in(
        self, play: Play
    ) -> None:
        set_hearing(play, False)
        play.say(play.mika, "!carps @Hiroshi attack @Benkei")
        play.mika.evaluate(
            """addEventListener("pagehide", () => {
              const [key] = Object.keys(sessionStorage).filter((one) => one.includes(".left."));
              const left = JSON.parse(sessionStorage.getItem(key));
              for (const one of left) one.since -= 20_000;
              sessionStorage.setItem(key, JSON.stringify(left));
            })"""
        )
        play.mika.reload()
        play.mika.wait_for_selector("body[data-ready]")
        set_hearing(play, True)
        expect(play.mika.locator(".chat-log .vttb-card.note")).to_contain_text("taken back")
        expect(play.cards(play.gm)).to_have_count(0)

    def test_a_stale_page_is_refused_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Benkei")
        play.expect_card("Hit")
        ack = play.mika.evaluate(
            """game.modules.get("vtt-bridge").api.act({kind: "command", verb: "attack", args: {},
                 actor: "Actor.hiroshi000000000", targets: ["Actor.benkei0000000000"], seen: 5})"""
        )
        assert ack["error"]["code"] == "stale"
        expect(play.cards(play.gm)).to_have_count(1)


class TestForgers:
    def test_a_players_changes_to_cards_are_put_back_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Benkei")
        play.expect_card("Hit")
        message = "game.messages.contents[0]"
        play.mika.evaluate(f"{message}.update({{content: '<section class=\"vttb-card\">!'}})")
        play.expect_card("Hit")
        play.mika.evaluate(f"{message}.delete()")
        play.mika.wait_for_function("game.messages.size === 1")
        play.expect_card("Hit")
        play.mika.evaluate(
            f"ChatMessage.create({{content: '<section class=\"vttb vttb-card\"><p>Fake</p>'"
            f", flags: {message}.flags}})"
        )
        fake = play.gm.locator(".chat-log > li").last
        expect(fake).to_contain_text("Fake")
        expect(fake.locator("[data-vttb-action]")).to_have_count(0)

    def test_a_players_marks_do_not_pass_for_the_leaders_on_the_stand_in(self, play: Play) -> None:
        play.mika.evaluate("game.combat.update({turn: 2}, {vttBridge: {}})")
        play.expect_turn("Hiroshi")
        play.mika.evaluate(
            """game.actors.getName("Hiroshi").update({name: "H"},
                 {vttBridge: {seq: 1, floats: [{text: "fake", main: true}]}})"""
        )
        play.gm.wait_for_function("game.actors.getName('H')")
        assert play.gm.evaluate("canvas.interface.scrolled.map((one) => one.text)") == []

    def test_a_player_cannot_open_a_question_on_the_gms_page_of_the_stand_in(
        self, play: Play
    ) -> None:
        play.mika.evaluate(
            """game.users.activeGM.query("vtt-bridge.tell", {type: "question", question: {
                 id: "forged", name: "X", trigger: "", options: []}}, {timeout: 2000})"""
        )
        expect(play.question(play.gm)).to_have_count(0)


def test_alert_icon_and_floats_show_on_both_pages_of_the_stand_in(play: Play, dice: Dice) -> None:
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    play.game.perform("character.edit", character="Actor.hiroshi000000000", fields={"level": 20})
    for page in (play.gm, play.mika):
        icon = play.token(page, "Benkei").locator(".effects img")
        expect(icon).to_have_attribute("src", "/modules/vtt-bridge/icons/alert.svg")
        expect(play.bar(page, "Benkei")).to_have_attribute("data-value", "0")
        assert page.evaluate("canvas.interface.scrolled.map((one) => one.text)") == ["+3"]
    play.game.perform("character.edit", character="Actor.hiroshi000000000", fields={"level": 10})
    for page in (play.gm, play.mika):
        expect(play.token(page, "Benkei").locator(".effects img")).to_have_count(0)
        expect(play.bar(page, "Benkei")).to_have_attribute("data-value", "10")


def test_actor_of_another_kind_bound_by_flag_fights_on_the_stand_in(
    browser: Browser, game: PracticeGame, dice: Dice
) -> None:
    benkei = game.world.get("Actor", "benkei0000000000")
    assert benkei is not None
    benkei.update(type="npc", system={"hp": {"value": 5, "max": 9}})
    play = Play(browser, game)
    play.open_pages()
    gm = play.gm
    expect(gm.locator("#vttb-status")).to_contain_text("Connected")
    gm.click("[data-tab=actors]")
    for entry in ("Bind to the bridge", "Open the bridge's sheet"):
        gm.locator("li.actor", has_text="Benkei").click(button="right")
        gm.get_by_text(entry).click()
    window = gm.locator('[id^="vttb-bound"]')
    window.locator("summary").click()
    window.locator('[name="field.rp"]').fill("30")
    window.locator("[data-action=save]").click()
    expect(window.locator(".vttb-meters")).to_contain_text("30 RP")
    window.locator(".window-header [data-action=close]").click()
    gm.click("[data-tab=chat]")
    play.begin()
    dice.will_fall(8)
    play.attack(play.mika, "Hiroshi", "Benkei")
    play.expect_card("Hit")
    expect(gm.locator("li.combatant", has_text="Benkei")).to_contain_text("30 RP")
    expect(play.mika.locator("li.combatant", has_text="Benkei")).to_contain_text("out at")
    assert "30 RP" not in play.mika.locator("#combat").inner_text()
    assert gm.evaluate("game.actors.getName('Benkei').system") == {"hp": {"value": 5, "max": 9}}
    play.close()
    assert play.faults == []
