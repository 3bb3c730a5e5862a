"""Each ability where it counts and where it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.carps.people import (
    attack,
    end,
    levels,
    nets,
    npc,
    outcomes,
    pc,
    refused,
    reserves,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(("attacker", "net", "dice"), [(2, 1, [5, 5]), (3, 0, [5]), (4, 0, [5])])
def test_cs1_only_against_a_lower_attacker(
    play: Run, attacker: int, net: int, dice: list[int]
) -> None:
    people = {"oni": npc(level=attacker), "mika": pc("cs1", level=3)}
    assert nets(play(people, [attack("oni", "mika")], dice)) == [net]


@pytest.mark.parametrize(("target", "net", "dice"), [(4, 1, [5, 5]), (3, 0, [5]), (2, 0, [5])])
def test_underdog_only_against_a_higher_target(
    play: Run, target: int, net: int, dice: list[int]
) -> None:
    people = {"mika": pc("underdog_stance", level=3), "oni": npc(level=target)}
    assert nets(play(people, [attack("mika", "oni")], dice)) == [net]


def test_lone_wolf_while_no_ally_is_left(play: Run) -> None:
    people = {"oni": npc(level=6), "mika": pc("lone_wolf_stance"), "juno": pc()}
    steps = [attack("oni", "mika"), attack("oni", "juno"), attack("oni", "mika")]
    result = play(people, steps, [6, 2, 7, 7])
    assert outcomes(result) == ["miss", "hit", "miss"]
    assert nets(result) == [0, 0, 1]
    assert result["final"]["juno"]["status"] == "defeated"


def test_eternal_rivalry_counts_at_once_and_until_the_next_turn_ends(play: Run) -> None:
    people = {
        "mika": pc("sure_strike", rp=8, base=9),
        "juno": pc("eternal_rivalry_stance", base=9),
        "oni": npc(base=9),
    }
    steps = [
        attack("mika", "oni", use("mika", "sure_strike")),
        end("mika"),
        attack("juno", "oni"),
        end("juno"),
        attack("oni", "juno"),
    ]
    result = play(people, steps, [2, 3, 4, 1, 5, 2, 1, 3])
    assert nets(result) == [2, 1, 0]


def test_eternal_rivalry_does_not_count_own_spending(play: Run) -> None:
    people = {"mika": pc("eternal_rivalry_stance", "sure_strike", rp=16), "oni": npc()}
    steps = [attack("mika", "oni", use("mika", "sure_strike")), attack("mika", "oni")]
    assert nets(play(people, steps, [2, 3, 4, 2])) == [2, 0]


def test_eternal_rivalry_feeds_the_defense_that_the_spending_leads_to(play: Run) -> None:
    people = {
        "oni": npc(),
        "mika": pc("eternal_rivalry_stance"),
        "juno": pc("take_the_hit", "eternal_rivalry_stance", rp=5),
    }
    steps = [attack("oni", "mika", use("juno", "take_the_hit")), attack("oni", "mika")]
    result = play(people, steps, [6, 6, 7])
    assert [roll["roller"] for roll in result["rolls"]] == ["juno", "mika"]
    assert nets(result) == [0, 1]


def test_escape_artist_helps_to_run_and_nothing_else(play: Run) -> None:
    people = {"mika": pc("escape_artist"), "oni": npc()}
    steps = [{"do": "escape", "by": "mika"}, end("mika"), attack("oni", "mika")]
    result = play(people, steps, [2, 3, 4, 5])
    assert [roll["type"] for roll in result["rolls"]] == ["escape", "reserve", "defense"]
    assert nets(result) == [1, 0]
    assert levels(result) == {"mika": 1, "oni": 4}


def test_pursuer_counts_only_for_who_sets_the_target_number(play: Run) -> None:
    people = {
        "mika": pc(),
        "oni": npc("pursuer", style="defensive"),
        "brute": npc(style="offensive"),
    }
    result = play(people, [{"do": "escape", "by": "mika"}], [3])
    assert [(roll["against"], roll["net"], roll["tn"]) for roll in result["rolls"]] == [
        ("brute", 0, 7)
    ]
    people["oni"]["style"] = "offensive"
    result = play(people, [{"do": "escape", "by": "mika"}], [3, 4])
    assert [(roll["against"], roll["net"]) for roll in result["rolls"]] == [("oni", -1)]


def test_t14_and_t15_change_target_numbers(play: Run) -> None:
    people = {"mika": pc("t14", "t15"), "oni": npc()}
    steps = [attack("mika", "oni"), end("mika"), attack("oni", "mika")]
    result = play(people, steps, [5, 1, 5])
    assert [roll.get("tn") for roll in result["rolls"]] == [5, None, 5]
    plain = play({"mika": pc(attack=1, defense=1), "oni": npc()}, [attack("mika", "oni")], [5])
    assert plain["rolls"][0]["tn"] == 6


def test_take_the_hit_makes_the_ally_roll_and_gain(play: Run) -> None:
    people = {"oni": npc(), "mika": pc(style="offensive"), "juno": pc("take_the_hit", rp=5)}
    result = play(people, [attack("oni", "mika", use("juno", "take_the_hit"))], [6])
    assert result["outcomes"] == [{"by": "oni", "on": "juno", "outcome": "miss"}]
    assert levels(result) == {"oni": 1, "mika": 1, "juno": 3}
    assert reserves(result) == {"oni": 0, "mika": 0, "juno": 1}


@pytest.mark.parametrize(("level", "gained"), [(10, 2), (11, 4)])
def test_take_the_hit_gives_more_from_level_11(play: Run, level: int, gained: int) -> None:
    people = {"oni": npc(level=level), "mika": pc(), "juno": pc("take_the_hit", rp=5, level=level)}
    result = play(people, [attack("oni", "mika", use("juno", "take_the_hit"))], [6])
    assert levels(result)["juno"] == level + gained


def test_take_the_hit_is_no_help_for_oneself_or_an_opponent(play: Run) -> None:
    people = {"oni": npc("take_the_hit", rp=5), "mika": pc("take_the_hit", rp=5)}
    listed = [use("mika", "take_the_hit"), use("oni", "take_the_hit")]
    result = play(people, [attack("oni", "mika", *listed)], [6])
    assert refused(result) == [
        ("mika", "take_the_hit", "no_trigger"),
        ("oni", "take_the_hit", "no_trigger"),
    ]
    assert reserves(result) == {"oni": 5, "mika": 6}


def test_one_redirection_for_each_attack(play: Run) -> None:
    people = {
        "oni": npc(),
        "mika": pc(),
        "juno": pc("take_the_hit", rp=5),
        "rin": pc("take_the_hit", rp=5),
    }
    listed = [use("juno", "take_the_hit"), use("rin", "take_the_hit")]
    result = play(people, [attack("oni", "mika", *listed)], [6])
    assert refused(result) == [("rin", "take_the_hit", "already_redirected")]
    assert reserves(result) == {"oni": 0, "mika": 0, "juno": 1, "rin": 5}


@pytest.mark.parametrize(
    ("level", "die", "expected", "left"),
    [(5, 6, 8, 0), (14, 6, 19, 0), (15, 6, 21, 0), (5, 5, 5, 0)],
)
def test_extra_effort_adds_to_a_hit(
    play: Run, level: int, die: int, expected: int, left: int
) -> None:
    people = {"mika": pc("extra_effort", level=level, rp=5), "oni": npc(level=40)}
    result = play(people, [attack("mika", "oni", use("mika", "extra_effort"))], [die])
    assert (levels(result)["mika"], reserves(result)["mika"]) == (expected, left)


def test_extra_effort_needs_level_5(play: Run) -> None:
    people = {"mika": pc("extra_effort", level=4, rp=5), "oni": npc()}
    result = play(people, [attack("mika", "oni", use("mika", "extra_effort"))], [5])
    assert refused(result) == [("mika", "extra_effort", "level_too_low")]
    assert reserves(result)["mika"] == 5


def test_extra_effort_on_an_ultimate_move(play: Run) -> None:
    people = {"mika": pc("extra_effort", "attack_builder", level=5, rp=20), "oni": npc(level=40)}
    step = ultimate("mika", "oni", "attack_builder", use("mika", "extra_effort"))
    assert levels(play(people, [step], [6]))["mika"] == 5 + 4 + 1


def test_sure_strike_gives_two_dice_to_either_who_attacks(play: Run) -> None:
    people = {"oni": npc("sure_strike", rp=8), "mika": pc()}
    result = play(people, [attack("oni", "mika", use("oni", "sure_strike"))], [6, 5, 9])
    assert [(roll["type"], roll["net"], roll["success"]) for roll in result["rolls"]] == [
        ("defense", -2, False)
    ]
    assert reserves(result) == {"oni": 0, "mika": 0}


def test_sure_strike_and_evasive_maneuvers_belong_to_their_sides(play: Run) -> None:
    abilities = ("sure_strike", "evasive_maneuvers")
    people = {"oni": npc(*abilities, rp=20), "mika": pc(*abilities, rp=20)}
    listed = [use("mika", "sure_strike"), use("oni", "evasive_maneuvers")]
    result = play(people, [attack("oni", "mika", *listed)], [5])
    assert refused(result) == [
        ("mika", "sure_strike", "no_trigger"),
        ("oni", "evasive_maneuvers", "no_trigger"),
    ]
    assert reserves(result) == {"oni": 20, "mika": 20}


def test_evasive_maneuvers_without_enough_rp(play: Run) -> None:
    people = {"oni": npc(), "mika": pc("evasive_maneuvers", rp=7)}
    result = play(people, [attack("oni", "mika", use("mika", "evasive_maneuvers"))], [5])
    assert refused(result) == [("mika", "evasive_maneuvers", "not_enough_rp")]
    assert nets(result) == [0]


@pytest.mark.parametrize(("level", "gain"), [(1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
def test_disrupt_the_assault_gives_the_ally_levels(play: Run, level: int, gain: int) -> None:
    people = {"oni": npc(), "mika": pc(), "juno": pc("disrupt_the_assault", rp=8, level=level)}
    result = play(people, [attack("oni", "mika", use("juno", "disrupt_the_assault"))], [5])
    assert outcomes(result) == ["negated"]
    assert levels(result) == {"oni": 1, "mika": 1, "juno": level + gain}


def test_disrupt_the_assault_not_on_a_miss_and_not_for_oneself(play: Run) -> None:
    people = {
        "oni": npc(),
        "mika": pc("disrupt_the_assault", rp=8),
        "juno": pc("disrupt_the_assault", rp=8),
    }
    missed = play(people, [attack("oni", "mika", use("juno", "disrupt_the_assault"))], [6])
    assert refused(missed) == [("juno", "disrupt_the_assault", "no_trigger")]
    own = play(people, [attack("oni", "mika", use("mika", "disrupt_the_assault"))], [5])
    assert refused(own) == [("mika", "disrupt_the_assault", "no_trigger")]
    assert outcomes(own) == ["hit"]


def test_perfect_defense_costs_an_action_point_next_turn(play: Run) -> None:
    people = {"oni": npc(base=10), "mika": pc("perfect_defense", base=10, rp=10, carry_ap=1)}
    steps = [attack("oni", "mika", use("mika", "perfect_defense")), end("oni")]
    result = play(people, steps, [5, 1])
    mika = result["final"]["mika"]
    assert (mika["level"], mika["rp"], mika["ap"], mika["temp_ap"]) == (11, 0, 2, 1)


def test_perfect_defense_needs_level_10_and_a_hit(play: Run) -> None:
    low = {"oni": npc(), "mika": pc("perfect_defense", level=9, rp=10)}
    step = attack("oni", "mika", use("mika", "perfect_defense"))
    assert refused(play(low, [step], [5])) == [("mika", "perfect_defense", "level_too_low")]
    high = {"oni": npc(), "mika": pc("perfect_defense", level=10, rp=10)}
    assert refused(play(high, [step], [6])) == [("mika", "perfect_defense", "no_trigger")]


def test_unstoppable_force_makes_a_hit_of_a_miss(play: Run) -> None:
    people = {"mika": pc("unstoppable_force", base=10, rp=10), "oni": npc(base=10)}
    steps = [attack("mika", "oni", use("mika", "unstoppable_force")), end("mika"), end("oni")]
    result = play(people, steps, [5, 1, 1])
    assert outcomes(result) == ["hit"]
    mika = result["final"]["mika"]
    assert (mika["level"], mika["rp"], mika["ap"], mika["temp_ap"]) == (13, 1, 2, 2)
    assert levels(result)["oni"] == 10


def test_unstoppable_force_not_on_a_hit(play: Run) -> None:
    people = {"mika": pc("unstoppable_force", base=10, rp=10), "oni": npc(base=10)}
    result = play(people, [attack("mika", "oni", use("mika", "unstoppable_force"))], [6])
    assert refused(result) == [("mika", "unstoppable_force", "no_trigger")]


def test_a_forced_hit_can_be_disrupted(play: Run) -> None:
    people = {
        "oni": npc("unstoppable_force", base=10, rp=10),
        "mika": pc(base=10),
        "juno": pc("disrupt_the_assault", base=10, rp=8),
    }
    listed = [use("juno", "disrupt_the_assault"), use("oni", "unstoppable_force")]
    result = play(people, [attack("oni", "mika", *listed)], [6])
    assert outcomes(result) == ["negated"]
    assert reserves(result) == {"oni": 0, "mika": 0, "juno": 0}


def test_diehard_only_for_who_would_be_defeated(play: Run) -> None:
    people = {"oni": npc(level=6), "mika": pc("diehard", rp=15), "juno": pc("diehard", rp=15)}
    step = attack("oni", "mika", use("juno", "diehard"), use("mika", "diehard"))
    result = play(people, [step], [5])
    assert levels(result) == {"oni": 9, "mika": 6, "juno": 1}
    assert refused(result) == [("juno", "diehard", "no_trigger")]
    poor = {"oni": npc(level=6), "mika": pc("diehard", rp=14), "juno": pc()}
    result = play(poor, [attack("oni", "mika", use("mika", "diehard"))], [5])
    assert refused(result) == [("mika", "diehard", "not_enough_rp")]
    assert result["final"]["mika"]["status"] == "defeated"


def test_disengage_bars_the_attacker_until_the_turn_ends(play: Run) -> None:
    people = {"oni": npc(), "mika": pc("disengage", rp=8)}
    stay = use("mika", "disengage", escape=False)
    steps = [
        attack("oni", "mika", stay),
        attack("oni", "mika"),
        end("oni"),
        end("mika"),
        attack("oni", "mika"),
    ]
    result = play(people, steps, [6, 1, 1, 6])
    assert result["refused"] == [{"step": 1, "why": "disengaged"}]
    assert outcomes(result) == ["miss", "miss"]


def test_disengage_tries_to_escape_with_one_die(play: Run) -> None:
    people = {"oni": npc(), "mika": pc("disengage", rp=8), "juno": pc()}
    held = play(people, [attack("oni", "mika", use("mika", "disengage"))], [6, 2, 3])
    assert [(roll["type"], roll["net"]) for roll in held["rolls"]] == [
        ("defense", 0),
        ("escape", 1),
    ]
    assert levels(held) == {"oni": 2, "mika": 2, "juno": 1}
    gone = play(people, [attack("oni", "mika", use("mika", "disengage"))], [6, 2, 6])
    assert gone["final"]["mika"]["status"] == "escaped"
    assert gone["final"]["mika"]["rp"] == 1


def test_disengage_not_after_a_hit(play: Run) -> None:
    people = {"oni": npc(), "mika": pc("disengage", rp=8)}
    result = play(people, [attack("oni", "mika", use("mika", "disengage"))], [5])
    assert refused(result) == [("mika", "disengage", "no_trigger")]


def test_combo_breaker_at_the_third_hit_of_a_turn(play: Run) -> None:
    people = {
        "oni": npc(base=10, ap=4),
        "mika": pc("combo_breaker", "attack_builder", base=10, rp=15, carry_ap=2),
    }
    breaker = use("mika", "combo_breaker", effect="attack_builder")
    steps = [
        attack("oni", "mika"),
        attack("oni", "mika", breaker),
        attack("oni", "mika", breaker),
        end("oni"),
    ]
    result = play(people, steps, [5, 5, 5, 3, 2])
    assert refused(result) == [("mika", "combo_breaker", "no_trigger")]
    assert [(one["by"], one["outcome"]) for one in result["outcomes"]] == [
        ("oni", "hit"),
        ("oni", "hit"),
        ("oni", "hit"),
        ("mika", "miss"),
    ]
    mika = result["final"]["mika"]
    assert (mika["level"], mika["rp"], mika["ap"], mika["temp_ap"]) == (16, 0, 2, 0)


def test_the_attack_of_a_combo_breaker_has_reactions_of_its_own(play: Run) -> None:
    people = {
        "oni": npc("evasive_maneuvers", "perfect_defense", base=10, rp=18, ap=3),
        "mika": pc("combo_breaker", "attack_builder", "sure_strike", base=10, rp=23),
    }
    breaker = use(
        "mika",
        "combo_breaker",
        effect="attack_builder",
        reactions=[
            use("oni", "disengage"),
            use("oni", "evasive_maneuvers"),
            use("mika", "sure_strike"),
            use("oni", "perfect_defense"),
        ],
    )
    steps = [
        attack("oni", "mika"),
        attack("oni", "mika"),
        attack("oni", "mika", use("oni", "diehard"), breaker),
    ]
    result = play(people, steps, [5, 5, 5, 6])
    assert outcomes(result) == ["hit", "hit", "hit", "miss"]
    assert nets(result) == [0, 0, 0, 0]
    assert refused(result) == [
        ("oni", "disengage", "not_owned"),
        ("oni", "diehard", "no_trigger"),
    ]
    assert reserves(result) == {"oni": 0, "mika": 0}
    assert levels(result) == {"oni": 23, "mika": 16}


@pytest.mark.parametrize(
    ("abilities", "effect", "why"),
    [
        (("combo_breaker",), {"effect": "attack_builder"}, "no_such_ultimate"),
        (("combo_breaker", "attack_builder"), {"effect": "reserve_breaker"}, "no_such_ultimate"),
        (("combo_breaker", "attack_builder"), {}, "no_such_ultimate"),
        (("attack_builder",), {"effect": "attack_builder"}, "not_owned"),
    ],
)
def test_combo_breaker_needs_a_move_that_is_owned(
    play: Run, abilities: tuple[str, ...], effect: dict[str, str], why: str
) -> None:
    people = {"oni": npc(base=10), "mika": pc(*abilities, base=10, rp=15)}
    steps = [
        attack("oni", "mika"),
        attack("oni", "mika"),
        attack("oni", "mika", use("mika", "combo_breaker", **effect)),
    ]
    result = play(people, steps, [5, 5, 5])
    assert refused(result) == [("mika", "combo_breaker", why)]
    assert reserves(result)["mika"] == 15


def test_attack_builder_on_the_next_turn_only(play: Run) -> None:
    people = {"mika": pc("attack_builder", rp=15, ap=4, base=5), "oni": npc(level=30)}
    steps = [
        ultimate("mika", "oni", "attack_builder"),
        attack("mika", "oni"),
        end("mika"),
        end("oni"),
        attack("mika", "oni"),
        end("mika"),
        end("oni"),
        attack("mika", "oni"),
    ]
    result = play(people, steps, [2, 2, 1, 1, 2, 3, 1, 1, 2])
    assert nets(result) == [0, 0, 1, 0]


def test_attack_builder_lasts_from_level_40(play: Run) -> None:
    people = {"mika": pc("attack_builder", rp=15, level=40), "oni": npc(level=90)}
    steps = [
        ultimate("mika", "oni", "attack_builder"),
        end("mika"),
        end("oni"),
        end("mika"),
        end("oni"),
        attack("mika", "oni"),
    ]
    assert nets(play(people, steps, [2, 1, 1, 1, 1, 2, 3])) == [0, 1]


def test_reserve_breaker_doubles_on_the_targets_turn_once(play: Run) -> None:
    people = {
        "mika": pc("reserve_breaker", rp=30, ap=6),
        "oni": npc("sure_strike", "attack_builder", rp=46, ap=6, level=20),
    }
    steps = [
        ultimate("mika", "oni", "reserve_breaker"),
        ultimate("mika", "oni", "reserve_breaker"),
        end("mika"),
        attack("oni", "mika", use("oni", "sure_strike")),
        end("oni"),
        end("mika"),
        attack("oni", "mika", use("oni", "sure_strike")),
    ]
    result = play(people, steps, [2, 2, 1, 9, 9, 9, 1, 1, 9, 9, 9])
    assert reserves(result)["oni"] == 46 + 2 - 16 + 1 - 8


def test_reserve_breaker_leaves_ultimate_moves_alone(play: Run) -> None:
    people = {
        "mika": pc("reserve_breaker", rp=15),
        "oni": npc("attack_builder", rp=14, level=20),
    }
    steps = [
        ultimate("mika", "oni", "reserve_breaker"),
        end("mika"),
        ultimate("oni", "mika", "attack_builder"),
    ]
    result = play(people, steps, [2, 1, 9])
    assert result["refused"] == []
    assert reserves(result)["oni"] == 0
