"""A typed line, taken word by word: numbers as people write them, names of several words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.grammar import plain
from engine.numerals import is_meant, whole
from engine.resolution import Refused

LONGEST_NAME = 4
MOST_SHOWN = 40
_SIGN_APART = re.compile(r"(?<!\S)([+\-−–]) +(?=\d)")


class Line:
    """What is left of a line. A sign that stands apart belongs to the number after it.

    `what` says in words what takes the numbers in it.
    """

    def __init__(self, text: str, what: str) -> None:
        self.what = what
        self.words = _SIGN_APART.sub(r"\1", text).split()

    @property
    def first(self) -> str:
        """The word that stands first, as names are compared."""
        return plain(self.words[0]) if self.words else ""

    @property
    def rest(self) -> str:
        return " ".join(self.words)

    def take(self, count: int = 1) -> str:
        taken, self.words = self.words[:count], self.words[count:]
        return " ".join(taken)

    def number(self, place: int = 0) -> int | None:
        """The number that stands at a place, if one does; raises `Refused` (bad_number)."""
        word = self.words[place] if place < len(self.words) else ""
        number = whole(word)
        if number is None and is_meant(word) and not any(map(str.isalpha, word)):
            raise Refused("bad_number", what=self.what, value=word[:MOST_SHOWN])
        return number

    def longest(self, names: Mapping[str, str]) -> tuple[int, str]:
        """How many of the first words are one of the names, and what that means."""
        for count in range(min(LONGEST_NAME, len(self.words)), 0, -1):
            key = names.get(plain(" ".join(self.words[:count])))
            if key is not None:
                return count, key
        return 0, ""


def find_first(names: Iterable[str], text: str) -> tuple[str, str]:
    """The name that stands at the start of a text, and the rest of it."""
    parts, known = text.split(), {plain(name): name for name in names}
    for count in range(len(parts), 0, -1):
        name = known.get(plain(" ".join(parts[:count])))
        if name is not None:
            return name, " ".join(parts[count:])
    return "", text


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
