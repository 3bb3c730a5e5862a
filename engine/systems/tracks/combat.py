"""Combat: setup, order, turns, cleanup (T23, T27 to T29, T36, T37, T48)."""

from __future__ import annotations

from typing import Any

from engine.events import EncounterEnded, PartRefused, Resolved
from engine.resolution import Refused
from engine.systems.tracks import options as given
from engine.systems.tracks.facts import (
    Rolled,
    RoundBegan,
    SetupSet,
    TurnFinished,
    TurnHeld,
    TurnStarted,
)
from engine.systems.tracks.health import (
    become_calm,
    become_stressful,
    judge,
    mark,
    pay,
    price_fault,
)
from engine.systems.tracks.model import Combat, Ctx, TracksState, combat_of
from engine.systems.tracks.setup import PLACES, ask_setups, setup_fault

INTERRUPT_COST = 2


def require(fault: Refused | None) -> None:
    if fault is not None:
        raise fault


def open_combat(combat: Combat, state: TracksState, options: dict[str, Any]) -> None:
    """Reads `setup` and `engaged`, if given; whoever is not set up is asked later."""
    if combat_of(state) is not None:
        raise Refused("combat_runs")
    setups = given.mapping(options.get("setup", {}), "setup")
    if "setup" in options and sorted(setups) != sorted(combat.order):
        raise given.malformed("setup names those who take part")
    for who, setup in setups.items():
        require(setup_fault(state, state.rules, who, setup))
    pairs = options.get("engaged", [])
    if not isinstance(pairs, list) or any(not _is_pair(one, combat.order) for one in pairs):
        raise given.malformed("engaged lists pairs of those who take part")
    combat.setups, combat.links = dict(setups), [list(one) for one in pairs]
    combat.round = 0


def _is_pair(pair: Any, order: list[str]) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(one, str) and one in order for one in pair)
        and pair[0] != pair[1]
    )


def begin_combat(ctx: Ctx) -> None:
    """A special interstice of setup alone, then the first round. Combat is stressful (T5)."""
    become_stressful(ctx)
    combat = ctx.encounter
    missing = [who for who in combat.order if who not in combat.setups]
    ask_setups(ctx, missing)
    begin_round(ctx, 1)
    ctx.emit(Resolved("combat_start", {"order": ctx.encounter.order}))


# The order


def begin_round(ctx: Ctx, number: int) -> None:
    """The order by Support, Attack, Defense, then dice (T28); the dead have no place in it."""
    combat, characters = ctx.encounter, ctx.state.characters
    ranks: dict[tuple[int, ...], list[str]] = {}
    for who, setup in combat.setups.items():
        if not characters[who].dead:
            rank = tuple(characters[who].attribute(setup[place]) for place in PLACES)
            ranks.setdefault(rank, []).append(who)
    order: list[str] = []
    for rank in sorted(ranks, reverse=True):
        order += _by_dice(ctx, ranks[rank])
    ctx.emit(RoundBegan(combat.id, number, order))


def _by_dice(ctx: Ctx, tied: list[str]) -> list[str]:
    """Those tied roll in order of name; the leading tied group rolls again first (T28)."""
    if len(tied) == 1:
        return tied
    thrown: dict[int, list[str]] = {}
    for who in sorted(tied, key=lambda one: (ctx.state.characters[one].name, one)):
        die = ctx.roll(f"initiative:{who}", 6, by=who)
        ctx.emit(Rolled(who, "initiative", die, die[0]))
        thrown.setdefault(die[0], []).append(who)
    order: list[str] = []
    for die_value in sorted(thrown, reverse=True):
        order += _by_dice(ctx, thrown[die_value])
    return order


# Turns


def outside_fault(state: TracksState, actor: str) -> Refused | None:
    combat = combat_of(state)
    if combat is None or actor not in combat.setups:
        return Refused("needs_encounter", who=state.characters[actor].name)
    return None


def own_turn_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    """Only on one's own turn, in whatever state."""
    combat = combat_of(state)
    if combat is None or combat.turn != actor:
        name = state.characters[actor].name
        return outside_fault(state, actor) or Refused("not_your_turn", who=name)
    return None


def act_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    """Only on one's own turn, and conscious."""
    person = state.characters[actor]
    fault = None if person.conscious else Refused("not_conscious", who=person.name)
    return own_turn_fault(state, actor) or fault


def has_turn_left(combat: Combat, who: str) -> bool:
    return who in combat.order and who not in combat.finished and who in combat.setups


def waiting(state: TracksState, combat: Combat) -> list[str]:
    """The conscious who neither finished nor hold, in order; the down hold nobody up (T47)."""
    return [
        who
        for who in combat.order
        if has_turn_left(combat, who)
        and who not in combat.holding
        and state.characters[who].conscious
    ]


