"""The steps of a fight: who may do what, and what comes of it (C12, C36 to C62)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.systems.carps.second import attack
from tests.systems.carps.second.abilities import (
    INSPIRED,
    SPECIALS,
    ULTIMATE_AP,
    ULTIMATE_RP,
    ULTIMATES,
    row,
)
from tests.systems.carps.second.attack import Attack, legal_target
from tests.systems.carps.second.escape import escape
from tests.systems.carps.second.faults import BAD, Broken
from tests.systems.carps.second.fight import Charge, Effect, Fight
from tests.systems.carps.second.ultimates import Move

Step = dict[str, Any]
Taker = Callable[[Fight, Step], str | None]


def take(fight: Fight, step: Step) -> str | None:
    """Does a step, or says why it is refused."""
    if step["do"] == "end_encounter":
        _end_encounter(fight)
        return None
    if fight.over:
        return "combat_over"
    if step["do"] == "enter":
        return "not_between_turns"
    if step["by"] != fight.turn:
        return "not_your_turn"
    if step["do"] == "end_turn":
        return _end_turn(fight, step)
    if not fight.active(step["by"]):
        return "not_in_combat"
    return _STEPS[step["do"]](fight, step)


def _reactions(step: Step) -> list[dict[str, Any]]:
    return list(step.get("reactions", []))


def _pay(fight: Fight, me: str, ap: int) -> str | None:
    if not fight.has_ap(me, ap):
        return "not_enough_ap"
    fight.pay_ap(me, ap)
    return None


# Actions


def _attack(fight: Fight, step: Step) -> str | None:
    me, on = step["by"], step["on"]
    why = legal_target(fight, me, on) or _pay(fight, me, 1)
    if why:
        return why
    attack.run(fight, Attack(me, on, fight.people[me].level, _reactions(step)))
    return None


def _ultimate(fight: Fight, step: Step) -> str | None:
    me, on, effect = step["by"], step["on"], step["effect"]
    why = _no_move(fight, me, effect) or legal_target(fight, me, on)
    if not why and not fight.can_pay_ultimate(me):
        why = "not_enough_rp"
    why = why or _pay(fight, me, ULTIMATE_AP)
    if why:
        return why
    level = fight.people[me].level
    fight.spend(me, ULTIMATE_RP)
    attack.run(fight, Attack(me, on, level, _reactions(step), Move(effect, level, None)))
    return None


def _no_move(fight: Fight, me: str, effect: Any) -> str | None:
    owned = effect in tuple(ULTIMATES) and fight.owns(me, effect)
    return None if owned else "no_such_ultimate"


def _help(fight: Fight, step: Step) -> str | None:
    """C36, C37."""
    me, on, kind = step["by"], step["on"], step["do"]
    if on not in (me, *fight.friends(me)):
        return "not_an_ally"
    why = _pay(fight, me, 1)
    if why:
        return why
    talent = "t11" if kind == "assist" else "t10"
    two = fight.owns(me, talent) and kind not in fight.people[me].done
    if two:
        fight.count(talent)
    fight.people[me].done.append(kind)
    fight.charges.append(Charge(kind, me, on, 2 if two else 1))
    return None


def _escape(fight: Fight, step: Step) -> str | None:
    why = _pay(fight, step["by"], 1)
    if why:
        return why
    escape(fight, step["by"], 0)
    for one in _reactions(step):
        fight.refuse(one, "no_trigger")
    return None


# Special Attacks


def _special(fight: Fight, step: Step) -> str | None:
    me, use = step["by"], step["use"]
    if use not in _SPECIALS:
        return "needs_trigger" if use in SPECIALS else "not_owned"
    allowed, do = _SPECIALS[use]
    why = fight.why_not(me, use) or allowed(fight, step) or _pay(fight, me, SPECIALS[use].ap)
    if why:
        return why
    level = fight.people[me].level
    fight.pay_special(me, use)
    do(fight, step, level)
    return None


def _always(fight: Fight, step: Step) -> None:
    """Nothing else is needed."""


def _against(fight: Fight, step: Step) -> str | None:
    """Provoke: an opponent, whether or not it may be attacked."""
    if fight.same_side(step["by"], step["on"]):
        return "target_is_ally"
    return None if fight.active(step["on"]) else "target_not_in_combat"


def _provoke(fight: Fight, step: Step, level: int) -> None:
    """C46."""
    me, on = step["by"], step["on"]
    since, until = fight.next_turn(on), fight.until_end(on)
    fight.effects.append(Effect("provoked", me, on, since, until))
    worth = 2 if level >= 15 else 1
    fight.effects.append(Effect("provoke", me, on, None, fight.until_begin(me), worth))


def _inspire(fight: Fight, step: Step, level: int) -> None:
    """C49."""
    lower = [one for one in fight.friends(step["by"]) if fight.people[one].level < level]
    for one in lower:
        fight.gain(one, INSPIRED[row(level)])
        fight.count("inspire_allies", level, 6, 11, 16, 21)


def _not_yet(fight: Fight, step: Step) -> str | None:
    once = fight.switch["combo_finisher_once_per_turn"]
    done = "combo_finisher" in fight.people[step["by"]].done
    return "once_per_turn" if once and done else None


def _combo_finisher(fight: Fight, step: Step, level: int) -> None:
    """C50."""
    me = step["by"]
    hits = sum(by == me for by, _ in fight.hits_this_turn())
    fight.gain(me, hits * (2 if level >= 15 else 1))
    fight.people[me].done.append("combo_finisher")
    if hits:
        fight.count("combo_finisher", level, 15)


def _entering(fight: Fight, step: Step) -> str | None:
    person = fight.people[step["by"]]
    if person.entry_turn != person.turn:
        return "not_entry_turn"
    return legal_target(fight, step["by"], step["on"])


def _dynamic_entry(fight: Fight, step: Step, level: int) -> None:
    """C52."""
    fight.count("dynamic_entry")
    strike = Attack(step["by"], step["on"], level, _reactions(step), dynamic=True, sure=2)
    attack.run(fight, strike)


def _targets(fight: Fight, me: str) -> list[str]:
    return [one for one in fight.foes(me) if legal_target(fight, me, one) is None]


def _anybody(fight: Fight, step: Step) -> str | None:
    me = step["by"]
    return _no_move(fight, me, step["effect"]) or (
        None if _targets(fight, me) else "no_legal_target"
    )


def _give_it_your_all(fight: Fight, step: Step, level: int) -> None:
    """C55."""
    me, lists = step["by"], step.get("reactions_by_target", {})
    fight.count("give_it_your_all")
    targets = _targets(fight, me)
    move = Move(step["effect"], level, targets)
    for target in targets:
        if not fight.active(me):
            return
        if fight.active(target) and (me, target) not in fight.barred:
            attack.run(fight, Attack(me, target, level, list(lists.get(target, [])), move))


_SPECIALS: dict[str, tuple[Taker, Callable[[Fight, Step, int], None]]] = {
    "provoke": (_against, _provoke),
    "inspire_allies": (_always, _inspire),
    "combo_finisher": (_not_yet, _combo_finisher),
    "dynamic_entry": (_entering, _dynamic_entry),
    "give_it_your_all": (_anybody, _give_it_your_all),
}


# Turns


def _end_turn(fight: Fight, step: Step) -> str | None:
    me = step["by"]
    if "enters" not in step:
        fight.end_turn(me)
        fight.begin_turn(fight.pass_places(fight.order.index(me) + 1), late=False)
        return None
    name, position = step["enters"], step.get("position", "next")
    why = _may_enter(fight, me, name)
    if why:
        return why
    if position not in ("next", "next_round"):
        raise Broken(BAD)
    behind = fight.order[fight.order.index(me) + 1 :]
    if position == "next_round" and any(fight.active(one) for one in behind):
        return "others_still_to_act"
    fight.end_turn(me)
    if name in fight.order:
        fight.order.remove(name)  # C42: the old place does not come up any more
    place = fight.order.index(me) + 1
    if position == "next_round":
        for ghost in fight.order[place:]:
            fight.begin_slot(ghost)
            fight.end_slot(ghost)
        place, fight.round = 0, fight.round + 1
    fight.order.insert(place, name)
    fight.begin_turn(name, late=True)
    return None


def _may_enter(fight: Fight, me: str, name: str) -> str | None:
    """C42."""
    status = fight.people[name].status
    if status == "active":
        return "already_in_combat"
    back = fight.switch["reentry_after_escape"] and status == "escaped" and name != me
    return None if status == "outside" or back else "cannot_reenter"


def _end_encounter(fight: Fight) -> None:
    """C62."""
    fight.over = True
    fight.effects, fight.charges = [], []
    for person in fight.people.values():
        person.level = person.base
        person.ap = person.temp = person.carry = 0


_STEPS: dict[str, Taker] = {
    "attack": _attack,
    "assist": _help,
    "protect": _help,
    "escape": _escape,
    "ultimate": _ultimate,
    "special": _special,
}
