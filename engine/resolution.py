"""One command being resolved: theory of operation.

A rule is a plain function of a `Context`. It reads state, asks people, throws dice and emits
events. It cannot wait: where an answer is missing, `Context.ask` raises `Suspend`, and the
`Resolution` keeps what was recorded so far (dice and answers under their labels). When the answer
comes, the state is set back to what it was before the command and the function runs again from
its start, reading recorded dice and answers instead of throwing and asking. It therefore reaches
the same point with the same events, and goes on.

From this follows
- a pause survives a restart: the command's input and the record are all there is to keep;
- rules may hold no `try`, no global state and no iteration over sets (a test looks for them);
- everything recorded has a label, a path of scopes with an ordinal in its scope, never a
  position: `roll:attack:hiroshi`, `counter:benkei/ask:before_roll:hiroshi`;
- after each run the new events must begin with those already published. If they do not, rules
  have changed under an open command: `Diverged`, and the table takes the command back.

A game master's edit while a question is open is recorded at the label of the first of those asked
at once, or after the last of their answers, and applied when a run reaches that place, so that it
falls there in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic

from engine.abilities import AbilityBook, Index
from engine.dice import Dice
from engine.effects import Boundary, Effect
from engine.events import CharacterEdited, EffectGained, Event, HabitSet
from engine.state import C, E, R, State
from engine.words import DICE_QUESTIONS


class Suspend(BaseException):
    """Raised when answers are missing; carries the open questions.

    `place` is where an edit falls now: at the group of questions, or after the last answer.
    """

    def __init__(self, questions: list[Question], place: str) -> None:
        super().__init__()
        self.questions = questions
        self.place = place


def after(label: str) -> str:
    """The place of an edit that came after the answer under `label`."""
    return f"after:{label}"


class Refused(Exception):  # noqa: N818 - a rule says no
    """A command that the rules do not permit. `code` is stable, `values` fill its sentence."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class Diverged(Exception):  # noqa: N818 - it says what happened
    """A run no longer begins with the events that were published."""


@dataclass(slots=True)
class Option:
    """One thing a person may do when asked. `further` lists choices that it needs."""

    key: str
    label: str
    cost: str = ""
    after: str = ""
    effect: str = ""
    further: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DiceWanted:
    """`count` dice of `sides` faces; `how` they are thrown is "typed" or "tabletop"."""

    count: int
    sides: int
    how: str

    def to_data(self) -> dict[str, Any]:
        return {"count": self.count, "sides": self.sides, "how": self.how}


@dataclass(slots=True)
class Question:
    """One question to the person behind one character, listing all that he may use.

    `name` says at which moment; `label` is set when it is asked. `forced` is an answer that stands
    already (a habit), as (choice, further). `place` is "window" or "card" (answered on the waiting
    card), `equal` says that options and decline are shown alike, `blocks` stand above the buttons
    as on a card. A question for `dice` is answered by the numbers thrown, or declined: then the
    bridge throws. With `gm` it is put to the game master alone. `habits` says whether people may
    have it answered by itself next time: only where somebody looks at habits. `fault(state, choice,
    further)` says why an answer that is among those offered cannot be: it is refused in words, and
    the question stays.
    """

    name: str
    who: str
    trigger: str
    options: list[Option]
    decline: str = "Decline"
    purse: dict[str, str] | None = None
    scope_text: str = ""
    round: int = 1
    place: str = "window"
    equal: bool = False
    blocks: list[dict[str, Any]] = field(default_factory=list)
    dice: DiceWanted | None = None
    gm: bool = False
    habits: bool = False
    fault: Callable[[Any, str, dict[str, Any]], Refused | None] | None = None
    label: str = ""
    forced: tuple[str | None, dict[str, Any]] | None = None

    @property
    def audience(self) -> str:
        """Who may know of it, beside the game master."""
        return "gm" if self.gm else f"owner:{self.who}"

    def option(self, key: str) -> Option | None:
        return next((one for one in self.options if one.key == key), None)


@dataclass(slots=True)
class Answer:
    """What somebody chose (None: declined), with the further choices of that option."""

    question: Question
    choice: str | None
    further: dict[str, Any]


def throw(dice: Dice, sides: int, count: int) -> list[int]:
    """Dice as they are recorded: [sides, *dice]."""
    return [sides, *(dice.throw(sides) for _ in range(count))]


