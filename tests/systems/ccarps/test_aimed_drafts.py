"""Contests and attacks at the table: answers to hits, ripostes, chances."""

from __future__ import annotations

from engine.testing import GM
from tests.systems.ccarps.seats import MIKA, Made, chips, draft, newest, resolved, say, totals

# Contests


def test_either_side_may_name_the_contest(table: Made) -> None:
    for actor, line in (("you", "contest @Patrolman detect"), ("guard", "contest @You detect")):
        play = table([1, 2, 3])
        say(play, "you", "stealth base 4")
        say(play, "you", "throw")
        assert say(play, actor, line) is None
        assert (draft(play, "guard").base, draft(play, "guard").against) == (3, "you")
        play.finish()


def test_a_contest_needs_a_success_that_stands(table: Made) -> None:
    play = table([6, 6, 5])
    assert say(play, "you", "contest @Patrolman detect") == "nothing_stands"
    assert say(play, "you", "contest @You detect") == "needs_two"
    say(play, "you", "stealth base 4")
    say(play, "you", "throw")
    assert say(play, "you", "contest @Patrolman detect") == "nothing_stands"
    play.finish()


def test_a_success_stands_until_it_is_beaten_or_its_owner_rolls_again(table: Made) -> None:
    play = table([1, 2, 3, 1, 1, 2])
    say(play, "you", "stealth base 9")
    say(play, "you", "throw")
    assert say(play, "guard", "contest @You nothing") == "which_skill"
    assert say(play, "guard", "contest @You perception") is None
    assert draft(play, "guard").attribute == "perception"
    say(play, "guard", "drop")
    say(play, "guard", "contest @You detect sharp ears +1")
    assert say(play, "guard", "chip base 3") == "base_is_passed"
    say(play, "guard", "throw")
    assert resolved(play, "second")["winner"] == "guard"
    assert play.table.state.characters["you"].standing is None
    play.finish()


def test_the_other_dice_of_an_equal_roll_are_remembered(table: Made) -> None:
    play = table([3, 2, 6, 5, 5, 3], {"contested_tie": "remaining_dice"})
    say(play, "you", "stealth base 4")
    say(play, "you", "throw")
    say(play, "guard", "contest @You detect")
    say(play, "guard", "throw")
    # 5 + 3 = 8, and 3 + 5 = 8: then 5 against 6
    assert (resolved(play, "second")["tn"], resolved(play, "second")["winner"]) == (8, "guard")
    play.finish()


# Attacks


def test_an_attack_from_the_draft_to_the_answer(table: Made) -> None:
    play = table([1, 2, 2, 3, 3, 3, 6, 5, 1])
    assert say(play, "you", "attack @Patrolman long sword", sender=MIKA) is None
    assert (draft(play).weapon, draft(play).skill) == ("Long sword", "Sword")
    say(play, "you", "situation base 8 prone charging")
    say(play, "guard", "oppose @You acrobatics")
    assert chips(play) == {
        "situation": [("Target prone", 3), ("Charging", 2)],
        "defense": [("Acrobatics", 4)],
    }
    assert say(play, "you", "throw", sender=MIKA) is None
    assert play.asked() == {"guard": ["dodge", "block", "parry"]}
    question = play.table.questions("owner:guard")[0]
    assert question["trigger"] == "You hits you: 5 under 11."
    block = question["options"][1]
    assert [one["value"] for one in block["further"][0]["options"]] == [
        "Detect",
        "Acrobatics",
        "Club",
    ]
    assert block["cost"] == "under 8 on 3 dice, 81 %"
    assert play.table.questions("owner:you") == []
    assert play.answer("guard", "block", further={"skill": "Club"}) is None
    data = resolved(play, "attack")
    assert [data[name] for name in ("reflex", "simple", "skilled", "tn", "total")] == [
        *(True, 13, 15, 11, 5)
    ]
    assert (data["answer"], data["location"]) == ({"mode": "block", "success": True}, "abdomen")
    # 5 - 1 - 2
    assert (data["damage"], play.table.state.characters["guard"].physical) == (2, 2)
    assert play.table.state.characters["guard"].ripostes == {"you": -4}
    play.finish()


