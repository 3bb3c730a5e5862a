"""A bridge in a process of its own, and a world that is paired with it."""

import subprocess
import sys
from pathlib import Path

import requests

from tests.bridge.page import ORIGIN, WORLD

ROOT = Path(__file__).parents[2]
NODE = ROOT / "tests" / "node"


class Bridge:
    """To be started, killed and started again."""

    def __init__(self, *command: str) -> None:
        self._command = [sys.executable, *command]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Bridge":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> str:
        """Start, and return the pairing code on the console."""
        process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        self._process = process
        assert process.stdout is not None
        while "Pairing code:" not in (line := process.stdout.readline()):
            told = line.startswith(("vtt-bridge runs", "Module for Foundry"))
            assert told, f"the bridge did not start: {line}"
        return line.split()[2]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it at once, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def served(data: Path, address: str) -> Bridge:
    """A bridge that will run on that folder, at that address."""
    port = address.rpartition(":")[2]
    return Bridge("-m", "vtt_bridge", "serve", "--data", str(data), "--port", port)


def pair(address: str, code: str) -> dict[str, str]:
    """Pair the world, and return what a client needs to lead it."""
    asked = {"protocol": 1, "code": code, "world": {"id": WORLD, "title": "Rooftop"}}
    reply = requests.post(f"{address}/pair", json=asked, headers={"Origin": ORIGIN}, timeout=60)
    return {"url": address, "token": reply.json()["token"], "origin": ORIGIN, "world": WORLD}
