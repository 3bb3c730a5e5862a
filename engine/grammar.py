"""From chat text to a verb and its arguments. Knows no verb: all comes from the verb table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from engine.commands import Choice, Verb
from engine.resolution import Refused
from engine.state import AnyState

_SEPARATORS = re.compile(r"[\s_\-]+")


def plain(text: str) -> str:
    """Words without case, with hyphens and underscores as spaces: "End-Turn" -> "end turn"."""
    return _SEPARATORS.sub(" ", text).strip().casefold()


def _names(choice: Choice, key: str) -> list[str]:
    """How a choice is named in chat: as its button, or by its value alone."""
    value = choice.args.get(key)
    return [choice.label, value] if isinstance(value, str) else [choice.label]


def _nearest(word: str, names: Iterable[str]) -> str:
    close = get_close_matches(word, list(names), n=3, cutoff=0.5)
    return f"Nearest: {', '.join(close)}." if close else ""


def find_name(text: str, names: Mapping[str, str]) -> tuple[str, str]:
    """The character whose name stands at the start of `text`, and the rest of the text.

    `names` is id -> name. The longest whole name wins; else one word that begins exactly one name.
    Raises `Refused` (unknown_name, ambiguous_name).
    """
    whole = _whole_names(text, names)
    quoted = re.match(r'["“”](.+?)["“”]\s*', text)
    if quoted and not whole:
        text = f"{quoted[1]} {text[quoted.end() :]}"
        whole = _whole_names(text, names)
    if whole:
        longest = max(size for size, _ in whole)
        best = [who for size, who in whole if size == longest]
        if len(best) > 1:
            raise Refused("ambiguous_name", name=text[:longest], names="several characters")
        return best[0], text[longest:].strip()
    word, _, rest = text.partition(" ")
    begun = [who for who, name in names.items() if name.casefold().startswith(word.casefold())]
    if word and len(begun) == 1:
        return begun[0], rest.strip()
    if word and begun:
        shown = " or ".join(names[who] for who in begun)
        raise Refused("ambiguous_name", name=word, names=shown)
    raise Refused("unknown_name", name=word or "that", nearest=_nearest(word, names.values()))


def _whole_names(text: str, names: Mapping[str, str]) -> list[tuple[int, str]]:
    """Everybody whose whole name stands at the start of `text`, with its length there."""
    folded = text.casefold()
    found = []
    for who, name in names.items():
        wanted = name.strip().casefold()
        if wanted and folded.startswith(wanted):
            # Folding makes some letters two, so the end is looked for in the text itself.
            sizes = range(1, len(text) + 1)
            size = next((one for one in sizes if text[:one].casefold() == wanted), 0)
            if size and not text[size : size + 1].isalnum():
                found.append((size, who))
    return found


def _numbers_and_flags(verb: Verb, args: dict[str, Any], rest: str) -> str:
    """Takes "raise 2" and "half" out of a text, by the keys of a verb's arguments."""
    for one in verb.args:
        word = re.escape(one.key.replace("_", " "))
        if one.kind == "integer":
            found = re.search(rf"(?:^|\s){word}\s+([+-]?\d+)(?=\s|$)", rest, re.IGNORECASE)
            value: Any = int(found[1]) if found else None
        elif one.kind == "flag":
            found = re.search(rf"(?:^|\s){word}(?=\s|$)", rest, re.IGNORECASE)
            value = True
        else:
            continue
        if found:
            args[one.key] = value
            rest = f"{rest[: found.start()]} {rest[found.end() :]}".strip()
    return rest


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

    def parse(
        self, text: str, state: AnyState, actor: str | None, targets: list[str]
    ) -> tuple[Verb, dict[str, Any]]:
        """The verb and the arguments of a chat text such as "!system attack @Benkei".

        Raises `Refused` with what was not understood; a missing target is the only opponent, or is
        asked for.
        """
        word, _, rest = text.strip().lstrip("!").partition(" ")
        if word.casefold() != self.command:
            raise Refused("other_system", title=self.title, command=self.command)
        rest = rest.strip()
        verb, fixed, rest = self._verb(rest or "help", state, actor)
        return verb, self._args(verb, dict(fixed), rest, state, actor, targets)

    def _verb(
        self, text: str, state: AnyState, actor: str | None
    ) -> tuple[Verb, dict[str, Any], str]:
        known: dict[str, tuple[Verb, dict[str, Any]]] = {
            word: (verb, {}) for word, verb in self.words.items()
        }
        for verb in self.verbs.values():
            if actor is not None and verb.choices is not None:
                for choice in verb.choices(state, actor):
                    known.setdefault(plain(choice.label), (verb, choice.args))
        words = text.split()
        for count in range(len(words), 0, -1):
            found = known.get(plain(" ".join(words[:count])))
            if found:
                return found[0], found[1], " ".join(words[count:])
        raise Refused(
            "unknown_verb",
            verb=words[0],
            nearest=_nearest(plain(words[0]), known),
            command=self.command,
        )

    def _args(
        self,
        verb: Verb,
        args: dict[str, Any],
        rest: str,
        state: AnyState,
        actor: str | None,
        targets: list[str],
    ) -> dict[str, Any]:
        announced = verb.arg("announced")
        if announced is not None:
            rest, uses = self._announced(rest, state, actor)
            if uses:
                args[announced.key] = uses
        text, target = verb.arg("text"), verb.target()
        if text is not None:
            if target is not None:
                named = rest if rest.startswith("@") else ""
                args[target.key], after = self.target(target.kind, named, state, actor, targets)
                rest = after if named else rest
            return {**args, text.key: rest} if rest else args
        rest = _numbers_and_flags(verb, args, rest)
        choice = verb.arg("choice")
        if choice is not None and choice.key not in args:
            args[choice.key], rest = self._choice(verb, choice.key, rest, state, actor)
        if target is not None:
            args[target.key], rest = self.target(target.kind, rest, state, actor, targets)
        if rest:
            raise Refused("left_over", words=rest, command=self.command, verb=verb.label.lower())
        return args

    def _announced(
        self, rest: str, state: AnyState, actor: str | None
    ) -> tuple[str, list[dict[str, Any]]]:
        """The reactions after the word "with", unless that word belongs to somebody's name."""
        names = [one.name.lower() for one in state.characters.values() if " with " in one.name]
        named = next((one for one in names if one in rest.lower()), "")
        start = rest.lower().find(named) + len(named)
        head, found, tail = f" {rest[start:]} ".partition(" with ")
        if not found:
            return rest, []
        head = rest[:start] + head
        uses = []
        for name in re.split(r",| and ", tail):
            key = self.abilities.get(plain(name))
            if key is None:
                raise Refused(
                    "unknown_verb",
                    verb=name.strip(),
                    nearest=_nearest(plain(name), self.abilities),
                    command=self.command,
                )
            uses.append({"by": actor, "use": key})
        return head.strip(), uses

    def _choice(
        self, verb: Verb, key: str, rest: str, state: AnyState, actor: str | None
    ) -> tuple[Any, str]:
        buttons = verb.buttons(state, actor) if actor is not None else []
        named = [(plain(one), button) for button in buttons for one in _names(button, key)]
        words = rest.split()
        for name, button in sorted(named, key=lambda one: -len(one[0])):
            size = len(name.split())
            if plain(" ".join(words[:size])) == name:
                return button.args[key], " ".join(words[size:])
            if plain(" ".join(words[-size:])) == name:
                return button.args[key], " ".join(words[:-size])
        if len(buttons) == 1:
            return buttons[0].args[key], rest
        options = ", ".join(one.label for one in buttons) or "nothing you have"
        raise Refused("unknown_choice", verb=verb.label, options=options)

    def target(
        self, kind: str, rest: str, state: AnyState, actor: str | None, targets: list[str]
    ) -> tuple[str, str]:
        """Who is meant: the name in `rest`, else the one targeted, else the only one possible.

        An ally left open is oneself; targeted opponents are then not meant.
        """
        me = state.characters.get(actor) if actor else None
        encounter = state.encounters.get(me.encounter) if me and me.encounter else None
        among = encounter.order if encounter else list(state.characters)
        if rest:
            names = {who: state.characters[who].name for who in among}
            return find_name(rest.removeprefix("@").lstrip(), names)
        if kind == "ally" and me is not None:
            targets = [one for one in targets if state.characters[one].side == me.side]
        if len(targets) == 1:
            return targets[0], ""
        if kind == "ally" and actor is not None and not targets:
            return actor, ""
        if me is not None and not targets:
            opponents = [
                who
                for who in among
                if state.characters[who].side != me.side and state.characters[who].stands()
            ]
            if len(opponents) == 1:
                return opponents[0], ""
        raise Refused("which_target")
