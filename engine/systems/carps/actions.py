"""What a character does on the own turn, and why not (C12, C36, C38)."""

from __future__ import annotations

from typing import Any

from engine.commands import Arg, Choice
from engine.resolution import Refused
from engine.systems.carps import bars
from engine.systems.carps.attack import Attack, resolve
from engine.systems.carps.book import BOOK
from engine.systems.carps.entry import entry_fault, place_fault, who_enters
from engine.systems.carps.escape import try_to_escape
from engine.systems.carps.facts import ReactionRefused
from engine.systems.carps.model import CarpsState, Ctx
from engine.systems.carps.moves import Move, moves_of
from engine.systems.carps.points import ULTIMATE_AP, ULTIMATE_RP, pay_action, spend_rp
from engine.systems.carps.turns import end_turn

ATTACK_AP = ASSIST_AP = ESCAPE_AP = 1
TARGET = Arg("target", "opponent")
EFFECT = Arg("effect", "choice")
REACTIONS = Arg("reactions", "announced", optional=True)


def turn_fault(state: CarpsState, actor: str, ap: int = 0, rp: int = 0) -> Refused | None:
    """Only on the own turn, while active and the fight is not over, with enough to pay (C12)."""
    fighter = state.characters[actor]
    name = fighter.name
    if fighter.encounter is None:
        return Refused("needs_encounter", who=name)
    fight = state.encounters[fighter.encounter]
    if fight.over:
        return Refused("combat_over")
    if fighter.status != "active":
        return Refused("not_in_combat", who=name, status=fighter.status)
    if fight.turn != actor:
        return Refused("not_your_turn", who=name)
    if fighter.ap + fighter.temp_ap < ap:
        return Refused("not_enough_ap", who=name, cost=ap, left=fighter.ap + fighter.temp_ap)
    if fighter.rp < rp:
        return Refused("not_enough_rp", who=name, cost=rp, left=fighter.rp)
    return None


def opponent_fault(state: CarpsState, actor: str, target: str | None) -> Refused | None:
    """An opponent who is in the fight (C75)."""
    if target is None:
        return None
    me, other = state.characters[actor], state.characters[target]
    if other.encounter != me.encounter or other.status != "active":
        return Refused("target_not_in_combat", who=other.name)
    return Refused("target_is_ally", who=other.name) if other.side == me.side else None


def target_fault(state: CarpsState, actor: str, target: str | None) -> Refused | None:
    """An opponent who may be attacked: nothing bars it (C12, C46, C48)."""
    fault = opponent_fault(state, actor, target)
    if fault is not None or target is None:
        return fault
    barred, name = bars.against(state, actor, target), state.characters[target].name
    if barred == "provoked":
        return Refused("provoked", who=name)
    return Refused("disengaged", who=name) if barred else None


def targets_of(state: CarpsState, actor: str) -> list[str]:
    """Everybody whom a character may attack now, in order of initiative (C12)."""
    encounter = state.characters[actor].encounter
    if encounter is None:
        return []
    order = state.encounters[encounter].order
    return [who for who in order if target_fault(state, actor, who) is None]


def ally_fault(state: CarpsState, actor: str, target: str | None) -> Refused | None:
    """Yourself or an ally (C36)."""
    if target is None or target == actor:
        return None
    me, other = state.characters[actor], state.characters[target]
    if other.encounter != me.encounter or other.status != "active":
        return Refused("target_not_in_combat", who=other.name)
    return Refused("not_an_ally", who=other.name) if other.side != me.side else None


def require(fault: Refused | None) -> None:
    if fault is not None:
        raise fault


def attack_fault(
    state: CarpsState, actor: str, target: str | None = None, **_: Any
) -> Refused | None:
    return turn_fault(state, actor, ATTACK_AP) or target_fault(state, actor, target)


def attack(
    ctx: Ctx, actor: str, target: str, reactions: list[dict[str, Any]] | None = None
) -> None:
    require(attack_fault(ctx.state, actor, target))
    pay_action(ctx, actor, "attack", target, ATTACK_AP)  # S1
    resolve(ctx, Attack(ctx, actor, target, reactions or ()))


