"""A page of the game master, through the official Python client."""

import queue
import uuid
from typing import Any

import pytest
import socketio

ORIGIN = "http://localhost:30000"
WORLD = "rooftop"
REN = {"user": "gm", "name": "Ren", "gm": True, "owns": []}
MIKA = {"user": "u1", "name": "Mika", "gm": False, "owns": ["hiroshi"]}


class Clock:
    """Time for the bridge under test; it goes on only when told."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Page:
    """One page of a game master: what it sends, and what it has received so far."""

    def __init__(self, address: str, token: str | None, origin: str | None = ORIGIN) -> None:
        self.address = address
        self.token = token
        self.epoch = 0
        self.refusal: dict[str, Any] | None = None
        self._inbox: dict[str, queue.Queue[Any]] = {
            event: queue.Queue()
            for event in ("welcome", "batch", "clocks", "lease", "revoked", "disconnect")
        }
        self.socket = socketio.Client(
            reconnection=False,
            websocket_extra_options={"origin": origin} if origin else {"suppress_origin": True},
        )
        for event in self._inbox:
            self.socket.on(event, self._inbox[event].put)
        self.socket.on("connect_error", self._refused)

    def _refused(self, error: Any) -> None:
        self.refusal = error.get("data") if isinstance(error, dict) else {"code": "transport"}

    def connect(self, **hello: Any) -> dict[str, Any]:
        """Open the connection and return what the bridge welcomes it with."""
        auth = {
            "protocol": 1,
            "token": self.token,
            "world": WORLD,
            "client": str(id(self)),
            "user": {"id": "gm", "name": "Ren"},
            **hello,
        }
        self.socket.connect(
            self.address,
            auth={key: value for key, value in auth.items() if value is not None},
            transports=["websocket"],
            wait_timeout=5,
        )
        welcome: dict[str, Any] = self.receive("welcome")
        self.epoch = welcome["epoch"]
        return welcome

    def is_refused(self, **hello: Any) -> dict[str, Any]:
        """Try to connect, and return why that did not work."""
        with pytest.raises(socketio.exceptions.ConnectionError):
            self.connect(**hello)
        assert self.refusal is not None
        return self.refusal

    def receive(self, event: str) -> Any:
        return self._inbox[event].get(timeout=5)

    def received(self, event: str) -> int:
        return self._inbox[event].qsize()

    def call(self, event: str, message: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.socket.call(event, message, timeout=5)
        return answer

    def act(self, kind: str, sender: dict[str, Any] = REN, **action: Any) -> dict[str, Any]:
        """Send an action with a new id, unless one is given, and return its acknowledgement."""
        head = {"kind": kind, "id": str(uuid.uuid4()), "epoch": self.epoch, "sender": sender}
        return self.call("act", {**head, **action})

    def command(self, verb: str, sender: dict[str, Any] = REN, **action: Any) -> dict[str, Any]:
        return self.act("command", sender, verb=verb, **action)

    def done(self, verb: str, sender: dict[str, Any] = REN, **action: Any) -> dict[str, Any]:
        """A command that must succeed; returns its batch."""
        ack = self.command(verb, sender, **action)
        assert ack["ok"], ack
        batch: dict[str, Any] = self.receive("batch")
        assert batch["seq"] == ack["seq"]
        return batch

    def close(self) -> None:
        self.socket.disconnect()
