"""tracks at the table: bids asked of both sides, reactions, setup, secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.testing import GM, Play

OWNER = {"user": "u1", "name": "Mika's player", "gm": False, "owns": ["mika"]}
ATTRIBUTES = {
    "mika": {"knowledge": 5, "courage": 7, "diligence": 6, "expression": 4, "understanding": 3},
    "rin": {"knowledge": 4, "courage": 5, "diligence": 6, "expression": 6, "understanding": 5},
    "toma": {"knowledge": 1, "courage": 1, "diligence": 1, "expression": 1, "understanding": 1},
}
SETUPS = {
    "mika": {"attack": "courage", "defense": "diligence", "support": "expression"},
    "rin": {"attack": "courage", "defense": "diligence", "support": "understanding"},
    "toma": {"attack": "courage", "defense": "diligence", "support": "knowledge"},
}


@pytest.fixture
def table(way: str) -> Callable[..., Play]:
    """A table with Mika, Rin and Toma: `table(dice, rules, **fields of mika)`."""

    def make(dice: Any = (), rules: Any = None, **mika: Any) -> Play:
        made = Play("tracks", dice, rules, way)
        for who, attributes in ATTRIBUTES.items():
            fields = {**attributes, "abilities": ["first_aid", "strategy"]}
            fields |= mika if who == "mika" else {}
            side = "them" if who == "rin" else "us"
            control = "npc" if who == "rin" else "pc"
            name = who.capitalize()
            made.gm("character.add", id=who, name=name, side=side, control=control, fields=fields)
        return made

    return make


def fight(play: Play, who: tuple[str, ...] = ("mika", "rin", "toma")) -> None:
    setup = {one: SETUPS[one] for one in who}
    engaged = [[who[0], one] for one in who[1:]]
    play.gm("encounter.start", id="fight", order=list(who), setup=setup, engaged=engaged)


def resolved(play: Play, what: str) -> dict[str, Any]:
    found: dict[str, Any] = [one for one in play.events("resolved") if one["what"] == what][-1]
    return found["data"]


def raising(play: Play, who: str, times: int = 1) -> str | None:
    return play.answer(who, "raise", further={"raises": str(times)})


def test_both_bid_until_both_pass(table: Callable[..., Play]) -> None:
    play = table([3, 4, 2, 2, 6, 5])
    assert play.do("mika", "opposed", target="rin", attribute="courage", quiet=False) is None
    assert play.asked() == {
        "rin": ["knowledge", "courage", "diligence", "expression", "understanding"]
    }
    assert play.answer("rin", "diligence") is None
    assert play.asked() == {"mika": ["raise"], "rin": ["raise"]}
    assert raising(play, "rin") is None
    assert play.answer("mika", None) is None
    assert play.asked() == {"rin": ["raise"]}
    assert raising(play, "rin") is None
    assert play.asked() == {"mika": ["raise"], "rin": ["raise"]}, "a raise ends the other's pass"
    assert play.answer("mika", None) is None
    assert play.answer("rin", None) is None
    assert resolved(play, "opposed") == {"results": [14, 21], "winner": "rin", "by": "result"}
    play.finish()


def test_an_answer_to_older_numbers_is_refused_with_the_new_ones(
    table: Callable[..., Play],
) -> None:
    play = table([3, 4, 2, 2, 6])
    play.do("mika", "opposed", target="rin", attribute="courage")
    play.answer("rin", "diligence")
    old = {one["who"]: one["id"] for one in play.table.questions("gm")}
    raising(play, "rin")
    refused = play.act(kind="answer", request=old["mika"], choice=None).refusal
    assert refused is not None
    assert refused["code"] == "question_moved_on"
    assert "Mika 14, Rin 16: behind by 2." in refused["text"]
    play.answer("mika", None)
    play.answer("rin", None)
    play.finish()


def test_the_chance_is_shown_to_whom_it_concerns(table: Callable[..., Play]) -> None:
    play = table([3, 4, 6, 5, 1])
    play.do("mika", "opposed", target="rin", attribute="courage")
    play.answer("rin", "expression")
    mine = play.table.questions("owner:mika")
    assert [one["who"] for one in mine] == ["mika"]
    assert (mine[0]["place"], mine[0]["equal"], mine[0]["round"]) == ("card", True, 1)
    (block,) = mine[0]["blocks"]
    assert block["kind"] == "chance"
    assert (block["fraction"], block["percent"]) == ("4 in 6", "67 %")
    assert [face["wins"] for face in block["faces"]] == [False, False, True, True, True, True]
    assert block["note"] == "A 3 ties at 17; Mika wins ties."
    assert play.table.questions("public") == []
    raising(play, "mika")
    play.answer("mika", None)
    play.answer("rin", None)
    assert resolved(play, "opposed")["winner"] == "rin"
    play.finish()


def test_the_card_grows_with_the_bids(table: Callable[..., Play]) -> None:
    play = table([3, 4, 2, 2, 6])
    play.do("mika", "opposed", target="rin", attribute="courage")
    play.answer("rin", "diligence")
    raising(play, "rin")
    play.answer("mika", None)
    play.answer("rin", None)
    card = play.table.card(play.outcomes[3].entry["command"], "public")  # type: ignore[index]
    if card is None or card["state"] == "undone":
        return
    duel, bids = card["blocks"]
    assert [side["sum"] for side in duel["sides"]] == ["14", "16"]
    assert [side["note"] for side in duel["sides"]] == ["behind by 2", "ahead by 2"]
    assert bids["rows"] == [
        {"label": "Throw", "cells": ["14", "10"]},
        {"label": "Bid 1", "cells": ["", "raises, +6"]},
        {"label": "Bid 2", "cells": ["passes", "passes"]},
    ]
    assert [die["word"] for die in card["rolls"][1]["dice"]] == ["throw", "throw", "bid 1"]
    assert card["receipts"] == []


def test_a_clash_and_a_protector_are_asked(table: Callable[..., Play]) -> None:
    play = table([1, 2, 5, 4, 3])
    fight(play, ("mika", "rin"))
    play.do("rin", "turn")
    play.do("rin", "attack", target="mika")
    assert play.asked() == {"mika": ["clash"]}
    play.answer("mika", "clash")
    play.answer("mika", None)
    play.answer("rin", None)
    assert play.asked() == {"mika": ["raise"]}, "the damage challenge has raises of its own"
    play.answer("mika", None)
    data = resolved(play, "attack")
    assert (data["results"], data["victim"], data["damage"]) == ([8, 16], "rin", 10)
    assert play.do("rin", "end_turn") is None
    assert play.do("mika", "turn") == "no_turn_left"
    play.finish()


def test_a_protector_takes_the_damage(table: Callable[..., Play]) -> None:
    play = table([5, 5, 2, 2, 4])
    fight(play)
    play.do("rin", "turn")
    play.do("rin", "attack", target="toma")
    assert play.asked() == {"toma": ["clash"], "mika": ["defend", "clash"]}
    play.answer("toma", None)
    play.answer("mika", None)
    play.answer("rin", None)
    play.answer("toma", None)
    assert play.asked() == {"mika": ["take"]}
    play.answer("mika", "take")
    play.answer("rin", None)
    assert resolved(play, "attack")["victim"] == "mika"
    mika = play.table.state.characters["mika"]
    assert (mika.body, mika.soul_tension) == (11, 1)
    play.finish()


def test_everybody_is_asked_for_setup_and_the_last_choice_stays(
    table: Callable[..., Play],
) -> None:
    play = table()
    play.gm("encounter.start", id="fight", order=["mika", "rin"])
    assert play.asked() == {"mika": ["choose"], "rin": ["choose"]}
    further = {**SETUPS["mika"], "kind": "half", "on_max": "drop"}
    play.answer("mika", "choose", further=further)
    play.answer("rin", None)
    chosen = {**SETUPS["mika"], "half": True, "on_max": "drop"}
    combat = play.table.state.encounters["fight"]
    assert combat.setups["mika"] == chosen
    assert combat.setups["rin"] == {
        "attack": "expression",
        "defense": "diligence",
        "support": "courage",
    }
    assert play.act(kind="command", verb="cleanup", args={}).ok
    play.answer("rin", None)
    play.answer("mika", None)
    assert play.table.state.encounters["fight"].setups["mika"] == chosen
    assert play.table.state.encounters["fight"].round == 2
    play.finish()


def test_only_the_owner_is_asked_whether_to_accept_fate(table: Callable[..., Play]) -> None:
    play = table(body=20)
    play.act(kind="command", verb="hurt", args={"target": "mika", "track": "body", "amount": 5})
    assert play.asked() == {"mika": ["accept"]}
    assert play.table.questions("owner:rin") == []
    play.answer("mika", "accept", sender=OWNER)
    mika = play.table.state.characters["mika"]
    assert (mika.fate, mika.body, mika.soul_tension, mika.down) == ("accepted", 0, 3, False)
    play.finish()


def test_the_healer_spreads_the_healing(table: Callable[..., Play]) -> None:
    play = table([2, 2], body=5, mind=3)
    play.do("mika", "first_aid", target="mika", attribute="diligence")
    play.answer("mika", None)
    assert play.asked() == {"mika": ["heal"]}
    play.answer("mika", "heal", further={"mind": 1, "body": 5})
    mika = play.table.state.characters["mika"]
    assert (mika.mind, mika.body) == (2, 0)
    play.finish()


def test_players_announce_nothing_for_others(table: Callable[..., Play]) -> None:
    play = table()
    args = {"attribute": "courage", "bids": [{"who": "rin"}]}
    refused = play.act(kind="command", verb="challenge", actor="mika", args=args, sender=OWNER)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "gm_only"
    refused = play.act(kind="command", verb="new_day", args={}, sender=OWNER)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "gm_only"


def test_what_is_secret_about_others_stays_so(table: Callable[..., Play]) -> None:
    play = table([3, 4])
    play.act(kind="command", verb="challenge", actor="rin", args={"attribute": "courage"})
    seen = play.table.view("owner:mika")["characters"]["rin"]
    assert "courage" not in seen["fields"]
    assert "pool" not in seen["fields"]
    assert seen["sheet"]["groups"] == []
    assert seen["sheet"]["tracks"][0]["note"] == ""
    play.answer("rin", None)
    play.finish()


def test_one_combat_at_a_time(table: Callable[..., Play]) -> None:
    play = table()
    fight(play, ("mika", "rin"))
    other = {"id": "second", "order": ["toma"]}
    refused = play.act(kind="command", verb="encounter.start", args=other, sender=GM)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "combat_runs"


def test_the_sheet_shows_tracks_in_tiers(table: Callable[..., Play]) -> None:
    play = table(body=13, body_tension=6, at_max=True)
    sheet = play.table.view("owner:mika")["characters"]["mika"]["sheet"]
    assert sheet["tracks"][1] == {
        "label": "Body",
        "note": "Diligence 6",
        "tiers": [
            {"size": 12, "mark": ""},
            {"size": 6, "mark": "−3"},
            {"size": 3, "mark": "−6"},
        ],
        "value": 13,
        "text": "13 of 21",
        "pips": {
            "label": "Tension",
            "value": 6,
            "max": 6,
            "end": "MAX",
            "ended": True,
            "text": "MAX",
        },
    }


def test_what_follows_from_an_edit_is_put_right(table: Callable[..., Play]) -> None:
    play = table(body=21, down=True, body_tension=6, at_max=True)
    fields = {"diligence": 3, "body": 4, "body_tension": 2}
    play.gm("character.edit", character="mika", fields=fields)
    mika = play.table.state.characters["mika"]
    assert (mika.body, mika.down, mika.at_max) == (4, False, False)
    too_much = {"character": "mika", "fields": {"body": 30}}
    refused = play.act(kind="command", verb="character.edit", args=too_much)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "bad_field"


def test_numbers_and_flags_in_chat(table: Callable[..., Play]) -> None:
    play = table([3, 6])
    text = "!tracks challenge courage tn 12 raise 1 half"
    assert play.act(kind="command", actor="mika", text=text).ok
    play.answer("mika", None)
    assert resolved(play, "challenge") == {"who": "mika", "result": 12, "success": False}
    play.finish()


@pytest.mark.parametrize("text", ["opposed courage @Rin", "opposed @Rin courage"])
def test_attribute_alone_names_the_choice_in_chat(table: Callable[..., Play], text: str) -> None:
    play = table([3, 4, 2, 2])
    outcome = play.act(kind="command", text=f"!tracks {text}", actor="mika", targets=[])
    assert outcome.ok, outcome.refusal
    assert list(play.asked()) == ["rin"]


def test_what_needs_a_combat_stands_last_while_there_is_none(table: Callable[..., Play]) -> None:
    play = table()

    def everyday() -> set[str]:
        look = play.table.look("mika", [], GM)
        return {one["verb"] for one in look["actions"] if one["group"] == "everyday"}

    assert "challenge" in everyday()
    assert not {"attack", "turn", "advance", "withdraw", "hold"} & everyday()
    fight(play)
    assert {"attack", "turn", "challenge"} <= everyday()
