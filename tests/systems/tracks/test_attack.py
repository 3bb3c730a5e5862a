"""Rulings T38 to T46: attacks, half and social combat, protection."""

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
    thrown,
)

TURN = does("turn", "Rin")
CLEANUP = {"do": "cleanup"}
HALF = {"half": True}
CLASH = {"defend": {"mode": "clash"}}


def hurt(who: str, track: str, amount: int) -> dict[str, Any]:
    return does("hurt", who, track=track, amount=amount)


def duel(**more: Any) -> tuple[dict[str, Any], ...]:
    """Rin attacks Mika on Rin's turn."""
    return start("Mika", "Rin"), TURN, attack("Rin", "Mika", **more)


# T38


def test_t38_a_win_deals_a_half_challenge_and_half_the_margin(told: Told) -> None:
    result = told(scene(*duel(), dice=[6, 5, 1, 1, 1, 3]))
    assert last(result)["results"] == [6 + 5 + 1 + 5, 1 + 1 + 6]
    assert last(result)["damage"] == 3 + 2 + 1 + (17 - 8) // 2, "the tension of the six counts"
    assert (last(result)["track"], last(result)["marked"]) == ("body", 10)
    assert person(result)["damage"] == {"mind": 0, "body": 10, "soul": 0}


def test_t38_the_margin_is_optional(told: Told) -> None:
    result = told(scene(*duel(damage={"add_margin": False}), dice=[6, 5, 1, 1, 1, 3]))
    assert last(result)["damage"] == 3 + 2 + 1


def test_t38_damage_is_never_below_nothing(told: Told) -> None:
    result = told(
        scene(*duel(damage={"modifier": -9}), dice=[5, 5, 1, 1, 1], mika={"damage": {"body": 4}})
    )
    assert (last(result)["damage"], last(result)["marked"]) == (0, 0)
    assert result["rolls"][-1]["result"] == 1 + 2 - 9 + 3
    assert person(result)["damage"]["body"] == 4, "damage cannot heal"


def test_t38_on_the_track_of_the_defenders_defense(told: Told) -> None:
    one = start("Mika", "Rin", mika={"defense": "understanding"})
    result = told(scene(one, TURN, attack("Rin", "Mika"), dice=[5, 5, 1, 1, 1]))
    assert (last(result)["track"], last(result)["results"]) == ("soul", [15, 5])


def test_t38_a_tie_won_has_margin_0(told: Told) -> None:
    steps = (start("Mika", "Rin"), TURN, does("end_turn", "Rin"), does("turn", "Mika"))
    result = told(scene(*steps, attack("Mika", "Rin"), dice=[2, 2, 2, 3, 4]))
    assert (last(result)["results"], last(result)["by"]) == ([11, 11], "attribute")
    assert last(result)["damage"] == 4 + 3


def test_t38_a_loss_deals_nothing(told: Told) -> None:
    result = told(scene(*duel(), dice=[1, 1, 1, 1]))
    assert last(result) == {
        "step": 2,
        "do": "attack",
        "who": "Rin",
        "responder": "Mika",
        "results": [7, 8],
        "winner": "Mika",
        "by": "result",
        "damage": None,
        "victim": None,
        "track": None,
        "marked": 0,
    }


def test_t38_melee_needs_the_same_engagement_and_ranged_does_not(told: Told) -> None:
    apart = (start("Mika", "Rin", engaged=False), TURN)
    assert refused(told(scene(*apart, attack("Rin", "Mika"), dice=[1] * 4))) == [[2, None]]
    assert refused(told(scene(*apart, attack("Rin", "Mika", ranged=True), dice=[1] * 4))) == []
    assert refused(told(scene(*duel(ranged=True), dice=[1] * 4))) == []


