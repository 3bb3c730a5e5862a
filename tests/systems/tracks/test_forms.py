"""Buttons with forms: points of strategy, effects at cleanup, engagements; and setup in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.testing import GM, Play
from tests.systems.tracks.live import (
    CHOICES,
    OWNER,
    card,
    fight,
    question,
    resolved,
    said_no,
    seat,
)


def button(play: Play, actor: str, label: str) -> dict[str, Any]:
    """A button of an actor by its label."""
    actions = play.table.look(actor, [], GM)["actions"]
    found: dict[str, Any] = next(one for one in actions if one["label"] == label)
    return found


def form(play: Play, actor: str, label: str) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in button(play, actor, label)["form"]}


def pressed(play: Play, actor: str | None, found: dict[str, Any], **filled: Any) -> dict[str, Any]:
    """The action of a form whose fields were filled in."""
    args = {**found["args"], **filled}
    return {"kind": "command", "verb": found["verb"], "actor": actor, "args": args}


# Points of strategy


def test_the_form_offers_the_pools_of_ones_own_side(way: str) -> None:
    play = seat(way, [1, 2], mika={"pool": 3}, toma={"pool": 5}, rin={"pool": 9})
    shown = form(play, "mika", "Courage")
    assert shown["points"] == {
        "key": "points",
        "label": "Points of strategy",
        "kind": "integer",
        "optional": True,
        "min": 1,
        "max": 5,
    }
    assert shown["pool"]["options"] == [
        {"value": "mika", "label": "Mika, 3 left"},
        {"value": "toma", "label": "Toma, 5 left"},
    ]
    assert form(play, "rin", "Courage")["pool"]["options"] == [
        {"value": "rin", "label": "Rin, 9 left"}
    ]
    done = play.act(**pressed(play, "mika", button(play, "mika", "Courage"), points=4, pool="toma"))
    assert done.ok
    play.answer("mika", None)
    assert resolved(play, "challenge")["result"] == 1 + 2 + 7 + 4
    assert (play.table.state.characters["toma"].pool, play.table.state.characters["mika"].pool) == (
        1,
        3,
    )
    assert card(play, "owner:mika")["receipts"][0]["text"] == "dice 3 + Courage 7 + strategy 4"
    play.finish()


def test_without_points_the_form_has_no_such_field(way: str) -> None:
    play = seat(way)
    assert {"points", "pool"} & form(play, "mika", "Courage").keys() == set()
    assert set(form(play, "mika", "Courage")) == {"tn", "half", "raise", "modifier"}


@pytest.mark.parametrize(
    ("pools", "from_whom"),
    [({"mika": 2, "toma": 2}, "mika"), ({"toma": 2}, "toma"), ({"mika": 2}, "mika")],
)
def test_without_a_name_it_is_ones_own_pool_else_the_only_one(
    way: str, pools: dict[str, int], from_whom: str
) -> None:
    play = seat(way, [1, 2], **{who: {"pool": points} for who, points in pools.items()})
    assert play.act(kind="command", actor="mika", text="!tracks challenge courage points 2").ok
    play.answer("mika", None)
    assert resolved(play, "challenge")["result"] == 12
    left = {who: play.table.state.characters[who].pool for who in pools}
    assert left == {who: 0 if who == from_whom else 2 for who in pools}
    play.finish()


def test_claims_that_fail_say_why(way: str) -> None:
    play = seat(way, mika={"pool": 1}, toma={"pool": 2})
    play.gm("character.add", id="kei", name="Kei", side="us", control="pc", fields={})
    courage = button(play, "mika", "Courage")

    def no(actor: str, **filled: Any) -> tuple[str, str]:
        return said_no(play, **pressed(play, actor, courage, **filled))

    assert no("kei", points=1) == (
        "whose_points",
        "Several have points of strategy: Mika and Toma. Choose whose are used.",
    )
    assert no("rin", points=1)[0] == "no_points"
    assert no("rin", points=1, pool="mika")[0] == "not_an_ally"
    assert no("mika", points=2) == (
        "pool_too_small",
        "Points left in the strategy of Mika: 1. Use fewer.",
    )
    assert no("mika", pool="toma")[0] == "bad_command"
    assert no("mika", points=0)[0] == "bad_command"
    assert no("mika", points=True)[0] == "bad_command"
    assert no("mika", points=1, pool="nobody")[0] == "unknown_character"
    assert no("mika", points=1, pool=["mika"])[0] == "unknown_character"


def test_points_go_with_every_challenge(way: str) -> None:
    play = seat(way, [1, 2, 3, 3, 1], mika={"pool": 9, "fate": "accepted"}, rin={"body": 13})
    aid = {"target": "rin", "attribute": "diligence", "points": 2, "allocate": [], "quiet": True}
    for verb, args in (
        ("first_aid", aid),
        ("reverse_fate", {"attribute": "diligence", "points": 3, "quiet": True}),
        ("strategy", {"points": 1, "quiet": True}),
    ):
        assert play.do("mika", verb, **args) is None
    assert resolved(play, "first_aid")["result"] == 1 + 2 + 6 - 3 + 2
    assert resolved(play, "reverse_fate")["result"] == 3 + 3 + 6 + 3
    assert resolved(play, "strategy")["result"] == 1 + 2 + 1
    assert play.table.state.characters["mika"].pool == 4, "the new plan is the pool of the day"
    play.finish()


# Effects at cleanup


def cleaned(play: Play, marks: Any) -> dict[str, Any]:
    return pressed(play, None, button(play, "mika", "Cleanup"), marks=marks)


@pytest.mark.parametrize(
    "marks",
    [
        "Mika body 3, Rin mind 2",
        " mika BODY 3 ; rin Mind 2 ",
        '@Mika: body 3, "Rin" mind 2',
        "Mika body 3,Rin mind 2,",
        "MIKA body 3, Rín mind 2",
    ],
)
def test_effects_as_a_person_writes_them(way: str, marks: str) -> None:
    play = seat(way)
    fight(play)
    assert form(play, "mika", "Cleanup")["marks"]["kind"] == "text"
    assert play.act(**{**cleaned(play, marks), "args": {"marks": marks, "quiet": True}}).ok
    assert (play.table.state.characters["mika"].body, play.table.state.characters["rin"].mind) == (
        3,
        2,
    )
    changes = [
        (one["character"]["id"], one["label"], one["delta"]) for one in card(play)["changes"]
    ]
    assert changes == [("mika", "Body damage", "+3"), ("rin", "Mind damage", "+2")]


def test_effects_of_names_with_commas_and_spaces(way: str) -> None:
    play = seat(way)
    play.gm("character.add", id="k", name="Kei, the body 2", side="us", control="pc", fields={})
    fight(play, "mika", "rin")
    args = {"marks": "Kei, the body 2 soul 4, Rin body 1", "quiet": True}
    assert play.act(kind="command", verb="cleanup", args=args).ok
    assert (play.table.state.characters["k"].soul, play.table.state.characters["rin"].body) == (
        4,
        1,
    )


@pytest.mark.parametrize(
    ("marks", "code", "told"),
    [
        ("Mika", "unclear_effects", "This is no effect: Mika."),
        ("Mika legs 3", "unclear_effects", "This is no effect: legs 3."),
        ("Mika body", "unclear_effects", "This is no effect: body."),
        ("Mika body -3", "unclear_effects", "This is no effect: body -3."),
        ("Mika body 3 Rin mind 2", "unclear_effects", "This is no effect: body 3 Rin mind 2."),
        ("Mika body 9999999", "unclear_effects", "This is no effect: body 9999999."),
        ("Nobody body 3", "unknown_name", "Nobody here is called Nobody."),
        ("Mi body 3", "ambiguous_name", "Mi could be Mika."),
        (", Mika body 3", "unknown_name", "Nobody here is called ,."),
        ("Toma body 3", "is_dead", "Toma is dead."),
        (7, "bad_command", "effects are written as a text"),
        (["Mika body 3"], "bad_command", "effects are written as a text"),
    ],
)
def test_effects_that_cannot_be_read_say_so(way: str, marks: Any, code: str, told: str) -> None:
    play = seat(way, toma={"dead": True})
    fight(play, "mika", "rin")
    found, text = said_no(play, **cleaned(play, marks))
    assert found == code
    assert told in text


def test_effects_before_the_last_cleanup(way: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin")
    last = pressed(
        play, None, button(play, "mika", "Last cleanup"), marks="Toma body 1", quiet=True
    )
    assert play.act(**last).ok
    assert (play.table.state.characters["toma"].body, play.table.state.encounters) == (1, {})


def test_nothing_in_the_form_is_a_cleanup_without_effects(way: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin")
    assert play.act(kind="command", verb="cleanup", args={"marks": "  ", "quiet": True}).ok
    assert play.table.state.encounters["fight"].round == 2


# Engagements


def engaged(play: Play) -> list[list[str]]:
    found: list[list[str]] = play.table.view("gm")["encounters"]["fight"]["links"]
    return found


def test_the_game_master_says_who_is_engaged(way: str) -> None:
    play = seat(way)
    fight(play)
    play.gm("engage", who="mika")
    assert engaged(play) == [["rin", "toma"]], "the rest stay joined"
    play.gm("engage", who="toma")
    assert engaged(play) == []
    shown = form(play, "rin", "Engage")
    names = [{"value": who, "label": who.capitalize()} for who in ("mika", "rin", "toma")]
    assert (shown["who"]["options"], shown["who"]["optional"], shown["who"]["default"]) == (
        names,
        False,
        "rin",
    )
    assert (shown["partner"]["options"], shown["partner"]["optional"]) == (names, True)
    assert play.act(
        **pressed(play, None, button(play, "rin", "Engage"), who="rin", partner="mika")
    ).ok
    assert engaged(play) == [["mika", "rin"]]
    assert card(play)["effects"] == ["Engaged now: Mika, Rin."]
    play.gm("engage", who="toma", partner="mika")
    play.gm("engage", who="toma", partner="rin")
    assert engaged(play) == [["mika", "rin", "toma"]]
    assert play.table.state.encounters["fight"].links == [["rin", "mika"], ["toma", "mika"]]


def test_it_costs_no_move(way: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin")
    play.do("rin", "turn")
    play.gm("engage", who="rin")
    assert play.do("rin", "advance", target="mika") is None
    assert play.table.state.characters["rin"].soul_tension == 0


def test_withdraw_bridge_holds_for_the_game_master_too(way: str) -> None:
    play = seat(way, rules={"withdraw_bridge": "split"})
    fight(play)
    play.gm("engage", who="mika")
    assert engaged(play) == []
    assert card(play)["effects"] == ["Nobody is engaged now."]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({}, "unknown_character"),
        ({"who": "nobody"}, "unknown_character"),
        ({"who": ["mika"]}, "unknown_character"),
        ({"who": "mika", "partner": "mika"}, "needs_two"),
        ({"who": "mika", "partner": "toma"}, "not_in_combat"),
        ({"who": "toma", "partner": "mika"}, "not_in_combat"),
        ({"who": "mika", "partner": None}, "unknown_character"),
        ({"who": "mika", "partner": ""}, "unknown_character"),
    ],
)
def test_engagements_that_cannot_be(way: str, args: dict[str, Any], code: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin")
    assert said_no(play, kind="command", verb="engage", args=args)[0] == code


def test_no_engagement_without_a_combat_and_none_by_players(way: str) -> None:
    play = seat(way)
    assert said_no(play, kind="command", verb="engage", args={"who": "mika"})[0] == "no_combat"
    assert "Engage" not in [one["label"] for one in play.table.look("mika", [], GM)["actions"]]
    fight(play, "mika", "rin")
    own = {"kind": "command", "verb": "engage", "args": {"who": "mika"}, "sender": OWNER}
    assert said_no(play, **own)[0] == "gm_only"


# Setup

OTHER = "Choose another attribute for one of them."


def choosing(way: str, **people: Any) -> Play:
    play = seat(way, **people)
    play.gm("encounter.start", id="fight", order=["mika", "rin"])
    return play


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        (
            {"attack": "knowledge", "defense": "knowledge"},
            "same_attribute",
            "Knowledge is chosen for both Attack and Defense. " + OTHER,
        ),
        (
            {"support": "courage"},
            "same_attribute",
            "Courage is chosen for both Attack and Support. " + OTHER,
        ),
        (
            {"support": "diligence"},
            "same_attribute",
            "Diligence is chosen for both Defense and Support. " + OTHER,
        ),
        (
            {"kind": "social"},
            "bad_social_setup",
            "Courage has no part in social combat. "
            "Choose from Knowledge, Expression and Diligence.",
        ),
    ],
)
def test_a_setup_that_cannot_be_is_refused_in_words(
    way: str, change: dict[str, str], code: str, told: str
) -> None:
    play = choosing(way)
    asked = question(play, "mika")["id"]
    chosen = {**CHOICES["mika"], "kind": "normal", "on_max": "normal", **change}
    refusal = said_no(play, kind="answer", request=asked, choice="choose", further=chosen)
    assert refusal == (code, told)
    assert question(play, "mika")["id"] == asked, "the question stays"
    assert (
        play.answer("mika", "choose", further={**chosen, **CHOICES["mika"], "kind": "normal"})
        is None
    )
    assert play.answer("rin", None) is None
    assert play.table.state.encounters["fight"].setups["mika"] == CHOICES["mika"]


def test_half_combat_at_max_is_refused_in_words(way: str) -> None:
    play = choosing(way, mika={"body_tension": 6, "at_max": True})
    asked = question(play, "mika")["id"]
    chosen = {**CHOICES["mika"], "kind": "half"}
    refusal = said_no(play, kind="answer", request=asked, choice="choose", further=chosen)
    assert refusal == (
        "half_at_max",
        "Mika is at MAX and cannot join half combat. Choose normal combat.",
    )


def test_what_was_chosen_last_stands_first(way: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin", mika={"half": True, "on_max": "drop"})
    play.act(kind="command", verb="cleanup", args={})
    asked = question(play, "mika")
    assert (
        asked["decline"]
        == "Keep the last setup: attack courage, defense diligence, support expression, half combat"
    )
    first = {one["key"]: one["options"][0]["value"] for one in asked["options"][0]["further"]}
    assert first == {**CHOICES["mika"], "kind": "half", "on_max": "drop"}
    assert asked["options"][0]["habit"] is None
    assert play.answer("mika", "choose") is None, "the first of each is the last choice"
    assert play.answer("rin", None) is None
    setup = {**CHOICES["mika"], "half": True, "on_max": "drop"}
    assert play.table.state.encounters["fight"].setups["mika"] == setup


def test_the_unconscious_are_not_set_up(way: str) -> None:
    """T27: whoever is down when a combat begins has no part in it and may join later."""
    play = choosing(way, rin={"body": 21, "down": True})
    assert list(play.asked()) == ["mika"]
    play.answer("mika", None)
    combat = play.table.state.encounters["fight"]
    assert (combat.order, list(combat.setups)) == (["mika"], ["mika"])
    assert play.table.state.characters["rin"].encounter is None
    play.gm("character.edit", character="rin", fields={"body": 0})
    play.gm("encounter.join", character="rin", encounter="fight")
    play.act(kind="command", verb="cleanup", args={})
    assert list(play.asked()) == ["mika", "rin"]
    play.answer("rin", None)
    play.answer("mika", None)
    assert play.table.state.encounters["fight"].order == ["mika", "rin"]


def test_whoever_goes_down_while_choosing_keeps_the_last_choice(way: str) -> None:
    play = seat(way)
    fight(play, "mika", "rin")
    play.act(kind="command", verb="cleanup", args={})
    play.answer("mika", "choose", further={**CHOICES["mika"], "support": "knowledge"})
    play.gm("character.edit", character="mika", fields={"body": 21, "down": True})
    play.answer("rin", None)
    assert play.table.state.encounters["fight"].setups["mika"] == CHOICES["mika"]
    told = card(play, "owner:mika")["receipts"][0]["text"]
    assert told == "The setup is not possible: not conscious."


# Sheets and changes


@pytest.mark.parametrize(
    ("rules", "fields", "budget"),
    [
        (
            {},
            {},
            (
                "25 of about 30 for attributes, 0 of about 10 for specialties, 6 for skills",
                25,
                "15 left",
            ),
        ),
        (
            {"attribute_base": 1},
            {},
            (
                "20 of about 30 for attributes, 0 of about 10 for specialties, 6 for skills",
                20,
                "20 left",
            ),
        ),
        (
            {},
            {"courage": 10, "diligence": 9, "specialties": ["a"] * 6, "abilities": []},
            (
                "31 of about 30 for attributes, 12 of about 10 for specialties",
                43,
                "1 over for attributes, 2 over for specialties",
            ),
        ),
        (
            {"attribute_base": 1},
            {"courage": 10, "diligence": 9, "specialties": ["a"] * 5},
            (
                "26 of about 30 for attributes, 10 of about 10 for specialties, 6 for skills",
                36,
                "4 left",
            ),
        ),
        (
            {"build_limits": "strict"},
            {"specialties": ["a"] * 6},
            (
                "25 of 30 for attributes, 12 of 10 for specialties, 6 for skills",
                37,
                "2 over for specialties",
            ),
        ),
    ],
)
def test_the_budget_on_the_sheet(
    way: str, rules: dict[str, Any], fields: dict[str, Any], budget: tuple[str, int, str]
) -> None:
    """T52: cost beside the guides 30 and 10, with both values of each switch."""
    play = seat(way, rules=rules, mika=fields)
    text, value, rest = budget
    shown = play.table.view("owner:mika")["characters"]["mika"]["sheet"]["budget"]
    over = ["Specialties cost more than 10 points."] if "build_limits" in rules else []
    assert shown == {
        "label": "Built with",
        "text": text,
        "value": value,
        "max": 40,
        "rest": rest,
        "faults": over,
    }
    assert play.table.view("public")["characters"]["mika"]["sheet"]["budget"] is None


def lines(play: Play) -> list[tuple[str, str, str, str]]:
    return [
        (one["label"], one["from"], one["to"], one["delta"])
        for one in card(play)["changes"]
        if one.get("label", "").endswith("tension")
    ]


def test_tension_after_rest_says_where_it_stood(way: str) -> None:
    tension = {"mind_tension": 6, "body_tension": 6, "soul_tension": 1, "at_max": True}
    play = seat(way, mika=tension)
    play.gm("rest", minutes=10)
    assert lines(play) == [
        ("Mind tension", "MAX", "4", "−3"),
        ("Body tension", "MAX", "4", "−3"),
        ("Soul tension", "1", "0", "−1"),
    ]
    assert play.table.state.characters["mika"].at_max is False


def test_tension_after_accepting_fate_says_where_it_stood(way: str) -> None:
    play = seat(way, mika={"body": 20, "mind_tension": 3, "body_tension": 6, "at_max": True})
    play.act(kind="command", verb="hurt", args={"target": "mika", "track": "body", "amount": 1})
    play.answer("mika", "accept")
    assert lines(play) == [("Body tension", "MAX", "3", "−4"), ("Soul tension", "0", "3", "+3")]
    assert card(play)["effects"] == ["Mika accepts fate."]


def test_raises_and_sixes_are_one_line_from_where_it_stood_first(way: str) -> None:
    play = seat(way, [6, 1, 2, 3, 4], mika={"body_tension": 4})
    play.do("mika", "challenge", attribute="courage", **{"raise": 1})
    play.answer("mika", "raise")
    assert lines(play) == [("Body tension", "4", "MAX", "+3")]
    play.finish()


def test_max_of_another_track_is_not_told_twice(way: str) -> None:
    play = seat(way, mika={"mind_tension": 2, "body_tension": 6, "at_max": True})
    play.gm("rest", minutes=5)
    assert lines(play) == [("Mind tension", "2", "1", "−1"), ("Body tension", "MAX", "5", "−2")]


def test_the_check_of_a_build_says_what_is_beyond_a_guide(way: str) -> None:
    play = seat(way, mika={"courage": 10, "diligence": 9, "specialties": ["a"] * 6})
    check = button(play, "mika", "Check build")
    assert play.act(**pressed(play, None, check)).ok
    shown = card(play)
    assert shown["outcome"]["text"] == "49 points"
    told = ["Attributes cost more than 30 points.", "Specialties cost more than 10 points."]
    assert shown["effects"] == told


def test_healing_is_spread_up_to_its_points(way: str) -> None:
    """T25: what is offered first uses them up, in order; more than there is, is refused."""
    play = seat(way, [1, 1], mika={"mind": 5, "body": 6, "soul": 1})
    play.do("mika", "first_aid", target="mika", attribute="diligence")
    play.answer("mika", None)
    asked = question(play, "mika")
    offered = {
        one["key"]: ([each["value"] for each in one["options"]], one["total"])
        for one in asked["options"][0]["further"]
    }
    assert offered == {
        "mind": ([5, 4, 3, 2, 1, 0], 8),
        "body": ([3, 6, 5, 4, 2, 1, 0], 8),
        "soul": ([0, 1], 8),
    }
    bad = {"request": asked["id"], "choice": "heal", "further": {"mind": 5, "body": 4}}
    assert said_no(play, kind="answer", **bad) == (
        "too_much_healing",
        "9 points are spread and 8 can be removed. Choose fewer.",
    )
    assert play.answer("mika", "heal") is None
    mika = play.table.state.characters["mika"]
    assert (mika.mind, mika.body, mika.soul) == (0, 3, 1)
    play.finish()


def test_setup_asks_for_three_different_attributes_of_one_kind(way: str) -> None:
    """The page greys out what is taken by another place."""
    play = choosing(way)
    further = question(play, "mika")["options"][0]["further"]
    assert [one.get("distinct") for one in further] == ["attribute"] * 3 + [None, None]
