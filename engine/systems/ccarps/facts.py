"""The events of CCARPS: what happens to persons, and what is thrown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.events import Event, PartRefused, Resolved, Told
from engine.systems.ccarps.model import CcarpsState, Draft


@dataclass(slots=True)
class Rolled(Told):
    """Dice as they fell. `result` is what they come to, `tn` what it had to be under, if anything.

    `parts` make up the target number, as [stage, label, amount, who], the base first; `critical` is
    success, failure or None.
    """

    kind = "rolled"
    who: str | None
    purpose: str
    dice: list[int]
    result: int
    tn: int | None = None
    success: bool | None = None
    critical: str | None = None
    parts: list[list[Any]] | None = None


@dataclass(slots=True)
class MarksSet(Event):
    """Boxes of a bar: `amount` is signed, `now` what is marked."""

    kind = "marks_set"
    who: str
    bar: str
    amount: int
    now: int
    why: str

    def apply(self, state: CcarpsState) -> None:
        setattr(state.characters[self.who], self.bar, self.now)


@dataclass(slots=True)
class DamageTold(Told):
    """What the damage of a hit is made of, as [amount, label]; together below 1 it is 0 (R28)."""

    kind = "damage_told"
    who: str
    amount: int
    terms: list[list[Any]]


@dataclass(slots=True)
class ConditionTold(Told):
    """Somebody is now dead, unconscious or conscious; it follows from the bars (R14)."""

    kind = "condition_told"
    who: str
    what: str


@dataclass(slots=True)
class DodgingSet(Event):
    """Somebody gives up its actions to dodge, or has them again (R25)."""

    kind = "dodging_set"
    who: str
    dodging: bool

    def apply(self, state: CcarpsState) -> None:
        state.characters[self.who].dodging = self.dodging


@dataclass(slots=True)
class RiposteSet(Event):
    """What the next riposte of `who` against somebody is worth; None once it is used (R27)."""

    kind = "riposte_set"
    who: str
    against: str
    number: int | None

    def apply(self, state: CcarpsState) -> None:
        person = state.characters[self.who]
        person.ripostes = {
            one: kept for one, kept in person.ripostes.items() if one != self.against
        }
        if self.number is not None:
            person.ripostes[self.against] = self.number


@dataclass(slots=True)
class AttributesSet(Event):
    """The primary attributes that were rolled up, with age and convention (R33)."""

    kind = "attributes_set"
    who: str
    attributes: dict[str, int]
    age: int
    convention: str

    def apply(self, state: CcarpsState) -> None:
        person = state.characters[self.who]
        for name, value in self.attributes.items():
            setattr(person, name, value)
        person.age, person.convention = self.age, self.convention

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class OdditiesSet(Event):
    """All oddities, wealth and contacts among them, as [name, cost]."""

    kind = "oddities_set"
    who: str
    oddities: list[list[Any]]

    def apply(self, state: CcarpsState) -> None:
        state.characters[self.who].oddities = self.oddities

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class PointsSet(Event):
    """Points held but not assigned yet (R37): `amount` is signed."""

    kind = "points_set"
    who: str
    amount: int
    now: int

    def apply(self, state: CcarpsState) -> None:
        state.characters[self.who].unassigned = self.now

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class SkillSet(Event):
    kind = "skill_set"
    who: str
    skill: str
    points: int
    attribute: str

    def apply(self, state: CcarpsState) -> None:
        person = state.characters[self.who]
        person.grown += self.points - person.points(self.skill)
        entry = {"points": self.points, "attribute": self.attribute}
        person.skills = {**person.skills, self.skill: entry}

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class AccumulatorSet(Event):
    kind = "accumulator_set"
    who: str
    attribute: str
    now: int

    def apply(self, state: CcarpsState) -> None:
        setattr(state.characters[self.who], f"{self.attribute}_gained", self.now)

    def audience(self) -> str:
        return f"owner:{self.who}"


@dataclass(slots=True)
class DraftSet(Event):
    """A roll that is being built, as it stands now; None when it is thrown or given up.

    `why` is begun, changed, thrown, dropped or declared (a success without a roll). `parts` are
    those of `Rolled`, `defense` what is subtracted besides if the Reflex step succeeds; `dice` are
    [how many, criticals, plus six].
    """

    kind = "draft_set"
    who: str
    number: int
    draft: dict[str, Any] | None
    why: str
    parts: list[list[Any]]
    defense: list[list[Any]]
    dice: list[Any]

    def apply(self, state: CcarpsState) -> None:
        person = state.characters[self.who]
        person.draft = Draft.from_data(self.draft) if self.draft is not None else None
        person.drafts = max(person.drafts, self.number)

    def story(self) -> str:
        return f"{self.who}:{self.number}"


@dataclass(slots=True)
class SuccessStands(Event):
    """A success stands, so that others may contest it, or stands no longer (R7)."""

    kind = "success_stands"
    who: str
    standing: dict[str, Any] | None

    def apply(self, state: CcarpsState) -> None:
        state.characters[self.who].standing = self.standing


EVENTS: tuple[type[Event], ...] = (
    Rolled,
    MarksSet,
    DamageTold,
    ConditionTold,
    DodgingSet,
    RiposteSet,
    AttributesSet,
    OdditiesSet,
    PointsSet,
    SkillSet,
    AccumulatorSet,
    DraftSet,
    SuccessStands,
    PartRefused,
    Resolved,
)
