"""A bridge in the middle of a game of each system, and somebody who sends it anything.

Whatever arrives, there is one sentence with a code, or the connection ends; nothing changes unless
the answer says so; nothing is a fault of the bridge; and everybody else is served.
"""

import json
import logging
import re
import threading
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

from engine.overrides import OVERRIDES
from tests.bridge.page import ORIGIN
from tests.bridge.raw import Raw
from tests.bridge.schema_messages import filled, to_text
from vtt_bridge.server import BridgeServer
from vtt_bridge.stage.cast import Cast
from vtt_bridge.words import Refusal

SYSTEMS = ("carps", "tracks", "ccarps")
OPENING = {"carps": "attack", "tracks": "attack", "ccarps": "attack"}
OVERRIDE_KEYS = {
    "character.add": ["id", "name", "side", "control", "fields", "newcomers"],
    "character.edit": ["character", "character", "name", "side", "control", "automation", "fields"],
    "character.unbind": ["character", "characters"],
    "encounter.start": ["id", "name", "order", "newcomers", "setup", "engaged"],
    "encounter.join": ["character", "encounter", "characters", "newcomers"],
    "encounter.leave": ["character", "characters"],
    "encounter.order": ["encounter", "order"],
    "encounter.end": ["encounter"],
    "encounter.go_on": ["encounter"],
    "rules.set": ["rules"],
    "table.system": ["system"],
    "table.conduct": ["automation", "dice", "odds"],
    "suggestion.apply": ["suggestion"],
}
MESSAGES_A_WORLD = 150
FAULTS = ("internal", "not_saved", "unreadable_journal", "forgotten_rules")
SENTENCE = re.compile(r"[^\n]{3,700}[.?:)\"]")


