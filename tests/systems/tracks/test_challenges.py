"""Rulings T1 to T19: challenges."""

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
    thrown,
)

STRESS = {"situation": "stressful"}
BODY_MAX = {"tension": {"body": 6}, "max": True}
TURN = does("turn", "Rin")


# T1


def test_t1_everything_is_added(told: Told) -> None:
    mika = {"tension": {"soul": 2}, "damage": {"body": 13}}
    result = told(scene(challenge(modifier=-2), dice=[3, 4], mika=mika, **STRESS))
    assert last(result)["result"] == 3 + 4 + 7 + 2 - 3 - 2


def test_t1_dice_and_attribute_alone(told: Told) -> None:
    assert last(told(scene(challenge(), dice=[3, 4])))["result"] == 14


@pytest.mark.parametrize("modifier", ["2", 1.0, True, None, [1]])
def test_t1_a_modifier_is_a_whole_number(told: Told, modifier: object) -> None:
    result = told(scene(challenge(modifier=modifier), dice=[3, 4]))
    assert (refused(result), result["final"]["dice_left"]) == ([[0, None]], 2)


# T2


def test_t2_one_die_and_half_the_attribute_rounded_down(told: Told) -> None:
    assert last(told(scene(challenge(half=True), dice=[4])))["result"] == 4 + 3
    assert last(told(scene(challenge("Toma", half=True), dice=[4])))["result"] == 4 + 0


def test_t2_nothing_else_is_halved(told: Told) -> None:
    mika = {"tension": {"mind": 3}, "damage": {"body": 19}}
    result = told(scene(challenge(half=True, modifier=5), dice=[4], mika=mika, **STRESS))
    assert last(result)["result"] == 4 + 3 + 3 - 6 + 5


def test_t2_half_attribute_rounding_up(told: Told) -> None:
    up = {"half_attribute_rounding": "up"}
    assert last(told(scene(challenge(half=True), dice=[4], rules=up)))["result"] == 4 + 4
    assert last(told(scene(challenge("Toma", half=True), dice=[4], rules=up)))["result"] == 4 + 1
    even = challenge(attribute="diligence", half=True)
    assert last(told(scene(even, dice=[4], rules=up)))["result"] == 4 + 3


# T3


def test_t3_higher_than_the_target_number_wins(told: Told) -> None:
    assert last(told(scene(challenge(tn=13), dice=[3, 4])))["success"] is True


def test_t3_equal_loses(told: Told) -> None:
    assert last(told(scene(challenge(tn=14), dice=[3, 4])))["success"] is False
    assert "success" not in last(told(scene(challenge(), dice=[3, 4])))


# T4


def test_t4_the_higher_full_attribute_wins_a_tie(told: Told) -> None:
    result = told(scene(opposed({}, {"attribute": "diligence"}), dice=[2, 2, 2, 3]))
    assert last(result) == {
        "step": 0,
        "do": "opposed",
        "results": [11, 11],
        "winner": "Mika",
        "by": "attribute",
    }


def test_t4_the_full_value_counts_in_half_challenges_too(told: Told) -> None:
    result = told(scene(opposed({"half": True}, {"half": True}), dice=[1, 2]))
    assert last(result)["results"] == [1 + 3, 2 + 2]
    assert (last(result)["winner"], last(result)["by"]) == ("Mika", "attribute")


def test_t4_then_plain_dice_until_they_differ(told: Told) -> None:
    sides = opposed({"attribute": "diligence"}, {"attribute": "diligence"})
    result = told(scene(sides, dice=[2, 2, 1, 3, 5, 5, 2, 4]))
    assert (last(result)["winner"], last(result)["by"]) == ("Rin", "dice")
    assert thrown(result, "tie") == [[5], [5], [2], [4]]


def test_t4_tie_dice_do_not_explode_nor_raise_tension(told: Told) -> None:
    sides = opposed({"attribute": "diligence"}, {"attribute": "diligence"})
    result = told(scene(sides, dice=[2, 2, 1, 3, 6, 1], **STRESS))
    assert (last(result)["winner"], result["final"]["dice_left"]) == ("Mika", 0)
    assert person(result)["tension"]["body"] == 0


