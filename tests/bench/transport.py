"""An action at the bridge against a bare echo of the same messages, in turns of one run.

`python -m tests.bench.transport [ROUNDS]`. The client is the official Node one; an action is an
attack without a question, with validation, rules, card, a commit with synchronous=FULL, push and
acknowledgement. The bridge's processor time counts also what must happen between attacks (ended
turns, new fights). Read the ratios; the times are this machine's.
"""

import json
import subprocess
import sys
import tempfile
from statistics import median, quantiles
from typing import Any

from tests.bench.stack import ROOT, begin

ACTIONS_A_ROUND = 50
FIGHTERS = [
    {"id": name, "name": name.title(), "side": name, "control": "npc", "fields": {"base": 20}}
    for name in ("hiroshi", "tetsuko")
]
KINDS = {
    "plain": "ack alone",
    "whole": "ack of push's size",
    "echo": "push and ack",
    "stock": "the same, stock",
    "bridge": "action",
}
RATIOS = (
    ("bridge", "echo", "action to push and ack", 1.8),
    ("bridge", "stock", "action to push and ack of stock packets", 1.8),
    ("echo", "plain", "push and ack to ack alone", 1.7),
    ("echo", "whole", "push and ack to one ack of that size", 1.7),
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as data:
        bridge, place = begin("bare_bridge", data)
        echo, address = begin("echo")
        stock, stock_address = begin("echo", "stock")
        addresses = json.dumps([address, stock_address])
        stopwatch = str(ROOT / "tests" / "node" / "stopwatch.mjs")
        numbers = (str(rounds), str(ACTIONS_A_ROUND))
        command = ["node", stopwatch, place, json.dumps(FIGHTERS), addresses, *numbers]
        try:
            result = subprocess.run(command, capture_output=True, text=True, check=True)
        finally:
            for process in (bridge, echo, stock):
                process.kill()
                process.communicate()
    report(json.loads(result.stdout), rounds)


def report(measured: dict[str, Any], rounds: int) -> None:
    print(f"{rounds} rounds of {ACTIONS_A_ROUND}; bytes: {measured['sizes']}")
    print(f"{'':20}{'p50 ms':>9}{'p90 ms':>9}{'p99 ms':>9}{'server CPU ms':>15}")
    for kind, name in KINDS.items():
        cuts = quantiles(measured[kind]["ms"], n=100)
        cpu = 1000 * median(measured[kind]["cpu"]) / ACTIONS_A_ROUND
        print(f"{name:20}{cuts[49]:9.3f}{cuts[89]:9.3f}{cuts[98]:9.3f}{cpu:15.3f}")
    for above, below, name, aim in RATIOS:
        by_round = [
            median(part(measured[above]["ms"], number))
            / median(part(measured[below]["ms"], number))
            for number in range(rounds)
        ]
        low, middle, high = quantiles(by_round)
        whole = median(measured[above]["ms"]) / median(measured[below]["ms"])
        print(
            f"{name}: {whole:.2f} by medians, {middle:.2f} by rounds"
            f" ({low:.2f} to {high:.2f}); aim {aim}"
        )


def part(times: list[float], number: int) -> list[float]:
    return times[number * ACTIONS_A_ROUND : (number + 1) * ACTIONS_A_ROUND]


if __name__ == "__main__":
    main()