@pytest.mark.parametrize("target", ["Rin", "Toma", "Nobody", None, ["Mika"]])
def test_t38_the_target_is_another_participant(told: Told, target: object) -> None:
    steps = (start("Mika", "Rin"), TURN, attack("Rin", target, ranged=True))
    result = told(scene(*steps, dice=[1] * 4))
    assert (refused(result), combat(result)["actions"]) == ([[2, None]], 1)


@pytest.mark.parametrize(
    ("damage", "parts", "done"),
    [
        ({"raise": 2}, [[2, "damage.raise"]], True),
        ({"raise": 4}, [[2, None]], False),
        ({"raise": "1"}, [[2, None]], False),
        ({"specialty": True}, [[2, None]], False),
        ({"add_margin": 1}, [[2, None]], False),
        ("hard", [[2, None]], False),
    ],
)
def test_t38_faults_in_the_damage_options(
    told: Told, damage: object, parts: list[Any], done: bool
) -> None:
    result = told(scene(*duel(damage=damage), dice=[5, 5, 1, 1, 1], rin={"tension": {"body": 6}}))
    assert refused(result) == parts
    assert (last(result)["do"] == "attack") is done


def test_t38_damage_options_do_not_matter_on_a_miss(told: Told) -> None:
    result = told(scene(*duel(damage="hard", counter_damage=7), dice=[1, 1, 1, 1]))
    assert (refused(result), last(result)["winner"]) == ([], "Mika")


# T39


