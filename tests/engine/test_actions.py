"""What people type and click, what the game master does by hand, what is refused and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.dice import SeededDice
from engine.grammar import Speaker
from engine.names import find_name
from engine.resolution import Refused
from engine.simulation import Simulation
from engine.system import get_system, systems
from engine.table import Table
from engine.testing import GM, Play

FIGHTERS = {
    "f1": ("Tetsuko", "red", {"rp": 20, "abilities": ["sure_strike", "attack_builder"]}),
    "f2": ("Benkei", "blue", {"base": 4}),
    "f3": ("Benkei the Elder", "blue", {}),
    "f4": ("Chiaki", "red", {}),
}


@pytest.fixture
def play() -> Play:
    made = Play("carps", [6])
    for who, (name, side, fields) in FIGHTERS.items():
        fields = {**fields, "ap": 4} if who == "f1" else fields
        made.gm("character.add", id=who, name=name, side=side, control="npc", fields=fields)
    made.gm("encounter.start", id="e", name="", order=list(FIGHTERS), turn_of="f1")
    return made


@pytest.fixture
def say(play: Play) -> Callable[..., Any]:
    def spoken(text: str, *targets: str, actor: str | None = "f1") -> Any:
        return play.act(kind="command", text=text, actor=actor, targets=list(targets))

    return spoken


CROW = {"id": "c1", "name": "Crow", "side": "red", "control": "npc", "fields": {}}


class TestChat:
    @pytest.mark.parametrize(
        ("text", "targets", "target"),
        [
            ("!carps attack @Benkei", (), "f2"),
            ("!carps attack Benkei the Elder", (), "f3"),
            ('!carps ATTACK "Benkei the elder"', (), "f3"),
            ("!carps hit", ("f3",), "f3"),
            ("carps strike benkei", ("f3",), "f2"),
        ],
    )
    def test_attacks(
        self, play: Play, say: Callable[..., Any], text: str, targets: tuple[str, ...], target: str
    ) -> None:
        assert say(text, *targets).ok
        asked = play.table.questions("gm")
        assert asked[0]["trigger"] == f"You are about to attack {FIGHTERS[target][0]}."

    def test_reactions_can_be_announced(self, play: Play, say: Callable[..., Any]) -> None:
        play.table.dice = SeededDice(1)
        outcome = say("!carps attack @Benkei with Sure Strike")
        kinds = [event["kind"] for event in outcome.entry["events"]]
        assert kinds[:3] == ["declared", "ability_used", "reserves_changed"]

    def test_a_move_by_its_own_name(self, play: Play, say: Callable[..., Any]) -> None:
        outcome = say("!carps attack-builder @Benkei")
        assert outcome.entry["input"]["verb"] == "ultimate"
        assert outcome.entry["input"]["args"] == {"effect": "attack_builder", "target": "f2"}

    def test_an_ally_left_open_is_oneself(self, play: Play, say: Callable[..., Any]) -> None:
        outcome = say("!carps assist", "f2")
        assert outcome.entry["input"]["args"] == {"target": "f1"}

    @pytest.mark.parametrize(
        ("text", "code", "heading", "sentence"),
        [
            (
                "!carps atack @Benkei",
                "unknown_verb",
                "Not understood",
                "There is no action atack. Nearest: attack, attack builder.",
            ),
            (
                "!tracks attack",
                "other_system",
                "Not understood",
                "This table plays CARPS; its command word is !carps.",
            ),
            (
                "!carps attack @Nobody",
                "unknown_name",
                "Not understood",
                "Nobody here is called Nobody.",
            ),
            (
                "!carps attack @Ben",
                "ambiguous_name",
                "Not understood",
                "Ben could be Benkei or Benkei the Elder.",
            ),
            (
                "!carps attack @Benkei now",
                "left_over",
                "Not understood",
                "These words fit nowhere: now.",
            ),
            ("!carps attack", "which_target", "Not yet", "It is not clear who is meant."),
        ],
    )
    def test_what_is_not_understood_says_so(
        self, say: Callable[..., Any], text: str, code: str, heading: str, sentence: str
    ) -> None:
        refusal = say(text).refusal
        assert (refusal["code"], refusal["heading"], refusal["text"]) == (code, heading, sentence)

    def test_without_an_actor(self, say: Callable[..., Any]) -> None:
        assert say("!carps attack @Benkei", actor=None).refusal["code"] == "which_actor"

    def test_an_unknown_word_without_an_actor_says_how_to_name_one(
        self, say: Callable[..., Any]
    ) -> None:
        refusal = say("!carps stealth base 3", actor=None).refusal
        assert refusal["code"] == "unknown_without_actor"
        assert refusal["hint"] == ("Select a token, or begin with the name: !carps @Name stealth.")
        assert say("!carps atack", actor=None).refusal["code"] == "unknown_verb"

    @pytest.mark.parametrize("actor", [None, "f4"])
    def test_whoever_is_named_first_acts(
        self, say: Callable[..., Any], play: Play, actor: str | None
    ) -> None:
        outcome = say("!carps @Tetsuko attack-builder @Benkei", actor=actor)
        assert outcome.entry["input"]["actor"] == "f1"
        assert outcome.entry["input"]["args"] == {"effect": "attack_builder", "target": "f2"}

    def test_who_is_named_first_must_be_ones_own(self, play: Play) -> None:
        mika = {"user": "u", "name": "Mika", "gm": False, "owns": ["f1"], "unseen": ["f3"]}
        typed = {"kind": "command", "sender": mika, "actor": None}
        refused = play.act(**typed, text="!carps @Chiaki assist").refusal
        assert refused is not None
        assert refused["text"] == "Chiaki is not your character."
        refused = play.act(**typed, text="!carps @Benkei the Elder attack").refusal
        assert refused is not None
        assert refused["text"] == "Benkei is not your character."
        outcome = play.act(**typed, text="!carps @Tetsuko assist")
        assert outcome.entry is not None
        assert outcome.entry["input"]["actor"] == "f1"

    @pytest.mark.parametrize(
        ("about", "first"),
        [
            ("End-Turn", "!carps end turn"),
            ("turn", "!carps end turn"),
            ("attack", "!carps attack @Name"),
            ("builder", "Attack Builder: "),
            ("sure strike", "Sure Strike: "),
            ("reaction", "!carps attack @Name [with REACTION]"),
        ],
    )
    def test_help_about_a_word(self, say: Callable[..., Any], about: str, first: str) -> None:
        lines = say(f"!carps help {about}").reply["lines"]
        assert lines[0].startswith(first)
        assert len(lines) < 5

    def test_no_refusal_names_whom_the_sender_does_not_see(self, play: Play) -> None:
        play.gm("encounter.end", encounter="e")
        play.gm("encounter.start", id="g", name="", order=list(FIGHTERS), turn_of="f2")
        sender = {"user": "u", "name": "Mika", "gm": False, "owns": ["f1"], "unseen": ["f2", "f3"]}
        typed = {"kind": "command", "sender": sender, "actor": "f1"}
        for line in ("attack", "assist", "end turn", "escape", "attack @Elder", "@Elder escape"):
            refusal = play.act(**typed, text=f"!carps {line}").refusal
            assert refusal is not None
            assert "Benkei" not in f"{refusal['text']} {refusal['hint']}"

    def test_every_refusal_says_what_to_do(self) -> None:
        for system in systems().values():
            assert [code for code, words in system.words.items() if not words.hint] == []

    def test_players_are_told_of_what_is_theirs(self) -> None:
        play = Play("ccarps")
        for who in ("you", "other"):
            play.gm("character.add", id=who, name=who.capitalize(), side="us")
        player = {"user": "u", "name": "U", "gm": False, "owns": ["you"]}
        typed = {"kind": "command", "actor": "you"}
        whole, gms = (
            play.act(**typed, text="!ccarps help", sender=sender).reply for sender in (player, GM)
        )
        assert whole is not None
        assert gms is not None
        assert [line for line in whole["lines"] if "quick" in line] == []
        assert len([line for line in gms["lines"] if line.startswith("!ccarps quick")]) == 3
        refused = play.act(**typed, text="!ccarps quik check", sender=player).refusal
        assert refused is not None
        assert refused["text"] == "There is no action quik."
        refused = play.act(**typed, text="!ccarps quik check", sender=GM).refusal
        assert refused is not None
        assert "Nearest: quick" in refused["text"]

    def test_help_about_no_word_says_so(self, say: Callable[..., Any]) -> None:
        refusal = say("!carps help nonsense").refusal
        assert refusal["text"] == "There is no word nonsense here."
        assert refusal["hint"] == "Type !carps help for all of them."
        assert say("!carps help esacpe").refusal["text"].endswith("Nearest: escape, escape artist.")

    def test_help_changes_nothing(self, play: Play, say: Callable[..., Any]) -> None:
        seq = play.table.seq
        outcome = say("!carps help sure strike", actor=None)
        assert outcome.entry is None
        assert outcome.reply["lines"] == ["Sure Strike: 2 dice on this attack."]
        lines = say("!carps help").reply["lines"]
        assert lines[0] == (
            "!carps attack @Name [with REACTION]: A Standard Attack against an opponent. 1 AP"
        )
        assert play.table.seq == seq

    @pytest.mark.parametrize(
        ("text", "found"),
        [("Bo", ("1", "")), ("bo-peep", ("2", "")), ("Bo attacks", ("1", "attacks"))],
    )
    def test_the_longest_whole_name_counts(self, text: str, found: tuple[str, str]) -> None:
        assert find_name(text, {"1": "Bo", "2": "Bo-Peep"}) == found

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("groß fuß now", ("1", "now")),
            ("GROSS FUSS now", ("1", "now")),
            ("Großvater", ("2", "")),
            ('"Q" now', ("3", "now")),
            ("O'Neil, now", ("4", ", now")),
            ("Space", ("5", "")),
        ],
    )
    def test_names_of_every_kind(self, text: str, found: tuple[str, str]) -> None:
        names = {"1": "Groß Fuß", "2": "Großvater", "3": '"Q"', "4": "O'Neil", "5": "  Space"}
        assert find_name(text, names) == found

    def test_a_name_may_hold_the_word_with(self, play: Play) -> None:
        play.gm("character.edit", character="f2", name="Man with Hat")
        table = play.table
        text = "!carps attack @man with hat with sure strike"
        verb, args = table.system.grammar.parse(text, table.state, Speaker("f1"))
        assert verb.key == "attack"
        assert args == {"target": "f2", "reactions": [{"by": "f1", "use": "sure_strike"}]}

    def test_two_of_the_same_name(self) -> None:
        with pytest.raises(Refused) as caught:
            find_name("Bo", {"1": "Bo", "2": "Bo"})
        assert caught.value.code == "ambiguous_name"


class TestClicks:
    def test_buttons_carry_cost_and_reason(self, play: Play) -> None:
        look = play.table.look("f2", ["f1"], GM)
        shown = {
            one["label"]: (one["cost"], one["possible"], one["reason"]) for one in look["actions"]
        }
        assert shown["Attack"] == ("1 AP", False, "On your turn")
        look = play.table.look("f1", ["f4"], GM)
        shown = {
            one["label"]: (one["cost"], one["possible"], one["reason"]) for one in look["actions"]
        }
        assert shown["Attack"] == ("1 AP", False, "Target is an ally")
        assert shown["Attack Builder"] == ("3 AP, 15 RP", False, "Target is an ally")
        assert shown["End turn"] == ("", True, "")
        assert look["purse"] == ["4 AP", "20 RP"]

    def test_a_submitted_button_is_the_command(self, play: Play) -> None:
        look = play.table.look("f1", ["f2"], GM)
        button = next(one for one in look["actions"] if one["label"] == "Attack Builder")
        assert button["possible"] is True
        outcome = play.act(
            kind="command", verb=button["verb"], args=button["args"], actor="f1", targets=["f2"]
        )
        assert outcome.ok

    def test_nobody_looks_for_somebody_else(self, play: Play) -> None:
        with pytest.raises(Refused) as caught:
            play.table.look("f1", [], {"gm": False, "owns": ["f2"]})
        assert caught.value.code == "not_yours"

    @pytest.mark.parametrize(
        ("verb", "args", "code"),
        [
            ("attack", {"target": "nobody"}, "unknown_character"),
            ("attack", {"target": "f2", "power": 9}, "bad_command"),
            ("fly", {}, "bad_command"),
            ("ultimate", {"target": "f2"}, "bad_command"),
            ("ultimate", {"target": "f2", "effect": "reserve_breaker"}, "no_such_ultimate"),
            ("attack", {"target": ["f2"]}, "unknown_character"),
            ("attack", {"target": None}, "unknown_character"),
            ("ultimate", {"target": "f2", "effect": ["attack_builder"]}, "bad_command"),
            ("help", {"about": 5}, "bad_command"),
            ("attack", {"target": "f2", "reactions": None}, "bad_command"),
            ("attack", {"target": "f2", "reactions": ["sure_strike"]}, "bad_command"),
            ("attack", {"target": "f2", "reactions": [{"by": "f1"}]}, "bad_command"),
            ("attack", {"target": "f2", "reactions": [{"use": "x", "by": ["f1"]}]}, "bad_command"),
            (
                "attack",
                {"target": "f2", "reactions": [{"use": "x", "by": "f9"}]},
                "unknown_character",
            ),
            (
                "attack",
                {"target": "f2", "reactions": [{"by": "f1", "use": "x", "reactions": [5]}]},
                "bad_command",
            ),
        ],
    )
    def test_broken_commands(self, play: Play, verb: str, args: dict[str, Any], code: str) -> None:
        before = play.table.state.to_data()
        assert play.do("f1", verb, **args) == code
        assert play.table.state.to_data() == before

    def test_reactions_within_reactions_are_for_the_own_characters_too(self, play: Play) -> None:
        inner = [{"by": "f2", "use": "evasive_maneuvers"}]
        reactions = [{"by": "f1", "use": "combo_breaker", "reactions": inner}]
        outcome = play.act(
            kind="command",
            verb="attack",
            actor="f1",
            args={"target": "f2", "reactions": reactions},
            sender={"user": "u1", "name": "Mika", "gm": False, "owns": ["f1"]},
        )
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == "not_yours"

    @pytest.mark.parametrize(
        "text", ["!carps ultimate", "!carps attack builder", "!carps atack bilder", "!carps help"]
    )
    def test_no_refusal_names_what_somebody_else_has(self, play: Play, text: str) -> None:
        sender = {"user": "u1", "name": "Mika", "gm": False, "owns": ["f2"]}
        outcome = play.act(kind="command", text=text, actor="f1", targets=[], sender=sender)
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == "not_yours"

    def test_a_refusal_repeats_no_endless_text(self, play: Play) -> None:
        outcome = play.act(kind="command", verb="rules.set", args={"rules": {"x" * 20_000: 1}})
        assert outcome.refusal is not None
        assert len(outcome.refusal["text"]) < 500

    def test_an_unknown_kind(self, play: Play) -> None:
        refusal = play.act(kind="dance").refusal
        assert refusal is not None
        assert refusal["code"] == "unknown_kind"


class TestGameMaster:
    @pytest.mark.parametrize(
        ("verb", "args", "code"),
        [
            ("character.add", {"id": "f1", "name": "Again", "side": "red"}, "already_exists"),
            ("character.add", {"id": "f9", "side": "red"}, "bad_command"),
            ("character.add", {"id": "f9", "name": "", "side": "red"}, "bad_field"),
            ("character.add", {"id": "f9", "name": "x" * 201, "side": "red"}, "bad_field"),
            ("character.edit", {"character": "f1", "fields": {"rp": -1}}, "bad_field"),
            ("character.edit", {"character": "f1", "fields": {"rp": "9"}}, "bad_field"),
            ("character.edit", {"character": "f1", "fields": {"rp": True}}, "bad_field"),
            ("character.edit", {"character": "f1", "fields": {"luck": 1}}, "bad_field"),
            ("character.edit", {"character": "f1", "fields": {"abilities": ["x"]}}, "bad_field"),
            ("character.edit", {"character": "f1", "control": "robot"}, "bad_field"),
            ("character.edit", {"character": "f9"}, "unknown_character"),
            ("character.unbind", {"character": "f9"}, "unknown_character"),
            ("encounter.start", {"id": "e", "order": ["f1"]}, "already_exists"),
            ("encounter.start", {"id": "g", "order": ["f1"]}, "already_in_encounter"),
            ("encounter.start", {"id": "g", "order": []}, "empty_encounter"),
            ("encounter.start", {"id": "g", "order": ["f1", "f1"]}, "bad_command"),
            ("encounter.join", {"character": "f1", "encounter": "e"}, "already_exists"),
            ("encounter.join", {"character": "f1", "encounter": "g"}, "unknown_encounter"),
            ("encounter.order", {"encounter": "e", "order": ["f9"]}, "unknown_character"),
            ("encounter.end", {"encounter": "g"}, "unknown_encounter"),
            ("rules.set", {"rules": {"npc_rp": "some"}}, "bad_rule"),
            ("rules.set", {"rules": {"no_such": 1}}, "bad_rule"),
            ("table.system", {"system": "toy"}, "encounter_running"),
            ("table.system", {"system": "chess"}, "unknown_system"),
            ("table.system", {"system": ["toy"]}, "bad_command"),
            ("rules.set", {"rules": ["npc_rp"]}, "bad_command"),
            ("rules.set", {"rules": {"npc_rp": ["full"]}}, "bad_rule"),
            ("character.add", {"id": ["f9"], "name": "F", "side": "red"}, "bad_command"),
            ("character.edit", {"character": {"f1": 1}}, "bad_command"),
            ("encounter.end", {"encounter": [["e"]]}, "bad_command"),
            ("encounter.start", {"id": None, "order": ["f1"]}, "bad_command"),
            ("encounter.start", {"id": "g", "order": [["f1"]]}, "bad_command"),
            ("encounter.start", {"id": "g", "order": "f1"}, "bad_command"),
            ("encounter.start", {"id": "", "order": ["f1"]}, "bad_field"),
            ("encounter.start", {"id": "g", "name": 5, "order": ["f1"]}, "bad_field"),
            ("character.add", {"newcomers": []}, "bad_command"),
            ("character.add", {"newcomers": {"id": "f9"}}, "bad_command"),
            ("character.add", {"newcomers": ["f9"]}, "bad_command"),
            ("character.add", {"newcomers": [CROW, {"id": "f9", "side": "red"}]}, "bad_command"),
            ("character.add", {"newcomers": [CROW, CROW]}, "bad_command"),
            ("character.add", {"newcomers": [CROW, {**CROW, "id": "f1"}]}, "already_exists"),
            ("character.add", {"newcomers": [{**CROW, "newcomers": [CROW]}]}, "bad_command"),
            (
                "encounter.start",
                {"id": "g", "order": ["c1", "f1"], "newcomers": [CROW]},
                "already_in_encounter",
            ),
            (
                "encounter.start",
                {"id": "g", "order": ["c1", "c2"], "newcomers": [CROW]},
                "unknown_character",
            ),
            ("encounter.join", {"encounter": "e"}, "bad_command"),
            ("encounter.join", {"encounter": "e", "characters": "f1"}, "bad_command"),
            ("encounter.join", {"encounter": "e", "characters": [["f1"]]}, "bad_command"),
            ("encounter.join", {"encounter": "e", "characters": []}, "bad_command"),
            (
                "encounter.join",
                {"encounter": "e", "characters": ["c1", "c1"], "newcomers": [CROW]},
                "bad_command",
            ),
            (
                "encounter.join",
                {"encounter": "e", "characters": ["c1", "f1"], "newcomers": [CROW]},
                "already_exists",
            ),
            (
                "encounter.join",
                {
                    "encounter": "e",
                    "characters": ["c1"],
                    "newcomers": [{**CROW, "fields": {"rp": -1}}],
                },
                "bad_field",
            ),
            ("encounter.leave", {"characters": ["f1", "f9"]}, "unknown_character"),
            ("encounter.leave", {"characters": []}, "bad_command"),
            ("character.unbind", {"characters": ["f1", "f9"]}, "unknown_character"),
        ],
    )
    def test_what_cannot_be_changes_nothing(
        self, play: Play, verb: str, args: dict[str, Any], code: str
    ) -> None:
        before, seq = play.table.state.to_data(), play.table.seq
        refusal = play.act(kind="command", verb=verb, args=args).refusal
        assert refusal is not None
        assert refusal["code"] == code
        assert play.table.state.to_data() == before
        assert play.table.seq == seq

    @pytest.mark.parametrize("round_", ["first", 0, 1.5, True, 10**30, None])
    def test_a_round_is_a_whole_number(self, play: Play, round_: Any) -> None:
        play.gm("encounter.end", encounter="e")
        args = {"id": "g", "order": ["f1", "f2"], "round": round_}
        refusal = play.act(kind="command", verb="encounter.start", args=args).refusal
        assert refusal is not None
        assert refusal["code"] == "bad_field"

    def test_words_of_the_engine_itself_are_no_arguments(self, play: Play) -> None:
        play.gm("character.edit", character="f1", ctx=1, actor="f2", fields={"rp": 9})
        assert play.table.state.characters["f1"].rp == 9

    def test_a_latecomer_and_a_new_order(self, play: Play) -> None:
        play.gm("character.add", id="f5", name="Rin", side="blue")
        play.gm("encounter.join", character="f5", encounter="e")
        play.gm("encounter.order", encounter="e", order=["f5", "f4", "f3", "f2", "f1"])
        encounter = play.table.state.encounters["e"]
        assert encounter.order == ["f5", "f4", "f3", "f2", "f1"]
        assert encounter.turn == "f1"

    def test_a_corrected_roll_that_was_hidden_stays_hidden(self, play: Play) -> None:
        assert play.do("f1", "end_turn") is None
        key = play.outcomes[-1].entry["command"]
        corrected = play.act(kind="correct", command=key, label="roll:reserve:f1", dice=[2])
        links = {
            seat: [one["detail"] for one in corrected.batch(seat)["cards"][0]["links"]]
            for seat in ("gm", "owner:f1", "public", "owner:f2")
        }
        assert links == {"gm": ["6 to 2"], "owner:f1": ["6 to 2"], "public": [], "owner:f2": []}

    def test_leaving_is_no_escape(self, play: Play) -> None:
        play.gm("encounter.leave", character="f2")
        assert play.table.state.characters["f2"].status == "outside"
        assert play.table.view("public")["encounters"]["e"]["order"] == ["f1", "f3", "f4"]
        assert play.do("f1", "attack", target="f2") == "target_not_in_combat"

    def test_an_edit_is_news_of_everybody_in_the_fight(self, play: Play) -> None:
        play.gm("character.edit", character="f1", fields={"level": 40})
        characters = play.outcomes[-1].batch("public")["characters"]
        assert list(characters) == ["f1", "f2", "f3", "f4"]
        assert characters["f2"]["bars"]["a"]["value"] == 0

    def test_many_come_in_one_command_and_one_undo_takes_them_away(self, play: Play) -> None:
        before, seq = play.table.state.to_data(), play.table.seq
        crows = [{**CROW, "id": f"c{number}"} for number in range(60)]
        names = [one["id"] for one in crows]
        play.gm("encounter.join", encounter="e", characters=names, newcomers=crows)
        encounter = play.table.state.encounters["e"]
        assert encounter.order == ["f1", "f2", "f3", "f4", *names]
        assert encounter.turn == "f1"
        assert play.table.seq == seq + 1
        assert len(play.outcomes[-1].batch("public")["characters"]) == 64
        key = play.outcomes[-1].entry["command"]
        undone = play.act(kind="undo", command=key)
        assert play.table.state.to_data() == before
        assert undone.batch("gm")["removed"]["characters"] == names
        assert undone.batch("gm")["encounters"]["e"]["order"] == ["f1", "f2", "f3", "f4"]

    def test_an_encounter_starts_with_newcomers_and_stays_in_the_journal(self, play: Play) -> None:
        order = ["c1", "c2"]
        crows = [{**CROW, "id": who} for who in order]
        play.gm("encounter.start", id="g", order=order, newcomers=crows)
        assert play.table.state.encounters["g"].order == order
        assert play.table.state.characters["c2"].name == "Crow"
        assert play.table.state.encounters["g"].turn == "c1"
        play.gm("character.add", newcomers=[{**CROW, "id": "c3"}, {**CROW, "id": "c4"}])
        assert play.table.state.characters["c4"].encounter is None

    def test_many_leave_at_once_and_then_the_next_turn_begins(self, play: Play) -> None:
        play.gm("encounter.leave", characters=["f1", "f2"])
        assert play.table.state.encounters["e"].turn == "f3"
        events = play.outcomes[-1].batch("gm")["events"]
        assert [one["who"] for one in events if one["kind"] == "points_set"] == ["f3"]
        assert play.table.view("public")["encounters"]["e"]["order"] == ["f3", "f4"]
        play.gm("character.unbind", characters=["f1", "f3"])
        assert [who for who, one in play.table.state.characters.items() if not one.bound] == [
            "f1",
            "f3",
        ]

    def test_who_leaves_on_his_own_turn_ends_it(self, play: Play) -> None:
        play.gm("encounter.leave", character="f1")
        assert play.table.state.encounters["e"].turn == "f2"

    def test_who_left_may_come_back_at_the_end(self, play: Play) -> None:
        play.gm("encounter.leave", character="f2")
        play.gm("encounter.join", character="f2", encounter="e")
        encounter = play.table.view("public")["encounters"]["e"]
        assert encounter["order"] == ["f1", "f3", "f4", "f2"]
        assert play.table.state.characters["f2"].status == "active"

    def test_ending_puts_everybody_back_to_base(self, play: Play) -> None:
        play.gm("character.edit", character="f2", fields={"level": 9})
        play.gm("encounter.end", encounter="e")
        assert play.table.state.encounters == {}
        assert play.table.state.characters["f2"].level == 4
        assert play.outcomes[-1].batch("public")["removed"]["encounters"] == ["e"]

    def test_the_system_changes_with_the_same_people(self, play: Play) -> None:
        play.gm("encounter.end", encounter="e")
        play.gm("table.system", system="toy")
        assert play.table.system.key == "toy"
        names = {who: one.name for who, one in play.table.state.characters.items()}
        assert names == {who: name for who, (name, _, _) in FIGHTERS.items()}
        entries = [one.entry for one in play.outcomes if one.entry is not None]
        loaded = Table.load("carps", entries)
        assert loaded.state.to_data() == play.table.state.to_data()
        assert play.undo() is None
        assert play.table.system.key == "carps"
        play.gm("character.edit", character="f1", fields={"base": 9})
        entries = [one.entry for one in play.outcomes if one.entry is not None]
        assert Table.load("carps", entries).state.to_data() == play.table.state.to_data()


class TestDescription:
    @pytest.mark.parametrize("key", ["carps", "toy"])
    def test_everything_is_plain_and_complete(self, key: str) -> None:
        described = get_system(key).describe()
        assert {one["kind"] for one in described["fields"]} <= {
            "choice",
            "integer",
            "text",
            "abilities",
            "boolean",
        }
        assert {one["kind"] for one in described["abilities"]} == {
            one["key"] for one in described["ability_kinds"]
        }
        for rule in described["rules"]:
            assert rule["default"] == rule["options"][0]["value"]
            assert (rule["label"], rule["help"], rule["ruling"]) != ("", "", "")

    def test_an_owner_sees_reserves_and_nobody_else(self, play: Play) -> None:
        views = {
            seat: play.table.view(seat)["characters"]["f1"]
            for seat in ("gm", "owner:f1", "owner:f2", "public")
        }
        for seat in ("gm", "owner:f1"):
            assert views[seat]["fields"]["rp"] == 20
            assert views[seat]["bars"]["b"]["value"] == 20
        for seat in ("owner:f2", "public"):
            assert "rp" not in views[seat]["fields"]
            assert "abilities" not in views[seat]["fields"]
            assert "b" not in views[seat]["bars"]
            assert "20 RP" not in str(views[seat])
            assert "Sure Strike" not in str(views[seat])


def test_simulation_makes_the_same_events() -> None:
    def begun() -> Table:
        table = Table("carps", dice=SeededDice(8))
        for number, (who, (name, side, fields)) in enumerate(FIGHTERS.items()):
            known = {"id": who, "name": name, "side": side, "fields": {**fields, "base": 9}}
            add = {"kind": "command", "verb": "character.add", "args": known, "sender": GM}
            table.act({**add, "id": f"add{number}"})
        order = {"id": "e", "order": list(FIGHTERS)}
        start = {"kind": "command", "verb": "encounter.start", "args": order, "sender": GM}
        table.act({**start, "id": "start"})
        return table

    table, other = begun(), begun()
    simulation = Simulation(get_system("carps"), other.state, other.dice)
    for number, (verb, actor, args) in enumerate(
        [
            ("attack", "f1", {"target": "f2"}),
            ("assist", "f1", {"target": "f1"}),
            ("attack", "f1", {"target": "f3"}),
            ("end_turn", "f1", {}),
            ("attack", "f2", {"target": "f1"}),
            ("escape", "f2", {}),
        ]
    ):
        simulated = [event.to_data() for event in simulation.do(verb, actor, **args)]
        command = {"kind": "command", "verb": verb, "actor": actor, "args": args, "sender": GM}
        outcome = table.act({**command, "id": f"do{number}"})
        published: list[Any] = []
        while outcome.entry is not None:
            published += outcome.entry["events"]
            questions = table.questions("gm")
            if not questions:
                break
            answer = {"kind": "answer", "request": questions[0]["id"], "choice": None}
            outcome = table.act({**answer, "id": f"no{number}:{len(published)}", "sender": GM})
        assert simulated == published
    assert other.state.to_data() == table.state.to_data()
