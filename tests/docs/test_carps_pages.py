"""Every command that the pages about CARPS name works where the page says that it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.dice import SeededDice
from engine.systems.carps.rules import CarpsRules
from engine.table import Outcome, Table
from engine.testing import GM
from vtt_bridge.stage.cast import Cast

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("players-card-carps.md", "gm-guide-carps.md")
ORDER = ["hiroshi", "tetsuko", "akemi", "benkei"]
MIKA: dict[str, Any] = {"user": "mika", "name": "Mika", "gm": False, "owns": ["hiroshi", "akemi"]}


class Play:
    """A table whose dice fall as the seed says."""

    def __init__(self, seed: int = 1) -> None:
        self.table = Table("carps", dice=SeededDice(seed))
        self.count = 0
        for one in Cast.of("carps").characters:
            self.gm(
                "character.add",
                id=one["name"].lower(),
                name=one["name"],
                side=one["side"],
                control="pc" if one["owner"] else "npc",
                fields={**one["fields"], "xp": 100},
            )

    def act(self, sender: dict[str, Any] = GM, **action: Any) -> Outcome:
        self.count += 1
        return self.table.act({"id": f"action-{self.count}", "sender": sender, **action})

    def gm(self, verb: str, actor: str | None = None, **args: Any) -> None:
        """Something that must be accepted."""
        outcome = self.act(kind="command", verb=verb, actor=actor, args=args)
        assert outcome.refusal is None

    def edit(self, who: str, **fields: Any) -> None:
        self.gm("character.edit", character=who, fields=fields)

    def decline_but(self, who: str) -> None:
        """Answers for everybody else."""
        for _ in range(10):
            others = [one for one in self.table.questions("gm") if one["who"] != who]
            if not others:
                return
            self.act(kind="answer", request=others[0]["id"], choice=None)


def fight(turn_of: str = "hiroshi", *order: str) -> Play:
    play = Play()
    play.gm("encounter.start", id="f", name="Roof", order=[*(order or ORDER)], turn_of=turn_of)
    play.edit(turn_of, ap=3)
    return play


def own_turn() -> Play:
    return fight()


def turn_of_tetsuko() -> Play:
    return fight("tetsuko")


def strong() -> Play:
    """Hiroshi's turn, with all that is used on the own turn and more than enough to pay it."""
    play = fight()
    abilities = ["provoke", "inspire_allies", "combo_finisher", "give_it_your_all"]
    play.edit("hiroshi", level=20, rp=99, temp_ap=3, abilities=[*abilities, "attack_builder"])
    return play


def strong_tetsuko() -> Play:
    play = fight("tetsuko")
    abilities = ["give_it_your_all", "reserve_breaker"]
    play.edit("tetsuko", level=20, rp=99, temp_ap=3, abilities=abilities)
    return play


def in_no_fight() -> Play:
    play = Play()
    play.edit("hiroshi", abilities=[])
    return play


def outside() -> Play:
    """The others fight; Hiroshi does not."""
    return fight("tetsuko", *ORDER[1:])


def waiting() -> Play:
    play = outside()
    play.gm("enter", "hiroshi", encounter="f")
    return play


def came_in(who: str) -> Play:
    """The first turn of somebody who came in late."""
    first, *others = [one for one in ORDER if one != who]
    play = fight(first, first, *others)
    play.edit(who, abilities=["dynamic_entry"])
    play.gm("enter", who, encounter="f")
    play.gm("end_turn", first)
    return play


def hiroshi_came_in() -> Play:
    return came_in("hiroshi")


def benkei_came_in() -> Play:
    return came_in("benkei")


def asked_about_a_hit(*abilities: str, hits: int = 1) -> Play:
    """Tetsuko has hit Hiroshi, who is asked."""
    play = fight("tetsuko")
    play.edit("hiroshi", level=20, rp=99, defense=0, abilities=[*abilities])
    play.edit("tetsuko", attack=99)
    for _ in range(hits):
        play.gm("attack", "tetsuko", target="hiroshi")
        play.decline_but("hiroshi")
    assert [one["who"] for one in play.table.questions("gm")] == ["hiroshi"]
    return play


def asked_to_defend() -> Play:
    return asked_about_a_hit("perfect_defense")


def asked_at_the_third_hit() -> Play:
    return asked_about_a_hit("combo_breaker", "attack_builder", "beatdown", hits=3)


