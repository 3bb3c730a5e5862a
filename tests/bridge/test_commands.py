"""The command line beside ``serve``."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import vtt_bridge

ROOT = Path(__file__).parents[2]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vtt_bridge", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_the_version_is_the_packages_own() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert declared["project"]["version"] == vtt_bridge.__version__
    assert run("--version").stdout == f"{vtt_bridge.__version__}\n"


def test_a_scenario_gives_a_line_for_every_line() -> None:
    result = run("scenario", "-", given='nonsense\n{"system": "chess"}\n')
    assert result.returncode == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"error": "bad_scenario"},
        {"error": "unknown_system"},
    ]


def test_half_of_a_surrogate_pair_goes_through_a_scenario() -> None:
    scenario = '{"given": {"characters": {"\\ud800": {"side": "us"}}}, "when": []}'
    result = run("scenario", "-", given=scenario)
    assert (result.returncode, result.stderr) == (0, "")
    assert list(json.loads(result.stdout)["final"]) == ["\ud800"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_results_that_cannot_be_written_are_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("{}")
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "vtt_bridge", "scenario", str(tmp_path / "file")],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=20,
            check=False,
        )
    assert result.returncode == 2
    assert result.stderr == "The results cannot be written (No space left on device).\n"


def test_who_reads_only_the_first_results_sees_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("{}\n" * 20_000)
    with subprocess.Popen(
        [sys.executable, "-m", "vtt_bridge", "scenario", str(tmp_path / "file")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == '{"error":"bad_scenario"}\n'
        process.stdout.close()
        assert process.stderr.read() == ""


def test_a_scenario_file_that_is_not_there() -> None:
    result = run("scenario", "/nowhere/at/all.json")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("/nowhere/at/all.json cannot be read")
    assert result.stderr.count("\n") == 1


def test_an_unknown_option_is_named() -> None:
    result = run("serve", "--colour", "red")
    assert result.returncode == 2
    assert "--colour" in result.stderr


def test_help_loads_no_server() -> None:
    ask = (
        "import sys\n"
        "from vtt_bridge.cli import parser\n"
        "parser().format_help()\n"
        "heavy = ('flask', 'socketio', 'sqlite3', 'engine', 'requests')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert done.stdout == "[]\n"
