"""Special Attacks that are declared, and the reactions of the step after an attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.systems.carps.people import (
    assist,
    attack,
    end,
    escape,
    levels,
    nets,
    npc,
    outcomes,
    pc,
    refused,
    reserves,
    special,
    ultimate,
    use,
)

Run = Callable[..., dict[str, Any]]


def steps_refused(result: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one["step"], one["why"]) for one in result["refused"]]


@pytest.mark.parametrize(
    ("own", "step", "why"),
    [
        ({"level": 4}, special("mika", "provoke", on="oni"), "level_too_low"),
        ({"rp": 4}, special("mika", "provoke", on="oni"), "not_enough_rp"),
        ({"ap": 0}, special("mika", "provoke", on="oni"), "not_enough_ap"),
        ({}, special("mika", "provoke", on="juno"), "target_is_ally"),
        ({}, special("mika", "provoke", on="afar"), "target_not_in_combat"),
        ({}, special("juno", "provoke", on="oni"), "not_owned"),
        ({}, special("oni", "provoke", on="mika"), "not_your_turn"),
        ({"ap": 0}, special("mika", "inspire_allies"), "not_enough_ap"),
        ({"rp": 9}, special("mika", "inspire_allies"), "not_enough_rp"),
        ({"rp": 9}, special("mika", "combo_finisher"), "not_enough_rp"),
        ({"level": 4}, special("mika", "combo_finisher"), "level_too_low"),
        ({}, special("mika", "dynamic_entry", on="oni"), "not_entry_turn"),
        ({"ap": 5}, special("mika", "give_it_your_all", effect="um10"), "not_enough_ap"),
        ({"level": 19}, special("mika", "give_it_your_all", effect="um10"), "level_too_low"),
        ({}, special("mika", "give_it_your_all", effect="um9"), "no_such_ultimate"),
        ({}, special("mika", "sure_strike"), "needs_trigger"),
        ({}, special("mika", "um10"), "needs_trigger"),
        ({}, special("mika", "nonsense"), "not_owned"),
    ],
)
def test_what_is_not_possible_changes_nothing(play: Run, own: Any, step: Any, why: str) -> None:
    owned = ("provoke", "inspire_allies", "combo_finisher", "dynamic_entry", "give_it_your_all")
    people = {
        "mika": pc(*owned, "sure_strike", "um10", **{"level": 20, "rp": 50, "ap": 6, **own}),
        "juno": pc(),
        "oni": npc("provoke", level=20, rp=50),
        "afar": npc(in_combat=False),
    }
    result = play(people, [step], [])
    assert steps_refused(result) == [(0, why)]
    assert result["final"] == play(people, [], [])["final"]


class TestProvoke:
    def test_only_on_its_next_turn_and_only_others_of_that_side(self, play: Run) -> None:
        people = {
            "mika": pc("provoke", base=9, rp=5),
            "oni": npc(base=9, carry_ap=2),
            "juno": pc(base=9),
            "rival": pc(base=9, side="third"),
        }
        steps = [
            special("mika", "provoke", on="oni"),
            end("mika"),
            attack("oni", "juno"),
            attack("oni", "rival"),
            attack("oni", "mika"),
            end("oni"),
            end("juno"),
            end("rival"),
            end("mika"),
            attack("oni", "juno"),
        ]
        result = play(people, steps, [1, 2, 2, 1, 1, 1, 1, 2])
        assert steps_refused(result) == [(2, "provoked")]
        assert [one["on"] for one in result["outcomes"]] == ["rival", "mika", "juno"]

    def test_the_bar_ends_when_the_provoker_is_out(self, play: Run) -> None:
        people = {
            "mika": pc("provoke", base=9, rp=5, level=9),
            "oni": npc(base=9, level=30),
            "juno": pc(base=9, level=30),
        }
        steps = [
            special("mika", "provoke", on="oni"),
            end("mika"),
            attack("oni", "juno"),
            attack("oni", "mika"),
            attack("oni", "juno"),
        ]
        result = play(people, steps, [1, 2, 2])
        assert steps_refused(result) == [(2, "provoked")]
        assert outcomes(result) == ["hit", "hit"]

    @pytest.mark.parametrize(
        ("level", "times", "gained"), [(14, 1, 2 + 1), (15, 1, 2 + 2), (15, 2, 2 + 4)]
    )
    def test_levels_for_each_miss(self, play: Run, level: int, times: int, gained: int) -> None:
        people = {"mika": pc("provoke", base=level, rp=10), "oni": npc(base=15)}
        steps = [special("mika", "provoke", on="oni")] * times
        steps += [
            end("mika"),
            attack("oni", "mika"),
            end("oni"),
            end("mika"),
            attack("oni", "mika"),
        ]
        result = play(people, steps, [1, 9, 1, 1, 9])
        assert levels(result)["mika"] == level + gained + 2

    def test_no_level_when_somebody_else_misses_or_it_hits(self, play: Run) -> None:
        people = {"mika": pc("provoke", base=9, rp=5), "oni": npc(base=9), "imp": npc(base=9)}
        steps = [special("mika", "provoke", on="oni"), end("mika"), attack("oni", "mika")]
        steps += [end("oni"), attack("imp", "mika")]
        assert levels(play(people, steps, [1, 2, 1, 9]))["mika"] == 9 + 1

    def test_a_miss_on_who_took_the_hit_is_none_on_the_provoker(self, play: Run) -> None:
        people = {
            "mika": pc("provoke", base=9, rp=5),
            "oni": npc(base=9),
            "juno": pc("take_the_hit", base=9, rp=5),
        }
        shielded = attack("oni", "mika", use("juno", "take_the_hit"))
        steps = [special("mika", "provoke", on="oni"), end("mika"), shielded]
        result = play(people, steps, [1, 9])
        assert levels(result) == {"mika": 9, "oni": 9, "juno": 9 + 1 + 1}

    @pytest.mark.parametrize(
        ("lock", "dice", "why"),
        [
            ("literal", [], [(4, "provoked"), (5, "provoked"), (6, "provoked")]),
            ("provokers_attackable", [2, 2], [(6, "provoked")]),
        ],
    )
    def test_two_provokers_of_one_side(self, play: Run, lock: str, dice: Any, why: Any) -> None:
        people = {
            "mika": pc("provoke", base=9, rp=5),
            "juno": pc("provoke", base=9, rp=5),
            "oni": npc(base=9),
            "rin": pc(base=9),
        }
        steps = [special("mika", "provoke", on="oni"), end("mika")]
        steps += [special("juno", "provoke", on="oni"), end("juno")]
        steps += [attack("oni", "mika"), attack("oni", "juno"), attack("oni", "rin")]
        result = play(people, steps, [1, 1, *dice], switches={"provoke_lock": lock})
        assert steps_refused(result) == why

    def test_who_may_not_be_attacked_may_be_provoked(self, play: Run) -> None:
        people = {"mika": pc("provoke", base=9, rp=5), "oni": npc("disengage", base=9, rp=8)}
        missed = attack("mika", "oni", use("oni", "disengage", escape=False))
        steps = [missed, special("mika", "provoke", on="oni"), attack("mika", "oni")]
        result = play(people, steps, [2])
        assert steps_refused(result) == [(2, "disengaged")]
        assert reserves(result)["mika"] == 0


class TestInspireAllies:
    @pytest.mark.parametrize(
        ("level", "gain"),
        [(5, 2), (6, 4), (10, 4), (11, 5), (15, 5), (16, 6), (20, 6), (21, 7)],
    )
    def test_by_the_users_level(self, play: Run, level: int, gain: int) -> None:
        people = {
            "mika": pc("inspire_allies", level=level, rp=10),
            "juno": pc(),
            "rin": pc(level=level),
            "afar": pc(in_combat=False),
            "oni": npc(),
        }
        result = play(people, [special("mika", "inspire_allies")], [])
        after = {"mika": level, "juno": 1 + gain, "rin": level, "afar": 1, "oni": 1}
        assert levels(result) == after
        assert reserves(result)["mika"] == 0

    def test_also_with_none_to_inspire(self, play: Run) -> None:
        people = {"mika": pc("inspire_allies", rp=10), "oni": npc()}
        result = play(people, [special("mika", "inspire_allies")], [])
        assert (steps_refused(result), reserves(result)["mika"]) == ([], 0)
        assert result["final"]["mika"]["ap"] == 2


class TestComboFinisher:
    @pytest.mark.parametrize(
        ("level", "after"), [(5, 5 + 2 + 1), (10, 10 + 3 + 1), (11, 11 + 4 + 2)]
    )
    def test_for_a_hit_by_the_level_that_it_led_to(self, play: Run, level: int, after: int) -> None:
        people = {"mika": pc("combo_finisher", base=level, rp=10), "oni": npc(base=level)}
        steps = [attack("mika", "oni"), special("mika", "combo_finisher")]
        assert levels(play(people, steps, [6]))["mika"] == after

    def test_for_each_hit_of_the_turn_as_often_as_it_is_paid_for(self, play: Run) -> None:
        people = {
            "mika": pc("combo_finisher", base=5, rp=20),
            "oni": npc(base=15),
            "imp": npc(base=15),
        }
        again = special("mika", "combo_finisher")
        steps = [attack("mika", "oni"), attack("mika", "imp"), attack("mika", "oni"), again, again]
        result = play(people, steps, [6, 6, 2])
        assert levels(result)["mika"] == 5 + 2 + 3 + 2 + 2
        assert reserves(result)["mika"] == 0

    def test_without_a_hit_and_never_for_those_of_an_earlier_turn(self, play: Run) -> None:
        people = {"mika": pc("combo_finisher", base=9, rp=10), "oni": npc(base=9)}
        steps = [attack("mika", "oni"), end("mika"), end("oni"), special("mika", "combo_finisher")]
        result = play(people, steps, [6, 1, 1])
        assert levels(result)["mika"] == 9 + 3
        assert reserves(result)["mika"] == 1

    def test_a_negated_hit_is_none(self, play: Run) -> None:
        people = {
            "mika": pc("combo_finisher", base=9, rp=10),
            "oni": npc(base=9),
            "imp": npc("disrupt_the_assault", rp=8),
        }
        struck = attack("mika", "oni", use("imp", "disrupt_the_assault"))
        result = play(people, [struck, special("mika", "combo_finisher")], [6])
        assert levels(result)["mika"] == 9

    def test_hits_by_reactions_count(self, play: Run) -> None:
        people = {
            "oni": npc("combo_finisher", "combo_breaker", "um10", base=60, rp=25, ap=5),
            "mika": pc("combo_breaker", "um10", base=60, rp=45),
        }
        back = use("oni", "combo_breaker", effect="um10")
        answer = use("mika", "combo_breaker", effect="um10")
        steps = [attack("oni", "mika")] * 2 + [attack("oni", "mika", answer)] * 2
        steps += [attack("oni", "mika", {**answer, "reactions": [back]})]
        steps += [special("oni", "combo_finisher")]
        result = play(people, steps, [2, 2, 2, 9, 2, 9, 2, 9, 2])
        assert [one["by"] for one in result["outcomes"]].count("oni") == 6
        assert set(outcomes(result)) == {"hit"}
        assert levels(result)["oni"] == 60 + 5 * 6 + 12 + 2 * 6

    @pytest.mark.parametrize(("switch", "why"), [(False, []), (True, [(1, "once_per_turn")])])
    def test_once_a_turn_by_a_switch(self, play: Run, switch: bool, why: Any) -> None:
        people = {"mika": pc("combo_finisher", base=9, rp=30), "oni": npc(base=9)}
        again = special("mika", "combo_finisher")
        steps = [again, again, end("mika"), end("oni"), again]
        switches = {"combo_finisher_once_per_turn": switch}
        result = play(people, steps, [1, 1], switches=switches)
        assert steps_refused(result) == why


class TestCounterTactics:
    def test_from_all_sources_of_the_running_turn(self, play: Run) -> None:
        people = {
            "oni": npc("extra_effort", "um10", base=6, rp=20, ap=4),
            "mika": pc("counter_tactics", base=30, rp=10),
        }
        steps = [
            ultimate("oni", "mika", "um10"),
            attack("oni", "mika", use("oni", "extra_effort"), use("mika", "counter_tactics")),
        ]
        result = play(people, steps, [9, 2])
        gained = 6 + 4 + 1
        assert levels(result) == {"oni": 6 + gained, "mika": 30 + 1 + gained}

    def test_what_an_earlier_turn_gave_is_over(self, play: Run) -> None:
        people = {
            "oni": npc(base=9),
            "mika": pc("counter_tactics", base=9, rp=10),
        }
        steps = [attack("oni", "mika"), end("oni"), end("mika")]
        steps.append(attack("oni", "mika", use("mika", "counter_tactics")))
        assert levels(play(people, steps, [2, 1, 1, 2])) == {"oni": 9 + 3 + 4, "mika": 9 + 4}

    @pytest.mark.parametrize(("own", "die"), [({"level": 4}, 2), ({"rp": 9}, 2), ({}, 9)])
    def test_needs_level_reserves_and_a_hit(self, play: Run, own: Any, die: int) -> None:
        people = {"oni": npc(), "mika": pc("counter_tactics", **{"level": 5, "rp": 10, **own})}
        result = play(people, [attack("oni", "mika", use("mika", "counter_tactics"))], [die])
        assert [(by, key) for by, key, _ in refused(result)] == [("mika", "counter_tactics")]


class TestPerfectTeamwork:
    @pytest.mark.parametrize(("level", "gain"), [(10, 2), (11, 3)])
    def test_each_other_helper_gains_by_the_level_after_the_hit(
        self, play: Run, level: int, gain: int
    ) -> None:
        people = {
            "juno": pc(),
            "rin": pc(),
            "mika": pc("perfect_teamwork", base=level, rp=10),
            "oni": npc(base=15),
        }
        steps = [assist("juno", "mika"), end("juno"), assist("rin", "mika"), end("rin")]
        steps += [assist("mika", "mika"), attack("mika", "oni", use("mika", "perfect_teamwork"))]
        result = play(people, steps, [1, 1, 6, 2, 3, 4])
        hit = {10: 3, 11: 4}[level]
        assert levels(result) == {
            "juno": 1 + gain,
            "rin": 1 + gain,
            "mika": level + hit,
            "oni": 15,
        }

    def test_own_assists_and_unused_ones_are_no_trigger(self, play: Run) -> None:
        people = {"mika": pc("perfect_teamwork", level=5, rp=10), "oni": npc(level=5)}
        step = attack("mika", "oni", use("mika", "perfect_teamwork"))
        for steps, dice in (([assist("mika", "mika"), step], [6, 2]), ([step], [6])):
            result = play(people, steps, dice)
            assert refused(result) == [("mika", "perfect_teamwork", "no_trigger")]
            assert reserves(result)["mika"] == 10

    def test_a_helper_who_is_gone_gains_nothing(self, play: Run) -> None:
        people = {
            "juno": pc(),
            "mika": pc("perfect_teamwork", level=5, rp=10),
            "oni": npc(level=5),
        }
        step = attack("mika", "oni", use("mika", "perfect_teamwork"))
        steps = [assist("juno", "mika"), escape("juno"), end("juno"), step]
        result = play(people, steps, [10, 6, 2])
        assert refused(result) == [("mika", "perfect_teamwork", "no_trigger")]


class TestGiveItYourAll:
    def people(self, *owned: str, **own: Any) -> dict[str, Any]:
        fields = {"base": 20, "rp": 15, "temp_ap": 3, **own}
        return {
            "mika": pc("give_it_your_all", *owned, **fields),
            "oni": npc(base=20),
            "imp": npc(base=20),
            "juno": pc(base=20),
        }

    def test_levels_once_and_all_levels_read_as_declared(self, play: Run) -> None:
        people = self.people("um10", "underdog_stance", "cs3")
        people["oni"]["level"], people["imp"]["level"] = 21, 20
        step = special("mika", "give_it_your_all", effect="um10")
        result = play(people, [step], [2, 3, 6])
        assert nets(result) == [1, 0]
        assert levels(result) == {"mika": 20 + 10, "oni": 21 + 2, "imp": 20, "juno": 20}

    def test_after_gain_everything_is_read_as_it_is(self, play: Run) -> None:
        people = self.people("defense_breaker", "cs3")
        step = special("mika", "give_it_your_all", effect="defense_breaker")
        switches = {"ultimate_pool_timing": "after_gain"}
        result = play(people, [step], [2, 3, 4, 2, 3, 4], switches=switches)
        assert nets(result) == [2, 2]

    def test_its_own_effect_does_not_count_for_its_later_attacks(self, play: Run) -> None:
        people = self.people("defense_breaker")
        steps = [special("mika", "give_it_your_all", effect="defense_breaker"), end("mika")]
        steps += [end("oni"), end("imp"), attack("juno", "oni"), attack("juno", "imp")]
        result = play(people, steps, [2, 2, 1, 1, 1, 2, 3, 2, 3])
        assert nets(result) == [0, 0, 1, 1]

    def test_the_effect_falls_on_all_declared_also_if_one_takes_the_hit(self, play: Run) -> None:
        people = self.people("attack_breaker")
        people["imp"] |= {"abilities": ["take_the_hit"], "rp": 5}
        taken = {"oni": [use("imp", "take_the_hit")]}
        step = special(
            "mika", "give_it_your_all", effect="attack_breaker", reactions_by_target=taken
        )
        steps = [step, end("mika"), attack("oni", "juno"), end("oni"), attack("imp", "juno")]
        result = play(people, steps, [2, 2, 1, 2, 3, 1, 2, 3])
        assert [one["on"] for one in result["outcomes"]] == ["imp", "imp", "juno", "juno"]
        assert nets(result) == [0, 0, 1, 1]

    @pytest.mark.parametrize(
        ("flees", "dice", "status"), [(False, [2, 6], "active"), (True, [2, 1, 1, 6], "escaped")]
    )
    def test_who_is_gone_or_disengaged_is_skipped(
        self, play: Run, flees: bool, dice: list[int], status: str
    ) -> None:
        people = self.people("um10")
        people["rex"] = npc(base=20)
        people["imp"] |= {"abilities": ["take_the_hit", "disengage"], "rp": 13}
        by_target = {
            "oni": [use("imp", "take_the_hit"), use("imp", "disengage", escape=flees)],
            "imp": [use("imp", "nonsense")],
        }
        step = special("mika", "give_it_your_all", effect="um10", reactions_by_target=by_target)
        result = play(people, [step], dice)
        attacks = [(one["on"], one["outcome"]) for one in result["outcomes"]]
        assert attacks == [("imp", "miss"), ("rex", "hit")]
        assert result["final"]["imp"]["status"] == status
        assert refused(result) == []

    def test_if_the_user_falls_the_rest_is_dropped(self, play: Run) -> None:
        people = self.people("um10", level=20)
        people["oni"] |= {"abilities": ["combo_breaker", "um10"], "rp": 15, "level": 60}
        people["juno"]["side"] = "them"
        steps = [attack("mika", "oni")] * 2
        people["mika"]["temp_ap"] = 5
        answer = {"oni": [use("oni", "combo_breaker", effect="um10")]}
        steps.append(special("mika", "give_it_your_all", effect="um10", reactions_by_target=answer))
        result = play(people, steps, [6, 6, 6, 2])
        assert [(one["by"], one["on"]) for one in result["outcomes"]] == [
            ("mika", "oni"),
            ("mika", "oni"),
            ("mika", "oni"),
            ("oni", "mika"),
        ]
        assert result["final"]["mika"]["status"] == "defeated"

    def test_reserve_breaker_doubles_it_but_no_ultimate_move(self, play: Run) -> None:
        people = {
            "oni": npc("reserve_breaker", base=20, rp=15),
            "mika": pc("give_it_your_all", "um10", base=20, rp=29, carry_ap=3),
        }
        steps = [ultimate("oni", "mika", "reserve_breaker"), end("oni")]
        steps += [special("mika", "give_it_your_all", effect="um10")]
        steps += [ultimate("mika", "oni", "um10")]
        result = play(people, steps, [2, 1, 2])
        assert steps_refused(result) == [(2, "not_enough_rp")]
        assert reserves(result)["mika"] == 29 - 15

    def test_without_a_target_it_is_refused(self, play: Run) -> None:
        people = self.people("um10")
        people = {who: people[who] for who in ("mika", "juno")}
        step = special("mika", "give_it_your_all", effect="um10")
        assert steps_refused(play(people, [step], [])) == [(0, "no_legal_target")]
