"""CARPS: fighters, fights, and who is who in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.resolution import Context
from engine.state import Character, Encounter, State
from engine.systems.carps.rules import CarpsRules

STYLES = {"offensive": (2, 0), "centered": (1, 1), "defensive": (0, 2)}
MOST = 1_000_000
KINDS = {
    "stance": "Stances",
    "special": "Special attacks",
    "talent": "Talents",
    "ultimate": "Ultimate moves",
}
CREATION_XP = 40
STATUSES = ("active", "defeated", "escaped", "outside")


@dataclass(slots=True)
class Fighter(Character):
    """A character. `level` is the encounter level, `base` the base level; AP as in C27.

    `attack` and `defense` stand instead of the style's scores where they are given; `xp` is what
    was granted for building, all in all, and with `leave` the game master lets the build be as it
    is (C63). At the beginning of the next turn `waiting_ap` are gained, `ap_penalty` (C28) and
    `temp_penalty` (C29) are lost, and with `carry_lost` the carried AP (C54). `gained` are the
    levels gained since the running turn began (C51). `entering` is the plan to enter late: the
    encounter, and where (C43).
    """

    style: str = "centered"
    base: int = 1
    level: int = 1
    rp: int = 0
    attack: int | None = None
    defense: int | None = None
    ap: int = 0
    temp_ap: int = 0
    carry_ap: int = 0
    status: str = "active"
    xp: int = CREATION_XP
    waiting_ap: int = 0
    ap_penalty: int = 0
    temp_penalty: int = 0
    carry_lost: bool = False
    gained: int = 0
    entering: list[str] | None = None
    leave: bool = False

    def clone(self) -> Fighter:
        new = Fighter.__new__(Fighter)
        new.id = self.id
        new.name = self.name
        new.side = self.side
        new.control = self.control
        new.bound = self.bound
        new.encounter = self.encounter
        new.automation = self.automation
        new.dice = self.dice
        new.habits = self.habits
        new.style = self.style
        new.base = self.base
        new.level = self.level
        new.rp = self.rp
        new.abilities = self.abilities
        new.attack = self.attack
        new.defense = self.defense
        new.ap = self.ap
        new.temp_ap = self.temp_ap
        new.carry_ap = self.carry_ap
        new.status = self.status
        new.xp = self.xp
        new.waiting_ap = self.waiting_ap
        new.ap_penalty = self.ap_penalty
        new.temp_penalty = self.temp_penalty
        new.carry_lost = self.carry_lost
        new.gained = self.gained
        new.entering = self.entering
        new.leave = self.leave
        return new

    def stands(self) -> bool:
        return self.encounter is not None and self.status == "active"


@dataclass(slots=True)
class Fight(Encounter):
    """An encounter. `hits` are all that were made in it, as [attacker, defender].

    Those from place `turn_hits` on belong to the running turn, those from `since[who]` on came
    after the last turn of `who` had ended (C35). `done` counts the actions of the running turn;
    `entered` is who came in late with it (C45).
    """

    hits: list[list[str]] = field(default_factory=list)
    turn_hits: int = 0
    since: dict[str, int] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)
    entered: str | None = None

    def clone(self) -> Fight:
        new = Fight.__new__(Fight)
        new.id = self.id
        new.name = self.name
        new.order = self.order
        new.round = self.round
        new.turn = self.turn
        new.over = self.over
        new.turns = self.turns.copy()
        new.effects = self.effects[:]
        new.last_effect = self.last_effect
        new.index = self.index
        new.hits = self.hits[:]
        new.turn_hits = self.turn_hits
        new.since = self.since.copy()
        new.done = self.done.copy()
        new.entered = self.entered
        return new

    def hits_this_turn(self, attacker: str, defender: str | None = None) -> int:
        """How often `attacker` has hit `defender` (or anybody) in the running turn."""
        hits = self.hits[self.turn_hits :]
        if defender is not None:
            return hits.count([attacker, defender])
        return sum(by == attacker for by, _ in hits)

    def hits_since(self, who: str) -> list[list[str]]:
        """The hits made since the last turn of `who` ended, or of the whole fight before (C35)."""
        return self.hits[self.since.get(who, 0) :]


Ctx = Context[Fighter, Fight, CarpsRules]
CarpsState = State[Fighter, Fight, CarpsRules]


def is_active(ctx: Ctx, who: str) -> bool:
    """In the combat, neither defeated nor escaped."""
    fighter = ctx.state.characters[who]
    return fighter.status == "active" and fighter.encounter == ctx.encounter_id


def active(state: CarpsState, fight: Fight) -> list[str]:
    """Who is in the fight, in order of initiative."""
    return [who for who in fight.order if state.characters[who].status == "active"]


def allies(state: CarpsState, fight: Fight, who: str) -> list[str]:
    """Other active characters on the side of `who`."""
    side = state.characters[who].side
    return [
        one for one in active(state, fight) if one != who and state.characters[one].side == side
    ]


def opponents(state: CarpsState, fight: Fight, who: str) -> list[str]:
    """Active characters of other sides."""
    side = state.characters[who].side
    return [one for one in active(state, fight) if state.characters[one].side != side]
