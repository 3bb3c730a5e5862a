"""What people are asked about an attack or a challenge, and what they declare before the roll."""

from __future__ import annotations

from typing import Any

import pytest

from engine.testing import Play
from tests.systems.tracks.live import (
    OWNER,
    card,
    fight,
    further,
    option,
    question,
    resolved,
    said_no,
    seat,
)

MAX = {"body_tension": 6, "at_max": True}
FENCER = {"specialties": ["Fencing", "Riding"]}


def attacked(way: str, dice: list[int], target: str = "mika", **people: Any) -> Play:
    """Rin attacks; all three are in one engagement."""
    play = seat(way, dice, **people)
    fight(play)
    assert play.do("rin", "turn") is None
    assert play.do("rin", "attack", target=target) is None
    return play


def passing(play: Play) -> None:
    """Everybody declines until nobody is asked."""
    while play.asked():
        assert play.answer(next(iter(play.asked())), None) is None


# Before the roll


def test_the_target_declares_raises_a_specialty_and_points(way: str) -> None:
    """T9, T18, T26: for its defense and for its clash, before the attack is rolled."""
    toma = {"pool": 2}
    play = attacked(way, [5, 5, 1, 1, 4, 2], mika={**FENCER, "pool": 1}, toma=toma, rin={"pool": 9})
    assert list(play.asked()) == ["mika", "toma"]
    assert [one["key"] for one in question(play, "mika")["options"]] == ["defend", "clash"]
    declared = {
        "raise": [0, 1, 2, 3],
        "specialty": [False, True],
        "strategy": ["", "1:mika", "1:toma", "2:toma"],
    }
    assert further(play, "mika", "defend") == declared
    assert further(play, "mika", "clash") == declared
    labels = [
        [each["label"] for each in one["options"]]
        for one in option(play, "mika", "defend")["further"]
    ]
    assert labels == [
        ["None", "1, tension +1", "2, tension +2", "3, tension +3"],
        ["No", "Yes: Fencing or Riding"],
        ["None", "1 of Mika", "1 of Toma", "2 of Toma"],
    ]
    play.answer("toma", None)
    chosen = {"raise": 1, "specialty": True, "strategy": "2:toma"}
    assert play.answer("mika", "defend", further=chosen) is None
    mika, toma_now = (play.table.state.characters[who] for who in ("mika", "toma"))
    assert (mika.body_tension, mika.pool, toma_now.pool) == (1, 1, 0)
    passing(play)
    assert resolved(play, "attack")["results"] == [15, 1 + 1 + 4 + 2 + 6 + 2]
    play.finish()


def test_declining_is_a_plain_defense(way: str) -> None:
    play = attacked(way, [1, 1, 1, 1], mika=FENCER)
    assert question(play, "mika")["decline"] == "Just defend"
    passing(play)
    assert resolved(play, "attack")["results"] == [7, 8]
    play.finish()


def test_who_can_declare_nothing_may_still_clash(way: str) -> None:
    play = attacked(way, [], mika=MAX)
    assert play.asked() == {"mika": ["clash"], "toma": ["defend", "clash"]}
    assert further(play, "mika", "clash") == {}


def test_who_can_do_nothing_is_not_asked(way: str) -> None:
    """Rin's turn is over, and at MAX neither she nor Toma can raise or pay."""
    play = seat(way, [1, 1, 6, 6, 2, 2], rin=MAX, toma={"mind_tension": 6, "at_max": True})
    fight(play)
    play.do("rin", "turn")
    play.do("rin", "end_turn")
    play.do("mika", "turn")
    play.do("mika", "attack", target="rin")
    assert list(play.asked()) == ["mika"], "only about raises after the throw"
    passing(play)
    play.finish()


def test_no_habit_is_offered_for_a_reply(way: str) -> None:
    play = attacked(way, [])
    assert {one["habit"] for one in question(play, "mika")["options"]} == {None}


def test_the_other_sides_claim_is_gone_from_a_pool_of_both(way: str) -> None:
    play = seat(way, [1, 1, 1, 1, 1], mika={"pool": 3})
    fight(play, "mika", "toma")
    play.do("mika", "turn")
    assert play.do("mika", "attack", target="toma", points=2) is None
    assert further(play, "toma", "defend")["strategy"] == ["", "1:mika"]
    assert play.answer("toma", "defend", further={"strategy": "1:mika"}) is None
    assert play.table.state.characters["mika"].pool == 0
    passing(play)
    play.finish()


