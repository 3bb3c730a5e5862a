"""Characters at the table: sheets, falling, points of a session."""

from __future__ import annotations

import pytest

from tests.systems.ccarps.seats import GUARD, MIKA, Made, newest, say


def test_the_sheet_shows_what_does_not_balance(plain: Made) -> None:
    play = plain(oddity_list=["Wealth 15", "wealth 0"], skill_list=["Stealth 36 Reflex"])
    sheet = play.table.view("owner:you")["characters"]["you"]["sheet"]
    assert sheet["budget"] == {
        "label": "Starting points",
        "text": "51 of 50",
        "value": 51,
        "max": 50,
        "rest": "1 too many",
        "faults": ["51 of 50 points are spent; they must come out even.", "Wealth counts once."],
    }
    plainer = plain().table.view("owner:you")["characters"]["you"]["sheet"]["budget"]
    assert (plainer["text"], plainer["rest"], plainer["faults"]) == ("19 of 50", "31 left", [])


def test_points_gained_in_play_end_the_budget(plain: Made) -> None:
    play = plain(convention="fantasy")
    assert say(play, "you", "award 3") is None
    assert say(play, "you", "improve willpower 1") is None
    assert play.table.view("gm")["characters"]["you"]["sheet"]["budget"]["value"] == 19
    assert say(play, "you", "improve stealth 2") is None
    assert play.table.state.characters["you"].grown == 2
    assert play.table.view("gm")["characters"]["you"]["sheet"]["budget"] is None


def test_bars_of_ten_with_the_thresholds_of_wounds(plain: Made) -> None:
    play = plain(mental=6, physical=3)
    view = play.table.view("public")["characters"]["you"]
    assert view["bars"]["a"] == {"label": "Mental", "value": 4, "max": 10, "marks": [9, 7, 4]}
    track = view["sheet"]["tracks"][0]
    assert track["tiers"] == [
        {"size": 2, "mark": "−1"},
        {"size": 3, "mark": "−3"},
        {"size": 5, "mark": "−6"},
    ]
    assert (track["value"], track["text"]) == (6, "6 of 10")
    assert view["sheet"]["head"]["pair"][0]["value"] == "−9"
    assert view["sheet"]["groups"] == []
    play.gm("rules.set", rules={"wound_thresholds": [1, 5, 8]})
    track = play.table.view("public")["characters"]["you"]["sheet"]["tracks"][0]
    assert [one["size"] for one in track["tiers"]] == [4, 3, 3]
    assert play.table.view("public")["characters"]["you"]["bars"]["c"]["marks"] == [9, 5, 2]


def test_falling_and_dying_are_told(plain: Made) -> None:
    play = plain()
    play.act(kind="command", verb="hurt", args={"who": "you", "bar": "mental", "amount": 10})
    ends = [one for one in newest(play)["changes"] if one.get("kind") == "out"]
    assert [one["text"] for one in ends] == ["Falls unconscious."]
    play.act(kind="command", verb="hurt", args={"who": "you", "bar": "mental", "amount": 20})
    ends = [one for one in newest(play)["changes"] if one.get("kind") == "out"]
    assert [one["text"] for one in ends] == ["Dies."]
    assert play.table.view("public")["characters"]["you"]["out"]["word"] == "Dead"


def test_points_of_a_session_are_the_owners_business(table: Made) -> None:
    play = table()
    play.act(kind="command", verb="award", args={"who": "you", "points": 2})
    assert "unassigned" not in play.table.view("public")["characters"]["you"]["fields"]
    assert play.outcomes[-1].batch("public")["events"] == []
    tap = {"kind": "command", "verb": "improve", "actor": "you", "sender": MIKA}
    assert play.act(**tap, args={"skill": "Sword", "points": 2}).ok
    assert play.act(**tap, args={"skill": "Sword", "points": 1}).refusal["code"] == "too_few_points"
    assert play.table.state.characters["you"].points("Sword") == 5


@pytest.mark.parametrize(
    ("field", "lines"),
    [
        ("skill_list", ["Stealth"]),
        ("skill_list", ["Stealth 6 Strength"]),
        ("gear_list", ["Shoes"]),
        ("weapon_list", ["Sword"]),
        ("oddity_list", ["Wealth rich"]),
    ],
)
def test_lines_that_cannot_be_read_are_refused(plain: Made, field: str, lines: list[str]) -> None:
    play = plain()
    made = play.act(
        kind="command",
        verb="character.edit",
        args={"character": "you", "fields": {field: lines}},
    )
    assert made.refusal is not None
    assert made.refusal["code"] == "bad_field"
    assert lines[0] in made.refusal["text"]