def half_duel(rules: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    steps = (start("Mika", "Rin", rin=HALF), TURN, attack("Rin", "Mika", **more))
    return scene(*steps, dice=[5, 2], rules=rules)


def test_t39_both_are_half_challenges_and_the_margin_is_the_damage(told: Told) -> None:
    result = told(half_duel())
    assert last(result)["results"] == [5 + 2, 2 + 3]
    assert (last(result)["damage"], last(result)["marked"], thrown(result, "damage")) == (2, 2, [])


def test_t39_it_fills_tier_1_at_most(told: Told) -> None:
    steps = (start("Mika", "Rin", rin=HALF), TURN, attack("Rin", "Mika"))
    for before, damage, marked in ((11, 2, 1), (12, 2, 0), (15, 2 + 3, 0)):
        result = told(scene(*steps, dice=[5, 2], mika={"damage": {"body": before}}))
        assert (last(result)["damage"], last(result)["marked"]) == (damage, marked)


def test_t39_half_combat_defense_normal(told: Told) -> None:
    rules = {"half_combat_defense": "normal"}
    steps = (start("Mika", "Rin", rin=HALF), TURN, attack("Rin", "Mika"))
    result = told(scene(*steps, dice=[5, 2, 2], rules=rules))
    assert last(result)["results"] == [5 + 2, 2 + 2 + 6]
    assert told(scene(*steps, dice=[5, 2, 2]))["final"]["dice_left"] == 1


@pytest.mark.parametrize(("mika", "reply"), [({}, 1 + 1 + 7), (HALF, 1 + 3)])
def test_t39_half_combat_defense_normal_and_a_clash(
    told: Told, mika: dict[str, Any], reply: int
) -> None:
    """Each attack challenge, clashing included, follows the mode of the one who makes it."""
    rules = {"half_combat_defense": "normal"}
    steps = (start("Mika", "Rin", rin=HALF, mika=mika), TURN, attack("Rin", "Mika", **CLASH))
    result = told(scene(*steps, dice=[2, 1, 1, 4] if not mika else [5, 1], rules=rules))
    assert last(result)["results"][1] == reply


def test_t39_a_normal_attack_is_no_half_challenge(told: Told) -> None:
    steps = (start("Mika", "Rin", mika=HALF), TURN, attack("Rin", "Mika"))
    assert last(told(scene(*steps, dice=[1, 1, 1, 1])))["results"] == [7, 8]


# T40


def test_t40_half_combatants_take_full_damage_from_normal_ones(told: Told) -> None:
    steps = (start("Mika", "Rin", mika=HALF), TURN, attack("Rin", "Mika"))
    result = told(scene(*steps, dice=[5, 5, 1, 1, 4], mika={"damage": {"body": 12}}))
    assert (last(result)["damage"], last(result)["marked"]) == (4 + 2 + 3, 9)
    assert person(result)["penalty"] == -6


def test_t40_the_attackers_mode_decides_the_dice_the_dealers_the_damage(told: Told) -> None:
    """A normal attacker, clashed by a half combatant: full dice, and the margin as damage."""
    steps = (start("Mika", "Rin", mika=HALF), TURN, attack("Rin", "Mika", **CLASH))
    result = told(scene(*steps, dice=[1, 1, 5, 5]))
    assert last(result)["results"] == [7, 17]
    assert (last(result)["victim"], last(result)["damage"]) == ("Rin", 10)
    steps = (start("Mika", "Rin", rin=HALF), TURN, attack("Rin", "Mika", **CLASH))
    result = told(scene(*steps, dice=[1, 5, 3]))
    assert last(result)["results"] == [1 + 2, 5 + 3]
    assert last(result)["damage"] == 3 + 3 + (8 - 3) // 2


# T41


def test_t41_none_joins_at_max(told: Told) -> None:
    mika = {"tension": {"body": 6}, "max": True}
    assert refused(told(scene(start("Mika", "Rin", mika=HALF), mika=mika))) == [[0, None]]
    assert refused(told(scene(start("Mika", "Rin"), mika=mika))) == []
    six = {"tension": {"body": 6}}
    assert refused(told(scene(start("Mika", "Rin", mika=HALF), mika=six))) == []


@pytest.mark.parametrize(
    ("on_max", "faint", "half"),
    [({}, False, []), ({"on_max": "normal"}, False, []), ({"on_max": "drop"}, True, ["Rin"])],
)
def test_t41_on_reaching_it_one_goes_over_or_faints(
    told: Told, on_max: dict[str, Any], faint: bool, half: list[str]
) -> None:
    steps = (
        start("Mika", "Rin", rin={**HALF, **on_max}),
        does("tension", "Rin", track="soul", amount=7),
    )
    result = told(scene(*steps))
    assert (person(result, "Rin")["faint"], combat(result)["half"]) == (faint, half)
    almost = (steps[0], does("tension", "Rin", track="soul", amount=6))
    result = told(scene(*almost))
    assert (person(result, "Rin")["faint"], combat(result)["half"]) == (False, ["Rin"])


def test_t41_out_of_social_combat_as_well(told: Told) -> None:
    social = {
        "attack": "expression",
        "defense": "knowledge",
        "support": "diligence",
        "social": True,
        **HALF,
    }
    steps = (
        start("Mika", "Rin", rin=social),
        does("tension", "Rin", track="soul", amount=7),
        CLEANUP,
    )
    result = told(scene(*steps))
    assert (refused(result), combat(result)["half"]) == ([], [])


# T42

SOCIAL = {"half": True, "social": True}


def party(attack: str, defense: str, support: str, **more: Any) -> dict[str, Any]:
    chosen = {"attack": attack, "defense": defense, "support": support, **SOCIAL, **more}
    return {"do": "combat_start", "setup": {"Mika": chosen, "Toma": chosen}}


def test_t42_all_three_places_from_the_set(told: Told) -> None:
    assert refused(told(scene(party("expression", "diligence", "knowledge")))) == []
    assert refused(told(scene(party("knowledge", "diligence", "expression")))) == []
    for wrong in (
        ("courage", "diligence", "knowledge"),
        ("expression", "understanding", "knowledge"),
        ("expression", "diligence", "courage"),
    ):
        assert refused(told(scene(party(*wrong)))) == [[0, None]]


def test_t42_social_attribute_set(told: Told) -> None:
    rules = {"social_attribute_set": "knowledge_expression_understanding"}
    fits, not_now = (
        party("expression", "understanding", "knowledge"),
        party("expression", "diligence", "knowledge"),
    )
    assert refused(told(scene(fits, rules=rules))) == []
    assert refused(told(scene(not_now, rules=rules))) == [[0, None]]


def test_t42_still_under_t27_and_only_as_half_combat(told: Told) -> None:
    assert refused(told(scene(party("expression", "expression", "knowledge")))) == [[0, None]]
    assert refused(told(scene(party("expression", "diligence", "knowledge", half=False)))) == [
        [0, None]
    ]


def test_t42_shame_goes_to_the_body_track_as_printed(told: Told) -> None:
    one = {**party("expression", "diligence", "knowledge"), "engaged": [["Mika", "Toma"]]}
    result = told(scene(one, does("turn", "Mika"), attack("Mika", "Toma"), dice=[3, 1]))
    assert (last(result)["track"], last(result)["results"]) == ("body", [3 + 2, 1 + 0])


# T43


def melee(target: str = "Toma", **more: Any) -> tuple[dict[str, Any], ...]:
    """All three in one engagement; Rin attacks."""
    return start("Mika", "Rin", "Toma"), TURN, attack("Rin", target, **more)


def test_t43_before_the_protector_defends_and_takes_the_damage(told: Told) -> None:
    result = told(scene(*melee(protect_before={"who": "Mika"}), dice=[5, 5, 1, 1, 4]))
    assert (last(result)["responder"], last(result)["results"]) == ("Mika", [15, 1 + 1 + 6 + 1])
    assert (last(result)["victim"], last(result)["damage"]) == ("Mika", 4 + 2 + 3)
    assert person(result)["tension"]["soul"] == 1
    result = told(scene(*melee(protect_before={"who": "Mika"}), dice=[5, 5, 5, 5]))
    assert (last(result)["winner"], person(result)["tension"]["soul"]) == ("Mika", 1)


def test_t43_after_without_a_roll(told: Told) -> None:
    result = told(scene(*melee(protect_after={"who": "Mika"}), dice=[5, 5, 2, 2, 4]))
    assert (last(result)["responder"], last(result)["results"]) == ("Toma", [15, 5])
    assert (last(result)["victim"], last(result)["damage"]) == ("Mika", 4 + 2 + 5)
    assert (person(result)["tension"]["soul"], person(result)["damage"]["body"]) == (1, 11)
    assert person(result, "Toma")["damage"]["body"] == 0


def test_t43_nothing_is_paid_on_a_miss(told: Told) -> None:
    result = told(scene(*melee(protect_after={"who": "Mika"}), dice=[1, 1, 6, 1, 6]))
    assert (refused(result), person(result)["tension"]["soul"]) == ([], 0)


@pytest.mark.parametrize(
    "after",
    [{"who": "Rin"}, {"who": "Toma"}, {"who": "Nobody"}, {}, {"who": ["Mika"]}, "Mika", None, 7],
)
def test_t43_who_cannot_protect_after_is_a_refused_part(told: Told, after: object) -> None:
    """A protector after the roll is looked at only on a hit, and then refused alone."""
    result = told(scene(*melee(protect_after=after), dice=[5, 5, 2, 2, 4]))
    assert (refused(result), last(result)["victim"]) == ([[2, "protect_after"]], "Toma")
    result = told(scene(*melee(protect_after=after), dice=[1, 1, 6, 1, 6]))
    assert (refused(result), last(result)["winner"]) == ([], "Toma")


@pytest.mark.parametrize("who", ["Rin", "Toma", "Nobody", None])
def test_t43_who_cannot_protect_before_refuses_the_attack(told: Told, who: object) -> None:
    result = told(scene(*melee(protect_before={"who": who}), dice=[5, 5, 2, 2, 4]))
    assert (refused(result), result["final"]["dice_left"]) == ([[2, None]], 5)


def test_t43_in_the_same_engagement_and_conscious_and_with_room(told: Told) -> None:
    apart = {**start("Mika", "Rin", "Toma"), "engaged": [["Rin", "Toma"]]}
    steps = (apart, TURN, attack("Rin", "Toma", protect_before={"who": "Mika"}))
    assert refused(told(scene(*steps, dice=[1] * 4))) == [[2, None]]
    full = {"tension": {"mind": 6}, "max": True}
    result = told(scene(*melee(protect_before={"who": "Mika"}), dice=[1] * 4, mika=full))
    assert refused(result) == [[2, None]]
    result = told(scene(*melee(protect_after={"who": "Mika"}), dice=[5, 5, 2, 2, 4], mika=full))
    assert refused(result) == [[2, "protect_after"]]


def test_t43_one_protector_an_attack(told: Told) -> None:
    both = {"protect_before": {"who": "Mika"}, "protect_after": {"who": "Mika"}}
    result = told(scene(*melee(**both), dice=[5, 5, 1, 1, 4]))
    assert (refused(result), person(result)["tension"]["soul"]) == ([[2, "protect_after"]], 1)


def test_t43_not_for_a_clashing_target(told: Told) -> None:
    clash = {**CLASH, "protect_before": {"who": "Mika"}}
    assert refused(told(scene(*melee(**clash), dice=[1] * 4))) == [[2, None]]
    clash = {**CLASH, "protect_after": {"who": "Mika"}}
    result = told(scene(*melee(**clash), dice=[5, 5, 1, 1, 4]))
    assert (refused(result), last(result)["victim"]) == ([[2, "protect_after"]], "Toma")


# T44


def test_t44_on_the_track_of_the_protectors_defense(told: Told) -> None:
    one = start("Mika", "Rin", "Toma", mika={"defense": "knowledge"})
    for key in ("protect_before", "protect_after"):
        steps = (one, TURN, attack("Rin", "Toma", **{key: {"who": "Mika"}}))
        result = told(scene(*steps, dice=[5, 5, 1, 1, 4]))
        assert (last(result)["victim"], last(result)["track"]) == ("Mika", "mind")


def test_t44_protect_track_target_defense(told: Told) -> None:
    one, rules = (
        start("Mika", "Rin", "Toma", mika={"defense": "knowledge"}),
        {"protect_track": "target_defense"},
    )
    for key in ("protect_before", "protect_after"):
        steps = (one, TURN, attack("Rin", "Toma", **{key: {"who": "Mika"}}))
        result = told(scene(*steps, dice=[5, 5, 1, 1, 4], rules=rules))
        assert (last(result)["victim"], last(result)["track"]) == ("Mika", "body")
    unprotected = (one, TURN, attack("Rin", "Mika"))
    assert last(told(scene(*unprotected, dice=[5, 5, 1, 1, 4], rules=rules)))["track"] == "mind"


# T45

CLASHING = {"protect_before": {"who": "Mika", "mode": "clash"}}


def test_t45_a_win_damages_the_attacker_and_uses_the_protectors_turn(told: Told) -> None:
    result = told(scene(*melee(**CLASHING), dice=[1, 1, 5, 5, 1]))
    assert last(result)["results"] == [7, 5 + 5 + 7 + 1]
    assert (last(result)["victim"], last(result)["damage"]) == ("Rin", 1 + 3 + 1 + 5)
    assert (combat(result)["finished"], person(result)["tension"]["soul"]) == (["Mika"], 1)
    assert [one["purpose"] for one in result["rolls"]] == ["attack", "clash", "damage"]


def test_t45_a_loss_costs_the_turn_and_damage(told: Told) -> None:
    result = told(scene(*melee(**CLASHING), dice=[5, 5, 1, 1, 1]))
    assert (last(result)["victim"], combat(result)["finished"]) == ("Mika", ["Mika"])


def test_t45_only_who_is_able(told: Told) -> None:
    steps = (
        start("Mika", "Rin", "Toma"),
        does("turn", "Rin"),
        does("end_turn", "Rin"),
        does("turn", "Mika"),
        attack("Mika", "Toma", protect_before={"who": "Rin", "mode": "clash"}),
    )
    result = told(scene(*steps, dice=[1] * 4))
    assert (refused(result), person(result, "Rin")["tension"]["soul"]) == ([[4, None]], 0)


def test_t45_not_after_the_roll_nor_out_of_reach_of_a_shot(told: Told) -> None:
    after = {"protect_after": {"who": "Mika", "mode": "clash"}}
    result = told(scene(*melee(**after), dice=[5, 5, 2, 2, 4]))
    assert (last(result)["victim"], combat(result)["finished"]) == ("Mika", [])
    apart = {**start("Mika", "Rin", "Toma"), "engaged": [["Mika", "Toma"]]}
    shot = (apart, TURN, attack("Rin", "Toma", ranged=True, **CLASHING))
    assert refused(told(scene(*shot, dice=[1] * 4))) == [[2, None]]


# T46


def sleeping(**more: Any) -> tuple[dict[str, Any], ...]:
    return (
        start("Mika", "Rin", "Toma"),
        hurt("Mika", "body", 30),
        CLEANUP,
        TURN,
        attack("Rin", "Mika", **more),
    )


def test_t46_the_unconscious_have_their_attribute_and_a_modifier(told: Told) -> None:
    result = told(scene(*sleeping(defend={"modifier": 1}), dice=[1, 1]))
    assert (last(result)["results"], last(result)["by"]) == ([7, 6 + 1], "attribute")
    assert (last(result)["winner"], thrown(result, "defend")) == ("Mika", [[]])
    result = told(scene(*sleeping(), dice=[1, 1, 1]))
    assert (last(result)["results"], last(result)["winner"]) == ([7, 6], "Rin")


def test_t46_the_full_attribute_in_half_combat_too(told: Told) -> None:
    steps = (
        start("Mika", "Rin", rin=HALF),
        hurt("Mika", "body", 30),
        CLEANUP,
        TURN,
        attack("Rin", "Mika"),
    )
    assert last(told(scene(*steps, dice=[5])))["results"] == [5 + 2, 6]


@pytest.mark.parametrize(
    "defend",
    [
        {"raise": 1},
        {"specialty": True},
        {"strategy": {"from": "Mika", "amount": 1}},
        {"mode": "clash"},
        {"modifier": "1"},
    ],
)
def test_t46_and_nothing_else(told: Told, defend: dict[str, Any]) -> None:
    result = told(scene(*sleeping(defend=defend), dice=[1, 1]))
    assert (refused(result), result["final"]["dice_left"]) == ([[4, None]], 2)


def test_t46_they_make_no_bids(told: Told) -> None:
    result = told(scene(*sleeping(bids=[{"who": "Mika"}]), dice=[1, 1, 1]))
    assert (refused(result), last(result)["results"]) == ([[4, "bids[0]"]], [7, 6])


def test_t46_they_can_be_protected(told: Told) -> None:
    result = told(scene(*sleeping(protect_before={"who": "Toma"}), dice=[1, 1, 1, 1, 1]))
    assert (last(result)["responder"], last(result)["results"]) == ("Toma", [7, 1 + 1 + 1 + 1])
    result = told(scene(*sleeping(protect_after={"who": "Toma"}), dice=[1, 1, 1]))
    assert last(result)["victim"] == "Toma"


def test_t46_damage_of_their_tracks_takes_nothing_from_them(told: Told) -> None:
    """Neither the penalty of their damage nor their tension changes the fixed result."""
    result = told(scene(*sleeping(), dice=[1, 1, 1], mika={"tension": {"mind": 5}}))
    assert last(result)["results"] == [7, 6]