def test_the_card_of_an_attack(plain: Made) -> None:
    play = plain([2, 3, 1, 1])
    say(play, "you", "attack @Patrolman long sword base 8")
    say(play, "you", "throw")
    waiting = newest(play)
    assert (waiting["state"], waiting["outcome"]["text"]) == ("waiting", "Waiting")
    play.answer("guard", None)
    card = newest(play)
    assert card["label"] == "You attacks Patrolman with Long sword: Hit"
    assert card["effects"] == ["It lands: head."]
    assert card["changes"][0]["label"] == "physical marks"
    assert card["receipts"][-1] == {
        "number": "damage 4",
        "text": "+5 weapon −1 resistance",
        "ruling": "R28",
    }
    assert play.outcomes[-1].batch("public")["floats"] == [
        {"character": "guard", "text": "+4 Physical", "main": True}
    ]
    play.finish()


def test_who_cannot_answer_is_not_asked(table: Made) -> None:
    play = table([2, 3, 1, 1])
    say(play, "you", "attack @Cora long sword base 8")
    assert say(play, "you", "throw") is None
    assert play.asked() == {}
    assert resolved(play, "attack")["answer"] is None
    play.finish()


def test_a_dodge_is_over_when_the_turn_begins(table: Made) -> None:
    play = table([2, 3, 1, 2, 6])
    play.gm("encounter.start", id="f", name="Alley", order=["you", "guard"])
    say(play, "you", "attack @Patrolman long sword base 8")
    say(play, "you", "throw")
    assert play.table.questions("gm")[0]["scope_text"] == "Alley, round 1"
    play.answer("guard", "dodge", further={"skill": "Acrobatics"})
    assert resolved(play, "attack")["damage"] is None
    assert say(play, "guard", "detect") == "gave_up_actions"
    assert say(play, "guard", "end turn") == "not_your_turn"
    assert say(play, "you", "end turn") is None
    assert say(play, "guard", "detect") is None
    assert play.table.view("public")["encounters"]["f"]["turn"] == "guard"
    play.finish()


def test_nobody_is_struck_in_another_fight(plain: Made) -> None:
    play = plain([6, 6])
    play.gm("encounter.start", id="f", name="Alley", order=["you", "guard"])
    play.gm("encounter.start", id="g", name="Roof", order=["cora"])
    at_cora = {"target": "cora", "weapon": "Bow"}
    begun = play.act(kind="command", verb="attack", actor="you", args=at_cora)
    at_once = {"who": "you", "dice": 2, "base": 9}
    thrown = play.act(kind="command", verb="quick_attack", args={**at_once, "target": "cora"})
    beside = {**at_once, "target": "guard", "bystanders": ["cora"]}
    struck = play.act(kind="command", verb="quick_attack", args=beside)
    for outcome in (begun, thrown, struck):
        assert outcome.refusal is not None
        assert outcome.refusal["text"] == "Cora is in another fight."
    assert say(play, "you", "attack @Patrolman bow base 8 beside Cora") == "elsewhere"
    assert say(play, "you", "attack @Patrolman bow base 8") is None
    play.gm("encounter.end", encounter="g")
    assert say(play, "you", "chip beside Cora") is None
    play.gm("encounter.start", id="g", name="Roof", order=["cora"])
    assert say(play, "you", "throw") is None
    assert resolved(play, "attack")["collateral"] == []


def test_a_riposte_is_a_button_once_it_is_stored(table: Made) -> None:
    play = table([2, 3, 1, 2, 6, 1, 1, 4, 5, 6])
    say(play, "you", "attack @Patrolman long sword base 8")
    say(play, "you", "throw")
    play.answer("guard", "parry", further={"skill": "Club"})
    labels = [one["label"] for one in play.table.look("guard", ["you"], GM)["actions"]]
    assert "Riposte with Club" in labels
    say(play, "guard", "riposte with club @You base 3")
    assert totals(newest(play)) == [
        ("Simple", "3", False),
        # +3, +2 for the parry, −3 for four boxes
        ("Skilled", "5", True),
        ("Opposed", "", False),
    ]
    say(play, "guard", "throw")
    assert resolved(play, "attack")["skilled"] == 5
    assert play.table.state.characters["guard"].ripostes == {}
    play.finish()


