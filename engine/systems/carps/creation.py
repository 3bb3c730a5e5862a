"""Building a character: style, abilities, and what they cost (C63, C64)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.commands import Choice, refusal
from engine.resolution import Refused
from engine.systems.carps import words
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import AbilityBought, StyleChosen
from engine.systems.carps.model import KINDS, STYLES, CarpsState, Ctx, Fighter
from engine.systems.carps.rules import CarpsRules


@dataclass(frozen=True, slots=True)
class Build:
    """What a build comes to. `errors` are codes, sorted, each once (C63).

    `unspent` may be below 0; `scores` are attack and defense, None if the style is unknown.
    """

    errors: list[str]
    spent: int
    unspent: int
    scores: tuple[int, int] | None


def price(key: str, rules: CarpsRules) -> int | None:
    """The XP that an ability costs; None if it cannot be bought (C64)."""
    for _, behaviour in BOOK.at("price", (key,)):
        by_rule: int | None = behaviour(rules)
        return by_rule
    return BOOK.data[key].xp


def check_build(style: Any, abilities: list[str], xp: int, rules: CarpsRules) -> Build:
    """Looks at a style and a list of abilities bought with `xp` (C63)."""
    known = [key for key in abilities if key in BOOK.data]
    prices = [price(key, rules) for key in known]
    kinds = [BOOK.data[key].kind for key in known]
    spent = sum(cost for cost in prices if cost is not None)
    fine_style = isinstance(style, str) and style in STYLES
    faults = {
        "style": not fine_style,
        "duplicate": len(set(abilities)) < len(abilities),
        "unknown": len(known) < len(abilities),
        "unpriced": None in prices,
        "no_stance": "stance" not in kinds,
        "no_ultimate": "ultimate" not in kinds,
        "over_budget": spent > xp,
    }
    scores = None
    if fine_style:
        attack, defense = STYLES[style]
        scores = attack + talents(known, "attack"), defense + talents(known, "defense")
    return Build(sorted(code for code, found in faults.items() if found), spent, xp - spent, scores)


def talents(abilities: list[str], name: str) -> int:
    """What talents add to a score, each once (C1)."""
    return sum(behaviour() for _, behaviour in BOOK.at(f"{name}_score", dict.fromkeys(abilities)))


def build_of(state: CarpsState, fighter: Fighter) -> Build:
    return check_build(fighter.style, fighter.abilities, fighter.xp, state.rules)


def buy_fault(state: CarpsState, actor: str, ability: str = "") -> Refused | None:
    """Each ability once, with the XP that are left, and not while fighting."""
    fighter = state.characters[actor]
    if fighter.stands():
        return Refused("in_a_fight", who=fighter.name)
    if ability not in BOOK.data:
        return Refused("no_such_ability")
    name, cost = BOOK.data[ability].name, price(ability, state.rules)
    if ability in fighter.abilities:
        return Refused("owned_already", who=fighter.name, what=name)
    if cost is None:
        return Refused("unpriced", what=name)
    left = build_of(state, fighter).unspent
    if cost > left:
        return Refused("not_enough_xp", who=fighter.name, what=name, cost=cost, left=left)
    return None


def buy(ctx: Ctx, actor: str, ability: str) -> None:
    fault = buy_fault(ctx.state, actor, ability)
    if fault is not None:
        raise fault
    ctx.emit(AbilityBought(actor, ability, price(ability, ctx.rules) or 0))


def buy_buttons(state: CarpsState, actor: str) -> list[Choice]:
    """One button; its form is the picker: all that is not owned, by kind, with price and reason."""
    fighter = state.characters[actor]
    if fighter.stands():
        return []
    offered = [_offer(state, actor, key) for key in BOOK.data if key not in fighter.abilities]
    possible = [one for one in offered if not one["reason"]]
    if not offered:
        return []
    form = {"key": "ability", "label": "Ability", "kind": "choice", "options": offered}
    first = (possible or offered)[0]["value"]
    left = build_of(state, fighter).unspent
    return [Choice("Buy an ability", f"{left} XP left", {"ability": first}, (form,))]


def _offer(state: CarpsState, actor: str, key: str) -> dict[str, Any]:
    ability, cost = BOOK.data[key], price(key, state.rules)
    fault = buy_fault(state, actor, key)
    return {
        "value": key,
        "label": ability.name if cost is None else f"{ability.name} ({cost} XP)",
        "group": KINDS[ability.kind],
        "hint": ability.summary,
        "reason": refusal(fault, words.REFUSALS)["reason"] if fault else "",
    }


def style_fault(state: CarpsState, actor: str, style: str = "") -> Refused | None:
    """The style comes first: once something is bought it stays (C63)."""
    fighter = state.characters[actor]
    if fighter.stands():
        return Refused("in_a_fight", who=fighter.name)
    if fighter.abilities:
        return Refused("style_stays", who=fighter.name)
    return None if style in STYLES else Refused("no_such_style")


def choose_style(ctx: Ctx, actor: str, style: str) -> None:
    fault = style_fault(ctx.state, actor, style)
    if fault is not None:
        raise fault
    ctx.emit(StyleChosen(actor, style))


def style_buttons(state: CarpsState, actor: str) -> list[Choice]:
    if style_fault(state, actor, "centered") is not None:
        return []
    return [
        Choice(style.capitalize(), f"attack {attack}, defense {defense}", {"style": style})
        for style, (attack, defense) in STYLES.items()
    ]
