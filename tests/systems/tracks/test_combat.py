"""Rulings T27 to T37, T47 and T48: setup, order, engagement, turns, cleanup."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.tracks.people import (
    SETUPS,
    Told,
    attack,
    challenge,
    combat,
    does,
    last,
    person,
    refused,
    scene,
    start,
    thrown,
)

TURN = does("turn", "Rin")
END = does("end_turn", "Rin")
CLEANUP = {"do": "cleanup"}
DOWN = {"damage": {"body": 21}, "down": True}


def hurt(who: str, track: str, amount: int) -> dict[str, Any]:
    return does("hurt", who, track=track, amount=amount)


# T27

MIKAS = SETUPS["Mika"]


@pytest.mark.parametrize(
    "change",
    [
        {"attack": "diligence", "defense": "knowledge"},
        {"attack": "understanding"},
        {"defense": "courage", "attack": "knowledge"},
        {"defense": "expression", "support": "knowledge"},
        {"support": "courage"},
        {"support": "diligence"},
        {"attack": "knowledge", "defense": "knowledge"},
        {"support": "wits"},
        {"support": None},
        {"attack": ["courage"]},
        {"half": "yes"},
        {"social": True},
        {"on_max": "flee"},
    ],
)
def test_t27_three_different_attributes_that_fit(told: Told, change: dict[str, Any]) -> None:
    result = told(scene(start("Mika", "Rin", mika=change)))
    assert (refused(result), combat(result)) == ([[0, None]], None)
    assert result["final"]["situation"] == "calm"


def test_t27_knowledge_attacks_or_defends(told: Told) -> None:
    setups = {"mika": {"attack": "knowledge"}, "rin": {"defense": "knowledge"}}
    assert refused(told(scene(start("Mika", "Rin", **setups)))) == []


def test_t27_support_may_be_any(told: Told) -> None:
    for support in ("knowledge", "expression", "understanding"):
        assert refused(told(scene(start("Mika", "Rin", mika={"support": support})))) == []


@pytest.mark.parametrize("state", [DOWN, {"tension": {"mind": 1}, "faint": True}, {"dead": True}])
def test_t27_only_the_conscious_are_set_up(told: Told, state: dict[str, Any]) -> None:
    assert refused(told(scene(start("Mika", "Rin"), mika=state))) == [[0, None]]
    steps = (start("Rin", "Toma"), {**CLEANUP, "setup": {"Mika": MIKAS}})
    result = told(scene(*steps, mika=state))
    assert (refused(result), last(result)["order"]) == ([[1, "setup.Mika"]], ["Rin", "Toma"])


def test_t27_whoever_says_nothing_keeps_the_last_choice(told: Told) -> None:
    other = {"attack": "expression", "defense": "diligence", "support": "knowledge"}
    steps = (start("Mika", "Rin"), CLEANUP, {**CLEANUP, "setup": {"Rin": other}}, CLEANUP)
    result = told(scene(*steps))
    orders = [one["order"] for one in result["outcomes"]]
    assert orders == [["Rin", "Mika"], ["Rin", "Mika"], ["Mika", "Rin"], ["Mika", "Rin"]]


def test_t27_newcomers_join_in_an_interstice(told: Told) -> None:
    steps = (start("Mika", "Rin"), {**CLEANUP, "setup": {"Toma": SETUPS["Toma"], "Nobody": MIKAS}})
    result = told(scene(*steps))
    assert last(result)["order"] == ["Rin", "Mika", "Toma"]
    assert refused(result) == [[1, "setup.Nobody"]]


def test_t27_the_last_interstice_is_cleanup_alone(told: Told) -> None:
    """With the end no setup is looked at, not even a bad one."""
    steps = (start("Mika", "Rin"), {**CLEANUP, "end": True, "setup": {"Toma": {}, "Mika": MIKAS}})
    result = told(scene(*steps))
    assert (last(result), refused(result)) == ({"step": 1, "do": "cleanup", "end": True}, [])
    broken = (start("Mika", "Rin"), {**CLEANUP, "end": True, "setup": ["Toma"]})
    assert refused(told(scene(*broken))) == [[1, None]]


def test_t27_a_combat_takes_two_and_is_one_at_a_time(told: Told) -> None:
    alone = {"do": "combat_start", "setup": {"Mika": MIKAS}}
    result = told(scene(alone, start("Mika", "Rin"), start("Rin", "Toma")))
    assert refused(result) == [[0, None], [2, None]]


# T28


def test_t28_by_support_then_attack_then_defense(told: Told) -> None:
    rin = {"support": "knowledge"}
    assert last(told(scene(start("Mika", "Rin", rin=rin))))["order"] == ["Mika", "Rin"], "attack"
    even = {
        "attributes": {
            "knowledge": 4,
            "courage": 7,
            "diligence": 7,
            "expression": 4,
            "understanding": 3,
        }
    }
    result = told(scene(start("Mika", "Rin", rin={"support": "expression"}), rin=even))
    assert (last(result)["order"], result["rolls"]) == (["Rin", "Mika"], []), "defense"
    assert last(told(scene(start("Mika", "Rin"))))["order"] == ["Rin", "Mika"], "support"


def test_t28_then_dice_in_order_of_name_the_leading_tied_first(told: Told) -> None:
    names = ("Éva", "Bo", "Aki", "zoe")
    attributes = dict.fromkeys(
        ("knowledge", "courage", "diligence", "expression", "understanding"), 3
    )
    setup = {"attack": "courage", "defense": "diligence", "support": "knowledge"}
    whole = {
        "system": "tracks",
        "given": {"characters": {name: {"attributes": attributes} for name in names}},
        "when": [{"do": "combat_start", "setup": dict.fromkeys(names, setup)}],
        "dice": [2, 6, 2, 6, 1, 4, 3, 5],
    }
    result = told(whole)
    assert [one["who"] for one in result["rolls"]] == [
        *("Aki", "Bo", "zoe", "Éva"),
        *("Bo", "Éva"),
        *("Aki", "zoe"),
    ]
    assert last(result)["order"] == ["Éva", "Bo", "zoe", "Aki"]


def test_t28_the_down_and_faint_keep_their_place_and_the_dead_lose_it(told: Told) -> None:
    steps = (
        start("Mika", "Rin", "Toma"),
        hurt("Rin", "body", 21),
        hurt("Toma", "body", 4),
        does("tension", "Mika", track="body", amount=7),
    )
    people = {"toma": {"fate": "none"}}
    result = told(scene(*steps, **people))
    assert combat(result)["order"] == ["Rin", "Mika", "Toma"]
    result = told(scene(*steps, CLEANUP, **people))
    assert last(result)["order"] == ["Rin", "Mika"]
    assert (person(result, "Rin")["down"], person(result, "Toma")["dead"]) == (True, True)


def test_t28_made_anew_each_round_with_dice(told: Told) -> None:
    same = {"attributes": scene()["given"]["characters"]["Mika"]["attributes"]}
    rin = {"support": "expression"}
    result = told(scene(start("Mika", "Rin", rin=rin), CLEANUP, rin=same, dice=[5, 2, 1, 4]))
    assert [one["order"] for one in result["outcomes"]] == [["Mika", "Rin"], ["Rin", "Mika"]]


# T29


def test_t29_effects_then_the_fallen_then_setup(told: Told) -> None:
    effects = [
        {"who": "Rin", "track": "body", "amount": 15},
        {"who": "Rin", "track": "body", "amount": 6},
    ]
    setup = {"Rin": SETUPS["Rin"], "Mika": MIKAS}
    result = told(scene(start("Mika", "Rin"), {**CLEANUP, "effects": effects, "setup": setup}))
    assert (person(result, "Rin")["down"], person(result, "Rin")["damage"]["body"]) == (True, 21)
    assert refused(result) == [[1, "setup.Rin"]], "the fallen are not set up any more"


def test_t29_effects_mark_bystanders_too_but_not_the_dead(told: Told) -> None:
    one = {"who": "Toma", "track": "body", "amount": 4}
    result = told(scene(start("Mika", "Rin"), {**CLEANUP, "effects": [one]}))
    assert person(result, "Toma")["down"] is True
    result = told(scene(start("Mika", "Rin"), {**CLEANUP, "effects": [one]}, toma={"dead": True}))
    assert (refused(result), combat(result)["round"]) == ([[1, None]], 1)


def test_t29_those_already_down_are_not_judged_again(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 21), CLEANUP, hurt("Rin", "soul", 17))
    result = told(scene(*steps, {**CLEANUP, "accept": ["Rin"]}))
    rin = person(result, "Rin")
    assert (rin["down"], rin["dead"], rin["fate"]) == (True, False, "can")


@pytest.mark.parametrize(
    "change",
    [
        {"effects": {"who": "Rin"}},
        {"effects": [{"who": "Nobody", "track": "body", "amount": 1}]},
        {"effects": [{"who": "Rin", "track": "legs", "amount": 1}]},
        {"effects": [{"who": "Rin", "track": "body", "amount": -1}]},
        {"effects": ["Rin body 1"]},
        {"effects": "Rin body 1"},
        {"accept": "Rin"},
        {"setup": []},
        {"end": 1},
        {"stress_continues": "no", "end": True},
    ],
)
def test_t29_a_broken_cleanup_changes_nothing(told: Told, change: dict[str, Any]) -> None:
    result = told(scene(start("Mika", "Rin"), {**CLEANUP, **change}))
    assert (refused(result), combat(result)["round"]) == ([[1, None]], 1)


# T30


def test_t30_whoever_is_joined_through_others_is_in_the_same(told: Told) -> None:
    steps = (start("Mika", "Rin", "Toma"), TURN, attack("Rin", "Toma"))
    result = told(scene(*steps, dice=[1, 1, 6, 1, 1]))
    assert (refused(result), last(result)["winner"]) == ([], "Toma")
    assert combat(result)["engaged"] == [["Mika", "Rin", "Toma"]]


def test_t30_two_engagements_stay_two(told: Told) -> None:
    one = start("Mika", "Rin", "Toma")
    result = told(scene({**one, "engaged": [["Toma", "Mika"]]}, TURN, attack("Rin", "Toma")))
    assert (refused(result), combat(result)["engaged"]) == ([[2, None]], [["Mika", "Toma"]])


@pytest.mark.parametrize(
    "engaged",
    ["Mika", [["Mika"]], [["Mika", "Mika"]], [["Mika", "Toma"]], [["Mika", 1]], {"Mika": "Rin"}],
)
def test_t30_engaged_lists_pairs_of_participants(told: Told, engaged: object) -> None:
    assert refused(told(scene({**start("Mika", "Rin"), "engaged": engaged}))) == [[0, None]]


def test_t30_the_unconscious_and_the_dead_stay(told: Told) -> None:
    steps = (start("Mika", "Rin", "Toma"), hurt("Mika", "body", 21), CLEANUP)
    result = told(scene(*steps, mika={"fate": "none"}))
    assert (person(result)["dead"], combat(result)["order"]) == (True, ["Rin", "Toma"])
    assert combat(result)["engaged"] == [["Mika", "Rin", "Toma"]]
    result = told(
        scene(*steps, TURN, attack("Rin", "Toma"), dice=[1, 1, 6, 1, 1], mika={"fate": "none"})
    )
    assert refused(result) == [], "joined through the dead"
    result = told(scene(*steps, TURN, attack("Rin", "Mika"), mika={"fate": "none"}))
    assert refused(result) == [[4, None]], "but the dead are no targets"


def test_t30_the_dead_stay_in_half_combat(told: Told) -> None:
    steps = (start("Mika", "Rin", mika={"half": True}), hurt("Mika", "body", 21), CLEANUP)
    result = told(scene(*steps, mika={"fate": "none"}))
    assert (person(result)["dead"], combat(result)["half"]) == (True, ["Mika"])


def test_t30_leaving_takes_out_the_leaver_alone(told: Told) -> None:
    steps = (start("Rin", "Mika", "Toma"), TURN, does("withdraw", "Rin"))
    assert combat(told(scene(*steps)))["engaged"] == [["Mika", "Toma"]]


def test_t30_withdraw_bridge_split(told: Told) -> None:
    steps = (start("Rin", "Mika", "Toma"), TURN, does("withdraw", "Rin"))
    rules = {"withdraw_bridge": "split"}
    assert combat(told(scene(*steps, rules=rules)))["engaged"] == []
    direct = {**steps[0], "engaged": [["Rin", "Mika"], ["Mika", "Toma"]]}
    result = told(scene(direct, *steps[1:], rules=rules))
    assert combat(result)["engaged"] == [["Mika", "Toma"]], "direct links remain"


# T31


def test_t31_advancing_is_passive_and_free_once_a_round(told: Told) -> None:
    steps = (start("Mika", "Rin", engaged=False), TURN, does("advance", "Rin", target="Mika"))
    result = told(scene(*steps))
    assert (combat(result)["engaged"], combat(result)["actions"]) == ([["Mika", "Rin"]], 1)
    assert person(result, "Rin")["tension"]["soul"] == 0


def test_t31_advancing_joins_the_whole_engagement(told: Told) -> None:
    setup = {**start("Mika", "Rin", "Toma"), "engaged": [["Mika", "Toma"]]}
    result = told(scene(setup, TURN, does("advance", "Rin", target="Toma")))
    assert combat(result)["engaged"] == [["Mika", "Rin", "Toma"]]


def test_t31_withdrawing_is_active_and_the_second_move_costs_1(told: Told) -> None:
    steps = (
        start("Mika", "Rin", engaged=False),
        TURN,
        does("advance", "Rin", target="Mika"),
        does("withdraw", "Rin"),
    )
    result = told(scene(*steps, does("withdraw", "Rin")))
    assert (person(result, "Rin")["tension"]["soul"], combat(result)["actions"]) == (1, 0)
    assert (combat(result)["engaged"], refused(result)) == ([], [[4, None]])


def test_t31_one_advances_only_out_of_no_engagement(told: Told) -> None:
    steps = (start("Mika", "Rin", "Toma"), TURN, does("advance", "Rin", target="Toma"))
    assert refused(told(scene(*steps))) == [[2, None]]


def test_t31_one_withdraws_only_from_an_engagement(told: Told) -> None:
    steps = (start("Mika", "Rin", engaged=False), TURN, does("withdraw", "Rin"))
    result = told(scene(*steps))
    assert (refused(result), combat(result)["actions"]) == ([[2, None]], 1)


def test_t31_the_target_may_be_down_but_not_dead(told: Told) -> None:
    steps = (start("Mika", "Rin", engaged=False), hurt("Mika", "body", 21), CLEANUP, TURN)
    move = does("advance", "Rin", target="Mika")
    assert refused(told(scene(*steps, move))) == []
    assert refused(told(scene(*steps, move, mika={"fate": "none"}))) == [[4, None]]


@pytest.mark.parametrize("target", ["Rin", "Toma", "Nobody", None, 5])
def test_t31_the_target_is_another_participant(told: Told, target: object) -> None:
    steps = (start("Mika", "Rin", engaged=False), TURN, does("advance", "Rin", target=target))
    assert refused(told(scene(*steps))) == [[2, None]]


def test_t31_only_on_ones_own_turn(told: Told) -> None:
    steps = (start("Mika", "Rin", engaged=False), TURN, does("advance", "Mika", target="Rin"))
    assert refused(told(scene(*steps))) == [[2, None]]


def test_t31_free_again_in_the_next_round(told: Told) -> None:
    steps = (
        start("Mika", "Rin", engaged=False),
        TURN,
        does("advance", "Rin", target="Mika"),
        CLEANUP,
        TURN,
        does("withdraw", "Rin"),
    )
    assert person(told(scene(*steps)), "Rin")["tension"]["soul"] == 0


# T32


def test_t32_a_second_withdrawal_costs_3_and_the_advance_between_1(told: Told) -> None:
    steps = (
        start("Mika", "Rin"),
        TURN,
        does("withdraw", "Rin"),
        does("advance", "Rin", target="Mika"),
        does("extra_action", "Rin"),
        does("withdraw", "Rin"),
    )
    result = told(scene(*steps))
    assert (refused(result), person(result, "Rin")["tension"]["soul"]) == ([], 1 + 2 + 1)
    assert combat(result)["engaged"] == []


def test_t32_not_without_room_for_it(told: Told) -> None:
    steps = (
        start("Mika", "Rin"),
        TURN,
        does("withdraw", "Rin"),
        does("advance", "Rin", target="Mika"),
        does("extra_action", "Rin"),
        does("withdraw", "Rin"),
    )
    result = told(scene(*steps, rin={"tension": {"soul": 4}}))
    assert (refused(result), person(result, "Rin")["max"]) == ([[5, None]], True)


# T33


def test_t33_2_on_the_support_track_for_one_more_action(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, does("extra_action", "Rin"))
    result = told(scene(*steps, does("extra_action", "Rin")))
    assert (combat(result)["actions"], refused(result)) == (2, [[3, None]])
    assert person(result, "Rin")["tension"] == {"mind": 0, "body": 0, "soul": 2}


def test_t33_extra_actions_unlimited(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, *[does("extra_action", "Rin")] * 4)
    result = told(scene(*steps, rules={"extra_actions": "unlimited"}))
    assert combat(result)["actions"] == 4
    assert (refused(result), person(result, "Rin")["tension"]["soul"]) == ([[5, None]], 6)


def test_t33_only_on_ones_own_turn(told: Told) -> None:
    steps = (start("Mika", "Rin"), does("extra_action", "Rin"), TURN, does("extra_action", "Mika"))
    assert refused(told(scene(*steps))) == [[1, None], [3, None]]


def test_t33_it_is_spent_on_active_actions(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, attack("Rin", "Mika"), attack("Rin", "Mika"))
    result = told(scene(*steps, dice=[1, 1, 5, 5]))
    assert refused(result) == [[3, None]]
    more = (*steps[:3], does("extra_action", "Rin"), steps[3])
    assert refused(told(scene(*more, dice=[1, 1, 5, 5, 1, 1, 5, 5]))) == []


def test_t33_once_in_each_turn(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, does("extra_action", "Rin"), CLEANUP, TURN)
    result = told(scene(*steps, does("extra_action", "Rin")))
    assert (refused(result), person(result, "Rin")["tension"]["soul"]) == ([], 4)


# T34

CLASH = {"defend": {"mode": "clash"}}


def test_t34_able_while_the_turn_is_to_come_or_held(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, attack("Rin", "Mika", **CLASH))
    assert refused(told(scene(*steps, dice=[1, 1, 5, 5, 1]))) == []
    steps = (start("Mika", "Rin"), does("hold", "Rin"), does("turn", "Mika"))
    result = told(scene(*steps, attack("Mika", "Rin", **CLASH), dice=[1, 1, 5, 5, 1]))
    assert (refused(result), combat(result)["holding"]) == ([], [])


def test_t34_not_once_the_turn_is_over_or_used(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, END, does("turn", "Mika"), attack("Mika", "Rin", **CLASH))
    result = told(scene(*steps, dice=[1, 1, 1, 1]))
    assert (refused(result), result["final"]["dice_left"]) == ([[4, None]], 4)
    twice = (
        start("Mika", "Rin"),
        TURN,
        does("extra_action", "Rin"),
        *[attack("Rin", "Mika", **CLASH)] * 2,
    )
    assert refused(told(scene(*twice, dice=[5, 5, 1, 1, 1]))) == [[4, None]]


def test_t34_not_when_unconscious(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Mika", "body", 21), CLEANUP, TURN)
    assert refused(told(scene(*steps, attack("Rin", "Mika", **CLASH)))) == [[4, None]]


# T35


def test_t35_attack_against_attack_and_a_win_deals_damage(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, attack("Rin", "Mika", **CLASH), END, does("turn", "Mika"))
    result = told(scene(*steps, dice=[1, 2, 5, 4, 3]))
    outcome = result["outcomes"][2]
    assert (outcome["results"], outcome["winner"]) == ([1 + 2 + 5, 5 + 4 + 7], "Mika")
    assert (outcome["victim"], outcome["track"]) == ("Rin", "body")
    assert outcome["damage"] == 3 + 3 + (16 - 8) // 2
    assert (refused(result), combat(result)["finished"]) == ([[4, None]], ["Mika", "Rin"])


def test_t35_lost_the_damage_is_as_usual_and_the_turn_used(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, attack("Rin", "Mika", **CLASH))
    result = told(scene(*steps, dice=[6, 6, 1, 2, 1, 1, 3]))
    assert last(result)["results"] == [6 + 6 + 1 + 2 + 5, 1 + 1 + 7]
    assert (last(result)["victim"], last(result)["damage"]) == ("Mika", 3 + 2 + 2 + 5)
    assert combat(result)["finished"] == ["Mika"]


def test_t35_the_track_is_that_of_the_attackers_defense(told: Told) -> None:
    one = start("Mika", "Rin", rin={"defense": "knowledge"})
    result = told(scene(one, TURN, attack("Rin", "Mika", **CLASH), dice=[1, 2, 5, 4, 3]))
    assert (last(result)["track"], person(result, "Rin")["damage"]["mind"]) == ("mind", 10)


def test_t35_not_against_one_at_range_from_out_of_the_engagement(told: Told) -> None:
    far = (start("Mika", "Rin", engaged=False), TURN, attack("Rin", "Mika", ranged=True, **CLASH))
    result = told(scene(*far, dice=[1, 1, 5, 5]))
    assert (refused(result), combat(result)["actions"]) == ([[2, None]], 1)
    near = (start("Mika", "Rin"), TURN, attack("Rin", "Mika", ranged=True, **CLASH))
    assert refused(told(scene(*near, dice=[1, 1, 5, 5, 1]))) == []


# T36


def test_t36_held_and_taken_after_anothers_turn(told: Told) -> None:
    steps = (
        start("Mika", "Rin"),
        does("hold", "Rin"),
        does("turn", "Rin"),
        does("turn", "Mika"),
        does("turn", "Rin"),
        does("end_turn", "Mika"),
        does("turn", "Rin"),
    )
    result = told(scene(*steps))
    assert (refused(result), combat(result)["turn"]) == ([[2, None], [4, None]], "Rin")
    assert combat(result)["holding"] == []


def test_t36_or_when_nobody_else_is_left_who_does_not_hold(told: Told) -> None:
    steps = (start("Mika", "Rin"), does("hold", "Rin"), does("hold", "Mika"), does("turn", "Rin"))
    assert combat(told(scene(*steps)))["turn"] == "Rin"
    steps = (start("Mika", "Rin"), hurt("Mika", "body", 21), CLEANUP, does("hold", "Rin"), TURN)
    assert combat(told(scene(*steps)))["turn"] == "Rin", "the down hold nobody up"


def test_t36_otherwise_it_is_lost_at_cleanup(told: Told) -> None:
    steps = (start("Mika", "Rin"), does("hold", "Rin"), CLEANUP)
    result = told(scene(*steps))
    assert (combat(result)["holding"], combat(result)["finished"]) == ([], [])
    assert last(result)["round"] == 2


def test_t36_not_twice_and_only_when_the_turn_comes_up(told: Told) -> None:
    steps = (start("Mika", "Rin"), does("hold", "Mika"), does("hold", "Rin"), does("hold", "Rin"))
    assert refused(told(scene(*steps))) == [[1, None], [3, None]]
    steps = (start("Mika", "Rin"), TURN, does("hold", "Mika"), does("hold", "Rin"))
    assert refused(told(scene(*steps))) == [[2, None], [3, None]]


def test_t36_only_the_conscious_hold(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 21), CLEANUP, does("hold", "Rin"))
    assert refused(told(scene(*steps))) == [[3, None]]


# T37


def test_t37_after_a_turn_is_over_for_2_and_at_once(told: Told) -> None:
    steps = (
        start("Mika", "Rin", "Toma"),
        TURN,
        END,
        does("interrupt", "Toma"),
        does("turn", "Mika"),
    )
    result = told(scene(*steps, does("end_turn", "Toma"), does("turn", "Mika")))
    assert (refused(result), combat(result)["turn"]) == ([[4, None]], "Mika")
    assert person(result, "Toma")["tension"]["mind"] == 2
    assert combat(result)["finished"] == ["Rin", "Toma"], "it was this round's turn"


def test_t37_not_before_a_turn_is_over_nor_during_one(told: Told) -> None:
    steps = (start("Mika", "Rin"), does("interrupt", "Mika"), TURN, does("interrupt", "Mika"))
    assert refused(told(scene(*steps))) == [[1, None], [3, None]]


def test_t37_not_after_ones_own_turn_nor_without_room(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, END, does("interrupt", "Rin"), does("interrupt", "Mika"))
    result = told(scene(*steps, mika={"tension": {"soul": 6}}))
    assert (refused(result), person(result)["tension"]["soul"]) == ([[3, None], [4, None]], 6)


def test_t37_who_holds_may_interrupt(told: Told) -> None:
    steps = (
        start("Mika", "Rin", "Toma"),
        does("hold", "Rin"),
        does("interrupt", "Rin"),
        does("turn", "Mika"),
        does("end_turn", "Mika"),
        does("interrupt", "Rin"),
    )
    result = told(scene(*steps))
    assert (refused(result), combat(result)["turn"]) == ([[2, None]], "Rin")
    assert (combat(result)["holding"], person(result, "Rin")["tension"]["soul"]) == ([], 2)


def test_t37_the_next_rounds_order_is_not_changed(told: Told) -> None:
    steps = (start("Mika", "Rin", "Toma"), TURN, END, does("interrupt", "Toma"), CLEANUP)
    assert last(told(scene(*steps)))["order"] == ["Rin", "Mika", "Toma"]


# T47


def test_t47_2_and_an_action_for_a_plain_d6_off_a_full_track(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 30), CLEANUP, TURN)
    revive = (does("revive", "Rin", track="mind"), does("revive", "Rin", track="body"))
    result = told(scene(*steps, *revive, attack("Rin", "Mika"), dice=[6]))
    assert last(result) == {
        "step": 5,
        "do": "revive",
        "who": "Rin",
        "removed": 6,
        "conscious": True,
    }
    assert refused(result) == [[4, None], [6, None]]
    assert person(result, "Rin")["tension"] == {"mind": 0, "body": 0, "soul": 2}
    assert (person(result, "Rin")["damage"]["body"], person(result, "Rin")["penalty"]) == (15, -3)
    assert thrown(result, "revive") == [[6]], "a 6 brings nothing"


def test_t47_the_rest_of_the_turn_may_be_used_with_an_extra_action(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 30), CLEANUP, TURN)
    more = (does("revive", "Rin", track="body"), does("extra_action", "Rin"), attack("Rin", "Mika"))
    result = told(scene(*steps, *more, dice=[2, 1, 1, 5, 5]))
    assert (refused(result), person(result, "Rin")["tension"]["soul"]) == ([], 4)


def test_t47_conscious_only_when_no_track_is_full(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 30), hurt("Rin", "mind", 30), CLEANUP, TURN)
    result = told(scene(*steps, does("revive", "Rin", track="mind"), dice=[3]))
    assert (last(result)["conscious"], person(result, "Rin")["down"]) == (False, True)


def test_t47_only_the_down_on_their_own_turn_with_room(told: Told) -> None:
    revive = does("revive", "Rin", track="body")
    result = told(scene(start("Mika", "Rin"), TURN, hurt("Rin", "body", 30), revive))
    assert refused(result) == [[3, None]], "not before the cleanup"
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 30), CLEANUP, revive, TURN, revive)
    result = told(scene(*steps, dice=[6], rin={"tension": {"soul": 6}}))
    assert (refused(result), result["final"]["dice_left"]) == ([[3, None], [5, None]], 1)


def test_t47_the_down_hold_nobody_up(told: Told) -> None:
    steps = (start("Mika", "Rin"), hurt("Rin", "body", 30), CLEANUP, does("turn", "Mika"))
    assert (refused(told(scene(*steps))), combat(told(scene(*steps)))["turn"]) == ([], "Mika")


# T48


def test_t48_after_the_last_cleanup_calm_returns(told: Told) -> None:
    at_max = {"tension": {"body": 6}, "max": True}
    steps = (start("Mika", "Rin"), {**CLEANUP, "end": True})
    result = told(scene(*steps, toma=at_max))
    assert (result["final"]["situation"], combat(result)) == ("calm", None)
    assert person(result, "Toma")["faint"] is True, "T16"


def test_t48_unless_the_game_master_says_otherwise(told: Told) -> None:
    at_max = {"tension": {"body": 6}, "max": True}
    steps = (
        start("Mika", "Rin"),
        {"do": "end_stress"},
        {**CLEANUP, "end": True, "stress_continues": True},
    )
    result = told(scene(*steps, toma=at_max))
    assert (refused(result), result["final"]["situation"]) == ([[1, None]], "stressful")
    assert (combat(result), person(result, "Toma")["faint"]) == (None, False)


def test_t48_a_combat_goes_on_without_end(told: Told) -> None:
    result = told(scene(start("Mika", "Rin"), {**CLEANUP, "stress_continues": True}, challenge()))
    assert combat(result)["round"] == 2
