"""CCARPS: a target number that everybody builds, then the two lowest dice under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.abilities import AbilityBook
from engine.cards import Card
from engine.events import Event
from engine.state import AnyState, Character, Encounter
from engine.system import System
from engine.systems.ccarps import odds, report, show, turns, words
from engine.systems.ccarps.facts import EVENTS
from engine.systems.ccarps.fields import FIELDS, in_rows, require_distinct
from engine.systems.ccarps.making import MakingSet, SkillsSet
from engine.systems.ccarps.model import Ctx, Fight, Person
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.scenario import CcarpsScenario
from engine.systems.ccarps.single import ROLL
from engine.systems.ccarps.verbs import VERBS

__all__ = ["SYSTEM", "Ccarps"]

CREDIT = "CCARPS by WizardSpire Games, CC BY-SA 4.0"


class Ccarps(System):
    """CCARPS as the core sees it."""

    def checked(self, fields: dict[str, Any], character: Character) -> dict[str, Any]:
        """Lists come as rows or as lines, and go on as rows."""
        changes = System.checked(self, in_rows(fields), character)
        require_distinct(changes)
        return changes

    def begin(self, ctx: Ctx) -> None:
        fight = ctx.encounter
        turns.begin_turn(ctx, fight, fight.order[0], fight.round)

    def join(self, ctx: Ctx, who: str) -> None:
        turns.join(ctx, who)

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
    own_events=(*EVENTS, MakingSet, SkillsSet),
    credit=CREDIT,
    roll=ROLL,
)
