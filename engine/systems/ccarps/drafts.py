"""Rolls that are built in the open: begun, laid with chips, given up (R2).

A draft belongs to whoever rolls. Small commands change it: the roller lays gear, the opposition its
own, the game master base and situation. What a player says of base and situation is a proposal; the
dice wait until the game master has agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import given
from engine.events import Resolved
from engine.grammar import plain
from engine.modifiers import Term
from engine.resolution import Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.attack import (
    Attack,
    complete,
    kind_fault,
    riposte_fault,
    struck_fault,
    target_fault,
    worth,
)
from engine.systems.ccarps.chips import Typed, read_chips
from engine.systems.ccarps.contests import pass_on
from engine.systems.ccarps.entries import SECONDARIES
from engine.systems.ccarps.facts import DraftSet, SuccessStands
from engine.systems.ccarps.lines import find_first
from engine.systems.ccarps.means import (
    find_means,
    skill_or_attribute,
    unlearnt_fault,
    weapons_of,
)
from engine.systems.ccarps.model import CcarpsState, Chip, Ctx, Draft
from engine.systems.ccarps.rolls import (
    MOST_TECH,
    Roll,
    able_fault,
    known,
    require,
    start,
    start_fault,
)
from engine.systems.ccarps.tables import MOVEMENT, SKILLS

ATTACK_ONLY = ("defense", "damage")
OPPOSING = ("opposition", "defense")
STRIKE = "strike"


def draft_fault(state: CcarpsState, who: Any) -> Refused | None:
    """Why there is nothing to change."""
    if state.characters[known(state, who)].draft is not None:
        return None
    return Refused("no_draft", who=state.characters[who].name)


def draft_of(state: CcarpsState, who: str) -> Draft:
    draft = state.characters[known(state, who)].draft
    if draft is None:
        raise Refused("no_draft", who=state.characters[who].name)
    return draft


def begin_fault(state: CcarpsState, actor: str, **_: Any) -> Refused | None:
    """One roll at a time, by those who are able to act."""
    person = state.characters[actor]
    fault = Refused("draft_open", who=person.name) if person.draft is not None else None
    return able_fault(state, actor) or fault


# What is rolled


def make_roll(state: CcarpsState, who: str, draft: Draft) -> Roll:
    """The roll that a draft comes to now."""
    source = MOVEMENT[draft.source]["label"] if draft.source else words.BASE
    roll = start(
        state,
        who,
        draft.base or 0,
        source,
        skill=draft.skill or None,
        attribute=draft.attribute or None,
        tech=draft.tech,
        carried=draft.carried,
    )
    roll.situation[:0] = terms(draft, "situation")
    roll.own += terms(draft, "own")
    roll.opposition += terms(draft, "opposition")
    if draft.purpose == "second":
        pass_on(state, draft.against, roll, draft.base or 0, draft.passed)
    return roll


def terms(draft: Draft, group: str) -> list[Term]:
    return [Term(one.value, one.label, one.by) for one in draft.chips if one.group == group]


def pending_fault(state: CcarpsState, who: str, draft: Draft) -> Refused | None:
    """Why a draft has become impossible since it was begun."""
    fault = start_fault(state, who, draft.skill or None, draft.tech)
    if fault is not None or draft.purpose != "attack":
        return fault
    weapons = weapons_of(state.characters[who])
    if draft.weapon not in weapons:
        return Refused("which_weapon", options=", ".join(weapons))
    riposte = riposte_fault(state, who, draft.against) if draft.riposte else None
    return target_fault(state, who, draft.against) or riposte


def make_attack(state: CcarpsState, who: str, draft: Draft) -> Attack:
    """The attack that a draft comes to now; the target is asked for its answer."""
    require(pending_fault(state, who, draft))
    weapon = weapons_of(state.characters[who])[draft.weapon]
    attack = Attack(
        make_roll(state, who, draft),
        draft.against,
        damage=weapon["damage"],
        bar=weapon["bar"],
        type=weapon["type"],
        modifiers=terms(draft, "damage"),
        defense=terms(draft, "defense"),
        called=draft.called or None,
        touch=draft.chip("touch") is not None,
        locate=True,
        riposte=draft.riposte,
        bystanders=[one for one in draft.bystanders if struck_fault(state, who, one) is None],
        asks=True,
    )
    complete(state, attack)
    return attack


# Small commands


def set_draft(ctx: Ctx, who: str, draft: Draft, why: str) -> None:
    """Shows a draft with the numbers that it comes to now."""
    if draft.purpose == "attack":
        attack = make_attack(ctx.state, who, draft)
        roll, defense = attack.roll, attack.defense
    else:
        roll, defense = make_roll(ctx.state, who, draft), []
    subtracted = [["opposed", one.source, -one.amount, one.who] for one in defense]
    dice = [roll.count, roll.criticals, roll.plus_six]
    ctx.emit(
        DraftSet(who, draft.number, draft.to_data(), why, roll.parts(), subtracted, dice),
    )


def end_draft(ctx: Ctx, who: str, draft: Draft, why: str) -> None:
    ctx.emit(DraftSet(who, draft.number, None, why, [], [], []))


def begin(ctx: Ctx, who: str, draft: Draft, line: str, gm: bool, unseen: Sequence[str]) -> None:
    """A new draft with the chips that were typed with it; a success that stood is over (R7)."""
    if ctx.state.characters[who].standing is not None:
        ctx.emit(SuccessStands(who, None))
    typed = read_chips(ctx.state, line, who, "own", unseen)
    set_draft(ctx, who, laid(ctx.state, who, draft, typed, who, gm), "begun")
    ctx.emit(Resolved("draft", {"who": who}))


def next_number(state: CcarpsState, who: str) -> int:
    return state.characters[who].drafts + 1


def roll(
    ctx: Ctx,
    actor: str,
    chips: str = "",
    gm: bool = False,
    unseen: Sequence[str] = (),
    **how: Any,
) -> None:
    """`{skill | attribute | chips beginning with either}`: begins a roll."""
    require(begin_fault(ctx.state, actor))
    person, line = ctx.state.characters[actor], given.text({"chips": chips}, "chips")
    skill = given.text(how, "skill", "")
    attribute = given.one_of(how, "attribute", ("", *SECONDARIES))
    if not skill and not attribute:
        skill, attribute, line = find_means(person, line)
    if not skill and not attribute:
        require(unlearnt_fault(person, line))
        raise Refused("which_skill", options=", ".join((*person.skills, *SECONDARIES)))
    begin_check(ctx, actor, skill, attribute, line, gm, unseen)


def begin_check(
    ctx: Ctx, actor: str, skill: str, attribute: str, line: str, gm: bool, unseen: Sequence[str]
) -> None:
    draft = Draft(next_number(ctx.state, actor), "check", skill=skill, attribute=attribute)
    begin(ctx, actor, draft, line, gm, unseen)


def unskilled(
    ctx: Ctx,
    actor: str,
    chips: str = "",
    gm: bool = False,
    unseen: Sequence[str] = (),
    **how: Any,
) -> None:
    """`{attribute | chips beginning with one, or with a skill without points}` (R6)."""
    require(begin_fault(ctx.state, actor))
    person, line = ctx.state.characters[actor], given.text({"chips": chips}, "chips")
    attribute = given.one_of(how, "attribute", ("", *SECONDARIES))
    if not attribute:
        attribute, line = find_first(SECONDARIES, line)
    if not attribute:
        skill, line = find_first((*SKILLS, *person.skills), line)
        if not skill:
            raise Refused("which_skill", options=", ".join(SECONDARIES))
        if person.points(skill):
            raise Refused("has_points", who=person.name, skill=skill)
        attribute = skill_or_attribute(person, skill)[1]
    begin_check(ctx, actor, "", attribute, line, gm, unseen)


def laid(state: CcarpsState, who: str, draft: Draft, typed: Typed, by: str, gm: bool) -> Draft:
    """A draft with what was typed; `by` lays it, perhaps as game master."""
    attacks = draft.purpose == "attack"
    for group, label, count, key in typed.chips:
        if group in ATTACK_ONLY and not attacks:
            raise Refused("only_in_attacks", what=label)
        if key and attacks:
            weapon = weapons_of(state.characters[who])[draft.weapon]
            require(kind_fault(key, weapon["kind"]))
        value = worth(state.rules, key, count) if key else count
        if group in OPPOSING:
            value = abs(value)
        if value:
            laid_by = "" if gm and group == "situation" else by
            draft = draft.with_chip(group=group, label=label, value=value, by=laid_by, key=key)
    if typed.base is not None:
        if draft.purpose == "second":
            raise Refused("base_is_passed")
        draft = replace(draft, base=typed.base, source=typed.source)
    tech, load = typed.counted.get("tech"), typed.counted.get("load")
    if tech is not None:
        draft = replace(draft, tech=given.number({"tech": tech}, "tech", None, 0, MOST_TECH))
    if load is not None:
        draft = replace(draft, carried=given.number({"load": load}, "load", None, 0))
    if typed.called or typed.riposte or typed.bystanders:
        draft = _aimed(state, who, draft, typed)
    proposes = typed.base is not None or any(one[0] == "situation" for one in typed.chips)
    return replace(draft, agreed=gm or (draft.agreed and not proposes and not typed.called))


def _aimed(state: CcarpsState, who: str, draft: Draft, typed: Typed) -> Draft:
    """What goes with attacks alone: a place, a riposte, bystanders."""
    if draft.purpose != "attack":
        raise Refused("only_in_attacks", what=words.AIM)
    if typed.called:
        preset = {"group": "situation", "label": words.CALLED.format(place=typed.called)}
        draft = replace(draft, chips=tuple(one for one in draft.chips if one.key != "called"))
        value = worth(state.rules, "called", 1)
        draft = replace(draft, called=typed.called).with_chip(**preset, value=value, key="called")
    others = [one for one in typed.bystanders if one not in (who, draft.against)]
    for one in others:
        require(struck_fault(state, who, one))
    bystanders = tuple(dict.fromkeys((*draft.bystanders, *others)))
    return replace(draft, bystanders=bystanders, riposte=draft.riposte or typed.riposte)


def change(
    ctx: Ctx,
    who: str,
    line: str,
    by: str | None,
    group: str,
    gm: bool,
    unseen: Sequence[str] = (),
) -> None:
    """Lays what was typed on an open draft."""
    draft = draft_of(ctx.state, who)
    typed = read_chips(ctx.state, given.text({"chips": line}, "chips"), by, group, unseen)
    changed = laid(ctx.state, who, draft, typed, by or "", gm)
    if changed == draft:
        raise Refused("no_chips")
    set_draft(ctx, who, changed, "changed")
    ctx.emit(Resolved("chips", {"who": who}))


def chip_fault(state: CcarpsState, actor: str, **_: Any) -> Refused | None:
    return draft_fault(state, actor)


def chip(
    ctx: Ctx, actor: str, chips: str = "", gm: bool = False, unseen: Sequence[str] = ()
) -> None:
    """`{chips}`: the roller's own, on its own draft."""
    change(ctx, actor, chips, actor, "own", gm, unseen)


