"""What an action must be before it may run: understood, complete, allowed, and where it runs.

Every method raises `Refused` and changes nothing.
"""

from __future__ import annotations

from typing import Any

from engine.commands import UNGIVEN, Arg, Verb
from engine.grammar import Speaker
from engine.overrides import OVERRIDES
from engine.resolution import DiceWanted, Question, Refused, Scope
from engine.state import AnyState
from engine.system import System


class Admission:
    """The door to one table as it is now; made anew for every use."""

    def __init__(self, system: System, state: AnyState) -> None:
        self.system = system
        self.state = state

    def named(self, action: dict[str, Any]) -> dict[str, Any]:
        """An action as it is, but whoever a chat text names before the verb is who acts."""
        sender = action["sender"]
        unseen = () if sender["gm"] else sender.get("unseen", ())
        found = self.system.grammar.named(action.get("text", ""), self.state, unseen)
        return action if found is None else {**action, "actor": found[0], "text": found[1]}

    def parse(self, action: dict[str, Any]) -> tuple[Verb, dict[str, Any]]:
        """The verb and the arguments of a command, from chat text or as they are given."""
        grammar, sender = self.system.grammar, action["sender"]
        actor, targets = action.get("actor"), list(action.get("targets") or [])
        self.known([one for one in (actor, *targets) if one is not None])
        unseen = () if sender["gm"] else sender.get("unseen", ())
        speaker = Speaker(actor, targets, unseen, sender["gm"])
        if "text" in action:
            return grammar.parse(action["text"], self.state, speaker)
        verb = grammar.verbs.get(action.get("verb", ""))
        if verb is None:
            raise Refused("bad_command", what="it names no action of this system")
        args = dict(action.get("args") or {})
        target = verb.target()
        if target is not None and target.key not in args:
            args[target.key], _ = grammar.target(target.kind, "", self.state, speaker)
        return verb, args

    def check_args(self, verb: Verb, args: dict[str, Any], sender: dict[str, Any]) -> None:
        """Whether the arguments are those of the verb, each of its kind."""
        known = {one.key: one for one in verb.args}
        for key in args:
            if key not in known:
                raise Refused("bad_command", what=f"{verb.label} takes no {key}")
        for one in verb.args:
            if one.key in args:
                self._check_arg(one, args[one.key], sender)
            elif not one.optional and one.kind not in UNGIVEN:
                raise Refused("bad_command", what=f"{verb.label} needs {one.key}")

    def told(self, verb: Verb, sender: dict[str, Any]) -> dict[str, Any]:
        """The arguments that nobody gives: from a game master, whom he cannot see."""
        unseen = [] if sender["gm"] else list(sender.get("unseen", ()))
        known = {"from_gm": sender["gm"], "unseen": unseen}
        return {one.key: known[one.kind] for one in verb.args if one.kind in known}

    def _check_arg(self, arg: Arg, value: Any, sender: dict[str, Any]) -> None:
        if arg.kind in ("opponent", "ally"):
            self.known([value])
        elif arg.kind == "newcomer":
            self.may_act(sender, value)
        elif arg.kind == "announced":
            self._check_announced(arg, value, sender)
        elif arg.kind == "announced_each":
            if not isinstance(value, dict):
                raise Refused("bad_command", what=f"{arg.key} must name characters")
            self.known(list(value))
            for uses in value.values():
                self._check_announced(arg, uses, sender)
        elif arg.kind == "gm_data" and not sender["gm"]:
            raise Refused("gm_only")
        elif arg.kind in UNGIVEN:
            raise Refused("bad_command", what=f"{arg.key} is not given by anybody")
        elif arg.kind in ("choice", "text") and not isinstance(value, str):
            raise Refused("bad_command", what=f"{arg.key} must be a text")

    def _check_announced(self, arg: Arg, uses: Any, sender: dict[str, Any]) -> None:
        """Reactions, and as a list within them those to what they bring about."""
        if not isinstance(uses, list) or not all(isinstance(use, dict) for use in uses):
            raise Refused("bad_command", what=f"{arg.key} must be a list of reactions")
        for use in uses:
            for key, value in use.items():
                if isinstance(value, list):
                    self._check_announced(arg, value, sender)
                elif not isinstance(value, (str, bool, int)):
                    raise Refused("bad_command", what=f"{key} in {arg.key} does not fit")
            if not isinstance(use.get("use"), str):
                raise Refused("bad_command", what=f"use in {arg.key} is missing")
            self.may_act(sender, use.get("by"))

    def known(self, characters: list[Any]) -> None:
        """Whether all are characters of this table."""
        for who in characters:
            if not isinstance(who, str) or who not in self.state.characters:
                raise Refused("unknown_character")

    def name(self, who: str | None) -> str:
        return self.state.characters[who].name if who is not None else ""

    def may_act(self, sender: dict[str, Any], actor: str | None) -> None:
        """Whether the sender runs the actor; a game master runs everybody."""
        if actor is None:
            raise Refused("which_actor")
        self.known([actor])
        if not sender["gm"] and actor not in sender["owns"]:
            raise Refused("not_yours", who=self.name(actor))

    def scope(self, verb: Verb, actor: str | None, args: dict[str, Any]) -> Scope:
        """Where a command runs: the encounter of whoever acts, else the characters concerned.

        For a game master's verb it is that of the first whom it is about. A verb that brings
        newcomers in concerns those too who wait to come in.
        """
        aimed = [one.key for one in verb.args if one.kind in ("opponent", "ally")]
        others = [*([actor] if actor else []), *(args[key] for key in aimed if key in args)]
        others += verb.concerns(self.state, actor, args)
        encounter = self.state.characters[others[0]].encounter if others else None
        if encounter is None:
            return self.widened(Scope(None, tuple(dict.fromkeys(others))))
        others += [*self.state.encounters[encounter].order, *self._coming(verb, encounter, args)]
        return self.widened(Scope(encounter, tuple(dict.fromkeys(others))))

    def _coming(self, verb: Verb, encounter: str, args: dict[str, Any]) -> list[str]:
        newcomer = verb.arg("newcomer")
        if newcomer is None:
            return []
        named = [args[newcomer.key]] if newcomer.key in args else []
        return [*named, *self.system.newcomers(self.state, encounter)]

    def widened(self, scope: Scope) -> Scope:
        """The whole table, where a system's commands may change what belongs to all of it."""
        if not self.system.table_wide:
            return scope
        encounter = scope.encounter or next(iter(self.state.encounters), None)
        return Scope(encounter, scope.characters, whole=True)

    def round(self, encounter: str | None) -> int | None:
        known = self.state.encounters.get(encounter or "")
        return known.round if known else None

    def scope_of(self, command: dict[str, Any]) -> Scope:
        """Where a command of the journal ran."""
        if command["verb"] in OVERRIDES:
            return self.widened(OVERRIDES[command["verb"]].scope(self.state, command["args"]))
        verb = self.system.verbs[command["verb"]]
        return self.scope(verb, command["actor"], command["args"])


