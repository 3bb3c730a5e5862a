"""Dice thrown by people, and results that count only when the game master says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.table import Table
from engine.testing import GM, Play, trip
from tests.engine.toy import TOY

ANN = {"user": "u1", "name": "Ann", "gm": False, "owns": ["ann_hall"]}
Rooms = Callable[..., Play]


def coins(play: Play, who: str = "ann_hall") -> int:
    return int(play.table.state.characters[who].coins)


def sells(play: Play, sender: dict[str, Any] = ANN) -> Any:
    return play.act(kind="command", verb="sell", actor="ann_hall", args={}, sender=sender)


def shown(play: Play, seat: str = "public") -> dict[str, Any]:
    return play.outcomes[-1].batch(seat)


def decline_favors(play: Play) -> None:
    for who in ("bob_hall", "cat_hall"):
        assert play.answer(who, None) is None


class TestDiceOfPeople:
    def typed(self, room: Rooms, *dice: int, how: str = "typed") -> Play:
        play = room(dice)
        play.gm("table.conduct", dice=how)
        assert sells(play).ok
        decline_favors(play)
        return play

    @pytest.mark.parametrize("how", ["typed", "tabletop"])
    def test_whoever_throws_is_asked(self, room: Rooms, how: str) -> None:
        play = self.typed(room, how=how)
        (question,) = play.table.questions("owner:ann_hall")
        assert question["dice"] == {"count": 1, "sides": 6, "how": how}
        assert question["trigger"].startswith("Ann_Hall throws 1d6.")
        assert play.table.questions("owner:bob_hall") == []
        before = coins(play)
        assert play.answer("ann_hall", "dice", further={"dice": [4]}, sender=ANN) is None
        assert coins(play) == before + 4
        play.finish()

    @pytest.mark.parametrize(
        "dice", [[], [0], [7], [1, 2], [True], ["3"], [2.0], [None], None, "3", {"1": 1}]
    )
    def test_numbers_that_are_no_dice(self, room: Rooms, dice: Any) -> None:
        play = self.typed(room)
        before = play.table.state.to_data()
        assert play.answer("ann_hall", "dice", further={"dice": dice}) == "bad_dice"
        assert play.answer("ann_hall", "dice") == "bad_dice"
        assert play.table.state.to_data() == before
        assert play.asked() == {"ann_hall": ["dice"]}
        assert play.answer("ann_hall", "dice", further={"dice": [1]}) is None

    @pytest.mark.parametrize(
        "answer", [{"choice": "lucky"}, {"choice": "dice", "habits": {"dice": "always"}}]
    )
    def test_nothing_else_is_said_with_dice(self, room: Rooms, answer: dict[str, Any]) -> None:
        play = self.typed(room)
        before = play.table.state.to_data()
        given = {"who": "ann_hall", "further": {"dice": [1]}, **answer}
        assert play.answer(**given) == "unknown_option"
        assert play.table.state.to_data() == before
        assert play.asked() == {"ann_hall": ["dice"]}

    def test_the_bridge_throws_for_whoever_does_not(self, room: Rooms) -> None:
        play = self.typed(room, 5)
        before = coins(play)
        assert play.answer("ann_hall", None, source="time") is None
        assert coins(play) == before + 5
        play.finish()

    def test_one_character_throws_otherwise_than_the_table(self, room: Rooms) -> None:
        play = room([2])
        play.gm("table.conduct", dice="typed")
        play.gm("character.edit", character="ann_hall", dice="bridge")
        sells(play)
        decline_favors(play)
        assert play.asked() == {}
        play.gm("character.edit", character="ann_hall", dice=None)
        sells(play)
        decline_favors(play)
        assert play.asked() == {"ann_hall": ["dice"]}
        assert play.answer("ann_hall", "dice", further={"dice": [6]}) is None
        play.finish()

    def test_dice_typed_before_an_undo_stay(self, plain: Rooms) -> None:
        play = self.typed(plain)
        play.answer("ann_hall", "dice", further={"dice": [1]})
        assert play.undo() is None
        sells(play)
        decline_favors(play)
        assert play.asked() == {}
        assert play.events("coins_changed")[-1]["amount"] == 1

    def test_an_edit_while_dice_are_awaited_counts(self, plain: Rooms) -> None:
        play = self.typed(plain)
        play.gm("character.edit", character="ann_hall", fields={"coins": 50})
        play.answer("ann_hall", "dice", further={"dice": [3]})
        assert coins(play) == 53

    def test_an_edit_before_the_dice_outlasts_their_correction(self, plain: Rooms) -> None:
        play = self.typed(plain)
        play.gm("character.edit", character="ann_hall", fields={"coins": 50})
        play.answer("ann_hall", "dice", further={"dice": [3]})
        command = play.outcomes[-1].entry["command"]
        (label,) = play.table.recorded_dice(command)
        for dice, expected in (([4], 54), ([5], 55)):
            play.act(kind="correct", command=command, label=label, dice=dice)
            assert coins(play) == expected


class TestConfirming:
    def asked(self, room: Rooms, dice: int = 4) -> Play:
        play = room([dice])
        play.gm("table.conduct", automation="confirm")
        assert sells(play).ok
        decline_favors(play)
        return play

    def test_nothing_counts_before_the_game_master_says_so(self, room: Rooms) -> None:
        play = self.asked(room)
        assert play.asked() == {"ann_hall": ["count"]}
        (question,) = play.table.questions("gm")
        assert question["trigger"] == "Ann_Hall: Sell. It counts only when you say so."
        assert coins(play) == 10
        batch = shown(play)
        assert batch["events"] == []
        assert batch["opened"] == []
        assert batch["cards"][0]["state"] == "waiting"
        assert shown(play, "owner:ann_hall")["opened"] == []
        assert [one["gm"] for one in shown(play, "gm")["opened"]] == [True]
        assert play.answer("ann_hall", "count") is None
        assert coins(play) == 14
        assert [one["kind"] for one in shown(play)["events"]] == ["coins_changed"]
        assert shown(play)["cards"][0]["state"] == "resolved"
        play.finish()

    def test_taken_back(self, room: Rooms) -> None:
        play = self.asked(room)
        assert play.answer("ann_hall", None) is None
        assert coins(play) == 10
        assert shown(play)["undone"] == [shown(play)["cards"][0]["command"]]
        play.finish()

    def test_the_game_master_reads_what_it_would_come_to(self, room: Rooms) -> None:
        play = self.asked(room)
        (card,) = shown(play, "gm")["cards"]
        assert card["state"] == "waiting"
        assert card["outcome"]["why"] == "not counted yet"
        assert card["effects"] == ["ann_hall 4 (sale)"]
        for seat in ("public", "owner:ann_hall"):
            (bare,) = shown(play, seat)["cards"]
            assert bare["title"] == card["title"]
            assert bare["outcome"] == {"text": "Waiting", "why": "for an answer", "state": ""}
            parts = ("changes", "rolls", "links", "effects", "receipts", "blocks")
            assert [bare[one] for one in parts] == [[], [], [], [], [], []]
        play.answer("ann_hall", "count")
        assert shown(play)["cards"][0]["effects"] == ["ann_hall 4 (sale)"]

    def test_players_do_not_read_what_was_taken_back(self, plain: Rooms) -> None:
        play = self.asked(plain)
        entries = [trip(one.entry) for one in play.outcomes if one.entry]
        play.answer("ann_hall", None)
        entries.append(trip(play.outcomes[-1].entry))
        for table in (play.table, Table.load(TOY.key, entries)):
            command = entries[-1]["undone"][0]
            assert table.card(command, "gm")["effects"] == ["ann_hall 4 (sale)"]
            assert table.card(command, "public")["effects"] == []
            assert table.card(command, "public")["state"] == "undone"

    def test_the_owner_cannot_confirm(self, room: Rooms) -> None:
        play = self.asked(room)
        assert play.answer("ann_hall", "count", sender=ANN) == "question_closed"
        assert coins(play) == 10

    def test_the_game_master_need_not_confirm_what_he_does(self, room: Rooms) -> None:
        play = room([2])
        play.gm("table.conduct", automation="confirm")
        sells(play, GM)
        decline_favors(play)
        assert coins(play) == 12
        play.finish()

    def test_one_character_alone(self, room: Rooms) -> None:
        play = room([2])
        play.gm("character.edit", character="ann_hall", automation="confirm")
        sells(play)
        decline_favors(play)
        assert play.asked() == {"ann_hall": ["count"]}
        assert play.answer("ann_hall", "count") is None

    def test_survives_a_restart(self, plain: Rooms) -> None:
        play = self.asked(plain)
        entries = [trip(one.entry) for one in play.outcomes if one.entry]
        loaded = Table.load(TOY.key, entries)
        assert loaded.withdrawn_on_load == []
        assert loaded.questions("gm") == play.table.questions("gm")
        assert loaded.state.characters["ann_hall"].coins == 10
        play.answer("ann_hall", "count")
        entries.append(trip(play.outcomes[-1].entry))
        again = Table.load(TOY.key, entries)
        assert again.state.characters["ann_hall"].coins == 14
        assert again.view("gm") == play.table.view("gm")


class TestSuggesting:
    def suggested(self, room: Rooms, *dice: int) -> tuple[Play, str]:
        play = room(dice or [4])
        play.gm("table.conduct", automation="suggest")
        assert sells(play).ok
        decline_favors(play)
        command = play.outcomes[-1].entry["command"]
        return play, command

    def state_of(self, play: Play, command: str) -> str:
        return str(play.table.card(command)["state"])

    def test_shown_but_not_done(self, room: Rooms) -> None:
        play, command = self.suggested(room)
        assert coins(play) == 10
        assert shown(play)["events"] == []
        assert shown(play)["floats"] == []
        assert self.state_of(play, command) == "suggested"
        assert play.table.card(command)["effects"] == ["ann_hall 4 (sale)"]
        play.finish()

    def test_applied_once(self, room: Rooms) -> None:
        play, command = self.suggested(room)
        play.gm("suggestion.apply", suggestion=command)
        assert coins(play) == 14
        assert self.state_of(play, command) == "applied"
        assert [one["command"] for one in shown(play)["cards"]] == [command]
        again = play.act(kind="command", verb="suggestion.apply", args={"suggestion": command})
        assert again.refusal["code"] == "no_suggestion"
        assert coins(play) == 14

    def test_undone_when_applied(self, plain: Rooms) -> None:
        play, command = self.suggested(plain)
        play.gm("suggestion.apply", suggestion=command)
        assert play.undo() is None
        assert coins(play) == 10
        assert self.state_of(play, command) == "suggested"
        play.gm("suggestion.apply", suggestion=command)
        assert coins(play) == 14

    def test_not_after_something_else_has_happened(self, room: Rooms) -> None:
        play, command = self.suggested(room, 4, 5)
        play.gm("character.edit", character="ann_hall", fields={"coins": 1})
        late = play.act(kind="command", verb="suggestion.apply", args={"suggestion": command})
        assert late.refusal["code"] == "old_suggestion"
        sells(play)
        decline_favors(play)
        newer = play.outcomes[-1].entry["command"]
        play.gm("suggestion.apply", suggestion=newer)
        assert coins(play) == 6

    @pytest.mark.parametrize("suggestion", ["nobody's", "action-1"])
    def test_no_suggestion(self, room: Rooms, suggestion: str) -> None:
        play, _ = self.suggested(room)
        found = play.act(kind="command", verb="suggestion.apply", args={"suggestion": suggestion})
        assert found.refusal["code"] == "no_suggestion"
        assert coins(play) == 10

    def test_only_the_game_master_applies(self, room: Rooms) -> None:
        play, command = self.suggested(room)
        args = {"suggestion": command}
        found = play.act(kind="command", verb="suggestion.apply", args=args, sender=ANN)
        assert found.refusal["code"] == "gm_only"


class TestSetting:
    @pytest.mark.parametrize(
        "args", [{"automation": "maybe"}, {"dice": None}, {"dice": 3}, {"automation": []}]
    )
    def test_values_that_do_not_exist(self, room: Rooms, args: dict[str, Any]) -> None:
        play = room()
        found = play.act(kind="command", verb="table.conduct", args=args)
        assert found.refusal["code"] == "bad_field"
        edit = {"character": "ann_hall", **args}
        if args != {"dice": None}:
            found = play.act(kind="command", verb="character.edit", args=edit)
            assert found.refusal["code"] == "bad_field"

    def test_waits_for_what_is_open(self, room: Rooms) -> None:
        play = room()
        sells(play)
        found = play.act(kind="command", verb="table.conduct", args={"dice": "typed"})
        assert found.refusal["code"] == "busy"

    def test_tells_everybody_on_a_card_what_changed(self, plain: Rooms) -> None:
        play = plain()
        play.gm("table.conduct", dice="typed", odds="gm")
        (card,) = shown(play)["cards"]
        assert (card["scope"], card["label"]) == ("Whole table", "Table settings changed")
        assert card["effects"] == ["Dice: people type in what they throw (was: the bridge throws)"]
        play.gm("rules.set", rules={"raise_by": 2})
        (card,) = shown(play)["cards"]
        assert card["label"] == "House rules changed"
        assert card["effects"] == ["Raise: Two (was: One)"]
        play.gm("rules.set", rules={"raise_by": 2})
        assert shown(play)["cards"] == []

    def test_is_in_every_view_and_undone(self, plain: Rooms) -> None:
        play = plain()
        play.gm("table.conduct", dice="typed")
        assert shown(play)["conduct"] == {
            "automation": "at_once",
            "dice": "typed",
            "odds": "gm",
        }
        assert play.table.view("public")["conduct"]["dice"] == "typed"
        play.undo()
        assert play.table.view("public")["conduct"]["dice"] == "bridge"


class TestEdits:
    def test_an_edit_in_an_encounter_has_a_card_with_the_old_value(self, room: Rooms) -> None:
        play = room()
        play.gm("character.edit", character="ann_hall", side="blue", fields={"coins": 3})
        (card,) = shown(play, "gm")["cards"]
        assert card["label"] == "Ann_Hall is changed by the GM"
        rows = [(one["label"], one["from"], one["to"], one["delta"]) for one in card["changes"]]
        assert rows == [("side", "red", "blue", "by the GM"), ("coins", "10", "3", "by the GM")]
        (seen,) = shown(play, "public")["cards"]
        assert [one["label"] for one in seen["changes"]] == ["side"]

    def test_an_edit_while_a_question_is_open_stands_on_its_card(self, room: Rooms) -> None:
        play = room([2])
        sells(play)
        play.gm("character.edit", character="bob_hall", fields={"coins": 3})
        decline_favors(play)
        card = play.table.card(play.outcomes[-1].entry["command"])
        rows = [(one["character"]["name"], one["from"], one["to"]) for one in card["changes"]]
        assert rows == [("Bob_Hall", "10", "3")]

    @pytest.mark.parametrize("automation", ["confirm", "suggest"])
    @pytest.mark.parametrize("verb", ["character.edit", "character.unbind", "encounter.leave"])
    def test_no_edit_is_held_with_what_does_not_count_yet(
        self, plain: Rooms, automation: str, verb: str
    ) -> None:
        play = plain([4])
        play.gm("table.conduct", automation=automation)
        sells(play)
        args = {"character": "bob_hall", **({"side": "blue"} if verb == "character.edit" else {})}
        assert play.act(kind="command", verb=verb, args=args).refusal["code"] == "busy"
        assert play.asked().keys() == {"bob_hall", "cat_hall"}

    def test_what_nobody_sees_has_no_card(self, room: Rooms) -> None:
        play = room()
        play.gm("character.edit", character="ann_hall", bound=False, fields={"coins": 10})
        assert shown(play, "gm")["cards"] == []
