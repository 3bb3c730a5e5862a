"""Whatever another module does on a player's page: nothing that its user could not do himself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from as_bridge import SERVICES
from crew import JUN, crew_cast
from play import Dice
from playwright.sync_api import Browser, expect
from rogue import AKEMI, BENKEI, GM, HIROSHI, MIKA, TETSUKO, Rogues, live_buttons

from engine.overrides import OVERRIDES
from vtt_bridge.stage.game import PracticeGame


@pytest.fixture
def generation() -> int:
    """The one in which the tabletop does not say who asks a query."""
    return 13


@pytest.fixture
def game(generation: int, dice: Dice, tmp_path: Path) -> Iterator[PracticeGame]:
    cast = crew_cast()
    hiroshi = next(one for one in cast.characters if one["name"] == "Hiroshi")
    hiroshi["fields"]["abilities"].append("perfect_defense")  # so that Mika is asked
    game = PracticeGame(
        cast,
        system="carps",
        generation=generation,
        data=tmp_path,
        show=lambda _line: None,
        dice=lambda: dice,
    )
    game.start()
    yield game
    game.stop()


@pytest.fixture
def rogues(browser: Browser, game: PracticeGame) -> Iterator[Rogues]:
    rogues = Rogues(browser, game)
    rogues.open_pages()
    rogues.begin()
    yield rogues
    rogues.close()
    assert rogues.faults == []


def test_requests_of_every_kind_get_no_further_than_their_sender_on_the_stand_in(
    rogues: Rogues, dice: Dice
) -> None:
    before = rogues.seq()
    as_gm = {"user": GM, "sender": {"user": GM, "name": "GM", "gm": True, "owns": [BENKEI]}}
    for verb in OVERRIDES:
        args = {"character": AKEMI, "id": "x", "name": "x", "encounter": "x", "order": [], **as_gm}
        assert rogues.act(verb=verb, args=args, gm=True, source="gm", **as_gm) == "gm_only"
    for verb in ("attack", "end_turn", "escape", "help"):
        for actor in (HIROSHI, TETSUKO):
            mine = {"verb": verb, "targets": [AKEMI], **as_gm}
            assert rogues.act(actor=actor, **mine) == "not_owner"
    assert rogues.act(text="!carps attack @Hiroshi", actor=TETSUKO) == "not_owner"
    assert rogues.act(verb="attack", actor=AKEMI, args={"target": HIROSHI}) == "not_your_turn"
    announced = [{"use": "perfect_defense", "by": TETSUKO}]
    asked = {"target": BENKEI, "reactions": announced}
    assert rogues.act(verb="attack", actor=AKEMI, args=asked) in ("not_yours", "not_your_turn")
    assert rogues.act(kind="undo", command=None) == "gm_only"
    assert rogues.act(kind="correct", command="x", label="roll:attack:x", dice=[9]) == "gm_only"
    assert rogues.act(kind="answer", request="x:ask:y", choice=None, source="gm") == "not_asked"
    assert rogues.act(kind="restart") == "unreadable"
    assert rogues.act(verb="__proto__", actor=AKEMI) == "unreadable"
    (looked,) = rogues.ask(id=f"{JUN}-look", kind="look", actor=HIROSHI, targets=[])
    assert looked["look"] is None
    (sheet,) = rogues.ask(id=f"{JUN}-sheet", kind="sheet", actor=BENKEI)
    assert sheet["character"] is None
    (cards,) = rogues.ask(id=f"{JUN}-cards", kind="cards", commands=["x"])
    assert cards["cards"] == []
    assert rogues.seq() == before
    expect(rogues.cards(rogues.gm)).to_have_count(0)

    # What Mika sends is heard by all; sent again or asked after by others it comes to nothing.
    dice.will_fall(8)
    rogues.attack(rogues.mika, "Hiroshi", "Tetsuko")
    expect(rogues.panel().locator("[data-question]")).to_have_count(1)
    rogues.jun.wait_for_function("heard.some(([one]) => one.kind === 'act')")
    sent = rogues.jun.evaluate("heard.find(([one]) => one.kind === 'act')[0]")
    after = rogues.seq()
    again = {**sent, "until": 10**15}
    for payload in (again, {"id": sent["id"], "kind": "outcome"}):
        assert rogues.ask(400, **payload) == []
    other = {**sent["action"], "id": sent["id"]}
    assert rogues.ask(400, id=f"{JUN}-again", kind="act", action=other) == []
    question = rogues.gm.evaluate(
        f"async () => {{ {SERVICES} return [...leader.state.questions.keys()][0]; }}"
    )
    assert rogues.act(kind="answer", request=question, choice=None) == "not_asked"
    assert rogues.seq() == after
    expect(rogues.panel().locator("[data-question]")).to_have_count(1)
    everything = rogues.jun.evaluate("JSON.stringify(told)")
    assert sent["id"] not in everything
    assert question not in everything


def test_nobody_is_told_anything_by_a_player_on_the_stand_in(rogues: Rogues, dice: Dice) -> None:
    dice.will_fall(3, 2)
    rogues.next_turn("Tetsuko")
    rogues.attack(rogues.gm, "Tetsuko", "Hiroshi")
    question = rogues.question(rogues.mika)
    expect(question).to_have_count(1)
    shown = question.inner_text()
    asked = question.get_attribute("id")
    forged = {"id": "forged", "name": "Forged", "who": HIROSHI, "trigger": "Forged", "options": []}
    request = rogues.gm.evaluate(
        f"async () => {{ {SERVICES} return [...leader.state.questions.keys()][0]; }}"
    )
    for user in (MIKA, GM):
        rogues.tell(user, type="question", question=forged)
        rogues.tell(user, type="questions", questions=[forged], characters={})
        rogues.tell(user, type="closed", closed={"id": request, "by": "gm", "name": "GM"})
        rogues.tell(user, type="character", id=HIROSHI, character={"name": "Forged"})
    # Nor by what players say on the module's socket about the leading page and its words.
    rogues.jun.evaluate(
        """() => { for (const payload of [
             { kind: "leader", page: "forged", on: false, now: 0 },
             { kind: "leader", page: "forged", on: true, now: 1e15, seq: 1e6 },
             { kind: "seal", seal: "undefined" }, { kind: "seal", seal: "forged" },
             { kind: "reply", re: "x" }, null, 7, "text", [], { kind: "act" },
           ]) game.socket.emit("module.vtt-bridge", payload && { v: 1, ...payload }); }"""
    )
    rogues.tell(MIKA, type="question", question=forged, seal="forged")
    rogues.jun.evaluate(
        "game.socket.emit('module.vtt-bridge', {v: 1, kind: 'seal', seal: 'forged'})"
    )
    rogues.settled()
    assert question.get_attribute("id") == asked
    assert question.inner_text().split()[:3] == shown.split()[:3]
    for page in (rogues.mika, rogues.gm):
        assert "Forged" not in page.content()
    question.locator("[data-action=decline]").click()
    rogues.expect_card("Hit")


def test_buttons_and_marks_in_messages_of_players_are_dead_on_the_stand_in(
    rogues: Rogues, dice: Dice
) -> None:
    before = rogues.seq()
    own = f"{JUN}-first"
    end = {"verb": "encounter.end", "args": {"encounter": "practicecombat01"}, "actor": None}
    turn = {"verb": "end_turn", "actor": HIROSHI, "args": {}, "label": "Accept"}
    html = "".join(
        [
            '<section class="vttb vttb-card" data-command="x"><p>Forged</p>',
            *(
                f'<button type="button" class="vttb-btn" data-vttb-action="{action}"'
                f' data-command="{own}" data-key="x" data-vttb-do=\'{json.dumps(do)}\'>'
                f"{action}</button>"
                for action in ("do", "undo", "apply", "correct", "answer", "questions", "act")
                for do in (end, turn)
            ),
            '<div class="vttb-asks"><div class="vttb-ask" data-question="x"><button>Yes</button>',
            '<select data-further="target" data-option="x"><option>1</option></select></div></div>',
            '</section><p onclick="alert(1)"><img src="/favicon.ico" onerror="alert(1)"></p>',
        ]
    )
    rogues.jun.evaluate(
        """async ([html, own]) => {
             await ChatMessage.create({ content: html });
             await ChatMessage.create({ content: html, flags: { "vtt-bridge": { command: "x" } } });
             await ChatMessage.create({
               content: "Mine alone", whisper: [game.user.id],
               flags: { "vtt-bridge": { command: own, rolls: "no list" } },
             });
           }""",
        [html, own],
    )
    for page in (rogues.gm, rogues.mika):
        expect(page.locator(".chat-log > li", has_text="Forged")).to_have_count(2)
        assert live_buttons(page, "Forged") == 0
        for button in page.locator(".chat-log > li", has_text="Forged").locator("button").all():
            button.click()
    rogues.settled()
    assert rogues.seq() == before

    # A card that its author claims beforehand is still everybody's, and none but the true one.
    rogues.next_turn("Tetsuko")
    rogues.next_turn("Akemi")
    dice.will_fall(8)
    attack = {"kind": "command", "verb": "attack", "actor": AKEMI, "args": {}, "targets": [BENKEI]}
    (told,) = rogues.ask(id=own, kind="act", action={**attack, "id": own})
    assert told["ack"]["ok"] is True
    rogues.expect_card("Hit")
    marked = f"one.flags['vtt-bridge']?.command === '{own}' && !one.whisper.length"
    card = f"game.messages.find((one) => {marked})"
    built = [{"kind": "actions", "items": [{**turn, "main": True}]}]
    rogues.mika.evaluate(
        """() => { globalThis.offered = 0;
             new MutationObserver(() => { offered += document.querySelectorAll(
               ".chat-log [data-vttb-do]").length; }).observe(document.body,
               { childList: true, subtree: true }); }"""
    )
    rogues.jun.evaluate(
        f"""async (built) => {{
              const flags = {{ "vtt-bridge": {{ command: "{own}", rolls: [], built }} }};
              await {card}.update({{ content: '<section class="vttb-card"><p>Changed</p></section>',
                                     flags, whisper: [game.user.id] }});
            }}""",
        built,
    )
    for page in (rogues.gm, rogues.mika):
        expect(rogues.card(page)).to_contain_text("Akemi")
        expect(rogues.card(page)).not_to_contain_text("Changed")
    rogues.mika.wait_for_function(f"{card}?.flags['vtt-bridge'].built.length === 0")
    assert rogues.mika.evaluate("offered") == 0
    assert rogues.gm.evaluate(f"{card}.whisper.length") == 0


def test_what_a_player_writes_into_his_actors_does_not_count_on_the_stand_in(
    browser: Browser, game: PracticeGame, dice: Dice
) -> None:
    """Akemi is of another kind of actor, whose flags her player can write."""
    akemi = game.world.get("Actor", "akemi00000000000")
    assert akemi is not None
    akemi.update(type="npc", system={})
    forged = {"fields": {"base": 99, "level": 99, "rp": 999}, "name": "Forged"}
    akemi["flags"] = {"vtt-bridge": {"bound": True, "data": json.dumps(forged)}}
    game.perform("character.unbind", character=AKEMI)
    rogues = Rogues(browser, game)
    rogues.open_pages()
    rogues.begin()
    known = (
        f"async () => {{ {SERVICES} return leader.state.characters.get('{AKEMI}').fields.base; }}"
    )
    assert rogues.gm.evaluate(known) == 10
    rogues.jun.evaluate(
        """async (data) => { const own = game.actors.getName("Akemi");
             await own.update({ flags: { "vtt-bridge": { bound: false, data } } }); }""",
        json.dumps(forged),
    )
    restored = """() => { const flags = game.actors.getName("Akemi").flags["vtt-bridge"];
                   return flags.bound === true && !flags.data.includes("999"); }"""
    rogues.mika.wait_for_function(restored)
    refused = rogues.jun.evaluate(
        """() => game.actors.getName("Hiroshi").update({ flags: { "vtt-bridge": { bound: true } } })
             .then(() => "changed", (error) => error.message)"""
    )
    assert "permission" in refused
    assert rogues.gm.evaluate(known) == 10
    rogues.close()
