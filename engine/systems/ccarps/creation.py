"""Making a character: attributes, conventions, and points that must balance (R31 to R36)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine import given
from engine.events import Resolved
from engine.resolution import Refused
from engine.systems.ccarps.entries import SECONDARIES
from engine.systems.ccarps.facts import Rolled
from engine.systems.ccarps.model import ADULT, PRIMARIES, Ctx
from engine.systems.ccarps.numbers import modifier_of, rank, secondary
from engine.systems.ccarps.rolls import SIDES
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.tables import AGES, CONTACTS, WEALTH, step

MOST_POINTS = 36  # R30
MOST_CONTACTS = 3  # R35
MOST_SOCIAL = 15
WEALTH_NAME, CONTACT_NAME = "wealth", "contact"
ODDITY_FAULTS = (
    *("too_many_oddities", "oddities_not_zero", "wealth_twice", "wealth_value"),
    *("too_many_contacts", "contact_value", "social_over_15"),
)


@dataclass(frozen=True, slots=True)
class Convention:
    """A way to make characters (R33, R34). `cap` is how often the governing modifier counts."""

    label: str
    sets: int = 5
    rerolls: bool = False
    assigns: bool = False
    most_oddities: int = 10
    balanced: bool = False
    cap: int | None = None


CONVENTIONS = {
    "none": Convention("No convention"),
    "hard_core": Convention("Hard Core", most_oddities=5, balanced=True, cap=1),
    "fantasy": Convention("Fantasy", rerolls=True, assigns=True, most_oddities=7, cap=2),
    "campy": Convention("Campy", sets=10, rerolls=True, assigns=True),
}


def dice_at(age: int) -> int:
    """R32"""
    return step(AGES, age)


def roll_attributes(ctx: Ctx, actor: None, **args: Any) -> None:
    """`{convention?, age, assign?}`: sets of dice for attributes, for nobody in particular."""
    name = given.one_of(args, "convention", tuple(CONVENTIONS), "none")
    age = given.number(args, "age", None, least=0)
    order = _order(args, CONVENTIONS[name])
    sets = chosen(_thrown(ctx, CONVENTIONS[name], age), CONVENTIONS[name])
    attributes = assigned(order, sets)
    points = sum(attributes.values())
    data = {"sets": sets, "attributes": attributes, "points": points, "rank": rank(points)}
    ctx.emit(Resolved("roll_attributes", data))


def _order(args: dict[str, Any], convention: Convention) -> list[str]:
    """Which attribute gets which set; only where sets are assigned freely (R33)."""
    if "assign" not in args:
        return list(PRIMARIES)
    order = given.names(args, "assign")
    if not convention.assigns or sorted(order) != sorted(PRIMARIES):
        raise given.malformed("assign names the five attributes, where sets are assigned freely")
    return order


def _thrown(ctx: Ctx, convention: Convention, age: int) -> list[int]:
    sets = []
    for number in range(1, convention.sets + 1):
        dice, total = throw_set(ctx, convention, age, number, None)
        ctx.emit(Rolled(None, "set", dice, total))
        sets.append(total)
    return sets


def throw_set(
    ctx: Ctx, convention: Convention, age: int, number: int, who: str | None
) -> tuple[list[int], int]:
    """R33: a whole set, then its ones from left to right; every die that fell, and the sum."""
    dice = ctx.roll(f"set:{number}", SIDES, dice_at(age), by=who)
    shown = dice[:]
    for place, die in enumerate(dice):
        again = die
        while convention.rerolls and again == 1:
            again = ctx.roll(f"again:{number}", SIDES, by=who)[0]
            shown.append(again)
            if ctx.rules.reroll_ones == "once":  # R33
                break
        dice[place] = again
    return shown, sum(dice)


def chosen(sets: list[int], convention: Convention) -> list[int]:
    """The five sets that count: of more the best, highest first (R33)."""
    count = len(PRIMARIES)
    return sets if convention.sets == count else sorted(sets, reverse=True)[:count]


def assigned(order: Sequence[str], sets: list[int]) -> dict[str, int]:
    """What each attribute gets; `order` names them set by set."""
    given_to = dict(zip(order, sets, strict=True))
    return {name: given_to[name] for name in PRIMARIES}


# Points


def is_social(name: str) -> bool:
    """Whether an oddity is counted as wealth or as a contact, whatever its capitals (R35)."""
    return name.casefold() in (WEALTH_NAME, CONTACT_NAME)


def governing(args: dict[str, Any], skill: str) -> str:
    """The secondary attribute of a new skill; raises `Refused` where none is named."""
    attribute = args.get("attribute")
    if attribute not in SECONDARIES:
        raise Refused("which_attribute", skill=skill, options=", ".join(SECONDARIES))
    return str(attribute)


def counted(oddities: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Oddities with wealth and contacts under the names by which they are counted."""
    return [[name.casefold() if is_social(name) else name, cost] for name, cost in oddities]


