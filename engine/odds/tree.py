"""Exact chances of whole rules: they run once for every way in which the dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")


class TreeDice:
    """Dice that follow one path through the tree of all falls; `advance` goes to the next path."""

    def __init__(self) -> None:
        self._path: list[list[int]] = []
        self._place = 0

    def throw(self, sides: int) -> int:
        if self._place == len(self._path):
            self._path.append([sides, 1])
        face = self._path[self._place][1]
        self._place += 1
        return face

    @property
    def chance(self) -> Fraction:
        """The chance of the path just followed."""
        chance = Fraction(1)
        for sides, _ in self._path:
            chance /= sides
        return chance

    def advance(self) -> bool:
        """Makes ready for the next path; False when all have been followed."""
        self._place = 0
        while self._path and self._path[-1][0] == self._path[-1][1]:
            self._path.pop()
        if self._path:
            self._path[-1][1] += 1
        return bool(self._path)


def every_fall(play: Callable[[TreeDice], T]) -> Iterator[tuple[Fraction, T]]:
    """What `play` gives for each fall of its dice, with the chance of that fall.

    `play` must begin anew each time and throw the same dice after the same falls. Ten-sided dice
    by the handful mean thousands of runs: for three dice 1,000.
    """
    dice = TreeDice()
    more = True
    while more:
        result = play(dice)
        yield dice.chance, result
        more = dice.advance()
