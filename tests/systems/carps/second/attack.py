"""One attack, S1 to S12 (C11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.systems.carps.second import pools, ultimates
from tests.systems.carps.second.abilities import HIT, MISS, ULTIMATES, row
from tests.systems.carps.second.escape import escape
from tests.systems.carps.second.fight import Charge, Effect, Fight
from tests.systems.carps.second.rolls import target_number
from tests.systems.carps.second.ultimates import Move

Reaction = dict[str, Any]
ABOUT_TO_ROLL = ("extra_effort", "sure_strike", "evasive_maneuvers")
CHANGES = ("perfect_defense", "unstoppable_force", "disrupt_the_assault")
AFTERWARDS = ("perfect_teamwork", "counter_tactics", "combo_breaker", "disengage")


@dataclass
class Attack:
    """`move` is the Ultimate Move that this attack belongs to; `level0` as in S1."""

    by: str
    on: str
    level0: int
    listed: list[Reaction]
    move: Move | None = None
    dynamic: bool = False
    result: str = ""
    taken: int = 0  # levels of Take The Hit for a miss
    redirected: bool = False
    effort: int = 0
    sure: int = 0
    evasive: int = 0
    assisted: list[Charge] = field(default_factory=list)
    protected: list[Charge] = field(default_factory=list)
    values: dict[str, int | None] = field(default_factory=dict)
    defended: bool = False
    forced: bool = False
    done: list[tuple[str, str]] = field(default_factory=list)


def legal_target(fight: Fight, me: str, target: str) -> str | None:
    """Why somebody may not be attacked (C12, C46, C48)."""
    if fight.same_side(me, target):
        return "target_is_ally"
    if not fight.active(target):
        return "target_not_in_combat"
    if (me, target) in fight.barred:
        return "disengaged"
    provokers = [one.by for one in fight.live("provoked", on=me)]
    if fight.switch["provoke_lock"] == "provokers_attackable" and target in provokers:
        return None
    if any(one != target and fight.same_side(one, target) for one in provokers):
        return "provoked"
    return None


def run(fight: Fight, attack: Attack) -> None:
    """S2 to S12; the attack was paid."""
    _redirect(fight, attack)
    _about_to_roll(fight, attack)
    _roll(fight, attack)
    _changes(fight, attack)
    outcome = {"by": attack.by, "on": attack.on, "outcome": attack.result}
    fight.outcomes.append(outcome)
    if attack.result == "hit":
        _hit(fight, attack)
        if _falls(fight, attack):
            _last_stand(fight, attack)
    elif attack.result == "miss":
        _miss(fight, attack)
    for one in _taken_out(attack, AFTERWARDS):
        _afterwards(fight, attack, one)
    _swift(fight, attack)
    for one in attack.listed:
        fight.refuse(one, "no_trigger")


def _taken_out(attack: Attack, uses: tuple[str, ...]) -> Iterator[Reaction]:
    """The listed reactions of some kinds, each taken out of the list before it is looked at."""
    for one in [one for one in attack.listed if one["use"] in uses]:
        attack.listed.remove(one)
        yield one


# S2


def _redirect(fight: Fight, attack: Attack) -> None:
    """C47."""
    for one in _taken_out(attack, ("take_the_hit",)):
        user = one["by"]
        why = fight.why_not(user, "take_the_hit")
        if user == attack.on or not fight.same_side(user, attack.on):
            why = "no_trigger"
        elif attack.redirected:
            why = "already_redirected"
        if why:
            fight.refuse(one, why)
            continue
        level = fight.people[user].level
        attack.taken = 2 if level >= 11 else 1
        fight.count("take_the_hit", level, 11)
        fight.pay_special(user, "take_the_hit")
        attack.on, attack.redirected = user, True


# S3


def _about_to_roll(fight: Fight, attack: Attack) -> None:
    """C14."""
    for one in _taken_out(attack, ABOUT_TO_ROLL):
        user, use = one["by"], one["use"]
        side = attack.on if use == "evasive_maneuvers" else attack.by
        why = "no_trigger" if user != side else _why_not_again(fight, attack, user, use)
        if why:
            fight.refuse(one, why)
            continue
        attack.done.append((user, use))
        if use == "extra_effort":
            attack.effort += 2 if fight.people[user].level >= 15 else 1
        elif use == "sure_strike":
            attack.sure += 2
        else:
            attack.evasive += 2
        fight.count(use, fight.people[user].level, *([15] if use == "extra_effort" else []))
        fight.pay_special(user, use)


def _why_not_again(fight: Fight, attack: Attack, user: str, use: str) -> str | None:
    """C25: once per trigger."""
    if fight.switch["special_once_per_trigger"] and (user, use) in attack.done:
        return "once_per_trigger"
    return fight.why_not(user, use)


# S4 to S6


def _roll(fight: Fight, attack: Attack) -> None:
    early = fight.switch["ultimate_pool_timing"] == "after_gain"
    move = attack.move
    level, without = fight.people[attack.by].level, list[Effect]()
    if move and move.performed and not early:
        level, without = attack.level0, move.effects  # C55
    if move and early:
        ultimates.perform(fight, move, attack.by, attack.on)
        level = fight.people[attack.by].level
    bonus = pools.attack_dice(fight, attack.by, attack.on, level, without)
    hindered = pools.attack_penalties(fight, attack.by, without)
    guard = pools.defense_dice(fight, attack.on, attack.by, level, without)
    open_to = pools.defense_penalties(fight, attack.on, without)
    for key in (*bonus, *hindered, *guard, *open_to):
        fight.count(key)
    attack.assisted = fight.take_charges("assist", attack.by)
    attack.protected = fight.take_charges("protect", attack.on)
    if move and not early:
        ultimates.perform(fight, move, attack.by, attack.on)
    attacking = attack.sure + len(bonus) - len(hindered) + sum(c.dice for c in attack.assisted)
    defending = attack.evasive + len(guard) - len(open_to) + sum(c.dice for c in attack.protected)
    _throw(fight, attack, attacking - defending)


def _throw(fight: Fight, attack: Attack, net: int) -> None:
    """C4 to C6; `net` is signed for the attacker."""
    attacker, defender = fight.people[attack.by], fight.people[attack.on]
    for key, owner in (("t14", attacker), ("t15", defender)):
        if key in owner.owned:
            fight.count(key)
    if defender.pc:
        tn = target_number(defender.defense, attacker.attack)
        value, held = fight.roll("defense", attack.on, attack.by, tn, -net)
        attack.result = "miss" if held else "hit"
    else:
        tn = target_number(attacker.attack, defender.defense)
        value, struck = fight.roll("attack", attack.by, attack.on, tn, net)
        attack.result = "hit" if struck else "miss"
    mirrored = 11 - value if fight.switch["virtual_rolls"] == "mirror" else None
    attack.values = {
        "attack": mirrored if defender.pc else value,
        "defense": value if defender.pc else mirrored,
    }


# S7


def _changes(fight: Fight, attack: Attack) -> None:
    """C18."""
    while attack.result != "negated":
        applying = [one for one in attack.listed if _applies(fight, attack, one)]
        if not applying:
            return
        one = applying[0]
        attack.listed.remove(one)
        user, use = one["by"], one["use"]
        why = fight.why_not(user, use)
        if why:
            fight.refuse(one, why)
            continue
        person = fight.people[user]
        fight.pay_special(user, use)
        if use == "perfect_defense":
            attack.result, attack.defended = "negated" if attack.forced else "miss", True
            person.penalty += 1
            fight.count(use)
        elif use == "unstoppable_force":
            attack.result, attack.forced = "negated" if attack.defended else "hit", True
            person.penalty += 1
            fight.count(use)
        else:
            attack.result = "negated"
            fight.count(use, person.level, 11, 21)
            fight.gain(user, 1 + (person.level >= 11) + (person.level >= 21))


def _applies(fight: Fight, attack: Attack, one: Reaction) -> bool:
    user, use = one["by"], one["use"]
    if use == "perfect_defense":
        return attack.result == "hit" and user == attack.on
    if use == "unstoppable_force":
        return attack.result == "miss" and user == attack.by
    if use == "disrupt_the_assault":
        ally = user != attack.on and fight.same_side(user, attack.on)
        return attack.result == "hit" and ally
    return False


# S8


def _hit(fight: Fight, attack: Attack) -> None:
    """C19."""
    me, target = attack.by, attack.on
    fight.hits.append((me, target))
    levels = 0 if attack.move else HIT[row(attack.level0)] * (2 if attack.dynamic else 1)
    levels += attack.effort
    if attack.protected and fight.owns(me, "line_breaker") and _roll_decided(attack):
        levels += 1
        fight.count("line_breaker")
    techniques = fight.live("um4", by=me, on=target)
    techniques += [
        one for one in fight.live("um11", on=target) if one.by != me and fight.same_side(one.by, me)
    ]
    for one in techniques:
        levels += 2
        fight.count(one.what, 40 * (one.until is None), 40)
    fight.gain(me, levels)


def _miss(fight: Fight, attack: Attack) -> None:
    """C19, C31."""
    target = attack.on
    levels = MISS[row(attack.level0)] + attack.taken
    for one in fight.live("provoke", by=target, on=attack.by):
        levels += one.worth
        fight.count("provoke", 15 * (one.worth == 2), 15)
    if attack.assisted and fight.owns(target, "stalwart_defender") and _roll_decided(attack):
        levels += 1
        fight.count("stalwart_defender")
    fight.gain(target, levels)
    if not attack.defended:
        fight.gain_rp(target, 1)


def _roll_decided(attack: Attack) -> bool:
    return not attack.defended and not attack.forced


# S9, S10


def _falls(fight: Fight, attack: Attack) -> bool:
    """C20, C21."""
    line = fight.people[attack.on].level + fight.threshold(attack.on)
    now = fight.people[attack.by].level
    if fight.live("aura_of_invincibility", on=attack.on):
        fight.count("aura_of_invincibility")
    if fight.owns(attack.on, "t9") and fight.switch["t9_power_threshold"]:
        fight.count("t9")
    if (attack.level0 if fight.switch["defeat_check"] == "before_gain" else now) >= line:
        return True
    attacker = fight.people[attack.by]
    entered = fight.turn == attack.by and attacker.entry_turn == attacker.turn
    assassin = entered and "assassin" in attacker.owned
    if not attack.move and not assassin:
        return False
    falls = now >= line if fight.switch["lethal_comparison"] == "equal_or_exceed" else now > line
    if falls and not attack.move:
        fight.count("assassin")
    return falls


def _last_stand(fight: Fight, attack: Attack) -> None:
    """C22."""
    target = attack.on
    for one in [one for one in attack.listed if one["use"] == "diehard" and one["by"] == target]:
        attack.listed.remove(one)
        why = fight.why_not(target, "diehard")
        if why is None:
            fight.pay_special(target, "diehard")
            fight.gain(target, 5)
            fight.count("diehard")
            return
        fight.refuse(one, why)
    fight.leaves(target, "defeated")


# S11


def _afterwards(fight: Fight, attack: Attack, one: Reaction) -> None:
    """C23."""
    user, use = one["by"], one["use"]
    why = _why_not_again(fight, attack, user, use)
    if not _triggered(fight, attack, user, use):
        why = "no_trigger"
    if why is None and use == "combo_breaker":
        why = _no_move(fight, user, attack.by, one.get("effect"))
    if why:
        fight.refuse(one, why)
        return
    attack.done.append((user, use))
    fight.pay_special(user, use)
    {
        "perfect_teamwork": _perfect_teamwork,
        "counter_tactics": _counter_tactics,
        "combo_breaker": _combo_breaker,
        "disengage": _disengage,
    }[use](fight, attack, one)


def _triggered(fight: Fight, attack: Attack, user: str, use: str) -> bool:
    if use == "perfect_teamwork":
        return user == attack.by and attack.result == "hit" and bool(_helpers(fight, attack))
    if use == "disengage":
        return user == attack.on and attack.result == "miss"
    if user != attack.on or attack.result != "hit":
        return False
    return use == "counter_tactics" or fight.hits_this_turn().count((attack.by, user)) >= 3


def _no_move(fight: Fight, user: str, target: str, effect: Any) -> str | None:
    if effect not in tuple(ULTIMATES) or not fight.owns(user, effect):
        return "no_such_ultimate"
    return legal_target(fight, user, target)


def _helpers(fight: Fight, attack: Attack) -> list[str]:
    return [one.by for one in attack.assisted if one.by != attack.by and fight.active(one.by)]


def _perfect_teamwork(fight: Fight, attack: Attack, one: Reaction) -> None:
    """C53."""
    level = fight.people[one["by"]].level
    for helper in _helpers(fight, attack):
        fight.gain(helper, 3 if level >= 15 else 2)
    fight.count("perfect_teamwork", level, 15)


def _counter_tactics(fight: Fight, attack: Attack, one: Reaction) -> None:
    """C51."""
    fight.gain(one["by"], fight.people[attack.by].gained)
    fight.count("counter_tactics")


def _combo_breaker(fight: Fight, attack: Attack, one: Reaction) -> None:
    """C54."""
    user = fight.people[one["by"]]
    user.penalty += 1
    user.carry_lost = True
    fight.count("combo_breaker")
    nested = [dict(inner) for inner in one.get("reactions", [])]
    move = Move(one["effect"], user.level, None)
    run(fight, Attack(user.name, attack.by, user.level, nested, move))


def _disengage(fight: Fight, attack: Attack, one: Reaction) -> None:
    """C48."""
    fight.count("disengage")
    fight.barred.append((attack.by, one["by"]))
    if one.get("escape", True):
        escape(fight, one["by"], 1)


# S12


def _swift(fight: Fight, attack: Attack) -> None:
    """C24."""
    for key, name in (("swift_opportunist", attack.by), ("swift_reversal", attack.on)):
        value = attack.values["attack" if name == attack.by else "defense"]
        if value != 10 or not fight.owns(name, key) or not fight.active(name):
            continue
        fight.count(key)
        if key == "swift_opportunist" and fight.turn == name:
            fight.people[name].temp += 1
        else:
            fight.people[name].waiting += 1
