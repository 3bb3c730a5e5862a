"""CCARPS: persons, fights, and the drafts of rolls that people build together."""

from __future__ import annotations

from copy import copy
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine.grammar import plain
from engine.resolution import Context
from engine.state import Character, Encounter, State
from engine.systems.ccarps import entries
from engine.systems.ccarps.entries import BARS
from engine.systems.ccarps.rules import CcarpsRules

PRIMARIES = ("strength", "dexterity", "constitution", "intelligence", "willpower")
BOXES = 10
ADULT = 21
DODGING = "Acrobatics"  # R25


@dataclass(frozen=True, slots=True)
class Chip:
    """One named part of a target number that is being built.

    `group` is situation (simple), own (skilled), opposition, defense (counts only after the Reflex
    step) or damage; `by` the character who laid it, "" the game master; `key` a preset's.
    """

    id: int
    group: str
    label: str
    value: int
    by: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A roll that is being built in the open; nothing is thrown yet.

    `purpose` is check, second (the answer to a roll that stands) or attack. `source` says where the
    base comes from: "" as stated, else the movement. Either `skill` or the secondary
    `attribute` of an unskilled roll is set. `agreed` says that the game master has seen base and
    situation as they are. `against` is the target of an attack or the first side of a contest, with
    its `passed` dice.
    """

    number: int
    purpose: str
    skill: str = ""
    attribute: str = ""
    base: int | None = None
    source: str = ""
    agreed: bool = False
    chips: tuple[Chip, ...] = ()
    laid: int = 0
    against: str = ""
    passed: tuple[int, ...] = ()
    tech: int | None = None
    carried: int | None = None
    weapon: str = ""
    called: str = ""
    locate: bool = True
    riposte: bool = False
    bystanders: tuple[str, ...] = ()

    def chip(self, key: str) -> Chip | None:
        return next((one for one in self.chips if one.key == key), None)

    def with_chip(self, **fields: Any) -> Draft:
        """One chip more; one of the same name in the same group is replaced."""
        chip = Chip(self.laid + 1, **fields)
        kept = [one for one in self.chips if (one.group, one.label) != (chip.group, chip.label)]
        return replace(self, chips=(*kept, chip), laid=chip.id)

    def to_data(self) -> dict[str, Any]:
        lists = {"passed": list(self.passed), "bystanders": list(self.bystanders)}
        return {**asdict(self), **lists, "chips": [asdict(one) for one in self.chips]}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Draft:
        chips = tuple(Chip(**one) for one in data["chips"])
        lists = {"passed": tuple(data["passed"]), "bystanders": tuple(data["bystanders"])}
        return cls(**{**data, **lists, "chips": chips})


@dataclass(frozen=True, slots=True)
class Making:
    """A character that is being made (R32 to R36); its sheet stays as it is until that is finished.

    `thrown` are the sets of dice as they fell, ones thrown again among them, as (dice, sum);
    `order` says which attribute gets the first of the sets that count, which the second and so on.
    `skills` and `oddities` are what the points are spent on, as a person holds them.
    """

    number: int
    convention: str = "none"
    age: int = ADULT
    thrown: tuple[tuple[tuple[int, ...], int], ...] = ()
    order: tuple[str, ...] = PRIMARIES
    skills: dict[str, dict[str, Any]] = field(default_factory=dict)
    oddities: tuple[tuple[str, int], ...] = ()

    def to_data(self) -> dict[str, Any]:
        lists = {
            "thrown": [[list(dice), total] for dice, total in self.thrown],
            "order": list(self.order),
            "oddities": [list(one) for one in self.oddities],
        }
        return {**asdict(self), **lists}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Making:
        lists = {
            "thrown": tuple((tuple(dice), total) for dice, total in data["thrown"]),
            "order": tuple(data["order"]),
            "oddities": tuple((name, cost) for name, cost in data["oddities"]),
        }
        return cls(**{**data, **lists})


@dataclass(slots=True)
class Person(Character):
    """A character. Bars hold boxes marked; `skills` are {name: {points, attribute}}.

    `dodging`: its actions are given up until its next turn (R25). `ripostes` hold what the next
    riposte against somebody is worth (R27). `draft` is the roll it builds, `drafts` how many it has
    begun; `standing` the success that others may contest (R7), as {label, total, dice}. `making` is
    there while it is rolled up, `makings` how often that was begun; `grown` are the points that its
    skills have gained in play.
    """

    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    intelligence: int = 10
    willpower: int = 10
    mental: int = 0
    physical: int = 0
    spiritual: int = 0
    skills: dict[str, dict[str, Any]] = field(default_factory=dict)
    gear: dict[str, int] = field(default_factory=dict)
    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    resist: dict[str, int] = field(default_factory=dict)
    oddities: list[list[Any]] = field(default_factory=list)
    height: int | None = None
    tech: int | None = None
    age: int = 21
    convention: str = "none"
    unassigned: int = 0
    strength_gained: int = 0
    dexterity_gained: int = 0
    constitution_gained: int = 0
    intelligence_gained: int = 0
    willpower_gained: int = 0
    dodging: bool = False
    ripostes: dict[str, int] = field(default_factory=dict)
    draft: Draft | None = None
    drafts: int = 0
    standing: dict[str, Any] | None = None
    making: Making | None = None
    makings: int = 0
    grown: int = 0

    def clone(self) -> Person:
        return copy(self)

    def stands(self) -> bool:
        return self.encounter is not None and self.conscious

    @property
    def attributes(self) -> dict[str, int]:
        return {name: int(getattr(self, name)) for name in PRIMARIES}

    @property
    def accumulators(self) -> dict[str, int]:
        return {name: int(getattr(self, f"{name}_gained")) for name in PRIMARIES}

    @property
    def marks(self) -> dict[str, int]:
        return {bar: int(getattr(self, bar)) for bar in BARS}

    @property
    def full_bars(self) -> list[str]:
        return [bar for bar, marked in self.marks.items() if marked >= BOXES]

    @property
    def dead(self) -> bool:
        return len(self.full_bars) == len(BARS)  # R14

    @property
    def unconscious(self) -> bool:
        return bool(self.full_bars) and not self.dead  # R14

    @property
    def conscious(self) -> bool:
        return not self.full_bars

    def points(self, skill: str) -> int:
        return int(self.skills.get(skill, {}).get("points", 0))

    # Lists as the game master edits them, in rows

    @property
    def skill_list(self) -> list[entries.Row]:
        return [{"name": name, **one} for name, one in self.skills.items()]

    @skill_list.setter
    def skill_list(self, lines: list[Any]) -> None:
        self.skills = entries.held_skills(lines)

    @property
    def gear_list(self) -> list[entries.Row]:
        return [{"name": name, "value": value} for name, value in self.gear.items()]

    @gear_list.setter
    def gear_list(self, lines: list[Any]) -> None:
        self.gear = dict(entries.held_numbers("gear_list", lines))

    @property
    def weapon_list(self) -> list[entries.Row]:
        return [entries.weapon_row(name, one) for name, one in self.weapons.items()]

    @weapon_list.setter
    def weapon_list(self, lines: list[Any]) -> None:
        self.weapons = entries.held_weapons(lines)

    @property
    def resist_list(self) -> list[entries.Row]:
        return [{"name": name, "value": value} for name, value in self.resist.items()]

    @resist_list.setter
    def resist_list(self, lines: list[Any]) -> None:
        self.resist = dict(entries.held_numbers("resist_list", lines))

    def resists(self, kind: str) -> int:
        """What is taken off damage of a type, however that is spelled."""
        if kind in self.resist:
            return self.resist[kind]
        wanted = plain(kind)
        return next((one for name, one in self.resist.items() if plain(name) == wanted), 0)

    @property
    def oddity_list(self) -> list[entries.Row]:
        return [{"name": name, "value": cost} for name, cost in self.oddities]

    @oddity_list.setter
    def oddity_list(self, lines: list[Any]) -> None:
        self.oddities = [list(one) for one in entries.held_numbers("oddity_list", lines)]

    def to_data(self) -> dict[str, Any]:
        data = Character.to_data(self)
        data["draft"] = self.draft and self.draft.to_data()
        data["making"] = self.making and self.making.to_data()
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Person:
        own = {name: copy(value) for name, value in data.items()}
        own["draft"] = own["draft"] and Draft.from_data(own["draft"])
        own["making"] = own.get("making") and Making.from_data(own["making"])
        return cls(**own)


@dataclass(slots=True)
class Fight(Encounter):
    """An encounter: whose turn it is. The rules know no initiative; the order is the GM's."""

    def clone(self) -> Fight:
        new = copy(self)
        new.turns = self.turns.copy()
        return new


Ctx = Context[Person, Fight, CcarpsRules]
CcarpsState = State[Person, Fight, CcarpsRules]
