"""Events: small typed facts. State changes in `apply` and nowhere else.

Every event has a `kind` and a `version`; `upcast` lifts data of an older version, so that the
journals of every release keep loading.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine.effects import Effect
from engine.state import AnyState, Character, Encounter, field_names


@dataclass(slots=True)
class Event:
    """Base of all events; subclasses are dataclasses with slots and plain fields."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1

    def apply(self, state: AnyState) -> None:
        raise NotImplementedError

    def audience(self) -> str:
        """Who may learn of it: "public", "gm" or "owner:<character>"."""
        return "public"

    def story(self) -> str:
        """What goes on over several commands and has one card, by a name of its own; else "" """
        return ""

    def to_data(self) -> dict[str, Any]:
        data = {"kind": self.kind, "v": self.version}
        for name in field_names(type(self)):
            data[name] = getattr(self, name)
        return data

    @classmethod
    def upcast(cls, data: dict[str, Any], version: int) -> dict[str, Any]:
        """Fields of `version`, as fields of today."""
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """The event of today; raises `ValueError` for one of a version to come."""
        if data["v"] > cls.version:
            raise ValueError(f"{cls.kind} of version {data['v']}")
        fields = {name: value for name, value in data.items() if name not in ("kind", "v")}
        return cls(**cls.upcast(fields, data["v"]))


@dataclass(slots=True)
class Told(Event):
    """A fact that is worth telling and changes nothing: dice, reasons, sums."""

    def apply(self, state: AnyState) -> None:
        """What it brings about are events of their own."""


@dataclass(slots=True)
class PartRefused(Told):
    """A part of a command that is not possible; the rest goes on. `who` wished it, if anybody."""

    kind = "part_refused"
    who: str | None
    part: str
    why: str

    def audience(self) -> str:
        return f"owner:{self.who}" if self.who is not None else "gm"


@dataclass(slots=True)
class Resolved(Told):
    """What a command came to, in plain values under the names of the scenario format.

    `told` says to whom.
    """

    kind = "resolved"
    what: str
    data: dict[str, Any]
    told: str = "public"

    def audience(self) -> str:
        return self.told


@dataclass(slots=True)
class CharacterAdded(Event):
    kind = "character_added"
    character: Character

    def apply(self, state: AnyState) -> None:
        state.characters[self.character.id] = self.character.clone()
        if self.character.side not in state.sides:
            state.sides.append(self.character.side)

    def audience(self) -> str:
        return "gm"

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind, "v": self.version, "character": self.character.to_data()}


@dataclass(slots=True)
class CharacterEdited(Event):
    """The game master set fields by hand: name -> value, and what they were before."""

    kind = "character_edited"
    character: str
    before: dict[str, Any]
    after: dict[str, Any]

    def apply(self, state: AnyState) -> None:
        character = state.characters[self.character]
        for name, value in self.after.items():
            setattr(character, name, value)
        if character.side not in state.sides:
            state.sides.append(character.side)
        if character.encounter in state.encounters:
            state.encounters[character.encounter].index = None

    def audience(self) -> str:
        return "gm"


@dataclass(slots=True)
class HabitSet(Event):
    """How a character's owner wants to be asked next time: ask, always or never."""

    kind = "habit_set"
    character: str
    option: str
    habit: str

    def apply(self, state: AnyState) -> None:
        habits = dict(state.characters[self.character].habits)
        habits[self.option] = self.habit
        if self.habit == "ask":
            del habits[self.option]
        state.characters[self.character].habits = habits

    def audience(self) -> str:
        return f"owner:{self.character}"


@dataclass(slots=True)
class LeaveAsked(Event):
    """A combatant was taken away in the middle of something; it leaves when that is over."""

    kind = "leave_asked"
    character: str

    def apply(self, state: AnyState) -> None:
        state.characters[self.character].bound = False


@dataclass(slots=True)
class EncounterStarted(Event):
    kind = "encounter_started"
    encounter: Encounter

    def apply(self, state: AnyState) -> None:
        state.encounters[self.encounter.id] = self.encounter.clone()
        for who in self.encounter.order:
            state.characters[who].encounter = self.encounter.id

    def to_data(self) -> dict[str, Any]:
        return {"kind": self.kind, "v": self.version, "encounter": self.encounter.to_data()}


