"""Boxes, unconsciousness, recovery, and what the game master says of a turn (R10, R12 to R16)."""

from __future__ import annotations

from typing import Any

from engine import given
from engine.events import Resolved
from engine.resolution import Refused
from engine.systems.ccarps import words
from engine.systems.ccarps.entries import BARS
from engine.systems.ccarps.facts import ConditionTold, DodgingSet, MarksSet
from engine.systems.ccarps.model import BOXES, CcarpsState, Ctx, Person
from engine.systems.ccarps.numbers import attribute_modifier
from engine.systems.ccarps.rolls import (
    MOST_TECH,
    TWO,
    Roll,
    known,
    require,
    throw,
    wound_terms,
)
from engine.systems.ccarps.tables import HEALERS

MINUTES = {"mental": 10, "physical": 600, "spiritual": 600}  # R16


def condition(person: Person) -> str:
    if person.dead:
        return "dead"
    return "unconscious" if person.unconscious else "conscious"


def from_bar(bar: str) -> tuple[str, ...]:
    """The bars in the order in which damage to one runs through them (R12)."""
    place = BARS.index(bar)
    return (*BARS[place:], *BARS[:place])


def mark(ctx: Ctx, who: str, bar: str, amount: int, why: str) -> int:
    """Marks boxes; what finds no room runs on, what finds none at all is lost (R12)."""
    person = ctx.state.characters[who]
    before, left = condition(person), max(0, amount)
    for name in from_bar(bar):
        marked = person.marks[name]
        part = min(left, BOXES - marked)
        if part > 0:
            ctx.emit(MarksSet(who, name, part, marked + part, why))
            left -= part
    tell_condition(ctx, who, before)
    return max(0, amount) - left


def tell_condition(ctx: Ctx, who: str, before: str) -> None:
    now = condition(ctx.state.characters[who])
    if now != before:
        ctx.emit(ConditionTold(who, now))


def living_fault(
    state: CcarpsState, actor: str | None, who: Any = None, **_: Any
) -> Refused | None:
    person = state.characters[known(state, who if who is not None else actor)]
    return Refused("is_dead", who=person.name) if person.dead else None


def hurt(ctx: Ctx, actor: None, who: str, **args: Any) -> None:
    """`{who, bar, amount}`: damage from outside."""
    require(living_fault(ctx.state, actor, who))
    bar = given.one_of(args, "bar", BARS)
    marked = mark(ctx, who, bar, given.number(args, "amount"), "hurt")
    ctx.emit(Resolved("hurt", {"who": who, "marked": marked}))


def unconscious_fault(
    state: CcarpsState, actor: str | None, who: Any = None, **_: Any
) -> Refused | None:
    person = state.characters[known(state, who if who is not None else actor)]
    if person.unconscious:
        return None
    return living_fault(state, actor, who) or Refused("not_unconscious", who=person.name)


def unconscious_turn(ctx: Ctx, actor: None, who: str) -> None:
    """`{who}`: under the Charisma modifier, or one more box after the first full bar (R15)."""
    require(unconscious_fault(ctx.state, actor, who))
    person = ctx.state.characters[who]
    number = attribute_modifier(person, "charisma", ctx.rules)
    roll = Roll(who, TWO, number, words.CHARISMA, criticals=False)
    if ctx.rules.unconscious_wounds == "applied":  # R15
        roll.own = wound_terms(ctx.state, who)
    judged = throw(ctx, roll, "unconscious")
    marked = 0
    if not judged.success:
        marked = mark(ctx, who, from_bar(person.full_bars[0])[1], 1, "unconscious")
    told = {"tn": judged.tn, "total": judged.total, "success": judged.success}
    ctx.emit(Resolved("unconscious_turn", {"who": who, **told, "marked": marked}))


def recover_fault(
    state: CcarpsState, actor: str | None, who: Any = None, **args: Any
) -> Refused | None:
    """What can be healed, by whom (R16)."""
    person = state.characters[known(state, who if who is not None else actor)]
    bar, healer = given.one_of(args, "bar", BARS), args.get("healer")
    if person.dead:
        return Refused("is_dead", who=person.name)
    if not person.marks[bar]:
        return Refused("empty_bar", who=person.name, bar=bar.capitalize())
    if len(person.full_bars) > 1 and healer != "surgeon":
        return Refused("needs_surgeon", who=person.name)
    if bar == "physical" and healer in HEALERS and person.physical > HEALERS[healer]:
        return Refused("needs_better_healer", marked=person.physical, most=HEALERS[healer])
    return None


def recover(ctx: Ctx, actor: None, who: str, **args: Any) -> None:
    """`{who, bar, healer?, tech?}`: how long it takes; then the bar is clear (R16)."""
    person = ctx.state.characters[known(ctx.state, who)]
    bar = given.one_of(args, "bar", BARS)
    if "healer" in args or bar == "physical":
        given.one_of(args, "healer", tuple(HEALERS))
    require(recover_fault(ctx.state, actor, who, **args))
    boxes = sum(person.marks.values()) if bar != "spiritual" else person.spiritual
    minutes = MINUTES[bar] * boxes
    if bar == "physical":
        level = given.number(args, "tech", None, 1, MOST_TECH)
        minutes = -(-minutes // level)  # rounded up to a minute
    before, cleared = condition(person), person.marks[bar]
    ctx.emit(MarksSet(who, bar, -cleared, 0, "recovered"))
    tell_condition(ctx, who, before)
    ctx.emit(Resolved("recover", {"who": who, "minutes": minutes, "cleared": cleared}))


def turn_start(ctx: Ctx, actor: None, who: str) -> None:
    """`{who}`: its turn starts; actions given up come back (R25)."""
    act_again(ctx, known(ctx.state, who))
    ctx.emit(Resolved("turn_start", {"who": who}))


def act_again(ctx: Ctx, who: str) -> None:
    if ctx.state.characters[who].dodging:
        ctx.emit(DodgingSet(who, False))
