"""Defeat: the line, whether it is reached, and what then (C10, C20, C21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.modifiers import Term, total
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import StatusSet
from engine.systems.carps.model import CarpsState, Ctx
from engine.systems.carps.numbers import power_threshold_of
from engine.systems.carps.rules import CarpsRules
from engine.systems.carps.turns import end_if_decided

if TYPE_CHECKING:
    from engine.systems.carps.attack import Attack


def threshold_terms(state: CarpsState, who: str) -> list[Term]:
    """What the Power Threshold is made of (C10)."""
    fighter = state.characters[who]
    terms = [Term(power_threshold_of(fighter.base), "base", who)]
    for key, behaviour in BOOK.at("threshold", fighter.abilities):
        if behaviour(state.rules):
            terms.append(Term(behaviour(state.rules), key, who))  # C64
    if fighter.encounter is not None:
        for effect in state.encounters[fighter.encounter].effects:
            if effect.pool == "threshold" and effect.holder == who:
                terms.append(Term(effect.amount, effect.source, effect.user))  # C60
    return terms


def power_threshold(state: CarpsState, who: str) -> int:
    """C10"""
    return total(threshold_terms(state, who))


def defeat_line(state: CarpsState, who: str) -> int:
    """The level at which a hit defeats (C10)."""
    return state.characters[who].level + power_threshold(state, who)


def lethal_source(ctx: Ctx, attack: Attack) -> str:
    """What makes an attack lethal: the Ultimate Move, or a talent of the attacker (C21)."""
    if attack.move is not None:
        return attack.move.key
    talents = ctx.take_part("lethal", attack.attacker)
    return next((key for key, holds in talents if holds(ctx, attack.attacker)), "")


def is_defeated(ctx: Ctx, attack: Attack) -> bool:
    """S9: whether a hit defeats, by its level (C20) or by lethal damage (C21)."""
    if attack.result != "hit":
        return False
    level = ctx.state.characters[attack.attacker].level
    far = reach(ctx.rules, attack.level0, level, bool(lethal_source(ctx, attack)))
    return far >= defeat_line(ctx.state, attack.defender)


def reach(rules: CarpsRules, level0: int, level: int, lethal: bool) -> int:
    """The highest defeat line that a hit meets, with the attacker's level before and after it."""
    compared = level0 if rules.defeat_check == "before_gain" else level  # C20
    if not lethal:
        return compared
    return max(compared, level - 1 if rules.lethal_comparison == "exceed" else level)  # C21


def defeat(ctx: Ctx, attack: Attack) -> None:
    level = ctx.state.characters[attack.attacker].level
    line = defeat_line(ctx.state, attack.defender)
    met = attack.level0 if attack.level0 >= line else level
    terms = [list(term) for term in threshold_terms(ctx.state, attack.defender)]
    ctx.emit(StatusSet(attack.defender, "defeated", attack.attacker, met, line, terms))
    end_if_decided(ctx)
