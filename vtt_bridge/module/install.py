"""Put the module into Foundry's own folder, whole or not at all."""

import json
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from vtt_bridge.errors import SentenceError
from vtt_bridge.module import pack, words

PARTS = ("modules", "systems", "worlds")
PREFIX = f".{pack.ID}-"


class FoundryFolderError(SentenceError):
    """The module cannot be put there; the folder is as it was."""


@dataclass(frozen=True, slots=True)
class Installed:
    """Where the module lies now, and the version that was there before, if any."""

    folder: Path
    before: str | None


def install(path: Path) -> Installed:
    """Install or replace the module; `path` is Foundry's user data, its Data or modules folder."""
    modules = modules_folder(path)
    target = modules / pack.ID
    before = _present(target)
    try:
        _swap(modules, target)
    except OSError as error:
        raise FoundryFolderError(
            words.module_not_installed(str(target), error.strerror or "")
        ) from None
    return Installed(target, before)


def modules_folder(path: Path) -> Path:
    """The ``modules`` of Foundry's Data folder; any other folder is a `FoundryFolderError`."""
    inside = path.resolve()
    candidates = [inside / "Data", inside]
    if inside.name == "modules":
        candidates.append(inside.parent)
    for data in candidates:
        if all((data / part).is_dir() for part in PARTS):
            return data / "modules"
    raise FoundryFolderError(words.not_foundry(str(path)))


def _present(target: Path) -> str | None:
    """The version that is there; refuses what is not a plain folder of this module."""
    if target.is_symlink():
        raise FoundryFolderError(words.module_is_link(str(target)))
    if not target.exists():
        return None
    try:
        told = json.loads((target / pack.MANIFEST).read_text(encoding="utf-8"))
        if told["id"] == pack.ID:
            return str(told.get("version"))
    except (OSError, ValueError, TypeError, KeyError):
        pass
    raise FoundryFolderError(words.not_the_module(str(target)))


def _swap(modules: Path, target: Path) -> None:
    """Copy beside the target, then let the copy take its place."""
    for left_over in modules.glob(f"{PREFIX}*"):
        shutil.rmtree(left_over)
    mark = secrets.token_hex(4)
    fresh, old = (modules / f"{PREFIX}{what}-{mark}" for what in ("new", "old"))
    try:
        _copy(fresh)
        if target.exists():
            target.rename(old)
        try:
            fresh.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _copy(folder: Path) -> None:
    for name, path in pack.files().items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(pack.content(name, path))
