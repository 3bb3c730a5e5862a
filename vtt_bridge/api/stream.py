"""What happens at a table, told as it happens: server-sent events, for overlays and scripts."""

import json
import queue
import uuid
from collections.abc import Iterator
from contextlib import suppress

from flask import Response

from vtt_bridge.access import Follower, Guest
from vtt_bridge.store import Plain

EVENT_STREAM = "text/event-stream"
QUIET_SECONDS = 10.0
BATCHES_WAITING = 200


def stream(guest: Guest, last: int | None) -> Response:
    """``welcome`` with the view, then a ``batch`` for everything that happens.

    The id of each is its sequence number. Whoever reads too slowly is let go and comes back with
    ``last``.
    """
    waiting: queue.Queue[Plain | None] = queue.Queue(BATCHES_WAITING)
    key = f"stream:{uuid.uuid4()}"

    def leave() -> None:
        with suppress(queue.Full):  # the reader finds out when it has read what is there
            waiting.put_nowait(None)

    follower = Follower(guest.access.token_hash, guest.seat, waiting.put_nowait, leave)
    welcome = guest.table.follow(key, follower, last)

    def told() -> Iterator[str]:
        try:
            yield as_event("welcome", welcome)
            while True:
                try:
                    batch = waiting.get(timeout=QUIET_SECONDS)
                except queue.Empty:
                    batch = None
                if batch is not None:
                    yield as_event("batch", batch)
                elif key in guest.table.followers:
                    yield ":\n\n"  # shows both sides that the line is there
                else:
                    return
        finally:
            guest.table.followers.remove(key)

    return Response(told(), mimetype=EVENT_STREAM, headers={"Cache-Control": "no-store"})


def as_event(name: str, message: Plain) -> str:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return f"id: {message['seq']}\nevent: {name}\ndata: {text}\n\n"