def validate(ctx: Ctx, actor: None, **args: Any) -> None:
    """`{attributes, convention?, age?, oddities, skills}`: what is wrong with a character."""
    attributes = given.mapping(args.get("attributes"), "Attributes")
    if sorted(attributes) != sorted(PRIMARIES):
        raise given.malformed("attributes are exactly the five")
    values = {name: given.number(attributes, name) for name in PRIMARIES}
    name = given.one_of(args, "convention", tuple(CONVENTIONS), "none")
    age = given.number(args, "age", ADULT, least=0)
    oddities = _oddities(args)
    skills = _skills(args)
    found = judged(values, CONVENTIONS[name], age, oddities, skills, ctx.rules)
    ctx.emit(Resolved("validate", found, "gm"))


def _oddities(args: dict[str, Any]) -> list[list[Any]]:
    listed = args.get("oddities")
    if not isinstance(listed, list):
        raise given.malformed("oddities are a list")
    each = [given.mapping(one, "An oddity") for one in listed]
    return [[given.text(one, "name"), given.number(one, "cost")] for one in each]


def _skills(args: dict[str, Any]) -> dict[str, dict[str, Any]]:
    listed = given.mapping(args.get("skills"), "Skills")
    skills = {name: given.mapping(one, "A skill") for name, one in listed.items()}
    for one in skills.values():
        given.number(one, "points", None, least=0)
    return skills


def judged(
    attributes: dict[str, int],
    convention: Convention,
    age: int,
    oddities: list[list[Any]],
    skills: dict[str, dict[str, Any]],
    rules: CcarpsRules,
) -> dict[str, Any]:
    """What a character comes to, and the codes of what is wrong with it, sorted."""
    values = {name: secondary(attributes, name, rules) for name in SECONDARIES}
    modifiers = {name: modifier_of(value) for name, value in values.items()}
    points = sum(attributes.values())
    spent = sum(cost for _, cost in oddities) + sum(one["points"] for one in skills.values())
    errors = [
        *attribute_faults(attributes, age),
        *([] if spent == points else ["points_mismatch"]),  # R34
        *oddity_faults(oddities, convention),
        *skill_faults(skills, convention, modifiers),
    ]
    return {
        "points": points,
        "rank": rank(points),
        "secondary": values,
        "modifiers": modifiers,
        "spent": spent,
        "errors": sorted(errors),
    }


def attribute_faults(attributes: dict[str, int], age: int) -> list[str]:
    """R32: between the number of dice and six times it."""
    dice = dice_at(age)
    return [
        f"attribute_range:{name}"
        for name, value in attributes.items()
        if not dice <= value <= SIDES * dice
    ]


def oddity_faults(oddities: list[list[Any]], convention: Convention) -> list[str]:
    """R34, R35"""
    costs = [cost for _, cost in oddities]
    wealth = [cost for name, cost in oddities if name == WEALTH_NAME]
    contacts = [cost for name, cost in oddities if name == CONTACT_NAME]
    wrong = (
        len(oddities) > convention.most_oddities,
        convention.balanced and sum(costs) != 0,
        len(wealth) > 1,
        any(cost not in WEALTH.values() for cost in wealth),
        len(contacts) > MOST_CONTACTS,
        any(cost not in CONTACTS.values() for cost in contacts),
        abs(sum(contacts)) > MOST_SOCIAL,
    )
    return [code for code, holds in zip(ODDITY_FAULTS, wrong, strict=True) if holds]


def skill_cap(convention: Convention, modifier: int) -> int:
    """R34: at most the governing modifier, twice it, or 36."""
    return MOST_POINTS if convention.cap is None else convention.cap * modifier


def skill_faults(
    skills: dict[str, dict[str, Any]], convention: Convention, modifiers: dict[str, int]
) -> list[str]:
    faults = []
    for name, skill in skills.items():
        if skill.get("attribute") not in SECONDARIES:
            faults.append(f"skill_attribute:{name}")
        elif skill["points"] > skill_cap(convention, modifiers[skill["attribute"]]):
            faults.append(f"skill_cap:{name}")
    return faults
