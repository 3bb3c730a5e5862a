"""Making a character step by step (R32 to R36): a draft that changes nothing until it is finished.

The game master begins it, whoever runs the character makes it. Every step sets the whole of its
part and may be taken again, save that dice are thrown once: way and age stay from then on, and only
the game master begins anew. What does not balance is told all the while and refused at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine import given
from engine.events import Event, Resolved
from engine.grammar import plain
from engine.resolution import Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.creation import (
    CONVENTIONS,
    MOST_CONTACTS,
    assigned,
    chosen,
    counted,
    governing,
    is_social,
    judged,
    throw_set,
)
from engine.systems.ccarps.facts import AttributesSet, OdditiesSet
from engine.systems.ccarps.model import PRIMARIES, CcarpsState, Ctx, Making
from engine.systems.ccarps.rolls import known, require
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.tables import CONTACTS, SKILLS, WEALTH

MOST_AGE = 9999
MOST_COST = 999
MOST_ROWS = 40
LONGEST_NAME = 60
BASIC = {plain(name).replace(" ", "_"): name for name in SKILLS}
CONTACT_KEYS = tuple(f"contact_{place}" for place in range(1, MOST_CONTACTS + 1))
SPENT_KEYS = (*BASIC, "own", "wealth", *CONTACT_KEYS, "other")


@dataclass(slots=True)
class MakingSet(Event):
    """A character that is being made, as it stands now; None when that is finished or given up."""

    kind = "making_set"
    who: str
    number: int
    making: dict[str, Any] | None
    why: str

    def apply(self, state: CcarpsState) -> None:
        person = state.characters[self.who]
        person.making = Making.from_data(self.making) if self.making is not None else None
        person.makings = max(person.makings, self.number)

    def audience(self) -> str:
        return f"owner:{self.who}"

    def story(self) -> str:
        return f"{self.who}:making:{self.number}"


@dataclass(slots=True)
class SkillsSet(Event):
    """All skills of somebody newly made, as {name: {points, attribute}}."""

    kind = "skills_set"
    who: str
    skills: dict[str, dict[str, Any]]

    def apply(self, state: CcarpsState) -> None:
        person = state.characters[self.who]
        person.skills, person.grown = self.skills, 0

    def audience(self) -> str:
        return f"owner:{self.who}"


# What a draft comes to


def sets_of(making: Making) -> list[int]:
    """The sums of the sets that count; none before the dice."""
    totals = [total for _, total in making.thrown]
    return chosen(totals, CONVENTIONS[making.convention]) if totals else []


def attributes_of(making: Making) -> dict[str, int]:
    """The attributes, once the dice are thrown."""
    return assigned(making.order, sets_of(making))


def judge(making: Making, rules: CcarpsRules) -> dict[str, Any]:
    """What it comes to so far, see `creation.judged`; once the dice are thrown."""
    return judged(
        attributes_of(making),
        CONVENTIONS[making.convention],
        making.age,
        counted(making.oddities),
        making.skills,
        rules,
    )


# Beginning


def create_fault(
    state: CcarpsState, actor: str | None, who: Any = None, **_: Any
) -> Refused | None:
    person = state.characters[known(state, who if who is not None else actor)]
    return Refused("making_open", who=person.name) if person.making is not None else None


def create(ctx: Ctx, actor: None, who: str, **args: Any) -> None:
    """`{who, convention?, age?}`"""
    require(create_fault(ctx.state, actor, who))
    making = _way(ctx, who, Making(ctx.state.characters[who].makings + 1), args)
    ctx.emit(MakingSet(who, making.number, making.to_data(), "begun"))
    ctx.emit(Resolved("making", {"who": who}))


# The steps


def make_fault(state: CcarpsState, actor: str, step: Any = None, **_: Any) -> Refused | None:
    """What cannot be done now: anything without a draft, dice twice, most of it before them."""
    person = state.characters[actor]
    if person.making is None:
        return Refused("no_making", who=person.name)
    thrown = bool(person.making.thrown)
    if thrown and step in BEFORE_DICE:
        return Refused("dice_are_thrown")
    if not thrown and step in AFTER_DICE:
        return Refused("dice_first")
    free = CONVENTIONS[person.making.convention].assigns
    return Refused("in_order") if step == "attributes" and not free else None


def make(ctx: Ctx, actor: str, **args: Any) -> None:
    """`{step, ...}`: one step, with what its form holds."""
    step = given.one_of(args, "step", (*STEPS, "finish", "stop"))
    require(make_fault(ctx.state, actor, step))
    making = ctx.state.characters[actor].making or Making(0)
    if step == "finish":
        _finish(ctx, actor, making)
    elif step == "stop":
        ctx.emit(MakingSet(actor, making.number, None, "stopped"))
    else:
        made = STEPS[step](ctx, actor, making, args)
        ctx.emit(MakingSet(actor, made.number, made.to_data(), step))
    ctx.emit(Resolved("making", {"who": actor}))


def _way(ctx: Ctx, who: str, making: Making, args: dict[str, Any]) -> Making:
    """`{convention?, age?}` (R32, R33)"""
    convention = given.one_of(args, "convention", tuple(CONVENTIONS), making.convention)
    age = given.number(args, "age", making.age, 0, MOST_AGE)
    return replace(making, convention=convention, age=age)


def _dice(ctx: Ctx, who: str, making: Making, args: dict[str, Any]) -> Making:
    """Throws all sets (R33)."""
    convention, thrown = CONVENTIONS[making.convention], []
    for number in range(1, convention.sets + 1):
        dice, total = throw_set(ctx, convention, making.age, number, who)
        thrown.append((tuple(dice), total))
    return replace(making, thrown=tuple(thrown))


def _attributes(ctx: Ctx, who: str, making: Making, args: dict[str, Any]) -> Making:
    """`{strength: place of a set, ...}`, where sets are assigned freely (R33)."""
    last = len(PRIMARIES) - 1
    places = {name: given.number(args, name, None, 0, last) for name in PRIMARIES}
    if len(set(places.values())) != len(PRIMARIES):
        raise Refused("set_twice")
    return replace(making, order=tuple(sorted(PRIMARIES, key=lambda name: places[name])))


def _skills(ctx: Ctx, who: str, making: Making, args: dict[str, Any]) -> Making:
    """`{points by basic skill, own: [{name, attribute, points}]}`; without points it is none."""
    skills = {
        name: {"points": points, "attribute": SKILLS[name]["attribute"]}
        for key, name in BASIC.items()
        if (points := given.number(args, key, 0, 0, MOST_COST))
    }
    for row in _rows(args, "own"):
        name = _name(row)
        if plain(name) in map(plain, (*BASIC.values(), *skills)):
            raise Refused("named_twice", name=name)
        attribute = governing(row, name)
        points = given.number(row, "points", None, 0, MOST_COST)
        if points:
            skills[name] = {"points": points, "attribute": attribute}
    return replace(making, skills=skills)


def _oddities(ctx: Ctx, who: str, making: Making, args: dict[str, Any]) -> Making:
    """`{wealth?, contact_1? to contact_3?, other: [{name, cost}]}`, by their costs (R35)."""
    oddities = [(words.WEALTH, cost) for cost in _costs(args, ("wealth",), WEALTH)]
    oddities += [(words.CONTACT, cost) for cost in _costs(args, CONTACT_KEYS, CONTACTS)]
    for row in _rows(args, "other"):
        name = _name(row)
        if is_social(name):
            raise Refused("named_above", name=name)
        oddities.append((name, given.number(row, "cost", None, -MOST_COST, MOST_COST)))
    return replace(making, oddities=tuple(oddities))


def _costs(args: dict[str, Any], keys: tuple[str, ...], table: dict[str, int]) -> list[int]:
    """Costs that a table has; what is left out is nothing special."""
    found = [given.number(args, key) for key in keys if key in args]
    if any(cost not in table.values() for cost in found):
        raise given.malformed(f"{keys[0]} costs one of {', '.join(map(str, table.values()))}")
    return found


def _rows(args: dict[str, Any], key: str) -> list[dict[str, Any]]:
    listed = args.get(key, [])
    if not isinstance(listed, list) or len(listed) > MOST_ROWS:
        raise given.malformed(f"{key} is a list of at most {MOST_ROWS} rows")
    return [given.mapping(one, "A row") for one in listed]


def _name(row: dict[str, Any]) -> str:
    name = " ".join(given.text(row, "name").split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise given.malformed(f"a name has 1 to {LONGEST_NAME} letters")
    return name


STEPS: dict[str, Callable[[Ctx, str, Making, dict[str, Any]], Making]] = {
    "way": _way,
    "dice": _dice,
    "attributes": _attributes,
    "skills": _skills,
    "oddities": _oddities,
}
BEFORE_DICE = ("way", "dice")
AFTER_DICE = ("attributes", "skills", "oddities", "finish")


# The end


def _finish(ctx: Ctx, who: str, making: Making) -> None:
    """Now the sheet is set; only when everything balances (R34)."""
    found = judge(making, ctx.rules)
    if found["errors"]:
        raise Refused("not_balanced", what=faults(found)[0])
    ctx.emit(AttributesSet(who, attributes_of(making), making.age, making.convention))
    ctx.emit(SkillsSet(who, making.skills))
    ctx.emit(OdditiesSet(who, [list(one) for one in making.oddities]))
    ctx.emit(MakingSet(who, making.number, None, "finished"))


def faults(found: dict[str, Any], of: Callable[[str], bool] = lambda code: True) -> list[str]:
    """What does not balance, in sentences, the points first; `of` says which codes are meant."""
    codes = sorted(found["errors"], key=lambda code: (code != "points_mismatch", code))
    return [words.fault(code, found) for code in codes if of(code)]
