"""A bare echo on the bridge's own tuned stack; the floor that the bench measures by.

Prints its address. With the argument `stock` it is Flask-SocketIO itself with the same options: its
own packets, and simple-websocket without compression. It sends back what it was taught: `act` one
push and one acknowledgement, `plain` the acknowledgement alone, `whole` one as large as both.
"""

import sys
import threading
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from tests.bench.stack import count_cpu
from vtt_bridge.app import Gate
from vtt_bridge.server import HttpServer
from vtt_bridge.sockets import TRANSPORT
from vtt_bridge.websocket import use_local_sockets

taught: dict[str, Any] = {}


def learn(sid: str, messages: dict[str, Any]) -> bool:
    taught.update(messages)
    return True


def plain(sid: str, message: object) -> Any:
    return taught["ack"]


def whole(sid: str, message: object) -> Any:
    return {**taught["ack"], "push": taught["push"]}


def uncompressed(inner: Any) -> Any:
    """simple-websocket compresses for whoever offers it."""

    def app(environ: dict[str, Any], start_response: Any) -> Any:
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        return inner(environ, start_response)

    return app


def main() -> None:
    app, stock = Flask("echo"), "stock" in sys.argv
    options = {**TRANSPORT, "serializer": "default"} if stock else TRANSPORT
    socketio = SocketIO(app, cors_allowed_origins="*", **options)
    sockets = socketio.server

    def act(sid: str, message: object) -> Any:
        sockets.emit("batch", taught["push"], to=sid)
        return taught["ack"]

    for event in (learn, plain, whole, act):
        sockets.on(event.__name__, event)
    count_cpu(socketio)
    if stock:
        app.wsgi_app = uncompressed(app.wsgi_app)
    else:
        use_local_sockets(sockets.eio, 1e9)
        app.wsgi_app = Gate(app.wsgi_app, lambda _origin: True)
    server = HttpServer(app, 0)
    server.start()
    print(f"http://127.0.0.1:{server.port}", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
