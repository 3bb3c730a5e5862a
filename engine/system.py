"""What a rule system is to the core, and where systems are found."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from engine.abilities import Ability, AbilityBook
from engine.cards import Card
from engine.commands import Verb
from engine.events import CORE_EVENTS, CharacterAdded, CharacterEdited, EncounterStarted, Event
from engine.grammar import Grammar
from engine.house_rules import HouseRules
from engine.resolution import Context, Refused
from engine.rolls import SingleRoll
from engine.state import AnyState, Character, Conduct, Encounter, State
from engine.words import GO_ON_LABEL, REFUSALS, Words

Portrait = Callable[[Callable[[str], bool]], dict[str, Any]]
BUILT_IN = {
    "carps": "engine.systems.carps",
    "ccarps": "engine.systems.ccarps",
    "tracks": "engine.systems.tracks",
}
GO_ON = "encounter.go_on"
MOST_ROWS = 100
MOST_LETTERS = 200
ENTRY_POINTS = "vtt_bridge.systems"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a character in the description, editable by the game master.

    `kind` is choice, integer, text, texts (a list of short ones), boolean, abilities or rows (a
    list of objects with the same `columns`, which are fields too); `audience` public, owner or gm.
    `min` and `max` are of a number, of the letters of a text or of how many rows there are.
    """

    key: str
    label: str
    kind: str
    default: Any
    audience: str = "public"
    options: tuple[tuple[str, str], ...] = ()
    min: int | None = None
    max: int | None = None
    hint: str = ""
    optional: bool = False
    columns: tuple[Field, ...] = ()

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "key": self.key,
            "label": self.label,
            "kind": self.kind,
            "audience": self.audience,
            "edit": "gm",
            "default": self.default,
        }
        if self.options:
            data["options"] = [{"value": value, "label": label} for value, label in self.options]
        for name in ("min", "max"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        if self.hint:
            data["hint"] = self.hint
        if self.optional:
            data["optional"] = True
        if self.columns:
            data["columns"] = [one.to_data() for one in self.columns]
        return data

    def check(self, value: Any, abilities: dict[str, Any], within: str = "") -> None:
        """Raises `Refused` (bad_field) if the field does not take the value."""
        if value is None and self.optional:
            return
        if self.kind == "rows":
            self._check_rows(value, abilities)
            return
        if self.kind == "choice":
            fine = value in [one for one, _ in self.options]
            allowed = "one of " + ", ".join(label for _, label in self.options)
        elif self.kind == "integer":
            low, high = self.min or 0, self.max if self.max is not None else 9999
            fine = type(value) is int and low <= value <= high
            allowed = f"a whole number from {low} to {high}"
        elif self.kind == "boolean":
            fine, allowed = isinstance(value, bool), "yes or no"
        elif self.kind == "abilities":
            fine = (
                isinstance(value, list)
                and all(isinstance(one, str) and one in abilities for one in value)
                and len(set(value)) == len(value)
            )
            allowed = "abilities of this system, each once"
        elif self.kind == "texts":
            fine = (
                isinstance(value, list)
                and len(value) <= 100
                and all(isinstance(one, str) and len(one) <= 200 for one in value)
            )
            allowed = "a list of short texts"
        else:
            low, high = self.min or 0, self.max if self.max is not None else MOST_LETTERS
            fine = isinstance(value, str) and low <= len(value.strip()) and len(value) <= high
            allowed = f"a text of {low} to {high} letters"
        if not fine:
            label = within + self.label
            raise Refused("bad_field", label=label, value=str(value)[:60], allowed=allowed)

    def _check_rows(self, rows: Any, abilities: dict[str, Any]) -> None:
        """What a row leaves out is taken for the default of its column."""
        keys, most = {one.key for one in self.columns}, self.max or MOST_ROWS
        if not isinstance(rows, list) or len(rows) > most:
            allowed = f"at most {most} rows"
            raise Refused("bad_field", label=self.label, value=str(rows)[:60], allowed=allowed)
        for place, row in enumerate(rows, 1):
            within = f"{self.label}, row {place}"
            if not isinstance(row, dict) or not row.keys() <= keys:
                allowed = ", ".join(one.label for one in self.columns)
                raise Refused("bad_field", label=within, value=str(row)[:60], allowed=allowed)
            for one in self.columns:
                one.check(row.get(one.key, one.default), abilities, f"{within}: ")


@dataclass(slots=True)
class System:
    """Base of every rule system: its data, and what the core asks of it.

    A system subclasses this, fills the fields and overrides the methods it needs. `shared` is what
    a new table's `State.shared` holds; a system whose commands may change that, or characters who
    are not in the actor's encounter, is `table_wide`: its commands run one at a time.
    `roll` is a roll by its numbers alone, for odds and dice without a table.
    """

    key: str
    title: str
    command: str
    book: AbilityBook
    verbs: dict[str, Verb]
    fields: tuple[Field, ...]
    character: type[Character]
    encounter: type[Encounter]
    rules: type[HouseRules]
    bars: dict[str, dict[str, str]]
    ability_kinds: dict[str, str]
    refusals: dict[str, Words] = field(default_factory=dict)
    own_events: tuple[type[Event], ...] = ()
    credit: str = ""
    shared: dict[str, Any] = field(default_factory=dict)
    table_wide: bool = False
    roll: SingleRoll | None = None
    words: dict[str, Words] = field(init=False)
    grammar: Grammar = field(init=False)
    event_kinds: dict[str, type[Event]] = field(init=False)

    def __post_init__(self) -> None:
        names = {key: one.name for key, one in self.book.data.items()}
        self.words = {**REFUSALS, **self.refusals}
        self.grammar = Grammar(self.command, self.title, self.verbs, names)
        kinds: tuple[type[Event], ...] = (*CORE_EVENTS, SystemChosen, *self.own_events)
        self.event_kinds = {one.kind: one for one in kinds}

    def new_state(self, rules: HouseRules) -> AnyState:
        return State(self.key, rules, shared=copy(self.shared))

    def describe(self) -> dict[str, Any]:
        """The system as plain data; the module draws everything from it."""
        return {
            "system": self.key,
            "title": self.title,
            "command": self.command,
            "credit": self.credit,
            "fields": [one.to_data() for one in self.fields],
            "verbs": [
                {
                    "key": verb.key,
                    "label": verb.label,
                    "aliases": list(verb.aliases),
                    "usage": verb.usage(),
                    "help": verb.help,
                    "cost": verb.cost,
                    "rank": verb.rank,
                    "args": [
                        {"key": one.key, "kind": one.kind, "optional": one.optional}
                        for one in verb.args
                    ],
                }
                for verb in sorted(self.verbs.values(), key=lambda one: one.rank)
            ],
            "abilities": [
                {**one.to_data(), **self.in_words(one)} for one in self.book.data.values()
            ],
            "ability_kinds": [
                {"key": key, "label": label} for key, label in self.ability_kinds.items()
            ],
            "rules": self.rules.describe(),
            "bars": self.bars,
            "out_status": True,
        }

    def event_from_data(self, data: dict[str, Any]) -> Event:
        """An event of this system (or of the core) from its plain data."""
        kind = data["kind"]
        if kind == CharacterAdded.kind:
            return CharacterAdded(self.character.from_data(data["character"]))
        if kind == EncounterStarted.kind:
            return EncounterStarted(self.encounter.from_data(data["encounter"]))
        return self.event_kinds[kind].from_data(data)

    def new_character(
        self, who: str, name: str, side: str, control: str, fields: dict[str, Any]
    ) -> Character:
        """A character with the description's defaults and `fields`; raises `Refused`."""
        character = self.character(who, name, side, control)
        for one in self.fields:
            setattr(character, one.key, copy(one.default))
        for key, value in self.checked(fields, character).items():
            setattr(character, key, value)
        return character

    def checked(self, fields: dict[str, Any], character: Character) -> dict[str, Any]:
        """The changes that editing `fields` makes; raises `Refused` (bad_field)."""
        known = {one.key: one for one in self.fields}
        for key, value in fields.items():
            if key not in known:
                raise Refused("bad_field", label=key, value="", allowed="a field of this system")
            known[key].check(value, self.book.data)
        return fields

    def start(self, encounter: Encounter, state: AnyState, options: dict[str, Any]) -> None:
        """Fills a new encounter before it is published."""

    def begin(self, ctx: Context[Any, Any, Any]) -> None:
        """What happens when an encounter has started: usually the first turn begins."""

    def join(self, ctx: Context[Any, Any, Any], who: str) -> None:
        """A character is put into a running encounter by hand, perhaps after it left."""

    def leave(self, ctx: Context[Any, Any, Any], who: str) -> None:
        """A character is taken out of its encounter by hand."""
        raise NotImplementedError

    def newcomers(self, state: AnyState, encounter: str) -> list[str]:
        """Those outside an encounter who wait to come in with a verb that brings people in."""
        return []

    def end(self, ctx: Context[Any, Any, Any]) -> None:
        """What ending an encounter does to its characters."""

    def shown_order(self, state: AnyState, encounter: str) -> list[str]:
        """The order as the tracker shows it."""
        return list(state.encounters[encounter].order)

    def next_step(self, state: AnyState, encounter: str) -> dict[str, Any] | str:
        """What the tracker's "next" does: {verb, actor, label}; or one sentence why nothing."""
        return ""

    def going_on(self, encounter: str) -> dict[str, Any]:
        """The step that lets an encounter go on that is over: a game master's."""
        args = {"encounter": encounter}
        return {"verb": GO_ON, "args": args, "actor": None, "label": GO_ON_LABEL}

    def links(self, state: AnyState, encounter: str) -> list[list[str]]:
        """Groups of those engaged with each other, for the tracker."""
        return []

    def in_words(self, ability: Ability) -> dict[str, str]:
        """What an ability costs to buy (`price`) and to use (`cost`), and what it `needs`."""
        return {}

    def threats(self, state: AnyState, encounter: str) -> dict[str, Any] | None:
        """Who can take whom out soon, as docs/protocol.md says; None where nobody counts that."""
        return None

    def card(
        self, card: Card, command: dict[str, Any], events: list[Event], state: AnyState
    ) -> Card | None:
        """Fills the card of a command from its events; None for commands that need none."""
        raise NotImplementedError

    def remarks(self, event: CharacterEdited, state: AnyState) -> list[str]:
        """What to say about an edit by hand that is allowed but odd."""
        return []

    def floats(self, events: list[Event], state: AnyState) -> list[dict[str, Any]]:
        """What floats up over tokens after these events: {character, text, main, audience?}."""
        return []

    def show_character(
        self, state: AnyState, who: str, sees: Callable[[str], bool]
    ) -> dict[str, Any]:
        """out, sheet, bars, alert and row of a character for a seat; see docs/protocol.md."""
        raise NotImplementedError

    def gallery(self, state: AnyState) -> Callable[[str], Portrait]:
        """`show_character` for one character and seat after the other, while the state stays.

        A system may work out once what several of them see.
        """
        return lambda who: lambda sees: self.show_character(state, who, sees)

    def purse(self, state: AnyState, actor: str) -> list[str]:
        """What an actor has left to spend, in words."""
        raise NotImplementedError

    def odds(
        self, state: AnyState, actor: str, target: str, may_see: Callable[[str], bool]
    ) -> dict[str, Any] | None:
        """The chances of an attack before it is made, as docs/protocol.md says; None without one.

        `may_see(who)` says whose possible reactions may be told.
        """
        return None

    def scenario(self, data: dict[str, Any]) -> dict[str, Any]:
        """Runs one scenario of this system's format and returns its result."""
        raise NotImplementedError


@dataclass(slots=True)
class SystemChosen(Event):
    """The table plays another system from here on, with the same people in it."""

    kind = "system_chosen"
    system: str
    characters: list[Character]

    def apply(self, state: AnyState) -> None:
        state.system = self.system
        state.rules = get_system(self.system).rules()
        state.shared = copy(get_system(self.system).shared)
        state.characters = {one.id: one.clone() for one in self.characters}

    def to_data(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "v": self.version,
            "system": self.system,
            "characters": [one.to_data() for one in self.characters],
        }

    @classmethod
    def upcast(cls, data: dict[str, Any], version: int) -> dict[str, Any]:
        character = get_system(data["system"]).character
        return {**data, "characters": [character.from_data(one) for one in data["characters"]]}


_registered: dict[str, System] = {}


def register(system: System) -> None:
    """Makes a system known under its key, as an entry point of `vtt_bridge.systems` would."""
    _registered[system.key] = system


def systems() -> dict[str, System]:
    """All rule systems: the built-in ones, registered ones, and those of third parties."""
    for key, module in BUILT_IN.items():
        if key not in _registered:
            register(import_module(module).SYSTEM)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name not in _registered:
            register(point.load())
    return dict(_registered)


def get_system(key: str) -> System:
    """The system of that key; raises `Refused` (unknown_system)."""
    system = _registered.get(key) or systems().get(key)
    if system is None:
        raise Refused("unknown_system", system=key, systems=", ".join(sorted(_registered)))
    return system


def state_from_data(data: dict[str, Any]) -> AnyState:
    """A state from the plain data of `State.to_data`."""
    system = get_system(data["system"])
    return State(
        system.key,
        system.rules.make(data["rules"]),
        {key: system.character.from_data(one) for key, one in data["characters"].items()},
        {key: system.encounter.from_data(one) for key, one in data["encounters"].items()},
        list(data["sides"]),
        dict(data.get("shared", {})),
        Conduct(**data.get("conduct", {})),
    )
