"""Whole numbers as people type them."""

from __future__ import annotations

import re

WHOLE = "[+\uff0b\\-\uff0d\u2212\u2012-\u2014]?\\d{1,6}"
"""A pattern: digits of any script, with a plus or what looks like a minus."""

_WHOLE = re.compile(WHOLE)
_SIGNED = re.compile(r"(?P<plus>[+\uff0b])|(?P<minus>\D)")


def whole(word: str) -> int | None:
    """The whole number that a word stands for, None if it is none.

    Nothing is guessed: parts, groups of thousands and numbers of more than six digits are none.
    """
    if not _WHOLE.fullmatch(word):
        return None
    sign = _SIGNED.match(word)
    size = int(word[1:] if sign else word)
    return -size if sign and sign["minus"] else size


def is_meant(word: str) -> bool:
    """Whether somebody who types this means a number, understood or not."""
    return any(char.isdecimal() for char in word)
