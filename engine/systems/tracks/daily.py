"""What goes by the day and by the hour: first aid, strategy, fate, rest (T24 to T26, T51)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.events import Resolved
from engine.resolution import Option, Question, Refused
from engine.systems.tracks import options as given
from engine.systems.tracks import words
from engine.systems.tracks.book import BOOK
from engine.systems.tracks.challenges import single
from engine.systems.tracks.facts import DayBegan, FateSet, PoolSet, UsedToday
from engine.systems.tracks.health import (
    become_calm,
    become_stressful,
    collapses_at_once,
    heal,
    judge,
    mark,
    raise_tension,
    rest,
    wake,
)
from engine.systems.tracks.model import (
    ATTRIBUTES,
    SIZED_BY,
    TRACKS,
    Ctx,
    TracksState,
    combat_of,
    is_stressful,
)
from engine.systems.tracks.numbers import build, penalty, tiers_of

HEALING = ("knowledge", "diligence", "understanding")  # T25
REVERSING = ("diligence", "understanding")  # T51
REVERSING_TN = 13
REST_MINUTES = 5  # T24


def combat_fault(state: TracksState) -> Refused | None:
    return None if combat_of(state) is None else Refused("combat_runs")


def able_fault(state: TracksState, who: str) -> Refused | None:
    person = state.characters[who]
    return None if person.conscious else Refused("not_conscious", who=person.name)


def skill_fault(state: TracksState, who: str, skill: str) -> Refused | None:
    person = state.characters[who]
    if skill not in person.abilities:
        return Refused("no_skill", who=person.name)
    return able_fault(state, who)


def living_fault(
    state: TracksState, actor: str | None, target: str | None = None, **_: Any
) -> Refused | None:
    if target is None or not state.characters[target].dead:
        return None
    return Refused("is_dead", who=state.characters[target].name)


def require(fault: Refused | None) -> None:
    if fault is not None:
        raise fault


def first_aid_fault(
    state: TracksState, actor: str, target: str | None = None, **_: Any
) -> Refused | None:
    """Once a day for each patient; not in combat, not on the dead (T25)."""
    fault = skill_fault(state, actor, "first_aid") or combat_fault(state)
    once = Refused("once_a_day") if target in state.characters[actor].aided else None
    return fault or living_fault(state, actor, target) or once


@BOOK.on("skill", "first_aid")
def first_aid(ctx: Ctx, actor: str, target: str, **args: Any) -> None:
    """`{target, attribute, allocate: [[track, points], ...], ...}` (T25)"""
    require(first_aid_fault(ctx.state, actor, target))
    patient = ctx.state.characters[target]
    attribute = given.attribute(args, HEALING)
    spread = _allocation(args)
    hindrance = penalty(patient, ctx.rules)
    result = single(ctx, actor, "first_aid", attribute, args, extra=((hindrance, "patient"),))
    ctx.emit(UsedToday(actor, "aid", target))
    left = total = max(0, result)
    if "allocate" not in args and given.asks(args) and left:
        spread = _ask_spread(ctx, actor, target, left)
    for track, points in spread:
        left -= heal(ctx, target, track, min(points, left), "first_aid")
    wake(ctx, target)
    data = {"who": actor, "target": target, "result": result, "removed": total - left}
    ctx.emit(Resolved("first_aid", data))


def _ask_spread(ctx: Ctx, healer: str, target: str, points: int) -> list[list[Any]]:
    """The healer spreads the healing, once the result is known (T25)."""
    patient, left, further = ctx.state.characters[target], points, []
    for track in TRACKS:
        most = min(points, patient.damage(track))
        first = min(left, most)
        left -= first
        values = dict.fromkeys((first, *range(most, -1, -1)))
        options = [{"value": one, "label": str(one)} for one in values]
        choice = {"key": track, "label": words.TRACKS[track], "options": options, "total": points}
        further += [choice] if most else []
    if not further:
        return []
    option = Option("heal", words.HEAL, effect=words.SPREAD, further=further)
    trigger = words.to_be_healed(points, patient.name)
    question = Question("spread", healer, trigger, [option], words.HEAL_NOTHING)
    question.fault = partial(_spread_fault, points)
    answer = ctx.ask([question])[0]
    return [list(one) for one in answer.further.items()] if answer.choice is not None else []


def _spread_fault(
    points: int, state: TracksState, choice: str, chosen: dict[str, int]
) -> Refused | None:
    spread = sum(chosen.values())
    return Refused("too_much_healing", spread=spread, points=points) if spread > points else None


def _allocation(args: dict[str, Any]) -> list[list[Any]]:
    allocate = args.get("allocate", [])
    fine = isinstance(allocate, list) and all(
        isinstance(one, list) and len(one) == 2 and one[0] in TRACKS and given.is_whole(one[1], 0)
        for one in allocate
    )
    if not fine:
        raise given.malformed("allocate lists tracks with points")
    return list(allocate)


def strategy_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    fault = skill_fault(state, actor, "strategy")
    return fault or (Refused("once_a_day") if state.characters[actor].planned else None)


@BOOK.on("skill", "strategy")
def strategy(ctx: Ctx, actor: str, **args: Any) -> None:
    """A Knowledge half challenge for today's pool (T26)."""
    require(strategy_fault(ctx.state, actor))
    result = single(ctx, actor, "strategy", "knowledge", args, half=True)
    ctx.emit(UsedToday(actor, "plan"))
    pool = max(0, result)
    ctx.emit(PoolSet(actor, actor, pool, pool))
    ctx.emit(Resolved("strategy", {"who": actor, "result": result, "pool": pool}))


