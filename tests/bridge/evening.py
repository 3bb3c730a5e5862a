"""An evening on a store: worlds that are paired and played in, without sockets."""

from typing import Any

from engine.dice import SeededDice
from vtt_bridge.service import Bridge
from vtt_bridge.store import Plain, Store

ORIGIN = "http://localhost:30000"
GM = {"user": "gm", "name": "Ren", "gm": True, "owns": []}
PEOPLE = ("hiroshi", "benkei")


class Nobody:
    """A wire without pages at its end."""

    def send(self, sid: str, event: str, message: Plain) -> None:
        """Nobody is told."""

    def drop(self, sid: str) -> None:
        """Nobody is there."""


class Evening:
    """Fights of two in any number of worlds of one store."""

    def __init__(self, store: Store, name: str = "first") -> None:
        """`name` begins the ids of all actions."""
        self.bridge = Bridge(store, Nobody(), dice=lambda: SeededDice(1))
        self.name = name
        self.number = 0

    def act(self, world: str, kind: str = "command", **action: Any) -> Plain:
        self.number += 1
        head = {"kind": kind, "id": f"{self.name}-{self.number}", "sender": GM}
        return self.bridge.perform(world, {**head, **action})

    def gm(self, world: str, verb: str, **args: Any) -> Plain:
        ack = self.act(world, verb=verb, args=args)
        assert ack["ok"], ack
        return ack

    def begin(self, world: str, title: str, system: str = "carps") -> None:
        """Pair a world and start a fight in it: three entries."""
        self.bridge.admit(world, title, ORIGIN, system)
        for one in PEOPLE:
            self.gm(world, "character.add", id=one, name=one.title(), side=one, control="npc")
        self.gm(world, "encounter.start", id="fight", name="Fight", order=list(PEOPLE))

    def turns(self, world: str, number: int) -> None:
        """That many turns without an attack: an entry each."""
        for turn in range(number):
            assert self.act(world, verb="end_turn", actor=PEOPLE[turn % 2])["ok"]
