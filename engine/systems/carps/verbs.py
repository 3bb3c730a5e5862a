"""What can be done in CARPS, as people say it."""

from __future__ import annotations

from engine.commands import HELP, Arg, Choice, Verb
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
from engine.systems.carps.creation import (
    buy,
    buy_buttons,
    buy_fault,
    choose_style,
    style_buttons,
    style_fault,
)
from engine.systems.carps.declared import (
    attack_with,
    attack_with_buttons,
    attack_with_fault,
    special_verbs,
)
from engine.systems.carps.entry import enter, enter_fault, stay_out, stay_out_fault
from engine.systems.carps.model import CarpsState

NEXT_ROUND = {"key": "next_round", "label": "First in the next round", "kind": "flag"}


def enter_buttons(state: CarpsState, actor: str) -> list[Choice]:
    """One for each encounter, for those who are in none and do not wait to enter already."""
    fighter = state.characters[actor]
    if fighter.stands() or fighter.entering is not None:
        return []
    form = ({**NEXT_ROUND, "optional": True},)
    return [
        Choice("Enter the fight", one.name, {"encounter": key}, form)
        for key, one in state.encounters.items()
    ]


def stay_out_buttons(state: CarpsState, actor: str) -> list[Choice]:
    waits = state.characters[actor].entering is not None
    return [Choice("Stay out", "")] if waits else []


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
            "special",
            "Add to an attack",
            attack_with,
            "A Standard Attack with what you add to it; others are asked for when they fit.",
            "1 AP and RP",
            20,
            (Arg("ability", "choice"), Arg("target", "opponent", optional=True)),
            (),
            attack_with_fault,
            attack_with_buttons,
            everyday=False,
        ),
        Verb(
            "end_turn",
            "End turn",
            finish_turn,
            "Ends your turn: unspent AP are carried, then the RP check.",
            "",
            30,
            (
                Arg("enters", "newcomer", optional=True),
                Arg("position", "data", optional=True),
            ),
            ("end", "done", "pass"),
            end_turn_fault,
            at_once=True,
        ),
        Verb(
            "enter",
            "Enter the fight",
            enter,
            "Come in late, when the running turn ends.",
            "",
            31,
            (Arg("encounter", "choice"), Arg("next_round", "flag", optional=True)),
            ("enter", "join"),
            enter_fault,
            enter_buttons,
            at_once=True,
        ),
        Verb(
            "stay_out",
            "Stay out",
            stay_out,
            "Do not come in after all.",
            "",
            32,
            (),
            (),
            stay_out_fault,
            stay_out_buttons,
            at_once=True,
        ),
        Verb(
            "buy",
            "Buy an ability",
            buy,
            "Outside a fight, with the XP that are left.",
            "",
            40,
            (Arg("ability", "choice"),),
            ("learn",),
            buy_fault,
            buy_buttons,
            everyday=False,
        ),
        Verb(
            "style",
            "Fighting style",
            choose_style,
            "Offensive, centered or defensive, before the first ability is bought.",
            "",
            41,
            (Arg("style", "choice"),),
            (),
            style_fault,
            style_buttons,
            everyday=False,
        ),
        HELP,
    )
}
