"""The stand-in enforces what a Foundry server enforces, and throws on what it does not have."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from play import Play, cast

from vtt_bridge.stage.documents import RefusedError
from vtt_bridge.stage.game import MODULE
from vtt_bridge.stage.sanitise import clean_html
from vtt_bridge.stage.world import World

GM, MIKA = "gamemaster000001", "playermika000001"


@pytest.fixture
def world(generation: int) -> World:
    manifest = json.loads((MODULE / "module.json").read_text(encoding="utf-8"))
    return World(generation, manifest, cast().documents())


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ('<p onclick="x()">a</p>', "<p>a</p>"),
        ("<script>alert(1)</script>b", "b"),
        ('<a href="javascript:x()">c</a>', "<a>c</a>"),
        ('<a href="modules/x.svg">c</a>', '<a href="modules/x.svg">c</a>'),
        ('<svg><path d="M0"/></svg>d', "d"),
        (
            '<button type="button" data-x="1" aria-label="y">e</button>',
            '<button type="button" data-x="1" aria-label="y">e</button>',
        ),
        ("<custom>f</custom> &lt;b&gt;", "f &lt;b&gt;"),
        ("<p>unclosed <b>g", "<p>unclosed <b>g</b></p>"),
    ],
)
def test_stand_in_cleans_html(given: str, kept: str) -> None:
    assert clean_html(given) == kept


def test_stand_in_sends_a_whisper_to_its_people_only(world: World) -> None:
    world.create(GM, "ChatMessage", None, [{"content": "secret", "whisper": [GM]}])
    world.create(GM, "ChatMessage", None, [{"content": "open"}])
    seen = {user: world.snapshot(user)["ChatMessage"] for user in (GM, MIKA)}
    assert [m["content"] for m in seen[GM]] == ["secret", "open"]
    assert [m["content"] for m in seen[MIKA]] == ["open"]


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"content": "x", "author": GM}, "You may only write messages of your own"),
        ({"content": "x", "type": 0}, "not a valid type"),
        ({"content": "x", "style": 7}, "not a valid message style"),
        ({"content": "x", "rolls": ['{"class":"Roll","evaluated":false}']}, "must be evaluated"),
        ({"content": "x", "whisper": ["nobody"]}, "unknown user"),
        ({"content": "x", "user": MIKA}, "has no field user"),
    ],
)
def test_stand_in_refuses_a_bad_message(world: World, message: dict[str, Any], why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        world.create(MIKA, "ChatMessage", None, [message])
    assert world.all("ChatMessage") == []


@pytest.mark.parametrize(
    ("document", "parent", "change", "why"),
    [
        ("Actor", None, {"_id": "hiroshi000000000", "system": {"data": "x"}}, "system.data"),
        ("Actor", None, {"_id": "tetsuko000000000", "name": "x"}, "lack the permission"),
        ("Combat", None, {"_id": "practicecombat01", "round": 4}, "lack the permission"),
        (
            "Token",
            "Scene.practicescene001",
            {"_id": "tetsukotoken0001", "x": 1},
            "lack the permission",
        ),
        ("User", None, {"_id": MIKA, "role": 4}, "lack the permission"),
    ],
)
def test_stand_in_refuses_a_player_what_is_not_his(
    world: World, document: str, parent: str | None, change: dict[str, Any], why: str
) -> None:
    before = world.snapshot(GM)
    with pytest.raises(RefusedError, match=why):
        world.update(MIKA, document, parent, [change])
    assert world.snapshot(GM) == before


def test_stand_in_keeps_world_settings_for_game_masters(world: World) -> None:
    with pytest.raises(RefusedError, match="world setting"):
        world.setting(MIKA, "vtt-bridge.description", "{}")
    assert world.setting(GM, "vtt-bridge.description", "{}")[0] == "create"


def test_stand_in_throws_on_what_it_does_not_have(play: Play) -> None:
    for code, name in {
        "game.playlists": "game.playlists",
        "canvas.lighting": "canvas.lighting",
        "foundry.utils.saveDataToFile": "foundry.utils.saveDataToFile",
        "CONFIG.Item": "CONFIG.Item",
        "CONST.DICE_ROLL_MODES": "CONST.DICE_ROLL_MODES",
        "game.combat.getCombatantByToken": "Combat.getCombatantByToken",
    }.items():
        said = play.mika.evaluate(
            f"(() => {{ try {{ {code} }} catch (e) {{ return e.message }} }})()"
        )
        assert said == f"The practice table has no {name}"


def test_stand_in_chat_input_speaks_the_generation(play: Play, generation: int) -> None:
    play.mika.evaluate("Hooks.on('chatMessage', (_log, text) => { window.typed = text; })")
    play.say(play.mika, "salt & pepper")
    expected = {13: "salt & pepper", 14: "<p>salt &amp; pepper</p>"}
    play.mika.wait_for_function("window.typed !== undefined")
    assert play.mika.evaluate("window.typed") == expected[generation]


def test_stand_in_relay_appends_the_sender_and_skips_him(play: Play) -> None:
    for page in (play.gm, play.mika):
        page.evaluate(
            """window.heard = [];
               game.socket.on("module.vtt-bridge", (m, user) => m.test && heard.push([m, user]))"""
        )
    play.mika.evaluate('game.socket.emit("module.vtt-bridge", {test: 1, user: "gamemaster000001"})')
    play.gm.wait_for_function("heard.length === 1")
    assert play.gm.evaluate("heard") == [[{"test": 1, "user": GM}, MIKA]]
    assert play.mika.evaluate("heard") == []


def test_stand_in_query_names_the_asker_in_generation_14_only(play: Play, generation: int) -> None:
    play.gm.evaluate(
        """void (CONFIG.queries["test.who"] =
                 async (_data, options) => options.user?.id ?? "unknown")"""
    )
    answer = play.mika.evaluate("game.users.activeGM.query('test.who', {}, {timeout: 3000})")
    assert answer == {13: "unknown", 14: MIKA}[generation]


def test_stand_in_says_that_it_is_one(play: Play) -> None:
    said = play.mika.locator("#ui-top").inner_text()
    assert re.search("Practice table", said, re.IGNORECASE)
    assert "A stand-in for trying things out, not Foundry." in said
