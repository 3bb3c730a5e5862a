"""The command line beside ``serve``."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

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
