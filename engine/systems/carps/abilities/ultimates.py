"""The additional effects of Ultimate Moves (C58); what lasts from level 40 ends nowhere (C59)."""

from __future__ import annotations

from typing import Any

from engine.effects import Boundary
from engine.modifiers import Term
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import PenaltyGained, PointGained
from engine.systems.carps.model import Ctx, allies
from engine.systems.carps.moves import Move
from engine.systems.carps.points import gain_levels


def effect(ctx: Ctx, move: Move, holder: str, pool: str, ends: Boundary, **more: Any) -> None:
    """An effect of the move, to that boundary or to the end of the encounter (C59)."""
    lasts = None if move.lasting else ends
    ctx.gain_effect(move.key, move.user, holder, pool=pool, ends=lasts, **more)


def on_next_turn(ctx: Ctx, move: Move, of: str, holder: str, pool: str, amount: int) -> None:
    """On the next turn of `of`; lasting, from that turn on."""
    begins, ends = ctx.until_next_turn_begins(of), ctx.until_next_turn_ends(of)
    effect(ctx, move, holder, pool, ends, amount=amount, begins=begins)


def for_the_side(ctx: Ctx, move: Move, pool: str, amount: int) -> None:
    """On each target, for the user's side except the user, until the user's next turn begins."""
    for target in move.targets:
        ends = ctx.until_next_turn_begins(move.user)
        effect(ctx, move, target, pool, ends, amount=amount)


@BOOK.on("ultimate", "attack_builder")
def attack_builder(ctx: Ctx, move: Move) -> None:
    on_next_turn(ctx, move, move.user, move.user, "attack", 1)


@BOOK.on("ultimate", "defense_builder")
def defense_builder(ctx: Ctx, move: Move) -> None:
    effect(ctx, move, move.user, "defense", ctx.until_next_turn_begins(move.user), amount=1)


@BOOK.on("ultimate", "momentum_builder")
def momentum_builder(ctx: Ctx, move: Move) -> None:
    if move.lasting:
        ctx.gain_effect(move.key, move.user, move.user, pool="momentum", amount=1)
    else:
        ctx.emit(PointGained(move.user, move.key, now=False))


@BOOK.on("ultimate", "um4")
def more_levels_for_own_hits(ctx: Ctx, move: Move) -> None:
    for target in move.targets:
        on_next_turn(ctx, move, move.user, target, "own_hits", 2)


@BOOK.on("ultimate", "attack_breaker")
def attack_breaker(ctx: Ctx, move: Move) -> None:
    for target in move.targets:
        on_next_turn(ctx, move, target, target, "attack", -1)


@BOOK.on("ultimate", "defense_breaker")
def defense_breaker(ctx: Ctx, move: Move) -> None:
    for target in move.targets:
        effect(ctx, move, target, "defense", ctx.until_next_turn_ends(move.user), amount=-1)


@BOOK.on("ultimate", "beatdown")
def beatdown(ctx: Ctx, move: Move) -> None:
    for target in move.targets:
        if move.lasting:
            ctx.emit(PenaltyGained(target, 2, carry=False))
        else:
            ctx.emit(PenaltyGained(target, 1, carry=False, temporary=True))  # C29


@BOOK.on("ultimate", "reserve_breaker")
def reserve_breaker(ctx: Ctx, move: Move) -> None:
    for target in move.targets:
        on_next_turn(ctx, move, target, target, "rp_cost", 0)  # C56


@BOOK.on("ultimate", "um9")
def allies_attack_the_target(ctx: Ctx, move: Move) -> None:
    for_the_side(ctx, move, "allies_attack", 1)


@BOOK.on("ultimate", "um10")
def allies_defend_against_the_target(ctx: Ctx, move: Move) -> None:
    for_the_side(ctx, move, "allies_defense", 1)


@BOOK.on("ultimate", "um11")
def more_levels_for_hits_of_allies(ctx: Ctx, move: Move) -> None:
    for_the_side(ctx, move, "allies_hits", 2)


@BOOK.on("ultimate", "collaborated_assault")
def collaborated_assault(ctx: Ctx, move: Move) -> None:
    gain = move.gain // 2 + (2 if move.lasting else 0)
    for who in allies(ctx.state, ctx.encounter, move.user):
        gain_levels(ctx, who, [Term(gain, move.key, move.user)])


@BOOK.on("ultimate", "aura_of_invincibility")
def aura_of_invincibility(ctx: Ctx, move: Move) -> None:
    again = any(
        one.pool == "threshold" and one.holder == move.user and one.ends is None
        for one in ctx.encounter.effects
    )
    amount = 1 if move.lasting and again else 5  # C60
    effect(ctx, move, move.user, "threshold", ctx.until_next_turn_begins(move.user), amount=amount)
