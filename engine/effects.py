"""Things that last: timed effects whose end is a boundary, computed when they are gained."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple


class Boundary(NamedTuple):
    """The beginning or the end of somebody's n-th turn in an encounter."""

    who: str
    edge: Literal["begin", "end"]
    turn: int


@dataclass(frozen=True, slots=True)
class Effect:
    """One timed effect.

    `source` is the ability or action that made it, `user` who used that, `holder` who has the
    effect, `target` whom it is aimed at. `pool` names the number it changes and `amount` by how
    much. `begins` is None for "at once", `ends` None for "to the end of the encounter".
    """

    id: int
    source: str
    user: str
    holder: str
    target: str | None = None
    pool: str = ""
    amount: int = 0
    begins: Boundary | None = None
    ends: Boundary | None = None

    def begun(self, turns: dict[str, int]) -> bool:
        """Whether the effect works, given how many turns each character has begun."""
        return self.begins is None or turns.get(self.begins.who, 0) >= self.begins.turn

    def to_data(self) -> dict[str, Any]:
        data = asdict(self)
        data["begins"] = self.begins and list(self.begins)
        data["ends"] = self.ends and list(self.ends)
        return data

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Effect:
        begins, ends = data["begins"], data["ends"]
        return cls(
            **{
                **data,
                "begins": begins and Boundary(*begins),
                "ends": ends and Boundary(*ends),
            }
        )
