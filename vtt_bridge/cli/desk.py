"""Requests to the bridge of a data folder, whether it runs or not."""

from pathlib import Path
from typing import Any

from vtt_bridge.errors import SentenceError


class RefusedError(SentenceError):
    """The bridge does not do what was asked; the message is its refusal."""


def ask(folder: Path, request: str, **message: Any) -> dict[str, Any]:
    """The answer of `vtt_bridge.desk.Desk`; raises a `SentenceError`."""
    from vtt_bridge import control
    from vtt_bridge.folder import running_in

    running = running_in(folder)
    if running:
        return control.ask(running, request, message)
    return _without_bridge(folder, request, message)


def _without_bridge(folder: Path, request: str, message: dict[str, Any]) -> dict[str, Any]:
    from contextlib import closing

    from vtt_bridge.desk import EMPTY, Desk
    from vtt_bridge.folder import claimed, database_in
    from vtt_bridge.store.soundness import is_there
    from vtt_bridge.store.sqlite import SqliteStore
    from vtt_bridge.words import Refusal, not_running

    try:
        if not is_there(database_in(folder)):
            if request not in EMPTY:
                raise not_running()
            return EMPTY[request]
        with claimed(folder) as data, closing(SqliteStore(data.database)) as store:
            return Desk(store).answer(request, message)
    except Refusal as refusal:
        raise RefusedError(" ".join(filter(None, (refusal.text, refusal.hint)))) from None
