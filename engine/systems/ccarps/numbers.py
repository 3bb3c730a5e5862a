"""What numbers come to: skill points, secondary attributes, ranks, wounds (R13, R30, R31, R36)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.ccarps.model import Person
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.tables import AVERAGES, DICE, MODIFIERS, RANKS, step

BANDS = {2: "Beginner", 3: "Novice", 4: "Advanced", 5: "Master"}


def modifier_of(points: int) -> int:
    """R30: what skill points, or the value of a secondary attribute, add to a target number."""
    return step(MODIFIERS, points)


def dice_of(points: int) -> int:
    """R3, R30: how many dice skill points give; none without points."""
    return step(DICE, points)


def secondary(attributes: Mapping[str, int], name: str, rules: CcarpsRules) -> int:
    """R31: the average, rounded to the nearest, halves up."""
    parts = AVERAGES[rules.secondary_attributes][name]  # R31
    count, summed = len(parts), sum(attributes[part] for part in parts)
    return (2 * summed + count) // (2 * count)


def attribute_modifier(person: Person, name: str, rules: CcarpsRules) -> int:
    return modifier_of(secondary(person.attributes, name, rules))


def rank(points: int) -> str:
    """R36: by the sum of the primary attributes."""
    reached = [name for name, least in RANKS.items() if points >= least]
    return reached[-1] if reached else "none"


def bar_wounds(marked: int, rules: CcarpsRules) -> int:
    """R13: −1 at the first threshold, a further −2 at the second, a further −3 at the third."""
    reached = [place for place, least in enumerate(rules.wound_thresholds, 1) if marked >= least]
    return -sum(reached)


def wounds(person: Person, rules: CcarpsRules) -> int:
    """R13: the bars add up."""
    return sum(bar_wounds(marked, rules) for marked in person.marks.values())
