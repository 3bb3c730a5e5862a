"""A table with people for live play, and short words for what they say and see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.testing import Play

MIKA = {"user": "u1", "name": "Mika", "gm": False, "owns": ["you"]}
YOU = {
    "skill_list": ["Stealth 6 Reflex", "Sword 3 Speed", "Acrobatics 10 Reflex"],
    "gear_list": ["Quiet shoes 1"],
    "weapon_list": ["Long sword 5 cutting with Sword", "Bow 3 piercing ranged with Archery"],
}
GUARD = {
    "skill_list": ["Detect 7 Perception", "Acrobatics 10 Reflex", "Club 6 Speed"],
    "weapon_list": ["Club 2 blunt"],
    "resist_list": ["cutting 1"],
}
Made = Callable[..., Play]


def furnished(play: Play, you: dict[str, Any]) -> Play:
    people = {
        "you": ("You", "us", "pc", {**YOU, **you}),
        "guard": ("Patrolman", "them", "npc", GUARD),
        "cora": ("Cora", "us", "pc", {}),
    }
    for who, (name, side, control, fields) in people.items():
        play.gm("character.add", id=who, name=name, side=side, control=control, fields=fields)
    return play


def say(play: Play, actor: str, text: str, **more: Any) -> str | None:
    """A chat command by the game master, or by `sender`; the code of a refusal."""
    outcome = play.act(kind="command", text=f"!ccarps {text}", actor=actor, **more)
    return None if outcome.refusal is None else str(outcome.refusal["code"])


def draft(play: Play, who: str = "you") -> Any:
    return play.table.state.characters[who].draft


def chips(play: Play, who: str = "you") -> dict[str, list[tuple[str, int]]]:
    """The chips of a draft by group."""
    shown: dict[str, list[tuple[str, int]]] = {}
    for one in draft(play, who).chips:
        shown.setdefault(one.group, []).append((one.label, one.value))
    return shown


def resolved(play: Play, what: str) -> dict[str, Any]:
    found: dict[str, Any] = [one for one in play.events("resolved") if one["what"] == what][-1]
    return found["data"]


def newest(play: Play, seat: str = "public") -> dict[str, Any]:
    """The card that the last action drew."""
    (card,) = play.outcomes[-1].batch(seat)["cards"]
    return dict(card)


def totals(card: dict[str, Any]) -> list[tuple[str, str, bool]]:
    steps = next(block for block in card["blocks"] if block["kind"] == "steps")
    return [(row["label"], row["total"], row["now"]) for row in steps["rows"]]
