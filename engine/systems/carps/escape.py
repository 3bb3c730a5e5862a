"""Leaving the fight: escape rolls and prevent rolls (C38 to C41)."""

from __future__ import annotations

from engine.modifiers import Term, owned_terms, total
from engine.systems.carps.facts import StatusSet
from engine.systems.carps.model import Ctx, opponents
from engine.systems.carps.numbers import standard_miss
from engine.systems.carps.points import gain_levels
from engine.systems.carps.pools import negated, roll, score, spend_charges, watch_dice
from engine.systems.carps.turns import end_if_decided


def try_to_escape(ctx: Ctx, runner: str, bonus: list[Term]) -> None:
    """An attempt to leave; `bonus` are dice that its occasion gives."""
    against = opponents(ctx.state, ctx.encounter, runner)
    if against and not _breaks_away(ctx, runner, against, bonus):
        gain = standard_miss(ctx.state.characters[runner].level)  # C41
        for who in against:
            gain_levels(ctx, who, [Term(gain, "escape", runner)])
        return
    ctx.emit(StatusSet(runner, "escaped"))
    end_if_decided(ctx)


def _breaks_away(ctx: Ctx, runner: str, against: list[str], bonus: list[Term]) -> bool:
    setter = tn_setter(ctx, against)
    dice = [
        *owned_terms(ctx, "escape_dice", runner),
        *protection(ctx, runner),
        *bonus,
        *pursuit(ctx, setter, against),
    ]
    characters = ctx.state.characters
    if characters[runner].control == "npc" and characters[setter].control == "pc":  # C40
        rolled = roll(ctx, "prevent", setter, runner, negated(dice))
    else:
        rolled = roll(ctx, "escape", runner, setter, dice)
    watch_dice(ctx, rolled.roller, rolled.dice)  # C7
    return rolled.success == (rolled.type == "escape")


def protection(ctx: Ctx, runner: str) -> list[Term]:
    """Protect charges on an escape roll: 1 die each (C37)."""
    charges = spend_charges(ctx, "protect", runner)
    if ctx.rules.t10_applies_to_escape:  # C37
        return charges
    return [term._replace(amount=1) for term in charges]


def tn_setter(ctx: Ctx, against: list[str]) -> str:
    """The opponent with the highest attack score; ties: a pursuer, a PC, then initiative (C38)."""

    def rank(who: str) -> tuple[int, bool, bool]:
        pursues = bool(ctx.take_part("pursuit_dice", who))
        attack = total(score(ctx.state, who, "attack"))
        return attack, pursues, ctx.state.characters[who].control == "pc"

    return max(against, key=rank)


def pursuit(ctx: Ctx, setter: str, against: list[str]) -> list[Term]:
    """Penalty dice of those who hinder the runner, by the switch of C39."""
    pursuers = [setter] if ctx.rules.pursuer_scope == "tn_setter" else against  # C39
    terms = [term for who in pursuers for term in owned_terms(ctx, "pursuit_dice", who)]
    return terms[:1] if ctx.rules.pursuer_scope == "any_opponent" else terms
