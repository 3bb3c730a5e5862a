"""Every ruling, and every house rule off its default, in the engine and in the second reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.systems.tracks.rules import TracksRules
from tests.systems.tracks.people import attack, challenge, does, opposed, scene, start
from tests.systems.tracks.second_reading import read
from tests.systems.tracks.test_cases import without_reasons

HALF = {"half": True}
BODY_MAX = {"tension": {"body": 6}, "max": True}
TURN = does("turn", "Rin")
CLEANUP = {"do": "cleanup"}


def last(result: dict[str, Any]) -> dict[str, Any]:
    outcome: dict[str, Any] = result["outcomes"][-1]
    return outcome


def person(result: dict[str, Any], name: str = "Mika") -> dict[str, Any]:
    one: dict[str, Any] = result["final"]["characters"][name]
    return one


def refused(result: dict[str, Any]) -> list[Any]:
    return [[one["step"], one.get("part")] for one in result["refused"]]


SWITCHED: list[tuple[str, Any, dict[str, Any], Callable[[dict[str, Any]], Any], Any, Any]] = [
    (
        "half_attribute_rounding",
        "up",
        scene(challenge(half=True), dice=[4]),
        lambda r: last(r)["result"],
        7,
        8,
    ),
    (
        "specialty_explodes",
        False,
        scene(challenge(specialty=True), dice=[1, 2, 6, 3], situation="stressful"),
        lambda r: [last(r)["result"], r["final"]["dice_left"]],
        [19, 0],
        [16, 1],
    ),
    (
        "extra_six_raises_tension",
        True,
        scene(challenge(bids=[{"who": "Mika"}]), dice=[1, 2, 6]),
        lambda r: person(r)["tension"]["body"],
        1,
        2,
    ),
    (
        "sixes_count_toward_limit",
        True,
        scene(
            challenge(bids=[{"who": "Mika", "raise": 3}]),
            dice=[6, 1, 2, 1, 1, 1],
            situation="stressful",
        ),
        refused,
        [],
        [[0, "bids[0]"]],
    ),
    (
        "bidding",
        "loser_only",
        scene(opposed({}, {}, bids=[{"who": "Mika"}]), dice=[6, 5, 1, 1, 3]),
        refused,
        [],
        [[0, "bids[0]"]],
    ),
    (
        "raise_lifts_calm_penalty",
        True,
        scene(challenge(**{"raise": 1}), dice=[1, 2, 3], mika={"tension": {"mind": 4}}),
        lambda r: last(r)["result"],
        9,
        13,
    ),
    (
        "max_step_payable",
        False,
        scene(challenge(**{"raise": 1}), dice=[1, 2, 3], mika={"tension": {"body": 6}}),
        refused,
        [],
        [[0, None]],
    ),
    (
        "max_blocks_six_dice",
        True,
        scene(challenge(), dice=[6, 1, 4], mika=BODY_MAX, situation="stressful"),
        lambda r: last(r)["result"],
        24,
        20,
    ),
    (
        "max_ignores",
        "all_penalties",
        scene(
            challenge(),
            dice=[3, 4],
            mika={**BODY_MAX, "damage": {"mind": 11, "body": 19}},
            situation="stressful",
        ),
        lambda r: last(r)["result"],
        17,
        20,
    ),
    (
        "new_stress_sixes",
        "next_challenge",
        scene(challenge(**{"raise": 1}), dice=[6, 1, 2, 5]),
        lambda r: last(r)["result"],
        21,
        16,
    ),
    (
        "penalty_track",
        "most_points",
        scene(challenge(), dice=[3, 4], mika={"damage": {"body": 12, "soul": 7}}),
        lambda r: last(r)["result"],
        11,
        14,
    ),
    (
        "collapse_timing",
        "immediate",
        scene(start("Mika", "Rin"), does("hurt", "Toma", track="body", amount=9)),
        lambda r: person(r, "Toma")["down"],
        False,
        True,
    ),
    (
        "withdraw_bridge",
        "split",
        scene(start("Rin", "Mika", "Toma"), TURN, does("withdraw", "Rin")),
        lambda r: r["final"]["combat"]["engaged"],
        [["Mika", "Toma"]],
        [],
    ),
    (
        "extra_actions",
        "unlimited",
        scene(start("Mika", "Rin"), TURN, does("extra_action", "Rin"), does("extra_action", "Rin")),
        lambda r: r["final"]["combat"]["actions"],
        2,
        3,
    ),
    (
        "half_combat_defense",
        "normal",
        scene(start("Mika", "Rin", rin=HALF), TURN, attack("Rin", "Mika"), dice=[5, 2, 2]),
        lambda r: last(r)["results"],
        [7, 5],
        [7, 10],
    ),
    (
        "social_attribute_set",
        "knowledge_expression_understanding",
        scene(
            {
                "do": "combat_start",
                "setup": {
                    name: {
                        "attack": "expression",
                        "defense": "diligence",
                        "support": "knowledge",
                        "half": True,
                        "social": True,
                    }
                    for name in ("Mika", "Toma")
                },
            }
        ),
        refused,
        [],
        [[0, None]],
    ),
    (
        "protect_track",
        "target_defense",
        scene(
            start("Toma", "Rin", "Mika", mika={"defense": "knowledge"}),
            TURN,
            attack("Rin", "Toma", protect_after={"who": "Mika"}),
            dice=[5, 5, 2, 2, 4],
        ),
        lambda r: last(r)["track"],
        "mind",
        "body",
    ),
    (
        "npc_full_track",
        "pass_out",
        scene(does("hurt", "Toma", track="body", amount=4), toma={"fate": "none"}),
        lambda r: [person(r, "Toma")["dead"], person(r, "Toma")["down"]],
        [True, False],
        [False, True],
    ),
    (
        "attribute_base",
        1,
        scene(
            {
                "do": "build",
                "attributes": dict.fromkeys(
                    ("knowledge", "courage", "diligence", "expression", "understanding"), 7
                ),
                "specialties": [],
                "skills": ["strategy"],
            }
        ),
        lambda r: last(r)["cost"]["attributes"],
        35,
        30,
    ),
    (
        "build_limits",
        "strict",
        scene(
            {
                "do": "build",
                "attributes": dict.fromkeys(
                    ("knowledge", "courage", "diligence", "expression", "understanding"), 7
                ),
                "specialties": ["a"] * 6,
                "skills": [],
            }
        ),
        lambda r: last(r)["errors"],
        [],
        ["attributes_over_30", "specialties_over_10"],
    ),
]


def checked(whole: dict[str, Any], play: Callable[..., Any]) -> dict[str, Any]:
    result: dict[str, Any] = play(whole)
    assert without_reasons(result) == read(whole)
    return result


@pytest.mark.parametrize("switched", SWITCHED, ids=[one[0] for one in SWITCHED])
def test_a_house_rule_and_its_default(switched: Any, play: Callable[..., Any]) -> None:
    switch, value, whole, found, default, otherwise = switched
    assert found(checked(whole, play)) == default
    given = {**whole["given"], "rules": {switch: value}}
    assert found(checked({**whole, "given": given}, play)) == otherwise


def test_every_house_rule_is_tried() -> None:
    assert [one[0] for one in SWITCHED] == [one["key"] for one in TracksRules.describe()]


RULINGS: list[tuple[str, dict[str, Any], Callable[[dict[str, Any]], Any], Any]] = [
    ("T1", scene(challenge(modifier=-2), dice=[3, 4]), lambda r: last(r)["result"], 12),
    ("T2", scene(challenge("Toma", half=True), dice=[4]), lambda r: last(r)["result"], 4),
    ("T3", scene(challenge(tn=14), dice=[3, 4]), lambda r: last(r)["success"], False),
    (
        "T4",
        scene(opposed({"half": True}, {"half": True}), dice=[1, 2]),
        lambda r: [last(r)["winner"], last(r)["by"]],
        ["Mika", "attribute"],
    ),
    (
        "T5",
        scene(challenge(), dice=[1, 1], mika={"tension": {"soul": 2}}, situation="stressful"),
        lambda r: last(r)["result"],
        11,
    ),
    ("T6", scene(challenge(), dice=[6, 6]), lambda r: person(r)["tension"]["body"], 0),
    (
        "T9",
        scene(challenge(bids=[{"who": "Mika"}]), dice=[1, 1, 1]),
        lambda r: r["final"]["situation"],
        "stressful",
    ),
    (
        "T10",
        scene(challenge(**{"raise": 2}, bids=[{"who": "Mika", "raise": 2}]), dice=[1, 1, 1, 1]),
        refused,
        [[0, "bids[0]"]],
    ),
    (
        "T14",
        scene(challenge(attribute="knowledge", **{"raise": 1}), mika=BODY_MAX),
        refused,
        [[0, None]],
    ),
    (
        "T16",
        scene({"do": "end_stress"}, mika=BODY_MAX, situation="stressful"),
        lambda r: [person(r)["faint"], person(r)["max"]],
        [True, True],
    ),
    ("T18", scene(challenge("Rin", specialty=True), dice=[1]), refused, [[0, None]]),
    (
        "T19",
        scene(challenge(), mika={"tension": {"body": 1}, "faint": True}),
        refused,
        [[0, None]],
    ),
    (
        "T20",
        scene(does("hurt", "Mika", track="soul", amount=99)),
        lambda r: last(r)["marked"],
        10,
    ),
    (
        "T24",
        scene(
            {"do": "rest", "minutes": 14},
            mika={"tension": {"body": 6}, "max": True, "damage": {"mind": 5, "body": 13}},
        ),
        lambda r: [person(r)["tension"]["body"], person(r)["max"], person(r)["damage"]],
        [4, False, {"mind": 3, "body": 13, "soul": 0}],
    ),
    (
        "T26",
        scene(
            does("strategy", "Mika"),
            challenge("Rin", strategy={"from": "Mika", "amount": 3}),
            challenge("Rin", strategy={"from": "Mika", "amount": 3}),
            dice=[3, 1, 1],
        ),
        lambda r: [last(r)["result"], person(r)["pool"], refused(r)],
        [10, 2, [[2, None]]],
    ),
    (
        "T28",
        scene(
            start("Mika", "Rin", rin={"support": "knowledge"}),
            dice=[],
            rin={"attributes": {**scene()["given"]["characters"]["Rin"]["attributes"]}},
        ),
        lambda r: last(r)["order"],
        ["Mika", "Rin"],
    ),
    (
        "T29",
        scene(
            start("Mika", "Rin"),
            {**CLEANUP, "effects": [{"who": "Rin", "track": "body", "amount": 30}]},
        ),
        lambda r: [person(r, "Rin")["down"], last(r)["round"]],
        [True, 2],
    ),
    (
        "T31",
        scene(
            start("Mika", "Rin", engaged=False),
            TURN,
            does("advance", "Rin", target="Mika"),
            does("withdraw", "Rin"),
        ),
        lambda r: [person(r, "Rin")["tension"]["soul"], r["final"]["combat"]["actions"]],
        [1, 0],
    ),
    (
        "T32",
        scene(
            start("Mika", "Rin"),
            TURN,
            does("withdraw", "Rin"),
            does("advance", "Rin", target="Mika"),
            does("extra_action", "Rin"),
            does("withdraw", "Rin"),
        ),
        lambda r: person(r, "Rin")["tension"]["soul"],
        4,
    ),
    (
        "T36",
        scene(
            start("Mika", "Rin"),
            does("hold", "Rin"),
            does("turn", "Rin"),
            does("turn", "Mika"),
            does("end_turn", "Mika"),
            does("turn", "Rin"),
        ),
        lambda r: [refused(r), r["final"]["combat"]["turn"]],
        [[[2, None]], "Rin"],
    ),
    (
        "T38",
        scene(
            start("Mika", "Rin"),
            TURN,
            attack("Rin", "Mika", damage={"add_margin": False}),
            dice=[6, 5, 1, 1, 1, 3],
        ),
        lambda r: [last(r)["results"], last(r)["damage"]],
        [[17, 8], 6],
    ),
    (
        "T41",
        scene(
            start("Mika", "Rin", rin={"half": True, "on_max": "drop"}),
            does("tension", "Rin", track="soul", amount=7),
        ),
        lambda r: [person(r, "Rin")["faint"], r["final"]["combat"]["half"]],
        [True, ["Rin"]],
    ),
    (
        "T43",
        scene(
            start("Mika", "Rin", "Toma"),
            TURN,
            attack("Rin", "Toma", protect_before={"who": "Mika"}),
            dice=[5, 5, 6, 6, 1, 1],
        ),
        lambda r: [last(r)["responder"], last(r)["results"], person(r)["tension"]["soul"]],
        ["Mika", [15, 21], 1],
    ),
    (
        "T45",
        scene(
            start("Mika", "Rin", "Toma"),
            TURN,
            attack("Rin", "Toma", protect_before={"who": "Mika", "mode": "clash"}),
            dice=[1, 1, 5, 5, 1],
        ),
        lambda r: [last(r)["victim"], r["final"]["combat"]["finished"]],
        ["Rin", ["Mika"]],
    ),
    (
        "T46",
        scene(
            start("Mika", "Rin"),
            does("hurt", "Mika", track="body", amount=30),
            CLEANUP,
            TURN,
            attack("Rin", "Mika", defend={"modifier": 1}),
            dice=[1, 1],
        ),
        lambda r: [last(r)["results"], last(r)["by"], last(r)["damage"]],
        [[7, 7], "attribute", None],
    ),
    (
        "T48",
        scene(start("Mika", "Rin"), {**CLEANUP, "end": True}),
        lambda r: [r["final"]["situation"], r["final"]["combat"]],
        ["calm", None],
    ),
    (
        "T51",
        scene(
            does("reverse_fate", "Mika", attribute="diligence"),
            mika={"fate": "accepted", "tension": {"soul": 1}},
        ),
        refused,
        [[0, None]],
    ),
]


@pytest.mark.parametrize("ruling", RULINGS, ids=[one[0] for one in RULINGS])
def test_a_ruling(ruling: Any, play: Callable[..., Any]) -> None:
    _, whole, found, expected = ruling
    assert found(checked(whole, play)) == expected


def test_a_claim_on_an_emptied_pool_refuses_the_step(play: Callable[..., Any]) -> None:
    claim = {"strategy": {"from": "Mika", "amount": 4}}
    result = checked(
        scene(does("strategy", "Mika"), opposed(claim, claim), dice=[3, 1, 1, 1, 1]), play
    )
    assert refused(result) == [[1, None]]
    assert person(result)["pool"] == 5
    assert result["final"]["dice_left"] == 4


@pytest.mark.parametrize("die", [0, 7, True, "3", None, 2.0])
def test_a_bad_die_stops_the_run(die: Any, play: Callable[..., Any]) -> None:
    result = checked(scene(challenge(), challenge(), dice=[1, 2, 3, die]), play)
    assert result["error"] == {"step": 1, "reason": "bad_die"}
    assert result["final"]["dice_left"] == 2
    assert len(result["rolls"]) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {"bidding": "never"}},
        {"rules": {"attribute_base": True}},
        {"situation": "tense"},
        {"characters": []},
        {"characters": {"Mika": {"attributes": {"knowledge": 5}}}},
    ],
)
def test_a_broken_scenario(change: dict[str, Any], play: Callable[..., Any]) -> None:
    whole = scene()
    broken = {**whole, "given": {**whole["given"], **change}}
    assert checked(broken, play) == {"system": "tracks", "error": {"reason": "bad_scenario"}}
