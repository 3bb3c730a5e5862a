"""The events of tracks: what happens to persons, combats and the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.events import Event, PartRefused, Resolved, Told
from engine.systems.tracks.model import TracksState


@dataclass(slots=True)
class SituationSet(Event):
    """The situation of the whole table: calm or stressful."""

    kind = "situation_set"
    situation: str

    def apply(self, state: TracksState) -> None:
        state.shared = {**state.shared, "situation": self.situation}


@dataclass(slots=True)
class TensionSet(Event):
    """Tension on a track, before and now; `why` is raise, six, pay, outside, rest or fate.

    `was_max` and `at_max` are whether the character was, and is, at tension MAX.
    """

    kind = "tension_set"
    who: str
    track: str
    before: int
    now: int
    was_max: bool
    at_max: bool
    why: str

    def apply(self, state: TracksState) -> None:
        person = state.characters[self.who]
        setattr(person, f"{self.track}_tension", self.now)
        person.at_max = self.at_max


@dataclass(slots=True)
class DamageSet(Event):
    """Damage on a track: `amount` is signed, `now` what there is."""

    kind = "damage_set"
    who: str
    track: str
    amount: int
    now: int
    why: str

    def apply(self, state: TracksState) -> None:
        setattr(state.characters[self.who], self.track, self.now)


@dataclass(slots=True)
class StandingSet(Event):
    """Somebody goes down, faints, dies or comes round; `what` is down, faint, dead or awake."""

    kind = "standing_set"
    who: str
    what: str
    down: bool
    faint: bool
    dead: bool

    def apply(self, state: TracksState) -> None:
        person = state.characters[self.who]
        person.down, person.faint, person.dead = self.down, self.faint, self.dead


@dataclass(slots=True)
class FateSet(Event):
    """Fate is accepted (T50), or may be accepted again (T51)."""

    kind = "fate_set"
    who: str
    fate: str

    def apply(self, state: TracksState) -> None:
        state.characters[self.who].fate = self.fate


@dataclass(slots=True)
class PoolSet(Event):
    """Points of a strategy (T26): `amount` is signed, `by` who used or made them."""

    kind = "pool_set"
    who: str
    by: str
    amount: int
    now: int

    def apply(self, state: TracksState) -> None:
        state.characters[self.who].pool = self.now

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class UsedToday(Event):
    """Something that goes once a day: aid (for a patient), plan or reversal."""

    kind = "used_today"
    who: str
    what: str
    patient: str | None = None

    def apply(self, state: TracksState) -> None:
        person = state.characters[self.who]
        if self.what == "aid" and self.patient is not None:
            person.aided = [*person.aided, self.patient]
        elif self.what == "plan":
            person.planned = True
        else:
            person.reversed = True


@dataclass(slots=True)
class DayBegan(Event):
    kind = "day_began"

    def apply(self, state: TracksState) -> None:
        for person in state.characters.values():
            person.pool, person.aided = 0, []
            person.planned = person.reversed = False


@dataclass(slots=True)
class Thrown(Told):
    """The first dice of a challenge, before bids: groups of dice as [word, dice].

    `attribute` is the one used and `value` the whole of it, which settles ties (T4). `terms` are
    what is added to the dice, as [amount, source]; `result` is their sum at this moment. Who
    cannot roll has no dice (T46).
    """

    kind = "thrown"
    who: str
    purpose: str
    attribute: str
    value: int
    dice: list[list[Any]]
    terms: list[list[Any]]
    result: int

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class BidsOpened(Told):
    """A round of bids: how often each side may raise in it; who may not is not asked (T10, T11)."""

    kind = "bids_opened"
    round: int
    left: dict[str, int]


@dataclass(slots=True)
class BidMade(Told):
    """A raise after the throw (T9, T11), with its dice and what the result is now."""

    kind = "bid_made"
    who: str
    dice: list[int]
    result: int
    round: int


@dataclass(slots=True)
class BidPassed(Told):
    kind = "bid_passed"
    who: str
    round: int


@dataclass(slots=True)
class Rolled(Told):
    """A roll as it stands in the end: all dice of the roller in order of use, and the result."""

    kind = "rolled"
    who: str
    purpose: str
    dice: list[int]
    result: int


@dataclass(slots=True)
class SetupSet(Event):
    """What somebody chose at setup (T27), or went over to (T41)."""

    kind = "setup_set"
    encounter: str
    who: str
    setup: dict[str, Any]

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.setups = {**combat.setups, self.who: self.setup}
        state.characters[self.who].encounter = self.encounter


@dataclass(slots=True)
class RoundBegan(Event):
    """A round begins in a new order (T28)."""

    kind = "round_began"
    encounter: str
    round: int
    order: list[str]

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        for who in (*combat.order, *combat.setups):
            state.characters[who].encounter = self.encounter if who in self.order else None
        combat.round, combat.order, combat.turn = self.round, self.order, None
        combat.finished, combat.holding, combat.moved = [], {}, {}
        combat.ended = combat.actions = combat.extra = 0


@dataclass(slots=True)
class TurnStarted(Event):
    kind = "turn_started"
    encounter: str
    who: str

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.turn, combat.actions, combat.extra = self.who, 1, 0
        combat.holding = _without(combat.holding, self.who)


@dataclass(slots=True)
class TurnHeld(Event):
    kind = "turn_held"
    encounter: str
    who: str

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.holding = {**combat.holding, self.who: combat.ended}


@dataclass(slots=True)
class TurnFinished(Event):
    """A turn is over, or used up by a clash while somebody else's runs (T35)."""

    kind = "turn_finished"
    encounter: str
    who: str

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.finished = [*combat.finished, self.who]
        combat.holding = _without(combat.holding, self.who)
        if combat.turn == self.who:
            combat.turn, combat.actions = None, 0
            combat.ended += 1


