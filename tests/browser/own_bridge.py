"""A bridge in a process of its own, which may be killed, started again, or stand still."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from signal import SIGCONT, SIGSTOP

import requests

SERVE = (
    "from vtt_bridge import sockets; from vtt_bridge.cli import main;"
    "sockets.TRANSPORT.update(ping_interval={ping}, ping_timeout={ping}); main({arguments})"
)


class OwnBridge:
    """`vtt-bridge serve` on one data folder; it keeps its port over a kill.

    `ping`: seconds between its signs of life, and that it waits for the answer to one.
    """

    def __init__(self, data: Path, ping: int = 10) -> None:
        self.data = data
        self.ping = ping
        self.port = 0
        self.code = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        arguments = ["serve", "--data", str(self.data), "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-c", SERVE.format(ping=self.ping, arguments=arguments)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if address := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(address[1])
            if code := re.search(r"[A-Z0-9]{3}-[A-Z0-9]{3}", line):
                self.code = code[0]
                return

    def pair(self, world: str, origin: str) -> dict[str, str]:
        """Pair a world by code, as a page from there would; what such a page keeps."""
        message = {"protocol": 1, "code": self.code, "world": {"id": world, "title": world}}
        headers = {"Origin": origin}
        reply = requests.post(f"{self.address}/pair", json=message, headers=headers, timeout=5)
        answer = reply.json()
        return {"address": self.address, "token": answer["token"], "bridge": answer["bridge"]}

    def pause(self) -> None:
        """Let it stand still, with its connections open."""
        assert self._process is not None
        self._process.send_signal(SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(SIGCONT)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
