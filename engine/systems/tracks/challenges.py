"""Challenges: one side's dice, single and opposed challenges, ties (T1 to T18)."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.events import Resolved
from engine.resolution import Option, Question, Refused
from engine.systems.tracks import declared, words
from engine.systems.tracks import options as given
from engine.systems.tracks.bidding import hold_bids
from engine.systems.tracks.facts import BidMade, PoolSet, Rolled, Thrown
from engine.systems.tracks.health import become_stressful, raise_tension
from engine.systems.tracks.model import ATTRIBUTES, TRACK_OF, Ctx, is_stressful
from engine.systems.tracks.numbers import half_of, penalty


class Roll:
    """One side of a challenge. What it begins with is taken when it is made (T12).

    `fixed` is the result of who cannot roll (T46), `goal` a target number. `extra` are more terms,
    as [amount, source]; `lead` says in words what a lead brings, where it brings anything.
    """

    def __init__(
        self,
        ctx: Ctx,
        who: str,
        purpose: str,
        attribute: str,
        half: bool,
        options: dict[str, Any],
        extra: tuple[tuple[int, str], ...] = (),
    ) -> None:
        person = ctx.state.characters[who]
        self.ctx = ctx
        self.who = who
        self.purpose = purpose
        self.name = attribute
        self.track = TRACK_OF[attribute]
        self.attribute = person.attribute(attribute)
        self.half = half
        self.options = options
        self.was_stressful = is_stressful(ctx.state)
        self.tension = person.highest_tension  # T5: MAX counts as 6
        counted = half_of(self.attribute, ctx.rules) if half else self.attribute  # T2
        self.terms: list[tuple[int, str]] = [
            (counted, attribute),
            (penalty(person, ctx.rules), "damage"),
            (given.number(options, "modifier", 0), "modifier"),
            *extra,
        ]
        self.groups: list[tuple[str, list[int]]] = []
        self.raised = 0
        self.sixes = 0
        self.bids = 0
        self.fixed: int | None = None
        self.goal: int | None = None
        self.lead = ""

    @property
    def dice(self) -> list[int]:
        return [die for _, dice in self.groups for die in dice]

    def tension_term(self) -> int:
        """Bonus when stressful, penalty when calm (T5), as the challenge began (T12)."""
        if self.was_stressful:
            return self.tension
        lifted = self.ctx.rules.raise_lifts_calm_penalty and is_stressful(self.ctx.state)  # T12
        return 0 if lifted else -self.tension

    @property
    def result(self) -> int:
        """T1"""
        if self.fixed is not None:
            return self.fixed
        return sum(self.dice) + self.tension_term() + sum(amount for amount, _ in self.terms)

    def result_if_stressful(self) -> int:
        """The result once somebody in the challenge has raised: a calm penalty may be gone."""
        lifted = self.ctx.rules.raise_lifts_calm_penalty and self.fixed is None  # T12
        gone = self.tension_term() if lifted and not self.was_stressful else 0
        return self.result - gone

    def told_terms(self) -> list[list[Any]]:
        if self.fixed is not None:  # T46
            modifier = self.fixed - self.attribute
            return [[self.attribute, self.name], *([[modifier, "modifier"]] if modifier else [])]
        terms = [*self.terms, (self.tension_term(), "tension")]
        return [[amount, source] for amount, source in terms if amount]

    def throw(self) -> None:
        """Points, raises, dice, then what sixes bring (T6 to T8, T17)."""
        if self.fixed is None:
            self._throw_dice()
        shown = [[word, dice] for word, dice in self.groups]
        self.ctx.emit(
            Thrown(
                self.who,
                self.purpose,
                self.name,
                self.attribute,
                shown,
                self.told_terms(),
                self.result,
            )
        )

    def _throw_dice(self) -> None:
        ctx, who = self.ctx, self.who
        self._spend_strategy()
        raises = self.options.get("raise", 0)
        if raises:
            become_stressful(ctx)  # T9
            raise_tension(ctx, who, self.track, raises, "raise")
        self.raised = raises
        base = ctx.roll(f"{self.purpose}:{who}", 6, 1 if self.half else 2, by=who)  # T2
        special = self._dice("specialty", int(self.options.get("specialty", False)))  # T18
        extra = self._dice("raise", raises)
        self.groups = [("throw", base), ("specialty", special), ("raise", extra)]
        if self._sixes_count():
            exploding = [*base, *special] if ctx.rules.specialty_explodes else base  # T7
            more = self._explode(exploding.count(6))
            self.groups.append(("six", more))
            if ctx.rules.extra_six_raises_tension:  # T8
                raise_tension(ctx, who, self.track, [*extra, *more].count(6), "six")
        self.groups = [group for group in self.groups if group[1]]

    def _spend_strategy(self) -> None:
        if "strategy" not in self.options:
            return
        ctx = self.ctx
        strategist, amount = given.claim(ctx.state, self.options)
        pool = ctx.state.characters[strategist].pool
        if pool < amount:  # T26: emptied by a claim earlier in the same challenge
            name = ctx.state.characters[strategist].name
            raise Refused("pool_too_small", who=name, left=pool)
        ctx.emit(PoolSet(strategist, self.who, -amount, pool - amount))
        self.terms.append((amount, "strategy"))

    def _dice(self, name: str, count: int) -> list[int]:
        return self.ctx.roll(f"{name}:{self.who}", 6, count, by=self.who) if count else []

    def _sixes_count(self) -> bool:
        if self.ctx.rules.new_stress_sixes == "next_challenge":  # T17
            return self.was_stressful
        return is_stressful(self.ctx.state)

    def _explode(self, sixes: int) -> list[int]:
        """T6: one more die each, tension rises by 1 each."""
        ctx, more = self.ctx, []
        for _ in range(sixes):
            self.sixes += 1
            if ctx.state.characters[self.who].at_max and ctx.rules.max_blocks_six_dice:  # T14
                continue
            raise_tension(ctx, self.who, self.track, 1, "six")
            more += self._dice("six", 1)
        return more

    def bid(self, raises: int, round_: int) -> None:
        """Raises after the throw; each die is thrown at once (T9, T11)."""
        ctx, dice = self.ctx, []
        become_stressful(ctx)
        for _ in range(raises):
            raise_tension(ctx, self.who, self.track, 1, "raise")
            dice += self._dice("bid", 1)
            if dice[-1] == 6 and ctx.rules.extra_six_raises_tension:  # T8
                raise_tension(ctx, self.who, self.track, 1, "six")
        self.raised += raises
        self.bids += 1
        self.groups.append((f"bid {self.bids}", dice))
        ctx.emit(BidMade(self.who, dice, self.result, round_))

    def settle(self) -> None:
        self.ctx.emit(Rolled(self.who, self.purpose, self.dice, self.result))


def ahead(first: Roll, second: Roll) -> tuple[Roll | None, str]:
    """Who is ahead, and by what; nobody if only dice can tell (T4)."""
    if first.result != second.result:
        return (first if first.result > second.result else second), "result"
    if first.attribute != second.attribute:
        return (first if first.attribute > second.attribute else second), "attribute"
    return None, "dice"


def winner(first: Roll, second: Roll) -> tuple[Roll, str]:
    """T4: result, then the full attribute, then plain d6 until they differ."""
    best, by = ahead(first, second)
    while best is None:
        thrown = []
        for roll in (first, second):
            die = roll.ctx.roll(f"tie:{roll.who}", 6, by=roll.who)
            roll.ctx.emit(Rolled(roll.who, "tie", die, die[0]))
            thrown.append(die[0])
        if thrown[0] != thrown[1]:
            best = first if thrown[0] > thrown[1] else second
    return best, by


def single(
    ctx: Ctx,
    who: str,
    purpose: str,
    attribute: str,
    args: dict[str, Any],
    half: bool = False,
    extra: tuple[tuple[int, str], ...] = (),
    goal: int | None = None,
) -> int:
    """A challenge without an opponent, up to its result."""
    given.check(ctx, who, attribute, args)
    roll = Roll(ctx, who, purpose, attribute, half, args, extra)
    roll.goal = goal
    roll.throw()
    hold_bids(ctx, [roll], args)
    roll.settle()
    return roll.result


def challenge(ctx: Ctx, actor: str, **args: Any) -> None:
    """`{attribute, half?, tn?, raise?, specialty?, modifier?, strategy?, bids?}`"""
    given.able(ctx.state, actor)
    attribute, half = given.attribute(args), given.flag(args, "half")
    tn = given.number(args, "tn") if "tn" in args else None
    result = single(ctx, actor, "challenge", attribute, args, half, goal=tn)
    data: dict[str, Any] = {"who": actor, "result": result}
    if tn is not None:
        data["success"] = result > tn  # T3
    ctx.emit(Resolved("challenge", data))


def opposed(ctx: Ctx, actor: str, target: str, **args: Any) -> None:
    """`{attribute, half?, ...}` for the actor, the same for the target in `reply`."""
    if actor == target:
        raise Refused("needs_two")
    given.able(ctx.state, target)
    _check_side(ctx, actor, args)
    if "reply" in args or not given.asks(args):
        reply = given.mapping(args.get("reply"), "The reply")
    else:
        reply = _ask_reply(ctx, actor, target, args)
    sides = ((actor, args), (target, reply))
    for who, one in sides:
        _check_side(ctx, who, one)
    rolls = [
        Roll(ctx, who, "opposed", given.attribute(one), given.flag(one, "half"), one)
        for who, one in sides
    ]
    for roll in rolls:
        roll.throw()  # T17: the first side raises and throws before the second
    hold_bids(ctx, rolls, args)
    for roll in rolls:
        roll.settle()
    best, by = winner(*rolls)
    results = [roll.result for roll in rolls]
    ctx.emit(Resolved("opposed", {"results": results, "winner": best.who, "by": by}))


def _check_side(ctx: Ctx, who: str, options: dict[str, Any]) -> None:
    given.able(ctx.state, who)
    given.flag(options, "half")
    given.check(ctx, who, given.attribute(options), options)


def _ask_reply(ctx: Ctx, actor: str, target: str, args: dict[str, Any]) -> dict[str, Any]:
    """With which attribute the other side opposes, and what it declares beforehand."""
    state, same = ctx.state, given.attribute(args)
    person = state.characters[target]
    order = sorted(ATTRIBUTES, key=lambda name: name != same)
    names = {name: words.with_value(name, person.attribute(name)) for name in order}
    further = declared.choices(state, person, ATTRIBUTES, args)
    oppose = Option(
        "oppose", words.OPPOSE, further=[declared.further("attribute", names), *further]
    )
    question = Question(
        "oppose",
        target,
        words.opposes_you(state.characters[actor].name, same),
        [oppose],
        words.the_same(same),
        scope_text=words.scope(state),
        fault=partial(declared.fault, target, same),
    )
    answer = ctx.ask([question])[0]
    reply = declared.options_of(answer.further)
    return {
        **reply,
        "attribute": answer.further.get("attribute", same),
        "half": args.get("half", False),
    }
