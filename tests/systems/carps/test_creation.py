"""Building a character: budget and faults (C63, C64)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.carps.creation import check_build
from engine.systems.carps.rules import CarpsRules
from engine.testing import Play

LAWFUL = ["underdog_stance", "sure_strike", "extra_effort", "reserve_breaker"]


def sheet(abilities: list[str], **fields: Any) -> dict[str, Any]:
    play = Play("carps")
    args = {"id": "f1", "name": "F1", "side": "red", "control": "pc"}
    play.gm("character.add", **args, fields={"abilities": abilities, **fields})
    found = play.table.view("gm")["characters"]["f1"]["sheet"]
    assert play.table.view("public")["characters"]["f1"]["sheet"]["budget"] is None
    return dict(found)


@pytest.mark.parametrize(
    ("style", "abilities", "spent", "faults"),
    [
        ("centered", LAWFUL, 28, []),
        ("wild", LAWFUL, 28, ["style"]),
        (None, LAWFUL, 28, ["style"]),
        ("centered", [], 0, ["no_stance", "no_ultimate"]),
        ("centered", [*LAWFUL, "sure_strike"], 32, ["duplicate"]),
        ("centered", [*LAWFUL, "nothing", 3], 28, ["unknown"]),
        ("centered", [*LAWFUL, "nothing", "nothing"], 28, ["duplicate", "unknown"]),
        ("centered", [*LAWFUL, "t14", "t15"], 48, ["over_budget"]),
        ("centered", [*LAWFUL, "t14"], 38, []),
        ("centered", ["t14", "t14"], 20, ["duplicate", "no_stance", "no_ultimate"]),
    ],
)
def test_c63_what_a_build_comes_to(
    style: Any, abilities: list[Any], spent: int, faults: list[str]
) -> None:
    build = check_build(style, abilities, 40, CarpsRules())
    assert (build.spent, build.unspent, build.errors) == (spent, 40 - spent, faults)


def test_c64_t9_can_be_bought_at_the_price_of_a_house_rule() -> None:
    assert check_build("centered", [*LAWFUL, "t9"], 40, CarpsRules()).errors == ["unpriced"]
    priced = check_build("centered", [*LAWFUL, "t9"], 40, CarpsRules(t9_cost=12))
    assert (priced.spent, priced.errors) == (40, [])
    assert sheet([*LAWFUL, "t9"])["budget"]["faults"] == ["An ability has no price at this table."]


def test_the_budget_of_a_sheet() -> None:
    budget = sheet(LAWFUL)["budget"]
    assert budget == {
        "label": "Spent",
        "text": "28 of 40 XP",
        "value": 28,
        "max": 40,
        "rest": "12 XP left",
        "faults": [],
        "leave": {"field": "leave", "label": "By the GM's leave", "value": False},
    }


def test_faults_are_said_in_words_and_stay_by_the_leave_of_the_game_master() -> None:
    abilities = ["t14", "t15", "sure_strike", "disengage", "underdog_stance"]
    budget = sheet(abilities, leave=True)["budget"]
    assert budget["faults"] == [
        "An ultimate move is missing.",
        "4 XP more are spent than granted.",
    ]
    assert (budget["rest"], budget["leave"]["value"]) == ("4 XP over", True)


def test_more_xp_can_be_granted() -> None:
    budget = sheet([*LAWFUL, "t14", "t15"], xp=55)["budget"]
    assert (budget["text"], budget["max"], budget["faults"]) == ("48 of 55 XP", 55, [])


def test_an_ability_says_what_it_costs() -> None:
    told = {
        one["key"]: (one["price"], one["cost"], one["needs"])
        for one in Play("carps").table.describe()["abilities"]
    }
    assert told["underdog_stance"] == ("16 XP", "always on", "")
    assert told["reserve_breaker"] == ("7 XP", "3 AP, 15 RP", "")
    assert told["extra_effort"] == ("1 XP", "5 RP", "from level 5")


def test_an_edit_of_a_build_is_told_with_its_names() -> None:
    play = Play("carps")
    play.gm("character.add", id="f1", name="F1", side="red", fields={"abilities": ["t14"]})
    play.gm("encounter.start", id="e", name="", order=["f1"])
    fields = {"abilities": ["t15"], "leave": True, "xp": 50}
    play.gm("character.edit", character="f1", fields=fields)
    (card,) = play.outcomes[-1].batch("gm")["cards"]
    rows = [(one["label"], one["from"], one["to"]) for one in card["changes"]]
    assert rows == [
        ("abilities", "T14", "T15"),
        ("by the GM's leave", "no", "yes"),
        ("XP", "40", "50"),
    ]
