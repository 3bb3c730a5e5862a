"""Raising after the throw at the table (T9 to T11): both are asked until both pass."""

from __future__ import annotations

from typing import Any

import pytest

from engine.testing import GM, Play
from tests.systems.tracks.live import (
    OWNER,
    block,
    card,
    fight,
    option,
    question,
    resolved,
    said_no,
    seat,
)


def oppose(
    way: str, dice: list[int], reply: str = "diligence", rules: Any = None, **people: Any
) -> Play:
    """Mika opposes Rin with Courage; the dice of both throws come first."""
    play = seat(way, dice, rules, **people)
    assert play.do("mika", "opposed", target="rin", attribute="courage") is None
    assert play.answer("rin", "oppose", further={"attribute": reply}) is None
    return play


def raises_left(play: Play) -> dict[str, int]:
    """How often each of those asked may raise."""
    return {
        who: len(option(play, who, "raise")["further"][0]["options"])
        for who in sorted(play.asked())
    }


def rows(play: Play) -> list[tuple[Any, ...]]:
    """The bids as the card shows them."""
    shown = block(card(play), "bids")["rows"]
    return [(one["label"], *one["cells"], *(["now"] if one.get("now") else [])) for one in shown]


def notes(play: Play) -> list[tuple[str, str, bool]]:
    return [(one["sum"], one["note"], one["ahead"]) for one in block(card(play), "duel")["sides"]]


def test_both_bid_until_both_pass(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 6, 5])
    assert play.asked() == {"mika": ["raise"], "rin": ["raise"]}
    assert play.answer("rin", "raise") is None
    assert play.answer("mika", None) is None
    assert raises_left(play) == {"rin": 2}
    assert play.answer("rin", "raise") is None
    assert raises_left(play) == {"mika": 3, "rin": 1}, "a raise ends the other's pass"
    assert play.answer("mika", None) is None
    assert play.answer("rin", None) is None
    assert resolved(play, "opposed") == {"results": [14, 21], "winner": "rin", "by": "result"}
    play.finish()


def test_everyone_passes_at_once(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    play.answer("rin", None)
    play.answer("mika", None)
    assert resolved(play, "opposed")["results"] == [14, 10]
    assert play.table.state.shared["situation"] == "calm"
    play.finish()


def test_several_raises_at_once_each_with_its_price(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 1, 5], rin={"body_tension": 4})
    (further,) = option(play, "rin", "raise")["further"]
    assert further == {
        "key": "raises",
        "label": "Raises",
        "options": [
            {"value": 1, "label": "1", "cost": "tension +1 on Body", "after": "leaves 2 more"},
            {"value": 2, "label": "2", "cost": "tension +2 on Body", "after": "leaves 1 more"},
            {"value": 3, "label": "3", "cost": "tension +3 on Body", "after": "leaves 0 more"},
        ],
    }
    assert question(play, "rin")["purse"] == {"label": "Bidding", "text": "3 raises left"}
    assert play.answer("rin", "raise", further={"raises": 2}) is None
    assert play.table.state.characters["rin"].body_tension == 6
    assert raises_left(play) == {"mika": 3, "rin": 1}
    play.answer("mika", None)
    play.answer("rin", None)
    assert resolved(play, "opposed")["results"] == [14, 2 + 2 + 6 - 4 + 6]
    play.finish()


def test_no_habit_is_offered_for_a_bid(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    assert {one["habit"] for one in question(play, "mika")["options"]} == {None}
    assert play.answer("mika", None, habits={"raise": "never"}) == "unknown_option"


# Races


def test_an_answer_to_older_numbers_is_refused_with_the_new_ones(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 6])
    old = question(play, "mika")["id"]
    play.answer("rin", "raise")
    for choice in ("raise", None):
        code, text = said_no(play, kind="answer", request=old, choice=choice)
        assert code == "question_moved_on"
        assert "Mika 14, Rin 16: behind by 2." in text
    assert question(play, "mika")["round"] == 2
    play.answer("mika", None)
    play.answer("rin", None)
    play.finish()


