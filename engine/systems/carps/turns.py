"""Turns: how they begin and end, what comes up next, and when a fight is over."""

from __future__ import annotations

from engine.events import CombatOver, TurnBegan, TurnEnded
from engine.systems.carps.entry import come_in, take_place
from engine.systems.carps.facts import CountsCleared, PointsSet, ReserveRolled
from engine.systems.carps.model import Ctx, active, is_active
from engine.systems.carps.points import gain_rp

NORMAL_AP = 3
RESERVE_DIE = 6


def begin_turn(
    ctx: Ctx, who: str, round_: int, ended: str | None = None, late: bool = False
) -> None:
    """C27, beginning: what lasted until now ends; counts begin anew; late entry; AP."""
    fight = ctx.encounter
    ctx.emit(TurnBegan(fight.id, who, ctx.next_turn(who), round_, True))
    ctx.emit(CountsCleared(fight.id, ended))
    if late:
        come_in(ctx, who)
    ctx.emit(PointsSet(fight.id, who, *points_for(ctx, who), 0, True))


def points_for(ctx: Ctx, who: str) -> tuple[int, int]:
    """Normal and temporary AP at the beginning of a turn (C27, C28, C29, C54)."""
    fighter = ctx.state.characters[who]
    normal, temporary = NORMAL_AP, fighter.waiting_ap
    if not fighter.carry_lost:  # C54
        temporary += fighter.carry_ap
    for effect in ctx.encounter.effects:
        if effect.pool == "momentum" and effect.holder == who:
            temporary += effect.amount
    normal, rest = _less(normal, fighter.ap_penalty)  # C28
    temporary, _ = _less(temporary, rest)
    temporary, rest = _less(temporary, fighter.temp_penalty)  # C29
    if ctx.rules.beatdown_without_temp == "normal_ap":
        normal, _ = _less(normal, rest)
    return normal, temporary


def _less(points: int, penalty: int) -> tuple[int, int]:
    """What a penalty leaves of some points, and what it leaves of itself."""
    lost = min(points, penalty)
    return points - lost, penalty - lost


def end_turn(ctx: Ctx, who: str, entry: tuple[str, str] | None = None) -> None:
    """C27, end: AP carried, RP check, what lasted until now ends. Then the next turn begins.

    `entry` is who enters late between the two turns, and where (C43).
    """
    fight = ctx.encounter
    checked = None
    if is_active(ctx, who):
        ctx.emit(PointsSet(fight.id, who, 0, 0, ctx.state.characters[who].ap, False))
        checked = check_reserves(ctx, who)
    ctx.emit(TurnEnded(fight.id, who, fight.turns.get(who, 0)))
    if checked is not None:
        for _, behaviour in ctx.take_part("reserve_checked", who):
            behaviour(ctx, who, checked)
    if entry is not None:
        take_place(ctx, entry[0], who, entry[1])
    begin_next_turn(ctx, who, entry and entry[0])


def check_reserves(ctx: Ctx, who: str) -> int | None:
    """The RP check (C30) and its result; none for GM characters if they gain no RP (C31)."""
    control = ctx.state.characters[who].control
    if control == "npc" and ctx.rules.npc_rp == "none":  # C31
        return None
    sides, by = RESERVE_DIE, []
    for key, behaviour in ctx.take_part("reserve_die", who):
        if behaviour(ctx, who):
            sides, by = behaviour(ctx, who), [key]
    dice = ctx.roll(f"reserve:{who}", sides, by=who)
    for key, again in ctx.take_part("reserve_again", who):
        while again(dice[-1]):
            dice += ctx.roll(f"reserve:{who}", sides, by=who)
            by = [*by, key] if key not in by else by
    ctx.emit(ReserveRolled(who, sides, dice, dice[-1], control == "pc", by))
    gain_rp(ctx, who, dice[-1], "reserve")
    return dice[-1]


def begin_next_turn(ctx: Ctx, after: str, late: str | None = None) -> None:
    """The next active character's turn; places of the departed pass by on the way (C32).

    `late` comes in with it.
    """
    fight = ctx.encounter
    order, characters = fight.order, ctx.state.characters
    place, round_ = order.index(after), fight.round
    for step in range(1, len(order) + 1):
        who = order[(place + step) % len(order)]
        if (place + step) % len(order) == 0:
            round_ += 1  # C68
        if characters[who].status == "active" or who == late:
            begin_turn(ctx, who, round_, after, who == late)
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
