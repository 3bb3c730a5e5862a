"""Abilities: text and numbers are data, behaviour is a few lines under the same key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.data import load

F = TypeVar("F", bound=Callable[..., Any])
Index = dict[str, dict[str, list[tuple[str, Callable[..., Any]]]]]


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability as printed: `xp` to buy it, `level` to use it, `ap` and `rp` to pay for it.

    `xp` is None where no price is printed. `told` is how a card tells that it was used.
    """

    key: str
    name: str
    kind: str
    summary: str
    rulings: tuple[str, ...]
    xp: int | None = None
    level: int = 1
    ap: int = 0
    rp: int = 0
    told: str = ""

    def to_data(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            "rulings": list(self.rulings),
        }


class AbilityBook:
    """The abilities of one system, and the hooks at which each takes part.

    A hook is the name of a window, of a number that modifiers change, or of a trigger. Without a
    resource it is the empty book of a system that has no abilities.
    """

    def __init__(self, package: str = "", resource: str = "") -> None:
        entries = load(package, resource) if resource else {}
        self.data: dict[str, Ability] = {
            key: Ability(key=key, **{**entry, "rulings": tuple(entry["rulings"])})
            for key, entry in entries.items()
        }
        self.hooks: dict[str, list[tuple[str, Callable[..., Any]]]] = {}
        self._at: dict[str, dict[str, list[Callable[..., Any]]]] = {}

    def on(self, hook: str, *keys: str) -> Callable[[F], F]:
        """Registers a function as the behaviour of `keys` at `hook`."""

        def register(function: F) -> F:
            for key in keys:
                self.hooks.setdefault(key, []).append((hook, function))
                self._at.setdefault(hook, {}).setdefault(key, []).append(function)
            return function

        return register

    def at(self, hook: str, keys: Iterable[str]) -> list[tuple[str, Callable[..., Any]]]:
        """Those of these abilities that take part at a hook, as (key, behaviour)."""
        there = self._at.get(hook)
        if there is None:
            return []
        return [(key, one) for key in keys if key in there for one in there[key]]

    def index(self, owners: Iterable[tuple[str, Sequence[str]]]) -> Index:
        """hook -> owner -> [(key, behaviour)], so that an unused hook costs nothing."""
        index: Index = {}
        for owner, keys in owners:
            for key in keys:
                for hook, function in self.hooks.get(key, ()):
                    index.setdefault(hook, {}).setdefault(owner, []).append((key, function))
        return index