def test_both_raise_at_once_and_the_second_is_asked_again(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 6, 1])
    both = {who: question(play, who)["id"] for who in ("mika", "rin")}
    assert play.act(kind="answer", request=both["rin"], choice="raise").ok
    assert (
        said_no(play, kind="answer", request=both["mika"], choice="raise")[0] == "question_moved_on"
    )
    assert play.table.state.characters["mika"].body_tension == 0
    assert play.answer("mika", "raise") is None
    play.answer("rin", None)
    play.answer("mika", None)
    assert resolved(play, "opposed")["results"] == [15, 16]
    play.finish()


def test_the_same_answer_twice_counts_once(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    asked = question(play, "mika")["id"]
    assert play.act(kind="answer", request=asked, choice=None).ok
    assert said_no(play, kind="answer", request=asked, choice=None)[0] == "question_closed"
    assert said_no(play, kind="answer", request=asked, choice="raise")[0] == "question_closed"
    play.answer("rin", None)
    play.finish()


def test_nobody_answers_for_others(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    asked = question(play, "rin")["id"]
    refused = {"kind": "answer", "request": asked, "choice": "raise", "sender": OWNER}
    assert said_no(play, **refused)[0] == "question_closed"
    assert play.act(**{**refused, "sender": GM, "choice": None}).ok


def test_undone_in_the_midst_of_a_bid_nothing_is_left_and_the_dice_stay(way: str) -> None:
    play = seat(way, [3, 4, 2, 2, 6])
    before = play.table.state.to_data()
    command = {"kind": "command", "verb": "opposed", "actor": "mika"}
    command |= {"args": {"target": "rin", "attribute": "courage"}}
    assert play.act(**command).ok
    play.answer("rin", "oppose", further={"attribute": "diligence"})
    play.answer("rin", "raise")
    play.answer("mika", None)
    old = question(play, "rin")["id"]
    assert play.undo() is None
    assert play.table.state.to_data() == before
    assert play.asked() == {}
    assert said_no(play, kind="answer", request=old, choice=None)[0] == "question_closed"
    assert play.act(**command).ok
    play.answer("rin", "oppose", further={"attribute": "diligence"})
    play.answer("rin", "raise")
    assert notes(play) == [("14", "behind by 2", False), ("16", "ahead by 2", True)]
    play.answer("mika", None)
    play.answer("rin", None)
    play.finish()


# The game master's hand in the midst of it


def test_after_an_edit_a_raise_without_room_is_refused_in_words(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 5])
    play.answer("mika", None)
    play.gm("character.edit", character="rin", fields={"body_tension": 5})
    asked = question(play, "rin")["id"]
    three = {"request": asked, "choice": "raise", "further": {"raises": 3}}
    code, text = said_no(play, kind="answer", **three)
    assert code == "no_room"
    assert text == "Rin needs 3 more tension on Body and has room for 2. Rest, or do it without."
    assert play.answer("rin", "raise") is None
    assert raises_left(play)["rin"] == 1
    play.answer("mika", None)
    play.answer("rin", None)
    assert resolved(play, "opposed")["results"] == [14, 15]
    play.finish()


def test_after_an_edit_whoever_went_down_raises_no_more(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    play.gm("character.edit", character="rin", fields={"body": 21, "down": True})
    asked = question(play, "rin")["id"]
    assert said_no(play, kind="answer", request=asked, choice="raise")[0] == "not_conscious"
    play.answer("mika", None)
    play.answer("rin", None)
    assert resolved(play, "opposed")["winner"] == "mika"
    play.finish()


# The card


def test_the_chance_is_shown_to_whom_it_concerns(way: str) -> None:
    play = oppose(way, [3, 4, 6, 5, 1], "expression")
    mine = question(play, "mika")
    assert (mine["place"], mine["equal"], mine["round"]) == ("card", True, 1)
    assert mine["trigger"] == "Mika 14, Rin 17: behind by 3."
    (chance,) = mine["blocks"]
    assert (chance["kind"], chance["text"]) == ("chance", "One more raise puts Mika ahead")
    assert (chance["fraction"], chance["percent"]) == ("4 in 6", "67 %")
    assert [face["wins"] for face in chance["faces"]] == [False, False, True, True, True, True]
    assert chance["note"] == "A 3 ties at 17; Mika wins ties, Courage 7 against Expression 6."
    assert play.table.questions("public") == []
    play.answer("mika", "raise")
    play.answer("mika", None)
    play.answer("rin", None)
    assert resolved(play, "opposed")["winner"] == "rin"
    play.finish()


def test_a_tie_that_dice_would_decide_is_said_beforehand(way: str) -> None:
    play = oppose(way, [3, 1, 2, 3], "expression", mika={"courage": 6})
    (chance,) = question(play, "mika")["blocks"]
    assert chance["note"] == "A 1 ties at 11; dice decide then."
    assert (chance["fraction"], chance["percent"]) == ("11/12", "92 %")


def test_the_card_grows_with_the_bids(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 6])
    assert rows(play) == [("Throw", "14", "10"), ("Bid 1", "to answer", "to answer", "now")]
    assert card(play)["foot"] == "Raises left: Mika 3, Rin 3. Bidding, round 1."
    play.answer("rin", "raise")
    play.answer("mika", None)
    assert rows(play) == [
        ("Throw", "14", "10"),
        ("Bid 1", "", "raises, +6"),
        ("Bid 2", "passes", "to answer", "now"),
    ]
    assert card(play)["foot"] == "Raises left: Mika 3, Rin 2. Bidding, round 2."
    play.answer("rin", None)
    assert rows(play)[-1] == ("Bid 2", "passes", "passes")
    assert notes(play) == [("14", "behind by 2", False), ("16", "ahead by 2", True)]
    shown = card(play)
    assert (shown["foot"], shown["outcome"]["text"]) == ("Raised once after the throw.", "Rin wins")
    assert shown["outcome"]["why"] == "16 to 14"
    assert [die["word"] for die in shown["rolls"][1]["dice"]] == ["throw", "throw", "bid 1"]
    assert shown["receipts"] == []
    play.finish()


def test_a_side_that_cannot_raise_any_more_passes_by_itself(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2], mika={"body_tension": 6, "at_max": True})
    assert list(play.asked()) == ["rin"]
    assert rows(play)[-1] == ("Bid 1", "cannot raise", "to answer", "now")
    assert card(play)["foot"] == "Raises left: Mika 0, Rin 3. Bidding, round 1."
    play.answer("rin", None)
    assert rows(play)[-1] == ("Bid 1", "cannot raise", "passes")
    play.finish()


