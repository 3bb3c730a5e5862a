"""What goes on over several commands: one card for a story, and who else a command concerns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.testing import Play

Room = Callable[..., Play]
PLAYER = {"user": "u1", "name": "Ann", "gm": False, "owns": ["ann_hall"]}


def say(play: Play, actor: str, text: str, **more: Any) -> str:
    """A chat command; returns its id."""
    outcome = play.act(kind="command", text=f"!toy {text}", actor=actor, **more)
    assert outcome.entry is not None
    return str(outcome.entry["command"])


def told(play: Play, key: str) -> list[str]:
    card = play.table.card(key)
    assert card is not None
    return [block["words"] for block in card["blocks"]]


def test_the_card_of_the_first_command_tells_the_whole_story(plain: Room) -> None:
    play = plain([4])
    first = say(play, "ann_hall", "note an old lamp")
    second = say(play, "bob_hall", "note @Ann_Hall with a crack")
    (shown,) = play.outcomes[-1].batch("public")["cards"]
    assert shown["command"] == first
    assert told(play, first) == ["an old lamp", "with a crack"]
    assert play.table.card(second) is None
    third = say(play, "ann_hall", "note sold")
    assert play.outcomes[-1].batch("gm")["cards"][0]["recorded"] == {"roll:price": [6, 4]}
    assert play.table.card(first)["outcome"] == {"text": "Sold for 4"}
    next_lot = say(play, "ann_hall", "note a clock")
    assert told(play, next_lot) == ["a clock"]
    assert play.table.card(third) is None
    play.finish()


def test_a_story_is_undone_from_its_end(plain: Room) -> None:
    play = plain([4])
    first = say(play, "ann_hall", "note an old lamp")
    say(play, "bob_hall", "note @Ann_Hall with a crack")
    say(play, "ann_hall", "note sold")
    assert play.table.state.characters["ann_hall"].lot == 2
    for left in (["an old lamp", "with a crack"], ["an old lamp"]):
        assert play.undo(command=first) is None
        (shown,) = play.outcomes[-1].batch("public")["cards"]
        assert (shown["command"], shown["state"]) == (first, "resolved")
        assert told(play, first) == left
    assert play.undo(command=first) is None
    card = play.table.card(first)
    assert card is not None
    assert card["state"] == "undone"
    assert play.table.state.characters["ann_hall"].lot == 1


def test_a_correction_names_the_card_and_means_its_last_command(plain: Room) -> None:
    play = plain([4])
    first = say(play, "ann_hall", "note an old lamp")
    say(play, "ann_hall", "note sold")
    assert play.act(kind="correct", command=first, label="roll:price", dice=[6]).ok
    card = play.table.card(first)
    assert card is not None
    assert (card["state"], card["outcome"]) == ("corrected", {"text": "Sold for 6"})
    assert card["links"][0]["detail"] == "4 to 6"


def test_a_suggested_end_of_a_story_is_applied_by_its_card(plain: Room) -> None:
    play = plain([4])
    first = say(play, "ann_hall", "note an old lamp")
    play.gm("table.conduct", automation="suggest")
    say(play, "ann_hall", "note sold")
    card = play.table.card(first)
    assert card is not None
    assert (card["state"], card["outcome"]) == ("suggested", {"text": "Sold for 4"})
    assert play.table.state.characters["ann_hall"].lot == 1
    play.gm("suggestion.apply", suggestion=first)
    assert play.table.state.characters["ann_hall"].lot == 2
    card = play.table.card(first)
    assert card is not None
    assert card["state"] == "applied"


def test_a_command_may_concern_others_than_its_targets(room: Room) -> None:
    play = room((), "hall", "attic")
    assert play.do("ann_hall", "note", owner="bob_hall", words="dear", fee=["cat_attic"]) is None
    assert play.table.state.characters["cat_attic"].coins == 9
    assert play.undo() is None
    assert play.table.state.characters["cat_attic"].coins == 10


def test_rules_learn_from_the_table_whether_the_game_master_commands(room: Room) -> None:
    play = room()
    for sender in ({}, {"sender": PLAYER}):
        say(play, "ann_hall", "note mine", **sender)
    assert list(dict.fromkeys(one["by_gm"] for one in play.events("lot_noted"))) == [True, False]
    faked = {"verb": "note", "args": {"owner": "ann_hall", "gm": True}, "actor": "ann_hall"}
    refusal = play.act(kind="command", **faked, sender=PLAYER).refusal
    assert refusal is not None
    assert refusal["code"] == "bad_command"


def test_a_text_may_stand_after_a_name(room: Room) -> None:
    play = room()
    for text in ("note @Bob_Hall a fine piece", "note a fine piece"):
        say(play, "ann_hall", text)
    noted = [(one["owner"], one["words"]) for one in play.events("lot_noted")]
    assert list(dict.fromkeys(noted)) == [
        ("bob_hall", "a fine piece"),
        ("ann_hall", "a fine piece"),
    ]
