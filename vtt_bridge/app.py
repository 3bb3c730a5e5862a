"""Put pages, sockets and the bridge together into one WSGI application."""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from flask_socketio import SocketIO

from vtt_bridge import words
from vtt_bridge.module.pack import add_module_pages
from vtt_bridge.overlay import add_overlay
from vtt_bridge.routes import add_routes
from vtt_bridge.security import Rate, RateLimit, is_local_host
from vtt_bridge.service import Bridge
from vtt_bridge.sockets import TRANSPORT, SocketWire, register
from vtt_bridge.store import Store
from vtt_bridge.websocket import is_handshake, use_local_sockets

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

transport_log = logging.getLogger("vtt_bridge.transport")


HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""On every answer that does not say something else itself."""


SOCKET_PATH = "/socket.io"


class Gate:
    """The outermost layer: only the server's own names pass, and sockets only for known pages."""

    def __init__(self, inner: "WSGIApplication", knows: Callable[[str], bool]) -> None:
        """`knows` tells whether a page of that origin may have a socket."""
        self._inner = inner
        self._knows = knows

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            own = {name.lower() for name, _ in headers}
            more = [(name, value) for name, value in HEADERS.items() if name.lower() not in own]
            return start_response(status, [*headers, *more], *error)

        refusal = self._refusal(environ)
        if refusal is None:
            return self._inner(environ, start)
        body = json.dumps({"error": refusal.plain()})
        return Response(body, refusal.status, mimetype="application/json")(environ, start)

    def _refusal(self, environ: "WSGIEnvironment") -> words.Refusal | None:
        host, path = environ.get("HTTP_HOST", ""), environ["PATH_INFO"]
        if not is_local_host(host, int(environ["SERVER_PORT"])):
            refusal = words.foreign_host(host[:100])
            transport_log.warning(refusal.text)
            return refusal
        if not path.startswith(SOCKET_PATH):
            return None
        if not is_handshake(environ):
            return words.no_page(path, 400)
        origin = environ.get("HTTP_ORIGIN", "")
        if origin and origin != own_origin(environ) and not self._knows(origin):
            transport_log.warning(words.unknown_origin(origin[:100]))
            return words.foreign_origin()
        return None


class ApiDoor:
    """Hands what is under ``/api/`` to an application of its own, made when it is first asked.

    What it is made of takes as long to load as all the rest.
    """

    def __init__(self, inner: "WSGIApplication", bridge: Bridge) -> None:
        self._inner = inner
        self._bridge = bridge
        self._making = threading.Lock()
        self._api: Flask | None = None

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith("/api/"):
            return self._inner(environ, start_response)
        with self._making:
            if self._api is None:
                from vtt_bridge.api import build_api

                self._api = build_api(self._bridge)
        return self._api(environ, start_response)


class Sparing(logging.Filter):
    """Lets through as many lines as a person reads, of those that anybody can cause."""

    def __init__(self) -> None:
        super().__init__()
        self._limit = RateLimit(Rate(0.1, 50.0), time.monotonic)

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            self._limit.spend()
        except words.Refusal:
            return False
        return True


def own_origin(environ: "WSGIEnvironment") -> str:
    """The bridge's own address, which programs that are no browsers send; `Gate` has checked it."""
    return f"http://{environ['HTTP_HOST']}"


def build_app(store: Store, **options: Any) -> Flask:
    """The application; its `Bridge` is ``app.extensions["vtt_bridge"]``."""
    app = Flask("vtt_bridge", static_folder=None)
    transport_log.setLevel(logging.WARNING)
    transport_log.filters[:] = [Sparing()]
    bridge: Bridge
    socketio = SocketIO(
        app,
        cors_allowed_origins=lambda origin, environ: (
            bridge.is_paired(origin) or origin == own_origin(environ)
        ),
        logger=transport_log,
        engineio_logger=transport_log,
        **TRANSPORT,
    )
    bridge = Bridge(store, SocketWire(socketio), **options)
    use_local_sockets(socketio.server.eio, 2 * bridge.messages_per_second)
    register(socketio, bridge)
    add_routes(app, bridge)
    add_module_pages(app)
    add_overlay(app)
    app.extensions["vtt_bridge"] = bridge
    app.wsgi_app = Gate(ApiDoor(app.wsgi_app, bridge), bridge.may_connect)  # type: ignore[method-assign]  # Flask's own way to wrap
    return app
