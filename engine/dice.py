"""Where dice come from. The only module that may touch a source of chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Protocol


class DiceError(Exception):
    """A die could not be thrown; `code` is stable."""

    code = "dice"


class OutOfDice(DiceError):  # noqa: N818 - named after what happened, as scenario files spell it
    """A script of dice has no number left."""

    code = "out_of_dice"


class BadDie(DiceError):  # noqa: N818 - as scenario files spell it
    """A scripted number is no face of the die that is thrown."""

    code = "bad_die"


class Dice(Protocol):
    """One die at a time, in the order in which the rules ask for them."""

    def throw(self, sides: int) -> int:
        """A face from 1 to `sides`."""


class SystemDice:
    """The operating system's cryptographic source: the default at the table."""

    def __init__(self) -> None:
        self._source = random.SystemRandom()

    def throw(self, sides: int) -> int:
        return self._source.randint(1, sides)


class SeededDice:
    """Repeatable dice for simulation, replay and tests."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)  # noqa: S311 - repeatable on purpose

    def throw(self, sides: int) -> int:
        return int(self._source.random() * sides) + 1


class ScriptedDice:
    """Dice that fall as written; a test uses them up."""

    def __init__(self, numbers: Iterable[object]) -> None:
        self._numbers: Sequence[object] = list(numbers)
        self.used = 0

    @property
    def left(self) -> int:
        return len(self._numbers) - self.used

    def throw(self, sides: int) -> int:
        """The next number of the script; raises `OutOfDice` or `BadDie`."""
        if self.used >= len(self._numbers):
            raise OutOfDice
        number = self._numbers[self.used]
        if type(number) is not int or not 1 <= number <= sides:
            raise BadDie
        self.used += 1
        return number
