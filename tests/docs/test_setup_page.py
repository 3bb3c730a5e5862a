"""The page on setting up names every option, every command as it is, and every check."""

import re
import shlex
from pathlib import Path

import pytest

from vtt_bridge import words
from vtt_bridge.cli import parser
from vtt_bridge.cli.config import OPTIONS, load
from vtt_bridge.cli.words import option_line
from vtt_bridge.doctor import examine

PAGE = (Path(__file__).parents[2] / "docs" / "setup.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"`vtt-bridge ([^`]+)`", PAGE)))
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|")
]


def test_every_option_has_its_row() -> None:
    rows = [row[:4] for row in ROWS if row[0].startswith("`--")]
    assert [row[:3] for row in rows] == [
        [f"`--{option.key.replace('_', '-')}`", f"`{option.variable}`", f"`{option.key}`"]
        for option in OPTIONS
    ]
    lines = [option_line(option.key, option.default(), None) for option in OPTIONS[1:]]
    assert [row[3] for row in rows[1:]] == [line.split()[1] for line in lines]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one(command: str) -> None:
    assert parser().parse_args(shlex.split(command)).run


def test_there_are_commands() -> None:
    assert {command.split()[0] for command in COMMANDS} >= {
        "serve",
        "pair",
        "tables",
        "tokens",
        "config",
        "module",
        "doctor",
    }


def test_every_check_of_the_doctor_is_described(tmp_path: Path) -> None:
    config = load({"data": str(tmp_path), "port": "0"}, {})
    checks = [finding.check for finding in examine(config, "http://localhost:30000")]
    named = [name for row in ROWS for name in re.findall(r"`([a-z]+)`", row[0])]
    assert set(checks) <= set(named)


@pytest.mark.parametrize(
    "refusal",
    [
        words.wrong_code(2),
        words.spent_code(),
        words.expired_code(),
        words.too_many_tries(),
        words.protocol_mismatch(0, 1),
        words.protocol_mismatch(2, 1),
        words.wrong_world(),
        words.wrong_token(),
    ],
)
def test_refusals_are_told_as_they_are(refusal: words.Refusal) -> None:
    assert [
        row
        for row in ROWS
        if len(row) > 1 and row[1] == f"`{refusal.code}`" and refusal.text.startswith(row[0])
    ]
