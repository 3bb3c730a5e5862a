"""For whoever writes a rule system: tables that test themselves, and random play until all is used.

`WAYS` are three kinds of table on which a rules test should give the same: as it is; with every
command undone and done again; with a trip through JSON after every action. `check_system` plays
at random through the public methods of `Table` and raises `Broken`, with the seed, at the first
thing that does not hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.dice import Dice, ScriptedDice, SeededDice
from engine.state import AUTOMATION, DICE, Conduct
from engine.system import get_system
from engine.table import Outcome, Table

FIGHT = "fight"
GM: dict[str, Any] = {"user": "gm", "name": "GM", "gm": True, "owns": []}


class Broken(AssertionError):  # noqa: N818 - it says what happened
    """Something that must hold at every table does not."""


def require(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def trip(data: Any) -> Any:
    """Plain data after a trip through JSON; raises `Broken` if it does not come back the same."""
    back = json.loads(json.dumps(data))
    require(back == data, f"not plain data: {data!r}")
    return back


class LoadedTable(Table):
    """A table that is saved and loaded again after every action."""

    def __init__(
        self,
        system: str,
        *,
        dice: Dice | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(system, dice=dice, rules=rules)
        self.first = (system, dict(rules or {}))
        self.kept: list[dict[str, Any]] = []

    def act(self, action: dict[str, Any]) -> Outcome:
        outcome = super().act(action)
        if outcome.entry is not None:
            self.kept.append(trip(outcome.entry))
            system, rules = self.first
            loaded = Table.load(system, self.kept, dice=self.dice, rules=rules)
            require_same(self, loaded, "loaded from JSON")
            self.__dict__.update(loaded.__dict__)
        return outcome


class UndoneTable(Table):
    """A table on which every command is undone once and done again as soon as it is resolved."""

    def __init__(
        self,
        system: str,
        *,
        dice: Dice | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(system, dice=dice, rules=rules)
        self.inputs: dict[str, list[dict[str, Any]]] = {}
        self.seen: dict[str, list[Any]] = {}
        self.before: dict[str, dict[str, Any] | None] = {}

    def act(self, action: dict[str, Any]) -> Outcome:
        before = self.state.to_data()
        outcome = super().act(action)
        entry = outcome.entry
        if entry is None or entry["kind"] not in ("command", "answer", "edit"):
            return outcome
        key = entry["command"]
        self.inputs.setdefault(key, []).append(action)
        self.seen.setdefault(key, []).extend(entry["events"])
        self.before.setdefault(key, before)
        for other in self.before:
            if other != key:
                self.before[other] = None
        if entry["open"]:
            return outcome
        inputs, seen, start = self.inputs.pop(key), self.seen.pop(key), self.before.pop(key)
        if self.is_open:
            return outcome
        undone = super().act({"kind": "undo", "id": f"{key}~undo", "command": key, "sender": GM})
        require(undone.ok, f"undo refused: {undone.refusal}")
        same = start is None or self.state.to_data() == start
        require(same, "undo does not restore the state before")
        again: list[Any] = []
        for one in inputs:
            changed = {**one, "id": f"{one['id']}~again"}
            if "request" in one:
                changed["request"] = one["request"].replace(key, f"{key}~again", 1)
                if changed["request"] not in {question["id"] for question in self.questions("gm")}:
                    require("roll:" in one["request"], "done again, it asks something else")
                    continue  # dice seen before an undo stay as they are
            outcome = super().act(changed)
            require(outcome.ok, f"refused when done again: {outcome.refusal}")
            again.extend((outcome.entry or {})["events"])
        require(again == seen, "done again after undo, the events differ")
        return outcome


WAYS: dict[str, type[Table]] = {
    "straight": Table,
    "undone": UndoneTable,
    "loaded": LoadedTable,
}


def require_same(table: Table, other: Table, how: str) -> None:
    """Raises `Broken` if two tables differ in state, number, questions or what a seat sees."""
    require(table.seq == other.seq, f"{how}: seq {other.seq} instead of {table.seq}")
    require(trip(table.state.to_data()) == trip(other.state.to_data()), f"{how}: the state differs")
    for seat in ("gm", "public", *(f"owner:{who}" for who in table.state.characters)):
        require(trip(table.view(seat)) == trip(other.view(seat)), f"{how}: {seat} sees otherwise")


class Play:
    """A table under test: short words for actions, with refusals and questions as plain values."""

    def __init__(
        self,
        system: str,
        dice: Iterable[object] = (),
        rules: Mapping[str, Any] | None = None,
        way: str = "straight",
    ) -> None:
        self.dice = ScriptedDice(dice)
        self.table = WAYS[way](system, dice=self.dice, rules=rules)
        self.outcomes: list[Outcome] = []

    def act(self, **action: Any) -> Outcome:
        """One action by the game master (or `sender`), with the next free id."""
        full = {"id": f"action-{len(self.outcomes) + 1}", "sender": GM, **action}
        outcome = self.table.act(full)
        self.outcomes.append(outcome)
        return outcome

    def gm(self, verb: str, **args: Any) -> Outcome:
        """One of the game master's verbs, which must be accepted."""
        outcome = self.act(kind="command", verb=verb, args=args)
        require(outcome.ok, f"{verb} refused: {outcome.refusal}")
        return outcome

    def do(self, actor: str, verb: str, **args: Any) -> str | None:
        """A character's action; returns the code of a refusal."""
        return _code(self.act(kind="command", verb=verb, actor=actor, args=args))

    def asked(self) -> dict[str, list[str]]:
        """Who is asked now, and for which options."""
        return {
            one["who"]: [option["key"] for option in one["options"]]
            for one in self.table.questions("gm")
        }

    def answer(self, who: str, choice: str | None, **more: Any) -> str | None:
        """The answer to the open question of `who`; `more` may hold further, habits, sender."""
        request = next(one["id"] for one in self.table.questions("gm") if one["who"] == who)
        return _code(self.act(kind="answer", request=request, choice=choice, **more))

    def undo(self, **more: Any) -> str | None:
        return _code(self.act(kind="undo", **more))

    def events(self, kind: str) -> list[dict[str, Any]]:
        """All events of a kind that were published, undone ones included."""
        return [
            event
            for outcome in self.outcomes
            if outcome.entry is not None
            for event in outcome.entry["events"]
            if event["kind"] == kind
        ]

    def finish(self) -> None:
        """The end of a test: nothing asked any more, dice used up, the state can be saved."""
        require(not self.table.questions("gm"), "a question is still open")
        require(self.dice.left == 0, f"{self.dice.left} dice are left")
        trip(self.table.checkpoint())


