"""The tables of the rulebook, as they stand in this folder's data files."""

from __future__ import annotations

from typing import Any

from engine.data import load

PACKAGE = "engine.systems.ccarps"


def _steps(table: dict[str, int]) -> tuple[tuple[int, int], ...]:
    """(from how many on, what it comes to), in order."""
    return tuple(sorted((int(least), value) for least, value in table.items()))


def step(table: tuple[tuple[int, int], ...], value: int) -> int:
    """What a value comes to: that of the highest step reached, below the first 0."""
    return max((found for least, found in table if value >= least), default=0)


_TABLES = load(PACKAGE, "data/tables.toml")
_COMBAT = load(PACKAGE, "data/combat.toml")

MODIFIERS = _steps(_TABLES["modifiers"])  # R30
DICE = _steps(_TABLES["dice"])  # R30
AGES = _steps(_TABLES["ages"])  # R32
AVERAGES: dict[str, dict[str, list[str]]] = _TABLES["secondary"]  # R31
RANKS: dict[str, int] = _TABLES["ranks"]  # R36
WEALTH: dict[str, int] = _TABLES["wealth"]  # R35
CONTACTS: dict[str, int] = _TABLES["contacts"]  # R35
HEALERS: dict[str, int] = _TABLES["healers"]  # R16
TECHNOLOGY: tuple[str, ...] = tuple(_TABLES["technology"]["levels"])  # R8

SITUATIONS: dict[str, dict[str, Any]] = load(PACKAGE, "data/situations.toml")  # R19
MOVEMENT: dict[str, dict[str, Any]] = load(PACKAGE, "data/movement.toml")  # R11
SKILLS: dict[str, dict[str, str]] = load(PACKAGE, "data/skills.toml")
STRIKES: dict[str, dict[str, Any]] = load(PACKAGE, "data/weapons.toml")

LOCATIONS: dict[str, str] = _COMBAT["locations"]  # R29
LIMBS: dict[str, dict[str, str]] = _COMBAT["limbs"]  # R29
WHEEL_LEFT: tuple[int, ...] = tuple(_COMBAT["wheel"]["left"])  # R21
WHEEL_RIGHT: tuple[int, ...] = tuple(_COMBAT["wheel"]["right"])
WHEEL_BEHIND: int = _COMBAT["wheel"]["behind"]
DRIFT_SLICES: int = _COMBAT["drift"]["slices"]  # R22
