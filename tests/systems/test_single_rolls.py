"""Single rolls by their numbers, beside plain counting that knows nothing of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.dice import ScriptedDice, SeededDice
from engine.odds.tree import every_fall
from engine.resolution import Refused
from engine.rolls import SingleRoll
from engine.system import get_system


def of(key: str) -> SingleRoll:
    roll = get_system(key).roll
    assert roll is not None
    return roll


def chances(key: str, **given: Any) -> dict[str, str]:
    return {row["label"]: row["fraction"] for row in of(key).odds(given)["rows"]}


def share(count: int, holds: Callable[[tuple[int, ...]], bool], sides: int) -> str:
    """How many of all falls of the dice are as wanted, of all."""
    falls = list(product(range(1, sides + 1), repeat=count))
    return str(Fraction(sum(map(holds, falls)), len(falls)))


class TestCarps:
    @pytest.mark.parametrize("extremes", ["any_die", "kept_die"])
    @pytest.mark.parametrize("net", [-3, -1, 0, 1, 2])
    @pytest.mark.parametrize("tn", range(2, 11))
    def test_every_fall(self, extremes: str, net: int, tn: int) -> None:
        def value(dice: tuple[int, ...]) -> int:
            if extremes == "any_die" and 10 in dice:
                return 10
            if extremes == "any_die" and 1 in dice:
                return 1
            return max(dice) if net > 0 else min(dice)

        count = 1 + abs(net)
        assert chances("carps", tn=tn, dice=net, natural_extremes=extremes) == {
            "Succeeds": share(count, lambda dice: value(dice) >= tn, 10),
            "A natural 10": share(count, lambda dice: value(dice) == 10, 10),
            "A natural 1": share(count, lambda dice: value(dice) == 1, 10),
        }

    def test_one_bonus_die(self) -> None:
        assert of("carps").odds({"tn": "6", "dice": "+1"}) == {
            "text": "2 dice, highest kept, TN 6",
            "numbers": {"tn": 6, "dice": 1},
            "rules": {"natural_extremes": "any_die"},
            "rows": [
                {"label": "Succeeds", "fraction": "67/100", "percent": "67 %", "share": 0.67},
                {"label": "A natural 10", "fraction": "19/100", "percent": "19 %", "share": 0.19},
                {"label": "A natural 1", "fraction": "17/100", "percent": "17 %", "share": 0.17},
            ],
        }

    @pytest.mark.parametrize(
        ("given", "dice", "success", "line"),
        [
            ({"dice": 1}, [3, 9], True, "9: at least TN 6"),
            ({"dice": "−1"}, [7, 9], True, "7: at least TN 6"),
            ({"dice": -1}, [5, 9], False, "5: below TN 6"),
            ({"dice": -1}, [2, 10], True, "10: a natural 10 succeeds"),
            ({"dice": 1}, [1, 9], False, "1: a natural 1 fails"),
            ({"dice": 1, "natural_extremes": "kept_die"}, [1, 9], True, "9: at least TN 6"),
        ],
    )
    def test_thrown(self, given: dict[str, Any], dice: list[int], success: bool, line: str) -> None:
        scripted = ScriptedDice(dice)
        thrown = of("carps").roll(given, scripted)
        assert (thrown["success"], thrown["lines"], scripted.left) == (success, [line], 0)
        assert thrown["result"] == int(line.partition(":")[0])
        assert [one["faces"] for one in thrown["dice"]] == [dice]


class TestCcarps:
    @pytest.mark.parametrize("count", [2, 3, 4])
    @pytest.mark.parametrize("tn", [-1, 2, 5, 7, 12, 14])
    def test_every_fall(self, count: int, tn: int) -> None:
        def criticals(dice: tuple[int, ...]) -> bool:
            return set(dice) == {1} or (set(dice) != {6} and sum(sorted(dice)[:2]) < tn)

        found = chances("ccarps", tn=tn, dice=count)
        assert found == {
            "Succeeds": share(count, criticals, 6),
            "By a critical success": str(Fraction(1, 6**count)),
            "A critical failure": str(Fraction(1, 6**count)),
        }
        plain = share(count, lambda dice: sum(sorted(dice)[:2]) < tn, 6)
        assert chances("ccarps", tn=tn, dice=count, criticals="no") == {"Succeeds": plain}

    @pytest.mark.parametrize("tn", [2, 7, 13])
    def test_without_skill(self, tn: int) -> None:
        plain = share(2, lambda dice: sum(dice) < tn, 6)
        assert chances("ccarps", tn=tn, skill=False) == {"Succeeds": plain}
        critical = share(2, lambda dice: sum(dice) == 2 or sum(dice) < min(tn, 12), 6)
        found = chances("ccarps", tn=tn, skill="no", unskilled_criticals="yes")
        assert found["Succeeds"] == critical
        one = share(1, lambda dice: dice[0] + 6 < tn, 6)
        found = chances("ccarps", tn=tn, skill="no", unskilled="one_die_plus_six")
        assert found == {"Succeeds": one}

    def test_the_patrolman(self) -> None:
        thrown = of("ccarps").roll({"tn": 7, "dice": 3}, ScriptedDice([4, 6, 3]))
        assert (thrown["result"], thrown["success"]) == (7, False)
        assert thrown["lines"] == ["7 is not under 7"]

    @pytest.mark.parametrize(
        ("dice", "tn", "success", "line"),
        [
            ([1, 1], -3, True, "Every die shows 1."),
            ([6, 6], 20, False, "Every die shows 6."),
            ([2, 3], 9, True, "5 is under 9, by 4"),
        ],
    )
    def test_thrown(self, dice: list[int], tn: int, success: bool, line: str) -> None:
        thrown = of("ccarps").roll({"tn": tn}, ScriptedDice(dice))
        assert (thrown["success"], thrown["lines"]) == (success, [line])

    def test_no_dice_of_a_skill_without_one(self) -> None:
        with pytest.raises(Refused) as refused:
            of("ccarps").odds({"skill": False, "dice": 3})
        assert refused.value.code == "bad_field"


def tracks_falls(
    half: bool, specialty: bool, raises: int, explodes: bool, special_too: bool
) -> Iterator[tuple[Fraction, int]]:
    """The sum of all dice for each way in which they fall, with its chance."""
    base = 1 if half else 2
    for thrown in product(range(1, 7), repeat=base + specialty + raises):
        looked_at = thrown[: base + (specialty and special_too)]
        sixes = looked_at.count(6) if explodes else 0
        for more in product(range(1, 7), repeat=sixes):
            yield Fraction(1, 6 ** (len(thrown) + sixes)), sum(thrown) + sum(more)


class TestTracks:
    @pytest.mark.parametrize("half", [False, True])
    @pytest.mark.parametrize("specialty", [False, True])
    @pytest.mark.parametrize("raises", [0, 2])
    @pytest.mark.parametrize("stressful", [False, True])
    @pytest.mark.parametrize(
        "rules",
        [
            {},
            {"half_attribute_rounding": "up", "specialty_explodes": "no"},
            {"raise_lifts_calm_penalty": "yes", "new_stress_sixes": "next_challenge"},
        ],
        ids=["as written", "specialty", "stress"],
    )
    def test_every_fall(
        self, half: bool, specialty: bool, raises: int, stressful: bool, rules: dict[str, str]
    ) -> None:
        attribute, tension, modifier, tn = 5, 3, -3, 11
        later = rules.get("new_stress_sixes") == "next_challenge"
        explodes = stressful or (raises > 0 and not later)
        rounded = 3 if rules.get("half_attribute_rounding") == "up" else 2
        fixed = (rounded if half else attribute) + modifier
        if stressful:
            fixed += tension
        elif not (raises and rules.get("raise_lifts_calm_penalty")):
            fixed -= tension
        falls = tracks_falls(half, specialty, raises, explodes, "specialty_explodes" not in rules)
        won = sum((part for part, dice in falls if dice + fixed > tn), Fraction(0))
        found = chances(
            "tracks",
            **rules,
            attribute=attribute,
            tension=tension,
            modifier=modifier,
            tn=tn,
            half=half,
            specialty=specialty,
            stressful=stressful,
            **{"raise": raises},
        )
        assert found["Succeeds"] == str(won)

    @pytest.mark.parametrize("stressful", [False, True])
    @pytest.mark.parametrize("rules", [{}, {"new_stress_sixes": "next_challenge"}])
    def test_the_thrown_dice_come_as_often_as_counted(
        self, stressful: bool, rules: dict[str, str]
    ) -> None:
        given = {"stressful": stressful, "specialty": True, "raise": 1, "tension": 2, **rules}
        roll = of("tracks")
        falls = every_fall(lambda dice: roll.roll(given, dice)["success"])
        counted = sum((chance for chance, won in falls if won), Fraction(0))
        assert chances("tracks", **given)["Succeeds"] == str(counted)

    def test_a_six_gives_a_die(self) -> None:
        scripted = ScriptedDice([6, 2, 5, 4])
        given = {"attribute": 5, "tension": 6, "stressful": True, "raise": 1, "tn": 22}
        thrown = of("tracks").roll(given, scripted)
        assert scripted.left == 0
        assert thrown["dice"] == [
            {"label": "throw", "faces": [6, 2]},
            {"label": "raise", "faces": [5]},
            {"label": "six", "faces": [4]},
        ]
        assert (thrown["result"], thrown["success"]) == (28, True)
        assert thrown["lines"] == ["dice 17 + attribute 5 + tension 6", "28 is over 22"]

    def test_equal_is_not_over(self) -> None:
        thrown = of("tracks").roll({"tension": 2, "tn": 10}, ScriptedDice([3, 3]))
        assert (thrown["result"], thrown["success"]) == (10, False)
        assert thrown["lines"] == ["dice 6 + attribute 6 − tension 2", "10 is not over 10"]

    def test_one_more_raise(self) -> None:
        found = chances("tracks", tn=14, **{"raise": 2})
        assert (
            found["With one more raise before the roll"]
            == chances("tracks", tn=14, **{"raise": 3})["Succeeds"]
        )
        assert list(chances("tracks", **{"raise": 3})) == ["Succeeds"]


@pytest.mark.parametrize("key", ["carps", "ccarps", "tracks"])
class TestEverySystem:
    def test_what_is_thrown_comes_near_the_chance(self, key: str) -> None:
        roll, dice = of(key), SeededDice(7)
        won = sum(roll.roll({}, dice)["success"] for _ in range(2000))
        share = roll.odds({})["rows"][0]["share"]
        assert abs(won / 2000 - share) < 0.05

    @pytest.mark.parametrize("value", ["many", "1.5", "", 1.0, True, None, [], 10**9, "9999999"])
    def test_what_is_no_number_is_refused(self, key: str, value: Any) -> None:
        with pytest.raises(Refused) as refused:
            of(key).odds({"tn": value})
        assert (refused.value.code, refused.value.values["label"]) == ("bad_field", "Target number")

    def test_what_the_roll_does_not_have_is_refused(self, key: str) -> None:
        with pytest.raises(Refused) as refused:
            of(key).roll({"luck": 3}, ScriptedDice([]))
        assert (refused.value.code, refused.value.values["name"]) == ("unknown_number", "luck")

    def test_it_describes_itself(self, key: str) -> None:
        roll = of(key)
        for field in roll.fields():
            told = field.to_data()
            assert field.read(told["default"]) == told["default"]
            assert field.read(str(told["default"])) == told["default"]
            assert told["kind"] in ("integer", "flag", "choice")
