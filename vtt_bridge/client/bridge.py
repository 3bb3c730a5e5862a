"""A program's way to a bridge; see docs/scripts.md."""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self, TypedDict, TypeVar, Unpack
from urllib.parse import quote

from vtt_bridge.client import words
from vtt_bridge.client.errors import BridgeError
from vtt_bridge.client.line import PATIENCE, Line, Token
from vtt_bridge.client.live import Live
from vtt_bridge.client.results import (
    Ack,
    Batch,
    Character,
    Encounter,
    Entry,
    Look,
    Odds,
    Plain,
    Question,
    Roll,
    Table,
    View,
)

TIMEOUT = 15.0
PAGE = 100

T = TypeVar("T")
Whom = Character | str


class Instead(TypedDict, total=False):
    """What a correction puts in the place of what was recorded."""

    dice: list[int]
    choice: str | None
    further: dict[str, Any]


class BridgeClient:
    """The table of one access token. Every method raises `BridgeError`.

    `address` is what the bridge shows when it starts; `token` is one that ``vtt-bridge tokens
    create`` made, or a function that gives a fresh one whenever the bridge no longer knows the
    last. `timeout` are the seconds within which an answer has to go on arriving. What does not
    arrive, or meets a busy bridge, is sent again with the same id, with pauses of `patience`
    seconds in all.

    Where characters are named, a `Character` or its id will do.
    """

    def __init__(
        self, address: str, token: Token, *, timeout: float = TIMEOUT, patience: float = PATIENCE
    ) -> None:
        self._line = Line(address, token, timeout, patience)
        self._table: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._line.close()

    # Reading

    def tables(self) -> list[Table]:
        """The tables that the token opens: one."""
        return self._line.ask("/tables", lambda told: [Table.of(one) for one in told["tables"]])

    def view(self) -> View:
        """All that the token's seat may know."""
        return self._read("", View.of)

    def description(self) -> Plain:
        """The table's rule system: verbs, fields, abilities, house rules."""
        return self._read("/description", lambda told: dict(told["description"]))

    def characters(self) -> list[Character]:
        return self._read(
            "/characters", lambda told: [Character.of(one) for one in told["characters"].values()]
        )

    def character(self, who: str) -> Character:
        """The character of that id."""
        path = f"/characters/{_part(who)}"
        return self._read(path, lambda told: Character.of(told["character"]))

    def find(self, name: str) -> Character:
        """The only character of that name, in whatever case, or of that id."""
        return find(self.characters(), name)

    def encounters(self) -> list[Encounter]:
        return self._read(
            "/encounters", lambda told: [Encounter.of(one) for one in told["encounters"].values()]
        )

    def questions(self) -> list[Question]:
        """The open questions that the token's seat may see."""
        return self._read(
            "/questions", lambda told: [Question.of(one) for one in told["questions"]]
        )

    def journal(self, after: int = 0) -> Iterator[Entry]:
        """All entries after that number, as many as there are; they are read page by page."""
        more = True
        while more:
            query = {"after": after, "limit": PAGE}
            entries, more = self._read(
                "/journal",
                lambda told: ([Entry.of(one) for one in told["entries"]], bool(told["more"])),
                query,
            )
            yield from entries
            more = more and bool(entries)
            after = entries[-1].seq if entries else after

    def look(self, actor: Whom, target: Whom | None = None) -> Look:
        """What a character may do now, and its chances against a target."""
        path = f"/characters/{_part(_id_of(actor))}/look"
        query = {} if target is None else {"target": _id_of(target)}
        return self._read(path, lambda told: Look.of(told["look"]), query)

    def action(self, action: str) -> Ack | None:
        """What came of an action; None if the bridge never had it."""
        try:
            return self._read(f"/actions/{_part(action)}", Ack.of)
        except BridgeError as error:
            if error.code == "unknown_action":
                return None
            raise

    def _read(
        self, path: str, read: Callable[[Plain], T], query: Mapping[str, Any] | None = None
    ) -> T:
        return self._line.ask(self._at(path), read, query)

    def _at(self, path: str) -> str:
        if self._table is None:
            self._table = self.tables()[0].id
        return f"/tables/{_part(self._table)}{path}"

    # Acting. Each raises `RefusedError` where the rules do not permit it. `action` is the id of the
    # action, for whoever wants to send it again himself; without one it is made here.

    def say(
        self,
        text: str,
        actor: Whom | None = None,
        targets: Sequence[Whom] = (),
        *,
        action: str | None = None,
    ) -> Ack:
        """Type a chat command, such as ``!carps attack @Benkei``."""
        return self._act("commands", action, text=text, **_aim(actor, targets))

    def command(
        self,
        verb: str,
        args: Mapping[str, Any] | None = None,
        actor: Whom | None = None,
        targets: Sequence[Whom] = (),
        *,
        action: str | None = None,
    ) -> Ack:
        """Give a command as a button does: a verb of the description, and its arguments."""
        return self._act(
            "commands", action, verb=verb, args=dict(args or {}), **_aim(actor, targets)
        )

    def answer(
        self,
        question: Question | str,
        choice: str | None,
        *,
        habits: Mapping[str, str] | None = None,
        action: str | None = None,
        **further: Any,
    ) -> Ack:
        """Answer a question with the key of an option, and its further choices; None declines.

        `habits` says of options by key what shall be done from now on: ``ask``, ``always`` or
        ``never``.
        """
        asked = question.id if isinstance(question, Question) else question
        message = {"request": asked, "choice": choice, "further": further}
        kept = {} if habits is None else {"habits": dict(habits)}
        return self._act("answers", action, **message, **kept)

    def undo(
        self,
        command: str | None = None,
        also: Sequence[str] = (),
        *,
        actor: Whom | None = None,
        action: str | None = None,
    ) -> Ack:
        """Take back a command, else the last one, where an `actor` is given of his fight.

        `also` names later ones that fall with it.
        """
        message = {"command": command, "with": list(also)}
        whose = {} if actor is None else {"actor": _id_of(actor)}
        return self._act("undos", action, **message, **whose)

    def correct(
        self,
        command: str,
        label: str,
        *,
        action: str | None = None,
        **instead: Unpack[Instead],
    ) -> Ack:
        """Put other dice, or another choice, in the place of those under that label of a card.

        With neither, the question behind the label is asked again.
        """
        return self._act("corrections", action, command=command, label=label, **instead)

    def _act(self, path: str, action: str | None, **message: Any) -> Ack:
        message["id"] = action or str(uuid.uuid4())
        return self._line.ask(self._at(f"/{path}"), Ack.of, message=message)

    # Single rolls, which no table hears of

    def systems(self) -> list[Plain]:
        """``[{"key", "title", "roll"}]``; ``roll`` lists what a single roll takes."""
        return self._line.ask("/systems", lambda told: list(told["systems"]))

    def odds(self, system: str, **numbers: Any) -> Odds:
        """The exact chances of one roll by its numbers, such as ``tn=6, dice=1``."""
        return self._line.ask(f"/systems/{_part(system)}/odds", Odds.of, numbers)

    def roll(self, system: str, **numbers: Any) -> Roll:
        """One roll, thrown and judged."""
        path = f"/systems/{_part(system)}/rolls"
        return self._line.ask(path, Roll.of, message={"numbers": numbers})

    # Following

    def events(
        self,
        last: int | None = None,
        on_outage: Callable[[BridgeError | None], None] = lambda _: None,
    ) -> Live:
        """What happens from now on, or after the number `last`: an iterator of `Batch`.

        It goes on after outages, of which `on_outage` is told: with an error when the line breaks,
        with None when it is back.
        """
        return Live(self._line, self.journal, last, on_outage)

    def watch(self, callback: Callable[[Batch], None], last: int | None = None) -> None:
        """Call that for every batch; comes back only by an exception."""
        with self.events(last) as live:
            for batch in live:
                callback(batch)


def find(characters: Sequence[Character], name: str) -> Character:
    """The only one of that name, in whatever case, or of that id; else a `BridgeError`."""
    wanted = name.strip().casefold()
    for one in characters:
        if one.id == name:
            return one
    found = [one for one in characters if one.name.strip().casefold() == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        told = words.several_called(name, [one.id for one in found])
        raise BridgeError("ambiguous_character", *told)
    told = words.nobody_called(name, sorted({one.name for one in characters}))
    raise BridgeError("unknown_character", *told)


def _part(text: str) -> str:
    """Any text as one part of a path."""
    return quote(text, safe="")


def _id_of(who: Whom) -> str:
    return who.id if isinstance(who, Character) else who


def _aim(actor: Whom | None, targets: Sequence[Whom]) -> Plain:
    return {
        "actor": None if actor is None else _id_of(actor),
        "targets": [_id_of(one) for one in targets],
    }
