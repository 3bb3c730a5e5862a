"""From chat text to a verb and its arguments. Knows no verb: all comes from the verb table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.commands import Choice, Reader, Verb
from engine.names import MOST_NAMED, find_name, nearest, spelling, whole_names
from engine.numerals import is_meant, whole
from engine.resolution import Option, Question, Refused
from engine.state import AnyState

_SEPARATORS = re.compile(r"[\s_\-]+")
_AT = re.compile(r"(?:^|\s)@")
_DIRECTIONS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
MOST_SHOWN = 40


def _first_word(text: str) -> tuple[str, str]:
    """The command word of a text and what follows, without signs that only set the direction."""
    word, _, rest = _DIRECTIONS.sub("", text).strip().lstrip("!").strip().partition(" ")
    return word.casefold(), rest.strip()


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Words as they are spelled, hyphens and underscores as spaces: "End-Turn" -> "end turn"."""
    return _SEPARATORS.sub(" ", spelling(text)).strip()


def _offered(choices: Iterable[Choice], key: str) -> list[tuple[str, Any]]:
    """What may be chosen under a key, by label: in the forms of buttons, else as buttons."""
    offered: list[tuple[str, Any]] = []
    for choice in choices:
        lines = [field["options"] for field in choice.form if field["key"] == key]
        if lines:
            offered.extend((one["label"], one["value"]) for one in lines[0])
        elif key in choice.args:
            offered.append((choice.label, choice.args[key]))
    return offered


def _values(offered: list[tuple[str, Any]]) -> dict[str, Any]:
    """The same as chat names it: by label, or by the value alone."""
    named = {plain(value): value for _, value in offered if isinstance(value, str)}
    return {**named, **{plain(label): value for label, value in offered}}


def _numbers_and_flags(verb: Verb, args: dict[str, Any], rest: str) -> str:
    """Takes "raise 2" and "half" out of a text, by the keys of a verb's arguments."""
    for one in verb.args:
        word = one.key.replace("_", " ")
        value: Any = True
        if one.kind == "integer":
            found = re.search(rf"(?:^|\s){re.escape(word)}\s+(\S+)", rest, re.IGNORECASE)
            value = whole(found[1]) if found else None
            if found and value is None and is_meant(found[1]):
                raise Refused("bad_number", what=word, value=found[1][:MOST_SHOWN])
        elif one.kind == "flag":
            found = re.search(rf"(?:^|\s){re.escape(word)}(?=\s|$)", rest, re.IGNORECASE)
        else:
            continue
        if found and value is not None:
            args[one.key] = value
            rest = f"{rest[: found.start()]} {rest[found.end() :]}".strip()
    return rest


def _bare_number(verb: Verb, args: dict[str, Any], rest: str) -> str:
    """Takes the only number out of a text, without a key or before it, if the verb needs just one.

    As in "rest 30" or "rest 30 minutes"; while a name is open, the number may belong to that.
    """
    open_ = [one.key for one in verb.args if not one.optional and one.key not in args]
    needed = [one.key for one in verb.args if one.kind == "integer" and one.key in open_]
    target, words = verb.target(), rest.split()
    numbers = [word for word in words if whole(word) is not None]
    if len(needed) != 1 or len(numbers) != 1 or (target is not None and target.key in open_):
        return rest
    args[needed[0]] = whole(numbers[0])
    return " ".join(word for word in words if word != numbers[0] and plain(word) != needed[0])


