"""The page for streams: its examples are run; the overlay's address is also one in the browser."""

import json
import re
import shlex
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import requests
import responses

from tests.bridge.page import REN, WORLD
from tests.docs.conftest import ADDRESS
from vtt_bridge import cli, discord
from vtt_bridge.cli.config import load
from vtt_bridge.discord import Mirrors
from vtt_bridge.server import BridgeServer

PAGE = (Path(__file__).parents[2] / "docs" / "streams.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"(?m)^ +(vtt-bridge .*)$", PAGE)
ADDRESSES = re.findall(r"(?m)^ +(http://\S+)$", PAGE)
TOML = "\n".join(re.findall(r"(?m)^    (\[\w+\]|\w+ = .*)$", PAGE))
WORDS = " ".join(PAGE.split())
WEBHOOK = "https://discord.com/api/webhooks/..."


def test_a_token_that_can_only_look_opens_the_overlay(
    rooftop: BridgeServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(tmp_path / "data"))
    [command], [address] = COMMANDS, ADDRESSES
    assert cli.main(shlex.split(command)[1:]) == 0
    token = capsys.readouterr().out.strip()
    page, _, behind = address.replace(ADDRESS, rooftop.address).partition("#")
    assert behind == "TOKEN"
    assert requests.get(page, timeout=20).ok
    told = requests.get(
        f"{rooftop.address}/api/v1/tables", headers={"Authorization": f"Bearer {token}"}, timeout=5
    ).json()["tables"]
    assert [(one["id"], one["seat"], one["scopes"]) for one in told] == [
        (page.rpartition("/")[2], "public", ["read"])
    ]


def test_the_file_with_options_mirrors_for_everybody_and_the_game_master(
    open_rooftop: Callable[..., BridgeServer], tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text(TOML, encoding="utf-8")
    config = load({"data": str(tmp_path)}, {})
    assert (config.discord, config.discord_gm) == ({WORLD: WEBHOOK}, {WORLD: WEBHOOK})
    mirrors = Mirrors(config.discord, config.discord_gm)
    with responses.RequestsMock() as mock:
        mock.add(responses.POST, WEBHOOK, status=204)
        rooftop = open_rooftop(opened=mirrors.opened)
        perform = partial(rooftop.bridge.perform, WORLD)
        attack = {"kind": "command", "verb": "attack", "actor": "hiroshi", "args": {}}
        assert perform({**attack, "id": "attack-1", "targets": ["benkei"], "sender": REN})["ok"]
        answer = {"kind": "answer", "request": "attack-1:ask:about_to_roll:benkei"}
        assert perform({**answer, "id": "answer-1", "choice": None, "source": "gm", "sender": REN})[
            "ok"
        ]
        rooftop.stop()
        for thread in threading.enumerate():
            if thread.name == "discord":
                thread.join(10)
        posted = [json.loads(call.request.body)["content"] for call in mock.calls]
    assert posted == ["**Hiroshi attacks Benkei**: Hit\nHiroshi: level 20 to 25 \\(+5\\)"] * 2


@pytest.mark.parametrize("form", re.findall(r"`(--discord [^`]+|VTT_BRIDGE_DISCORD)`", PAGE))
def test_options_and_variables_do_the_same(form: str, tmp_path: Path) -> None:
    flag, _, value = form.partition(" ")
    if value:
        options = vars(cli.parser().parse_args(["serve", flag, value]))
        config = load({"data": str(tmp_path), "discord": options["discord"]}, {})
        assert config.discord == {WORLD: value.partition("=")[2]}
    else:
        config = load({"data": str(tmp_path)}, {flag: f"{WORLD}={WEBHOOK}"})
        assert config.discord == {WORLD: WEBHOOK}


def test_the_limits_are_as_the_page_says() -> None:
    assert (discord.TRIES, discord.WAITING_AT_MOST) == (3, 100)
    assert "after three tries" in WORDS
    assert "behind a hundred others" in WORDS
