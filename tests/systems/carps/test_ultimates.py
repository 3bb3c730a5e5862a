"""The effect of each Ultimate Move, for its time and from level 40 to the end (C57 to C60)."""

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
    reserves,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]
Step = dict[str, Any]


def people(move: str, level: int) -> dict[str, Any]:
    """mika with the move, oni the target, juno an ally; nobody is near defeat."""
    return {
        "mika": pc(move, base=level, rp=45, ap=9),
        "oni": npc(base=60),
        "juno": pc(base=60),
    }


def rounds(*steps: tuple[str, str] | None) -> list[Step]:
    """Turns of mika, oni and juno in order, each with one attack or none."""
    order, made = ("mika", "oni", "juno"), []
    for place, pair in enumerate(steps):
        if pair is not None:
            made.append(attack(*pair))
        made.append(end(order[place % 3]))
    return made


HERS, ITS, FRIENDS = ("mika", "oni"), ("oni", "mika"), ("juno", "oni")
ON_FRIEND = ("oni", "juno")
# From the turn of the move on: who attacks whom in each turn, and the net dice of those rolls.
DICE = [
    ("attack_builder", [None, None, None, HERS, ITS, None, HERS], [1, 0, 0], [1, 0, 1]),
    ("defense_builder", [None, ITS, None, HERS, ITS], [1, 0, 0], [1, 0, 1]),
    (
        "attack_breaker",
        [None, ITS, None, None, ITS],
        [1, 0],
        [1, 1],
    ),
    (
        "defense_breaker",
        [None, None, FRIENDS, HERS, None, FRIENDS],
        [1, 1, 0],
        [1, 1, 1],
    ),
    ("um9", [None, None, FRIENDS, HERS, None, FRIENDS], [1, 0, 0], [1, 0, 1]),
    ("um10", [None, ON_FRIEND, None, None, ON_FRIEND], [1, 0], [1, 1]),
]


@pytest.mark.parametrize(
    ("move", "attacks", "level", "expected"),
    [(row[0], row[1], 39, row[2]) for row in DICE] + [(row[0], row[1], 40, row[3]) for row in DICE],
)
def test_dice(play: Run, move: str, attacks: list[Any], level: int, expected: list[int]) -> None:
    steps = [ultimate("mika", "oni", move), *rounds(*attacks)]
    dice, left = [2], list(expected)
    for pair in attacks:
        if pair is not None:
            dice += [5] * (1 + left.pop(0))
        dice.append(1)
    assert nets(play(people(move, level), steps, dice)) == [0, *expected]


def test_um9_and_um10_are_not_for_the_user(play: Run) -> None:
    steps = [ultimate("mika", "oni", "um9"), attack("mika", "oni")]
    assert nets(play(people("um9", 30), steps, [2, 5])) == [0, 0]
    steps = [ultimate("mika", "oni", "um10"), end("mika"), attack("oni", "mika")]
    assert nets(play(people("um10", 30), steps, [2, 1, 5])) == [0, 0]


@pytest.mark.parametrize(("level", "second", "third"), [(39, 1, 0), (40, 1, 1)])
def test_momentum_builder(play: Run, level: int, second: int, third: int) -> None:
    fighters = people("momentum_builder", level)
    fighters["mika"]["ap"] = 3
    steps = [ultimate("mika", "oni", "momentum_builder"), *rounds(None, None, None)]
    result = play(fighters, steps, [2, 1, 1, 1])
    assert (result["final"]["mika"]["ap"], result["final"]["mika"]["temp_ap"]) == (3, second)
    steps += [attack("mika", "oni")] * 4 + rounds(None, None, None)
    result = play(fighters, steps, [2, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1])
    assert (result["final"]["mika"]["ap"], result["final"]["mika"]["temp_ap"]) == (3, third)


