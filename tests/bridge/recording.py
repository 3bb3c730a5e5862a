"""Records the journals that every later release must load.

`python -m tests.bridge.recording` plays one evening by chance in each rule system, through the
bridge, and writes what this release kept of it to `tests/data/journals/VERSION`: the entries as
JSON lines, what they came to, and the database. Run it as long as a version is not released; after
that its files never change.
"""

import gzip
import json
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.dice import SeededDice, SystemDice
from engine.system import systems
from tests.bridge.evening import GM, ORIGIN
from vtt_bridge import __version__
from vtt_bridge.journals import replay
from vtt_bridge.service import Bridge
from vtt_bridge.store import Plain
from vtt_bridge.store.sqlite import SqliteStore

JOURNALS = Path(__file__).parents[1] / "data" / "journals"
PEOPLE = ("hiroshi", "benkei", "mai", "rei")
ENTRIES = 140


class Leader:
    """A page that leads one world, as the bridge's wire: what it was told so far."""

    def __init__(self, store: SqliteStore, world: str, system: str, seed: int) -> None:
        self.bridge = Bridge(
            store, self, dice=lambda: SeededDice(seed), messages_per_second=1_000_000
        )
        token = self.bridge.admit(world, world.title(), ORIGIN, system)
        self.questions: dict[str, Plain] = {}
        self.encounters: dict[str, Plain] = {}
        self.rolls: dict[str, dict[str, list[int]]] = {}
        self.last = ""
        self.seq = 0
        hello = {"protocol": 1, "token": token, "world": world, "client": "recording"}
        self.bridge.connect("page", {**hello, "user": {"id": "gm", "name": "Ren"}}, ORIGIN)

    def send(self, sid: str, event: str, message: Plain) -> None:
        if event == "welcome":
            self.epoch = message["epoch"]
            self.description = message["description"]
        elif event == "batch":
            self._take(message["gm"])

    def drop(self, sid: str) -> None:
        raise AssertionError("the page was dropped")

    def _take(self, batch: Plain) -> None:
        self.seq = batch["seq"]
        for closed in batch["closed"]:
            self.questions.pop(closed["id"], None)
        self.questions.update({one["id"]: one for one in batch["opened"]})
        self.encounters.update(batch["encounters"])
        for gone in batch["removed"]["encounters"]:
            self.encounters.pop(gone, None)
        self.rolls = {card["command"]: card["recorded"] for card in batch["cards"]}
        self.last = batch["command"]["id"] if batch.get("command") else self.last

    def act(self, action: Plain) -> Plain:
        return self.bridge.handle("page", "act", {"sender": GM, "epoch": self.epoch, **action})

    def look(self, actor: str, target: str) -> list[Plain]:
        asked = {"actor": actor, "targets": [target], "sender": GM}
        shown = self.bridge.handle("page", "look", asked)
        return [one for one in shown["look"]["actions"] if one["possible"]] if shown["ok"] else []


