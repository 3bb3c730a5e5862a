"""What is true at a table: characters, encounters, house rules. Only events change it."""

from __future__ import annotations

from copy import copy
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Generic, Self, TypeVar

from engine.effects import Effect
from engine.house_rules import HouseRules


@dataclass(slots=True)
class Character:
    """What every system knows of a character; a system's own class adds its numbers.

    `control` is "pc" (run by a player) or "npc" (run by the game master). `bound` is false while
    no token stands for the character: its questions then go to the game master. `automation` and
    `dice` are those of `Conduct` for this character alone; None as the table has them.
    """

    id: str
    name: str
    side: str
    control: str = "pc"
    bound: bool = True
    encounter: str | None = None
    automation: str | None = None
    dice: str | None = None
    habits: dict[str, str] = field(default_factory=dict)
    abilities: list[str] = field(default_factory=list)

    def clone(self) -> Self:
        raise NotImplementedError

    def stands(self) -> bool:
        """Whether the character still takes part in its encounter."""
        return True

    def to_data(self) -> dict[str, Any]:
        return {name: copy(getattr(self, name)) for name in field_names(type(self))}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        return cls(**{name: copy(value) for name, value in data.items()})


@dataclass(slots=True)
class Encounter:
    """One encounter: the order, whose turn it is, and what lasts.

    `turns` counts the turns each character has begun, so that "the end of hiroshi's turn 5" is a
    point in time. `index` is a cache of who can take part in what; it is no part of the state.
    """

    id: str
    name: str
    order: list[str]
    round: int = 1
    turn: str | None = None
    over: bool = False
    turns: dict[str, int] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    last_effect: int = 0
    index: Any = field(default=None, repr=False, compare=False)

    def clone(self) -> Self:
        raise NotImplementedError

    def end_effects(self, boundary: tuple[str, str, int]) -> None:
        """Drops what lasts until this boundary."""
        self.effects = [effect for effect in self.effects if effect.ends != boundary]

    def to_data(self) -> dict[str, Any]:
        names = [name for name in field_names(type(self)) if name != "index"]
        data = {name: copy(getattr(self, name)) for name in names}
        data["effects"] = [effect.to_data() for effect in self.effects]
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        own = {name: copy(value) for name, value in data.items()}
        own["effects"] = [Effect.from_data(one) for one in data["effects"]]
        return cls(**own)


_names: dict[type[Any], tuple[str, ...]] = {}


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a slots class, its bases' first."""
    names = _names.get(kind)
    if names is None:
        names = tuple(one.name for one in fields(kind))
        _names[kind] = names
    return names


AUTOMATION = ("at_once", "confirm", "suggest")
DICE = ("bridge", "typed", "tabletop")
ODDS = ("gm", "players")


@dataclass(frozen=True, slots=True)
class Conduct:
    """How the game master wants things to be done at a table.

    `automation`: results count "at_once", once the game master has said so ("confirm"; his own
    actions at once), or are only shown ("suggest") until he applies them. `dice`: thrown by the
    "bridge", "typed" in by whoever throws, or rolled by a page of the "tabletop".
    `odds`: who sees chances before a roll, the "gm" or "players" too.
    """

    automation: str = "at_once"
    dice: str = "bridge"
    odds: str = "gm"


C = TypeVar("C", bound=Character)
E = TypeVar("E", bound=Encounter)
R = TypeVar("R", bound=HouseRules)


@dataclass(slots=True)
class State(Generic[C, E, R]):
    """Everything a table knows. `sides` lists the sides in order of appearance.

    `shared` is what belongs to the whole table in a system's rules: plain values that events
    replace, never change in place.
    """

    system: str
    rules: R
    characters: dict[str, C] = field(default_factory=dict)
    encounters: dict[str, E] = field(default_factory=dict)
    sides: list[str] = field(default_factory=list)
    shared: dict[str, Any] = field(default_factory=dict)
    conduct: Conduct = Conduct()

    def clone(self) -> State[C, E, R]:
        return State(
            self.system,
            self.rules,
            {key: one.clone() for key, one in self.characters.items()},
            {key: one.clone() for key, one in self.encounters.items()},
            self.sides[:],
            self.shared.copy(),
            self.conduct,
        )

    def to_data(self) -> dict[str, Any]:
        """Plain data; `engine.system.state_from_data` reads it back."""
        return {
            "system": self.system,
            "rules": self.rules.to_data(),
            "characters": {key: one.to_data() for key, one in self.characters.items()},
            "encounters": {key: one.to_data() for key, one in self.encounters.items()},
            "sides": self.sides[:],
            "shared": self.shared.copy(),
            "conduct": asdict(self.conduct),
        }

    def automation(self, who: str | None) -> str:
        """How far what this character does counts; see `Conduct`."""
        own = self.characters[who].automation if who is not None else None
        return own or self.conduct.automation

    def dice(self, who: str | None) -> str:
        """Where this character's dice come from; see `Conduct`. Nobody's are the bridge's."""
        return (self.characters[who].dice or self.conduct.dice) if who is not None else "bridge"

    def side_index(self, side: str) -> int | None:
        """0 to 3 for the first four sides in order of appearance, else None."""
        place = self.sides.index(side) if side in self.sides else 4
        return place if place < 4 else None


AnyState = State[Any, Any, Any]
