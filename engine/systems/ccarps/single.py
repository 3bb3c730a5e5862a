"""One roll of CCARPS by its numbers: dice against a target number (R1 to R6)."""

from __future__ import annotations

from fractions import Fraction

from engine.dice import Dice
from engine.resolution import Refused
from engine.rolls import RollFlag, RollNumber, SingleRoll, Thrown, Values
from engine.systems.ccarps import words
from engine.systems.ccarps.odds import critical
from engine.systems.ccarps.rolls import (
    LEAST_DICE,
    MOST_DICE,
    SIDES,
    TWO,
    Roll,
    judge,
    success,
    without_skill,
)
from engine.systems.ccarps.rules import CcarpsRules

LEAST_TN, MOST_TN = -40, 60  # R2: it may be negative, or above what dice can show
AVERAGE_TN = 7


def roll_of(values: Values, rules: CcarpsRules) -> Roll:
    roll = Roll("", values["dice"], values["tn"], words.BASE, criticals=values["criticals"])
    if not values["skill"]:
        without_skill(roll, rules)
        roll.criticals = roll.criticals and values["criticals"]
    return roll


def fault(values: Values) -> Refused | None:
    """Dice come from skill points, which the unskilled do not have (R3, R6)."""
    if not values["skill"] and values["dice"] != TWO:
        return Refused(
            "bad_field", label=words.DICE, value=values["dice"], allowed=words.NO_SKILL_NO_DICE
        )
    return None


def text(values: Values, rules: CcarpsRules) -> str:
    roll = roll_of(values, rules)
    return words.one_roll(roll.count, roll.plus_six, roll.tn)


def chances(values: Values, rules: CcarpsRules) -> list[tuple[str, Fraction]]:
    roll = roll_of(values, rules)
    found = [(words.SUCCEEDS, success(roll))]
    if roll.criticals:  # R4
        found += [(told, critical(roll, which)) for which, told in words.BY_CRITICAL.items()]
    return found


def throw(values: Values, rules: CcarpsRules, dice: Dice) -> Thrown:
    roll = roll_of(values, rules)
    faces = [dice.throw(SIDES) for _ in range(roll.count)]
    judged = judge(roll, faces)
    _, why, _ = words.judged(judged.to_data())
    return Thrown([(words.DICE.lower(), faces)], judged.total, judged.success, [why])


ROLL = SingleRoll(
    numbers=(
        RollNumber("tn", words.TARGET_NUMBER, AVERAGE_TN, LEAST_TN, MOST_TN),
        RollNumber("dice", words.DICE, LEAST_DICE, LEAST_DICE, MOST_DICE),
        RollFlag("skill", words.WITH_SKILL, True),
        RollFlag("criticals", words.WITH_CRITICALS, True),
    ),
    rules=CcarpsRules,
    switches=("unskilled", "unskilled_criticals"),
    text=text,
    chances=chances,
    throw=throw,
    fault=fault,
)