@pytest.mark.parametrize(("level", "third"), [(39, 0), (40, 2)])
def test_um4_on_own_hits_from_the_next_turn(play: Run, level: int, third: int) -> None:
    steps = [ultimate("mika", "oni", "um4"), attack("mika", "oni"), end("mika"), end("oni")]
    steps += [attack("juno", "oni"), end("juno"), attack("mika", "oni"), end("mika"), end("oni")]
    steps += [end("juno"), attack("mika", "oni")]
    result = play(people("um4", level), steps, [6, 6, 1, 1, 6, 1, 6, 1, 1, 1, 6])
    hits = 6 + (6 + 2) + (6 + third)
    assert levels(result)["mika"] == level + 12 + hits
    assert levels(result)["juno"] == 60 + 6


@pytest.mark.parametrize(("level", "second"), [(39, 0), (40, 2)])
def test_um11_on_hits_of_others_of_the_side(play: Run, level: int, second: int) -> None:
    fighters = {**people("um11", level), "rival": pc(side="third", base=60)}
    steps = [ultimate("mika", "oni", "um11"), attack("mika", "oni"), end("mika"), end("oni")]
    steps += [attack("juno", "oni"), end("juno"), attack("rival", "oni"), end("rival")]
    steps += [end("mika"), end("oni"), attack("juno", "oni")]
    result = play(fighters, steps, [6, 6, 1, 1, 6, 1, 6, 1, 1, 1, 6])
    assert levels(result)["mika"] == level + 12 + 6
    assert levels(result)["juno"] == 60 + 8 + 6 + second
    assert levels(result)["rival"] == 60 + 6


def test_um11_stays_when_its_user_is_gone(play: Run) -> None:
    fighters = people("um11", 30)
    steps = [ultimate("mika", "oni", "um11"), {"do": "escape", "by": "mika"}, end("mika")]
    steps += [end("oni"), attack("juno", "oni"), end("juno"), end("oni"), attack("juno", "oni")]
    result = play(fighters, steps, [2, 10, 1, 6, 1, 1, 6])
    assert levels(result)["juno"] == 60 + 8 + 6


@pytest.mark.parametrize(
    ("level", "carried", "switch", "expected"),
    [
        (39, 1, "normal_ap", (3, 0)),
        (39, 0, "normal_ap", (2, 0)),
        (39, 0, "no_effect", (3, 0)),
        (39, 1, "no_effect", (3, 0)),
        (40, 1, "normal_ap", (1, 1)),
        (40, 0, "no_effect", (1, 0)),
    ],
)
def test_beatdown(
    play: Run, level: int, carried: int, switch: str, expected: tuple[int, int]
) -> None:
    fighters = people("beatdown", level)
    fighters["oni"]["carry_ap"] = carried
    steps = [ultimate("mika", "oni", "beatdown"), end("mika")]
    result = play(fighters, steps, [2, 1], switches={"beatdown_without_temp": switch})
    assert (result["final"]["oni"]["ap"], result["final"]["oni"]["temp_ap"]) == expected


def test_beatdowns_and_penalties_add_up_and_the_rest_is_forgotten(play: Run) -> None:
    fighters = people("beatdown", 40)
    fighters["oni"]["carry_ap"] = 1
    steps = [ultimate("mika", "oni", "beatdown")] * 3
    steps += [*rounds(None, None, None), end("mika")]
    result = play(fighters, steps, [2, 2, 2, 1, 1, 1, 1])
    assert (result["final"]["oni"]["ap"], result["final"]["oni"]["temp_ap"]) == (3, 0)


@pytest.mark.parametrize(("level", "second"), [(39, 8), (40, 16)])
def test_reserve_breaker(play: Run, level: int, second: int) -> None:
    fighters = people("reserve_breaker", level)
    fighters["oni"] |= {"abilities": ["sure_strike"], "rp": 60}
    struck = attack("oni", "mika", use("oni", "sure_strike"))
    steps = [ultimate("mika", "oni", "reserve_breaker"), end("mika"), struck, end("oni")]
    steps += [end("juno"), end("mika"), struck]
    result = play(fighters, steps, [6, 1, 9, 9, 9, 1, 1, 1, 9, 9, 9])
    assert reserves(result)["oni"] == 60 - 16 + 1 - second


