"""HTTP on this computer: who may hold a connection, how long, and what a broken request gets."""

import json
import logging
import socket
import threading
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from vtt_bridge import words

ADMIT = "vtt_bridge.admit"
"""Key of the WSGI environment: call it when a connection has shown that it is paired."""

MOST_CONNECTIONS = 100
PATIENCE = 10.0
"""Seconds within which a request has to go on arriving."""

log = logging.getLogger("vtt_bridge.transport")
requests_log = logging.getLogger("vtt_bridge.server")


class Connections:
    """The open connections, at most so many. A new one takes the place of the oldest stranger."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._strangers: dict[socket.socket, None] = {}
        self._admitted: set[socket.socket] = set()

    def enter(self, connection: socket.socket) -> bool:
        """Count a new connection in; False when nobody gives way to it."""
        with self._lock:
            if len(self._strangers) + len(self._admitted) >= self._most:
                log.warning(words.too_many_connections(self._most))
                if not self._strangers:
                    return False
                oldest = next(iter(self._strangers))
                del self._strangers[oldest]
                _hang_up(oldest)
            self._strangers[connection] = None
            return True

    def admit(self, connection: socket.socket) -> None:
        """Let it stay whatever happens."""
        with self._lock:
            if connection in self._strangers:
                del self._strangers[connection]
                self._admitted.add(connection)

    def leave(self, connection: socket.socket) -> None:
        with self._lock:
            self._strangers.pop(connection, None)
            self._admitted.discard(connection)


def _hang_up(connection: socket.socket) -> None:
    """End a connection that another thread reads; that thread closes it."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has gone by itself


class LocalServer(ThreadedWSGIServer):
    """A thread for each connection, and not more connections than one computer's game needs."""

    def __init__(self, host: str, app: Flask, listening: socket.socket) -> None:
        self.connections = Connections(MOST_CONNECTIONS)
        port = listening.getsockname()[1]
        super().__init__(host, port, app, LocalHandler, fd=listening.fileno())

    def process_request(self, request: Any, client_address: Any) -> None:
        if self.connections.enter(request):
            super().process_request(request, client_address)
        else:
            super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A fault of the bridge; not for the console."""
        log.error("a connection failed", exc_info=True)

    def shutdown_request(self, request: Any) -> None:
        self.connections.leave(request)
        super().shutdown_request(request)


class LocalHandler(WSGIRequestHandler):
    """HTTP/1.1 without Nagle's wait (a push followed by an acknowledgement would cost 40 ms)."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = PATIENCE
    server: LocalServer

    def make_environ(self) -> dict[str, Any]:
        environ = super().make_environ()
        environ[ADMIT] = lambda: self.server.connections.admit(self.connection)
        return environ

    def run_wsgi(self) -> None:
        try:
            urlsplit(self.path)
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
        else:
            super().run_wsgi()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What is no HTTP request gets the same kind of refusal as every other."""
        body = json.dumps({"error": words.no_request(code).plain()}).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def version_string(self) -> str:
        return "vtt-bridge"

    def connection_dropped(self, error: BaseException, environ: Any = None) -> None:
        """A WebSocket has ended: close its connection, do not read its rest as a request."""
        self.close_connection = True

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (Werkzeug's name)
        pass  # its own lines are for developers

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        path = getattr(self, "path", "").partition("?")[0]  # none before a line was understood
        requests_log.debug("%s %s: %s", self.command, path[:100], code)
