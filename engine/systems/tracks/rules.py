"""The house rules of tracks. Each field is a ruling's switch, the default first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import HouseRules, switch


@dataclass(frozen=True, slots=True)
class TracksRules(HouseRules):
    half_attribute_rounding: str = switch(
        "T2",
        "Half of an odd attribute",
        "How half an attribute is rounded in a half challenge.",
        {"down": "Rounded down", "up": "Rounded up"},
    )
    specialty_explodes: bool = switch(
        "T7",
        "Sixes on a specialty die",
        "Whether a 6 on a specialty die gives a die and raises tension.",
        {True: "Count like any six", False: "Do not count"},
    )
    extra_six_raises_tension: bool = switch(
        "T8",
        "Sixes on extra dice",
        "Whether a 6 on a die from a raise or from another 6 raises tension.",
        {False: "Change nothing", True: "Raise tension, without a die"},
    )
    sixes_count_toward_limit: bool = switch(
        "T10",
        "Sixes and the limit of 3 raises",
        "Whether sixes that counted leave fewer raises for after the roll.",
        {False: "Do not count towards it", True: "Count towards it"},
    )
    bidding: str = switch(
        "T11",
        "Who may raise after the roll",
        "Whether only the side that is behind may raise.",
        {"free": "Either side", "loser_only": "Only whoever is behind"},
    )
    raise_lifts_calm_penalty: bool = switch(
        "T12",
        "The calm penalty in the challenge of a raise",
        "Whether a raise ends the calm penalty within the same challenge.",
        {False: "Stays", True: "Ends at once"},
    )
    max_step_payable: bool = switch(
        "T13",
        "Paying the step from tension 6 to MAX",
        "Whether what costs tension may bring it to MAX.",
        {True: "Possible", False: "Only sixes and outside effects bring MAX"},
    )
    max_blocks_six_dice: bool = switch(
        "T14",
        "A six rolled at MAX",
        "Whether a 6 rolled at MAX still gives its die.",
        {False: "Still gives its die", True: "Gives no die"},
    )
    max_ignores: str = switch(
        "T15",
        "Damage penalties that MAX takes away",
        "How many of them, while tension is at MAX.",
        {"most_damaged_track": "That of the worst track", "all_penalties": "All of them"},
    )
    new_stress_sixes: str = switch(
        "T17",
        "Sixes just after a situation became stressful",
        "Whether dice thrown after the change count their sixes at once.",
        {
            "if_stressful_when_rolled": "Count for dice thrown from then on",
            "next_challenge": "Count from the next challenge on",
        },
    )
    penalty_track: str = switch(
        "T22",
        "The track whose penalty counts",
        "What makes a track the most damaged one.",
        {
            "worst_tier": "That with the worst tier",
            "most_points": "That with the most points of damage",
        },
    )
    collapse_timing: str = switch(
        "T23",
        "A full track takes its toll in combat",
        "When a full track takes its toll while a combat runs.",
        {"cleanup": "At cleanup", "immediate": "At once"},
    )
    withdraw_bridge: str = switch(
        "T30",
        "Those joined only by someone who withdraws",
        "Whether they stay in engagement with each other.",
        {"keep": "Stay engaged with each other", "split": "Keep direct links only"},
    )
    extra_actions: str = switch(
        "T33",
        "Extra actions in a turn",
        "How many can be bought in one turn.",
        {"one": "One at most", "unlimited": "Any number"},
    )
    half_combat_defense: str = switch(
        "T39",
        "Defending against half combat",
        "Whether the defense is a half challenge too.",
        {"half": "A half challenge too", "normal": "Always a normal challenge"},
    )
    social_attribute_set: str = switch(
        "T42",
        "Attributes of social combat",
        "The three that may be chosen.",
        {
            "knowledge_expression_diligence": "Knowledge, Expression, Diligence",
            "knowledge_expression_understanding": "Knowledge, Expression, Understanding",
        },
    )
    protect_track: str = switch(
        "T44",
        "Track on which a protector suffers",
        "Whose Defense names the track.",
        {
            "protector_defense": "That of the protector's Defense",
            "target_defense": "That of the Defense of the protected",
        },
    )
    npc_full_track: str = switch(
        "T49",
        "GM characters without a fate, at a full track",
        "What a full track does to ordinary GM characters.",
        {"die": "Die", "pass_out": "Pass out"},
    )
    attribute_base: int = switch(
        "T52",
        "Points that attributes cost",
        "From where points are counted.",
        {0: "Counted from 0", 1: "The first point is free"},
    )
    build_limits: str = switch(
        "T52",
        "Going over a guide for building",
        "Whether going over a guide is an error.",
        {"guideline": "Only a warning", "strict": "An error"},
    )
