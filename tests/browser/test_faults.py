"""Faults that tools like this one are known for, tried on the practice table, a stand-in."""

from __future__ import annotations

import re

import pytest
from crowd import SERVICES, TOKEN, add_combatants, add_tokens, aim_at, state, wait_for
from duel import IDS, Duel
from play import Dice, Play
from playwright.sync_api import Page, expect

BENKEI = "Actor.benkei0000000000"
HIROSHI = "Actor.hiroshi000000000"


def type_and_read(play: Play, page: Page, text: str) -> str:
    """What somebody is told about what he typed, him alone."""
    notes = page.locator(".chat-log .vttb-card.note")
    before = notes.count()
    play.say(page, text)
    expect(notes).to_have_count(before + 1)
    return " ".join(notes.last.inner_text().split())


class TestTokens:
    def test_many_of_one_actor_are_each_somebody_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        one, two, three = add_tokens(play.gm, ["Ninja", "Ninja", "Ninja"])
        add_combatants(play.gm, [one, two, three])
        wait_for(play.gm, "state.encounters.values().next().value.order.length === 7")
        known = state(play.gm)["characters"]
        for token in (one, two, three):
            ninja = known[TOKEN + token]
            assert (ninja["name"], ninja["side"], ninja["control"]) == ("Ninja", "hostile", "npc")
            assert ninja["fields"] == known[BENKEI]["fields"]

        play.token(play.mika, "Hiroshi").click()
        told = type_and_read(play, play.mika, "!carps attack @Ninja")
        assert "Ninja could be any of 3 of that name." in told
        assert "Write the whole name, or target the token." in told
        dice.will_fall(8)
        aim_at(play.mika, two)
        play.say(play.mika, "!carps attack @Ninja")
        play.expect_card("Hit")
        play.game.perform("character.edit", character=TOKEN + two, fields={"level": 31})
        play.mika.wait_for_function(
            """ids => { const scene = game.scenes.active;
               const levels = ids.map((id) => scene.tokens.get(id).actor.system.view.fields.level);
               return String(levels) === "10,31,10"; }""",
            arg=[one, two, three],
        )
        assert play.mika.evaluate("game.actors.getName('Benkei').system.view.fields.level") == 10
        floats = play.mika.evaluate("canvas.interface.scrolled.map(({ text }) => text)")
        assert len(floats) == 1

        # Renamed, they can be told apart.
        play.gm.evaluate("id => game.scenes.active.tokens.get(id).update({name: 'Third'})", three)
        wait_for(play.gm, "state.characters.get(arg).name === 'Third'", TOKEN + three)
        dice.will_fall(8)
        play.say(play.mika, "!carps attack @third")
        expect(play.cards(play.gm).filter(has_text="Hiroshi attacks Third")).to_have_count(1)
        play.expect_card("Hit")

        # One leaves with its token; the others and Benkei himself stay.
        play.gm.evaluate("id => game.scenes.active.tokens.get(id).delete()", one)
        wait_for(
            play.gm, "!state.encounters.values().next().value.order.includes(arg)", TOKEN + one
        )
        order = next(iter(state(play.gm)["encounters"].values()))["order"]
        assert [TOKEN + two in order, TOKEN + three in order, BENKEI in order] == [True] * 3
        assert state(play.gm)["characters"][TOKEN + one]["bound"] is False
        assert state(play.gm)["characters"][BENKEI]["bound"] is True
        expect(play.gm.locator("li.combatant")).to_have_count(6)

    def test_actor_deleted_while_it_is_asked_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        (ninja,) = add_tokens(play.gm, ["Ninja"])
        add_combatants(play.gm, [ninja])
        wait_for(play.gm, "state.characters.has(arg)", TOKEN + ninja)
        dice.will_fall(3, 2)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.attack(play.gm, "Tetsuko", "Akemi")
        expect(play.question(play.mika)).to_have_count(1)
        play.gm.evaluate("game.actors.getName('Akemi').delete()")
        expect(play.question(play.mika)).to_have_count(0)
        wait_for(play.gm, "state.characters.get('Actor.akemi00000000000').bound === false")
        play.gm.keyboard.press("Alt+q")
        expect(play.panel()).to_contain_text("you answer")
        play.panel().locator("[data-action=decline]").click()
        play.expect_card("Hit")
        play.gm.evaluate("game.actors.getName('Benkei').delete()")
        wait_for(play.gm, "state.characters.get(arg).bound === false", TOKEN + ninja)
        wait_for(play.gm, "state.encounters.values().next().value.order.length === 2")
        for row in ("li.combatant >> nth=4", "li.combatant >> nth=3"):
            gone = play.gm.locator(row).get_attribute("data-combatant-id")
            play.gm.evaluate("id => game.combat.combatants.get(id).delete()", gone)
        expect(play.gm.locator("li.combatant")).to_have_count(3)
        play.gm.wait_for_timeout(600)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Hiroshi")
        expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)


