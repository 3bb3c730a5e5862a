"""How a challenge stands between two sides, in words and in exact chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.systems.tracks.challenges import Roll


def standing(roll: Roll, rolls: list[Roll]) -> str:
    return str(roll.result)


def chance_blocks(roll: Roll, rolls: list[Roll]) -> list[dict[str, Any]]:
    return []
