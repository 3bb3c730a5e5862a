"""Making a character step by step (R32 to R36): a draft until everything balances."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.state import Character
from engine.systems.ccarps.making import BASIC, STEPS
from engine.systems.ccarps.model import PRIMARIES
from engine.systems.ccarps.verbs import VERBS
from engine.testing import GM, Play
from tests.systems.ccarps.seats import MIKA, Made, newest, say

FIVES = [3] * 5 + [4] * 5 + [5] * 5 + [2] * 5 + [6] * 5
ORDER = dict(zip(PRIMARIES, (4, 3, 2, 1, 0), strict=True))
"""Of the sets 15, 20, 25, 10, 30 the last for the first attribute, and so on."""
ATTRIBUTES = dict(zip(PRIMARIES, (30, 10, 25, 20, 15), strict=True))
# Speed and Reflex 20 and 15 (+5), Lift 28 (+7), Charisma 20 (+5), Perception 18 (+5)
SKILLS = {"brawling": 14, "acrobatics": 10, "own": [
    {"name": "Climbing", "attribute": "lift", "points": 14},
    {"name": "Detect", "attribute": "perception", "points": 10},
]}  # fmt: skip
ODDITIES = {"wealth": 15, "contact_1": 15, "contact_2": -5, "other": [
    {"name": "Night sight", "cost": 27},
]}  # fmt: skip


def take(play: Play, step: str, sender: dict[str, Any] = MIKA, **args: Any) -> str | None:
    """One step by whoever runs the character; the code of a refusal."""
    args = {"step": step, **args}
    outcome = play.act(kind="command", verb="make", actor="you", args=args, sender=sender)
    return None if outcome.refusal is None else str(outcome.refusal["code"])


def begin(play: Play, **args: Any) -> None:
    play.gm("create", who="you", **args)


def shown(play: Play, seat: str = "owner:you") -> dict[str, Any]:
    guide: dict[str, Any] = play.table.view(seat)["characters"]["you"]["sheet"]["guide"]
    return guide


def step_of(play: Play, key: str) -> dict[str, Any]:
    return dict(next(one for one in shown(play)["steps"] if one["key"] == key))


def you(play: Play) -> Any:
    return play.table.state.characters["you"]


def sheet(person: Character) -> dict[str, Any]:
    return {key: one for key, one in person.to_data().items() if key not in ("making", "makings")}


def test_from_the_way_to_the_finished_sheet(table: Made) -> None:
    play = table(FIVES)
    before = sheet(you(play))
    begin(play)
    assert take(play, "way", convention="fantasy", age=30) is None
    assert take(play, "dice") is None
    assert take(play, "attributes", **ORDER) is None
    assert take(play, "skills", **SKILLS) is None
    assert take(play, "oddities", **ODDITIES) is None
    assert sheet(you(play)) == before, "nothing is saved until it is finished"
    assert take(play, "finish") is None
    made = you(play)
    assert (made.making, made.attributes) == (None, ATTRIBUTES)
    assert (made.age, made.convention) == (30, "fantasy")
    assert made.skills == {
        "Acrobatics": {"points": 10, "attribute": "reflex"},
        "Brawling": {"points": 14, "attribute": "lift"},
        "Climbing": {"points": 14, "attribute": "lift"},
        "Detect": {"points": 10, "attribute": "perception"},
    }
    oddities = [["Wealth", 15], ["Contact", 15], ["Contact", -5], ["Night sight", 27]]
    assert made.oddities == oddities
    assert made.gear == {"Quiet shoes": 1}, "what it carries stays"
    budget = play.table.view("gm")["characters"]["you"]["sheet"]["budget"]
    assert (budget["text"], budget["faults"]) == ("100 of 100", [])
    play.finish()


def test_the_same_typed(table: Made) -> None:
    play = table(FIVES)
    order = "willpower intelligence constitution dexterity strength"
    lines = [
        ("roll up @You fantasy age 30", GM),
        ("make throw", MIKA),
        (f"make assign {order}", MIKA),
        ("make skills brawling 14, acrobatics 10, climbing lift 14, detect 10 perception", MIKA),
        ("make oddities wealth upper, contact confidant, contact -5, night sight 27", MIKA),
        ("make finish", MIKA),
    ]
    for line, sender in lines:
        assert say(play, "you", line, sender=sender) is None
    assert (you(play).attributes, len(you(play).skills)) == (ATTRIBUTES, 4)
    assert you(play).oddities[2:] == [["Contact", -5], ["Night sight", 27]]
    play.finish()


def test_the_dialog_from_step_to_step(plain: Made) -> None:
    play = plain(FIVES)
    begin(play)
    assert shown(play)["title"] == "Making You"
    assert shown(play)["budget"] is None
    labels = [one["label"] for one in shown(play)["steps"]]
    assert labels == ["Way and age", "Dice", "Attributes", "Skills", "Oddities", "Finish"]
    waiting = [one["reason"] for one in shown(play)["steps"]]
    assert waiting == ["", "", *["Throw the dice first."] * 4]
    way = step_of(play, "way")
    assert [one["key"] for one in way["form"]] == ["convention", "age"]
    take(play, "way", convention="fantasy", age=30)
    dice = step_of(play, "dice")
    assert dice["text"] == [
        "5 sets of 5 dice each, by age.",
        "Ones are thrown again.",
        "They are thrown once: way and age stay from then on.",
    ]
    take(play, "dice")
    dice = step_of(play, "dice")
    assert [one["note"] for one in dice["groups"][0]["items"]][:2] == [
        "3 3 3 3 3 = 15",
        "4 4 4 4 4 = 20",
    ]
    assert (dice["button"], step_of(play, "way")["form"]) == ("", [])
    assert step_of(play, "way")["text"][0] == "Fantasy, at 30. The dice are thrown, so this stays."
    first = step_of(play, "attributes")["form"][0]
    assert (first["distinct"], first["default"]) == ("sets", 0)
    assert [one["label"] for one in first["options"]] == ["15", "20", "25", "10", "30"]
    take(play, "attributes", **ORDER)
    attributes, secondary = step_of(play, "attributes")["groups"]
    assert attributes["sum"] == "100 points, rank novice"
    assert [one["note"] for one in secondary["items"]] == [
        "20, +5",
        "20, +5",
        "15, +5",
        "28, +7",
        "18, +5",
    ]
    skills = step_of(play, "skills")
    assert skills["form"][0]["hint"] == "Reflex, at most 10"
    assert [one["key"] for one in skills["form"]] == [*BASIC, "own"]
    assert shown(play)["budget"]["text"] == "0 of 100"
    take(play, "skills", **SKILLS)
    skills = step_of(play, "skills")
    assert (skills["counted"], skills["form"][0]["default"]) == (48, 10)
    assert skills["form"][-1]["default"] == SKILLS["own"]
    assert shown(play)["budget"] == {
        "label": "Starting points",
        "text": "48 of 100",
        "value": 48,
        "max": 100,
        "rest": "52 left",
        "faults": [],
    }
    take(play, "oddities", **ODDITIES)
    oddities = step_of(play, "oddities")
    chosen = [one.get("default") for one in oddities["form"]]
    assert chosen == [15, 15, -5, None, ODDITIES["other"]]
    assert oddities["text"][0].startswith("Fantasy: at most 7 oddities.")
    assert step_of(play, "finish")["text"] == [
        "Everything balances. The sheet changes when you finish."
    ]


def test_steps_are_taken_again_in_any_order(table: Made) -> None:
    play = table(FIVES)
    begin(play, convention="fantasy", age=8)
    assert take(play, "way", age=30) is None
    assert you(play).making.convention == "fantasy", "what a step leaves out stays"
    take(play, "dice")
    take(play, "oddities", **ODDITIES)
    take(play, "skills", **SKILLS)
    take(play, "attributes", **ORDER)
    assert take(play, "finish") is None
    assert you(play).attributes == ATTRIBUTES
    play.finish()


def test_dice_are_thrown_once(table: Made) -> None:
    play = table(FIVES)
    begin(play)
    assert take(play, "skills") == "dice_first"
    assert take(play, "finish") == "dice_first"
    take(play, "dice")
    assert take(play, "dice") == "dice_are_thrown"
    assert take(play, "way", age=3) == "dice_are_thrown"
    assert take(play, "attributes", **ORDER) == "in_order", "no convention assigns freely here"
    assert say(play, "you", "roll up @You") == "making_open"
    play.finish()


def test_who_begins_and_who_goes_on(table: Made) -> None:
    play = table()
    assert say(play, "you", "roll up", sender=MIKA) == "gm_only"
    assert take(play, "way", age=3) == "no_making"
    begin(play)
    jun = {"user": "u2", "name": "Jun", "gm": False, "owns": ["cora"]}
    assert take(play, "way", sender=jun, age=3) == "not_yours"
    assert take(play, "way", sender=GM, age=3) is None
    assert take(play, "stop") is None
    assert you(play).making is None
    assert take(play, "stop") == "no_making"
    begin(play)
    assert (you(play).making.age, you(play).makings) == (21, 2)


def test_campy_keeps_the_best_five_of_ten(table: Made) -> None:
    play = table([2, 3, 4, 5, 6, 1, 3, 2, 2, 6, 6])
    begin(play, convention="campy", age=3)
    take(play, "dice")
    items = step_of(play, "dice")["groups"][0]["items"]
    assert [one["note"] for one in items] == [
        *("2 = 2", "3 = 3", "4 = 4, counts", "5 = 5, counts", "6 = 6, counts"),
        *("1 3 = 3", "2 = 2", "2 = 2", "6 = 6, counts", "6 = 6, counts"),
    ]
    assert [one["label"] for one in step_of(play, "attributes")["form"][0]["options"]] == list(
        "66654"
    )
    play.finish()


MANY = {"other": [{"name": "Odd", "cost": 0}] * 10 + [{"name": "Gift", "cost": 75}]}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"skills": {"acting": 74}}, "74 of 75 points are spent; they must come out even."),
        ({"skills": {"acting": 37, "swimming": 38}}, "Acting has more points than it may."),
        (
            {"skills": {"acting": 30, "swimming": 30}, "oddities": {"contact_1": 15, "contact_2": 5,
             "other": [{"name": "Deaf", "cost": -5}]}},
            "Contacts come to at most 15 either way.",
        ),
        ({"oddities": MANY}, "Too many oddities for this way of creation."),
    ],
)  # fmt: skip
def test_finishing_names_what_does_not_balance(
    table: Made, more: dict[str, dict[str, Any]], said: str
) -> None:
    play = table([3] * 25)
    begin(play)
    take(play, "dice")
    for step, args in more.items():
        assert take(play, step, **args) is None
    before = play.table.state.to_data()
    assert take(play, "finish") == "not_balanced"
    assert play.outcomes[-1].refusal["text"] == said
    end = step_of(play, "finish")
    assert (end["text"], end["faults"][0]) == (["It does not balance yet."], said)
    assert play.table.state.to_data() == before
    play.finish()


def test_hard_core_oddities_come_to_nothing(table: Made) -> None:
    play = table([6] * 25)
    begin(play, convention="hard_core")
    take(play, "dice")
    take(play, "oddities", wealth=15)
    take(
        play, "skills", own=[{"name": f"S{n}", "attribute": "lift", "points": 7} for n in range(19)]
    )
    assert take(play, "skills", own=[
        *({"name": f"S{n}", "attribute": "lift", "points": 7} for n in range(19)),
        {"name": "Last", "attribute": "speed", "points": 2},
    ]) is None  # fmt: skip
    assert take(play, "finish") == "not_balanced"
    assert play.outcomes[-1].refusal["text"] == "Oddities must come to 0."
    play.finish()


ROW = {"name": "Climbing", "attribute": "lift", "points": 3}
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("grow", {}, "bad_command"),
    ("way", {"convention": "grim"}, "dice_are_thrown"),
    ("attributes", {**ORDER, "strength": 5}, "bad_command"),
    ("attributes", {**ORDER, "strength": "4"}, "bad_command"),
    ("attributes", dict.fromkeys(PRIMARIES, 0), "set_twice"),
    ("attributes", {}, "bad_command"),
    ("skills", {"acting": -1}, "bad_command"),
    ("skills", {"acting": 1000}, "bad_command"),
    ("skills", {"acting": True}, "bad_command"),
    ("skills", {"own": "Climbing"}, "bad_command"),
    ("skills", {"own": [ROW] * 41}, "bad_command"),
    ("skills", {"own": [ROW, {**ROW, "name": "climbing"}]}, "named_twice"),
    ("skills", {"own": [{**ROW, "name": "acting"}]}, "named_twice"),
    ("skills", {"own": [{**ROW, "name": "  "}]}, "bad_command"),
    ("skills", {"own": [{**ROW, "name": "C" * 61}]}, "bad_command"),
    ("skills", {"own": [{**ROW, "attribute": "strength"}]}, "which_attribute"),
    ("skills", {"own": [{**ROW, "attribute": ["lift"]}]}, "which_attribute"),
    ("skills", {"own": [{**ROW, "points": 2.5}]}, "bad_command"),
    ("oddities", {"wealth": 5}, "bad_command"),
    ("oddities", {"contact_1": 0}, "bad_command"),
    ("oddities", {"other": [{"name": "Wealth", "cost": 5}]}, "named_above"),
    ("oddities", {"other": [{"name": "Odd", "cost": 1000}]}, "bad_command"),
    ("oddities", {"other": [{"name": "Odd"}]}, "bad_command"),
    ("oddities", {"contact_4": 5}, "bad_command"),
]


@pytest.mark.parametrize(("step", "args", "code"), BAD)
def test_what_does_not_fit_changes_nothing(
    plain: Made, step: str, args: dict[str, Any], code: str
) -> None:
    play = plain(FIVES)
    begin(play, convention="fantasy")
    take(play, "dice")
    before = play.table.state.to_data()
    assert take(play, step, **args) == code
    assert play.outcomes[-1].refusal["text"].count(". ") == 0
    assert play.table.state.to_data() == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("make", "which_step"),
        ("go on making", "which_step"),
        ("make grim", "left_over"),
        ("make age 3,5", "bad_number"),
        ("make finish now", "left_over"),
        ("make skills stealth 3", "which_attribute"),
        ("make skills acting 2,5", "bad_number"),
        ("make skills acting", "bad_command"),
        ("make oddities wealth poor", "bad_command"),
        (
            "make oddities contact friend, contact friend, contact friend, contact friend",
            "bad_command",
        ),
        ("make oddities night sight", "bad_command"),
        ("make assign strength", "bad_command"),
        ("make assign strength strength strength strength luck", "bad_command"),
    ],
)
def test_lines_that_make_no_sense_change_nothing(plain: Made, line: str, code: str) -> None:
    play = plain(FIVES)
    begin(play, convention="fantasy")
    if line not in ("make grim", "make age 3,5"):
        take(play, "dice")
    before = play.table.state.to_data()
    assert say(play, "you", line, sender=MIKA) == code
    assert play.table.state.to_data() == before


def test_a_line_that_assigns_too_few_says_what_it_takes(plain: Made) -> None:
    play = plain(FIVES)
    begin(play, convention="fantasy")
    take(play, "dice")
    say(play, "you", "make assign strength", sender=MIKA)
    assert play.outcomes[-1].refusal["text"] == (
        "The command does not fit: assign names strength, dexterity, constitution, intelligence"
        " and willpower, each once."
    )


# The card, and who sees what


def test_one_card_tells_of_the_making_and_is_undone_step_by_step(plain: Made) -> None:
    play = plain(FIVES)
    begin(play, convention="fantasy")
    card = newest(play)
    assert (card["label"], card["state"]) == ("You is rolled up", "draft")
    go_on, stop = card["blocks"][0]["items"]
    assert (go_on["label"], go_on["opens"], go_on["actor"]) == ("Go on making", "guide", "you")
    take(play, "dice")
    take(play, "skills", **SKILLS)
    assert newest(play)["command"] == card["command"]
    assert play.undo(command=card["command"]) is None
    assert you(play).making.skills == {}
    assert play.undo(command=card["command"]) is None
    assert you(play).making.thrown == ()
    assert take(play, "dice") is None
    assert you(play).making.thrown[0] == ((3, 3, 3, 3, 3), 15), "the same dice again"
    assert play.act(kind="command", actor="you", verb="make", args=stop["args"], sender=MIKA).ok
    assert (newest(play)["outcome"]["text"], newest(play)["blocks"]) == ("Given up", [])


def test_a_finished_character_is_undone_into_its_making(plain: Made) -> None:
    play = plain([3] * 25)
    before = sheet(you(play))
    begin(play)
    card = newest(play)["command"]
    take(play, "dice")
    take(play, "skills", acting=36, swimming=36, acrobatics=3)
    making = you(play).making
    take(play, "finish")
    assert newest(play)["outcome"]["text"] == "Finished"
    assert play.undo(command=card) is None
    assert (you(play).making, sheet(you(play))) == (making, before)
    assert take(play, "finish") is None


def test_dice_of_a_making_are_corrected_until_something_follows(plain: Made) -> None:
    play = plain([3] * 5 + [4] * 3)
    begin(play, age=3)
    card = newest(play)["command"]
    take(play, "dice")
    fix = {"kind": "correct", "command": card, "label": "roll:set:2", "dice": [6]}
    assert play.act(**fix).ok
    assert [total for _, total in you(play).making.thrown] == [3, 6, 4, 4, 4]
    take(play, "skills", acting=1)
    assert play.act(**fix).refusal["code"] in ("correct_last", "no_such_record")
    assert you(play).making.skills != {}


JUNK: list[Any] = [
    *(None, -1, 0, 1, 2.5, 10**14, True, "", "x" * 70, "Acting", [], {}, [[]], [{}], [{"name": 3}]),
    *([{"name": "Rowing", "attribute": "lift", "points": 3}], [{"name": "Odd", "cost": -3}]),
    *("fantasy", "\N{FOUR LEAF CLOVER}", "<b>'", {"name": "Odd", "cost": 1}, [None], "lift"),
]


@pytest.mark.parametrize("seed", range(6))
def test_junk_is_refused_in_words_and_leaves_no_trace(plain: Made, seed: int) -> None:
    chance = random.Random(seed)
    play = plain(FIVES)
    begin(play, convention="fantasy")
    keys = [one.key for one in VERBS["make"].args if one.key != "step"]
    for count in range(150):
        if count == 50:
            take(play, "dice")
        before = play.table.state.to_data()
        step = chance.choice([*STEPS, "finish", *JUNK])
        args = {key: chance.choice(JUNK) for key in keys if chance.random() < 0.2}
        if take(play, step, **args) is not None:
            assert play.table.state.to_data() == before
            assert play.outcomes[-1].refusal["text"].endswith(".")


def test_figures_are_for_the_owner_and_the_gm(plain: Made) -> None:
    play = plain([3] * 25)
    begin(play)
    take(play, "dice")
    take(play, "skills", acting=36, swimming=36, acrobatics=3)
    take(play, "finish")
    receipts = newest(play, "gm")["receipts"]
    assert receipts[0]["text"].startswith("Strength 15, Dexterity 15")
    for outcome in play.outcomes[-4:]:
        told = json.dumps(outcome.batch("public"))
        for word in ("Strength", "strength", "Acting", "acting", "thrown"):
            assert word not in told
    assert shown(play) is None
    assert "guide" in play.table.view("public")["characters"]["you"]["sheet"]


def test_dice_are_typed_by_whoever_makes_the_character(plain: Made) -> None:
    play = plain()
    play.gm("table.conduct", dice="typed")
    begin(play, age=3)
    assert take(play, "dice") is None
    for value in (1, 2, 3, 4, 5):
        assert you(play).making.thrown == ()
        assert play.answer("you", "dice", further={"dice": [value]}) is None
    assert [total for _, total in you(play).making.thrown] == [1, 2, 3, 4, 5]


def test_an_old_checkpoint_without_makings_loads(plain: Made) -> None:
    person = you(plain())
    data = person.to_data()
    for key in ("making", "makings", "grown"):
        del data[key]
    assert type(person).from_data(data) == person


@pytest.mark.parametrize("seed", range(12))
def test_any_steps_in_any_order_leave_the_sheet_alone(table: Made, seed: int) -> None:
    chance = random.Random(seed)
    play = table([chance.randint(2, 6) for _ in range(60)])
    begin(play, convention=chance.choice(["none", "hard_core", "fantasy", "campy"]), age=30)
    before = sheet(you(play))
    own = [{"name": "Climbing", "attribute": "lift", "points": 5}]
    for _ in range(12):
        places = chance.sample(range(5), 5)
        step, args = chance.choice(
            [
                ("way", {"age": chance.randint(21, 40)}),
                ("dice", {}),
                ("attributes", dict(zip(PRIMARIES, places, strict=True))),
                ("skills", {"acting": chance.randint(0, 40), "own": own[: chance.randint(0, 1)]}),
                ("oddities", {"wealth": chance.choice([15, 25, -15]), "other": []}),
            ]
        )
        assert take(play, step, **args) in (None, "dice_are_thrown", "dice_first", "in_order")
        assert sheet(you(play)) == before
        assert (shown(play)["budget"] is not None) == bool(you(play).making.thrown)
    if you(play).making.thrown:
        budget = shown(play)["budget"]
        left = budget["max"] - budget["value"] + step_of(play, "skills")["counted"]
        many = [{"name": f"S{n}", "attribute": "lift", "points": 1} for n in range(max(0, left))]
        if 0 <= left <= 40 and take(play, "skills", own=many) is None:
            assert take(play, "finish") in (None, "not_balanced")
