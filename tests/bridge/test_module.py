"""The module as the bridge serves, packs and installs it."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import requests

import vtt_bridge
from tests.bridge.page import ORIGIN
from vtt_bridge import cli
from vtt_bridge.module import pack
from vtt_bridge.server import BridgeServer

ROOT = Path(__file__).parents[2]
VERSION = vtt_bridge.__version__


@pytest.fixture
def foundry(tmp_path: Path) -> Path:
    """Foundry's user data folder, as far as it matters."""
    user_data = tmp_path / "foundrydata"
    for part in ("modules", "systems", "worlds"):
        (user_data / "Data" / part).mkdir(parents=True)
    (user_data / "Config").mkdir()
    return user_data


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def zip_contents(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def install(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    capsys.readouterr()
    code = cli.main(["module", "install", str(path)])
    return code, *capsys.readouterr()


def test_the_manifest_has_the_version_of_the_package() -> None:
    assert json.loads(pack.manifest())["version"] == VERSION


def test_the_zip_holds_the_whole_module_and_its_papers() -> None:
    names = list(zip_contents(pack.zipped()))
    whole = {path.relative_to(pack.FOLDER).as_posix() for path in pack.FOLDER.rglob("*.*")}
    assert set(names) == whole | {"LICENSE", "CHANGELOG.md"}
    assert names == sorted(names)
    assert {"module.json", "README.md", "scripts/main.mjs", "lang/en.json"} <= set(names)


def test_the_zip_is_the_same_every_time(tmp_path: Path) -> None:
    packed = []
    for umask, name in ((0o022, "one.zip"), (0o077, "two.zip")):
        file = tmp_path / name
        subprocess.run(
            [sys.executable, "-m", "vtt_bridge", "module", "zip", str(file)],
            cwd=ROOT,
            env={**os.environ, "TZ": "Asia/Tokyo" if umask else "UTC", "PYTHONHASHSEED": "1"},
            umask=umask,
            check=True,
            capture_output=True,
            timeout=20,
        )
        packed.append(file.read_bytes())
    assert packed[0] == packed[1] == pack.zipped()


def test_the_bridge_serves_what_its_manifest_names(server: BridgeServer) -> None:
    for name in ("127.0.0.1", "localhost"):
        address = f"http://{name}:{server.port}"
        reply = requests.get(f"{address}/module.json", timeout=5)
        assert reply.headers["Content-Type"] == "application/json"
        manifest = reply.json()
        assert manifest["manifest"] == f"{address}/module.json"
        assert manifest["download"] == f"{address}/vtt-bridge-{VERSION}.zip"
        packed = requests.get(manifest["download"], timeout=5)
        assert packed.headers["Content-Type"] == "application/zip"
        assert packed.content == requests.get(manifest["download"], timeout=5).content
        assert json.loads(zip_contents(packed.content)["module.json"]) == manifest


def test_the_module_is_no_page_for_browsers_elsewhere(server: BridgeServer) -> None:
    for path in ("module.json", f"vtt-bridge-{VERSION}.zip"):
        reply = requests.get(f"{server.address}/{path}", headers={"Origin": ORIGIN}, timeout=5)
        assert reply.status_code == 200
        assert "Access-Control-Allow-Origin" not in reply.headers
        host = {"Host": f"evil.example:{server.port}"}
        assert requests.get(f"{server.address}/{path}", headers=host, timeout=5).status_code == 403


def test_another_version_is_not_here(server: BridgeServer) -> None:
    for version in ("0.0.0", "../../x", ""):
        reply = requests.get(f"{server.address}/vtt-bridge-{version}.zip", timeout=5)
        assert reply.status_code == 404


@pytest.mark.parametrize("inside", ["", "Data", "Data/modules", "Data/../Data/modules/"])
def test_it_is_installed_into_any_of_foundrys_folders(
    foundry: Path, inside: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = install(foundry / inside, capsys)
    target = foundry.resolve() / "Data" / "modules" / "vtt-bridge"
    assert (code, err) == (0, "")
    assert out.startswith(f"vtt-bridge {VERSION} is in {target}. ")
    assert contents(target) == zip_contents(pack.zipped())
    assert [path.name for path in target.parent.iterdir()] == ["vtt-bridge"]


def test_an_older_module_is_replaced_whole(
    foundry: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    modules = foundry / "Data" / "modules"
    (modules / "vtt-bridge" / "scripts").mkdir(parents=True)
    (modules / "vtt-bridge" / "scripts" / "gone.mjs").write_text("old")
    (modules / "vtt-bridge" / "module.json").write_text('{"id": "vtt-bridge", "version": "0.0.9"}')
    (modules / ".vtt-bridge-new-left").mkdir()
    (modules / "other").mkdir()
    code, out, _ = install(foundry, capsys)
    assert code == 0
    assert "(was 0.0.9)" in out
    assert contents(modules / "vtt-bridge") == zip_contents(pack.zipped())
    assert sorted(path.name for path in modules.iterdir()) == ["other", "vtt-bridge"]


@pytest.mark.parametrize("what", ["nothing", "a folder", "a file", "modules alone"])
def test_a_folder_that_is_not_foundrys_is_refused(
    tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "modules"
    if what == "a file":
        path.write_text("")
    elif what != "nothing":
        (path / "modules" if what == "modules alone" else path).mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    code, out, err = install(path, capsys)
    assert (code, out) == (1, "")
    assert err.startswith(f"{path} is not Foundry's folder: ")
    assert err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("there", ["another module", "no module", "a file", "no JSON"])
def test_what_is_not_this_module_is_left_alone(
    foundry: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = foundry / "Data" / "modules" / "vtt-bridge"
    if there == "a file":
        target.write_text("mine")
    else:
        target.mkdir()
        told = {"another module": '{"id": "other"}', "no JSON": "{", "no module": "[]"}[there]
        (target / "module.json").write_text(told)
    before = sorted(foundry.rglob("*"))
    code, _, err = install(foundry, capsys)
    assert code == 1
    assert err == f"{target.resolve()} is there, but is not this module; move it away first.\n"
    assert sorted(foundry.rglob("*")) == before


def test_a_link_is_left_alone(foundry: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = foundry / "Data" / "modules" / "vtt-bridge"
    target.symlink_to(pack.FOLDER)
    code, _, err = install(foundry, capsys)
    assert code == 1
    assert "is a link to another folder" in err
    assert target.is_symlink()


def test_a_full_disk_leaves_the_old_module(foundry: Path) -> None:
    modules = foundry / "Data" / "modules"
    (modules / "vtt-bridge").mkdir()
    (modules / "vtt-bridge" / "module.json").write_text('{"id": "vtt-bridge", "version": "0.0.9"}')
    before = contents(modules)
    limited = (
        "import resource, signal, sys\n"
        "from vtt_bridge import cli\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "sys.exit(cli.main(['module', 'install', sys.argv[1]]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, str(foundry)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("The module cannot be put into ")
    assert "and nothing was changed" in done.stderr
    assert done.stderr.count("\n") == 1
    assert contents(modules) == before


def test_the_zip_goes_where_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for argument, name in (
        ([], f"vtt-bridge-{VERSION}.zip"),
        (["folder"], f"folder/vtt-bridge-{VERSION}.zip"),
        (["mine.zip"], "mine.zip"),
    ):
        assert cli.main(["module", "zip", *argument]) == 0
        assert capsys.readouterr().out == f"Written: {Path(name)}\n"
        assert (tmp_path / name).read_bytes() == pack.zipped()
    assert cli.main(["module", "zip", "nowhere/x.zip"]) == 1
    assert capsys.readouterr().err.startswith(f"{Path('nowhere/x.zip')} cannot be written (")
