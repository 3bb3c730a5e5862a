"""Plain values that come with a command, looked at before anything happens.

They may come from anywhere, so each is checked where it is read; what is wrong refuses the command
(`bad_command`) in one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.resolution import Refused


def malformed(what: str) -> Refused:
    return Refused("bad_command", what=what)


def is_whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    """Whether a value is a whole number in a range; true and false are no numbers."""
    return (
        type(value) is int and (least is None or value >= least) and (most is None or value <= most)
    )


def number(
    args: dict[str, Any],
    key: str,
    default: int | None = None,
    least: int | None = None,
    most: int | None = None,
) -> int:
    value: Any = args.get(key, default)
    if not is_whole(value, least, most):
        low = "" if least is None else f" from {least}"
        high = "" if most is None else f" to {most}"
        raise malformed(f"{key} is a whole number{low}{high}")
    return int(value)


def numbers(args: dict[str, Any], key: str, least: int | None = None) -> list[int]:
    """A list of whole numbers, empty where nothing is given."""
    value = args.get(key, [])
    if not isinstance(value, list) or not all(is_whole(one, least) for one in value):
        raise malformed(f"{key} is a list of whole numbers")
    return value


def flag(args: dict[str, Any], key: str, default: bool = False) -> bool:
    value = args.get(key, default)
    if not isinstance(value, bool):
        raise malformed(f"{key} is yes or no")
    return value


def one_of(args: dict[str, Any], key: str, allowed: Sequence[str], default: str = "") -> str:
    value = args.get(key, default)
    if not isinstance(value, str) or value not in allowed:
        raise malformed(f"{key} is one of {', '.join(allowed)}")
    return value


def text(args: dict[str, Any], key: str, default: str | None = None) -> str:
    value = args.get(key, default)
    if not isinstance(value, str):
        raise malformed(f"{key} is a text")
    return value


def names(args: dict[str, Any], key: str) -> list[str]:
    value = args.get(key, [])
    if not isinstance(value, list) or any(not isinstance(one, str) for one in value):
        raise malformed(f"{key} is a list of names")
    return value


def mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise malformed(f"{what} needs its parts by name")
    return value
