"""The page for streams: a real bridge, a real browser, no tabletop at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from play import Dice
from playwright.sync_api import Browser, Page, expect

from vtt_bridge.server import BridgeServer

WORLD = "rooftop"
GM = {"user": "gm", "name": "Ren", "gm": True, "owns": []}
PAGE = (Path(__file__).parents[2] / "docs" / "streams.md").read_text(encoding="utf-8")
[ADDRESS] = re.findall(r"(?m)^ +(http://\S+)$", PAGE)
[(WIDE, HIGH)] = re.findall(r"browser source, (\d+) wide and (\d+) high", PAGE)
HOSTILE = "<img src=x onerror=alert(1)>"


class Table:
    """A bridge with a fight between Hiroshi and somebody with a hostile name."""

    def __init__(self, data: Path) -> None:
        self.dice = Dice()
        self.count = 0
        self.server = BridgeServer(data, port=0, show=print, dice=lambda: self.dice)
        self.server.start()
        self.server.bridge.admit(WORLD, "Rooftop", "http://localhost:30000", "carps")
        for who, name, side in (("hiroshi", "Hiroshi", "red"), ("benkei", HOSTILE, "blue")):
            person = {"id": who, "name": name, "side": side, "control": "npc"}
            self.act("character.add", {**person, "fields": {"base": 5, "rp": 77}})
        self.act("encounter.start", {"id": "e", "name": "Roof", "order": ["hiroshi", "benkei"]})

    def act(self, verb: str, args: dict[str, Any], **more: Any) -> str:
        self.count += 1
        action = {"kind": "command", "id": f"action-{self.count:04}", "sender": GM, "verb": verb}
        ack = self.server.bridge.perform(WORLD, {**action, "args": args, **more})
        assert ack["ok"], ack
        return str(ack["id"])

    def token(self, seat: str = "public") -> str:
        return self.server.bridge.grant(WORLD, "Stream", seat, ["read"])

    def address(self, token: str) -> str:
        """The address that the page for streams tells."""
        return ADDRESS.replace("http://127.0.0.1:30777", self.server.address).replace(
            "TOKEN", token
        )


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "data")
    yield table
    table.server.stop()
    assert table.dice.script == []


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": int(WIDE), "height": int(HIGH)})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    yield page
    assert {url.split("/")[2] for url in asked} == {page.url.split("/")[2]}
    assert not any("#" in url and "overlay/parts" in url for url in asked)
    page.close()


def test_the_fight_moves_as_it_is_played(table: Table, page: Page) -> None:
    page.goto(table.address(table.token()))
    rows = page.locator("#fight li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_have_attribute("aria-current", "true")
    expect(rows.nth(0).locator(".main")).to_have_text("5")
    expect(rows.nth(1).locator(".person")).to_have_text(HOSTILE)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"

    table.dice.will_fall(9)
    attack = table.act("attack", {}, actor="hiroshi", targets=["benkei"])
    expect(rows.nth(0).locator(".main")).to_have_text("7")
    expect(rows.nth(0)).to_have_class("moved")
    expect(page.locator("#card h2")).to_have_text(f"Hiroshi attacks {HOSTILE}")
    expect(page.locator("#card .outcome")).to_have_text("Hit")
    expect(page.locator("#card .changes li")).to_have_text("Hiroshi level 5 → 7 +2")
    expect(rows.nth(0)).not_to_have_class("moved")
    wide, high = page.evaluate(
        "(({ scrollWidth, scrollHeight }) => [scrollWidth, scrollHeight])(document.documentElement)"
    )
    assert (wide, high) == (int(WIDE), int(HIGH))

    table.act("end_turn", {}, actor="hiroshi")
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    undo = {"kind": "undo", "id": "undo-0001", "sender": GM, "command": None, "actor": "hiroshi"}
    assert table.server.bridge.perform(WORLD, undo)["ok"]
    expect(rows.nth(0)).to_have_attribute("aria-current", "true")
    again = {**undo, "id": "undo-0002", "command": attack}
    assert table.server.bridge.perform(WORLD, again)["ok"]
    expect(rows.nth(0).locator(".main")).to_have_text("5")
    expect(page.locator("#card h2")).to_have_class("state-undone")
    assert "77" not in page.content()

    table.act("encounter.end", {"encounter": "e"})
    expect(page.locator("#fight")).to_be_hidden()


def test_it_says_what_keeps_it_empty(table: Table, page: Page) -> None:
    notice = page.locator("#notice")
    page.goto(table.address(""))
    expect(notice).to_have_text(
        "Put an access token with the seat public behind a # at the end of this address."
    )
    for token, said in (
        (table.token("gm"), "This token may see secrets; make one with the seat public."),
        ("guess", "The bridge does not know this access token."),
    ):
        page.goto("about:blank")
        page.goto(table.address(token))
        expect(notice).to_have_text(said)
    expect(page.locator("#fight")).to_be_hidden()


def test_it_comes_back_after_a_restart(table: Table, page: Page) -> None:
    page.goto(table.address(table.token()))
    expect(page.locator("#fight li")).to_have_count(2)
    port = table.server.port
    table.server.stop()
    expect(page.locator("#notice")).to_have_text("Waiting for the bridge.")
    table.server = BridgeServer(
        Path(table.server._folder.path), port=port, show=print, dice=lambda: table.dice
    )
    table.server.start()
    expect(page.locator("#notice")).to_be_hidden()
    table.dice.will_fall(9)
    table.act("attack", {}, actor="hiroshi", targets=["benkei"])
    expect(page.locator("#fight li").nth(0).locator(".main")).to_have_text("7")