def between_turns_fault(state: TracksState, actor: str) -> Refused | None:
    """No turn runs, and `actor` has one left this round."""
    person, combat = state.characters[actor], combat_of(state)
    if combat is None or actor not in combat.setups:
        return outside_fault(state, actor)
    if combat.turn is not None:
        return Refused("turn_runs", who=state.characters[combat.turn].name)
    if not has_turn_left(combat, actor) or person.faint or person.dead:
        return Refused("no_turn_left", who=person.name)
    return None


def turn_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    """Why the turn of `actor` may not begin now (T28, T36, T47)."""
    fault, combat = between_turns_fault(state, actor), combat_of(state)
    if fault is not None or combat is None:
        return fault
    others = [who for who in waiting(state, combat) if who != actor]
    if actor in combat.holding:  # T36
        waits = combat.ended <= combat.holding[actor] and others
        return Refused("still_holding", who=state.characters[actor].name) if waits else None
    if others and combat.order.index(others[0]) < combat.order.index(actor):
        return Refused("others_first", who=state.characters[others[0]].name)
    return None


def turn(ctx: Ctx, actor: str) -> None:
    require(turn_fault(ctx.state, actor))
    combat = ctx.encounter
    ctx.emit(TurnStarted(combat.id, actor))
    ctx.emit(Resolved("turn", {"who": actor}))


def hold_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    """Held when the turn comes up, by the conscious, and not twice (T36)."""
    person, combat = state.characters[actor], combat_of(state)
    if combat is not None and actor in combat.holding:
        return Refused("still_holding", who=person.name)
    fault = None if person.conscious else Refused("not_conscious", who=person.name)
    return turn_fault(state, actor) or fault


def hold(ctx: Ctx, actor: str) -> None:
    require(hold_fault(ctx.state, actor))
    combat = ctx.encounter
    ctx.emit(TurnHeld(combat.id, actor))
    ctx.emit(Resolved("hold", {"who": actor}))


def interrupt_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    """Between turns, after at least one is over; conscious, with room for 2 (T34, T37)."""
    person, combat = state.characters[actor], combat_of(state)
    fault = between_turns_fault(state, actor)
    if fault is not None or combat is None:
        return fault
    if not person.conscious:
        return Refused("not_conscious", who=person.name)
    if not combat.ended:
        return Refused("nobody_was_first")
    return price_fault(state, actor, INTERRUPT_COST)


def interrupt(ctx: Ctx, actor: str) -> None:
    """It is this round's turn, and begins at once."""
    require(interrupt_fault(ctx.state, actor))
    combat = ctx.encounter
    pay(ctx, actor, INTERRUPT_COST)
    ctx.emit(TurnStarted(combat.id, actor))
    ctx.emit(Resolved("interrupt", {"who": actor}))


def end_turn(ctx: Ctx, actor: str) -> None:
    """Ends a running turn, in whatever state; the next does not begin by itself (T37)."""
    require(own_turn_fault(ctx.state, actor))
    combat = ctx.encounter
    ctx.emit(TurnFinished(combat.id, actor))
    ctx.emit(Resolved("end_turn", {"who": actor}))


# The interstice


def cleanup(ctx: Ctx, actor: None, **args: Any) -> None:
    """`{effects?, accept?, setup?, end?, stress_continues?}`: effects, the fallen, setup (T29).

    `marks` are more effects, as a person writes them.
    """
    combat = combat_of(ctx.state)
    if combat is None:
        raise Refused("no_combat")
    setup = given.mapping(args.get("setup", {}), "setup")
    effects = [*_effects(ctx, args.get("effects", []))]
    if "marks" in args:
        effects += _effects(ctx, given.effects(ctx.state, args["marks"]))
    accept = given.names(args, "accept")
    end, goes_on = given.flag(args, "end"), given.flag(args, "stress_continues")
    for one in effects:
        mark(ctx, one["who"], one["track"], one["amount"], "effect")
    judge(ctx, list(ctx.state.characters), accept, given.asks(args))
    if end:
        ctx.emit(EncounterEnded(combat.id))
        if not goes_on:
            become_calm(ctx)  # T48
        ctx.emit(Resolved("cleanup", {"end": True}))
        return
    for who, one in setup.items():
        fault = setup_fault(ctx.state, ctx.rules, who, one)
        if fault is None:
            ctx.emit(SetupSet(combat.id, who, one))
        else:
            ctx.emit(PartRefused(None, f"setup.{who}", fault.code))
    if given.asks(args):
        everybody = dict.fromkeys((*combat.setups, *combat.order))
        ask_setups(ctx, [who for who in everybody if who not in setup])
    begin_round(ctx, combat.round + 1)
    combat = ctx.encounter
    ctx.emit(Resolved("cleanup", {"round": combat.round, "order": combat.order}))


def _effects(ctx: Ctx, effects: Any) -> list[dict[str, Any]]:
    if not isinstance(effects, list):
        raise given.malformed("effects are a list")
    for one in effects:
        effect = given.mapping(one, "An effect")
        given.living(ctx.state, effect.get("who"))
        given.track(effect)
        given.number(effect, "amount", least=0)
    return effects
