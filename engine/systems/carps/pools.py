"""The dice of a roll: who gives bonus and penalty dice, and the roll itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import EffectSpent
from engine.modifiers import Term, timed_terms, total
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import Rolled
from engine.systems.carps.model import STYLES, CarpsState, Ctx
from engine.systems.carps.numbers import kept_die, succeeds, target_number, value_of

if TYPE_CHECKING:
    from engine.systems.carps.attack import Attack

USER_COUNTS = {"attack_breaker", "defense_breaker", "um9", "um10"}


def score(state: CarpsState, who: str, name: str) -> list[Term]:
    """The attack or defense score of a character: the style's or his own, and talents (C1)."""
    fighter = state.characters[who]
    given = fighter.attack if name == "attack" else fighter.defense
    style = STYLES[fighter.style][name == "defense"]
    terms = [Term(style if given is None else given, "score", who)]
    for key in fighter.abilities:
        for hook, behaviour in BOOK.hooks.get(key, ()):
            if hook == f"{name}_score":
                terms.append(Term(behaviour(), key, who))
    return terms


def timed_dice(ctx: Ctx, attack: Attack, pool: str) -> list[Term]:
    """Dice of effects that last, each use by itself or one for each ability (C33)."""
    holder = attack.attacker if pool == "attack" else attack.defender
    terms = timed_terms(ctx, pool, holder)
    if ctx.rules.same_ability_stacking == "once":  # C33
        single: dict[tuple[str, str], Term] = {}
        for term in terms:
            user = term.who if term.source in USER_COUNTS else ""
            single.setdefault((term.source, user), term)
        return list(single.values())
    return terms


def spend_charges(ctx: Ctx, kind: str, holder: str) -> list[Term]:
    """Uses one charge of each granter, the oldest, and returns their dice (C16)."""
    terms: dict[str, Term] = {}
    for effect in ctx.encounter.effects:
        if effect.pool == kind and effect.holder == holder and effect.user not in terms:
            terms[effect.user] = Term(effect.amount, effect.source, effect.user)
            ctx.emit(EffectSpent(ctx.encounter.id, effect.id))
    return list(terms.values())


def roll(
    ctx: Ctx,
    kind: str,
    roller: str,
    against: str,
    terms: list[Term],
) -> Rolled:
    """Throws the dice of a roll and publishes it (C1 to C3); `terms` are signed for the roller."""
    net = total(terms)
    names = ("attack", "defense") if kind in ("attack", "prevent") else ("defense", "attack")
    own, opposing = score(ctx.state, roller, names[0]), score(ctx.state, against, names[1])
    tn = target_number(total(own), total(opposing))
    dice = ctx.roll(f"{kind}:{roller}", 10, 1 + abs(net), by=roller)
    value = value_of(dice, net, ctx.rules.natural_extremes)
    rolled = Rolled(
        kind,
        roller,
        against,
        tn,
        net,
        dice,
        kept_die(dice, net),
        value,
        succeeds(value, tn),
        [
            [name, [list(term) for term in parts]]
            for name, parts in zip(names, (own, opposing), strict=True)
        ],
        [list(term) for term in terms],
    )
    ctx.emit(rolled)
    return rolled


def watch_dice(ctx: Ctx, who: str, dice: list[int]) -> None:
    """Lets the abilities of `who` look at the dice of a roll that counts for it (C7)."""
    for _, behaviour in ctx.take_part("dice_shown", who):
        behaviour(ctx, who, dice)


def negated(terms: list[Term]) -> list[Term]:
    """The same dice as the other side's roll counts them."""
    return [Term(-term.amount, term.source, term.who) for term in terms]
