"""Numbers as people type them: understood, or refused in one sentence that changes nothing."""

from __future__ import annotations

import pytest

from engine.numerals import whole
from engine.testing import Play


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("2", 2),
        ("+2", 2),
        ("-2", -2),
        ("\u22122", -2),
        ("\u20132", -2),
        ("\uff0d\uff12", -2),
        ("\uff0b\uff11\uff10", 10),
        ("\u0667", 7),
        ("0", 0),
        ("-0", 0),
        ("007", 7),
        ("999999", 999_999),
        ("1000000", None),
        ("1e5", None),
        ("1,5", None),
        ("1.5", None),
        ("1,000", None),
        ("1 000", None),
        ("2\u00b2", None),
        ("\u00bd", None),
        ("\u2461", None),
        ("0x10", None),
        ("--2", None),
        ("", None),
        ("-", None),
    ],
)
def test_a_word_is_a_whole_number_or_none(word: str, number: int | None) -> None:
    assert whole(word) == number


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("challenge courage tn \uff19", {"tn": 9}),
        ("challenge courage modifier \u22122", {"modifier": -2}),
        ("challenge courage tn 0", {"tn": 0}),
        ("challenge courage tn -3 modifier +1", {"tn": -3, "modifier": 1}),
    ],
)
def test_typed_numbers_of_tracks(text: str, args: dict[str, int]) -> None:
    play = Play("tracks", [3, 4])
    play.gm("character.add", id="rin", name="Rin", side="us")
    outcome = play.act(kind="command", text=f"!tracks {text}", actor="rin")
    assert outcome.entry is not None
    assert outcome.entry["input"]["args"] == {"attribute": "courage", **args}


@pytest.mark.parametrize(
    ("system", "text", "sentence", "hint"),
    [
        (
            "tracks",
            f"challenge courage {key} {number}",
            f"{key} takes a whole number such as 2, not {number[:40]}.",
            "Write it in at most six digits, without points or commas.",
        )
        for key in ("tn", "modifier", "raise")
        for number in ("9,5", "1.000", "1e30", "1" + "0" * 30, "1" + "0" * 60)
    ]
    + [
        (
            "ccarps",
            f"stealth {before} {number}",
            f"A chip takes a whole number such as 2, not {number}.",
            "Write it in at most six digits, without points or commas.",
        )
        for before, number in (
            ("base", "2,5"),
            ("base", "1" + "0" * 30),
            ("base 3 shoes", "1,000"),
        )
    ]
    + [
        (
            "ccarps",
            "stealth base -",
            "A base is a number or a way to move.",
            "Write base 3, or base walking.",
        ),
    ],
)
def test_what_is_no_whole_number_is_refused(
    system: str, text: str, sentence: str, hint: str
) -> None:
    play = Play(system)
    fields = {"skill_list": ["Stealth 6 Reflex"], "gear_list": ["Shoes 1"]}
    more = {"fields": fields} if system == "ccarps" else {}
    play.gm("character.add", id="rin", name="Rin", side="us", **more)
    before = play.table.state.to_data()
    outcome = play.act(kind="command", text=f"!{system} {text}", actor="rin")
    assert outcome.refusal is not None
    assert (outcome.refusal["text"], outcome.refusal["hint"]) == (sentence, hint)
    assert play.table.state.to_data() == before


@pytest.mark.parametrize("number", [-1, 10_000_000, 10**30, 2.5, 1e30, "5", True, None])
@pytest.mark.parametrize(
    ("system", "field", "label"),
    [("carps", "rp", "RP"), ("ccarps", "strength", "Strength"), ("tracks", "body", "Body damage")],
)
def test_a_figure_on_a_sheet_takes_whole_numbers_in_its_range(
    system: str, field: str, label: str, number: object
) -> None:
    play = Play(system)
    play.gm("character.add", id="rin", name="Rin", side="us")
    before = play.table.state.to_data()
    args = {"character": "rin", "fields": {field: number}}
    refusal = play.act(kind="command", verb="character.edit", args=args).refusal
    assert refusal is not None
    assert refusal["text"] == f"{label} does not take this value: {number}."
    assert refusal["hint"].startswith("Use a whole number from 0 to ")
    assert play.table.state.to_data() == before
