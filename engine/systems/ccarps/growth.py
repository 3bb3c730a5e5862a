"""Advancement: points of a session that are assigned in it (R37)."""

from __future__ import annotations

from typing import Any

from engine import given
from engine.events import Resolved
from engine.resolution import Refused
from engine.systems.ccarps.creation import MOST_POINTS, governing
from engine.systems.ccarps.facts import AccumulatorSet, PointsSet, SkillSet
from engine.systems.ccarps.model import PRIMARIES, CcarpsState, Ctx
from engine.systems.ccarps.rolls import known, require


def award(ctx: Ctx, actor: None, who: str, **args: Any) -> None:
    """`{who, points}`"""
    points = given.number(args, "points", None, least=1)
    now = ctx.state.characters[known(ctx.state, who)].unassigned + points
    ctx.emit(PointsSet(who, points, now))
    ctx.emit(Resolved("award", {"who": who, "unassigned": now}, f"owner:{who}"))


def improve_fault(
    state: CcarpsState, actor: str, points: Any = None, skill: Any = None, **_: Any
) -> Refused | None:
    """A spend larger than what is held, or over the cap, is refused whole (R37)."""
    person = state.characters[actor]
    wanted = points if given.is_whole(points) else 1
    if wanted > person.unassigned:
        return Refused("too_few_points", who=person.name, left=person.unassigned)
    if isinstance(skill, str) and person.points(skill) + wanted > MOST_POINTS:
        return Refused("over_the_cap", skill=skill, most=MOST_POINTS)
    return None


def improve(ctx: Ctx, actor: str, **args: Any) -> None:
    """`{points, skill with attribute when new | accumulator}`"""
    given.number(args, "points", None, least=1)
    if ("skill" in args) == ("accumulator" in args):
        raise given.malformed("points go to a skill or to an accumulator")
    if "accumulator" in args:
        given.one_of(args, "accumulator", PRIMARIES)
    else:
        given.text(args, "skill")
    require(improve_fault(ctx.state, actor, **args))
    person, points = ctx.state.characters[actor], args["points"]
    if "accumulator" in args:
        name = args["accumulator"]
        ctx.emit(AccumulatorSet(actor, name, person.accumulators[name] + points))
    else:
        skill = args["skill"]
        new = skill not in person.skills
        attribute = governing(args, skill) if new else person.skills[skill]["attribute"]
        ctx.emit(SkillSet(actor, skill, person.points(skill) + points, attribute))
    now = person.unassigned - points
    ctx.emit(PointsSet(actor, -points, now))
    ctx.emit(Resolved("improve", {"who": actor, "unassigned": now}, f"owner:{actor}"))


def session_fault(state: CcarpsState, actor: str | None, **_: Any) -> Refused | None:
    """No session starts while anybody holds unassigned points (R37)."""
    for person in state.characters.values():
        if person.unassigned:
            return Refused("points_unassigned", who=person.name, left=person.unassigned)
    return None


def session_start(ctx: Ctx, actor: None) -> None:
    require(session_fault(ctx.state, actor))
    ctx.emit(Resolved("session_start", {}))
