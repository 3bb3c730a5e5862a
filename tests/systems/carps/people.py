"""Short words for the characters and steps of scenarios in tests."""

from __future__ import annotations

from typing import Any


def pc(*abilities: str, side: str = "us", **more: Any) -> dict[str, Any]:
    return {"side": side, "control": "pc", "abilities": list(abilities), **more}


def npc(*abilities: str, side: str = "them", **more: Any) -> dict[str, Any]:
    return {"side": side, "control": "npc", "abilities": list(abilities), **more}


def attack(by: str, on: str, *reactions: dict[str, Any]) -> dict[str, Any]:
    return {"do": "attack", "by": by, "on": on, "reactions": list(reactions)}


def ultimate(by: str, on: str, effect: str, *reactions: dict[str, Any]) -> dict[str, Any]:
    reacting = {"reactions": list(reactions)}
    return {"do": "ultimate", "by": by, "on": on, "effect": effect, **reacting}


def use(by: str, ability: str, **more: Any) -> dict[str, Any]:
    return {"by": by, "use": ability, **more}


def end(by: str) -> dict[str, Any]:
    return {"do": "end_turn", "by": by}


def nets(result: dict[str, Any]) -> list[int]:
    """The net dice of every roll against a target number."""
    return [roll["net"] for roll in result["rolls"] if "net" in roll]


def outcomes(result: dict[str, Any]) -> list[str]:
    return [one["outcome"] for one in result["outcomes"]]


def refused(result: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(one["by"], one["use"], one["why"]) for one in result["refused_reactions"]]


def levels(result: dict[str, Any]) -> dict[str, int]:
    return {name: one["level"] for name, one in result["final"].items()}


def reserves(result: dict[str, Any]) -> dict[str, int]:
    return {name: one["rp"] for name, one in result["final"].items()}


def special(by: str, ability: str, **more: Any) -> dict[str, Any]:
    return {"do": "special", "by": by, "use": ability, **more}


def assist(by: str, on: str) -> dict[str, Any]:
    return {"do": "assist", "by": by, "on": on}


def protect(by: str, on: str) -> dict[str, Any]:
    return {"do": "protect", "by": by, "on": on}


def escape(by: str) -> dict[str, Any]:
    return {"do": "escape", "by": by}


def enters(by: str, who: str, position: str = "next") -> dict[str, Any]:
    """The end of a turn, with a late entry."""
    return {**end(by), "enters": who, "position": position}
