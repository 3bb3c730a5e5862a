"""A peer that speaks HTTP and WebSocket by hand, well or badly."""

import contextlib
import json
import os
import socket
from types import TracebackType
from typing import Any

HANDSHAKE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)
SOCKET_PATH = "/socket.io/?EIO=4&transport=websocket"


def frame(payload: bytes, opcode: int = 1, *, fin: bool = True, masked: bool = True) -> bytes:
    """One WebSocket frame as a client sends it."""
    head = bytes([(0x80 if fin else 0) | opcode])
    mask_bit = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 65536:
        head += bytes([mask_bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([mask_bit | 127]) + size.to_bytes(8, "big")
    if not masked:
        return head + payload
    mask = os.urandom(4)
    whole = (mask * (size // 4 + 1))[:size]
    hidden = int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")
    return head + mask + hidden.to_bytes(size, "big")


class Raw:
    """One TCP connection to a bridge."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)

    def __enter__(self) -> "Raw":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send(self, data: bytes) -> bool:
        """Whether the other side still takes it."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def request(self, method: str, path: str, *headers: str, host: str | None = None) -> None:
        """Send a request's head; `host` is 127.0.0.1 unless given, none if empty."""
        own = f"127.0.0.1:{self.port}" if host is None else host
        lines = [f"{method} {path} HTTP/1.1", *([f"Host: {own}"] if own else []), *headers]
        self.send("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def answer(self) -> tuple[int, dict[str, str], str]:
        """Status, headers and body of an answer, read to its end."""
        head, _, body = self.rest().partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        return int(first.split()[1]), headers, body.decode()

    def refusal(self) -> dict[str, Any]:
        error: dict[str, Any] = json.loads(self.answer()[2])["error"]
        return error

    def rest(self) -> bytes:
        """What comes until the other side ends the connection."""
        data = b""
        with contextlib.suppress(ConnectionError):
            while part := self.socket.recv(65536):
                data += part
        return data

    def upgrade(self, *headers: str, host: str | None = None) -> int:
        """Ask for a WebSocket; return the status."""
        self.request("GET", SOCKET_PATH, *HANDSHAKE, *headers, host=host)
        head = b""
        while b"\r\n\r\n" not in head and (part := self.socket.recv(1)):
            head += part
        return int(head.split()[1])

    def finish(self) -> None:
        """Say that nothing more will come."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)

    def say(self, text: str) -> bool:
        return self.send(frame(text.encode("utf-8", "surrogatepass")))

    def heard(self) -> str | None:
        """The next text message, or None at the end."""
        try:
            while True:
                first, size = self._exactly(2)
                if size >= 126:
                    size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
                payload = self._exactly(size)
                if first & 0x0F == 1:
                    return payload.decode()
                if first & 0x0F == 8:
                    return None
        except (ConnectionError, EOFError):
            return None

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data