def _after_with(rest: str, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """What is named after the word "with", unless that word belongs to the name that is first."""
    start = max(whole_names(rest, names).values(), default=0)
    head, found, tail = f" {rest[start:]} ".partition(" with ")
    if not found:
        return rest, []
    return (rest[:start] + head).strip(), re.split(r",| and ", tail)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks for a character, and what is clear without words.

    `targets` are the characters aimed at. Whoever is `unseen` cannot be named, and no refusal does.
    Nobody but a game master (`gm`) is told of what is his to do.
    """

    actor: str | None
    targets: Sequence[str] = ()
    unseen: Collection[str] = ()
    gm: bool = True


def names_in_sight(state: AnyState, speaker: Speaker) -> dict[str, str]:
    """Whom the speaker sees in the actor's encounter, outside one of all: id -> name."""
    me = state.characters.get(speaker.actor) if speaker.actor else None
    encounter = state.encounters.get(me.encounter) if me and me.encounter else None
    around = encounter.order if encounter else list(state.characters)
    return {who: state.characters[who].name for who in around if who not in speaker.unseen}


class Grammar:
    """The chat language of one system.

    `verbs` are its verbs, `abilities` maps ability keys to names (for "with NAME").
    """

    def __init__(
        self, command: str, title: str, verbs: Mapping[str, Verb], abilities: Mapping[str, str]
    ) -> None:
        self.command = command
        self.title = title
        self.verbs = verbs
        self.abilities = {plain(name): key for key, name in abilities.items()}
        self.abilities.update({plain(key): key for key in abilities})
        self.words: dict[str, Verb] = {}
        for verb in verbs.values():
            for word in (verb.key, verb.label, *verb.aliases):
                self.words[plain(word)] = verb

    def parse(self, text: str, state: AnyState, speaker: Speaker) -> tuple[Verb, dict[str, Any]]:
        """The verb and the arguments of a chat text such as "!system attack @Benkei".

        Raises `Refused` with what was not understood; a missing target is the only opponent, or is
        asked for.
        """
        word, rest = _first_word(text)
        if word != self.command:
            raise Refused("other_system", title=self.title, command=self.command)
        verb, fixed, rest = self._verb(rest or "help", state, speaker)
        return verb, self._args(verb, dict(fixed), rest, state, speaker)

    def named(self, text: str, state: AnyState, unseen: Collection[str]) -> tuple[str, str] | None:
        """Whoever a text names before the verb ("!system @Benkei attack"), and the text without.

        Raises `Refused` (unknown_name, ambiguous_name).
        """
        word, rest = _first_word(text)
        if word != self.command or not rest.startswith("@"):
            return None
        who, rest = find_name(rest, names_in_sight(state, Speaker(None, (), unseen)))
        return who, f"!{self.command} {rest}"

    def _verb(
        self, text: str, state: AnyState, speaker: Speaker
    ) -> tuple[Verb, dict[str, Any], str]:
        known: dict[str, tuple[Verb, dict[str, Any]]] = {
            word: (verb, {}) for word, verb in self.words.items()
        }
        actor = speaker.actor
        for verb in self.verbs.values():
            if actor is not None and verb.choices is not None:
                for choice in verb.choices(state, actor):
                    fixed = {} if choice.opens else choice.args
                    known.setdefault(plain(choice.label), (verb, fixed))
        words = text.split()
        for count in range(len(words), 0, -1):
            found = known.get(plain(" ".join(words[:count])))
            if found:
                return found[0], found[1], " ".join(words[count:])
        for count in range(len(words), 0, -1):
            name = plain(" ".join(words[:count]))
            if name in self.abilities:
                raise Refused("not_at_hand", what=name, command=self.command)
        theirs = [word for word, (verb, _) in known.items() if speaker.gm or not verb.gm]
        near = nearest(plain(words[0]), theirs)
        if not near and actor is None:
            raise Refused("unknown_without_actor", verb=words[0], command=self.command)
        raise Refused("unknown_verb", verb=words[0], nearest=near, command=self.command)

    def _args(
        self, verb: Verb, args: dict[str, Any], rest: str, state: AnyState, speaker: Speaker
    ) -> dict[str, Any]:
        text, target, choice = verb.arg("text"), verb.target(), verb.arg("choice")
        actor = speaker.actor
        offered: list[tuple[str, Any]] = []
        if choice is not None and choice.key not in args and actor is not None:
            offered = _offered(verb.buttons(state, actor), choice.key)
        at = _AT.search(rest) if target is not None and text is None else None
        if target is not None and at is not None:
            args[target.key], after = self.target(target.kind, rest[at.end() - 1 :], state, speaker)
            rest = f"{rest[: at.start()]} {after}".strip()
        announced = verb.arg("announced")
        if announced is not None:
            rest, names = _after_with(rest, names_in_sight(state, speaker))
            chosen = [name for name in names if plain(name) in _values(offered)]
            if choice is not None and chosen:
                args[choice.key] = _values(offered)[plain(chosen[0])]
            uses = [self._reaction(name, actor) for name in names if name not in chosen[:1]]
            if uses:
                args[announced.key] = uses
        if verb.spoken is not None and verb.spoken.read is not None:
            return self._spoken(verb, verb.spoken.read, args, rest, state, speaker)
        if text is not None:
            if target is not None:
                named = rest if rest.startswith("@") else ""
                args[target.key], after = self.target(target.kind, named, state, speaker)
                rest = after if named else rest
            return {**args, text.key: rest} if rest else args
        rest = _bare_number(verb, args, _numbers_and_flags(verb, args, rest))
        if choice is not None and choice.key not in args:
            fault = verb.fault(state, actor) if actor is not None and not offered else None
            if fault is not None:
                raise fault
            args[choice.key], rest = self._choice(verb, offered, rest)
        open_ = target if target is not None and target.key not in args else None
        if open_ and (rest or not open_.optional or self._meant(open_.kind, state, speaker)):
            args[open_.key], rest = self.target(open_.kind, rest, state, speaker)
        if rest:
            raise Refused("left_over", words=rest, command=self.command, verb=verb.label.lower())
        return args

    def _spoken(
        self,
        verb: Verb,
        read: Reader,
        args: dict[str, Any],
        rest: str,
        state: AnyState,
        speaker: Speaker,
    ) -> dict[str, Any]:
        """What the verb itself understands of a line, when its target has been taken out."""
        target = verb.target()
        if target is not None and target.key not in args:
            args[target.key], _ = self.target(target.kind, "", state, speaker)
        said, left = read(state, speaker, args, rest)
        if left:
            raise Refused("left_over", words=left, command=self.command, verb=verb.label.lower())
        return {**args, **said}

    def _reaction(self, name: str, actor: str | None) -> dict[str, Any]:
        key = self.abilities.get(plain(name))
        if key is None:
            raise Refused(
                "unknown_verb",
                verb=name.strip(),
                nearest=nearest(plain(name), self.abilities),
                command=self.command,
            )
        return {"by": actor, "use": key}

    def _choice(self, verb: Verb, offered: list[tuple[str, Any]], rest: str) -> tuple[Any, str]:
        """The value that stands at either end of `rest`, and what is left of it."""
        words, values = rest.split(), _values(offered)
        for name in sorted(values, key=len, reverse=True):
            size = len(name.split())
            if plain(" ".join(words[:size])) == name:
                return values[name], " ".join(words[size:])
            if plain(" ".join(words[-size:])) == name:
                return values[name], re.sub(r"(^|\s)with$", "", " ".join(words[:-size]))
        if len(offered) == 1:
            return offered[0][1], rest
        labels = [label for label, _ in offered]
        options = ", ".join(labels[:MOST_NAMED]) or "nothing you have"
        if len(labels) > MOST_NAMED:
            options += " and others"
        raise Refused("unknown_choice", verb=verb.label, options=options)

    def answer(self, text: str, question: Question) -> tuple[str | None, dict[str, Any]] | None:
        """The answer that a text gives to an open question, with further choices; None if none.

        It names an option (with its further choices after "with"), or declines.
        """
        word, rest = _first_word(text)
        if word != self.command:
            return None
        said = plain(rest)
        if said in ("decline", plain(question.decline)):
            return None, {}
        named = {plain(name): one for one in question.options for name in (one.key, one.label)}
        for name in sorted(named, key=len, reverse=True):
            if said == name or said.startswith(f"{name} "):
                after = said[len(name) :].strip().removeprefix("with ")
                return named[name].key, self._further(named[name], after)
        return None

    def _further(self, option: Option, said: str) -> dict[str, Any]:
        """The further choices of an option that are named in a text."""
        chosen = {}
        for name in filter(None, re.split(r",\s*| and ", said)):
            fitting = [
                (one["key"], _values([(each["label"], each["value"]) for each in one["options"]]))
                for one in option.further
            ]
            found = next(((key, values[name]) for key, values in fitting if name in values), None)
            if found is None:
                raise Refused("left_over", words=name, command=self.command, verb=option.label)
            chosen[found[0]] = found[1]
        return chosen

    def target(self, kind: str, rest: str, state: AnyState, speaker: Speaker) -> tuple[str, str]:
        """Who is meant: the name in `rest`, else the one targeted, else the only one possible."""
        if rest:
            return find_name(rest, names_in_sight(state, speaker), speaker.targets)
        meant = self._meant(kind, state, speaker)
        if meant is None:
            raise Refused("which_target")
        return meant, ""

    def _meant(self, kind: str, state: AnyState, speaker: Speaker) -> str | None:
        """Who is meant without a name, if that is clear.

        An ally left open is oneself; targeted opponents are then not meant.
        """
        actor, targets = speaker.actor, speaker.targets
        me = state.characters.get(actor) if actor else None
        if kind == "ally" and me is not None:
            targets = [one for one in targets if state.characters[one].side == me.side]
        if len(targets) == 1:
            return targets[0]
        if kind == "ally" and actor is not None and not targets:
            return actor
        if me is None or targets:
            return None
        opponents = [
            who
            for who in names_in_sight(state, speaker)
            if state.characters[who].side != me.side and state.characters[who].stands()
        ]
        return opponents[0] if len(opponents) == 1 else None
