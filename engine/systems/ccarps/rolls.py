"""Rolls: the target number in its three stages, the dice, and what they come to (R1 to R11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine import given
from engine.modifiers import Term, total
from engine.odds import falls
from engine.resolution import Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.entries import SECONDARIES
from engine.systems.ccarps.facts import Rolled
from engine.systems.ccarps.model import CcarpsState, Ctx, Person
from engine.systems.ccarps.numbers import attribute_modifier, dice_of, modifier_of, wounds
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.tables import MOVEMENT

SIDES = 6
TWO = 2
LEAST_DICE, MOST_DICE = 2, 5  # R3
MOST_TECH = 20
POUNDS = 10  # R9
NAMES = "names"
WAYS = ("skill", "attribute", "dice")
ROLL_KEYS = (
    *("skill", "attribute", "complex", "dice", "modifier", "base", "movement"),
    *("situational", "gear", "opposition", "tech", "carried"),
)


@dataclass(slots=True)
class Roll:
    """A roll before the dice: what its target number is made of, and how many dice there are.

    `plus_six`: one die is thrown and the other counts as 6 (R6). `passed` are the first side's dice
    where they may decide an equal roll (R7). `by` is who rolled a base that was passed on.
    """

    who: str
    count: int
    base: int
    source: str
    situation: list[Term] = field(default_factory=list)
    own: list[Term] = field(default_factory=list)
    opposition: list[Term] = field(default_factory=list)
    criticals: bool = True
    unskilled: bool = False
    plus_six: bool = False
    passed: tuple[int, ...] | None = None
    by: str = ""

    @property
    def simple(self) -> int:
        return self.base + total(self.situation)

    @property
    def skilled(self) -> int:
        return self.simple + total(self.own)

    @property
    def tn(self) -> int:
        """The modified number, against which the dice are thrown (R2)."""
        return self.skilled - total(self.opposition)

    def parts(self) -> list[list[Any]]:
        """All that it is made of, as [stage, label, amount, who]."""
        stages = (("simple", self.situation), ("skilled", self.own), ("opposed", self.opposition))
        told: list[list[Any]] = [["simple", self.source, self.base, self.by]]
        for stage, terms in stages:
            sign = -1 if stage == "opposed" else 1
            told += [[stage, term.source, sign * term.amount, term.who] for term in terms]
        return told


@dataclass(frozen=True, slots=True)
class Judged:
    """A roll after the dice. `degree` is None on a failure, `critical` success, failure or None."""

    simple: int
    skilled: int
    tn: int
    total: int
    success: bool
    degree: int | None
    critical: str | None
    dice: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        names = ("simple", "skilled", "tn", "total", "success", "degree", "critical")
        return {name: getattr(self, name) for name in names}


def two_lowest(dice: list[int]) -> int:
    return sum(sorted(dice)[:TWO])


def critical_of(dice: list[int]) -> str | None:
    """R4: every die shows 1, or every die 6."""
    if all(die == 1 for die in dice):
        return "success"
    return "failure" if all(die == SIDES for die in dice) else None


def judge(roll: Roll, dice: list[int]) -> Judged:
    """R1, R4, R5."""
    summed = dice[0] + SIDES if roll.plus_six else two_lowest(dice)  # R6
    critical = critical_of(dice) if roll.criticals else None
    success = critical == "success" or (critical is None and summed < roll.tn)
    if critical is None and summed == roll.tn and roll.passed is not None:
        success = wins_tie(list(roll.passed), dice)
    degree = max(0, roll.tn - summed) if success else None
    return Judged(
        roll.simple, roll.skilled, roll.tn, summed, success, degree, critical, tuple(dice)
    )


def wins_tie(first: list[int], second: list[int]) -> bool:
    """R7: the dice beyond the two lowest, lowest first; with none that differ the second wins."""
    pairs = zip(sorted(first)[TWO:], sorted(second)[TWO:], strict=False)
    return next((other < one for one, other in pairs if one != other), True)


def outcomes(roll: Roll) -> list[tuple[Judged, Fraction]]:
    """Every fall of a roll's dice as it is judged, with its chance."""
    each = Fraction(1, SIDES**roll.count)
    return [(judge(roll, list(faces)), ways * each) for faces, ways in falls(roll.count)]


def success(roll: Roll) -> Fraction:
    """The chance that a roll succeeds."""
    return sum((part for judged, part in outcomes(roll) if judged.success), Fraction(0))


def throw(ctx: Ctx, roll: Roll, purpose: str, thrower: str | None = None) -> Judged:
    """Throws a roll's dice, unless somebody else throws them, and judges it."""
    dice = ctx.roll(f"{purpose}:{roll.who}", SIDES, roll.count, by=thrower or roll.who)
    judged = judge(roll, dice)
    ctx.emit(
        Rolled(
            roll.who,
            purpose,
            dice,
            judged.total,
            judged.tn,
            judged.success,
            judged.critical,
            roll.parts(),
        )
    )
    return judged


# Who rolls, and with what


def able_fault(state: CcarpsState, who: str) -> Refused | None:
    """The unconscious, the dead, and those who gave up their actions make no rolls (R14, R25)."""
    person = state.characters[who]
    if person.dead:
        return Refused("is_dead", who=person.name)
    if person.unconscious:
        return Refused("is_unconscious", who=person.name)
    return Refused("gave_up_actions", who=person.name) if person.dodging else None


def require(fault: Refused | None) -> None:
    if fault is not None:
        raise fault


def known(state: CcarpsState, who: Any) -> str:
    if not isinstance(who, str) or who not in state.characters:
        raise Refused("unknown_character")
    return who


