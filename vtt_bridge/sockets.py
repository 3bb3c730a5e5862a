"""Socket.IO around the bridge: connections, events with acknowledgements, nothing else.

The events are registered on python-socketio's own server, because Flask-SocketIO's decorators
push a whole request context for each.
"""

import logging
import re
import time
from json import JSONEncoder
from typing import Any

import engineio.json
from flask_socketio import SocketIO
from socketio.exceptions import ConnectionRefusedError as SocketRefusedError
from socketio.packet import EVENT, Packet

from vtt_bridge import words
from vtt_bridge.connections import ADMIT
from vtt_bridge.service import Bridge
from vtt_bridge.store import DamagedError, LockedError, Plain, StoreError

log = logging.getLogger(__name__)
transport_log = logging.getLogger("vtt_bridge.transport")

EVENTS = ("act", "ask", "look", "preview", "catch_up", "settings")
MAX_MESSAGE_BYTES = 256 * 1024

PAGE_PACKET = re.compile(r"0(?:\{.*\})?|1|2[0-9]{0,15}\[.*\]", re.DOTALL)
"""To connect, to disconnect, or an event with or without a number; all in namespace ``/``."""

OWN_EVENTS = ("connect", "disconnect", "*")
"""What handlers are named that no page may call."""


class WireJson:
    """JSON as it is sent and read. What is sent never holds itself: looking for that takes long."""

    encoder = JSONEncoder(separators=(",", ":"), check_circular=False)
    loads = staticmethod(engineio.json.loads)

    @classmethod
    def dumps(cls, value: Any, **_as_always: Any) -> str:
        return cls.encoder.encode(value)


class PagePacket(Packet):  # type: ignore[misc]  # python-socketio comes without types
    """A Socket.IO packet as pages send it; whatever else arrives is a `ValueError`.

    Everything sent is JSON: looking through each message for bytes took longer than writing it.
    """

    json = WireJson
    uses_binary_events = False

    def decode(self, encoded_packet: str) -> int:
        if not PAGE_PACKET.fullmatch(encoded_packet):
            raise ValueError("a packet that is not of a page")
        try:
            super().decode(encoded_packet)
        except (ValueError, RecursionError):
            raise ValueError("a packet without JSON") from None
        if self.packet_type == EVENT:
            name = next(iter(self.data), None)
            if not isinstance(name, str) or name in OWN_EVENTS:
                raise ValueError("an event without a name")
        return 0  # attachments


TRANSPORT: dict[str, Any] = {
    "async_mode": "threading",
    "async_handlers": False,  # one table's actions stay in order
    "manage_session": False,
    "transports": ["websocket"],
    "max_http_buffer_size": MAX_MESSAGE_BYTES,
    "serializer": PagePacket,
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
    if not isinstance(error, StoreError):
        log.error("%s failed", doing, exc_info=error)
        return words.internal()
    log.error("%s failed: %s", doing, error)
    if isinstance(error, DamagedError):
        return words.unreadable_journal()
    return words.not_saved(words.UNLOCK if isinstance(error, LockedError) else words.MAKE_ROOM)


def register(socketio: SocketIO, bridge: Bridge) -> None:
    """Put the bridge's events on the socket server."""
    server = socketio.server

    def connect(sid: str, environ: dict[str, Any], auth: object = None) -> None:
        try:
            bridge.connect(sid, auth, environ.get("HTTP_ORIGIN"))
            environ[ADMIT]()
        except Exception as error:
            refusal = refusal_of(error, "connect")
            bridge.refuse(environ.get("HTTP_ORIGIN"), refusal)
            raise SocketRefusedError(refusal.text, refusal.plain()) from None

    def disconnect(sid: str, reason: str) -> None:
        """Forget a page, and end its connection: without a page it would keep its place."""
        bridge.disconnect(sid)
        end(server.manager.eio_sid_from_sid(sid, "/"))

    def end(connection: str | None) -> None:
        held = server.eio.sockets.get(connection)
        if held is not None:
            held.close(wait=False)  # waiting for what is still to be sent may be without end

    def answer(sid: str, event: str, arguments: tuple[Any, ...]) -> Plain:
        message = arguments[0] if len(arguments) == 1 else None
        try:
            return bridge.handle(sid, event, message)
        except Exception as error:
            refused: Plain = {"ok": False, "error": refusal_of(error, event).plain()}
            if isinstance(message, dict) and isinstance(message.get("id"), str):
                refused["id"] = message["id"][:64]
            return refused

    def timed(sid: str, event: str, arguments: tuple[Any, ...]) -> Plain:
        begun = time.perf_counter()
        reply = answer(sid, event, arguments)
        taken = 1000 * (time.perf_counter() - begun)
        code = "ok" if reply["ok"] else reply["error"]["code"]
        log.debug("%s %s: %s (%.0f ms)", event, reply.get("id", ""), code, taken)
        return reply

    def on(event: str) -> None:
        server.on(event, lambda sid, *arguments: timed(sid, event, arguments))

    def unknown(event: object, sid: str, *arguments: Any) -> Plain:
        refusal = words.invalid_message(str(event)[:40], "", "unknown event")
        return {"ok": False, "error": refusal.plain()}

    receive = server.eio.handlers["message"]

    def message(connection: str, packet: str) -> None:
        """Pass a packet on; one that no page sends ends its connection."""
        is_known = server.manager.sid_from_eio_sid(connection, "/") is not None
        if not is_known and not packet.startswith("0"):
            return  # from a page that has just been sent away
        try:
            receive(connection, packet)
        except ValueError as error:
            transport_log.warning(words.cut_off(str(error)))
            end(connection)

    server.eio.on("message", message)
    server.on("connect", connect)
    server.on("disconnect", disconnect)
    server.on("*", unknown)
    for event in EVENTS:
        on(event)
