"""The wheel holds exactly three houses, and works outside the clone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASE = (
    '{"given": {"characters": {"mika": {"side": "us"}, "oni": {"side": "them"}}},'
    ' "when": [{"do": "end_turn", "by": "mika"}], "dice": [4]}'
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    try:
        import hatchling  # noqa: F401 - built without a second environment where it is there
    except ImportError:
        command.remove("--no-isolation")
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True, timeout=100)
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_holds_exactly_engine_bridge_and_module(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "engine",
        "vtt_bridge",
        "foundry_module",
    }
    assert len([top for top in tops if top.endswith(".dist-info")]) == 1
    for needed in (
        "engine/systems/carps/data/abilities.toml",
        "engine/systems/ccarps/data/tables.toml",
        "foundry_module/module.json",
        "vtt_bridge/cli/__init__.py",
    ):
        assert needed in names
    unwanted = ("__pycache__", "/tests/", ".test.", ".mypy_cache", "stage/package")
    assert [name for name in names if any(part in name for part in unwanted)] == []


@pytest.mark.slow
def test_installed_outside_the_clone_the_command_plays_a_scenario(
    wheel: Path, tmp_path: Path
) -> None:
    home = tmp_path / "elsewhere"
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(home)], check=True, timeout=60
    )
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", str(wheel)]
    subprocess.run(command, check=True, capture_output=True, timeout=110)
    done = subprocess.run(
        [str(scripts / "vtt-bridge"), "scenario", "-"],
        input=CASE,
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.stdout == (
        '{"rolls":[{"type":"reserve","roller":"mika","sides":6,"dice":[4],"result":4}],'
        '"outcomes":[],"refused":[],"refused_reactions":[],"final":{"mika":{"level":1,"rp":4,'
        '"status":"active","ap":0,"temp_ap":0,"carry_ap":3,"power_threshold":5},"oni":'
        '{"level":1,"rp":0,"status":"active","ap":3,"temp_ap":0,"carry_ap":0,'
        '"power_threshold":5}},"order":["mika","oni"],"turn_of":"oni","round":1,'
        '"combat_over":false,"dice_used":1}\n'
    )
    assert done.stderr == ""
