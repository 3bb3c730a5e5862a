"""The house rules of CARPS. Each field is a ruling's switch, the default first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import HouseRules, switch


@dataclass(frozen=True, slots=True)
class CarpsRules(HouseRules):
    natural_extremes: str = switch(
        "C2",
        "Natural 1 and 10",
        "Which die counts when several are rolled.",
        {"any_die": "Any die", "kept_die": "Only the kept die"},
    )
    virtual_rolls: str = switch(
        "C6",
        "Rolls that nobody makes",
        "Whether the side that does not roll has a value too: 11 less that of the roll.",
        {"mirror": "It has", "never": "Only who rolls benefits"},
    )
    ultimate_pool_timing: str = switch(
        "C17",
        "Ultimate Moves and their own dice",
        "Whether a move's own levels and effect count for its own roll.",
        {"declared": "They do not", "after_gain": "They do"},
    )
    defeat_check: str = switch(
        "C20",
        "Level compared for defeat",
        "Whether the attacker's level is read before or after what the hit gives.",
        {"before_gain": "Before the gain", "after_gain": "After the gain"},
    )
    lethal_comparison: str = switch(
        "C21",
        "Lethal damage",
        "How far the attacker's level must reach for lethal damage.",
        {"exceed": "Above the defeat line", "equal_or_exceed": "The defeat line or above"},
    )
    special_once_per_trigger: bool = switch(
        "C25",
        "One use for each trigger",
        "Whether a reaction may be used only once on the same attack by the same character.",
        {True: "Once", False: "As often as paid for"},
    )
    beatdown_without_temp: str = switch(
        "C29",
        "Beatdown without temporary AP",
        "Whether a temporary AP that is not there is taken from the normal ones.",
        {"normal_ap": "A normal AP is lost", "no_effect": "Nothing is lost"},
    )
    npc_rp: str = switch(
        "C31",
        "Reserves of GM characters",
        "Whether GM characters gain RP.",
        {"full": "Like anyone", "none": "They gain none"},
    )
    same_ability_stacking: str = switch(
        "C33",
        "Dice of the same ability",
        "Whether several uses of one ability give several dice at a time.",
        {"stack": "They add up", "once": "One die at a time"},
    )
    t10_applies_to_escape: bool = switch(
        "C37",
        "Two dice of a Protect on escapes",
        "Whether a two-dice Protect gives both dice on an escape roll too.",
        {False: "1 die", True: "2 dice"},
    )
    pursuer_scope: str = switch(
        "C39",
        "Hindering an escape",
        "Whose talent counts against a character who runs.",
        {
            "tn_setter": "Only of whoever sets the target number",
            "any_opponent": "Of any opponent, 1 die",
            "stack_all": "Of every opponent, 1 die each",
        },
    )
    reentry_after_escape: bool = switch(
        "C42",
        "Coming back after an escape",
        "Whether who has escaped may enter the same fight again.",
        {False: "Stays away", True: "May enter late"},
    )
    late_entry_rounding: str = switch(
        "C44",
        "Level of a late entry",
        "How the average level of the others is rounded.",
        {"down": "Down", "nearest": "To the nearest, half up", "up": "Up"},
    )
    provoke_lock: str = switch(
        "C46",
        "Two who provoke the same",
        "Whether those who provoked a character shield each other too.",
        {"literal": "They do", "provokers_attackable": "Each may be attacked"},
    )
    combo_finisher_once_per_turn: bool = switch(
        "C50",
        "Combo Finisher again",
        "Whether Combo Finisher may be used only once a turn.",
        {False: "As often as paid for", True: "Once a turn"},
    )
    t9_cost: int | None = switch(
        "C64",
        "Price of T9",
        "What T9 costs; without a price nobody can buy it.",
        {None: "No price", **{cost: f"{cost} XP" for cost in range(1, 41)}},
    )
    t9_power_threshold: int = switch(
        "C64",
        "Bonus of T9",
        "By how much T9 raises the power threshold.",
        {0: "Nothing", **{bonus: f"+{bonus}" for bonus in range(1, 11)}},
    )
