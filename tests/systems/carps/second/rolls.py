"""Dice: where they come from, and what they come to (C1 to C3)."""

from __future__ import annotations

import random
from typing import Any

from tests.systems.carps.second.faults import Broken, whole


class Script:
    """Dice as a scenario lists them."""

    def __init__(self, numbers: list[Any]) -> None:
        self.numbers = numbers
        self.taken: list[int] = []

    def throw(self, sides: int) -> int:
        if len(self.taken) == len(self.numbers):
            raise Broken("out_of_dice")
        die = self.numbers[len(self.taken)]
        if not whole(die) or not 1 <= die <= sides:
            raise Broken("bad_die")
        self.taken.append(die)
        return int(die)


class Thrown:
    """Dice by chance that write down what they threw; `faces` are the ones that fall often."""

    def __init__(self, chance: random.Random, faces: list[int]) -> None:
        self.chance = chance
        self.faces = faces
        self.taken: list[int] = []

    def throw(self, sides: int) -> int:
        often = [face for face in self.faces if face <= sides]
        die = self.chance.randint(1, sides)
        if often and self.chance.random() < 0.5:
            die = self.chance.choice(often)
        self.taken.append(die)
        return die


def target_number(own: int, other: int) -> int:
    return max(2, min(10, 6 - own + other))


def verdict(dice: list[int], net: int, tn: int, anywhere: bool) -> tuple[int, bool]:
    """The value of a roll (C2), and whether it succeeds; `anywhere`: on any die."""
    kept = max(dice) if net > 0 else min(dice)
    seen = dice if anywhere else [kept]
    if 10 in seen:
        return 10, True
    if 1 in seen:
        return 1, False
    return kept, kept >= tn
