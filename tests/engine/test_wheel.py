"""The wheel holds exactly three houses, and works outside the clone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import requests

from vtt_bridge.module.pack import zipped

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
        "foundry_module/LICENSE",
        "foundry_module/CHANGELOG.md",
        "vtt_bridge/cli/__init__.py",
    ):
        assert needed in names
    unwanted = ("__pycache__", "/tests/", ".test.", ".mypy_cache", "stage/package")
    assert [name for name in names if any(part in name for part in unwanted)] == []


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the command, in an environment of its own outside the clone."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(home)], check=True, timeout=60
    )
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", str(wheel)]
    subprocess.run(command, check=True, capture_output=True, timeout=110)
    return scripts


def run(installed: Path, *arguments: str, cwd: Path, given: str = "") -> str:
    done = subprocess.run(
        [str(installed / "vtt-bridge"), *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        cwd=cwd,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.slow
def test_installed_outside_the_clone_the_command_plays_a_scenario(
    installed: Path, tmp_path: Path
) -> None:
    assert run(installed, "scenario", "-", cwd=tmp_path, given=CASE) == (
        '{"rolls":[{"type":"reserve","roller":"mika","sides":6,"dice":[4],"result":4}],'
        '"outcomes":[],"refused":[],"refused_reactions":[],"final":{"mika":{"level":1,"rp":4,'
        '"status":"active","ap":0,"temp_ap":0,"carry_ap":3,"power_threshold":5},"oni":'
        '{"level":1,"rp":0,"status":"active","ap":3,"temp_ap":0,"carry_ap":0,'
        '"power_threshold":5}},"order":["mika","oni"],"turn_of":"oni","round":1,'
        '"combat_over":false,"dice_used":1}\n'
    )


@pytest.mark.slow
def test_installed_outside_the_clone_the_demo_and_the_module_are_there(
    installed: Path, tmp_path: Path
) -> None:
    assert "--no-browser" in run(installed, "demo", "--help", cwd=tmp_path)
    run(installed, "module", "zip", "module.zip", cwd=tmp_path)
    assert (tmp_path / "module.zip").read_bytes() == zipped()


@pytest.mark.slow
def test_installed_outside_the_clone_the_bridge_serves_and_pairs(
    installed: Path, tmp_path: Path
) -> None:
    data = str(tmp_path / "data")
    serve = [str(installed / "vtt-bridge"), "serve", "--data", data, "--port", "0"]
    with subprocess.Popen(serve, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        runs, _, shown = (process.stdout.readline().split() for _ in range(3))
        address, code = runs[3], shown[2]
        asked = {"protocol": 1, "code": code, "world": {"id": "roof", "title": "Roof"}}
        origin = {"Origin": "http://localhost:30000"}
        assert requests.post(f"{address}/pair", json=asked, headers=origin, timeout=5).ok
        manifest = requests.get(f"{address}/module.json", timeout=5).json()
        assert requests.get(manifest["download"], timeout=5).content[:2] == b"PK"
        assert "Roof" in run(installed, "tables", "--data", data, cwd=tmp_path)
        process.terminate()
        assert process.wait(timeout=10) == 0
