"""The running bridge: a Werkzeug server that we own, so that we can also stop it."""

import errno
import logging
import platform
import socket
import sqlite3
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from flask import Flask

from vtt_bridge import __version__, create_app, words
from vtt_bridge.connections import LocalServer
from vtt_bridge.control import add_control
from vtt_bridge.desk import Desk
from vtt_bridge.errors import SentenceError
from vtt_bridge.folder import LAST_PORT, DataFolder
from vtt_bridge.logs import Logs
from vtt_bridge.opening import open_store
from vtt_bridge.service import Bridge
from vtt_bridge.store.sqlite import Synchronous

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
PORT = 30777
PORTS_TRIED = 20


class PortError(SentenceError):
    """No port is free."""


def free_socket(first: int) -> socket.socket:
    """A listening-ready socket on that port or the next free one; 0 lets the system choose."""
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
            self._server = LocalServer(HOST, app, listening)
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
        synchronous: Synchronous = "FULL",
        verbose: bool = False,
        console_log: TextIO | None = None,
        **options: Any,
    ) -> None:
        """Claim the folder and a port; `options` are those of `vtt_bridge.service.Bridge`.

        `FolderError`, `StoreError` or `PortError` say in a sentence why it cannot run.
        """
        with ExitStack() as undo:
            self._folder = DataFolder(data)
            undo.callback(self._folder.release)
            self._logs = Logs(self._folder.log, verbose=verbose, console=console_log)
            undo.callback(self._logs.close)
            self._store = open_store(self._folder.database, synchronous)
            undo.callback(self._store.close)
            self._app = create_app(self._store, **options)
            self._http = HttpServer(self._app, port)
            undo.pop_all()
        self.bridge: Bridge = self._app.extensions["vtt_bridge"]
        self.port = self._http.port
        self.address = f"http://{HOST}:{self.port}"
        self._stopped = False
        self._afterwards = threading.Thread(target=self._settle, name="settle", daemon=True)

    def start(self) -> None:
        secret = self._folder.announce(self.address)
        add_control(self._app, Desk(self._store, self.bridge, self.address), secret)
        self.bridge.alarm.start()
        self._http.start()
        log.info("vtt-bridge %s runs at %s (%s)", __version__, self.address, surroundings())
        self._afterwards.start()

    def _settle(self) -> None:
        """What nobody has to wait for."""
        from vtt_bridge.backups import back_up_at_start

        self.bridge.get_ready()
        back_up_at_start(self._folder.database)

    def stop(self) -> None:
        """Let nothing new in, finish what runs, close the store."""
        if self._stopped:
            return
        self._stopped = True
        self._http.stop()
        if self._afterwards.is_alive():
            self._afterwards.join()
        sockets = self._app.extensions["socketio"].server
        for sid in self.bridge.connected():
            sockets.disconnect(sid)
        sockets.shutdown()
        self.bridge.close()
        self._folder.release()
        log.info("stopped")
        self._logs.close()


def surroundings() -> str:
    """What the bridge runs on, for whoever reads a log that somebody sent."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {system}"
