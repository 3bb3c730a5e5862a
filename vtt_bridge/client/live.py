"""What happens at a table, as it happens: every batch once, in order, over any outage."""

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from math import inf
from typing import Any, Self

import socketio

from vtt_bridge.client import words
from vtt_bridge.client.errors import BridgeError, UnreachableError, refused, understood
from vtt_bridge.client.line import CONNECT_WITHIN, Line, pauses
from vtt_bridge.client.results import Batch, Entry, Plain, View
from vtt_bridge.messages import PROTOCOL

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

WELCOME_WITHIN = 10.0
LOOK_UP = 0.5  # seconds, because Windows delivers Ctrl-C only between waits
TEMPORARY = ("unreachable", "too_fast", "too_many_followers", "not_saved")

Inbox = queue.Queue[tuple[str, Any]]


class InOrder:
    """Batches in the order of their numbers, each once, however they arrive.

    `last` is the number of the newest one that was handed out; before it is known none is.
    """

    def __init__(self, last: int | None) -> None:
        self.last = last
        self._early: dict[int, Batch] = {}

    def put(self, batch: Batch) -> Iterator[Batch]:
        """Take one in; give those whose turn it is."""
        self._early[batch.seq] = batch
        return self.due()

    def due(self) -> Iterator[Batch]:
        while self.last is not None and (batch := self._early.pop(self.last + 1, None)):
            self.last = batch.seq
            yield batch
        if self.last is not None:
            self._early = {seq: one for seq, one in self._early.items() if seq > self.last}


class Live:
    """An iterator over batches; it ends with `close`, and never by itself.

    `view` is the whole table as it was when the line was last made: at first before the first
    batch, after an outage with what is about to be told. A refusal, such as of a revoked token,
    raises `BridgeError`. Batches may arrive out of order, as each is handed over by a thread.
    """

    def __init__(
        self,
        line: Line,
        journal: Callable[[int], Iterator[Entry]],
        last: int | None,
        on_outage: Callable[[BridgeError | None], None],
    ) -> None:
        self._line = line
        self._journal = journal
        self._order = InOrder(last)
        self._on_outage = on_outage
        self._ready: deque[Batch] = deque()
        self._closed = threading.Event()
        self._socket = socketio.Client()
        self._inbox: Inbox = queue.Queue()
        self.view: View
        self._reach(line.patience)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Batch:
        while not self._ready:
            if self._closed.is_set():
                raise StopIteration
            self._take_in()
        return self._ready.popleft()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the iteration, from any thread."""
        self._closed.set()
        self._socket.disconnect()

    def _take_in(self) -> None:
        try:
            name, message = self._inbox.get(timeout=LOOK_UP)
        except queue.Empty:
            return
        if name == "batch":
            self._put(Batch.of(message))
        elif not self._closed.is_set():
            self._on_outage(UnreachableError(self._line.address))
            self._reach(inf)
            self._on_outage(None)

    def _put(self, batch: Batch) -> None:
        self._ready.extend(self._order.put(batch))

    # The line

    def _reach(self, patience: float) -> None:
        """Make the line and catch up, with a pause after each failure; raises `BridgeError`."""
        waiting = pauses(patience)
        while not self._closed.is_set():
            try:
                self._welcome(self._connect())
            except BridgeError as error:
                self._socket.disconnect()
                if error.code == "wrong_access" and self._line.renew():
                    continue
                pause = next(waiting, None)
                if error.code not in TEMPORARY or pause is None:
                    raise
                self._closed.wait(pause)
            else:
                return

    def _connect(self) -> Plain:
        """Open a socket; return its welcome."""
        inbox: Inbox = queue.Queue()
        client = socketio.Client(
            reconnection=False,
            handle_sigint=False,
            request_timeout=CONNECT_WITHIN,
            logger=log,
            engineio_logger=log,
        )
        for event in ("welcome", "batch"):
            client.on(event, lambda message, event=event: inbox.put((event, message)))
        client.on("connect_error", lambda told=None: inbox.put(("refused", told)))
        client.on("disconnect", lambda *_: inbox.put(("gone", None)))
        self._socket, self._inbox = client, inbox
        auth = {"protocol": PROTOCOL, "access": self._line.token(), "last": self._order.last}
        try:
            client.connect(self._line.address, auth=auth, transports=["websocket"], wait=False)
        except socketio.exceptions.ConnectionError:
            raise UnreachableError(self._line.address) from None
        return self._first_message()

    def _first_message(self) -> Plain:
        while True:
            try:
                name, message = self._inbox.get(timeout=WELCOME_WITHIN)
            except queue.Empty:
                raise UnreachableError(self._line.address) from None
            if name == "batch":  # it overtook the welcome
                self._put(Batch.of(message))
            elif name == "welcome":
                return dict(message)
            elif name == "refused" and isinstance(message, dict):
                raise refused(message.get("data"), self._line.address)
            else:
                raise UnreachableError(self._line.address)

    def _welcome(self, message: Plain) -> None:
        """Hand out what was missed, from the bridge's memory or else from the journal."""
        self.view = understood(View.of, message["view"], self._line.address)
        last, now = self._order.last, self.view.seq
        if last is None:
            self._order.last = now
            self._ready.extend(self._order.due())
        elif last > now:
            raise BridgeError("broken_off", *words.broken_off(last))
        elif message["missed"] is not None:
            for one in message["missed"]:
                self._put(Batch.of(one))
        else:
            for entry in self._journal(last):
                self._put(Batch.from_entry(entry))
