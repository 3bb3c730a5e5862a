"""Whole fights and whole files beside a fixed loop of plain Python, in turns of one run.

`python -m tests.bench.fights [ROUNDS]`. A fight of four against four, simulated until one side
stands; a file of 2,000 scenarios, as `vtt-bridge scenario FILE` reads it. Read the ratios; the
times are this machine's.
"""

from __future__ import annotations

import json
import sys
from statistics import median

from engine.dice import SeededDice
from engine.scenario import run_text
from engine.simulation import Simulation
from engine.state import AnyState
from engine.system import get_system
from engine.table import Table
from tests.bench.engine import LOOP, command, plain_python, seconds
from tests.systems.carps import invent

FIGHTS = 10
SCENARIOS = 2_000
ABILITIES = ["underdog_stance", "evasive_maneuvers", "extra_effort", "attack_builder", "t14"]


def four_against_four() -> AnyState:
    """Eight fighters of base level 5 at the beginning of a fight."""
    table = Table("carps", dice=SeededDice(1))
    order = [f"{side}{number}" for number in range(4) for side in ("red", "blue")]
    for who in order:
        fields = {"base": 5, "level": 5, "rp": 20, "abilities": ABILITIES}
        args = {"id": who, "name": who, "side": who[:-1], "fields": fields}
        assert table.act(command(f"add-{who}", "character.add", args)).ok
    assert table.act(command("start", "encounter.start", {"id": "roof", "order": order})).ok
    return table.state


def fight_out(start: AnyState, seed: int) -> None:
    """Everybody attacks the first opponent who stands, until only one side does."""
    simulation = Simulation(get_system("carps"), start.clone(), SeededDice(seed))
    state = simulation.state
    fight = state.encounters["roof"]
    while not fight.over:
        me = state.characters[fight.turn]
        while me.ap + me.temp_ap > 0 and not fight.over:
            target = next(
                who
                for who in fight.order
                if state.characters[who].side != me.side and state.characters[who].stands()
            )
            simulation.do("attack", me.id, target=target)
        if not fight.over:
            simulation.do("end_turn", me.id)


def fights(start: AnyState) -> None:
    for seed in range(FIGHTS):
        fight_out(start, seed)


def file_of_scenarios() -> str:
    return "\n".join(json.dumps(invent.scenario(seed)) for seed in range(SCENARIOS))


def main(rounds: int) -> None:
    start, text = four_against_four(), file_of_scenarios()
    kinds = {
        "4v4 fights": (FIGHTS, lambda: fights(start)),
        "scenarios": (SCENARIOS, lambda: sum(1 for _ in run_text(text))),
    }
    taken: dict[str, list[float]] = {kind: [] for kind in (*kinds, "plain")}
    for _ in range(rounds):
        taken["plain"].append(seconds(plain_python))
        for kind, (_, work) in kinds.items():
            taken[kind].append(seconds(work))
    loop = median(taken["plain"]) / LOOP
    print(f"one turn of the plain loop: {loop * 1e9:.0f} ns ({rounds} rounds, medians)")
    for kind, (count, _) in kinds.items():
        each = median(taken[kind]) / count
        print(f"{kind:>12}: {1 / each:8,.1f}/s, {each / loop:9,.0f} turns of the loop each")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
