"""The numbers of CARPS: levels, target numbers, nets and what dice come to."""

from __future__ import annotations

STANDARD = ((2, 1), (3, 1), (4, 2), (5, 2), (6, 3))
ULTIMATE = ((4, 1), (6, 1), (8, 2), (10, 2), (12, 3))
INSPIRED = (2, 4, 5, 6, 7)


def row(level: int) -> int:
    """Which of the five rows of levels, from 0 (C8)."""
    return min(max((level - 1) // 5, 0), 4)


def standard_hit(level: int) -> int:
    """Levels that a hit with a Standard Attack gives."""
    return STANDARD[row(level)][0]


def standard_miss(level: int) -> int:
    """Levels that the target gains by a miss."""
    return STANDARD[row(level)][1]


def ultimate_gain(level: int) -> int:
    """Levels that performing an Ultimate Move gives."""
    return ULTIMATE[row(level)][0]


def ultimate_miss(level: int) -> int:
    """Levels that the target gains when an Ultimate Move misses."""
    return ULTIMATE[row(level)][1]


def inspired(level: int) -> int:
    """Levels that every inspired ally gains (C49)."""
    return INSPIRED[row(level)]


def power_threshold_of(base: int) -> int:
    """The Power Threshold that a base level gives (C10)."""
    return 5 + base // 2


def target_number(own: int, opposing: int) -> int:
    """C1"""
    return min(max(6 - (own - opposing), 2), 10)


def kept_die(dice: list[int], net: int) -> int:
    """The place of the die that counts: the highest with bonus dice, else the lowest (C3)."""
    return dice.index(max(dice) if net > 0 else min(dice))


def value_of(dice: list[int], net: int, natural_extremes: str) -> int:
    """The value of a roll (C2)."""
    kept = dice[kept_die(dice, net)]
    if natural_extremes == "any_die":  # C2
        if 10 in dice:
            return 10
        if 1 in dice:
            return 1
    return kept


def succeeds(value: int, tn: int) -> bool:
    """C2: a 10 succeeds, a 1 fails, else the target number decides."""
    return value == 10 or (value != 1 and value >= tn)
