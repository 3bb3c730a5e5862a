"""Whether a CARPS scenario is sound: the first fault in the order of its format (C66)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.scenario import BadScenario
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import MOST, STYLES

MOST_LETTERS = 200
NEEDED = {
    "attack": ("by", "on"),
    "assist": ("by", "on"),
    "protect": ("by", "on"),
    "escape": ("by",),
    "ultimate": ("by", "on", "effect"),
    "special": ("by", "use"),
    "end_turn": ("by",),
    "enter": ("by",),
    "end_encounter": (),
}
NEEDED_BY = {
    "provoke": ("on",),
    "inspire_allies": (),
    "combo_finisher": (),
    "dynamic_entry": ("on",),
    "give_it_your_all": ("effect",),
}
NUMBERS = ("base", "level", "rp", "ap", "temp_ap", "carry_ap", "attack", "defense")


def all_of_a_kind(steps: list[Any], kind: str) -> Iterator[dict[str, Any]]:
    """The steps one after the other, each of which must be of that kind."""
    for step in steps:
        if not isinstance(step, dict):
            raise BadScenario("bad_scenario")
        if step.get("do") != kind:
            raise BadScenario("unknown_step")
        yield step


def check_steps(steps: list[Any], characters: Any) -> None:
    """Raises `BadScenario` at the first step that is unknown or incomplete."""
    names = characters if isinstance(characters, dict) else {}
    for step in steps:
        if not isinstance(step, dict):
            raise BadScenario("bad_scenario")
        do = step.get("do")
        if not isinstance(do, str) or do not in NEEDED:
            raise BadScenario("unknown_step")
        use = step.get("use", "") if do == "special" else ""
        if not isinstance(use, str):
            raise BadScenario("bad_scenario")
        if any(key not in step for key in (*NEEDED[do], *NEEDED_BY.get(use, ()))):
            raise BadScenario("bad_scenario")
        if any(key in step and not _is_name(step[key], names) for key in ("by", "on", "enters")):
            raise BadScenario("bad_scenario")
        _check_reactions(step.get("reactions", []), names)
        by_target = step.get("reactions_by_target", {})
        if not isinstance(by_target, dict) or any(who not in names for who in by_target):
            raise BadScenario("bad_scenario")
        for reactions in by_target.values():
            _check_reactions(reactions, names)


def _is_name(value: Any, names: dict[str, Any]) -> bool:
    return isinstance(value, str) and value in names


def _check_reactions(reactions: Any, names: dict[str, Any]) -> None:
    if not isinstance(reactions, list):
        raise BadScenario("bad_scenario")
    for one in reactions:
        if not isinstance(one, dict) or not _is_name(one.get("by"), names):
            raise BadScenario("bad_scenario")
        if not isinstance(one.get("use"), str):
            raise BadScenario("bad_scenario")
        _check_reactions(one.get("reactions", []), names)


def check_given(given: Any) -> None:
    """Raises `BadScenario` if the situation is none."""
    characters = given.get("characters") if isinstance(given, dict) else None
    if not isinstance(characters, dict):
        raise BadScenario("bad_scenario")
    for who, one in characters.items():
        _check_character(one)
        if not 0 < len(who) <= MOST_LETTERS:
            raise BadScenario("bad_scenario")
    fighting = [who for who, one in characters.items() if one.get("in_combat", True)]
    order, hits = given.get("order", []), given.get("hits_since", [])
    fine = (
        bool(fighting)
        and isinstance(order, list)
        and all(who in fighting for who in order)
        and len(set(order)) == len(order)
        and _is_count(given.get("round", 1), 1)
        and given.get("turn_of", fighting[0]) in fighting
        and isinstance(hits, list)
        and all(
            isinstance(hit, dict)
            and _is_name(hit.get("by"), characters)
            and _is_name(hit.get("on"), characters)
            for hit in hits
        )
    )
    if not fine:
        raise BadScenario("bad_scenario")


def _check_character(one: Any) -> None:
    fine = (
        isinstance(one, dict)
        and isinstance(one.get("side"), str)
        and len(one["side"]) <= MOST_LETTERS
        and one.get("control", "pc") in ("pc", "npc")
        and one.get("style", "centered") in list(STYLES)
        and isinstance(one.get("abilities", []), list)
        and all(isinstance(key, str) and key in BOOK.data for key in one.get("abilities", []))
        and all(_is_count(one[key], 0) for key in NUMBERS if key in one)
        and isinstance(one.get("in_combat", True), bool)
    )
    if not fine:
        raise BadScenario("bad_scenario")


def _is_count(value: Any, least: int) -> bool:
    return type(value) is int and least <= value <= MOST
