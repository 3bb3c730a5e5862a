"""Bidding: raises after the throw, by either side, until both pass (T9 to T11)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.events import PartRefused
from engine.resolution import Answer, Option, Question, Refused
from engine.systems.tracks import duel, words
from engine.systems.tracks import options as given
from engine.systems.tracks.facts import BidPassed, BidsOpened
from engine.systems.tracks.health import room_fault
from engine.systems.tracks.model import Ctx, TracksState
from engine.systems.tracks.numbers import room

if TYPE_CHECKING:
    from engine.systems.tracks.challenges import Roll


def check_bids(args: dict[str, Any]) -> None:
    """Where people are asked, bids that cannot be read are refused before anybody is."""
    if given.asks(args) and not isinstance(args.get("bids", []), list):
        raise given.malformed("bids are a list")


def hold_bids(ctx: Ctx, rolls: list[Roll], args: dict[str, Any]) -> None:
    """Bids that came with the command, in their order; then both sides are asked, if any are."""
    bids = args.get("bids", [])
    if not isinstance(bids, list):
        raise given.malformed("bids are a list")
    round_ = 1
    for place, bid in enumerate(bids):
        wanted = bid if isinstance(bid, dict) else {}
        roll = next((one for one in rolls if one.who == wanted.get("who")), None)
        raises = wanted.get("raise", 1)
        why = "no_such_side" if roll is None else fault(roll, rolls, raises)
        if roll is None or why:
            ctx.emit(PartRefused(roll.who if roll else None, f"bids[{place}]", why))
        else:
            roll.bid(raises, round_)
            round_ += 1
    if given.asks(args):
        _ask_both(ctx, rolls, round_)


def most(roll: Roll) -> int:
    """How often a side may still raise: the limit of 3 (T10), and the room (T13)."""
    left = given.LIMIT - roll.raised
    if roll.ctx.rules.sixes_count_toward_limit:  # T10
        left -= roll.sixes
    return min(left, room(roll.ctx.state.characters[roll.who], roll.track, roll.ctx.rules))


def fault(roll: Roll, rolls: list[Roll], raises: Any) -> str:
    """Why a side may not raise now, or nothing. A raise larger than allowed is refused whole."""
    if roll.fixed is not None or not roll.ctx.state.characters[roll.who].conscious:
        return "not_conscious"
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


def left(roll: Roll, rolls: list[Roll]) -> int:
    """How often a side may raise in this round of bids."""
    return 0 if fault(roll, rolls, 1) else most(roll)


def _raises(answer: Answer) -> bool:
    return answer.choice is not None


def _passes(ctx: Ctx, round_: int, answer: Answer) -> None:
    if answer.choice is None:
        ctx.emit(BidPassed(answer.question.who, round_))


def _ask_both(ctx: Ctx, rolls: list[Roll], round_: int) -> None:
    """All who may raise are asked at once, until all of them pass; a raise asks anew (T11)."""
    while True:
        asked = [roll for roll in rolls if left(roll, rolls)]
        if not asked:
            return
        ctx.emit(BidsOpened(round_, {roll.who: left(roll, rolls) for roll in rolls}))
        questions = [question(roll, rolls, round_) for roll in asked]
        answers = ctx.ask(questions, first=_raises, heard=partial(_passes, ctx, round_))
        raising = next(filter(_raises, answers), None)
        if raising is None:
            return
        roll = next(one for one in asked if one.who == raising.question.who)
        roll.bid(raising.further["raises"], round_)
        round_ += 1


def question(roll: Roll, rolls: list[Roll], round_: int) -> Question:
    """Raise or pass, with the numbers and the exact chance of whoever is asked."""
    most_, name = left(roll, rolls), roll.ctx.state.characters[roll.who].name
    raises = {
        "key": "raises",
        "label": words.FURTHER["raises"],
        "options": [
            {
                "value": number,
                "label": str(number),
                "cost": words.tension_price(roll.track, number),
                "after": words.raises_left(most_ - number),
            }
            for number in range(1, most_ + 1)
        ],
    }
    option = Option("raise", words.RAISE, further=[raises])
    return Question(
        "bid",
        roll.who,
        duel.standing(roll, rolls),
        [option],
        "Pass",
        purse={"label": words.BIDDING, "text": words.raises_to_spend(most_)},
        scope_text=words.purpose_of(name, roll.purpose),
        round=round_,
        place="card",
        equal=True,
        blocks=duel.chance_blocks(roll, rolls),
        fault=lambda state, _, further: _bid_fault(state, roll, further["raises"]),
    )


def _bid_fault(state: TracksState, roll: Roll, raises: int) -> Refused | None:
    """The game master may have changed something while the question was open."""
    if not state.characters[roll.who].conscious:
        return Refused("not_conscious", who=state.characters[roll.who].name)
    return room_fault(state.characters[roll.who], roll.track, raises, state.rules)
