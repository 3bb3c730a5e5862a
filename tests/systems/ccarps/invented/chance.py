"""Choosing by chance, and the names there are to choose from."""

from __future__ import annotations

import random
from typing import Any

from tests.systems.ccarps.second_reading import Reading

NAMES = ("Aki", "Bo", "Cy", "Dee", "Éva 2")
SKILLS = ("Acrobatics", "Sword", "Stealth", "Long bow 3 lift")
TYPES = ("cutting", "heat 2", "")
HUGE = (-(10**12), 10**6, 10**12)

Step = dict[str, Any]


class Chance:
    reading: Reading

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.names = list(NAMES[: chance.choice([1, 2, 2, 3, 3, 4, 4, 5, 5])])
        chance.shuffle(self.names)

    @property
    def people(self) -> dict[str, Any]:
        return self.reading.people

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def pick(self, values: Any) -> Any:
        return self.chance.choice(list(values))

    def who(self) -> str:
        return str(self.pick(self.names))

    def some(self, low: int, high: int) -> list[int]:
        found = [self.chance.randint(low, high) for _ in range(self.pick([0, 1, 1, 2]))]
        if low < 0 and self.maybe(0.01):
            found.append(self.pick(HUGE))
        return found
