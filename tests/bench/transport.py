"""An action at the bridge against bare echoes of the same messages, in turns of one run.

`python -m tests.bench.transport [ROUNDS]`. The client is the official Node one; an action is an
attack without a question, with validation, rules, card, commit, push and acknowledgement. One echo
is on the bridge's own stack, one on that of Flask-SocketIO with the same options. With FULL every
commit waits for the disk, which one with NORMAL does not. The bridge's processor time counts also
what must happen between attacks (ended turns, new fights). Read the ratios; the times are this
machine's.
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
    "full": "action, FULL",
    "normal": "action, NORMAL",
}
RATIOS = (
    ("full", "echo", "action to push and ack", 1.8),
    ("full", "stock", "action to push and ack on the stock stack", 1.8),
    ("normal", "echo", "action without the disk to push and ack", 1.8),
    ("normal", "stock", "action without the disk to push and ack on the stock stack", 1.8),
    ("echo", "plain", "push and ack to ack alone", 1.7),
    ("echo", "whole", "push and ack to one ack of that size", 1.7),
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as data:
        bridges = [begin("bare_bridge", f"{data}/{how}", how) for how in ("FULL", "NORMAL")]
        echoes = [begin("echo"), begin("echo", "stock")]
        command = [
            "node",
            str(ROOT / "tests" / "node" / "stopwatch.mjs"),
            json.dumps([json.loads(place) for _, place in bridges]),
            json.dumps(FIGHTERS),
            json.dumps([address for _, address in echoes]),
            str(rounds),
            str(ACTIONS_A_ROUND),
        ]
        try:
            result = subprocess.run(command, capture_output=True, text=True, check=True)
        finally:
            for process, _ in (*bridges, *echoes):
                process.kill()
                process.communicate()
    report(json.loads(result.stdout), rounds)


def report(measured: dict[str, Any], rounds: int) -> None:
    print(f"{rounds} rounds of {ACTIONS_A_ROUND}; bytes: {measured['sizes']}")
    print(f"{'':20}{'p10 ms':>9}{'p50 ms':>9}{'p90 ms':>9}{'p99 ms':>9}{'server CPU ms':>15}")
    for kind, name in KINDS.items():
        cuts = quantiles(measured[kind]["ms"], n=100)
        cpu = 1000 * median(measured[kind]["cpu"]) / ACTIONS_A_ROUND
        print(f"{name:20}{cuts[9]:9.3f}{cuts[49]:9.3f}{cuts[89]:9.3f}{cuts[98]:9.3f}{cpu:15.3f}")
    for above, below, name, aim in RATIOS:
        by_round = [
            median(part(measured[above]["ms"], number))
            / median(part(measured[below]["ms"], number))
            for number in range(rounds)
        ]
        low, middle, high = quantiles(by_round)
        whole = median(measured[above]["ms"]) / median(measured[below]["ms"])
        calm = tenth(measured[above]["ms"]) / tenth(measured[below]["ms"])
        print(
            f"{name}: {whole:.2f} by medians, {middle:.2f} by rounds"
            f" ({low:.2f} to {high:.2f}), {calm:.2f} by p10; aim {aim}"
        )


def tenth(times: list[float]) -> float:
    """The time that the quickest tenth keeps to, when the machine is not busy otherwise."""
    return quantiles(times, n=10)[0]


def part(times: list[float], number: int) -> list[float]:
    return times[number * ACTIONS_A_ROUND : (number + 1) * ACTIONS_A_ROUND]


if __name__ == "__main__":
    main()
