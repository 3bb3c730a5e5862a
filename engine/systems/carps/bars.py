"""Bars: who may not be attacked by whom, and for how long (C46, C48)."""

from __future__ import annotations

from engine.effects import Boundary, Effect
from engine.systems.carps.model import CarpsState, Ctx, Fight


def against(state: CarpsState, attacker: str, target: str) -> str | None:
    """What forbids `attacker` to attack `target` now: disengaged, provoked, or nothing."""
    encounter = state.characters[attacker].encounter
    if encounter is None:
        return None
    fight = state.encounters[encounter]
    held = [effect for effect in fight.effects if effect.holder == attacker]
    if any(effect.pool == "bar" and effect.target == target for effect in held):
        return "disengaged"
    provokers = [effect.user for effect in held if _provokes_now(state, fight, effect)]
    if target in provokers and state.rules.provoke_lock == "provokers_attackable":  # C46
        return None
    side = state.characters[target].side
    shielded = any(one != target and state.characters[one].side == side for one in provokers)
    return "provoked" if shielded else None


def _provokes_now(state: CarpsState, fight: Fight, effect: Effect) -> bool:
    """On the next turn of the one provoked, while the provoker is in the fight (C46)."""
    return (
        effect.pool == "provoke"
        and effect.begins is not None
        and fight.turn == effect.holder
        and fight.turns[effect.holder] == effect.begins.turn
        and state.characters[effect.user].status == "active"
    )


def raise_for_this_turn(ctx: Ctx, source: str, attacker: str, target: str) -> None:
    """Forbids `attacker` to attack `target` until the current turn ends (C48)."""
    turn = ctx.encounter.turn
    ends = Boundary(turn, "end", ctx.encounter.turns[turn]) if turn is not None else None
    ctx.gain_effect(source, target, attacker, target=target, pool="bar", ends=ends)
