"""Every command that the pages about CCARPS name works where the page says that it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDice
from engine.systems.ccarps import CREDIT
from engine.table import Outcome, Table
from engine.testing import GM
from vtt_bridge.stage.cast import Cast

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("players-card-ccarps.md", "gm-guide-ccarps.md")
LOW = 60


class Yard:
    """The sample characters at a table whose dice fall low: 1, 2, 1, 2 and so on."""

    def __init__(self) -> None:
        self.table = Table("ccarps", dice=ScriptedDice([1, 2] * LOW))
        self.count = 0
        for one in Cast.of("ccarps").characters:
            added = {
                "id": one["name"].lower(),
                "name": one["name"],
                "side": one["side"],
                "control": "pc" if one["owner"] else "npc",
                "fields": one["fields"],
            }
            self.must(self.act(kind="command", verb="character.add", actor=None, args=added))

    def act(self, sender: dict[str, Any] = GM, **action: Any) -> Outcome:
        self.count += 1
        return self.table.act({"id": f"action-{self.count}", "sender": sender, **action})

    def say(self, actor: str, text: str, sender: dict[str, Any] = GM) -> Outcome:
        return self.act(sender, kind="command", text=f"!ccarps {text}", actor=actor)

    def must(self, outcome: Outcome) -> None:
        assert outcome.refusal is None


def after(*steps: tuple[str, str]) -> Callable[[], Yard]:
    """The yard after these have been typed by the game master."""

    def build() -> Yard:
        yard = Yard()
        for actor, text in steps:
            yard.must(yard.say(actor, text))
        return yard

    return build


def with_riposte() -> Yard:
    """Sable has parried the patrolman."""
    yard = Yard()
    fields = {"character": "sable", "fields": {"skill_list": ["Knife 36 Speed"]}}
    yard.must(yard.act(kind="command", verb="character.edit", actor=None, args=fields))
    yard.must(yard.say("patrolman", "attack @Sable club base 9"))
    yard.must(yard.say("patrolman", "throw"))
    yard.must(yard.say("sable", "parry"))
    return yard


def fight() -> Yard:
    yard = Yard()
    order = ["sable", "otis", "patrolman"]
    args = {"id": "f", "name": "Freight yard", "order": order}
    yard.must(yard.act(kind="command", verb="encounter.start", actor=None, args=args))
    return yard


def made(*steps: str) -> Callable[[], Yard]:
    """Sable is being made; these are typed by the game master."""
    return after(("sable", "roll up fantasy"), *(("sable", f"make {one}") for one in steps))


def balanced() -> Yard:
    """Sable's dice are all 2, and her 50 points are spent."""
    yard = Yard()
    yard.table.dice = ScriptedDice([2] * LOW)
    for step in ("roll up", "make throw", "make skills acting 25, swimming 25"):
        yard.must(yard.say("sable", step))
    return yard


def hurt() -> Yard:
    yard = Yard()
    for bar in ("mental", "physical"):
        yard.must(yard.say("sable", f"hurt {bar} 2"))
    return yard


def rewarded() -> Yard:
    yard = Yard()
    yard.must(yard.say("sable", "award 10"))
    return yard


def unconscious() -> Yard:
    yard = Yard()
    fields = {"character": "sable", "fields": {"mental": 10}}
    yard.must(yard.act(kind="command", verb="character.edit", actor=None, args=fields))
    return yard


at_rest = after()
begun = after(("sable", "stealth"))
ready = after(("sable", "stealth base 7"))
shod = after(("sable", "stealth"), ("sable", "chip quiet shoes"))
stands = after(("sable", "stealth base 7"), ("sable", "throw"))
contested = after(
    ("sable", "stealth base 7"), ("sable", "throw"), ("patrolman", "contest @Sable detect")
)

opposed = after(
    ("sable", "stealth base 7"),
    ("sable", "throw"),
    ("patrolman", "contest @Sable detect"),
    ("sable", "oppose @Patrolman stands still 1"),
)