NEW_SCENE = """async () => {
  const scene = await Scene.create({name: "Cellar", active: false});
  const actors = ["hiroshi", "benkei"].map((name) => `${name}0000000000000000`.slice(0, 16));
  const tokens = await scene.createEmbeddedDocuments("Token", actors.map((actorId) => ({
    name: actorId.slice(0, 4), actorId, actorLink: true, x: 0, y: 0, disposition: -1})));
  const [combat] = await Combat.createDocuments([{name: "Cellar", scene: scene.id, active: false}]);
  await combat.createEmbeddedDocuments("Combatant", tokens.map((token, at) => ({
    tokenId: token.id, sceneId: scene.id, actorId: token.actorId, initiative: 9 - at})));
  await combat.startCombat();
  return combat.id;
}"""
EMPTY = """async () => {
  const [combat] = await Combat.createDocuments([{name: "Empty", scene: null, active: false}]);
  await combat.update({round: 1, turn: null});
  return combat.id;
}"""
DRIVEN = "game.combats.get(arg)?.flags['vtt-bridge']?.encounter === true"


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])
class TestCombats:
    def test_a_row_that_is_not_the_last_of_somebody_changes_nothing_on_the_stand_in(
        self, play: Play
    ) -> None:
        notes = play.gm.locator(".chat-log .vttb-card.note")
        seq = state(play.gm)["seq"]
        add_combatants(play.gm, ["benkeitoken00001"], 50)
        play.expect_turn("Hiroshi")
        rows = play.gm.locator("li.combatant", has_text="Benkei")
        expect(rows).to_have_count(2)
        play.gm.evaluate("game.combat.turns[0].delete()")
        expect(rows).to_have_count(1)
        # Neither do rows of a fight that has not begun.
        play.gm.evaluate(
            """async () => {
              const [combat] = await Combat.createDocuments([{name: "Later", active: false}]);
              const [row] = await combat.createEmbeddedDocuments("Combatant", [{
                tokenId: "akemitoken000001", sceneId: game.scenes.active.id,
                actorId: "akemi00000000000", initiative: 1}]);
              await row.delete();
              await combat.delete();
            }"""
        )
        play.gm.wait_for_timeout(500)
        after = state(play.gm)
        assert after["seq"] == seq
        assert len(next(iter(after["encounters"].values()))["order"]) == 4
        expect(notes).to_have_count(0)

    def test_a_double_click_on_the_start_ends_no_turn_on_the_stand_in(self, play: Play) -> None:
        for pause in (0, 60, 250):
            play.gm.evaluate("game.combat.delete()")
            wait_for(play.gm, "state.encounters.size === 0")
            combat = play.gm.evaluate(
                """async (pause) => {
                  const scene = game.scenes.active;
                  const [combat] = await Combat.createDocuments([
                    { name: "Again", scene: scene.id, active: true }]);
                  const rows = scene.tokens.contents.map(({ id, actorId }, at) => ({
                    tokenId: id, sceneId: scene.id, actorId, initiative: 9 - at }));
                  await combat.createEmbeddedDocuments("Combatant", rows);
                  await combat.startCombat();
                  await new Promise((resolve) => setTimeout(resolve, pause));
                  await combat.nextTurn();
                  return combat.id;
                }""",
                pause,
            )
            wait_for(play.gm, DRIVEN, combat)
            play.gm.wait_for_timeout(600)
            assert state(play.gm)["encounters"][combat]["turn"] == HIROSHI
            play.expect_turn("Hiroshi")

    def test_two_at_once_with_the_same_people_on_the_stand_in(self, play: Play) -> None:
        first = play.gm.evaluate("game.combat.id")
        second = play.gm.evaluate(NEW_SCENE)
        notes = play.gm.locator(".chat-log .vttb-card.note")
        expect(notes).to_have_count(1)
        expect(notes).to_contain_text("Hiroshi is in another encounter.")
        # It goes on by itself, and nobody is told again.
        for turn in (1, 0):
            play.gm.evaluate("id => game.combats.get(id).nextTurn()", second)
            play.gm.wait_for_function(
                "([id, turn]) => game.combats.get(id).turn === turn", arg=[second, turn]
            )
        play.expect_turn("Hiroshi")
        expect(notes).to_have_count(1)
        # The first one ends: the second is played by the rules from now on.
        play.gm.evaluate("id => game.combats.get(id).delete()", first)
        wait_for(play.gm, DRIVEN, second)
        order = state(play.gm)["encounters"][second]["order"]
        assert order == [HIROSHI, BENKEI]
        # Rows of another scene than the one that is viewed come and go.
        play.gm.evaluate("id => game.combats.get(id).turns[1].delete()", second)
        wait_for(play.gm, "state.encounters.get(arg).order.length === 1", second)
        for _ in range(3):
            play.gm.wait_for_timeout(500)
            round_ = state(play.gm)["encounters"][second]["round"]
            play.gm.evaluate("id => game.combats.get(id).nextTurn()", second)
            wait_for(play.gm, f"state.encounters.get(arg).round === {round_ + 1}", second)
        expect(notes).to_have_count(1)

    def test_with_nobody_and_then_somebody_on_the_stand_in(self, play: Play) -> None:
        play.gm.evaluate("game.combat.delete()")
        wait_for(play.gm, "state.encounters.size === 0")
        combat = play.gm.evaluate(EMPTY)
        play.gm.wait_for_timeout(500)
        assert state(play.gm)["encounters"] == {}
        play.gm.evaluate(
            """async (id) => {
              await game.combats.get(id).update({active: true});
              await game.combats.get(id).createEmbeddedDocuments("Combatant", [{
                tokenId: "hiroshitoken0001", sceneId: game.scenes.active.id,
                actorId: "hiroshi000000000", initiative: 1}]);
            }""",
            combat,
        )
        wait_for(play.gm, DRIVEN, combat)
        play.expect_turn("Hiroshi")
        for round_ in (2, 3):
            play.gm.wait_for_timeout(600)
            play.gm.click("[data-action=nextTurn]")
            wait_for(play.gm, f"state.encounters.get(arg).round === {round_}", combat)
        expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])
