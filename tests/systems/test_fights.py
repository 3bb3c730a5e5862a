"""Fights that change under the rules' hands, and what undo makes of them, in all three systems."""

from __future__ import annotations

import pytest

from tests.systems.fights import PEOPLE, SYSTEMS, Fighters


@pytest.fixture(params=SYSTEMS)
def fighters(request: pytest.FixtureRequest) -> Fighters:
    return Fighters(request.param)


ATTACK = {"carps": "attack {}", "ccarps": "attack {} club", "tracks": "attack {}"}
NUMBER = {"carps": "level", "ccarps": "mental", "tracks": "mind"}


class TestFewAndMany:
    def test_nobody_cannot_fight(self, fighters: Fighters) -> None:
        assert fighters.start() == "empty_encounter"
        assert fighters.table.state.encounters == {}

    def test_one_alone_has_turns_and_nobody_to_attack(self, fighters: Fighters) -> None:
        assert fighters.start("ann") is None
        assert fighters.say("ann", ATTACK[fighters.system].format("")) == "which_target"
        for _ in range(6):
            fighters.press_next()
        fight = fighters.fight()
        assert (fight["order"], fight["over"]) == (["ann"], False)
        assert fight["round"] >= 3

    def test_everybody_leaves_and_one_comes_back(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        for who in PEOPLE:
            assert fighters.by_hand("encounter.leave", character=who) is None
        assert fighters.fight()["order"] == []
        joined = fighters.by_hand("encounter.join", character="bob", encounter="fight")
        assert joined is None
        for _ in range(4):
            if fighters.fight()["turn"] == "bob":
                break
            fighters.press_next()
        assert fighters.fight()["turn"] == "bob"
        assert fighters.by_hand("encounter.end", encounter="fight") is None
        assert {one.encounter for one in fighters.table.state.characters.values()} == {None}

    def test_who_leaves_on_his_turn_leaves_it_to_the_next(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        if fighters.fight()["turn"] is None:
            fighters.press_next()
        order, turn = fighters.fight()["order"], fighters.fight()["turn"]
        assert fighters.by_hand("encounter.leave", character=turn) is None
        if fighters.fight()["turn"] is None:
            fighters.press_next()
        following = order[(order.index(turn) + 1) % len(order)]
        assert fighters.fight()["turn"] == following
        assert turn not in fighters.fight()["order"]

    def test_who_leaves_twice_left_once(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        fighters.by_hand("encounter.leave", character="dan")
        before = fighters.fight()
        fighters.by_hand("encounter.leave", character="dan")
        assert fighters.fight() == before


class TestTwoFights:
    def test_nobody_fights_in_two(self, fighters: Fighters) -> None:
        assert fighters.start("ann", "bob") is None
        second = fighters.start("ann", "cat", key="other")
        assert second == "already_in_encounter"
        text = fighters.outcomes[-1].refusal or {}
        assert text["text"] == "Ann is in another encounter."
        assert list(fighters.table.state.encounters) == ["fight"]
        assert fighters.start("ann", "bob") == "already_exists"

    def test_both_go_on_beside_each_other_or_the_second_is_refused(
        self, fighters: Fighters
    ) -> None:
        fighters.start("ann", "bob")
        second = fighters.start("cat", "dan", key="other")
        if fighters.system == "tracks":
            assert second == "combat_runs"  # T27: the table has one
            return
        assert second is None
        before = fighters.fight("other")
        fighters.press_next()
        assert fighters.fight()["turn"] == "bob"
        assert fighters.fight("other") == before
        assert fighters.say("bob", ATTACK[fighters.system].format("@Cat")) == "unknown_name"
        assert fighters.by_hand("encounter.end", encounter="fight") is None
        assert fighters.fight("other") == before


class TestUndo:
    def test_of_a_defeat_brings_back_everything(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        before = fighters.table.state.to_data()
        fighters.strike_down("bob")
        assert fighters.undo() is None
        assert fighters.table.state.to_data() == before
        assert not fighters.out("bob")

    def test_across_rounds_names_all_that_falls_and_restores_the_round(
        self, fighters: Fighters
    ) -> None:
        fighters.start(*PEOPLE)
        before = fighters.table.state.to_data()
        fighters.strike_down("bob")
        first, round_ = fighters.command(), fighters.fight()["round"]
        later = []
        while fighters.fight()["round"] == round_:
            fighters.press_next()
            later.append(fighters.command())
        refused = fighters.act(kind="undo", command=first).refusal
        assert refused is not None
        assert refused["data"]["commands"] == later
        assert len(refused["data"]["lines"]) == len(later)
        assert all(refused["data"]["lines"])
        assert fighters.undo(command=first, **{"with": later}) is None
        assert fighters.table.state.to_data() == before

    def test_of_one_step_back_over_the_end_of_a_round(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        before = fighters.table.state.to_data()
        while fighters.fight()["round"] == 1:
            before = fighters.table.state.to_data()
            fighters.press_next()
        assert fighters.undo(actor="ann") is None
        assert fighters.table.state.to_data() == before

    def test_after_the_same_number_was_changed_by_hand_says_so(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        before = fighters.table.state.to_data()
        name = NUMBER[fighters.system]
        edit = {"character": "bob", "fields": {name: 7}}
        fighters.strike_down("bob")
        first = fighters.command()
        assert fighters.by_hand("character.edit", **edit) is None
        second = fighters.command()
        refused = fighters.act(kind="undo", command=first).refusal
        assert refused is not None
        assert (refused["code"], refused["data"]) == (
            "undo_more",
            {"commands": [second], "lines": ["Bob is changed by the GM"]},
        )
        assert getattr(fighters.table.state.characters["bob"], name) == 7
        assert fighters.undo(command=first, **{"with": [second]}) is None
        assert fighters.table.state.to_data() == before

    def test_what_has_no_card_is_named_in_words(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        first = fighters.command()
        fighters.by_hand("encounter.leave", character="dan")
        fighters.by_hand("character.unbind", character="cat")
        refused = fighters.act(kind="undo", command=first).refusal
        assert refused is not None
        lines = ["Dan: Leaves the encounter", "Cat: Token removed"]
        assert refused["data"]["lines"][-2:] == lines

    def test_twice_is_done_once(self, fighters: Fighters) -> None:
        fighters.start(*PEOPLE)
        fighters.strike_down("bob")
        command = fighters.command()
        assert fighters.undo(command=command) is None
        before = fighters.table.state.to_data()
        assert fighters.undo(command=command) == "nothing_to_undo"
        assert fighters.table.state.to_data() == before