EXAMPLES: dict[str, tuple[Callable[[], Play], str, str]] = {
    "attack @Tetsuko": (own_turn, "hiroshi", "attack"),
    "attack @Akemi": (turn_of_tetsuko, "tetsuko", "attack"),
    "@Tetsuko attack @Akemi": (turn_of_tetsuko, "hiroshi", "attack"),
    "attack @Tetsuko with sure strike": (own_turn, "hiroshi", "attack"),
    "assist @Akemi": (own_turn, "hiroshi", "assist"),
    "protect @Akemi": (own_turn, "hiroshi", "protect"),
    "escape": (own_turn, "hiroshi", "escape"),
    "attack builder @Tetsuko": (own_turn, "hiroshi", "ultimate"),
    "reserve breaker @Hiroshi": (turn_of_tetsuko, "tetsuko", "ultimate"),
    "provoke @Tetsuko": (strong, "hiroshi", "provoke"),
    "inspire allies": (strong, "hiroshi", "inspire_allies"),
    "combo finisher": (strong, "hiroshi", "combo_finisher"),
    "give it your all attack builder": (strong, "hiroshi", "give_it_your_all"),
    "give it your all reserve breaker": (strong_tetsuko, "tetsuko", "give_it_your_all"),
    "end turn": (own_turn, "hiroshi", "end_turn"),
    "perfect defense": (asked_to_defend, "hiroshi", "answer"),
    "combo breaker with beatdown": (asked_at_the_third_hit, "hiroshi", "answer"),
    "decline": (asked_to_defend, "hiroshi", "answer"),
    "enter": (outside, "hiroshi", "enter"),
    "enter next round": (outside, "hiroshi", "enter"),
    "stay out": (waiting, "hiroshi", "stay_out"),
    "dynamic entry @Tetsuko": (hiroshi_came_in, "hiroshi", "dynamic_entry"),
    "dynamic entry @Akemi": (benkei_came_in, "benkei", "dynamic_entry"),
    "style defensive": (in_no_fight, "hiroshi", "style"),
    "style centered": (in_no_fight, "hiroshi", "style"),
    "buy sure strike": (in_no_fight, "hiroshi", "buy"),
    "buy cs1": (in_no_fight, "hiroshi", "buy"),
    "help": (own_turn, "hiroshi", "help"),
    "help attack": (own_turn, "hiroshi", "help"),
    "help ultimate move": (own_turn, "hiroshi", "help"),
}
ANSWERS = {
    "perfect defense": ("hiroshi", "ap_penalty", 1),
    "combo breaker with beatdown": ("tetsuko", "temp_penalty", 1),
    "decline": ("hiroshi", "rp", 99),
}
"""Typed answers, and a figure that tells what became of them."""


def named_in(page: str) -> set[str]:
    return set(re.findall(r"`!carps ([^`]+)`", (DOCS / page).read_text(encoding="utf-8")))


def test_every_command_of_the_pages_is_tried() -> None:
    assert set.union(*map(named_in, PAGES)) == set(EXAMPLES)


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one not in ANSWERS])
def test_command_of_the_pages_works(example: str) -> None:
    scene, actor, verb = EXAMPLES[example]
    outcome = scene().act(kind="command", text=f"!carps {example}", actor=actor)
    assert outcome.refusal is None
    if verb == "help":
        assert outcome.reply is not None
        assert outcome.reply["lines"]
    else:
        assert outcome.batch("gm")["command"]["verb"] == verb


@pytest.mark.parametrize("example", ANSWERS)
def test_typed_answer_of_the_pages_answers(example: str) -> None:
    scene, actor, _ = EXAMPLES[example]
    play = scene()
    [question] = play.table.questions("gm")
    outcome = play.act(MIKA, kind="command", text=f"!carps {example}", actor=actor)
    assert outcome.refusal is None
    assert [one["id"] for one in outcome.batch("gm")["closed"]] == [question["id"]]
    play.decline_but("nobody")
    who, figure, value = ANSWERS[example]
    assert getattr(play.table.state.characters[who], figure) == value


@pytest.mark.parametrize("example", sorted(named_in(PAGES[0]) - {*ANSWERS}))
def test_command_of_the_players_card_works_for_a_player(example: str) -> None:
    scene, actor, _ = EXAMPLES[example]
    outcome = scene().act(MIKA, kind="command", text=f"!carps {example}", actor=actor)
    assert outcome.refusal is None


@pytest.mark.parametrize("page", PAGES)
def test_pictures_of_the_pages_are_there(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    pictures = [DOCS / one for one in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)]
    sizes = {one.name: one.stat().st_size for one in pictures}
    assert [name for name, size in sizes.items() if size > 200_000] == []


def test_every_ruling_is_listed() -> None:
    text = (DOCS / "rulings-carps.md").read_text(encoding="utf-8")
    listed = set(map(int, re.findall(r"\bC(\d+)\b", text)))
    for first, last in re.findall(r"C(\d+) to C(\d+)", text):
        listed.update(range(int(first), int(last) + 1))
    assert sorted(listed) == list(range(1, 78))


def test_every_house_rule_stands_in_the_guide_with_its_values() -> None:
    text = (DOCS / PAGES[1]).read_text(encoding="utf-8").partition("## House rules")[2]
    rows = {
        name.strip(): [one.strip() for one in values.split(";")]
        for name, values in re.findall(r"^\| ([^|]+\(C\d+\)) \| ([^|]+) \|", text, re.MULTILINE)
    }
    expected = {}
    for rule in CarpsRules.describe():
        labels = [one["label"] for one in rule["options"]]
        if len(labels) > 3:
            labels = [labels[0], f"{labels[1].removesuffix(' XP')} to {labels[-1]}"]
        name = f"{rule['label']} ({rule['ruling']})"
        expected[name] = [one[0].lower() + one[1:] for one in labels]
    assert rows == expected