def test_after_three_raises_nobody_is_asked_in_vain(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 1, 1, 1, 2, 2, 2])
    play.answer("rin", "raise", further={"raises": 3})
    assert list(play.asked()) == ["mika"]
    assert rows(play)[-1] == ("Bid 2", "to answer", "cannot raise", "now")
    play.answer("mika", "raise", further={"raises": 3})
    assert play.asked() == {}
    assert rows(play)[-1] == ("Bid 2", "raises, +6", "cannot raise")
    assert resolved(play, "opposed")["results"] == [20, 13]
    play.finish()


def test_loser_only_asks_whoever_is_behind(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2, 6], rules={"bidding": "loser_only"})
    assert list(play.asked()) == ["rin"]
    assert rows(play)[-1] == ("Bid 1", "cannot raise", "to answer", "now")
    play.answer("rin", "raise")
    assert list(play.asked()) == ["mika"]
    play.answer("mika", None)
    play.finish()


def test_a_tie_is_told_with_what_decides_it(way: str) -> None:
    play = oppose(way, [2, 2, 2, 3])
    assert question(play, "rin")["trigger"] == "Rin 11, Mika 11: level, and Mika wins the tie."
    play.answer("mika", None)
    play.answer("rin", None)
    told = "wins the tie, Courage 7 against Diligence 6"
    assert notes(play) == [("11", told, True), ("11", "loses the tie", False)]
    assert card(play)["outcome"]["why"] == "by attribute"
    play.finish()


