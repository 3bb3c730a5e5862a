"""Talents: small bonuses that are always on."""

from engine.modifiers import Term
from engine.systems.carps.attack import Attack
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import EntranceRolled, PointGained
from engine.systems.carps.model import Ctx
from engine.systems.carps.points import gain_levels, gain_rp
from engine.systems.carps.rules import CarpsRules

BETTER_DIE, BETTER_DIE_LEVEL = 10, 5


@BOOK.on("reserve_again", "t1")
def not_a_one(result: int) -> bool:
    return result == 1  # C30


@BOOK.on("reserve_die", "t2")
def a_larger_die(ctx: Ctx, me: str) -> int | None:
    fighter = ctx.state.characters[me]
    return BETTER_DIE if max(fighter.base, fighter.level) >= BETTER_DIE_LEVEL else None  # C30


@BOOK.on("escape_dice", "escape_artist")
def one_die_to_escape(ctx: Ctx, me: str) -> int:
    return 1  # C38


@BOOK.on("pursuit_dice", "pursuer")
def one_die_less_to_escape(ctx: Ctx, me: str) -> int:
    return -1  # C39


@BOOK.on("hit_levels", "line_breaker")
def through_a_protection(ctx: Ctx, me: str, attack: Attack) -> bool:
    return attack.rolled_true and bool(attack.charges["protect"])  # C19


@BOOK.on("miss_levels", "stalwart_defender")
def despite_an_assist(ctx: Ctx, me: str, attack: Attack) -> bool:
    return attack.rolled_true and bool(attack.charges["assist"])  # C19


@BOOK.on("attack_ends", "swift_opportunist")
def after_a_perfect_attack(ctx: Ctx, me: str, attack: Attack) -> None:
    if me == attack.attacker and attack.value("attack") == 10:
        ctx.emit(PointGained(me, "swift_opportunist", now=ctx.encounter.turn == me))  # C24


@BOOK.on("attack_ends", "swift_reversal")
def after_a_perfect_defense(ctx: Ctx, me: str, attack: Attack) -> None:
    if me == attack.defender and attack.value("defense") == 10:
        ctx.emit(PointGained(me, "swift_reversal", now=False))  # C24


@BOOK.on("price", "t9")
def by_house_rule(rules: CarpsRules) -> int | None:
    return rules.t9_cost  # C64


@BOOK.on("threshold", "t9")
def a_higher_threshold(rules: CarpsRules) -> int:
    return rules.t9_power_threshold  # C64


@BOOK.on("first_protect", "t10")
@BOOK.on("first_assist", "t11")
def one_die_more() -> int:
    return 1  # C37


@BOOK.on("entered", "spotlight_entrance")
def one_die_of_levels(ctx: Ctx, me: str) -> None:
    dice = ctx.roll(f"entrance:{me}", 10)
    ctx.emit(EntranceRolled(me, 10, dice, dice[0], "spotlight_entrance"))
    gain_levels(ctx, me, [Term(dice[0], "spotlight_entrance", me)])  # C45


@BOOK.on("lethal", "assassin")
def on_the_entry_turn(ctx: Ctx, me: str) -> bool:
    return ctx.encounter.entered == me  # C21, C45


@BOOK.on("attack_score", "t14")
@BOOK.on("defense_score", "t15")
def one_point_more() -> int:
    return 1  # C1


@BOOK.on("dice_shown", "t16")
def for_equal_faces(ctx: Ctx, me: str, dice: list[int]) -> None:
    repeated = len(dice) - len(set(dice))
    if repeated:
        gain_rp(ctx, me, repeated, "t16")  # C7