def test_t4_a_higher_result_needs_no_tie(told: Told) -> None:
    result = told(scene(opposed({}, {}), dice=[1, 1, 3, 3]))
    assert (last(result)["results"], last(result)["by"]) == ([9, 11], "result")


# T5


def test_t5_stressful_adds_the_highest_tension_and_calm_takes_it(told: Told) -> None:
    mika = {"tension": {"mind": 4, "soul": 1}}
    assert last(told(scene(challenge(), dice=[3, 4], mika=mika, **STRESS)))["result"] == 18
    assert last(told(scene(challenge(), dice=[3, 4], mika=mika)))["result"] == 10


def test_t5_max_counts_as_6(told: Told) -> None:
    assert last(told(scene(challenge(), dice=[3, 4], mika=BODY_MAX, **STRESS)))["result"] == 20


def test_t5_combat_is_stressful(told: Told) -> None:
    steps = (start("Mika", "Rin"), challenge("Toma"))
    result = told(scene(*steps, dice=[1, 2], toma={"tension": {"mind": 2}}))
    assert last(result)["result"] == 1 + 2 + 1 + 2
    assert told(scene())["final"]["situation"] == "calm"


# T6


def test_t6_each_six_brings_a_die_and_tension(told: Told) -> None:
    result = told(scene(challenge(), dice=[6, 6, 1, 2], **STRESS))
    assert last(result)["result"] == 6 + 6 + 1 + 2 + 7
    assert person(result)["tension"] == {"mind": 0, "body": 2, "soul": 0}


def test_t6_the_extra_dice_bring_no_more(told: Told) -> None:
    result = told(scene(challenge(), dice=[6, 1, 6], **STRESS))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (20, 1)


def test_t6_not_in_a_calm_situation(told: Told) -> None:
    result = told(scene(challenge(), dice=[6, 6]))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (19, 0)


# T7


def test_t7_a_six_on_a_specialty_die_counts(told: Told) -> None:
    result = told(scene(challenge(specialty=True), dice=[1, 2, 6, 3], **STRESS))
    assert last(result)["result"] == 1 + 2 + 6 + 3 + 7
    assert person(result)["tension"]["body"] == 1


def test_t7_specialty_explodes_false(told: Told) -> None:
    rules = {"specialty_explodes": False}
    result = told(scene(challenge(specialty=True), dice=[6, 2, 6, 3], rules=rules, **STRESS))
    assert last(result)["result"] == 6 + 2 + 6 + 3 + 7, "the base die still counts"
    assert person(result)["tension"]["body"] == 1


def test_t7_not_in_a_calm_situation(told: Told) -> None:
    result = told(scene(challenge(specialty=True), dice=[1, 2, 6]))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (16, 0)


# T8


@pytest.mark.parametrize(("switch", "tension"), [(False, 1), (True, 2)])
def test_t8_extra_six_raises_tension_on_a_raise_die(told: Told, switch: bool, tension: int) -> None:
    rules = {"extra_six_raises_tension": switch}
    result = told(scene(challenge(**{"raise": 1}), dice=[1, 2, 6], rules=rules, **STRESS))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (16, tension)


@pytest.mark.parametrize(("switch", "tension"), [(False, 1), (True, 2)])
def test_t8_extra_six_raises_tension_on_the_die_of_a_six(
    told: Told, switch: bool, tension: int
) -> None:
    rules = {"extra_six_raises_tension": switch}
    result = told(scene(challenge(), dice=[6, 1, 6], rules=rules, **STRESS))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (20, tension)


@pytest.mark.parametrize(("switch", "tension"), [(False, 1), (True, 2)])
def test_t8_extra_six_raises_tension_on_a_later_raise_always(
    told: Told, switch: bool, tension: int
) -> None:
    rules = {"extra_six_raises_tension": switch, "new_stress_sixes": "next_challenge"}
    result = told(scene(challenge(bids=[{"who": "Mika"}]), dice=[1, 2, 6], rules=rules))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (16, tension)