def test_a_clash_is_declared_with_raises_of_its_own(way: str) -> None:
    play = attacked(way, [1, 2, 5, 4, 6, 3], mika={"body_tension": 1})
    assert option(play, "mika", "clash")["cost"] == "your turn"
    play.answer("toma", None)
    play.answer("mika", "clash", further={"raise": 1})
    passing(play)
    data = resolved(play, "attack")
    assert (data["results"], data["victim"]) == ([8, 5 + 4 + 6 + 7 + 1], "rin")
    assert play.do("rin", "end_turn") is None
    assert play.do("mika", "turn") == "no_turn_left"
    play.finish()


def test_a_protector_declares_with_what_is_left_after_the_price(way: str) -> None:
    """T12: the price counts at once; Mika's support and Toma's defense lie on other tracks."""
    mika = {**FENCER, "soul_tension": 2, "body_tension": 5}
    play = attacked(way, [5, 5, 1, 1, 4, 6], "toma", mika=mika)
    assert option(play, "mika", "defend")["cost"] == "1 tension"
    assert option(play, "mika", "clash")["cost"] == "1 tension, your turn"
    assert further(play, "mika", "defend") == {"raise": [0, 1, 2], "specialty": [False, True]}
    play.answer("toma", None)
    play.answer("mika", "defend", further={"raise": 1, "specialty": True})
    mika_now = play.table.state.characters["mika"]
    assert (mika_now.soul_tension, mika_now.body_tension) == (3, 6)
    passing(play)
    assert resolved(play, "attack")["results"] == [15, 1 + 1 + 4 + 6 + 6 + 5]
    play.finish()


def test_a_price_that_brings_max_leaves_no_raises(way: str) -> None:
    mika = {"soul_tension": 6}
    play = attacked(way, [1, 1, 1, 1], "toma", mika=mika)
    assert further(play, "mika", "defend") == {}
    play.answer("mika", "defend")
    play.answer("toma", None)
    assert play.table.state.characters["mika"].at_max is True
    passing(play)
    play.finish()


def test_who_cannot_pay_is_not_asked(way: str) -> None:
    play = attacked(way, [], "toma", mika={"soul_tension": 6, "at_max": True})
    assert list(play.asked()) == ["toma"]


@pytest.mark.parametrize(
    ("mika", "toma", "responder", "purposes"),
    [
        (None, None, "toma", ["attack", "defend"]),
        ("defend", None, "mika", ["attack", "defend"]),
        ("clash", None, "mika", ["attack", "clash"]),
        ("defend", "defend", "mika", ["attack", "defend"]),
        ("clash", "defend", "mika", ["attack", "clash"]),
        ("defend", "clash", "toma", ["attack", "clash"]),
        ("clash", "clash", "toma", ["attack", "clash"]),
    ],
)
def test_whose_reply_counts(
    way: str, mika: str | None, toma: str | None, responder: str, purposes: list[str]
) -> None:
    """A clash of the target, else whoever jumps in, else the target's own defense (T43)."""
    play = attacked(way, [6, 6, 1, 1, 1, 1, 1], "toma")
    play.answer("mika", mika)
    play.answer("toma", toma)
    passing(play)
    data = resolved(play, "attack")
    rolled = [one["purpose"] for one in play.events("rolled")][-3:-1]
    assert (data["responder"], rolled) == (responder, purposes)
    paid = play.table.state.characters["mika"].soul_tension
    assert paid == (1 if responder == "mika" else 0)
    play.finish()


