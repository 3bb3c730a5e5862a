"""An action at the bridge against a bare echo of the same messages, in turns of one run.

`python -m tests.bench.transport [ROUNDS]`. The client is the official Node one; an action is an
attack without a question, with validation, rules, card, a commit with synchronous=FULL, push and
acknowledgement. Read the ratios; the times are this machine's.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[2]
ACTIONS_A_ROUND = 200
FIGHTERS = [
    {"id": name, "name": name.title(), "side": name, "control": "npc", "fields": {"base": 20}}
    for name in ("hiroshi", "tetsuko")
]


def begin(module: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A server of the bench, and the line with its place."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as data:
        bridge, place = begin("bare_bridge", data)
        echo, address = begin("echo")
        try:
            result = subprocess.run(
                [
                    "node",
                    str(ROOT / "tests" / "node" / "stopwatch.mjs"),
                    place,
                    json.dumps(FIGHTERS),
                    json.dumps(address),
                    str(rounds),
                    str(ACTIONS_A_ROUND),
                ],
                capture_output=True,
                text=True,
                check=True,
            )
        finally:
            for process in (bridge, echo):
                process.kill()
                process.communicate()
    report(json.loads(result.stdout), rounds)


def report(measured: dict[str, list[float]], rounds: int) -> None:
    sizes = measured["sizes"]
    print(f"{rounds} rounds of {ACTIONS_A_ROUND}; bytes: {sizes}")
    print(f"{'':8}{'p50 ms':>9}{'p90 ms':>9}{'p99 ms':>9}")
    for name in ("echo", "bridge"):
        cuts = quantiles(measured[name], n=100)
        print(f"{name:8}{cuts[49]:9.3f}{cuts[89]:9.3f}{cuts[98]:9.3f}")
    by_round = [
        median(part(measured["bridge"], number)) / median(part(measured["echo"], number))
        for number in range(rounds)
    ]
    whole = median(measured["bridge"]) / median(measured["echo"])
    print(f"ratio of medians {whole:.2f} (per round {min(by_round):.2f} to {max(by_round):.2f})")


def part(times: list[float], number: int) -> list[float]:
    return times[number * ACTIONS_A_ROUND : (number + 1) * ACTIONS_A_ROUND]


if __name__ == "__main__":
    main()
