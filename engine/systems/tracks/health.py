"""Tension, damage, going down and coming round (T13 to T25, T47 to T50)."""

from __future__ import annotations

from engine.resolution import Option, Question, Refused
from engine.systems.tracks import words
from engine.systems.tracks.facts import (
    DamageSet,
    FateSet,
    SetupSet,
    SituationSet,
    StandingSet,
    TensionSet,
)
from engine.systems.tracks.model import (
    MOST_TENSION,
    TRACK_OF,
    TRACKS,
    Ctx,
    Person,
    TracksState,
    combat_of,
    is_stressful,
)
from engine.systems.tracks.numbers import capacity, full_tracks, room, step, tiers
from engine.systems.tracks.rules import TracksRules

MOST_STEPS = MOST_TENSION + 1
FATE_TENSION = 3  # T50


def raise_tension(ctx: Ctx, who: str, track: str, steps: int, why: str) -> None:
    """Steps one by one: past 6 the character is at MAX (T13), where nothing rises more (T14)."""
    person = ctx.state.characters[who]
    for _ in range(min(steps, MOST_STEPS)):
        if person.at_max:
            return
        _set_tension(ctx, who, track, *step(person, track), why)


def lower_tension(ctx: Ctx, who: str, now: dict[str, int], why: str) -> None:
    """Tension on all tracks as it is now; MAX ends as soon as none has 6 (T16)."""
    person = ctx.state.characters[who]
    changed = [track for track in TRACKS if now[track] != person.tension(track)]
    for track in changed:
        lasts = track != changed[-1] or MOST_TENSION in now.values()
        _set_tension(ctx, who, track, now[track], person.at_max and lasts, why)


def _set_tension(ctx: Ctx, who: str, track: str, now: int, at_max: bool, why: str) -> None:
    person = ctx.state.characters[who]
    before, was_max = person.tension(track), person.at_max
    ctx.emit(TensionSet(who, track, before, now, was_max, at_max, why))


def room_fault(person: Person, track: str, steps: int, rules: TracksRules) -> Refused | None:
    """Costs need their full number of steps (T14)."""
    left = room(person, track, rules)
    if steps <= left:
        return None
    return Refused("no_room", who=person.name, track=words.TRACKS[track], steps=steps, left=left)


def price_fault(state: TracksState, who: str, steps: int) -> Refused | None:
    """Why a price on the Support track cannot be paid."""
    combat = combat_of(state)
    track = TRACK_OF[combat.support(who)] if combat else TRACKS[0]
    return room_fault(state.characters[who], track, steps, state.rules)


def pay(ctx: Ctx, who: str, steps: int) -> None:
    """A price on the Support track; it counts at once (T12)."""
    fault = price_fault(ctx.state, who, steps)
    if fault is not None:
        raise fault
    raise_tension(ctx, who, TRACK_OF[ctx.encounter.support(who)], steps, "pay")


def become_stressful(ctx: Ctx) -> None:
    if not is_stressful(ctx.state):
        ctx.emit(SituationSet("stressful"))


def become_calm(ctx: Ctx) -> None:
    """The stressful situation ends: the living at MAX faint (T16)."""
    ctx.emit(SituationSet("calm"))
    for who, person in ctx.state.characters.items():
        if person.at_max and not person.dead:
            faint(ctx, who)


def faint(ctx: Ctx, who: str) -> None:
    person = ctx.state.characters[who]
    if not person.faint:
        ctx.emit(StandingSet(who, "faint", person.down, True, person.dead))


def mark(ctx: Ctx, who: str, track: str, amount: int, why: str, first_tier: bool = False) -> int:
    """Marks damage; beyond a full track it is lost (T21). Returns what the track took."""
    person = ctx.state.characters[who]
    limit = tiers(person, track)[0] if first_tier else capacity(person, track)  # T39
    damage = person.damage(track)
    taken = max(0, min(amount, limit - damage))
    if taken:
        ctx.emit(DamageSet(who, track, taken, damage + taken, why))
    return taken


