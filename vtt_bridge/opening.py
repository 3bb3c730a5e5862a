"""Opening the database of a data folder: new only where none ever was."""

import logging
from pathlib import Path

from vtt_bridge.store import DamagedError, StoreError, words
from vtt_bridge.store.files import ASIDE, known, set_aside
from vtt_bridge.store.soundness import is_there
from vtt_bridge.store.sqlite import SqliteStore, Synchronous

log = logging.getLogger(__name__)


def open_store(database: Path, synchronous: Synchronous = "FULL") -> SqliteStore:
    """The store of a data folder.

    A damaged database is set aside; the `StoreError` says so and names the last good backup.
    """
    if not is_there(database) and (known(database) or database.with_name(ASIDE).exists()):
        raise StoreError(f"{words.lost_database(str(database))} {_offer(database)}")
    try:
        return SqliteStore(database, synchronous)
    except DamagedError as damage:
        aside = set_aside(database)
        log.exception("the database was set aside as %s", aside)
        told = words.was_set_aside(str(damage), str(aside))
        raise StoreError(f"{told} {_offer(database)}") from None


def _offer(database: Path) -> str:
    from vtt_bridge.backups import offer  # late, for it needs the rules

    return offer(database)
