"""Switches off their defaults, the order within an attack, turns, escapes, and the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.systems.carps import SYSTEM
from engine.testing import Play
from tests.systems.carps.people import (
    attack,
    end,
    levels,
    nets,
    npc,
    outcomes,
    pc,
    refused,
    reserves,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]
Make = Callable[..., Play]


SWITCHES = {
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
    "t9_power_threshold": list(range(11)),
}


class TestSwitches:
    def test_these_are_the_switches_their_defaults_first(self) -> None:
        described = SYSTEM.rules.describe()
        values = {one["key"]: [each["value"] for each in one["options"]] for one in described}
        assert list(values.items()) == list(SWITCHES.items())
        assert {one["key"]: one["default"] for one in described} == {
            key: options[0] for key, options in SWITCHES.items()
        }

    @pytest.mark.parametrize(("switch", "net"), [("stack", 2), ("once", 1)])
    @pytest.mark.parametrize(("move", "own"), [("um9", 0), ("defense_breaker", 1)])
    def test_stacking_by_one_user_on_one_target(
        self, play: Run, move: str, own: int, switch: str, net: int
    ) -> None:
        people = {
            "mika": pc(move, base=20, rp=30, ap=6),
            "rin": pc(move, base=20, rp=15),
            "juno": pc(base=20),
            "oni": npc(base=40),
        }
        steps = [ultimate("mika", "oni", move)] * 2 + [end("mika")]
        steps += [ultimate("rin", "oni", move), end("rin"), attack("juno", "oni")]
        dice = [2, *[2] * (1 + own), 1, *[2] * (1 + net), 1, *[2] * (2 + net)]
        result = play(people, steps, dice, switches={"same_ability_stacking": switch})
        assert nets(result) == [0, own, net, net + 1]

    @pytest.mark.parametrize(
        ("switch", "dice", "success"),
        [
            ("any_die", [10, 2, 3], True),
            ("kept_die", [10, 2, 3], False),
            ("any_die", [1, 7, 8], False),
            ("kept_die", [1, 7, 8], False),
        ],
    )
    def test_natural_extremes_with_penalty_dice(
        self, play: Run, switch: str, dice: list[int], success: bool
    ) -> None:
        people = {"mika": pc(), "oni": npc("evasive_maneuvers", rp=8)}
        step = attack("mika", "oni", use("oni", "evasive_maneuvers"))
        result = play(people, [step], dice, switches={"natural_extremes": switch})
        assert result["rolls"][0]["success"] is success

    @pytest.mark.parametrize(("switch", "success"), [("any_die", False), ("kept_die", True)])
    def test_natural_one_among_bonus_dice(self, play: Run, switch: str, success: bool) -> None:
        people = {"mika": pc("sure_strike", rp=8), "oni": npc()}
        step = attack("mika", "oni", use("mika", "sure_strike"))
        result = play(people, [step], [1, 7, 8], switches={"natural_extremes": switch})
        assert result["rolls"][0]["success"] is success

    @pytest.mark.parametrize(
        ("switch", "net", "dice"), [("declared", 1, [2, 3]), ("after_gain", 0, [2])]
    )
    def test_ultimate_pool_timing(self, play: Run, switch: str, net: int, dice: list[int]) -> None:
        people = {"mika": pc("underdog_stance", "attack_builder", rp=15), "oni": npc(level=3)}
        step = ultimate("mika", "oni", "attack_builder")
        result = play(people, [step], dice, switches={"ultimate_pool_timing": switch})
        assert nets(result) == [net]
        assert levels(result)["mika"] == 5

    @pytest.mark.parametrize(
        ("switch", "status"), [("before_gain", "active"), ("after_gain", "defeated")]
    )
    def test_defeat_check(self, play: Run, switch: str, status: str) -> None:
        people = {"mika": pc(level=4), "oni": npc()}
        result = play(people, [attack("mika", "oni")], [6], switches={"defeat_check": switch})
        assert result["final"]["oni"]["status"] == status

    @pytest.mark.parametrize(
        ("switch", "level", "status"),
        [
            ("exceed", 2, "active"),
            ("exceed", 3, "defeated"),
            ("equal_or_exceed", 2, "defeated"),
            ("equal_or_exceed", 1, "active"),
        ],
    )
    def test_lethal_comparison(self, play: Run, switch: str, level: int, status: str) -> None:
        people = {"mika": pc("attack_builder", rp=15, level=level), "oni": npc()}
        step = ultimate("mika", "oni", "attack_builder")
        result = play(people, [step], [6], switches={"lethal_comparison": switch})
        assert result["final"]["oni"]["status"] == status

    def test_special_once_per_trigger(self, play: Run) -> None:
        people = {"mika": pc("sure_strike", "extra_effort", level=5, rp=26), "oni": npc(level=20)}
        names = ("sure_strike", "extra_effort", "sure_strike", "extra_effort")
        step = attack("mika", "oni", *(use("mika", name) for name in names))
        once = play(people, [step], [6, 2, 3])
        assert refused(once) == [
            ("mika", "sure_strike", "once_per_trigger"),
            ("mika", "extra_effort", "once_per_trigger"),
        ]
        assert (levels(once)["mika"], reserves(once)["mika"]) == (8, 13)
        switches = {"special_once_per_trigger": False}
        often = play(people, [step], [6, 2, 3, 4, 5], switches=switches)
        assert refused(often) == []
        assert (levels(often)["mika"], reserves(often)["mika"]) == (9, 0)

    def test_npc_rp_none(self, play: Run) -> None:
        people = {"mika": pc(), "oni": npc("sure_strike", rp=8)}
        steps = [
            attack("mika", "oni"),
            end("mika"),
            attack("oni", "mika", use("oni", "sure_strike")),
            end("oni"),
        ]
        result = play(people, steps, [5, 4, 9, 9, 9], switches={"npc_rp": "none"})
        assert [roll["type"] for roll in result["rolls"]] == ["attack", "reserve", "defense"]
        assert reserves(result) == {"mika": 4 + 1, "oni": 0}

    @pytest.mark.parametrize(
        ("switch", "net", "dice"), [("stack", 2, [1, 1, 2]), ("once", 1, [1, 1])]
    )
    def test_same_ability_stacking(self, play: Run, switch: str, net: int, dice: list[int]) -> None:
        people = {"mika": pc("attack_builder", rp=30, ap=6), "oni": npc(level=40)}
        steps = [ultimate("mika", "oni", "attack_builder")] * 2
        steps += [end("mika"), end("oni"), attack("mika", "oni")]
        dice = [2, 2, 1, 1, *dice]
        result = play(people, steps, dice, switches={"same_ability_stacking": switch})
        assert nets(result) == [0, 0, net]

    @pytest.mark.parametrize(
        ("switch", "net", "dice"),
        [
            ("tn_setter", 0, [2]),
            ("any_opponent", -1, [2, 3]),
            ("stack_all", -2, [2, 3, 4]),
        ],
    )
    def test_pursuer_scope(self, play: Run, switch: str, net: int, dice: list[int]) -> None:
        people = {
            "mika": pc(),
            "oni": npc("pursuer"),
            "imp": npc("pursuer"),
            "boss": npc(style="offensive"),
        }
        step = {"do": "escape", "by": "mika"}
        result = play(people, [step], dice, switches={"pursuer_scope": switch})
        assert [(roll["against"], roll["net"]) for roll in result["rolls"]] == [("boss", net)]


class TestOrderOfAnAttack:
    def test_reactions_are_refused_at_their_steps(self, play: Run) -> None:
        people = {"oni": npc(level=6), "mika": pc(), "juno": pc()}
        listed = [
            use("mika", "nonsense"),
            use("mika", "disengage"),
            use("mika", "diehard"),
            use("juno", "diehard"),
            use("juno", "disrupt_the_assault"),
            use("oni", "unstoppable_force"),
            use("mika", "perfect_defense"),
            use("oni", "sure_strike"),
            use("juno", "evasive_maneuvers"),
            use("juno", "take_the_hit"),
            use("mika", "combo_breaker"),
            use("oni", "cs1"),
        ]
        result = play(people, [attack("oni", "mika", *listed)], [5])
        assert [(by, name) for by, name, _ in refused(result)] == [
            ("juno", "take_the_hit"),  # S2
            ("oni", "sure_strike"),  # S3
            ("juno", "evasive_maneuvers"),
            ("juno", "disrupt_the_assault"),  # S7
            ("mika", "perfect_defense"),
            ("mika", "diehard"),  # S10
            ("mika", "disengage"),  # S11
            ("mika", "combo_breaker"),
            ("mika", "nonsense"),  # S12
            ("juno", "diehard"),
            ("oni", "unstoppable_force"),
            ("oni", "cs1"),
        ]

    def test_after_each_outcome_reaction_the_list_is_read_from_its_start(self, play: Run) -> None:
        people = {
            "oni": npc("unstoppable_force", base=10, rp=10),
            "mika": pc("perfect_defense", base=10, rp=10),
            "juno": pc("disrupt_the_assault", base=10, rp=8),
        }
        listed = [
            use("oni", "unstoppable_force"),
            use("mika", "perfect_defense"),
            use("juno", "disrupt_the_assault"),
        ]
        result = play(people, [attack("oni", "mika", *listed)], [5])
        assert outcomes(result) == ["negated"]
        assert reserves(result) == {"oni": 0, "mika": 0, "juno": 8}
        assert refused(result) == [("juno", "disrupt_the_assault", "no_trigger")]

    def test_a_refused_step_lists_no_reactions(self, play: Run) -> None:
        people = {"oni": npc(), "mika": pc("sure_strike", rp=8)}
        result = play(people, [attack("mika", "oni", use("mika", "sure_strike"))], [])
        assert result["refused"] == [{"step": 0, "why": "not_your_turn"}]
        assert result["refused_reactions"] == []

    def test_reactions_to_an_escape_are_all_refused(self, play: Run) -> None:
        people = {"mika": pc("evasive_maneuvers", rp=8), "oni": npc()}
        step = {"do": "escape", "by": "mika", "reactions": [use("mika", "evasive_maneuvers")]}
        result = play(people, [step], [2])
        assert refused(result) == [("mika", "evasive_maneuvers", "no_trigger")]

    def test_charges_are_gone_even_if_the_attack_is_negated(self, play: Run) -> None:
        people = {
            "mika": pc(),
            "oni": npc(),
            "imp": npc("disrupt_the_assault", rp=8),
        }
        steps = [
            {"do": "assist", "by": "mika", "on": "mika"},
            attack("mika", "oni", use("imp", "disrupt_the_assault")),
            attack("mika", "oni"),
        ]
        result = play(people, steps, [6, 7, 3])
        assert outcomes(result) == ["negated", "miss"]
        assert nets(result) == [1, 0]

    def test_an_ultimate_that_is_redirected_works_on_the_new_target(self, play: Run) -> None:
        people = {
            "mika": pc("reserve_breaker", rp=15),
            "oni": npc("sure_strike", rp=16, level=20),
            "imp": npc("take_the_hit", "sure_strike", rp=21, level=20),
        }
        steps = [
            ultimate("mika", "oni", "reserve_breaker", use("imp", "take_the_hit")),
            end("mika"),
            attack("oni", "mika", use("oni", "sure_strike")),
            end("oni"),
            attack("imp", "mika", use("imp", "sure_strike")),
        ]
        result = play(people, steps, [2, 1, 9, 9, 9, 1, 9, 9, 9])
        assert reserves(result) == {"mika": 1 + 1 + 1, "oni": 16 - 8 + 1, "imp": 21 - 5 + 1 - 16}


class TestTurns:
    def test_unspent_points_are_carried_and_spent_first(self, play: Run) -> None:
        people = {"mika": pc(temp_ap=1, ap=2), "oni": npc()}
        steps = [attack("mika", "oni"), end("mika"), end("oni"), attack("mika", "oni")]
        result = play(people, steps, [2, 1, 1, 2])
        mika = result["final"]["mika"]
        assert (mika["ap"], mika["temp_ap"], mika["carry_ap"]) == (3, 1, 0)

    def test_the_departed_keep_their_place_for_charges(self, play: Run) -> None:
        people = {"juno": pc(), "oni": npc(level=6), "mika": pc(), "imp": npc()}
        steps = [
            {"do": "assist", "by": "juno", "on": "mika"},
            end("juno"),
            attack("oni", "juno"),
            end("oni"),
            end("mika"),
            end("imp"),
            end("oni"),
            attack("mika", "imp"),
        ]
        result = play(people, steps, [1, 2, 1, 1, 1, 1, 2])
        assert nets(result) == [0, 0]
        assert (result["turn_of"], result["round"]) == ("mika", 2)

    def test_whoever_fled_on_the_own_turn_still_ends_it(self, play: Run) -> None:
        people = {"mika": pc(), "oni": npc(), "juno": pc()}
        steps = [{"do": "escape", "by": "mika"}, attack("mika", "oni"), end("mika")]
        result = play(people, steps, [6])
        assert result["refused"] == [{"step": 1, "why": "not_in_combat"}]
        assert (result["turn_of"], reserves(result)["mika"]) == ("oni", 0)

    def test_only_who_has_the_turn_may_end_it(self, play: Run) -> None:
        people = {"mika": pc(), "oni": npc()}
        assert play(people, [end("oni")], [])["refused"] == [{"step": 0, "why": "not_your_turn"}]

    @pytest.mark.parametrize(
        ("step", "why"),
        [
            (attack("mika", "juno"), "target_is_ally"),
            (attack("mika", "mika"), "target_is_ally"),
            (attack("mika", "afar"), "target_not_in_combat"),
            ({"do": "assist", "by": "mika", "on": "oni"}, "not_an_ally"),
            ({"do": "protect", "by": "mika", "on": "afar"}, "target_not_in_combat"),
            ({"do": "assist", "by": "afar", "on": "mika"}, "not_in_combat"),
            (ultimate("mika", "oni", "attack_builder"), "not_enough_rp"),
            (ultimate("mika", "oni", "reserve_breaker"), "no_such_ultimate"),
            ({"do": "special", "by": "mika", "use": "diehard"}, "not_owned"),
            ({"do": "enter", "by": "afar"}, "not_between_turns"),
        ],
    )
    def test_what_is_not_allowed_changes_nothing(
        self, play: Run, step: dict[str, Any], why: str
    ) -> None:
        people = {
            "mika": pc("attack_builder", rp=14),
            "juno": pc(),
            "oni": npc(),
            "afar": npc(in_combat=False),
        }
        result = play(people, [step], [])
        assert result["refused"] == [{"step": 0, "why": why}]
        assert result["final"] == play(people, [], [])["final"]

    def test_points_are_needed(self, play: Run) -> None:
        people = {"mika": pc("attack_builder", rp=15, ap=2), "oni": npc()}
        step = ultimate("mika", "oni", "attack_builder")
        assert play(people, [step], [])["refused"] == [{"step": 0, "why": "not_enough_ap"}]
        poor = {"mika": pc(ap=0), "oni": npc()}
        assert play(poor, [attack("mika", "oni")], [])["refused"] == [
            {"step": 0, "why": "not_enough_ap"}
        ]


class TestTheEnd:
    def test_everybody_is_back_at_the_base_level(self, play: Run) -> None:
        people = {
            "mika": pc(base=2, level=9, rp=4),
            "oni": npc(level=7),
            "rin": pc(base=3, level=5, in_combat=False),
        }
        final = play(people, [{"do": "end_encounter"}], [])["final"]
        assert [final[who]["level"] for who in ("mika", "oni", "rin")] == [2, 1, 3]
        assert final["mika"]["rp"] == 4
        assert final["rin"]["status"] == "outside"


class TestEscapes:
    def test_without_opponents_nobody_rolls(self, play: Run) -> None:
        result = play({"mika": pc(), "juno": pc()}, [{"do": "escape", "by": "mika"}], [])
        assert result["final"]["mika"]["status"] == "escaped"
        assert result["combat_over"] is True

    @pytest.mark.parametrize(
        ("people", "setter"),
        [
            ({"oni": npc(), "boss": npc("t14")}, "boss"),
            ({"oni": npc(), "boss": npc("pursuer")}, "boss"),
            ({"oni": npc(), "rival": pc(side="them")}, "rival"),
            ({"oni": npc("pursuer"), "rival": pc(side="them")}, "oni"),
            ({"oni": npc(), "imp": npc()}, "oni"),
        ],
    )
    def test_who_sets_the_target_number(
        self, play: Run, people: dict[str, Any], setter: str
    ) -> None:
        step = {"do": "escape", "by": "mika"}
        dice = [2, 2] if "pursuer" in people[setter]["abilities"] else [2]
        result = play({"mika": pc(), **people}, [step], dice)
        assert [roll["against"] for roll in result["rolls"]] == [setter]

    def test_a_failed_escape_lifts_every_opponent_by_the_runners_row(self, play: Run) -> None:
        people = {"mika": pc(level=11), "oni": npc(), "imp": npc()}
        result = play(people, [{"do": "escape", "by": "mika"}], [5])
        assert levels(result) == {"mika": 11, "oni": 3, "imp": 3}
        assert reserves(result) == {"mika": 0, "oni": 0, "imp": 0}

    def test_protect_charges_count_for_an_escape(self, play: Run) -> None:
        people = {"mika": pc(), "oni": npc()}
        steps = [{"do": "protect", "by": "mika", "on": "mika"}, {"do": "escape", "by": "mika"}]
        assert nets(play(people, steps, [5, 6])) == [1]

    def test_a_player_rolls_to_hold_a_runner(self, play: Run) -> None:
        people = {"oni": npc("escape_artist"), "mika": pc(), "juno": pc()}
        result = play(people, [{"do": "escape", "by": "oni"}], [7, 8])
        roll = result["rolls"][0]
        assert (roll["type"], roll["roller"], roll["against"]) == ("prevent", "mika", "oni")
        assert (roll["net"], roll["success"]) == (-1, True)
        assert levels(result) == {"oni": 1, "mika": 2, "juno": 2}


class TestQuestions:
    def test_everybody_who_may_use_something_is_asked_at_once(self, table: Make) -> None:
        people = {
            "mika": pc("sure_strike", rp=8),
            "oni": npc("evasive_maneuvers", rp=8),
        }
        play = table(people, [6])
        assert play.do("mika", "attack", target="oni") is None
        assert play.asked() == {"mika": ["sure_strike"], "oni": ["evasive_maneuvers"]}
        assert play.answer("oni", "evasive_maneuvers") is None
        assert play.asked() == {"mika": ["sure_strike"]}
        assert play.answer("mika", "sure_strike") is None
        assert play.asked() == {}
        assert [one["user"] for one in play.events("ability_used")][:2] == ["oni", "mika"]
        play.finish()

    def test_nobody_is_asked_who_cannot_pay_or_is_no_part_of_it(self, table: Make) -> None:
        people = {
            "mika": pc("sure_strike", "evasive_maneuvers", "extra_effort", rp=7),
            "oni": npc("sure_strike", "take_the_hit", "diehard", rp=99),
            "juno": pc("evasive_maneuvers", "disrupt_the_assault", rp=99),
        }
        play = table(people, [6])
        assert play.do("mika", "attack", target="oni") is None
        assert play.asked() == {}
        play.finish()

    def test_at_the_outcome_whoever_becomes_eligible_is_asked(self, table: Make) -> None:
        people = {
            "oni": npc("unstoppable_force", base=10, rp=10),
            "mika": pc("perfect_defense", base=10, rp=10),
        }
        play = table(people, [5])
        assert play.do("oni", "attack", target="mika") is None
        assert play.asked() == {"mika": ["perfect_defense"]}
        assert play.answer("mika", "perfect_defense") is None
        assert play.asked() == {"oni": ["unstoppable_force"]}
        assert play.answer("oni", "unstoppable_force") is None
        assert play.events("attack_resolved")[0]["outcome"] == "negated"
        play.finish()

    def test_the_third_hit_is_said_in_the_question(self, table: Make) -> None:
        people = {
            "oni": npc(base=10, ap=3),
            "mika": pc("combo_breaker", "attack_builder", base=10, rp=15),
        }
        play = table(people, [5, 5, 5, 2])
        for _ in range(3):
            assert play.do("oni", "attack", target="mika") is None
        question = play.table.questions("owner:mika")[0]
        assert question["trigger"] == "Oni hits you for the third time this turn."
        assert question["scope_text"] == "Roof, round 1: Oni hits Mika"
        assert question["options"][0]["further"] == [
            {
                "key": "effect",
                "label": "Move",
                "options": [{"value": "attack_builder", "label": "Attack Builder"}],
            }
        ]
        assert play.answer("mika", "combo_breaker", further={"effect": "attack_builder"}) is None
        assert play.table.state.characters["mika"].level == 16
        play.finish()
