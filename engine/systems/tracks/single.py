"""One challenge of tracks by its numbers, against a target number (T1 to T9, T12, T17, T18).

The dice are thrown by the rules themselves, for an invented person.
"""

from __future__ import annotations

from fractions import Fraction

from engine.dice import Dice
from engine.odds import Chances, certain, chance, dice, exploding, total
from engine.rolls import RollFlag, RollNumber, SingleRoll, Values
from engine.rolls import Thrown as Fallen
from engine.simulation import decline, instant
from engine.state import State
from engine.systems.tracks import words
from engine.systems.tracks.book import BOOK
from engine.systems.tracks.challenges import single
from engine.systems.tracks.facts import Thrown
from engine.systems.tracks.model import MOST_TENSION, Person, TracksState
from engine.systems.tracks.numbers import half_of
from engine.systems.tracks.options import LIMIT
from engine.systems.tracks.rules import TracksRules

SOMEBODY = "somebody"
ATTRIBUTE, ELSEWHERE = "knowledge", "body_tension"
"""What the challenge is made with, and a track whose tension leaves all room to raise (T13)."""

MOST_ATTRIBUTE, MOST_MODIFIER, MOST_TN = 10, 30, 60


def results(values: Values, rules: TracksRules) -> Chances:
    """How often each result comes (T1)."""
    counts = values["stressful"] or (
        values["raise"] and rules.new_stress_sixes != "next_challenge"  # T17
    )
    base, special = 1 if values["half"] else 2, int(values["specialty"])  # T2, T18
    if counts and rules.specialty_explodes:  # T6, T7
        thrown = exploding(base + special)
    elif counts:
        thrown = total(exploding(base), dice(special))
    else:
        thrown = dice(base + special)
    return total(thrown, dice(values["raise"]), certain(_fixed(values, rules)))


def _fixed(values: Values, rules: TracksRules) -> int:
    """All of a result but the dice: attribute, tension, modifier."""
    attribute: int = half_of(values["attribute"], rules) if values["half"] else values["attribute"]
    tension: int = values["tension"]
    if not values["stressful"]:  # T5
        lifted = rules.raise_lifts_calm_penalty and values["raise"]  # T12
        tension = 0 if lifted else -tension
    return attribute + tension + int(values["modifier"])


def chances(values: Values, rules: TracksRules) -> list[tuple[str, Fraction]]:
    def over(wanted: Values) -> Fraction:
        return chance(results(wanted, rules), lambda result: result > values["tn"])  # T3

    found = [(words.SUCCEEDS, over(values))]
    if values["raise"] < LIMIT:
        found.append((words.ONE_MORE_RAISE, over({**values, "raise": values["raise"] + 1})))
    return found


def text(values: Values, rules: TracksRules) -> str:
    count = (1 if values["half"] else 2) + values["specialty"] + values["raise"]
    return words.one_challenge(count, _fixed(values, rules), values["tn"])


def throw(values: Values, rules: TracksRules, source: Dice) -> Fallen:
    person = Person(SOMEBODY, "", "")
    setattr(person, ATTRIBUTE, values["attribute"])
    setattr(person, ELSEWHERE, values["tension"])
    person.specialties = [SOMEBODY] * values["specialty"]
    situation = "stressful" if values["stressful"] else "calm"
    state: TracksState = State("tracks", rules, {SOMEBODY: person}, shared={"situation": situation})
    ctx = instant(state, BOOK, source, SOMEBODY, decline)
    declared = {key: values[key] for key in ("raise", "specialty", "modifier")}
    tn = values["tn"]
    result = single(ctx, SOMEBODY, "challenge", ATTRIBUTE, declared, values["half"], goal=tn)
    thrown = next(one for one in ctx.events if isinstance(one, Thrown))
    faces = sum(sum(group) for _, group in thrown.dice)
    terms = [[amount, source.replace(ATTRIBUTE, "attribute")] for amount, source in thrown.terms]
    success = result > tn  # T3
    lines = [words.sum_told(str(faces), terms), words.against(result, tn)]
    return Fallen([(word, group) for word, group in thrown.dice], result, success, lines)


ROLL = SingleRoll(
    numbers=(
        RollNumber("attribute", words.ONE_ROLL["attribute"], 6, 1, MOST_ATTRIBUTE),
        RollNumber("tension", words.ONE_ROLL["tension"], 0, 0, MOST_TENSION),
        RollNumber("tn", words.ONE_ROLL["tn"], 12, 0, MOST_TN),
        RollFlag("stressful", words.ONE_ROLL["stressful"], False),
        RollFlag("half", words.ONE_ROLL["half"], False),
        RollFlag("specialty", words.ONE_ROLL["specialty"], False),
        RollNumber("raise", words.ONE_ROLL["raise"], 0, 0, LIMIT),
        RollNumber("modifier", words.ONE_ROLL["modifier"], 0, -MOST_MODIFIER, MOST_MODIFIER),
    ),
    rules=TracksRules,
    switches=(
        "half_attribute_rounding",
        "specialty_explodes",
        "raise_lifts_calm_penalty",
        "new_stress_sixes",
    ),
    text=text,
    chances=chances,
    throw=throw,
)
