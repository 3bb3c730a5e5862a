"""The verb table: from it come the chat parser, help, token buttons and macros."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.resolution import Refused
from engine.state import AnyState
from engine.words import Words

if TYPE_CHECKING:
    from engine.grammar import Speaker

UNGIVEN = ("from_gm", "unseen")
UNSPOKEN = (*UNGIVEN, "data", "gm_data", "announced_each", "newcomer")


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a verb.

    `kind` is "opponent" or "ally" (a character id; an ally may be oneself), "newcomer" (whom the
    verb brings into the encounter; the sender must run it too), "choice" (one of the values that
    the verb's `choices` offer under this key), "announced" (reactions declared together with the
    command: [{"by", "use", ...}]), "announced_each" (such lists by character), "text" (the rest of
    the line, in chat after a target's @Name), "integer" and "flag" (in chat the key, for an integer
    followed by the number), "data" (plain values that the rules look at themselves), as "gm_data"
    only from a game master, or what nobody gives: "from_gm" (whether the command comes from a game
    master) and "unseen" (whom the sender cannot see). Those in `UNSPOKEN` are not for chat.
    """

    key: str
    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to use a verb as a button of its own: its label, cost and fixed arguments.

    `form` lists further arguments to be filled in first: {key, label, kind, optional, ...}. `opens`
    names a part of the character's sheet, a dialog, that stands in for the form; where it is not
    there yet the command comes first.
    """

    label: str
    cost: str
    args: dict[str, Any] = field(default_factory=dict)
    form: tuple[dict[str, Any], ...] = ()
    opens: str = ""


Reader = Callable[["AnyState", "Speaker", dict[str, Any], str], tuple[dict[str, Any], str]]


@dataclass(frozen=True, slots=True)
class Spoken:
    """How people type what plain kinds of arguments do not say.

    `usage` stands in the help after the verb's label. `read(state, speaker, args, line)`
    understands a line without the verb and its target: it gives the arguments that are said, and
    the words that fit nowhere. `args` are those that are known already. It may raise `Refused`.
    Without it the line is read by the kinds of the arguments.
    """

    usage: str
    read: Reader | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that characters do.

    `run(ctx, actor, **args)` carries it out. `fault(state, actor, **args)` says why not, as the
    `Refused` that running it would raise, with or without a target; None if it is possible.
    `choices(state, actor)` lists its buttons. A `gm` verb is the game master's and has no actor.
    What only keeps the order, such as ending a turn, counts `at_once` whatever the automation.
    `concerns(state, actor, args)` names those whom it may change beside actor and targets.
    """

    key: str
    label: str
    run: Callable[..., None]
    help: str
    cost: str
    rank: int
    args: tuple[Arg, ...] = ()
    aliases: tuple[str, ...] = ()
    fault: Callable[..., Refused | None] = lambda *_, **__: None
    choices: Callable[[AnyState, str], list[Choice]] | None = None
    everyday: bool = True
    gm: bool = False
    at_once: bool = False
    concerns: Callable[[AnyState, str | None, dict[str, Any]], list[str]] = lambda *_: []
    spoken: Spoken | None = None

    def buttons(self, state: AnyState, actor: str) -> list[Choice]:
        if self.choices is None:
            return [Choice(self.label, self.cost)]
        return self.choices(state, actor)

    def arg(self, kind: str) -> Arg | None:
        return next((one for one in self.args if one.kind == kind), None)

    def target(self) -> Arg | None:
        return self.arg("opponent") or self.arg("ally")

    def usage(self) -> str:
        words = [self.label.lower()]
        if self.spoken is not None:
            return " ".join([*words, self.spoken.usage]).strip()
        for one in self.args:
            if one.kind in UNSPOKEN:
                continue
            shown = {
                "opponent": "@Name",
                "ally": "@Name",
                "announced": "with REACTION",
                "integer": f"{one.key.replace('_', ' ')} N",
                "flag": one.key.replace("_", " "),
            }.get(one.kind, one.key.upper())
            words.append(f"[{shown}]" if one.optional else shown)
        return " ".join(words)


HELP = Verb(
    "help",
    "Help",
    run=lambda *_, **__: None,
    help="Shows what can be typed.",
    cost="",
    rank=99,
    args=(Arg("about", "text", optional=True),),
    choices=lambda *_: [],
)


LONGEST_VALUE = 400


def one_line(value: object) -> str:
    """A foreign text as a sentence may repeat it."""
    return " ".join(str(value).split())


def refusal(found: Refused, words: dict[str, Words]) -> dict[str, Any]:
    """A refusal as plain data: code, heading, text, hint, reason and, if any, data."""
    entry = words[found.code]
    values = {key: one_line(value)[:LONGEST_VALUE] for key, value in found.values.items()}
    shown = {
        "code": found.code,
        "heading": entry.heading,
        "text": entry.text.format(**values).strip(),
        "hint": entry.hint.format(**values),
        "reason": (entry.reason or entry.text).format(**values),
    }
    if "data" in found.values:
        shown["data"] = found.values["data"]
    return shown
