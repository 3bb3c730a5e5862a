"""Turns of a fight: one after the other, in the game master's order."""

from __future__ import annotations

from typing import Any

from engine.events import OrderSet, TurnBegan, TurnEnded
from engine.resolution import Refused
from engine.systems.ccarps.model import CcarpsState, Ctx, Fight
from engine.systems.ccarps.rolls import require
from engine.systems.ccarps.wounds import act_again


def begin_turn(ctx: Ctx, fight: Fight, who: str, round_: int) -> None:
    """Actions that were given up come back (R25)."""
    ctx.emit(TurnBegan(fight.id, who, fight.turns.get(who, 0) + 1, round_, True))
    act_again(ctx, who)


def begin_next_turn(ctx: Ctx, fight: Fight, after: str) -> None:
    """The turn of the next who is not dead; the places of the dead pass by."""
    order, round_ = fight.order, fight.round
    place = order.index(after)
    for step in range(1, len(order) + 1):
        who = order[(place + step) % len(order)]
        if (place + step) % len(order) == 0:
            round_ += 1
        if not ctx.state.characters[who].dead:
            begin_turn(ctx, fight, who, round_)
            return


def end_turn_fault(state: CcarpsState, actor: str, **_: Any) -> Refused | None:
    person = state.characters[actor]
    if person.encounter is None:
        return Refused("needs_encounter", who=person.name)
    if state.encounters[person.encounter].turn != actor:
        return Refused("not_your_turn", who=person.name)
    return None


def end_turn(ctx: Ctx, actor: str) -> None:
    require(end_turn_fault(ctx.state, actor))
    fight = ctx.encounter
    ctx.emit(TurnEnded(fight.id, actor, fight.turns[actor]))
    begin_next_turn(ctx, fight, actor)


def join(ctx: Ctx, who: str) -> None:
    """Whoever comes into a fight that everybody has left begins."""
    fight = ctx.encounter
    if fight.turn not in fight.order:
        begin_turn(ctx, fight, who, fight.round)


def leave(ctx: Ctx, who: str) -> None:
    """Taken out by hand, if it is in a fight at all; its turn passes on."""
    fight = ctx.state.encounters.get(ctx.state.characters[who].encounter or "")
    if fight is None:
        return
    if fight.turn == who:
        begin_next_turn(ctx, fight, who)
    ctx.emit(OrderSet(fight.id, [one for one in fight.order if one != who]))


def end(ctx: Ctx) -> None:
    """Without turns nobody waits for the next one."""
    for who in ctx.encounter.order:
        act_again(ctx, who)
