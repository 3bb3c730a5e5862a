"""Chips as people type them: "base 3 dark +1 unfamiliar -2 shoes +1".

Anything may be named; what the rulebook's lists know needs no number. Words such as "gear" say
where the names after them belong; without one, presets are of the situation and the rest goes where
whoever lays them stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.grammar import plain
from engine.names import find_name
from engine.resolution import Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.entries import signed
from engine.systems.ccarps.lines import Line, capital
from engine.systems.ccarps.model import CcarpsState, Person
from engine.systems.ccarps.numbers import modifier_of
from engine.systems.ccarps.tables import MOVEMENT, SITUATIONS

GROUPS = {
    "situation": "situation",
    "gear": "own",
    "against": "opposition",
    "defense": "defense",
    "damage": "damage",
}
COUNTED = ("tech", "load")
T = TypeVar("T")


@dataclass(slots=True)
class Typed:
    """What a line of chips says. `chips` are (group, label, value or count, preset key)."""

    chips: list[tuple[str, str, int, str]] = field(default_factory=list)
    base: int | None = None
    source: str = ""
    counted: dict[str, int] = field(default_factory=dict)
    called: str = ""
    riposte: bool = False
    bystanders: list[str] = field(default_factory=list)


def preset_names() -> dict[str, str]:
    """How the presets are called -> their keys."""
    by_label = {plain(one["label"]): key for key, one in SITUATIONS.items()}
    return {**by_label, **{plain(key): key for key in SITUATIONS}}


def preset_options() -> list[dict[str, str]]:
    """The rulebook's list of situations for a form, each as it would be typed."""
    shown = []
    for key, one in SITUATIONS.items():
        if key == "called":
            continue
        if "value" in one:
            shown.append(_option(key, one["label"], one["value"]))
            continue
        most = one.get("most", one["least"] + 3)
        counts = [count for count in range(one["least"], most + 1) if count]
        for count in counts[1:] if key == "targets" else counts:
            shown.append(_option(f"{key} {count}", one["label"], count * one.get("each", 1)))
    return shown


def _option(typed: str, label: str, value: int) -> dict[str, str]:
    return {"value": typed, "label": f"{label} {signed(value)}"}


def read_chips(
    state: CcarpsState, text: str, who: str | None, group: str, unseen: Sequence[str] = ()
) -> Typed:
    """Understands a line typed for `who` (None: the game master), whose chips go to `group`.

    Those `unseen` cannot be named.

    Raises `Refused` (chip_without_number, base_without_number, unknown_name).
    """
    person = state.characters[who] if who is not None else None
    reader = _Reader(state, text, person, group, unseen)
    while reader.words:
        reader.step()
    return reader.typed


class _Reader(Line):
    def __init__(
        self,
        state: CcarpsState,
        text: str,
        person: Person | None,
        group: str,
        unseen: Sequence[str],
    ) -> None:
        super().__init__(text, words.A_CHIP)
        people = state.characters.items()
        self.people = {who: one.name for who, one in people if who not in unseen}
        self.group = group
        self.explicit = False
        self.owned = _owned(person) if person is not None else {}
        self.gear = {plain(name): name for name in (person.gear if person is not None else ())}
        self.presets = preset_names()
        self.typed = Typed()

    def step(self) -> None:
        """Understands what stands first."""
        word = self.words[0].casefold()
        if word in GROUPS:
            name, number = self.take(), self.number()
            if number is None:
                self.group, self.explicit = GROUPS[word], True
            else:
                self.take()
                self.typed.chips.append((GROUPS[word], capital(name), number, ""))
        elif word == "base":
            self._base()
        elif word in COUNTED and self.number(1) is not None:
            self.take()
            self.typed.counted[word] = int(self.number() or 0)
            self.take()
        elif word == "called" and len(self.words) > 1:
            self.take()
            self.typed.called = self.take()
        elif word == "riposte":
            self.take()
            self.typed.riposte = True
        elif word == "beside":
            self.take()
            who, rest = find_name(" ".join(self.words), self.people)
            self.typed.bystanders.append(who)
            self.words = rest.split()
        else:
            self._chip()

    def _base(self) -> None:
        self.take()
        number = self.number()
        if number is not None:
            self.take()
            self.typed.base, self.typed.source = number, ""
            return
        count, key = self.longest({plain(key): key for key in MOVEMENT})
        if not key:
            raise Refused("base_without_number")
        self.take(count)
        self.typed.base, self.typed.source = MOVEMENT[key]["base"], key

    def _chip(self) -> None:
        count, key = self.longest(self.presets)
        if key:
            self._preset(key, self.take(count))
            return
        label: list[str] = []
        while self.words and self.number() is None and not (label and self.first == "base"):
            label.append(self.take())
            known = _find(" ".join(label), self.owned)
            if known and self.number() is None:
                self._lay(*known)
                return
        number = self.number()
        if number is None or not label:
            raise Refused("chip_without_number", what=" ".join(label) or self.take())
        self.take()
        name = " ".join(label)
        self._lay(_find(name, self.gear) or capital(name), number)

    def _preset(self, key: str, name: str) -> None:
        preset, number = SITUATIONS[key], self.number()
        if number is not None:
            self.take()
        counts = "value" not in preset
        if counts and number is None:
            raise Refused("chip_without_number", what=preset["label"])
        value = number if number is not None else int(preset["value"])
        least, most = preset.get("least", value), preset.get("most")
        if value < least or (most is not None and value > most):
            reach = words.reach(least, most)
            raise Refused("chip_out_of_range", what=preset["label"], reach=reach)
        own = not counts and value != preset["value"]
        label = capital(name) if own else preset["label"]
        group = self.group if self.explicit else "situation"
        self.typed.chips.append((group, label, value, "" if own else key))

    def _lay(self, label: str, number: int) -> None:
        self.typed.chips.append((self.group, label, number, ""))


def _owned(person: Person) -> dict[str, tuple[str, int]]:
    """What somebody's own words may mean without a number: gear, and the modifier of a skill."""
    skills = {name: modifier_of(one["points"]) for name, one in person.skills.items()}
    return {plain(name): (name, value) for name, value in {**skills, **person.gear}.items()}


def _find(text: str, owned: Mapping[str, T]) -> T | None:
    """The thing of that name, or the only one in whose name the words occur."""
    wanted = plain(text)
    if wanted in owned:
        return owned[wanted]
    holding = [one for name, one in owned.items() if f" {wanted} " in f" {name} "]
    return holding[0] if len(holding) == 1 else None