def test_t8_in_the_first_throw_only_where_sixes_count(told: Told) -> None:
    rules = {"extra_six_raises_tension": True, "new_stress_sixes": "next_challenge"}
    result = told(scene(challenge(**{"raise": 1}), dice=[1, 2, 6], rules=rules))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (16, 1)


# T9


def test_t9_a_raise_before_the_roll(told: Told) -> None:
    result = told(scene(challenge(**{"raise": 1}), dice=[1, 2, 3]))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (13, 1)
    assert result["final"]["situation"] == "stressful"


def test_t9_a_raise_after_the_roll(told: Told) -> None:
    result = told(scene(challenge(bids=[{"who": "Mika", "raise": 2}]), dice=[1, 2, 3, 4]))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (17, 2)
    assert result["final"]["situation"] == "stressful"


def test_t9_raise_dice_never_explode(told: Told) -> None:
    one = challenge(**{"raise": 1}, bids=[{"who": "Mika"}])
    result = told(scene(one, dice=[1, 1, 6, 6], **STRESS))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (21, 2)


def test_t9_without_a_raise_calm_stays_calm(told: Told) -> None:
    result = told(scene(challenge(**{"raise": 0}), dice=[1, 2]))
    assert (last(result)["result"], result["final"]["situation"]) == (10, "calm")


# T10


def test_t10_three_raises_before_and_after_together(told: Told) -> None:
    bids = [{"who": "Mika", "raise": 2}, {"who": "Mika", "raise": 1}]
    result = told(scene(challenge(**{"raise": 2}, bids=bids), dice=[1, 1, 1, 1, 1]))
    assert refused(result) == [[0, "bids[0]"]], "too large a raise is refused whole"
    assert (last(result)["result"], person(result)["tension"]["body"]) == (12, 3)


@pytest.mark.parametrize("raises", [4, -1, "1", True, 1.0])
def test_t10_no_more_than_three_before(told: Told, raises: object) -> None:
    result = told(scene(challenge(**{"raise": raises}), dice=[1, 1, 1, 1, 1, 1]))
    assert (refused(result), result["final"]["dice_left"]) == ([[0, None]], 6)


def test_t10_rolled_sixes_do_not_count(told: Told) -> None:
    one = challenge(**{"raise": 1}, bids=[{"who": "Mika", "raise": 2}])
    result = told(scene(one, dice=[6, 6, 1, 1, 1, 2, 2], **STRESS))
    assert (refused(result), last(result)["result"]) == ([], 26)


def test_t10_damage_has_a_limit_of_its_own(told: Told) -> None:
    hit = attack("Rin", "Mika", **{"raise": 3}, damage={"raise": 3})
    result = told(scene(start("Mika", "Rin"), TURN, hit, dice=[5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1]))
    assert refused(result) == []
    assert person(result, "Rin")["tension"]["body"] == 6


def test_t10_sixes_count_toward_limit(told: Told) -> None:
    rules = {"sixes_count_toward_limit": True}
    bids = [{"who": "Mika", "raise": 3}, {"who": "Mika", "raise": 2}]
    one = challenge(bids=bids)
    result = told(scene(one, dice=[6, 1, 2, 1, 1, 1], rules=rules, **STRESS))
    assert (refused(result), last(result)["result"]) == ([[0, "bids[0]"]], 18)
    result = told(scene(one, dice=[6, 1, 2, 1, 1, 1], **STRESS))
    assert (refused(result), last(result)["result"]) == ([[0, "bids[1]"]], 19)


def test_t10_with_the_switch_three_before_are_still_allowed(told: Told) -> None:
    rules = {"sixes_count_toward_limit": True}
    one = challenge(**{"raise": 3}, bids=[{"who": "Mika"}])
    result = told(scene(one, dice=[6, 1, 1, 1, 1, 2], rules=rules, **STRESS))
    assert (refused(result), last(result)["result"]) == ([[0, "bids[0]"]], 19)


@pytest.mark.parametrize("raises", [0, -1, True, "2", None, 1.0])
def test_t10_a_bid_of_no_raise_is_a_refused_part(told: Told, raises: object) -> None:
    bids = [{"who": "Mika", "raise": raises}, {"who": "Mika"}]
    result = told(scene(challenge(bids=bids), dice=[1, 2, 3]))
    assert (refused(result), last(result)["result"]) == ([[0, "bids[0]"]], 13)