class Faults(logging.Handler):
    """Every line of a log that tells of a fault, and what no thread has caught."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []
        self.setFormatter(logging.Formatter())

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))

    def uncaught(self, what: threading.ExceptHookArgs) -> None:
        self.seen.append(f"{what.thread}: {what.exc_type.__name__} {what.exc_value}")


class Attacked:
    """The bridge, the table that plays at it now, and the page that leads it."""

    def __init__(self, data: Path) -> None:
        self.faults = Faults()
        logging.getLogger().addHandler(self.faults)
        self._hook, threading.excepthook = threading.excepthook, self.faults.uncaught
        self.server = BridgeServer(
            data,
            port=0,
            show=lambda _: None,
            now=lambda: 0.0,  # so that no question lapses meanwhile
            messages_per_second=1e9,
        )
        self.server.start()
        self.bridge = self.server.bridge
        self.other = self.bridge.admit("other", "Other", ORIGIN, "carps")
        self.codes: Counter[str] = Counter()
        self.sent = self._worlds = self._numbers = 0
        self._page: Raw | None = None
        self._names: dict[str, list[Any]] = {}
        self.new_world()

    def close(self) -> None:
        self._leave()
        self.server.stop()
        logging.getLogger().removeHandler(self.faults)
        threading.excepthook = self._hook

    # The game

    def new_world(self) -> None:
        """The next system's samples in a fight, with whatever a first attack asks."""
        self.system = SYSTEMS[self._worlds % len(SYSTEMS)]
        self._worlds += 1
        self.world = f"world{self._worlds}"
        self.token = self.bridge.admit(self.world, "World", ORIGIN, self.system)
        cast = Cast.of(self.system).characters
        for one in cast:
            control = "pc" if one["owner"] else "npc"
            new = {key: one[key] for key in ("id", "name", "side", "fields")}
            self._perform("character.add", **new, control=control)
        self.people = [one["id"] for one in cast]
        self._perform("encounter.start", id="fight", name="Fight", order=self.people)
        for question in self.live.view("gm")["questions"]:
            self._answer(question)
        self._command(OPENING[self.system], self.people[0], self.people[-1])
        self._leave()
        self._learn()

    @property
    def live(self) -> Any:
        """The rules' table, as it is in memory."""
        return self.bridge._table(self.world)._loaded()

    def _perform(self, verb: str, **args: Any) -> None:
        self._act(kind="command", verb=verb, args=args, actor=None, targets=[])

    def _command(self, verb: str, actor: str, target: str) -> None:
        self._act(kind="command", verb=verb, args={}, actor=actor, targets=[target])

    def _answer(self, question: dict[str, Any]) -> None:
        self._act(kind="answer", request=question["id"], choice=None, source="gm")

    def _act(self, **action: Any) -> None:
        sender = {"user": "gm", "name": "Ren", "gm": True, "owns": []}
        self.bridge.perform(self.world, {"id": str(uuid.uuid4()), "sender": sender, **action})

    def _learn(self) -> None:
        """What means something at this table, by the name of the field that it stands in."""
        house, view = self.live.system, self.live.view("gm")
        characters = self.live.state.characters
        cards, people = view["cards"], self.people
        options = [option for asked in view["questions"] for option in asked["options"]]
        names = [one.name for one in characters.values()] or ["nobody"]
        commands = [card["command"] for card in cards] or ["none"]
        recorded = [label for card in cards for label in card.get("recorded", {})]
        choices = [one["key"] for one in options] or ["none"]
        word = f"!{house.command}"
        sheets = [one["fields"] for one in view["characters"].values()] or [{}]
        fields = {one.key: [sheet.get(one.key) for sheet in sheets] for one in house.fields}
        values = [*people, *names, *choices, 0, 1, 2, -1, 1000, True, "pc", people, {people[0]: 1}]
        self._names |= {
            "actor": people,
            "character": people,
            "owns": people,
            "targets": people,
            "verb": [*house.verbs, *OVERRIDES],
            "text": [f"{word} {verb}" for verb in house.verbs] + [word, "!", "attack"],
            "word": [
                *(f"@{name}" for name in names),
                *house.verbs,
                *house.book.data,
                *fields,
                *range(9),
            ],
            "request": [question["id"] for question in view["questions"]] or ["none"],
            "choice": choices,
            "command": commands,
            "with": commands,
            "label": recorded or ["none"],
            "key": [*fields, *(further["key"] for one in options for further in one["further"])],
            "value": values,
            "gm": [True, True, False],
            "seen": [None, self.live.seq],
            "after": [0, self.live.seq, self.live.seq + 5],
            "world": [self.world],
            "token": [self.token, "wrong"],
            "protocol": [1],
            "code": ["AAA-AAA"],
            **{
                f"keys of {key}": [one.key for one in verb.args]
                for key, verb in house.verbs.items()
            },
            **{f"keys of {verb}": keys for verb, keys in OVERRIDE_KEYS.items()},
            **{f"value of {key}": [*known, *values] for key, known in fields.items()},
            "value of character": people,
            "value of id": [*people, "newcomer"],
            "value of encounter": ["fight"],
            "value of order": [people, people[:1], people[::-1], []],
            "value of fields": [*sheets, {}, *({key: one} for key in fields for one in values)],
            "value of suggestion": commands,
            "value of system": list(SYSTEMS),
            "value of rules": [view["rules"], {}, *({key: True} for key in view["rules"])],
        }

    # The page

    def page(self) -> Raw:
        """The page that leads; opened again when it was closed."""
        if self._page is None:
            self._page = Raw(self.server.port)
            assert self._page.upgrade(f"Origin: {ORIGIN}") == 101
            hello = {"protocol": 1, "token": self.token, "world": self.world, "client": "page"}
            user = {"id": "gm", "name": "Ren"}
            self._page.say("40" + json.dumps({**hello, "take": True, "user": user}))
            while not (told := self._page.heard() or "").startswith("40"):
                assert told, "the bridge did not welcome its page"
                if told.startswith('42["welcome"'):
                    self._names["epoch"] = [json.loads(told[2:])[1]["epoch"]]
        return self._page

    def _leave(self) -> None:
        if self._page is not None:
            self._page.close()
            self._page = None

    def fingerprint(self) -> str:
        """Everything that a refusal may not change."""
        table = self.bridge._table(self.world)
        return json.dumps([self.live.view("gm"), table._clocks.settings.plain()], sort_keys=True)

    # What is sent

    def send(self, event: str, message: Any) -> None:
        """Send a message of that event, and see that the answer is one and tells the truth."""
        self.sent += 1
        if self.sent % MESSAGES_A_WORLD == 0:
            self.new_world()
        self.page()
        message = filled(message, self._names)
        before = self.fingerprint()
        if event == "connect":
            answer = self._say_hello(message)
        elif event == "pair":
            answer = self._pair(message)
        else:
            kinds = ("command", "answer", "undo", "correct")
            answer = self._call("act" if event in kinds else event, message)
        self._check(answer, before)

    def _call(self, event: str, message: Any) -> dict[str, Any] | None:
        page = self.page()
        self._numbers += 1
        page.say(f"42{self._numbers}" + to_text([event, message]))
        while (told := page.heard()) is not None:
            if told == "2":
                page.say("3")
            elif told.startswith(f"43{self._numbers}["):
                answer: dict[str, Any] = json.loads(told[told.index("[") :])[0]
                return answer
        self._leave()
        return None

    def _say_hello(self, message: Any) -> dict[str, Any] | None:
        with Raw(self.server.port) as other:
            assert other.upgrade() == 101
            other.say("40" + to_text(message))
            while (told := other.heard()) is not None:
                if told.startswith("40"):
                    self._leave()  # somebody else may lead now
                    return {"ok": True}
                if told.startswith("44"):
                    refused = json.loads(told[2:])
                    return {"ok": False, "error": refused["data"]}
        return None

    def _pair(self, message: Any) -> dict[str, Any]:
        try:
            self.bridge.pair(json.loads(to_text(message)), ORIGIN)
        except Refusal as refusal:
            return {"ok": False, "error": refusal.plain()}
        except (ValueError, RecursionError):  # no JSON for Python either
            return {"ok": True}
        raise AssertionError("a guessed code paired")

    def send_raw(self, *parts: bytes, upgrade: bool, welcome: bool = False) -> bytes:
        """Send bytes to the socket or to the port, then listen until the bridge hangs up."""
        self.sent += 1
        self.page()
        before = self.fingerprint()
        with Raw(self.server.port) as other:
            if upgrade:
                assert other.upgrade() == 101
            if welcome:
                user = {"id": "gm", "name": "Ren"}
                hello = {"protocol": 1, "token": self.other, "world": "other", "client": "other"}
                other.say("40" + json.dumps({**hello, "take": True, "user": user}))
                while not (other.heard() or "40").startswith("40"):
                    pass
            for part in parts:
                other.send(part)
            other.finish()
            told = other.rest()
        served = self._call("ask", {"ids": [str(uuid.uuid4())]})
        assert served == {"ok": True, "known": {}}
        self._check({"ok": False, "error": None}, before)
        return told

    def request(self, data: bytes) -> None:
        """Send bytes as an HTTP request; the answer, if any, is HTTP and no fault."""
        told = self.send_raw(data, upgrade=False)
        if not told:
            self.codes["closed"] += 1
            return
        head, _, body = told.rpartition(b"\r\n\r\n")
        status = int(head.split()[1]) if head else 0  # HTTP 0.9 has no head
        assert status < 500, told
        if status >= 400 and body:
            self._check_sentence(json.loads(body)["error"])
        else:
            self.codes[f"status {status}"] += 1

    # What must hold

    def _check(self, answer: dict[str, Any] | None, before: str) -> None:
        assert not self.faults.seen, self.faults.seen[0]
        if answer is None:
            self.codes["closed"] += 1
            assert self.fingerprint() == before
        elif answer["ok"]:
            self.codes["done"] += 1
            self._learn()
        else:
            if answer["error"] is not None:
                self._check_sentence(answer["error"])
            assert self.fingerprint() == before

    def _check_sentence(self, error: dict[str, Any]) -> None:
        self.codes[error["code"]] += 1
        assert error["code"] not in FAULTS, error
        assert re.fullmatch(r"[a-z_]{2,40}", error["code"])
        assert SENTENCE.fullmatch(error["text"]), error
        assert set(error) <= {"code", "heading", "text", "hint", "reason", "data"}
