"""Abilities that meet in one attack: what becomes of it, who pays, what is left (C14, C18, C22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.carps.people import (
    assist,
    attack,
    levels,
    nets,
    npc,
    outcomes,
    pc,
    protect,
    refused,
    reserves,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]
PD, UF = "perfect_defense", "unstoppable_force"


def both(**more: Any) -> dict[str, Any]:
    """An attacker with Unstoppable Force, a defender with Perfect Defense, an ally who disrupts."""
    return {
        "oni": npc(UF, base=10, rp=10, **more),
        "mika": pc(PD, base=10, rp=10),
        "juno": pc("disrupt_the_assault", "take_the_hit", PD, base=10, rp=23),
    }


@pytest.mark.parametrize("die", [5, 6])
@pytest.mark.parametrize("listed", [[("oni", UF), ("mika", PD)], [("mika", PD), ("oni", UF)]])
def test_force_meets_defense_in_either_order(play: Run, die: int, listed: Any) -> None:
    step = attack("oni", "mika", *(use(*one) for one in listed))
    result = play(both(), [step], [die])
    assert outcomes(result) == ["negated"]
    assert refused(result) == []
    assert reserves(result) == {"oni": 0, "mika": 0, "juno": 23}
    assert levels(result) == {"oni": 10, "mika": 10, "juno": 10}


def test_a_hit_that_force_made_may_be_disrupted(play: Run) -> None:
    step = attack("oni", "mika", use("oni", UF), use("juno", "disrupt_the_assault"))
    result = play(both(), [step], [6])
    assert outcomes(result) == ["negated"]
    assert levels(result) == {"oni": 10, "mika": 10, "juno": 10 + 1}


def test_who_disrupts_first_leaves_nothing_to_defend(play: Run) -> None:
    step = attack("oni", "mika", use("juno", "disrupt_the_assault"), use("mika", PD))
    result = play(both(), [step], [5])
    assert refused(result) == [("mika", PD, "no_trigger")]
    assert reserves(result) == {"oni": 10, "mika": 10, "juno": 15}


def test_a_miss_that_defense_made_cannot_be_disrupted(play: Run) -> None:
    step = attack("oni", "mika", use("mika", PD), use("juno", "disrupt_the_assault"))
    result = play(both(), [step], [5])
    assert outcomes(result) == ["miss"]
    assert refused(result) == [("juno", "disrupt_the_assault", "no_trigger")]


def test_who_takes_the_hit_defends_and_cannot_disrupt(play: Run) -> None:
    listed = [use("juno", "take_the_hit"), use("juno", "disrupt_the_assault"), use("juno", PD)]
    result = play(both(), [attack("oni", "mika", *listed, use("mika", PD))], [5])
    assert result["outcomes"] == [{"by": "oni", "on": "juno", "outcome": "miss"}]
    assert refused(result) == [
        ("juno", "disrupt_the_assault", "no_trigger"),
        ("mika", PD, "no_trigger"),
    ]
    assert levels(result)["juno"] == 10 + 1 + 1
    assert reserves(result) == {"oni": 10, "mika": 10, "juno": 23 - 5 - 10}


def test_who_takes_the_hit_meets_force_and_gains_nothing(play: Run) -> None:
    listed = [use("juno", "take_the_hit"), use("oni", UF), use("juno", PD)]
    result = play(both(), [attack("oni", "mika", *listed)], [6])
    assert result["outcomes"] == [{"by": "oni", "on": "juno", "outcome": "negated"}]
    assert levels(result) == {"oni": 10, "mika": 10, "juno": 10}
    assert reserves(result) == {"oni": 0, "mika": 10, "juno": 23 - 5 - 10}


def test_two_who_disrupt_only_one_pays(play: Run) -> None:
    people = {**both(), "rin": pc("disrupt_the_assault", rp=8)}
    listed = [use("rin", "disrupt_the_assault"), use("juno", "disrupt_the_assault")]
    result = play(people, [attack("oni", "mika", *listed)], [5])
    assert reserves(result) == {"oni": 10, "mika": 10, "juno": 23, "rin": 0}
    assert refused(result) == [("juno", "disrupt_the_assault", "no_trigger")]


def test_a_negated_attack_defeats_nobody_and_is_no_third_hit(play: Run) -> None:
    people = both(level=30)
    people["mika"] |= {"abilities": ["diehard", "combo_breaker", "um10"], "rp": 40, "level": 30}
    listed = [use("juno", "disrupt_the_assault"), use("mika", "diehard")]
    listed += [use("mika", "combo_breaker", effect="um10")]
    hits = [attack("oni", "mika"), attack("oni", "mika")]
    result = play(people, [*hits, attack("oni", "mika", *listed)], [5, 5, 5])
    assert outcomes(result) == ["hit", "hit", "negated"]
    assert [key for _, key, _ in refused(result)] == ["combo_breaker", "diehard"]
    assert result["final"]["mika"]["status"] == "active"


def test_saved_from_defeat_both_still_react(play: Run) -> None:
    people = {
        "juno": pc(),
        "oni": npc("perfect_teamwork", level=40, rp=10),
        "imp": npc(level=40),
        "mika": pc("diehard", "counter_tactics", level=5, rp=25),
    }
    steps = [
        {"do": "end_turn", "by": "juno"},
        {"do": "end_turn", "by": "oni"},
        assist("imp", "oni"),
        {"do": "end_turn", "by": "imp"},
        {"do": "end_turn", "by": "mika"},
        {"do": "end_turn", "by": "juno"},
    ]
    listed = [
        use("mika", "counter_tactics"),
        use("oni", "perfect_teamwork"),
        use("mika", "diehard"),
    ]
    steps.append(attack("oni", "mika", *listed))
    result = play(people, steps, [1, 1, 1, 1, 1, 2, 3])
    assert result["final"]["mika"]["status"] == "active"
    assert levels(result) == {"juno": 1, "oni": 46, "imp": 43, "mika": 5 + 5 + 6}


def test_charges_and_reactions_cancel_and_are_all_spent(play: Run) -> None:
    people = {
        "oni": npc("sure_strike", rp=8),
        "mika": pc("evasive_maneuvers", rp=8),
        "juno": pc(),
    }
    steps = [protect("juno", "mika"), {"do": "end_turn", "by": "juno"}, assist("oni", "oni")]
    listed = [use("mika", "evasive_maneuvers"), use("oni", "sure_strike")]
    steps += [attack("oni", "mika", *listed), attack("oni", "mika")]
    result = play(people, steps, [1, 5, 5], order=["juno", "oni", "mika"])
    assert nets(result) == [0, 0]
    assert reserves(result) == {"oni": 0, "mika": 0, "juno": 1}


def test_combo_breaker_met_by_combo_breaker(play: Run) -> None:
    people = {
        "oni": npc("combo_breaker", "um10", PD, base=40, rp=40, ap=5),
        "mika": pc("combo_breaker", "um10", UF, base=40, rp=100),
    }
    back = use("oni", "combo_breaker", effect="um10")
    defended = [use("oni", PD), use("mika", UF)]
    answer = use("mika", "combo_breaker", effect="um10")
    steps = [attack("oni", "mika")] * 2
    steps += [attack("oni", "mika", {**answer, "reactions": defended})]
    steps += [attack("oni", "mika", {**answer, "reactions": [back]})] * 2
    result = play(people, steps, [2, 2, 2, 9, 2, 9, 2, 9])
    assert [(one["by"], one["outcome"]) for one in result["outcomes"]] == [
        ("oni", "hit"),
        ("oni", "hit"),
        ("oni", "hit"),
        ("mika", "negated"),
        ("oni", "hit"),
        ("mika", "hit"),
        ("oni", "hit"),
        ("mika", "hit"),
    ]
    assert [key for _, key, _ in refused(result)] == ["combo_breaker", "combo_breaker"]


def test_a_hit_that_became_a_miss_is_no_third_hit(play: Run) -> None:
    people = {
        "oni": npc(base=10),
        "mika": pc(PD, "combo_breaker", "um10", base=10, rp=45, carry_ap=2),
    }
    third = attack("oni", "mika", use("mika", PD), use("mika", "combo_breaker", effect="um10"))
    steps = [attack("oni", "mika"), attack("oni", "mika"), third]
    result = play(people, [*steps, {"do": "end_turn", "by": "oni"}], [2, 2, 2, 1])
    assert refused(result) == [("mika", "combo_breaker", "no_trigger")]
    assert (result["final"]["mika"]["ap"], result["final"]["mika"]["temp_ap"]) == (2, 2)


def test_an_ultimate_move_negated_still_gives_its_levels_and_effect(play: Run) -> None:
    people = {
        "mika": pc("defense_breaker", base=9, rp=15),
        "oni": npc(base=9),
        "imp": npc("disrupt_the_assault", base=9, rp=8),
        "juno": pc(base=9),
    }
    step = ultimate("mika", "oni", "defense_breaker", use("imp", "disrupt_the_assault"))
    steps = [step, {"do": "end_turn", "by": "mika"}, attack("juno", "oni")]
    result = play(people, steps, [9, 1, 2, 3], order=["mika", "juno", "oni", "imp"])
    assert outcomes(result) == ["negated", "miss"]
    assert nets(result) == [0, 1]
    assert levels(result)["mika"] == 9 + 6