# T11


def test_t11_either_side_may_raise(told: Told) -> None:
    bids = [{"who": "Mika"}, {"who": "Rin"}, {"who": "Rin"}]
    result = told(scene(opposed({}, {}, bids=bids), dice=[6, 5, 1, 1, 3, 2, 4]))
    assert (refused(result), last(result)["results"]) == ([], [21, 13])


def test_t11_a_challenge_without_an_opponent_may_be_raised_too(told: Told) -> None:
    for bidding in ("free", "loser_only"):
        one = challenge(bids=[{"who": "Mika"}, {"who": "Rin"}])
        result = told(scene(one, dice=[1, 2, 3], rules={"bidding": bidding}))
        assert (refused(result), last(result)["result"]) == ([[0, "bids[1]"]], 13)


def test_t11_bidding_loser_only(told: Told) -> None:
    bids = [{"who": "Mika"}, {"who": "Rin"}]
    sides = opposed({}, {}, bids=bids)
    result = told(scene(sides, dice=[6, 5, 1, 1, 3], rules={"bidding": "loser_only"}))
    assert (refused(result), last(result)["results"]) == ([[0, "bids[0]"]], [18, 10])


def test_t11_bidding_loser_only_when_level(told: Told) -> None:
    """With equal results whoever has the higher attribute is ahead; equal attributes: nobody."""
    rules = {"bidding": "loser_only"}
    bids = [{"who": "Mika"}, {"who": "Rin"}]
    result = told(scene(opposed({}, {}, bids=bids), dice=[1, 1, 2, 2, 1], rules=rules))
    assert (refused(result), last(result)["results"]) == ([[0, "bids[0]"]], [9, 10])
    even = {"attribute": "diligence"}
    result = told(scene(opposed(even, even, bids=[bids[0]]), dice=[1, 1, 1, 1, 1], rules=rules))
    assert (refused(result), last(result)["results"]) == ([], [9, 8])


# T12


def test_t12_raised_tension_helps_only_from_the_next_challenge(told: Told) -> None:
    mika = {"tension": {"body": 2}}
    steps = (challenge(**{"raise": 1}), challenge())
    result = told(scene(*steps, dice=[1, 2, 3, 1, 2], mika=mika, **STRESS))
    assert [one["result"] for one in result["outcomes"]] == [1 + 2 + 3 + 7 + 2, 1 + 2 + 7 + 3]


def test_t12_the_calm_penalty_stays_for_this_challenge(told: Told) -> None:
    mika = {"tension": {"mind": 4}}
    result = told(scene(challenge(**{"raise": 1}), challenge(), dice=[1, 2, 3, 1, 2], mika=mika))
    assert [one["result"] for one in result["outcomes"]] == [13 - 4, 10 + 4]


def test_t12_raise_lifts_calm_penalty(told: Told) -> None:
    rules, mika = {"raise_lifts_calm_penalty": True}, {"tension": {"mind": 4}}
    result = told(scene(challenge(**{"raise": 1}), dice=[1, 2, 3], mika=mika, rules=rules))
    assert last(result)["result"] == 13
    later = challenge(bids=[{"who": "Mika"}])
    assert last(told(scene(later, dice=[1, 2, 3], mika=mika, rules=rules)))["result"] == 13
    assert last(told(scene(challenge(), dice=[1, 2], mika=mika, rules=rules)))["result"] == 6


def test_t12_raise_lifts_calm_penalty_of_the_other_side_too(told: Told) -> None:
    people = {"mika": {"tension": {"mind": 4}}, "rin": {"tension": {"mind": 2}}}
    sides = opposed({"raise": 1}, {})
    result = told(scene(sides, dice=[1, 2, 3, 1, 2], **people))
    assert last(result)["results"] == [13 - 4, 8 - 2]
    rules = {"raise_lifts_calm_penalty": True}
    result = told(scene(sides, dice=[1, 2, 3, 1, 2], rules=rules, **people))
    assert last(result)["results"] == [13, 8]


