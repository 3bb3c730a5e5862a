"""The card of an action, told from its events."""

from __future__ import annotations

from typing import Any

from engine.cards import Card
from engine.events import Event
from engine.systems.tracks.model import TracksState


def fill(card: Card, command: dict[str, Any], events: list[Event], state: TracksState) -> Card:
    return card


def floats(events: list[Event], state: TracksState) -> list[dict[str, Any]]:
    return []
