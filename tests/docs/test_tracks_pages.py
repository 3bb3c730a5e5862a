"""Every command that the pages about tracks name works where the page says that it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.dice import SeededDice
from engine.table import Outcome, Table
from engine.testing import GM
from vtt_bridge.stage.cast import Cast

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("players-card-tracks.md", "gm-guide-tracks.md")
SETUPS = {
    "aki": {"attack": "courage", "defense": "diligence", "support": "expression"},
    "noboru": {"attack": "courage", "defense": "diligence", "support": "knowledge"},
    "shizuka": {"attack": "knowledge", "defense": "diligence", "support": "understanding"},
    "goro": {"attack": "courage", "defense": "diligence", "support": "expression"},
}


class Play:
    """A table whose dice do not matter."""

    def __init__(self) -> None:
        self.table = Table("tracks", dice=SeededDice(1))
        self.count = 0

    def act(self, sender: dict[str, Any] = GM, **action: Any) -> Outcome:
        self.count += 1
        return self.table.act({"id": f"action-{self.count}", "sender": sender, **action})

    def gm(self, verb: str, actor: str | None = None, **args: Any) -> None:
        """Something that must be accepted."""
        outcome = self.act(kind="command", verb=verb, actor=actor, args=args)
        assert outcome.refusal is None

    def turn_of(self, who: str) -> None:
        self.gm("turn", who)
        self.gm("end_turn", who)


def at_rest() -> Play:
    """The sample characters; Noboru is hurt, Aki has accepted fate."""
    play = Play()
    for one in Cast.of("tracks").characters:
        who, control = one["name"].lower(), "pc" if one["owner"] else "npc"
        play.gm(
            "character.add",
            id=who,
            name=one["name"],
            side=one["side"],
            control=control,
            fields=one["fields"],
        )
    play.gm("character.edit", character="noboru", fields={"mind": 4})
    play.gm("character.edit", character="aki", fields={"fate": "accepted"})
    return play


def stressed() -> Play:
    play = at_rest()
    play.gm("stress")
    return play


def fight(*engaged: tuple[str, str]) -> Play:
    """A round has begun in which Aki comes first and Shizuka second."""
    play = at_rest()
    pairs = [list(pair) for pair in engaged]
    order = list(SETUPS)
    play.gm("encounter.start", id="f", name="Festival", order=order, setup=SETUPS, engaged=pairs)
    return play


def own_turn() -> Play:
    play = fight()
    play.gm("turn", "aki")
    return play


def close_by() -> Play:
    """Aki's turn, engaged with Goro."""
    play = fight(("aki", "goro"))
    play.gm("turn", "aki")
    return play


def between_turns() -> Play:
    play = fight()
    play.turn_of("aki")
    return play


def down() -> Play:
    """Noboru's Mind is full, and it is his turn."""
    play = fight()
    play.gm("character.edit", character="noboru", fields={"mind": 14, "down": True})
    for one in ("aki", "shizuka", "goro"):
        play.turn_of(one)
    play.gm("turn", "noboru")
    return play


EXAMPLES: dict[str, tuple[Callable[[], Play], str, str]] = {
    "turn": (fight, "aki", "turn"),
    "end turn": (own_turn, "aki", "end_turn"),
    "attack @Goro": (close_by, "aki", "attack"),
    "attack @Goro ranged": (own_turn, "aki", "attack"),
    "attack @Goro raise 2 specialty": (close_by, "aki", "attack"),
    "advance @Goro": (own_turn, "aki", "advance"),
    "withdraw": (close_by, "aki", "withdraw"),
    "extra action": (own_turn, "aki", "extra_action"),
    "hold": (fight, "aki", "hold"),
    "@Aki hold": (fight, "noboru", "hold"),
    "interrupt": (between_turns, "noboru", "interrupt"),
    "revive mind": (down, "noboru", "revive"),
    "challenge expression tn 12": (at_rest, "aki", "challenge"),
    "challenge knowledge half": (at_rest, "aki", "challenge"),
    "opposed expression @Shizuka": (at_rest, "aki", "opposed"),
    "opposed expression @Aki": (at_rest, "shizuka", "opposed"),
    "first aid @Noboru understanding": (at_rest, "aki", "first_aid"),
    "strategy": (at_rest, "shizuka", "strategy"),
    "reverse fate diligence": (at_rest, "aki", "reverse_fate"),
    "help": (at_rest, "aki", "help"),
    "help attack": (at_rest, "aki", "help"),
    "help cleanup": (at_rest, "aki", "help"),
    "stressful": (at_rest, "aki", "stress"),
    "calm": (stressed, "aki", "end_stress"),
    "hurt @Aki body 3": (at_rest, "goro", "hurt"),
    "tension @Goro soul 1": (at_rest, "aki", "tension"),
    "cleanup": (own_turn, "aki", "cleanup"),
    "last cleanup": (own_turn, "aki", "cleanup"),
    "last cleanup, still stressful": (own_turn, "aki", "cleanup"),
    "rest 30": (at_rest, "aki", "rest"),
    "new day": (at_rest, "aki", "new_day"),
}


def named_in(page: str) -> set[str]:
    return set(re.findall(r"`!tracks ([^`]+)`", (DOCS / page).read_text(encoding="utf-8")))


def test_every_command_of_the_pages_is_tried() -> None:
    assert set.union(*map(named_in, PAGES)) == set(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_command_of_the_pages_works(example: str) -> None:
    scene, actor, verb = EXAMPLES[example]
    outcome = scene().act(kind="command", text=f"!tracks {example}", actor=actor)
    assert outcome.refusal is None
    if verb == "help":
        assert outcome.reply is not None
        assert outcome.reply["lines"]
    else:
        assert outcome.batch("gm")["command"]["verb"] == verb


@pytest.mark.parametrize("example", sorted(named_in(PAGES[0])))
def test_command_of_the_players_card_works_for_a_player(example: str) -> None:
    scene, actor, _ = EXAMPLES[example]
    sender: dict[str, Any] = {"user": "mika", "name": "Mika", "gm": False, "owns": [actor]}
    outcome = scene().act(kind="command", text=f"!tracks {example}", actor=actor, sender=sender)
    assert outcome.refusal is None


@pytest.mark.parametrize("page", PAGES)
def test_pictures_of_the_pages_are_there(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    pictures = [DOCS / one for one in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)]
    sizes = {one.name: one.stat().st_size for one in pictures}
    assert [name for name, size in sizes.items() if size > 200_000] == []
