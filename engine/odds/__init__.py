"""Exact chances: distributions of whole numbers as fractions, for every system.

A `Chances` maps each possible number to its chance. All is counted out, nothing is estimated, so
the sizes are those of a handful of dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

Chances = dict[int, Fraction]


def certain(number: int) -> Chances:
    return {number: Fraction(1)}


def die(sides: int = 6) -> Chances:
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def total(*parts: Chances) -> Chances:
    """The sum of independent numbers."""
    summed = certain(0)
    for part in parts:
        more: Chances = {}
        for number, chance in summed.items():
            for other, again in part.items():
                more[number + other] = more.get(number + other, Fraction(0)) + chance * again
        summed = more
    return summed


def dice(count: int, sides: int = 6) -> Chances:
    return total(*[die(sides)] * count)


def falls(count: int, sides: int = 6) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way in which dice fall, lowest first, with how many of `sides ** count` it is."""
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        yield faces, factorial(count) // prod(map(factorial, Counter(faces).values()))


def lowest(count: int, keep: int, sides: int = 6) -> Chances:
    """The sum of the `keep` lowest of `count` dice."""
    summed: Chances = {}
    for faces, ways in falls(count, sides):
        number = sum(faces[:keep])
        summed[number] = summed.get(number, Fraction(0)) + Fraction(ways, sides**count)
    return summed


def exploding(count: int, sides: int = 6) -> Chances:
    """Dice of which each that shows its highest face gives one more, which never does."""
    one = {face: chance for face, chance in die(sides).items() if face < sides}
    for face, chance in die(sides).items():
        one[sides + face] = chance / sides
    return total(*[one] * count)


def chance(of: Chances, holds: Callable[[int], bool]) -> Fraction:
    """The chance that a number is one for which `holds`."""
    return sum((part for number, part in of.items() if holds(number)), Fraction(0))


def beats(one: Chances, other: Chances, ties: Fraction = Fraction(0)) -> Fraction:
    """The chance that `one` is higher, with `ties` as the share of equal numbers that it wins."""
    won = Fraction(0)
    for number, part in one.items():
        for against, again in other.items():
            if number > against:
                won += part * again
            elif number == against:
                won += part * again * ties
    return won


def at_least(of: Chances, least: int) -> Chances:
    """The same with lower numbers raised to `least`."""
    raised: Chances = {}
    for number, part in of.items():
        key = max(number, least)
        raised[key] = raised.get(key, Fraction(0)) + part
    return raised


def percent(of: Fraction) -> str:
    """A chance to a tenth of a per cent: "52.3 %"; what is merely near 0 or 100 says so."""
    tenths = round(of * 1000)
    if tenths == 0 < of:
        return "under 0.1 %"
    if tenths == 1000 and of < 1:
        return "over 99.9 %"
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest} %" if rest else f"{whole} %"


def in_words(of: Fraction, sides: int = 6) -> tuple[str, str]:
    """A chance as people read it: "4 in 6" where the die allows it, and "67 %"."""
    counted = of * sides
    whole = f"{counted.numerator} in {sides}" if counted.denominator == 1 else str(of)
    return whole, f"{round(of * 100)} %"
