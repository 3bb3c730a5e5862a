"""The additional effects of Ultimate Moves (C58)."""

from engine.systems.carps.book import BOOK
from engine.systems.carps.model import Ctx
from engine.systems.carps.moves import Move


@BOOK.on("ultimate", "attack_builder")
def attack_builder(ctx: Ctx, move: Move) -> None:
    begins, ends = ctx.until_next_turn_begins(move.user), ctx.until_next_turn_ends(move.user)
    ctx.gain_effect(
        "attack_builder",
        move.user,
        move.user,
        pool="attack",
        amount=1,
        begins=begins,
        ends=None if move.lasting else ends,
    )


@BOOK.on("ultimate", "reserve_breaker")
def reserve_breaker(ctx: Ctx, move: Move) -> None:
    for target in move.targets:
        begins, ends = ctx.until_next_turn_begins(target), ctx.until_next_turn_ends(target)
        ctx.gain_effect(
            "reserve_breaker",
            move.user,
            target,
            pool="rp_cost",
            begins=begins,  # C56
            ends=None if move.lasting else ends,
        )
