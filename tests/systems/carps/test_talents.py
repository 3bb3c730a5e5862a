"""Each talent where it counts and where it does not; those of a late entry stand with that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.carps.people import (
    assist,
    attack,
    end,
    escape,
    levels,
    nets,
    npc,
    outcomes,
    pc,
    protect,
    reserves,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(
    ("owned", "own", "dice", "result"),
    [
        (("t1",), {}, [1, 1, 3], 3),
        ((), {}, [1], 1),
        (("t2",), {"level": 5}, [9], 9),
        (("t2",), {"base": 5}, [9], 9),
        (("t2",), {"base": 5, "level": 4}, [9], 9),
        (("t2",), {"level": 4}, [6], 6),
        (("t1", "t2"), {"level": 5}, [1, 10], 10),
    ],
)
def test_the_die_of_the_check(
    play: Run, owned: tuple[str, ...], own: dict[str, Any], dice: list[int], result: int
) -> None:
    people = {"mika": pc(*owned, **own), "oni": npc()}
    found = play(people, [end("mika")], dice)
    sides = 10 if "t2" in owned and own != {"level": 4} else 6
    assert found["rolls"] == [
        {"type": "reserve", "roller": "mika", "sides": sides, "dice": dice, "result": result}
    ]
    assert reserves(found)["mika"] == result


def test_below_level_5_the_check_of_t2_has_six_sides(play: Run) -> None:
    people = {"mika": pc("t2", level=4), "oni": npc()}
    assert play({"given": {"characters": people}, "when": [end("mika")], "dice": [7]}) == {
        "error": "bad_die"
    }


def test_line_breaker_needs_a_protection_and_a_roll_that_decides(play: Run) -> None:
    people = {
        "oni": npc(base=10),
        "mika": pc("line_breaker", "unstoppable_force", base=10, rp=10),
    }
    guarded = [protect("oni", "oni"), end("oni")]
    hit = [*guarded, attack("mika", "oni")]
    assert levels(play(people, hit, [1, 6, 6]))["mika"] == 10 + 3 + 1
    assert levels(play(people, hit, [1, 2, 6]))["mika"] == 10
    forced = [*guarded, attack("mika", "oni", use("mika", "unstoppable_force"))]
    assert levels(play(people, forced, [1, 2, 6]))["mika"] == 10 + 3
    assert levels(play(people, [end("oni"), attack("mika", "oni")], [1, 6]))["mika"] == 10 + 3


def test_line_breaker_counts_on_an_ultimate_move_too(play: Run) -> None:
    people = {"oni": npc(base=9), "mika": pc("line_breaker", "um10", rp=15, base=9)}
    steps = [protect("oni", "oni"), end("oni"), ultimate("mika", "oni", "um10")]
    assert levels(play(people, steps, [1, 6, 6]))["mika"] == 9 + 6 + 1


def test_stalwart_defender_needs_an_assist_and_a_roll_that_decides(play: Run) -> None:
    people = {
        "oni": npc(base=10),
        "mika": pc("stalwart_defender", "perfect_defense", base=10, rp=10),
    }
    helped = [assist("oni", "oni"), attack("oni", "mika")]
    assert levels(play(people, helped, [6, 6]))["mika"] == 10 + 1 + 1
    assert levels(play(people, helped, [2, 6]))["mika"] == 10
    turned = [assist("oni", "oni"), attack("oni", "mika", use("mika", "perfect_defense"))]
    assert levels(play(people, turned, [2, 6]))["mika"] == 10 + 1
    assert levels(play(people, [attack("oni", "mika")], [6]))["mika"] == 10 + 1


def points(result: dict[str, Any], who: str) -> tuple[int, int]:
    return result["final"][who]["ap"], result["final"][who]["temp_ap"]


def test_swift_opportunist_on_the_own_turn(play: Run) -> None:
    people = {"mika": pc("swift_opportunist"), "oni": npc(base=9)}
    assert points(play(people, [attack("mika", "oni")], [10]), "mika") == (2, 1)
    assert points(play(people, [attack("mika", "oni")], [9]), "mika") == (2, 0)


@pytest.mark.parametrize(("switch", "temporary"), [("mirror", 1), ("never", 0)])
def test_swift_opportunist_by_the_mirrored_roll(play: Run, switch: str, temporary: int) -> None:
    people = {"oni": npc("swift_opportunist"), "mika": pc(base=9)}
    switches = {"virtual_rolls": switch}
    result = play(people, [attack("oni", "mika")], [1], switches=switches)
    assert points(result, "oni") == (2, temporary)
    assert points(play(people, [attack("oni", "mika")], [10], switches=switches), "oni") == (2, 0)


def test_swift_opportunist_off_turn_waits_for_the_next_one(play: Run) -> None:
    people = {
        "oni": npc(base=10),
        "mika": pc("swift_opportunist", "combo_breaker", "um10", base=10, rp=15),
    }
    third = attack("oni", "mika", use("mika", "combo_breaker", effect="um10"))
    steps = [attack("oni", "mika"), attack("oni", "mika"), third, end("oni")]
    result = play(people, steps, [5, 5, 5, 10, 1])
    assert points(result, "mika") == (3 - 1, 1)


@pytest.mark.parametrize(("switch", "temporary"), [("mirror", 1), ("never", 0)])
def test_swift_reversal_waits_for_the_next_turn(play: Run, switch: str, temporary: int) -> None:
    switches = {"virtual_rolls": switch}
    rolls = {"oni": npc(), "mika": pc("swift_reversal")}
    result = play(rolls, [attack("oni", "mika"), end("oni")], [10, 1], switches=switches)
    assert points(result, "mika") == (3, 1)
    mirrored = {"mika": pc(), "oni": npc("swift_reversal")}
    result = play(mirrored, [attack("mika", "oni"), end("mika")], [1, 1], switches=switches)
    assert points(result, "oni") == (3, temporary)


def test_swift_reversal_counts_though_the_outcome_was_turned(play: Run) -> None:
    people = {
        "oni": npc("unstoppable_force", base=10, rp=10),
        "mika": pc("swift_reversal", base=10),
    }
    steps = [attack("oni", "mika", use("oni", "unstoppable_force")), end("oni")]
    result = play(people, steps, [10, 1])
    assert outcomes(result) == ["hit"]
    assert points(result, "mika") == (3, 1)


def test_t11_doubles_the_first_assist_of_each_turn(play: Run) -> None:
    people = {"mika": pc("t11"), "oni": npc(base=9)}
    turn = [assist("mika", "mika"), assist("mika", "mika"), attack("mika", "oni"), end("mika")]
    result = play(people, [*turn, end("oni"), *turn], [2, 3, 4, 1, 1, 2, 3, 4, 1])
    assert nets(result) == [2, 2]


def test_a_second_charge_of_t11_gives_one_die(play: Run) -> None:
    people = {"mika": pc("t11", ap=4), "oni": npc(base=9)}
    steps = [assist("mika", "mika")] * 2 + [attack("mika", "oni")] * 2
    assert nets(play(people, steps, [2, 3, 4, 2, 3])) == [2, 1]


@pytest.mark.parametrize(("switch", "net"), [(False, 1), (True, 2)])
def test_t10_on_an_escape(play: Run, switch: bool, net: int) -> None:
    people = {"mika": pc("t10"), "oni": npc()}
    switches = {"t10_applies_to_escape": switch}
    dice = [2, 3, 4][: 1 + net]
    result = play(people, [protect("mika", "mika"), escape("mika")], dice, switches=switches)
    assert nets(result) == [net]


@pytest.mark.parametrize(
    ("dice", "gained"), [([7, 7, 7], 2), ([7, 7, 8], 1), ([7, 8, 9], 0), ([10, 10, 1], 1)]
)
def test_t16_counts_repeated_faces(play: Run, dice: list[int], gained: int) -> None:
    people = {"mika": pc("t16", "sure_strike", rp=8), "oni": npc(base=9)}
    step = attack("mika", "oni", use("mika", "sure_strike"))
    assert reserves(play(people, [step], dice))["mika"] == gained


@pytest.mark.parametrize(("switch", "gained"), [("mirror", 1), ("never", 0)])
def test_t16_for_the_side_that_does_not_roll(play: Run, switch: str, gained: int) -> None:
    people = {"mika": pc("sure_strike", rp=8), "oni": npc("t16", base=9)}
    step = attack("mika", "oni", use("mika", "sure_strike"))
    result = play(people, [step], [7, 7, 8], switches={"virtual_rolls": switch})
    assert reserves(result) == {"mika": 0, "oni": gained}


def test_t16_pays_for_what_the_outcome_calls_for(play: Run) -> None:
    people = {
        "oni": npc("sure_strike", base=10, rp=8),
        "mika": pc("t16", "perfect_defense", base=10, rp=8),
    }
    listed = [use("oni", "sure_strike"), use("mika", "perfect_defense")]
    result = play(people, [attack("oni", "mika", *listed)], [2, 2, 2])
    assert outcomes(result) == ["miss"]
    assert reserves(result) == {"oni": 0, "mika": 0}


def test_t16_on_an_escape_is_the_rollers(play: Run) -> None:
    people = {"mika": pc("t16", "escape_artist"), "oni": npc("t16")}
    assert reserves(play(people, [escape("mika")], [2, 2])) == {"mika": 1, "oni": 0}
    held = {"oni": npc("t16", "escape_artist"), "mika": pc("t16")}
    assert reserves(play(held, [escape("oni")], [7, 7])) == {"oni": 0, "mika": 1}


def test_npcs_without_reserves_gain_none_by_t16(play: Run) -> None:
    people = {"oni": npc("t16", "sure_strike", rp=8), "mika": pc()}
    step = attack("oni", "mika", use("oni", "sure_strike"))
    result = play(people, [step], [7, 7, 7], switches={"npc_rp": "none"})
    assert reserves(result) == {"oni": 0, "mika": 1}
