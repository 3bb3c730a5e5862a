"""Combat Stances: one die each while their condition holds (C34)."""

from engine.systems.carps.attack import Attack
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import Ctx, allies, is_active

FOURTH_ROUND = 4


@BOOK.on("defense_dice", "cs1")
def against_a_lower_attacker(ctx: Ctx, me: str, attack: Attack) -> bool:
    return attack.level(attack.attacker) < attack.level(me)


@BOOK.on("defense_dice", "cs2")
def against_a_higher_attacker(ctx: Ctx, me: str, attack: Attack) -> bool:
    return attack.level(attack.attacker) > attack.level(me)


@BOOK.on("attack_dice", "cs3")
def against_a_lower_target(ctx: Ctx, me: str, attack: Attack) -> bool:
    return attack.level(attack.defender) < attack.level(me)


@BOOK.on("attack_dice", "underdog_stance")
def against_a_higher_target(ctx: Ctx, me: str, attack: Attack) -> bool:
    return attack.level(attack.defender) > attack.level(me)


@BOOK.on("attack_dice", "lone_wolf_stance")
@BOOK.on("defense_dice", "lone_wolf_stance")
def without_any_ally(ctx: Ctx, me: str, attack: Attack) -> bool:
    return not allies(ctx.state, ctx.encounter, me)


@BOOK.on("attack_dice", "aggressive_teamwork_stance")
@BOOK.on("defense_dice", "defensive_teamwork_stance")
def beside_an_ally(ctx: Ctx, me: str, attack: Attack) -> bool:
    return bool(allies(ctx.state, ctx.encounter, me))


@BOOK.on("reserve_checked", "cs8")
def after_an_even_check(ctx: Ctx, me: str, result: int) -> None:
    if result % 2 == 0:  # C30
        until_next_turn_ends(ctx, "cs8", me, "attack", "defense")


@BOOK.on("attack_dice", "cs9")
@BOOK.on("defense_dice", "cs10")
def from_the_fourth_round(ctx: Ctx, me: str, attack: Attack) -> bool:
    return ctx.encounter.round >= FOURTH_ROUND


@BOOK.on("attack_dice", "punisher_stance")
def against_who_hit_an_ally(ctx: Ctx, me: str, attack: Attack) -> bool:
    characters = ctx.state.characters
    return any(
        by == attack.defender and on != me and characters[on].side == characters[me].side
        for by, on in ctx.encounter.hits_since(me)
    )  # C35


@BOOK.on("attack_dice", "cs12")
def against_who_hit_oneself(ctx: Ctx, me: str, attack: Attack) -> bool:
    return [attack.defender, me] in ctx.encounter.hits_since(me)  # C35


@BOOK.on("rp_spent", "eternal_rivalry_stance")
def when_an_ally_spends(ctx: Ctx, me: str, spender: str) -> None:
    if is_active(ctx, me) and spender in allies(ctx.state, ctx.encounter, me):
        until_next_turn_ends(ctx, "eternal_rivalry_stance", me, "attack", "defense")


@BOOK.on("rp_spent", "spotlight_catcher_stance")
def attacks_after_own_spending(ctx: Ctx, me: str, spender: str) -> None:
    if spender == me:
        begins, ends = ctx.until_next_turn_begins(me), ctx.until_next_turn_ends(me)
        source = "spotlight_catcher_stance"
        ctx.gain_effect(source, me, me, pool="attack", amount=1, begins=begins, ends=ends)


@BOOK.on("rp_spent", "sustained_spotlight_stance")
def defense_after_own_spending(ctx: Ctx, me: str, spender: str) -> None:
    if spender == me:
        until_next_turn_ends(ctx, "sustained_spotlight_stance", me, "defense")


@BOOK.on("defense_dice", "cs16")
def against_a_richer_attacker(ctx: Ctx, me: str, attack: Attack) -> bool:
    return reserves(ctx, attack.attacker) > reserves(ctx, me)


@BOOK.on("defense_dice", "cs17")
def against_a_poorer_attacker(ctx: Ctx, me: str, attack: Attack) -> bool:
    return reserves(ctx, attack.attacker) < reserves(ctx, me)


@BOOK.on("attack_dice", "cs18")
def against_a_richer_target(ctx: Ctx, me: str, attack: Attack) -> bool:
    return reserves(ctx, attack.defender) > reserves(ctx, me)


@BOOK.on("attack_dice", "cs19")
def against_a_poorer_target(ctx: Ctx, me: str, attack: Attack) -> bool:
    return reserves(ctx, attack.defender) < reserves(ctx, me)


def reserves(ctx: Ctx, who: str) -> int:
    return ctx.state.characters[who].rp


def until_next_turn_ends(ctx: Ctx, source: str, me: str, *pools: str) -> None:
    for pool in pools:
        ends = ctx.until_next_turn_ends(me)
        ctx.gain_effect(source, me, me, pool=pool, amount=1, ends=ends)