def _code(outcome: Outcome) -> str | None:
    return None if outcome.refusal is None else str(outcome.refusal["code"])


@dataclass(slots=True)
class Used:
    """What random play has used: abilities that occur in events, verbs that were carried out."""

    abilities: set[str] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)
    games: int = 0
    actions: int = 0


class _Recorder:
    """Dice that remember what they threw."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.thrown: list[int] = []

    def throw(self, sides: int) -> int:
        number = self.dice.throw(sides)
        require(1 <= number <= sides, f"a die of {sides} shows {number}")
        self.thrown.append(number)
        return number


Pressed = tuple[str, list[str], dict[str, Any]]
People = Callable[[SeededDice], list[dict[str, Any]]]
Invariant = Callable[[Table, Outcome], None]


def check_system(
    system: str,
    seeds: Iterable[int],
    people: People,
    *,
    steps: int = 60,
    edits: Mapping[str, int] | None = None,
    rules: Mapping[str, Any] | None = None,
    invariant: Invariant = lambda table, outcome: None,
    peace: bool = False,
    switches: bool = False,
) -> Used:
    """Plays one game per seed until every ability and every verb of a system was used.

    `people(chance)` invents the arguments of `character.add` for a game; `edits` are number fields
    that the game master sets now and then, up to the given value; `rules` are the house rules, and
    with `switches` each game has others by chance; `invariant(table, outcome)` may raise for what a
    system promises beyond; `peace` is for systems in which much happens outside encounters. What
    was not used yet, or seldom, is preferred. Raises `Broken`, naming the seed; also if the seeds
    end before everything was used.
    """
    house = get_system(system)
    abilities, verbs = set(house.book.data), set(house.verbs) - {"help"}
    used = Used()
    for seed in seeds:
        by_chance = _house_rules(system, SeededDice(seed + 2_000_003)) if switches else {}
        played = {**by_chance, **(rules or {})}
        game = _Game(system, seed, people, dict(edits or {}), played, invariant, used, peace)
        try:
            game.play(steps)
        except Exception as broken:
            raise Broken(f"seed {seed}, action {len(game.inputs)}: {broken!r}") from broken
        used.games += 1
        if used.abilities >= abilities and used.verbs >= verbs:
            return used
    missing = sorted((abilities - used.abilities) | (verbs - used.verbs))
    raise Broken(f"never used: {', '.join(missing)}")


def _house_rules(system: str, chance: SeededDice) -> dict[str, Any]:
    """Some of a system's switches, at values by chance."""
    found = {}
    for one in get_system(system).rules.describe():
        if chance.throw(2) == 1:
            option = one["options"][chance.throw(len(one["options"])) - 1]
            found[one["key"]] = option["value"]
    return found


