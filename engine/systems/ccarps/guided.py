"""Rolling up a character as a dialog: dice, then whoever runs it chooses (R32 to R35)."""

from __future__ import annotations

from typing import Any

from engine import given
from engine.events import Resolved
from engine.resolution import Option, Question, Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.creation import (
    ADULT,
    CONTACT_NAME,
    CONVENTIONS,
    MOST_CONTACTS,
    MOST_SOCIAL,
    WEALTH_NAME,
    assigned,
    chosen,
    throw_sets,
)
from engine.systems.ccarps.facts import AttributesSet, OdditiesSet
from engine.systems.ccarps.model import PRIMARIES, CcarpsState, Ctx
from engine.systems.ccarps.numbers import rank
from engine.systems.ccarps.rolls import known
from engine.systems.ccarps.tables import CONTACTS, WEALTH

NOBODY = 0


def create(ctx: Ctx, actor: None, who: str, **args: Any) -> None:
    """`{who, convention?, age?}`: attributes, wealth and contacts; the rest is on the sheet."""
    known(ctx.state, who)
    name = given.one_of(args, "convention", tuple(CONVENTIONS), "none")
    age = given.number(args, "age", ADULT, least=0)
    convention = CONVENTIONS[name]
    sets = chosen(throw_sets(ctx, convention, age, who), convention)
    order = _ask_order(ctx, who, sets) if convention.assigns else list(PRIMARIES)
    attributes = assigned(order, sets)
    points = sum(attributes.values())
    ctx.emit(AttributesSet(who, attributes, age, name))
    others = [one for one in ctx.state.characters[who].oddities if not is_social(one[0])]
    ctx.emit(OdditiesSet(who, others + _ask_circumstances(ctx, who)))
    data = {"who": who, "attributes": attributes, "points": points, "rank": rank(points)}
    ctx.emit(Resolved("create", data))


def is_social(name: str) -> bool:
    return name.casefold() in (WEALTH_NAME, CONTACT_NAME)


def _ask_order(ctx: Ctx, who: str, sets: list[int]) -> list[str]:
    """Which set goes to which attribute; unanswered in the order of the dice."""
    entries = [{"value": place, "label": str(number)} for place, number in enumerate(sets)]
    further = [
        {
            "key": name,
            "label": name.capitalize(),
            "distinct": "sets",
            "options": [entries[place], *entries[:place], *entries[place + 1 :]],
        }
        for place, name in enumerate(PRIMARIES)
    ]
    option = Option("assign", words.ASSIGN, further=further)
    question = Question(
        "assign",
        who,
        words.ASSIGN_SETS.format(sets=", ".join(map(str, sets))),
        [option],
        words.IN_THIS_ORDER,
        fault=_twice,
    )
    answer = ctx.ask([question])[0]
    if answer.choice is None:
        return list(PRIMARIES)
    return sorted(PRIMARIES, key=lambda name: int(answer.further[name]))


def _twice(state: CcarpsState, choice: str, further: dict[str, Any]) -> Refused | None:
    used = [further[name] for name in PRIMARIES]
    return None if sorted(used) == list(range(len(PRIMARIES))) else Refused("set_twice")


def _ask_circumstances(ctx: Ctx, who: str) -> list[list[Any]]:
    """Wealth and up to three contacts, as oddities with their cost (R35)."""
    middle = sorted(WEALTH.items(), key=lambda one: abs(one[1]))
    nobody = {"value": NOBODY, "label": words.NOBODY}
    contacts = [
        nobody,
        *({"value": cost, "label": _named(key, cost)} for key, cost in CONTACTS.items()),
    ]
    further: list[dict[str, Any]] = [
        {
            "key": WEALTH_NAME,
            "label": words.WEALTH,
            "options": [{"value": cost, "label": _named(key, cost)} for key, cost in middle],
        }
    ]
    further += [
        {"key": f"{CONTACT_NAME}_{place}", "label": f"{words.CONTACT} {place}", "options": contacts}
        for place in range(1, MOST_CONTACTS + 1)
    ]
    option = Option("take", words.TAKE_THESE, further=further)
    question = Question(
        "circumstances", who, words.CIRCUMSTANCES, [option], words.NONE_OF_THESE, fault=_too_social
    )
    answer = ctx.ask([question])[0]
    if answer.choice is None:
        return []
    known_people = [[words.CONTACT, cost] for cost in _contacts(answer.further) if cost != NOBODY]
    return [[words.WEALTH, answer.further[WEALTH_NAME]], *known_people]


def _named(key: str, cost: int) -> str:
    name = key.replace("_", " ").capitalize()
    return f"{name}, {cost:+d}".replace("-", "−")


def _contacts(further: dict[str, Any]) -> list[int]:
    return [further[f"{CONTACT_NAME}_{place}"] for place in range(1, MOST_CONTACTS + 1)]


def _too_social(state: CcarpsState, choice: str, further: dict[str, Any]) -> Refused | None:
    balance = sum(_contacts(further))
    return Refused("too_social", most=MOST_SOCIAL) if abs(balance) > MOST_SOCIAL else None