@dataclass(slots=True)
class ActionsSet(Event):
    """Active actions left in the running turn, and extra ones bought in it (T33)."""

    kind = "actions_set"
    encounter: str
    who: str
    actions: int
    extra: int

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.actions, combat.extra = self.actions, self.extra


@dataclass(slots=True)
class EngagementSet(Event):
    """Who is directly engaged with whom.

    `who` has moved, by advancing or withdrawing; nobody has if the game master says it.
    """

    kind = "engagement_set"
    encounter: str
    who: str | None
    links: list[list[str]]

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.links = self.links
        if self.who is not None:
            combat.moved = {**combat.moved, self.who: combat.moved.get(self.who, 0) + 1}


@dataclass(slots=True)
class CombatLeft(Event):
    """Somebody is taken out of the combat by hand."""

    kind = "combat_left"
    encounter: str
    who: str

    def apply(self, state: TracksState) -> None:
        combat = state.encounters[self.encounter]
        combat.setups = {one: setup for one, setup in combat.setups.items() if one != self.who}
        combat.links = [pair for pair in combat.links if self.who not in pair]
        combat.order = [one for one in combat.order if one != self.who]
        combat.holding = _without(combat.holding, self.who)
        if combat.turn == self.who:
            combat.turn, combat.actions = None, 0
            combat.ended += 1
        state.characters[self.who].encounter = None


def _without(holding: dict[str, int], who: str) -> dict[str, int]:
    return {one: ended for one, ended in holding.items() if one != who}


EVENTS: tuple[type[Event], ...] = (
    SituationSet,
    TensionSet,
    DamageSet,
    StandingSet,
    FateSet,
    PoolSet,
    UsedToday,
    DayBegan,
    Thrown,
    BidsOpened,
    BidMade,
    BidPassed,
    Rolled,
    PartRefused,
    Resolved,
    SetupSet,
    RoundBegan,
    TurnStarted,
    TurnHeld,
    TurnFinished,
    ActionsSet,
    EngagementSet,
    CombatLeft,
)
