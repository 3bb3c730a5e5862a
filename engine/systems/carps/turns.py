"""Turns: how they begin and end, what comes up next, and when a fight is over."""

from __future__ import annotations

from engine.events import CombatOver, TurnBegan, TurnEnded
from engine.systems.carps.model import (
    Ctx,
    PointsSet,
    ReserveRolled,
    active,
    is_active,
)
from engine.systems.carps.points import gain_rp

NORMAL_AP = 3


def begin_turn(ctx: Ctx, who: str, round_: int) -> None:
    """C27, beginning: what lasted until now ends; hits are forgotten; AP, less penalties (C28)."""
    fight = ctx.encounter
    ctx.emit(TurnBegan(fight.id, who, ctx.next_turn(who), round_, True))
    fighter = ctx.state.characters[who]
    carried = 0 if fighter.carry_lost else fighter.carry_ap  # C54
    lost = min(fighter.ap_penalty, NORMAL_AP)
    lost_too = min(fighter.ap_penalty - lost, carried)
    ctx.emit(PointsSet(fight.id, who, NORMAL_AP - lost, carried - lost_too, 0, True))


def end_turn(ctx: Ctx, who: str) -> None:
    """C27, end: AP carried, RP check, what lasted until now ends. Then the next turn begins."""
    fight = ctx.encounter
    if is_active(ctx, who):
        ctx.emit(PointsSet(fight.id, who, 0, 0, ctx.state.characters[who].ap, False))
        check_reserves(ctx, who)
    ctx.emit(TurnEnded(fight.id, who, fight.turns.get(who, 0)))
    begin_next_turn(ctx, who)


def check_reserves(ctx: Ctx, who: str) -> None:
    """The RP check (C30); none for GM characters if they gain no RP (C31)."""
    control = ctx.state.characters[who].control
    if control == "npc" and ctx.rules.npc_rp == "none":  # C31
        return
    dice = ctx.roll(f"reserve:{who}", 6, by=who)
    ctx.emit(ReserveRolled(who, 6, dice, dice[-1], control == "pc"))
    gain_rp(ctx, who, dice[-1], "reserve")


def begin_next_turn(ctx: Ctx, after: str) -> None:
    """The next active character's turn; places of the departed pass by on the way (C32)."""
    fight = ctx.encounter
    order, characters = fight.order, ctx.state.characters
    place, round_ = order.index(after), fight.round
    for step in range(1, len(order) + 1):
        who = order[(place + step) % len(order)]
        if (place + step) % len(order) == 0:
            round_ += 1  # C68
        if characters[who].status == "active":
            begin_turn(ctx, who, round_)
            return
        number = ctx.next_turn(who)
        ctx.emit(TurnBegan(fight.id, who, number, round_, False))
        ctx.emit(TurnEnded(fight.id, who, number))


def end_if_decided(ctx: Ctx) -> None:
    """C61: over when, after a defeat or escape, at most one side has active characters."""
    fight, characters = ctx.encounter, ctx.state.characters
    standing = active(ctx.state, fight)
    if not fight.over and len({characters[who].side for who in standing}) <= 1:
        ctx.emit(CombatOver(fight.id))
