"""What macros, keys and the hotbar do, on the stand-in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from play import Dice, Play
from playwright.sync_api import Locator, Page, expect

PAGE = (Path(__file__).parents[2] / "docs" / "macros.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
API = 'game.modules.get("vtt-bridge").api'


def call(page: Page, code: str) -> Any:
    return page.evaluate(f"(async () => {{ const bridge = {API}; {code} }})()")


def test_the_interface_of_the_stand_in_is_the_documented_one(play: Play) -> None:
    names = call(play.mika, "return Object.isFrozen(bridge) && Object.keys(bridge);")
    table = PAGE[: PAGE.index("| hook |")]
    assert sorted(names) == sorted(re.findall(r"^\| `(\w+)", table, re.M))
    hooks = call(play.mika, "return bridge.hooks;")
    assert ["ready", *hooks] == re.findall(r"^\| `vtt-bridge\.(\w+)`", PAGE, re.M)


def test_a_macro_of_a_player_attacks_answers_and_hears_on_the_stand_in(
    play: Play, dice: Dice
) -> None:
    call(play.mika, "window.heard = []; window.stop = bridge.watch((news) => heard.push(news));")
    actor = play.mika.evaluate("game.actors.find((one) => one.isOwner).uuid")
    look = call(play.mika, f"return bridge.look({actor!r}, []);")
    assert look["actions"][0]["verb"] == "attack"
    refused = call(play.mika, f"return bridge.say('!carps attack @Nobody', {{actor: {actor!r}}});")
    assert refused["error"]["code"] == "unknown_name"
    dice.will_fall(10)
    ack = call(play.mika, f"return bridge.say('!carps attack @Benkei', {{actor: {actor!r}}});")
    assert ack["ok"]
    question = play.gm.evaluate(f"{API}.questions()[0]?.id ?? null")
    if question is not None:
        answered = call(play.gm, f"return bridge.answer({question!r}, null);")
        assert answered["ok"]
    play.expect_card("Hit")
    kinds = play.mika.evaluate("[...new Set(heard.map((one) => one.kind))].sort()")
    assert {"card", "character"} <= set(kinds)
    assert call(play.mika, "return bridge.undo();")["error"]["code"] == "gm_only"
    assert call(play.gm, "return bridge.undo();")["ok"]
    play.mika.evaluate("stop()")


def test_every_way_to_act_is_acknowledged_on_the_stand_in(play: Play, dice: Dice) -> None:
    uuid = "game.actors.find((one) => one.name === '{}').uuid"
    actor, target = (play.gm.evaluate(uuid.format(name)) for name in ("Hiroshi", "Benkei"))
    odds = f"return bridge.odds({actor!r}, {target!r});"
    assert call(play.gm, odds)["percent"].endswith(" %")
    assert call(play.mika, odds) is None
    play.aim(play.mika, "Benkei")
    attack = f"kind: 'command', verb: 'attack', args: {{}}, targets: [{target!r}]"
    for count, way in enumerate(
        (
            f"command('attack', {{}}, {{ actor: {actor!r}, targets: [{target!r}] }})",
            f"act({{ {attack}, actor: {actor!r} }})",
            f"press({{ actor: {actor!r}, verb: 'attack' }})",
        ),
        start=1,
    ):
        dice.will_fall(1)
        assert call(play.mika, f"return bridge.{way};")["ok"]
        expect(play.cards(play.mika)).to_have_count(count)
    play.expect_card("Miss")
    for who, verb, code in (
        (repr(actor), "dance", "bad_command"),
        ("null", "encounter.end", "gm_only"),
    ):
        ack = call(play.mika, f"return bridge.press({{ actor: {who}, verb: {verb!r} }});")
        assert (ack["ok"], ack["error"]["code"]) == (False, code)


def to_hotbar(button: Locator, label: str) -> str:
    """Drag a button to the hotbar of its page; what its macro does."""
    page = button.page
    assert button.get_attribute("draggable") == "true"
    carried = page.evaluate_handle("new DataTransfer()")
    button.dispatch_event("dragstart", {"dataTransfer": carried})
    page.locator("#hotbar").dispatch_event("drop", {"dataTransfer": carried})
    expect(page.locator("#hotbar button").last).to_have_text(label)
    command: str = page.evaluate("game.macros.at(-1).command")
    return command.removesuffix(";")


def test_a_button_dragged_to_the_hotbar_of_the_stand_in_presses_it(play: Play, dice: Dice) -> None:
    attack = to_hotbar(play.open_hud(play.mika, "Hiroshi").locator("button").first, "Attack")
    play.aim(play.mika, "Benkei")
    dice.will_fall(1)
    play.mika.evaluate(attack)
    play.expect_card("Miss")


def test_an_answer_dragged_to_the_hotbar_of_the_stand_in_answers_whoever_asks_then(
    play: Play,
) -> None:
    play.gm.click("[data-action=nextTurn]")
    play.expect_turn("Tetsuko")
    play.attack(play.gm, "Tetsuko", "Akemi")
    window = play.question(play.mika)
    accept = to_hotbar(window.locator("[data-action=choose]"), "Perfect Defense")
    assert accept == f'{API}.accept("perfect_defense")'
    decline = to_hotbar(window.locator("[data-action=decline]"), "Decline")
    play.gm.keyboard.press("Alt+o")
    for action, label, macro in (
        ("choose", "Perfect Defense", accept),
        ("decline", "Decline", decline),
    ):
        assert to_hotbar(play.panel().locator(f"[data-action={action}]"), label) == macro

    assert play.mika.evaluate(f"{API}.accept('diehard')") is None
    assert play.mika.evaluate(decline)["ok"]
    expect(window).to_have_count(0)
    play.expect_card("Hit")
    assert play.mika.evaluate(decline) is None
    play.button(play.gm.locator("nav.vttb-hud"), "Attack").click()
    expect(window).to_be_visible()
    assert play.mika.evaluate(accept)["ok"]
    play.expect_card("Miss")
    warned = play.mika.evaluate("ui.notifications.shown.map(({ type, text }) => [type, text])")
    assert warned == [["warn", "Nobody asks you that now."]] * 2


def test_the_programs_of_the_page_run_on_the_stand_in(play: Play, dice: Dice) -> None:
    actor = play.mika.evaluate("game.actors.find((one) => one.name === 'Hiroshi').uuid")
    dice.will_fall(1)
    program = "\n".join(PROGRAMS).replace('"Actor.hiroshi"', repr(actor))
    ack = play.mika.evaluate(f"(async () => {{ {program} window.stop = stop; return ack; }})()")
    assert ack["ok"]
    play.expect_card("Miss")
    with play.mika.expect_console_message(lambda message: message.text.startswith("card ")):
        assert call(play.gm, "return bridge.undo();")["ok"]
    play.mika.evaluate("stop()")


def test_keys_decline_and_end_the_turn_on_the_stand_in(play: Play, dice: Dice) -> None:
    play.mika.keyboard.press("Alt+n")
    play.gm.keyboard.press("Alt+o")
    expect(play.panel()).to_be_visible()
    play.mika.keyboard.press("Alt+t")
    play.expect_turn("Tetsuko")
