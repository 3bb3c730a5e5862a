"""How a person is shown: sheet, bars, how matters stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.systems.ccarps import words
from engine.systems.ccarps.creation import CONVENTIONS, counted, judged
from engine.systems.ccarps.entries import BARS, SECONDARIES, signed
from engine.systems.ccarps.guided import budget, guide
from engine.systems.ccarps.model import BOXES, PRIMARIES, CcarpsState, Person
from engine.systems.ccarps.numbers import (
    BANDS,
    attribute_modifier,
    bar_wounds,
    dice_of,
    modifier_of,
    rank,
    secondary,
    wounds,
)
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.tables import TECHNOLOGY
from engine.systems.ccarps.wounds import condition


def sentence(state: CcarpsState, person: Person) -> str:
    """How matters stand."""
    if person.dead:
        return "Dead: all three bars are full."
    if person.unconscious:
        more = ": only a surgeon can begin" if len(person.full_bars) > 1 else ""
        return f"Unconscious until no bar is full{more}."
    if person.dodging:
        return "No actions until the next turn, after a dodge."
    hindrance = wounds(person, state.rules)
    return f"Wounds: {signed(hindrance)} to every target number." if hindrance else "Unhurt."


def show_person(state: CcarpsState, who: str, sees: Callable[[str], bool]) -> dict[str, Any]:
    """out, sheet, bars, alert and row; see docs/protocol.md for the shapes."""
    person, rules = state.characters[who], state.rules
    how, standing, owner = sentence(state, person), condition(person), sees("owner")
    left = {bar: BOXES - marked for bar, marked in person.marks.items()}
    last = next((bar for bar in BARS if left[bar] == 1), None)
    alert = None
    if standing == "conscious" and last is not None:
        alert = {"word": "!", "tooltip": f"{last.capitalize()} has one box left."}
    hindrance = wounds(person, rules)
    row = {"main": signed(hindrance) if hindrance else "", "line": "wounds" if hindrance else ""}
    if person.dodging:
        row["means"] = "no actions"
    word = words.CONDITIONS.get(standing)
    return {
        "out": {"word": word, "text": how} if word else None,
        "sheet": {
            "head": _head(state, person, how, owner),
            "meters": _meters(person, owner),
            "tracks": [_track(bar, person.marks[bar], rules) for bar in BARS],
            "groups": _groups(person, rules) if owner else [],
            "budget": _budget(person, rules) if owner else None,
            "guide": guide(state, person) if owner else None,
        },
        "bars": {
            key: {
                "label": bar.capitalize(),
                "value": left[bar],
                "max": BOXES,
                "marks": [BOXES - least for least in rules.wound_thresholds],  # R13
            }
            for key, bar in zip("abc", BARS, strict=True)
        },
        "alert": alert,
        "row": row,
    }


def _head(state: CcarpsState, person: Person, how: str, owner: bool) -> dict[str, Any]:
    marked, facts = sum(person.marks.values()), []
    if owner:
        points = sum(person.attributes.values())
        facts.append(f"Rank by {points} points: {rank(points)}")
    if person.height is not None:
        facts.append(f"{person.height} feet tall")
    if person.tech is not None:
        facts.append(f"Technology {person.tech}: {TECHNOLOGY[person.tech]}")
    return {
        "facts": facts,
        "sentence": how,
        "pair": [
            {
                "label": "Wounds",
                "value": signed(wounds(person, state.rules)) if marked else "0",
                "note": "to every target number",
            },
            {"label": "Marked", "value": str(marked), "note": f"of {BOXES * len(BARS)} boxes"},
        ],
    }


def _meters(person: Person, owner: bool) -> list[dict[str, Any]]:
    meters = []
    if person.draft is not None:
        what = person.draft.weapon or person.draft.skill or person.draft.attribute.capitalize()
        meters.append({"label": "Builds a roll", "text": what, "shape": "number"})
    if person.standing is not None:
        text = f"{person.standing['label']} {person.standing['total']}"
        meters.append({"label": "Stands", "text": text, "shape": "number"})
    if owner and person.unassigned:
        text = f"{person.unassigned} points"
        meters.append({"label": "To assign", "text": text, "shape": "number"})
    return meters


def _track(bar: str, marked: int, rules: CcarpsRules) -> dict[str, Any]:
    """A bar of ten; a crack with the penalty stands before the box that brings it (R13)."""
    edges = [*(least - 1 for least in rules.wound_thresholds), BOXES]
    tiers = [{"size": edges[0], "mark": ""}] if edges[0] else []
    for place, least in enumerate(rules.wound_thresholds):
        tiers.append(
            {"size": edges[place + 1] - edges[place], "mark": signed(bar_wounds(least, rules))}
        )
    return {
        "label": bar.capitalize(),
        "note": "",
        "tiers": tiers,
        "value": marked,
        "text": f"{marked} of {BOXES}",
    }


def _item(key: str, label: str, note: str, summary: str = "") -> dict[str, str]:
    return {"key": key, "label": label, "note": note, "summary": summary}


def _groups(person: Person, rules: CcarpsRules) -> list[dict[str, Any]]:
    attributes = person.attributes
    primary = [_item(name, name.capitalize(), str(attributes[name])) for name in PRIMARIES]
    derived = [
        _item(
            name,
            name.capitalize(),
            f"{secondary(attributes, name, rules)}, "
            f"{signed(attribute_modifier(person, name, rules))}",
        )
        for name in SECONDARIES
    ]
    groups = [
        {"label": "Attributes", "sum": str(sum(attributes.values())), "items": primary},
        {"label": "Secondary", "sum": "", "items": derived},
    ]
    groups += _lists(person)
    return groups


def _lists(person: Person) -> list[dict[str, Any]]:
    skills = [_skill(name, one) for name, one in person.skills.items()]
    spent = sum(one["points"] for one in person.skills.values())
    gear = [_item(name, name, signed(value)) for name, value in person.gear.items()]
    weapons = [
        _item(name, name, f"damage {one['damage']} {one['type']}".strip(), _weapon(one))
        for name, one in person.weapons.items()
    ]
    resist = [_item(name, name, str(value)) for name, value in person.resist.items()]
    oddities = [
        _item(f"oddity-{place}", name, signed(cost))
        for place, (name, cost) in enumerate(person.oddities)
    ]
    gained = [
        _item(name, name.capitalize(), str(value))
        for name, value in person.accumulators.items()
        if value
    ]
    cost = sum(one[1] for one in person.oddities)
    shown = (
        ("Skills", f"{spent} points", skills),
        ("Gear", "", gear),
        ("Weapons", "", weapons),
        ("Resistances", "", resist),
        ("Oddities", f"{cost} points", oddities),
        ("Points gained", "", gained),
    )
    return [{"label": label, "sum": sum_, "items": items} for label, sum_, items in shown if items]


def _skill(name: str, skill: dict[str, Any]) -> dict[str, str]:
    count = dice_of(skill["points"])
    note = f"{signed(modifier_of(skill['points']))}, {words.dice(count)}" if count else "unskilled"
    band = f", {BANDS[count]}" if count else ""
    return _item(name, name, note, f"{skill['points']} points{band}, {skill['attribute']}")


def _weapon(weapon: dict[str, Any]) -> str:
    reach = f", reach {weapon['reach']}" if weapon["reach"] else ""
    return f"{weapon['kind'].capitalize()}{reach}, with {weapon['skill']}"


def _budget(person: Person, rules: CcarpsRules) -> dict[str, Any] | None:
    """Starting points; what does not balance is told of those who are made by some way (R34).

    Points gained in play are on top of them, so that nothing balances any more.
    """
    if person.grown:
        return None
    found = judged(
        person.attributes,
        CONVENTIONS[person.convention],
        person.age,
        counted(person.oddities),
        person.skills,
        rules,
    )
    made = bool(person.oddities) or person.convention != "none"
    return {**budget(found), **({} if made else {"faults": []})}


def purse(state: CcarpsState, actor: str) -> list[str]:
    """What hinders, and what is left to spend."""
    person = state.characters[actor]
    hindrance = wounds(person, state.rules)
    shown = [f"wounds {signed(hindrance)}"] if hindrance else []
    if person.dodging:
        shown.append("no actions")
    if person.unassigned:
        shown.append(f"{person.unassigned} points to assign")
    return shown