def test_called_shots_and_bystanders_from_the_draft(table: Made) -> None:
    play = table([5, 4, 3, 1, 1, 6, 6, 6])
    say(play, "you", "attack @Patrolman bow called hand beside Cora base 8")
    assert (draft(play).called, draft(play).bystanders) == ("hand", ("cora",))
    assert draft(play).attribute == "speed", "nobody here has Archery"
    say(play, "you", "situation running -2")
    assert say(play, "you", "chip prone") == "wrong_kind"
    say(play, "you", "chip damage fire 2")
    say(play, "you", "throw")
    data = resolved(play, "attack")
    # 8 - 4 - 2, Speed 10: +4
    assert [data[name] for name in ("simple", "skilled", "total")] == [2, 6, 9]
    assert data["drift"] == [3, 3]
    assert data["collateral"] == [
        {"who": "cora", "total": 2, "hit": True, "damage": 5, "marked": 5}
    ]
    play.finish()


def test_the_wheel_is_drawn(plain: Made) -> None:
    play = plain([6, 6, 1, 3])
    say(play, "you", "attack @Patrolman long sword base 8")
    say(play, "you", "throw")
    wheel = newest(play)["blocks"][-1]
    assert (wheel["kind"], wheel["text"]) == (
        "wheel",
        "To the left of the target, slice 2 of 5.",
    )
    labels = [one["label"] for one in wheel["slices"]]
    assert labels == ["7", "5", "9", "3", "11", "12", "10", "2", "8", "4", "6"]
    assert [one["label"] for one in wheel["slices"] if one["now"]] == ["4"]


def test_which_weapon(table: Made) -> None:
    play = table()
    assert say(play, "you", "attack @Patrolman") == "which_weapon"
    assert say(play, "you", "attack @You bow") == "needs_two"
    assert say(play, "guard", "attack @You") is None
    assert draft(play, "guard").weapon == "Club"
    assert say(play, "you", "attack @Patrolman kick") is None
    assert chips(play) == {"own": [("Kick", -1)]}
    assert draft(play).attribute == "lift"
    assert say(play, "you", "remove kick") == "not_your_chip"


def test_a_longer_weapon_reaches_further(table: Made) -> None:
    weapons = ["Pike 4 piercing reach 3 with Sword", "Bow 3 piercing ranged reach 9 with Sword"]
    play = table(weapon_list=weapons)
    play.gm("character.edit", character="guard", fields={"weapon_list": ["Club 2 blunt reach 1"]})
    say(play, "you", "attack @Patrolman pike")
    assert chips(play) == {"situation": [("Longer reach", 2)]}
    say(play, "you", "drop")
    say(play, "you", "attack @Patrolman bow")
    assert chips(play) == {}


def test_odds_of_an_attack_before_it_is_made(table: Made) -> None:
    play = table()
    assert play.table.look("you", ["guard"], GM)["odds"] is None
    say(play, "you", "attack @Patrolman long sword base 5")
    say(play, "guard", "oppose @You guarding 3")
    odds = play.table.look("you", ["guard"], GM)["odds"]
    # Reflex 10: two dice under 4, 3 in 36; under 7: 15 in 36, under 4: 3 in 36
    assert odds["fraction"] == "14 in 36"
    assert [row["fraction"] for row in odds["rows"]] == ["14 in 36", "3 in 36", "15 in 36"]
    assert [row["note"] for row in odds["rows"]] == ["2 dice", "8 %", "92 %"]
    assert play.table.look("you", ["cora"], GM)["odds"] is None
    assert play.table.look("you", ["guard"], MIKA)["odds"] is None


def test_nobody_unseen_is_named_beside(table: Made) -> None:
    play = table()
    blind = {**MIKA, "unseen": ["cora"]}
    for line in ("attack @Patrolman bow beside Cora", "stealth beside Cora"):
        assert say(play, "you", line, sender=blind) == "unknown_name"
        assert play.outcomes[-1].refusal["text"] == "Nobody here is called Cora."
    say(play, "you", "attack @Patrolman bow", sender=blind)
    assert say(play, "you", "chip beside Cora", sender=blind) == "unknown_name"
    assert say(play, "you", "chip beside Cora", sender=MIKA) is None
    given = {"kind": "command", "verb": "chip", "actor": "you"}
    made = play.act(**given, args={"chips": "rope 1", "unseen": []}, sender=MIKA)
    assert made.refusal["code"] == "bad_command"
