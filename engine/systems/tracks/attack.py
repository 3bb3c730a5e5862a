"""One attack, from the declared action to the marked damage (T34, T35, T38 to T40, T43 to T46)."""

from __future__ import annotations

from typing import Any

from engine.events import PartRefused, Resolved
from engine.resolution import Refused
from engine.systems.tracks import declared, reactions, words
from engine.systems.tracks import options as given
from engine.systems.tracks.bidding import hold_bids
from engine.systems.tracks.challenges import Roll, winner
from engine.systems.tracks.combat import act_fault, require
from engine.systems.tracks.facts import TurnFinished
from engine.systems.tracks.health import collapses_at_once, judge, mark, pay
from engine.systems.tracks.model import TRACK_OF, Combat, Ctx, TracksState, combat_of
from engine.systems.tracks.moves import active_fault, spend_action, target_fault
from engine.systems.tracks.numbers import room


class Attack:
    """The record of one attack. `responder` answers it: the target, or who protects it before."""

    def __init__(self, ctx: Ctx, actor: str, target: str, args: dict[str, Any]) -> None:
        self.ctx = ctx
        self.actor = actor
        self.target = target
        self.args = args
        self.ranged = given.flag(args, "ranged")
        self.responder = target
        self.reply: dict[str, Any] = {}
        self.clash = False
        self.margin = 0
        self.outcome: dict[str, Any] = {"damage": None, "victim": None, "track": None, "marked": 0}

    @property
    def combat(self) -> Combat:
        return self.ctx.encounter

    def attribute(self, who: str, place: str) -> str:
        return str(self.combat.setups[who][place])

    def name(self, who: str) -> str:
        return str(self.ctx.state.characters[who].name)


def attack_fault(
    state: TracksState, actor: str, target: str | None = None, **args: Any
) -> Refused | None:
    """On one's own turn, with an action; in melee only in the same engagement (T38)."""
    fault = act_fault(state, actor) or active_fault(state, actor)
    fault, combat = fault or target_fault(state, actor, target), combat_of(state)
    if fault is None and combat is not None and target is not None:
        ranged = args.get("ranged", False)
        if not ranged and target not in combat.group(actor):
            return Refused("not_engaged_with", who=state.characters[target].name)
    return fault


def attack(ctx: Ctx, actor: str, target: str, **args: Any) -> None:
    """`{target, ranged?, ..., defend?, protect_before?, bids?, protect_after?, damage?, ...}`"""
    require(attack_fault(ctx.state, actor, target, **args))
    record = Attack(ctx, actor, target, args)
    accept = given.names(args, "accept")
    check_attacker(record)
    spend_action(ctx, actor)
    choose_reply(record)
    first, second = make_rolls(record)
    first.throw()
    second.throw()
    hold_bids(ctx, [first, second], args)
    first.settle()
    second.settle()
    best, by = winner(first, second)
    results = [first.result, second.result]
    record.margin = abs(results[0] - results[1])  # T38: a tie won has margin 0
    if best is first:
        victim = protect_after(record)
        deal(record, "damage", actor, victim, suffers_on(record, victim))
    elif record.clash:  # T35
        track = TRACK_OF[record.attribute(actor, "defense")]
        deal(record, "counter_damage", record.responder, actor, track)
    data = {"who": actor, "responder": record.responder, "results": results}
    data |= {"winner": best.who, "by": by, **record.outcome}
    victim = record.outcome["victim"]
    if victim is not None and collapses_at_once(ctx):  # T23
        judge(ctx, [victim], accept, given.asks(args))
    ctx.emit(Resolved("attack", data))


def check_attacker(record: Attack) -> None:
    given.able(record.ctx.state, record.actor)
    given.check(record.ctx, record.actor, record.attribute(record.actor, "attack"), record.args)


# Who answers, and how


def choose_reply(record: Attack) -> None:
    """The target defends or clashes; or a protector jumps in before, for 1 (T35, T43, T45)."""
    ctx, args = record.ctx, record.args
    defend = given.mapping(args.get("defend", {}), "defend")
    mode = given.one_of(defend, "mode", reactions.MODES, "defend")
    record.reply = defend
    if "protect_before" in args:
        protect = given.mapping(args["protect_before"], "protect_before")
        if mode == "clash":
            raise Refused("target_clashes")  # T43
        mode = given.one_of(protect, "mode", reactions.MODES, "defend")
        who = given.known(ctx.state, protect.get("who"))
        require(reactions.protect_fault(ctx.state, record, who))
        pay(ctx, who, reactions.PROTECT_COST)
        record.responder, record.reply = who, protect
    elif given.asks(args) and "defend" not in args:
        mode = _asked_reply(record)
    record.clash = mode == "clash"
    if record.clash:
        require(reactions.clash_fault(ctx.state, record, record.responder))
        ctx.emit(TurnFinished(record.combat.id, record.responder))  # T35: win or lose


