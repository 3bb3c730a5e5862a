"""Rulings T20 to T26: tracks and healing."""

from __future__ import annotations

import pytest

from tests.systems.tracks.people import (
    Told,
    attack,
    challenge,
    does,
    last,
    opposed,
    person,
    refused,
    scene,
    start,
)

STRESS = {"situation": "stressful"}
CLEANUP = {"do": "cleanup"}
NO_DAMAGE = {"mind": 0, "body": 0, "soul": 0}


def hurt(who: str, track: str, amount: int, **more: object) -> dict[str, object]:
    return does("hurt", who, track=track, amount=amount, **more)


def rest(minutes: int, **more: object) -> dict[str, object]:
    return {"do": "rest", "minutes": minutes, **more}


def aid(target: str = "Rin", who: str = "Mika", **more: object) -> dict[str, object]:
    return does("first_aid", who, **{"target": target, "attribute": "diligence", **more})


# T20


@pytest.mark.parametrize(
    ("attribute", "sizes"), [(1, [2, 1, 1]), (2, [4, 2, 1]), (5, [10, 5, 2]), (10, [20, 10, 5])]
)
def test_t20_tiers_follow_from_knowledge_diligence_understanding(
    told: Told, attribute: int, sizes: list[int]
) -> None:
    values = dict.fromkeys(("knowledge", "diligence", "understanding"), attribute)
    build = {"do": "build", "attributes": {**values, "courage": 9, "expression": 9}}
    result = told(scene({**build, "specialties": [], "skills": []}))
    assert last(result)["tiers"] == {"mind": sizes, "body": sizes, "soul": sizes}


def test_t20_a_track_takes_as_much_as_its_tiers(told: Told) -> None:
    assert last(told(scene(hurt("Mika", "mind", 17))))["marked"] == 10 + 5 + 2
    assert person(told(scene(hurt("Mika", "mind", 16))))["down"] is False


# T21


def test_t21_damage_beyond_a_full_track_is_lost(told: Told) -> None:
    result = told(scene(hurt("Mika", "soul", 99), hurt("Mika", "soul", 1)))
    assert [one["marked"] for one in result["outcomes"]] == [10, 0]
    assert person(result)["damage"] == {"mind": 0, "body": 0, "soul": 10}


def test_t21_nothing_is_lost_while_there_is_room(told: Told) -> None:
    result = told(scene(hurt("Mika", "soul", 4), hurt("Mika", "soul", 0), hurt("Mika", "body", 4)))
    assert [one["marked"] for one in result["outcomes"]] == [4, 0, 4]
    assert person(result)["damage"] == {"mind": 0, "body": 4, "soul": 4}


# T22


@pytest.mark.parametrize(
    ("damage", "penalty"), [(0, 0), (12, 0), (13, -3), (18, -3), (19, -6), (21, -6)]
)
def test_t22_the_penalty_is_that_of_the_tier(told: Told, damage: int, penalty: int) -> None:
    result = told(scene(challenge(), dice=[3, 4], mika={"damage": {"body": damage}}))
    assert (last(result)["result"], person(result)["penalty"]) == (14 + penalty, penalty)


def test_t22_only_the_worst_track_counts_and_only_once(told: Told) -> None:
    mika = {"damage": {"mind": 11, "body": 13, "soul": 10}}
    assert person(told(scene(mika=mika)))["penalty"] == -6
    assert person(told(scene(mika={"damage": {"mind": 11, "body": 13}})))["penalty"] == -3


def test_t22_penalty_track_most_points(told: Told) -> None:
    rules, mika = {"penalty_track": "most_points"}, {"damage": {"body": 12, "soul": 7}}
    assert person(told(scene(mika=mika)))["penalty"] == -3
    assert person(told(scene(mika=mika, rules=rules)))["penalty"] == 0
    even = {"damage": {"body": 7, "soul": 7}}
    assert person(told(scene(mika=even, rules=rules)))["penalty"] == -3, "the worse tier then"


# T23


def test_t23_outside_combat_a_full_track_takes_its_toll_at_once(told: Told) -> None:
    assert person(told(scene(hurt("Toma", "body", 4))), "Toma")["down"] is True
    assert person(told(scene(hurt("Toma", "body", 3))), "Toma")["down"] is False


