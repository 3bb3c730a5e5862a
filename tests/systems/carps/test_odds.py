"""Chances counted out, beside the rules run once for every fall of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.odds.tree import every_fall
from engine.simulation import decline, instant
from engine.systems.carps import odds
from engine.systems.carps.attack import Attack, resolve
from engine.systems.carps.book import BOOK
from engine.systems.carps.numbers import succeeds, value_of
from engine.testing import GM, Play

MIKA = {"user": "u1", "name": "Mika", "gm": False, "owns": ["f1"]}


def fight(rules: dict[str, Any] | None = None, **changes: dict[str, Any]) -> Play:
    play = Play("carps", rules=rules)
    people = {
        "f1": {
            "style": "offensive",
            "base": 12,
            "rp": 30,
            "abilities": ["sure_strike", "underdog_stance"],
        },
        "f2": {
            "style": "centered",
            "base": 2,
            "rp": 30,
            "abilities": ["evasive_maneuvers", "diehard"],
        },
        "f3": {"base": 15, "rp": 30, "abilities": ["take_the_hit"]},
    }
    for who, fields in people.items():
        play.gm(
            "character.add",
            id=who,
            name=who.upper(),
            side="red" if who == "f1" else "blue",
            control="pc" if who == "f1" else "npc",
            fields={**fields, **changes.get(who, {})},
        )
    play.gm("encounter.start", id="e", name="", order=list(people))
    return play


@pytest.mark.parametrize("extremes", ["any_die", "kept_die"])
@pytest.mark.parametrize("net", [-3, -2, -1, 0, 1, 2, 3])
def test_success_is_what_counting_gives(extremes: str, net: int) -> None:
    values = [
        value_of(list(dice), net, extremes) for dice in product(range(1, 11), repeat=1 + abs(net))
    ]
    for tn in range(2, 11):
        counted = Fraction(sum(succeeds(value, tn) for value in values), len(values))
        assert odds.success(tn, net, extremes) == counted


@pytest.mark.parametrize("control", ["pc", "npc"])
@pytest.mark.parametrize("extremes", ["any_die", "kept_die"])
@pytest.mark.parametrize(
    "stances", [[], ["underdog_stance"], ["underdog_stance", "lone_wolf_stance"]]
)
def test_a_prospect_is_what_all_falls_give(control: str, extremes: str, stances: list[str]) -> None:
    play = fight({"natural_extremes": extremes}, f1={"abilities": stances})
    play.gm("character.edit", character="f3", control=control)

    def hit(dice: Any) -> bool:
        ctx = instant(play.table.state.clone(), BOOK, dice, "f1", decline)
        attack = Attack(ctx, "f1", "f3")
        resolve(ctx, attack)
        return attack.result == "hit"

    counted = sum((chance for chance, was in every_fall(hit) if was), Fraction(0))
    assert odds.prospect(play.table.state, "f1", "f3").hit == counted


def test_the_page_reads_as_it_should() -> None:
    shown = fight().table.look("f1", ["f2"], GM)["odds"]
    assert shown["head"][-1] == ", TN 5"
    assert (shown["percent"], shown["fraction"]) == ("60 %", "6 in 10")
    rows = [(one["label"], one["note"], one["percent"], one["fraction"]) for one in shown["rows"]]
    assert rows == [
        ("As it stands", "1 die", "60 %", "6 in 10"),
        ("Against Take The Hit by F3", "2 dice, highest kept", "74 %", "74 in 100"),
        ("With Sure Strike", "3 dice, highest kept, 8 RP", "75.6 %", "756 in 1,000"),
        ("Against Evasive Maneuvers", "3 dice, lowest kept", "39.6 %", "396 in 1,000"),
    ]
    assert [one["text"] for one in shown["lines"]] == [
        "A hit defeats F2: level 12, line 8.",
        "F2 may then use Diehard, 15 RP.",
    ]


def test_more_dice_that_lower_the_chance_are_named() -> None:
    shown = fight(f2={"style": "offensive", "abilities": []}).table.look("f1", ["f2"], GM)["odds"]
    assert shown["head"][-1] == ", TN 4"
    assert shown["remarks"] == []
    play = fight(f1={"attack": 4}, f2={"style": "offensive", "abilities": []})
    shown = play.table.look("f1", ["f2"], GM)["odds"]
    assert shown["head"][-1] == ", TN 2"
    assert shown["remarks"] == [
        {
            "heading": "Lower, not higher",
            "text": "Two more dice bring 90 % down to 78.3 %: at TN 2 the risk of a natural 1 "
            "outweighs the extra high dice.",
            "ruling": "C2, any_die",
        }
    ]


def test_players_see_chances_only_if_the_game_master_allows_it() -> None:
    play = fight()
    assert play.table.look("f1", ["f2"], MIKA)["odds"] is None
    assert play.table.look("f1", ["f2"], GM)["odds"]["audience"] == "gm"
    play.gm("table.conduct", odds="players")
    shown = play.table.look("f1", ["f2"], MIKA)["odds"]
    assert shown["audience"] == "players"
    assert [one["label"] for one in shown["rows"]] == ["As it stands", "With Sure Strike"]
    assert len(shown["lines"]) == 1


@pytest.mark.parametrize("targets", [[], ["f2", "f3"], ["f1"]])
def test_without_one_opponent_there_are_none(targets: list[str]) -> None:
    assert fight().table.look("f1", targets, GM)["odds"] is None


def test_looking_changes_nothing() -> None:
    play = fight()
    before = play.table.state.to_data()
    play.table.look("f1", ["f2"], GM)
    assert play.table.state.to_data() == before
