"""What somebody rolls with, by the names that people type: skills, attributes, weapons."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.grammar import plain
from engine.resolution import Refused
from engine.systems.ccarps.entries import SECONDARIES
from engine.systems.ccarps.lines import find_first
from engine.systems.ccarps.model import Person
from engine.systems.ccarps.tables import SKILLS, STRIKES

UNKNOWN = "speed"
WITH = "with"


def find_skill(person: Person, text: str) -> tuple[str, str]:
    """The skill with points whose name stands at the start of a text, and the rest of it."""
    return find_first([name for name in person.skills if person.points(name)], text)


def unlearnt_fault(person: Person, text: str) -> Refused | None:
    """Whether a text that begins with no means begins with a skill without points (R6)."""
    skill, _ = find_first((*SKILLS, *person.skills), text)
    return Refused("no_points", who=person.name, skill=skill) if skill else None


def find_means(person: Person, text: str) -> tuple[str, str, str]:
    """A skill, or a secondary attribute for an unskilled roll, and the rest of the text."""
    skill, rest = find_skill(person, text)
    first, _, after = rest.partition(" ")
    if not skill and first.casefold() in SECONDARIES:
        return "", first.casefold(), after
    return skill, "", rest


def skill_or_attribute(person: Person, skill: str) -> tuple[str, str]:
    """A skill with points; without any, the attribute that governs it (R6)."""
    if person.points(skill):
        return skill, ""
    known_as = person.skills.get(skill) or SKILLS.get(skill)
    return "", known_as["attribute"] if known_as else UNKNOWN


def weapons_of(person: Person) -> dict[str, dict[str, Any]]:
    """Own weapons by name, then what everybody can strike with."""
    strikes = {
        one["label"]: {"damage": 0, "type": "", "bar": "physical", "kind": "melee", **one}
        for one in STRIKES.values()
        if one["label"] not in person.weapons
    }
    return {**person.weapons, **strikes}


def find_weapon(person: Person, line: str) -> tuple[str, str]:
    """The weapon that a text begins with, else the only one of one's own; and the rest.

    The end of a name stands for it ("sword") where that of no other weapon is the same.
    """
    weapons, (first, _, rest) = weapons_of(person), line.partition(" ")
    line = rest.strip() if first.casefold() == WITH else line
    name, left = find_first(weapons, line)
    if name:
        return name, left
    ends = Counter(end for one in weapons for end in _ends(one))
    end, left = find_first([end for end, count in ends.items() if count == 1], line)
    if end:
        return next(one for one in weapons if end in _ends(one)), left
    return (next(iter(person.weapons)), line) if len(person.weapons) == 1 else ("", line)


def _ends(name: str) -> list[str]:
    """The last words of a name, without all of it."""
    parts = plain(name).split()
    return [" ".join(parts[start:]) for start in range(1, len(parts))]
