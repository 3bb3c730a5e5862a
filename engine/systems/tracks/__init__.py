"""tracks: challenges, tension, and damage in tiers on three tracks."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from engine.cards import Card
from engine.events import Event
from engine.resolution import Refused
from engine.state import AnyState, Character, Encounter
from engine.system import Field, System
from engine.systems.tracks import report, show
from engine.systems.tracks.book import BOOK
from engine.systems.tracks.combat import begin_combat, open_combat, turn_fault
from engine.systems.tracks.facts import EVENTS, CombatLeft
from engine.systems.tracks.health import become_calm, judge
from engine.systems.tracks.model import (
    MOST_TENSION,
    TRACKS,
    Combat,
    Ctx,
    Person,
    combat_of,
    engagements,
)
from engine.systems.tracks.numbers import capacity, full_tracks
from engine.systems.tracks.refusals import REFUSALS
from engine.systems.tracks.rules import TracksRules
from engine.systems.tracks.scenario import TracksScenario
from engine.systems.tracks.single import ROLL
from engine.systems.tracks.verbs import VERBS

__all__ = ["SYSTEM", "Tracks"]

MOST_DAMAGE = 35

FIELDS = (
    *(
        Field(name, name.capitalize(), "integer", 6, "owner", min=1, max=10)
        for name in ("knowledge", "courage", "diligence", "expression", "understanding")
    ),
    Field("specialties", "Specialties", "texts", [], "owner"),
    Field("abilities", "Skills", "abilities", [], "owner"),
    *(
        Field(track, f"{track.capitalize()} damage", "integer", 0, min=0, max=MOST_DAMAGE)
        for track in TRACKS
    ),
    *(
        Field(f"{track}_tension", f"{track.capitalize()} tension", "integer", 0, min=0, max=6)
        for track in TRACKS
    ),
    Field("at_max", "Tension MAX", "boolean", False, hint="Only with a tension of 6."),
    Field(
        "fate",
        "Fate",
        "choice",
        "can",
        "owner",
        options=(
            ("can", "Can be accepted"),
            ("accepted", "Accepted"),
            ("none", "None: an ordinary GM character"),
        ),
    ),
    Field("down", "Down", "boolean", False, hint="Only with a full track."),
    Field("faint", "Fainted", "boolean", False, hint="Only with some tension."),
    Field("dead", "Dead", "boolean", False),
    Field("pool", "Strategy points", "integer", 0, "owner", min=0, max=1_000_000),
)


class Tracks(System):
    """tracks as the core sees it."""

    def checked(self, fields: dict[str, Any], character: Character) -> dict[str, Any]:
        """Edits that belong together: what follows from others is put right by itself."""
        changes = dict(System.checked(self, fields, character))
        person: Any = copy(character)
        for key, value in changes.items():
            setattr(person, key, value)
        follows: dict[str, Any] = {}
        for track in TRACKS:
            follows[track] = min(person.damage(track), capacity(person, track))
            setattr(person, track, follows[track])
        follows["at_max"] = person.at_max and person.highest_tension == MOST_TENSION
        follows["faint"] = person.faint and person.highest_tension > 0
        follows["down"] = person.down and bool(full_tracks(person))
        labels = {one.key: one.label for one in FIELDS}
        for key, value in follows.items():
            if key in fields and fields[key] != value:
                raise Refused(
                    "bad_field", label=labels[key], value=str(fields[key]), allowed=str(value)
                )
            if getattr(character, key) != value:
                changes[key] = value
        return changes

    def start(self, encounter: Encounter, state: AnyState, options: dict[str, Any]) -> None:
        open_combat(encounter, state, options)  # type: ignore[arg-type]  # its own class

    def begin(self, ctx: Ctx) -> None:
        begin_combat(ctx)

    def leave(self, ctx: Ctx, who: str) -> None:
        combat = combat_of(ctx.state)
        if combat is not None and who in (*combat.order, *combat.setups):
            ctx.emit(CombatLeft(combat.id, who))

    def end(self, ctx: Ctx) -> None:
        """The last interstice is a cleanup without effects (T48)."""
        judge(ctx, list(ctx.state.characters), [], asks=True)
        become_calm(ctx)

    def next_step(self, state: AnyState, encounter: str) -> dict[str, Any] | str:
        """The running turn ends; else whoever comes first begins; else the GM cleans up."""
        combat = state.encounters[encounter]
        if not combat.round:
            return "The first setup is not over."
        if combat.turn is not None:
            return {"verb": "end_turn", "actor": combat.turn, "label": "End turn"}
        ready = [who for who in combat.order if turn_fault(state, who) is None]
        first = [who for who in ready if who not in combat.holding]
        for who in first or ready:
            name = state.characters[who].name
            return {"verb": "turn", "actor": who, "label": f"Begin the turn of {name}"}
        return {"verb": "cleanup", "actor": None, "label": "Cleanup"}

    def links(self, state: AnyState, encounter: str) -> list[list[str]]:
        return engagements(state.encounters[encounter].links)

    def card(
        self, card: Card, command: dict[str, Any], events: list[Event], state: AnyState
    ) -> Card | None:
        return report.fill(card, command, events, state)

    def floats(self, events: list[Event], state: AnyState) -> list[dict[str, Any]]:
        return report.floats(events, state)

    def show_character(
        self, state: AnyState, who: str, sees: Callable[[str], bool]
    ) -> dict[str, Any]:
        return show.show_person(state, who, sees)

    def purse(self, state: AnyState, actor: str) -> list[str]:
        return show.purse(state, actor)

    def scenario(self, data: dict[str, Any]) -> dict[str, Any]:
        return TracksScenario.result(data)


SYSTEM = Tracks(
    key="tracks",
    title="tracks",
    command="tracks",
    book=BOOK,
    verbs=VERBS,
    fields=FIELDS,
    character=Person,
    encounter=Combat,
    rules=TracksRules,
    bars={
        "a": {"label": "Mind", "audience": "public"},
        "b": {"label": "Body", "audience": "public"},
        "c": {"label": "Soul", "audience": "public"},
    },
    ability_kinds={"skill": "Skills"},
    refusals=REFUSALS,
    own_events=EVENTS,
    shared={"situation": "calm"},
    table_wide=True,
    roll=ROLL,
)
