"""Undo, held dice, saving and loading, changed rules, corrected dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from engine.dice import ScriptedDice, SeededDice
from engine.loading import EntriesMissing
from engine.resolution import Refused
from engine.system import register
from engine.table import Table
from engine.testing import GM, Play, require_same, trip
from tests.engine import toy

Room = Callable[..., Play]


def entries(play: Play) -> list[dict[str, Any]]:
    return [trip(one.entry) for one in play.outcomes if one.entry is not None]


def last_command(play: Play) -> str:
    return str(entries(play)[-1]["command"])


def sold_for(play: Play) -> list[int]:
    return [one["amount"] for one in play.events("coins_changed") if one["reason"] == "sale"]


def sell(play: Play, *answers: tuple[str, str | None], seller: str = "ann_hall") -> None:
    assert play.do(seller, "sell") is None
    for who, choice in answers:
        assert play.answer(who, choice) is None


NOBODY = (("bob_hall", None), ("cat_hall", None))


class TestUndo:
    def test_the_last_is_undone_first(self, plain: Room) -> None:
        play = plain()
        before = play.table.state.to_data()
        assert play.do("ann_hall", "chip") is None
        between = play.table.state.to_data()
        assert play.do("bob_hall", "chip") is None
        assert play.undo() is None
        assert play.table.state.to_data() == between
        assert play.undo(actor="ann_hall") is None
        assert play.table.state.to_data() == before
        assert [one["undone"] for one in entries(play)[-2:]] == [["action-6"], ["action-5"]]

    def test_an_older_one_says_what_falls_with_it(self, plain: Room) -> None:
        play = plain([], "hall", "attic")
        for who in ("ann_hall", "ann_attic", "bob_hall"):
            assert play.do(who, "chip") is None
        first, other, second = (f"action-{number}" for number in (9, 10, 11))
        refused = play.act(kind="undo", command=first).refusal
        assert refused is not None
        assert refused["code"] == "undo_more"
        assert refused["data"] == {"commands": [second], "lines": ["Bob_Hall: chip"]}
        assert play.undo(command=first, **{"with": [second]}) is None
        assert play.table.state.encounters["hall"].chips == []
        assert play.table.state.encounters["attic"].chips == ["ann_attic"]
        assert play.undo(command=first) == "nothing_to_undo"
        assert play.undo(command=other) is None

    def test_an_open_question_is_closed_by_undo(self, plain: Room) -> None:
        play = plain()
        before = play.table.state.to_data()
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", "tip") is None
        assert play.undo() is None
        batch = play.outcomes[-1].batch("gm")
        assert [(one["by"], one["id"].split(":")[-1]) for one in batch["closed"]] == [
            ("undo", "cat_hall")
        ]
        assert batch["command"]["state"] == "undone"
        assert play.table.state.to_data() == before
        play.finish()

    def test_an_undone_card_stays_and_says_so_even_after_loading(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "chip") is None
        for _ in range(5):
            assert play.undo() is None
        assert play.table.state.characters == {}
        card = play.table.card("action-5")
        assert card is not None
        assert card["state"] == "undone"
        assert card["undone"] == {"by": "GM"}
        assert card["label"] == "Ann_Hall: chip"
        loaded = Table.load("toy", entries(play))
        require_same(play.table, loaded, "with everything undone")

    def test_an_undone_card_waits_for_nobody_whether_it_was_shown_or_not(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "sell") is None
        assert play.outcomes[-1].batch("gm")["cards"][0]["outcome"]["text"] == "Waiting"
        assert play.undo() is None
        require_same(play.table, Table.load("toy", entries(play)), "with a sale undone")

    def test_nothing_to_undo(self) -> None:
        assert Play("toy").undo() == "nothing_to_undo"


class TestHeldDice:
    def test_the_identical_command_gets_the_same_dice(self, plain: Room) -> None:
        play = plain([6])
        sell(play, *NOBODY)
        assert play.undo() is None
        sell(play, *NOBODY)
        assert sold_for(play) == [6, 6]
        play.finish()

    def test_other_answers_get_fresh_dice(self, plain: Room) -> None:
        play = plain([6, 2])
        sell(play, *NOBODY)
        assert play.undo() is None
        sell(play, ("bob_hall", "tip"), ("cat_hall", None), ("bob_hall", None))
        assert sold_for(play) == [6, 2]
        play.finish()

    def test_another_command_gets_fresh_dice(self, plain: Room) -> None:
        play = plain([6, 1])
        sell(play, *NOBODY)
        assert play.undo() is None
        sell(play, ("cat_hall", None), seller="bob_hall")
        assert sold_for(play) == [6, 1]
        play.finish()

    def test_another_point_in_time_gets_fresh_dice(self, plain: Room) -> None:
        play = plain([6, 1])
        sell(play, *NOBODY)
        assert play.undo() is None
        assert play.do("bob_hall", "chip") is None
        sell(play, *NOBODY)
        assert sold_for(play) == [6, 1]
        play.finish()

    def test_they_are_held_across_a_restart_in_the_middle(self, plain: Room) -> None:
        play = plain([6])
        sell(play, *NOBODY)
        assert play.undo() is None
        assert play.do("ann_hall", "sell") is None
        play.table = Table.load("toy", entries(play), dice=play.dice)
        for who, choice in NOBODY:
            assert play.answer(who, choice) is None
        assert sold_for(play) == [6, 6]


class TestLoading:
    def test_open_questions_are_back_and_the_answer_resolves(self, plain: Room) -> None:
        play = plain([5])
        assert play.do("ann_hall", "sell") is None
        assert play.answer("cat_hall", "tip") is None
        loaded = Table.load("toy", entries(play), dice=play.dice)
        require_same(play.table, loaded, "while a question is open")
        play.table = loaded
        for who, choice in (("bob_hall", None), ("cat_hall", None)):
            assert play.answer(who, choice) is None
        assert play.table.state.characters["ann_hall"].coins == 16
        play.finish()

    def test_a_checkpoint_and_what_came_after(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "chip") is None
        checkpoint = trip(play.table.checkpoint())
        assert checkpoint["seq"] == 5
        assert play.do("bob_hall", "chip") is None
        late = [one for one in entries(play) if one["seq"] > 5]
        kept = trip(checkpoint)
        loaded = Table.load("toy", late, checkpoint)
        assert loaded.state.to_data() == play.table.state.to_data()
        assert checkpoint == kept, "loading leaves the checkpoint alone"
        assert loaded.catch_up(4) is None
        assert [one.for_seat("gm")["seq"] for one in loaded.catch_up(5) or []] == [6]
        stale = {"kind": "command", "id": "s", "verb": "chip", "sender": GM, "seen": 4}
        outcome = loaded.act({**stale, "actor": "ann_hall"})
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == "stale"

    def test_an_undo_that_reaches_back_before_the_checkpoint(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "chip") is None
        checkpoint = trip(play.table.checkpoint())
        assert play.undo() is None
        with pytest.raises(EntriesMissing):
            Table.load("toy", entries(play)[-1:], checkpoint)
        require_same(play.table, Table.load("toy", entries(play)), "from the first entry")

    def test_no_checkpoint_while_a_question_is_open(self, plain: Room) -> None:
        play = plain()
        assert play.do("ann_hall", "sell") is None
        with pytest.raises(ValueError, match="a command is open"):
            play.table.checkpoint()

    def test_plain_data_is_a_copy(self, plain: Room) -> None:
        play = plain()
        data = play.table.state.to_data()
        assert play.do("ann_hall", "chip") is None
        assert data["encounters"]["hall"]["chips"] == []


class TestChangedRules:
    @pytest.fixture
    def dearer(self) -> Any:
        """A newer version of the toy: a sale begins with a fee."""

        def sell_with_a_fee(ctx: toy.Ctx, actor: str) -> None:
            ctx.emit(toy.CoinsChanged(actor, -1, "fee"))
            toy.sell(ctx, actor)

        yield self.version(sell_with_a_fee)
        register(toy.TOY)

    def version(self, run: Callable[..., None]) -> toy.Auction:
        verbs = {**toy.TOY.verbs, "sell": dataclasses.replace(toy.TOY.verbs["sell"], run=run)}
        names = [one.name for one in dataclasses.fields(toy.TOY) if one.init]
        return toy.Auction(**{name: getattr(toy.TOY, name) for name in names} | {"verbs": verbs})

    def test_a_rule_that_refuses_after_an_answer_takes_the_command_back(self, plain: Room) -> None:
        def sell_and_regret(ctx: toy.Ctx, actor: str) -> None:
            toy.sell(ctx, actor)
            raise Refused("not_between_turns")

        register(self.version(sell_and_regret))
        play = plain([4])
        before = play.table.state.to_data()
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", None) is None
        assert play.answer("cat_hall", None) is None
        register(toy.TOY)
        batch = play.outcomes[-1].batch("gm")
        assert batch["command"]["state"] == "withdrawn"
        assert play.table.state.to_data() == before
        require_same(play.table, Table.load("toy", entries(play)), "with a command taken back")

    def test_a_command_that_no_longer_agrees_is_taken_back(
        self, plain: Room, dearer: toy.Auction
    ) -> None:
        play = plain([], "hall", "attic")
        before = play.table.state.to_data()
        play.gm("rules.set", rules={"raise_by": 2})
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        assert play.answer("ann_hall", "raise") is None
        assert play.do("ann_attic", "sell") is None
        assert play.answer("bob_attic", "tip") is None
        assert play.answer("cat_attic", None) is None
        assert play.answer("bob_attic", "tip") is None
        register(dearer)
        loaded = Table.load("toy", entries(play))
        assert [one["who"] for one in loaded.questions("gm")] == ["bob_hall"]
        assert len(loaded.withdrawn_on_load) == 1
        told = loaded.withdrawn_on_load[0]
        assert told.entry is not None
        assert told.entry["seq"] == play.table.seq + 1
        batch = told.batch("gm")
        assert batch["command"]["state"] == "withdrawn"
        assert batch["undone"] == [told.entry["command"]]
        after = loaded.state.to_data()
        assert after["characters"] == before["characters"]

    def test_a_command_that_still_agrees_goes_on(self, plain: Room, dearer: toy.Auction) -> None:
        play = plain()
        assert play.do("ann_hall", "bid", target="bob_hall") is None
        register(dearer)
        loaded = Table.load("toy", entries(play))
        assert loaded.withdrawn_on_load == []
        assert loaded.questions("gm") == play.table.questions("gm")

    def test_events_that_were_stored_stay_true(self, plain: Room, dearer: toy.Auction) -> None:
        play = plain([6])
        sell(play, *NOBODY)
        register(dearer)
        assert Table.load("toy", entries(play)).state.characters["ann_hall"].coins == 16

    def test_rules_that_changed_under_an_open_table(self, plain: Room, dearer: toy.Auction) -> None:
        play = plain()
        assert play.do("ann_hall", "sell") is None
        assert play.answer("bob_hall", "veto") is None
        register(dearer)
        published = play.table.seq
        assert play.answer("cat_hall", None) is None
        assert play.table.seq == published + 1
        assert play.table.questions("gm") == []
        assert play.table.state.characters["ann_hall"].coins == 9, "no event was published yet"


class TestCorrections:
    def test_other_dice_change_what_followed(self, plain: Room) -> None:
        play = plain([6])
        sell(play, *NOBODY)
        key = last_command(play)
        assert play.table.recorded_dice(key) == {"roll:price:ann_hall": [6, 6]}
        corrected = play.act(kind="correct", command=key, label="roll:price:ann_hall", dice=[2])
        assert corrected.ok
        assert play.table.state.characters["ann_hall"].coins == 12
        require_same(play.table, Table.load("toy", entries(play)), "with corrected dice")
        card = play.table.card(key)
        assert card is not None
        assert card["state"] == "corrected"

    def test_the_game_masters_edits_stay_where_they_were(self, plain: Room) -> None:
        play = plain([6])
        assert play.do("ann_hall", "sell") is None
        play.gm("character.edit", character="bob_hall", fields={"coins": 1})
        for who in ("bob_hall", "cat_hall"):
            assert play.answer(who, None, habits={"veto": "never"}) is None
        key = last_command(play)
        assert play.act(kind="correct", command=key, label="roll:price:ann_hall", dice=[3]).ok
        loaded = Table.load("toy", entries(play))
        require_same(play.table, loaded, "with edits and corrected dice")
        assert loaded.state.characters["bob_hall"].coins == 1
        assert loaded.state.characters["cat_hall"].habits == {"veto": "never"}

    @pytest.mark.parametrize("dice", [[7], [0], [], [1, 2]])
    def test_dice_that_cannot_be(self, plain: Room, dice: list[int]) -> None:
        play = plain([6])
        sell(play, *NOBODY)
        key = last_command(play)
        found = play.act(kind="correct", command=key, label="roll:price:ann_hall", dice=dice)
        assert found.refusal is not None
        assert found.refusal["code"] == "bad_correction"
        assert play.table.state.characters["ann_hall"].coins == 16

    def test_a_correction_names_what_stands_in_its_way(self, plain: Room) -> None:
        play = plain([5, 4, 3, 2, 1, 6, 5])
        sell(play, *NOBODY)
        key = last_command(play)
        for _ in range(6):
            sell(play, *NOBODY)
        found = play.act(kind="correct", command=key, label="roll:price:ann_hall", dice=[2])
        assert found.refusal["code"] == "correct_last"
        named = "; ".join(["Ann_Hall: sell"] * 5)
        assert found.refusal["text"] == f"Later actions follow from this one: {named}; and 1 more."


class TestCorrectedAnswers:
    def sold(self, plain: Room) -> tuple[Play, str]:
        play = plain([6])
        sell(play, *NOBODY)
        return play, last_command(play)

    def correct(self, play: Play, key: str, label: str, **more: Any) -> Any:
        return play.act(kind="correct", command=key, label=label, **more)

    def test_a_reaction_is_forced(self, plain: Room) -> None:
        play, key = self.sold(plain)
        label = "ask:sale:bob_hall"
        assert play.table.view("gm")["cards"][-1]["answered"][label] == [None, {}]
        assert self.correct(play, key, label, choice="veto").ok
        assert play.table.state.characters["ann_hall"].coins == 10
        assert play.answer("cat_hall", None) is None
        card = play.table.card(key)
        assert card is not None
        assert [(one["text"], one["detail"]) for one in card["links"]] == [
            ("Corrected by the GM", "declined to Veto")
        ]
        seen = play.table.card(key, "public")
        assert seen is not None
        assert seen["links"] == []
        require_same(play.table, Table.load("toy", entries(play)), "with a forced reaction")

    def test_a_question_is_opened_again(self, plain: Room) -> None:
        play, key = self.sold(plain)
        assert self.correct(play, key, "ask:sale:cat_hall").ok
        assert play.asked() == {"cat_hall": ["tip", "veto"]}
        require_same(play.table, Table.load("toy", entries(play)), "with a question open again")
        assert play.answer("cat_hall", "veto") is None
        assert play.table.state.characters["ann_hall"].coins == 10

    @pytest.mark.parametrize(
        ("label", "more", "code"),
        [
            ("ask:sale:bob_hall", {"choice": "lucky"}, "unknown_option"),
            ("ask:sale:bob_hall", {"dice": [1]}, "no_such_record"),
            ("ask:sale:nobody", {"choice": None}, "no_such_record"),
            ("roll:price:ann_hall", {"choice": None}, "no_such_record"),
            ("roll:price:ann_hall", {}, "no_such_record"),
        ],
    )
    def test_what_cannot_be(self, plain: Room, label: str, more: dict[str, Any], code: str) -> None:
        play, key = self.sold(plain)
        before = play.table.state.to_data()
        assert self.correct(play, key, label, **more).refusal["code"] == code
        assert play.table.state.to_data() == before
        assert play.asked() == {}


class TestDice:
    def test_seeded_dice_repeat_and_cover_every_face(self) -> None:
        first, second = SeededDice(5), SeededDice(5)
        thrown = [first.throw(10) for _ in range(500)]
        assert thrown == [second.throw(10) for _ in range(500)]
        assert sorted(set(thrown)) == list(range(1, 11))

    def test_scripted_dice_count_what_is_left(self) -> None:
        dice = ScriptedDice([3, 4])
        assert (dice.throw(6), dice.left, dice.used) == (3, 1, 1)


def test_a_long_journal_is_folded_and_goes_on(plain: Room) -> None:
    play = plain()
    turn = {"kind": "command", "verb": "turn", "actor": "ann_hall", "sender": GM}
    for number in range(2100):
        assert play.table.act({**turn, "id": f"t{number}"}).ok
    assert play.table.seq == 2104
    assert play.table.state.encounters["hall"].turns == {"ann_hall": 1050}
    assert play.table.catch_up(500) is None
    assert play.undo(command="t3") == "nothing_to_undo"
    before = play.table.state.to_data()
    assert play.do("bob_hall", "chip") is None
    assert play.undo() is None
    assert play.table.state.to_data() == before


def test_what_was_undone_across_the_fold_can_still_be_caught_up(plain: Room) -> None:
    play = plain()
    chip = {"kind": "command", "verb": "chip", "actor": "ann_hall", "sender": GM}
    turn = {**chip, "verb": "turn"}
    for number in range(994):
        assert play.table.act({**turn, "id": f"t{number}"}).ok
    for name in ("c1", "c2", "c3"):
        assert play.table.act({**chip, "id": name}).ok
    assert play.undo(command="c1", **{"with": ["c2", "c3"]}) is None
    for number in range(1000, 2000):
        assert play.table.act({**turn, "id": f"t{number}"}).ok
    caught = play.table.catch_up(1001)
    assert caught is not None
    assert caught[0].for_seat("gm")["undone"] == ["c1", "c2", "c3"]
    assert play.table.state.encounters["hall"].chips == []