EXAMPLES: dict[str, tuple[Callable[[], Yard], str, str]] = {
    "stealth": (at_rest, "sable", "roll"),
    "stealth base 3 dark +1 unfamiliar -2 shoes +1": (at_rest, "sable", "roll"),
    "unskilled lift": (at_rest, "sable", "unskilled"),
    "chip quiet shoes": (begun, "sable", "chip"),
    "chip climbing rope +1": (begun, "sable", "chip"),
    "remove quiet shoes": (shod, "sable", "remove"),
    "remove stands still @Patrolman": (opposed, "sable", "remove"),
    "throw": (ready, "sable", "throw"),
    "drop": (begun, "sable", "drop"),
    "contest @Patrolman detect": (stands, "sable", "contest"),
    "oppose @Patrolman stands still 1": (contested, "sable", "oppose"),
    "attack @Patrolman knife": (at_rest, "sable", "attack"),
    "attack @Patrolman knife called head": (at_rest, "sable", "attack"),
    "attack @Patrolman knife concentrating 2": (at_rest, "sable", "attack"),
    "attack @Patrolman punch touch": (at_rest, "sable", "attack"),
    "attack @Patrolman knife riposte": (with_riposte, "sable", "attack"),
    "end turn": (fight, "sable", "end_turn"),
    "help": (at_rest, "sable", "help"),
    "help attack": (at_rest, "sable", "help"),
    "help situation": (at_rest, "sable", "help"),
    "roll up @Sable fantasy age 30": (at_rest, "sable", "create"),
    "make throw": (made(), "sable", "make"),
    "make assign willpower strength dexterity constitution intelligence": (
        made("throw"),
        "sable",
        "make",
    ),
    "make skills brawling 12, climbing lift 8": (made("throw"), "sable", "make"),
    "make oddities wealth upper, contact friend, night sight 5": (made("throw"), "sable", "make"),
    "make finish": (balanced, "sable", "make"),
    "make stop": (made(), "sable", "make"),
    "check character @Sable": (at_rest, "patrolman", "validate"),
    "roll attributes campy age 12": (at_rest, "patrolman", "roll_attributes"),
    "improve stealth 2": (rewarded, "sable", "improve"),
    "improve tactics perception 2": (rewarded, "sable", "improve"),
    "improve willpower 3": (rewarded, "sable", "improve"),
    "quick check stealth base 3 dark": (at_rest, "sable", "quick_check"),
    "quick check dice 3 modifier 1 base 7": (at_rest, "sable", "quick_check"),
    "quick contest stealth base 5 @Patrolman detect": (at_rest, "sable", "quick_contest"),
    "quick attack @Patrolman knife base 9": (at_rest, "sable", "quick_attack"),
    "quick attack @Patrolman knife base 9 dodge": (at_rest, "sable", "quick_attack"),
    "@Sable stealth base 3": (at_rest, "patrolman", "roll"),
    "situation @Sable base 3 dark unfamiliar": (begun, "patrolman", "situation"),
    "situation @Sable slippery -1": (begun, "patrolman", "situation"),
    "situation @Sable base walking": (begun, "patrolman", "situation"),
    "contest @Sable detect": (stands, "patrolman", "contest"),
    "automatic success @Sable": (at_rest, "patrolman", "auto"),
    "attack @Sable club base 9": (at_rest, "patrolman", "attack"),
    "attack @Sable club base 9 beside @Otis": (at_rest, "patrolman", "attack"),
    "hurt physical 3 @Sable": (at_rest, "patrolman", "hurt"),
    "recover physical doctor tech 10 @Sable": (hurt, "patrolman", "recover"),
    "recover mental @Sable": (hurt, "patrolman", "recover"),
    "award 10 @Sable": (at_rest, "patrolman", "award"),
    "start the turn @Sable": (at_rest, "patrolman", "turn_start"),
    "unconscious roll @Sable": (unconscious, "patrolman", "unconscious_turn"),
    "start a session": (at_rest, "patrolman", "session_start"),
}


def text_of(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def named_in(page: str) -> set[str]:
    text = re.sub(r"\s+", " ", text_of(page))
    return set(re.findall(r"`!ccarps ([^`]+)`", text))


def test_every_command_of_the_pages_is_tried() -> None:
    assert set.union(*map(named_in, PAGES)) == set(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_command_of_the_pages_works(example: str) -> None:
    scene, actor, verb = EXAMPLES[example]
    outcome = scene().say(actor, example)
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
    assert scene().say(actor, example, sender).refusal is None


@pytest.mark.parametrize("page", PAGES)
def test_pages_say_whose_rules_they_restate(page: str) -> None:
    head = text_of(page).partition("\n\n")[2].partition("\n\n")[0]
    assert head.startswith(f"{CREDIT}.")
    assert "https://creativecommons.org/licenses/by-sa/4.0/" in head


@pytest.mark.parametrize("page", PAGES)
def test_pictures_of_the_pages_are_there(page: str) -> None:
    pictures = [DOCS / one for one in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text_of(page))]
    sizes = {one.name: one.stat().st_size for one in pictures}
    assert [name for name, size in sizes.items() if size > 200_000] == []
