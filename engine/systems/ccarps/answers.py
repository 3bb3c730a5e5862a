"""Dodge, block and parry: the target's answer to a hit (R24 to R27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.events import PartRefused
from engine.odds import in_words
from engine.resolution import Option, Question, Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.facts import DodgingSet, RiposteSet
from engine.systems.ccarps.model import DODGING, CcarpsState, Ctx, Person
from engine.systems.ccarps.numbers import dice_of
from engine.systems.ccarps.rolls import (
    Judged,
    Roll,
    skill_terms,
    success,
    throw,
    wound_terms,
)

if TYPE_CHECKING:
    from engine.systems.ccarps.attack import Attack

MODES = ("dodge", "block", "parry")
RIPOSTES = {"block": -4, "parry": 2}  # R26


@dataclass(frozen=True, slots=True)
class Answered:
    mode: str
    success: bool


def answered(ctx: Ctx, attack: Attack, judged: Judged) -> Answered | None:
    """The answer that came with the attack, or that the target gives when asked; one an attack."""
    if attack.answer is None:
        return asked(ctx, attack, judged) if attack.asks else None
    fault = answer_fault(ctx.state, attack.target, attack.answer)
    if fault is not None:
        ctx.emit(PartRefused(attack.target, "answer", fault.code))
        return None
    return perform(ctx, attack, judged, attack.answer["mode"], attack.answer["skill"])


def answer_fault(state: CcarpsState, who: str, answer: Any) -> Refused | None:
    """Why an answer cannot be made (R24 to R26)."""
    person = state.characters[who]
    if person.unconscious or person.dead:
        return Refused("is_unconscious", who=person.name)
    if person.dodging:
        return Refused("gave_up_actions", who=person.name)
    wanted = answer if isinstance(answer, dict) else {}
    mode, skill = wanted.get("mode"), wanted.get("skill")
    if mode not in MODES:
        return Refused("no_such_answer")
    if not isinstance(skill, str) or person.points(skill) < 1:
        return Refused("no_points", who=person.name, skill=str(skill))
    if mode == "dodge" and skill != DODGING:
        return Refused("dodge_needs_acrobatics")
    if mode == "parry" and wanted.get("armed") is not True:
        return Refused("parry_needs_arms")
    return None


def number(state: CcarpsState, who: str, skill: str, total: int) -> Roll:
    """R24: skill dice against the attacker's total, with the skill's modifier and wounds."""
    count = dice_of(state.characters[who].points(skill))
    own = skill_terms(state, who, skill) + wound_terms(state, who)
    return Roll(who, count, total, words.ATTACK_TOTAL, own=own)


def perform(ctx: Ctx, attack: Attack, judged: Judged, mode: str, skill: str) -> Answered:
    who = attack.target
    if mode == "dodge":
        ctx.emit(DodgingSet(who, True))  # R25: from the attempt on
    success = throw(ctx, number(ctx.state, who, skill, judged.total), mode).success
    if success and mode in RIPOSTES:
        ctx.emit(RiposteSet(who, attack.who, RIPOSTES[mode]))  # R26, R27
    return Answered(mode, success)


def ways(person: Person) -> dict[str, list[str]]:
    """The skills with which somebody can answer, by mode; a parry is armed."""
    skills = [name for name in person.skills if person.points(name)]
    armed = [one["skill"] for one in person.weapons.values() if one["kind"] == "melee"]
    return {
        "dodge": [name for name in skills if name == DODGING],
        "block": skills,
        "parry": [name for name in skills if name in armed],
    }


def asked(ctx: Ctx, attack: Attack, judged: Judged) -> Answered | None:
    """The question to whoever is hit: each way to answer that is possible, with its chance."""
    state, who = ctx.state, attack.target
    person = state.characters[who]
    options = [
        _option(state, who, mode, usable, judged.total)
        for mode, usable in ways(person).items()
        if usable and person.conscious and not person.dodging
    ]
    if not options:
        return None
    attacker = state.characters[attack.who].name
    question = Question(
        "answer",
        who,
        words.HIT_YOU.format(name=attacker, total=judged.total, tn=judged.tn),
        options,
        words.TAKE_IT,
        scope_text=words.scope(state, who),
    )
    answer = ctx.ask([question])[0]
    if answer.choice is None:
        return None
    return perform(ctx, attack, judged, answer.choice, answer.further["skill"])


def _option(state: CcarpsState, who: str, mode: str, skills: list[str], total: int) -> Option:
    entries = []
    for skill in skills:
        roll = number(state, who, skill, total)
        of = in_words(success(roll))[1]
        cost = words.ANSWER_PRICE.format(tn=roll.tn, dice=words.dice(roll.count), percent=of)
        entries.append({"value": skill, "label": skill, "cost": cost, "after": ""})
    further = {"key": "skill", "label": words.SKILL, "options": entries}
    cost = str(entries[0]["cost"])
    return Option(mode, words.MODES[mode], cost, "", words.MODE_EFFECTS[mode], [further])