def test_the_first_of_two_protectors_jumps_in(way: str) -> None:
    play = seat(way, [6, 6, 1, 1, 1, 1, 1])
    fight(play)
    play.gm("character.add", id="kei", name="Kei", side="us", control="pc", fields={})
    play.gm(
        "cleanup",
        quiet=True,
        setup={"kei": {"attack": "courage", "defense": "diligence", "support": "knowledge"}},
    )
    play.gm("engage", who="kei", partner="toma")
    play.do("kei", "turn")
    play.do("kei", "end_turn")
    play.do("rin", "turn")
    play.do("rin", "attack", target="toma")
    assert play.asked() == {
        "toma": ["defend", "clash"],
        "mika": ["defend", "clash"],
        "kei": ["defend"],
    }
    play.answer("kei", "defend")
    play.answer("mika", "defend")
    play.answer("toma", None)
    passing(play)
    assert resolved(play, "attack")["responder"] == "kei"
    assert play.table.state.characters["mika"].soul_tension == 0
    play.finish()


def test_a_shot_from_afar_is_not_clashed(way: str) -> None:
    play = seat(way, [])
    play.gm(
        "encounter.start",
        id="fight",
        order=["mika", "rin"],
        setup={
            "mika": {"attack": "courage", "defense": "diligence", "support": "expression"},
            "rin": {"attack": "courage", "defense": "diligence", "support": "understanding"},
        },
    )
    play.do("rin", "turn")
    assert play.do("rin", "attack", target="mika", ranged=True) is None
    assert play.asked() == {"mika": ["defend"]}


def test_impossible_options_are_refused_before_anybody_is_asked(way: str) -> None:
    play = seat(way, [], rin={"body_tension": 5})
    fight(play)
    play.do("rin", "turn")
    attack = {"kind": "command", "verb": "attack", "actor": "rin"}
    code, text = said_no(play, **attack, args={"target": "mika", "raise": 3})
    assert (code, text) == (
        "no_room",
        "Rin needs 3 more tension on Body and has room for 2. Rest, or do it without.",
    )
    assert said_no(play, **attack, args={"target": "mika", "raise": 4})[0] == "over_the_limit"
    assert said_no(play, **attack, args={"target": "mika", "specialty": True})[0] == "no_specialty"
    oppose = {"kind": "command", "verb": "opposed", "actor": "rin"}
    args = {"target": "mika", "attribute": "courage", "raise": 3}
    assert said_no(play, **oppose, args=args)[0] == "no_room"


# The game master's hand meanwhile


def test_a_protector_who_goes_down_meanwhile_protects_nobody(way: str) -> None:
    play = attacked(way, [6, 6, 1, 1, 1, 1, 1], "toma")
    play.answer("mika", "defend", further={"raise": 2})
    play.gm("character.edit", character="mika", fields={"body": 21, "down": True})
    play.answer("toma", None)
    passing(play)
    data = resolved(play, "attack")
    assert (data["responder"], data["victim"]) == ("toma", "toma")
    mika = play.table.state.characters["mika"]
    assert (mika.soul_tension, mika.body_tension) == (0, 0)
    told = card(play, "owner:mika")["receipts"][0]
    assert told["text"] == "The reply is not possible: not conscious."
    assert card(play)["receipts"] == []
    play.finish()


def test_a_protector_who_is_down_when_answering_is_told_so(way: str) -> None:
    play = attacked(way, [1, 1, 6, 1, 1], "toma")
    play.gm("character.edit", character="mika", fields={"body": 21, "down": True})
    asked = question(play, "mika")["id"]
    assert said_no(play, kind="answer", request=asked, choice="defend")[0] == "not_conscious"
    passing(play)
    play.finish()


def test_a_target_without_room_meanwhile_defends_plainly(way: str) -> None:
    play = attacked(way, [6, 6, 1, 1, 1, 1, 1])
    play.answer("mika", "defend", further={"raise": 3})
    play.gm("character.edit", character="mika", fields={"body_tension": 5})
    play.answer("toma", None)
    assert play.table.state.characters["mika"].body_tension == 5
    passing(play)
    assert resolved(play, "attack")["results"] == [6 + 6 + 1 + 1 + 5, 1 + 1 + 6 + 5]
    play.finish()


def test_an_attacker_who_goes_down_meanwhile_attacks_nobody() -> None:
    """What the rules refuse after an answer is taken back as a whole."""
    play = attacked("straight", [])
    play.gm("character.edit", character="rin", fields={"body": 21, "down": True})
    play.answer("toma", None)
    outcome = play.act(kind="answer", request=question(play, "mika")["id"], choice=None)
    assert outcome.entry is not None
    assert (outcome.entry["kind"], play.asked()) == ("withdrawn", {})
    assert play.table.state.encounters["fight"].actions == 1