class TestTwice:
    def test_two_handlers_old_buttons_and_deleted_prompts_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Tetsuko")
        waiting = play.card(play.gm)
        expect(waiting.locator(".vttb-outcome")).to_contain_text("Waiting")
        # The prompt is deleted, by the game master and then by its author: it comes back.
        for page in (play.gm, play.mika):
            page.evaluate("[...game.messages].at(-1).delete()")
            page.wait_for_function(
                "[...game.messages].filter((m) => m.flags['vtt-bridge']).length === 1"
            )
            expect(play.cards(play.mika)).to_have_count(1)
        play.panel().locator("[data-action=decline]").click()
        play.expect_card("Hit")
        # Once it is over the game master may delete it.
        level = state(play.gm)["characters"][HIROSHI]["fields"]["level"]
        assert level > 10
        # Another module draws the card again, so that two handlers hear one click.
        play.gm.evaluate(
            """() => {
              window.sent = [];
              const card = document.querySelector(".chat-log .vttb-card").closest("li");
              const message = game.messages.get(card.dataset.messageId);
              for (let times = 0; times < 3; times += 1)
                Hooks.callAll("renderChatMessageHTML", message, card, {});
            }"""
        )
        play.gm.evaluate(
            """async () => {
              const { services } = await import("/modules/vtt-bridge/scripts/windows/base.mjs");
              const { act } = services.leader;
              services.leader.act = (raw, user) => {
                sent.push(raw.kind);
                return act.call(services.leader, raw, user);
              };
            }"""
        )
        undo = play.card(play.gm).locator("[data-vttb-action=undo]")
        undo.dblclick()
        play.expect_card("Undone")
        assert play.gm.evaluate("sent") == ["undo"]
        assert state(play.gm)["characters"][HIROSHI]["fields"]["level"] == 10
        # The button of a card that was already undone, as an old page may still show it.
        play.gm.wait_for_timeout(500)
        play.gm.evaluate(
            """() => {
              const card = document.querySelector(".chat-log .vttb-card");
              const { messageId } = card.closest("li").dataset;
              const { command } = game.messages.get(messageId).flags["vtt-bridge"];
              const marks = `data-vttb-action="undo" data-command="${command}"`;
              card.insertAdjacentHTML("beforeend", `<button type="button" ${marks}>x</button>`);
            }"""
        )
        play.gm.locator(".chat-log .vttb-card button", has_text="x").click()
        note = play.gm.locator(".chat-log .vttb-card.note")
        expect(note).to_contain_text("There is nothing to undo here.")
        assert play.gm.evaluate("sent") == ["undo", "undo"]
        play.gm.evaluate("[...game.messages].find((m) => m.flags['vtt-bridge']).delete()")
        play.gm.wait_for_timeout(500)
        expect(play.cards(play.mika)).to_have_count(0)

    def test_what_is_too_long_or_no_number_says_so_at_once_on_the_stand_in(
        self, play: Play
    ) -> None:
        play.token(play.mika, "Hiroshi").click()
        told = type_and_read(play, play.mika, "!carps attack @" + "x" * 600)
        assert "This is too long to be sent. A command has at most 500 letters." in told
        told = type_and_read(play, play.mika, "!carps attack @" + "x" * 400)
        assert "Nobody here is called" in told
        ack = play.mika.evaluate(
            """() => game.modules.get("vtt-bridge").api.act({
                 kind: "command", verb: "attack", actor: "Actor.hiroshi000000000",
                 args: { note: "x".repeat(20000) }, targets: [] })"""
        )
        assert ack["error"]["code"] == "too_long"
        # More targets than anybody can mean are still only several.
        many = add_tokens(play.gm, [f"Crow {number}" for number in range(60)])
        for page in (play.gm, play.mika):
            aim_at(page, *many)
        hud = play.open_hud(play.gm, "Hiroshi")
        expect(hud.locator(".aim")).to_have_text("20 targets, choose")
        expect(play.button(hud, "Attack")).to_be_visible()
        aim_at(play.gm)
        # A number that the browser cannot read is not taken for none.
        play.token(play.gm, "Hiroshi").dblclick()
        sheet = play.gm.locator(".application.sheet")
        sheet.locator("summary", has_text="Edit").click()
        points = sheet.locator('[name="field.rp"]')
        points.fill("")
        points.press_sequentially("2,5e")
        sheet.locator("[data-action=save]").click()
        expect(sheet.locator("[data-vttb-fault]")).to_contain_text("Use a whole number from 0")
        assert state(play.gm)["characters"][HIROSHI]["fields"]["rp"] == 14