def heal(ctx: Ctx, who: str, track: str, amount: int, why: str) -> int:
    damage = ctx.state.characters[who].damage(track)
    gone = min(amount, damage)
    if gone:
        ctx.emit(DamageSet(who, track, -gone, damage - gone, why))
    return gone


def collapses_at_once(ctx: Ctx) -> bool:
    """Outside combat, or by the switch; while a combat runs all wait for its cleanup (T23)."""
    return combat_of(ctx.state) is None or ctx.rules.collapse_timing == "immediate"


def falls(person: Person) -> bool:
    """Whether a full track takes its toll; those already down are not judged again (T29)."""
    return bool(full_tracks(person)) and not person.down and not person.dead


def judge(ctx: Ctx, who: list[str], accept: list[str], asks: bool) -> None:
    """Who has a full track goes down, dies, or accepts fate (T23, T49, T50).

    `accept` names those who accept should it come to that; with `asks` the others are asked.
    """
    characters = ctx.state.characters
    falling = [one for one in who if falls(characters[one])]
    choosing = [one for one in falling if characters[one].fate == "can"]
    accepting = [one for one in choosing if one in accept]
    if asks:
        accepting += _ask_fate(ctx, [one for one in choosing if one not in accept])
    for one in falling:
        person = characters[one]
        if not falls(person):  # the game master saw to it while somebody was asked
            continue
        if one in accepting:
            accept_fate(ctx, one)
        elif person.fate == "can" or (
            person.fate == "none" and ctx.rules.npc_full_track == "pass_out"  # T49
        ):
            ctx.emit(StandingSet(one, "down", True, person.faint, False))
        else:
            ctx.emit(StandingSet(one, "dead", person.down, person.faint, True))


def _ask_fate(ctx: Ctx, who: list[str]) -> list[str]:
    """Accepting is chosen at the moment of going down, by the owner alone (T50)."""
    questions = [
        Question(
            "fate",
            one,
            "A track is full: you go down.",
            [
                Option(
                    "accept",
                    "Accept your fate",
                    effect="Tracks empty, tension 3 everywhere. After that a full track kills.",
                )
            ],
            "Go down",
            scope_text=words.scope(ctx.state),
        )
        for one in who
    ]
    if not questions:
        return []
    return [one.question.who for one in ctx.ask(questions) if one.choice is not None]


def accept_fate(ctx: Ctx, who: str) -> None:
    """All tracks empty, tension 3 everywhere, MAX ends; faintness stays (T50)."""
    ctx.emit(FateSet(who, "accepted"))
    for track in TRACKS:
        heal(ctx, who, track, capacity(ctx.state.characters[who], track), "fate")
    lower_tension(ctx, who, dict.fromkeys(TRACKS, FATE_TENSION), "fate")


def wake(ctx: Ctx, who: str) -> None:
    """Who is down comes round as soon as no track is full (T23, T25, T47)."""
    person = ctx.state.characters[who]
    if person.down and not full_tracks(person):
        ctx.emit(StandingSet(who, "awake", False, person.faint, person.dead))


def rest(ctx: Ctx, who: str, times: int) -> None:
    """T24: each time 1 less tension on each track, 1 less damage on those in tier 1 only."""
    person = ctx.state.characters[who]
    if person.dead:
        return
    for track in TRACKS:
        if person.damage(track) <= tiers(person, track)[0]:
            heal(ctx, who, track, times, "rest")
    now = {track: max(0, person.tension(track) - times) for track in TRACKS}
    lower_tension(ctx, who, now, "rest")
    if person.faint and person.highest_tension == 0:
        ctx.emit(StandingSet(who, "awake", person.down, False, False))


def leave_half_combat(ctx: Ctx) -> None:
    """T41: at MAX a half combatant goes over to normal combat, or faints, as chosen at setup."""
    combat = combat_of(ctx.state)
    for who, setup in combat.setups.items() if combat else ():
        person: Person = ctx.state.characters[who]
        if combat is None or not setup.get("half") or not person.at_max or person.dead:
            continue
        if setup.get("on_max", "normal") == "drop":
            faint(ctx, who)
        else:
            ctx.emit(SetupSet(combat.id, who, {**setup, "half": False, "social": False}))
