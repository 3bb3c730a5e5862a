"""CARPS: fighters, fights, and the events that change them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.events import Event
from engine.resolution import Context
from engine.state import Character, Encounter, State
from engine.systems.carps.rules import CarpsRules

STYLES = {"offensive": (2, 0), "centered": (1, 1), "defensive": (0, 2)}
STATUSES = ("active", "defeated", "escaped", "outside")


@dataclass(slots=True)
class Fighter(Character):
    """A character. `level` is the encounter level, `base` the base level; AP as in C27.

    `attack` and `defense` stand instead of the style's scores where they are given.
    """

    style: str = "centered"
    base: int = 1
    level: int = 1
    rp: int = 0
    attack: int | None = None
    defense: int | None = None
    ap: int = 0
    temp_ap: int = 0
    carry_ap: int = 0
    status: str = "active"
    ap_penalty: int = 0
    carry_lost: bool = False

    def clone(self) -> Fighter:
        new = Fighter.__new__(Fighter)
        new.id = self.id
        new.name = self.name
        new.side = self.side
        new.control = self.control
        new.bound = self.bound
        new.encounter = self.encounter
        new.automation = self.automation
        new.dice = self.dice
        new.habits = self.habits
        new.style = self.style
        new.base = self.base
        new.level = self.level
        new.rp = self.rp
        new.abilities = self.abilities
        new.attack = self.attack
        new.defense = self.defense
        new.ap = self.ap
        new.temp_ap = self.temp_ap
        new.carry_ap = self.carry_ap
        new.status = self.status
        new.ap_penalty = self.ap_penalty
        new.carry_lost = self.carry_lost
        return new

    def stands(self) -> bool:
        return self.encounter is not None and self.status == "active"

    @property
    def power_threshold(self) -> int:
        return 5 + self.base // 2  # C10

    @property
    def defeat_line(self) -> int:
        return self.level + self.power_threshold  # C10


@dataclass(slots=True)
class Fight(Encounter):
    """An encounter. `hits` are those of the running turn, as [attacker, defender]."""

    hits: list[list[str]] = field(default_factory=list)

    def clone(self) -> Fight:
        new = Fight.__new__(Fight)
        new.id = self.id
        new.name = self.name
        new.order = self.order
        new.round = self.round
        new.turn = self.turn
        new.over = self.over
        new.turns = self.turns.copy()
        new.effects = self.effects[:]
        new.last_effect = self.last_effect
        new.index = self.index
        new.hits = self.hits[:]
        return new


Ctx = Context[Fighter, Fight, CarpsRules]
CarpsState = State[Fighter, Fight, CarpsRules]


def is_active(ctx: Ctx, who: str) -> bool:
    """In the combat, neither defeated nor escaped."""
    fighter = ctx.state.characters[who]
    return fighter.status == "active" and fighter.encounter == ctx.encounter_id


def active(state: CarpsState, fight: Fight) -> list[str]:
    """Who is in the fight, in order of initiative."""
    return [who for who in fight.order if state.characters[who].status == "active"]


def allies(state: CarpsState, fight: Fight, who: str) -> list[str]:
    """Other active characters on the side of `who`."""
    side = state.characters[who].side
    return [
        one for one in active(state, fight) if one != who and state.characters[one].side == side
    ]


def opponents(state: CarpsState, fight: Fight, who: str) -> list[str]:
    """Active characters of other sides."""
    side = state.characters[who].side
    return [one for one in active(state, fight) if state.characters[one].side != side]


@dataclass(slots=True)
class Declared(Event):
    """An action begins and its AP are paid: `ap` and `temp_ap` are what is left."""

    kind = "declared"
    actor: str
    action: str
    target: str | None
    paid: int
    ap: int
    temp_ap: int

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.actor]
        fighter.ap = self.ap
        fighter.temp_ap = self.temp_ap


@dataclass(slots=True)
class AbilityUsed(Event):
    """An ability is used and paid for; `rp` is its price. `on` tells whom it concerns."""

    kind = "ability_used"
    user: str
    ability: str
    rp: int
    on: str | None

    def apply(self, state: CarpsState) -> None:
        """Changes nothing itself; what follows are events of their own."""


@dataclass(slots=True)
class ReactionRefused(Event):
    """An announced or chosen reaction was not possible at its moment; nothing was paid."""

    kind = "reaction_refused"
    user: str
    ability: str
    why: str

    def apply(self, state: CarpsState) -> None:
        """Changes nothing."""

    def audience(self) -> str:
        return f"owner:{self.user}"


@dataclass(slots=True)
class ReservesChanged(Event):
    """RP spent or gained: `amount` is signed, `now` what is left, `reason` a source key."""

    kind = "reserves_changed"
    who: str
    amount: int
    now: int
    reason: str

    def apply(self, state: CarpsState) -> None:
        state.characters[self.who].rp = self.now

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class LevelsGained(Event):
    """Levels rise; `terms` say from what, as [amount, source, who]."""

    kind = "levels_gained"
    who: str
    amount: int
    now: int
    terms: list[list[Any]]

    def apply(self, state: CarpsState) -> None:
        state.characters[self.who].level = self.now


@dataclass(slots=True)
class Rolled(Event):
    """A roll of d10s against a target number.

    `type` is attack, defense, escape or prevent; `net` is signed for the roller; `scores` are own
    and opposing as [name, terms]; `terms` make up `net`; `value` is that of C2, `kept` the place
    of the die that is compared.
    """

    kind = "rolled"
    type: str
    roller: str
    against: str
    tn: int
    net: int
    dice: list[int]
    kept: int
    value: int
    success: bool
    scores: list[list[Any]]
    terms: list[list[Any]]

    def apply(self, state: CarpsState) -> None:
        """Dice change nothing themselves."""


@dataclass(slots=True)
class ReserveRolled(Event):
    """The RP check at the end of a turn; open if a player runs the character."""

    kind = "reserve_rolled"
    who: str
    sides: int
    dice: list[int]
    result: int
    open: bool

    def apply(self, state: CarpsState) -> None:
        """The RP are an event of their own."""

    def audience(self) -> str:
        return "public" if self.open else f"owner:{self.who}"


@dataclass(slots=True)
class Redirected(Event):
    kind = "redirected"
    attacker: str
    old: str
    new: str

    def apply(self, state: CarpsState) -> None:
        """Whom an attack is aimed at is no lasting state."""


@dataclass(slots=True)
class OutcomeChanged(Event):
    """What an attack has come to: hit, miss or negated; `by` who made it so, None for the roll."""

    kind = "outcome_changed"
    attacker: str
    defender: str
    outcome: str
    by: str | None
    ability: str | None

    def apply(self, state: CarpsState) -> None:
        """Levels and defeat are events of their own."""


@dataclass(slots=True)
class AttackResolved(Event):
    """The result of an attack after all reactions (the end of S7); counts hits."""

    kind = "attack_resolved"
    encounter: str
    attacker: str
    defender: str
    outcome: str

    def apply(self, state: CarpsState) -> None:
        if self.outcome == "hit":
            state.encounters[self.encounter].hits.append([self.attacker, self.defender])


@dataclass(slots=True)
class StatusSet(Event):
    """Active, defeated, escaped or outside; `level` and `line` are the numbers that met."""

    kind = "status_set"
    who: str
    status: str
    by: str | None = None
    level: int | None = None
    line: int | None = None

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        fighter.status = self.status
        if self.status != "active":
            fighter.ap = fighter.temp_ap = fighter.carry_ap = 0


@dataclass(slots=True)
class PenaltyGained(Event):
    """AP less at the beginning of the next turn (C28); `carry` says that carried AP are lost."""

    kind = "penalty_gained"
    who: str
    ap: int
    carry: bool

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        fighter.ap_penalty += self.ap
        fighter.carry_lost = fighter.carry_lost or self.carry


@dataclass(slots=True)
class PointsSet(Event):
    """AP at the beginning or end of a turn; penalties and losses are used up at a beginning."""

    kind = "points_set"
    encounter: str
    who: str
    ap: int
    temp_ap: int
    carry_ap: int
    begins: bool

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        fighter.ap = self.ap
        fighter.temp_ap = self.temp_ap
        fighter.carry_ap = self.carry_ap
        if self.begins:
            fighter.ap_penalty = 0
            fighter.carry_lost = False
            state.encounters[self.encounter].hits = []


@dataclass(slots=True)
class FightClosed(Event):
    """C62: `who` goes back to base; effects, charges and AP are gone."""

    kind = "fight_closed"
    encounter: str
    who: list[str]

    def apply(self, state: CarpsState) -> None:
        fight = state.encounters[self.encounter]
        fight.over = True
        fight.effects = []
        for who in self.who:
            fighter = state.characters[who]
            fighter.level = fighter.base
            fighter.ap = fighter.temp_ap = fighter.carry_ap = fighter.ap_penalty = 0
            fighter.carry_lost = False


EVENTS: tuple[type[Event], ...] = (
    Declared,
    AbilityUsed,
    ReactionRefused,
    ReservesChanged,
    LevelsGained,
    Rolled,
    ReserveRolled,
    Redirected,
    OutcomeChanged,
    AttackResolved,
    StatusSet,
    PenaltyGained,
    PointsSet,
    FightClosed,
)
