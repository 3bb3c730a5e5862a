"""The page on which the REST interface is read and tried, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from vtt_bridge.server import BridgeServer

WORLD = "rooftop"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BridgeServer]:
    server = BridgeServer(tmp_path / "data", port=0, show=print)
    server.start()
    server.bridge.admit(WORLD, "Rooftop", "http://localhost:30000", "carps")
    yield server
    server.stop()


@pytest.fixture
def page(server: BridgeServer, browser: Browser) -> Iterator[Page]:
    """The page, on which nothing goes wrong and nothing comes from elsewhere."""
    page = browser.new_page(viewport={"width": 1200, "height": 1400})
    faults: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.address}/api/v1/docs")
    yield page
    assert faults == []
    assert all(url.startswith((server.address, "data:")) for url in asked)
    page.close()


def operation(page: Page, method: str, path: str) -> Locator:
    """An operation, opened to be tried."""
    named = page.locator(f'[data-path="/api/v1{path}"]')
    block = page.locator(f".opblock-{method}", has=named)
    block.locator(".opblock-summary-control").click()
    block.locator(".try-out__btn").click()
    return block


def test_a_table_is_read_and_a_command_given(server: BridgeServer, page: Page) -> None:
    page.locator("button.authorize").click()
    token = server.bridge.grant(WORLD, "Page", "gm", ["read", "act", "gm"])
    page.locator(".auth-container input").fill(token)
    page.locator(".auth-btn-wrapper button.authorize").click()
    page.locator(".btn-done").click()

    tables = operation(page, "get", "/tables")
    tables.locator("button.execute").click()
    expect(tables.locator(".live-responses-table pre").first).to_contain_text('"title": "Rooftop"')

    commands = operation(page, "post", "/tables/{table}/commands")
    commands.locator('[data-param-name="table"] input').fill(WORLD)
    commands.locator("textarea.body-param__text").fill('{"id": "try-0001", "text": "!carps help"}')
    commands.locator("button.execute").click()
    expect(commands.locator(".live-responses-table pre").first).to_contain_text('"id": "try-0001"')
    assert server.bridge.guest(token).acknowledged("try-0001")
