"""A single roll by its numbers alone, of no character: its chances, and what thrown dice come to.

A system declares one as `System.roll`. Its numbers, and the house rules that count for it, come as
plain values or as people type them; what does not fit is refused in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.dice import Dice
from engine.house_rules import HouseRules
from engine.numerals import whole
from engine.odds import percent
from engine.resolution import Refused

Values = Mapping[str, Any]

YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class RollNumber:
    """A whole number from `least` to `most`; see `RollFlag` and `RollChoice` for what is none."""

    key: str
    label: str
    default: int
    least: int
    most: int

    def read(self, given: object) -> int:
        """The value that somebody gave; raises `Refused` (bad_field), as the others do."""
        found = whole(given.strip()) if isinstance(given, str) else given
        if type(found) is not int or not self.least <= found <= self.most:
            raise _bad(self.label, given, f"a whole number from {self.least} to {self.most}")
        return found

    def to_data(self) -> dict[str, Any]:
        """As a field of a form; see docs/protocol.md."""
        return {**_named(self), "kind": "integer", "min": self.least, "max": self.most}


@dataclass(frozen=True, slots=True)
class RollFlag:
    """Yes or no."""

    key: str
    label: str
    default: bool

    def read(self, given: object) -> bool:
        found = YES_OR_NO.get(given.strip().lower()) if isinstance(given, str) else given
        if not isinstance(found, bool):
            raise _bad(self.label, given, "yes or no")
        return found

    def to_data(self) -> dict[str, Any]:
        return {**_named(self), "kind": "flag"}


@dataclass(frozen=True, slots=True)
class RollChoice:
    """One of the values that `options` gives labels to."""

    key: str
    label: str
    default: Any
    options: Mapping[Any, str]

    def read(self, given: object) -> Any:
        for value in self.options:
            if str(value) == str(given):
                return value
        raise _bad(self.label, given, "one of " + ", ".join(map(str, self.options)))

    def to_data(self) -> dict[str, Any]:
        options = [{"value": value, "label": label} for value, label in self.options.items()]
        return {**_named(self), "kind": "choice", "options": options}


RollField = RollNumber | RollFlag | RollChoice


def _named(field: RollField) -> dict[str, Any]:
    return {"key": field.key, "label": field.label, "default": field.default}


def _bad(label: str, given: object, allowed: str) -> Refused:
    return Refused("bad_field", label=label, value=str(given)[:60], allowed=allowed)


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that fell, in groups with a label each; what they come to, and why in sentences."""

    groups: Sequence[tuple[str, Sequence[int]]]
    result: int
    success: bool
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class SingleRoll:
    """What a roll of a system needs to know, and how it is counted out and judged.

    `switches` names the fields of `rules` that count. `text(values, rules)` says in short what is
    thrown; `chances` gives (label, chance), that of success first; `throw` throws and judges.
    `fault` says which values do not go together, as the `Refused` to raise.
    """

    numbers: tuple[RollField, ...]
    rules: type[HouseRules]
    switches: tuple[str, ...]
    text: Callable[[Values, Any], str]
    chances: Callable[[Values, Any], list[tuple[str, Fraction]]]
    throw: Callable[[Values, Any, Dice], Thrown]
    fault: Callable[[Values], Refused | None] = lambda _: None

    def __post_init__(self) -> None:
        shared = {one.key for one in self.numbers} & set(self.switches)
        assert not shared, f"a number and a house rule of the same key: {shared}"  # noqa: S101 (a system's own fault)

    def fields(self) -> list[RollField]:
        """All that may be given: the numbers, then the house rules."""
        chosen = [one for one in self.rules.describe() if one["key"] in self.switches]
        return [*self.numbers, *map(_switch, chosen)]

    def odds(self, given: Values) -> dict[str, Any]:
        """``{"text", "numbers", "rules", "rows"}`` with exact chances; raises `Refused`.

        A row is ``{"label", "fraction", "percent", "share"}``, the first one that of success.
        """
        values, rules = self._read(given)
        rows = [
            {"label": label, "fraction": str(of), "percent": percent(of), "share": float(of)}
            for label, of in self.chances(values, rules)
        ]
        return {**self._told(values, rules), "rows": rows}

    def roll(self, given: Values, dice: Dice) -> dict[str, Any]:
        """``{"text", "numbers", "rules", "dice", "result", "success", "lines"}``.

        ``dice`` are groups ``{"label", "faces"}``; ``lines`` say why. Raises `Refused`.
        """
        values, rules = self._read(given)
        thrown = self.throw(values, rules, dice)
        return {
            **self._told(values, rules),
            "dice": [{"label": label, "faces": list(faces)} for label, faces in thrown.groups],
            "result": thrown.result,
            "success": thrown.success,
            "lines": list(thrown.lines),
        }

    def _told(self, values: Values, rules: HouseRules) -> dict[str, Any]:
        plain = rules.to_data()
        return {
            "text": self.text(values, rules),
            "numbers": {one.key: values[one.key] for one in self.numbers},
            "rules": {key: plain[key] for key in self.switches},
        }

    def _read(self, given: Values) -> tuple[Values, HouseRules]:
        known = {one.key: one for one in self.fields()}
        for name in given:
            if name not in known:
                raise Refused("unknown_number", name=name[:60], names=", ".join(known))
        values = {
            key: one.read(given[key]) if key in given else one.default for key, one in known.items()
        }
        found = self.fault(values)
        if found is not None:
            raise found
        return values, self.rules.make({key: values[key] for key in self.switches})


def _switch(described: dict[str, Any]) -> RollField:
    """A house rule as a field."""
    key, label, default = (described[name] for name in ("key", "label", "default"))
    if isinstance(default, bool):
        return RollFlag(key, label, default)
    options = {one["value"]: one["label"] for one in described["options"]}
    return RollChoice(key, label, default, options)
