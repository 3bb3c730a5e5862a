"""A bare push-and-ack echo on the bridge's own tuned stack; the floor that the bench measures by.

Prints its address. It sends back what it was taught: one push and one acknowledgement.
"""

import threading
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from vtt_bridge.app import Gate
from vtt_bridge.server import HttpServer
from vtt_bridge.sockets import TRANSPORT

taught: dict[str, Any] = {}


def learn(sid: str, messages: dict[str, Any]) -> bool:
    taught.update(messages)
    return True


def main() -> None:
    app = Flask("echo")
    socketio = SocketIO(app, cors_allowed_origins="*", **TRANSPORT)
    sockets = socketio.server

    def act(sid: str, message: object) -> Any:
        sockets.emit("batch", taught["push"], to=sid)
        return taught["ack"]

    sockets.on("learn", learn)
    sockets.on("act", act)
    app.wsgi_app = Gate(app.wsgi_app)
    server = HttpServer(app, 0)
    server.start()
    print(f"http://127.0.0.1:{server.port}", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
