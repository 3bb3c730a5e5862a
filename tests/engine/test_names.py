"""Names of every kind, as people type them: understood, or refused with those they could be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.grammar import Speaker
from engine.names import find_name, nearest
from engine.resolution import Refused
from engine.testing import Play

NAMES = {
    "chief": "Goblin Chief",
    "one": "Goblin",
    "two": "Goblin",
    "jose": "José",
    "maria": "Jose Maria",
    "neil": "O\u2019Neil",
    "artagnan": "D'Artagnan",
    "ace": 'Ann "Ace" Lee',
    "marie": "Ann-Marie",
    "bold": "<b>Bold</b>",
    "fox": "\U0001f525 Fox",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "sara": "\u05e9\u05e8\u05d4",
    "long": "L" * 200,
    "tom": "Old  Tom",
    "wide": "\uff37ide",
    "gross": "Groß Fuß",
    "home": "@home",
    "han": "\ud55c\uad6d",
    "hidden": "\u200b",
}


@pytest.mark.parametrize(
    ("text", "who", "rest"),
    [
        ("goblin chief", "chief", ""),
        ("GOBLIN  CHIEF now", "chief", "now"),
        ("José", "jose", ""),
        ("jose", "jose", ""),
        ("Jose\u0301", "jose", ""),
        ("JOSÉ MARÍA", "maria", ""),
        ("O'Neil", "neil", ""),
        ("o\u2018neil, now", "neil", ", now"),
        ("d\u2019artagnan", "artagnan", ""),
        ("'D'Artagnan' now", "artagnan", "now"),
        ("\u201eD'Artagnan\u201c now", "artagnan", "now"),
        ("ann \u201cace\u201d lee", "ace", ""),
        ('"Ann "Ace" Lee" now', "ace", "now"),
        ("Ann\u2011Marie", "marie", ""),
        ("Ann\u2013marie", "marie", ""),
        ("<b>bold</b>", "bold", ""),
        ("\U0001f525 fox", "fox", ""),
        ("\U0001f525\ufe0f\u00a0Fox", "fox", ""),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467 now", "family", "now"),
        ("\u200f\u05e9\u05e8\u05d4", "sara", ""),
        ("L" * 200, "long", ""),
        ("old tom", "tom", ""),
        ("Wide", "wide", ""),
        ("GROSS FUSS now", "gross", "now"),
        ("@home", "home", ""),
        ("home", "home", ""),
        ("\ud55c\uad6d now", "han", "now"),
    ],
)
def test_a_whole_name_is_understood_however_it_is_spelled(text: str, who: str, rest: str) -> None:
    assert find_name(text, NAMES) == (who, rest)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Goblin", "ambiguous_name", "any of 2 of that name"),
        ('"goblin" now', "ambiguous_name", "any of 2 of that name"),
        ("Gob", "ambiguous_name", "Goblin Chief or Goblin (2 of that name)"),
        ("Chief", "ambiguous_name", "Goblin Chief"),
        ("Ann", "ambiguous_name", 'Ann "Ace" Lee or Ann-Marie'),
        ("Ace", "ambiguous_name", 'Ann "Ace" Lee'),
        ("marie", "ambiguous_name", "Ann-Marie"),
        ('"Goblin Ch"', "ambiguous_name", "Goblin Chief"),
        ("bold", "ambiguous_name", "<b>Bold</b>"),
        ("\U0001f525", "ambiguous_name", "\U0001f525 Fox"),
        ("Gro", "ambiguous_name", "Groß Fuß"),
        ("\ud558", "ambiguous_name", "\ud55c\uad6d"),
        ("Goblinn", "unknown_name", "Nearest: Goblin, Goblin Chief."),
        ("", "unknown_name", ""),
        ("\u200b", "unknown_name", ""),
        ("'", "unknown_name", ""),
        ("nobody", "unknown_name", ""),
    ],
)
def test_what_could_be_several_or_none_is_refused_with_them(
    text: str, code: str, said: str
) -> None:
    with pytest.raises(Refused) as caught:
        find_name(text, NAMES)
    values = caught.value.values
    assert (caught.value.code, values.get("names", values.get("nearest"))) == (code, said)


@pytest.mark.parametrize(
    ("text", "targets", "who"),
    [
        ("Goblin", ["two"], "two"),
        ("Gob", ["chief"], "chief"),
        ("Gob", ["two", "sara"], "two"),
        ("Goblin", ["one", "two"], None),
        ("Goblin", ["chief"], None),
        ("José", ["maria"], "jose"),
    ],
)
def test_the_one_who_is_targeted_settles_it(text: str, targets: list[str], who: str | None) -> None:
    if who is None:
        with pytest.raises(Refused):
            find_name(text, NAMES, targets)
    else:
        assert find_name(text, NAMES, targets) == (who, "")


def test_those_with_and_without_an_accent_are_told_apart() -> None:
    names = {"plain": "Jose", "accent": "José", "twin": "jose"}
    assert find_name("José", names) == ("accent", "")
    assert find_name("Jose", names) == ("plain", "")
    with pytest.raises(Refused) as caught:
        find_name("JOSE", names)
    assert caught.value.values["names"] == "Jose or jose"


def test_of_many_with_one_beginning_eight_are_named() -> None:
    names = {str(number): f"Goblin {number}" for number in range(1, 201)}
    assert find_name("goblin 20", names) == ("20", "")
    with pytest.raises(Refused) as caught:
        find_name("Gob", names)
    assert caught.value.values["names"].endswith("or Goblin 8 or one of 192 others")


SYSTEMS = {
    "carps": ("attack @{name}", {"ap": 4}),
    "ccarps": ("contest @{name} stealth", {"skill_list": ["Stealth 6 Reflex"]}),
    "tracks": ("opposed courage @{name} raise 1", {}),
}


@pytest.fixture(params=sorted(SYSTEMS))
def crowd(request: pytest.FixtureRequest) -> tuple[Play, str]:
    """Mika, and beside her everybody above; what she may type."""
    text, fields = SYSTEMS[request.param]
    play = Play(request.param, [3] * 20)
    for who, name in {"mika": "Mika", **NAMES}.items():
        side = "us" if who == "mika" else "them"
        more = {"fields": fields} if who == "mika" else {}
        play.gm("character.add", id=who, name=name, side=side, **more)
    play.gm("encounter.start", id="e", name="", order=["mika", *NAMES], **_whose_turn(request))
    return play, f"!{request.param} {text}"


def _whose_turn(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"turn_of": "mika"} if request.param == "carps" else {}


def test_every_system_understands_every_name(crowd: tuple[Play, str]) -> None:
    play, text = crowd
    system = play.table.system
    for who, name in NAMES.items():
        if who in ("one", "two", "hidden"):
            continue
        verb, args = system.grammar.parse(text.format(name=name), play.table.state, Speaker("mika"))
        assert args["target"] == who, (verb.key, name)


def test_every_system_refuses_two_of_one_name_and_changes_nothing(crowd: tuple[Play, str]) -> None:
    play, text = crowd
    seq = play.table.seq
    outcome = play.act(kind="command", text=text.format(name="Goblin"), actor="mika")
    assert outcome.refusal is not None
    assert outcome.refusal["text"] == "Goblin could be any of 2 of that name."
    assert outcome.refusal["hint"] == "Write the whole name, or target the token."
    assert play.table.seq == seq


def test_whom_a_player_does_not_see_no_refusal_names(crowd: tuple[Play, str]) -> None:
    play, text = crowd
    sender = {"user": "u", "name": "U", "gm": False, "owns": ["mika"], "unseen": ["chief"]}
    action = {"kind": "command", "actor": "mika", "sender": sender}
    for name, code in (("Goblin Chief", "ambiguous_name"), ("Chief", "unknown_name")):
        outcome = play.act(**action, text=text.format(name=name))
        assert outcome.refusal is not None
        assert outcome.refusal["code"] == code
        assert "Chief," not in outcome.refusal["text"]
        assert "Goblin Chief" not in outcome.refusal["text"]


@pytest.mark.parametrize(
    ("system", "name", "text", "args"),
    [
        ("tracks", "Sir Half Moon", "opposed courage @Sir Half Moon", {"attribute": "courage"}),
        ("tracks", "Ranged Guard", "attack @ranged guard raise 1", {"raise": 1}),
        ("tracks", "Raise 2 Hell", "attack @Raise 2 Hell ranged", {"ranged": True}),
        ("tracks", "Bot 7", "hurt @Bot 7 body 3", {"track": "body", "amount": 3}),
        ("carps", "Man with Hat", "attack @Man with Hat", {}),
        ("carps", "Bob@Home", "attack @bob@home", {}),
    ],
)
def test_words_of_a_name_are_no_words_of_the_command(
    system: str, name: str, text: str, args: dict[str, Any]
) -> None:
    play = Play(system)
    play.gm("character.add", id="mika", name="Mika", side="us")
    play.gm("character.add", id="other", name=name, side="them")
    play.gm("character.add", id="third", name="Moon", side="them")
    grammar = play.table.system.grammar
    _, found = grammar.parse(f"!{system} {text}", play.table.state, Speaker("mika"))
    assert found == {"target": "other", **args}


@pytest.mark.parametrize(
    ("word", "names", "said"),
    [
        ("atack", ["attack", "quick attack"], "Nearest: attack."),
        ("atack", ["quick attack", "end turn"], "Nearest: quick attack."),
        ("end tern", ["throw", "end turn"], "Nearest: end turn."),
        ("Goblin Cheif", ["Goblin", "Goblin Chief"], "Nearest: Goblin Chief."),
        ("Bnekei", ["Benkei", "Benkei the Elder"], "Nearest: Benkei, Benkei the Elder."),
        ("stealth", ["situation", "strike"], ""),
        ("Zorg", ["Cora"], ""),
        ("hlp", ["chip", "help"], "Nearest: help."),
        ("help", ["", "@"], ""),
        ("", ["", "a"], ""),
    ],
)
def test_only_what_is_near_is_suggested(word: str, names: list[str], said: str) -> None:
    assert nearest(word, names) == said


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("rest 30", {"minutes": 30}),
        ("rest 30 minutes", {"minutes": 30}),
        ("rest minutes 30", {"minutes": 30}),
        ("hurt 2 @Rin soul", {"target": "rin", "track": "soul", "amount": 2}),
        ("tension @Rin mind −1", {"target": "rin", "track": "mind", "amount": -1}),
        ("hurt body 3 Rin", "unknown_name"),
        ("hurt @Rin body 3 4", "left_over"),
        ("rest 2,5", "left_over"),
    ],
)
def test_the_only_number_that_is_needed_goes_without_its_word(
    text: str, args: dict[str, Any] | str
) -> None:
    play = Play("tracks")
    play.gm("character.add", id="mika", name="Mika", side="us")
    play.gm("character.add", id="rin", name="Rin", side="them")
    grammar = play.table.system.grammar
    if isinstance(args, dict):
        assert grammar.parse(f"!tracks {text}", play.table.state, Speaker("mika"))[1] == args
        return
    with pytest.raises(Refused) as caught:
        grammar.parse(f"!tracks {text}", play.table.state, Speaker("mika"))
    assert caught.value.code == args