class Player:
    """Presses buttons by chance, answers, undoes, edits, corrects; always the same for a seed."""

    def __init__(self, leader: Leader, seed: int) -> None:
        self.leader = leader
        self.chance = SeededDice(seed + 1_000)
        self.number = 0
        self.tried: Counter[str] = Counter()

    def pick(self, values: list[Any]) -> Any:
        return values[self.chance.throw(len(values)) - 1]

    def act(self, kind: str = "command", **action: Any) -> Plain:
        self.number += 1
        return self.leader.act({"kind": kind, "id": f"action-{self.number:04}", **action})

    def gm(self, verb: str, **args: Any) -> Plain:
        return self.act(verb=verb, args=args)

    def play(self) -> None:
        """Everybody comes, then steps by chance, and on until a question is open at the end."""
        for place, who in enumerate(PEOPLE):
            fields = self._fields()
            side = ("red", "blue")[place % 2]
            control = ("pc", "npc")[place % 2]
            self.gm(
                "character.add",
                id=who,
                name=who.title(),
                side=side,
                control=control,
                fields=fields,
            )
        while self.leader.seq < ENTRIES:
            self._step()
        self.gm("table.conduct", automation="at_once", dice="typed")
        for _ in range(500):
            if self.leader.questions:
                return
            self._press()
        raise AssertionError("no question is open at the end")

    def _fields(self) -> Plain:
        """Abilities by chance, and enough to pay for them."""
        offered = [one["key"] for one in self.leader.description["abilities"]]
        fields: Plain = {}
        for one in self.leader.description["fields"]:
            if one["kind"] == "abilities" and offered:
                fields[one["key"]] = list(dict.fromkeys(self.pick(offered) for _ in range(8)))
            elif one["key"] in ("rp", "base", "pool"):
                fields[one["key"]] = 30
        return fields

    def _step(self) -> None:
        chance = self.chance.throw(100)
        questions = list(self.leader.questions.values())
        if chance <= 5:
            self.act("undo", command=None, actor=None, **{"with": []})
        elif chance <= (20 if questions else 9):
            name = self.pick(["Hiroshi", "Hirō", "H. \U0001f3b2"])
            self.gm("character.edit", character=PEOPLE[0], name=name, fields=self._fields())
        elif chance <= 24:
            self._correct()
        elif chance <= 28:
            self._conduct()
        elif chance <= 29 and self.leader.encounters:
            self.gm("encounter.leave", character=self.pick([*PEOPLE]))
        elif questions:
            self._answer(self.pick(questions))
        else:
            self._press()

    def _conduct(self) -> None:
        """What was suggested is applied; then results count otherwise, or as usual again."""
        self.gm("suggestion.apply", suggestion=self.leader.last)
        usual = {"automation": "at_once", "dice": "bridge"}
        other = {
            "automation": self.pick(["confirm", "suggest", "at_once"]),
            "dice": self.pick(["typed", "typed", "bridge"]),
        }
        self.gm("table.conduct", **self.pick([usual, other]))

    def _correct(self) -> None:
        for command, rolls in self.leader.rolls.items():
            for label, (sides, *dice) in rolls.items():
                thrown = [self.chance.throw(sides) for _ in dice]
                self.act("correct", command=command, label=label, dice=thrown)
                return

    def _answer(self, question: Plain) -> None:
        option = self.pick([None, *question["options"], *question["options"]])
        further: Plain = {}
        habits: dict[str, str] = {}
        if option is not None and question["dice"]:
            wanted = question["dice"]
            further = {"dice": [self.chance.throw(wanted["sides"]) for _ in range(wanted["count"])]}
        elif option is not None:
            further = {one["key"]: self.pick(one["options"])["value"] for one in option["further"]}
            if option["habit"] is not None and self.chance.throw(15) == 1:
                habits = {option["key"]: self.pick(["ask", "always", "never"])}
        choice = option and option["key"]
        given = {"choice": choice, "further": further, "habits": habits, "source": "person"}
        self.act("answer", request=question["id"], **given)

    def _press(self) -> None:
        """A button that was pressed seldom so far, most of the time in an encounter."""
        running = [one for one in self.leader.encounters.values() if not one["over"]]
        for over in [one for one in self.leader.encounters.values() if one["over"]]:
            self.gm("encounter.end", encounter=over["id"])
        if not running and self.chance.throw(3) > 1:
            key = f"fight-{self.number}"
            self.gm("encounter.start", id=key, name="Fight", order=list(PEOPLE))
        actors = [one["turn"] for one in running if one["turn"]] or [self.pick([*PEOPLE])]
        actor = self.pick([*actors, *actors, *PEOPLE])
        target = self.pick([*PEOPLE])
        shown = self.leader.look(actor, target)
        if not shown:
            return
        seldom = min(self.tried[one["verb"]] for one in shown)
        fresh = [one for one in shown if self.tried[one["verb"]] == seldom]
        button = self.pick(fresh if self.chance.throw(3) == 1 else shown)
        self.tried[button["verb"]] += 1
        args = {**button["args"], **self._filled(button.get("form", []))}
        gm = button.get("gm", False)
        self.act(verb=button["verb"], actor=None if gm else actor, targets=[target], args=args)

    def _filled(self, form: list[Plain]) -> Plain:
        filled: Plain = {}
        for one in form:
            if one.get("optional") and self.chance.throw(4) > 1:
                continue
            if one["kind"] == "integer":
                low = one.get("min", 0)
                filled[one["key"]] = low + self.chance.throw(one.get("max", low + 6) - low + 1) - 1
            elif one["kind"] == "flag":
                filled[one["key"]] = True
            elif one["kind"] == "choice" and one["options"]:
                filled[one["key"]] = self.pick(one["options"])["value"]
            elif one["kind"] == "text":
                filled[one["key"]] = self.pick(["Stealth", "?", *PEOPLE])
        return filled


def view_of(table: Any) -> Plain:
    """What a game master sees that must stay as it was: not words, but who, where and what next."""
    view = table.view("gm")
    return {
        "seq": view["seq"],
        "system": view["system"],
        "conduct": view["conduct"],
        "characters": {
            key: {name: one[name] for name in ("name", "side", "control", "out", "fields")}
            for key, one in view["characters"].items()
        },
        "encounters": {
            key: {name: one[name] for name in ("name", "round", "turn", "order", "over")}
            for key, one in view["encounters"].items()
        },
        "questions": [
            {
                "id": one["id"],
                "who": one["who"],
                "options": [option["key"] for option in one["options"]],
            }
            for one in view["questions"]
        ],
    }


def digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def record(folder: Path, seed: int = 12) -> None:
    """One database with a world for each system, each played to an open question."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "bridge.sqlite3"
        with closing(SqliteStore(database)) as store:
            for number, system in enumerate(systems()):
                leader = Leader(store, system, system, seed + number)
                Player(leader, seed + number).play()
                keep(folder, store, system)
        with closing(sqlite3.connect(database)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("VACUUM")
        packed = gzip.compress(database.read_bytes(), mtime=0)
        (folder / "bridge.sqlite3.gz").write_bytes(packed)


def keep(folder: Path, store: SqliteStore, world: str) -> None:
    """The journal of a world, and what it came to."""
    entries = store.entries(world, 0)
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in entries]
    journal = "".join(f"{line}\n" for line in lines)
    (folder / f"{world}.jsonl").write_text(journal, encoding="utf-8")
    found = store.world(world)
    assert found is not None
    table = replay(store, found, SystemDice)
    state = table.state.to_data()
    expected = {
        "journal": sha256(journal.encode()).hexdigest(),
        "digest": digest(state),
        "state": state,
        "view": view_of(table),
    }
    text = json.dumps(expected, ensure_ascii=False, indent=1)
    (folder / f"{world}.json").write_text(f"{text}\n", encoding="utf-8")
    kinds = Counter(one["kind"] for one in entries)
    print(world, len(entries), dict(kinds), len(table.questions("gm")), "open")


if __name__ == "__main__":
    record(Path(sys.argv[1]) if len(sys.argv) > 1 else JOURNALS / __version__)