def set_mode(page: Page, generation: int, mode: str) -> None:
    """How this page's user wants his rolls to be seen."""
    old = {"public": "publicroll", "gm": "gmroll", "blind": "blindroll", "self": "selfroll"}
    key, value = ("messageMode", mode) if generation >= 14 else ("rollMode", old[mode])
    page.evaluate("([key, value]) => game.settings.set('core', key, value)", [key, value])


class TestAudience:
    def test_private_and_blind_rolls_and_hidden_people_on_the_stand_in(
        self, play: Play, dice: Dice, generation: int
    ) -> None:
        other = play.open(play.game.player_addresses()[1])
        shown = {
            page: page.locator(".chat-log .vttb-card:not(.note)", has_text="Hiroshi attacks")
            for page in (play.gm, play.mika, other)
        }
        seen = {"gm": 0, "mika": 0, "other": 0}
        # Who sees a new card: the game master, Mika who acts, and Jun who has no part in it.
        for mode, told in (
            ("public", (1, 1, 1)),
            ("gm", (1, 1, 0)),
            ("blind", (1, 0, 0)),
            ("self", (1, 1, 0)),
        ):
            set_mode(play.mika, generation, mode)
            dice.will_fall(8)
            play.game.perform("character.edit", character=HIROSHI, fields={"ap": 3, "level": 10})
            play.token(play.mika, "Hiroshi").click()
            play.mika.wait_for_timeout(500)  # the same text sooner counts as the same click
            play.say(play.mika, "!carps attack @Benkei")
            for name, more in zip(seen, told, strict=True):
                seen[name] += more
            for page, name in ((play.gm, "gm"), (play.mika, "mika"), (other, "other")):
                expect(shown[page]).to_have_count(seen[name])
            rolls = play.gm.evaluate("[...game.messages].at(-1).rolls.length")
            assert rolls == (1 if mode == "public" else 0)
            said = play.mika.get_by_text("Only the GM gets the card.")
            expect(said).to_have_count(1 if mode in ("blind", "self") else 0)
        frames = other.evaluate("JSON.stringify([...game.messages].map((m) => m.toObject()))")
        assert frames.count("Hiroshi attacks Benkei") <= 2
        # A hidden token's card is for game masters, its name is no answer to a player's guess.
        set_mode(play.mika, generation, "public")
        (lurker,) = add_tokens(play.gm, ["Zzyx"], hidden=True)
        add_combatants(play.gm, [lurker], hidden=True)
        wait_for(play.gm, "state.characters.has(arg)", TOKEN + lurker)

        def guess(name: str) -> None:
            told = type_and_read(play, play.mika, f"!carps attack @{name}")
            assert f"Nobody here is called {name}." in told
            assert "Nearest" not in told

        guess("Zz")
        guess("Zzyy")
        for who in ("tetsuko", "akemi", "benkei", lurker):
            play.gm.wait_for_timeout(600)
            play.gm.click("[data-action=nextTurn]")
            wait_for(play.gm, "state.encounters.values().next().value.turn.includes(arg)", who)
        before = play.cards(play.mika).count()
        play.gm.evaluate("id => canvas.tokens.get(id).control()", lurker)
        dice.will_fall(8)
        play.say(play.gm, "!carps attack @Hiroshi")
        expect(play.cards(play.gm).filter(has_text="Zzyx attacks Hiroshi")).to_have_count(1)
        outcome = play.card(play.gm).locator(".vttb-outcome strong")
        expect(outcome).to_have_text(re.compile("^(Hit|Miss)$"))
        assert play.cards(play.mika).count() == before
        assert "Zzyx" not in play.mika.locator("body").inner_text()
        guess("Zzyx")


