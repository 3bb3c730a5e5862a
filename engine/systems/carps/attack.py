"""One attack, step by step: S1 to S12 of ruling C11.

S1 (declaring and paying) stands with the actions; `resolve` runs the rest. Attacks inside an
attack (C54) run through the same function, with reactions of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.modifiers import Term, owned_terms
from engine.systems.carps.defeat import defeat, is_defeated, lethal_source
from engine.systems.carps.facts import (
    AttackResolved,
    OutcomeChanged,
    ReactionRefused,
    Redirected,
    Rolled,
)
from engine.systems.carps.model import Ctx, is_active
from engine.systems.carps.moves import Move, perform
from engine.systems.carps.numbers import standard_hit, standard_miss, ultimate_miss
from engine.systems.carps.points import gain_levels, gain_rp
from engine.systems.carps.pools import (
    marks,
    negated,
    provocations,
    roll,
    spend_charges,
    timed_dice,
    watch_dice,
)
from engine.systems.carps.reactions import (
    ABOUT_TO_ROLL,
    AFTER,
    DEFEATED,
    OUTCOME,
    REDIRECT,
    AttackWindow,
)
from engine.windows import Intent, hold

STANDARD_ATTACK = "attack"


class Attack:
    """The record of one attack; reactions work on it.

    `move` is the Ultimate Move that it belongs to, None for a Standard Attack. `level0` is the
    attacker's level before anything this attack gives (C8). `charges` tells who granted those
    that were spent on its roll. A hit gives `times` the levels of a Standard Attack, for `action`.
    `result` is hit, miss or negated. Where one move makes several
    attacks, `apart` are the effects that it made before this one (C55).
    """

    def __init__(
        self,
        ctx: Ctx,
        attacker: str,
        defender: str,
        announced: Iterable[dict[str, Any]] = (),
        move: Move | None = None,
    ) -> None:
        self.ctx = ctx
        self.attacker = attacker
        self.defender = defender
        self.move = move
        self.level0 = move.level0 if move else ctx.state.characters[attacker].level
        self.announced = [
            Intent(one["by"], one["use"], {k: v for k, v in one.items() if k not in ("by", "use")})
            for one in announced
        ]
        self.bonus: dict[str, list[Term]] = {"attack": [], "defense": []}
        self.charges: dict[str, list[str]] = {}
        self.on_hit: list[Term] = []
        self.on_miss: list[Term] = []
        self.used: list[tuple[str, str]] = []
        self.action = STANDARD_ATTACK
        self.times = 1
        self.apart: range | None = None
        self.rolled: Rolled | None = None
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

    def level(self, who: str) -> int:
        """A level as the stances compare it (C15), before what the same move has given (C55)."""
        if self.apart is not None and who == self.attacker:
            return self.level0
        return self.ctx.state.characters[who].level

    @property
    def rolled_true(self) -> bool:
        """Whether the roll itself has decided: nobody has turned its outcome round (C19)."""
        return not self.was_used("perfect_defense") and not self.was_used("unstoppable_force")

    def value(self, kind: str) -> int | None:
        """The value of the attack or of the defense, also of the one that nobody rolled (C6)."""
        if self.rolled is None:
            return None
        if self.rolled.type == kind:
            return self.rolled.value
        return 11 - self.rolled.value if self.ctx.rules.virtual_rolls == "mirror" else None  # C6


def resolve(ctx: Ctx, attack: Attack) -> None:
    """S2 to S12 (C11)."""
    react(ctx, attack, REDIRECT)  # S2
    react(ctx, attack, ABOUT_TO_ROLL)  # S3
    if attack.move is None:
        attack_dice, defense_dice = read_pools(ctx, attack)  # S4
    elif ctx.rules.ultimate_pool_timing == "after_gain":  # C17
        perform(ctx, attack.move, attack.defender)  # S5
        attack_dice, defense_dice = read_pools(ctx, attack)  # S4
    else:
        attack.apart = attack.move.made
        attack_dice, defense_dice = read_pools(ctx, attack)  # S4
        perform(ctx, attack.move, attack.defender)  # S5
    roll_attack(ctx, attack, attack_dice, defense_dice)  # S6
    react(ctx, attack, OUTCOME)  # S7
    lethal = lethal_source(ctx, attack) if attack.result == "hit" else ""
    attacker, defender = attack.attacker, attack.defender
    ctx.emit(AttackResolved(ctx.encounter.id, attacker, defender, attack.result, lethal))
    give_results(ctx, attack)  # S8
    if is_defeated(ctx, attack):  # S9
        react(ctx, attack, DEFEATED)  # S10
        if not attack.saved:
            defeat(ctx, attack)
    react(ctx, attack, AFTER)  # S11
    close(ctx, attack)  # S12


def react(ctx: Ctx, attack: Attack, window: str) -> None:
    """Opens a window, if anybody here has something for it or has announced anything."""
    if attack.announced or window in ctx.index():
        hold(ctx, AttackWindow(ctx, attack, window), attack.announced)


def read_pools(ctx: Ctx, attack: Attack) -> tuple[list[Term], list[Term]]:
    """S4: the dice of the attack and those of the defense (C15, C16)."""
    attacker, defender = attack.attacker, attack.defender
    assists = spend_charges(ctx, "assist", attacker)
    protects = spend_charges(ctx, "protect", defender)
    attack.charges = {
        "assist": [term.who for term in assists],
        "protect": [term.who for term in protects],
    }
    attack_dice = [
        *owned_terms(ctx, "attack_dice", attacker, attack),
        *timed_dice(ctx, attack, "attack"),
        *attack.bonus["attack"],
        *assists,
    ]
    defense_dice = [
        *owned_terms(ctx, "defense_dice", defender, attack),
        *timed_dice(ctx, attack, "defense"),
        *attack.bonus["defense"],
        *protects,
    ]
    return attack_dice, defense_dice


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
    attack.rolled = rolled
    for who in (attacker, defender):
        if who == rolled.roller or ctx.rules.virtual_rolls == "mirror":  # C7
            watch_dice(ctx, who, rolled.dice)


def give_results(ctx: Ctx, attack: Attack) -> None:
    """S8: what a hit or a miss gives (C19)."""
    attacker, defender = attack.attacker, attack.defender
    if attack.result == "hit":
        gain = 0 if attack.move else attack.times * standard_hit(attack.level0)
        terms = [
            Term(gain, attack.action, attacker),
            *attack.on_hit,
            *marks(ctx, attack),
            *owned_terms(ctx, "hit_levels", attacker, attack),
        ]
        gain_levels(ctx, attacker, [term for term in terms if term.amount])
    elif attack.result == "miss":
        row = ultimate_miss if attack.move else standard_miss
        terms = [
            Term(row(attack.level0), "miss", attacker),
            *attack.on_miss,
            *provocations(ctx, attack),
            *owned_terms(ctx, "miss_levels", defender, attack),
        ]
        gain_levels(ctx, defender, terms)
        if not attack.was_used("perfect_defense"):
            gain_rp(ctx, defender, 1, "defense")  # C31


def close(ctx: Ctx, attack: Attack) -> None:
    """S12: what follows from the roll (C24); what never applied is refused."""
    for who in (attack.attacker, attack.defender):
        for _, behaviour in ctx.take_part("attack_ends", who):
            if is_active(ctx, who):
                behaviour(ctx, who, attack)
    for intent in attack.announced:
        ctx.emit(ReactionRefused(intent.user, intent.key, "no_trigger"))
