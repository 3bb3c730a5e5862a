"""tracks at the table: setup, fate, healing, secrets, sheets, chat."""

from __future__ import annotations

import pytest

from engine.testing import GM
from tests.systems.tracks.live import CHOICES, OWNER, fight, resolved, seat


def test_everybody_is_asked_for_setup_and_the_last_choice_stays(way: str) -> None:
    play = seat(way)
    play.gm("encounter.start", id="fight", order=["mika", "rin"])
    assert play.asked() == {"mika": ["choose"], "rin": ["choose"]}
    further = {**CHOICES["mika"], "kind": "half", "on_max": "drop"}
    play.answer("mika", "choose", further=further)
    play.answer("rin", None)
    chosen = {**CHOICES["mika"], "half": True, "on_max": "drop"}
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


def test_only_the_owner_is_asked_whether_to_accept_fate(way: str) -> None:
    play = seat(way, mika={"body": 20})
    play.act(kind="command", verb="hurt", args={"target": "mika", "track": "body", "amount": 5})
    assert play.asked() == {"mika": ["accept"]}
    assert play.table.questions("owner:rin") == []
    play.answer("mika", "accept", sender=OWNER)
    mika = play.table.state.characters["mika"]
    assert (mika.fate, mika.body, mika.soul_tension, mika.down) == ("accepted", 0, 3, False)
    play.finish()


def test_the_healer_spreads_the_healing(way: str) -> None:
    play = seat(way, [2, 2], mika={"body": 5, "mind": 3})
    play.do("mika", "first_aid", target="mika", attribute="diligence")
    play.answer("mika", None)
    assert play.asked() == {"mika": ["heal"]}
    play.answer("mika", "heal", further={"mind": 1, "body": 5})
    mika = play.table.state.characters["mika"]
    assert (mika.mind, mika.body) == (2, 0)
    play.finish()


def test_players_announce_nothing_for_others(way: str) -> None:
    play = seat(way)
    args = {"attribute": "courage", "bids": [{"who": "rin"}]}
    refused = play.act(kind="command", verb="challenge", actor="mika", args=args, sender=OWNER)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "gm_only"
    refused = play.act(kind="command", verb="new_day", args={}, sender=OWNER)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "gm_only"


def test_what_is_secret_about_others_stays_so(way: str) -> None:
    play = seat(way, [3, 4])
    play.act(kind="command", verb="challenge", actor="rin", args={"attribute": "courage"})
    seen = play.table.view("owner:mika")["characters"]["rin"]
    assert "courage" not in seen["fields"]
    assert "pool" not in seen["fields"]
    assert seen["sheet"]["groups"] == []
    assert seen["sheet"]["tracks"][0]["note"] == ""
    play.answer("rin", None)
    play.finish()


def test_one_combat_at_a_time(way: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin")
    other = {"id": "second", "order": ["toma"]}
    refused = play.act(kind="command", verb="encounter.start", args=other, sender=GM)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "combat_runs"


def test_the_sheet_shows_tracks_in_tiers(way: str) -> None:
    play = seat(way, mika={"body": 13, "body_tension": 6, "at_max": True})
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


def test_what_follows_from_an_edit_is_put_right(way: str) -> None:
    play = seat(way, mika={"body": 21, "down": True, "body_tension": 6, "at_max": True})
    fields = {"diligence": 3, "body": 4, "body_tension": 2}
    play.gm("character.edit", character="mika", fields=fields)
    mika = play.table.state.characters["mika"]
    assert (mika.body, mika.down, mika.at_max) == (4, False, False)
    too_much = {"character": "mika", "fields": {"body": 30}}
    refused = play.act(kind="command", verb="character.edit", args=too_much)
    assert refused.refusal is not None
    assert refused.refusal["code"] == "bad_field"


def test_numbers_and_flags_in_chat(way: str) -> None:
    play = seat(way, [3, 6])
    text = "!tracks challenge courage tn 12 raise 1 half"
    assert play.act(kind="command", actor="mika", text=text).ok
    play.answer("mika", None)
    assert resolved(play, "challenge") == {"who": "mika", "result": 12, "success": False}
    play.finish()


@pytest.mark.parametrize("text", ["opposed courage @Rin", "opposed @Rin courage"])
def test_attribute_alone_names_the_choice_in_chat(way: str, text: str) -> None:
    play = seat(way, [3, 4, 2, 2])
    outcome = play.act(kind="command", text=f"!tracks {text}", actor="mika", targets=[])
    assert outcome.ok, outcome.refusal
    assert list(play.asked()) == ["rin"]


def test_what_needs_a_combat_stands_last_while_there_is_none(way: str) -> None:
    play = seat(way)

    def everyday() -> set[str]:
        look = play.table.look("mika", [], GM)
        return {one["verb"] for one in look["actions"] if one["group"] == "everyday"}

    assert "challenge" in everyday()
    assert not {"attack", "turn", "advance", "withdraw", "hold"} & everyday()
    fight(play)
    assert {"attack", "turn", "challenge"} <= everyday()