ODD_NAMES = {
    "html": '<img src=x onerror="window.hacked=1"><b>Bo</b>',
    "quotes": "O\u2019Neil \u201cthe Knife\u201d d'Arc",
    "rich": "[[/roll 9d9]] @UUID[Actor.x]{y} &amp;",
    "emoji": "\U0001f525\U0001f468\u200d\U0001f469\u200d\U0001f467 Fox",
    "right": "\u05e9\u05e8\u05d4 \u05d3\u05d5\u05d3",
    "turned": "Abc\u202egnp.exe",
    "long": "Wolfeschlegelsteinhausen" * 20,
    "spaced": "  Old   Tom  ",
    "empty": "",
}


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])
class TestNames:
    def test_names_of_every_kind_are_typed_and_shown_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        tokens = add_tokens(play.gm, list(ODD_NAMES.values()))
        add_combatants(play.gm, tokens)
        wait_for(play.gm, "state.encounters.values().next().value.order.length === 13")
        known = state(play.gm)["characters"]
        names = {
            key: known[TOKEN + token]["name"] for key, token in zip(ODD_NAMES, tokens, strict=True)
        }
        assert names["long"] == ODD_NAMES["long"][:200]
        assert names["spaced"] == "Old   Tom"
        assert names["empty"] == "Benkei"
        assert names["html"] == ODD_NAMES["html"]
        play.token(play.mika, "Hiroshi").click()
        typed = {
            "html": names["html"],
            "quotes": 'o\'neil "THE KNIFE" d\u2019arc',
            "rich": names["rich"],
            "emoji": names["emoji"],
            "right": names["right"],
            "turned": "abcgnp.exe",
            "long": names["long"].lower(),
            "spaced": "old tom",
        }
        for number, (key, text) in enumerate(typed.items(), 1):
            play.game.perform("character.edit", character=HIROSHI, fields={"ap": 3, "level": 10})
            play.say(play.mika, f"!carps attack @{text}")
            attacks = play.cards(play.mika).filter(has_text="Hiroshi attacks")
            expect(attacks).to_have_count(number)
            title = attacks.last.locator(".vttb-title")
            told = title.inner_text().replace("\u200b", "")
            shown = names[key].replace("\u202e", "")
            assert " ".join(told.split()) == " ".join(f"Hiroshi attacks {shown}".split())
            assert title.locator("img, a").count() == 0
        for page in (play.gm, play.mika):
            assert page.evaluate("window.hacked") is None
            overflow = page.evaluate(
                """() => [...document.querySelectorAll(".chat-log .vttb-card, .vttb-track-row")]
                     .filter((one) => one.scrollWidth > one.clientWidth + 1).length"""
            )
            assert overflow == 0
        expect(play.mika.locator(".chat-log .vttb-card.note")).to_have_count(0)


