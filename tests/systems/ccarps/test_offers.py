"""What the card of a roll that is being built offers to lay with one click, and for whom."""

from __future__ import annotations

from typing import Any

from tests.systems.ccarps.seats import MIKA, Made, newest, say


def offered(card: dict[str, Any]) -> list[list[tuple[str, Any, bool]]]:
    """Label, actor and whether for the game master, row by row."""
    rows = card["blocks"][0]["rows"]
    return [[(one["label"], one["actor"], one["gm"]) for one in row["offers"]] for row in rows]


def test_situations_are_for_the_gm_and_gear_for_the_roller(plain: Made) -> None:
    play = plain([])
    say(play, "you", "stealth", sender=MIKA)
    card = newest(play)
    assert offered(card) == [
        [("Dark +1", None, True), ("Unfamiliar −2", None, True)],
        [("Quiet shoes +1", "you", False)],
        [],
    ]
    assert card["blocks"][0]["remove"] == {
        "verb": "remove",
        "actor": "you",
        "args": {"owner": "you"},
    }


def test_what_lies_already_is_not_offered(plain: Made) -> None:
    play = plain([])
    say(play, "you", "stealth base 3 dark shoes")
    assert offered(newest(play)) == [[("Unfamiliar −2", None, True)], [], []]


def test_every_offer_does_what_it_says(plain: Made) -> None:
    play = plain([])
    say(play, "you", "stealth")
    for _ in range(3):
        rows = newest(play)["blocks"][0]["rows"]
        one = next(offer for row in rows for offer in row["offers"])
        sent = {"verb": one["verb"], "actor": one["actor"], "args": one["args"]}
        assert play.act(kind="command", **sent).ok
        chips = [chip for row in newest(play)["blocks"][0]["rows"] for chip in row["chips"]]
        assert one["label"] in [f"{chip['label']} {chip['value']}" for chip in chips]
    assert offered(newest(play)) == [[], [], []]


def test_an_attack_offers_what_goes_with_its_weapon(plain: Made) -> None:
    play = plain([])
    say(play, "you", "attack @Patrolman long sword", sender=MIKA)
    melee = [label for label, _, _ in offered(newest(play))[0]]
    say(play, "you", "drop")
    say(play, "you", "attack @Patrolman bow", sender=MIKA)
    ranged = [label for label, _, _ in offered(newest(play))[0]]
    both = ["Dark +1", "Unfamiliar −2", "Touch only +2"]
    assert melee == [*both, "Charging +2", "Superior position +2", "Target prone +3"]
    assert ranged == [*both, "In melee −3", "Blind −6"]


def test_whoever_a_roll_is_against_may_oppose_it(plain: Made) -> None:
    play = plain([3, 2, 4])
    say(play, "you", "stealth base 7")
    say(play, "you", "throw")
    say(play, "guard", "contest @You detect")
    card = newest(play)
    assert offered(card)[2] == [("Add opposition", "you", False)]
    assert card["blocks"][0]["rows"][0]["note"] == "You rolled 5"
    (offer,) = card["blocks"][0]["rows"][2]["offers"]
    args = {**offer["args"], "chips": "stands still 1"}
    sent = {"verb": offer["verb"], "actor": "you", "args": args, "sender": MIKA}
    assert play.act(kind="command", **sent).ok
    assert newest(play)["blocks"][0]["rows"][2]["chips"][0]["value"] == "−1"
