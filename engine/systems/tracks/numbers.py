"""The numbers of tracks: tiers, penalties, room for tension."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.tracks.model import MOST_TENSION, SIZED_BY, TRACKS, Person
from engine.systems.tracks.rules import TracksRules

GUIDES = {"attributes": 30, "specialties": 10}  # T52
SPECIALTY_COST, SKILL_COST = 2, 3


def tiers_of(attribute: int) -> list[int]:
    """The sizes of a track's three tiers (T20)."""
    first = 2 * attribute
    second = max(first // 2, 1)
    return [first, second, max(second // 2, 1)]


def tiers(person: Person, track: str) -> list[int]:
    return tiers_of(person.attribute(SIZED_BY[track]))


def capacity(person: Person, track: str) -> int:
    return sum(tiers(person, track))


def full_tracks(person: Person) -> list[str]:
    return [track for track in TRACKS if person.damage(track) >= capacity(person, track)]


def tier_penalty(person: Person, track: str) -> int:
    """0, -3 or -6 for the highest tier that holds damage (T22)."""
    first, second, _ = tiers(person, track)
    damage = person.damage(track)
    return 0 if damage <= first else -3 if damage <= first + second else -6


def penalty(person: Person, rules: TracksRules) -> int:
    """The damage penalty, after what MAX ignores (T15, T22)."""

    def how_bad(track: str) -> tuple[int, int]:
        points = person.damage(track) if rules.penalty_track == "most_points" else 0  # T22
        return points, -tier_penalty(person, track)

    if person.at_max and rules.max_ignores == "all_penalties":  # T15
        return 0
    worst_first = sorted(TRACKS, key=how_bad, reverse=True)
    return tier_penalty(person, worst_first[1 if person.at_max else 0])  # T15


def room(person: Person, track: str, rules: TracksRules) -> int:
    """How many more steps of tension can be paid with (T13); none at MAX, on any track (T14)."""
    if person.at_max:
        return 0
    return MOST_TENSION + rules.max_step_payable - person.tension(track)


def step(person: Person, track: str) -> tuple[int, bool]:
    """Tension one step higher, and whether that step is past 6 and brings MAX (T13)."""
    now = person.tension(track) + 1
    return min(now, MOST_TENSION), now > MOST_TENSION


def half_of(attribute: int, rules: TracksRules) -> int:
    return (attribute + (rules.half_attribute_rounding == "up")) // 2  # T2


def build(
    attributes: Mapping[str, int], specialties: int, skills: int, rules: TracksRules
) -> tuple[dict[str, int], list[str], list[str]]:
    """Costs, errors and warnings of a character's building (T52)."""
    cost = {
        "attributes": sum(value - rules.attribute_base for value in attributes.values()),
        "specialties": SPECIALTY_COST * specialties,
        "skills": SKILL_COST * skills,
    }
    cost["total"] = sum(cost.values())
    errors = [f"attribute_range:{name}" for name, one in attributes.items() if not 1 <= one <= 10]
    over = [f"{key}_over_{guide}" for key, guide in GUIDES.items() if cost[key] > guide]
    if rules.build_limits == "strict":  # T52
        return cost, sorted([*errors, *over]), []
    return cost, sorted(errors), sorted(over)
