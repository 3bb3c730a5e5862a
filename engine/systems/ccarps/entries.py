"""Lists of a character sheet as people write them, one line each: "Stealth 6 Reflex".

Each `read_...` gives None for a line that it does not understand; `show_...` writes it again.
"""

from __future__ import annotations

import re
from typing import Any

SECONDARIES = ("charisma", "speed", "reflex", "lift", "perception")
BARS = ("mental", "physical", "spiritual")
KINDS = ("melee", "ranged")

_NUMBER = re.compile(r"[+\-−]?\d{1,6}")
_WEAPON = re.compile(r"(?P<name>.+?) (?P<damage>[+\-−]?\d{1,6})(?: (?P<rest>.+))?")
_REACH = re.compile(r"(?:^| )reach (\d{1,4})(?= |$)")


def whole(text: str) -> int | None:
    """A whole number as people write it, with either minus sign."""
    return int(text.replace("−", "-")) if _NUMBER.fullmatch(text) else None


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def read_skill(line: str) -> tuple[str, dict[str, Any]] | None:
    """ "NAME POINTS ATTRIBUTE", as (name, {points, attribute})."""
    parts = line.rsplit(" ", 2)
    points = whole(parts[1]) if len(parts) == 3 else None
    if points is None or points < 0 or parts[2].casefold() not in SECONDARIES:
        return None
    return parts[0], {"points": points, "attribute": parts[2].casefold()}


def show_skill(name: str, skill: dict[str, Any]) -> str:
    return f"{name} {skill['points']} {skill['attribute'].capitalize()}"


def read_number(line: str) -> tuple[str, int] | None:
    """ "NAME NUMBER": gear, resistances, oddities."""
    parts = line.rsplit(" ", 1)
    number = whole(parts[1]) if len(parts) == 2 else None
    return None if number is None else (parts[0], number)


def show_number(name: str, number: int) -> str:
    return f"{name} {number}"


def read_weapon(line: str) -> tuple[str, dict[str, Any]] | None:
    """ "NAME DAMAGE [TYPE] [BAR] [melee|ranged] [reach N] [with SKILL]"."""
    found = _WEAPON.fullmatch(line)
    damage = whole(found["damage"]) if found else None
    if found is None or damage is None:
        return None
    rest, _, skill = f" {found['rest'] or ''}".partition(" with ")
    reach = _REACH.search(rest)
    words = _REACH.sub("", rest).split()
    weapon: dict[str, Any] = {"damage": damage, "type": "", "bar": "physical", "kind": "melee"}
    for word in words:
        key = "bar" if word in BARS else "kind" if word in KINDS else "type"
        weapon[key] = word
    weapon |= {"reach": int(reach[1]) if reach else 0, "skill": skill.strip() or found["name"]}
    return found["name"], weapon


def show_weapon(name: str, weapon: dict[str, Any]) -> str:
    words = [name, str(weapon["damage"]), weapon["type"]]
    words += [weapon["bar"] if weapon["bar"] != "physical" else "", weapon["kind"]]
    words += [f"reach {weapon['reach']}" if weapon["reach"] else ""]
    words += [f"with {weapon['skill']}" if weapon["skill"] != name else ""]
    return " ".join(word for word in words if word)