@pytest.mark.parametrize("generation", [13], ids=["stand_in_v13"])
class TestUndo:
    def test_of_a_defeat_and_back_over_a_round_on_the_stand_in(
        self, play: Play, dice: Dice
    ) -> None:
        play.game.perform("character.edit", character=HIROSHI, fields={"level": 40})
        dice.will_fall(8)
        play.attack(play.mika, "Hiroshi", "Benkei")
        play.settle()
        for page in (play.gm, play.mika):
            expect(page.locator("li.combatant.defeated .name")).to_have_text("Benkei")
            expect(play.token(page, "Benkei").locator(".cross")).to_have_count(1)
        play.card(play.gm).locator("[data-vttb-action=undo]").click()
        play.expect_card("Undone")
        for page in (play.gm, play.mika):
            expect(page.locator("li.combatant.defeated")).to_have_count(0)
            expect(play.token(page, "Benkei").locator(".cross")).to_have_count(0)
        assert state(play.gm)["characters"][BENKEI]["out"] is None
        # Round by round, and back again over the end of the first.
        for name in ("Tetsuko", "Akemi", "Benkei", "Hiroshi"):
            play.gm.wait_for_timeout(600)
            play.gm.click("[data-action=nextTurn]")
            play.expect_turn(name)
        expect(play.mika.locator(".encounter-round")).to_have_text("round 2")
        play.gm.click("[data-action=previousTurn]")
        play.gm.locator(".dialog [data-action=yes]").click()
        play.expect_turn("Benkei")
        expect(play.mika.locator(".encounter-round")).to_have_text("round 1")
        # An action of before: all that falls with it is named in words before it falls.
        dice.will_fall(8)
        play.game.perform("character.edit", character=BENKEI, fields={"level": 33})
        start = play.cards(play.gm).filter(has_text="Hiroshi ends").first
        start.locator("[data-vttb-action=undo]").click()
        lines = play.gm.locator(".dialog li")
        expect(lines).to_have_text(
            ["Tetsuko ends the turn", "Akemi ends the turn", "Benkei is changed by the GM"]
        )
        play.gm.locator(".dialog [data-action=yes]").click()
        play.expect_turn("Hiroshi")
        assert state(play.gm)["characters"][BENKEI]["fields"]["level"] == 10


