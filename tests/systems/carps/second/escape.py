"""Leaving the fight (C37 to C41)."""

from __future__ import annotations

from tests.systems.carps.second.abilities import MISS, row
from tests.systems.carps.second.fight import Fight
from tests.systems.carps.second.rolls import target_number


def escape(fight: Fight, me: str, bonus: int) -> None:
    """An escape roll with `bonus` dice of Disengage."""
    foes = fight.foes(me)
    if not foes:
        fight.leaves(me, "escaped")
        return
    runner, setter = fight.people[me], fight.people[_setter(fight, foes)]
    net = bonus + _artist(fight, me) + _protected(fight, me) - _pursuers(fight, setter.name, foes)
    for key, owner in (("t15", runner), ("t14", setter)):
        if key in owner.owned:
            fight.count(key)
    if setter.pc and not runner.pc:
        tn = target_number(setter.attack, runner.defense)
        _, held = fight.roll("prevent", setter.name, me, tn, -net)
        gone = not held
    else:
        tn = target_number(runner.defense, setter.attack)
        _, gone = fight.roll("escape", me, setter.name, tn, net)
    if gone:
        fight.leaves(me, "escaped")
        return
    for foe in foes:
        fight.gain(foe, MISS[row(runner.level)])


def _setter(fight: Fight, foes: list[str]) -> str:
    best = max(fight.people[one].attack for one in foes)
    tied = [one for one in foes if fight.people[one].attack == best]
    tied = [one for one in tied if fight.owns(one, "pursuer")] or tied
    tied = [one for one in tied if fight.people[one].pc] or tied
    return tied[0]


def _artist(fight: Fight, me: str) -> int:
    if not fight.owns(me, "escape_artist"):
        return 0
    fight.count("escape_artist")
    return 1


def _protected(fight: Fight, me: str) -> int:
    charges = fight.take_charges("protect", me)
    if fight.switch["t10_applies_to_escape"]:
        return sum(one.dice for one in charges)
    return len(charges)


def _pursuers(fight: Fight, setter: str, foes: list[str]) -> int:
    """C39."""
    pursuers = [one for one in foes if fight.owns(one, "pursuer")]
    dice = {
        "tn_setter": int(setter in pursuers),
        "any_opponent": min(len(pursuers), 1),
        "stack_all": len(pursuers),
    }[fight.switch["pursuer_scope"]]
    if dice:
        fight.count("pursuer")
    return dice
