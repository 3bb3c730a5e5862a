"""Contests: the total of the first side's success is the second side's base number (R7)."""

from __future__ import annotations

from typing import Any

from engine import given
from engine.events import Resolved
from engine.resolution import Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.model import CcarpsState, Ctx
from engine.systems.ccarps.rolls import Judged, Roll, read, throw


def quick_check(ctx: Ctx, actor: None, **roll: Any) -> None:
    """A whole roll at once: `{who, skill | attribute | dice, base | movement, ...}`"""
    judged = throw(ctx, read(ctx.state, roll), "check")
    ctx.emit(Resolved("check", {"who": roll["who"], **judged.to_data()}))


def quick_contest(ctx: Ctx, actor: None, first: Any = None, second: Any = None) -> None:
    """A whole contest at once: `{first: roll, second: roll without base or movement}`"""
    one = read(ctx.state, given.mapping(first, "The first side"))
    other = read(ctx.state, given.mapping(second, "The second side"), base=0)
    if one.who == other.who:
        raise Refused("needs_two")
    judged = throw(ctx, one, "first")
    answer = None
    if judged.success:
        pass_on(ctx.state, one.who, other, judged.total, judged.dice)
        answer = throw(ctx, other, "second")
    ctx.emit(Resolved("contest", contested(one.who, other.who, judged, answer)))


def pass_on(
    state: CcarpsState, first: str, second: Roll, total: int, dice: tuple[int, ...]
) -> None:
    """The total of the first side's success is the base of the second's roll."""
    second.base, second.source, second.by = total, words.PASSED, first
    second.passed = dice if state.rules.contested_tie == "remaining_dice" else None  # R7


def contested(first: str, second: str, judged: Judged, answer: Judged | None) -> dict[str, Any]:
    """Who has won; after a failure of the first side the second wins without a roll."""
    won_by_second = answer.success if answer is not None else not judged.success
    return {
        "first": judged.to_data(),
        "second": answer.to_data() if answer is not None else None,
        "winner": second if won_by_second else first,
    }


def sides(state: CcarpsState, actor: str | None, args: dict[str, Any]) -> list[str]:
    """The characters of a contest as it is given."""
    named = [args[key].get("who") for key in ("first", "second") if isinstance(args.get(key), dict)]
    return [who for who in named if isinstance(who, str) and who in state.characters]
