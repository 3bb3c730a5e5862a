"""What the rulebook prints beside each ability, and the rows by level."""

from __future__ import annotations

from typing import NamedTuple


class Special(NamedTuple):
    level: int
    cost: int
    ap: int
    rp: int


STANCES = {
    "cs1": 16,
    "cs2": 16,
    "cs3": 16,
    "underdog_stance": 16,
    "lone_wolf_stance": 20,
    "aggressive_teamwork_stance": 20,
    "defensive_teamwork_stance": 20,
    "cs8": 10,
    "cs9": 16,
    "cs10": 16,
    "punisher_stance": 10,
    "cs12": 16,
    "eternal_rivalry_stance": 8,
    "spotlight_catcher_stance": 8,
    "sustained_spotlight_stance": 8,
    "cs16": 16,
    "cs17": 16,
    "cs18": 16,
    "cs19": 16,
}
SPECIALS = {
    "extra_effort": Special(level=5, cost=1, ap=0, rp=5),
    "provoke": Special(level=5, cost=2, ap=1, rp=5),
    "take_the_hit": Special(level=1, cost=2, ap=0, rp=5),
    "disengage": Special(level=1, cost=4, ap=0, rp=8),
    "disrupt_the_assault": Special(level=1, cost=4, ap=0, rp=8),
    "evasive_maneuvers": Special(level=1, cost=4, ap=0, rp=8),
    "inspire_allies": Special(level=1, cost=5, ap=1, rp=10),
    "perfect_defense": Special(level=10, cost=4, ap=0, rp=10),
    "sure_strike": Special(level=1, cost=4, ap=0, rp=8),
    "unstoppable_force": Special(level=10, cost=4, ap=0, rp=10),
    "combo_finisher": Special(level=5, cost=7, ap=0, rp=10),
    "counter_tactics": Special(level=5, cost=8, ap=0, rp=10),
    "dynamic_entry": Special(level=5, cost=7, ap=2, rp=10),
    "perfect_teamwork": Special(level=5, cost=8, ap=0, rp=10),
    "combo_breaker": Special(level=10, cost=12, ap=0, rp=15),
    "diehard": Special(level=1, cost=12, ap=0, rp=15),
    "give_it_your_all": Special(level=20, cost=12, ap=6, rp=15),
}
TALENTS = {
    "t1": 10,
    "t2": 10,
    "escape_artist": 2,
    "pursuer": 2,
    "line_breaker": 6,
    "stalwart_defender": 6,
    "swift_opportunist": 8,
    "swift_reversal": 8,
    "t9": None,
    "t10": 10,
    "t11": 10,
    "spotlight_entrance": 6,
    "assassin": 6,
    "t14": 10,
    "t15": 10,
    "t16": 8,
}
ULTIMATES = {
    "attack_builder": 14,
    "defense_builder": 14,
    "momentum_builder": 13,
    "um4": 8,
    "attack_breaker": 14,
    "defense_breaker": 14,
    "beatdown": 11,
    "reserve_breaker": 7,
    "um9": 14,
    "um10": 7,
    "um11": 8,
    "collaborated_assault": 10,
    "aura_of_invincibility": 15,
}
SPECIAL_COSTS = {key: special.cost for key, special in SPECIALS.items()}
COST: dict[str, int | None] = {**STANCES, **SPECIAL_COSTS, **TALENTS, **ULTIMATES}

ULTIMATE_AP, ULTIMATE_RP = 3, 15
STYLES = {"offensive": (2, 0), "centered": (1, 1), "defensive": (0, 2)}
HIT, GAIN, MISS = (2, 3, 4, 5, 6), (4, 6, 8, 10, 12), (1, 1, 2, 2, 3)
INSPIRED = (2, 4, 5, 6, 7)

SWITCHES: dict[str, list[object]] = {
    "natural_extremes": ["any_die", "kept_die"],
    "virtual_rolls": ["mirror", "never"],
    "ultimate_pool_timing": ["declared", "after_gain"],
    "defeat_check": ["before_gain", "after_gain"],
    "lethal_comparison": ["exceed", "equal_or_exceed"],
    "special_once_per_trigger": [True, False],
    "beatdown_without_temp": ["normal_ap", "no_effect"],
    "npc_rp": ["full", "none"],
    "same_ability_stacking": ["stack", "once"],
    "t10_applies_to_escape": [False, True],
    "pursuer_scope": ["tn_setter", "any_opponent", "stack_all"],
    "reentry_after_escape": [False, True],
    "late_entry_rounding": ["down", "nearest", "up"],
    "provoke_lock": ["literal", "provokers_attackable"],
    "combo_finisher_once_per_turn": [False, True],
    "t9_cost": [None, *range(1, 41)],
    "t9_power_threshold": [*range(11)],
}


def row(level: int) -> int:
    """Which row of the tables counts for a level (C8)."""
    for place, top in enumerate((5, 10, 15, 20)):
        if level <= top:
            return place
    return 4
