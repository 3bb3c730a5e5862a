"""The numbers of a card add up to the events that they tell of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.dice import SeededDice
from engine.table import Table
from engine.testing import GM, Play
from tests.systems.carps.people import npc, pc
from tests.systems.carps.test_random_play import people

Make = Callable[..., Play]


def numbers(receipts: list[dict[str, Any]]) -> dict[str, str]:
    return {one["number"]: one["text"] for one in receipts}


def test_the_receipts_of_a_rich_attack(table: Make) -> None:
    fighters = {
        "mika": pc("t14", "underdog_stance", "sure_strike", rp=8, level=3),
        "oni": npc("t15", level=5, style="defensive"),
    }
    play = table(fighters, [2, 8, 5, 7, 4])
    assert play.do("mika", "assist", target="mika") is None
    reactions = [{"by": "mika", "use": "sure_strike"}]
    assert play.do("mika", "attack", target="oni", reactions=reactions) is None
    card = play.outcomes[-1].batch("gm")["cards"][0]
    assert card["label"] == "Mika attacks Oni: Hit"
    assert card["scope"] == "Round 1"
    assert numbers(card["receipts"]) == {
        "TN 7": "6 − attack 2 (1 + 1 T14) + defense 3 (2 + 1 T15)",
        "5 dice": "1 + 1 Underdog Stance (Mika) + 2 Sure Strike (Mika) + 1 Assist (Mika),"
        " highest kept",
        "8": "at least TN 7",
        "+2 Mika": "2 a hit",
    }
    assert [one["state"] for one in card["rolls"][0]["dice"]] == [
        "dropped",
        "kept",
        "dropped",
        "dropped",
        "dropped",
    ]
    play.finish()


def test_the_receipt_of_a_miss(table: Make) -> None:
    play = table({"mika": pc(), "oni": npc()}, [5])
    assert play.do("mika", "attack", target="oni") is None
    card = play.outcomes[-1].batch("gm")["cards"][0]
    assert numbers(card["receipts"]) == {
        "TN 6": "6 − attack 1 + defense 1",
        "1 die": "1",
        "5": "below TN 6",
        "+1 Oni": "1 a miss",
        "+1 RP": "a successful defense",
    }


def test_a_defeat_is_told_with_its_numbers(table: Make) -> None:
    play = table({"oni": npc(level=6), "mika": pc()}, [5])
    assert play.do("oni", "attack", target="mika") is None
    card = play.outcomes[-1].batch("public")["cards"][0]
    assert card["changes"][-1] == {
        "character": {"id": "mika", "name": "Mika", "side_index": 1},
        "kind": "out",
        "text": "Defeated. Oni stood at level 6, the line was 6.",
    }
    assert numbers(card["receipts"])["Defeated"] == "level 6 against line 6"


def test_the_trackers_next_step_is_the_end_of_the_running_turn(table: Make) -> None:
    play = table({"mika": pc(level=40), "oni": npc()}, [1, 1, 9])

    def step() -> tuple[Any, Any]:
        fight = play.table.view("public")["encounters"]["fight"]
        return fight["next"], fight["next_reason"]

    assert step() == ({"verb": "end_turn", "actor": "mika", "label": "End turn"}, "")
    assert play.do("mika", "end_turn") is None
    assert step() == ({"verb": "end_turn", "actor": "oni", "label": "End turn"}, "")
    assert play.do("oni", "end_turn") is None
    assert play.do("mika", "attack", target="oni") is None
    assert step()[0]["verb"] == "encounter.go_on"
    play.finish()


def test_reserves_are_for_their_owner(table: Make) -> None:
    play = table({"mika": pc(), "oni": npc()}, [5])
    assert play.do("mika", "attack", target="oni") is None
    outcome = play.outcomes[-1]
    assert [one["delta"] for one in outcome.batch("public")["cards"][0]["changes"]] == ["+1"]
    deltas = [one["delta"] for one in outcome.batch("owner:oni")["cards"][0]["changes"]]
    assert deltas == ["+1", "+1 RP"]
    assert outcome.batch("owner:mika")["cards"] == outcome.batch("public")["cards"]


def amounts(text: str) -> int:
    """The sum of the whole numbers that a receipt adds and takes away."""
    bare = re.sub(r"\([^)]*\)|=.*", "", text)
    parts = re.findall(r"(?:^|([+−]) (?:attack |defense )?)(\d+)", bare)
    return sum(-int(number) if sign == "−" else int(number) for sign, number in parts)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(1, 10**6))
def test_receipts_add_up_to_the_events(seed: int) -> None:
    chance = SeededDice(seed)
    table = Table("carps", dice=SeededDice(seed + 1))
    order = []
    for number, one in enumerate(people(chance)):
        one["fields"]["base"] += 9
        table.act(command(f"add{number}", "character.add", args=one))
        order.append(one["id"])
    table.act(command("start", "encounter.start", args={"id": "f", "order": order}))
    for number in range(12):
        actor = table.state.encounters["f"].turn
        other = order[chance.throw(len(order)) - 1]
        verb = ("attack", "attack", "end_turn")[chance.throw(3) - 1]
        action = command(f"do{number}", verb, actor=actor, targets=[other])
        outcome, events = table.act(action), []
        while outcome.entry is not None:
            events += outcome.entry["events"]
            questions = table.questions("gm")
            if not questions:
                assert_adds_up(outcome.batch("gm")["cards"][0], events)
                break
            choice = questions[0]["options"][0]["key"]
            answer = {"kind": "answer", "id": f"{number}:{len(events)}", "sender": GM}
            outcome = table.act({**answer, "request": questions[0]["id"], "choice": choice})


def command(name: str, verb: str, **more: Any) -> dict[str, Any]:
    return {"kind": "command", "id": name, "sender": GM, "verb": verb, "actor": None, **more}


def assert_adds_up(card: dict[str, Any], events: list[dict[str, Any]]) -> None:
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        by_kind.setdefault(event["kind"], []).append(event)
    receipts = card["receipts"]
    rolls = by_kind.get("rolled", [])
    targets = [one for one in receipts if one["number"].startswith("TN ")]
    assert [min(max(amounts(one["text"]), 2), 10) for one in targets] == [
        roll["tn"] for roll in rolls
    ]
    pools = [one for one in receipts if re.fullmatch(r"\d+ (die|dice)", one["number"])]
    assert [int(one["number"].split()[0]) for one in pools] == [len(roll["dice"]) for roll in rolls]
    assert [amounts(one["text"]) - 1 for one in pools] == [roll["net"] for roll in rolls]
    gains = by_kind.get("levels_gained", [])
    shown = [one for one in card["changes"] if one.get("label") == "level"]
    assert [int(one["delta"]) for one in shown] == [gain["amount"] for gain in gains]
    assert [int(one["to"]) - int(one["from"]) for one in shown] == [one["amount"] for one in gains]
    told = [one for one in receipts if re.fullmatch(r"\+\d+ Fighter \d", one["number"])]
    assert [amounts(one["text"]) for one in told] == [gain["amount"] for gain in gains]
    spent = [event["rp"] for event in by_kind.get("ability_used", [])]
    links = [one["cost"] for one in card["links"] if one["cost"].endswith(" RP")]
    assert links == ([f"{one} RP" for one in spent] if card["links"] else [])
