"""What the bridge stands on: its packages, SQLite, options, the clock."""

import os
import sqlite3
import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from vtt_bridge.cli.config import OPTIONS, PREFIX
from vtt_bridge.doctor import Finding, words
from vtt_bridge.doctor.database import last_use
from vtt_bridge.houses import ENGINE

OLDEST_SQLITE = (3, 37, 0)  # strict tables
MENDED_SQLITE = ((3, 51, 3), (3, 50, 7), (3, 44, 6))  # without the WAL-reset fault
A_DAY = 86_400


def engine() -> Finding:
    """Whose rules these are; the command itself refuses others'."""
    return Finding("engine", *words.engine(str(ENGINE)))


def sqlite(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> Finding:
    """Whether SQLite is new enough, and has the WAL-reset fault (sqlite.org/wal.html)."""
    shown = ".".join(map(str, version))
    if version < OLDEST_SQLITE:
        return Finding("sqlite", *words.old_sqlite(shown))
    newest, *branches = MENDED_SQLITE
    mended = version >= newest or any(
        version[:2] == branch[:2] and version >= branch for branch in branches
    )
    return Finding("sqlite", *(words.sqlite(shown) if mended else words.sqlite_reset(shown)))


def options(file: Path | None, environ: Mapping[str, str] = os.environ) -> Finding:
    """Variables that look like options but are none; a wrong value stops every command anyway."""
    known = {f"{PREFIX}CONFIG", *(option.variable for option in OPTIONS)}
    unknown = sorted(name for name in environ if name.startswith(PREFIX) and name not in known)
    if unknown:
        return Finding("options", *words.unknown_variables(unknown, sorted(known)))
    return Finding("options", *words.options(str(file) if file else None))


def clock(data: Path, now: float | None = None) -> Finding:
    """Whether the clock is behind what was noted before."""
    at = time.time() if now is None else now
    last = last_use(data)
    if last is not None and at < last - A_DAY:
        return Finding("clock", *words.clock_behind(_shown(at), _shown(last)))
    return Finding("clock", *words.clock(_shown(at)))


def _shown(at: float) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"
