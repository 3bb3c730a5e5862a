"""Each stance where it gives its die, and where it does not (C15, C30, C34, C35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.carps.people import attack, end, nets, npc, pc, special, use

Run = Callable[..., dict[str, Any]]
HERE, NOT_HERE = {"juno": pc()}, {"juno": pc(side="others")}

ON_ATTACK = [
    ("cs3", {"level": 3}, {"level": 2}, {}, 1),
    ("cs3", {"level": 3}, {"level": 3}, {}, 0),
    ("cs3", {"level": 2}, {"level": 3}, {}, 0),
    ("cs18", {"rp": 1}, {"rp": 2}, {}, 1),
    ("cs18", {"rp": 2}, {"rp": 2}, {}, 0),
    ("cs18", {"rp": 3}, {"rp": 2}, {}, 0),
    ("cs19", {"rp": 3}, {"rp": 2}, {}, 1),
    ("cs19", {"rp": 2}, {"rp": 2}, {}, 0),
    ("cs19", {"rp": 1}, {"rp": 2}, {}, 0),
    ("aggressive_teamwork_stance", {}, {}, HERE, 1),
    ("aggressive_teamwork_stance", {}, {}, NOT_HERE, 0),
    ("cs9", {}, {}, {"round": 4}, 1),
    ("cs9", {}, {}, {"round": 3}, 0),
]
ON_DEFENSE = [
    ("cs2", {"level": 2}, {"level": 3}, {}, 1),
    ("cs2", {"level": 3}, {"level": 3}, {}, 0),
    ("cs2", {"level": 3}, {"level": 2}, {}, 0),
    ("cs16", {"rp": 1}, {"rp": 2}, {}, 1),
    ("cs16", {"rp": 2}, {"rp": 2}, {}, 0),
    ("cs16", {"rp": 3}, {"rp": 2}, {}, 0),
    ("cs17", {"rp": 3}, {"rp": 2}, {}, 1),
    ("cs17", {"rp": 2}, {"rp": 2}, {}, 0),
    ("cs17", {"rp": 1}, {"rp": 2}, {}, 0),
    ("defensive_teamwork_stance", {}, {}, HERE, 1),
    ("defensive_teamwork_stance", {}, {}, NOT_HERE, 0),
    ("cs10", {}, {}, {"round": 4}, 1),
    ("cs10", {}, {}, {"round": 3}, 0),
]


def fight(
    play: Run, owned: str, own: Any, other: Any, more: Any, attacker: str, net: int
) -> dict[str, Any]:
    """One attack between the owner, mika, and oni; `more` is somebody else, or the round."""
    given = {key: value for key, value in more.items() if key == "round"}
    people = {"mika": pc(owned, **own), "oni": npc(**other)}
    people |= {who: one for who, one in more.items() if who not in given}
    target = "oni" if attacker == "mika" else "mika"
    return play(people, [attack(attacker, target)], [6] * (1 + net), turn_of=attacker, **given)


@pytest.mark.parametrize(("owned", "own", "other", "more", "net"), ON_ATTACK)
def test_on_attacks(play: Run, owned: str, own: Any, other: Any, more: Any, net: int) -> None:
    assert nets(fight(play, owned, own, other, more, "mika", net)) == [net]
    assert nets(fight(play, owned, own, other, more, "oni", 0)) == [0]


@pytest.mark.parametrize(("owned", "own", "other", "more", "net"), ON_DEFENSE)
def test_on_defense(play: Run, owned: str, own: Any, other: Any, more: Any, net: int) -> None:
    assert nets(fight(play, owned, own, other, more, "oni", net)) == [net]
    assert nets(fight(play, owned, own, other, more, "mika", 0)) == [0]


def test_reserves_are_compared_after_what_was_paid_for_the_roll(play: Run) -> None:
    people = {"mika": pc("cs18", "sure_strike", rp=10), "oni": npc(rp=5)}
    step = attack("mika", "oni", use("mika", "sure_strike"))
    assert nets(play(people, [step], [2, 2, 3, 4])) == [3]


def test_cs8_never_gives_two_dice_by_two_even_checks(play: Run) -> None:
    people = {"mika": pc("cs8"), "oni": npc()}
    steps = [end("mika"), attack("oni", "mika"), end("oni"), attack("mika", "oni"), end("mika")]
    steps.append(attack("oni", "mika"))
    assert nets(play(people, steps, [2, 6, 7, 1, 2, 3, 4, 6, 7])) == [1, 1, 1]


def test_cs8_counts_the_die_that_was_thrown_again(play: Run) -> None:
    people = {"mika": pc("cs8", "t1"), "oni": npc()}
    assert nets(play(people, [end("mika"), attack("oni", "mika")], [1, 1, 6, 6, 7])) == [1]


def test_without_a_check_there_is_no_cs8(play: Run) -> None:
    people = {"oni": npc("cs8"), "mika": pc()}
    steps = [end("oni"), attack("mika", "oni")]
    result = play(people, steps, [2], switches={"npc_rp": "none"})
    assert nets(result) == [0]


def test_punisher_and_cs12_count_who_was_hit_since_the_own_turn(play: Run) -> None:
    people = {
        "oni": npc(base=9),
        "imp": npc(base=9),
        "mika": pc("punisher_stance", base=9),
        "juno": pc("cs12", base=9),
    }
    steps = [
        attack("oni", "juno"),
        attack("oni", "juno"),
        attack("oni", "mika"),
        end("oni"),
        attack("imp", "juno"),
        end("imp"),
        attack("mika", "oni"),
        attack("mika", "imp"),
        end("mika"),
        attack("juno", "oni"),
        attack("juno", "imp"),
        end("juno"),
        end("oni"),
        end("imp"),
        attack("mika", "oni"),
        end("mika"),
        attack("juno", "oni"),
    ]
    dice = [2, 2, 2, 1, 6, 1, 2, 3, 2, 1, 2, 3, 2, 1, 1, 1, 2, 1, 2]
    assert nets(play(people, steps, dice)) == [0, 0, 0, 0, 1, 0, 1, 0, 0, 0]


def test_punisher_counts_for_one_who_is_out_since_and_not_for_oneself(play: Run) -> None:
    people = {
        "oni": npc(level=6),
        "mika": pc("punisher_stance", "cs12"),
        "juno": pc(),
    }
    defeated = [attack("oni", "juno"), end("oni"), attack("mika", "oni")]
    result = play(people, defeated, [2, 1, 2, 3])
    assert result["final"]["juno"]["status"] == "defeated"
    assert nets(result) == [0, 1]
    people["mika"]["abilities"] = ["punisher_stance"]
    people["mika"]["level"] = 6
    itself = [attack("oni", "mika"), end("oni"), attack("mika", "oni")]
    assert nets(play(people, itself, [2, 1, 2])) == [0, 0]


def test_hits_before_the_scenario_count_until_the_own_turn_ends(play: Run) -> None:
    people = {"mika": pc("cs12"), "oni": npc()}
    steps = [attack("mika", "oni"), end("mika"), end("oni"), attack("mika", "oni")]
    hits = [{"by": "oni", "on": "mika"}]
    assert nets(play(people, steps, [2, 3, 1, 1, 2], hits_since=hits)) == [1, 0]
    assert nets(play(people, steps, [2, 1, 1, 2], hits_since=[])) == [0, 0]


def test_sustained_spotlight_counts_at_once_and_until_the_next_turn_ends(play: Run) -> None:
    people = {
        "oni": npc(base=20),
        "mika": pc(base=20),
        "juno": pc("sustained_spotlight_stance", "spotlight_catcher_stance", "take_the_hit", rp=5),
    }
    steps = [
        attack("oni", "mika", use("juno", "take_the_hit")),
        end("oni"),
        end("mika"),
        attack("juno", "oni"),
        end("juno"),
        attack("oni", "juno"),
    ]
    result = play(people, steps, [6, 7, 1, 1, 2, 3, 1, 7])
    assert [roll["type"] for roll in result["rolls"]] == [
        "defense",
        "reserve",
        "reserve",
        "attack",
        "reserve",
        "defense",
    ]
    assert nets(result) == [1, 1, 0]


def test_each_spending_counts_for_itself(play: Run) -> None:
    people = {
        "mika": pc("spotlight_catcher_stance", "inspire_allies", rp=20),
        "juno": pc("eternal_rivalry_stance"),
        "oni": npc(),
    }
    twice = [special("mika", "inspire_allies")] * 2
    steps = [*twice, attack("mika", "oni"), end("mika"), attack("juno", "oni"), end("juno")]
    steps += [attack("oni", "mika"), end("oni"), attack("mika", "oni")]
    dice = [2, 1, 2, 3, 4, 1, 9, 1, 2, 3, 4]
    assert nets(play(people, steps, dice)) == [0, 2, 0, 2]