def ultimate_fault(
    state: CarpsState, actor: str, target: str | None = None, effect: str = "", **_: Any
) -> Refused | None:
    if effect not in moves_of(state, actor):
        return Refused("no_such_ultimate", who=state.characters[actor].name)
    return turn_fault(state, actor, ULTIMATE_AP, ULTIMATE_RP) or target_fault(state, actor, target)


def ultimate(
    ctx: Ctx,
    actor: str,
    target: str,
    effect: str,
    reactions: list[dict[str, Any]] | None = None,
) -> None:
    require(ultimate_fault(ctx.state, actor, target, effect))
    move = Move(effect, actor, ctx.state.characters[actor].level)
    pay_action(ctx, actor, "ultimate", target, ULTIMATE_AP)  # S1
    spend_rp(ctx, actor, ULTIMATE_RP, effect, target)
    resolve(ctx, Attack(ctx, actor, target, reactions or (), move))


def ultimate_buttons(state: CarpsState, actor: str) -> list[Choice]:
    return [
        Choice(BOOK.data[key].name, f"{ULTIMATE_AP} AP, {ULTIMATE_RP} RP", {"effect": key})
        for key in moves_of(state, actor)
    ]


def charge_fault(
    state: CarpsState, actor: str, target: str | None = None, **_: Any
) -> Refused | None:
    return turn_fault(state, actor, ASSIST_AP) or ally_fault(state, actor, target)


def assist(ctx: Ctx, actor: str, target: str) -> None:
    grant(ctx, actor, "assist", target)


def protect(ctx: Ctx, actor: str, target: str) -> None:
    grant(ctx, actor, "protect", target)


def grant(ctx: Ctx, actor: str, kind: str, target: str) -> None:
    """One charge for yourself or an ally, gone at the beginning of your next turn (C36)."""
    require(charge_fault(ctx.state, actor, target))
    source, dice = kind, 1
    if kind not in ctx.encounter.done:
        for key, more in ctx.take_part(f"first_{kind}", actor):
            source, dice = key, dice + more()  # C37
    pay_action(ctx, actor, kind, target, ASSIST_AP)
    ends = ctx.until_next_turn_begins(actor)
    ctx.gain_effect(source, actor, target, pool=kind, amount=dice, ends=ends)


def escape_fault(state: CarpsState, actor: str, **_: Any) -> Refused | None:
    return turn_fault(state, actor, ESCAPE_AP)


def escape(ctx: Ctx, actor: str, reactions: list[dict[str, Any]] | None = None) -> None:
    require(escape_fault(ctx.state, actor))
    pay_action(ctx, actor, "escape", None, ESCAPE_AP)
    try_to_escape(ctx, actor, [])
    for one in reactions or ():
        ctx.emit(ReactionRefused(one["by"], one["use"], "no_trigger"))  # C38: no reactions


def end_turn_fault(
    state: CarpsState, actor: str, enters: str | None = None, position: str = "next"
) -> Refused | None:
    """Whose turn it is may end it, also when out of the fight; not when the fight is over (C61).

    `enters` comes in late, directly after it or first in the next round (C43).
    """
    fighter = state.characters[actor]
    if fighter.encounter is None:
        return Refused("needs_encounter", who=fighter.name)
    fight = state.encounters[fighter.encounter]
    if fight.over:
        return Refused("combat_over")
    if fight.turn != actor:
        return Refused("not_your_turn", who=fighter.name)
    if enters is None:
        return None
    return entry_fault(state, fight, enters, actor) or place_fault(
        state, fight, enters, actor, position
    )


def finish_turn(ctx: Ctx, actor: str, enters: str | None = None, position: str = "next") -> None:
    require(end_turn_fault(ctx.state, actor, enters, position))
    if enters is not None:
        end_turn(ctx, actor, (enters, position))
    else:
        end_turn(ctx, actor, who_enters(ctx.state, ctx.encounter, actor))
