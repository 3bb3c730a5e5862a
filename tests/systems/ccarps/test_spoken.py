"""What can be typed: every button has its line, numbers are read as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.ccarps.verbs import VERBS
from engine.testing import GM, Play
from tests.systems.ccarps.seats import MIKA, Made, chips, draft, newest, resolved, say

WHOLE = {"mental": 2, "physical": 6, "unassigned": 9}


def said(play: Play, actor: str, text: str) -> dict[str, Any]:
    """The arguments that a line comes to."""
    assert say(play, actor, text) is None
    kept: dict[str, Any] = play.outcomes[-1].entry["input"]["args"]
    return {key: one for key, one in kept.items() if key != "gm"}


TYPED: list[tuple[str, dict[str, Any]]] = [
    ("award 10", {"who": "you", "points": 10}),
    ("award @Patrolman 3 points", {"who": "guard", "points": 3}),
    ("award points 3 @patrolman", {"who": "guard", "points": 3}),
    ("hurt physical", {"who": "you", "bar": "physical", "amount": 1}),
    ("hurt @Patrolman mental 12", {"who": "guard", "bar": "mental", "amount": 12}),
    ("hurt 2 boxes spiritual @Cora", {"who": "cora", "bar": "spiritual", "amount": 2}),
    ("recover mental", {"who": "you", "bar": "mental", "healer": "doctor"}),
    (
        "recover physical",
        {"who": "you", "bar": "physical", "healer": "doctor", "tech": 10},
    ),
    (
        "recover @You physical with field medic tech 4",
        {"who": "you", "bar": "physical", "healer": "medic", "tech": 4},
    ),
    ("improve stealth 3", {"skill": "Stealth", "points": 3}),
    (
        "improve Long Bow perception 2",
        {"skill": "Long Bow", "attribute": "perception", "points": 2},
    ),
    ("improve tactics 2 perception", {"skill": "Tactics", "attribute": "perception", "points": 2}),
    ("improve willpower 4", {"accumulator": "willpower", "points": 4}),
    ("improve willpower", {"accumulator": "willpower", "points": 1}),
    ("roll attributes", {"age": 21}),
    ("roll attributes hard core age 12", {"convention": "hard_core", "age": 12}),
    (
        "roll attributes fantasy assign willpower strength dexterity constitution intelligence",
        {
            "age": 21,
            "convention": "fantasy",
            "assign": ["willpower", "strength", "dexterity", "constitution", "intelligence"],
        },
    ),
    ("roll up @Cora campy age 8", {"who": "cora", "convention": "campy", "age": 8}),
    (
        "quick check stealth base 3 dark +1 unfamiliar -2 shoes +1",
        {
            "who": "you",
            "skill": "Stealth",
            "base": 3,
            "situational": [1, -2],
            "gear": [1],
            "names": {"situational": ["Dark", "Unfamiliar"], "gear": ["Quiet shoes"]},
        },
    ),
    (
        "quick check @Patrolman dice 3 modifier -1 base 8",
        {"who": "guard", "dice": 3, "modifier": -1, "base": 8},
    ),
    ("quick check base 8", {"who": "you", "dice": 2, "base": 8}),
    (
        "quick check lift base long jump load 4",
        {"who": "you", "attribute": "lift", "movement": "long_jump", "carried": 4},
    ),
    (
        "quick contest stealth base 3 dark shoes @Patrolman detect against still 1",
        {
            "first": {
                "who": "you",
                "skill": "Stealth",
                "base": 3,
                "situational": [1],
                "gear": [1],
                "names": {"situational": ["Dark"], "gear": ["Quiet shoes"]},
            },
            "second": {
                "who": "guard",
                "skill": "Detect",
                "opposition": [1],
                "names": {"opposition": ["Still"]},
            },
        },
    ),
    (
        "quick attack @Patrolman long sword base 8 dark charging called head damage fire 2",
        {
            "who": "you",
            "target": "guard",
            "locate": True,
            "kind": "melee",
            "weapon": {"damage": 5, "bar": "physical", "type": "cutting"},
            "skill": "Sword",
            "base": 8,
            "situational": [1],
            "charging": True,
            "called": "head",
            "damage_modifiers": [2],
            "names": {"situational": ["Dark"], "damage_modifiers": ["Fire"]},
        },
    ),
    (
        "quick attack @Patrolman bow base 8 beside Cora dodge",
        {
            "who": "you",
            "target": "guard",
            "locate": True,
            "kind": "ranged",
            "weapon": {"damage": 3, "bar": "physical", "type": "piercing"},
            "attribute": "speed",
            "base": 8,
            "bystanders": ["cora"],
            "answer": {"mode": "dodge", "skill": "Acrobatics"},
        },
    ),
    (
        "quick attack @Patrolman long sword base 8 dodge 1 parry",
        {
            "who": "you",
            "target": "guard",
            "locate": True,
            "kind": "melee",
            "weapon": {"damage": 5, "bar": "physical", "type": "cutting"},
            "skill": "Sword",
            "base": 8,
            "gear": [1],
            "names": {"gear": ["Dodge"]},
            "answer": {"mode": "parry", "skill": "Club", "armed": True},
        },
    ),
    (
        "quick attack @Patrolman kick base 8 targets 2 beside Cora defense 2",
        {
            "who": "you",
            "target": "guard",
            "locate": True,
            "kind": "melee",
            "weapon": {"damage": 0, "bar": "physical", "type": ""},
            "attribute": "lift",
            "base": 8,
            "targets": 2,
            "gear": [-1],
            "bystanders": ["cora"],
            "defense": [2],
            "names": {"gear": ["Kick"], "defense": ["Defense"]},
        },
    ),
    (
        "quick attack on Patrolman base 12",
        {
            "who": "you",
            "target": "guard",
            "locate": True,
            "dice": 2,
            "base": 12,
            "weapon": {"damage": 4},
        },
    ),
]


@pytest.mark.parametrize(("line", "args"), TYPED, ids=[line for line, _ in TYPED])
def test_a_line_says_what_the_form_would(plain: Made, line: str, args: dict[str, Any]) -> None:
    play = plain([2] * 60, **WHOLE)
    assert said(play, "you", line) == args


def test_every_verb_can_be_typed_as_its_help_says(plain: Made) -> None:
    play = plain()
    outcome = play.act(kind="command", text="!ccarps help", actor="you")
    assert outcome.reply is not None
    lines = "\n".join(outcome.reply["lines"])
    for verb in VERBS.values():
        assert f"!ccarps {verb.usage()}: {verb.help}" in lines
        unsaid = [one.key for one in verb.args if one.kind == "data" and not one.optional]
        assert unsaid == []


def test_checking_a_character_takes_its_sheet(plain: Made) -> None:
    play = plain()
    assert say(play, "you", "check character") is None
    mine = resolved(play, "validate")
    assert mine["spent"] == 19
    assert say(play, "you", "check character @Cora") is None
    assert resolved(play, "validate")["spent"] == 0
    told = [one["text"] for one in newest(play, "gm")["links"]]
    assert told == ["0 of 50 points are spent; they must come out even."]
    assert (newest(play)["links"], newest(play)["outcome"]["text"]) == ([], "Not in order")
    button = next(
        one for one in play.table.look("you", [], GM)["actions"] if one["verb"] == "validate"
    )
    assert play.act(kind="command", verb="validate", args=button["args"], actor="you").ok
    assert resolved(play, "validate") == mine


def test_a_chip_is_taken_off_another_roll_by_its_name(plain: Made) -> None:
    play = plain([1, 2, 3])
    say(play, "you", "stealth base 3 dark")
    assert say(play, "guard", "remove rope") == "no_draft"
    assert say(play, "guard", "remove dark @You") is None
    assert chips(play) == {}
    say(play, "you", "chip shoes", sender=MIKA)
    play.act(kind="command", text="!ccarps remove", actor="you")
    assert play.outcomes[-1].refusal["text"] == "There is no such chip on this roll."
    assert play.outcomes[-1].refusal["hint"] == "Choose one of those laid: Quiet shoes."
    say(play, "you", "remove Rope")
    assert play.outcomes[-1].refusal["text"] == "There is no Rope on this roll."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("award", "bad_command"),
        ("award ten", "left_over"),
        ("award 2,5", "bad_number"),
        ("award 0", "bad_command"),
        ("award −3", "bad_command"),
        ("award 12345678", "bad_number"),
        ("hurt", "bad_command"),
        ("hurt leg", "left_over"),
        ("hurt physical -3", "nothing_to_mark"),
        ("hurt physical 0", "nothing_to_mark"),
        ("unskilled stealth base 3", "has_points"),
        ("unskilled fishing base 3", "which_skill"),
        ("recover", "bad_command"),
        ("recover spiritual", "empty_bar"),
        ("recover physical first aid", "needs_better_healer"),
        ("improve", "bad_command"),
        ("improve reflexes 2", "which_attribute"),
        ("improve stealth 10", "too_few_points"),
        ("roll attributes grim", "left_over"),
        ("roll attributes hard core assign strength", "bad_command"),
        ("quick check stealth", "base_without_number"),
        ("quick check stealth base 3,5", "bad_number"),
        ("quick contest stealth base 3", "which_target"),
        ("quick contest stealth @Patrolman detect", "base_without_number"),
        ("quick contest", "bad_command"),
        ("quick attack", "unknown_character"),
        ("quick attack @Patrolman", "which_weapon"),
        ("quick attack @Patrolman bow", "base_without_number"),
        ("quick check swimming base 3", "no_points"),
        ("swimming base 3", "unknown_verb"),
        ("roll swimming base 3", "no_points"),
        ("stealth rope base 3", "chip_without_number"),
        ("quick attack @Patrolman bow base 8 charging", "wrong_kind"),
        ("quick attack @Nobody base 8", "unknown_name"),
        ("quick attack @Cora bow base 8 dodge", "cannot_answer_so"),
        ("quick attack @Patrolman bow base 8 parry detect", "cannot_answer_so"),
        ("quick attack @Patrolman bow base 8 block sword", "cannot_answer_so"),
        ("quick attack @Patrolman bow dodge base 8", "cannot_answer_so"),
        ("check character @Nobody", "unknown_name"),
    ],
)
def test_what_is_said_wrongly_is_refused_in_a_sentence(plain: Made, line: str, code: str) -> None:
    play = plain([2] * 20, **WHOLE)
    before = play.table.state.to_data()
    assert say(play, "you", line) == code
    refusal = play.outcomes[-1].refusal
    assert refusal["text"].endswith(".")
    assert play.table.state.to_data() == before


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("rope −2", -2),
        ("rope –2", -2),
        ("rope - 2", -2),
        ("rope + 2", 2),
        ("rope +2", 2),
        ("rope 999999", 999_999),
    ],
)
def test_numbers_as_people_write_them(plain: Made, line: str, value: int) -> None:
    play = plain()
    say(play, "you", "unskilled lift base −5")
    assert draft(play).base == -5
    assert say(play, "you", f"chip {line}") is None
    assert chips(play) == {"own": [("Rope", value)]}


@pytest.mark.parametrize("number", ["1,5", "2.5", ",5", "+1,5", "−0.5", "1000000", "1.000"])
def test_numbers_that_are_none_are_named(plain: Made, number: str) -> None:
    play = plain()
    say(play, "you", "stealth base 3")
    for line in (f"chip rope {number}", f"chip dark {number}", f"situation base {number}"):
        assert say(play, "you", line) == "bad_number"
        text = f"A chip takes a whole number such as 2, not {number}."
        assert play.outcomes[-1].refusal["text"] == text
    assert chips(play) == {}


def test_a_name_may_hold_digits(plain: Made) -> None:
    play = plain()
    say(play, "you", "stealth base 3")
    assert say(play, "you", "chip M16 rifle +1") is None
    assert say(play, "you", "chip AK-47 -2") is None
    assert chips(play) == {"own": [("M16 rifle", 1), ("AK-47", -2)]}


def test_chips_of_a_roll_at_once_keep_their_names(plain: Made) -> None:
    play = plain([2, 2, 2, 2, 2, 3, 4])
    say(play, "you", "quick check stealth base 3 dark unfamiliar rope +2 shoes")
    assert newest(play)["receipts"][0]["text"] == (
        "3 Base + 1 Dark − 2 Unfamiliar + 3 Stealth + 2 Rope + 1 Quiet shoes"
    )
    say(play, "you", "quick attack @Patrolman kick base 9 damage boots 2")
    told = [one["text"] for one in newest(play)["receipts"]]
    assert told[0] == "9 Base + 4 Lift − 1 Kick"
    assert told[-1] == "+2 Boots"


@pytest.mark.parametrize(
    ("chip", "said"),
    [
        ("targets -1", "Several targets takes a number from 1 up."),
        ("concentrating 4", "Concentrating takes a number from 0 to 3."),
        ("running -1", "Running takes a number from −4 to −2."),
    ],
)
def test_a_chip_out_of_its_range_says_which_it_is(plain: Made, chip: str, said: str) -> None:
    play = plain()
    assert say(play, "you", f"quick attack @Patrolman bow base 8 {chip}") == "chip_out_of_range"
    assert play.outcomes[-1].refusal["text"] == said


def test_marks_that_are_none_are_called_so(plain: Made) -> None:
    play = plain()
    for amount in (0, -3):
        args = {"who": "you", "bar": "physical", "amount": amount}
        assert play.act(kind="command", verb="hurt", args=args).ok
        assert newest(play)["outcome"]["text"] == "Marks nothing"


def test_names_of_numbers_fit_them_or_are_refused(plain: Made) -> None:
    play = plain()
    roll = {"who": "you", "skill": "Stealth", "base": 3, "gear": [1, 2]}
    for names in ({"gear": ["Rope"]}, {"gear": [1, 2]}, {"gear": "ab"}, ["gear"], "gear"):
        outcome = play.act(kind="command", verb="quick_check", args={**roll, "names": names})
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == "bad_command"


@pytest.mark.parametrize(
    ("line", "weapon"),
    [
        ("sword base 8", "Long sword"),
        ("with long-sword base 8", "Long sword"),
        ("with SWORD", "Long sword"),
        ("bow base 8", "Bow"),
        ("punch", "Punch"),
    ],
)
def test_a_weapon_is_known_by_the_end_of_its_name(plain: Made, line: str, weapon: str) -> None:
    play = plain()
    assert say(play, "you", f"attack @Patrolman {line}") is None
    assert draft(play).weapon == weapon
    assert all(one.key == "strike" for one in draft(play).chips)


def test_a_weapon_is_not_guessed(plain: Made) -> None:
    weapons = ["Long sword 5", "Short sword 3", "Dark blade 4"]
    play = plain(weapon_list=weapons)
    for line in ("sword base 8", "long base 8", "dark base 8", "bowl base 8"):
        assert say(play, "you", f"attack @Patrolman {line}") == "which_weapon"
    assert say(play, "you", "attack @Patrolman blade dark base 8") is None
    assert (draft(play).weapon, chips(play)) == ("Dark blade", {"situation": [("Dark", 1)]})


def test_an_answer_typed_with_an_attack_is_made(plain: Made) -> None:
    play = plain([2, 2, 1, 2, 6])
    assert say(play, "you", "quick attack @Patrolman long sword base 8 dodge") is None
    assert resolved(play, "attack")["answer"] == {"mode": "dodge", "success": True}
    assert play.table.state.characters["guard"].dodging


def test_an_answer_that_cannot_be_is_refused_with_those_that_can(plain: Made) -> None:
    play = plain()
    say(play, "you", "quick attack @Patrolman bow base 8 parry detect")
    refusal = play.outcomes[-1].refusal
    assert refusal["text"] == "Patrolman cannot parry with detect."
    assert refusal["hint"] == (
        "Leave the answer out, or end with one of: dodge Acrobatics, block Detect, "
        "block Acrobatics, block Club, parry Club."
    )
    say(play, "you", "quick attack @Cora bow base 8 dodge")
    assert play.outcomes[-1].refusal["text"] == "Cora cannot dodge with any skill."
    assert play.outcomes[-1].refusal["hint"].endswith("one of: none that is possible.")


def test_who_is_targeted_is_attacked_at_once(plain: Made) -> None:
    play = plain([6, 6])
    assert say(play, "you", "quick attack bow base 8", targets=["cora"]) is None
    assert resolved(play, "attack")["target"] == "cora"


def test_unskilled_takes_the_attribute_of_a_skill_without_points(plain: Made) -> None:
    play = plain()
    assert say(play, "you", "unskilled Lock-Picking base 3 dark") is None
    assert (draft(play).skill, draft(play).attribute) == ("", "perception")
    assert chips(play) == {"situation": [("Dark", 1)]}
    assert say(play, "cora", "unskilled acrobatics base 3") is None
    assert draft(play, "cora").attribute == "reflex"


@pytest.mark.parametrize("line", ["quick contest stealth base 5 @Patrolman detect", "quick attack"])
def test_a_roll_at_once_by_nobody_says_how_to_name_one(plain: Made, line: str) -> None:
    play = plain([2] * 9)
    outcome = play.act(kind="command", text=f"!ccarps {line}")
    assert outcome.refusal is not None
    assert outcome.refusal["hint"] == "Select the token, or begin with @ and the name."
    named = play.act(kind="command", text="!ccarps @Patrolman quick attack @You club base 9")
    assert named.ok
    assert resolved(play, "attack")["who"] == "guard"


@pytest.mark.parametrize("verb", VERBS)
def test_a_line_without_anybody_breaks_nothing(verb: str) -> None:
    """Not even where the verb's own way of reading looks at whoever speaks."""
    line = {"kind": "command", "id": "a-line", "sender": GM, "text": f"!ccarps {verb} 3"}
    outcome = Play("ccarps", ()).table.act(line)
    assert outcome.ok or outcome.refusal is not None
