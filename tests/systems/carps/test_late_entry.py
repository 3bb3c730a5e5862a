"""Coming in late: who, where, how strong, and what is special on that turn (C42 to C45, C52)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.carps.people import (
    attack,
    end,
    enters,
    escape,
    levels,
    nets,
    npc,
    pc,
    reserves,
    special,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]


def people(*owned: str, **own: Any) -> dict[str, Any]:
    return {
        "mika": pc(level=4),
        "oni": npc(level=7),
        "juno": pc(level=6),
        "sora": pc(*owned, in_combat=False, **own),
    }


def place(result: dict[str, Any]) -> tuple[list[str], str, int]:
    return result["order"], result["turn_of"], result["round"]


def test_directly_after_whose_turn_ends(play: Run) -> None:
    result = play(people(), [enters("mika", "sora"), end("sora")], [1, 2])
    assert place(result) == (["mika", "sora", "oni", "juno"], "oni", 1)


def test_after_the_last_of_the_order_it_is_still_the_same_round(play: Run) -> None:
    steps = [end("mika"), end("oni"), enters("juno", "sora")]
    result = play(people(), steps, [1, 1, 1])
    assert place(result) == (["mika", "oni", "juno", "sora"], "sora", 1)
    assert place(play(people(), [*steps, end("sora")], [1] * 4))[1:] == ("mika", 2)


def test_first_in_the_next_round(play: Run) -> None:
    steps = [end("mika"), end("oni"), enters("juno", "sora", "next_round")]
    result = play(people(), steps, [1, 1, 1])
    assert place(result) == (["sora", "mika", "oni", "juno"], "sora", 2)


def test_not_while_others_come_up_before(play: Run) -> None:
    result = play(people(), [enters("mika", "sora", "next_round")], [])
    assert result["refused"] == [{"step": 0, "why": "others_still_to_act"}]
    assert place(result) == (["mika", "oni", "juno"], "mika", 1)


def test_only_the_departed_may_stand_later(play: Run) -> None:
    fighters = people()
    fighters["oni"]["level"] = 30
    fighters["mika"]["level"] = 30
    steps = [end("mika"), attack("oni", "juno"), enters("oni", "sora", "next_round")]
    result = play(fighters, steps, [1, 2, 1])
    assert result["final"]["juno"]["status"] == "defeated"
    assert place(result) == (["sora", "mika", "oni", "juno"], "sora", 2)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (enters("mika", "oni"), "already_in_combat"),
        (enters("mika", "mika"), "already_in_combat"),
        (enters("oni", "sora"), "not_your_turn"),
        (enters("oni", "sora", "nowhere"), "not_your_turn"),
        (enters("mika", "oni", "nowhere"), "already_in_combat"),
        ({"do": "enter", "by": "sora"}, "not_between_turns"),
    ],
)
def test_who_may_not_enter(play: Run, step: dict[str, Any], why: str) -> None:
    result = play(people(), [step], [])
    assert result["refused"] == [{"step": 0, "why": why}]
    assert result["final"] == play(people(), [], [])["final"]


@pytest.mark.parametrize("position", ["nowhere", None, 3])
def test_an_unknown_place_is_a_broken_scenario(play: Run, position: Any) -> None:
    step = {**enters("mika", "sora"), "position": position}
    scenario = {"given": {"characters": people()}, "when": [step], "dice": [1]}
    assert play(scenario) == {"error": "bad_scenario"}


@pytest.mark.parametrize(
    ("others", "base", "switch", "level"),
    [
        ([4, 7, 6], 1, "down", 5),
        ([4, 7, 6], 1, "nearest", 6),
        ([4, 7, 6], 1, "up", 6),
        ([4, 6, 6], 1, "nearest", 5),
        ([4, 6, 6], 1, "up", 6),
        ([1, 2, 2], 1, "nearest", 2),
        ([4, 7, 6], 8, "up", 8),
    ],
)
def test_the_level_is_the_average_and_at_least_the_base(
    play: Run, others: list[int], base: int, switch: str, level: int
) -> None:
    fighters = people(base=base, level=30)
    for who, own in zip(("mika", "oni", "juno"), others, strict=True):
        fighters[who]["level"] = own
    result = play(fighters, [enters("mika", "sora")], [1], switches={"late_entry_rounding": switch})
    assert levels(result)["sora"] == level


def test_half_is_rounded_up_to_the_nearest(play: Run) -> None:
    fighters = {"mika": pc(level=4), "oni": npc(level=7), "sora": pc(in_combat=False)}
    switches = {"late_entry_rounding": "nearest"}
    assert levels(play(fighters, [enters("mika", "sora")], [1], switches=switches))["sora"] == 6


def test_only_those_in_the_fight_count_for_the_average(play: Run) -> None:
    fighters = people()
    fighters["juno"]["level"] = 1
    fighters["afar"] = pc(level=90, in_combat=False)
    steps = [end("mika"), attack("oni", "juno"), enters("oni", "sora")]
    result = play(fighters, steps, [1, 2, 1])
    assert result["final"]["juno"]["status"] == "defeated"
    assert levels(result)["sora"] == (4 + 10) // 2


def test_three_points_and_nothing_carried(play: Run) -> None:
    result = play(people(carry_ap=2), [enters("mika", "sora")], [1])
    sora = result["final"]["sora"]
    assert (sora["ap"], sora["temp_ap"], sora["carry_ap"]) == (3, 0, 0)


class TestComingBack:
    back: tuple[dict[str, Any], ...] = (
        escape("mika"),
        end("mika"),
        enters("oni", "mika"),
    )

    def test_who_has_escaped_stays_away(self, play: Run) -> None:
        result = play(people(), list(self.back), [10])
        assert result["refused"] == [{"step": 2, "why": "cannot_reenter"}]

    def test_unless_the_table_allows_it(self, play: Run) -> None:
        switches = {"reentry_after_escape": True}
        result = play(people(), list(self.back), [10, 1], switches=switches)
        assert place(result) == (["oni", "mika", "juno"], "mika", 1)
        assert levels(result)["mika"] == (7 + 6) // 2

    def test_not_at_the_end_of_its_own_turn(self, play: Run) -> None:
        switches = {"reentry_after_escape": True}
        steps = [escape("mika"), enters("mika", "mika"), end("mika")]
        result = play(people(), steps, [10], switches=switches)
        assert result["refused"] == [{"step": 1, "why": "cannot_reenter"}]
        assert result["turn_of"] == "oni"

    def test_the_old_place_does_not_come_up_any_more(self, play: Run) -> None:
        fighters = people()
        fighters["rin"] = pc(level=6)
        switches = {"reentry_after_escape": True}
        steps = [*self.back, end("mika"), end("juno"), end("rin"), end("oni")]
        result = play(fighters, steps, [10, 1, 1, 1, 1, 1], switches=switches)
        assert place(result) == (["oni", "mika", "juno", "rin"], "mika", 2)

    def test_the_defeated_never(self, play: Run) -> None:
        fighters = people()
        fighters["mika"]["level"] = 1
        steps = [end("mika"), attack("oni", "mika"), enters("oni", "mika")]
        switches = {"reentry_after_escape": True}
        result = play(fighters, steps, [1, 2], switches=switches)
        assert result["refused"] == [{"step": 2, "why": "cannot_reenter"}]

    def test_a_lasting_momentum_comes_along_but_nothing_that_waited(self, play: Run) -> None:
        fighters = {
            "mika": pc("momentum_builder", "swift_reversal", base=40, rp=15, ap=5),
            "oni": npc(base=40),
            "juno": pc(base=40),
        }
        steps = [ultimate("mika", "oni", "momentum_builder"), end("mika"), attack("oni", "mika")]
        steps += [end("oni"), end("juno"), escape("mika"), end("mika"), enters("oni", "mika")]
        switches = {"reentry_after_escape": True}
        result = play(fighters, steps, [2, 1, 10, 1, 1, 10, 1], switches=switches)
        assert result["final"]["mika"]["temp_ap"] == 1


class TestTheEntryTurn:
    def test_spotlight_entrance_at_once_and_at_every_entry(self, play: Run) -> None:
        result = play(people("spotlight_entrance"), [enters("mika", "sora")], [3, 8])
        assert result["rolls"][1] == {
            "type": "entrance",
            "roller": "sora",
            "sides": 10,
            "dice": [8],
            "result": 8,
        }
        assert levels(result)["sora"] == 5 + 8

    def test_the_entrance_counts_for_counter_tactics_the_level_does_not(self, play: Run) -> None:
        fighters = people("spotlight_entrance")
        fighters["oni"] |= {"abilities": ["counter_tactics"], "rp": 10, "base": 9}
        struck = attack("sora", "oni", use("oni", "counter_tactics"))
        result = play(fighters, [enters("mika", "sora"), struck], [3, 8, 6])
        assert levels(result)["oni"] == 7 + 8 + 4

    @pytest.mark.parametrize(
        ("owned", "oni", "comparison", "status"),
        [
            (("assassin",), 8, "exceed", "defeated"),
            ((), 8, "exceed", "active"),
            (("assassin",), 10, "exceed", "active"),
            (("assassin",), 10, "equal_or_exceed", "defeated"),
            ((), 10, "equal_or_exceed", "active"),
        ],
    )
    def test_assassins_are_lethal(
        self, play: Run, owned: tuple[str, ...], oni: int, comparison: str, status: str
    ) -> None:
        fighters = {"mika": pc(level=22 - oni), "oni": npc(level=oni)}
        fighters["sora"] = pc(*owned, in_combat=False)
        steps = [enters("mika", "sora"), attack("sora", "oni")]
        switches = {"lethal_comparison": comparison}
        result = play(fighters, steps, [1, 6], switches=switches)
        assert levels(result)["sora"] == 11 + 4
        assert result["final"]["oni"]["status"] == status

    def test_assassins_are_lethal_only_on_that_turn(self, play: Run) -> None:
        fighters = {"mika": pc(level=14), "oni": npc(level=8)}
        fighters["sora"] = pc("assassin", in_combat=False)
        steps = [enters("mika", "sora"), end("sora"), end("oni"), end("mika")]
        result = play(fighters, [*steps, attack("sora", "oni")], [1, 1, 1, 1, 6])
        assert levels(result)["sora"] == 11 + 4
        assert result["final"]["oni"]["status"] == "active"

    def test_dynamic_entry_doubles_only_the_standard_levels(self, play: Run) -> None:
        fighters = people("dynamic_entry", "extra_effort", base=6, rp=15)
        listed = [use("sora", "extra_effort")]
        step = special("sora", "dynamic_entry", on="oni", reactions=listed)
        result = play(fighters, [enters("mika", "sora"), step], [1, 6, 2, 3])
        assert nets(result) == [2]
        assert levels(result)["sora"] == 6 + 2 * 3 + 1
        assert (result["final"]["sora"]["ap"], reserves(result)["sora"]) == (1, 0)

    def test_a_missed_dynamic_entry_gives_what_any_miss_gives(self, play: Run) -> None:
        fighters = people("dynamic_entry", base=6, rp=10)
        steps = [enters("mika", "sora"), special("sora", "dynamic_entry", on="oni")]
        result = play(fighters, steps, [1, 2, 3, 4])
        assert levels(result) == {"mika": 4, "oni": 7 + 1, "juno": 6, "sora": 6}
        assert reserves(result)["oni"] == 1

    def test_dynamic_entry_not_on_a_later_turn(self, play: Run) -> None:
        fighters = people("dynamic_entry", base=6, rp=10)
        steps = [enters("mika", "sora"), end("sora"), end("oni"), end("juno"), end("mika")]
        steps.append(special("sora", "dynamic_entry", on="oni"))
        result = play(fighters, steps, [1] * 5)
        assert result["refused"] == [{"step": 5, "why": "not_entry_turn"}]
