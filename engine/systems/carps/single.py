"""One roll of CARPS by its numbers: a target number and dice (C1 to C3)."""

from __future__ import annotations

from fractions import Fraction

from engine.dice import Dice
from engine.rolls import RollNumber, SingleRoll, Thrown, Values
from engine.systems.carps import odds, words
from engine.systems.carps.numbers import succeeds, value_of
from engine.systems.carps.rules import CarpsRules

LEAST_TN, MOST_TN = 2, 10  # C1
MOST_DICE = 20


def text(values: Values, rules: CarpsRules) -> str:
    return f"{words.dice(values['dice'])}, TN {values['tn']}"


def chances(values: Values, rules: CarpsRules) -> list[tuple[str, Fraction]]:
    net, extremes = values["dice"], rules.natural_extremes
    counted = odds.values(net, extremes)
    return [
        (words.SUCCEEDS, odds.success(values["tn"], net, extremes)),
        *((name.capitalize(), counted[value]) for value, name in words.NATURAL.items()),
    ]


def throw(values: Values, rules: CarpsRules, dice: Dice) -> Thrown:
    net, tn = values["dice"], values["tn"]
    faces = [dice.throw(odds.SIDES) for _ in range(1 + abs(net))]
    value = value_of(faces, net, rules.natural_extremes)
    success = succeeds(value, tn)
    why = f"{value}: {words.verdict(value, tn, success)}"
    return Thrown([(words.THROWN, faces)], value, success, [why])


ROLL = SingleRoll(
    numbers=(
        RollNumber("tn", words.TARGET_NUMBER, 6, LEAST_TN, MOST_TN),
        RollNumber("dice", words.NET_DICE, 0, -MOST_DICE, MOST_DICE),
    ),
    rules=CarpsRules,
    switches=("natural_extremes",),
    text=text,
    chances=chances,
    throw=throw,
)
