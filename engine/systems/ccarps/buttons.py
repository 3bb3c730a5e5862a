"""The buttons of the verbs, as they stand for a character now, and the forms that they open."""

from __future__ import annotations

from typing import Any

from engine.commands import Choice
from engine.systems.ccarps import words
from engine.systems.ccarps.blocks import USUAL_BASE, situation_form
from engine.systems.ccarps.creation import CONVENTIONS, counted
from engine.systems.ccarps.drafts import may_remove
from engine.systems.ccarps.entries import BARS, SECONDARIES, number, signed
from engine.systems.ccarps.guided import GUIDE, forms
from engine.systems.ccarps.means import weapons_of
from engine.systems.ccarps.model import ADULT, CcarpsState
from engine.systems.ccarps.numbers import attribute_modifier, dice_of, modifier_of
from engine.systems.ccarps.rolls import LEAST_DICE, MOST_DICE, MOST_TECH
from engine.systems.ccarps.tables import HEALERS

Field = dict[str, Any]
PRIMARY_SESSION = 10
USUAL_TECH = 10
SOME_DAMAGE = 4


def field(key: str, label: str, kind: str, **more: Any) -> Field:
    """One line of the form that a button opens; see docs/protocol.md."""
    return {"key": key, "label": label, "kind": kind, **more}


def whole(key: str, label: str, default: int, **more: Any) -> Field:
    return field(key, label, "integer", default=default, **more)


def roll(state: CcarpsState, actor: str) -> list[Choice]:
    """A button for each skill with points."""
    return [
        Choice(name, _worth(one["points"]), {"skill": name})
        for name, one in state.characters[actor].skills.items()
        if one["points"]
    ]


def _worth(points: int) -> str:
    return f"{signed(modifier_of(points))}, {words.dice(dice_of(points))}"


def unskilled(state: CcarpsState, actor: str) -> list[Choice]:
    person = state.characters[actor]
    return [
        Choice(
            f"Unskilled {name.capitalize()}",
            signed(attribute_modifier(person, name, state.rules)),
            {"attribute": name},
        )
        for name in SECONDARIES
    ]


def chip(state: CcarpsState, actor: str) -> list[Choice]:
    """Own gear by name, and anything else."""
    person = state.characters[actor]
    if person.draft is None:
        return []
    typed = field("chips", words.CHIPS, "text")
    gear = [Choice(name, signed(value), {"chips": name}) for name, value in person.gear.items()]
    return [*gear, Choice(words.ADD_CHIP, "", {}, (typed,))]


def situation(state: CcarpsState, actor: str) -> list[Choice]:
    draft = state.characters[actor].draft
    if draft is None:
        return []
    form = tuple(situation_form(draft))
    args = {one["key"]: one["default"] for one in form if "default" in one}
    return [Choice(words.ADD_SITUATION, "", args, form)]


def oppose(state: CcarpsState, actor: str) -> list[Choice]:
    others = [one for one in state.characters.values() if one.id != actor and one.draft is not None]
    typed = field("chips", words.OPPOSING_CHIPS, "text", default=words.SOME_OPPOSITION)
    args = {"chips": words.SOME_OPPOSITION}
    return [Choice("Oppose", "", args, (typed,))] if others else []


def remove(state: CcarpsState, actor: str) -> list[Choice]:
    draft = state.characters[actor].draft
    return [
        Choice(f"Remove {one.label}", signed(one.value), {"chip": one.id})
        for one in (draft.chips if draft is not None else ())
        if may_remove(one, actor, True)
    ]


def throw(state: CcarpsState, actor: str) -> list[Choice]:
    return [Choice("Throw the dice", "", {})] if state.characters[actor].draft is not None else []


def drop(state: CcarpsState, actor: str) -> list[Choice]:
    return [Choice("Give the roll up", "", {})] if state.characters[actor].draft is not None else []


def contest(state: CcarpsState, actor: str) -> list[Choice]:
    """Own skills against a success of somebody else that stands."""
    standing = [one for one in state.characters.values() if one.id != actor and one.standing]
    return [
        Choice(f"Contest with {name}", _worth(one["points"]), {"skill": name, "mine": True})
        for name, one in state.characters[actor].skills.items()
        if standing and one["points"]
    ]


def attack(state: CcarpsState, actor: str) -> list[Choice]:
    """A button for each weapon and each way to strike; ripostes where one is stored."""
    person = state.characters[actor]
    choices = []
    for name, one in weapons_of(person).items():
        cost = f"damage {one['damage']}" if one["damage"] else signed(one.get("modifier", 0))
        choices.append(Choice(f"Attack with {name}", cost, {"weapon": name}))
        if person.ripostes and name in person.weapons:
            args = {"weapon": name, "riposte": True}
            choices.append(Choice(f"Riposte with {name}", cost, args))
    return choices


