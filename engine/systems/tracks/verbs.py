"""What can be done in tracks, by characters and by the game master."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.commands import HELP, Arg, Verb
from engine.resolution import Refused
from engine.systems.tracks import buttons, daily
from engine.systems.tracks.attack import attack, attack_fault
from engine.systems.tracks.bidding import check_bids
from engine.systems.tracks.challenges import challenge, opposed
from engine.systems.tracks.combat import (
    cleanup,
    end_turn,
    hold,
    hold_fault,
    interrupt,
    interrupt_fault,
    own_turn_fault,
    turn,
    turn_fault,
)
from engine.systems.tracks.declared import with_points
from engine.systems.tracks.health import leave_half_combat
from engine.systems.tracks.model import ATTRIBUTES, Ctx, TracksState, combat_of
from engine.systems.tracks.moves import (
    advance,
    advance_fault,
    engage,
    extra_action,
    extra_fault,
    revive,
    revive_fault,
    withdraw,
    withdraw_fault,
)

OPTIONS = (
    Arg("raise", "integer", optional=True),
    Arg("modifier", "integer", optional=True),
    Arg("specialty", "flag", optional=True),
    Arg("points", "integer", optional=True),
    Arg("pool", "data", optional=True),
    Arg("strategy", "data", optional=True),
)
BIDS = Arg("bids", "gm_data", optional=True)
QUIET = Arg("quiet", "gm_data", optional=True)
ACCEPT = Arg("accept", "gm_data", optional=True)
ATTRIBUTE = Arg("attribute", "choice")


def told(*keys: str) -> tuple[Arg, ...]:
    """What the game master may announce for others."""
    return tuple(Arg(key, "gm_data", optional=True) for key in keys)


def whole(run: Callable[..., None]) -> Callable[..., None]:
    """A command from what forms and chat give to its end.

    After every step in combat half combatants at MAX leave half combat (T41).
    """

    def run_whole(ctx: Ctx, actor: str | None, **args: Any) -> None:
        check_bids(args)
        run(ctx, actor, **with_points(ctx.state, actor, args))
        leave_half_combat(ctx)

    return run_whole


def verb(key: str, label: str, run: Callable[..., None], *more: Any, **others: Any) -> Verb:
    return Verb(key, label, whole(run), *more, **others)


def gm_verb(
    key: str, label: str, run: Callable[..., None], help_: str, rank: int, *args: Arg, **more: Any
) -> Verb:
    return verb(key, label, run, help_, "", rank, args, gm=True, everyday=False, **more)


def conscious_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    person = state.characters[actor]
    return None if person.conscious else Refused("not_conscious", who=person.name)


def opposed_fault(
    state: TracksState, actor: str, target: str | None = None, **_: Any
) -> Refused | None:
    if target == actor:
        return Refused("needs_two")
    fault = conscious_fault(state, target) if target is not None else None
    return conscious_fault(state, actor) or fault


def combat_fault(state: TracksState, actor: str, **_: Any) -> Refused | None:
    return None if combat_of(state) is not None else Refused("no_combat")


CLEANUP = told("effects", "accept", "setup", "end", "stress_continues", "marks", "quiet")
HURTING = (Arg("target", "opponent"), Arg("track", "choice"), Arg("amount", "integer"))
RESTING = (Arg("minutes", "integer"), *told("who"))
BUILDING = told("attributes", "specialties", "skills")


VERBS: dict[str, Verb] = {
    one.key: one
    for one in (
        verb(
            "attack",
            "Attack",
            attack,
            "Attack against Defense; a win deals damage.",
            "1 action",
            1,
            (
                Arg("target", "opponent"),
                Arg("ranged", "flag", optional=True),
                *OPTIONS,
                BIDS,
                *told("defend", "protect_before", "protect_after", "damage", "counter_damage"),
                ACCEPT,
                QUIET,
            ),
            ("hit", "strike"),
            attack_fault,
            buttons.attack,
        ),
        verb("turn", "Take the turn", turn, "Begins your turn.", "", 2, (), (), turn_fault),
        verb(
            "end_turn",
            "End turn",
            end_turn,
            "Ends your turn.",
            "",
            3,
            (),
            (),
            own_turn_fault,
            at_once=True,
        ),
        verb(
            "advance",
            "Advance",
            advance,
            "Joins the engagement of the target.",
            "free once a round, then 1 tension",
            4,
            (Arg("target", "opponent"),),
            (),
            advance_fault,
        ),
        verb(
            "withdraw",
            "Withdraw",
            withdraw,
            "Leaves your engagement.",
            "1 action; free once a round, then 1 tension",
            5,
            (),
            (),
            withdraw_fault,
        ),
        verb(
            "extra_action",
            "Extra action",
            extra_action,
            "One more active action this turn.",
            "2 tension",
            6,
            (),
            ("extra",),
            extra_fault,
        ),
        verb(
            "hold",
            "Hold",
            hold,
            "Keeps your turn for later this round.",
            "",
            7,
            (),
            (),
            hold_fault,
            at_once=True,
        ),
        verb(
            "interrupt",
            "Interrupt",
            interrupt,
            "Takes your turn right after somebody else's.",
            "2 tension",
            8,
            (),
            (),
            interrupt_fault,
        ),
        verb(
            "revive",
            "Revive",
            revive,
            "Removes a d6 of damage from a full track.",
            "1 action, 2 tension",
            9,
            (Arg("track", "choice"),),
            (),
            revive_fault,
            buttons.revive,
        ),
        verb(
            "challenge",
            "Challenge",
            challenge,
            "2d6 and an attribute, against a target number if there is one.",
            "",
            10,
            (
                ATTRIBUTE,
                Arg("tn", "integer", optional=True),
                Arg("half", "flag", optional=True),
                *OPTIONS,
                BIDS,
                QUIET,
            ),
            ("roll", "check"),
            conscious_fault,
            buttons.by_attribute("", ATTRIBUTES, buttons.TN, buttons.HALF),
        ),
        verb(
            "opposed",
            "Opposed challenge",
            opposed,
            "A challenge against somebody else.",
            "",
            11,
            (
                Arg("target", "opponent"),
                ATTRIBUTE,
                Arg("half", "flag", optional=True),
                *OPTIONS,
                *told("reply"),
                BIDS,
                QUIET,
            ),
            ("oppose", "against"),
            opposed_fault,
            buttons.by_attribute("Oppose with", ATTRIBUTES, buttons.HALF),
        ),
        verb(
            "first_aid",
            "First Aid",
            daily.first_aid,
            "Heals somebody, once a day each.",
            "",
            12,
            (
                Arg("target", "ally"),
                ATTRIBUTE,
                *OPTIONS,
                Arg("allocate", "data", optional=True),
                BIDS,
                QUIET,
            ),
            ("heal", "treat"),
            daily.first_aid_fault,
            buttons.by_attribute("First Aid with", daily.HEALING),
        ),
        verb(
            "strategy",
            "Strategy",
            daily.strategy,
            "A Knowledge half challenge for a pool of points.",
            "once a day",
            13,
            (*OPTIONS, BIDS, QUIET),
            ("plan",),
            daily.strategy_fault,
            buttons.strategy,
        ),
        verb(
            "reverse_fate",
            "Reverse fate",
            daily.reverse_fate,
            "A challenge against 13 to be able to accept fate again.",
            "once a day",
            14,
            (ATTRIBUTE, *OPTIONS, BIDS, QUIET),
            (),
            daily.reverse_fault,
            buttons.by_attribute("Reverse fate with", daily.REVERSING),
            everyday=False,
        ),
        gm_verb(
            "cleanup",
            "Cleanup",
            cleanup,
            "Ends the round, or the combat.",
            20,
            *CLEANUP,
            fault=combat_fault,
            choices=buttons.cleanup,
        ),
        gm_verb(
            "engage",
            "Engagement",
            engage,
            "Who is engaged with whom.",
            20,
            *told("who", "partner"),
            fault=combat_fault,
            choices=buttons.engage,
        ),
        gm_verb("stress", "Stressful", daily.stress, "The situation becomes stressful.", 21),
        gm_verb(
            "end_stress",
            "Calm",
            daily.end_stress,
            "The situation becomes calm.",
            22,
            fault=daily.end_stress_fault,
        ),
        gm_verb(
            "rest",
            "Rest",
            daily.take_rest,
            "Game time passes in rest.",
            23,
            *RESTING,
            fault=daily.rest_fault,
            choices=buttons.rest,
        ),
        gm_verb("new_day", "New day", daily.new_day, "A new day begins.", 24),
        gm_verb(
            "hurt",
            "Hurt",
            daily.hurt,
            "Damage from outside.",
            25,
            *HURTING,
            ACCEPT,
            QUIET,
            fault=daily.living_fault,
            choices=buttons.by_track("Hurt"),
        ),
        gm_verb(
            "tension",
            "Tension",
            daily.tension,
            "Tension from outside.",
            26,
            *HURTING,
            fault=daily.living_fault,
            choices=buttons.by_track("Tension"),
        ),
        gm_verb(
            "build",
            "Check build",
            daily.check_build,
            "Costs and guides.",
            27,
            *BUILDING,
            choices=buttons.build,
        ),
        HELP,
    )
}
