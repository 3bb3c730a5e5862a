"""A table with Mika, Rin and Toma for tests of live play."""

from __future__ import annotations

from typing import Any

from engine.testing import Play
from tests.systems.tracks.people import MIKA, RIN, SETUPS, TOMA

OWNER = {"user": "u1", "name": "Mika's player", "gm": False, "owns": ["mika"]}
PEOPLE = {"mika": MIKA, "rin": RIN, "toma": TOMA}
CHOICES = {name.lower(): setup for name, setup in SETUPS.items()}


def seat(way: str, dice: Any = (), rules: Any = None, **fields: dict[str, Any]) -> Play:
    """Mika and Toma on one side, Rin, of the game master, on the other; `fields` changes them."""
    play = Play("tracks", dice, rules, way)
    for who, attributes in PEOPLE.items():
        own = {**attributes, "abilities": ["first_aid", "strategy"], **fields.get(who, {})}
        side, control = ("them", "npc") if who == "rin" else ("us", "pc")
        name = who.capitalize()
        play.gm("character.add", id=who, name=name, side=side, control=control, fields=own)
    return play


def fight(play: Play, *who: str, **setups: dict[str, Any]) -> None:
    """A combat of those named, or of all; the first is engaged with each of the others."""
    order = list(who or PEOPLE)
    setup = {one: {**CHOICES[one], **setups.get(one, {})} for one in order}
    engaged = [[order[0], one] for one in order[1:]]
    play.gm("encounter.start", id="fight", order=order, setup=setup, engaged=engaged)


def resolved(play: Play, what: str) -> dict[str, Any]:
    """What the last command of a kind came to."""
    found: dict[str, Any] = [one for one in play.events("resolved") if one["what"] == what][-1]
    return dict(found["data"])


def question(play: Play, who: str) -> dict[str, Any]:
    """The open question of somebody, as its owner sees it."""
    (found,) = play.table.questions(f"owner:{who}")
    return found


def option(play: Play, who: str, key: str) -> dict[str, Any]:
    """An option of the open question of somebody."""
    return next(one for one in question(play, who)["options"] if one["key"] == key)


def further(play: Play, who: str, key: str) -> dict[str, list[Any]]:
    """The further choices of an option, each with its values."""
    return {
        one["key"]: [each["value"] for each in one["options"]]
        for one in option(play, who, key)["further"]
    }


def said_no(play: Play, **action: Any) -> tuple[str, str]:
    """The code and the sentence of a refusal that changed nothing."""
    before = play.table.state.to_data(), play.table.questions("gm"), play.table.seq
    refusal = play.act(**action).refusal
    assert refusal is not None
    assert (play.table.state.to_data(), play.table.questions("gm"), play.table.seq) == before
    return refusal["code"], f"{refusal['text']} {refusal['hint']}".strip()


def card(play: Play, seat: str = "public") -> dict[str, Any]:
    """The card of the last command that is not taken back."""
    cards = play.table.view(seat)["cards"]
    found: dict[str, Any] = [one for one in cards if one["state"] != "undone"][-1]
    return found


def block(shown: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in shown["blocks"] if one["kind"] == kind)
    return found
