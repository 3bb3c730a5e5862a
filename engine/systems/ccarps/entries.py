"""The lists of a character sheet: rows with columns, or lines that say the same.

Each `read_...` makes a row of a line such as "Stealth 6 Reflex", or gives None for a line that it
does not understand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from engine.numerals import WHOLE, whole

SECONDARIES = ("charisma", "speed", "reflex", "lift", "perception")
BARS = ("mental", "physical", "spiritual")
KINDS = ("melee", "ranged")
Row = dict[str, Any]
PLAIN_WEAPON: Row = {"type": "", "kind": "melee", "bar": "physical", "reach": 0, "skill": ""}

_WEAPON = re.compile(rf"(?P<name>.+?) (?P<damage>{WHOLE})(?: (?P<rest>.+))?")
_REACH = re.compile(r"(?:^| )reach (\d{1,4})(?= |$)")


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


def read_skill(line: str) -> Row | None:
    """ "NAME POINTS ATTRIBUTE" """
    parts = line.rsplit(" ", 2)
    points = whole(parts[1]) if len(parts) == 3 else None
    if points is None or parts[2].casefold() not in SECONDARIES:
        return None
    return {"name": parts[0], "points": points, "attribute": parts[2].casefold()}


def read_number(line: str) -> Row | None:
    """ "NAME NUMBER": gear, resistances, oddities."""
    parts = line.rsplit(" ", 1)
    number = whole(parts[1]) if len(parts) == 2 else None
    return None if number is None else {"name": parts[0], "value": number}


def read_weapon(line: str) -> Row | None:
    """ "NAME DAMAGE [TYPE] [BAR] [melee|ranged] [reach N] [with SKILL]"."""
    found = _WEAPON.fullmatch(line)
    damage = whole(found["damage"]) if found else None
    if found is None or damage is None:
        return None
    rest, _, skill = f" {found['rest'] or ''}".partition(" with ")
    reach = _REACH.search(rest)
    weapon: Row = {"name": found["name"], "damage": damage, **PLAIN_WEAPON}
    for word in _REACH.sub("", rest).split():
        key = "bar" if word in BARS else "kind" if word in KINDS else "type"
        weapon[key] = word
    return {**weapon, "reach": int(reach[1]) if reach else 0, "skill": skill.strip()}


READERS: dict[str, tuple[Callable[[str], Row | None], str]] = {
    "skill_list": (read_skill, "rows, or lines like: Stealth 6 Reflex"),
    "gear_list": (read_number, "rows, or lines like: Quiet shoes 1"),
    "weapon_list": (read_weapon, "rows, or lines like: Long sword 5 cutting with Sword"),
    "resist_list": (read_number, "rows, or lines like: cutting 3"),
    "oddity_list": (read_number, "rows, or lines like: Wealth 15"),
}


def rows(key: str, lines: list[Any]) -> list[Any]:
    """A list as rows, whether it came as rows or as lines; what cannot be read stays a line."""
    read, _ = READERS[key]
    return [(read(one) or one) if isinstance(one, str) else one for one in lines]


def held_skills(lines: list[Any]) -> dict[str, dict[str, Any]]:
    """Skills as a character holds them: {name: {points, attribute}}."""
    return {
        one["name"]: {"points": one["points"], "attribute": one["attribute"]}
        for one in rows("skill_list", lines)
    }


def held_numbers(key: str, lines: list[Any]) -> list[tuple[str, int]]:
    """Gear, resistances or oddities as (name, number)."""
    return [(one.get("name", ""), one["value"]) for one in rows(key, lines)]


def held_weapons(lines: list[Any]) -> dict[str, dict[str, Any]]:
    """Weapons as a character holds them; one that names no skill needs that of its own name."""
    held = {}
    for one in rows("weapon_list", lines):
        weapon = {**PLAIN_WEAPON, **one}
        name = weapon.pop("name")
        held[name] = {**weapon, "skill": weapon["skill"] or name}
    return held


def weapon_row(name: str, weapon: Row) -> Row:
    return {"name": name, **weapon, "skill": "" if weapon["skill"] == name else weapon["skill"]}