class Context(Generic[C, E, R]):
    """All that a rule can touch. Doors in: dice, answers, edits. One door out: `emit`."""

    __slots__ = (
        "_counts",
        "_path",
        "_record",
        "actor",
        "book",
        "dice",
        "edits",
        "encounter_id",
        "events",
        "held",
        "rules",
        "state",
    )

    def __init__(
        self,
        state: State[C, E, R],
        book: AbilityBook,
        dice: Dice,
        actor: str | None,
        encounter: str | None,
        record: dict[str, Any],
        edits: dict[str, list[Event]],
        held: list[tuple[str, Any]],
    ) -> None:
        self.state = state
        self.book = book
        self.rules = state.rules
        self.dice = dice
        self.actor = actor
        self.encounter_id = encounter
        self.edits = edits
        self.held = held
        self.events: list[Event] = []
        self._record = record
        self._counts: dict[str, int] = {}
        self._path = ""

    @property
    def encounter(self) -> E:
        """The encounter in which the command runs; rules outside one must not ask for it."""
        return self.state.encounters[self.encounter_id]  # type: ignore[index]  # see docstring

    def emit(self, event: Event) -> None:
        """The one door out: applies the event and publishes it."""
        event.apply(self.state)
        self.events.append(event)

    def label(self, name: str) -> str:
        """A label in the present scope; the second of a name gets `#2`."""
        path = self._path + name
        count = self._counts.get(path, 0) + 1
        self._counts[path] = count
        return path if count == 1 else f"{path}#{count}"

    @contextmanager
    def inside(self, name: str) -> Iterator[None]:
        """A scope for labels: an attack inside an attack has dice of its own."""
        outer = self._path
        self._path = self.label(name) + "/"
        yield
        self._path = outer

    def roll(self, name: str, sides: int, count: int = 1, *, by: str | None = None) -> list[int]:
        """`count` dice of `sides` faces, recorded under `roll:<name>` as [sides, *dice].

        They are thrown for the character `by`, who may throw them in another way; see `Conduct`.
        """
        label = self.label("roll:" + name)
        for edit in self.edits.get(label, ()):
            self.emit(edit)
        known = self._record.get(label)
        if known is None:
            known = self._held_dice(label)
            if known is None:
                how = self.state.dice(by)
                if how != "bridge":
                    wanted = self._dice_question(label, str(by), count, sides, how)
                    raise Suspend([wanted], label)
                known = throw(self.dice, sides, count)
            self._record[label] = known
        return list(known[1:])

    def _dice_question(self, label: str, who: str, count: int, sides: int, how: str) -> Question:
        words = DICE_QUESTIONS[how]
        return Question(
            "dice",
            who,
            words.trigger.format(name=self.state.characters[who].name, dice=f"{count}d{sides}"),
            [Option("dice", words.option)],
            words.decline,
            dice=DiceWanted(count, sides, how),
            label=label,
        )

    def _held_dice(self, label: str) -> list[int] | None:
        """Dice seen before an undo, if everything up to here is as it was then."""
        place = len(self._record)
        if len(self.held) <= place or self.held[place][0] != label:
            return None
        same_so_far = list(self._record.items()) == self.held[:place]
        return list(self.held[place][1]) if same_so_far else None

    def ask(
        self,
        questions: Sequence[Question],
        first: bool | Callable[[Answer], bool] = False,
        heard: Callable[[Answer], None] = lambda _: None,
    ) -> list[Answer]:
        """Asks several people at once and returns their answers in order of arrival.

        Waits until all have answered, or with `first` until anybody has (or until an answer for
        which it holds). `heard` is called for each answer as it arrives, so that what it emits is
        published while others still think. Habits answer at once.
        """
        for question in questions:
            question.label = self.label(f"ask:{question.name}:{question.who}")
        group = questions[0].label if questions else ""
        for edit in self.edits.get(group, ()):
            self.emit(edit)
        record = self._record
        for question in questions:
            if question.forced is not None and question.label not in record:
                record[question.label] = list(question.forced)
        by_label = {question.label: question for question in questions}
        answers = [
            Answer(by_label[label], value[0], value[1])
            for label, value in record.items()
            if label in by_label
        ]
        place = group
        for answer in answers:
            heard(answer)
            place = after(answer.question.label)
            for edit in self.edits.get(place, ()):
                self.emit(edit)
        enough = any(first(one) for one in answers) if callable(first) else first and answers
        if len(answers) < len(by_label) and not enough:
            raise Suspend([one for one in questions if one.label not in record], place)
        return answers

    def index(self) -> Index:
        """Who takes part in what, of those in the encounter; built anew when abilities change."""
        encounter = self.encounter
        if encounter.index is None:
            characters = self.state.characters
            encounter.index = self.book.index(
                (who, characters[who].abilities) for who in encounter.order
            )
        index: Index = encounter.index
        return index

    def take_part(self, hook: str, owner: str) -> list[tuple[str, Callable[..., Any]]]:
        """The abilities of `owner` that take part at `hook`, as (key, behaviour)."""
        index = self.encounter.index or self.index()
        owners = index.get(hook)
        return owners.get(owner, []) if owners else []

    def gain_effect(self, source: str, user: str, holder: str, **fields: Any) -> Effect:
        """Makes a timed effect; see `engine.effects.Effect` for the fields."""
        effect = Effect(self.encounter.last_effect + 1, source, user, holder, **fields)
        self.emit(EffectGained(self.encounter.id, effect))
        return effect

    def next_turn(self, who: str) -> int:
        """The number of the next turn of `who` to begin; never the one that is running."""
        return self.encounter.turns.get(who, 0) + 1

    def until_next_turn_begins(self, who: str) -> Boundary:
        return Boundary(who, "begin", self.next_turn(who))

    def until_next_turn_ends(self, who: str) -> Boundary:
        return Boundary(who, "end", self.next_turn(who))


