"""What can be done in CARPS, as people say it."""

from __future__ import annotations

from engine.commands import HELP, Arg, Verb
from engine.systems.carps.actions import (
    EFFECT,
    REACTIONS,
    TARGET,
    assist,
    attack,
    attack_fault,
    charge_fault,
    end_turn_fault,
    escape,
    escape_fault,
    finish_turn,
    protect,
    ultimate,
    ultimate_buttons,
    ultimate_fault,
)
from engine.systems.carps.declared import special_verbs

VERBS: dict[str, Verb] = {
    verb.key: verb
    for verb in (
        Verb(
            "attack",
            "Attack",
            attack,
            "A Standard Attack against an opponent.",
            "1 AP",
            1,
            (TARGET, REACTIONS),
            ("hit", "strike"),
            attack_fault,
        ),
        Verb(
            "assist",
            "Assist",
            assist,
            "1 die on the next attack of yourself or an ally.",
            "1 AP",
            2,
            (Arg("target", "ally"),),
            (),
            charge_fault,
        ),
        Verb(
            "protect",
            "Protect",
            protect,
            "1 die on the next defense or escape of yourself or an ally.",
            "1 AP",
            3,
            (Arg("target", "ally"),),
            (),
            charge_fault,
        ),
        Verb(
            "escape",
            "Escape",
            escape,
            "Try to leave the fight.",
            "1 AP",
            4,
            (REACTIONS,),
            ("flee", "run"),
            escape_fault,
        ),
        Verb(
            "ultimate",
            "Ultimate Move",
            ultimate,
            "Perform one of your Ultimate Moves against an opponent.",
            "3 AP, 15 RP",
            5,
            (TARGET, EFFECT, REACTIONS),
            (),
            ultimate_fault,
            ultimate_buttons,
        ),
        *special_verbs(rank=6),
        Verb(
            "end_turn",
            "End turn",
            finish_turn,
            "Ends your turn: unspent AP are carried, then the RP check.",
            "",
            30,
            (),
            ("end", "done", "pass"),
            end_turn_fault,
            at_once=True,
        ),
        HELP,
    )
}
