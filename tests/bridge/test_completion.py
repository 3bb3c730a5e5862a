"""Completion of commands and options by shells; in bash it is really tried, on a terminal."""

import os
import pty
import select
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import shtab

from vtt_bridge import cli
from vtt_bridge.cli.completion import SHELLS

WITHIN = 15


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert cli.main(["completion", "bash"]) == 0
    file = tmp_path / "completion.bash"
    file.write_text(capsys.readouterr().out)
    return file


class Terminal:
    """A bash that thinks it has a person before it."""

    def __init__(self, folder: Path) -> None:
        self._ours, theirs = pty.openpty()
        self._bash = subprocess.Popen(
            ["bash", "--noprofile", "--norc", "-i"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "TERM": "dumb", "PS1": "READY "},
            start_new_session=True,
        )
        os.close(theirs)
        self.until("READY ")

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def until(self, wanted: str) -> str:
        """What comes until that is there."""
        shown, end = "", time.monotonic() + WITHIN
        while wanted not in shown:
            ready, _, _ = select.select([self._ours], [], [], end - time.monotonic())
            assert ready, shown
            shown += os.read(self._ours, 4096).decode()
        return shown

    def close(self) -> None:
        self._bash.kill()
        self._bash.wait()
        os.close(self._ours)


@pytest.fixture
def terminal(tmp_path: Path, script: Path) -> Iterator[Terminal]:
    (tmp_path / "fights.json").write_text("{}")
    one = Terminal(tmp_path)
    one.type(f"source {script}\n")
    one.until("READY ")
    yield one
    one.close()


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("vtt-bridge sta", "vtt-bridge status "),
        ("vtt-bridge odds ca", "vtt-bridge odds carps "),
        ("vtt-bridge odds carps --nat", "vtt-bridge odds carps --natural-extremes "),
        ("vtt-bridge odds carps --natural-extremes k", "--natural-extremes kept_die "),
        ("vtt-bridge roll tracks --str", "vtt-bridge roll tracks --stressful "),
        ("vtt-bridge tokens cr", "vtt-bridge tokens create "),
        ("vtt-bridge scenario fi", "vtt-bridge scenario fights.json "),
        ("vtt-bridge completion z", "vtt-bridge completion zsh "),
    ],
)
def test_bash_completes(terminal: Terminal, typed: str, completed: str) -> None:
    terminal.type(f"{typed}\t")
    terminal.until(completed)


def test_bash_shows_what_there_is(terminal: Terminal) -> None:
    terminal.type("vtt-bridge odds \t\t")
    shown = terminal.until("READY ")
    assert {"carps", "ccarps", "tracks"} <= set(shown.split())


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    out, err = capsys.readouterr()
    assert "vtt-bridge" in out
    assert "natural" in out or shell == "tcsh"
    assert err == ""


def test_all_shells_are_there() -> None:
    assert set(SHELLS) == set(shtab.SUPPORTED_SHELLS)


def test_another_shell_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["completion", "cmd"])
    assert ended.value.code == 2
    assert "invalid choice: 'cmd'" in capsys.readouterr().err
