"""Rolls that people build together: the worked example, chips, who may do what."""

from __future__ import annotations

from typing import Any

import pytest

from engine.testing import GM
from tests.systems.ccarps.seats import MIKA, Made, chips, draft, newest, resolved, say, totals


def test_the_worked_example_typed_by_a_player(table: Made) -> None:
    play = table([3, 2, 4, 5, 6, 2])
    line = "stealth base 3 dark +1 unfamiliar -2 shoes +1"
    assert say(play, "you", line, sender=MIKA) is None
    assert chips(play) == {
        "situation": [("Dark", 1), ("Unfamiliar", -2)],
        "own": [("Quiet shoes", 1)],
    }
    assert (draft(play).base, draft(play).agreed) == (3, False)
    assert say(play, "you", "throw", sender=MIKA) == "not_agreed"
    assert say(play, "you", "situation") is None
    assert say(play, "you", "throw", sender=MIKA) is None
    assert resolved(play, "check") == {
        "who": "you",
        "simple": 2,
        "skilled": 6,
        "tn": 6,
        "total": 5,
        "success": True,
        "degree": 1,
        "critical": None,
    }
    assert play.table.state.characters["you"].standing == {
        "label": "Stealth",
        "total": 5,
        "dice": [3, 2, 4],
    }
    assert say(play, "you", "contest @Patrolman detect", sender=MIKA) is None
    assert (draft(play, "guard").base, draft(play, "guard").skill) == (5, "Detect")
    assert say(play, "you", "oppose @Patrolman stands still 1", sender=MIKA) is None
    assert say(play, "guard", "throw", sender=MIKA) == "not_yours"
    assert say(play, "guard", "throw") is None
    assert resolved(play, "second") == {
        "who": "guard",
        "simple": 5,
        "skilled": 8,
        "tn": 7,
        "total": 7,
        "success": False,
        "degree": None,
        "critical": None,
        "first": "you",
        "winner": "you",
    }
    play.finish()


def test_the_same_by_small_taps_from_two_pages(table: Made) -> None:
    play = table([3, 2, 4])
    tap = {"kind": "command", "actor": "you"}
    assert play.act(**tap, verb="roll", args={"skill": "Stealth"}, sender=MIKA).ok
    first = {"who": "you", "base": 3, "preset": "dark"}
    assert play.act(**tap, verb="situation", args=first).ok
    assert play.act(**tap, verb="situation", args={"who": "you", "preset": "unfamiliar"}).ok
    assert play.act(**tap, verb="chip", args={"chips": "quiet shoes"}, sender=MIKA).ok
    assert play.act(**tap, verb="throw", sender=MIKA).ok
    assert resolved(play, "check")["tn"] == 6
    assert draft(play) is None
    play.finish()


def test_a_draft_that_is_undone_reads_as_taken_back(plain: Made) -> None:
    play = plain()
    say(play, "you", "stealth base 3")
    say(play, "you", "chip shoes")
    for state, scope in (("draft", "Draft, not rolled"), ("undone", "Taken back")):
        assert play.act(kind="undo", command=None).ok
        assert (newest(play)["state"], newest(play)["scope"]) == (state, scope)


def test_the_card_grows_from_simple_to_the_result(plain: Made) -> None:
    play = plain([3, 2, 4])
    say(play, "you", "stealth", sender=MIKA)
    first = newest(play)
    assert (first["state"], first["scope"], first["label"]) == (
        "draft",
        "Draft, not rolled",
        "You rolls Stealth",
    )
    assert totals(first) == [("Simple", "", False), ("Skilled", "", True), ("Opposed", "", False)]
    say(play, "you", "situation base 3 dark unfamiliar")
    assert totals(newest(play))[:2] == [("Simple", "2", False), ("Skilled", "5", True)]
    say(play, "you", "chip shoes", sender=MIKA)
    say(play, "guard", "oppose @You alert 2")
    card = newest(play)
    assert card["command"] == first["command"]
    assert totals(card) == [("Simple", "2", False), ("Skilled", "6", False), ("Opposed", "4", True)]
    rows = card["blocks"][0]["rows"]
    assert [row["note"] for row in rows] == ["set by the GM", "set by You", "set by Patrolman"]
    assert rows[1]["chips"] == [
        {"label": "Stealth", "value": "+3", "owner": "you", "removable": False},
        {"label": "Quiet shoes", "value": "+1", "owner": "you", "removable": True, "id": 3},
    ]
    assert rows[2]["chips"][0]["value"] == "−2"
    say(play, "you", "throw", sender=MIKA)
    card = newest(play)
    assert (card["command"], card["state"]) == (first["command"], "resolved")
    assert card["outcome"] == {"text": "Fails", "why": "5 is not under 4", "state": "miss"}
    assert card["rolls"][0]["target"] == "4"
    assert [one["kept"] for one in card["rolls"][0]["dice"]] == [True, True, False]
    assert card["receipts"][0]["text"] == (
        "3 Base + 1 Dark − 2 Unfamiliar + 3 Stealth + 1 Quiet shoes − 2 Alert"
    )
    assert play.table.card(str(play.outcomes[-1].entry["command"])) is None
    play.finish()


