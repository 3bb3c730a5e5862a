"""Who can defeat whom, beside the rules run on a copy (C20, C21)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.systems.carps import danger, odds
from engine.systems.carps.defeat import defeat_line
from engine.testing import Play

SWITCHES = [
    {"defeat_check": check, "lethal_comparison": lethal}
    for check, lethal in product(("before_gain", "after_gain"), ("exceed", "equal_or_exceed"))
]


def fight(rules: dict[str, Any] | None = None, **changes: dict[str, Any]) -> Play:
    play = Play("carps", rules=rules)
    people = {
        "f1": {"base": 20, "rp": 30, "abilities": ["underdog_stance", "attack_builder"]},
        "f2": {"base": 12, "rp": 30, "abilities": ["perfect_defense"]},
        "f3": {"base": 2, "rp": 14, "abilities": ["reserve_breaker"]},
    }
    for who, fields in people.items():
        side, control = ("red", "pc") if who == "f1" else ("blue", "npc")
        more = {**fields, **changes.get(who, {})}
        play.gm("character.add", id=who, name=who.upper(), side=side, control=control, fields=more)
    play.gm("encounter.start", id="e", name="", order=list(people))
    return play


def threats(play: Play) -> dict[str, list[tuple[Any, ...]]]:
    table = play.table.view("gm")["encounters"]["e"]["threats"]
    return {
        row["character"]["id"]: [(one["text"], one["now"], one.get("note")) for one in row["cells"]]
        for row in table["rows"]
    }


@pytest.mark.parametrize("rules", SWITCHES)
@pytest.mark.parametrize("level", [1, 5, 6, 11, 16, 21, 40])
def test_the_reach_is_where_the_rules_defeat(rules: dict[str, str], level: int) -> None:
    state = fight(rules, f1={"level": level}).table.state
    far = danger.reach_of(state, "f1")
    assert far.ultimate is not None
    for line in range(level - 1, level + 15):
        state.characters["f2"].level = line - (
            defeat_line(state, "f2") - state.characters["f2"].level
        )
        assert defeat_line(state, "f2") == line
        by_hit = odds.prospect(state, "f1", "f2").defeats is not None
        by_move = odds.prospect(state, "f1", "f2", "attack_builder").defeats is not None
        assert (line <= far.hit, line <= far.ultimate) == (by_hit, by_move)


@pytest.mark.parametrize("rules", SWITCHES)
@pytest.mark.parametrize("entered", ["f1", "f2", None])
def test_c21_an_assassin_on_the_entry_turn(rules: dict[str, str], entered: str | None) -> None:
    play = fight(rules, f1={"level": 20, "abilities": ["assassin"]})
    state = play.table.state
    state.encounters["e"].entered = entered
    far = danger.reach_of(state, "f1")
    assert far.ultimate is None
    for line in range(15, 35):
        state.characters["f2"].level = line - 11
        by_hit = odds.prospect(state, "f1", "f2").defeats is not None
        assert (line <= far.hit) == by_hit


def test_names_stand_where_somebody_can_be_defeated() -> None:
    assert threats(fight(f1={"level": 22}, f3={"level": 16})) == {
        "f1": [("F3", True, ""), ("F2, F3", True, "")],
        "f2": [("nobody", False, ""), ("has none", False, None)],
        "f3": [("nobody", False, ""), ("nobody", False, "")],
    }


def test_what_cannot_be_paid_for_is_named_with_its_reason() -> None:
    play = fight(f1={"rp": 14}, f2={"base": 1}, f3={"level": 60})
    assert threats(play)["f1"][1] == ("F2", False, "Needs 15 RP, has 14")
    assert threats(play)["f3"][1] == ("F1", False, "Needs 15 RP, has 14")
    play = fight(f2={"base": 1})
    play.gm("character.edit", character="f1", fields={"ap": 1, "temp_ap": 1})
    assert threats(play)["f1"][1] == ("F2, F3", False, "Needs 3 AP, has 2")
    play.gm("character.edit", character="f1", fields={"temp_ap": 2})
    assert threats(play)["f1"][1] == ("F2, F3", True, "")


def test_only_the_game_master_sees_the_whole_table() -> None:
    play = fight()
    assert play.table.view("public")["encounters"]["e"]["threats"] is None
    batch = play.outcomes[-1].batch
    assert batch("public")["encounters"]["e"]["threats"] is None
    assert batch("gm")["encounters"]["e"]["threats"]["title"] == "Who can defeat whom"


def test_on_a_sheet_only_levels_are_told_of_others() -> None:
    play = fight(f1={"level": 22})
    rows = {
        seat: play.table.view(seat)["characters"]["f1"]["sheet"]["threats"]
        for seat in ("gm", "owner:f1", "public")
    }
    assert rows["public"] is None
    assert rows["owner:f1"]["columns"] == ["Own hit", "Own Ultimate", "Their hit"]
    told = [[one["text"] for one in row["cells"]] for row in rows["owner:f1"]["rows"]]
    assert told == [
        ["1 level to go", "defeats", "25 levels to go"],
        ["defeats", "defeats", "35 levels to go"],
    ]
    more = [[one["text"] for one in row["cells"][3:]] for row in rows["gm"]["rows"]]
    assert more == [["has none"], ["32 levels to go"]]


def test_who_is_out_threatens_nobody() -> None:
    play = fight(f3={"level": 60})
    play.gm("character.edit", character="f3", fields={"status": "defeated"})
    assert list(threats(play)) == ["f1", "f2"]
    assert play.table.view("gm")["characters"]["f3"]["sheet"]["threats"] is None
