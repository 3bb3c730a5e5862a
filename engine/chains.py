"""What led to where a scope stands now, as a hash that grows with every command.

A scope has places: its encounter and its characters, or the whole table. Each place has a chain of
the commands that touched it and count; two scopes overlap where they share a place. So the hash of
a point is found without going through all that ever happened. It holds for this process alone.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import takewhile
from typing import NamedTuple

from engine.resolution import Scope

EVERYTHING = "table"
EVERYWHERE = "everywhere"


class Link(NamedTuple):
    """One command in a chain, and the hash of the chain up to it."""

    command: str
    mark: str
    hash: int


class Chains:
    """One chain of all commands, and one for each place; a command of the whole table is in each.

    `EVERYWHERE` has those alone: with them begins the chain of a place that is new.
    """

    def __init__(self) -> None:
        self._links: dict[str, list[Link]] = {EVERYTHING: [], EVERYWHERE: []}

    def add(self, command: str, mark: str, scope: Scope) -> None:
        """A command comes to the end of its chains; `mark` is what makes two the same."""
        places = list(self._links) if scope.whole else [EVERYTHING, *_places(scope)]
        for place in places:
            links = self._links.setdefault(place, self._links[EVERYWHERE][:])
            links.append(_after(links, command, mark))

    def remove(self, commands: Container[str]) -> None:
        """Commands no longer count."""
        for place, links in self._links.items():
            first = next((at for at, one in enumerate(links) if one.command in commands), None)
            if first is not None:
                kept = links[:first]
                for one in links[first:]:
                    if one.command not in commands:
                        kept.append(_after(kept, one.command, one.mark))
                self._links[place] = kept

    def forget(self, commands: Container[str]) -> None:
        """Commands will not be asked about any more; what they led to stays in the hashes."""
        for place, links in list(self._links.items()):
            kept = [one for one in links if one.command not in commands]
            if kept or place in (EVERYTHING, EVERYWHERE):
                self._links[place] = kept
            else:
                del self._links[place]

    def point(self, scope: Scope, before: str | None = None) -> tuple[int, ...]:
        """The hashes of where a scope stands now, or stood before a command."""
        places = [EVERYTHING] if scope.whole else _places(scope)
        chains = [self._links.get(place, self._links[EVERYWHERE]) for place in places]
        if before is not None:
            chains = [list(takewhile(lambda one: one.command != before, one)) for one in chains]
        return tuple(links[-1].hash if links else 0 for links in chains)


def _places(scope: Scope) -> list[str]:
    encounter = [f"encounter {scope.encounter}"] if scope.encounter is not None else []
    return [*encounter, *(f"character {who}" for who in scope.characters)]


def _after(links: list[Link], command: str, mark: str) -> Link:
    before = links[-1].hash if links else 0
    return Link(command, mark, hash((before, mark)))
