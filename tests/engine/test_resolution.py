"""Asking, waiting, bidding, drafts, busy scopes: the core, proved on the toy system."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.testing import Play

Room = Callable[..., Play]
MIKA = {"user": "u1", "name": "Mika", "gm": False, "owns": ["bob_hall"]}


def coins(play: Play) -> dict[str, int]:
    return {who: one.coins for who, one in play.table.state.characters.items()}


class TestBidding:
    def test_both_are_asked_and_the_first_to_raise_moves_on(self, room: Room) -> None:
        play = room()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.asked() == {"ann_hall": ["raise"], "bob_hall": ["raise"]}
        assert [one["round"] for one in play.table.questions("gm")] == [1, 1]
        assert play.answer("bob_hall", "raise") is None
        assert play.asked() == {"ann_hall": ["raise"]}
        question = play.table.questions("gm")[0]
        assert (question["round"], question["trigger"]) == (2, "The bid stands at 1.")
        assert question["decline"] == "Pass"
        assert play.answer("ann_hall", "raise") is None
        assert play.answer("bob_hall", None) is None
        assert coins(play) == {"ann_hall": 8, "bob_hall": 10, "cat_hall": 10}
        play.finish()

    def test_a_pass_stands_until_the_other_raises(self, room: Room) -> None:
        play = room()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.answer("ann_hall", None) is None
        assert play.asked() == {"bob_hall": ["raise"]}
        assert play.answer("bob_hall", "raise") is None
        assert play.asked() == {"ann_hall": ["raise"]}
        assert play.answer("ann_hall", None) is None
        assert coins(play) == {"ann_hall": 10, "bob_hall": 9, "cat_hall": 10}
        play.finish()

    def test_nobody_pays_when_both_pass(self, room: Room) -> None:
        play = room()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.answer("ann_hall", None) is None
        assert play.answer("bob_hall", None) is None
        assert coins(play) == {"ann_hall": 10, "bob_hall": 10, "cat_hall": 10}
        play.finish()

    def test_an_answer_for_an_older_round_is_refused_with_the_new_numbers(
        self, plain: Room
    ) -> None:
        play = plain()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        old = {one["who"]: one["id"] for one in play.table.questions("gm")}
        assert play.answer("bob_hall", "raise") is None
        outcome = play.act(kind="answer", request=old["ann_hall"], choice="raise")
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == "question_moved_on"
        assert outcome.refusal["text"] == "The numbers have changed since: The bid stands at 1."
        again = play.act(kind="answer", request=old["bob_hall"], choice="raise")
        assert again.refusal is not None
        assert again.refusal["code"] == "question_closed"

    def test_bidding_ends_when_nobody_can_pay_more(self, room: Room) -> None:
        play = room()
        play.gm("character.edit", character="ann_hall", fields={"coins": 1})
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.answer("ann_hall", "raise") is None
        assert play.answer("bob_hall", "raise") is None
        assert play.asked() == {}
        assert coins(play) == {"ann_hall": 1, "bob_hall": 8, "cat_hall": 10}
        play.finish()


class TestWindows:
    def test_all_are_asked_at_once_and_served_in_order_of_arrival(self, room: Room) -> None:
        play = room([4])
        assert play.do("ann_hall", "sell") is None
        assert play.asked() == {"bob_hall": ["tip", "veto"], "cat_hall": ["tip", "veto"]}
        assert play.answer("cat_hall", "tip") is None
        assert play.asked() == {"bob_hall": ["tip", "veto"]}, "the others' answers are awaited"
        assert coins(play)["cat_hall"] == 10
        assert play.answer("bob_hall", "tip") is None
        first = [one["who"] for one in play.events("coins_changed")]
        assert first[:4] == ["cat_hall", "ann_hall", "bob_hall", "ann_hall"]
        assert play.asked() == {"bob_hall": ["tip", "veto"], "cat_hall": ["tip", "veto"]}
        assert play.answer("bob_hall", None) is None
        assert play.answer("cat_hall", None) is None
        assert coins(play) == {"ann_hall": 16, "bob_hall": 9, "cat_hall": 9}
        play.finish()

    def test_what_closes_the_window_leaves_later_answers_unserved(self, room: Room) -> None:
        play = room()
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", "veto") is None
        assert play.answer("cat_hall", "tip") is None
        assert coins(play) == {"ann_hall": 10, "bob_hall": 8, "cat_hall": 10}
        play.finish()

    def test_each_answer_is_checked_again_when_its_turn_comes(self, plain: Room) -> None:
        play = plain([4])
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", "tip") is None
        edit = play.gm("character.edit", character="bob_hall", fields={"coins": 0})
        assert edit.entry is not None
        assert edit.entry["kind"] == "edit"
        assert play.answer("cat_hall", None) is None
        assert play.events("coins_changed")[0] == {
            "kind": "coins_changed",
            "v": 1,
            "who": "bob_hall",
            "amount": 0,
            "reason": "no_coins",
        }
        assert coins(play) == {"ann_hall": 14, "bob_hall": 0, "cat_hall": 10}
        play.finish()

    def test_nobody_to_ask_costs_nothing(self, room: Room) -> None:
        play = room([3])
        assert play.do("bob_hall", "sell") is None
        assert play.asked() == {"cat_hall": ["tip", "veto"]}
        assert play.answer("cat_hall", None) is None
        play.gm("character.edit", character="cat_hall", fields={"abilities": []})
        assert coins(play)["bob_hall"] == 13
        play.finish()


class TestHabits:
    def test_always_and_never_are_recorded_as_answers(self, room: Room) -> None:
        play = room([5, 6])
        assert play.do("ann_hall", "sell") is None
        habits = {"tip": "never", "veto": "never"}
        assert play.answer("bob_hall", None, habits=habits) is None
        assert play.answer("cat_hall", None, habits={"tip": "always"}) is None
        assert play.do("bob_hall", "sell") is None
        assert play.asked() == {}, "cat tips until nothing is left"
        assert coins(play) == {"ann_hall": 15, "bob_hall": 26, "cat_hall": 0}
        play.finish()

    def test_ask_again_forgets_a_habit(self, room: Room) -> None:
        play = room([1, 2])
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", None, habits={"veto": "never"}) is None
        assert play.answer("cat_hall", None) is None
        assert play.table.state.characters["bob_hall"].habits == {"veto": "never"}
        assert play.do("ann_hall", "sell") is None
        assert play.asked()["bob_hall"] == ["tip"]
        assert play.answer("bob_hall", None, habits={"tip": "ask"}) is None
        assert play.answer("cat_hall", None) is None
        play.finish()

    def test_a_habit_for_what_was_not_offered_is_refused(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", None, habits={"lucky": "never"}) == "unknown_option"
        assert play.answer("bob_hall", None, habits={"tip": "often"}) == "unknown_option"
        assert play.answer("bob_hall", "lucky") == "unknown_option"
        assert play.answer("bob_hall", "tip", further={"more": 1}) == "unknown_option"


class TestAnswers:
    def test_an_answer_that_cannot_be_is_refused_and_the_question_stays(self, room: Room) -> None:
        play = room()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        before = play.table.questions("gm"), play.table.seq
        assert play.answer("ann_hall", "raise", further={"jump": 50}) == "too_dear"
        assert (play.table.questions("gm"), play.table.seq) == before
        assert play.answer("ann_hall", "raise", further={"jump": 5}) is None
        assert play.answer("bob_hall", None) is None
        assert coins(play)["ann_hall"] == 4
        play.finish()

    def test_what_is_heard_is_told_while_others_think(self, room: Room) -> None:
        """An edit between two answers falls between them in every run."""
        play = room()
        assert play.do("ann_hall", "vote") is None
        assert play.events("bid_made") == []
        play.gm("character.edit", character="ann_hall", fields={"coins": 1})
        assert play.answer("cat_hall", "aye") is None
        assert [one["who"] for one in play.events("bid_made")] == ["cat_hall"]
        play.gm("character.edit", character="ann_hall", fields={"coins": 2})
        assert play.answer("ann_hall", None) is None
        play.gm("character.edit", character="ann_hall", fields={"coins": 3})
        assert play.answer("bob_hall", "aye") is None
        told = play.events("bid_made")[-3:]
        assert [(one["who"], one["bid"]) for one in told] == [
            ("cat_hall", 1),
            ("ann_hall", 0),
            ("bob_hall", 1),
        ]
        assert coins(play)["ann_hall"] == 3
        play.finish()

    @pytest.mark.parametrize("jump", [True, False, 0.0, "5", None, [5], float("nan")])
    def test_a_further_choice_is_of_its_own_type(self, plain: Room, jump: object) -> None:
        play = plain()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.answer("ann_hall", "raise", further={"jump": jump}) == "unknown_option"

    def test_a_habit_where_nobody_looks_at_habits_is_refused(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        (option,) = play.table.questions("owner:ann_hall")[0]["options"]
        assert option["habit"] is None
        assert play.answer("ann_hall", None, habits={"raise": "never"}) == "unknown_option"
        play.answer("ann_hall", None)
        play.answer("bob_hall", None)
        assert play.do("ann_hall", "sell") is None
        assert play.table.questions("owner:bob_hall")[0]["options"][0]["habit"] == "ask"


class TestDraft:
    def test_chips_of_two_are_thrown_together(self, room: Room) -> None:
        play = room([2, 4, 6, 1])
        for who in ("ann_hall", "bob_hall", "ann_hall"):
            assert play.do(who, "chip") is None
        assert play.table.state.encounters["hall"].chips == ["ann_hall", "bob_hall", "ann_hall"]
        assert play.do("bob_hall", "throw") is None
        thrown = play.events("chips_set")[-1]
        assert (thrown["thrown"], thrown["sources"]) == ([2, 4, 6, 1], ["lucky"])
        assert play.table.state.encounters["hall"].chips == []
        play.finish()


class TestBetweenTurns:
    def test_somebody_cuts_in_between_two_turns_only(self, room: Room) -> None:
        play = room()
        assert play.do("ann_hall", "turn") is None
        assert play.do("bob_hall", "turn") == "not_between_turns"
        look = play.table.look("bob_hall", [], {"gm": True, "owns": []})
        assert [one["possible"] for one in look["actions"] if one["verb"] == "turn"] == [False]
        assert play.table.state.encounters["hall"].turns == {"ann_hall": 1}
        assert play.do("ann_hall", "turn") is None
        assert play.do("cat_hall", "turn") is None
        encounter = play.table.state.encounters["hall"]
        assert (encounter.turn, encounter.turns) == ("cat_hall", {"ann_hall": 1, "cat_hall": 1})
        play.finish()


class TestScopes:
    def test_two_rooms_wait_at_the_same_time(self, room: Room) -> None:
        play = room([3, 5], "hall", "attic")
        assert play.do("ann_hall", "sell") is None
        assert play.do("ann_attic", "sell") is None
        waiting = play.asked()
        assert sorted(waiting) == ["bob_attic", "bob_hall", "cat_attic", "cat_hall"]
        assert play.do("bob_hall", "chip") == "busy"
        assert play.do("bob_attic", "chip") == "busy"
        for who in ("bob_attic", "cat_attic", "cat_hall"):
            assert play.answer(who, None) is None
        assert play.do("bob_attic", "chip") is None
        assert play.answer("bob_hall", "tip") is None
        assert play.answer("bob_hall", None) is None
        assert coins(play)["ann_attic"] == 13
        assert coins(play)["ann_hall"] == 16
        play.finish()

    def test_house_rules_wait_while_anything_is_open(self, plain: Room) -> None:
        play = plain([3])
        play.gm("rules.set", rules={"raise_by": 1})
        entry = play.outcomes[-1].entry
        assert entry is not None
        before = entry["command"]
        assert play.do("ann_hall", "sell") is None
        changed = play.act(kind="command", verb="rules.set", args={"rules": {"raise_by": 2}})
        assert changed.refusal is not None
        assert changed.refusal["code"] == "busy"
        kept = play.act(kind="undo", command=before).refusal
        assert kept is not None
        assert kept["code"] == "busy"
        assert play.answer("bob_hall", None) is None
        assert play.answer("cat_hall", None) is None
        play.gm("rules.set", rules={"raise_by": 2})
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.answer("bob_hall", "raise") is None
        assert play.answer("ann_hall", None) is None
        assert coins(play)["bob_hall"] == 8
        play.finish()


class TestEditsWhileOpen:
    def test_leaving_waits_for_the_end(self, plain: Room) -> None:
        play = plain([2])
        assert play.do("ann_hall", "sell") is None
        play.gm("encounter.leave", character="cat_hall")
        encounter = play.table.state.encounters["hall"]
        assert encounter.order == ["ann_hall", "bob_hall", "cat_hall"]
        assert play.asked() == {"bob_hall": ["tip", "veto"], "cat_hall": ["tip", "veto"]}
        asked = {one["who"]: one["control"] for one in play.table.questions("gm")}
        assert asked == {"bob_hall": "pc", "cat_hall": "npc"}, "the GM answers for who is gone"
        assert play.answer("bob_hall", None) is None
        assert play.answer("cat_hall", None) is None
        assert play.table.state.encounters["hall"].order == ["ann_hall", "bob_hall"]
        assert play.table.state.characters["cat_hall"].encounter is None
        play.finish()

    def test_a_deleted_token_keeps_its_character(self, plain: Room) -> None:
        play = plain([2])
        assert play.do("ann_hall", "sell") is None
        play.gm("character.unbind", character="bob_hall")
        assert play.table.state.characters["bob_hall"].bound is False
        assert play.answer("bob_hall", "tip") is None
        assert play.answer("cat_hall", None) is None
        assert play.answer("bob_hall", None) is None
        assert coins(play) == {"ann_hall": 13, "bob_hall": 9, "cat_hall": 10}

    def test_an_edit_survives_loading(self, plain: Room) -> None:
        from engine.table import Table
        from engine.testing import require_same, trip

        play = plain([2])
        assert play.do("ann_hall", "sell") is None
        play.gm("character.edit", character="ann_hall", name="Anna", fields={"coins": 50})
        entries = [trip(one.entry) for one in play.outcomes if one.entry]
        loaded = Table.load("toy", entries, dice=play.dice)
        require_same(play.table, loaded, "with an edit at an open question")
        assert loaded.state.characters["ann_hall"].coins == 50


class TestSeats:
    def test_only_the_one_asked_and_the_gm_see_a_question(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "sell") is None
        opened = play.outcomes[-1]
        for seat, seen in (
            ("gm", ["bob_hall", "cat_hall"]),
            ("owner:bob_hall", ["bob_hall"]),
            ("owner:ann_hall", []),
            ("public", []),
        ):
            assert [one["who"] for one in opened.batch(seat)["opened"]] == seen
            assert [one["who"] for one in play.table.view(seat)["questions"]] == seen
        assert opened.batch("public")["cards"][0]["state"] == "waiting"
        hall = opened.batch("public")["encounters"]["hall"]
        assert (hall["busy"], hall["next"], hall["next_reason"]) == (True, None, "")
        assert play.answer("bob_hall", None) is None
        closing = play.outcomes[-1]
        assert closing.batch("public")["closed"] == []
        assert closing.batch("owner:cat_hall")["closed"] == []
        assert [one["by"] for one in closing.batch("owner:bob_hall")["closed"]] == ["person"]
        assert [one["by"] for one in closing.batch("gm")["closed"]] == ["person"]

    def test_fields_for_the_owner_are_absent_elsewhere(self, plain: Room) -> None:
        play = plain()
        seen = {
            seat: play.table.view(seat)["characters"]["bob_hall"]["fields"]
            for seat in ("gm", "owner:bob_hall", "owner:ann_hall", "public")
        }
        everything = {"coins": 10, "abilities": ["tip", "veto", "lucky"]}
        assert seen == {
            "gm": everything,
            "owner:bob_hall": everything,
            "owner:ann_hall": {},
            "public": {},
        }

    def test_a_player_acts_and_answers_only_for_the_own_characters(self, plain: Room) -> None:
        play = plain()
        other = play.act(kind="command", verb="sell", actor="ann_hall", args={}, sender=MIKA)
        assert other.refusal is not None
        assert other.refusal["code"] == "not_yours"
        assert play.do("ann_hall", "sell") is None
        assert play.answer("cat_hall", None, sender=MIKA) == "question_closed"
        assert play.answer("bob_hall", None, sender=MIKA) is None
        added = play.act(kind="command", verb="character.add", args={}, sender=MIKA)
        assert added.refusal is not None
        assert added.refusal["code"] == "gm_only"
        assert play.undo(sender=MIKA) == "gm_only"


class TestStale:
    def test_a_page_that_has_not_seen_the_actors_last_action(self, plain: Room) -> None:
        play = plain()
        seen = play.table.seq
        first = {"kind": "command", "verb": "chip", "actor": "ann_hall", "args": {}}
        assert play.act(**first, seen=seen).ok
        second = play.act(**first, seen=seen)
        assert second.refusal is not None
        assert second.refusal["code"] == "stale"
        assert play.act(**{**first, "actor": "bob_hall"}, seen=seen).ok
        assert play.act(**first, seen=play.table.seq).ok
        assert len(play.table.state.encounters["hall"].chips) == 3

    def test_the_same_id_is_no_second_command(self, plain: Room) -> None:
        play = plain()
        one = {"kind": "command", "id": "x", "verb": "chip", "actor": "ann_hall", "args": {}}
        assert play.act(**one).ok
        again = play.act(**one)
        assert again.refusal is not None
        assert again.refusal["code"] == "already_exists"