def wound_terms(state: CcarpsState, who: str) -> list[Term]:
    """R13: wounds count in all of a character's own target numbers."""
    hindrance = wounds(state.characters[who], state.rules)
    return [Term(hindrance, words.WOUNDS, who)] if hindrance else []


def skill_terms(state: CcarpsState, who: str, skill: str) -> list[Term]:
    return [Term(modifier_of(state.characters[who].points(skill)), skill, who)]


def start_fault(
    state: CcarpsState, who: str, skill: str | None, tech: int | None
) -> Refused | None:
    """Without points it is no skilled roll (R6); technology needs a level to compare (R8)."""
    person = state.characters[who]
    if skill is not None and person.points(skill) < 1:
        return Refused("no_points", who=person.name, skill=skill)
    if tech is not None and person.tech is None:
        return Refused("no_technology", who=person.name)
    return None


def start(
    state: CcarpsState,
    who: str,
    base: int,
    source: str,
    *,
    skill: str | None = None,
    attribute: str | None = None,
    dice: int = 0,
    modifier: int = 0,
    tech: int | None = None,
    carried: int | None = None,
) -> Roll:
    """A roll with a skill, unskilled by a secondary attribute, or with a stated number of dice."""
    require(start_fault(state, who, skill, tech))
    person, rules = state.characters[who], state.rules
    roll = Roll(who, dice, base, source)
    if skill is not None:
        roll.count = dice_of(person.points(skill))
        roll.own += skill_terms(state, who, skill)
    elif attribute is not None:
        _unskilled(state, roll, attribute)
    elif modifier:
        roll.own.append(Term(modifier, words.MODIFIER, who))
    roll.situation += _tech_terms(person, tech) + _load_terms(state, person, carried)
    roll.own += wound_terms(state, who)
    if roll.unskilled and rules.unskilled_penalty:  # R6
        roll.situation.append(Term(rules.unskilled_penalty, words.UNSKILLED, ""))
    return roll


def without_skill(roll: Roll, rules: CcarpsRules) -> None:
    """R6: two dice, without criticals; or one die, and 6."""
    roll.unskilled = True
    roll.plus_six = rules.unskilled == "one_die_plus_six"
    roll.count = 1 if roll.plus_six else TWO
    roll.criticals = rules.unskilled_criticals and not roll.plus_six


def _unskilled(state: CcarpsState, roll: Roll, attribute: str) -> None:
    """R6: the attribute's modifier instead of a skill's."""
    value = attribute_modifier(state.characters[roll.who], attribute, state.rules)
    without_skill(roll, state.rules)
    roll.own.append(Term(value, attribute.capitalize(), roll.who))


def _tech_terms(person: Person, item: int | None) -> list[Term]:
    """R8: the character's level less the item's."""
    if item is None or person.tech is None:
        return []
    return [Term(person.tech - item, words.TECHNOLOGY, "")]


def _load_terms(state: CcarpsState, person: Person, pounds: int | None) -> list[Term]:
    """R9: each pound over ten times the Lift modifier."""
    if pounds is None:
        return []
    over = pounds - POUNDS * attribute_modifier(person, "lift", state.rules)
    return [Term(-over, words.LOAD, "")] if over > 0 else []


def read(state: CcarpsState, data: dict[str, Any], base: int | None = None) -> Roll:
    """A roll from plain values (ROLL of the scenario format); `base` stands where it states none.

    Raises `Refused` for whatever is wrong or not permitted.
    """
    who = known(state, data.get("who"))
    require(able_fault(state, who))
    ways = [key for key in WAYS if key in data]
    if len(ways) != 1:
        raise given.malformed("a roll names a skill, an attribute or a number of dice")
    how: dict[str, Any] = {}
    if ways == ["skill"]:
        how["skill"] = given.text(data, "skill")
    elif ways == ["attribute"]:
        how["attribute"] = given.one_of(data, "attribute", SECONDARIES)
        if given.flag(data, "complex"):
            raise Refused("simple_actions_only")  # R6
    else:
        how["dice"] = given.number(data, "dice", None, LEAST_DICE, MOST_DICE)
        how["modifier"] = given.number(data, "modifier", 0)
    if "tech" in data:
        how["tech"] = given.number(data, "tech", None, 0, MOST_TECH)
    if "carried" in data:
        how["carried"] = given.number(data, "carried", None, 0)
    number, source = _base(data) if base is None else _no_base(data, base)
    roll = start(state, who, number, source, **how)
    roll.situation[:0] = stated(data, "situational", words.SITUATION, "")
    roll.own += stated(data, "gear", words.GEAR, who)
    roll.opposition += stated(data, "opposition", words.OPPOSITION, "", least=0)
    return roll


def stated(
    data: dict[str, Any], key: str, label: str, who: str, least: int | None = None
) -> list[Term]:
    """A list of numbers as terms; `names` may say how those of a key are called, else `label`."""
    numbers = given.numbers(data, key, least)
    named = given.names(given.mapping(data.get(NAMES, {}), NAMES), key)
    if len(named) not in (0, len(numbers)):
        raise given.malformed(f"{NAMES} has one for each of {key}")
    return [
        Term(number, name, who)
        for number, name in zip(numbers, named or [label] * len(numbers), strict=True)
    ]


def _base(data: dict[str, Any]) -> tuple[int, str]:
    """The base number and where it comes from: stated, or a way to move (R11)."""
    if ("base" in data) == ("movement" in data):
        raise given.malformed("a roll has a base or a movement")
    if "base" in data:
        return given.number(data, "base"), words.BASE
    movement = MOVEMENT[given.one_of(data, "movement", tuple(MOVEMENT))]
    return movement["base"], movement["label"]


def _no_base(data: dict[str, Any], base: int) -> tuple[int, str]:
    if "base" in data or "movement" in data:
        raise given.malformed("the second side takes its base from the first")
    return base, words.PASSED
