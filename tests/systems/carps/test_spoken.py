"""Every ability at the table: what is typed, what is pressed, what is asked, what cards tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from engine.systems.carps.book import BOOK
from engine.systems.carps.declared import windows_of
from engine.systems.carps.moves import moves_of
from engine.table import Outcome
from engine.testing import GM, Play
from tests.systems.carps.people import npc, pc

Make = Callable[..., Play]
EVERYTHING = list(BOOK.data)
DECLARED = {
    "provoke": "1 AP, 5 RP",
    "inspire_allies": "1 AP, 10 RP",
    "combo_finisher": "10 RP",
    "dynamic_entry": "2 AP, 10 RP",
    "give_it_your_all": "6 AP, 15 RP",
}


def say(play: Play, actor: str, text: str, *targets: str, **more: Any) -> Outcome:
    return play.act(kind="command", text=text, actor=actor, targets=list(targets), **more)


def master(**more: Any) -> dict[str, Any]:
    """Somebody who owns everything, in a fight with two opponents and a friend."""
    own = {"base": 20, "rp": 100, "temp_ap": 3, **more}
    return {
        "mika": pc(*EVERYTHING, **own),
        "oni": npc(base=20),
        "imp": npc(base=20),
        "juno": pc(base=20),
    }


def buttons(play: Play, actor: str, *targets: str) -> dict[str, dict[str, Any]]:
    actions = play.table.look(actor, list(targets), GM)["actions"]
    return {one["label"]: one for one in actions}


class TestButtons:
    def test_everything_with_a_cost_is_a_button(self, table: Make) -> None:
        play = table(master())
        shown = buttons(play, "mika", "oni")
        for key in moves_of(play.table.state, "mika"):
            button = shown[BOOK.data[key].name]
            assert (button["cost"], button["possible"]) == ("3 AP, 15 RP", True)
        for key, cost in DECLARED.items():
            assert shown[BOOK.data[key].name]["cost"] == cost
        for key in windows_of(play.table.state, "mika"):
            attacks = key in ("sure_strike", "extra_effort")
            button, rp = shown[BOOK.data[key].name], f"{BOOK.data[key].rp} RP"
            assert button["cost"] == (f"1 AP, {rp}" if attacks else rp)
            assert (button["possible"], button["reason"]) == (
                (True, "") if attacks else (False, "Asked when it fits")
            )
        assert shown["Dynamic Entry"]["reason"] == "On your entry turn"
        assert shown["Give It Your All"]["form"] == [
            {
                "key": "effect",
                "label": "Move",
                "kind": "choice",
                "options": [
                    {"value": key, "label": BOOK.data[key].name}
                    for key in moves_of(play.table.state, "mika")
                ],
            }
        ]

    @pytest.mark.parametrize(
        ("own", "label", "reason"),
        [
            ({"level": 4, "base": 1}, "Provoke", "From level 5"),
            ({"level": 4, "base": 1}, "Extra Effort", "From level 5"),
            ({"level": 9, "base": 1}, "Perfect Defense", "From level 10"),
            ({"level": 19, "base": 1}, "Give It Your All", "From level 20"),
            ({"rp": 4}, "Provoke", "Needs 5 RP, has 4"),
            ({"rp": 7}, "Sure Strike", "Needs 8 RP, has 7"),
            ({"rp": 14}, "Diehard", "Needs 15 RP, has 14"),
            ({"rp": 14}, "UM4", "Needs 15 RP, has 14"),
            ({"ap": 0, "temp_ap": 0}, "Provoke", "Needs 1 AP, has 0"),
            ({"ap": 3, "temp_ap": 2}, "Give It Your All", "Needs 6 AP, has 5"),
            ({"ap": 0, "temp_ap": 0}, "Sure Strike", "Needs 1 AP, has 0"),
        ],
    )
    def test_reasons(self, table: Make, own: Any, label: str, reason: str) -> None:
        button = buttons(table(master(**own)), "mika", "oni")[label]
        assert (button["possible"], button["reason"]) == (False, reason)

    def test_doubled_costs_are_shown(self, table: Make) -> None:
        people = {
            "oni": npc("reserve_breaker", base=20, rp=15),
            "mika": pc("provoke", "sure_strike", "um4", "give_it_your_all", base=20, rp=28),
        }
        play = table(people, [2, 1])
        assert play.do("oni", "ultimate", target="mika", effect="reserve_breaker") is None
        assert play.do("oni", "end_turn") is None
        shown = buttons(play, "mika", "oni")
        assert [shown[name]["cost"] for name in ("Provoke", "Sure Strike", "UM4")] == [
            "1 AP, 10 RP",
            "1 AP, 16 RP",
            "3 AP, 15 RP",
        ]
        sheet = play.table.view("owner:mika")["characters"]["mika"]["sheet"]
        items = {one["key"]: one for group in sheet["groups"] for one in group["items"]}
        assert items["give_it_your_all"]["reason"] == "Needs 30 RP, has 28"

    def test_who_owns_none_of_it_has_no_such_buttons(self, table: Make) -> None:
        shown = buttons(table(master()), "juno", "oni")
        assert set(shown) == {"Attack", "Assist", "Protect", "Escape", "End turn"}


class TestChat:
    @pytest.mark.parametrize(
        ("text", "verb", "args"),
        [
            ("provoke @Oni", "provoke", {"target": "oni"}),
            ("Inspire Allies", "inspire_allies", {}),
            ("combo-finisher", "combo_finisher", {}),
            (
                "give it your all with attack builder",
                "give_it_your_all",
                {"effect": "attack_builder"},
            ),
            ("give-it-your-all um10", "give_it_your_all", {"effect": "um10"}),
            ("sure-strike @Oni", "special", {"ability": "sure_strike", "target": "oni"}),
            ("extra effort @Imp", "special", {"ability": "extra_effort", "target": "imp"}),
            ("um11 @Oni", "ultimate", {"effect": "um11", "target": "oni"}),
            ("ultimate @Oni with um11", "ultimate", {"effect": "um11", "target": "oni"}),
            (
                "ultimate @Oni with um11 and sure strike",
                "ultimate",
                {
                    "effect": "um11",
                    "target": "oni",
                    "reactions": [{"by": "mika", "use": "sure_strike"}],
                },
            ),
        ],
    )
    def test_what_is_said(self, table: Make, text: str, verb: str, args: dict[str, Any]) -> None:
        play = table(master())
        play.table.dice = play.dice = _Threes()
        outcome = say(play, "mika", f"!carps {text}")
        assert outcome.refusal is None
        kept = (outcome.entry or {})["input"]
        assert (kept["verb"], kept["args"]) == (verb, args)

    @pytest.mark.parametrize("key", [key for key in BOOK.data if BOOK.data[key].kind == "ultimate"])
    def test_each_move_by_its_name(self, table: Make, key: str) -> None:
        play = table(master())
        play.table.dice = play.dice = _Threes()
        outcome = say(play, "mika", f"!carps {BOOK.data[key].name} @Oni")
        assert outcome.refusal is None
        assert (outcome.entry or {})["input"]["args"] == {"effect": key, "target": "oni"}

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("give it your all", "unknown_choice"),
            ("dynamic entry @Oni", "not_entry_turn"),
            ("perfect defense", "when_asked"),
            ("diehard", "when_asked"),
            ("sure strike", "which_target"),
            ("lone wolf stance", "not_at_hand"),
            ("t16", "not_at_hand"),
            ("provoke @Juno", "target_is_ally"),
            ("provoke", "which_target"),
            ("enter", "already_in_combat"),
        ],
    )
    def test_what_cannot_be_done_says_why(self, table: Make, text: str, code: str) -> None:
        outcome = say(table(master()), "mika", f"!carps {text}")
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == code

    def test_a_stranger_to_it_is_told_so(self, table: Make) -> None:
        play = table({"mika": pc(), "oni": npc()})
        refusals = [say(play, "mika", f"!carps {name}").refusal for name in ("provoke", "diehard")]
        assert [one and one["text"] for one in refusals] == [
            "Mika does not have Provoke.",
            "There is nothing to be done with diehard now.",
        ]


class _Threes:
    """Dice that always show 3."""

    left = 0

    def throw(self, sides: int) -> int:
        return 3


class TestAnswersInChat:
    people: ClassVar[dict[str, Any]] = {
        "oni": npc(base=10),
        "mika": pc("evasive_maneuvers", "disengage", base=10, rp=20),
        "juno": pc("take_the_hit", base=10, rp=20),
    }

    def test_who_is_asked_types_the_answer(self, table: Make) -> None:
        play = table(self.people, [3, 4, 8, 9, 10])
        assert play.do("oni", "attack", target="mika") is None
        assert play.asked() == {"juno": ["take_the_hit"]}
        assert say(play, "juno", "!carps decline").refusal is None
        assert say(play, "mika", "!carps evasive-maneuvers").refusal is None
        assert play.asked() == {"mika": ["disengage"]}
        assert say(play, "mika", "!carps disengage with try to escape").refusal is None
        assert [roll["type"] for roll in play.events("rolled")] == ["defense", "escape"]
        assert play.table.state.characters["mika"].status == "escaped"
        play.finish()

    def test_a_further_choice_may_be_named(self, table: Make) -> None:
        play = table(self.people, [9])
        assert play.do("oni", "attack", target="mika") is None
        assert say(play, "juno", "!carps decline").refusal is None
        assert say(play, "mika", "!carps decline").refusal is None
        wrong = say(play, "mika", "!carps disengage and dance")
        assert (wrong.refusal or {})["code"] == "left_over"
        assert say(play, "mika", "!carps disengage stay").refusal is None
        assert play.table.state.characters["mika"].status == "active"
        play.finish()

    def test_it_is_the_answer_of_whoever_is_asked_only(self, table: Make) -> None:
        play = table(self.people, [9])
        assert play.do("oni", "attack", target="mika") is None
        assert (say(play, "mika", "!carps take the hit").refusal or {})["code"] == "not_at_hand"
        other = {"user": "u2", "name": "Jun", "gm": False, "owns": ["mika"]}
        refusal = say(play, "juno", "!carps take the hit", sender=other).refusal
        assert (refusal or {})["code"] == "not_yours"
        assert play.asked() == {"juno": ["take_the_hit"]}

    def test_a_counter_attack_names_its_move(self, table: Make) -> None:
        people = {
            "oni": npc(base=10),
            "mika": pc("combo_breaker", "um9", "um10", base=10, rp=15),
        }
        play = table(people, [2, 2, 2, 5])
        for _ in range(3):
            assert play.do("oni", "attack", target="mika") is None
        assert say(play, "mika", "!carps combo breaker with um10").refusal is None
        sources = [term[1] for event in play.events("levels_gained") for term in event["terms"]]
        assert "um10" in sources
        play.finish()


class TestQuestions:
    def test_only_those_are_asked_whose_trigger_is_met(self, table: Make) -> None:
        people = {
            "juno": pc(base=10),
            "mika": pc("perfect_teamwork", base=10, rp=50),
            "oni": npc("counter_tactics", "combo_breaker", "um9", base=10, rp=50),
        }
        play = table(people, [1, 6, 2, 6])
        assert play.do("juno", "assist", target="mika") is None
        assert play.do("juno", "end_turn") is None
        assert play.do("mika", "attack", target="oni") is None
        assert play.asked() == {"mika": ["perfect_teamwork"], "oni": ["counter_tactics"]}
        assert play.answer("mika", None) is None
        assert play.answer("oni", None) is None
        assert play.do("mika", "attack", target="oni") is None
        assert play.asked() == {"oni": ["counter_tactics"]}
        assert play.answer("oni", "counter_tactics") is None
        assert play.table.state.characters["oni"].level == 10 + 3 + 4
        play.finish()

    def test_each_of_several_attacks_asks_for_itself(self, table: Make) -> None:
        people = master()
        people["mika"] = pc("give_it_your_all", "um10", base=20, rp=15, temp_ap=3)
        people["imp"] |= {"abilities": ["take_the_hit", "evasive_maneuvers"], "rp": 30}
        play = table(people, [6, 5, 5, 5])
        assert play.do("mika", "give_it_your_all", effect="um10") is None
        assert play.asked() == {"imp": ["take_the_hit"]}
        assert play.answer("imp", None) is None
        assert play.asked() == {"imp": ["evasive_maneuvers"]}
        assert play.answer("imp", "evasive_maneuvers") is None
        assert [one["outcome"] for one in play.events("attack_resolved")] == ["hit", "miss"]
        card = play.outcomes[-1].batch("public")["cards"][0]
        assert card["label"] == "Mika uses Give It Your All: 1 hit, 1 miss"
        play.finish()


class TestAnnouncing:
    @pytest.mark.parametrize(
        ("by_target", "code"),
        [
            ({"oni": [{"by": "juno", "use": "diehard"}]}, "not_yours"),
            ({"oni": [{"by": "mika", "use": "x", "reactions": [{"by": "imp"}]}]}, "bad_command"),
            ({"oni": {"by": "mika", "use": "sure_strike"}}, "bad_command"),
            ({"nobody": []}, "unknown_character"),
            ([], "bad_command"),
        ],
    )
    def test_for_several_attacks_only_for_the_own_characters(
        self, table: Make, by_target: Any, code: str
    ) -> None:
        player = {"user": "u1", "name": "Mia", "gm": False, "owns": ["mika"]}
        args = {"effect": "um10", "reactions_by_target": by_target}
        refusal = (
            table(master())
            .act(kind="command", verb="give_it_your_all", actor="mika", args=args, sender=player)
            .refusal
        )
        assert (refusal or {})["code"] == code


class TestLateEntry:
    def test_from_the_plan_to_the_entry(self, table: Make) -> None:
        people = {"mika": pc(level=4), "oni": npc(level=8)}
        play = table(people, [1, 1])
        fields = {"abilities": ["assassin"]}
        play.gm("character.add", id="sora", name="Sora", side="us", control="pc", fields=fields)
        assert "Enter the fight" in buttons(play, "sora")
        own = {"user": "u3", "name": "Kit", "gm": False, "owns": ["sora"]}
        assert say(play, "sora", "!carps enter", sender=own).refusal is None
        assert buttons(play, "sora")["Stay out"]["possible"]
        step = play.table.view("public")["encounters"]["fight"]["next"]
        assert step["label"] == "End turn, Sora enters"
        assert play.do("mika", "end_turn") is None
        fight = play.table.state.encounters["fight"]
        assert (fight.order, fight.turn) == (["mika", "sora", "oni"], "sora")
        assert play.table.state.characters["sora"].level == 6
        card = play.outcomes[-1].batch("public")["cards"][0]
        assert card["effects"] == ["Sora enters the fight at level 6."]
        assert {"number": "Level 6", "text": "average of 4, 8; base level 1", "ruling": "C44"} in (
            card["receipts"]
        )
        assert play.do("sora", "end_turn") is None
        assert fight.turn is not None
        play.finish()

    def test_the_next_round_is_waited_for(self, table: Make) -> None:
        play = table({"mika": pc(), "oni": npc()}, [1, 1])
        play.gm("character.add", id="sora", name="Sora", side="us", control="pc", fields={})
        assert say(play, "sora", "!carps enter next round").refusal is None
        assert play.do("mika", "end_turn") is None
        assert play.table.state.encounters["fight"].turn == "oni"
        assert play.do("oni", "end_turn") is None
        fight = play.table.state.encounters["fight"]
        assert (fight.order, fight.turn, fight.round) == (["sora", "mika", "oni"], "sora", 2)
        play.finish()

    def test_who_thinks_better_of_it_stays_out(self, table: Make) -> None:
        play = table({"mika": pc(), "oni": npc()}, [1])
        play.gm("character.add", id="sora", name="Sora", side="us", control="pc", fields={})
        assert play.do("sora", "stay_out") == "not_waiting"
        assert play.do("sora", "enter", encounter="fight") is None
        assert play.do("sora", "stay_out") is None
        assert play.do("mika", "end_turn") is None
        assert play.table.state.encounters["fight"].turn == "oni"
        play.finish()

    def test_who_was_taken_out_comes_back_late(self, table: Make) -> None:
        play = table({"mika": pc(level=9), "oni": npc(level=5), "juno": pc(level=7)}, [1])
        play.gm("encounter.leave", character="mika")
        assert play.do("mika", "enter", encounter="fight") is None
        assert play.do("oni", "end_turn") is None
        fight = play.table.state.encounters["fight"]
        assert (fight.order, fight.turn) == (["oni", "mika", "juno"], "mika")
        assert play.table.state.characters["mika"].level == 6
        play.finish()

    def test_a_player_brings_in_only_his_own(self, table: Make) -> None:
        play = table({"mika": pc(), "oni": npc()}, [1])
        play.gm("character.add", id="sora", name="Sora", side="us", control="pc", fields={})
        player = {"user": "u1", "name": "Mia", "gm": False, "owns": ["mika"]}
        refusal = play.act(
            kind="command", verb="end_turn", actor="mika", args={"enters": "sora"}, sender=player
        ).refusal
        assert (refusal or {})["code"] == "not_yours"
        assert play.do("mika", "end_turn", enters="sora") is None
        assert play.table.state.encounters["fight"].turn == "sora"
        play.finish()

    def test_with_the_fight_the_plan_is_over(self, table: Make) -> None:
        play = table({"mika": pc(), "oni": npc()})
        play.gm("character.add", id="sora", name="Sora", side="us", control="pc", fields={})
        assert play.do("sora", "enter", encounter="fight") is None
        play.gm("encounter.end", encounter="fight")
        assert play.table.state.characters["sora"].entering is None
        assert play.do("sora", "enter", encounter="fight") == "no_fight"


class TestCards:
    @pytest.mark.parametrize(
        ("verb", "args", "label", "effect"),
        [
            ("provoke", {"target": "oni"}, "Mika uses Provoke on Oni: Provoked", "Provoke: On its"),
            ("inspire_allies", {}, "Mika uses Inspire Allies: Inspired", "Inspire Allies: Every"),
            ("combo_finisher", {}, "Mika uses Combo Finisher: Finished", "Combo Finisher: 1"),
        ],
    )
    def test_what_is_declared_is_told(
        self, table: Make, verb: str, args: Any, label: str, effect: str
    ) -> None:
        play = table(master())
        assert play.do("mika", verb, **args) is None
        card = play.outcomes[-1].batch("public")["cards"][0]
        assert card["label"] == label
        assert card["effects"][0].startswith(effect)

    def test_a_defeat_behind_an_aura_says_what_the_line_was_made_of(self, table: Make) -> None:
        people = {
            "mika": pc("aura_of_invincibility", rp=15),
            "oni": npc(level=40),
            "juno": pc(),
        }
        play = table(people, [2, 1, 2])
        move = {"target": "oni", "effect": "aura_of_invincibility"}
        assert play.do("mika", "ultimate", **move) is None
        assert play.do("mika", "end_turn") is None
        assert play.do("oni", "attack", target="mika") is None
        receipts = play.outcomes[-1].batch("public")["cards"][0]["receipts"]
        assert {
            "number": "Defeated",
            "text": "level 41 against line 15: threshold 5 + 5 Aura of Invincibility (Mika)",
            "ruling": "C20, C21",
        } in receipts

    def test_a_check_tells_which_talents_changed_it(self, table: Make) -> None:
        play = table({"mika": pc("t1", "t2", level=5), "oni": npc()}, [1, 9])
        assert play.do("mika", "end_turn") is None
        card = play.outcomes[-1].batch("public")["cards"][0]
        assert [(one["value"], one["state"]) for one in card["rolls"][0]["dice"]] == [
            (1, "rerolled"),
            (9, "kept"),
        ]
        receipt = next(one for one in card["receipts"] if one["ruling"] == "C30")
        assert receipt["number"] == "1d10"
        assert receipt["text"].startswith("T2: ")
        assert "T1: " in receipt["text"]

    def test_points_and_charges_are_told(self, table: Make) -> None:
        play = table({"mika": pc("swift_opportunist", "t11"), "oni": npc(base=9)}, [10, 2, 3])
        assert play.do("mika", "assist", target="mika") is None
        assert play.outcomes[-1].batch("public")["cards"][0]["effects"] == [
            "2 dice on the next attack of Mika."
        ]
        assert play.do("mika", "attack", target="oni") is None
        card = play.outcomes[-1].batch("public")["cards"][0]
        assert card["effects"] == ["Mika gains 1 temporary AP now."]