@dataclass(slots=True)
class OrderSet(Event):
    """The order of an encounter as it stands now; who is no longer in it has left."""

    kind = "order_set"
    encounter: str
    order: list[str]

    def apply(self, state: AnyState) -> None:
        encounter = state.encounters[self.encounter]
        for who in encounter.order:
            state.characters[who].encounter = None
        for who in self.order:
            state.characters[who].encounter = self.encounter
        encounter.order = self.order[:]
        encounter.index = None


@dataclass(slots=True)
class EncounterEnded(Event):
    """The encounter is put away; a system's own event says what that does to its characters."""

    kind = "encounter_ended"
    encounter: str

    def apply(self, state: AnyState) -> None:
        for who in state.encounters.pop(self.encounter).order:
            state.characters[who].encounter = None


@dataclass(slots=True)
class CombatOver(Event):
    """Nobody is left to fight against."""

    kind = "combat_over"
    encounter: str

    def apply(self, state: AnyState) -> None:
        state.encounters[self.encounter].over = True


@dataclass(slots=True)
class CombatWentOn(Event):
    """The game master lets an encounter that was over go on; new opponents may enter."""

    kind = "combat_went_on"
    encounter: str

    def apply(self, state: AnyState) -> None:
        state.encounters[self.encounter].over = False


@dataclass(slots=True)
class TurnBegan(Event):
    """A place in the order comes up. `running` is false for those who are out of the fight."""

    kind = "turn_began"
    encounter: str
    who: str
    number: int
    round: int
    running: bool

    def apply(self, state: AnyState) -> None:
        encounter = state.encounters[self.encounter]
        encounter.round = self.round
        encounter.turns[self.who] = self.number
        if self.running:
            encounter.turn = self.who
        encounter.end_effects((self.who, "begin", self.number))


@dataclass(slots=True)
class TurnEnded(Event):
    kind = "turn_ended"
    encounter: str
    who: str
    number: int

    def apply(self, state: AnyState) -> None:
        state.encounters[self.encounter].end_effects((self.who, "end", self.number))


@dataclass(slots=True)
class EffectGained(Event):
    kind = "effect_gained"
    encounter: str
    effect: Effect

    def apply(self, state: AnyState) -> None:
        encounter = state.encounters[self.encounter]
        encounter.effects.append(self.effect)
        encounter.last_effect = self.effect.id

    def audience(self) -> str:
        return f"owner:{self.effect.user}"

    def to_data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "v": self.version,
            "encounter": self.encounter,
            "effect": self.effect.to_data(),
        }

    @classmethod
    def upcast(cls, data: dict[str, Any], version: int) -> dict[str, Any]:
        return {**data, "effect": Effect.from_data(data["effect"])}


@dataclass(slots=True)
class EffectSpent(Event):
    kind = "effect_spent"
    encounter: str
    effect: int

    def apply(self, state: AnyState) -> None:
        encounter = state.encounters[self.encounter]
        encounter.effects = [one for one in encounter.effects if one.id != self.effect]


@dataclass(slots=True)
class RulesSet(Event):
    """House rules changed: switch -> value, and what they were before."""

    kind = "rules_set"
    before: dict[str, Any]
    after: dict[str, Any]

    def apply(self, state: AnyState) -> None:
        state.rules = type(state.rules).make({**state.rules.to_data(), **self.after})


@dataclass(slots=True)
class ConductSet(Event):
    """How the game master wants things done changed: name -> value, and what it was before."""

    kind = "conduct_set"
    before: dict[str, str]
    after: dict[str, str]

    def apply(self, state: AnyState) -> None:
        state.conduct = replace(state.conduct, **self.after)


CORE_EVENTS: tuple[type[Event], ...] = (
    CharacterAdded,
    CharacterEdited,
    HabitSet,
    LeaveAsked,
    EncounterStarted,
    OrderSet,
    EncounterEnded,
    CombatOver,
    CombatWentOn,
    TurnBegan,
    TurnEnded,
    EffectGained,
    EffectSpent,
    RulesSet,
    ConductSet,
)