@dataclass(slots=True)
class Snapshot:
    """The part of a state that a command may change, as it was before."""

    characters: dict[str, Any]
    encounters: dict[str, Any]
    shared: dict[str, Any] | None = None

    @classmethod
    def take(cls, state: State[Any, Any, Any], scope: Scope) -> Snapshot:
        characters = {}
        for who in dict.fromkeys((*scope.characters, *(state.characters if scope.whole else ()))):
            character = state.characters.get(who)
            characters[who] = character and character.clone()
        encounters = {}
        keys = [] if scope.encounter is None else [scope.encounter]
        for key in dict.fromkeys((*keys, *(state.encounters if scope.whole else ()))):
            encounter = state.encounters.get(key)
            encounters[key] = encounter and encounter.clone()
        return cls(characters, encounters, state.shared.copy() if scope.whole else None)

    def restore(self, state: State[Any, Any, Any]) -> None:
        for kept, present in (
            (self.characters, state.characters),
            (self.encounters, state.encounters),
        ):
            for key, before in kept.items():
                if before is None:
                    present.pop(key, None)
                else:
                    present[key] = before.clone()
        if self.shared is not None:
            state.shared = self.shared.copy()


@dataclass(frozen=True, slots=True)
class Scope:
    """Where one resolution runs at a time: an encounter, or some characters outside one.

    `whole` stands for the whole table.
    """

    encounter: str | None
    characters: tuple[str, ...]
    whole: bool = False

    def overlaps(self, other: Scope) -> bool:
        if self.whole or other.whole:
            return True
        if self.encounter is not None and self.encounter == other.encounter:
            return True
        return any(who in other.characters for who in self.characters)


@dataclass(slots=True)
class Resolution:
    """A command with its snapshot, its record, and what was published of it so far."""

    command: dict[str, Any]
    scope: Scope
    before: Snapshot
    record: dict[str, Any] = field(default_factory=dict)
    edits: dict[str, list[Event]] = field(default_factory=dict)
    held: list[tuple[str, Any]] = field(default_factory=list)
    published: list[Event] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    place: str = ""
    fresh: bool = True

    @property
    def automation(self) -> str:
        """How far what it does counts; see `engine.state.Conduct`."""
        return str(self.command.get("automation", "at_once"))

    @property
    def counts(self) -> bool:
        """Whether what it has done so far is true of the table."""
        confirmed = self.automation == "confirm" and not self.questions
        return confirmed or self.automation == "at_once"

    def run(
        self,
        state: State[Any, Any, Any],
        book: AbilityBook,
        dice: Dice,
        function: Callable[..., None],
    ) -> list[Event]:
        """Runs the command as far as it goes and returns the events that are new.

        Sets `questions` to those now open. Raises `Refused`, `Diverged` or `DiceError`; the state
        is then as it was before the command, as it is where nothing `counts` yet.
        """
        if not self.fresh:
            self.before.restore(state)
        self.fresh = False
        ctx: Context[Any, Any, Any] = Context(
            state,
            book,
            dice,
            self.command["actor"],
            self.scope.encounter,
            self.record,
            self.edits,
            self.held,
        )
        finished = False
        try:
            function(ctx, self.command["actor"], **self.command["args"])
            self.questions = []
            finished = True
        except Suspend as suspend:
            self.questions, self.place = suspend.questions, suspend.place
            finished = True
        finally:
            if not finished:
                self.before.restore(state)
        known = len(self.published)
        if ctx.events[:known] != self.published:
            self.before.restore(state)
            raise Diverged
        self.published = ctx.events
        if not self.counts:
            self.before.restore(state)
        return ctx.events[known:]


def edit_event(character: Any, changes: dict[str, Any]) -> CharacterEdited:
    """The event of a game master's edit, with the old values."""
    before = {name: getattr(character, name) for name in changes}
    return CharacterEdited(character.id, before, changes)


def habit_events(question: Question, habits: dict[str, str]) -> list[Event]:
    """The events that keep how the person wants to be asked next time."""
    return [HabitSet(question.who, key, habit) for key, habit in habits.items()]
