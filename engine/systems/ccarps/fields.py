"""What the sheet of a person holds, and how its lists are looked at."""

from __future__ import annotations

from typing import Any

from engine.resolution import Refused
from engine.system import Field
from engine.systems.ccarps import entries
from engine.systems.ccarps.creation import CONVENTIONS
from engine.systems.ccarps.entries import BARS, KINDS, PLAIN_WEAPON, READERS, SECONDARIES
from engine.systems.ccarps.model import BOXES, PRIMARIES
from engine.systems.ccarps.rolls import MOST_TECH

MOST = 999_999


def choice(key: str, label: str, values: tuple[str, ...], default: str) -> Field:
    options = tuple((one, one.capitalize()) for one in values)
    return Field(key, label, "choice", default, options=options)


def number(key: str, label: str, default: int | None = None, least: int = -MOST) -> Field:
    return Field(key, label, "integer", default, min=least, max=MOST)


def text(key: str, label: str) -> Field:
    return Field(key, label, "text", "")


def rows(key: str, label: str, *columns: Field, hint: str = "") -> Field:
    return Field(key, label, "rows", [], "owner", hint=hint, columns=columns)


NAME = Field("name", "Name", "text", None)

FIELDS = (
    *(Field(name, name.capitalize(), "integer", 10, "owner") for name in PRIMARIES),
    *(Field(bar, f"{bar.capitalize()} marks", "integer", 0, max=BOXES) for bar in BARS),
    rows(
        "skill_list",
        "Skills",
        NAME,
        number("points", "Points", least=0),
        choice("attribute", "Governed by", SECONDARIES, "reflex"),
    ),
    rows("gear_list", "Gear", NAME, number("value", "Adds")),
    rows(
        "weapon_list",
        "Weapons",
        NAME,
        number("damage", "Damage"),
        text("type", "Type"),
        choice("kind", "Kind", KINDS, PLAIN_WEAPON["kind"]),
        choice("bar", "Marks", BARS, PLAIN_WEAPON["bar"]),
        number("reach", "Reach", 0, least=0),
        text("skill", "With skill"),
        hint="A weapon that names no skill needs the one of its own name.",
    ),
    rows(
        "resist_list", "Resistances", text("name", "Type of damage"), number("value", "Takes off")
    ),
    rows(
        "oddity_list",
        "Oddities",
        NAME,
        number("value", "Cost"),
        hint="Wealth and Contact are counted as such.",
    ),
    Field("height", "Height in feet", "integer", None, optional=True),
    Field("tech", "Technology level", "integer", None, max=MOST_TECH, optional=True),
    Field("age", "Age", "integer", 21, "owner"),
    Field(
        "convention",
        "Creation",
        "choice",
        "none",
        "owner",
        options=tuple((key, one.label) for key, one in CONVENTIONS.items()),
    ),
    Field("unassigned", "Points not assigned", "integer", 0, "owner"),
    *(
        Field(f"{name}_gained", f"{name.capitalize()}, points gained", "integer", 0, "owner")
        for name in PRIMARIES
    ),
    Field("dodging", "Actions given up", "boolean", False, hint="Until the next turn."),
)
LABELS = {one.key: one.label for one in FIELDS}


def in_rows(fields: dict[str, Any]) -> dict[str, Any]:
    """The same fields with every list in rows; raises `Refused` for a line that says none."""
    changes = dict(fields)
    for key, (_, allowed) in READERS.items():
        if isinstance(changes.get(key), list):
            changes[key] = entries.rows(key, changes[key])
            for line in changes[key]:
                if isinstance(line, str):
                    raise _refused(key, line, allowed)
    return changes


def require_distinct(fields: dict[str, Any]) -> None:
    """Whether nothing stands in a list twice; only oddities of one name may be several."""
    for key in (one for one in READERS if one in fields and one != "oddity_list"):
        names = [one.get("name", "") for one in fields[key]]
        for name in names:
            if names.count(name) > 1:
                raise _refused(key, name, "every name once")


def _refused(key: str, value: str, allowed: str) -> Refused:
    return Refused("bad_field", label=LABELS[key], value=value[:60], allowed=allowed)
