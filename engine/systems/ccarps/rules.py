"""The house rules of CCARPS. Each field is a ruling's switch, the default first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.house_rules import HouseRules, switch


@dataclass(frozen=True, slots=True)
class CcarpsRules(HouseRules):
    unskilled: str = switch(
        "R6",
        "Unskilled rolls",
        "What is thrown for a skill without points.",
        {"two_dice": "Two dice", "one_die_plus_six": "One die, and 6"},
    )
    unskilled_penalty: int = switch(
        "R6",
        "Penalty for the unskilled",
        "What an unskilled roll takes from its target number.",
        {0: "None", -6: "−6", -8: "−8"},
    )
    unskilled_criticals: bool = switch(
        "R6",
        "Criticals of the unskilled",
        "Whether two ones or two sixes decide an unskilled roll of two dice.",
        {False: "There are none", True: "As with a skill"},
    )
    contested_tie: str = switch(
        "R7",
        "Equal rolls in a contest",
        "What happens when the second side rolls exactly its target number.",
        {"strict": "It fails", "remaining_dice": "The other dice decide"},
    )
    wound_thresholds: tuple[int, ...] = switch(
        "R13",
        "Where wounds begin to hinder",
        "The boxes of a bar at which −1, a further −2 and a further −3 begin.",
        {(1, 3, 6): "1, 3 and 6", (1, 5, 8): "1, 5 and 8"},
    )
    unconscious_wounds: str = switch(
        "R15",
        "Wounds and the unconscious roll",
        "Whether wounds count in the roll of the unconscious.",
        {"ignored": "They do not", "applied": "They do"},
    )
    reflex_step: str = switch(
        "R18",
        "The Reflex step",
        "When defensive modifiers count against an attack.",
        {
            "roll": "After a Reflex roll",
            "always": "Always",
            "never": "Never",
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
        "Several targets",
        "What an attack on several targets loses.",
        {"all": "1 for each target", "extra": "1 for each beyond the first"},
    )
    collateral_target_number: str = switch(
        "R23",
        "Hitting bystanders",
        "The number of a miss to be rolled under for a bystander.",
        {"skilled": "The skilled one", "simple": "The simple one"},
    )
    parry_damage: str = switch(
        "R26",
        "Damage after a parry",
        "Whether a blow that was parried still does its damage.",
        {"full": "It does", "none": "Nothing lands"},
    )
    critical_doubles: str = switch(
        "R28",
        "What a critical hit doubles",
        "Whether damage is doubled after or before resistance and a block.",
        {"after_resistance": "What is left", "before_resistance": "What comes in"},
    )
    limb_locations: str = switch(
        "R29",
        "Arms and legs",
        "Which limb 8 and 9 stand for on the dice of location; 10 and 11 are the other.",
        {"arms_8_9": "Arms", "legs_8_9": "Legs"},
    )
    secondary_attributes: str = switch(
        "R31",
        "Secondary attributes",
        "From which attributes they are averaged.",
        {"rc3": "As in the newer edition", "rc1": "As in the older edition"},
    )
    reroll_ones: str = switch(
        "R33",
        "Rolling ones again",
        "How often a 1 is thrown again when a character is made.",
        {"until_gone": "Until it is none", "once": "Once"},
    )
