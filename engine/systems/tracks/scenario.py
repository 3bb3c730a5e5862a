"""tracks scenarios: `given` a situation, `when` steps, `dice` as they fall; see docs/scenarios.md.

The runner sits at a table like anybody else: each step is one command, and all that people would
be asked travels with it (`quiet`), so that whoever is not named passes or declines.
"""

from __future__ import annotations

from typing import Any

from engine.dice import DiceError
from engine.house_rules import BadSwitch
from engine.scenario import Runner
from engine.systems.tracks.model import ATTRIBUTES, TRACKS, Person, combat_of, engagements
from engine.systems.tracks.numbers import capacity, full_tracks, penalty
from engine.systems.tracks.options import is_whole
from engine.systems.tracks.rules import TracksRules
from engine.table import Outcome

COMBAT = "combat"
SKILLS = ("first_aid", "strategy")
FATES = ("can", "accepted", "none")
FLAGS = {"max": "at_max", "down": "down", "faint": "faint", "dead": "dead"}
REASONS = {"out_of_dice": "dice_exhausted", "bad_die": "bad_die"}
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


class BadScenario(Exception):  # noqa: N818 - named as the format spells it
    """A broken scenario."""


class RefusedStep(Exception):  # noqa: N818
    """A step that the rules do not permit, or that is malformed."""


def run_scenario(data: dict[str, Any]) -> dict[str, Any]:
    """The result of a scenario; a broken one is an error."""
    try:
        return _Run(data).play(data["when"])
    except BadScenario:
        return {"system": "tracks", "error": {"reason": "bad_scenario"}}


def _need(holds: bool) -> None:
    if not holds:
        raise BadScenario


class _Run(Runner):
    def __init__(self, data: dict[str, Any]) -> None:
        given, dice = data.get("given"), data.get("dice", [])
        _need(isinstance(given, dict) and isinstance(dice, list))
        _need(isinstance(data.get("when"), list))
        people, rules = given.get("characters"), given.get("rules", {})  # type: ignore[union-attr]
        situation = given.get("situation", "calm")  # type: ignore[union-attr]
        _need(isinstance(people, dict) and isinstance(rules, dict))
        _need(situation in ("calm", "stressful"))
        try:
            TracksRules.make(rules)
        except BadSwitch:
            raise BadScenario from None
        super().__init__("tracks", rules, dice)
        for who, one in people.items():
            fields, side = _fields(one)
            added = self.command("character.add", id=who, name=who, side=side, fields=fields)
            _need(added.ok)
        if situation == "stressful":
            self.command("stress")

    def play(self, steps: list[Any]) -> dict[str, Any]:
        rolls: list[Any] = []
        outcomes: list[Any] = []
        refused: list[Any] = []
        error: dict[str, Any] = {}
        for number, step in enumerate(steps):
            used = self.dice.used
            try:
                events = self._step(step)
            except RefusedStep as why:
                self.dice.used = used
                refused.append({"step": number, "reason": str(why)})
                continue
            except DiceError as bad:
                self.dice.used = used
                error = {"error": {"step": number, "reason": REASONS[bad.code]}}
                break
            for event in events:
                match event["kind"]:
                    case "rolled":
                        shown = {key: event[key] for key in ("who", "purpose", "dice", "result")}
                        rolls.append({"step": number, **shown})
                    case "part_refused":
                        part, why_not = event["part"], event["why"]
                        refused.append({"step": number, "part": part, "reason": why_not})
                    case "resolved":
                        outcomes.append({"step": number, "do": step["do"], **event["data"]})
        return {
            "system": "tracks",
            "rolls": rolls,
            "outcomes": outcomes,
            "refused": refused,
            "final": self._final(),
            **error,
        }

    def _step(self, step: Any) -> list[dict[str, Any]]:
        """Plays one step as a command and returns its events; raises `RefusedStep`."""
        do = step.get("do") if isinstance(step, dict) else None
        if not isinstance(do, str):
            raise RefusedStep("malformed")
        outcome = self._act(do, step)
        if outcome.refusal is not None:
            raise RefusedStep(outcome.refusal["code"])
        return list((outcome.entry or {})["events"])

    def _act(self, do: str, step: dict[str, Any]) -> Outcome:
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

    def _final(self) -> dict[str, Any]:
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
    _need(isinstance(one, dict) and isinstance(one.get("attributes"), dict))
    attributes = one["attributes"]
    _need(all(is_whole(attributes.get(name), 1, 10) for name in ATTRIBUTES))
    fields: dict[str, Any] = {name: attributes[name] for name in ATTRIBUTES}
    for key, field in (("specialties", "specialties"), ("skills", "abilities")):
        names = one.get(key, [])
        _need(isinstance(names, list) and all(isinstance(name, str) for name in names))
        fields[field] = names
    _need(all(name in SKILLS for name in fields["abilities"]))
    fields["abilities"] = list(dict.fromkeys(fields["abilities"]))
    for key, suffix in (("damage", ""), ("tension", "_tension")):
        numbers = one.get(key, {})
        _need(isinstance(numbers, dict) and all(track in TRACKS for track in numbers))
        fields |= {track + suffix: numbers.get(track, 0) for track in TRACKS}
        _need(all(is_whole(numbers.get(track, 0), 0) for track in TRACKS))
    for key, field in FLAGS.items():
        fields[field] = one.get(key, False)
        _need(isinstance(fields[field], bool))
    fields["fate"], side = one.get("fate", "can"), one.get("side", "party")
    _need(fields["fate"] in FATES and isinstance(side, str))
    person = Person("", "", side, **fields)
    tensions = [person.tension(track) for track in TRACKS]
    _need(max(tensions) <= 6 and all(person.damage(one) <= capacity(person, one) for one in TRACKS))
    _need(not person.at_max or max(tensions) == 6)
    _need(not person.down or bool(full_tracks(person)))
    _need(not person.faint or max(tensions) > 0)
    return fields, side
