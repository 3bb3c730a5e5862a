"""Odds and dice of single rolls over REST, for every system that the engine knows."""

from collections.abc import Callable
from typing import Any

import pytest
import requests

from engine.dice import ScriptedDice
from engine.system import systems
from tests.bridge.page import ORIGIN, WORLD
from tests.engine.toy import TOY
from vtt_bridge.server import BridgeServer


class Asking:
    def __init__(self, address: str, token: str) -> None:
        self.base = f"{address}/api/v1/systems"
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = requests.get(self.base + path, query, headers=self.headers, timeout=5)
        assert answer.status_code == status, answer.text
        return answer.json()

    def roll(self, system: str, status: int = 200, **message: Any) -> Any:
        path = f"{self.base}/{system}/rolls"
        answer = requests.post(path, json=message, headers=self.headers, timeout=5)
        assert answer.status_code == status, answer.text
        return answer.json()


@pytest.fixture
def ask(start: Callable[..., BridgeServer]) -> Asking:
    server = start(messages_per_second=100_000, dice=lambda: ScriptedDice([3, 5, 2]))
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    return Asking(server.address, server.bridge.grant(WORLD, "Odds", "public", ["read"]))


def test_each_system_says_what_its_roll_takes(ask: Asking) -> None:
    told = {one["key"]: one for one in ask.get("")["systems"]}
    assert set(told) == set(systems())
    assert told["carps"]["title"] == "CARPS"
    assert [field["key"] for field in told["carps"]["roll"]] == ["tn", "dice", "natural_extremes"]
    assert [field["kind"] for field in told[TOY.key]["roll"]] == [
        "integer",
        "integer",
        "flag",
        "choice",
    ]


def test_odds_by_numbers(ask: Asking) -> None:
    told = ask.get("/carps/odds", tn=7, dice="-1", natural_extremes="kept_die")
    assert (told["text"], told["numbers"]) == ("2 dice, lowest kept, TN 7", {"tn": 7, "dice": -1})
    assert told["rows"][0] == {
        "label": "Succeeds",
        "fraction": "4/25",
        "percent": "16 %",
        "share": 0.16,
    }
    assert ask.get("/toy/odds")["rows"] == [
        {"label": "Bought", "fraction": "7/12", "percent": "58.3 %", "share": 7 / 12}
    ]


def test_dice_are_thrown(ask: Asking) -> None:
    told = ask.roll("toy", numbers={"price": 8})
    assert (told["dice"], told["result"]) == ([{"label": "chips", "faces": [3, 5]}], 8)
    assert (told["success"], told["lines"]) == (True, ["Sold."])
    assert ask.roll("toy", numbers={"price": "9", "open": "yes"})["success"] is False


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/chess/odds", 404, "unknown_system"),
        ("/carps/odds?luck=1", 400, "unknown_number"),
        ("/carps/odds?tn=one", 400, "bad_field"),
        ("/carps/odds?tn=3&tn=4", 400, "bad_field"),
        ("/ccarps/odds?skill=no&dice=3", 400, "bad_field"),
    ],
)
def test_what_cannot_be_is_said(ask: Asking, path: str, status: int, code: str) -> None:
    assert ask.get(path, status)["error"]["code"] == code


def test_a_system_without_a_single_roll_says_so(
    ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "roll", None)
    refused = ask.roll("toy", 404)["error"]
    assert refused["text"] == "Auction has no roll that goes by numbers alone."
    assert {one["key"]: one["roll"] for one in ask.get("")["systems"]}["toy"] == []


def test_a_token_is_needed(ask: Asking) -> None:
    ask.headers = {}
    for system in ("carps", "chess"):
        assert ask.get(f"/{system}/odds", 401)["error"]["code"] == "missing_access"
        assert ask.roll(system, 401)["error"]["code"] == "missing_access"
