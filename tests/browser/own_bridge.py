"""A bridge in a process of its own, which may be killed and started again."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path


class OwnBridge:
    """`vtt-bridge serve` on one data folder; it keeps its port over a kill."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.code = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "vtt_bridge", "serve"]
        self._process = subprocess.Popen(
            [*command, "--data", str(self.data), "--port", str(self.port)],
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

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
