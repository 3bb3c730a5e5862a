"""CCARPS: a target number that everybody builds, then the two lowest dice under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.abilities import AbilityBook
from engine.cards import Card
from engine.events import Event
from engine.resolution import Refused
from engine.state import AnyState, Character, Encounter
from engine.system import Field, System
from engine.systems.ccarps import entries, odds, report, show, turns, words
from engine.systems.ccarps.creation import CONVENTIONS
from engine.systems.ccarps.facts import EVENTS
from engine.systems.ccarps.model import BOXES, PRIMARIES, Ctx, Fight, Person
from engine.systems.ccarps.rolls import MOST_TECH
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.scenario import CcarpsScenario
from engine.systems.ccarps.verbs import VERBS

__all__ = ["SYSTEM", "Ccarps"]

CREDIT = "CCARPS by WizardSpire Games, CC BY-SA 4.0"
LISTS: dict[str, tuple[Callable[[str], Any], str]] = {
    "skill_list": (entries.read_skill, "lines like: Stealth 6 Reflex"),
    "gear_list": (entries.read_number, "lines like: Quiet shoes 1"),
    "weapon_list": (entries.read_weapon, "lines like: Long sword 5 cutting with Sword"),
    "resist_list": (entries.read_number, "lines like: cutting 3"),
    "oddity_list": (entries.read_number, "lines like: Wealth 15"),
}

FIELDS = (
    *(Field(name, name.capitalize(), "integer", 10, "owner") for name in PRIMARIES),
    *(Field(bar, f"{bar.capitalize()} marks", "integer", 0, max=BOXES) for bar in entries.BARS),
    Field("skill_list", "Skills", "texts", [], "owner", hint="Name, points, governing attribute."),
    Field("gear_list", "Gear", "texts", [], "owner", hint="Name and what it adds."),
    Field(
        "weapon_list",
        "Weapons",
        "texts",
        [],
        "owner",
        hint="Name, damage, type; then ranged, reach 1, mental, with Skill where they apply.",
    ),
    Field("resist_list", "Resistances", "texts", [], "owner", hint="Type of damage and number."),
    Field(
        "oddity_list",
        "Oddities",
        "texts",
        [],
        "owner",
        hint="Name and cost; Wealth and Contact are counted as such.",
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


class Ccarps(System):
    """CCARPS as the core sees it."""

    def checked(self, fields: dict[str, Any], character: Character) -> dict[str, Any]:
        """Lists must be lines that can be read."""
        changes = System.checked(self, fields, character)
        for one in FIELDS:
            read, allowed = LISTS.get(one.key, (None, ""))
            for line in changes[one.key] if read and one.key in changes else ():
                if read is not None and read(line) is None:
                    raise Refused("bad_field", label=one.label, value=line[:60], allowed=allowed)
        return changes

    def begin(self, ctx: Ctx) -> None:
        fight = ctx.encounter
        turns.begin_turn(ctx, fight, fight.order[0], fight.round)

    def leave(self, ctx: Ctx, who: str) -> None:
        turns.leave(ctx, who)

    def end(self, ctx: Ctx) -> None:
        turns.end(ctx)

    def next_step(self, state: AnyState, encounter: str) -> dict[str, Any] | str:
        fight: Encounter = state.encounters[encounter]
        if fight.turn not in fight.order:
            return words.NOBODY_HERE
        return {"verb": "end_turn", "actor": fight.turn, "label": VERBS["end_turn"].label}

    def card(
        self, card: Card, command: dict[str, Any], events: list[Event], state: AnyState
    ) -> Card | None:
        return report.fill(card, command, events, state)

    def floats(self, events: list[Event], state: AnyState) -> list[dict[str, Any]]:
        return report.floats(events)

    def show_character(
        self, state: AnyState, who: str, sees: Callable[[str], bool]
    ) -> dict[str, Any]:
        return show.show_person(state, who, sees)

    def purse(self, state: AnyState, actor: str) -> list[str]:
        return show.purse(state, actor)

    def odds(
        self, state: AnyState, actor: str, target: str, may_see: Callable[[str], bool]
    ) -> dict[str, Any] | None:
        return odds.shown(state, actor, target)

    def scenario(self, data: dict[str, Any]) -> dict[str, Any]:
        return CcarpsScenario.result(data)


SYSTEM = Ccarps(
    key="ccarps",
    title="CCARPS",
    command="ccarps",
    book=AbilityBook(),
    verbs=VERBS,
    fields=FIELDS,
    character=Person,
    encounter=Fight,
    rules=CcarpsRules,
    bars={
        "a": {"label": "Mental", "audience": "public"},
        "b": {"label": "Physical", "audience": "public"},
        "c": {"label": "Spiritual", "audience": "public"},
    },
    ability_kinds={},
    refusals=words.REFUSALS,
    own_events=EVENTS,
    credit=CREDIT,
)