@pytest.mark.parametrize("generation", [13], ids=["stand_in_v13"])
class TestManyAndElsewhere:
    def test_two_hundred_tokens_moved_about_on_the_stand_in(self, play: Play) -> None:
        crows = add_tokens(play.gm, [f"Crow {number}" for number in range(200)])
        add_combatants(play.gm, crows[:3])
        wait_for(play.gm, "state.encounters.values().next().value.order.length === 7")
        play.gm.evaluate("canvas.hud.token.bind(canvas.tokens.get('hiroshitoken0001'))")
        expect(play.gm.locator("nav.vttb-hud button").first).to_be_visible()
        play.gm.wait_for_timeout(500)
        seq = state(play.gm)["seq"]
        play.gm.evaluate(
            f"""async () => {{ {SERVICES}
              window.sent = [];
              const emit = leader.link.emit.bind(leader.link);
              leader.link.emit = (...all) => {{ sent.push(all[0]); return emit(...all); }};
            }}"""
        )

        def heard() -> list[str]:
            told = [frame for frame in play.frames if "module.vtt-bridge" in frame]
            return [frame for frame in told if '"hello"' not in frame]

        before = heard()
        moves = """async (ids) => {
          for (let times = 0; times < 5; times += 1)
            await game.scenes.active.updateEmbeddedDocuments("Token", ids.map((_id) => ({
              _id, x: Math.random() * 700, y: Math.random() * 500 })));
        }"""
        play.gm.evaluate(moves, crows)
        play.gm.wait_for_timeout(500)
        assert play.gm.evaluate("sent") == []
        assert heard() == before
        assert state(play.gm)["seq"] == seq
        # What the module adds to a thousand moves, in milliseconds.
        took = play.gm.evaluate(
            """(ids) => {
              const tokens = ids.map((id) => game.scenes.active.tokens.get(id));
              const begun = performance.now();
              for (let times = 0; times < 5; times += 1)
                for (const token of tokens)
                  Hooks.callAll("updateToken", token, { x: times }, {}, "x");
              return performance.now() - begun;
            }""",
            crows,
        )
        assert took < 200

    def test_what_was_exported_from_another_world_on_the_stand_in(self, play: Play) -> None:
        # An actor with the figures that another bridge wrote, defeated there, and its combat.
        combat = play.gm.evaluate(
            """async () => {
              const old = game.actors.getName("Benkei").toObject();
              const id = "Actor.elsewhere0000000";
              const view = { ...JSON.parse(old.system.data), id, name: "Ronin",
                             encounter: "gone", out: { word: "Defeated", text: "" } };
              const system = { ...old.system, data: JSON.stringify({ ...view, seq: 9999 }) };
              const [actor] = await Actor.createDocuments([
                { ...old, name: "Ronin", ownership: { default: 0 }, system }]);
              const scene = game.scenes.active;
              const [token] = await scene.createEmbeddedDocuments("Token", [{
                name: "Ronin", actorId: actor.id, actorLink: true, x: 300, y: 300,
                disposition: -1 }]);
              await game.combat.delete();
              const step = JSON.stringify({ next: { verb: "end_turn", actor: id }, links: [] });
              const [combat] = await Combat.createDocuments([{
                name: "Old", scene: scene.id, active: true, round: 4, turn: 0,
                flags: { "vtt-bridge": { encounter: true, step } } }]);
              await combat.createEmbeddedDocuments("Combatant", [
                { tokenId: token.id, sceneId: scene.id, actorId: actor.id, initiative: 9,
                  defeated: true },
                { tokenId: "hiroshitoken0001", sceneId: scene.id, initiative: 1,
                  actorId: "hiroshi000000000" }]);
              window.ronin = actor.id;
              return combat.id;
            }"""
        )
        wait_for(play.gm, "state.encounters.get(arg)?.order.length === 2", combat)
        ronin = "Actor." + play.gm.evaluate("window.ronin")
        known = state(play.gm)
        assert known["encounters"][combat]["order"] == [ronin, HIROSHI]
        assert (known["characters"][ronin]["name"], known["characters"][ronin]["out"]) == (
            "Ronin",
            None,
        )
        play.gm.wait_for_function(
            "id => game.actors.get(id).system.view.id === `Actor.${id}`", arg=ronin[6:]
        )
        expect(play.gm.locator("li.combatant.defeated")).to_have_count(0)
        expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)
        # A combat of people whom the rules do not take moves by itself, whatever its marks say.
        other = play.gm.evaluate(
            """async () => {
              const [combat] = await Combat.createDocuments([{ name: "Older", active: false,
                scene: null, round: 2, turn: 0,
                flags: { "vtt-bridge": { encounter: true, step: "{}" } } }]);
              await combat.createEmbeddedDocuments("Combatant", [
                { name: "A", initiative: 2 }, { name: "B", initiative: 1 }]);
              return combat.id;
            }"""
        )
        play.gm.wait_for_timeout(600)
        play.gm.click("[data-action=nextTurn]")
        wait_for(play.gm, "state.encounters.get(arg).turn === 'Actor.hiroshi000000000'", combat)
        play.gm.wait_for_function(
            "id => game.combats.get(id).flags['vtt-bridge'].encounter !== true", arg=other
        )
        play.gm.evaluate("id => game.combats.get(id).nextTurn()", other)
        play.gm.wait_for_function("id => game.combats.get(id).turn === 1", arg=other)

    def test_two_clocks_that_differ_by_hours_on_the_stand_in(self, play: Play, dice: Dice) -> None:
        for page, hours in ((play.mika, 3), (play.gm, -5)):
            page.evaluate(
                "hours => { const now = Date.now; Date.now = () => now() + hours * 3600000; }",
                hours,
            )
        dice.will_fall(3, 2)
        play.gm.click("[data-action=nextTurn]")
        play.expect_turn("Tetsuko")
        play.attack(play.gm, "Tetsuko", "Akemi")
        clock = play.question(play.mika).locator(".vttb-leader b")
        expect(clock).to_have_text(re.compile("^(30|2[0-9])$"))
        play.gm.keyboard.press("Alt+q")
        expect(play.panel().locator("[data-question] .vttb-leader b")).to_have_text(
            re.compile("^(30|2[0-9])$")
        )
        play.question(play.mika).locator("[data-action=decline]").click()
        play.expect_card("Hit")


