"""The dice of a roll: who gives bonus and penalty dice, and the roll itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects import Effect
from engine.events import EffectSpent
from engine.modifiers import Term, total
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import Rolled
from engine.systems.carps.model import STYLES, CarpsState, Ctx
from engine.systems.carps.numbers import kept_die, succeeds, target_number, value_of

if TYPE_CHECKING:
    from engine.systems.carps.attack import Attack


def score(state: CarpsState, who: str, name: str) -> list[Term]:
    """The attack or defense score of a character: the style's or his own, and talents (C1)."""
    fighter = state.characters[who]
    given = fighter.attack if name == "attack" else fighter.defense
    style = STYLES[fighter.style][name == "defense"]
    terms = [Term(style if given is None else given, "score", who)]
    for key, behaviour in BOOK.at(f"{name}_score", fighter.abilities):
        terms.append(Term(behaviour(), key, who))
    return terms


def helps(state: CarpsState, effect: Effect, who: str) -> bool:
    """Whether an effect for the user's side except the user is one for `who` (C58)."""
    side = state.characters[effect.user].side
    return who != effect.user and state.characters[who].side == side


def timed_dice(ctx: Ctx, attack: Attack, pool: str) -> list[Term]:
    """Dice of effects that last (C15), each use by itself or one for each ability (C33)."""
    fight = ctx.encounter
    effects = [
        effect
        for effect in fight.effects
        if _counts(ctx.state, effect, attack, pool)
        and effect.begun(fight.turns)
        and not (attack.apart and effect.id in attack.apart)
    ]
    if ctx.rules.same_ability_stacking == "once":  # C33
        single: dict[tuple[str, str], Effect] = {}
        for effect in effects:
            user = effect.user if effect.user != effect.holder else ""
            single.setdefault((effect.source, user), effect)
        effects = list(single.values())
    return [Term(effect.amount, effect.source, effect.user) for effect in effects]


def _counts(state: CarpsState, effect: Effect, attack: Attack, pool: str) -> bool:
    """Whether an effect is one on this pool: of its owner, or against the other side (C58)."""
    owner, other = attack.attacker, attack.defender
    if pool == "defense":
        owner, other = other, owner
    if effect.pool == pool:
        return effect.holder == owner
    return (
        effect.pool == f"allies_{pool}" and effect.holder == other and helps(state, effect, owner)
    )


def marks(ctx: Ctx, attack: Attack) -> list[Term]:
    """Levels for a hit by effects on the target: the attacker's own, and those of allies (C19)."""
    fight = ctx.encounter
    return [
        Term(effect.amount, effect.source, effect.user)
        for effect in fight.effects
        if effect.holder == attack.defender
        and (
            (effect.pool == "own_hits" and effect.user == attack.attacker)
            or (effect.pool == "allies_hits" and helps(ctx.state, effect, attack.attacker))
        )
        and effect.begun(fight.turns)
    ]


def provocations(ctx: Ctx, attack: Attack) -> list[Term]:
    """Levels for a miss by the defender's Provokes on the attacker (C46)."""
    return [
        Term(effect.amount, effect.source, effect.user)
        for effect in ctx.encounter.effects
        if effect.pool == "provoke"
        and effect.user == attack.defender
        and effect.holder == attack.attacker
    ]


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
