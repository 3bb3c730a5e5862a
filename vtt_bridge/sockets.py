"""Socket.IO around the bridge: connections, events with acknowledgements, nothing else.

The events are registered on python-socketio's own server, because Flask-SocketIO's decorators
push a whole request context for each.
"""

import logging
from typing import Any

from flask_socketio import SocketIO
from socketio.exceptions import ConnectionRefusedError as SocketRefusedError
from socketio.packet import Packet

from vtt_bridge import words
from vtt_bridge.service import Bridge
from vtt_bridge.store import Plain, StoreError

log = logging.getLogger(__name__)

EVENTS = ("act", "ask", "look", "preview", "catch_up", "settings")
MAX_MESSAGE_BYTES = 256 * 1024

# Everything sent is JSON: looking through each message for bytes took longer than writing it.
TextPacket = type("TextPacket", (Packet,), {"uses_binary_events": False})

TRANSPORT: dict[str, Any] = {
    "serializer": TextPacket,
    "async_mode": "threading",
    "async_handlers": False,  # one table's actions stay in order
    "manage_session": False,
    "transports": ["websocket"],
    "max_http_buffer_size": MAX_MESSAGE_BYTES,
    "ping_interval": 10,
    "ping_timeout": 10,
}


class SocketWire:
    """Reaches connected pages."""

    def __init__(self, socketio: SocketIO) -> None:
        self._server = socketio.server

    def send(self, sid: str, event: str, message: Plain) -> None:
        self._server.emit(event, message, to=sid)

    def drop(self, sid: str) -> None:
        self._server.disconnect(sid)


def refusal_of(error: Exception, doing: str) -> words.Refusal:
    """What to tell people about an error; a fault goes to the log with its traceback."""
    if isinstance(error, words.Refusal):
        return error
    log.error("%s failed", doing, exc_info=error)
    return words.not_saved() if isinstance(error, StoreError) else words.internal()


def register(socketio: SocketIO, bridge: Bridge) -> None:
    """Put the bridge's events on the socket server."""
    server = socketio.server

    def connect(sid: str, environ: dict[str, Any], auth: object = None) -> None:
        try:
            bridge.connect(sid, auth, environ.get("HTTP_ORIGIN"))
        except Exception as error:
            refusal = refusal_of(error, "connect")
            log.info("refused a page from %s: %s", environ.get("HTTP_ORIGIN"), refusal.code)
            raise SocketRefusedError(refusal.text, refusal.plain()) from None

    def disconnect(sid: str, reason: str) -> None:
        bridge.disconnect(sid)

    def answer(sid: str, event: str, arguments: tuple[Any, ...]) -> Plain:
        message = arguments[0] if len(arguments) == 1 else None
        try:
            return bridge.handle(sid, event, message)
        except Exception as error:
            refused: Plain = {"ok": False, "error": refusal_of(error, event).plain()}
            if isinstance(message, dict) and isinstance(message.get("id"), str):
                refused["id"] = message["id"][:64]
            return refused

    def on(event: str) -> None:
        server.on(event, lambda sid, *arguments: answer(sid, event, arguments))

    def unknown(event: object, sid: str, *arguments: Any) -> Plain:
        refusal = words.invalid_message(str(event)[:40], "", "unknown event")
        return {"ok": False, "error": refusal.plain()}

    server.on("connect", connect)
    server.on("disconnect", disconnect)
    server.on("*", unknown)
    for event in EVENTS:
        on(event)
