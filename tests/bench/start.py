"""From starting a process to its first connection and answer, and its memory when idle (Linux).

`python -m tests.bench.start [ROUNDS]`. `vtt-bridge serve` on a data folder that it knows beside a
bare Flask-SocketIO server, in turns of one run. Read the ratios; the times are this machine's.
Socket.IO loads some libraries of a developer's environment (requests, websocket-client) in both;
with PYTHON another interpreter is measured, of an environment that has only what people install.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.bench.stack import ROOT
from vtt_bridge.server import HOST, free_socket

PYTHON = os.environ.get("PYTHON", sys.executable)
# As after an installation, modules are compiled already: by the round that is not counted.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
IDLE_SECONDS = 1.0
FIGURES = (
    ("first accept", "ms", 1.3),
    ("first answer", "ms", 1.3),
    ("processor to answer", "ms", 1.3),
    ("idle memory", "MB", 1.4),
)


def free_port() -> int:
    with free_socket(0) as candidate:
        return int(candidate.getsockname()[1])


def measure(*command: str) -> tuple[float, ...]:
    """What ``command PORT`` took, in the order of `FIGURES`."""
    port = free_port()
    begun = time.perf_counter()
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [PYTHON, *command, str(port)], stdout=quiet, stderr=quiet, cwd=ROOT, env=ENVIRONMENT
    )
    try:
        with accepted(port) as connection:
            accept = time.perf_counter() - begun
            connection.sendall(f"GET / HTTP/1.0\r\nHost: {HOST}:{port}\r\n\r\n".encode())
            connection.recv(1)
            answer = time.perf_counter() - begun
        processor = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e6
        time.sleep(IDLE_SECONDS)
        return 1000 * accept, 1000 * answer, processor, resident(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def accepted(port: int) -> socket.socket:
    while True:
        try:
            return socket.create_connection((HOST, port))
        except ConnectionRefusedError:
            time.sleep(0.001)


def resident(pid: int) -> float:
    """The MB that a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as data:
        servers = {
            "bare": (str(ROOT / "tests" / "bench" / "bare_flask.py"),),
            "bridge": ("-m", "vtt_bridge", "serve", "--data", data, "--port"),
        }
        for command in servers.values():
            measure(*command)
        found: dict[str, list[tuple[float, ...]]] = {name: [] for name in servers}
        for _ in range(rounds):
            for name, command in servers.items():
                found[name].append(measure(*command))
    for place, (what, unit, aim) in enumerate(FIGURES):
        bare, bridge = ([one[place] for one in found[name]] for name in servers)
        low, middle, high = quantiles(own / his for his, own in zip(bare, bridge, strict=True))
        print(
            f"{what}: bare {median(bare):.0f} {unit}, bridge {median(bridge):.0f} {unit}, ratio"
            f" {median(bridge) / median(bare):.2f} by medians, {middle:.2f} by rounds"
            f" ({low:.2f} to {high:.2f}); aim {aim}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
