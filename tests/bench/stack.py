"""What the servers of the benches have in common."""

import subprocess
import sys
import time
from pathlib import Path

from flask_socketio import SocketIO

ROOT = Path(__file__).parents[2]


def count_cpu(socketio: SocketIO) -> None:
    """Answer the event `cpu` with the seconds of processor time that this process has used."""
    socketio.server.on("cpu", lambda sid: time.process_time())


def begin(module: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A server of the bench, and the line with its place."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()
