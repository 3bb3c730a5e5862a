"""Attacks per second beside a fixed loop of plain Python, in turns of one run.

`python -m tests.bench.engine [ROUNDS]`. Complete: `Table.act` with receipts, journal entry and
card built; with a question: asked and declined; simulated: the same rules and events alone. Read
the ratios; the times are this machine's.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

from engine.dice import SeededDice
from engine.simulation import Simulation
from engine.system import get_system
from engine.table import Table

GM = {"user": "gm", "name": "GM", "gm": True, "owns": []}
ATTACKS = 400
LOOP = 200_000


def fight(asked: bool) -> Table:
    """Two who cannot defeat each other, with action points for ever."""
    table = Table("carps", dice=SeededDice(1))
    fields = {
        "mika": {"ap": 1_000_000, "abilities": ["underdog_stance", "t14"]},
        "oni": {"level": 900_000, "rp": 8, "abilities": ["evasive_maneuvers"] if asked else []},
    }
    for number, (name, own) in enumerate(fields.items()):
        args = {"id": name, "name": name.title(), "side": name, "fields": own}
        table.act(command(f"add-{number}", "character.add", args))
    start = {"id": "roof", "order": list(fields), "turn_of": "mika"}
    table.act(command("start", "encounter.start", start))
    return table


def command(
    name: str, verb: str, args: dict[str, object], actor: str | None = None
) -> dict[str, object]:
    return {"kind": "command", "id": name, "verb": verb, "args": args, "actor": actor, "sender": GM}


class Bench:
    """The three things that are timed, each doing `ATTACKS` attacks in a fight that begins anew."""

    def __init__(self) -> None:
        self.number = 0
        self.begin()

    def begin(self) -> None:
        self.table, self.asking = fight(asked=False), fight(asked=True)
        state = fight(asked=False).state
        self.simulation = Simulation(get_system("carps"), state, SeededDice(1))

    def complete(self) -> None:
        for _ in range(ATTACKS):
            self.number += 1
            name = f"attack-{self.number}"
            outcome = self.table.act(command(name, "attack", {"target": "oni"}, "mika"))
            assert outcome.entry is not None
            assert self.table.card(name) is not None

    def with_a_question(self) -> None:
        for _ in range(ATTACKS):
            self.number += 1
            name = f"attack-{self.number}"
            self.asking.act(command(name, "attack", {"target": "oni"}, "mika"))
            request = f"{name}:ask:about_to_roll:oni"
            answer = {"kind": "answer", "id": f"{name}-no", "request": request, "sender": GM}
            outcome = self.asking.act({**answer, "choice": None})
            assert outcome.entry is not None
            assert self.asking.card(name) is not None

    def simulated(self) -> None:
        for _ in range(ATTACKS):
            assert self.simulation.do("attack", "mika", target="oni")


def plain_python() -> None:
    total = 0
    for number in range(LOOP):
        total += number % 7
    assert total > 0


def seconds(work: Callable[[], object]) -> float:
    """The processor time of some work; what else the machine does counts less so."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main(rounds: int) -> None:
    bench = Bench()
    kinds = {
        "complete": bench.complete,
        "with one question": bench.with_a_question,
        "simulated": bench.simulated,
    }
    taken: dict[str, list[float]] = {kind: [] for kind in (*kinds, "plain")}
    for _ in range(rounds):
        bench.begin()
        taken["plain"].append(seconds(plain_python))
        for kind, work in kinds.items():
            taken[kind].append(seconds(work))
    loop = median(taken["plain"]) / LOOP
    print(f"one turn of the plain loop: {loop * 1e9:.0f} ns ({rounds} rounds, medians)")
    for kind in kinds:
        each = median(taken[kind]) / ATTACKS
        ratios = [own / plain for own, plain in zip(taken[kind], taken["plain"], strict=True)]
        turns = median(ratios) * LOOP / ATTACKS
        print(f"{kind:>18}: {1 / each:8,.0f} attacks/s, {turns:6,.0f} turns of the loop each")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
