"""What others are asked about an attack: clash, protecting before and after (T35, T43, T45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.systems.tracks.attack import Attack


def ask_reply(record: Attack, mode: str) -> str:
    return mode


def ask_protector(record: Attack) -> str | None:
    return None
