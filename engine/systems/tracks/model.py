"""tracks: persons and combats, and what is true of the whole table."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any

from engine.resolution import Context
from engine.state import Character, Encounter, State
from engine.systems.tracks.rules import TracksRules

TRACK_OF = {
    "knowledge": "mind",
    "courage": "body",
    "diligence": "body",
    "expression": "soul",
    "understanding": "soul",
}
ATTRIBUTES = tuple(TRACK_OF)
SIZED_BY = {"mind": "knowledge", "body": "diligence", "soul": "understanding"}  # T20
TRACKS = tuple(SIZED_BY)
MOST_TENSION = 6


@dataclass(slots=True)
class Person(Character):
    """A character. `mind`, `body` and `soul` are points of damage; skills are its `abilities`.

    `at_max` is tension MAX; `aided`, `planned` and `reversed` are what was used up today, `pool`
    the points of today's strategy. `fate` is can, accepted or none.
    """

    knowledge: int = 6
    courage: int = 6
    diligence: int = 6
    expression: int = 6
    understanding: int = 6
    specialties: list[str] = field(default_factory=list)
    mind: int = 0
    body: int = 0
    soul: int = 0
    mind_tension: int = 0
    body_tension: int = 0
    soul_tension: int = 0
    at_max: bool = False
    fate: str = "can"
    down: bool = False
    faint: bool = False
    dead: bool = False
    pool: int = 0
    planned: bool = False
    reversed: bool = False
    aided: list[str] = field(default_factory=list)

    def clone(self) -> Person:
        return copy(self)

    def stands(self) -> bool:
        return self.encounter is not None and self.conscious

    @property
    def conscious(self) -> bool:
        return not (self.down or self.faint or self.dead)

    def attribute(self, name: str) -> int:
        return int(getattr(self, name))

    def damage(self, track: str) -> int:
        return int(getattr(self, track))

    def tension(self, track: str) -> int:
        return int(getattr(self, f"{track}_tension"))

    @property
    def highest_tension(self) -> int:
        return max(self.mind_tension, self.body_tension, self.soul_tension)


@dataclass(slots=True)
class Combat(Encounter):
    """An encounter. `setups` holds each participant's choices (T27), the dead included.

    `links` are the direct engagements as pairs (T30). Of the round: who has `finished`, who is
    `holding` and how many turns were over then, how many are `over`, how often each has `moved`.
    Of the running turn: `actions` left and `extra` ones bought.
    """

    setups: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: list[list[str]] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    holding: dict[str, int] = field(default_factory=dict)
    ended: int = 0
    moved: dict[str, int] = field(default_factory=dict)
    actions: int = 0
    extra: int = 0

    def clone(self) -> Combat:
        return copy(self)

    def group(self, who: str) -> list[str]:
        """All in the same engagement, `who` first."""
        return joined(self.links, who)

    def support(self, who: str) -> str:
        return str(self.setups[who]["support"])

    def is_half(self, who: str) -> bool:
        return bool(self.setups[who].get("half", False))


def joined(links: list[list[str]], who: str) -> list[str]:
    """Whoever is joined with `who`, also through others, `who` first (T30)."""
    found = [who]
    for name in found:
        for pair in links:
            if name in pair:
                found.extend(one for one in pair if one not in found)
    return found


Ctx = Context[Person, Combat, TracksRules]
TracksState = State[Person, Combat, TracksRules]


def combat_of(state: TracksState) -> Combat | None:
    """The combat that runs; there is one at a time."""
    return next(iter(state.encounters.values()), None)


def engagements(links: list[list[str]]) -> list[list[str]]:
    """The engagements, each in order of name, in order of their first (T30)."""
    groups = [sorted(joined(links, who)) for pair in links for who in pair]
    return [list(one) for one in sorted({tuple(group) for group in groups})]


def is_stressful(state: TracksState) -> bool:
    return bool(state.shared["situation"] == "stressful")
