"""What people may do about an attack, and how they are asked (T35, T38, T43, T45).

Before the roll the target says how it defends or that it clashes, and others may jump in; after a
hit somebody may take the damage; and whoever deals it says with what.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from engine.events import PartRefused
from engine.resolution import Answer, Option, Question, Refused
from engine.systems.tracks import declared, words
from engine.systems.tracks import options as given
from engine.systems.tracks.combat import has_turn_left
from engine.systems.tracks.health import price_fault
from engine.systems.tracks.model import TRACK_OF, Person, TracksState
from engine.systems.tracks.numbers import step

if TYPE_CHECKING:
    from engine.systems.tracks.attack import Attack

PROTECT_COST = 1
PLACES = {"defend": "defense", "clash": "attack"}
MODES = tuple(PLACES)


def protect_fault(state: TracksState, record: Attack, who: str) -> Refused | None:
    """Who may protect: in the same engagement, conscious, and neither of the two (T43)."""
    person, combat = state.characters[who], record.combat
    if not person.conscious:
        return Refused("not_conscious", who=person.name)
    if who in (record.actor, record.target) or who not in combat.setups:
        return Refused("cannot_protect", who=person.name)
    if who not in combat.group(record.target):
        return Refused("not_engaged_with", who=state.characters[record.target].name)
    return None


def clash_fault(state: TracksState, record: Attack, who: str) -> Refused | None:
    """Able to carry out an active action (T34), and in reach of a ranged attacker (T35)."""
    person, combat = state.characters[who], record.combat
    if not person.conscious:
        return Refused("not_conscious", who=person.name)
    if not has_turn_left(combat, who):
        return Refused("no_turn_left", who=person.name)
    if record.ranged and record.actor not in combat.group(who):
        return Refused("not_engaged_with", who=state.characters[record.actor].name)
    return None


def after_fault(state: TracksState, record: Attack, who: str) -> Refused | None:
    """One protector an attack, and none for who clashes (T43); the price must be payable."""
    if record.clash or record.responder != record.target:
        return Refused("cannot_protect", who=state.characters[record.responder].name)
    return protect_fault(state, record, who) or price_fault(state, who, PROTECT_COST)


def reply_fault(
    record: Attack, who: str, state: TracksState, mode: str, chosen: dict[str, Any]
) -> Refused | None:
    """Why a reply that was offered is not possible; the game master may have changed something."""
    fault, person = None, state.characters[who]
    if who != record.target:
        fault = protect_fault(state, record, who) or price_fault(state, who, PROTECT_COST)
        person = _having_paid(record, person)
    if mode == "clash":
        fault = fault or clash_fault(state, record, who)
    name = record.attribute(who, PLACES[mode])
    return fault or given.fault(state, person, name, declared.options_of(chosen))


# Before the roll


def ask_before(record: Attack) -> Answer | None:
    """The reply that counts: a clash of the target, else protection, else its own defense."""
    ctx, target = record.ctx, record.target
    everybody = [target, *(who for who in record.combat.group(target) if who != target)]
    questions = [
        _own_reply(record) if who == target else _jump_in(record, who) for who in everybody
    ]
    possible = []
    for answer in ctx.ask([one for one in questions if one.options]):
        who = answer.question.who
        if answer.choice is None:
            continue
        fault = reply_fault(record, who, ctx.state, answer.choice, answer.further)
        if fault is None:
            possible.append(answer)
        else:
            ctx.emit(PartRefused(who, "reply", fault.code))
    own = [one for one in possible if one.question.who == target]
    clashing = [one for one in own if one.choice == "clash"]
    others = [one for one in possible if one not in own]
    return next(iter([*clashing, *others, *own]), None)


def _own_reply(record: Attack) -> Question:
    state, who = record.ctx.state, record.target
    person = state.characters[who]
    options = []
    if person.conscious:
        defend = _reply(record, person, "defend", words.DEFEND, "")
        options = [defend] if defend.further else []
    if clash_fault(state, record, who) is None:
        options.append(_reply(record, person, "clash", words.CLASH, words.YOUR_TURN))
    trigger = words.attacked(record.name(record.actor))
    return _reply_question(record, who, trigger, options, words.DEFEND_PLAINLY)


def _jump_in(record: Attack, who: str) -> Question:
    state, options = record.ctx.state, []
    fault = protect_fault(state, record, who) or price_fault(state, who, PROTECT_COST)
    if fault is None:
        person = _having_paid(record, state.characters[who])
        options.append(_reply(record, person, "defend", words.PROTECT, words.ONE_TENSION))
        if clash_fault(state, record, who) is None:
            price = f"{words.ONE_TENSION}, {words.YOUR_TURN}"
            options.append(_reply(record, person, "clash", words.PROTECT_CLASHING, price))
    trigger = words.attacks(record.name(record.actor), record.name(record.target))
    return _reply_question(record, who, trigger, options, words.STAY_OUT)


def _having_paid(record: Attack, person: Person) -> Person:
    """A protector as he is once the price is paid, which counts at once (T12, T43)."""
    paid, track = person.clone(), TRACK_OF[record.combat.support(person.id)]
    now, paid.at_max = step(person, track)
    setattr(paid, f"{track}_tension", now)
    return paid


def _reply(record: Attack, person: Person, mode: str, label: str, price: str) -> Option:
    name = record.attribute(person.id, PLACES[mode])
    further = declared.choices(record.ctx.state, person, (name,), record.args)
    return Option(mode, label, price, effect=words.REPLIES[mode], further=further)


def _reply_question(
    record: Attack, who: str, trigger: str, options: list[Option], decline: str
) -> Question:
    fault, scope = partial(reply_fault, record, who), words.scope(record.ctx.state)
    return Question("reply", who, trigger, options, decline, scope_text=scope, fault=fault)


# After a hit


def ask_after(record: Attack, protectors: list[str]) -> str | None:
    """Who takes the damage instead: the first to say so."""

    def takes(answer: Answer) -> bool:
        return answer.choice is not None

    trigger = words.hits(record.name(record.actor), record.name(record.target))
    take = Option("take", words.TAKE, words.ONE_TENSION, effect=words.TAKING)
    scope = words.scope(record.ctx.state)
    asked = [
        Question(
            "protect_after",
            who,
            trigger,
            [take],
            words.STAY_OUT,
            scope_text=scope,
            fault=partial(_take_fault, record, who),
        )
        for who in protectors
    ]
    answers = record.ctx.ask(asked, first=takes)
    return next((one.question.who for one in answers if takes(one)), None)


def _take_fault(
    record: Attack, who: str, state: TracksState, choice: str, chosen: dict[str, Any]
) -> Refused | None:
    return after_fault(state, record, who)


def ask_damage(record: Attack, dealer: str, victim: str) -> dict[str, Any]:
    """With what damage is thrown: half the margin or not (T38), raises of its own (T10)."""
    ctx, added = record.ctx, record.margin // 2
    name = record.attribute(dealer, "attack")
    further = declared.choices(ctx.state, ctx.state.characters[dealer], (name,), {})
    if added:
        further.insert(0, declared.further("add_margin", words.margin(added)))
    if not further:
        return {}
    throw = Option("throw", words.THROW, effect=words.DAMAGE, further=further)
    trigger = words.hits(record.name(dealer), record.name(victim))
    fault, scope = partial(declared.fault, dealer, name), words.scope(ctx.state)
    plain = words.plain_damage(added)
    question = Question("damage", dealer, trigger, [throw], plain, scope_text=scope, fault=fault)
    answer = ctx.ask([question])[0]
    if answer.choice is None:
        return {}
    margin = {"add_margin": answer.further["add_margin"]} if added else {}
    return {**declared.options_of(answer.further), **margin}
