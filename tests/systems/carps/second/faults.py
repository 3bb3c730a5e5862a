"""Is a scenario sound? The first fault, in the order that the format gives."""

from __future__ import annotations

from typing import Any

from tests.systems.carps.second.abilities import COST, STYLES, SWITCHES

BAD = "bad_scenario"
WITHOUT_COMBAT = ("validate_build", "lookup")
NEEDED: dict[str, tuple[str, ...]] = {
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
NEEDED_BY_USE = {"provoke": "on", "dynamic_entry": "on", "give_it_your_all": "effect"}
NUMBERS = ("attack", "defense", "base", "level", "rp", "ap", "temp_ap", "carry_ap")
LOOKUP_NUMBERS = (
    "base",
    "standard_level",
    "ultimate_level",
    "own_score",
    "other_score",
    "bonus",
    "penalty",
    "net",
    "tn",
)


class Broken(Exception):  # noqa: N818 - the scenario is
    """A fault of a scenario; its text is the code."""


def check(scenario: Any) -> None:
    """Raises Broken with the first fault of a scenario, dice and positions left aside."""
    if not isinstance(scenario, dict):
        raise Broken(BAD)
    if scenario.get("system", "carps") != "carps":
        raise Broken("unknown_system")
    given = scenario.get("given", {})
    _switches(given.get("switches", {}) if isinstance(given, dict) else {})
    _need("when" in scenario)
    when: Any = scenario["when"]
    _need(isinstance(when, list) and isinstance(scenario.get("dice", []), list))
    without = without_combat(when)
    characters = given.get("characters", {}) if isinstance(given, dict) else None
    names = list(characters) if isinstance(characters, dict) else []
    for step in when:
        _need(isinstance(step, dict))
        do = step.get("do")
        kinds = (when[0]["do"],) if without else NEEDED
        if not isinstance(do, str) or do not in kinds:
            raise Broken("unknown_step")
        if without:
            _step_without_combat(step)
        else:
            _step(step, names)
    if not without:
        _given(given, characters, names)


def without_combat(when: list[Any]) -> bool:
    return bool(when) and isinstance(when[0], dict) and when[0].get("do") in WITHOUT_COMBAT


def _need(holds: bool) -> None:
    if not holds:
        raise Broken(BAD)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _switches(switches: Any) -> None:
    if not isinstance(switches, dict):
        raise Broken("bad_switch")
    for key, value in switches.items():
        same = [one for one in SWITCHES.get(key, []) if one == value and type(one) is type(value)]
        if not same:
            raise Broken("bad_switch")


def _step(step: dict[str, Any], names: list[str]) -> None:
    needed = NEEDED[step["do"]]
    if step["do"] == "special":
        _need(isinstance(step.get("use"), str))
        more = NEEDED_BY_USE.get(step["use"])
        needed = (*needed, more) if more else needed
    _need(all(key in step for key in needed))
    _need(all(step[key] in names for key in ("by", "on", "enters") if key in step))
    _reactions(step.get("reactions", []), names)
    by_target = step.get("reactions_by_target", {})
    _need(isinstance(by_target, dict) and all(name in names for name in by_target))
    for reactions in by_target.values():
        _reactions(reactions, names)


def _reactions(reactions: Any, names: list[str]) -> None:
    _need(isinstance(reactions, list))
    for one in reactions:
        _need(isinstance(one, dict) and one.get("by") in names and isinstance(one.get("use"), str))
        _reactions(one.get("reactions", []), names)


def _step_without_combat(step: dict[str, Any]) -> None:
    if step["do"] == "validate_build":
        abilities = step.get("abilities", [])
        _need(isinstance(abilities, list) and all(isinstance(one, str) for one in abilities))
        _need(whole(step.get("xp", 40)))
        return
    _need(all(whole(step[key]) for key in LOOKUP_NUMBERS if key in step))
    dice = step.get("dice", [1])
    _need(isinstance(dice, list) and bool(dice))
    if not all(whole(die) and 1 <= die <= 10 for die in dice):
        raise Broken("bad_die")


def _given(given: Any, characters: Any, names: list[str]) -> None:
    _need(isinstance(given, dict) and isinstance(characters, dict))
    for one in characters.values():
        _need(isinstance(one, dict) and isinstance(one.get("side"), str))
        _need(one.get("control", "pc") in ("pc", "npc"))
        _need(one.get("style", "centered") in tuple(STYLES))
        _need(all(whole(one[key]) for key in NUMBERS if key in one))
        _need(isinstance(one.get("in_combat", True), bool))
        abilities = one.get("abilities", [])
        _need(isinstance(abilities, list) and all(key in tuple(COST) for key in abilities))
    fighting = [name for name in names if characters[name].get("in_combat", True)]
    order, hits = given.get("order", []), given.get("hits_since", [])
    _need(bool(fighting) and isinstance(order, list) and isinstance(hits, list))
    _need(all(name in fighting and order.count(name) == 1 for name in order))
    _need(given.get("turn_of", fighting[0]) in fighting and whole(given.get("round", 1)))
    for hit in hits:
        _need(isinstance(hit, dict) and hit.get("by") in names and hit.get("on") in names)
