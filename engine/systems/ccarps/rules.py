"""The house rules of CCARPS. Each field is a ruling's switch, the default first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import HouseRules, switch


@dataclass(frozen=True, slots=True)
class CcarpsRules(HouseRules):
    unskilled: str = switch(
        "R6",
        "Dice of an unskilled roll",
        "What is thrown for a skill without points.",
        {"two_dice": "Two dice", "one_die_plus_six": "One die, and 6 is added"},
    )
    unskilled_penalty: int = switch(
        "R6",
        "Penalty on an unskilled roll",
        "What an unskilled roll takes from its target number.",
        {0: "None", -6: "−6", -8: "−8"},
    )
    unskilled_criticals: bool = switch(
        "R6",
        "Two ones or two sixes on an unskilled roll",
        "Whether two ones or two sixes decide an unskilled roll of two dice.",
        {False: "Are no critical", True: "Are a critical, as with a skill"},
    )
    contested_tie: str = switch(
        "R7",
        "Exactly the target number in a contest",
        "What happens when the second side rolls exactly its target number.",
        {"strict": "The second side fails", "remaining_dice": "The other dice decide"},
    )
    wound_thresholds: tuple[int, ...] = switch(
        "R13",
        "Boxes at which −1, −2 and −3 begin",
        "The boxes of a bar at which −1, a further −2 and a further −3 begin.",
        {(1, 3, 6): "1, 3 and 6", (1, 5, 8): "1, 5 and 8"},
    )
    unconscious_wounds: str = switch(
        "R15",
        "Wounds in the roll of the unconscious",
        "Whether wounds count in the roll of the unconscious.",
        {"ignored": "Do not count", "applied": "Count"},
    )
    reflex_step: str = switch(
        "R18",
        "Defensive modifiers against an attack",
        "When defensive modifiers count against an attack.",
        {
            "roll": "Only after a Reflex roll",
            "always": "Always count",
            "never": "Never count",
        },
    )
    reflex_dice: str = switch(
        "R18",
        "Dice of the Reflex roll",
        "How many dice a Reflex roll has.",
        {"two": "Two", "by_attribute": "By the value of Reflex"},
    )
    multiple_targets: str = switch(
        "R19",
        "Penalty for several targets",
        "What an attack on several targets loses.",
        {"all": "1 for each target", "extra": "1 for each beyond the first"},
    )
    collateral_target_number: str = switch(
        "R23",
        "A miss hits a bystander",
        "The number of a miss to be rolled under for a bystander.",
        {"skilled": "Under the skilled target number", "simple": "Under the simple target number"},
    )
    parry_damage: str = switch(
        "R26",
        "Damage of a blow that was parried",
        "Whether a blow that was parried still does its damage.",
        {"full": "Done in full", "none": "None"},
    )
    critical_doubles: str = switch(
        "R28",
        "What a critical hit doubles",
        "Whether damage is doubled after or before resistance and a block.",
        {
            "after_resistance": "What is left after resistance",
            "before_resistance": "What comes in before it",
        },
    )
    limb_locations: str = switch(
        "R29",
        "Locations 8 and 9",
        "What the dice of location stand for.",
        {"arms_8_9": "Arms; 10 and 11 are legs", "legs_8_9": "Legs; 10 and 11 are arms"},
    )
    secondary_attributes: str = switch(
        "R31",
        "Averages of the secondary attributes",
        "Which attributes each is averaged from.",
        {"rc3": "As in the newer edition", "rc1": "As in the older edition"},
    )
    reroll_ones: str = switch(
        "R33",
        "A 1 when a character is made",
        "How often a 1 is thrown again when a character is made.",
        {"until_gone": "Thrown again until it is none", "once": "Thrown again once"},
    )
