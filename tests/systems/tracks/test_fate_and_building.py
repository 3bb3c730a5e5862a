"""Rulings T49 to T52: fate and death, and what a character costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.tracks.people import (
    Told,
    attack,
    combat,
    does,
    last,
    person,
    refused,
    scene,
    start,
)

NO_DAMAGE = {"mind": 0, "body": 0, "soul": 0}
CLEANUP = {"do": "cleanup"}


def hurt(who: str, track: str, amount: int, **more: Any) -> dict[str, Any]:
    return does("hurt", who, track=track, amount=amount, **more)


# T49


@pytest.mark.parametrize(
    ("fate", "down", "dead"),
    [("can", True, False), ("accepted", False, True), ("none", False, True)],
)
def test_t49_who_dies_of_a_full_track(told: Told, fate: str, down: bool, dead: bool) -> None:
    result = told(scene(hurt("Toma", "body", 4), toma={"fate": fate}))
    toma = person(result, "Toma")
    assert (toma["down"], toma["dead"], toma["fate"]) == (down, dead, fate)
    assert (
        person(told(scene(hurt("Toma", "body", 3), toma={"fate": fate})), "Toma")["dead"] is False
    )


@pytest.mark.parametrize(
    ("fate", "down", "dead"), [("none", True, False), ("accepted", False, True)]
)
def test_t49_npc_full_track_pass_out(told: Told, fate: str, down: bool, dead: bool) -> None:
    rules = {"npc_full_track": "pass_out"}
    result = told(scene(hurt("Toma", "body", 4), toma={"fate": fate}, rules=rules))
    assert (person(result, "Toma")["down"], person(result, "Toma")["dead"]) == (down, dead)


def test_t49_at_cleanup_in_combat(told: Told) -> None:
    steps = (start("Mika", "Toma"), hurt("Toma", "body", 4))
    assert person(told(scene(*steps, toma={"fate": "none"})), "Toma")["dead"] is False
    result = told(scene(*steps, CLEANUP, toma={"fate": "none"}))
    assert (person(result, "Toma")["dead"], last(result)["order"]) == (True, ["Mika"])


def test_t49_nobody_dies_of_half_combat(told: Told) -> None:
    half = {"half": True}
    steps = (
        start("Mika", "Toma", mika=half),
        does("turn", "Mika"),
        attack("Mika", "Toma"),
        CLEANUP,
    )
    result = told(scene(*steps, dice=[5, 1], toma={"fate": "none"}))
    assert result["outcomes"][2]["damage"] == 5 + 3 - 1
    toma = person(result, "Toma")
    assert (toma["damage"]["body"], toma["dead"]) == (2, False)


def test_t49_the_dead_are_no_longer_hurt(told: Told) -> None:
    steps = (hurt("Toma", "body", 1), does("tension", "Toma", track="body", amount=1))
    assert refused(told(scene(*steps, toma={"dead": True}))) == [[0, None], [1, None]]


# T50


def test_t50_tracks_empty_tension_3_and_max_ends(told: Told) -> None:
    mika = {"damage": {"mind": 4, "body": 20}, "tension": {"body": 6, "soul": 1}, "max": True}
    result = told(scene(hurt("Mika", "body", 1, accept=["Mika", "Toma", "Nobody"]), mika=mika))
    one = person(result)
    assert (one["fate"], one["down"], one["max"]) == ("accepted", False, False)
    assert (one["damage"], one["tension"]) == (NO_DAMAGE, {"mind": 3, "body": 3, "soul": 3})


def test_t50_not_before_and_not_later(told: Told) -> None:
    steps = (
        hurt("Mika", "body", 20, accept=["Mika"]),
        hurt("Mika", "body", 1),
        hurt("Mika", "mind", 1, accept=["Mika"]),
    )
    one = person(told(scene(*steps)))
    assert (one["fate"], one["down"]) == ("can", True)


@pytest.mark.parametrize("fate", ["accepted", "none"])
def test_t50_only_who_can(told: Told, fate: str) -> None:
    one = person(told(scene(hurt("Mika", "body", 21, accept=["Mika"]), mika={"fate": fate})))
    assert (one["fate"], one["dead"], one["damage"]["body"]) == (fate, True, 21)


def test_t50_at_cleanup_and_after_that_a_full_track_kills(told: Told) -> None:
    accept = {**CLEANUP, "accept": ["Rin"]}
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 21), accept, hurt("Rin", "soul", 17), accept)
    result = told(scene(*steps[:3]))
    assert (person(result, "Rin")["fate"], combat(result)["order"]) == ("accepted", ["Rin", "Mika"])
    assert person(told(scene(*steps)), "Rin")["dead"] is True


def test_t50_faintness_stays_until_tension_is_0(told: Told) -> None:
    mika = {"tension": {"body": 1}, "faint": True}
    steps = (hurt("Mika", "body", 21, accept=["Mika"]), {"do": "rest", "minutes": 10})
    result = told(scene(*steps, mika=mika))
    assert (person(result)["faint"], person(result)["fate"]) == (True, "accepted")
    result = told(scene(*steps, {"do": "rest", "minutes": 5}, mika=mika))
    assert person(result)["faint"] is False


# T51

REVERSE = does("reverse_fate", "Mika", attribute="diligence")
ACCEPTED = {"fate": "accepted"}


def test_t51_against_13_once_a_day(told: Told) -> None:
    steps = (REVERSE, REVERSE, {"do": "new_day"}, REVERSE)
    result = told(scene(*steps, dice=[3, 4, 4, 4], mika=ACCEPTED))
    assert [one.get("success") for one in result["outcomes"]] == [False, None, True]
    assert (refused(result), person(result)["fate"]) == ([[1, None]], "can")


def test_t51_success_makes_fate_acceptable_again(told: Told) -> None:
    steps = (REVERSE, hurt("Mika", "body", 21, accept=["Mika"]))
    assert person(told(scene(*steps, dice=[4, 4], mika=ACCEPTED)))["fate"] == "accepted"
    assert person(told(scene(*steps, dice=[4, 3], mika=ACCEPTED)))["dead"] is True


def test_t51_with_raises_and_bids(told: Told) -> None:
    one = {**REVERSE, "attribute": "understanding", "raise": 1, "bids": [{"who": "Mika"}]}
    result = told(scene(one, dice=[1, 2, 4, 4], mika=ACCEPTED))
    assert (last(result)["result"], last(result)["success"]) == (1 + 2 + 4 + 4 + 3, True)


@pytest.mark.parametrize("attribute", ["knowledge", "courage", "expression", None, 1])
def test_t51_with_diligence_or_understanding_alone(told: Told, attribute: object) -> None:
    result = told(scene({**REVERSE, "attribute": attribute}, dice=[6, 6], mika=ACCEPTED))
    assert (refused(result), person(result)["fate"]) == ([[0, None]], "accepted")


@pytest.mark.parametrize(
    "mika",
    [
        {"fate": "can"},
        {"fate": "none"},
        {**ACCEPTED, "tension": {"soul": 1}},
        {**ACCEPTED, "dead": True},
    ],
)
def test_t51_not_with_tension_nor_without_accepted_fate(told: Told, mika: dict[str, Any]) -> None:
    assert refused(told(scene(REVERSE, dice=[6, 6], mika=mika))) == [[0, None]]


def test_t51_not_while_a_combat_runs(told: Told) -> None:
    assert refused(told(scene(start("Rin", "Toma"), REVERSE, dice=[6, 6], mika=ACCEPTED))) == [
        [1, None]
    ]


# T52

NAMES = ("knowledge", "courage", "diligence", "expression", "understanding")


def build(
    value: int | dict[str, int], specialties: int = 0, skills: tuple[str, ...] = ()
) -> dict[str, Any]:
    attributes = dict.fromkeys(NAMES, value) if isinstance(value, int) else value
    named = [f"Specialty {number}" for number in range(specialties)]
    return {"do": "build", "attributes": attributes, "specialties": named, "skills": list(skills)}


def test_t52_1_a_point_from_0_then_2_and_3(told: Told) -> None:
    result = last(told(scene(build(6, 5, ("first_aid", "strategy")))))
    assert result["cost"] == {"attributes": 30, "specialties": 10, "skills": 6, "total": 46}
    assert (result["errors"], result["warnings"]) == ([], [])


def test_t52_going_over_a_guide_is_a_warning(told: Told) -> None:
    result = last(
        told(scene(build({**dict.fromkeys(NAMES, 6), "courage": 7}, 6, ("strategy",) * 9)))
    )
    assert (result["errors"], result["warnings"]) == (
        [],
        ["attributes_over_30", "specialties_over_10"],
    )
    assert result["cost"]["skills"] == 27, "skills have no budget"


def test_t52_1_to_10_is_a_hard_range(told: Told) -> None:
    values = {"knowledge": 0, "courage": 11, "diligence": 10, "expression": 1, "understanding": -3}
    result = last(told(scene(build(values))))
    assert result["errors"] == [
        f"attribute_range:{name}" for name in ("courage", "knowledge", "understanding")
    ]
    assert result["cost"]["attributes"] == 0 + 11 + 10 + 1 - 3


def test_t52_attribute_base_1(told: Told) -> None:
    """The first point is free: five less in all, and a 7 everywhere is within the guide."""
    for rules, cost, warnings in (
        ({}, 35, ["attributes_over_30"]),
        ({"attribute_base": 1}, 30, []),
    ):
        result = last(told(scene(build(7), rules=rules)))
        assert (result["cost"]["attributes"], result["warnings"]) == (cost, warnings)
    one = last(told(scene(build(1), rules={"attribute_base": 1})))
    assert (one["cost"]["attributes"], one["errors"]) == (0, [])
    assert last(told(scene(build(8), rules={"attribute_base": 1})))["warnings"] == [
        "attributes_over_30"
    ]


def test_t52_build_limits_strict(told: Told) -> None:
    rules = {"build_limits": "strict"}
    result = last(told(scene(build({**dict.fromkeys(NAMES, 7), "courage": 12}, 6), rules=rules)))
    assert result["errors"] == [
        "attribute_range:courage",
        "attributes_over_30",
        "specialties_over_10",
    ]
    assert result["warnings"] == []
    assert last(told(scene(build(6, 5), rules=rules)))["errors"] == []


def test_t52_what_does_not_apply_is_left_out(told: Told) -> None:
    result = told(scene({"do": "build", "attributes": dict.fromkeys(NAMES, 6)}))
    assert last(result)["cost"] == {"attributes": 30, "specialties": 0, "skills": 0, "total": 30}


@pytest.mark.parametrize(
    "change",
    [
        {"attributes": dict.fromkeys(NAMES[:4], 6)},
        {"attributes": dict.fromkeys((*NAMES, "luck"), 6)},
        {"attributes": {**dict.fromkeys(NAMES, 6), "courage": "6"}},
        {"attributes": {**dict.fromkeys(NAMES, 6), "courage": True}},
        {"attributes": None},
        {"attributes": [6] * 5},
        {"specialties": "Fencing"},
        {"specialties": [1]},
        {"skills": None},
        {"skills": {"strategy": 1}},
    ],
)
def test_t52_a_build_that_cannot_be_read(told: Told, change: dict[str, Any]) -> None:
    assert refused(told(scene({**build(6), **change}))) == [[0, None]]