def test_a_card_writes_a_number_below_zero_with_its_sign(plain: Made) -> None:
    play = plain([1, 2, 6])
    say(play, "you", "stealth base -9")
    say(play, "you", "throw")
    card = newest(play)
    assert card["rolls"][0]["target"] == "−6"
    assert card["outcome"]["why"] == "3 is not under −6"


def test_a_draft_is_undone_step_by_step(plain: Made) -> None:
    play = plain([1, 2, 6])
    say(play, "you", "stealth base 7")
    first = newest(play)["command"]
    say(play, "you", "chip shoes")
    say(play, "you", "throw")
    assert play.table.state.characters["you"].standing is not None
    assert play.undo(command=first) is None
    assert draft(play).base == 7
    assert play.undo(command=first) is None
    assert chips(play) == {}
    assert play.undo(command=first) is None
    assert draft(play) is None
    assert play.table.card(first)["state"] == "undone"


def test_dice_of_a_draft_are_corrected_on_its_card(plain: Made) -> None:
    play = plain([1, 2, 6])
    say(play, "you", "stealth base 3")
    first = newest(play)["command"]
    say(play, "you", "throw")
    assert newest(play, "gm")["recorded"] == {"roll:check:you": [6, 1, 2, 6]}
    assert play.act(kind="correct", command=first, label="roll:check:you", dice=[4, 5, 6]).ok
    assert resolved(play, "check")["success"] is False
    assert newest(play)["outcome"]["why"] == "9 is not under 6"


def test_chances_are_shown_to_players_only_if_the_gm_allows(plain: Made) -> None:
    play = plain()
    say(play, "you", "stealth base 3")
    assert [one["kind"] for one in newest(play)["blocks"]] == ["steps", "actions"]
    chance = newest(play, "gm")["blocks"][1]
    assert (chance["fraction"], chance["percent"]) == ("113 in 216", "52 %")
    assert chance["text"] == "3 dice, two lowest under 6"
    play.gm("table.conduct", odds="players")
    say(play, "you", "chip shoes")
    assert [one["kind"] for one in newest(play)["blocks"]] == ["steps", "chance", "actions"]


def test_the_card_offers_what_can_be_done(plain: Made) -> None:
    play = plain([1, 2, 3])
    say(play, "you", "stealth")
    items = newest(play)["blocks"][-1]["items"]
    assert [(one["verb"], one["actor"], one["gm"], one["main"]) for one in items] == [
        ("chip", "you", False, False),
        ("situation", None, True, True),
        ("throw", "you", False, False),
    ]
    for one in items[1:]:
        form = {row["key"]: row["default"] for row in one.get("form", ()) if "default" in row}
        args = {**one["args"], **form}
        actor = one["actor"] or "you"
        assert play.act(kind="command", verb=one["verb"], actor=actor, args=args).ok
    assert resolved(play, "check")["tn"] == 10
    play.finish()


# Chips


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("dark", {"situation": [("Dark", 1)]}),
        ("Dark -3", {"situation": [("Dark", -3)]}),
        ("shoes", {"own": [("Quiet shoes", 1)]}),
        ("Quiet Shoes dark", {"own": [("Quiet shoes", 1)], "situation": [("Dark", 1)]}),
        ("very dark −2", {"own": [("Very dark", -2)]}),
        (
            "situation slippery -1 gear rope 2",
            {"situation": [("Slippery", -1)], "own": [("Rope", 2)]},
        ),
        ("shoes 3", {"own": [("Quiet shoes", 3)]}),
        ("gear 2", {"own": [("Gear", 2)]}),
        ("against wind -2", {"opposition": [("Wind", 2)]}),
        ("rope 2 rope 3", {"own": [("Rope", 3)]}),
        ("stealth", {"own": [("Stealth", 3)]}),
    ],
)
def test_what_people_type(plain: Made, line: str, expected: dict[str, Any]) -> None:
    play = plain()
    say(play, "you", "unskilled lift base 5")
    assert say(play, "you", f"chip {line}") is None
    assert chips(play) == expected


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("rope", "chip_without_number"),
        ("3", "chip_without_number"),
        ("base", "base_without_number"),
        ("base flying", "base_without_number"),
        ("running", "chip_without_number"),
        ("running -1", "chip_out_of_range"),
        ("concentrating 4", "chip_out_of_range"),
        ("damage 2", "only_in_attacks"),
        ("damage fire 2", "only_in_attacks"),
        ("called head", "only_in_attacks"),
        ("beside Cora", "only_in_attacks"),
        ("riposte", "only_in_attacks"),
        ("tech 30", "bad_command"),
        ("tech 3", "no_technology"),
        ("", "no_chips"),
    ],
)
def test_what_is_not_understood_changes_nothing(plain: Made, line: str, code: str) -> None:
    play = plain()
    say(play, "you", "stealth base 5")
    before = draft(play)
    assert say(play, "you", f"chip {line}") == code
    assert draft(play) == before


