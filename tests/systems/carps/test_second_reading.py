"""The second reading by itself: worked out by hand from the rulings, and how far inventing goes."""

from __future__ import annotations

import ast
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.systems.carps import invent
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
from tests.systems.carps.second_reading import read, without_reasons

HERE = Path(__file__).parent
CASES = json.loads((HERE / "cases.json").read_text(encoding="utf-8"))
Result = dict[str, Any]


def play(characters: Any, steps: Any, dice: Any = (), **given: Any) -> Result:
    given["characters"] = characters
    result = read(copy.deepcopy({"given": given, "when": list(steps), "dice": list(dice)}))
    assert result.get("dice_used", len(dice)) == len(dice)
    return result


def special(by: str, ability: str, **more: Any) -> dict[str, Any]:
    return {"do": "special", "by": by, "use": ability, **more}


def steps_refused(result: Result) -> list[tuple[int, str]]:
    return [(one["step"], one["why"]) for one in result["refused"]]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_project_s_cases(case: dict[str, Any]) -> None:
    assert without_reasons(read(copy.deepcopy(case))) == without_reasons(case["then"])


def test_it_knows_nothing_of_the_engine() -> None:
    for path in (HERE / "second_reading.py", *(HERE / "second").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(name.name.startswith("engine") for name in node.names)
            if isinstance(node, ast.ImportFrom):
                assert not str(node.module).startswith("engine")


def test_every_ability_has_an_effect_in_some_invented_fight() -> None:
    counted = invent.effective(range(2000))
    assert [form for form in invent.forms() if not counted[form]] == []


# Give It Your All (C55)


def all_out(timing: str, dice: list[int]) -> Result:
    hero = pc("give_it_your_all", "defense_breaker", "cs3", base=20, rp=15, ap=6)
    return play(
        {"h": hero, "t": npc(base=20), "u": npc(base=20)},
        [special("h", "give_it_your_all", effect="defense_breaker")],
        dice,
        switches={"ultimate_pool_timing": timing},
    )


def test_later_attacks_read_their_dice_as_declared() -> None:
    result = all_out("declared", [2, 2])
    assert nets(result) == [0, 0]
    assert levels(result) == {"h": 30, "t": 22, "u": 22}
    assert reserves(result) == {"h": 0, "t": 1, "u": 1}


def test_after_the_gain_everything_counts() -> None:
    assert nets(all_out("after_gain", [2] * 6)) == [2, 2]


def test_who_is_barred_meanwhile_is_skipped() -> None:
    hero = pc("give_it_your_all", "um10", base=20, rp=15, ap=6)
    shield = npc("take_the_hit", "disengage", base=20, rp=13)
    lists = {
        "t": [use("u", "take_the_hit"), use("u", "disengage", escape=False)],
        "u": [use("u", "evasive_maneuvers")],
    }
    step = special("h", "give_it_your_all", effect="um10", reactions_by_target=lists)
    result = play({"h": hero, "t": npc(base=20), "u": shield}, [step], [2])
    assert result["outcomes"] == [{"by": "h", "on": "u", "outcome": "miss"}]
    assert result["refused_reactions"] == []
    assert (levels(result)["u"], reserves(result)["u"]) == (24, 1)


def test_the_effect_falls_on_those_declared_even_if_another_takes_the_hit() -> None:
    hero = pc("give_it_your_all", "beatdown", base=20, rp=15, ap=6)
    shield = npc("take_the_hit", base=20, rp=5)
    lists = {"t": [use("u", "take_the_hit")]}
    result = play(
        {"h": hero, "t": npc(base=20), "u": shield},
        [
            special("h", "give_it_your_all", effect="beatdown", reactions_by_target=lists),
            end("h"),
        ],
        [2, 2, 1],
    )
    assert [one["on"] for one in result["outcomes"]] == ["u", "u"]
    assert (result["turn_of"], result["final"]["t"]["ap"]) == ("t", 2)


# Coming and leaving (C42 to C45)


@pytest.mark.parametrize(
    ("rounding", "others", "level"),
    [
        ("down", [1, 2], 1),
        ("nearest", [1, 2], 2),
        ("up", [1, 2], 2),
        ("nearest", [1, 1, 2], 1),
        ("up", [1, 1, 2], 2),
    ],
)
def test_the_level_on_entry(rounding: str, others: list[int], level: int) -> None:
    people = {f"h{place}": pc(level=one) for place, one in enumerate(others)}
    late = npc(in_combat=False, level=9)
    result = play(
        {**people, "late": late},
        [{**end("h0"), "enters": "late"}],
        [1],
        switches={"late_entry_rounding": rounding},
    )
    assert levels(result)["late"] == level


def test_who_escaped_may_return_and_gives_up_the_old_place() -> None:
    people = {"h": pc(), "t": npc(), "k": pc()}
    steps = [
        {"do": "escape", "by": "h"},
        {**end("h"), "enters": "h"},
        end("h"),
        {**end("t"), "enters": "h"},
        end("h"),
        end("k"),
    ]
    result = play(people, steps, [10, 1, 1, 1], switches={"reentry_after_escape": True})
    assert steps_refused(result) == [(1, "cannot_reenter")]
    assert (result["order"], result["turn_of"], result["round"]) == (["t", "h", "k"], "t", 2)
    stays = play(people, steps[:1] + steps[2:4], [10])
    assert steps_refused(stays) == [(2, "cannot_reenter")]


def test_entry_in_the_next_round_waits_for_everybody() -> None:
    people = {"h": pc(), "t": npc(), "k": pc(in_combat=False)}
    late = {"enters": "k", "position": "next_round"}
    result = play(people, [{**end("h"), **late}, end("h"), {**end("t"), **late}], [1, 1])
    assert steps_refused(result) == [(0, "others_still_to_act")]
    assert (result["order"], result["turn_of"], result["round"]) == (["k", "h", "t"], "k", 2)


def test_places_of_the_departed_pass_before_an_entry_in_the_next_round() -> None:
    people = {"t": npc(), "h": pc(), "k": pc(), "late": npc(in_combat=False)}
    steps = [
        {"do": "protect", "by": "k", "on": "h"},
        {"do": "escape", "by": "k"},
        end("k"),
        end("t"),
        {**end("h"), "enters": "late", "position": "next_round"},
        attack("late", "h"),
    ]
    result = play(people, steps, [10, 1, 1, 6], turn_of="k")
    assert nets(result)[-1] == 0
    assert (result["turn_of"], result["round"]) == ("late", 3)


def test_charges_of_the_departed_last_until_their_place_comes_up() -> None:
    people = {"k": pc(), "h": pc(), "t": npc()}
    steps = [
        {"do": "protect", "by": "k", "on": "h"},
        {"do": "protect", "by": "k", "on": "h"},
        {"do": "escape", "by": "k"},
        end("k"),
        end("h"),
        attack("t", "h"),
        end("t"),
        end("h"),
        attack("t", "h"),
    ]
    assert nets(play(people, steps, [10, 1, 6, 6, 1, 1, 6])) == [0, 1, 0]


def test_the_entrance_counts_for_counter_tactics() -> None:
    people = {
        "h": pc("counter_tactics", base=5, rp=10),
        "late": npc("spotlight_entrance", in_combat=False, base=5),
    }
    steps = [
        {**end("h"), "enters": "late"},
        attack("late", "h", use("h", "counter_tactics")),
    ]
    result = play(people, steps, [1, 4, 2])
    assert result["rolls"][1] == {
        "type": "entrance",
        "roller": "late",
        "sides": 10,
        "dice": [4],
        "result": 4,
    }
    assert levels(result) == {"h": 12, "late": 12}


@pytest.mark.parametrize(
    ("comparison", "status"), [("exceed", "active"), ("equal_or_exceed", "defeated")]
)
def test_an_assassin_s_entry(comparison: str, status: str) -> None:
    people = {
        "t": npc(),
        "h": pc(level=7),
        "late": pc("assassin", in_combat=False),
    }
    result = play(
        people,
        [{**end("t"), "enters": "late"}, attack("late", "t")],
        [1, 6],
        switches={"lethal_comparison": comparison},
    )
    assert levels(result)["late"] == 6
    assert result["final"]["t"]["status"] == status


def test_dynamic_entry_only_on_the_entry_turn() -> None:
    people = {"t": npc(base=6), "late": pc("dynamic_entry", in_combat=False, base=6, rp=30)}
    strike = special("late", "dynamic_entry", on="t")
    steps = [{**end("t"), "enters": "late"}, strike, end("late"), end("t"), strike]
    result = play(people, steps, [1, 2, 3, 5, 1, 1])
    assert steps_refused(result) == [(4, "not_entry_turn")]
    assert (nets(result), levels(result)) == ([2], {"t": 7, "late": 6})
    assert reserves(result)["late"] == 21


# Special Attacks


@pytest.mark.parametrize(
    ("lock", "dice", "barred", "gained"),
    [("literal", [], [4, 5, 6], [5, 15]), ("provokers_attackable", [6, 6], [6], [7, 18])],
)
def test_two_provokers_of_one_side(
    lock: str, dice: list[int], barred: list[int], gained: list[int]
) -> None:
    people = {
        "h": pc("provoke", base=5, rp=5),
        "k": pc("provoke", base=15, rp=5),
        "t": npc(base=5),
        "m": pc(),
    }
    steps = [
        special("h", "provoke", on="t"),
        end("h"),
        special("k", "provoke", on="t"),
        end("k"),
        attack("t", "h"),
        attack("t", "k"),
        attack("t", "m"),
    ]
    result = play(people, steps, [1, 1, *dice], switches={"provoke_lock": lock})
    assert steps_refused(result) == [(step, "provoked") for step in barred]
    assert [levels(result)[name] for name in "hk"] == gained


def test_a_provoker_who_is_out_bars_nobody() -> None:
    people = {"h": pc("provoke", base=5, rp=5), "k": pc(), "t": npc(base=5)}
    steps = [
        special("h", "provoke", on="t"),
        {"do": "escape", "by": "h"},
        end("h"),
        end("k"),
        attack("t", "k"),
    ]
    assert steps_refused(play(people, steps, [10, 1, 6])) == []


@pytest.mark.parametrize(("once", "level"), [(False, 23), (True, 21)])
def test_combo_finisher_at_level_15(once: bool, level: int) -> None:
    people = {"h": pc("combo_finisher", base=15, rp=20), "t": npc(base=15)}
    steps = [
        attack("h", "t"),
        attack("h", "t"),
        special("h", "combo_finisher"),
        special("h", "combo_finisher"),
    ]
    result = play(people, steps, [6, 2], switches={"combo_finisher_once_per_turn": once})
    assert levels(result)["h"] == level
    assert steps_refused(result) == ([(3, "once_per_turn")] if once else [])


def test_a_charge_of_one_s_own_is_no_teamwork_but_counts_for_the_talents() -> None:
    people = {
        "h": pc("perfect_teamwork", "line_breaker", base=5, rp=10),
        "t": npc("stalwart_defender", base=5),
    }
    steps = [
        {"do": "assist", "by": "h", "on": "h"},
        attack("h", "t", use("h", "perfect_teamwork")),
    ]
    result = play(people, steps, [2, 3])
    assert refused(result) == [("h", "perfect_teamwork", "no_trigger")]
    assert levels(result) == {"h": 5, "t": 7}


@pytest.mark.parametrize(("forces", "level"), [(False, 14), (True, 13)])
def test_a_forced_hit_breaks_no_line(forces: bool, level: int) -> None:
    people = {
        "t": npc(base=10),
        "h": pc("line_breaker", "unstoppable_force", base=10, rp=10),
    }
    reactions = [use("h", "unstoppable_force")] if forces else []
    steps = [
        {"do": "protect", "by": "t", "on": "t"},
        end("t"),
        attack("h", "t", *reactions),
    ]
    result = play(people, steps, [1, *([2, 3] if forces else [7, 6])])
    assert (outcomes(result), levels(result)["h"]) == (["hit"], level)


def test_doubled_costs_while_the_next_turn_runs() -> None:
    people = {
        "h": pc("reserve_breaker", base=5, rp=15),
        "t": npc("extra_effort", "inspire_allies", base=5, rp=20),
        "u": npc(),
    }
    steps = [
        ultimate("h", "t", "reserve_breaker"),
        end("h"),
        attack("t", "h", use("t", "extra_effort")),
        special("t", "inspire_allies"),
    ]
    result = play(people, steps, [2, 1, 6])
    assert steps_refused(result) == [(3, "not_enough_rp")]
    assert reserves(result)["t"] == 20 + 1 - 10


# Ultimate Moves


@pytest.mark.parametrize(("base", "points"), [(5, [1, 0]), (40, [1, 1])])
def test_momentum_builder(base: int, points: list[int]) -> None:
    people = {"h": pc("momentum_builder", base=base, rp=15), "t": npc(base=base)}
    round_ = [end("h"), end("t")]
    first = play(people, [ultimate("h", "t", "momentum_builder"), *round_], [2, 1, 1])
    second = play(
        people,
        [ultimate("h", "t", "momentum_builder"), *round_, *[attack("h", "t")] * 4, *round_],
        [2, 1, 1, 2, 2, 2, 2, 1, 1],
    )
    assert [one["final"]["h"]["temp_ap"] for one in (first, second)] == points


@pytest.mark.parametrize(
    ("base", "carry", "switch", "points"),
    [
        (5, 1, "normal_ap", (3, 0)),
        (5, 0, "normal_ap", (2, 0)),
        (5, 0, "no_effect", (3, 0)),
        (40, 2, "no_effect", (1, 2)),
    ],
)
def test_beatdown(base: int, carry: int, switch: str, points: tuple[int, int]) -> None:
    people = {"h": pc("beatdown", base=base, rp=15), "t": npc(base=base, carry_ap=carry)}
    result = play(
        people,
        [ultimate("h", "t", "beatdown"), end("h")],
        [2, 1],
        switches={"beatdown_without_temp": switch},
    )
    assert (result["final"]["t"]["ap"], result["final"]["t"]["temp_ap"]) == points


@pytest.mark.parametrize(("base", "sums"), [(8, [9, 19, 9]), (40, [25, 31, 31])])
def test_aura_of_invincibility(base: int, sums: list[int]) -> None:
    people = {"h": pc("aura_of_invincibility", base=base, rp=30, ap=6), "t": npc(base=base)}
    twice = [ultimate("h", "t", "aura_of_invincibility")] * 2
    found = [
        play(people, steps, dice)["final"]["h"]["power_threshold"]
        for steps, dice in (
            ([], []),
            (twice, [2, 2]),
            ([*twice, end("h"), end("t")], [2, 2, 1, 1]),
        )
    ]
    assert found == sums


@pytest.mark.parametrize(("base", "gained"), [(5, 2), (40, 8)])
def test_collaborated_assault(base: int, gained: int) -> None:
    people = {"h": pc("collaborated_assault", base=base, rp=15), "t": npc(base=base), "k": pc()}
    result = play(people, [ultimate("h", "t", "collaborated_assault")], [2])
    assert levels(result)["k"] == 1 + gained


@pytest.mark.parametrize(("base", "gains"), [(5, [3, 4 + 2, 5]), (40, [6, 6 + 2, 6 + 2])])
def test_um4_on_the_next_turn(base: int, gains: list[int]) -> None:
    """Hits on the turn itself, on the next one, and on the one after that."""
    people = {"h": pc("um4", base=base, rp=15, ap=4), "t": npc(base=base, level=base + 20)}
    hit = attack("h", "t")
    round_ = [end("h"), end("t")]
    steps = [ultimate("h", "t", "um4"), hit, *round_, hit, *round_, hit]
    dice = [2, 6, 1, 1, 6, 1, 1, 6]
    after = [
        levels(play(people, steps[:count], dice[:used]))["h"]
        for count, used in ((1, 1), (2, 2), (4, 4), (5, 5), (7, 7), (8, 8))
    ]
    assert [after[1] - after[0], after[3] - after[2], after[5] - after[4]] == gains


def test_um11_is_for_the_others_of_the_side() -> None:
    people = {"h": pc("um11", rp=15, ap=4), "k": pc(), "t": npc(level=9)}
    steps = [ultimate("h", "t", "um11"), attack("h", "t"), end("h"), attack("k", "t")]
    result = play(people, steps, [2, 6, 1, 6])
    assert levels(result) == {"h": 7, "k": 5, "t": 10}


# Dice and talents


@pytest.mark.parametrize(("virtual", "gained"), [("mirror", 2), ("never", 0)])
def test_t16_of_the_side_that_does_not_roll(virtual: str, gained: int) -> None:
    people = {"t": npc("t16"), "h": pc("evasive_maneuvers", rp=8)}
    step = attack("t", "h", use("h", "evasive_maneuvers"))
    result = play(people, [step], [4, 4, 4], switches={"virtual_rolls": virtual})
    assert reserves(result) == {"t": gained, "h": 0}


@pytest.mark.parametrize(("virtual", "points"), [("mirror", 1), ("never", 0)])
def test_a_one_of_the_defender_is_a_ten_of_the_attacker(virtual: str, points: int) -> None:
    people = {"t": npc("swift_opportunist"), "h": pc()}
    result = play(people, [attack("t", "h")], [1], switches={"virtual_rolls": virtual})
    assert result["final"]["t"]["temp_ap"] == points


@pytest.mark.parametrize(("applies", "net"), [(False, 1), (True, 2)])
def test_t10_on_an_escape_roll(applies: bool, net: int) -> None:
    people = {"h": pc("t10"), "t": npc()}
    steps = [{"do": "protect", "by": "h", "on": "h"}, {"do": "escape", "by": "h"}]
    dice = [2] * (1 + net)
    result = play(people, steps, dice, switches={"t10_applies_to_escape": applies})
    assert nets(result) == [net]


def test_hits_on_the_own_running_turn_count() -> None:
    """The hero is hit by the answer to the third hit, and strikes back with a die."""
    people = {
        "h": pc("cs12", "punisher_stance", base=10, ap=5),
        "k": pc(),
        "t": npc("combo_breaker", "um10", base=10, rp=15),
    }
    answer = use("t", "combo_breaker", effect="um10")
    steps = [attack("h", "t"), attack("h", "t"), attack("h", "t", answer), attack("h", "t")]
    result = play(people, steps, [6, 6, 6, 2, 2, 3])
    assert nets(result) == [0, 0, 0, 0, 1]


def test_a_bigger_reserve_die_is_rolled_again_on_a_one() -> None:
    people = {"h": pc("t1", "t2", "cs8", base=5), "t": npc()}
    result = play(people, [end("h"), attack("t", "h")], [1, 8, 6, 2])
    assert result["rolls"][0]["sides"] == 10
    assert (reserves(result)["h"], nets(result)) == (9, [1])


def test_a_threshold_by_house_rule() -> None:
    people = {"h": pc("t9"), "t": npc("t9", base=8)}
    assert play(people, [])["final"]["h"]["power_threshold"] == 5
    found = play(people, [], switches={"t9_power_threshold": 3})["final"]
    assert [one["power_threshold"] for one in found.values()] == [8, 12]


# Builds and faults


def test_every_fault_of_a_build() -> None:
    step = {
        "do": "validate_build",
        "style": "wild",
        "abilities": ["t9", "t14", "t14", "t15", "t1", "sword"],
    }
    assert read({"when": [step]}) == {
        "builds": [
            {
                "valid": False,
                "errors": [
                    "duplicate",
                    "no_stance",
                    "no_ultimate",
                    "style",
                    "unknown",
                    "unpriced",
                ],
                "spent": 40,
                "unspent": 0,
            }
        ]
    }


def test_a_priced_t9_may_go_over_the_budget() -> None:
    step = {"do": "validate_build", "style": "defensive", "abilities": ["t9", "cs1", "um9"]}
    given = {"switches": {"t9_cost": 11}}
    assert read({"given": given, "when": [step]})["builds"] == [
        {
            "valid": False,
            "errors": ["over_budget"],
            "spent": 41,
            "unspent": -1,
            "attack": 0,
            "defense": 2,
        }
    ]


def test_a_position_is_looked_at_when_it_is_needed() -> None:
    people = {"h": pc(), "t": npc(), "k": pc(in_combat=False)}
    odd = {"position": "last"}
    assert play(people, [{**end("h"), **odd}], [1])["refused"] == []
    assert steps_refused(play(people, [{**end("t"), "enters": "k", **odd}])) == [
        (0, "not_your_turn")
    ]
    assert steps_refused(play(people, [{**end("h"), "enters": "t", **odd}])) == [
        (0, "already_in_combat")
    ]
    assert play(people, [{**end("h"), "enters": "k", **odd}]) == {"error": "bad_scenario"}