def situation_fault(
    state: CcarpsState, actor: str | None, who: Any = None, **_: Any
) -> Refused | None:
    return draft_fault(state, who if who is not None else actor)


def situation(
    ctx: Ctx, actor: None, who: str, chips: str = "", base: Any = None, preset: str = ""
) -> None:
    """`{who, base?, preset?, chips?}`: what the game master says; with nothing more he agrees."""
    draft = draft_of(ctx.state, who)
    stated = f"base {base} " if given.is_whole(base) and draft.purpose != "second" else ""
    line = f"{stated}{given.text({'preset': preset}, 'preset')} {chips}".strip()
    if line or not draft.agreed:
        change(ctx, who, line, None, "situation", True)
    else:
        raise Refused("no_chips")


def oppose_fault(state: CcarpsState, actor: str, target: Any = None, **_: Any) -> Refused | None:
    if target is None:
        return None
    return Refused("needs_two") if target == actor else draft_fault(state, target)


def oppose(ctx: Ctx, actor: str, target: str, chips: str = "", unseen: Sequence[str] = ()) -> None:
    """`{target, chips}`: what stands against a roll; against an attack by the Reflex step."""
    require(oppose_fault(ctx.state, actor, target))
    draft = draft_of(ctx.state, target)
    defends = draft.purpose == "attack" and draft.against == actor
    group = "defense" if defends else "opposition"
    change(ctx, target, chips, actor, group, False, unseen)