def test_a_tie_of_the_same_attribute_names_it_once(way: str) -> None:
    play = oppose(way, [2, 2, 3, 3], "courage")
    play.answer("mika", None)
    play.answer("rin", None)
    assert notes(play)[0] == ("11", "wins the tie, Courage 7 against 5", True)


def test_a_tie_by_dice_marks_the_winner(way: str) -> None:
    play = oppose(way, [2, 2, 2, 2, 4, 4, 2, 5], mika={"courage": 6})
    assert question(play, "mika")["trigger"] == "Mika 10, Rin 10: level."
    assert notes(play) == [("10", "level", False), ("10", "level", False)]
    play.answer("mika", None)
    play.answer("rin", None)
    told = "wins the tie, 5 against 2 on a die"
    assert notes(play) == [("10", "loses the tie", False), ("10", told, True)]
    assert card(play)["outcome"]["why"] == "by dice"
    play.finish()


def test_a_challenge_without_an_opponent_is_raised_against_its_number(way: str) -> None:
    play = seat(way, [3, 4, 2])
    assert play.do("mika", "challenge", attribute="courage", tn=15) is None
    asked = question(play, "mika")
    assert asked["trigger"] == "14 is not over 15."
    assert asked["blocks"][0]["text"] == "One more raise puts Mika over 15"
    assert (asked["blocks"][0]["fraction"], asked["blocks"][0]["note"]) == ("5 in 6", "")
    play.answer("mika", "raise")
    play.answer("mika", None)
    assert resolved(play, "challenge") == {"who": "mika", "result": 16, "success": True}
    assert [one["kind"] for one in card(play)["blocks"]] == ["duel"]
    assert notes(play) == [("16", "against 15", False)]
    assert card(play)["outcome"]["why"] == "16 is over 15"
    play.finish()


def test_whoever_has_won_already_is_told_what_a_raise_still_changes(way: str) -> None:
    """T11 lets the winner raise; T12: all that it brings is tension for the next challenge."""
    play = seat(way, [3, 4])
    assert play.do("mika", "challenge", attribute="courage", tn=12) is None
    asked = question(play, "mika")
    assert asked["trigger"] == (
        "14 is over 12. This is won already: a raise changes nothing here but tension, "
        "which counts from the next challenge."
    )
    assert asked["blocks"] == []
    play.answer("mika", None)
    play.finish()


