"""One attack, step by step: S1 to S12 of ruling C11.

S1 (declaring and paying) stands with the actions; `resolve` runs the rest. Attacks inside an
attack (C54) run through the same function, with reactions of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.modifiers import Term
from engine.resolution import Option, Question, Refused
from engine.systems.carps import words
from engine.systems.carps.book import BOOK
from engine.systems.carps.model import (
    AttackResolved,
    Ctx,
    OutcomeChanged,
    ReactionRefused,
    Redirected,
    StatusSet,
    is_active,
)
from engine.systems.carps.numbers import (
    standard_hit,
    standard_miss,
    ultimate_gain,
    ultimate_miss,
)
from engine.systems.carps.points import gain_levels, gain_rp, rp_cost, spend_rp
from engine.systems.carps.pools import (
    negated,
    roll,
    spend_charges,
    stance_dice,
    timed_dice,
)
from engine.systems.carps.turns import end_if_decided
from engine.windows import Intent, hold

REDIRECT, ABOUT_TO_ROLL, OUTCOME, DEFEATED, AFTER = (
    "redirect",
    "about_to_roll",
    "outcome",
    "defeated",
    "after",
)
STANDARD_ATTACK = "attack"


class Attack:
    """The record of one attack; reactions work on it.

    `move` is the Ultimate Move's key, None for a Standard Attack. `level0` is the attacker's level
    before anything this attack gives (C8). `result` is hit, miss or negated.
    """

    def __init__(
        self,
        ctx: Ctx,
        attacker: str,
        defender: str,
        announced: Iterable[dict[str, Any]] = (),
        move: str | None = None,
    ) -> None:
        self.ctx = ctx
        self.attacker = attacker
        self.defender = defender
        self.move = move
        self.level0 = ctx.state.characters[attacker].level
        self.announced = [
            Intent(one["by"], one["use"], {k: v for k, v in one.items() if k not in ("by", "use")})
            for one in announced
        ]
        self.bonus: dict[str, list[Term]] = {"attack": [], "defense": []}
        self.on_hit: list[Term] = []
        self.on_miss: list[Term] = []
        self.used: list[tuple[str, str]] = []
        self.result = ""
        self.saved = False

    def was_used(self, key: str, user: str | None = None) -> bool:
        return any(one == key and user in (None, who) for who, one in self.used)

    def redirect(self, new: str) -> None:
        self.ctx.emit(Redirected(self.attacker, self.defender, new))
        self.defender = new

    def change(self, result: str, by: str | None = None, ability: str | None = None) -> None:
        self.result = result
        self.ctx.emit(OutcomeChanged(self.attacker, self.defender, result, by, ability))


def resolve(ctx: Ctx, attack: Attack) -> None:
    """S2 to S12 (C11)."""
    hold(ctx, AttackWindow(ctx, attack, REDIRECT), attack.announced)  # S2
    hold(ctx, AttackWindow(ctx, attack, ABOUT_TO_ROLL), attack.announced)  # S3
    if ctx.rules.ultimate_pool_timing == "after_gain":  # C17
        perform(ctx, attack)  # S5
        attack_dice, defense_dice = read_pools(ctx, attack)  # S4
    else:
        attack_dice, defense_dice = read_pools(ctx, attack)  # S4
        perform(ctx, attack)  # S5
    roll_attack(ctx, attack, attack_dice, defense_dice)  # S6
    hold(ctx, AttackWindow(ctx, attack, OUTCOME), attack.announced)  # S7
    ctx.emit(AttackResolved(ctx.encounter.id, attack.attacker, attack.defender, attack.result))
    give_results(ctx, attack)  # S8
    if is_defeated(ctx, attack):  # S9
        hold(ctx, AttackWindow(ctx, attack, DEFEATED), attack.announced)  # S10
        if not attack.saved:
            defeat(ctx, attack)
    hold(ctx, AttackWindow(ctx, attack, AFTER), attack.announced)  # S11
    for intent in attack.announced:  # S12
        ctx.emit(ReactionRefused(intent.user, intent.key, "no_trigger"))


def read_pools(ctx: Ctx, attack: Attack) -> tuple[list[Term], list[Term]]:
    """S4: the dice of the attack and those of the defense (C15, C16)."""
    attacker, defender = attack.attacker, attack.defender
    attack_dice = [
        *stance_dice(ctx, "attack_dice", attacker, defender),
        *timed_dice(ctx, "attack", attacker),
        *attack.bonus["attack"],
        *spend_charges(ctx, "assist", attacker),
    ]
    defense_dice = [
        *stance_dice(ctx, "defense_dice", defender, attacker),
        *timed_dice(ctx, "defense", defender),
        *attack.bonus["defense"],
        *spend_charges(ctx, "protect", defender),
    ]
    return attack_dice, defense_dice


def perform(ctx: Ctx, attack: Attack) -> None:
    """S5: an Ultimate Move gives its levels and its effect, whatever the result (C17, C59)."""
    if attack.move is None:
        return
    gain = Term(ultimate_gain(attack.level0), attack.move, attack.attacker)
    gain_levels(ctx, attack.attacker, [gain])
    for hook, behaviour in BOOK.hooks[attack.move]:
        if hook == "ultimate":
            behaviour(ctx, attack.attacker, attack.defender, attack.level0 >= 40)


def roll_attack(ctx: Ctx, attack: Attack, on_attack: list[Term], on_defense: list[Term]) -> None:
    """S6: one roll with the dice of both sides, by whom C4 names."""
    attacker, defender = attack.attacker, attack.defender
    if ctx.state.characters[defender].control == "pc":  # C4
        dice = [*on_defense, *negated(on_attack)]
        rolled = roll(ctx, "defense", defender, attacker, dice)
        attack.change("miss" if rolled.success else "hit")  # C5
    else:
        dice = [*on_attack, *negated(on_defense)]
        rolled = roll(ctx, "attack", attacker, defender, dice)
        attack.change("hit" if rolled.success else "miss")


def give_results(ctx: Ctx, attack: Attack) -> None:
    """S8: what a hit or a miss gives (C19)."""
    attacker, defender = attack.attacker, attack.defender
    if attack.result == "hit":
        gain = 0 if attack.move else standard_hit(attack.level0)
        terms = [Term(gain, STANDARD_ATTACK, attacker), *attack.on_hit]
        gain_levels(ctx, attacker, [term for term in terms if term.amount])
    elif attack.result == "miss":
        row = ultimate_miss if attack.move else standard_miss
        terms = [Term(row(attack.level0), "miss", attacker)]
        gain_levels(ctx, defender, [*terms, *attack.on_miss])
        if not attack.was_used("perfect_defense"):
            gain_rp(ctx, defender, 1, "defense")  # C31


def is_defeated(ctx: Ctx, attack: Attack) -> bool:
    """S9: whether a hit defeats (C20), by lethal damage too (C21)."""
    if attack.result != "hit":
        return False
    level = ctx.state.characters[attack.attacker].level
    line = ctx.state.characters[attack.defender].defeat_line
    compared = attack.level0 if ctx.rules.defeat_check == "before_gain" else level  # C20
    if compared >= line:
        return True
    if attack.move is None:
        return False
    return level > line or (ctx.rules.lethal_comparison == "equal_or_exceed" and level == line)


def defeat(ctx: Ctx, attack: Attack) -> None:
    level = ctx.state.characters[attack.attacker].level
    line = ctx.state.characters[attack.defender].defeat_line
    met = attack.level0 if attack.level0 >= line else level
    ctx.emit(StatusSet(attack.defender, "defeated", attack.attacker, met, line))
    end_if_decided(ctx)


@dataclass(frozen=True, slots=True)
class Reaction:
    """How an ability takes part in a window of an attack.

    `role(attack, who)` says whose trigger it is, `trigger(attack)` whether it holds now.
    `needs(ctx, attack, user)` names a further fault; `chosen(ctx, attack, user, further)` one of
    the further choices, whose list is `further(ctx, attack, user)`. `once` is "user" or "attack"
    (C25). `use(ctx, attack, user, further)` carries it out, after it was paid for.
    """

    use: Callable[[Ctx, Attack, str, dict[str, Any]], None]
    role: Callable[[Attack, str], bool]
    trigger: Callable[[Attack], bool]
    once: str = ""
    needs: Callable[[Ctx, Attack, str], str | None] = lambda *_: None
    chosen: Callable[[Ctx, Attack, str, dict[str, Any]], str | None] = lambda *_: None
    further: Callable[[Ctx, Attack, str], list[dict[str, Any]]] = lambda *_: []


def reaction(
    key: str,
    window: str,
    role: Callable[[Attack, str], bool],
    trigger: Callable[[Attack], bool] = lambda _: True,
    **more: Any,
) -> Callable[[Callable[[Ctx, Attack, str, dict[str, Any]], None]], Reaction]:
    """Registers the decorated function as the reaction of `key` at `window`."""

    def register(use: Callable[[Ctx, Attack, str, dict[str, Any]], None]) -> Reaction:
        made = Reaction(use, role, trigger, **more)
        BOOK.on(window, key)(made)  # type: ignore[type-var]  # a Reaction stands for its behaviour
        return made

    return register


def attacker_role(attack: Attack, who: str) -> bool:
    return who == attack.attacker


def defender_role(attack: Attack, who: str) -> bool:
    return who == attack.defender


def ally_role(attack: Attack, who: str) -> bool:
    """Anyone else on the defender's side."""
    characters = attack.ctx.state.characters
    return who != attack.defender and characters[who].side == characters[attack.defender].side