def test_t12_both_sides_are_taken_before_either_raises(told: Told) -> None:
    """The second side had no part in the change to stressful when the challenge began."""
    result = told(
        scene(opposed({"raise": 1}, {}), dice=[1, 2, 3, 1, 2], rin={"tension": {"soul": 3}})
    )
    assert last(result)["results"] == [13, 3 + 5 - 3]


def test_t12_what_is_paid_before_a_challenge_counts_at_once(told: Told) -> None:
    hit = attack("Rin", "Toma", protect_before={"who": "Mika"})
    result = told(scene(start("Mika", "Rin", "Toma"), TURN, hit, dice=[1, 1, 2, 2]))
    assert last(result)["results"] == [1 + 1 + 5, 2 + 2 + 6 + 1]


def test_t12_damage_counts_what_was_raised_during_the_attack(told: Told) -> None:
    hit = attack("Rin", "Mika", **{"raise": 2}, damage={"add_margin": False})
    result = told(scene(start("Mika", "Rin"), TURN, hit, dice=[5, 5, 1, 1, 1, 1, 3]))
    assert last(result)["results"] == [17, 8]
    assert last(result)["damage"] == 3 + 2 + 2


# T13


def test_t13_the_step_past_6_is_paid_and_brings_max(told: Told) -> None:
    mika = {"tension": {"body": 6}}
    result = told(scene(challenge(**{"raise": 1}), dice=[1, 2, 3], mika=mika, **STRESS))
    assert last(result)["result"] == 1 + 2 + 3 + 7 + 6
    assert (person(result)["tension"]["body"], person(result)["max"]) == (6, True)


@pytest.mark.parametrize(("tension", "raises", "fits"), [(4, 3, True), (5, 2, True), (5, 3, False)])
def test_t13_room_is_7_less_tension(told: Told, tension: int, raises: int, fits: bool) -> None:
    mika = {"tension": {"body": tension}}
    result = told(scene(challenge(**{"raise": raises}), dice=[1] * 5, mika=mika, **STRESS))
    assert refused(result) == ([] if fits else [[0, None]])
    assert person(result)["max"] is fits


def test_t13_max_step_payable_false(told: Told) -> None:
    rules = {"max_step_payable": False}
    for tension, raises, fits in ((6, 1, False), (5, 1, True), (5, 2, False)):
        mika = {"tension": {"body": tension}}
        one = scene(challenge(**{"raise": raises}), dice=[1] * 4, mika=mika, rules=rules, **STRESS)
        result = told(one)
        assert (refused(result), person(result)["max"]) == ([] if fits else [[0, None]], False)


def test_t13_sixes_and_outside_effects_bring_max_in_any_case(told: Told) -> None:
    rules, mika = {"max_step_payable": False}, {"tension": {"body": 6}}
    result = told(scene(challenge(), dice=[6, 1, 2], mika=mika, rules=rules, **STRESS))
    assert (last(result)["result"], person(result)["max"]) == (6 + 1 + 2 + 7 + 6, True)
    outside = does("tension", "Mika", track="body", amount=1)
    assert person(told(scene(outside, mika=mika, rules=rules)))["max"] is True


# T14


@pytest.mark.parametrize("attribute", ["knowledge", "courage", "expression"])
def test_t14_at_max_nothing_is_raised_on_any_track(told: Told, attribute: str) -> None:
    one = challenge(attribute=attribute, **{"raise": 1}, bids=[])
    result = told(scene(one, dice=[1, 2, 3], mika=BODY_MAX, **STRESS))
    assert (refused(result), result["final"]["dice_left"]) == ([[0, None]], 3)
    later = challenge(attribute=attribute, bids=[{"who": "Mika"}])
    assert refused(told(scene(later, dice=[1, 2], mika=BODY_MAX, **STRESS))) == [[0, "bids[0]"]]


def test_t14_a_rolled_six_at_max_still_gives_its_die(told: Told) -> None:
    result = told(scene(challenge(), dice=[6, 1, 4], mika=BODY_MAX, **STRESS))
    assert last(result)["result"] == 6 + 1 + 4 + 7 + 6
    assert person(result)["tension"] == {"mind": 0, "body": 6, "soul": 0}