@pytest.mark.parametrize("generation", [13], ids=["stand_in_v13"])
class TestOtherRules:
    def test_who_is_deleted_on_his_turn_in_tracks_on_the_stand_in(self, duel: Duel) -> None:
        duel.begin_fight()
        first = duel.gm.locator("li.combatant .name").first.inner_text()
        duel.next_turn(f"Begin the turn of {first}")
        duel.expect_turn(first)
        duel.gm.evaluate(
            "(name) => game.combat.combatants.find((one) => one.name === name).delete()", first
        )
        wait_for(duel.gm, "state.encounters.values().next().value.turn === null")
        duel.expect_nobodys_turn()
        expect(duel.gm.locator("li.combatant")).to_have_count(3)
        (crow,) = add_tokens(duel.gm, ["Crow"], actor=IDS["Noboru"][6:])
        add_combatants(duel.gm, [crow])
        wait_for(duel.gm, "state.characters.get(arg)?.encounter", TOKEN + crow)
        expect(duel.gm.locator("li.combatant")).to_have_count(4)
        expect(duel.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)

    def test_prompts_in_cards_stay_with_those_who_are_asked_on_the_stand_in(
        self, duel: Duel, dice: Dice, generation: int
    ) -> None:
        set_mode(duel.mika, generation, "gm")
        dice.will_fall(4, 5, 5, 4)
        duel.oppose()
        for _ in range(2):
            for page in (duel.mika, duel.jun):
                expect(duel.raising(page)).to_be_visible()
            assert duel.gm.evaluate("[...game.messages].at(-1).whisper.length") == 3
            duel.gm.evaluate("[...game.messages].at(-1).delete()")
        # Whoever is asked goes away: the game master answers for him.
        duel.jun.close()
        duel.passing(duel.mika).click()
        expect(duel.raising(duel.mika)).to_have_count(0)
        expect(duel.raising(duel.gm)).to_be_visible()
        duel.passing(duel.gm).click()
        expect(duel.card(duel.gm).locator(".vttb-outcome strong")).to_have_text("Aki wins")


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])
def test_a_bar_typed_over_on_a_token_is_put_back_on_the_stand_in(play: Play) -> None:
    (ninja,) = add_tokens(play.gm, ["Ninja"])
    add_combatants(play.gm, [ninja])
    wait_for(play.gm, "state.characters.has(arg)", TOKEN + ninja)
    notes = play.gm.locator(".chat-log .vttb-card.note")
    for number, actor in enumerate(
        ("game.actors.getName('Benkei')", f"game.scenes.active.tokens.get('{ninja}').actor"), 1
    ):
        play.gm.wait_for_function(f"{actor}.system.bars.a.max > 0")
        before = play.gm.evaluate(f"{actor}.system.bars.a.value")
        play.gm.evaluate(f"{actor}.update({{system: {{bars: {{a: {{value: 1}}}}}}}})")
        play.mika.wait_for_function(f"{actor}.system.bars.a.value === {before}")
        expect(notes).to_have_count(number)
        expect(notes.last).to_contain_text("The rules keep these figures.")
    expect(play.mika.locator(".chat-log .vttb-card.note")).to_have_count(0)
