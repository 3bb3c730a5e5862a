"""The house rules of CARPS. Each field is a ruling's switch, the default first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import HouseRules, switch


@dataclass(frozen=True, slots=True)
class CarpsRules(HouseRules):
    natural_extremes: str = switch(
        "C2",
        "A natural 1 or 10 among several dice",
        "Which die counts when several are rolled.",
        {"any_die": "Any die counts", "kept_die": "Only the kept die counts"},
    )
    virtual_rolls: str = switch(
        "C6",
        "Value of the side that does not roll",
        "Whether the side that does not roll has a value too: 11 less that of the roll.",
        {"mirror": "11 less the roll", "never": "It has none"},
    )
    ultimate_pool_timing: str = switch(
        "C17",
        "Levels and effect of an Ultimate Move",
        "Whether a move's own levels and effect count for its own roll.",
        {"declared": "Not for its own roll", "after_gain": "For its own roll too"},
    )
    defeat_check: str = switch(
        "C20",
        "Attacker's level compared for defeat",
        "Whether the attacker's level is read before or after what the hit gives.",
        {"before_gain": "Before the hit's gain", "after_gain": "After the hit's gain"},
    )
    lethal_comparison: str = switch(
        "C21",
        "Level needed for lethal damage",
        "How far the attacker's level must reach for lethal damage.",
        {"exceed": "Above the defeat line", "equal_or_exceed": "The defeat line or above"},
    )
    special_once_per_trigger: bool = switch(
        "C25",
        "The same reaction to the same attack",
        "Whether a reaction may be used only once on the same attack by the same character.",
        {True: "Once for each character", False: "As often as paid for"},
    )
    beatdown_without_temp: str = switch(
        "C29",
        "Beatdown on a target without temporary AP",
        "Whether a temporary AP that is not there is taken from the normal ones.",
        {"normal_ap": "Takes a normal AP", "no_effect": "Takes nothing"},
    )
    npc_rp: str = switch(
        "C31",
        "RP of GM characters",
        "Whether GM characters gain RP.",
        {"full": "Gained like anyone's", "none": "Never gained"},
    )
    same_ability_stacking: str = switch(
        "C33",
        "Dice of the same ability used again",
        "Whether several uses of one ability give several dice at a time.",
        {"stack": "Add up", "once": "One die at a time"},
    )
    t10_applies_to_escape: bool = switch(
        "C37",
        "A two-dice Protect on an escape roll",
        "Whether a two-dice Protect gives both dice on an escape roll too.",
        {False: "Gives 1 die", True: "Gives 2 dice"},
    )
    pursuer_scope: str = switch(
        "C39",
        "Whose talent hinders an escape",
        "Whose talent counts against a character who runs.",
        {
            "tn_setter": "Only that of whoever sets the target number",
            "any_opponent": "Any opponent's, 1 die",
            "stack_all": "Every opponent's, 1 die each",
        },
    )
    reentry_after_escape: bool = switch(
        "C42",
        "Coming back into a fight after an escape",
        "Whether who has escaped may enter the same fight again.",
        {False: "Not possible", True: "Possible, as a late entry"},
    )
    late_entry_rounding: str = switch(
        "C44",
        "Rounding the level of a late entry",
        "How the average level of the others is rounded.",
        {"down": "Down", "nearest": "To the nearest, half up", "up": "Up"},
    )
    provoke_lock: str = switch(
        "C46",
        "Several who provoke the same character",
        "Whether those who provoked a character shield each other too.",
        {"literal": "Shield each other too", "provokers_attackable": "May each be attacked"},
    )
    combo_finisher_once_per_turn: bool = switch(
        "C50",
        "Combo Finisher in one turn",
        "Whether Combo Finisher may be used only once a turn.",
        {False: "As often as paid for", True: "Only once"},
    )
    t9_cost: int | None = switch(
        "C64",
        "Price of the talent T9",
        "What this talent costs; without a price nobody can buy it.",
        {None: "No price, not for sale", **{cost: f"{cost} XP" for cost in range(1, 41)}},
    )
    t9_power_threshold: int = switch(
        "C64",
        "Bonus of the talent T9 to the power threshold",
        "By how much this talent raises the power threshold.",
        {0: "None", **{bonus: f"+{bonus}" for bonus in range(1, 11)}},
    )
