"""Who brings which dice to an attack (C15, C33, C34, C35, C58): a list with a name for each die."""

from __future__ import annotations

from tests.systems.carps.second.fight import Effect, Fight


def attack_dice(fight: Fight, me: str, target: str, mine: int, without: list[Effect]) -> list[str]:
    """Bonus dice of the attacker, whose level counts as `mine`; effects `without` do not count."""
    theirs = fight.people[target].level
    my_rp, their_rp = fight.people[me].rp, fight.people[target].rp
    heard = fight.hits[fight.people[me].heard :]
    holds = {
        "cs3": theirs < mine,
        "underdog_stance": theirs > mine,
        "lone_wolf_stance": not fight.friends(me),
        "aggressive_teamwork_stance": bool(fight.friends(me)),
        "cs9": fight.round >= 4,
        "punisher_stance": any(
            by == target and on != me and fight.same_side(on, me) for by, on in heard
        ),
        "cs12": (target, me) in heard,
        "cs18": their_rp > my_rp,
        "cs19": their_rp < my_rp,
    }
    timed = [
        one
        for one in fight.effects
        if one.on == me
        and one.what
        in ("cs8", "eternal_rivalry_stance", "spotlight_catcher_stance", "attack_builder")
    ]
    timed += _for_the_side(fight, "um9", me, target)
    return _owned(fight, me, holds) + _names(fight, timed, without)


def attack_penalties(fight: Fight, me: str, without: list[Effect]) -> list[str]:
    return _names(fight, fight.live("attack_breaker", on=me), without)


def defense_dice(
    fight: Fight, me: str, attacker: str, theirs: int, without: list[Effect]
) -> list[str]:
    """Bonus dice of the defender; the attacker's level counts as `theirs`."""
    mine = fight.people[me].level
    my_rp, their_rp = fight.people[me].rp, fight.people[attacker].rp
    holds = {
        "cs1": theirs < mine,
        "cs2": theirs > mine,
        "lone_wolf_stance": not fight.friends(me),
        "defensive_teamwork_stance": bool(fight.friends(me)),
        "cs10": fight.round >= 4,
        "cs16": their_rp > my_rp,
        "cs17": their_rp < my_rp,
    }
    timed = [
        one
        for one in fight.effects
        if one.on == me
        and one.what
        in ("cs8", "eternal_rivalry_stance", "sustained_spotlight_stance", "defense_builder")
    ]
    timed += _for_the_side(fight, "um10", me, attacker)
    return _owned(fight, me, holds) + _names(fight, timed, without)


def defense_penalties(fight: Fight, me: str, without: list[Effect]) -> list[str]:
    return _names(fight, fight.live("defense_breaker", on=me), without)


def _for_the_side(fight: Fight, what: str, me: str, against: str) -> list[Effect]:
    return [
        one for one in fight.live(what, on=against) if one.by != me and fight.same_side(one.by, me)
    ]


def _owned(fight: Fight, me: str, holds: dict[str, bool]) -> list[str]:
    return [key for key, true in holds.items() if true and fight.owns(me, key)]


def _names(fight: Fight, effects: list[Effect], without: list[Effect]) -> list[str]:
    found: list[Effect] = []
    for one in effects:
        if not fight.running(one) or any(one is other for other in without):
            continue
        twice = any((one.what, one.by, one.on) == (old.what, old.by, old.on) for old in found)
        if not twice or fight.switch["same_ability_stacking"] == "stack":
            found.append(one)
    lasting = {one.what for one in found if one.until is None}
    for what in sorted(lasting):
        fight.count(what, 40, 40)
    return [one.what for one in found]