def test_movement_load_and_technology(plain: Made) -> None:
    play = plain([1, 2, 3], tech=10)
    say(play, "you", "stealth base long jump tech 8 load 45")
    assert (draft(play).base, draft(play).source) == (-2, "long_jump")
    card = newest(play)
    chips_shown = [one["label"] for one in card["blocks"][0]["rows"][0]["chips"]]
    assert chips_shown == ["Long jump", "Technology", "Load"]
    # -2 + 2 - 5, and +3
    assert totals(card)[:2] == [("Simple", "−5", False), ("Skilled", "−2", True)]
    say(play, "you", "throw")
    assert resolved(play, "check")["tn"] == -2
    play.finish()


def test_who_may_lay_and_take_off(table: Made) -> None:
    play = table()
    say(play, "you", "stealth dark rope 2", sender=MIKA)
    say(play, "guard", "oppose @You alert 2")
    say(play, "you", "situation base 6 slippery -1")
    assert draft(play).agreed
    assert say(play, "you", "situation base 6", sender=MIKA) == "gm_only"
    assert say(play, "guard", "oppose @You slow 1", sender=MIKA) == "not_yours"
    assert say(play, "you", "remove alert", sender=MIKA) == "not_your_chip"
    assert say(play, "you", "remove slippery", sender=MIKA) == "not_your_chip"
    assert say(play, "you", "remove rope", sender=MIKA) is None
    assert draft(play).agreed
    assert say(play, "you", "remove dark", sender=MIKA) is None
    assert not draft(play).agreed, "the situation is not as it was agreed"
    assert say(play, "you", "remove alert") is None
    assert say(play, "you", "remove alert") == "no_such_chip"
    assert chips(play) == {"situation": [("Slippery", -1)]}
    other = {"verb": "remove", "actor": "cora", "args": {"owner": "you", "name": "slippery"}}
    assert play.act(kind="command", **other).ok
    assert chips(play) == {}


def test_a_draft_waits_for_a_base_and_there_is_one_at_a_time(table: Made) -> None:
    play = table()
    assert say(play, "you", "throw") == "no_draft"
    assert say(play, "you", "chip rope 1") == "no_draft"
    say(play, "you", "stealth")
    assert say(play, "you", "throw") == "no_base"
    assert say(play, "you", "sword") == "draft_open"
    assert say(play, "you", "attack @Patrolman long sword") == "draft_open"
    assert say(play, "you", "roll") == "draft_open"
    assert say(play, "you", "drop") is None
    assert say(play, "you", "roll") == "which_skill"
    assert say(play, "you", "roll sword rope 1") is None
    assert (draft(play).skill, chips(play)) == ("Sword", {"own": [("Rope", 1)]})


def test_a_button_says_why_a_player_cannot_throw_yet(table: Made) -> None:
    play = table()
    say(play, "you", "stealth base 4", sender=MIKA)
    for sender, possible, reason in ((MIKA, False, "GM has to agree"), (GM, True, "")):
        actions = play.table.look("you", [], sender)["actions"]
        throw = next(one for one in actions if one["verb"] == "throw")
        assert (throw["possible"], throw["reason"]) == (possible, reason)
    on_card = newest(play)["blocks"][-1]["items"][-1]
    assert on_card["reason"] == "The GM has to agree to base and situation first."
    assert on_card["gm_anyway"] is True
    say(play, "you", "drop")
    say(play, "you", "stealth base 4")
    assert newest(play)["blocks"][-1]["items"][-1]["reason"] == ""


def test_a_dropped_draft_says_so(plain: Made) -> None:
    play = plain()
    say(play, "you", "stealth base 4")
    say(play, "you", "drop")
    card = newest(play)
    assert (card["outcome"]["text"], card["blocks"]) == ("Given up", [])


def test_the_gm_declares_a_success(table: Made) -> None:
    play = table()
    say(play, "you", "stealth base 4")
    assert say(play, "you", "automatic success") is None
    assert resolved(play, "auto") == {"who": "you", "success": True}
    assert draft(play) is None


def test_who_can_no_longer_roll_cannot_throw(table: Made) -> None:
    play = table([1, 2, 3])
    say(play, "you", "stealth base 4")
    play.gm("character.edit", character="you", fields={"mental": 10})
    assert say(play, "you", "throw") == "is_unconscious"
    play.gm("character.edit", character="you", fields={"mental": 0, "skill_list": []})
    assert say(play, "you", "throw") == "no_points"
    play.gm("character.edit", character="you", fields={"skill_list": ["Stealth 36 Reflex"]})
    play.gm("character.edit", character="you", fields={"skill_list": ["Stealth 6 Reflex"]})
    assert say(play, "you", "throw") is None
    play.finish()
