"""The card of an action, and what floats up over tokens."""

from __future__ import annotations

from typing import Any

from engine.cards import Card, person
from engine.events import Event
from engine.systems.carps import words
from engine.systems.carps.facts import LevelsGained, ReservesChanged
from engine.systems.carps.model import CarpsState
from engine.systems.carps.story import Story, signed

TITLES = {
    "attack": "attacks",
    "ultimate": "attacks",
    "special": "attacks",
    "assist": "assists",
    "protect": "protects",
}
PLAIN_TITLES = {
    "escape": "tries to escape",
    "end_turn": "ends the turn",
    "enter": "waits to enter the fight",
    "stay_out": "stays out of the fight",
}
UNTOLD = ("buy", "style")
FOOT = {
    "attack": "Standard Attack, 1 AP",
    "special": "Standard Attack, 1 AP",
    "assist": "Assist, 1 AP",
    "protect": "Protect, 1 AP",
    "escape": "Escape, 1 AP",
    "end_turn": "End of turn",
}


def floats(events: list[Event], state: CarpsState) -> list[dict[str, Any]]:
    """What floats up over tokens: levels without a unit, RP with one for those who may know."""
    shown: list[dict[str, Any]] = []
    for event in events:
        if isinstance(event, LevelsGained):
            shown.append({"character": event.who, "text": f"+{event.amount}", "main": True})
        elif isinstance(event, ReservesChanged):
            text = f"{signed(event.amount)} RP"
            shown.append(
                {
                    "character": event.who,
                    "text": text,
                    "main": False,
                    "audience": f"owner:{event.who}",
                }
            )
    return shown


def fill(
    card: Card, command: dict[str, Any], events: list[Event], state: CarpsState
) -> Card | None:
    """Tells the command's events on its card; building concerns nobody else and has none."""
    actor, verb, args = command["actor"], command["verb"], command["args"]
    if verb in UNTOLD:
        return None
    card.title = _title(state, actor, verb, args)
    card.foot = FOOT.get(verb, "")
    story = Story(card, state, actor, verb, "target" in args)
    for event in events:
        story.tell(event)
    story.close()
    return card


def _title(state: CarpsState, actor: str, verb: str, args: dict[str, Any]) -> list[Any]:
    me = person(state, actor)
    if verb in PLAIN_TITLES:
        return [me, f" {PLAIN_TITLES[verb]}"]
    if verb in TITLES:
        return [me, f" {TITLES[verb]} ", person(state, args["target"])]
    aim = [" on ", person(state, args["target"])] if "target" in args else []
    return [me, f" uses {words.source(verb)}", *aim]
