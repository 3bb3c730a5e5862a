"""Everything that a page or a program may send to a bridge, right, wrong and broken.

`python -m tests.soak.fuzz [COUNT]` sends 100,000, half of them messages made from their schemas,
and tells how they were answered. What must hold stands in `tests.bridge.attacked`.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from tests.bridge import broken_bytes
from tests.bridge.attacked import Attacked
from tests.bridge.schema_messages import Strategy, right, spoiled

EVENTS = (
    *("command",) * 6,
    *("answer",) * 3,
    *("undo", "correct", "look", "preview", "connect") * 2,
    *("ask", "catch_up", "settings", "pair"),
)
MESSAGES, RAW_FRAMES, RAW_REQUESTS = "messages", "frames", "requests"
SHARES = {MESSAGES: 0.5, RAW_FRAMES: 0.3, RAW_REQUESTS: 0.2}
A_ROUND = 5_000


def _of(event: str) -> Strategy:
    """Two right messages to a spoiled one."""
    return some.tuples(some.just(event), some.one_of(right(event), right(event), spoiled(event)))


messages: Strategy = some.sampled_from(EVENTS).flatmap(_of)


def fuzz(kind: str, count: int, data: Path) -> Counter[str]:
    """Send so many of a kind; how often each code was the answer. An assertion tells of a fault."""
    attacked = Attacked(data)
    host = f"127.0.0.1:{attacked.server.port}".encode()

    def send_request(request: bytes) -> None:
        attacked.request(request.replace(b"{host}", host))

    def send_frames(drawn: tuple[list[bytes], bool]) -> None:
        told = attacked.send_raw(*drawn[0], upgrade=True, welcome=drawn[1])
        attacked.codes["answered" if b'"ok":false' in told else "closed"] += 1

    sent: dict[str, tuple[Strategy, Callable[[Any], None]]] = {
        MESSAGES: (messages, lambda drawn: attacked.send(*drawn)),
        RAW_FRAMES: (some.tuples(broken_bytes.frames, some.booleans()), send_frames),
        RAW_REQUESTS: (broken_bytes.requests, send_request),
    }
    strategy, send = sent[kind]
    while (left := count - attacked.sent) > 0:

        @settings(
            max_examples=min(left, A_ROUND),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(strategy)
        def run(drawn: Any) -> None:
            send(drawn)

        run()
    try:
        return attacked.codes
    finally:
        attacked.close()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for kind, share in SHARES.items():
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as data:
            codes = fuzz(kind, int(count * share), Path(data))
        minutes = (time.monotonic() - began) / 60
        print(f"{kind}: {int(count * share)} in {minutes:.1f} min, no fault", flush=True)
        print("  " + ", ".join(f"{code} {number}" for code, number in codes.most_common()))


if __name__ == "__main__":
    main()
