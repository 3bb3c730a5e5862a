"""Special Attacks without a trigger: declared on the own turn like any action (C12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.commands import Arg, Choice, Verb
from engine.resolution import Refused
from engine.systems.carps import words
from engine.systems.carps.actions import opponent_fault, require, turn_fault
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import CarpsState, Ctx
from engine.systems.carps.points import pay_action, rp_cost, spend_rp


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


def use_fault(state: CarpsState, user: str, key: str) -> Refused | None:
    """Why a character may not use a Special Attack on the own turn (C12, C25)."""
    ability, fighter = BOOK.data[key], state.characters[user]
    if key not in fighter.abilities:
        return Refused("not_owned", who=fighter.name, what=ability.name)
    if fighter.level < ability.level:
        return Refused("level_too_low", who=fighter.name, level=ability.level, has=fighter.level)
    return turn_fault(state, user, ability.ap, rp_cost(state, user, key))


def verb_of(key: str, made: Special, rank: int) -> Verb:
    """The verb by which people use a Special Attack."""
    ability = BOOK.data[key]

    def fault(state: CarpsState, actor: str, **args: Any) -> Refused | None:
        return (
            use_fault(state, actor, key)
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