def test_whoever_is_ahead_is_not_told_that_a_raise_puts_him_ahead(way: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    assert question(play, "mika")["trigger"] == (
        "Mika 14, Rin 10: ahead by 4. This wins as it stands; a raise only makes the lead larger, "
        "in case Rin raises."
    )
    assert question(play, "mika")["blocks"] == []
    play.answer("mika", None)
    play.answer("rin", None)
    play.finish()


def test_an_attacker_ahead_is_told_what_the_lead_brings(way: str) -> None:
    play = seat(way, [5, 5, 1, 1, 2])
    fight(play, "mika", "rin")
    play.do("rin", "turn")
    play.do("rin", "attack", target="mika")
    play.answer("mika", None)
    assert question(play, "rin")["trigger"] == (
        "Rin 15, Mika 8: ahead by 7. This wins as it stands; a raise only makes the lead larger: "
        "half of the lead can be added to the damage."
    )
    play.answer("rin", None)
    play.answer("mika", None)
    play.answer("rin", None)
    play.answer("rin", None)
    play.finish()


def test_bids_on_damage_have_rows_of_their_own(way: str) -> None:
    """The bids of the attack stay as they were while damage is raised."""
    play = seat(way, [5, 5, 1, 1, 2, 4, 6])
    fight(play, "mika", "rin")
    play.do("rin", "turn")
    play.do("rin", "attack", target="mika")
    play.answer("mika", None)
    play.answer("mika", "raise")
    play.answer("rin", None)
    play.answer("mika", None)
    attack_rows = [("Throw", "15", "8"), ("Bid 1", "", "raises, +2"), ("Bid 2", "passes", "passes")]
    assert rows(play) == attack_rows
    play.answer("rin", None)
    assert list(play.asked()) == ["rin"]
    assert card(play)["foot"] == "Raises left: Rin 3. Bidding, round 1."
    play.answer("rin", "raise")
    play.answer("rin", None)
    assert rows(play) == attack_rows
    assert resolved(play, "attack")["damage"] == 4 + 2 + (15 - 10) // 2 + 6
    play.finish()


def test_both_sides_of_an_attack_on_the_unconscious_are_shown(way: str) -> None:
    play = seat(way, [1, 1, 1], mika={"body": 20, "body_tension": 4})
    fight(play, "mika", "rin")
    play.gm("hurt", target="mika", track="body", amount=1)
    play.act(kind="command", verb="cleanup", args={})
    play.answer("mika", None)
    play.answer("rin", None)
    play.do("rin", "turn")
    play.do("rin", "attack", target="mika")
    assert list(play.asked()) == ["rin"]
    assert rows(play) == [("Throw", "7", "6"), ("Bid 1", "to answer", "cannot raise", "now")]
    play.answer("rin", None)
    play.answer("rin", None)
    play.answer("rin", None)
    assert notes(play) == [("7", "ahead by 1", True), ("6", "behind by 1", False)]
    mine = [one["text"] for one in card(play, "owner:mika")["receipts"]]
    assert mine == ["Diligence 6"], "neither damage nor tension counts"
    play.finish()


@pytest.mark.parametrize("choice", ["raises", "pass", "", "RAISE"])
def test_no_such_bid(way: str, choice: str) -> None:
    play = oppose(way, [3, 4, 2, 2])
    asked = question(play, "mika")["id"]
    assert said_no(play, kind="answer", request=asked, choice=choice)[0] == "unknown_option"


@pytest.mark.parametrize("raises", [0, 4, -1, "1", True, 1.0, None, [1]])
def test_no_such_number_of_raises(way: str, raises: object) -> None:
    play = oppose(way, [3, 4, 2, 2])
    bad = {
        "request": question(play, "mika")["id"],
        "choice": "raise",
        "further": {"raises": raises},
    }
    assert said_no(play, kind="answer", **bad)[0] == "unknown_option"


def test_a_tie_of_which_one_die_is_still_to_be_thrown_is_level(way: str) -> None:
    play = seat(way, mika={"courage": 6})
    play.gm("table.conduct", dice="typed")
    play.do("mika", "opposed", target="rin", attribute="courage")
    play.answer("rin", "oppose", further={"attribute": "diligence"})
    for who in ("mika", "rin"):
        assert play.answer(who, "dice", further={"dice": [2, 2]}) is None
    play.answer("mika", None)
    play.answer("rin", None)
    for who, die in (("mika", 4), ("rin", 4), ("mika", 5)):
        assert notes(play) == [("10", "level", False), ("10", "level", False)]
        assert play.answer(who, "dice", further={"dice": [die]}) is None
    assert notes(play) == [("10", "level", False), ("10", "level", False)]
    assert play.answer("rin", "dice", further={"dice": [3]}) is None
    told = "wins the tie, 5 against 3 on a die"
    assert notes(play) == [("10", told, True), ("10", "loses the tie", False)]