def check_dice(wanted: DiceWanted, further: dict[str, Any]) -> None:
    """Whether `further` is {"dice": [...]}, as many as wanted and each a face."""
    dice = further.get("dice")
    count = isinstance(dice, list) and len(dice) == wanted.count and set(further) == {"dice"}
    if not count or not all(type(one) is int and 1 <= one <= wanted.sides for one in dice or ()):
        raise Refused("bad_dice", count=wanted.count, sides=wanted.sides)


def check_further(wanted: list[dict[str, Any]], further: dict[str, Any]) -> None:
    """Whether the further choices are those wanted; one left out becomes the first offered."""
    for one in wanted:
        allowed = [entry["value"] for entry in one["options"]]
        value = further.setdefault(one["key"], allowed[0])
        if not any(type(value) is type(each) and value == each for each in allowed):
            raise Refused("unknown_option")
    if set(further) - {one["key"] for one in wanted}:
        raise Refused("unknown_option")


def check_answer(
    state: AnyState,
    question: Question,
    choice: str | None,
    further: dict[str, Any],
    habits: dict[str, str],
) -> None:
    """Whether an answer is one of those offered, with its further choices and habits."""
    option = question.option(choice) if choice is not None else None
    if choice is not None and option is None:
        raise Refused("unknown_option")
    if option is not None and question.dice is not None:
        check_dice(question.dice, further)
    else:
        check_further(option.further if option else [], further)
    if any(not question.habits or question.option(key) is None for key in habits) or any(
        habit not in ("ask", "always", "never") for habit in habits.values()
    ):
        raise Refused("unknown_option")
    if choice is not None and question.fault is not None:
        fault = question.fault(state, choice, further)
        if fault is not None:
            raise fault
