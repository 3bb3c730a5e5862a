"""The running bridge: a Werkzeug server that we own, so that we can also stop it."""

import errno
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from vtt_bridge import create_app, words
from vtt_bridge.cli.console import say
from vtt_bridge.errors import SentenceError
from vtt_bridge.folder import DataFolder, FolderError
from vtt_bridge.service import Bridge
from vtt_bridge.store.sqlite import SqliteStore

HOST = "127.0.0.1"
PORT = 30777
PORTS_TRIED = 20
LAST_PORT = 65535
LOG_BYTES = 1_000_000


class PortError(SentenceError):
    """No port is free."""


class QuietHandler(WSGIRequestHandler):
    """HTTP/1.1 without Nagle's wait (a push followed by an acknowledgement would cost 40 ms)."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def connection_dropped(self, error: BaseException, environ: Any = None) -> None:
        """A WebSocket has ended: close its connection, do not read its rest as a request."""
        self.close_connection = True

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (Werkzeug's name)
        logging.getLogger("werkzeug").debug(message, *args)


def free_socket(first: int) -> socket.socket:
    """A listening-ready socket on that port or the next free one; 0 lets the system choose."""
    if not 0 <= first <= LAST_PORT:
        raise PortError(words.unknown_port(first, LAST_PORT))
    last = min(first + PORTS_TRIED - 1, LAST_PORT) if first else 0
    for port in range(first, last + 1):
        candidate = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform == "win32":
            candidate.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            candidate.bind((HOST, port))
            candidate.listen()
        except OSError as error:
            candidate.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
        else:
            return candidate
    raise PortError(words.no_port(first, last))


class HttpServer:
    """One WSGI application on one local port, in threads of its own."""

    def __init__(self, app: Flask, first_port: int) -> None:
        with free_socket(first_port) as listening:
            self.port: int = listening.getsockname()[1]
            self._server = make_server(
                HOST,
                self.port,
                app,
                threaded=True,
                request_handler=QuietHandler,
                fd=listening.fileno(),
            )
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="http", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class BridgeServer:
    """A bridge on a data folder, listening from `start` to `stop`."""

    def __init__(
        self,
        data: Path,
        *,
        port: int = PORT,
        show: Callable[[str], None] = print,
        **options: Any,
    ) -> None:
        """`FolderError`, `StoreError` or `PortError` say in a sentence why it cannot run."""
        self._folder = DataFolder(data)
        try:
            self._log = _log_to(self._folder.log)
            self._store = SqliteStore(self._folder.database)
            self._app = create_app(self._store, show=show, **options)
            self._http = HttpServer(self._app, port)
        except BaseException:
            self._folder.release()
            raise
        self.bridge: Bridge = self._app.extensions["vtt_bridge"]
        self.port = self._http.port
        self.address = f"http://{HOST}:{self.port}"
        self._stopped = False

    def start(self) -> None:
        self._folder.announce(self.address)
        self.bridge.alarm.start()
        self._http.start()

    def stop(self) -> None:
        """Let nothing new in, finish what runs, close the store."""
        if self._stopped:
            return
        self._stopped = True
        self._http.stop()
        sockets = self._app.extensions["socketio"].server
        for sid in self.bridge.connected():
            sockets.disconnect(sid)
        sockets.shutdown()
        self.bridge.close()
        self._folder.release()
        logging.getLogger().removeHandler(self._log)
        self._log.close()


class LogFile(RotatingFileHandler):
    """The bridge's log; a line that finds no room on the disk is left out, not shown instead."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        pass


def _log_to(path: Path) -> logging.Handler:
    try:
        handler = LogFile(path, maxBytes=LOG_BYTES, backupCount=3, encoding="utf-8")
    except OSError as error:
        raise FolderError(words.unusable_folder(str(path), error.strerror or "")) from None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    return handler


def serve(data: Path, port: int) -> None:
    """Run a bridge until Ctrl-C or SIGTERM."""
    logging.getLogger().addHandler(logging.NullHandler())  # else late lines go to the console
    enough = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: enough.set())
    server = BridgeServer(data, port=port, show=say)
    if port and server.port != port:
        say(words.port_taken(port, server.port))
    server.start()
    say(words.running(server.address))
    server.bridge.code.renew()
    while not enough.wait(1.0):  # with a limit, because Windows delivers Ctrl-C only between waits
        pass
    server.stop()
    say(words.STOPPED)