class _Game:
    """One game of random play, with every invariant checked after every action."""

    def __init__(
        self,
        system: str,
        seed: int,
        people: People,
        edits: dict[str, int],
        rules: dict[str, Any],
        invariant: Invariant,
        used: Used,
        peace: bool,
    ) -> None:
        self.system = system
        self.chance = SeededDice(seed)
        self.dice = _Recorder(SeededDice(seed + 1_000_003))
        self.people = people(self.chance)
        self.rules = rules
        self.table = Table(system, dice=self.dice, rules=rules)
        self.edits = edits
        self.invariant = invariant
        self.used = used
        self.peace = peace
        self.times: dict[str, int] = {}
        self.inputs: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.checkpoint: dict[str, Any] | None = None
        self.before: tuple[str, dict[str, Any]] | None = None
        self.last: Pressed | None = None

    @property
    def unusual(self) -> bool:
        return self.table.state.conduct != Conduct()

    def pick(self, values: list[Any]) -> Any:
        return values[self.chance.throw(len(values)) - 1]

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self._set_up()
            self._anything()
        while questions := self.table.questions("gm"):
            self._answer(questions[0])
        self._reload(whole=True)
        self._run_again()

    def _set_up(self) -> None:
        """Everybody is there and in a fight that is not over, whatever was undone."""
        state = self.table.state
        if FIGHT in state.encounters:
            if not state.encounters[FIGHT].over or self.table.is_open:
                return
            self.act(kind="command", verb="encounter.end", args={"encounter": FIGHT})
        for one in self.people:
            if one["id"] not in state.characters:
                self.act(kind="command", verb="character.add", args=one)
        if self.table.is_open or (self.peace and self.chance.throw(4) > 1):
            return
        order = [one["id"] for one in self.people]
        start = {"id": FIGHT, "name": "Fight", "order": order}
        self.act(kind="command", verb="encounter.start", args=start)

    def _anything(self) -> None:
        questions = self.table.questions("gm")
        chance = self.chance.throw(100)
        if chance <= 1 or (self.unusual and chance <= 10):
            self._conduct()
        elif chance <= 4:
            self._edit()
        elif chance <= 6:
            self._correct()
        elif questions:
            self._answer(self.pick(questions))
        elif chance <= 12:
            self._undo()
        else:
            self._verb()

    def _verb(self) -> None:
        """One of the buttons that `look` shows to whoever may press one."""
        pressed = self._buttons()
        if pressed:
            self.before = ("", self.table.state.to_data())
            fresh = [one for one in pressed if self._is_fresh(one[2])]
            if self.peace:
                pressed = self._rarely_used(pressed, fresh)
            elif self.last in pressed and self.chance.throw(3) > 1:
                pressed = [self.last]
            else:
                if fresh and self.chance.throw(2) == 1:
                    pressed = fresh
                verb = self.pick(list(dict.fromkeys(one[2]["verb"] for one in pressed)))
                pressed = [one for one in pressed if one[2]["verb"] == verb]
            self.last = self.pick(pressed)
            actor, targets, button = self.last
            outcome = self.act(
                kind="command",
                verb=button["verb"],
                actor=actor,
                args={**button["args"], **self._filled(button.get("form", []))},
                targets=targets,
                sender=self._sender(actor, button["verb"]),
            )
            if outcome.entry is not None:
                self.before = (outcome.entry["command"], self.before[1])
                self.used.verbs.add(button["verb"])

    def _rarely_used(self, pressed: list[Pressed], fresh: list[Pressed]) -> list[Pressed]:
        """Of what can be pressed now mostly that which was tried least often in this game.

        What is not of everyday counts fourfold.
        """
        verbs = list(dict.fromkeys(one[2]["verb"] for one in pressed))
        verb = self.pick(verbs)
        if self.chance.throw(3) > 1:
            seldom = list(dict.fromkeys(one[2]["verb"] for one in fresh)) or verbs
            verb = min(seldom, key=lambda one: self.times.get(one, 0))
        chosen = [one for one in pressed if one[2]["verb"] == verb]
        everyday = chosen[0][2]["group"] == "everyday"
        self.times[verb] = self.times.get(verb, 0) + (1 if everyday else 4)
        return chosen

    def _filled(self, form: list[dict[str, Any]]) -> dict[str, Any]:
        """Values for a form, some of them impossible; what is optional is mostly left out."""
        filled: dict[str, Any] = {}
        for one in form:
            if one.get("optional") and self.chance.throw(4) > 1:
                continue
            if one["kind"] == "integer":
                low = one.get("min", -2)
                filled[one["key"]] = low + self.chance.throw(one.get("max", low + 6) - low + 1) - 1
            elif one["kind"] == "flag":
                filled[one["key"]] = True
            elif one["kind"] == "choice" and one["options"]:
                filled[one["key"]] = self.pick(one["options"])["value"]
            elif one["kind"] == "text":
                filled[one["key"]] = self.pick(["", "?", *self.table.state.characters])
        return filled

    def _sender(self, actor: str, verb: str) -> dict[str, Any]:
        """The game master, or a player where he may."""
        if self.table.system.verbs[verb].gm or not self.unusual:
            return GM
        return {"user": "u1", "name": "Player", "gm": False, "owns": [actor]}

    def _is_fresh(self, button: dict[str, Any]) -> bool:
        """Whether its verb, or an ability that it names, was never used."""
        abilities = self.table.system.book.data
        return button["verb"] not in self.used.verbs or any(
            word in abilities and word not in self.used.abilities for word in _words(button["args"])
        )

    def _buttons(self) -> list[Pressed]:
        """What can be pressed now: the last button again, or any of each actor at anybody."""
        everybody = list(self.table.state.characters)
        tried = [(actor, [self.pick(everybody)]) for actor in everybody]
        if self.last is not None and self.last[0] in everybody:
            tried.append((self.last[0], self.last[1]))
        return [
            (actor, targets, button)
            for actor, targets in tried
            for button in self.table.look(actor, targets, GM)["actions"]
            if button["possible"]
        ]

    def _answer(self, question: dict[str, Any]) -> None:
        options = question["options"]
        fresh = [one for one in options if one["key"] not in self.used.abilities]
        option = self.pick(fresh or [None, *options, *options])
        further, habits = {}, {}
        if question["dice"] and option is not None:
            count, sides = question["dice"]["count"], question["dice"]["sides"]
            further = {"dice": [self.chance.throw(sides) for _ in range(count)]}
        elif option is not None:
            further = {one["key"]: self.pick(one["options"])["value"] for one in option["further"]}
            if option["habit"] is not None and self.chance.throw(20) == 1:
                habits = {option["key"]: self.pick(["ask", "always", "never"])}
        choice = option and option["key"]
        self.act(
            kind="answer", request=question["id"], choice=choice, further=further, habits=habits
        )

    def _conduct(self) -> None:
        """Results to be confirmed or only suggested, dice thrown by people; soon as usual again.

        What was suggested is applied first, if it still can be.
        """
        suggested = self.entries[-1]["command"]
        args: dict[str, Any] = {"suggestion": suggested}
        self.before = None
        self.act(kind="command", verb="suggestion.apply", args=args)
        other = {"automation": self.pick([*AUTOMATION]), "dice": self.pick([*DICE])}
        args = asdict(Conduct()) if self.unusual else other
        self.act(kind="command", verb="table.conduct", args=args)

    def _edit(self) -> None:
        """Other numbers for somebody, or a token that is taken away."""
        who = self.pick(list(self.table.state.characters))
        self.before = None
        if self.chance.throw(3) == 1:
            self.act(kind="command", verb="encounter.leave", args={"character": who})
            return
        fields = {key: self.chance.throw(most + 1) - 1 for key, most in self.edits.items()}
        self.act(kind="command", verb="character.edit", args={"character": who, "fields": fields})

    def _correct(self) -> None:
        """Other dice for a roll of the last action, if it had one."""
        key = self.entries[-1]["command"]
        rolls = self.table.recorded_dice(key)
        if rolls:
            label = self.pick(list(rolls))
            sides, *dice = rolls[label]
            self.before = None
            thrown = [self.chance.throw(sides) for _ in dice]
            self.act(kind="correct", command=key, label=label, dice=thrown)

    def _undo(self) -> None:
        """Takes back the last command and finds the state as it was before it."""
        before = self.before
        undone = self.act(kind="undo")
        if (
            before is not None
            and undone.entry is not None
            and undone.entry["undone"] == [before[0]]
        ):
            require(self.table.state.to_data() == before[1], "undo does not restore the state")
        self.before = None

    def act(self, **action: Any) -> Outcome:
        full = {"id": f"a{len(self.inputs)}", "sender": GM, **action}
        self.inputs.append(full)
        seq, before = (
            self.table.seq,
            self.table.state.to_data() if self.chance.throw(8) == 1 else None,
        )
        outcome = self.table.act(deepcopy(full))
        self.used.actions += 1
        if outcome.entry is None:
            require(self.table.seq == seq, "a refusal took a number")
            require(before in (None, self.table.state.to_data()), "a refusal changed the state")
            return outcome
        if full.get("verb") == "encounter.end":
            self.before = None
        entry = trip(outcome.entry)
        require(entry["seq"] == seq + 1 == self.table.seq, "the numbers have a gap")
        self.entries.append(entry)
        for event in entry["events"]:
            if event["kind"] not in ("character_added", "character_edited"):
                self.used.abilities.update(_words(event))
        self._secrecy(outcome)
        self._reload(whole=self.chance.throw(25) == 1)
        self.invariant(self.table, outcome)
        return outcome

    def _secrecy(self, outcome: Outcome) -> None:
        require(not outcome.batch("public")["opened"], "everybody is told of a question")
        require(not self.table.questions("public"), "everybody sees a question")
        for question in self.table.questions("gm"):
            mine = self.table.questions(f"owner:{question['who']}")
            require(all(one["who"] == question["who"] for one in mine), "a question is seen")

    def _reload(self, whole: bool) -> None:
        if whole:
            self._same(self._loaded(self.entries))
        elif self.checkpoint is not None:
            since = [one for one in self.entries if one["seq"] > self.checkpoint["seq"]]
            known = {one["command"] for one in since if one["kind"] == "command"}
            if all(known.issuperset([one["command"], *one["undone"]]) for one in since):
                self._same(self._loaded(since, self.checkpoint))
        if not self.table.is_open and self.chance.throw(10) == 1:
            self.checkpoint = trip(self.table.checkpoint())

    def _loaded(
        self, entries: list[dict[str, Any]], checkpoint: dict[str, Any] | None = None
    ) -> Table:
        return Table.load(self.system, entries, checkpoint, dice=self.dice, rules=self.rules)

    def _same(self, loaded: Table) -> None:
        require(not loaded.withdrawn_on_load, "a command is withdrawn on loading")
        require(loaded.seq == self.table.seq, "loaded with another number")
        require(loaded.state.to_data() == self.table.state.to_data(), "the loaded state is another")
        require(
            loaded.questions("gm") == self.table.questions("gm"), "the loaded questions are others"
        )

    def _run_again(self) -> None:
        """The same inputs with the same dice make the same journal."""
        dice = ScriptedDice(self.dice.thrown)
        table = Table(self.system, dice=dice, rules=self.rules)
        entries = []
        for one in self.inputs:
            outcome = table.act(deepcopy(one))
            if outcome.entry is not None:
                entries.append(trip(outcome.entry))
        require(entries == self.entries, "run again, the journal differs")
        require(dice.left == 0, f"run again, {dice.left} dice are left")
        require(not self.table.is_open, "a question is open at the end")


def _words(data: Any) -> Iterator[str]:
    """Every text that occurs in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for one in data.values():
            yield from _words(one)
    elif isinstance(data, list):
        for one in data:
            yield from _words(one)
