"""What the bridge answers, as small objects; ``raw`` is the whole of it (docs/protocol.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Self

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Fields of the same names are taken from ``raw``; those that it lacks keep their defaults."""

    raw: Plain = field(repr=False)

    @classmethod
    def of(cls, raw: Plain, **made: Any) -> Self:
        """The object of an answer; `made` are fields that are not as they came."""
        names = {one.name for one in fields(cls)} - {"raw"}
        taken = {name: raw[name] for name in names if name in raw and name not in made}
        return cls(raw=raw, **taken, **made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ack(Result):
    """What came of an action: `seq` is the number of what it changed, None if that was nothing.

    `reply` is a text in answer, such as help: ``{"title", "lines"}``. `error` is the refusal of an
    action that the rules did not permit.
    """

    ok: bool
    id: str
    seq: int | None = None
    reply: Plain | None = None
    error: Plain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Result):
    """The table of a token; `led` says whether a page of the game master leads it."""

    id: str
    title: str
    system: str
    seq: int
    seat: str
    scopes: list[str]
    led: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Result):
    """A character. `fields` are the numbers of its sheet, as far as the token's seat knows them."""

    id: str
    name: str
    side: str
    control: str
    fields: Plain
    encounter: str | None = None
    out: Any = None
    row: Plain = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter(Result):
    """An encounter. `turn` is whose turn runs, by id; `order` all in it, by id."""

    id: str
    name: str
    order: list[str]
    round: int = 0
    turn: str | None = None
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Result):
    """An answer to a question."""

    key: str
    label: str
    cost: str = ""
    effect: str = ""
    further: list[Plain] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Result):
    """An open question to the character `who`; `deadline_in` are seconds, None without a limit."""

    id: str
    who: str
    trigger: str
    options: tuple[Option, ...]
    command: str
    name: str = ""
    decline: str = ""
    scope_text: str = ""
    deadline_in: float | None = None

    @classmethod
    def of(cls, raw: Plain, **made: Any) -> Self:
        options = tuple(Option.of(one) for one in raw["options"])
        return super(Question, cls).of(raw, options=options, **made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Result):
    """What a command came to; `label` says it in one line, `changes` which numbers moved."""

    command: str
    label: str
    state: str
    outcome: Plain = field(default_factory=dict)
    changes: list[Plain] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Result):
    """All that the token's seat may know of a table, after the entry `seq` of its journal."""

    seq: int
    system: str
    characters: Mapping[str, Character]
    encounters: Mapping[str, Encounter]
    questions: tuple[Question, ...]
    cards: tuple[Card, ...]
    rules: Plain = field(default_factory=dict)

    @classmethod
    def of(cls, raw: Plain, **made: Any) -> Self:
        return super(View, cls).of(raw, **parts(raw), questions=questions(raw["questions"]), **made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Result):
    """An entry of the journal, with the events that the token's seat may know."""

    seq: int
    action: str
    kind: str
    command: str
    open: bool
    undone: list[str]
    events: list[Plain]
    verb: str | None = None
    actor: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch(Result):
    """What one accepted input changed; every number comes once, in order.

    After a long outage a batch is made from the journal and not `whole`: it has `command` and
    `events` alone. `characters` and `encounters` are those that may have changed, by id.
    """

    seq: int
    action: str
    command: Plain
    events: list[Plain]
    cards: tuple[Card, ...] = ()
    characters: Mapping[str, Character] = field(default_factory=dict)
    encounters: Mapping[str, Encounter] = field(default_factory=dict)
    opened: tuple[Question, ...] = ()
    closed: list[Plain] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    removed: Mapping[str, list[str]] = field(default_factory=dict)
    whole: bool = True

    @classmethod
    def of(cls, raw: Plain, **made: Any) -> Self:
        return super(Batch, cls).of(raw, **parts(raw), opened=questions(raw["opened"]), **made)

    @classmethod
    def from_entry(cls, entry: Entry) -> Self:
        state = "open" if entry.open else "resolved"
        command = {
            "id": entry.command,
            "verb": entry.verb,
            "actor": entry.actor,
            "state": "undone" if entry.kind == "undo" else state,
        }
        return cls(
            raw=entry.raw,
            seq=entry.seq,
            action=entry.action,
            command=command,
            events=entry.events,
            undone=entry.undone,
            whole=False,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Result):
    """What a character may do now, as buttons; `odds` are its chances against one target."""

    actor: str
    actions: list[Plain]
    purse: list[str] = field(default_factory=list)
    odds: Plain | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Result):
    """A chance, exact as a fraction."""

    label: str
    fraction: Fraction
    percent: str

    @classmethod
    def of(cls, raw: Plain, **made: Any) -> Self:
        return super(Chance, cls).of(raw, fraction=Fraction(raw["fraction"]), **made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds(Result):
    """The chances of one roll by its numbers; the first row is that of success."""

    text: str
    numbers: Plain
    rules: Plain
    rows: tuple[Chance, ...]

    @classmethod
    def of(cls, raw: Plain, **made: Any) -> Self:
        return super(Odds, cls).of(raw, rows=tuple(map(Chance.of, raw["rows"])), **made)

    @property
    def success(self) -> Fraction:
        return self.rows[0].fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Result):
    """One roll by its numbers, thrown and judged; `dice` are groups ``{"label", "faces"}``."""

    text: str
    numbers: Plain
    rules: Plain
    dice: list[Plain]
    result: int
    success: bool
    lines: list[str]


def parts(raw: Plain) -> dict[str, Any]:
    """What views and batches have in common."""
    return {
        "characters": {key: Character.of(one) for key, one in raw["characters"].items()},
        "encounters": {key: Encounter.of(one) for key, one in raw["encounters"].items()},
        "cards": tuple(Card.of(one) for one in raw["cards"]),
    }


def questions(raw: list[Plain]) -> tuple[Question, ...]:
    return tuple(Question.of(one) for one in raw)
