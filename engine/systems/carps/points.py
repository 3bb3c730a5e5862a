"""Paying and gaining: action points, Reserve Points, levels."""

from __future__ import annotations

from engine.modifiers import Term, total
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import AbilityUsed, Declared, LevelsGained, ReservesChanged
from engine.systems.carps.model import CarpsState, Ctx

ULTIMATE_AP = 3
ULTIMATE_RP = 15


def pay_action(ctx: Ctx, actor: str, action: str, target: str | None, ap: int) -> None:
    """Declares an action and pays its AP, temporary ones first (C26)."""
    fighter = ctx.state.characters[actor]
    temporary = min(fighter.temp_ap, ap)
    left = fighter.ap - (ap - temporary)
    ctx.emit(Declared(actor, action, target, ap, left, fighter.temp_ap - temporary))


def rp_cost(state: CarpsState, user: str, ability: str) -> int:
    """What a Special Attack costs its user now; doubled once at the most (C56)."""
    cost = BOOK.data[ability].rp
    encounter = state.characters[user].encounter
    if encounter is not None:
        fight = state.encounters[encounter]
        for effect in fight.effects:
            if effect.pool == "rp_cost" and effect.holder == user and effect.begun(fight.turns):
                return 2 * cost
    return cost


def spend_rp(ctx: Ctx, who: str, amount: int, ability: str, on: str | None) -> None:
    """Pays for an ability; stances that watch spending take part at once (C32)."""
    ctx.emit(AbilityUsed(who, ability, amount, on))
    left = ctx.state.characters[who].rp - amount
    ctx.emit(ReservesChanged(who, -amount, left, ability))
    for owner, behaviours in ctx.index().get("rp_spent", {}).items():
        for _, behaviour in behaviours:
            behaviour(ctx, owner, who)


def gain_rp(ctx: Ctx, who: str, amount: int, reason: str) -> None:
    fighter = ctx.state.characters[who]
    if fighter.control == "npc" and ctx.rules.npc_rp == "none":  # C31
        return
    ctx.emit(ReservesChanged(who, amount, fighter.rp + amount, reason))


def gain_levels(ctx: Ctx, who: str, terms: list[Term]) -> None:
    """Levels only rise, without limit (C9)."""
    amount = total(terms)
    if amount > 0:
        now = ctx.state.characters[who].level + amount
        ctx.emit(LevelsGained(who, amount, now, [list(term) for term in terms]))
