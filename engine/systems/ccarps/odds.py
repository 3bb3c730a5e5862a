"""Exact chances: rolls, contests and attacks, counted out over every fall of the dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.cards import person
from engine.odds import in_words
from engine.systems.ccarps import words
from engine.systems.ccarps.attack import Attack, reflex
from engine.systems.ccarps.drafts import make_attack, make_roll, pending_fault
from engine.systems.ccarps.model import CcarpsState, Draft
from engine.systems.ccarps.rolls import SIDES, Roll, outcomes, success


def critical(roll: Roll, which: str) -> Fraction:
    """The chance of a critical "success" or "failure" (R4)."""
    return sum((part for judged, part in outcomes(roll) if judged.critical == which), Fraction(0))


def second_wins(first: Roll, second: Roll, ties_by_dice: bool) -> Fraction:
    """The chance that the second side of a contest wins (R7).

    `second` has any base; each success of the first passes on its total, and with `ties_by_dice`
    its dice.
    """
    won = Fraction(0)
    answers: dict[tuple[int, ...], Fraction] = {}
    for judged, part in outcomes(first):
        if not judged.success:
            won += part
            continue
        passed = judged.dice if ties_by_dice else None
        known = (judged.total, *(passed or ()))
        if known not in answers:
            answers[known] = success(replace(second, base=judged.total, passed=passed))
        won += part * answers[known]
    return won


def reflex_chance(state: CcarpsState, attack: Attack) -> Fraction:
    """The chance that the defensive modifiers count (R18)."""
    if not attack.defense or not state.characters[attack.target].conscious:
        return Fraction(0)
    if state.rules.reflex_step != "roll":  # R18
        return Fraction(int(state.rules.reflex_step == "always"))
    return success(reflex(state, attack.target))


def hit(state: CcarpsState, attack: Attack) -> Fraction:
    """The chance that an attack hits, before any answer."""
    counts = reflex_chance(state, attack)
    guarded = replace(attack.roll, opposition=[*attack.roll.opposition, *attack.defense])
    return counts * success(guarded) + (1 - counts) * success(attack.roll)


# As the page draws them


def shown(state: CcarpsState, actor: str, target: str) -> dict[str, Any] | None:
    """The odds of the roll that `actor` builds, if it is about `target`."""
    draft = state.characters[actor].draft
    if draft is None or draft.base is None or draft.against != target:
        return None
    if pending_fault(state, actor, draft) is not None:
        return None
    if draft.purpose == "attack":
        return _attack(state, actor, draft)
    return _answer(state, actor, draft)


def _frame(
    state: CcarpsState, actor: str, target: str, roll: Roll, of: Fraction, title: str, text: str
) -> dict[str, Any]:
    return {
        "title": title,
        "head": [person(state, actor), " ", person(state, target), f", TN {roll.tn}"],
        "percent": percent(of),
        "fraction": fraction(of, roll.count),
        "text": text,
        "rows": [row(words.AS_IT_STANDS, words.dice(roll.count), of, roll.count)],
        "remarks": [],
        "lines": [],
    }


def _attack(state: CcarpsState, actor: str, draft: Draft) -> dict[str, Any]:
    attack = make_attack(state, actor, draft)
    roll, of = attack.roll, hit(state, attack)
    told = _frame(state, actor, draft.against, roll, of, words.BEFORE_THE_ATTACK, words.TO_HIT)
    if attack.defense:
        counts = reflex_chance(state, attack)
        guarded = replace(roll, opposition=[*roll.opposition, *attack.defense])
        cases = ((words.REFLEX_SUCCEEDS, counts, guarded), (words.REFLEX_FAILS, 1 - counts, roll))
        told["rows"] += [
            row(label, percent(case), success(one), roll.count) for label, case, one in cases
        ]
    told["lines"] = criticals(roll)
    return told


def _answer(state: CcarpsState, actor: str, draft: Draft) -> dict[str, Any]:
    roll = make_roll(state, actor, draft)
    of = success(roll)
    told = _frame(state, actor, draft.against, roll, of, words.BEFORE_THE_CONTEST, words.TO_WIN)
    told["lines"] = criticals(roll)
    return told


def criticals(roll: Roll) -> list[dict[str, str]]:
    if not roll.criticals:
        return []
    each = fraction(critical(roll, "success"), roll.count)
    return [{"text": words.CRITICAL_LINE.format(chance=each), "ruling": "R4"}]


def row(label: str, note: str, of: Fraction, count: int) -> dict[str, Any]:
    return {
        "label": label,
        "note": note,
        "percent": percent(of),
        "fraction": fraction(of, count),
        "share": float(of),
    }


def percent(of: Fraction) -> str:
    return in_words(of)[1]


def fraction(of: Fraction, count: int) -> str:
    """As many in all falls of the dice, where that is exact: "113 in 216"."""
    return in_words(of, SIDES**count)[0]
