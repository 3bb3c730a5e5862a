"""The additional effects of Ultimate Moves (C58); `lasting` from level 40 (C59)."""

from engine.effects import Boundary
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import Ctx


@BOOK.on("ultimate", "attack_builder")
def attack_builder(ctx: Ctx, user: str, target: str, lasting: bool) -> None:
    turn = ctx.next_turn(user)
    ctx.gain_effect(
        "attack_builder",
        user,
        user,
        pool="attack",
        amount=1,
        begins=Boundary(user, "begin", turn),
        ends=None if lasting else Boundary(user, "end", turn),
    )


@BOOK.on("ultimate", "reserve_breaker")
def reserve_breaker(ctx: Ctx, user: str, target: str, lasting: bool) -> None:
    turn = ctx.next_turn(target)
    ctx.gain_effect(
        "reserve_breaker",
        user,
        target,
        pool="rp_cost",
        begins=Boundary(target, "begin", turn),  # C56
        ends=None if lasting else Boundary(target, "end", turn),
    )
