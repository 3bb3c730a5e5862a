"""Programs that follow a table: each is told of everything as its seat may know it."""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.table import Outcome
from vtt_bridge.access import Follower, words

log = logging.getLogger(__name__)

AT_MOST = 50


class Followers:
    """Those of one table, by a key of their own; `lock` is the table's."""

    def __init__(self, world: str, lock: threading.RLock) -> None:
        self._world = world
        self._lock = lock
        self._all: dict[str, Follower] = {}
        self._revoked: set[str] = set()

    def require_room(self) -> None:
        """Raise a `Refusal` if no more programs may follow."""
        if len(self._all) >= AT_MOST:
            raise words.too_many_followers()

    def add(self, key: str, follower: Follower) -> None:
        """Tell that follower of everything from now on; a `Refusal` if its token went meanwhile."""
        with self._lock:
            if follower.token_hash in self._revoked:
                raise words.wrong_access()
            self._all[key] = follower

    def remove(self, key: str) -> None:
        with self._lock:
            self._all.pop(key, None)

    def __contains__(self, key: str) -> bool:
        """Whether that program still hears of everything."""
        return key in self._all

    def dismiss(self, token_hashes: Sequence[str] | None = None) -> None:
        """Let those go that follow by these tokens, which come back no more, or all."""
        with self._lock:
            self._revoked.update(token_hashes or ())
            for key, follower in list(self._all.items()):
                if token_hashes is None or follower.token_hash in token_hashes:
                    del self._all[key]
                    follower.leave()

    def tell(
        self,
        outcome: Outcome,
        stamped: Callable[[Iterable[Mapping[str, Any]]], list[dict[str, Any]]],
    ) -> None:
        """Tell all of them what happened, with questions `stamped` by the clocks."""
        for key, follower in list(self._all.items()):
            try:
                batch = outcome.batch(follower.seat)
                follower.tell({**batch, "opened": stamped(batch["opened"])})
            except Exception:
                log.exception("a batch of world %s cannot be told to a program", self._world)
                del self._all[key]
                follower.leave()  # it comes back for the whole view
