"""The page on data names commands as they are, numbers as they are, and the form of exports."""

import re
import shlex
from pathlib import Path

import pytest

from engine.table import Table
from vtt_bridge import backups
from vtt_bridge.cli import parser
from vtt_bridge.store.soundness import BUSY_SECONDS
from vtt_bridge.transfer.documents import (
    CHARACTER_FORMAT,
    FORMAT_VERSION,
    TABLE_FORMAT,
    character_document,
    table_document,
)

PAGE = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
WITHIN, ALONE = r"`vtt-bridge ([^`]+)`", r"(?m)^    vtt-bridge (.+)$"
COMMANDS = sorted({*re.findall(WITHIN, PAGE), *re.findall(ALONE, PAGE)})
GM = {"user": "gm", "name": "Ren", "gm": True, "owns": []}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command: str) -> None:
    assert parser().parse_args(shlex.split(command)).run


def test_the_four_commands_are_there() -> None:
    assert {command.split()[0] for command in COMMANDS} >= {"backup", "restore", "export", "import"}


def test_how_many_backups_stay_is_as_the_page_says() -> None:
    numbers = {3: "three", 5: "five"}
    assert f"the newest {numbers[backups.NEWEST_KEPT]}" in WORDS
    assert f"the last {numbers[backups.DAYS_KEPT]} days" in WORDS
    assert BUSY_SECONDS == 2
    assert "waits two seconds" in WORDS


def test_exports_are_as_the_page_says() -> None:
    table = Table("carps")
    person = {"id": "mai", "name": "Mai", "side": "red"}
    added = {
        "kind": "command",
        "id": "first",
        "verb": "character.add",
        "args": person,
        "sender": GM,
    }
    assert table.act(added).ok
    named = set(re.findall(r"`(\w+)`", PAGE.partition("| in the file |")[2]))
    for document in (table_document(table, "Roof"), character_document(table, "Mai")):
        assert set(document) - {"note"} <= named
    assert set(character_document(table, "Mai")["character"]) <= named
    assert f'`"{TABLE_FORMAT}"` or `"{CHARACTER_FORMAT}"`, and {FORMAT_VERSION}' in WORDS
