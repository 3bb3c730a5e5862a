"""Special Attacks: reactions in the windows of an attack, and what is declared on the own turn."""

from __future__ import annotations

from typing import Any

from engine.commands import Arg
from engine.effects import Boundary
from engine.modifiers import Term
from engine.resolution import Refused
from engine.systems.carps import bars
from engine.systems.carps.actions import EFFECT, REACTIONS, TARGET, target_fault, targets_of
from engine.systems.carps.attack import Attack, resolve
from engine.systems.carps.book import BOOK
from engine.systems.carps.declared import special
from engine.systems.carps.escape import try_to_escape
from engine.systems.carps.facts import PenaltyGained
from engine.systems.carps.model import CarpsState, Ctx, allies, is_active
from engine.systems.carps.moves import Move, moves_of
from engine.systems.carps.numbers import inspired
from engine.systems.carps.points import gain_levels
from engine.systems.carps.reactions import (
    ABOUT_TO_ROLL,
    AFTER,
    DEFEATED,
    OUTCOME,
    REDIRECT,
    ally_role,
    attacker_role,
    defender_role,
    is_hit,
    is_miss,
    reaction,
)

Further = dict[str, Any]


def level(ctx: Ctx, who: str) -> int:
    return ctx.state.characters[who].level


@reaction("take_the_hit", REDIRECT, ally_role, once="attack")
def take_the_hit(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    attack.redirect(user)  # C47
    attack.on_miss.append(Term(2 if level(ctx, user) >= 11 else 1, "take_the_hit", user))


@reaction("extra_effort", ABOUT_TO_ROLL, attacker_role, once="user")
def extra_effort(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    attack.on_hit.append(Term(2 if level(ctx, user) >= 15 else 1, "extra_effort", user))  # C14


@reaction("sure_strike", ABOUT_TO_ROLL, attacker_role, once="user")
def sure_strike(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    attack.bonus["attack"].append(Term(2, "sure_strike", user))  # C14


@reaction("evasive_maneuvers", ABOUT_TO_ROLL, defender_role, once="user")
def evasive_maneuvers(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    attack.bonus["defense"].append(Term(2, "evasive_maneuvers", user))  # C14


@reaction("perfect_defense", OUTCOME, defender_role, is_hit)
def perfect_defense(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    met = attack.was_used("unstoppable_force")
    attack.change("negated" if met else "miss", user, "perfect_defense")  # C18
    ctx.emit(PenaltyGained(user, 1, False))


@reaction("unstoppable_force", OUTCOME, attacker_role, is_miss)
def unstoppable_force(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    met = attack.was_used("perfect_defense")
    attack.change("negated" if met else "hit", user, "unstoppable_force")  # C18
    ctx.emit(PenaltyGained(user, 1, False))


@reaction("disrupt_the_assault", OUTCOME, ally_role, is_hit)
def disrupt_the_assault(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    attack.change("negated", user, "disrupt_the_assault")  # C18
    gain = 1 + (level(ctx, user) >= 11) + (level(ctx, user) >= 21)
    gain_levels(ctx, user, [Term(gain, "disrupt_the_assault", user)])


@reaction("diehard", DEFEATED, defender_role)
def diehard(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    attack.saved = True  # C22
    gain_levels(ctx, user, [Term(5, "diehard", user)])


def go_or_stay(ctx: Ctx, attack: Attack, user: str) -> list[dict[str, Any]]:
    options = [{"value": True, "label": "Try to escape"}, {"value": False, "label": "Stay"}]
    return [{"key": "escape", "label": "Then", "options": options}]


@reaction("disengage", AFTER, defender_role, is_miss, once="user", further=go_or_stay)
def disengage(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    bars.raise_for_this_turn(ctx, "disengage", attack.attacker, user)  # C48
    if further.get("escape", True):
        try_to_escape(ctx, user, [Term(1, "disengage", user)])


@reaction("counter_tactics", AFTER, defender_role, is_hit, once="user")
def counter_tactics(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    gained = ctx.state.characters[attack.attacker].gained
    gain_levels(ctx, user, [Term(gained, "counter_tactics", user)])  # C51


def who_assisted(ctx: Ctx, attack: Attack, user: str) -> list[str]:
    return [who for who in attack.charges["assist"] if who != user and is_active(ctx, who)]


def was_assisted(ctx: Ctx, attack: Attack, user: str) -> str | None:
    return None if who_assisted(ctx, attack, user) else "no_trigger"


@reaction("perfect_teamwork", AFTER, attacker_role, is_hit, once="user", needs=was_assisted)
def perfect_teamwork(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    gain = 3 if level(ctx, user) >= 15 else 2
    for who in who_assisted(ctx, attack, user):
        gain_levels(ctx, who, [Term(gain, "perfect_teamwork", user)])  # C53


def third_hit(ctx: Ctx, attack: Attack, user: str) -> str | None:
    """C54: at least three hits on the user this turn, by an attacker who may be attacked."""
    if ctx.encounter.hits_this_turn(attack.attacker, user) < 3:
        return "no_trigger"
    if not moves_of(ctx.state, user):
        return "no_such_ultimate"
    if not is_active(ctx, attack.attacker):
        return "target_not_in_combat"
    if bars.against(ctx.state, user, attack.attacker):
        return "disengaged"
    return None


def own_move(ctx: Ctx, attack: Attack, user: str, further: Further) -> str | None:
    return None if further.get("effect") in moves_of(ctx.state, user) else "no_such_ultimate"


def own_moves(state: CarpsState, user: str) -> list[dict[str, Any]]:
    options = [{"value": key, "label": BOOK.data[key].name} for key in moves_of(state, user)]
    return [{"key": "effect", "label": "Move", "options": options}]


def which_move(ctx: Ctx, attack: Attack, user: str) -> list[dict[str, Any]]:
    return own_moves(ctx.state, user)


@reaction(
    "combo_breaker",
    AFTER,
    defender_role,
    is_hit,
    once="user",
    needs=third_hit,
    chosen=own_move,
    further=which_move,
)
def combo_breaker(ctx: Ctx, attack: Attack, user: str, further: Further) -> None:
    ctx.emit(PenaltyGained(user, 1, True))  # C54
    move = Move(further["effect"], user, level(ctx, user))
    with ctx.inside(f"combo_breaker:{user}"):
        resolve(ctx, Attack(ctx, user, attack.attacker, further.get("reactions", ()), move))


@special("provoke", TARGET)
def provoke(ctx: Ctx, user: str, target: str) -> None:
    ctx.gain_effect(
        "provoke",
        user,
        target,
        pool="provoke",
        amount=2 if level(ctx, user) >= 15 else 1,
        begins=Boundary(target, "begin", ctx.next_turn(target)),
        ends=ctx.until_next_turn_begins(user),
    )  # C46


@special("inspire_allies")
def inspire_allies(ctx: Ctx, user: str) -> None:
    mine = level(ctx, user)
    for who in allies(ctx.state, ctx.encounter, user):
        if level(ctx, who) < mine:
            gain_levels(ctx, who, [Term(inspired(mine), "inspire_allies", user)])  # C49


def once_per_turn(state: CarpsState, user: str, **_: Any) -> Refused | None:
    fight = state.encounters[state.characters[user].encounter or ""]
    again = "combo_finisher" in fight.done
    if again and state.rules.combo_finisher_once_per_turn:  # C50
        return Refused("once_per_turn", what=BOOK.data["combo_finisher"].name)
    return None


@special("combo_finisher", needs=once_per_turn)
def combo_finisher(ctx: Ctx, user: str) -> None:
    each = 2 if level(ctx, user) >= 15 else 1
    gain = each * ctx.encounter.hits_this_turn(user)
    gain_levels(ctx, user, [Term(gain, "combo_finisher", user)])  # C50


def only_on_entry(
    state: CarpsState, user: str, target: str | None = None, **_: Any
) -> Refused | None:
    fighter = state.characters[user]
    if state.encounters[fighter.encounter or ""].entered != user:
        return Refused("not_entry_turn", who=fighter.name)
    return target_fault(state, user, target)


@special("dynamic_entry", TARGET, REACTIONS, needs=only_on_entry)
def dynamic_entry(
    ctx: Ctx, user: str, target: str, reactions: list[dict[str, Any]] | None = None
) -> None:
    attack = Attack(ctx, user, target, reactions or ())
    attack.action, attack.times = "dynamic_entry", 2  # C52
    attack.bonus["attack"].append(Term(2, "dynamic_entry", user))
    resolve(ctx, attack)


def move_and_target(state: CarpsState, user: str, effect: str = "", **_: Any) -> Refused | None:
    if effect not in moves_of(state, user):
        return Refused("no_such_ultimate", who=state.characters[user].name)
    return None if targets_of(state, user) else Refused("no_legal_target")


@special(
    "give_it_your_all",
    EFFECT,
    Arg("reactions_by_target", "announced_each", optional=True),
    needs=move_and_target,
    further=own_moves,
)
def give_it_your_all(
    ctx: Ctx,
    user: str,
    effect: str,
    reactions_by_target: dict[str, list[dict[str, Any]]] | None = None,
) -> None:
    move = Move(effect, user, level(ctx, user), targets_of(ctx.state, user))
    for target in move.targets:
        if is_active(ctx, user) and target_fault(ctx.state, user, target) is None:  # C55
            announced = (reactions_by_target or {}).get(target, ())
            with ctx.inside(f"give_it_your_all:{target}"):
                resolve(ctx, Attack(ctx, user, target, announced, move))
