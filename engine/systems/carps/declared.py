"""Special Attacks on the own turn (C12): those without a trigger, and what an attack begins with.

Those with any other trigger are shown with cost and reason, and asked for when they fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.commands import Arg, Choice, Verb
from engine.resolution import Refused
from engine.systems.carps import words
from engine.systems.carps.actions import (
    ATTACK_AP,
    attack,
    attack_fault,
    opponent_fault,
    require,
    turn_fault,
)
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import CarpsState, Ctx
from engine.systems.carps.points import pay_action, rp_cost, spend_rp
from engine.systems.carps.reactions import ABOUT_TO_ROLL, Reaction, attacker_role


@dataclass(frozen=True, slots=True)
class Special:
    """How such a Special Attack works.

    `use(ctx, user, **args)` carries it out, after it was paid for. `args` are what has to be said
    with it. `needs(state, user, **args)` names a further fault; `further(state, user)` lists what
    is chosen first, as for a reaction.
    """

    use: Callable[..., None]
    args: tuple[Arg, ...] = ()
    needs: Callable[..., Refused | None] = lambda *_, **__: None
    further: Callable[[CarpsState, str], list[dict[str, Any]]] = lambda *_: []


def special(key: str, *args: Arg, **more: Any) -> Callable[[Callable[..., None]], Special]:
    """Registers the decorated function as the Special Attack of that key."""

    def register(use: Callable[..., None]) -> Special:
        made = Special(use, args, **more)
        BOOK.on("special", key)(made)  # type: ignore[type-var]  # a Special stands for its use
        return made

    return register


def owned_fault(state: CarpsState, user: str, key: str) -> Refused | None:
    fighter = state.characters[user]
    if key in fighter.abilities:
        return None
    return Refused("not_owned", who=fighter.name, what=BOOK.data[key].name)


def able_fault(state: CarpsState, user: str, key: str) -> Refused | None:
    """Of a sufficient level, and to be paid for (C25)."""
    ability, fighter, cost = BOOK.data[key], state.characters[user], rp_cost(state, user, key)
    if fighter.level < ability.level:
        return Refused("level_too_low", who=fighter.name, level=ability.level, has=fighter.level)
    if fighter.rp < cost:
        return Refused("not_enough_rp", who=fighter.name, cost=cost, left=fighter.rp)
    return None


def verb_of(key: str, made: Special, rank: int) -> Verb:
    """The verb by which people use a Special Attack."""
    ability = BOOK.data[key]

    def fault(state: CarpsState, actor: str, **args: Any) -> Refused | None:
        return (
            owned_fault(state, actor, key)
            or turn_fault(state, actor, ability.ap)
            or able_fault(state, actor, key)
            or opponent_fault(state, actor, args.get("target"))
            or made.needs(state, actor, **args)
        )

    def run(ctx: Ctx, actor: str, **args: Any) -> None:
        require(fault(ctx.state, actor, **args))
        target = args.get("target")
        pay_action(ctx, actor, key, target, ability.ap)  # S1
        spend_rp(ctx, actor, rp_cost(ctx.state, actor, key), key, target)
        made.use(ctx, actor, **args)

    def buttons(state: CarpsState, actor: str) -> list[Choice]:
        if key not in state.characters[actor].abilities:
            return []
        further = made.further(state, actor)
        chosen = {one["key"]: one["options"][0]["value"] for one in further if one["options"]}
        form = tuple({**one, "kind": "choice"} for one in further if len(one["options"]) > 1)
        now = words.cost(ability.ap, rp_cost(state, actor, key))
        return [Choice(ability.name, now, chosen, form)]

    cost = words.cost(ability.ap, ability.rp)
    return Verb(key, ability.name, run, ability.summary, cost, rank, made.args, (), fault, buttons)


def special_verbs(rank: int) -> list[Verb]:
    """A verb for each of them, in the order of the book, from a rank on."""
    verbs: list[Verb] = []
    for key in BOOK.data:
        for _, made in BOOK.hooks.get(key, ()):
            if isinstance(made, Special):
                verbs.append(verb_of(key, made, rank + len(verbs)))
    return verbs


def windows_of(state: CarpsState, who: str) -> dict[str, tuple[str, Reaction]]:
    """The Special Attacks with a trigger that a character owns, with their windows."""
    found: dict[str, tuple[str, Reaction]] = {}
    for key in state.characters[who].abilities:
        for window, behaviour in BOOK.hooks[key]:
            if isinstance(behaviour, Reaction):
                found[key] = window, behaviour
    return found


def begins_an_attack(state: CarpsState, who: str, ability: str) -> bool:
    """Whether it is what an attacker adds to the roll to come (C14)."""
    window, reaction = windows_of(state, who)[ability]
    return window == ABOUT_TO_ROLL and reaction.role is attacker_role


def attack_with_fault(
    state: CarpsState, actor: str, ability: str = "", target: str | None = None
) -> Refused | None:
    """Why no attack can begin with this ability."""
    if ability not in windows_of(state, actor):
        return Refused("no_such_ability")
    fault = able_fault(state, actor, ability)
    if fault is None and not begins_an_attack(state, actor, ability):
        fault = Refused("when_asked", what=BOOK.data[ability].name)
    return fault or attack_fault(state, actor, target)


def attack_with(ctx: Ctx, actor: str, ability: str, target: str | None = None) -> None:
    """A Standard Attack, with one of the attacker's own reactions announced."""
    require(attack_with_fault(ctx.state, actor, ability, target))
    if target is None:
        raise Refused("which_target")
    attack(ctx, actor, target, [{"by": actor, "use": ability}])


def attack_with_buttons(state: CarpsState, actor: str) -> list[Choice]:
    buttons = []
    for key in windows_of(state, actor):
        ap = ATTACK_AP if begins_an_attack(state, actor, key) else 0
        cost = words.cost(ap, rp_cost(state, actor, key))
        buttons.append(Choice(BOOK.data[key].name, cost, {"ability": key}))
    return buttons
