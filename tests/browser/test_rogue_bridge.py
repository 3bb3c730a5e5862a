"""A bridge that lies: whatever it sends, pages show it as text, on the practice table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from as_bridge import SERVICES
from play import TOKENS, Dice, Play, cast
from playwright.sync_api import Browser, Page, expect

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

POISON = (
    '<img src="/no" onerror="pwned(1)"><script>pwned(2)</script>"\'`><svg onload=pwned(3)>'
    "<a href='javascript:pwned(4)'>x</a><b style='background:url(/no)'>"
    "[[/roll 1d20]] @UUID[Actor.x]{y} {{pwned}} ${pwned(5)} </section></style>\u202e"
)
# What pages look things up by; with another word there would be nothing to show.
BY_KEY = {
    *("id", "key", "command", "action", "verb", "actor", "actors", "kind", "state", "control"),
    *("who", "encounter", "turn", "order", "author", "system", "place", "audience", "by", "group"),
    *("field", "distinct", "removable", "owner", "opens", "bridge", "version", "side", "links"),
    *("value", "default", "values", "targets", "habit", "automation", "dice", "odds", "bar"),
}
# Nothing of the poison has become an element or an attribute of its own.
LIVE = """() => [...document.querySelectorAll("*")].filter((one) =>
  one.matches('[src="/no"], [onerror], [onload], a[href^="javascript"]')
  || (one.localName === "script" && one.textContent.includes("pwned"))
  || (one.getAttribute("style") ?? "").includes("url(")
).map((one) => one.outerHTML.slice(0, 200))"""


def poisoned(value: Any, key: str = "") -> Any:
    """The same message, with every text in it that people would read made hostile."""
    if isinstance(value, str):
        return value if key in BY_KEY else value + POISON
    if isinstance(value, list):
        return [poisoned(one, key) for one in value]
    if isinstance(value, dict):
        return {name: one if name == "args" else poisoned(one, name) for name, one in value.items()}
    return value


@pytest.fixture
def generation() -> int:
    return 14


@pytest.fixture
def open_rogue(
    browser: Browser, generation: int, dice: Dice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Cast, str], Play]]:
    """Opens both pages at a practice table whose bridge lies."""
    running: list[tuple[PracticeGame, Play]] = []

    def start(people: Cast, system: str) -> Play:
        for one in people.characters:
            monkeypatch.setitem(TOKENS, one["name"], one["token"])
        game = PracticeGame(
            people,
            system=system,
            generation=generation,
            data=tmp_path,
            show=lambda _line: None,
            dice=lambda: dice,
        )
        wire, handle = game.bridge._wire, game.bridge.handle
        send = wire.send
        monkeypatch.setattr(
            wire, "send", lambda sid, event, message: send(sid, event, poisoned(message))
        )
        monkeypatch.setattr(game.bridge, "handle", lambda *asked: poisoned(handle(*asked)))
        game.start()
        play = Play(browser, game)
        running.append((game, play))
        play.open_pages()
        for page in (play.gm, play.mika):
            page.evaluate("() => { globalThis.hits = []; globalThis.pwned = (n) => hits.push(n); }")
        expect(play.gm.locator("#vttb-status")).to_contain_text("Connected")
        return play

    yield start
    for game, play in running:
        play.close()
        game.stop()


def looks_harmless(page: Page) -> None:
    assert page.evaluate(LIVE) == []
    assert page.evaluate("hits") == []


def test_every_window_shows_it_as_text_on_the_stand_in(
    open_rogue: Callable[[Cast, str], Play], dice: Dice
) -> None:
    play = open_rogue(cast(), "carps")
    gm, mika = play.gm, play.mika
    gm.click("[data-action=startCombat]")
    expect(mika.locator("li.combatant.active .name")).to_have_text("Hiroshi")
    dice.will_fall(8)
    play.aim(mika, "Tetsuko")
    hud = play.open_hud(mika, "Hiroshi")
    looks_harmless(mika)
    hud.locator("button", has_text="Attack").first.dispatch_event(
        "click"
    )  # it is taller than the page
    expect(play.panel().locator("[data-question]")).to_have_count(1)
    looks_harmless(gm)
    play.panel().locator("[data-action=decline]").click()
    expect(play.card(mika)).to_contain_text("Hit")
    for page in (gm, mika):
        for details in page.locator("details").all():
            details.evaluate("one => { one.open = true; }")
        looks_harmless(page)

    play.say(mika, "!carps help")
    expect(play.card(mika)).to_contain_text("what you can type")
    play.say(mika, "!carps atack")
    expect(play.card(mika).locator(".vttb-lead")).to_contain_text("Not understood")
    looks_harmless(mika)

    play.token(gm, "Tetsuko").dblclick()
    sheet = gm.locator(".application.sheet")
    sheet.locator("summary").first.click()
    sheet.locator("[data-action=pick]").first.click()
    expect(gm.locator("#vttb-picker")).to_contain_text("onerror")
    looks_harmless(gm)
    for window in ("#vttb-picker", ".application.sheet"):
        gm.locator(window).locator("[data-action=close]").first.click()
    play.token(mika, "Hiroshi").dblclick()
    expect(mika.locator(".application.sheet")).to_contain_text("onerror")
    looks_harmless(mika)

    gm.click("[data-tab=settings]")
    gm.click('[data-menu="vtt-bridge.rules"]')
    expect(gm.locator("#vttb-rules")).to_contain_text("onerror")
    looks_harmless(gm)
    gm.click("[data-tab=chat]")
    gm.click("#vttb-status")
    expect(gm.locator("#vttb-pairing")).to_be_visible()
    looks_harmless(gm)
    gm.evaluate(
        f"""async () => {{ {SERVICES}
          const odds = await import('/modules/vtt-bridge/scripts/windows/odds.mjs');
          await odds.OddsWindow.open('Actor.hiroshi000000000');
        }}"""
    )
    expect(gm.locator("#vttb-odds")).to_be_visible()
    looks_harmless(gm)
    assert [one for one in play.faults if "pwned" in one or "Content Security" in one] == []


def test_questions_to_players_and_their_forms_show_it_as_text_on_the_stand_in(
    open_rogue: Callable[[Cast, str], Play], dice: Dice
) -> None:
    play = open_rogue(Cast.of("tracks"), "tracks")
    gm, mika = play.gm, play.mika
    gm.click("[data-action=startCombat]")
    expect(play.panel().locator("[data-question]")).not_to_have_count(0)
    looks_harmless(gm)
    question = play.question(mika)
    expect(question.first).to_contain_text("onerror")
    looks_harmless(mika)
    question.first.locator("[data-action=decline]").click()
    play.say(mika, "!tracks opposed expression @Noboru")
    mika.wait_for_timeout(500)
    looks_harmless(mika)
    hud = play.open_hud(mika, "Aki")
    for button in hud.locator('button[aria-haspopup="dialog"]:not([aria-disabled])').all()[:2]:
        button.dispatch_event("click")
        expect(mika.locator("#vttb-form")).to_be_visible()
        looks_harmless(mika)
    looks_harmless(gm)


def test_rolls_that_are_built_show_it_as_text_on_the_stand_in(
    open_rogue: Callable[[Cast, str], Play], dice: Dice
) -> None:
    play = open_rogue(Cast.of("ccarps"), "ccarps")
    gm, mika = play.gm, play.mika
    play.token(mika, "Sable").click()
    play.say(mika, "!ccarps stealth")
    expect(play.card(mika).locator(".vttb-step").first).to_contain_text("onerror")
    expect(play.card(mika).locator("[data-vttb-action]").first).to_be_visible()
    looks_harmless(mika)
    looks_harmless(gm)
    play.token(gm, "Sable").dblclick()
    gm.locator(".application.sheet summary").first.click()
    looks_harmless(gm)


def test_a_welcome_of_nonsense_does_nothing_on_the_stand_in(
    open_rogue: Callable[[Cast, str], Play],
) -> None:
    """Texts for lists, lists for texts, names of what every object has: the page goes on."""
    play = open_rogue(cast(), "carps")
    gm = play.gm
    send: Any = play.game.bridge._wire.send
    (sid,) = play.game.bridge.connected()
    for junk in (None, 7, POISON, [POISON], {"seq": POISON}, {"gm": [], "seq": 2**53}):
        for event in ("batch", "clocks", "welcome"):
            send(sid, event, junk)
    for junk in ({"__proto__": {"polluted": 1}}, {"constructor": {"prototype": {"polluted": 1}}}):
        send(sid, "clocks", {"questions": junk, "paused": False})
    gm.wait_for_timeout(500)
    assert gm.evaluate("({}).polluted ?? null") is None
    looks_harmless(gm)
    gm.reload()
    gm.wait_for_selector("body[data-ready]")
    expect(gm.locator("#vttb-status")).to_contain_text(re.compile("Connected|Elsewhere"))
