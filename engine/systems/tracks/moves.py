"""What is done on one's own turn besides attacking: T30 to T33, T47."""

from __future__ import annotations

from typing import Any

from engine.events import Resolved
from engine.resolution import Refused
from engine.systems.tracks import options as given
from engine.systems.tracks.combat import act_fault, own_turn_fault, require
from engine.systems.tracks.facts import ActionsSet, EngagementSet, Rolled
from engine.systems.tracks.health import heal, pay, price_fault, wake
from engine.systems.tracks.model import Ctx, TracksState, combat_of
from engine.systems.tracks.numbers import full_tracks

EXTRA_COST, MOVE_COST, REVIVE_COST = 2, 1, 2


def active_fault(state: TracksState, actor: str) -> Refused | None:
    """On one's own turn, with an active action left."""
    combat, name = combat_of(state), state.characters[actor].name
    used = combat is None or combat.actions < 1
    return own_turn_fault(state, actor) or (Refused("no_action_left", who=name) if used else None)


def spend_action(ctx: Ctx, actor: str) -> None:
    require(active_fault(ctx.state, actor))
    combat = ctx.encounter
    ctx.emit(ActionsSet(combat.id, actor, combat.actions - 1, combat.extra))


def target_fault(state: TracksState, actor: str, target: str | None) -> Refused | None:
    """Another participant who is not dead."""
    combat = combat_of(state)
    if target is None or combat is None:
        return None
    person = state.characters[target]
    if target == actor:
        return Refused("needs_two")
    if target not in combat.setups:
        return Refused("not_in_combat", who=person.name)
    return Refused("is_dead", who=person.name) if person.dead else None


def extra_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    combat = combat_of(state)
    if combat is not None and combat.extra and state.rules.extra_actions == "one":  # T33
        return act_fault(state, actor) or Refused("one_extra_action")
    return act_fault(state, actor) or price_fault(state, actor, EXTRA_COST)


def extra_action(ctx: Ctx, actor: str) -> None:
    """2 on the Support track for one more active action (T33)."""
    require(extra_fault(ctx.state, actor))
    combat = ctx.encounter
    pay(ctx, actor, EXTRA_COST)
    ctx.emit(ActionsSet(combat.id, actor, combat.actions + 1, combat.extra + 1))
    ctx.emit(Resolved("extra_action", {"who": actor}))


def _move_price(state: TracksState, actor: str) -> int:
    """The first advance or withdrawal of a round is free (T31, T32)."""
    combat = combat_of(state)
    return MOVE_COST if combat is not None and combat.moved.get(actor, 0) else 0


def _move_fault(state: TracksState, actor: str) -> Refused | None:
    price = _move_price(state, actor)
    return price_fault(state, actor, price) if price else None


def advance_fault(
    state: TracksState, actor: str, target: str | None = None, **_: Any
) -> Refused | None:
    """On one's own turn, in no engagement (T31)."""
    fault, combat = act_fault(state, actor), combat_of(state)
    if fault is None and combat is not None and len(combat.group(actor)) > 1:
        fault = Refused("engaged_already", who=state.characters[actor].name)
    return fault or target_fault(state, actor, target) or _move_fault(state, actor)


def advance(ctx: Ctx, actor: str, target: str) -> None:
    """Passive; joins the whole engagement of the target (T31)."""
    require(advance_fault(ctx.state, actor, target))
    combat = ctx.encounter
    pay(ctx, actor, _move_price(ctx.state, actor))
    ctx.emit(EngagementSet(combat.id, actor, [*combat.links, [actor, target]]))
    ctx.emit(Resolved("advance", {"who": actor}))


def withdraw_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    fault, combat = act_fault(state, actor) or active_fault(state, actor), combat_of(state)
    if fault is None and combat is not None and len(combat.group(actor)) == 1:
        fault = Refused("not_engaged", who=state.characters[actor].name)
    return fault or _move_fault(state, actor)


def withdraw(ctx: Ctx, actor: str) -> None:
    """Active; leaves everyone, and the rest stay joined (T30, T31)."""
    require(withdraw_fault(ctx.state, actor))
    combat = ctx.encounter
    links = _links_without(ctx, actor)
    spend_action(ctx, actor)
    pay(ctx, actor, _move_price(ctx.state, actor))
    ctx.emit(EngagementSet(combat.id, actor, links))
    ctx.emit(Resolved("withdraw", {"who": actor}))


def _links_without(ctx: Ctx, who: str) -> list[list[str]]:
    """The engagements once `who` has left everyone: the rest stay joined (T30)."""
    links = [pair for pair in ctx.encounter.links if who not in pair]
    others = ctx.encounter.group(who)[1:]
    if others and ctx.rules.withdraw_bridge == "keep":  # T30
        links += [[others[0], one] for one in others[1:]]
    return links


def engage(ctx: Ctx, actor: None, **args: Any) -> None:
    """`{who, partner?}`: the game master says who is engaged with whom; alone without a partner."""
    combat = combat_of(ctx.state)
    if combat is None:
        raise Refused("no_combat")
    who = _participant(ctx, args.get("who"))
    if "partner" in args:
        partner = _participant(ctx, args["partner"])
        if partner == who:
            raise Refused("needs_two")
        joined = partner in combat.group(who)
        links = combat.links if joined else [*combat.links, [who, partner]]
    else:
        links = _links_without(ctx, who)
    ctx.emit(EngagementSet(combat.id, None, links))
    ctx.emit(Resolved("engage", {"who": who}))


def _participant(ctx: Ctx, who: Any) -> str:
    person = ctx.state.characters[given.known(ctx.state, who)]
    if person.id not in ctx.encounter.setups:
        raise Refused("not_in_combat", who=person.name)
    return person.id


def revive_fault(
    state: TracksState, actor: str, track: str | None = None, **_: Any
) -> Refused | None:
    """Only the down, on their own turn, on a full track (T47)."""
    person, fault = state.characters[actor], own_turn_fault(state, actor)
    if fault is None and (not person.down or person.faint or person.dead):
        fault = Refused("not_down", who=person.name)
    if fault is None and track is not None and track not in full_tracks(person):
        fault = Refused("not_full", who=person.name)
    return fault or active_fault(state, actor) or price_fault(state, actor, REVIVE_COST)


def revive(ctx: Ctx, actor: str, **args: Any) -> None:
    """`{track}`: 2 on the Support track and an action for a d6 (T47)."""
    track, person = given.track(args), ctx.state.characters[actor]
    require(revive_fault(ctx.state, actor, track))
    spend_action(ctx, actor)
    pay(ctx, actor, REVIVE_COST)
    dice = ctx.roll(f"revive:{actor}", 6, by=actor)
    ctx.emit(Rolled(actor, "revive", dice, dice[0]))
    removed = heal(ctx, actor, track, dice[0], "revive")
    wake(ctx, actor)
    data = {"who": actor, "removed": removed, "conscious": person.conscious}
    ctx.emit(Resolved("revive", data))
