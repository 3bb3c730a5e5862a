"""Ultimate Moves: levels and effects (C17, C55, C57 to C60)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.systems.carps.second.abilities import GAIN, row
from tests.systems.carps.second.fight import Effect, Fight


@dataclass
class Move:
    """One use of an Ultimate Move; `targets` are those declared, None: whoever is attacked."""

    key: str
    level0: int
    targets: list[str] | None
    performed: bool = False
    effects: list[Effect] = field(default_factory=list)

    @property
    def lasting(self) -> bool:
        return self.level0 >= 40


def perform(fight: Fight, move: Move, me: str, on: str) -> None:
    """S5; a second time nothing happens."""
    if move.performed:
        return
    move.performed = True
    gain = GAIN[row(move.level0)]
    fight.gain(me, gain)
    targets = [on] if move.targets is None else move.targets
    before = list(fight.effects)
    if move.key == "collaborated_assault":
        friends = fight.friends(me)
        for friend in friends:
            fight.gain(friend, gain // 2 + 2 * move.lasting)
        if friends:
            fight.count(move.key, move.level0, 40)
    elif move.key == "momentum_builder" and not move.lasting:
        fight.people[me].waiting += 1
        fight.count(move.key)
    elif move.key == "beatdown":
        for target in targets:
            if move.lasting:
                fight.people[target].penalty += 2
            else:
                fight.people[target].beaten += 1
        fight.count(move.key, move.level0, 40)
    else:
        _LASTING[move.key](fight, move, me, targets)
    move.effects = [one for one in fight.effects if not any(one is old for old in before)]


def _effect(
    move: Move,
    me: str,
    on: str,
    since: tuple[str, int] | None,
    until: tuple[str, str, int],
    worth: int = 1,
) -> Effect:
    return Effect(move.key, me, on, since, None if move.lasting else until, worth)


def _own_next_turn(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """Attack Builder, Momentum Builder at level 40."""
    fight.effects.append(_effect(move, me, me, fight.next_turn(me), fight.until_end(me)))


def _own_until_next_turn(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """Defense Builder."""
    fight.effects.append(_effect(move, me, me, None, fight.until_begin(me)))


def _own_next_turn_on_targets(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """UM4."""
    for one in targets:
        fight.effects.append(_effect(move, me, one, fight.next_turn(me), fight.until_end(me)))


def _their_next_turn(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """Attack Breaker, Reserve Breaker."""
    for one in targets:
        fight.effects.append(_effect(move, me, one, fight.next_turn(one), fight.until_end(one)))


def _until_my_next_turn_ends(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """Defense Breaker."""
    for one in targets:
        fight.effects.append(_effect(move, me, one, None, fight.until_end(me)))


def _until_my_next_turn(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """UM9, UM10, UM11."""
    for one in targets:
        fight.effects.append(_effect(move, me, one, None, fight.until_begin(me)))


def _aura(fight: Fight, move: Move, me: str, targets: list[str]) -> None:
    """C60."""
    again = any(one.until is None for one in fight.live(move.key, by=me))
    worth = 1 if move.lasting and again else 5
    fight.effects.append(_effect(move, me, me, None, fight.until_begin(me), worth))
    if move.lasting:
        fight.count(move.key, move.level0, 40)


_LASTING: dict[str, Callable[[Fight, Move, str, list[str]], None]] = {
    "attack_builder": _own_next_turn,
    "momentum_builder": _own_next_turn,
    "defense_builder": _own_until_next_turn,
    "um4": _own_next_turn_on_targets,
    "attack_breaker": _their_next_turn,
    "reserve_breaker": _their_next_turn,
    "defense_breaker": _until_my_next_turn_ends,
    "um9": _until_my_next_turn,
    "um10": _until_my_next_turn,
    "um11": _until_my_next_turn,
    "aura_of_invincibility": _aura,
}
