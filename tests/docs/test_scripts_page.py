"""Every example on the page for script writers is run: in Python, and on the command line."""

import re
import shlex
from pathlib import Path

import pytest

from tests.docs.conftest import ADDRESS
from vtt_bridge import cli, client
from vtt_bridge.client import BridgeClient
from vtt_bridge.server import BridgeServer
from vtt_bridge.stage.words import demo_scripts

PAGE = (Path(__file__).parents[2] / "docs" / "scripts.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^    \$ vtt-bridge (.*)\n((?:    [^$\n].*\n)*)", PAGE, re.MULTILINE)
MENTIONED = sorted(set(re.findall(r"`vtt-bridge ([^`]+)`", PAGE)))


def test_the_programs_run_one_after_the_other(
    rooftop: BridgeServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(tmp_path / "data"))
    [creating] = re.findall(r"(?m)^    vtt-bridge (tokens create .*)$", PAGE)
    assert cli.main(shlex.split(creating)) == 0
    monkeypatch.setenv("VTT_BRIDGE_TOKEN", capsys.readouterr().out.strip())
    known: dict[str, object] = {}
    told = []
    for program in PROGRAMS:
        exec(program.replace(ADDRESS, rooftop.address), known)  # noqa: S102 (the page's own)
        told.append(capsys.readouterr().out.splitlines())
    assert told == [
        ["Benkei is asked: Hiroshi is about to attack you."],
        ["12"],
        [f"{seq} Hiroshi attacks Benkei: Waiting" for seq in (4, 5)],
        ["67/100 67 %", "['dice 14 + attribute 5', '19 is over 12']"],
    ]


def test_the_first_program_has_ten_lines() -> None:
    assert len(PROGRAMS[0].splitlines()) == 10


def test_the_commands_say_what_the_page_shows(
    rooftop: BridgeServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(tmp_path / "data"))
    assert len(COMMANDS) >= 7
    for command, shown in COMMANDS:
        words = shlex.split(command.partition(" > ")[0])
        assert cli.main(words) == 0
        lines = capsys.readouterr().out.splitlines()
        assert ">" in command or lines == [line[4:] for line in shown.splitlines()]


@pytest.mark.parametrize("command", MENTIONED)
def test_every_command_is_one(command: str) -> None:
    words = shlex.split(command)
    if words[-1] == "--help":
        with pytest.raises(SystemExit) as ended:
            cli.parser().parse_args(words)
        assert ended.value.code == 0
    elif words[0] in ("roll", "odds"):
        assert words[0] in PAGE
    else:
        assert cli.parser().parse_args(words).run


def test_the_practice_table_names_a_command_that_reaches_its_data() -> None:
    command = demo_scripts("/home/ren/a folder").partition(": vtt-bridge ")[2]
    options = cli.parser().parse_args(shlex.split(command))
    assert (options.command, options.data) == ("status", "/home/ren/a folder")


def test_every_method_is_described() -> None:
    rows = " ".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    described = set(re.findall(r"`([a-z]+)\(", rows))
    public = {name for name in vars(BridgeClient) if not name.startswith("_")}
    assert described == public - {"close"}


def test_every_error_is_described() -> None:
    errors = {name for name in client.__all__ if name.endswith("Error")}
    assert errors == set(re.findall(r"`([A-Z][A-Za-z]+Error)`", PAGE))


def test_every_exit_code_is_described() -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    told = {client.BridgeError.exit_code, client.RefusedError.exit_code}
    told |= {client.UnreachableError.exit_code, 0, 2, 130}
    assert codes == told
