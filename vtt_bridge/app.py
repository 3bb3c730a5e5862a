"""Put pages, sockets and the bridge together into one WSGI application."""

import json
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from flask_socketio import SocketIO

from vtt_bridge import words
from vtt_bridge.module import add_module_pages
from vtt_bridge.routes import add_routes
from vtt_bridge.security import is_local_host
from vtt_bridge.service import Bridge
from vtt_bridge.sockets import TRANSPORT, SocketWire, register
from vtt_bridge.store import Store

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

transport_log = logging.getLogger("vtt_bridge.transport")


class Gate:
    """The outermost layer: only the bridge's own names pass, and no compression is agreed on.

    simple-websocket accepts compression whenever it is offered; on one's own computer that costs
    time and buys nothing.
    """

    def __init__(self, inner: "WSGIApplication") -> None:
        self._inner = inner

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        host = environ.get("HTTP_HOST", "")
        if is_local_host(host, int(environ["SERVER_PORT"])):
            return self._inner(environ, start_response)
        refusal = words.foreign_host(host[:100])
        transport_log.warning(refusal.text)
        body = json.dumps({"error": refusal.plain()})
        return Response(body, refusal.status, mimetype="application/json")(environ, start_response)


def build_app(store: Store, **options: Any) -> Flask:
    """The application; its `Bridge` is ``app.extensions["vtt_bridge"]``."""
    app = Flask("vtt_bridge", static_folder=None)
    transport_log.setLevel(logging.WARNING)
    bridge: Bridge
    socketio = SocketIO(
        app,
        cors_allowed_origins=lambda origin, environ: bridge.is_paired(origin),
        logger=transport_log,
        engineio_logger=transport_log,
        **TRANSPORT,
    )
    bridge = Bridge(store, SocketWire(socketio), **options)
    register(socketio, bridge)
    add_routes(app, bridge)
    add_module_pages(app)
    app.extensions["vtt_bridge"] = bridge
    app.wsgi_app = Gate(app.wsgi_app)  # type: ignore[method-assign]  # Flask's own way to wrap
    return app
