"""Late entry: who may come in, where in the order, and how strong (C42 to C45)."""

from __future__ import annotations

from engine.events import OrderSet
from engine.resolution import Refused
from engine.systems.carps.facts import Entered, EntryPlanned
from engine.systems.carps.model import CarpsState, Ctx, Fight, active

POSITIONS = ("next", "next_round")


def entry_fault(state: CarpsState, fight: Fight, who: str, ended: str | None) -> Refused | None:
    """Why a character may not enter (C42); `ended` is whose turn ends with it, if one does."""
    fighter = state.characters[who]
    if fighter.encounter is None:
        return None
    if fighter.encounter != fight.id or fighter.status == "active":
        return Refused("already_in_combat", who=fighter.name)
    gone = fighter.status == "escaped" and not state.rules.reentry_after_escape  # C42
    if fighter.status == "defeated" or gone or who == ended:
        return Refused("cannot_reenter", who=fighter.name)
    return None


def place_fault(
    state: CarpsState, fight: Fight, who: str, ended: str, position: str
) -> Refused | None:
    """Whether that place in the order may be taken at the end of that turn (C43)."""
    if position not in POSITIONS:
        return Refused("bad_position")
    later = fight.order[fight.order.index(ended) + 1 :]
    if position == "next_round" and any(state.characters[one].status == "active" for one in later):
        return Refused("others_still_to_act", who=state.characters[who].name)
    return None


def waiting(state: CarpsState, encounter: str) -> list[str]:
    """Those who wait to enter an encounter, in the order of the table's characters."""
    return [
        who
        for who, one in state.characters.items()
        if one.entering is not None and one.entering[0] == encounter
    ]


def who_enters(state: CarpsState, fight: Fight, ended: str) -> tuple[str, str] | None:
    """The first of those who wait and may enter at the end of that turn, and where."""
    for who in waiting(state, fight.id):
        position = (state.characters[who].entering or POSITIONS)[1]
        if (
            entry_fault(state, fight, who, ended) is None
            and place_fault(state, fight, who, ended, position) is None
        ):
            return who, position
    return None


def take_place(ctx: Ctx, who: str, ended: str, position: str) -> None:
    """Directly after whose turn ended, or first in the order; an old place is given up (C43)."""
    fight = ctx.encounter
    others = [one for one in fight.order if one != who]
    place = others.index(ended) + 1 if position == "next" else 0
    ctx.emit(OrderSet(fight.id, [*others[:place], who, *others[place:]]))


def average(levels: list[int], rounding: str) -> int:
    """The average of some levels, rounded by the switch of C44."""
    count, summed = len(levels) or 1, sum(levels)
    return {
        "down": summed // count,
        "nearest": (2 * summed + count) // (2 * count),
        "up": -(-summed // count),
    }[rounding]


def come_in(ctx: Ctx, who: str) -> None:
    """At the beginning of its first turn: the level (C44), then what entering gives (C45)."""
    fight, characters = ctx.encounter, ctx.state.characters
    others = [characters[one].level for one in active(ctx.state, fight) if one != who]
    base = characters[who].base
    level = max(base, average(others, ctx.rules.late_entry_rounding))  # C44
    ctx.emit(Entered(fight.id, who, level, others, base))
    for _, behaviour in ctx.take_part("entered", who):
        behaviour(ctx, who)


def enter_fault(
    state: CarpsState, actor: str, encounter: str = "", next_round: bool = False
) -> Refused | None:
    fighter, fight = state.characters[actor], state.encounters.get(encounter)
    if fighter.stands():
        return Refused("already_in_combat", who=fighter.name)
    if fight is None:
        return Refused("no_fight", who=fighter.name)
    return Refused("combat_over") if fight.over else entry_fault(state, fight, actor, None)


def enter(ctx: Ctx, actor: str, encounter: str, next_round: bool = False) -> None:
    """Waits for the end of the running turn, or for that of the round (C43)."""
    fault = enter_fault(ctx.state, actor, encounter)
    if fault is not None:
        raise fault
    ctx.emit(EntryPlanned(actor, [encounter, POSITIONS[next_round]]))


def stay_out_fault(state: CarpsState, actor: str) -> Refused | None:
    fighter = state.characters[actor]
    return Refused("not_waiting", who=fighter.name) if fighter.entering is None else None


def stay_out(ctx: Ctx, actor: str) -> None:
    fault = stay_out_fault(ctx.state, actor)
    if fault is not None:
        raise fault
    ctx.emit(EntryPlanned(actor, None))
