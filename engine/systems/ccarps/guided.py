"""What the dialog of making a character shows: steps with their forms, and the running budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.systems.ccarps import words
from engine.systems.ccarps.creation import (
    CONVENTIONS,
    ODDITY_FAULTS,
    Convention,
    dice_at,
    skill_cap,
)
from engine.systems.ccarps.entries import SECONDARIES, number, signed
from engine.systems.ccarps.making import (
    BASIC,
    CONTACT_KEYS,
    MOST_AGE,
    MOST_COST,
    MOST_ROWS,
    attributes_of,
    faults,
    judge,
    sets_of,
)
from engine.systems.ccarps.model import PRIMARIES, CcarpsState, Making, Person
from engine.systems.ccarps.tables import CONTACTS, SKILLS, WEALTH

Shape = dict[str, Any]
GUIDE = "guide"


def guide(state: CcarpsState, person: Person) -> Shape | None:
    """The dialog as docs/protocol.md says; None while nobody is being made."""
    making = person.making
    if making is None:
        return None
    found = judge(making, state.rules) if making.thrown else {}
    return {
        "title": words.MAKING.format(name=person.name),
        "verb": "make",
        "steps": [_way(making), _dice(making), *(_after(making, found))],
        "budget": {**budget(found), "faults": []} if found else None,
        "aside": {"label": words.STOP_MAKING, "args": {"step": "stop"}},
    }


def forms(making: Making) -> dict[str, list[Shape]]:
    """The form of every step that may be taken now, by key."""
    steps = [_way(making), _dice(making)]
    if making.thrown:
        found = {"modifiers": dict.fromkeys(SECONDARIES, 0), "errors": []}
        steps = [_attributes(making, {}), _skills(making, found), _oddities(making, found)]
    return {one["key"]: one["form"] for one in steps if one["button"]}


def budget(found: Shape) -> Shape:
    """Starting points, and what does not balance yet (R34)."""
    points, spent = found["points"], found["spent"]
    return {
        "label": words.STARTING_POINTS,
        "text": words.SPENT.format(spent=number(spent), points=points),
        "value": spent,
        "max": points,
        "rest": words.left(points - spent),
        "faults": faults(found),
    }


def _step(key: str, text: Iterable[str], form: list[Shape], **more: Any) -> Shape:
    """One step as docs/protocol.md says."""
    shown = {
        "groups": [],
        "faults": [],
        "counted": 0,
        "live": False,
        "button": words.NEXT,
        "reason": "",
        **more,
    }
    return {
        "key": key,
        "label": words.STEPS[key],
        "text": list(text),
        "form": form,
        "args": {"step": key},
        **shown,
    }


def _after(making: Making, found: Shape) -> list[Shape]:
    """The steps after the dice, which wait for them."""
    if not found:
        keys = ("attributes", "skills", "oddities", "finish")
        return [_step(key, [], [], button="", reason=words.DICE_FIRST) for key in keys]
    return [
        _attributes(making, found),
        _skills(making, found),
        _oddities(making, found),
        _end(making, found),
    ]


def _way(making: Making) -> Shape:
    convention = CONVENTIONS[making.convention]
    if making.thrown:
        stays = words.WAY_STAYS.format(way=convention.label, age=making.age)
        return _step("way", [stays, words.WAYS[making.convention]], [], button="")
    form = [
        {
            "key": "convention",
            "label": words.WAY,
            "kind": "choice",
            "default": making.convention,
            "options": [
                {"value": key, "label": one.label, "hint": words.WAYS[key]}
                for key, one in CONVENTIONS.items()
            ],
        },
        _whole("age", words.AGE, making.age, 0, MOST_AGE),
    ]
    return _step("way", [], form)


def _dice(making: Making) -> Shape:
    convention = CONVENTIONS[making.convention]
    count = dice_at(making.age)
    told = words.SETS.format(sets=convention.sets, dice=words.dice(count))
    again = [words.ONES_AGAIN] if convention.rerolls else []
    if not making.thrown:
        return _step("dice", [told, *again, words.THROWN_ONCE], [], button=words.THROW_SETS)
    best = sets_of(making)
    items = []
    for place, (dice, total) in enumerate(making.thrown, 1):
        kept = total in best
        if kept:
            best.remove(total)
        note = words.THROWN.format(dice=" ".join(map(str, dice)), total=total)
        counts = f", {words.COUNTS}" if kept and convention.sets > len(PRIMARIES) else ""
        items.append(_item(words.SET.format(place=place), note + counts))
    group = {"label": words.THE_DICE, "sum": "", "items": items}
    return _step("dice", [told, *again], [], button="", groups=[group])


def _attributes(making: Making, found: Shape) -> Shape:
    free = CONVENTIONS[making.convention].assigns
    form = [
        {
            "key": name,
            "label": name.capitalize(),
            "kind": "choice",
            "distinct": "sets",
            "swaps": True,
            "default": making.order.index(name),
            "options": [
                {"value": place, "label": str(total)} for place, total in enumerate(sets_of(making))
            ],
        }
        for name in (PRIMARIES if free else ())
    ]
    text = words.ASSIGN_FREELY if free else words.IN_THEIR_ORDER
    groups = _figures(making, found) if found else []
    button = words.NEXT if free else ""
    return _step("attributes", [text], form, groups=groups, live=free, button=button)


def _figures(making: Making, found: Shape) -> list[Shape]:
    """Attributes, what follows from them, and the rank."""
    attributes = attributes_of(making)
    return [
        {
            "label": words.ATTRIBUTES,
            "sum": words.RANK.format(points=found["points"], rank=found["rank"]),
            "items": [_item(name.capitalize(), str(attributes[name])) for name in PRIMARIES],
        },
        {
            "label": words.SECONDARY,
            "sum": "",
            "items": [
                _item(name.capitalize(), f"{value}, {signed(found['modifiers'][name])}")
                for name, value in found["secondary"].items()
            ],
        },
    ]


def _skills(making: Making, found: Shape) -> Shape:
    convention = CONVENTIONS[making.convention]
    governed = {
        name: words.GOVERNED.format(
            name=name.capitalize(), cap=skill_cap(convention, found["modifiers"][name])
        )
        for name in SECONDARIES
    }
    form = [
        {
            **_whole(key, name, making.skills.get(name, {}).get("points", 0), 0, MOST_COST),
            "hint": governed[SKILLS[name]["attribute"]],
            "counted": True,
        }
        for key, name in BASIC.items()
    ]
    own = [{"name": name, **one} for name, one in making.skills.items() if name not in SKILLS]
    options = [{"value": name, "label": label} for name, label in governed.items()]
    columns: list[Shape] = [
        {"key": "name", "label": words.NAME, "kind": "text"},
        {
            "key": "attribute",
            "label": words.GOVERNED_BY,
            "kind": "choice",
            "default": SECONDARIES[0],
            "options": options,
        },
        {**_whole("points", words.POINTS, None, 0, MOST_COST), "counted": True},
    ]
    form.append(_rows("own", words.OWN_SKILLS, own, columns))
    counted = sum(one["points"] for one in making.skills.values())
    wrong = faults(found, lambda code: code.startswith("skill_"))
    return _step("skills", [words.SKILLS_TEXT], form, counted=counted, faults=wrong)


def _oddities(making: Making, found: Shape) -> Shape:
    convention = CONVENTIONS[making.convention]
    wealth = [cost for name, cost in making.oddities if name == words.WEALTH]
    contacts = [cost for name, cost in making.oddities if name == words.CONTACT]
    others = [
        {"name": name, "cost": cost}
        for name, cost in making.oddities
        if name not in (words.WEALTH, words.CONTACT)
    ]
    form = [_priced("wealth", words.WEALTH, WEALTH, wealth)]
    form += [
        _priced(key, f"{words.CONTACT} {place}", CONTACTS, contacts[place - 1 : place])
        for place, key in enumerate(CONTACT_KEYS, 1)
    ]
    columns = [
        {"key": "name", "label": words.NAME, "kind": "text"},
        {**_whole("cost", words.COST, None, -MOST_COST, MOST_COST), "counted": True},
    ]
    form.append(_rows("other", words.OTHER_ODDITIES, others, columns))
    counted = sum(cost for _, cost in making.oddities)
    text = [_limits(convention), words.SOCIAL]
    wrong = faults(found, lambda code: code in ODDITY_FAULTS)
    return _step("oddities", text, form, counted=counted, faults=wrong)


def _limits(convention: Convention) -> str:
    """How many oddities there may be, and what they come to."""
    text = words.ODDITIES_BALANCED if convention.balanced else words.ODDITIES_TEXT
    return text.format(way=convention.label, most=convention.most_oddities)


def _end(making: Making, found: Shape) -> Shape:
    skills = [
        _item(name, words.POINTS_OF.format(points=one["points"]))
        for name, one in making.skills.items()
    ]
    oddities = [_item(name, signed(cost)) for name, cost in making.oddities]
    groups = [
        *_figures(making, found),
        {"label": words.STEPS["skills"], "sum": "", "items": skills},
        {"label": words.STEPS["oddities"], "sum": "", "items": oddities},
    ]
    told = words.NOT_YET if found["errors"] else words.ALL_BALANCES
    shown = [one for one in groups if one["items"]]
    return _step("finish", [told], [], button=words.FINISH, groups=shown, faults=faults(found))


def _item(label: str, note: str) -> dict[str, str]:
    return {"key": label, "label": label, "note": note, "summary": ""}


def _whole(key: str, label: str, default: int | None, least: int, most: int) -> Shape:
    shown = {"key": key, "label": label, "kind": "integer", "min": least, "max": most}
    return shown if default is None else {**shown, "default": default}


def _priced(key: str, label: str, table: Mapping[str, int], chosen: list[int]) -> Shape:
    """A choice by its cost; nothing chosen is nothing special."""
    options = [{"value": cost, "label": _named(name, cost)} for name, cost in table.items()]
    field = {"key": key, "label": label, "kind": "choice", "optional": True, "counted": True}
    return {**field, "options": options, **({"default": chosen[0]} if chosen else {})}


def _named(key: str, cost: int) -> str:
    return f"{key.replace('_', ' ').capitalize()}, {signed(cost)}"


def _rows(key: str, label: str, default: list[Shape], columns: list[Shape]) -> Shape:
    shown = {"key": key, "label": label, "kind": "rows", "optional": True, "max": MOST_ROWS}
    return {**shown, "columns": columns, "default": default}
