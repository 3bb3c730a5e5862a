"""Bars: who may not be attacked by whom, and for how long (C48)."""

from __future__ import annotations

from engine.effects import Boundary
from engine.systems.carps.model import CarpsState, Ctx


def against(state: CarpsState, attacker: str, target: str) -> bool:
    """Whether an effect forbids `attacker` to attack `target` now."""
    encounter = state.characters[attacker].encounter
    if encounter is None:
        return False
    return any(
        effect.pool == "bar" and effect.holder == attacker and effect.target == target
        for effect in state.encounters[encounter].effects
    )


def raise_for_this_turn(ctx: Ctx, source: str, attacker: str, target: str) -> None:
    """Forbids `attacker` to attack `target` until the current turn ends (C48)."""
    turn = ctx.encounter.turn
    ends = Boundary(turn, "end", ctx.encounter.turns[turn]) if turn is not None else None
    ctx.gain_effect(source, target, attacker, target=target, pool="bar", ends=ends)
