"""The bridge's end of a WebSocket, in the slot that python-engineio has for one.

What stands there otherwise reads in a thread of its own and keeps all that arrives until somebody
fetches it. Here the thread that handles a message reads the next one: whoever sends too fast or
too much is held up by his own connection, and nobody else. Engine.IO gets only what its clients
send; for anything else the connection ends with one line in the log.
"""

import logging
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import engineio
from wsproto.connection import Connection, ConnectionType
from wsproto.events import CloseConnection, Event, Ping, Pong, TextMessage
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import LocalProtocolError, generate_accept_token

from vtt_bridge import words
from vtt_bridge.security import Rate, RateLimit

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

log = logging.getLogger("vtt_bridge.transport")

CHUNK = 16 * 1024
"""Bytes that are read at once; they count as one piece, and so does every message in them."""

GRACE = 5.0
"""Seconds for an answer to a ping beyond what engine.io waits itself."""

ENGINE_PACKET = re.compile(r"1|3|4[0-6].*", re.DOTALL)
"""Close, pong, or a packet of Socket.IO; the rest belongs to long polling."""


def is_handshake(environ: "WSGIEnvironment") -> bool:
    """Whether a request asks for a WebSocket as RFC 6455 wants it, and for a new session."""
    connection = environ.get("HTTP_CONNECTION", "").lower().replace(" ", "").split(",")
    asked = dict(parse_qsl(environ["QUERY_STRING"]))
    return (
        environ["REQUEST_METHOD"] == "GET"
        and asked.get("EIO") == "4"
        and asked.get("transport") == "websocket"
        and not {"sid", "j"} & asked.keys()
        and environ.get("HTTP_UPGRADE", "").lower() == "websocket"
        and "upgrade" in connection
        and environ.get("HTTP_SEC_WEBSOCKET_VERSION") == "13"
        and re.fullmatch(r"[A-Za-z0-9+/]{22}==", environ.get("HTTP_SEC_WEBSOCKET_KEY", ""))
        is not None
    )


def use_local_sockets(server: engineio.Server, pieces_per_second: float) -> None:
    """Let an engine.io server in threads on Werkzeug use `LocalSocket`."""
    rate = Rate(pieces_per_second, 2 * pieces_per_second)
    pace = partial(RateLimit, rate, time.monotonic)
    server._async = {**server._async, "websocket": partial(LocalSocket, pace=pace)}


class LocalSocket:
    """One connection; made by engine.io with its handler, called once with the WSGI request."""

    def __init__(
        self,
        handler: Callable[["LocalSocket"], object],
        server: engineio.Server,
        pace: Callable[[], RateLimit],
    ) -> None:
        self._handler = handler
        self._largest: int = server.max_http_buffer_size
        self._patience = server.ping_interval + server.ping_timeout + GRACE
        self._pace = pace()
        self._protocol = Connection(ConnectionType.SERVER)
        self._sending = threading.Lock()
        self._messages: deque[str] = deque()
        self._parts: list[str] = []
        self._size = 0
        self._open = True  # for sending
        self._more = True  # to read

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        self._socket: socket.socket = environ["werkzeug.socket"]
        self._socket.settimeout(self._patience)
        token = generate_accept_token(environ["HTTP_SEC_WEBSOCKET_KEY"].encode())
        self._socket.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + token + b"\r\n\r\n"
        )
        self._handler(self)
        raise ConnectionError  # Werkzeug's word for: no request comes here any more

    def wait(self) -> str | None:
        """The next message, or None when there will be none any more."""
        while self._more and not self._messages:
            self._hold_up()
            self._read()
        if not self._messages:
            return None
        self._hold_up()
        return self._messages.popleft()

    def _hold_up(self) -> None:
        """Let whoever is too fast wait for his own turn."""
        if (early := self._pace.early()) > 0:
            time.sleep(early)

    def _read(self) -> None:
        try:
            data = self._socket.recv(CHUNK)
        except OSError:
            data = b""
        if not data:
            self._more = False
            return
        try:
            self._protocol.receive_data(data)
            for event in self._protocol.events():
                self._take(event)
        except LocalProtocolError:  # it has ended already
            self._more = False

    def _take(self, event: Event) -> None:
        if not self._open:
            return
        if isinstance(event, TextMessage):
            self._collect(event)
        elif isinstance(event, Ping):
            self._hold_up()
            self._write(event.response())
        elif isinstance(event, CloseConnection):
            self._shut(event.response())
        elif not isinstance(event, Pong):
            self._refuse(CloseReason.UNSUPPORTED_DATA, "a message that is no text")

    def _collect(self, part: TextMessage) -> None:
        self._size += len(part.data)
        if self._size > self._largest:
            self._refuse(CloseReason.MESSAGE_TOO_BIG, f"more than {self._largest} bytes at once")
            return
        self._parts.append(part.data)
        if not part.message_finished:
            return
        message = "".join(self._parts)
        self._parts, self._size = [], 0
        if ENGINE_PACKET.fullmatch(message):
            self._messages.append(message)
        else:
            self._refuse(CloseReason.PROTOCOL_ERROR, "a message that is not of engine.io")

    def _refuse(self, code: CloseReason, what: str) -> None:
        log.warning(words.cut_off(what))
        self._messages.clear()
        self._shut(CloseConnection(code))

    def send(self, message: str) -> None:
        """Send one message; an OSError when it cannot be."""
        if not self._open:
            raise ConnectionError
        self._write(TextMessage(message))

    def _write(self, event: Event) -> None:
        with self._sending:
            self._socket.sendall(self._protocol.send(event))

    def close(self) -> None:
        """End the connection, from whichever thread."""
        if self._open:
            self._shut(CloseConnection(CloseReason.NORMAL_CLOSURE))

    def _shut(self, farewell: Event) -> None:
        self._open = self._more = False
        with suppress(OSError, LocalProtocolError):
            self._write(farewell)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
