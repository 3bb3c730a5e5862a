"""Reactions: how an ability takes part in a window of an attack, and the windows themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.resolution import Option, Question, Refused
from engine.systems.carps import words
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import ReactionRefused
from engine.systems.carps.model import Ctx, is_active
from engine.systems.carps.points import rp_cost, spend_rp
from engine.windows import Intent

if TYPE_CHECKING:
    from engine.systems.carps.attack import Attack

REDIRECT, ABOUT_TO_ROLL, OUTCOME, DEFEATED, AFTER = (
    "redirect",
    "about_to_roll",
    "outcome",
    "defeated",
    "after",
)


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
        for _, behaviour in BOOK.at(self.name, (key,)):
            if isinstance(behaviour, Reaction):
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
        hits = ctx.encounter.hits_this_turn(attack.attacker, user) + (self.name == OUTCOME)
        return Question(
            self.name,
            user,
            words.trigger(ctx.state, self.name, attack, user, hits),
            options,
            purse={"label": "Reserve", "text": f"{ctx.state.characters[user].rp} RP"},
            scope_text=words.scope(ctx.state, ctx.encounter, attack),
        )
