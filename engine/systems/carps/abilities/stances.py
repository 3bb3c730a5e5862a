"""Combat Stances: one die each while their condition holds (C34)."""

from engine.systems.carps.book import BOOK
from engine.systems.carps.model import Ctx, allies, is_active


@BOOK.on("defense_dice", "cs1")
def against_a_lower_attacker(ctx: Ctx, me: str, attacker: str) -> bool:
    return ctx.state.characters[attacker].level < ctx.state.characters[me].level


@BOOK.on("attack_dice", "underdog_stance")
def against_a_higher_target(ctx: Ctx, me: str, target: str) -> bool:
    return ctx.state.characters[target].level > ctx.state.characters[me].level


@BOOK.on("attack_dice", "lone_wolf_stance")
@BOOK.on("defense_dice", "lone_wolf_stance")
def without_any_ally(ctx: Ctx, me: str, other: str) -> bool:
    return not allies(ctx.state, ctx.encounter, me)


@BOOK.on("rp_spent", "eternal_rivalry_stance")
def when_an_ally_spends(ctx: Ctx, me: str, spender: str) -> None:
    if is_active(ctx, me) and spender in allies(ctx.state, ctx.encounter, me):
        for pool in ("attack", "defense"):
            ctx.gain_effect(
                "eternal_rivalry_stance",
                me,
                me,
                pool=pool,
                amount=1,
                ends=ctx.until_next_turn_ends(me),
            )
