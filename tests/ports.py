"""Ports for servers that a test stops and starts again."""

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """A free port of those that no system lends to clients; else one could take it meanwhile."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port")
