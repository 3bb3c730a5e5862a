"""What an attack would come to, counted out before it is made.

The rules themselves are run on a copy of the state: once with the best and once with the worst
dice, which tells target number, number of dice, and what a hit or a miss brings. The chance of the
roll then follows from C1 to C3 alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.cards import person
from engine.odds import Chances, chance
from engine.resolution import Option, Question
from engine.simulation import instant
from engine.systems.carps import words
from engine.systems.carps.attack import Attack, resolve
from engine.systems.carps.book import BOOK
from engine.systems.carps.defeat import defeat_line
from engine.systems.carps.facts import Rolled, StatusSet
from engine.systems.carps.model import CarpsState
from engine.systems.carps.moves import Move
from engine.systems.carps.numbers import succeeds
from engine.systems.carps.reactions import ABOUT_TO_ROLL, REDIRECT

SIDES = 10
BEFORE_THE_ROLL = (REDIRECT, ABOUT_TO_ROLL)


def values(net: int, natural_extremes: str) -> Chances:
    """How often 1 + |net| ten-sided dice come to each value (C2, C3)."""
    count = 1 + abs(net)

    def kept(value: int, lowest: int, highest: int) -> Fraction:
        """The chance that all dice are from `lowest` to `highest`, and `value` is the kept one."""
        reach = value - lowest if net > 0 else highest - value
        return Fraction((reach + 1) ** count - reach**count, SIDES**count)

    if natural_extremes == "kept_die":  # C2
        return {value: kept(value, 1, SIDES) for value in range(1, SIDES + 1)}
    no_ten, neither = Fraction(9, 10) ** count, Fraction(8, 10) ** count
    between = {value: kept(value, 2, SIDES - 1) for value in range(2, SIDES)}
    return {1: no_ten - neither, **between, SIDES: 1 - no_ten}


def success(tn: int, net: int, natural_extremes: str) -> Fraction:
    """The chance that a roll of 1 + |net| ten-sided dice succeeds (C1 to C3)."""
    return chance(values(net, natural_extremes), lambda value: succeeds(value, tn))


@dataclass(slots=True)
class Prospect:
    """An attack looked at beforehand: its roll, the chance of a hit, what a hit and a miss bring.

    `offered` lists what people might use before the roll, `later` what after a hit or a miss, each
    as (who, option).
    """

    roll: Rolled
    hit: Fraction
    defeats: str | None
    offered: list[tuple[str, Option]] = field(default_factory=list)
    later: list[tuple[str, Option]] = field(default_factory=list)

    @property
    def defeat(self) -> Fraction:
        """The chance that it defeats."""
        return self.hit if self.defeats else Fraction(0)


class _Fixed:
    """Dice that all show their highest face, or all their lowest."""

    def __init__(self, highest: bool) -> None:
        self.highest = highest

    def throw(self, sides: int) -> int:
        return sides if self.highest else 1


def prospect(
    state: CarpsState,
    attacker: str,
    target: str,
    move: str | None = None,
    use: tuple[str, str] | None = None,
) -> Prospect:
    """An attack as it stands, or with one reaction (who, key) used when it is first offered."""
    runs = [_run(state, attacker, target, move, use, highest) for highest in (True, False)]
    rolled = next(one for one in runs[0].events if isinstance(one, Rolled))
    succeeded = success(rolled.tn, rolled.net, state.rules.natural_extremes)
    hit = runs[0] if rolled.type == "attack" else runs[1]
    defeats = next((one.who for one in hit.events if _is_defeat(one)), None)
    offered = [one for name, one in runs[0].offers if name in BEFORE_THE_ROLL]
    later: dict[tuple[str, str], tuple[str, Option]] = {}
    for run in runs:
        for name, (who, option) in run.offers:
            if name not in BEFORE_THE_ROLL:
                later.setdefault((who, option.key), (who, option))
    return Prospect(
        rolled,
        succeeded if rolled.type == "attack" else 1 - succeeded,
        defeats,
        offered,
        list(later.values()),
    )


@dataclass(slots=True)
class _Run:
    events: list[Any]
    offers: list[tuple[str, tuple[str, Option]]]


def _run(
    state: CarpsState,
    attacker: str,
    target: str,
    move: str | None,
    use: tuple[str, str] | None,
    highest: bool,
) -> _Run:
    offers: list[tuple[str, tuple[str, Option]]] = []
    wanted = [use] if use else []

    def policy(question: Question) -> tuple[str | None, dict[str, Any]]:
        if wanted and question.who == wanted[0][0] and question.option(wanted[0][1]):
            return wanted.pop()[1], {}
        offers.extend((question.name, (question.who, one)) for one in question.options)
        return None, {}

    ctx = instant(state.clone(), BOOK, _Fixed(highest), attacker, policy)
    performed = Move(move, attacker, state.characters[attacker].level) if move else None
    resolve(ctx, Attack(ctx, attacker, target, move=performed))
    return _Run(ctx.events, offers)


def _is_defeat(event: Any) -> bool:
    return isinstance(event, StatusSet) and event.status == "defeated"


def shown(
    state: CarpsState, attacker: str, target: str, may_see: Callable[[str], bool]
) -> dict[str, Any]:
    """The odds as the page draws them, with the reactions of those whom `may_see` allows."""
    plain = prospect(state, attacker, target)
    rows = [_row(words.AS_IT_STANDS, words.dice(plain.roll.net), plain)]
    remarks = []
    for who, option in plain.offered:
        if may_see(who):
            other = prospect(state, attacker, target, use=(who, option.key))
            note = words.odds_note(other.roll, option, who == attacker)
            rows.append(_row(words.odds_label(state, option, who, attacker, target), note, other))
            remarks.extend(_remark(plain, other, who == attacker, state.rules.natural_extremes))
    return {
        "title": words.BEFORE_THE_ATTACK,
        "head": [
            person(state, attacker),
            " at ",
            person(state, target),
            f", TN {plain.roll.tn}",
        ],
        "percent": words.percent(plain.hit),
        "fraction": words.fraction(plain.hit, plain.roll),
        "text": words.TO_HIT,
        "rows": rows,
        "remarks": remarks,
        "lines": [
            words.hit_line(
                state, attacker, target, defeat_line(state, target), plain.defeats is not None
            ),
            *(words.later_line(state, who, option) for who, option in plain.later if may_see(who)),
        ],
    }


def _row(label: str, note: str, of: Prospect) -> dict[str, Any]:
    return {
        "label": label,
        "note": note,
        "percent": words.percent(of.hit),
        "fraction": words.fraction(of.hit, of.roll),
        "share": float(of.hit),
    }


def _remark(
    plain: Prospect, other: Prospect, helps_to_hit: bool, natural_extremes: str
) -> list[dict[str, str]]:
    """A word where more dice do the opposite of what people expect."""
    gained = other.roll.net - plain.roll.net
    better = gained > 0 if other.roll.type == "attack" else gained < 0
    if gained == 0 or other.roll.tn != plain.roll.tn or better != helps_to_hit:
        return []
    if (other.hit > plain.hit) == helps_to_hit or other.hit == plain.hit:
        return []
    return [words.unexpected(plain, other, natural_extremes)]