def _asked_reply(record: Attack) -> str:
    answer = reactions.ask_before(record)
    if answer is None:
        return "defend"
    record.reply = declared.options_of(answer.further)
    if answer.question.who != record.target:
        record.responder = answer.question.who
        pay(record.ctx, record.responder, reactions.PROTECT_COST)
    return str(answer.choice)


def make_rolls(record: Attack) -> tuple[Roll, Roll]:
    """Both sides as the challenge begins: who is half decides by T39 and T40."""
    ctx, actor, responder, combat = record.ctx, record.actor, record.responder, record.combat
    half = reply_half = combat.is_half(actor)
    if ctx.rules.half_combat_defense == "normal":  # T39
        reply_half = record.clash and combat.is_half(responder)
    place = "attack" if record.clash else "defense"
    own, other = record.attribute(actor, "attack"), record.attribute(responder, place)
    check_attacker(record)  # again, for the game master may have changed something meanwhile
    conscious = ctx.state.characters[responder].conscious
    if conscious:
        given.check(ctx, responder, other, record.reply)
    else:
        _helpless(record.reply)
    purpose = "clash" if record.clash else "defend"
    first = Roll(ctx, actor, "attack", own, half, record.args)
    second = Roll(ctx, responder, purpose, other, reply_half, record.reply)
    first.lead = words.LEAD[combat.is_half(actor)]
    if record.clash:
        second.lead = words.LEAD[combat.is_half(responder)]
    if not conscious:
        second.fixed = second.attribute + given.number(record.reply, "modifier", 0)  # T46
    return first, second


def _helpless(reply: dict[str, Any]) -> None:
    """The unconscious have their attribute and a modifier, nothing else (T46)."""
    given.number(reply, "modifier", 0)
    if (
        not given.is_whole(reply.get("raise", 0), 0, 0)
        or given.flag(reply, "specialty")
        or "strategy" in reply
    ):
        raise Refused("helpless")


# What a win does


def protect_after(record: Attack) -> str:
    """Who takes the damage: somebody may step in for 1, without a roll (T43)."""
    ctx, args = record.ctx, record.args
    if "protect_after" in args:
        wanted = args["protect_after"]
        who = wanted.get("who") if isinstance(wanted, dict) else None
        known = isinstance(who, str) and who in ctx.state.characters
        unknown = Refused("unknown_character")
        fault = reactions.after_fault(ctx.state, record, str(who)) if known else unknown
        if fault is None:
            pay(ctx, str(who), reactions.PROTECT_COST)
            return str(who)
        ctx.emit(PartRefused(str(who) if known else None, "protect_after", fault.code))
    elif given.asks(args):
        near = record.combat.group(record.target)
        reach = [one for one in near if reactions.after_fault(ctx.state, record, one) is None]
        who = reactions.ask_after(record, reach)
        if who is not None:
            pay(ctx, who, reactions.PROTECT_COST)
            return who
    return record.responder


def suffers_on(record: Attack, victim: str) -> str:
    """The track of the Defense of whoever takes the damage (T38, T44)."""
    whose = record.target if record.ctx.rules.protect_track == "target_defense" else victim  # T44
    return TRACK_OF[record.attribute(whose, "defense")]


def deal(record: Attack, key: str, dealer: str, victim: str, track: str) -> None:
    """Damage by the mode of whoever deals it (T38, T39, T40)."""
    ctx = record.ctx
    if record.combat.is_half(dealer):  # T39: the margin, and tier 1 at most
        damage = record.margin
        marked = mark(ctx, victim, track, damage, "attack", first_tier=True)
    else:
        damage = max(0, throw_damage(record, key, dealer, victim))  # T38
        marked = mark(ctx, victim, track, damage, "attack")
    record.outcome = {"damage": damage, "victim": victim, "track": track, "marked": marked}


def throw_damage(record: Attack, key: str, dealer: str, victim: str) -> int:
    """An Attack half challenge plus half the margin (T38), with a limit of its own (T10)."""
    ctx, name = record.ctx, record.attribute(dealer, "attack")
    if key not in record.args and given.asks(record.args):
        options = reactions.ask_damage(record, dealer, victim)
    else:
        options = given.mapping(record.args.get(key, {}), key)
    extra = record.margin // 2 if given.flag(options, "add_margin", True) else 0
    left = room(ctx.state.characters[dealer], TRACK_OF[name], ctx.rules)
    raises = options.get("raise", 0)
    if given.is_whole(raises, 1, given.LIMIT) and raises > left:
        ctx.emit(PartRefused(dealer, f"{key}.raise", "no_room"))
        options = {**options, "raise": 0}
    given.check(ctx, dealer, name, options)
    roll = Roll(ctx, dealer, "damage", name, True, options, ((extra, "margin"),))
    roll.throw()
    if given.asks(record.args):
        hold_bids(ctx, [roll], {})
    roll.settle()
    return roll.result
