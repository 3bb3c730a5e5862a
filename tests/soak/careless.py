"""The negative control: a bridge that acknowledges before it commits. Only for the kill test."""

import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from vtt_bridge import cli, server
from vtt_bridge.store import Checkpoint
from vtt_bridge.store.sqlite import SqliteStore, Synchronous


class CarelessStore(SqliteStore):
    """Takes every record at once and writes it a little later."""

    def __init__(self, path: Path, synchronous: Synchronous = "FULL") -> None:
        super().__init__(path, synchronous)
        self._later = ThreadPoolExecutor(max_workers=1)

    def record(
        self,
        world: str,
        action: str,
        ack: Mapping[str, Any],
        entry: Mapping[str, Any] | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        def write() -> None:
            time.sleep(0.01)
            super(CarelessStore, self).record(world, action, ack, entry, checkpoint)

        self._later.submit(write)


if __name__ == "__main__":
    server.open_store = CarelessStore
    cli.main(["serve", "--data", sys.argv[1], "--port", sys.argv[2]])