def is_hit(attack: Attack) -> bool:
    return attack.result == "hit"


def is_miss(attack: Attack) -> bool:
    return attack.result == "miss"


class AttackWindow:
    """One of the windows of an attack, as `engine.windows.hold` asks for it."""

    def __init__(self, ctx: Ctx, attack: Attack, name: str) -> None:
        self.ctx = ctx
        self.attack = attack
        self.name = name

    def _reaction(self, key: str) -> Reaction | None:
        for hook, behaviour in BOOK.hooks.get(key, ()):
            if hook == self.name and isinstance(behaviour, Reaction):
                return behaviour
        return None

    def holds(self, key: str) -> bool:
        return self._reaction(key) is not None

    def closed(self) -> bool:
        if self.name == OUTCOME:
            return self.attack.result == "negated"
        return self.name == DEFEATED and self.attack.saved

    def applies(self, intent: Intent) -> bool:
        """Only in S7 and S10 does a reaction wait for its trigger; elsewhere it is now or never."""
        if self.name not in (OUTCOME, DEFEATED):
            return True
        found = self._reaction(intent.key)
        attack = self.attack
        return found is not None and found.role(attack, intent.user) and found.trigger(attack)

    def fault(self, user: str, key: str) -> str | None:
        ctx, attack, found = self.ctx, self.attack, self._reaction(key)
        fighter = ctx.state.characters[user]
        if found is None or key not in fighter.abilities:
            return "not_owned"
        if not is_active(ctx, user):
            return "not_in_combat"
        if not found.role(attack, user) or not found.trigger(attack):
            return "no_trigger"
        if fighter.level < BOOK.data[key].level:
            return "level_too_low"
        if found.once == "attack" and attack.was_used(key):
            return "already_redirected"
        only_once = found.once == "user" and ctx.rules.special_once_per_trigger  # C25
        if only_once and attack.was_used(key, user):
            return "once_per_trigger"
        if fighter.rp < rp_cost(ctx.state, user, key):
            return "not_enough_rp"
        return found.needs(ctx, attack, user)

    def use(self, intent: Intent) -> str | None:
        ctx, attack, user = self.ctx, self.attack, intent.user
        found = self._reaction(intent.key)
        if found is None:
            raise Refused("unknown_option")
        why = found.chosen(ctx, attack, user, intent.further)
        if why is not None:
            return why
        attack.used.append((user, intent.key))
        other = attack.attacker if user != attack.attacker else attack.defender
        spend_rp(ctx, user, rp_cost(ctx.state, user, intent.key), intent.key, other)
        found.use(ctx, attack, user, intent.further)
        return None

    def refuse(self, intent: Intent, why: str) -> None:
        self.ctx.emit(ReactionRefused(intent.user, intent.key, why))

    def candidates(self) -> Iterable[tuple[str, str]]:
        """Owners of this window's reactions, the attacker first, then by initiative (C25)."""
        owners = self.ctx.index().get(self.name)
        if not owners:
            return []
        attacker = self.attack.attacker
        order = [attacker, *(one for one in self.ctx.encounter.order if one != attacker)]
        return [(who, key) for who in order for key, _ in owners.get(who, ())]

    def option(self, user: str, key: str) -> Option:
        found, ability = self._reaction(key), BOOK.data[key]
        cost = rp_cost(self.ctx.state, user, key)
        left = self.ctx.state.characters[user].rp - cost
        further = found.further(self.ctx, self.attack, user) if found else []
        return Option(key, ability.name, f"{cost} RP", f"leaves {left}", ability.summary, further)

    def question(self, user: str, options: list[Option]) -> Question:
        ctx, attack = self.ctx, self.attack
        hits = ctx.encounter.hits.count([attack.attacker, user]) + (self.name == OUTCOME)
        return Question(
            self.name,
            user,
            words.trigger(ctx.state, self.name, attack, user, hits),
            options,
            purse={"label": "Reserve", "text": f"{ctx.state.characters[user].rp} RP"},
            scope_text=words.scope(ctx.state, ctx.encounter, attack),
        )