# After a hit


def test_a_protector_takes_the_damage(way: str) -> None:
    play = attacked(way, [5, 5, 2, 2, 4], "toma")
    play.answer("toma", None)
    play.answer("mika", None)
    play.answer("rin", None)
    play.answer("toma", None)
    assert play.asked() == {"mika": ["take"]}
    assert question(play, "mika")["trigger"] == "Rin hits Toma."
    play.answer("mika", "take")
    passing(play)
    mika = play.table.state.characters["mika"]
    assert (resolved(play, "attack")["victim"], mika.body, mika.soul_tension) == ("mika", 11, 1)
    play.finish()


@pytest.mark.parametrize(
    ("chosen", "damage"), [(None, 4 + 2 + 3), (True, 4 + 2 + 3), (False, 4 + 2)]
)
def test_half_the_margin_is_optional(way: str, chosen: bool | None, damage: int) -> None:
    """T38: whoever hits says whether half the margin is added; saying nothing adds it."""
    play = attacked(way, [5, 5, 1, 1, 4])
    for who in ("toma", "mika", "mika", "rin", "toma"):
        play.answer(who, None)
    asked = question(play, "rin")
    assert (asked["trigger"], asked["decline"]) == (
        "Rin hits Mika.",
        "Just throw, with 3 of the margin",
    )
    assert further(play, "rin", "throw") == {"add_margin": [True, False], "raise": [0, 1, 2, 3]}
    labels = [one["label"] for one in option(play, "rin", "throw")["further"][0]["options"]]
    assert labels == ["Add 3", "Leave it out"]
    if chosen is None:
        play.answer("rin", None)
    else:
        play.answer("rin", "throw", further={"add_margin": chosen})
    passing(play)
    assert resolved(play, "attack")["damage"] == damage
    play.finish()


def test_damage_has_raises_a_specialty_and_points_of_its_own(way: str) -> None:
    play = attacked(way, [5, 5, 1, 1, 4, 2, 3], rin={**FENCER, "pool": 2})
    for who in ("toma", "mika", "mika", "rin", "toma"):
        play.answer(who, None)
    chosen = {"add_margin": False, "raise": 1, "specialty": True, "strategy": "2:rin"}
    assert play.answer("rin", "throw", further=chosen) is None
    assert question(play, "rin")["purse"]["text"] == "2 raises left", "one of three is used"
    play.answer("rin", None)
    assert resolved(play, "attack")["damage"] == 4 + 2 + 3 + 2 + 2
    rin = play.table.state.characters["rin"]
    assert (rin.body_tension, rin.pool) == (1, 0)
    play.finish()


def test_where_there_is_nothing_to_choose_damage_is_just_thrown(way: str) -> None:
    play = attacked(way, [3, 4, 3, 2, 4], rin=MAX, mika=MAX)
    play.answer("toma", None)
    play.answer("mika", None)
    assert list(play.asked()) == ["toma"], "who may still take the damage"
    play.answer("toma", None)
    data = resolved(play, "attack")
    assert (data["results"], data["damage"]) == ([18, 17], 4 + 2 + 6)
    play.finish()


def test_who_counters_is_asked_about_the_damage(way: str) -> None:
    play = attacked(way, [1, 2, 5, 4, 3])
    play.answer("toma", None)
    play.answer("mika", "clash")
    play.answer("mika", None)
    play.answer("rin", None)
    assert question(play, "mika")["trigger"] == "Mika hits Rin."
    play.answer("mika", None)
    assert play.asked() == {"mika": ["raise"]}
    play.answer("mika", None)
    assert resolved(play, "attack")["damage"] == 10
    play.finish()


def test_who_can_no_longer_take_the_damage_is_told_so(way: str) -> None:
    play = attacked(way, [5, 5, 2, 2, 4], "toma")
    for who in ("toma", "mika", "rin", "toma"):
        play.answer(who, None)
    play.gm("character.edit", character="mika", fields={"body_tension": 6, "at_max": True})
    asked = question(play, "mika")["id"]
    assert said_no(play, kind="answer", request=asked, choice="take") == (
        "no_room",
        "Mika needs 1 more tension on Soul and has room for 0. Rest, or do it without.",
    )
    passing(play)
    assert resolved(play, "attack")["victim"] == "toma"
    play.finish()


