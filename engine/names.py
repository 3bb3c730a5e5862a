"""Names on tokens, and as people type them.

Nobody types a name as it stands on a token: capitals, accents, curly quotes, doubled spaces and
signs that cannot be seen are left out or put otherwise. So names are compared as they are spelled,
and of those spelled alike whoever is written exactly so is meant. Nobody is ever guessed: a name
that several have, or a part of one, is refused with the names that it could be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from unicodedata import category, normalize

from engine.resolution import Refused
from engine.words import ANY_OF_THEM, NEAREST, OTHERS, SEVERAL

MOST_NAMED = 8
MOST_NEAR = 3
NEAR = 0.7  # of the letters are the same, in the same order
_ALIKE = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
}
_NOT_SPELLED = ("Mn", "Cf")  # accents, and what cannot be seen


def _letters(char: str) -> str:
    """One sign as it is spelled: without case, accent and width."""
    parts = normalize("NFKD", char.translate(_ALIKE))
    return "".join(one for one in parts if category(one) not in _NOT_SPELLED).casefold()


def _spell(text: str) -> tuple[str, list[int]]:
    """A text as it is spelled, and for each letter of that where the text goes on after it.

    A letter in the midst of a sign (the first s of ß) has 0 there: no name ends with it.
    """
    spelled = ""
    ends: list[int] = []
    for place, char in enumerate(text, 1):
        letters = _letters(char)
        if letters.isspace():
            letters = "" if spelled.endswith(" ") else " "
        if letters:
            spelled += letters
            ends += [0] * (len(letters) - 1) + [place]
        elif ends:
            ends[-1] = place
    return spelled, ends


@lru_cache(maxsize=4096)
def spelling(name: str) -> str:
    """A whole name as it is spelled."""
    return _spell(name)[0].strip(" @")


def whole_names(text: str, names: Mapping[str, str]) -> dict[str, int]:
    """Everybody whose whole name stands at the start of `text`: id -> where it ends there."""
    spelled, ends = _spell(text)
    sizes = {who: len(spelling(name)) for who, name in names.items()}
    return {
        who: ends[size - 1]
        for who, size in sizes.items()
        if size and spelled.startswith(spelling(names[who])) and ends[size - 1]
        if not spelled[size : size + 1].isalnum()
    }


def find_name(
    text: str, names: Mapping[str, str], targets: Collection[str] = ()
) -> tuple[str, str]:
    """The character whose name stands at the start of `text`, and the rest of the text.

    `names` is id -> name. The longest whole name counts; quotes show where one ends. What could be
    several is the only one of them in `targets`. Raises `Refused` (unknown_name, ambiguous_name).
    """
    text = text.lstrip(" @")
    found = whole_names(text, names)
    if found:
        size = max(found.values())
        typed, rest = text[:size], text[size:]
        meant = [who for who, one in found.items() if one == size]
    else:
        typed, rest = _first(text, names)
        wanted = spelling(typed)
        meant = [who for who, name in names.items() if wanted and spelling(name) == wanted]
    exact = _written_so(typed, meant, names)
    could_be = exact or _with_part(typed, names)
    if len(exact) != 1:
        aimed = [who for who in could_be if who in targets]
        exact = aimed if len(aimed) == 1 else []
    if exact:
        return exact[0], rest.strip()
    if could_be:
        shown = _listed([names[who] for who in could_be], spelling(typed))
        raise Refused("ambiguous_name", name=typed, names=shown)
    raise Refused("unknown_name", name=typed or "that", nearest=nearest(typed, names.values()))


def _first(text: str, names: Mapping[str, str]) -> tuple[str, str]:
    """What stands in quotes at the start of a text, else its first word; and the rest."""
    spelled, ends = _spell(text)
    quoted = [
        (text[ends[0] : ends[place - 1]], text[ends[place] :])
        for place in range(2, len(spelled) if spelled[:1] in ("'", '"') else 0)
        if spelled[place] == spelled[0] and not spelled[place + 1 : place + 2].isalnum()
    ]
    known = {spelling(name) for name in names.values()}
    word, _, rest = text.partition(" ")
    named = [one for one in reversed(quoted) if spelling(one[0]) in known]
    return (*named, *quoted, (word, rest))[0]


def _written_so(typed: str, who: list[str], names: Mapping[str, str]) -> list[str]:
    """Of those spelled alike, those written exactly so, else with the same accents, else all."""
    for form in (str, lambda name: normalize("NFC", name).casefold()):
        same = [one for one in who if form(names[one].strip()) == form(typed.strip())]
        if same:
            return same
    return who


def _with_part(typed: str, names: Mapping[str, str]) -> list[str]:
    """Those of whose name a word begins so."""
    part = spelling(typed)
    begins = re.compile(rf"(?<!\w){re.escape(part)}")
    return [who for who, name in names.items() if part and begins.search(spelling(name))]


def _listed(names: list[str], wanted: str) -> str:
    """Names to choose from in words; those that several have with their number."""
    counted = Counter(names)
    if len(names) > len(counted) == 1 and spelling(names[0]) == wanted:
        return ANY_OF_THEM.format(count=len(names))
    shown = [
        name if count == 1 else SEVERAL.format(name=name, count=count)
        for name, count in counted.items()
    ]
    if len(shown) > MOST_NAMED:
        shown = [*shown[:MOST_NAMED], OTHERS.format(count=len(shown) - MOST_NAMED)]
    return " or ".join(shown)


def nearest(word: str, names: Iterable[str]) -> str:
    """Names that begin with something spelled nearly so, as a sentence; empty if there are none.

    As many words are compared as are given. Where no name begins so, any part of one counts.
    """
    wanted = spelling(word)
    beginnings: dict[str, list[str]] = {}
    parts: dict[str, list[str]] = {}
    for name in names:
        for place, part in enumerate(_runs(spelling(name), max(1, len(wanted.split())))):
            (parts if place else beginnings).setdefault(part, []).append(name)
    for known in (beginnings, parts) if wanted else ():
        close = get_close_matches(wanted, list(known), n=MOST_NEAR, cutoff=NEAR)
        found = dict.fromkeys(name for part in close for name in sorted(known[part], key=len))
        if found:
            return NEAREST.format(names=", ".join(list(found)[:MOST_NEAR]))
    return ""


def _runs(name: str, count: int) -> list[str]:
    """Every so many words of a name that follow each other, from the first on."""
    words = name.split()
    starts = range(max(1, len(words) - count + 1))
    return [" ".join(words[start : start + count]) for start in starts]
