"""Bidding: raises after the throw, by either side, until both pass (T9 to T11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.resolution import Answer, Option, Question
from engine.systems.tracks import duel
from engine.systems.tracks import options as given
from engine.systems.tracks.facts import BidPassed, PartRefused
from engine.systems.tracks.model import Ctx
from engine.systems.tracks.numbers import room

if TYPE_CHECKING:
    from engine.systems.tracks.challenges import Roll


def hold_bids(ctx: Ctx, rolls: list[Roll], args: dict[str, Any]) -> None:
    """Bids that came with the command, in their order; then both sides are asked, if any are."""
    bids = args.get("bids", [])
    if not isinstance(bids, list):
        raise given.malformed("bids are a list")
    for place, bid in enumerate(bids):
        wanted = bid if isinstance(bid, dict) else {}
        roll = next((one for one in rolls if one.who == wanted.get("who")), None)
        raises = wanted.get("raise", 1)
        why = "no_such_side" if roll is None else fault(roll, rolls, raises)
        if roll is None or why:
            ctx.emit(PartRefused(roll.who if roll else None, f"bids[{place}]", why))
        else:
            roll.bid(raises, 1)
    if given.asks(args):
        _ask_both(ctx, rolls)


def most(roll: Roll) -> int:
    """How often a side may still raise: the limit of 3 (T10), and the room (T13)."""
    left = given.LIMIT - roll.raised
    if roll.ctx.rules.sixes_count_toward_limit:  # T10
        left -= roll.sixes
    return min(left, room(roll.ctx.state.characters[roll.who], roll.track, roll.ctx.rules))


def fault(roll: Roll, rolls: list[Roll], raises: Any) -> str:
    """Why a side may not raise now, or nothing. A raise larger than allowed is refused whole."""
    if roll.fixed is not None:
        return "unconscious"
    if not given.is_whole(raises, 1):
        return "no_number"
    if raises > most(roll):
        return "over_the_limit"
    if roll.ctx.rules.bidding == "loser_only" and len(rolls) == 2 and not _behind(roll, rolls):
        return "not_behind"
    return ""


def _behind(roll: Roll, rolls: list[Roll]) -> bool:
    """T11: a lower result, or an equal one and an attribute that is not higher."""
    other = rolls[0] if roll is rolls[1] else rolls[1]
    if roll.result != other.result:
        return roll.result < other.result
    return roll.attribute <= other.attribute


def _raises(answer: Answer) -> bool:
    return answer.choice is not None


def _ask_both(ctx: Ctx, rolls: list[Roll]) -> None:
    """Both are asked at once; passing stands until the other raises (T11)."""
    passed: list[str] = []
    round_ = 1
    while True:
        asked = [roll for roll in rolls if roll.who not in passed and not fault(roll, rolls, 1)]
        answers = ctx.ask([question(roll, rolls, round_) for roll in asked], first=_raises)
        raising = next((one for one in answers if one.choice is not None), None)
        for one in answers:
            if one is not raising:
                ctx.emit(BidPassed(one.question.who, round_))
                passed.append(one.question.who)
        if raising is None:
            return
        roll = next(one for one in rolls if one.who == raising.question.who)
        round_ += 1
        roll.bid(int(raising.further["raises"]), round_)
        passed = []


def question(roll: Roll, rolls: list[Roll], round_: int) -> Question:
    """Raise or pass, with the numbers and the exact chance of whoever is asked."""
    count = most(roll)
    further = {
        "key": "raises",
        "label": "Raises",
        "options": [{"value": str(one), "label": str(one)} for one in range(1, count + 1)],
    }
    name = roll.ctx.state.characters[roll.who].name
    option = Option(
        "raise",
        "Raise",
        f"tension +1 on {roll.track.capitalize()}",
        f"leaves {count - 1} more",
        "One more d6.",
        [further],
    )
    return Question(
        "bid",
        roll.who,
        duel.standing(roll, rolls),
        [option],
        "Pass",
        purse={"label": "Room", "text": f"{count} more"},
        scope_text=f"{name}: {roll.purpose}",
        round=round_,
        place="card",
        equal=True,
        blocks=duel.chance_blocks(roll, rolls),
    )
