"""Every ruling of damage and recovery (R12 to R16) with exact numbers."""

from __future__ import annotations

import pytest

from tests.systems.ccarps.people import (
    Play,
    attack,
    block,
    check,
    does,
    last,
    person,
    pick,
    refused,
    scene,
)


def test_r12_excess_runs_on_past_full_bars(play: Play) -> None:
    step = does("hurt", bar="physical", amount=15)
    result = play(scene(step, you={"marks": {"spiritual": 10, "physical": 3}}))
    assert last(result)["marked"] == 15
    assert person(result)["marks"] == {"mental": 8, "physical": 10, "spiritual": 10}


def test_r12_what_finds_no_room_is_lost(play: Play) -> None:
    steps = [does("hurt", bar="spiritual", amount=40), does("hurt", bar="mental", amount=1)]
    result = play(scene(*steps, you={"marks": {"mental": 9}}))
    assert last(result)["marked"] == 21
    assert refused(result) == [[1, None]]


@pytest.mark.parametrize("amount", [0, -3])
def test_r12_below_one_marks_nothing(play: Play, amount: int) -> None:
    result = play(scene(does("hurt", bar="mental", amount=amount)))
    assert (last(result)["marked"], person(result)["marks"]["mental"]) == (0, 0)


def test_r13_wounds_add_up_over_the_bars(play: Play) -> None:
    marks = {"marks": {"mental": 6, "physical": 3, "spiritual": 1}}
    result = play(scene(check(), dice=[1, 2], you=marks))
    assert pick(last(result), "simple", "skilled", "tn") == [7, -3, -3]
    assert person(result)["wounds"] == -10


def test_r13_wounds_count_in_reflex_and_answers(play: Play) -> None:
    marks = {"marks": {"physical": 3}}
    step = attack(defense=[2], answer=block())
    result = play(scene(step, dice=[1, 1, 2, 3, 1, 3, 6], guard=marks))
    # Reflex 10: +4 - 3 = 1, so even 2 fails; block: 5 + 3 - 3 = 5, 4 is under it
    assert pick(last(result), "reflex", "answer") == [False, {"mode": "block", "success": True}]


def test_r14_the_unconscious_and_the_dead_do_nothing(play: Play) -> None:
    steps = [check(), check("Guard"), attack(), does("turn_start")]
    full = {"mental": 10, "physical": 10, "spiritual": 10}
    result = play(scene(*steps, you={"marks": {"spiritual": 10}}, guard={"marks": full}))
    assert refused(result) == [[0, None], [1, None], [2, None]]
    assert pick(person(result), "unconscious", "dead") == [True, False]
    assert pick(person(result, "Guard"), "unconscious", "dead") == [False, True]


def test_r15_holding_on_under_the_charisma_modifier(play: Play) -> None:
    turn = does("unconscious_turn")
    result = play(scene(turn, turn, dice=[1, 2, 3, 1], you={"marks": {"physical": 10}}))
    assert [pick(one, "tn", "total", "success", "marked") for one in result["outcomes"]] == [
        [4, 3, True, 0],
        [4, 4, False, 1],
    ]
    assert person(result)["marks"] == {"mental": 0, "physical": 10, "spiritual": 1}


def test_r15_no_criticals_and_past_full_bars(play: Play) -> None:
    turn = does("unconscious_turn")
    weak = {"constitution": 1, "willpower": 0}  # Charisma 1: +1
    you = {"marks": {"mental": 10, "physical": 10}, "attributes": weak}
    result = play(scene(turn, dice=[1, 1], you=you))
    assert pick(last(result), "tn", "success", "marked") == [1, False, 1]
    assert person(result)["marks"]["spiritual"] == 1


def test_r15_only_for_the_unconscious(play: Play) -> None:
    assert refused(play(scene(does("unconscious_turn")))) == [[0, None]]


def test_r16_mental_recovery_counts_all_boxes(play: Play) -> None:
    step = does("recover", bar="mental")
    result = play(scene(step, you={"marks": {"mental": 10, "physical": 2, "spiritual": 1}}))
    assert pick(last(result), "minutes", "cleared") == [130, 10]
    assert person(result)["unconscious"] is False


def test_r16_physical_recovery_by_the_healers_technology(play: Play) -> None:
    step = does("recover", bar="physical", healer="medic", tech=7)
    result = play(scene(step, you={"marks": {"mental": 1, "physical": 5}}))
    # 600 x 6 / 7 is 514.3
    assert pick(last(result), "minutes", "cleared") == [515, 5]


def test_r16_spiritual_recovery_counts_its_own_boxes(play: Play) -> None:
    step = does("recover", bar="spiritual")
    result = play(scene(step, you={"marks": {"mental": 5, "spiritual": 2}}))
    assert pick(last(result), "minutes", "cleared") == [1200, 2]


@pytest.mark.parametrize(
    ("healer", "boxes", "treats"),
    [
        ("first_aid", 5, True),
        ("first_aid", 6, False),
        ("medic", 8, True),
        ("medic", 9, False),
        ("doctor", 10, True),
        ("surgeon", 10, True),
    ],
)
def test_r16_what_each_healer_treats(play: Play, healer: str, boxes: int, treats: bool) -> None:
    step = does("recover", bar="physical", healer=healer, tech=10)
    result = play(scene(step, you={"marks": {"physical": boxes}}))
    assert refused(result) == ([] if treats else [[0, None]])


def test_r16_what_is_refused(play: Play) -> None:
    steps = [
        does("recover", bar="mental"),
        does("recover", bar="physical", healer="doctor"),
        does("recover", bar="physical", healer="doctor", tech=0),
        does("recover", bar="physical", healer="doctor", tech=21),
        does("recover", bar="physical", tech=5),
        does("recover", bar="physical", healer="shaman", tech=5),
        does("recover", "Guard", bar="mental", healer="doctor"),
        does("recover", "Guard", bar="mental", healer="surgeon"),
    ]
    people = {"you": {"marks": {"physical": 1}}, "guard": {"marks": {"mental": 10, "physical": 10}}}
    result = play(scene(*steps, **people))
    assert refused(result) == [[place, None] for place in range(7)]
    assert last(result)["minutes"] == 200
    assert person(result, "Guard")["unconscious"] is True
