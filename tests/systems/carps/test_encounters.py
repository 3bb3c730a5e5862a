"""How encounters end and go on (C70)."""

from __future__ import annotations

from engine.dice import ScriptedDice
from engine.testing import Play


def over() -> Play:
    play = Play("carps", [10])
    people = (("f1", "red", {"base": 9, "ap": 3}), ("f2", "blue", {}), ("f3", "blue", {}))
    for who, side, fields in people:
        args = {"id": who, "name": who.upper(), "side": side, "control": "npc"}
        play.gm("character.add", **args, fields=fields)
    play.gm("encounter.start", id="e", name="", order=["f1", "f2"], turn_of="f1")
    assert play.do("f1", "attack", target="f2") is None
    return play


def test_c70_new_opponents_may_enter_a_fight_that_was_over() -> None:
    play = over()
    step = play.table.view("gm")["encounters"]["e"]["next"]
    assert step == {
        "verb": "encounter.go_on",
        "args": {"encounter": "e"},
        "actor": None,
        "label": "Go on",
    }
    play.gm("encounter.join", encounter="e", character="f3")
    assert play.do("f1", "attack", target="f3") == "combat_over"
    play.gm(step["verb"], **step["args"])
    assert play.table.view("gm")["encounters"]["e"]["next"]["verb"] == "end_turn"
    play.dice = play.table.dice = ScriptedDice([1])
    assert play.do("f1", "attack", target="f3") is None
    play.finish()


def test_c70_only_a_fight_that_is_over_can_go_on() -> None:
    play = over()
    play.gm("encounter.go_on", encounter="e")
    again = play.act(kind="command", verb="encounter.go_on", args={"encounter": "e"})
    assert again.refusal["code"] == "not_over"
    play.undo()
    assert play.table.state.encounters["e"].over