def test_t14_max_blocks_six_dice(told: Told) -> None:
    rules = {"max_blocks_six_dice": True}
    result = told(scene(challenge(), dice=[6, 1, 4], mika=BODY_MAX, rules=rules, **STRESS))
    assert (last(result)["result"], result["final"]["dice_left"]) == (6 + 1 + 7 + 6, 1)


def test_t14_max_blocks_six_dice_but_not_of_the_six_that_brings_max(told: Told) -> None:
    rules, mika = {"max_blocks_six_dice": True}, {"tension": {"body": 6}}
    result = told(scene(challenge(), dice=[6, 6, 4, 5], mika=mika, rules=rules, **STRESS))
    assert (last(result)["result"], result["final"]["dice_left"]) == (6 + 6 + 4 + 7 + 6, 1)
    assert person(result)["max"] is True


def test_t14_a_price_needs_all_its_steps(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, does("extra_action", "Rin"))
    result = told(scene(*steps, rin={"tension": {"soul": 6}}))
    assert refused(result) == [[2, None]]
    assert person(result, "Rin")["max"] is False
    result = told(scene(*steps, rin={"tension": {"soul": 5}}))
    assert (refused(result), person(result, "Rin")["max"]) == ([], True)


# T15

HURT_TWICE = {"damage": {"mind": 11, "body": 19}}


def test_t15_max_ignores_the_worst_track_and_the_next_counts(told: Told) -> None:
    result = told(scene(challenge(), dice=[3, 4], mika={**BODY_MAX, **HURT_TWICE}, **STRESS))
    assert (last(result)["result"], person(result)["penalty"]) == (3 + 4 + 7 + 6 - 3, -3)


def test_t15_without_max_the_worst_counts(told: Told) -> None:
    mika = {"tension": {"body": 6}, **HURT_TWICE}
    result = told(scene(challenge(), dice=[3, 4], mika=mika, **STRESS))
    assert (last(result)["result"], person(result)["penalty"]) == (3 + 4 + 7 + 6 - 6, -6)


def test_t15_max_ignores_all_penalties(told: Told) -> None:
    rules, mika = {"max_ignores": "all_penalties"}, {**BODY_MAX, **HURT_TWICE}
    result = told(scene(challenge(), dice=[3, 4], mika=mika, rules=rules, **STRESS))
    assert (last(result)["result"], person(result)["penalty"]) == (20, 0)
    result = told(scene(mika=HURT_TWICE, rules=rules))
    assert person(result)["penalty"] == -6, "without MAX nothing is ignored"


def test_t15_the_most_damaged_track_follows_the_switch_of_t22(told: Told) -> None:
    mika = {**BODY_MAX, "damage": {"body": 12, "soul": 7}}
    assert person(told(scene(mika=mika)))["penalty"] == 0, "the soul's -3 is set aside"
    rules = {"penalty_track": "most_points"}
    assert person(told(scene(mika=mika, rules=rules)))["penalty"] == -3


# T16


def test_t16_at_max_one_faints_when_the_stress_ends(told: Told) -> None:
    result = told(
        scene({"do": "end_stress"}, mika=BODY_MAX, rin={"tension": {"body": 6}}, **STRESS)
    )
    assert (person(result)["faint"], person(result)["max"]) == (True, True)
    assert person(result, "Rin")["faint"] is False, "a tension of 6 is not MAX"
    assert person(result)["damage"] == {"mind": 0, "body": 0, "soul": 0}


@pytest.mark.parametrize(
    ("minutes", "at_max", "faint"), [(4, True, True), (29, False, True), (30, False, False)]
)
def test_t16_max_ends_below_6_and_fainting_without_tension(
    told: Told, minutes: int, at_max: bool, faint: bool
) -> None:
    steps = ({"do": "end_stress"}, {"do": "rest", "minutes": minutes})
    result = told(scene(*steps, mika=BODY_MAX, **STRESS))
    assert (person(result)["max"], person(result)["faint"]) == (at_max, faint)


