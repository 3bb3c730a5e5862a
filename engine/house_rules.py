"""House rules: every ruling with a switch is a field of one frozen class per system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self


class BadSwitch(ValueError):  # noqa: N818 - named as scenario files spell it
    """An unknown switch, or a value that the switch does not have."""


def switch(ruling: str, label: str, explanation: str, options: Mapping[Any, str]) -> Any:
    """A house-rule field: `options` maps each value to its label, the default first.

    A value of several numbers is a tuple here and a list in plain data.
    """
    return field(
        default=next(iter(options)),
        metadata={"ruling": ruling, "label": label, "help": explanation, "options": options},
    )


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Base of every system's house rules."""

    @classmethod
    def make(cls, values: Mapping[str, Any]) -> Self:
        """House rules with `values` over the defaults; raises `BadSwitch`."""
        known = {one.name: one.metadata["options"] for one in fields(cls)}
        chosen = {}
        for name, value in values.items():
            meant = [option for option in known.get(name, ()) if _is_option(value, option)]
            if not meant:
                raise BadSwitch(name)
            chosen[name] = meant[0]
        return cls(**chosen)

    def to_data(self) -> dict[str, Any]:
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}

    @classmethod
    def describe(cls) -> list[dict[str, Any]]:
        """The switches for a settings window, in order of the rulings."""
        return [
            {
                "key": one.name,
                "label": one.metadata["label"],
                "ruling": one.metadata["ruling"],
                "help": one.metadata["help"],
                "default": _plain(one.default),
                "options": [
                    {"value": _plain(value), "label": label}
                    for value, label in one.metadata["options"].items()
                ],
            }
            for one in fields(cls)
        ]


def _is_option(value: Any, option: Any) -> bool:
    """Whether plain data means an option, type and all: neither 1 nor "1" means true."""
    if isinstance(option, tuple):
        several = isinstance(value, (list, tuple)) and len(value) == len(option)
        return several and all(map(_is_option, value, option))
    return value is option or (type(value) is type(option) and value == option)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