def reverse_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    """Once a day, without tension, not in combat, after accepting fate (T51)."""
    person, fault = state.characters[actor], None
    if person.fate != "accepted":
        fault = Refused("nothing_to_reverse", who=person.name)
    elif person.reversed:
        fault = Refused("once_a_day")
    elif person.highest_tension:
        fault = Refused("needs_calm", who=person.name)
    return able_fault(state, actor) or combat_fault(state) or fault


def reverse_fate(ctx: Ctx, actor: str, **args: Any) -> None:
    """`{attribute, ...}`: against 13 (T51)."""
    attribute = given.attribute(args, REVERSING)
    require(reverse_fault(ctx.state, actor))
    result = single(ctx, actor, "reverse_fate", attribute, args, goal=REVERSING_TN)
    ctx.emit(UsedToday(actor, "reversal"))
    success = result > REVERSING_TN
    if success:
        ctx.emit(FateSet(actor, "can"))
    ctx.emit(Resolved("reverse_fate", {"who": actor, "result": result, "success": success}))


# By the game master


def stress(ctx: Ctx, actor: None) -> None:
    become_stressful(ctx)
    ctx.emit(Resolved("stress", {}))


def end_stress_fault(state: TracksState, actor: str | None, **_: Any) -> Refused | None:
    fault = combat_fault(state)
    return fault or (None if is_stressful(state) else Refused("is_calm"))


def end_stress(ctx: Ctx, actor: None) -> None:
    require(end_stress_fault(ctx.state, actor))
    become_calm(ctx)
    ctx.emit(Resolved("end_stress", {}))


def tension(ctx: Ctx, actor: None, target: str, **args: Any) -> None:
    """`{target, track, amount}`: from outside; the situation stays as it is."""
    given.living(ctx.state, target)
    amount = given.number(args, "amount", least=1)
    raise_tension(ctx, target, given.track(args), amount, "outside")
    ctx.emit(Resolved("tension", {"who": target}))


def hurt(ctx: Ctx, actor: None, target: str, **args: Any) -> None:
    """`{target, track, amount, accept?}`"""
    given.living(ctx.state, target)
    track, amount = given.track(args), given.number(args, "amount", least=0)
    accept = given.names(args, "accept")
    marked = mark(ctx, target, track, amount, "hurt")
    if collapses_at_once(ctx):  # T23
        judge(ctx, [target], accept, given.asks(args))
    ctx.emit(Resolved("hurt", {"who": target, "marked": marked}))


def rest_fault(state: TracksState, actor: str | None, **_: Any) -> Refused | None:
    return Refused("is_stressful") if is_stressful(state) else None


def take_rest(ctx: Ctx, actor: None, **args: Any) -> None:
    """`{minutes, who?}`: everybody, or those named (T24)."""
    require(rest_fault(ctx.state, actor))
    times = given.number(args, "minutes", least=0) // REST_MINUTES
    everybody = list(ctx.state.characters)
    named = given.names(args, "who") if "who" in args else everybody
    for who in named:
        given.known(ctx.state, who)
    for who in everybody:
        if who in named:
            rest(ctx, who, times)
    ctx.emit(Resolved("rest", {}))


def new_day(ctx: Ctx, actor: None) -> None:
    ctx.emit(DayBegan())
    ctx.emit(Resolved("new_day", {}))


def check_build(ctx: Ctx, actor: None, **args: Any) -> None:
    """`{attributes, specialties, skills}`: cost, errors, warnings and tiers (T52)."""
    attributes = given.mapping(args.get("attributes"), "attributes")
    if sorted(attributes) != sorted(ATTRIBUTES):
        raise given.malformed("attributes names the five")
    values = {name: given.number(attributes, name) for name in attributes}
    specialties, skills = given.names(args, "specialties"), given.names(args, "skills")
    cost, errors, warnings = build(values, len(specialties), len(skills), ctx.rules)
    sizes = {track: tiers_of(values[name]) for track, name in SIZED_BY.items()}
    data = {"cost": cost, "errors": errors, "warnings": warnings, "tiers": sizes}
    ctx.emit(Resolved("build", data))