def test_t16_max_lasts_while_any_track_has_6(told: Told) -> None:
    steps = ({"do": "rest", "minutes": 5},)
    result = told(scene(*steps, mika={"tension": {"body": 6, "soul": 6}, "max": True}))
    assert person(result)["max"] is False
    hit = does("tension", "Mika", track="soul", amount=3)
    assert person(told(scene(hit, mika=BODY_MAX)))["max"] is True


def test_t16_the_dead_do_not_faint(told: Told) -> None:
    result = told(scene({"do": "end_stress"}, mika={**BODY_MAX, "dead": True}, **STRESS))
    assert person(result)["faint"] is False


# T17


def test_t17_dice_after_the_change_explode(told: Told) -> None:
    result = told(scene(challenge(**{"raise": 1}), dice=[6, 1, 2, 5]))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (6 + 1 + 2 + 5 + 7, 2)


def test_t17_dice_that_lie_there_do_not(told: Told) -> None:
    result = told(scene(challenge(bids=[{"who": "Mika"}]), dice=[6, 1, 2]))
    assert (last(result)["result"], person(result)["tension"]["body"]) == (6 + 1 + 2 + 7, 1)


def test_t17_the_first_side_raises_and_throws_before_the_second(told: Told) -> None:
    result = told(scene(opposed({"raise": 1}, {}), dice=[1, 2, 3, 6, 1, 4]))
    assert last(result)["results"] == [13, 6 + 1 + 4 + 5]
    result = told(scene(opposed({}, {"raise": 1}), dice=[6, 2, 6, 1, 3, 4]))
    assert last(result)["results"] == [6 + 2 + 7, 6 + 1 + 3 + 4 + 5]


def test_t17_new_stress_sixes_next_challenge(told: Told) -> None:
    rules = {"new_stress_sixes": "next_challenge"}
    steps = (challenge(**{"raise": 1}), challenge())
    result = told(scene(*steps, dice=[6, 1, 2, 6, 1, 5], rules=rules))
    results = [one["result"] for one in result["outcomes"]]
    assert results == [6 + 1 + 2 + 7, 6 + 1 + 5 + 7 + 1]
    assert person(result)["tension"]["body"] == 2


# T18


def test_t18_a_specialty_is_one_die_in_any_challenge(told: Told) -> None:
    mika = {"specialties": ["Fencing", "Swords"]}
    result = told(scene(challenge(specialty=True), dice=[1, 2, 3], mika=mika))
    assert last(result)["result"] == 13
    result = told(scene(challenge(specialty=True, half=True), dice=[4, 2]))
    assert last(result)["result"] == 4 + 2 + 3
    steps = (start("Mika", "Rin"), TURN, does("end_turn", "Rin"), does("turn", "Mika"))
    hit = attack("Mika", "Rin", damage={"specialty": True, "add_margin": False})
    assert last(told(scene(*steps, hit, dice=[5, 5, 1, 1, 4, 2])))["damage"] == 4 + 2 + 3


def test_t18_nobody_claims_one_without_having_one(told: Told) -> None:
    result = told(scene(challenge("Rin", specialty=True), dice=[1, 2, 3]))
    assert (refused(result), result["final"]["dice_left"]) == ([[0, None]], 3)
    assert refused(told(scene(challenge(specialty="yes"), dice=[1, 2, 3]))) == [[0, None]]


# T19


@pytest.mark.parametrize(
    "state",
    [
        {"damage": {"body": 21}, "down": True},
        {"tension": {"body": 1}, "faint": True},
        {"dead": True},
    ],
)
def test_t19_only_the_conscious_make_challenges(told: Told, state: dict[str, object]) -> None:
    result = told(scene(challenge(), opposed({}, {}), dice=[1, 2, 3, 4], mika=state))
    assert (refused(result), result["final"]["dice_left"]) == ([[0, None], [1, None]], 4)
    assert refused(told(scene(opposed({}, {}), dice=[1, 2, 3, 4], rin=state))) == [[0, None]]


def test_t19_a_full_track_alone_does_not_take_ones_consciousness(told: Told) -> None:
    result = told(scene(challenge(), dice=[3, 4], mika={"damage": {"body": 21}}))
    assert last(result)["result"] == 14 - 6
