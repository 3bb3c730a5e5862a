"""tracks scenarios: `given` a situation, `when` steps, `dice` as they fall; see docs/scenarios.md.

The runner sits at a table like anybody else: each step is one command, and all that people would
be asked travels with it (`quiet`), so that whoever is not named passes or declines.
"""

from __future__ import annotations

from typing import Any

from engine.scenario import RefusedStep, StepRunner, need
from engine.systems.tracks.model import ATTRIBUTES, TRACKS, Person, combat_of, engagements
from engine.systems.tracks.numbers import capacity, full_tracks, penalty
from engine.systems.tracks.options import is_whole
from engine.table import Outcome

COMBAT = "combat"
SKILLS = ("first_aid", "strategy")
FATES = ("can", "accepted", "none")
FLAGS = {"max": "at_max", "down": "down", "faint": "faint", "dead": "dead"}
OPTIONS = ("raise", "specialty", "modifier", "strategy")
ACTORS: dict[str, tuple[str, ...]] = {
    "challenge": ("attribute", "half", "tn", *OPTIONS, "bids"),
    "first_aid": ("target", "attribute", "allocate", *OPTIONS, "bids"),
    "strategy": (*OPTIONS, "bids"),
    "reverse_fate": ("attribute", *OPTIONS, "bids"),
    "turn": (),
    "hold": (),
    "interrupt": (),
    "end_turn": (),
    "extra_action": (),
    "advance": ("target",),
    "withdraw": (),
    "revive": ("track",),
    "attack": (
        *("target", "ranged", *OPTIONS, "defend", "protect_before", "bids"),
        *("protect_after", "damage", "counter_damage", "accept"),
    ),
}
ASKING = ("challenge", "opposed", "first_aid", "strategy", "reverse_fate", "attack", "hurt")
GM_STEPS: dict[str, tuple[str, ...]] = {
    "stress": (),
    "end_stress": (),
    "rest": ("minutes", "who"),
    "new_day": (),
    "build": ("attributes", "specialties", "skills"),
    "cleanup": ("effects", "accept", "setup", "end", "stress_continues"),
}


class TracksScenario(StepRunner):
    system = "tracks"

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        people: Any = self.given.get("characters")
        situation = self.given.get("situation", "calm")
        need(isinstance(people, dict) and situation in ("calm", "stressful"))
        for who, one in people.items():
            fields, side = _fields(one)
            added = self.command("character.add", id=who, name=who, side=side, fields=fields)
            need(added.ok)
        if situation == "stressful":
            self.command("stress")

    def act(self, do: str, step: dict[str, Any]) -> Outcome:
        quiet: dict[str, Any] = {"quiet": True} if do in ASKING else {}
        if do in ACTORS:
            args = {key: step[key] for key in ACTORS[do] if key in step}
            if "target" in ACTORS[do]:
                self._person(step.get("target"))
            return self.command(do, self._person(step.get("who")), **args, **quiet)
        if do == "cleanup":
            quiet = {"quiet": True}
        if do in GM_STEPS:
            args = {key: step[key] for key in GM_STEPS[do] if key in step}
            return self.command(do, **args, **quiet)
        if do in ("tension", "hurt"):
            keys = ("track", "amount", "accept") if do == "hurt" else ("track", "amount")
            args = {key: step[key] for key in keys if key in step}
            return self.command(do, target=self._person(step.get("who")), **args, **quiet)
        if do == "opposed":
            return self._opposed(step)
        if do == "combat_start":
            return self._start(step)
        raise RefusedStep("unknown_step")

    def _person(self, who: Any) -> str:
        if not isinstance(who, str) or who not in self.table.state.characters:
            raise RefusedStep("unknown_character")
        return who

    def _opposed(self, step: dict[str, Any]) -> Outcome:
        a, b = step.get("a"), step.get("b")
        if not isinstance(a, dict) or not isinstance(b, dict):
            raise RefusedStep("malformed")
        keys = ("attribute", "half", *OPTIONS)
        args = {key: a[key] for key in keys if key in a}
        args |= {"bids": step["bids"]} if "bids" in step else {}
        target = self._person(b.get("who"))
        return self.command(
            "opposed", self._person(a.get("who")), target=target, reply=b, quiet=True, **args
        )

    def _start(self, step: dict[str, Any]) -> Outcome:
        setup = step.get("setup")
        if not isinstance(setup, dict) or len(setup) < 2:
            raise RefusedStep("malformed")
        engaged = {"engaged": step["engaged"]} if "engaged" in step else {}
        return self.command("encounter.start", id=COMBAT, order=list(setup), setup=setup, **engaged)

    def final(self) -> dict[str, Any]:
        state = self.table.state
        return {
            "situation": state.shared["situation"],
            "combat": self._combat(),
            "characters": {who: self._shown(one) for who, one in state.characters.items()},
            "dice_left": self.dice.left,
        }

    def _combat(self) -> dict[str, Any] | None:
        combat = combat_of(self.table.state)
        if combat is None:
            return None
        return {
            "round": combat.round,
            "order": list(combat.order),
            "turn": combat.turn,
            "actions": combat.actions,
            "finished": sorted(combat.finished),
            "holding": sorted(combat.holding),
            "engaged": engagements(combat.links),
            "half": sorted(who for who in combat.setups if combat.is_half(who)),
        }

    def _shown(self, person: Person) -> dict[str, Any]:
        return {
            "damage": {track: person.damage(track) for track in TRACKS},
            "tension": {track: person.tension(track) for track in TRACKS},
            "max": person.at_max,
            "fate": person.fate,
            "down": person.down,
            "faint": person.faint,
            "dead": person.dead,
            "penalty": penalty(person, self.table.state.rules),
            "pool": person.pool,
        }


def _fields(one: Any) -> tuple[dict[str, Any], str]:
    """The fields and the side of a character in a scenario; raises `BadScenario`."""
    need(isinstance(one, dict) and isinstance(one.get("attributes"), dict))
    attributes = one["attributes"]
    need(all(is_whole(attributes.get(name), 1, 10) for name in ATTRIBUTES))
    fields: dict[str, Any] = {name: attributes[name] for name in ATTRIBUTES}
    for key, field in (("specialties", "specialties"), ("skills", "abilities")):
        names = one.get(key, [])
        need(isinstance(names, list) and all(isinstance(name, str) for name in names))
        fields[field] = names
    need(all(name in SKILLS for name in fields["abilities"]))
    fields["abilities"] = list(dict.fromkeys(fields["abilities"]))
    for key, suffix in (("damage", ""), ("tension", "_tension")):
        numbers = one.get(key, {})
        need(isinstance(numbers, dict) and all(track in TRACKS for track in numbers))
        fields |= {track + suffix: numbers.get(track, 0) for track in TRACKS}
        need(all(is_whole(numbers.get(track, 0), 0) for track in TRACKS))
    for key, field in FLAGS.items():
        fields[field] = one.get(key, False)
        need(isinstance(fields[field], bool))
    fields["fate"], side = one.get("fate", "can"), one.get("side", "party")
    need(fields["fate"] in FATES and isinstance(side, str))
    person = Person("", "", side, **fields)
    tensions = [person.tension(track) for track in TRACKS]
    need(max(tensions) <= 6 and all(person.damage(one) <= capacity(person, one) for one in TRACKS))
    need(not person.at_max or max(tensions) == 6)
    need(not person.down or bool(full_tracks(person)))
    need(not person.faint or max(tensions) > 0)
    return fields, side