def test_t23_in_combat_at_cleanup_and_until_then_at_minus_6(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 21), does("turn", "Rin"))
    hit = attack("Rin", "Mika")
    result = told(scene(*steps, hit, dice=[5, 4, 1, 1]))
    assert last(result)["results"] == [5 + 4 + 5 - 6, 1 + 1 + 6]
    assert person(result, "Rin")["down"] is False
    result = told(scene(*steps, hit, CLEANUP, dice=[1, 1, 1, 1]))
    assert person(result, "Rin")["down"] is True


def test_t23_bystanders_wait_for_the_cleanup_too(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Toma", "body", 4))
    assert person(told(scene(*steps)), "Toma")["down"] is False
    assert person(told(scene(*steps, CLEANUP)), "Toma")["down"] is True


def test_t23_collapse_timing_immediate(told: Told) -> None:
    rules = {"collapse_timing": "immediate"}
    steps = (start("Mika", "Rin"), hurt("Toma", "body", 4), hurt("Rin", "body", 20))
    result = told(scene(*steps, rules=rules))
    assert person(result, "Toma")["down"] is True
    assert person(result, "Rin")["down"] is False
    hit = (does("turn", "Rin"), attack("Rin", "Mika", accept=["Mika"]))
    mika = {"damage": {"body": 20}}
    one = scene(start("Mika", "Rin"), *hit, dice=[5, 5, 1, 1, 1], mika=mika, rules=rules)
    assert (person(told(one))["fate"], person(told(one))["damage"]) == ("accepted", NO_DAMAGE)


def test_t23_down_until_no_track_is_full(told: Told) -> None:
    rin = {"damage": {"body": 21, "soul": 17}, "down": True}
    one = told(scene(aid(allocate=[["body", 1]]), dice=[6, 6], rin=rin))
    assert (last(one)["removed"], person(one, "Rin")["down"]) == (1, True)
    both = aid(allocate=[["body", 1], ["soul", 1]])
    assert person(told(scene(both, dice=[6, 6], rin=rin)), "Rin")["down"] is False


# T24


def test_t24_every_full_5_minutes(told: Told) -> None:
    mika = {"tension": {"body": 5, "soul": 1}, "damage": {"mind": 5, "body": 12}}
    result = told(scene(rest(14), mika=mika))
    assert person(result)["tension"] == {"mind": 0, "body": 3, "soul": 0}
    assert person(result)["damage"] == {"mind": 3, "body": 10, "soul": 0}


def test_t24_remainders_are_not_carried_over(told: Told) -> None:
    mika = {"tension": {"body": 5}, "damage": {"mind": 5}}
    result = told(scene(rest(4), rest(4), rest(0), mika=mika))
    assert (person(result)["tension"]["body"], person(result)["damage"]["mind"]) == (5, 5)


def test_t24_no_damage_of_higher_tiers(told: Told) -> None:
    result = told(scene(rest(500), mika={"damage": {"mind": 10, "body": 13, "soul": 10}}))
    assert person(result)["damage"] == {"mind": 0, "body": 13, "soul": 10}


def test_t24_not_in_a_stressful_situation(told: Told) -> None:
    result = told(scene(rest(5), start("Mika", "Rin"), rest(5), mika={"tension": {"body": 3}}))
    assert (refused(result), person(result)["tension"]["body"]) == ([[2, None]], 2)
    assert refused(told(scene(rest(5), **STRESS))) == [[0, None]]


def test_t24_the_down_and_the_faint_rest_as_well(told: Told) -> None:
    people = {
        "mika": {"damage": {"body": 21, "mind": 4}, "down": True, "tension": {"soul": 2}},
        "rin": {"tension": {"body": 2}, "faint": True},
    }
    result = told(scene(rest(10), **people))
    assert person(result)["damage"] == {"mind": 2, "body": 21, "soul": 0}
    assert (person(result)["tension"]["soul"], person(result)["down"]) == (0, True)
    assert person(result, "Rin")["faint"] is False


def test_t24_the_dead_do_not_even_when_they_are_named(told: Told) -> None:
    toma = {"tension": {"body": 2}, "damage": {"mind": 1}, "dead": True}
    result = told(scene(rest(10, who=["Toma", "Mika"]), mika={"tension": {"body": 2}}, toma=toma))
    assert refused(result) == []
    assert person(result, "Toma")["tension"]["body"] == 2
    assert person(result, "Toma")["damage"]["mind"] == 1
    assert person(result)["tension"]["body"] == 0


def test_t24_only_those_who_are_named_rest(told: Told) -> None:
    tense = {"tension": {"body": 2}}
    result = told(scene(rest(10, who=["Mika", "Mika"]), mika=tense, rin=tense))
    assert (person(result)["tension"]["body"], person(result, "Rin")["tension"]["body"]) == (0, 2)
    for names in (["Mika", "Nobody"], "Mika", [1], None):
        broken = told(scene(rest(10, who=names), mika=tense))
        assert (refused(broken), person(broken)["tension"]["body"]) == ([[0, None]], 2)


# T25


def test_t25_the_result_is_spread_from_the_top_tier_down(told: Told) -> None:
    rin = {"damage": {"body": 19, "mind": 5}}
    one = aid(allocate=[["body", 5], ["mind", 9]])
    result = told(scene(one, dice=[5, 5], rin=rin))
    assert (last(result)["result"], last(result)["removed"]) == (5 + 5 + 6 - 6, 10)
    assert person(result, "Rin")["damage"] == {"mind": 0, "body": 14, "soul": 0}
    assert person(result, "Rin")["penalty"] == -3


def test_t25_no_more_than_the_result_and_the_damage(told: Told) -> None:
    one = aid(allocate=[["soul", 4], ["body", 3], ["body", 99]])
    result = told(scene(one, dice=[1, 1], rin={"damage": {"body": 10}}))
    assert (last(result)["result"], last(result)["removed"]) == (8, 8)
    assert person(result, "Rin")["damage"]["body"] == 2


@pytest.mark.parametrize(("dice", "result"), [([1, 1], -4), ([3, 3], 0)])
def test_t25_a_result_below_nothing_removes_nothing_but_is_told(
    told: Told, dice: list[int], result: int
) -> None:
    rin, mika = {"damage": {"body": 21}}, {"damage": {"body": 21}}
    one = aid(allocate=[["body", 9]])
    whole = told(scene(one, one, dice=dice, rin=rin, mika={**mika, "down": False}))
    assert (last(whole)["result"], last(whole)["removed"]) == (result, 0)
    assert person(whole, "Rin")["damage"]["body"] == 21
    assert refused(whole) == [[1, None]], "once a day, also when nothing was removed"


def test_t25_once_a_day_for_each_healer_and_patient(told: Told) -> None:
    rin = {"damage": {"body": 5}, "skills": ["first_aid"]}
    steps = (aid(), aid(), aid("Toma"), aid(who="Rin"), {"do": "new_day"}, aid())
    result = told(scene(*steps, dice=[1, 1] * 4, rin=rin))
    assert refused(result) == [[1, None]]


def test_t25_the_patients_penalty_is_added_to_the_healers(told: Told) -> None:
    one = scene(aid(), dice=[4, 4], mika={"damage": {"soul": 7}}, rin={"damage": {"body": 19}})
    assert last(told(one))["result"] == 4 + 4 + 6 - 3 - 6


def test_t25_after_what_max_ignores(told: Told) -> None:
    rin = {"damage": {"body": 19}, "tension": {"body": 6}, "max": True}
    assert last(told(scene(aid(), dice=[4, 4], rin=rin)))["result"] == 4 + 4 + 6


def test_t25_healing_oneself_suffers_the_penalty_twice(told: Told) -> None:
    one = scene(aid("Mika", allocate=[["body", 3]]), dice=[4, 4], mika={"damage": {"body": 13}})
    assert last(told(one))["result"] == 4 + 4 + 6 - 3 - 3
    assert person(told(one))["damage"]["body"] == 10


@pytest.mark.parametrize("attribute", ["knowledge", "diligence", "understanding"])
def test_t25_with_three_attributes(told: Told, attribute: str) -> None:
    result = told(scene(aid(attribute=attribute), dice=[1, 1]))
    assert (
        last(result)["result"]
        == 2 + {"knowledge": 5, "diligence": 6, "understanding": 3}[attribute]
    )


@pytest.mark.parametrize("attribute", ["courage", "expression", "wits", None])
def test_t25_with_no_other_attribute(told: Told, attribute: object) -> None:
    assert refused(told(scene(aid(attribute=attribute), dice=[1, 1]))) == [[0, None]]


def test_t25_not_in_combat_not_on_the_dead_not_without_the_skill(told: Told) -> None:
    steps = (aid("Toma"), aid(who="Rin", target="Mika"), start("Mika", "Rin"), aid())
    result = told(scene(*steps, dice=[1, 1], toma={"dead": True}))
    assert (refused(result), result["final"]["dice_left"]) == ([[0, None], [1, None], [3, None]], 2)


@pytest.mark.parametrize(
    "allocate",
    ["body", [["body"]], [["body", -1]], [["legs", 1]], [["body", True]], [[["body"], 1]]],
)
def test_t25_a_spread_that_cannot_be_read(told: Told, allocate: object) -> None:
    one = scene(aid(allocate=allocate), dice=[1, 1], rin={"damage": {"body": 5}})
    assert (refused(told(one)), told(one)["final"]["dice_left"]) == ([[0, None]], 2)


# T26


def claim(amount: object, who: str = "Mika") -> dict[str, object]:
    return {"strategy": {"from": who, "amount": amount}}


def test_t26_the_result_is_a_pool_for_the_day(told: Told) -> None:
    plan = does("strategy", "Mika")
    result = told(scene(plan, plan, dice=[3]))
    assert last(result) == {"step": 0, "do": "strategy", "who": "Mika", "result": 5, "pool": 5}
    assert (refused(result), person(result)["pool"]) == ([[1, None]], 5)
    result = told(scene(plan, {"do": "new_day"}, dice=[3]))
    assert person(result)["pool"] == 0
    assert last(told(scene(plan, {"do": "new_day"}, plan, dice=[3, 6])))["pool"] == 8


def test_t26_a_result_below_nothing_is_an_empty_pool(told: Told) -> None:
    result = told(scene(does("strategy", "Mika", modifier=-9), dice=[3]))
    assert (last(result)["result"], last(result)["pool"]) == (-4, 0)


def test_t26_the_strategist_and_allies_add_points(told: Told) -> None:
    steps = (does("strategy", "Mika"), challenge("Rin", **claim(3)), challenge(**claim(2)))
    result = told(scene(*steps, dice=[3, 1, 1, 1, 1]))
    assert [one["result"] for one in result["outcomes"][1:]] == [1 + 1 + 5 + 3, 1 + 1 + 7 + 2]
    assert person(result)["pool"] == 0


def test_t26_the_strategists_own_state_does_not_matter(told: Told) -> None:
    steps = (does("strategy", "Mika"), hurt("Mika", "soul", 10), challenge("Rin", **claim(3)))
    result = told(scene(*steps, dice=[3, 1, 1], mika={"fate": "none"}))
    assert (person(result)["dead"], last(result)["result"]) == (True, 10)


@pytest.mark.parametrize("amount", [6, 0, -1, True, "1", 1.0, None])
def test_t26_a_claim_that_fails_refuses_the_whole_challenge(told: Told, amount: object) -> None:
    steps = (does("strategy", "Mika"), challenge("Rin", **claim(amount), **{"raise": 1}))
    result = told(scene(*steps, dice=[3, 1, 1, 1]))
    assert (refused(result), person(result)["pool"]) == ([[1, None]], 5)
    assert (result["final"]["dice_left"], result["final"]["situation"]) == (3, "calm")


def test_t26_the_other_side_gets_none(told: Told) -> None:
    steps = (does("strategy", "Mika"), challenge("Rin", **claim(1)))
    result = told(scene(*steps, dice=[3, 1, 1], rin={"side": "others"}))
    assert (refused(result), person(result)["pool"]) == ([[1, None]], 5)


def test_t26_a_second_claim_on_an_emptied_pool_refuses_the_step(told: Told) -> None:
    steps = (does("strategy", "Mika"), opposed(claim(4), claim(4)))
    result = told(scene(*steps, dice=[3, 1, 1, 1, 1]))
    assert (refused(result), person(result)["pool"]) == ([[1, None]], 5)
    assert result["final"]["dice_left"] == 4


def test_t26_only_with_the_skill_and_only_from_a_known_strategist(told: Told) -> None:
    assert refused(told(scene(does("strategy", "Rin"), dice=[3]))) == [[0, None]]
    result = told(scene(challenge(strategy={"from": "Nobody", "amount": 1}), dice=[1, 1]))
    assert refused(result) == [[0, None]]
    assert refused(told(scene(challenge(strategy=["Mika", 1]), dice=[1, 1]))) == [[0, None]]
