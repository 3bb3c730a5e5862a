"""Ultimate Moves: what performing one gives, once, whatever comes of its attacks (C17, C58)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.modifiers import Term
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import CarpsState, Ctx
from engine.systems.carps.numbers import ultimate_gain
from engine.systems.carps.points import gain_levels

LASTING_LEVEL = 40


@dataclass(slots=True)
class Move:
    """One use of an Ultimate Move by `user`, whose level was `level0` before it (C8).

    Its effect falls on `targets`, if none are named on whoever is attacked. `made` are the ids of
    the effects that it has made; None until it is performed.
    """

    key: str
    user: str
    level0: int
    targets: list[str] = field(default_factory=list)
    made: range | None = None

    @property
    def gain(self) -> int:
        return ultimate_gain(self.level0)

    @property
    def lasting(self) -> bool:
        """Whether the effect lasts to the end of the encounter (C59)."""
        return self.level0 >= LASTING_LEVEL


def moves_of(state: CarpsState, who: str) -> list[str]:
    """The Ultimate Moves that a character owns."""
    return [key for key in state.characters[who].abilities if BOOK.data[key].kind == "ultimate"]


def perform(ctx: Ctx, move: Move, defender: str) -> None:
    """S5: levels and effect, once (C55)."""
    if move.made is not None:
        return
    first = ctx.encounter.last_effect + 1
    move.targets = move.targets or [defender]
    gain_levels(ctx, move.user, [Term(move.gain, move.key, move.user)])
    for _, behaviour in BOOK.at("ultimate", (move.key,)):
        behaviour(ctx, move)
    move.made = range(first, ctx.encounter.last_effect + 1)
