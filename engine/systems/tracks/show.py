"""How a person is shown: sheet, bars, how matters stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.systems.tracks import words
from engine.systems.tracks.model import (
    ATTRIBUTES,
    MOST_TENSION,
    SIZED_BY,
    TRACKS,
    Person,
    TracksState,
    combat_of,
    is_stressful,
)
from engine.systems.tracks.numbers import GUIDES, build, capacity, full_tracks, penalty, tiers

CRACKS = ("", "−3", "−6")


def sentence(state: TracksState, person: Person) -> str:
    """How matters stand."""
    for key, word in (("dead", "Dead."), ("down", "Down until no track is full.")):
        if getattr(person, key):
            return word
    if person.faint:
        return "Fainted until all tension is gone."
    full = full_tracks(person)
    if full:
        return f"{words.TRACKS[full[0]]} is full: it takes its toll at cleanup."
    tension = person.highest_tension
    bonus = tension if is_stressful(state) else -tension
    damage = penalty(person, state.rules)
    return f"Challenges: tension {words.signed(bonus)}, damage {words.signed(damage)}."


def show_person(state: TracksState, who: str, sees: Callable[[str], bool]) -> dict[str, Any]:
    """out, sheet, bars, alert and row; see docs/protocol.md for the shapes."""
    person = state.characters[who]
    how = sentence(state, person)
    standing = next((key for key in ("dead", "down", "faint") if getattr(person, key)), None)
    left = {track: capacity(person, track) - person.damage(track) for track in TRACKS}
    worst = min(TRACKS, key=lambda track: left[track])
    alert = None
    if standing is None and left[worst] == 0:
        alert = {"word": "!", "tooltip": f"{words.TRACKS[worst]} is full."}
    owner = sees("owner")
    row = {"main": f"{left['mind']}/{left['body']}/{left['soul']}", "line": "left on each track"}
    if person.at_max:
        row["means"] = "MAX"
    elif person.highest_tension:
        row["means"] = f"tension {person.highest_tension}"
    return {
        "out": {"word": words.STANDINGS[standing], "text": how} if standing else None,
        "sheet": {
            "head": _head(state, person, how, owner),
            "meters": _meters(state, person, owner),
            "tracks": [_track(person, track, owner) for track in TRACKS],
            "groups": _groups(person) if owner else [],
            "budget": _budget(state, person) if owner else None,
        },
        "bars": {
            key: {
                "label": words.TRACKS[track],
                "value": left[track],
                "max": capacity(person, track),
            }
            for key, track in zip("abc", TRACKS, strict=True)
        },
        "alert": alert,
        "row": row,
    }


def _head(state: TracksState, person: Person, how: str, owner: bool) -> dict[str, Any]:
    tension, damage = person.highest_tension, penalty(person, state.rules)
    facts = [f"The situation is {state.shared['situation']}."]
    combat = combat_of(state)
    if owner and combat is not None and person.id in combat.setups:
        facts.append(words.setup(combat.setups[person.id]))
    if owner:
        facts.append(words.FATES[person.fate])
    return {
        "facts": facts,
        "sentence": how,
        "pair": [
            {
                "label": "Tension",
                "value": "MAX" if person.at_max else str(tension),
                "note": "a bonus" if is_stressful(state) else "a penalty while calm",
            },
            {
                "label": "Damage penalty",
                "value": words.signed(damage) if damage else "0",
                "note": "",
            },
        ],
    }


def _meters(state: TracksState, person: Person, owner: bool) -> list[dict[str, Any]]:
    meters: list[dict[str, Any]] = []
    combat = combat_of(state)
    if combat is not None and combat.turn == person.id:
        text = f"{combat.actions} active"
        meters.append({"label": "Actions", "text": text, "shape": "number"})
    if owner and person.pool:
        meters.append({"label": "Strategy", "text": f"{person.pool} points", "shape": "number"})
    return meters


def _track(person: Person, track: str, owner: bool) -> dict[str, Any]:
    """A track in tiers; a crack is inverted once the tier after it holds damage."""
    name, tension = SIZED_BY[track], person.tension(track)
    damage, most = person.damage(track), capacity(person, track)
    ended = person.at_max and tension == MOST_TENSION
    shown = "MAX" if ended else f"{tension} of {MOST_TENSION}"
    return {
        "label": words.TRACKS[track],
        "note": f"{name.capitalize()} {person.attribute(name)}" if owner else "",
        "tiers": [
            {"size": size, "mark": mark}
            for size, mark in zip(tiers(person, track), CRACKS, strict=True)
        ],
        "value": damage,
        "text": f"{damage} of {most}",
        "pips": {
            "label": "Tension",
            "value": tension,
            "max": MOST_TENSION,
            "end": "MAX",
            "ended": ended,
            "text": shown,
        },
    }


def _groups(person: Person) -> list[dict[str, Any]]:
    attributes = [
        {
            "key": name,
            "label": name.capitalize(),
            "note": str(person.attribute(name)),
            "summary": words.ATTRIBUTE_NOTES[name],
        }
        for name in ATTRIBUTES
    ]
    total = sum(person.attribute(name) for name in ATTRIBUTES)
    groups = [{"label": "Attributes", "sum": str(total), "items": attributes}]
    if person.specialties:
        items = [
            {"key": f"specialty-{place}", "label": one, "note": "+1 die", "summary": ""}
            for place, one in enumerate(person.specialties)
        ]
        groups.append({"label": "Specialties", "sum": f"{2 * len(items)} points", "items": items})
    if person.abilities:
        items = [words.skill(key) for key in person.abilities]
        groups.append({"label": "Skills", "sum": f"{3 * len(items)} points", "items": items})
    return groups


def _budget(state: TracksState, person: Person) -> dict[str, Any]:
    """What the character was built with, beside the two guides (T52); skills have none."""
    values = {name: person.attribute(name) for name in ATTRIBUTES}
    counts = len(person.specialties), len(person.abilities)
    cost, errors, _ = build(values, *counts, state.rules)
    left = {key: guide - cost[key] for key, guide in GUIDES.items()}
    return {
        "label": words.BUILT,
        "text": words.built(cost, GUIDES, state.rules.build_limits == "strict"),
        "value": sum(cost[key] for key in GUIDES),
        "max": sum(GUIDES.values()),
        "rest": words.rest_of_build(left),
        "faults": [words.build_fault(code) for code in errors],
    }


def purse(state: TracksState, actor: str) -> list[str]:
    """What is left to spend: active actions on the own turn, room, points of strategy."""
    person, combat = state.characters[actor], combat_of(state)
    shown = []
    if combat is not None and combat.turn == actor:
        shown.append(f"{combat.actions} actions" if combat.actions != 1 else "1 action")
    shown.append("MAX" if person.at_max else f"tension {person.highest_tension}")
    if person.pool:
        shown.append(f"{person.pool} strategy")
    return shown
