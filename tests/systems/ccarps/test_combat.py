"""Every ruling of combat (R17 to R29) with exact numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.systems.ccarps.people import (
    Play,
    attack,
    block,
    check,
    contest,
    dodge,
    does,
    last,
    parry,
    person,
    pick,
    purposes,
    refused,
    scene,
    skill,
)


def test_r17_the_sequence(play: Play) -> None:
    step = attack(defense=[1], answer=block(), locate=True)
    result = play(scene(step, dice=[1, 2, 2, 3, 1, 2, 6, 3, 3]))
    assert purposes(result) == [
        ["reflex", "Guard", 2],
        ["attack", "You", 2],
        ["block", "Guard", 3],
        ["location", "You", 2],
    ]
    assert last(result) == {
        "step": 0,
        "do": "attack",
        "who": "You",
        "target": "Guard",
        "reflex": True,
        "simple": 8,
        "skilled": 8,
        "tn": 7,
        "total": 5,
        "success": True,
        "degree": 2,
        "critical": None,
        "wheel": None,
        "drift": None,
        "collateral": [],
        "answer": {"mode": "block", "success": True},
        "location": "abdomen",
        "damage": 3,
        "marked": 3,
    }


def test_r18_the_reflex_step(play: Play) -> None:
    result = play(scene(attack(defense=[3]), attack(defense=[3]), dice=[1, 2, 3, 2, 1, 3, 3, 2]))
    assert [pick(one, "reflex", "tn", "success") for one in result["outcomes"]] == [
        [True, 5, False],
        [False, 8, True],
    ]


def test_r18_only_with_defensive_modifiers_and_only_the_conscious(play: Play) -> None:
    steps = [attack(), attack(defense=[]), attack(defense=[3], target="Cora")]
    result = play(scene(*steps, dice=[6, 5] * 3, cora={"marks": {"mental": 10}}))
    assert [pick(one, "reflex", "tn") for one in result["outcomes"]] == [
        [None, 8],
        [None, 8],
        [False, 8],
    ]


def test_r18_reflex_has_no_criticals(play: Play) -> None:
    weak = {"attributes": {"dexterity": 1, "intelligence": 1}}  # Reflex 1: +1
    assert last(play(scene(attack(defense=[3]), dice=[1, 1, 6, 5], guard=weak)))["reflex"] is False


@pytest.mark.parametrize(
    ("given", "simple"),
    [
        ({"called": "hand"}, 4),
        ({"concentrating": 3}, 11),
        ({"concentrating": 0}, 8),
        ({"reach": 2}, 10),
        ({"reach": 0}, 8),
        ({"touch": True}, 10),
        ({"targets": 1}, 8),
        ({"targets": 2}, 6),
        ({"targets": 3}, 5),
        ({"charging": True}, 10),
        ({"superior": True}, 10),
        ({"prone": True}, 11),
        ({"charging": False, "blind": False}, 8),
        ({"kind": "ranged", "running": -3}, 5),
        ({"kind": "ranged", "in_melee": True}, 5),
        ({"kind": "ranged", "from_cover": -1, "cover": -3}, 4),
        ({"kind": "ranged", "blind": True}, 2),
    ],
)
def test_r19_modifiers_of_the_simple_number(play: Play, given: dict[str, Any], simple: int) -> None:
    dice = [6, 5, 3] if "called" in given else [6, 5]
    assert last(play(scene(attack(**given), dice=dice)))["simple"] == simple


@pytest.mark.parametrize(
    "given",
    [
        {"concentrating": 4},
        {"concentrating": -1},
        {"reach": -1},
        {"targets": 0},
        {"running": -2},
        {"in_melee": True},
        {"cover": -1},
        {"blind": True},
        {"kind": "ranged", "running": -1},
        {"kind": "ranged", "running": -5},
        {"kind": "ranged", "cover": 0},
        {"kind": "ranged", "reach": 0},
        {"kind": "ranged", "charging": True},
        {"kind": "ranged", "superior": True},
        {"kind": "ranged", "prone": True},
        {"kind": "thrown"},
        {"called": ""},
        {"prone": 1},
        {"target": "You"},
        {"target": "Nobody"},
        {"bystanders": ["Cora", "Cora"]},
        {"bystanders": ["Guard"]},
        {"bystanders": ["You"]},
        {"weapon": {}},
        {"weapon": {"damage": 1, "bar": "astral"}},
        {"defense": [-1]},
        {"riposte": True},
    ],
)
def test_r19_what_does_not_fit_is_refused(play: Play, given: dict[str, Any]) -> None:
    assert refused(play(scene(attack(**given)))) == [[0, None]]


def test_r20_height(play: Play) -> None:
    people = {"you": {"height": 6}, "guard": {"height": 9}}
    outcome = last(play(scene(attack(), dice=[4, 5], **people)))
    assert pick(outcome, "simple", "skilled", "success", "damage") == [8, 11, True, 2]
    people = {"you": {"height": 6}}
    assert last(play(scene(attack(), dice=[4, 5], **people)))["skilled"] == 8


def test_r21_a_critical_failure_goes_to_the_wheel_alone(play: Play) -> None:
    step = attack(called="arm", bystanders=["Cora"], base=20)
    result = play(scene(step, dice=[6, 6, 4, 5]))
    assert pick(last(result), "wheel", "drift", "collateral") == [9, None, []]
    assert purposes(result)[1:] == [["wheel", "You", 2]]


def test_r22_a_called_shot_drifts(play: Play) -> None:
    result = play(scene(attack(called="arm"), attack(), dice=[5, 2, 6, 5, 4]))
    assert [one["drift"] for one in result["outcomes"]] == [[6, 3], None]


def test_r23_collateral(play: Play) -> None:
    cora = {"resist": {"cutting": 2}}
    step = attack(skill="Sword", opposition=[9], bystanders=["Cora"])
    result = play(scene(step, dice=[3, 4, 6, 6, 5, 4, 6], cora=cora))
    # 8 + 2 = 10 skilled; the opposition of 9 is the guard's alone
    assert pick(last(result), "skilled", "tn") == [10, 1]
    assert last(result)["collateral"] == [
        {"who": "Cora", "total": 9, "hit": True, "damage": 3, "marked": 3}
    ]


@pytest.mark.parametrize(("points", "dice"), [(1, 5), (6, 4), (18, 3), (36, 2)])
def test_r23_the_better_the_attacker_the_fewer_dice(play: Play, points: int, dice: int) -> None:
    you = {"skills": {"S": skill(points)}}
    count = {5: 2, 4: 3, 3: 4, 2: 5}[dice]
    step = attack(skill="S", base=-9, bystanders=["Cora"])
    fallen = [*[5] * count, *[6] * dice]
    result = play(scene(step, dice=fallen, you=you))
    assert purposes(result)[-1] == ["collateral", "Cora", dice]
    assert last(result)["collateral"][0] == {
        "who": "Cora",
        "total": 12,
        "hit": False,
        "damage": None,
        "marked": 0,
    }


def test_r23_the_unskilled_throw_five_dice(play: Play) -> None:
    step = attack(attribute="speed", base=0, bystanders=["Cora"])
    result = play(scene(step, dice=[4, 5, 6, 6, 6, 6, 6]))
    assert purposes(result)[-1] == ["collateral", "Cora", 5]


def test_r23_no_height_no_criticals_no_reflex(play: Play) -> None:
    people = {"you": {"height": 5}, "guard": {"height": 9}, "cora": {"height": 2}}
    step = attack(base=1, defense=[0], bystanders=["Cora"])
    result = play(scene(step, dice=[6, 6, 3, 4, 1, 1, 1, 1, 1], **people))
    # 1 + 4 for height = 5; the five ones only count 2
    assert last(result)["collateral"] == [
        {"who": "Cora", "total": 2, "hit": True, "damage": 5, "marked": 5}
    ]


def test_r24_answers_are_made_after_a_hit(play: Play) -> None:
    result = play(scene(attack(answer=dodge()), attack(answer="?"), dice=[6, 5, 6, 4]))
    assert [one["answer"] for one in result["outcomes"]] == [None, None]
    assert refused(result) == []


def test_r24_criticals_of_the_answer_override(play: Play) -> None:
    steps = [attack(answer=block(), base=3), attack(answer=block(), base=20)]
    result = play(scene(*steps, dice=[1, 1, 1, 1, 1, 6, 5, 6, 6, 6]))
    assert [one["answer"]["success"] for one in result["outcomes"]] == [True, False]


@pytest.mark.parametrize(
    "answer",
    [
        {"mode": "duck", "skill": "Acrobatics"},
        {"mode": "dodge", "skill": "Sword"},
        {"mode": "block", "skill": "Shield"},
        {"mode": "block"},
        {"mode": "parry", "skill": "Sword"},
        {"mode": "parry", "skill": "Sword", "armed": False},
        "dodge",
        None,
        {},
    ],
)
def test_r24_a_bad_answer_is_refused_alone(play: Play, answer: Any) -> None:
    result = play(scene(attack(answer=answer), dice=[2, 3]))
    assert refused(result) == [[0, "answer"]]
    assert pick(last(result), "answer", "damage") == [None, 5]


def test_r24_the_unconscious_do_not_answer(play: Play) -> None:
    result = play(
        scene(attack(answer=dodge()), dice=[2, 3], guard={**_guard(), "marks": {"mental": 10}})
    )
    assert refused(result) == [[0, "answer"]]


def _guard() -> dict[str, Any]:
    return {"skills": {"Acrobatics": skill(10, "reflex"), "Sword": skill(6)}}


def test_r25_a_dodge_gives_up_all_actions(play: Play) -> None:
    hit = attack(answer=dodge(), weapon={"damage": 2})
    steps = [
        hit,
        check("Guard"),
        attack(who="Guard", target="You"),
        contest({}, {}),
        hit,
        does("turn_start", "Guard"),
        check("Guard"),
    ]
    result = play(scene(*steps, dice=[2, 3, 6, 6, 6, 2, 3, 1, 2]))
    assert refused(result) == [[1, None], [2, None], [3, None], [4, "answer"]]
    assert result["outcomes"][0]["answer"] == {"mode": "dodge", "success": False}
    assert [one["damage"] for one in result["outcomes"][:2]] == [2, 2]
    assert person(result, "Guard")["dodging"] is False


def test_r25_a_dodge_avoids_everything_and_leaves_reflex(play: Play) -> None:
    steps = [attack(answer=dodge(), called="arm", locate=True), attack(defense=[3])]
    result = play(scene(*steps, dice=[1, 2, 2, 3, 6, 1, 1, 3, 1]))
    assert pick(result["outcomes"][0], "location", "damage", "marked") == [None, None, 0]
    assert pick(result["outcomes"][1], "reflex", "tn") == [True, 5]
    assert person(result, "Guard")["dodging"] is True


def test_r26_block_and_parry(play: Play) -> None:
    blow = {"weapon": {"damage": 3}}
    steps = [attack(answer=block(), **blow), attack(answer=parry(), **blow)]
    result = play(scene(*steps, dice=[2, 3, 3, 3, 6, 2, 3, 3, 3, 6]))
    # 6 is under 5 + 3 and, after one box, under 5 + 3 - 1
    assert [one["damage"] for one in result["outcomes"]] == [1, 3]
    assert person(result, "Guard")["riposte"] == {"You": 2}


def test_r26_only_a_success_is_worth_anything(play: Play) -> None:
    result = play(scene(attack(answer=block()), dice=[2, 3, 4, 4, 4]))
    assert last(result)["damage"] == 5
    assert person(result, "Guard")["riposte"] == {}


def test_r27_the_riposte_is_used_once(play: Play) -> None:
    back = attack(who="Guard", target="You", riposte=True)
    blocked = attack(answer=block(), weapon={"damage": 2})
    steps = [blocked, attack(who="Guard", target="You"), back, back]
    result = play(scene(*steps, dice=[2, 3, 3, 3, 6, 6, 5, 6, 4]))
    assert [one["skilled"] for one in result["outcomes"]] == [8, 8, 4]
    assert pick(result["outcomes"][2], "simple", "tn") == [8, 4]
    assert refused(result) == [[3, None]]


def test_r28_damage(play: Play) -> None:
    guard = {**_guard(), "resist": {"cutting": 3, "blunt": 9}}
    steps = [attack(damage_modifiers=[2, -1]), attack(weapon={"damage": 3, "type": "cutting"})]
    result = play(scene(*steps, dice=[2, 3, 2, 3], guard=guard))
    assert [pick(one, "damage", "marked") for one in result["outcomes"]] == [[3, 3], [0, 0]]


@pytest.mark.parametrize("name", ["cutting", "Cutting", " CUTTING ", "cut-ting"])
def test_r28_a_resistance_is_found_however_it_is_spelled(play: Play, name: str) -> None:
    guard = {**_guard(), "resist": {name: 3}}
    result = play(scene(attack(), dice=[2, 3], guard=guard))
    assert last(result)["damage"] == (5 if name == "cut-ting" else 2)


def test_r28_a_critical_success_doubles_what_is_left(play: Play) -> None:
    guard = {**_guard(), "resist": {"cutting": 3}}
    step = attack(answer=block(), damage_modifiers=[4])
    # 2 x (5 + 4 - 3 - 2); the block: 2 + 3 = 5, and 4 is under it
    assert last(play(scene(step, dice=[1, 1, 1, 3, 6], guard=guard)))["damage"] == 8


def test_r28_damage_goes_to_the_bar_of_the_weapon(play: Play) -> None:
    result = play(scene(attack(weapon={"damage": 12, "bar": "spiritual"}), dice=[2, 3]))
    assert person(result, "Guard")["marks"] == {"mental": 2, "physical": 0, "spiritual": 10}


def test_r28_without_a_weapon_there_is_no_damage(play: Play) -> None:
    step = {key: value for key, value in attack().items() if key != "weapon"}
    assert pick(last(play(scene(step, dice=[2, 3]))), "damage", "marked") == [0, 0]


@pytest.mark.parametrize(
    ("dice", "location"),
    [
        ([1, 1], "head"),
        ([1, 2], "chest"),
        ([2, 2], "chest"),
        ([2, 3], "abdomen"),
        ([3, 4], "abdomen"),
        ([4, 4], "arm"),
        ([4, 5], "arm"),
        ([5, 5], "leg"),
        ([5, 6], "leg"),
        ([6, 6], "neck_groin"),
    ],
)
def test_r29_locations(play: Play, dice: list[int], location: str) -> None:
    assert last(play(scene(attack(locate=True), dice=[2, 3, *dice])))["location"] == location


def test_r29_a_called_shot_lands_where_it_was_called(play: Play) -> None:
    result = play(scene(attack(called="left hand", locate=True), dice=[1, 2]))
    assert last(result)["location"] == "left hand"
    assert purposes(result) == [["attack", "You", 2]]


def test_r19_touch_marks_nothing_but_lands_somewhere(play: Play) -> None:
    steps = [attack(touch=True, locate=True), attack(touch=True, base=1, bystanders=["Cora"])]
    result = play(scene(*steps, dice=[3, 6, 1, 1, 6, 5, 1, 1, 6, 6, 6]))
    assert pick(result["outcomes"][0], "location", "damage", "marked") == ["head", None, 0]
    assert result["outcomes"][1]["collateral"] == [
        {"who": "Cora", "total": 2, "hit": True, "damage": None, "marked": 0}
    ]