def improve(state: CcarpsState, actor: str) -> list[Choice]:
    """Only while there are points to assign."""
    person = state.characters[actor]
    if not person.unassigned:
        return []
    form = (whole("points", "Points", 1, min=1, max=person.unassigned),)
    skills = [
        Choice(f"Improve {name}", f"{one['points']} points", {"skill": name, "points": 1}, form)
        for name, one in person.skills.items()
    ]
    own = (
        field("skill", "Skill", "text"),
        field("attribute", "Governed by", "choice", options=_options(SECONDARIES)),
        *form,
    )
    new = Choice("A new skill", "", {"skill": "New", "attribute": "speed", "points": 1}, own)
    gathered = [
        Choice(
            f"Gather for {name.capitalize()}", str(value), {"accumulator": name, "points": 1}, form
        )
        for name, value in person.accumulators.items()
    ]
    return [*skills, new, *gathered]


def _options(names: tuple[str, ...]) -> list[dict[str, str]]:
    return [{"value": one, "label": one.replace("_", " ").capitalize()} for one in names]


# The game master's


ROLL_FORM = (
    whole("base", words.BASE, USUAL_BASE),
    whole("modifier", words.MODIFIER, 0),
    whole("dice", "Dice", LEAST_DICE, min=LEAST_DICE, max=MOST_DICE),
)
STATED = {"dice": LEAST_DICE, "base": USUAL_BASE}


def quick_check(state: CcarpsState, actor: str) -> list[Choice]:
    return [Choice("Quick check", words.dice(LEAST_DICE), STATED, ROLL_FORM)]


def quick_contest(state: CcarpsState, actor: str) -> list[Choice]:
    """Two dice each: the first under the usual base, the second under what it comes to."""
    others = [one for one in state.characters if one != actor]
    return [
        Choice(
            f"Quick contest with {state.characters[who].name}",
            words.dice(LEAST_DICE),
            {"first": {"who": actor, **STATED}, "second": {"who": who, "dice": LEAST_DICE}},
        )
        for who in others[:1]
    ]


def quick_attack(state: CcarpsState, actor: str) -> list[Choice]:
    others = [one for one in state.characters if one != actor]
    return [
        Choice(
            f"Quick attack on {state.characters[who].name}",
            words.dice(LEAST_DICE),
            {
                "who": actor,
                **STATED,
                "target": who,
                "weapon": {"damage": SOME_DAMAGE},
                "locate": True,
            },
            ROLL_FORM,
        )
        for who in others[:1]
    ]


def hurt(state: CcarpsState, actor: str) -> list[Choice]:
    form = (whole("amount", "Boxes", 1, min=1),)
    return [Choice(f"Hurt {bar.capitalize()}", "", {"bar": bar, "amount": 1}, form) for bar in BARS]


def recover(state: CcarpsState, actor: str) -> list[Choice]:
    """A button for each bar with marks."""
    person = state.characters[actor]
    healer = field("healer", "Healer", "choice", options=_options(tuple(HEALERS)), default="doctor")
    tech = whole("tech", "Healer's technology level", USUAL_TECH, min=1, max=MOST_TECH)
    forms = {"mental": (healer,), "physical": (healer, tech), "spiritual": (healer,)}
    usual = {"healer": "doctor" if len(person.full_bars) < 2 else "surgeon"}
    return [
        Choice(
            f"Recover {bar.capitalize()}",
            f"{marked} boxes",
            {"bar": bar, **usual, **({"tech": USUAL_TECH} if bar == "physical" else {})},
            forms[bar],
        )
        for bar, marked in person.marks.items()
        if marked
    ]


def award(state: CcarpsState, actor: str) -> list[Choice]:
    form = (whole("points", "Points", PRIMARY_SESSION, min=1),)
    return [Choice("Award", f"{PRIMARY_SESSION} points", {"points": PRIMARY_SESSION}, form)]


CREATION_FORM = (
    field(
        "convention",
        "Way of creation",
        "choice",
        options=[{"value": key, "label": one.label} for key, one in CONVENTIONS.items()],
        default="none",
    ),
    whole("age", "Age", ADULT, min=0),
)


def create(state: CcarpsState, actor: str) -> list[Choice]:
    return [Choice("Roll up", "", {"who": actor}, opens=GUIDE)]


def make(state: CcarpsState, actor: str) -> list[Choice]:
    """The dialog, while the character is being made; in its place the dice, then the skills."""
    making = state.characters[actor].making
    if making is None:
        return []
    step = "skills" if making.thrown else "dice"
    form = tuple(forms(making)[step])
    return [Choice(words.GO_ON_MAKING, "", {"step": step}, form, opens=GUIDE)]


def roll_attributes(state: CcarpsState, actor: str) -> list[Choice]:
    return [Choice("Roll attributes", "", {"convention": "none", "age": ADULT}, CREATION_FORM)]


def validate(state: CcarpsState, actor: str) -> list[Choice]:
    """The character as it stands on its sheet."""
    person = state.characters[actor]
    args = {
        "attributes": person.attributes,
        "convention": person.convention,
        "age": person.age,
        "oddities": [{"name": name, "cost": cost} for name, cost in counted(person.oddities)],
        "skills": person.skills,
    }
    return [Choice("Check character", number(sum(person.attributes.values())), args)]
