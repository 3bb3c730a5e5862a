"""The events of CARPS: all that changes fighters and fights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.events import Event, Told
from engine.systems.carps.model import CarpsState, Fighter


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
        if fighter.encounter is not None:
            done = state.encounters[fighter.encounter].done
            done[self.action] = done.get(self.action, 0) + 1


@dataclass(slots=True)
class AbilityUsed(Told):
    """An ability is used and paid for; `rp` is its price. `on` tells whom it concerns."""

    kind = "ability_used"
    user: str
    ability: str
    rp: int
    on: str | None


@dataclass(slots=True)
class ReactionRefused(Told):
    """An announced or chosen reaction was not possible at its moment; nothing was paid."""

    kind = "reaction_refused"
    user: str
    ability: str
    why: str

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
        fighter = state.characters[self.who]
        fighter.level = self.now
        fighter.gained += self.amount


@dataclass(slots=True)
class Rolled(Told):
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


@dataclass(slots=True)
class ReserveRolled(Told):
    """The RP check at the end of a turn; open if a player runs the character.

    `by` are the abilities that changed the die or had it thrown again.
    """

    kind = "reserve_rolled"
    who: str
    sides: int
    dice: list[int]
    result: int
    open: bool
    by: list[str] = field(default_factory=list)

    def audience(self) -> str:
        return "public" if self.open else f"owner:{self.who}"


@dataclass(slots=True)
class Redirected(Told):
    kind = "redirected"
    attacker: str
    old: str
    new: str


@dataclass(slots=True)
class OutcomeChanged(Told):
    """What an attack has come to: hit, miss or negated; `by` who made it so, None for the roll."""

    kind = "outcome_changed"
    attacker: str
    defender: str
    outcome: str
    by: str | None
    ability: str | None


@dataclass(slots=True)
class AttackResolved(Event):
    """The result of an attack after all reactions (the end of S7); hits are remembered.

    `lethal` is what makes a hit lethal (C21), if anything does.
    """

    kind = "attack_resolved"
    encounter: str
    attacker: str
    defender: str
    outcome: str
    lethal: str = ""

    def apply(self, state: CarpsState) -> None:
        if self.outcome == "hit":
            state.encounters[self.encounter].hits.append([self.attacker, self.defender])


@dataclass(slots=True)
class StatusSet(Event):
    """Active, defeated, escaped or outside.

    At a defeat `level` and `line` are the numbers that met; `terms` make up the Power Threshold,
    as [amount, source, who].
    """

    kind = "status_set"
    who: str
    status: str
    by: str | None = None
    level: int | None = None
    line: int | None = None
    terms: list[list[Any]] = field(default_factory=list)

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        fighter.status = self.status
        if self.status != "active":
            fighter.ap = fighter.temp_ap = fighter.carry_ap = 0


@dataclass(slots=True)
class PenaltyGained(Event):
    """AP less at the beginning of the next turn (C28).

    `carry` says that carried AP are lost, `temporary` that it is the lesser kind of C29.
    """

    kind = "penalty_gained"
    who: str
    ap: int
    carry: bool
    temporary: bool = False

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        if self.temporary:
            fighter.temp_penalty += self.ap
        else:
            fighter.ap_penalty += self.ap
        fighter.carry_lost = fighter.carry_lost or self.carry


@dataclass(slots=True)
class PointGained(Event):
    """A temporary AP from `source`: now, or when the next turn begins."""

    kind = "point_gained"
    who: str
    source: str
    now: bool

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        if self.now:
            fighter.temp_ap += 1
        else:
            fighter.waiting_ap += 1


@dataclass(slots=True)
class EntryPlanned(Event):
    """Somebody waits to enter late, or no longer; `plan` is [encounter, where]."""

    kind = "entry_planned"
    who: str
    plan: list[str] | None

    def apply(self, state: CarpsState) -> None:
        state.characters[self.who].entering = self.plan


@dataclass(slots=True)
class Entered(Event):
    """Somebody comes in late, at that level, with nothing that waited (C44).

    `others` are the levels of those who are in the fight, `base` is its own base level.
    """

    kind = "entered"
    encounter: str
    who: str
    level: int
    others: list[int]
    base: int

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        fighter.status = "active"
        fighter.level = self.level
        fighter.carry_ap = 0
        fighter.entering = None
        nothing_waits(fighter)
        state.encounters[self.encounter].entered = self.who


@dataclass(slots=True)
class EntranceRolled(Told):
    """The die that tells how many levels a late entry gives."""

    kind = "entrance_rolled"
    who: str
    sides: int
    dice: list[int]
    result: int
    ability: str


@dataclass(slots=True)
class CountsCleared(Event):
    """What is counted by turns begins anew, for everybody; `ended` is whose turn was before."""

    kind = "counts_cleared"
    encounter: str
    ended: str | None

    def apply(self, state: CarpsState) -> None:
        fight = state.encounters[self.encounter]
        fight.turn_hits = len(fight.hits)
        if self.ended is not None:
            fight.since[self.ended] = len(fight.hits)
        fight.done = {}
        fight.entered = None
        for who in fight.order:
            state.characters[who].gained = 0


@dataclass(slots=True)
class PointsSet(Event):
    """AP at the beginning or end of a turn; what waited for the beginning is used up there."""

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
            nothing_waits(fighter)


def nothing_waits(fighter: Fighter) -> None:
    """What should have come at the beginning of the next turn is used up or gone."""
    fighter.waiting_ap = fighter.ap_penalty = fighter.temp_penalty = 0
    fighter.carry_lost = False


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
            fighter.ap = fighter.temp_ap = fighter.carry_ap = fighter.gained = 0
            nothing_waits(fighter)
            if fighter.entering is not None and fighter.entering[0] == self.encounter:
                fighter.entering = None


@dataclass(slots=True)
class AbilityBought(Event):
    """An ability was bought for that many XP."""

    kind = "ability_bought"
    who: str
    ability: str
    xp: int

    def apply(self, state: CarpsState) -> None:
        fighter = state.characters[self.who]
        fighter.abilities = [*fighter.abilities, self.ability]
        if fighter.encounter is not None:
            state.encounters[fighter.encounter].index = None

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class StyleChosen(Event):
    kind = "style_chosen"
    who: str
    style: str

    def apply(self, state: CarpsState) -> None:
        state.characters[self.who].style = self.style


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
    PointGained,
    EntryPlanned,
    Entered,
    EntranceRolled,
    CountsCleared,
    PointsSet,
    FightClosed,
    AbilityBought,
    StyleChosen,
)