# Opposing


def test_the_other_side_answers_with_one_option(way: str) -> None:
    """Attribute, raises, specialty and points are further choices of one option."""
    play = seat(way, [3, 4, 2, 2, 1, 5], rin={**FENCER, "pool": 1, "mind_tension": 6})
    play.do("mika", "opposed", target="rin", attribute="courage")
    assert play.asked() == {"rin": ["oppose"]}
    asked = question(play, "rin")
    assert asked["trigger"] == "Mika opposes you with Courage."
    assert asked["decline"] == "The same, Courage"
    assert further(play, "rin", "oppose") == {
        "attribute": ["courage", "knowledge", "diligence", "expression", "understanding"],
        "raise": [0, 1, 2, 3],
        "specialty": [False, True],
        "strategy": ["", "1:rin"],
    }
    labels = [one["label"] for one in option(play, "rin", "oppose")["further"][0]["options"]]
    assert labels[:2] == ["Courage 5", "Knowledge 4"]
    assert option(play, "rin", "oppose")["habit"] is None
    bad = {"attribute": "knowledge", "raise": 2}
    code, text = said_no(play, kind="answer", request=asked["id"], choice="oppose", further=bad)
    assert code == "no_room"
    assert text == "Rin needs 2 more tension on Mind and has room for 1. Rest, or do it without."
    chosen = {"attribute": "expression", "raise": 1, "specialty": True, "strategy": "1:rin"}
    assert play.answer("rin", "oppose", further=chosen) is None
    passing(play)
    assert resolved(play, "opposed")["results"] == [14, 2 + 2 + 1 + 5 + 6 + 1 - 6]
    play.finish()


def test_declining_opposes_with_the_same(way: str) -> None:
    play = seat(way, [3, 4])
    play.do("mika", "opposed", target="rin", attribute="knowledge", half=True)
    play.answer("rin", None)
    passing(play)
    assert resolved(play, "opposed")["results"] == [3 + 2, 4 + 2]
    play.finish()


def test_whoever_goes_down_meanwhile_opposes_nobody() -> None:
    play = seat("straight", [])
    play.do("mika", "opposed", target="rin", attribute="courage")
    play.gm("character.edit", character="rin", fields={"body": 21, "down": True})
    asked = question(play, "rin")["id"]
    outcome = play.act(kind="answer", request=asked, choice=None)
    assert outcome.entry is not None
    assert (outcome.entry["kind"], play.table.is_open) == ("withdrawn", False)


def test_players_answer_for_their_own_alone(way: str) -> None:
    play = attacked(way, [])
    theirs = question(play, "toma")["id"]
    no = said_no(play, kind="answer", request=theirs, choice=None, sender=OWNER)
    assert no[0] == "question_closed"
    assert play.answer("mika", None, sender=OWNER) is None


# Turns


def test_a_holder_who_interrupts_pays_and_acts_at_once(way: str) -> None:
    play = seat(way, [])
    fight(play)
    assert play.do("rin", "hold") is None
    assert play.do("rin", "interrupt") == "nobody_was_first"
    assert play.do("mika", "turn") is None
    assert play.do("rin", "interrupt") == "turn_runs"
    assert play.do("mika", "end_turn") is None
    assert play.do("rin", "interrupt") is None
    combat = play.table.state.encounters["fight"]
    assert (combat.turn, combat.holding, play.table.state.characters["rin"].soul_tension) == (
        "rin",
        {},
        2,
    )
    assert play.do("rin", "end_turn") is None
    assert play.do("rin", "interrupt") == "no_turn_left"


def test_everyone_holds_and_the_round_goes_on(way: str) -> None:
    play = seat(way, [])
    fight(play)
    for who in ("rin", "mika", "toma"):
        assert play.do(who, "hold") is None
    view = play.table.view("gm")["encounters"]["fight"]
    assert view["next"] == {"verb": "turn", "actor": "rin", "label": "Begin the turn of Rin"}
    assert play.do("toma", "turn") is None
    assert play.do("toma", "end_turn") is None
    assert play.do("mika", "turn") is None
