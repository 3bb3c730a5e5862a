"""The mirror in Discord: what everybody saw, once each, and never in the way of play."""

import json
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
import responses
from urllib3.exceptions import LocationParseError

from engine.dice import SeededDice
from tests.bridge.page import ORIGIN, REN, WORLD
from vtt_bridge import discord
from vtt_bridge.discord import Mirrors
from vtt_bridge.server import BridgeServer

EVERYBODY = "https://discord.com/api/webhooks/1/public-secret"
GM = "https://discord.com/api/webhooks/2/gm-secret"


class Discord:
    """Answers posts as told, else with 204, and keeps what was posted."""

    def __init__(self, mock: responses.RequestsMock) -> None:
        self.posted: queue.Queue[tuple[str, str]] = queue.Queue()
        self.answers: list[tuple[int, dict[str, str]] | Exception] = []
        self.open = threading.Event()
        self.open.set()
        for webhook in (EVERYBODY, GM):
            mock.add_callback(responses.POST, webhook, self._answer)

    def _answer(self, request: Any) -> Any:
        assert self.open.wait(10)
        answer = self.answers.pop(0) if self.answers else (204, {})
        if isinstance(answer, Exception):
            return answer
        status, headers = answer
        message = json.loads(request.body)
        assert message["allowed_mentions"] == {"parse": []}
        if status == 204:
            self.posted.put((request.url, message["content"]))
        return status, headers, ""

    def next(self) -> tuple[str, str]:
        return self.posted.get(timeout=10)


def mirrors_end() -> None:
    """Wait until no mirror posts any more."""
    for thread in threading.enumerate():
        if thread.name == "discord":
            thread.join(20)
            assert not thread.is_alive()


@pytest.fixture
def mock() -> Iterator[Discord]:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.add_passthru("http://127.0.0.1")
        yield Discord(mock)
        mirrors_end()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    pauses: list[float] = []
    monkeypatch.setattr(discord.time, "sleep", pauses.append)
    return pauses


class Table:
    def __init__(self, server: BridgeServer) -> None:
        self.bridge = server.bridge
        self.count = 0
        self.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
        for who, name in (("hiroshi", "Hiroshi"), ("benkei", "*Ben* @everyone")):
            person = {"id": who, "name": name, "side": who, "control": "npc"}
            self.act("character.add", {**person, "fields": {"base": 5, "rp": 0}})
        self.act("encounter.start", {"id": "e", "name": "Roof", "order": ["hiroshi", "benkei"]})

    def act(self, verb: str, args: dict[str, Any], **more: Any) -> None:
        self.count += 1
        action = {"kind": "command", "id": f"action-{self.count:04}", "sender": REN, "verb": verb}
        assert self.bridge.perform(WORLD, {**action, "args": args, **more})["ok"]

    def attack(self) -> None:
        self.act("attack", {}, actor="hiroshi", targets=["benkei"])

    def undo(self) -> None:
        undo = {"kind": "undo", "id": "undo-0001", "sender": REN, "command": None, "actor": None}
        assert self.bridge.perform(WORLD, undo)["ok"]


@pytest.fixture
def table(mock: Discord, start: Callable[..., BridgeServer]) -> Table:
    mirrors = Mirrors({WORLD: EVERYBODY}, {})
    return Table(start(dice=lambda: SeededDice(1), opened=mirrors.opened))


def test_one_post_for_each_thing_told(table: Table, mock: Discord) -> None:
    table.attack()
    webhook, text = mock.next()
    assert webhook == EVERYBODY
    title, change = text.splitlines()
    assert title == "**Hiroshi attacks \\*Ben\\* @everyone**: Miss"
    assert change == "\\*Ben\\* @everyone: level 5 to 6 \\(+1\\)"
    table.undo()
    assert mock.next()[1] == "~~**Hiroshi attacks \\*Ben\\* @everyone**~~ (undone)"
    assert mock.posted.empty()


def test_the_game_master_has_a_channel_only_if_set(
    mock: Discord, start: Callable[..., BridgeServer]
) -> None:
    mirrors = Mirrors({}, {WORLD: GM})
    table = Table(start(dice=lambda: SeededDice(1), opened=mirrors.opened))
    table.act("character.edit", {"character": "benkei", "fields": {"rp": 31}})
    webhook, text = mock.next()
    assert (webhook, "31" in text) == (GM, True)


def test_what_is_secret_is_not_told(table: Table, mock: Discord) -> None:
    table.act("character.edit", {"character": "benkei", "fields": {"rp": 31}})
    table.attack()
    assert "31" not in mock.next()[1]


def test_limits_are_kept(table: Table, mock: Discord, pauses: list[float]) -> None:
    mock.answers = [(429, {"Retry-After": "7.5"}), (429, {}), (204, {})]
    table.attack()
    mock.next()
    assert pauses == [7.5, 60.0]


def test_failures_are_tried_again_and_then_left_out(
    table: Table, mock: Discord, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    mock.answers = [requests.ConnectionError("secret"), (500, {}), (502, {})]
    table.attack()
    table.undo()
    assert mock.next()[1].endswith("(undone)")
    assert pauses == [1.0, 2.0, 4.0]
    assert "Discord cannot be reached: ConnectionError" in caplog.text
    assert "Discord did not take a post of rooftop" in caplog.text
    assert "secret" not in caplog.text


def test_a_webhook_that_is_gone_ends_the_mirror(
    table: Table, mock: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    mock.answers = [(404, {})]
    table.attack()
    mirrors_end()
    assert "Discord knows the webhook of rooftop no more" in caplog.text
    table.undo()
    assert mock.posted.empty()
    for rp in range(discord.WAITING_AT_MOST + 3):
        table.act("character.edit", {"character": "hiroshi", "fields": {"level": 6 + rp % 9}})
    assert "Discord is too slow" not in caplog.text


def test_an_address_that_cannot_be_is_as_one_that_does_not_answer(
    mock: Discord,
    start: Callable[..., BridgeServer],
    pauses: list[float],
    caplog: pytest.LogCaptureFixture,
) -> None:
    mock.answers = [LocationParseError("label empty or too long")]
    mirrors = Mirrors({WORLD: EVERYBODY}, {})
    table = Table(start(dice=lambda: SeededDice(1), opened=mirrors.opened))
    table.attack()
    assert mock.next()[1].startswith("**Hiroshi attacks")
    assert "Discord cannot be reached: LocationParseError" in caplog.text


def test_a_slow_discord_holds_nothing_up(
    table: Table, mock: Discord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mock.open.clear()
    with caplog.at_level(logging.WARNING):
        for rp in range(discord.WAITING_AT_MOST + 3):
            table.act("character.edit", {"character": "hiroshi", "fields": {"level": 6 + rp % 9}})
    assert "Discord is too slow for rooftop; something was left out" in caplog.text
    mock.open.set()
    assert "level" in mock.next()[1]