SKILL = {"name": "Stealth", "points": 6, "attribute": "reflex"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("Stealth 6 Reflex", "Skills does not take this value: Stealth 6 Reflex."),
        (["Stealth -1 Reflex"], "Skills, row 1: Points does not take this value: -1."),
        ([SKILL, {**SKILL, "points": "6"}], "Skills, row 2: Points does not take this value: 6."),
        ([{**SKILL, "points": 10**9}], "Skills, row 1: Points does not take this value: 10000000"),
        ([{"points": 6}], "Skills, row 1: Name does not take this value: None."),
        ([{**SKILL, "name": "S" * 201}], "Skills, row 1: Name does not take this value: SSS"),
        ([{**SKILL, "luck": 1}], "Skills, row 1 does not take this value: {'name': 'Stealth'"),
        ([7], "Skills, row 1 does not take this value: 7."),
        ([SKILL, SKILL], "Skills does not take this value: Stealth."),
        ([SKILL] * 101, "Skills does not take this value: [{'name'"),
    ],
)
def test_rows_that_do_not_fit_are_refused(plain: Made, rows: object, said: str) -> None:
    play = plain()
    edit = {"character": "you", "fields": {"skill_list": rows}}
    made = play.act(kind="command", verb="character.edit", args=edit)
    assert made.refusal is not None
    assert made.refusal["code"] == "bad_field"
    assert made.refusal["text"].startswith(said)


RAY = {"name": "Stun ray", "damage": 3, "type": "shock", "kind": "ranged", "bar": "mental"}
RAY |= {"reach": 0, "skill": "Pistols"}
PIKE = {"name": "Pike", "damage": 4, "type": "piercing", "kind": "melee", "bar": "physical"}
PIKE |= {"reach": 2, "skill": ""}


def test_lists_come_as_rows_or_as_lines(plain: Made) -> None:
    lines = ["Stun ray 3 shock mental ranged with Pistols", "Pike 4 piercing melee reach 2"]
    for given in (lines, [RAY, PIKE], [lines[0], {"name": "Pike", **PIKE, "bar": "physical"}]):
        you = plain(weapon_list=given).table.state.characters["you"]
        assert you.weapon_list == [RAY, PIKE]
        assert you.weapons["Pike"] == {
            "damage": 4,
            "type": "piercing",
            "bar": "physical",
            "kind": "melee",
            "reach": 2,
            "skill": "Pike",
        }


def test_what_a_row_leaves_out_is_as_usual(plain: Made) -> None:
    play = plain(weapon_list=[{"name": "Rock", "damage": 1}], resist_list=[{"value": 2}])
    you = play.table.state.characters["you"]
    assert you.weapon_list == [{**PIKE, "name": "Rock", "damage": 1, "type": "", "reach": 0}]
    assert you.resist == {"": 2}


def test_an_edit_of_rows_is_told_in_words(plain: Made) -> None:
    play = plain()
    play.gm("encounter.start", id="f", order=["you", "guard"])
    play.gm("character.edit", character="guard", fields={"weapon_list": [PIKE]})
    change = newest(play, "gm")["changes"][0]
    assert (change["from"], change["to"]) == (
        "Club 2 blunt Melee Physical 0",
        "Pike 4 piercing Melee Physical 2",
    )


def test_two_fights_do_not_wait_for_each_other(table: Made) -> None:
    play = table([2, 3])
    other = {"id": "dan", "name": "Dan", "side": "them", "fields": GUARD}
    play.gm("character.add", **other)
    play.gm("encounter.start", id="a", order=["you", "guard"])
    play.gm("encounter.start", id="b", order=["cora", "dan"])
    say(play, "you", "attack @Patrolman long sword base 8")
    say(play, "you", "throw")
    assert play.asked() == {"guard": ["dodge", "block", "parry"]}
    assert say(play, "you", "stealth") == "busy"
    assert say(play, "cora", "unskilled lift base 4") is None
    assert say(play, "dan", "oppose @Cora heavy 1") is None
    assert play.do("you", "hurt", who="guard", bar="mental", amount=1) == "busy"
    assert play.do("you", "hurt", who="dan", bar="mental", amount=1) is None
    assert newest(play)["scope"] == "Round 1"


def test_the_credit_stands_in_the_description(plain: Made) -> None:
    credit = plain().table.describe()["credit"]
    assert credit == "CCARPS by WizardSpire Games, CC BY-SA 4.0"
