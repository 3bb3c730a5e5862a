"""The buttons of each verb, and the forms that they open; see docs/protocol.md for the shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.commands import Choice
from engine.systems.tracks import words
from engine.systems.tracks.declared import pools
from engine.systems.tracks.model import ATTRIBUTES, TRACKS, TracksState, combat_of
from engine.systems.tracks.numbers import full_tracks

Buttons = Callable[[TracksState, str], list[Choice]]


def field(key: str, kind: str, **more: Any) -> dict[str, Any]:
    """One line of a form."""
    return {"key": key, "label": words.FIELDS[key], "kind": kind, "optional": True, **more}


def chosen_from(key: str, names: dict[str, str], **more: Any) -> dict[str, Any]:
    options = [{"value": value, "label": label} for value, label in names.items()]
    return field(key, "choice", options=options, **more)


RAISE = field("raise", "integer", min=0, max=3)
SPECIALTY = field("specialty", "flag")
MODIFIER = field("modifier", "integer")
HALF = field("half", "flag")
TN = field("tn", "integer")


def options_of(state: TracksState, actor: str) -> tuple[dict[str, Any], ...]:
    """What goes with every challenge: raises, a specialty, a modifier, points of strategy."""
    person = state.characters[actor]
    special = (SPECIALTY,) if person.specialties else ()
    return (RAISE, *special, MODIFIER, *_points(state, person.side))


def _points(state: TracksState, side: str) -> tuple[dict[str, Any], ...]:
    """How many points, and from whose pool (T26)."""
    left = pools(state, side)
    if not left:
        return ()
    whose = {who: words.pool_of(state.characters[who].name, pool) for who, pool in left.items()}
    return field("points", "integer", min=1, max=max(left.values())), chosen_from("pool", whose)


def by_attribute(word: str, names: tuple[str, ...], *fields: dict[str, Any]) -> Buttons:
    """A button for each attribute that may be used."""

    def buttons(state: TracksState, actor: str) -> list[Choice]:
        person, form = state.characters[actor], (*fields, *options_of(state, actor))
        return [
            Choice(
                f"{word} {name.capitalize()}".strip(),
                str(person.attribute(name)),
                {"attribute": name},
                form,
            )
            for name in names
        ]

    return buttons


def attack(state: TracksState, actor: str) -> list[Choice]:
    form = options_of(state, actor)
    return [
        Choice("Attack", "1 action", {}, form),
        Choice("Ranged attack", "1 action", {"ranged": True}, form),
    ]


def strategy(state: TracksState, actor: str) -> list[Choice]:
    return [Choice("Strategy", "once a day", {}, options_of(state, actor))]


def revive(state: TracksState, actor: str) -> list[Choice]:
    cost = "1 action, 2 tension"
    return [
        Choice(f"Revive {track.capitalize()}", cost, {"track": track})
        for track in full_tracks(state.characters[actor])
    ]


def by_track(word: str) -> Buttons:
    form = (field("amount", "integer", min=1, default=1),)

    def buttons(state: TracksState, actor: str) -> list[Choice]:
        return [
            Choice(f"{word} {track.capitalize()}", "", {"track": track, "amount": 1}, form)
            for track in TRACKS
        ]

    return buttons


def rest(state: TracksState, actor: str) -> list[Choice]:
    form = (field("minutes", "integer", min=0, default=30),)
    return [Choice("Rest", "", {"minutes": 30}, form)]


def cleanup(state: TracksState, actor: str) -> list[Choice]:
    """Effects mark their damage first (T29)."""
    form = (field("marks", "text"),)
    return [
        Choice("Cleanup", "", {}, form),
        Choice("Last cleanup", "", {"end": True}, form),
        Choice("Last cleanup, still stressful", "", {"end": True, "stress_continues": True}, form),
    ]


def engage(state: TracksState, actor: str) -> list[Choice]:
    """Both are chosen; without a partner somebody is taken out of every engagement (T30)."""
    combat = combat_of(state)
    if combat is None:
        return []
    names = {who: state.characters[who].name for who in combat.setups}
    first = {"optional": False, "default": actor if actor in names else None}
    who = chosen_from("who", names, distinct="engaged", **first)
    return [Choice("Engage", "", {}, (who, chosen_from("partner", names, distinct="engaged")))]


def build(state: TracksState, actor: str) -> list[Choice]:
    person = state.characters[actor]
    args = {
        "attributes": {name: person.attribute(name) for name in ATTRIBUTES},
        "specialties": person.specialties,
        "skills": person.abilities,
    }
    return [Choice("Check build", "", args)]
