"""The figures of CCARPS by WizardSpire Games (CC BY-SA 4.0), as the second reading has them."""

from __future__ import annotations

from typing import Any

PRIMARIES = ("strength", "dexterity", "constitution", "intelligence", "willpower")
BARS = ("mental", "physical", "spiritual")
SWITCHES: dict[str, list[Any]] = {
    "unskilled": ["two_dice", "one_die_plus_six"],
    "unskilled_penalty": [0, -6, -8],
    "unskilled_criticals": [False, True],
    "contested_tie": ["strict", "remaining_dice"],
    "wound_thresholds": [[1, 3, 6], [1, 5, 8]],
    "unconscious_wounds": ["ignored", "applied"],
    "reflex_step": ["roll", "always", "never"],
    "reflex_dice": ["two", "by_attribute"],
    "multiple_targets": ["all", "extra"],
    "collateral_target_number": ["skilled", "simple"],
    "parry_damage": ["full", "none"],
    "critical_doubles": ["after_resistance", "before_resistance"],
    "limb_locations": ["arms_8_9", "legs_8_9"],
    "secondary_attributes": ["rc3", "rc1"],
    "reroll_ones": ["until_gone", "once"],
}
# R30: points from, modifier, dice
POINTS = (
    (36, 8, 5),
    (28, 7, 4),
    (21, 6, 4),
    (18, 5, 4),
    (15, 5, 3),
    (10, 4, 3),
    (6, 3, 3),
    (3, 2, 2),
    (1, 1, 2),
)
AVERAGES = {
    "rc3": {
        "charisma": ("willpower", "constitution"),
        "speed": ("strength", "dexterity"),
        "reflex": ("dexterity", "intelligence"),
        "lift": ("constitution", "strength"),
        "perception": ("intelligence", "willpower"),
    },
    "rc1": {
        "charisma": ("constitution", "intelligence", "willpower"),
        "speed": ("strength", "dexterity"),
        "reflex": ("strength", "dexterity", "willpower"),
        "lift": ("strength", "willpower"),
        "perception": ("intelligence", "willpower"),
    },
}
SECONDARIES = tuple(AVERAGES["rc3"])
MOVEMENT = {
    "walking": 11,
    "jogging": 8,
    "running": 6,
    "stairs": 4,
    "jumping": 2,
    "ladder": 0,
    "long_jump": -2,
    "hurdles": -4,
    "panic_run": -6,
}
HEALERS = {"first_aid": 5, "medic": 8, "doctor": 10, "surgeon": 10}
# R19: what is stated by a word alone, then what belongs to one kind of attack only
FLAGS = {"touch": 2, "in_melee": -3, "blind": -6, "charging": 2, "superior": 2, "prone": 3}
RANGED = ("running", "in_melee", "from_cover", "cover", "blind")
MELEE = ("charging", "superior", "prone", "reach")
COLLATERAL_DICE = {2: 5, 3: 4, 4: 3, 5: 2}
AGES = ((21, 5), (16, 4), (11, 3), (6, 2), (0, 1))
RANKS = (
    (150, "legendary"),
    (135, "epic"),
    (120, "heroic"),
    (105, "advanced"),
    (90, "novice"),
    (75, "beginner"),
)
CONVENTIONS = ("none", "hard_core", "fantasy", "campy")
WEALTH = (-25, -15, 0, 15, 25)
CONTACTS = (-15, -10, -5, 5, 10, 15)


def modifier_of(points: int) -> int:
    return next((modifier for least, modifier, _ in POINTS if points >= least), 0)


def dice_of(points: int) -> int:
    return next((dice for least, _, dice in POINTS if points >= least), 0)


def secondary(attributes: dict[str, int], edition: str) -> dict[str, int]:
    """R31: averages to the nearest whole number, halves up."""
    found = {}
    for name, parts in AVERAGES[edition].items():
        many = len(parts)
        found[name] = (2 * sum(attributes[part] for part in parts) + many) // (2 * many)
    return found


def dice_at(age: int) -> int:
    return next(dice for least, dice in AGES if age >= least)


def rank_of(points: int) -> str:
    return next((rank for least, rank in RANKS if points >= least), "none")


def lowest_two(dice: list[int]) -> int:
    return sum(sorted(dice)[:2])


def extreme(dice: list[int]) -> str | None:
    """R4: every die a one, or every die a six."""
    return {(1,): "success", (6,): "failure"}.get(tuple(sorted(set(dice))))


def part_hit(total: int, switch: str) -> str:
    """R29."""
    if total in (2, 12):
        return "head" if total == 2 else "neck_groin"
    if total <= 7:
        return "chest" if total <= 4 else "abdomen"
    return "arm" if (total <= 9) == (switch == "arms_8_9") else "leg"
