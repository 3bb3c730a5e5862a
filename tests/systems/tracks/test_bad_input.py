"""Bad input of every kind at the table: one sentence, a stable code, and nothing changed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from engine.commands import Arg
from engine.dice import SeededDice
from engine.systems.tracks import SYSTEM
from engine.systems.tracks.verbs import VERBS
from engine.testing import GM, Play, trip
from tests.systems.tracks.live import CHOICES, OWNER, fight, said_no, seat

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 99, 10**30, 1.5, float("nan"), float("-inf")),
    *("", "x", "mika", "rin", "body", "courage", "\u202eRin\x00", "🎲", "x" * 5000),
    *([], ["mika"], ["mika", "mika"], [["body", 1]], [None], {}, {"who": "mika"}, {"who": ["rin"]}),
    *({"from": "mika", "amount": 1}, {"mode": "clash"}, {"mode": []}, {"mika": CHOICES["mika"]}),
    *([{"who": "rin", "track": "body", "amount": 1}], [{"who": "mika", "raise": 1}]),
)
FIT = {"target": "mika", "attribute": "courage", "track": "body", "amount": 1, "minutes": 5}


def at_moment(moment: str) -> Play:
    """A table in peace, in a turn of Rin, while people are asked, or with Mika down."""
    play = seat("straight", mika={"specialties": ["Fencing"], "pool": 2}, toma={"pool": 1})
    play.table.dice = SeededDice(1)
    if moment == "peace":
        return play
    fight(play)
    if moment == "fallen":
        play.gm("hurt", target="mika", track="body", amount=30)
        play.gm("cleanup", quiet=True)
    play.do("rin", "turn")
    if moment == "asked":
        play.do("rin", "attack", target="mika")
    return play


def invented(chance: random.Random, play: Play) -> dict[str, Any]:
    """A command with some of its arguments broken, or an answer that was never offered."""
    questions = play.table.questions("gm")
    if questions and chance.random() < 0.5:
        one = chance.choice(questions)
        option = chance.choice(one["options"])
        further = {
            each["key"]: chance.choice(
                [chance.choice(each["options"])["value"], chance.choice(JUNK)]
            )
            for each in option["further"]
        }
        choice = chance.choice([option["key"], option["key"], chance.choice(JUNK)])
        return {"kind": "answer", "request": one["id"], "choice": choice, "further": further}
    verb = chance.choice(list(VERBS))
    args = {}
    for arg in VERBS[verb].args:
        if arg.key in FIT and chance.random() < 0.8:
            args[arg.key] = FIT[arg.key]
        elif chance.random() < 0.3:
            args[arg.key] = copy.deepcopy(chance.choice(JUNK))
    if chance.random() < 0.05:
        args["nonsense"] = chance.choice(JUNK)
    sender = chance.choice([GM, GM, GM, OWNER])
    actor = chance.choice(["mika", "rin", "toma"])
    return {"kind": "command", "verb": verb, "actor": actor, "args": args, "sender": sender}


@pytest.mark.parametrize("moment", ["peace", "turn", "asked", "fallen"])
def test_any_junk_is_refused_in_words_or_taken_as_plain_data(moment: str) -> None:
    chance, codes = random.Random(moment), set()
    play = at_moment(moment)
    for number in range(700):
        if number % 100 == 0:
            play = at_moment(moment)
        action = invented(chance, play)
        before = json.dumps(play.table.state.to_data()), play.table.seq
        outcome = play.act(**action)
        if outcome.refusal is None:
            if outcome.entry is not None:
                trip(outcome.entry)
                outcome.batch("public")
            continue
        refusal = outcome.refusal
        codes.add(refusal["code"])
        assert refusal["code"] in SYSTEM.words
        assert (json.dumps(play.table.state.to_data()), play.table.seq) == before, action
        assert refusal["text"]
        assert len(refusal["text"]) < 1000
    assert {"bad_command", "gm_only"} <= codes


@pytest.mark.parametrize(
    ("verb", "args", "told"),
    [
        ("challenge", {"attribute": "luck"}, "attribute is one of knowledge, courage, diligence,"),
        ("challenge", {"attribute": 5}, "attribute must be a text"),
        ("challenge", {}, "Challenge needs attribute"),
        ("challenge", {"attribute": "courage", "tn": "12"}, "tn is a whole number"),
        ("challenge", {"attribute": "courage", "raise": -1}, "raise is a whole number from 0"),
        ("challenge", {"attribute": "courage", "raise": 4}, "At most 3 raises in one challenge."),
        ("challenge", {"attribute": "courage", "half": 1}, "half is yes or no"),
        ("challenge", {"attribute": "courage", "luck": 1}, "Challenge takes no luck"),
        ("challenge", {"attribute": "courage", "quiet": "yes"}, "quiet is yes or no"),
        ("challenge", {"attribute": "courage", "bids": "all"}, "bids are a list"),
        ("challenge", {"attribute": "courage", "strategy": 3}, "strategy needs its parts by name"),
        ("opposed", {"attribute": "courage", "target": "rin", "reply": []}, "The reply needs its"),
        ("opposed", {"attribute": "courage", "target": "mika"}, "It takes two for this."),
        ("opposed", {"attribute": "courage", "target": "nobody"}, "does not know this character"),
        (
            "hurt",
            {"target": "rin", "track": "legs", "amount": 1},
            "track is one of mind, body, soul",
        ),
        (
            "hurt",
            {"target": "rin", "track": "body", "amount": -1},
            "amount is a whole number from 0",
        ),
        ("tension", {"target": "rin", "track": "body", "amount": 0}, "a whole number from 1"),
        ("rest", {"minutes": 1.5}, "minutes is a whole number from 0"),
        ("rest", {"minutes": 5, "who": ["nobody"]}, "does not know this character"),
        ("build", {"attributes": {"courage": 5}}, "attributes names the five"),
        ("first_aid", {"target": "rin", "attribute": "courage"}, "attribute is one of knowledge,"),
        ("cleanup", {}, "No combat is running."),
        ("nonsense", {}, "it names no action of this system"),
    ],
)
def test_what_is_wrong_is_said(verb: str, args: dict[str, Any], told: str) -> None:
    play = seat("straight")
    action = {"kind": "command", "verb": verb, "actor": "mika", "args": args}
    assert told in said_no(play, **action)[1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("!tracks", None),
        ("!tracks   ", None),
        ("!tracks challenge", "unknown_choice"),
        ("!tracks challenge luck", "unknown_choice"),
        ("!tracks challenge courage raise", "left_over"),
        ("!tracks challenge courage raise x", "left_over"),
        ("!tracks challenge courage raise 99999999999999999999", "bad_number"),
        ("!tracks challenge courage raise 9999", "over_the_limit"),
        ("!tracks challenge courage raise -1", "bad_command"),
        ("!tracks challenge courage raise 1 raise 2", "left_over"),
        ("!tracks challenge courage points 1", "no_points"),
        ("!tracks opposed courage @", "unknown_name"),
        ("!tracks opposed courage @Rin @Toma", "left_over"),
        ("!tracks attack @Rin", "needs_encounter"),
        ("!tracks cleanup", "no_combat"),
        ("!tracks \u202e\x00", "unknown_verb"),
        ("!carps attack", "other_system"),
    ],
)
def test_chat_that_is_not_understood(text: str, code: str | None) -> None:
    play = seat("straight")
    action = {"kind": "command", "text": text, "actor": "mika"}
    if code is None:
        reply = play.act(**action).reply
        assert reply is not None
        assert reply["title"] == "tracks: what you can type"
    else:
        assert said_no(play, **action)[0] == code


def test_every_refusal_has_all_its_words() -> None:
    """No refusal that the rules raise lacks its sentence, and none shows a bare placeholder."""
    for code, entry in SYSTEM.refusals.items():
        assert entry.text.endswith((".", ":")), code
        assert entry.reason, code


def test_players_cannot_use_what_is_for_the_game_master() -> None:
    play = seat("straight")
    told: list[Arg] = [one for verb in VERBS.values() for one in verb.args if one.kind == "gm_data"]
    assert {one.key for one in told} >= {"bids", "quiet", "accept", "defend", "reply", "marks"}
    for verb in VERBS.values():
        for arg in verb.args:
            if arg.kind == "gm_data" and not verb.gm:
                fit = {one.key: FIT[one.key] for one in verb.args if one.key in FIT}
                args = {**fit, arg.key: [], **({"target": "rin"} if "target" in fit else {})}
                action = {"kind": "command", "verb": verb.key, "actor": "mika", "args": args}
                assert said_no(play, **action, sender=OWNER)[0] == "gm_only"