@pytest.mark.parametrize(
    ("level", "gain"), [(1, 2), (6, 3), (11, 4), (16, 5), (21, 6), (39, 6), (40, 8)]
)
def test_collaborated_assault(play: Run, level: int, gain: int) -> None:
    fighters = people("collaborated_assault", level)
    fighters["rin"] = pc(in_combat=False)
    steps = [ultimate("mika", "oni", "collaborated_assault")]
    result = play(fighters, steps, [2])
    assert levels(result)["juno"] == 60 + gain
    assert levels(result)["rin"] == 1


def threshold(result: dict[str, Any]) -> int:
    return int(result["final"]["mika"]["power_threshold"])


@pytest.mark.parametrize(
    ("base", "uses", "now", "later"),
    [(20, 1, 20, 15), (20, 2, 25, 15), (40, 1, 30, 30), (40, 3, 32, 32)],
)
def test_aura_of_invincibility(play: Run, base: int, uses: int, now: int, later: int) -> None:
    fighters = people("aura_of_invincibility", base)
    fighters["oni"]["base"] = 90
    steps: list[Step] = [ultimate("mika", "oni", "aura_of_invincibility")] * uses
    assert threshold(play(fighters, steps, [2] * uses)) == now
    steps += rounds(None, None)
    assert threshold(play(fighters, steps, [2] * uses + [1, 1])) == now
    assert threshold(play(fighters, [*steps, end("juno")], [2] * uses + [1] * 3)) == later


def test_an_aura_below_level_40_is_not_the_first(play: Run) -> None:
    fighters = people("aura_of_invincibility", 39)
    fighters["oni"]["base"] = 90
    steps: list[Step] = [ultimate("mika", "oni", "aura_of_invincibility")] * 3
    assert threshold(play(fighters, steps, [2] * 3)) == 5 + 19 + 5 + 5 + 1
    steps += rounds(None, None, None)
    assert threshold(play(fighters, steps, [2] * 3 + [1] * 3)) == 5 + 19 + 5 + 1


def test_an_aura_saves_from_defeat(play: Run) -> None:
    fighters = {
        "mika": pc("aura_of_invincibility", rp=15),
        "oni": npc(level=12),
        "juno": pc(),
    }
    steps = [ultimate("mika", "oni", "aura_of_invincibility"), end("mika"), attack("oni", "mika")]
    result = play(fighters, steps, [2, 1, 2])
    assert result["final"]["mika"] | {"ap": 0} == {
        "level": 5,
        "rp": 1,
        "status": "active",
        "ap": 0,
        "temp_ap": 0,
        "carry_ap": 0,
        "power_threshold": 10,
    }


def test_a_lasting_effect_is_read_from_the_level_before_the_gain(play: Run) -> None:
    fighters = people("defense_builder", 39)
    steps = [ultimate("mika", "oni", "defense_builder")] * 2
    steps += rounds(None, ITS, None, None, ITS)
    result = play(fighters, steps, [2, 2, 1, 5, 5, 5, 1, 1, 1, 5, 5, 1])
    assert nets(result) == [0, 0, 2, 1]


def test_at_the_end_of_the_encounter_what_lasts_is_gone(play: Run) -> None:
    fighters = people("aura_of_invincibility", 40)
    steps = [ultimate("mika", "oni", "aura_of_invincibility"), {"do": "end_encounter"}]
    result = play(fighters, steps, [2])
    assert (threshold(result), levels(result)["mika"]) == (25, 40)


@pytest.mark.parametrize("level", [1, 40])
def test_a_move_gives_its_levels_whatever_the_result(play: Run, level: int) -> None:
    fighters = people("um10", level)
    fighters["oni"]["abilities"], fighters["oni"]["rp"] = ["perfect_defense"], 10
    step = ultimate("mika", "oni", "um10", use("oni", "perfect_defense"))
    result = play(fighters, [step], [9])
    assert outcomes(result) == ["miss"]
    gain, miss = {1: (4, 1), 40: (12, 3)}[level]
    assert levels(result) == {"mika": level + gain, "oni": 60 + miss, "juno": 60}
