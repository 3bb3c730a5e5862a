"""What follows when a draft is thrown: a check, the second side of a contest, an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import given
from engine.events import Resolved
from engine.resolution import Refused
from engine.systems.ccarps import drafts
from engine.systems.ccarps.attack import resolve, target_fault
from engine.systems.ccarps.drafts import (
    begin,
    begin_fault,
    draft_of,
    next_number,
    pending_fault,
)
from engine.systems.ccarps.entries import SECONDARIES
from engine.systems.ccarps.facts import SuccessStands
from engine.systems.ccarps.means import find_means, find_weapon, skill_or_attribute, weapons_of
from engine.systems.ccarps.model import CcarpsState, Ctx, Draft, Person
from engine.systems.ccarps.rolls import able_fault, known, require
from engine.systems.ccarps.rolls import throw as throw_dice
from engine.systems.ccarps.tables import SITUATIONS


def throw_fault(state: CcarpsState, actor: str, gm: bool = False, **_: Any) -> Refused | None:
    """Only with a base, only when the game master has agreed, only by the able."""
    person = state.characters[actor]
    if person.draft is None:
        return Refused("no_draft", who=person.name)
    if person.draft.base is None:
        return Refused("no_base")
    fault = None if person.draft.agreed or gm else Refused("not_agreed")
    return able_fault(state, actor) or fault or pending_fault(state, actor, person.draft)


def throw(ctx: Ctx, actor: str, gm: bool = False) -> None:
    """Now the dice; nothing changes the target number any more."""
    require(throw_fault(ctx.state, actor, gm))
    draft = draft_of(ctx.state, actor)
    if draft.purpose == "attack":
        attack = drafts.make_attack(ctx.state, actor, draft)
        drafts.end_draft(ctx, actor, draft, "thrown")
        resolve(ctx, attack)
        return
    roll = drafts.make_roll(ctx.state, actor, draft)
    drafts.end_draft(ctx, actor, draft, "thrown")
    judged = throw_dice(ctx, roll, draft.purpose)
    data = {"who": actor, **judged.to_data()}
    if draft.purpose == "second":
        data |= {"first": draft.against, "winner": actor if judged.success else draft.against}
        if judged.success and ctx.state.characters[draft.against].standing is not None:
            ctx.emit(SuccessStands(draft.against, None))
    elif judged.success:
        label = draft.skill or draft.attribute.capitalize()
        stands = {"label": label, "total": judged.total, "dice": list(judged.dice)}
        ctx.emit(SuccessStands(actor, stands))
    ctx.emit(Resolved(draft.purpose, data))


def concerned(state: CcarpsState, actor: str | None, args: dict[str, Any]) -> list[str]:
    """Whom the draft of `actor` is about."""
    draft = state.characters[actor].draft if actor is not None else None
    if draft is None:
        return []
    return [who for who in (draft.against, *draft.bystanders) if who in state.characters]


# Contests (R7)


def contest_fault(
    state: CcarpsState, actor: str, target: Any = None, mine: Any = False, **_: Any
) -> Refused | None:
    """A success must stand, and its opposite must be able to roll."""
    if target is None:
        return None
    if target == actor:
        return Refused("needs_two")
    first, second = (target, actor) if mine is True else (actor, target)
    if state.characters[first].standing is None:
        return Refused("nothing_stands", who=state.characters[first].name)
    return begin_fault(state, second)


def contest(
    ctx: Ctx,
    actor: str,
    target: str,
    chips: str = "",
    gm: bool = False,
    unseen: Sequence[str] = (),
    **how: Any,
) -> None:
    """`{target, chips beginning with a skill | skill, mine}`: somebody's success is contested.

    "contest @Guard detect": the guard answers the roll of the actor with Detect. Where only the
    actor has what is named, or only the target's success stands, it is the other way about.
    """
    line, mine = given.text({"chips": chips}, "chips"), given.flag(how, "mine")
    if "skill" not in how:
        mine = _is_mine(ctx.state, actor, target, line)
    first, second = (target, actor) if mine else (actor, target)
    require(contest_fault(ctx.state, actor, target, mine))
    answering = ctx.state.characters[second]
    skill, attribute = given.text(how, "skill", ""), ""
    if not skill:
        skill, attribute, line = find_means(answering, line)
    if not skill and not attribute:
        raise Refused("which_skill", options=", ".join((*answering.skills, *SECONDARIES)))
    stands = ctx.state.characters[first].standing or {}
    draft = Draft(
        next_number(ctx.state, second),
        "second",
        skill=skill,
        attribute=attribute,
        base=stands["total"],
        agreed=True,
        against=first,
        passed=tuple(stands["dice"]),
    )
    begin(ctx, second, draft, line, gm, unseen)


def _is_mine(state: CcarpsState, actor: str, target: str, line: str) -> bool:
    """Whether the actor is the one who contests."""
    me, other = state.characters[actor], state.characters[known(state, target)]
    if me.standing is None or other.standing is None:
        return other.standing is not None
    return not any(find_means(other, line)[:2])


# Attacks (R17)


def attack_fault(state: CcarpsState, actor: str, target: Any = None, **_: Any) -> Refused | None:
    fault = target_fault(state, actor, target) if target is not None else None
    return begin_fault(state, actor) or fault


def attack(
    ctx: Ctx,
    actor: str,
    target: str,
    chips: str = "",
    gm: bool = False,
    unseen: Sequence[str] = (),
    **how: Any,
) -> None:
    """`{target, weapon | chips beginning with a weapon, riposte?}`: begins an attack."""
    require(attack_fault(ctx.state, actor, known(ctx.state, target)))
    person, line = ctx.state.characters[actor], given.text({"chips": chips}, "chips")
    name = given.text(how, "weapon", "")
    if not name:
        name, line = find_weapon(person, line)
    weapon = weapons_of(person).get(name)
    if weapon is None:
        raise Refused("which_weapon", options=", ".join(weapons_of(person)))
    skill, attribute = skill_or_attribute(person, weapon["skill"])
    draft = Draft(
        next_number(ctx.state, actor),
        "attack",
        skill=skill,
        attribute=attribute,
        against=target,
        weapon=name,
        riposte=given.flag(how, "riposte"),
    )
    if weapon.get("modifier"):
        value = weapon["modifier"]
        draft = draft.with_chip(group="own", label=name, value=value, by=actor, key=drafts.STRIKE)
    longer = _longer_reach(ctx.state.characters[target], weapon)
    if longer > 0:
        label = SITUATIONS["reach"]["label"]
        draft = draft.with_chip(group="situation", label=label, value=longer, key="reach")
    begin(ctx, actor, draft, line, gm, unseen)


def _longer_reach(target: Person, weapon: dict[str, Any]) -> int:
    """By how much a melee weapon reaches further than those of the target (R19)."""
    if weapon["kind"] != "melee":
        return 0
    theirs = [one["reach"] for one in target.weapons.values() if one["kind"] == "melee"]
    return int(weapon.get("reach", 0)) - max(theirs, default=0)
