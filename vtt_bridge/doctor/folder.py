"""The data folder: can it be written, by whom can it be read, is there room, is it here."""

import errno
import os
import re
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from vtt_bridge.doctor import Finding, words
from vtt_bridge.folder import lock_in

PROBE = b"\0" * 65_536
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LITTLE = 100_000_000
NETWORK = frozenset(("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "ncpfs"))
MOUNTS = Path("/proc/self/mounts")


def writable(path: Path) -> Finding:
    """Write a little file there, and take it away again."""
    try:
        _probe(_nearest(path))
        if not path.exists():
            return Finding("folder", *words.no_folder(str(path)))
        lock = lock_in(path)
        if lock.exists() and not os.access(lock, os.W_OK):
            return Finding("folder", *words.read_only_lock(str(lock)))
    except OSError as error:
        why = error.strerror or ""
        if error.errno in FULL:
            return Finding("folder", *words.disk_full(str(path), why))
        told = words.read_only if os.path.isdir(path) else words.no_folder_possible
        return Finding("folder", *told(str(path), why))
    return Finding("folder", *words.folder(str(path)))


def _probe(folder: Path) -> None:
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".vtt-bridge-") as file:
        file.write(PROBE)
        file.flush()
        os.fsync(file.fileno())


def _nearest(path: Path) -> Path:
    """The folder itself, or the first above it that is there."""
    return next(place for place in (path, *path.absolute().parents) if os.path.exists(place))


def private(path: Path) -> Finding:
    """Whether others may read what is in it, or own it, where the system says so by bits."""
    if os.name != "posix":
        return Finding("rights", *words.rights_unknown(str(path)))
    files = _stats(path)
    foreign = [name for name, one in files.items() if one.st_uid != os.geteuid()]
    if foreign:
        return Finding("rights", *words.foreign_owner(foreign, str(path)))
    passable = bool(files) and path.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH)
    readable = [name for name, one in files.items() if one.st_mode & (stat.S_IRGRP | stat.S_IROTH)]
    if passable and readable:
        return Finding("rights", *words.readable(readable, str(path)))
    return Finding("rights", *words.private(str(path)))


def _stats(path: Path) -> dict[str, os.stat_result]:
    """The files of the folder by name; none where it cannot be listed, as `writable` tells."""
    found = {}
    with suppress(OSError):
        for name in sorted(os.listdir(path)):
            with suppress(FileNotFoundError):  # the running bridge takes some away
                found[name] = (path / name).stat()
    return found


def room(path: Path) -> Finding:
    """How much the disk still takes."""
    free = shutil.disk_usage(_nearest(path)).free
    shown = f"{free / 1e9:.1f} GB" if free >= 1e9 else f"{free / 1e6:.0f} MB"
    return Finding("disk", *(words.room(shown) if free >= LITTLE else words.little_room(shown)))


def place(path: Path, mounts: Path = MOUNTS) -> Finding:
    """Whether it is on this computer; SQLite's journal is not safe on a network drive."""
    kind = _kind(path.absolute(), mounts)
    told = words.network_disk if kind in NETWORK else words.local_disk
    return Finding("drive", *told(kind))


def _kind(path: Path, mounts: Path) -> str:
    """The kind of file system, as far as the system tells."""
    if str(path).startswith("\\\\"):
        return "smbfs"  # a path of Windows that begins with a computer's name
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return words.UNKNOWN_DISK
    found = {}
    for line in lines:
        _, point, kind, *_ = line.split()
        found[Path(re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), point))] = kind
    here = path.resolve()
    places = (place for place in (here, *here.parents) if place in found)
    return found.get(next(places, here), words.UNKNOWN_DISK)
