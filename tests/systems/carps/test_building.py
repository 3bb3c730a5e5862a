"""Building: every fault with its code and sentence, prices by house rule, buying (C63, C64)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.scenario import run
from engine.systems.carps import SYSTEM, words
from engine.systems.carps.book import BOOK
from engine.testing import GM, Play
from tests.systems.carps.people import npc, pc

Make = Callable[..., Play]
SOUND = ["cs8", "um4"]


def build(abilities: Any, style: Any = "centered", switches: Any = None, **more: Any) -> Any:
    step = {"do": "validate_build", "style": style, "abilities": abilities, **more}
    result = run({"given": {"switches": switches or {}}, "when": [step], "dice": []})
    return result["builds"][0] if "builds" in result else result


def test_a_sound_build() -> None:
    assert build([*SOUND, "t14"], "defensive") == {
        "valid": True,
        "errors": [],
        "spent": 28,
        "unspent": 12,
        "attack": 1,
        "defense": 2,
    }


@pytest.mark.parametrize(
    ("abilities", "more", "errors", "spent"),
    [
        (SOUND, {"style": "drunken"}, ["style"], 18),
        (SOUND, {"style": None}, ["style"], 18),
        ([*SOUND, "um4"], {}, ["duplicate"], 26),
        ([*SOUND, "karate"], {}, ["unknown"], 18),
        ([*SOUND, "karate", "karate"], {}, ["duplicate", "unknown"], 18),
        ([*SOUND, "t9"], {}, ["unpriced"], 18),
        (["um4"], {}, ["no_stance"], 8),
        (["cs8"], {}, ["no_ultimate"], 10),
        ([], {}, ["no_stance", "no_ultimate"], 0),
        ([*SOUND, "lone_wolf_stance", "pursuer", "extra_effort"], {}, ["over_budget"], 41),
        ([*SOUND, "lone_wolf_stance", "pursuer"], {}, [], 40),
        (SOUND, {"xp": 17}, ["over_budget"], 18),
        (SOUND, {"xp": 18}, [], 18),
        (["t9", "t9", "x"], {"style": 3, "xp": -1}, None, 0),
    ],
)
def test_each_fault(abilities: list[str], more: dict[str, Any], errors: Any, spent: int) -> None:
    found = build(abilities, **more)
    everything = ["duplicate", "no_stance", "no_ultimate", "over_budget", "style", "unknown"]
    assert found["errors"] == (sorted([*everything, "unpriced"]) if errors is None else errors)
    assert found["valid"] is (errors == [])
    assert (found["spent"], found["unspent"]) == (spent, more.get("xp", 40) - spent)
    assert ("attack" in found) is ("style" not in found["errors"])


def test_what_is_left_out_is_empty() -> None:
    assert run({"when": [{"do": "validate_build"}]})["builds"] == [
        {
            "valid": False,
            "errors": ["no_stance", "no_ultimate", "style"],
            "spent": 0,
            "unspent": 40,
        }
    ]


@pytest.mark.parametrize(("cost", "spent", "errors"), [(5, 23, []), (23, 41, ["over_budget"])])
def test_a_house_rule_gives_t9_a_price(cost: int, spent: int, errors: list[str]) -> None:
    found = build([*SOUND, "t9"], switches={"t9_cost": cost})
    assert (found["spent"], found["errors"]) == (spent, errors)


@pytest.mark.parametrize(("bonus", "threshold"), [(0, 5), (3, 8), (10, 15)])
def test_a_house_rule_gives_t9_a_bonus(
    play: Callable[..., Any], bonus: int, threshold: int
) -> None:
    switches = {"t9_power_threshold": bonus}
    result = play({"mika": pc("t9"), "oni": npc()}, [], [], switches=switches)
    assert result["final"]["mika"]["power_threshold"] == threshold
    assert result["final"]["oni"]["power_threshold"] == 5


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([{"do": "validate_build", "abilities": "all"}], "bad_scenario"),
        ([{"do": "validate_build", "abilities": [3]}], "bad_scenario"),
        ([{"do": "validate_build", "xp": "many"}], "bad_scenario"),
        ([{"do": "validate_build"}, {"do": "lookup", "base": 1}], "unknown_step"),
        ([{"do": "validate_build"}, "attack"], "bad_scenario"),
        ([{"do": "lookup", "base": 1}, {"do": "validate_build"}], "unknown_step"),
    ],
)
def test_broken_tables(steps: list[Any], code: str) -> None:
    assert run({"when": steps}) == {"error": code}


def test_each_switch_of_t9_has_its_values() -> None:
    for switch, values in (("t9_cost", [None, *range(1, 41)]), ("t9_power_threshold", range(11))):
        rule = next(one for one in SYSTEM.rules.describe() if one["key"] == switch)
        assert [one["value"] for one in rule["options"]] == list(values)
        for wrong in (41, -1, "5", True):
            assert build(SOUND, switches={switch: wrong}) == {"error": "bad_switch"}


def table(**fields: Any) -> Play:
    """mika, in no fight."""
    play = Play("carps")
    play.gm("character.add", id="mika", name="Mika", side="us", control="pc", fields=fields)
    return play


def budget(play: Play) -> dict[str, Any]:
    found = play.table.view("owner:mika")["characters"]["mika"]["sheet"]["budget"]
    assert isinstance(found, dict)
    return found


def test_the_sheet_says_what_is_spent_and_what_is_wrong() -> None:
    found = budget(table())
    assert found.pop("leave")["value"] is False
    assert found == {
        "label": "Spent",
        "text": "0 of 40 XP",
        "value": 0,
        "max": 40,
        "rest": "40 XP left",
        "faults": ["A combat stance is missing.", "An ultimate move is missing."],
    }
    over = table(abilities=[*SOUND, "lone_wolf_stance", "t14", "t9"], xp=40)
    assert (budget(over)["text"], budget(over)["rest"]) == ("48 of 40 XP", "8 XP over")
    assert budget(over)["faults"] == [
        "8 XP more are spent than granted.",
        "An ability has no price at this table.",
    ]
    assert over.table.view("public")["characters"]["mika"]["sheet"]["budget"] is None


def test_every_code_has_a_sentence() -> None:
    codes = {"style", "duplicate", "unknown", "unpriced", "no_stance", "no_ultimate", "over_budget"}
    assert set(words.BUILD_FAULTS) == codes


class TestBuying:
    def test_from_style_to_a_sound_build_in_chat(self) -> None:
        play = table()
        said = ("style offensive", "buy lone wolf stance", "buy um4", "learn sure-strike")
        for text in said:
            outcome = play.act(kind="command", text=f"!carps {text}", actor="mika", targets=[])
            assert outcome.refusal is None
        fighter = play.table.state.characters["mika"]
        assert fighter.style == "offensive"
        assert fighter.abilities == ["lone_wolf_stance", "um4", "sure_strike"]
        assert budget(play)["faults"] == []
        assert budget(play)["rest"] == "8 XP left"

    @pytest.mark.parametrize(
        ("args", "code"),
        [
            ({"ability": "lone_wolf_stance"}, "not_enough_xp"),
            ({"ability": "cs8"}, "owned_already"),
            ({"ability": "t9"}, "unpriced"),
            ({"ability": "karate"}, "no_such_ability"),
        ],
    )
    def test_what_cannot_be_bought(self, args: dict[str, str], code: str) -> None:
        play = table(abilities=["cs8", "um4"], xp=37)
        assert play.do("mika", "buy", **args) == code
        assert play.table.state.characters["mika"].abilities == ["cs8", "um4"]

    def test_the_picker_tells_prices_groups_and_reasons(self) -> None:
        play = table(abilities=["cs8"], xp=20)
        actions = play.table.look("mika", [], GM)["actions"]
        button = next(one for one in actions if one["verb"] == "buy")
        assert (button["cost"], button["args"]) == (
            "10 XP left",
            {"ability": "punisher_stance"},
        )
        options = {one["value"]: one for one in button["form"][0]["options"]}
        assert set(options) == set(BOOK.data) - {"cs8"}
        assert options["cs1"] == {
            "value": "cs1",
            "label": "CS1 (16 XP)",
            "group": "Stances",
            "hint": BOOK.data["cs1"].summary,
            "reason": "Needs 16 XP, has 10",
        }
        assert options["t9"]["reason"] == "No price"
        assert options["sure_strike"]["reason"] == ""

    def test_not_while_fighting_and_not_another_style_later(self, table: Make) -> None:
        play = table({"mika": pc(), "oni": npc()})
        assert play.do("mika", "buy", ability="cs8") == "in_a_fight"
        assert play.do("mika", "style", style="offensive") == "in_a_fight"
        play.gm("encounter.end", encounter="fight")
        assert play.do("mika", "style", style="drunken") == "no_such_style"
        assert play.do("mika", "buy", ability="cs8") is None
        assert play.do("mika", "style", style="offensive") == "style_stays"

    def test_what_a_player_buys_only_he_is_told(self) -> None:
        play = table()
        assert play.do("mika", "buy", ability="cs8") is None
        outcome = play.outcomes[-1]
        assert outcome.batch("public")["events"] == []
        assert outcome.batch("public")["cards"] == []
        kinds = [event["kind"] for event in outcome.batch("owner:mika")["events"]]
        assert kinds == ["ability_bought"]