def owner_of(state: CcarpsState, actor: str | None, args: dict[str, Any]) -> list[str]:
    """Whose roll a chip is taken off."""
    owner = args.get("owner", actor)
    return [owner] if isinstance(owner, str) and owner in state.characters else []


def remove_fault(state: CcarpsState, actor: str, owner: Any = None, **_: Any) -> Refused | None:
    return draft_fault(state, owner if owner is not None else actor)


def remove(
    ctx: Ctx, actor: str, owner: Any = None, chip: Any = None, name: str = "", gm: bool = False
) -> None:
    """`{owner?, chip | name}`: takes a chip off; players their own, the game master any."""
    owner = owner if owner is not None else actor
    draft = draft_of(ctx.state, owner)
    wanted = plain(given.text({"name": name}, "name"))
    found = [one for one in draft.chips if one.id == chip or plain(one.label) == wanted]
    if not found:
        options = ", ".join(one.label for one in draft.chips) or words.NONE_LAID
        raise Refused("no_such_chip", name=name or words.NAMELESS_CHIP, options=options)
    if not may_remove(found[-1], actor, gm):
        raise Refused("not_your_chip", name=found[-1].label)
    chips = tuple(one for one in draft.chips if one != found[-1])
    called = draft.called if found[-1].key != "called" else ""
    agreed = draft.agreed and (gm or found[-1].group != "situation")
    set_draft(ctx, owner, replace(draft, chips=chips, called=called, agreed=agreed), "changed")
    ctx.emit(Resolved("chips", {"who": owner}))


def may_remove(one: Chip, actor: str, gm: bool) -> bool:
    return one.key != STRIKE and (gm or one.by == actor)


def drop(ctx: Ctx, actor: str) -> None:
    """Gives the roll up."""
    end_draft(ctx, actor, draft_of(ctx.state, actor), "dropped")
    ctx.emit(Resolved("dropped", {"who": actor}))
