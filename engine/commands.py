"""The verb table: from it come the chat parser, help, token buttons and macros."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.resolution import Refused
from engine.state import AnyState


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument of a verb.

    `kind` is "opponent" or "ally" (a character id; an ally may be oneself), "choice" (one of the
    values that the verb's `choices` offer under this key), "announced" (reactions declared
    together with the command: [{"by", "use", ...}]), "text" (the rest of the line), "integer" and
    "flag" (in chat the key, for an integer followed by the number) or "data" (plain values that
    the rules look at themselves; not for chat), as "gm_data" only from a game master.
    """

    key: str
    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to use a verb as a button of its own: its label, cost and fixed arguments.

    `form` lists further arguments to be filled in first: {key, label, kind, optional, ...}.
    """

    label: str
    cost: str
    args: dict[str, Any] = field(default_factory=dict)
    form: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that characters do.

    `run(ctx, actor, **args)` carries it out. `fault(state, actor, **args)` says why not, as the
    `Refused` that running it would raise, with or without a target; None if it is possible.
    `choices(state, actor)` lists its buttons. A `gm` verb is the game master's and has no actor.
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
        for one in self.args:
            if one.kind in ("data", "gm_data"):
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


@dataclass(frozen=True, slots=True)
class Words:
    """A refusal in words: heading, one sentence, what to do, and five words for a button."""

    text: str
    hint: str = ""
    reason: str = ""
    heading: str = "Not done"


REFUSALS: dict[str, Words] = {
    "unknown_kind": Words("The bridge does not know this kind of action.", "Update the module."),
    "bad_command": Words("The command is incomplete: {what}.", "Send it again in full."),
    "unknown_verb": Words(
        "There is no action {verb}. {nearest}",
        "Type !{command} help for all of them.",
        heading="Not understood",
    ),
    "other_system": Words(
        "This table plays {title}; its command word is !{command}.",
        "Type !{command} help.",
        heading="Not understood",
    ),
    "unknown_name": Words(
        "Nobody here is called {name}. {nearest}",
        "Use the name on the token, after an @.",
        heading="Not understood",
    ),
    "ambiguous_name": Words(
        "{name} could be {names}.", "Write the whole name.", heading="Not understood"
    ),
    "left_over": Words(
        "These words fit nowhere: {words}.",
        "Type !{command} help {verb}.",
        heading="Not understood",
    ),
    "unknown_choice": Words(
        "{verb} needs one of: {options}.", "Name one of them.", heading="Not understood"
    ),
    "which_actor": Words(
        "It is not clear who acts.", "Select your token first.", heading="Not yet"
    ),
    "which_target": Words(
        "It is not clear who is meant.",
        "Target a token, or write @ and the name.",
        "Choose a target",
        heading="Not yet",
    ),
    "unknown_character": Words(
        "The bridge does not know this character.", "Ask the GM to add it to the encounter."
    ),
    "not_yours": Words(
        "{who} is not your character.", "Ask the owner or the GM.", "Not your character"
    ),
    "gm_only": Words("Only the GM may do this.", "Ask the GM."),
    "stale": Words(
        "{who} has acted since this page was up to date.",
        "Look at the newest card, then act again.",
        heading="Not yet",
    ),
    "busy": Words(
        "An answer is still awaited.",
        "Wait for it; the GM can answer for anyone.",
        "After answers",
        heading="Not yet",
    ),
    "question_closed": Words(
        "This question is closed already.", "Look at the card for what happened."
    ),
    "question_moved_on": Words(
        "The numbers have changed since: {trigger}", "Answer the new question.", heading="Not yet"
    ),
    "unknown_option": Words("This is none of the answers offered.", "Choose one of those shown."),
    "correct_last": Words(
        "Later actions follow from this one.", "Undo those first, then correct it."
    ),
    "bad_correction": Words(
        "There is no such roll, or these are not {count} numbers from 1 to {sides}.",
        "Look at the card for the dice.",
    ),
    "nothing_to_undo": Words("There is nothing to undo here.", "Nothing has changed."),
    "undo_more": Words(
        "Undoing this also undoes later actions, {count} in all.", "Confirm it to undo them all."
    ),
    "already_exists": Words("{what} is there already.", "Nothing has changed."),
    "unknown_encounter": Words("The bridge does not know this encounter.", "Start it again."),
    "already_in_encounter": Words(
        "{who} is in another encounter.", "End that one first, or leave it."
    ),
    "empty_encounter": Words("An encounter needs at least one character.", "Add combatants first."),
    "bad_field": Words("{label} does not take this value: {value}.", "Use {allowed}."),
    "bad_rule": Words(
        "There is no such house rule or value: {name}.", "Choose one of those shown."
    ),
    "unknown_system": Words("There is no rule system {system}.", "Choose one of: {systems}."),
    "encounter_running": Words(
        "An encounter is running.", "End it before changing the rule system.", heading="Not yet"
    ),
    "needs_encounter": Words(
        "{who} is in no encounter.", "Ask the GM to start one.", "Not in an encounter"
    ),
}


LONGEST_VALUE = 400


def refusal(found: Refused, words: dict[str, Words]) -> dict[str, Any]:
    """A refusal as plain data: code, heading, text, hint, reason and, if any, data."""
    entry = words[found.code]
    values = {key: str(value)[:LONGEST_VALUE] for key, value in found.values.items()}
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
