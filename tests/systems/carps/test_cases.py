"""The project's cases: whole scenarios with their whole results."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.scenario import run_text

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
EXAMPLES = [
    (
        '{"given": {"characters": {"oni": {"control": "npc", "side": "x"}, "mika": {"side": "y",'
        ' "style": "defensive"}}}, "when": [{"do": "attack", "by": "oni", "on": "mika"}],'
        ' "dice": [5]}',
        '{"rolls":[{"type":"defense","roller":"mika","against":"oni","tn":5,"net":0,"dice":[5],'
        '"success":true}],"outcomes":[{"by":"oni","on":"mika","outcome":"miss"}],"refused":[],'
        '"refused_reactions":[],"final":{"oni":{"level":1,"rp":0,"status":"active","ap":2,'
        '"temp_ap":0,"carry_ap":0,"power_threshold":5},"mika":{"level":2,"rp":1,'
        '"status":"active","ap":0,"temp_ap":0,"carry_ap":0,"power_threshold":5}},'
        '"order":["oni","mika"],"turn_of":"oni","round":1,"combat_over":false,"dice_used":1}',
    ),
    (
        '{"given": {"characters": {"mika": {"side": "y", "abilities": ["perfect_defense"],'
        ' "base": 10, "rp": 10}, "oni": {"control": "npc", "side": "x", "base": 10, "rp": 10,'
        ' "abilities": ["unstoppable_force"]}}, "order": ["oni", "mika"]}, "when": [{"do":'
        ' "attack", "by": "oni", "on": "mika", "reactions": [{"by": "oni", "use":'
        ' "unstoppable_force"}, {"by": "mika", "use": "perfect_defense"}]}], "dice": [5]}',
        '{"rolls":[{"type":"defense","roller":"mika","against":"oni","tn":6,"net":0,"dice":[5],'
        '"success":false}],"outcomes":[{"by":"oni","on":"mika","outcome":"negated"}],'
        '"refused":[],"refused_reactions":[],"final":{"mika":{"level":10,"rp":0,'
        '"status":"active","ap":0,"temp_ap":0,"carry_ap":0,"power_threshold":10},"oni":'
        '{"level":10,"rp":0,"status":"active","ap":2,"temp_ap":0,"carry_ap":0,'
        '"power_threshold":10}},"order":["oni","mika"],"turn_of":"oni","round":1,'
        '"combat_over":false,"dice_used":1}',
    ),
    ('{"when": [{"do": "lookup", "base": 8}]}', '{"lookups":[{"power_threshold":9}]}'),
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], play: Callable[..., Any]) -> None:
    given = copy.deepcopy(case)
    result = play(given)
    assert result == case["then"]
    assert list(result) == list(case["then"])
    if "dice_used" in result:
        assert result["dice_used"] == len(case["dice"])


def test_there_are_50_cases_with_ids_of_their_own() -> None:
    assert len({case["id"] for case in CASES}) == 50


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_results_are_written_to_the_letter(text: str, expected: str) -> None:
    assert list(run_text(text)) == [expected]
