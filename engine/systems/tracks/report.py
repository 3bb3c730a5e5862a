"""The card of an action, told from its events: outcome, changes, dice, bids, receipts."""

from __future__ import annotations

from typing import Any

from engine.cards import Card, person
from engine.events import Event
from engine.systems.tracks import words
from engine.systems.tracks.facts import (
    BidMade,
    BidPassed,
    DamageSet,
    FateSet,
    PoolSet,
    Resolved,
    Rolled,
    SituationSet,
    StandingSet,
    TensionSet,
    Thrown,
)
from engine.systems.tracks.model import TracksState

OUT = {"down": "Down.", "faint": "Faints.", "dead": "Dies."}


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def floats(events: list[Event], state: TracksState) -> list[dict[str, Any]]:
    """What floats up over tokens: damage, then rises of tension."""
    shown: list[dict[str, Any]] = []
    tension: dict[str, int] = {}
    for event in events:
        if isinstance(event, DamageSet):
            text = f"{signed(-event.amount)} {words.TRACKS[event.track]}"
            shown.append({"character": event.who, "text": text, "main": True})
        elif isinstance(event, TensionSet) and event.why in ("raise", "six", "pay", "outside"):
            tension[event.who] = tension.get(event.who, 0) + 1
    for who, steps in tension.items():
        at_max = state.characters[who].at_max
        text = "MAX" if at_max else f"{signed(steps)} tension"
        shown.append({"character": who, "text": text, "main": False})
    return shown


def fill(card: Card, command: dict[str, Any], events: list[Event], state: TracksState) -> Card:
    """Tells the command's events on its card."""
    actor, verb, args = command["actor"], command["verb"], command["args"]
    card.title = _title(state, actor, verb, args)
    story = _Story(card, state)
    for event in events:
        story.tell(event)
    story.close()
    return card


def _title(state: TracksState, actor: str | None, verb: str, args: dict[str, Any]) -> list[Any]:
    told = words.TITLES[verb]
    who = [person(state, actor), " "] if actor is not None else []
    target = args.get("target")
    if target is None:
        return [*who, told]
    return [*who, f"{told} ", person(state, target)]


class _Story:
    """Tells events one after the other onto a card."""

    def __init__(self, card: Card, state: TracksState) -> None:
        self.card = card
        self.state = state
        self.sums: dict[tuple[str, str], int] = {}
        self.thrown: dict[tuple[str, str], int] = {}
        self.settled = False
        self.round = 1
        self.rolls: dict[tuple[str, str], dict[str, Any]] = {}
        self.raises: dict[str, dict[str, str]] = {}

    def tell(self, event: Event) -> None:
        match event:
            case Thrown():
                self._thrown(event)
            case BidMade():
                self._bid(event)
            case BidPassed():
                self._said(event.who, f"{event.round}", "passes")
            case Rolled():
                self._rolled(event)
            case TensionSet():
                self._tension(event)
            case DamageSet():
                self._change(event.who, event.track, event.now, event.now - event.amount, True)
            case StandingSet():
                self._standing(event)
            case FateSet():
                text = "accepts fate" if event.fate == "accepted" else "may accept fate again"
                self.card.effects.append(f"{self.name(event.who)} {text}.")
            case PoolSet():
                self._pool(event)
            case SituationSet():
                self.card.effects.append(f"The situation is {event.situation} now.")
            case Resolved():
                self._resolved(event)

    def name(self, who: str) -> str:
        return self.state.characters[who].name

    def _thrown(self, event: Thrown) -> None:
        key = (event.who, event.purpose)
        self.sums[key] = self.thrown[key] = event.result
        roll = {
            "id": f"{event.purpose}:{event.who}",
            "label": self.name(event.who),
            "target": str(event.result),
            "what": f"{self.name(event.who)}: {words.PURPOSES[event.purpose]}",
            "faces": 6,
            "dice": [_die(die, word) for word, dice in event.dice for die in dice],
        }
        self.rolls[key] = roll
        self.card.rolls.append(roll)
        thrown = sum(die for _, dice in event.dice for die in dice)
        parts = "".join(f" {signed(amount)} {source}" for amount, source in event.terms)
        self.card.receipts.append(
            {
                "number": f"{self.name(event.who)} {event.result}",
                "text": f"dice {thrown}{parts}",
                "ruling": "T1",
                "audience": event.audience(),
            }
        )

    def _bid(self, event: BidMade) -> None:
        key = next(one for one in reversed(self.sums) if one[0] == event.who)
        self.sums[key] = event.result
        roll = self.rolls[key]
        roll["target"] = str(event.result)
        number = len({one["word"] for one in roll["dice"] if one["word"].startswith("bid")}) + 1
        roll["dice"] = [*roll["dice"], *(_die(one, f"bid {number}") for one in event.dice)]
        self.round = event.round
        self._said(event.who, str(event.round - 1), f"raises, {signed(sum(event.dice))}")

    def _said(self, who: str, round_: str, text: str) -> None:
        self.raises.setdefault(round_, {})[who] = text

    def _rolled(self, event: Rolled) -> None:
        key = (event.who, event.purpose)
        if key in self.rolls:
            self.sums[key] = event.result
            self.settled = True
            return
        self.card.rolls.append(
            {
                "id": f"{event.purpose}:{event.who}:{len(self.card.rolls)}",
                "label": self.name(event.who),
                "target": str(event.result),
                "what": f"{self.name(event.who)}: {words.PURPOSES[event.purpose]}",
                "faces": 6,
                "dice": [_die(one, "throw") for one in event.dice],
            }
        )

    def _tension(self, event: TensionSet) -> None:
        """One line for each track, from where it stood first."""
        label = f"{words.TRACKS[event.track]} tension"
        now = "MAX" if event.at_max and event.now == 6 else str(event.now)
        for one in self.card.changes:
            if one.get("label") == label and one["character"]["id"] == event.who:
                one["to"] = now
                return
        before = event.now if event.at_max else max(event.now - 1, 0)
        self.card.changes.append(
            {
                "character": person(self.state, event.who),
                "label": label,
                "from": str(before),
                "to": now,
                "delta": "",
                "main": False,
            }
        )

    def _change(self, who: str, track: str, now: int, before: int, main: bool) -> None:
        self.card.changes.append(
            {
                "character": person(self.state, who),
                "label": f"{words.TRACKS[track]} damage",
                "from": str(before),
                "to": str(now),
                "delta": signed(now - before),
                "main": main,
            }
        )

    def _standing(self, event: StandingSet) -> None:
        who = person(self.state, event.who)
        if event.what == "awake":
            self.card.effects.append(f"{self.name(event.who)} comes round.")
        else:
            self.card.changes.append({"character": who, "kind": "out", "text": OUT[event.what]})

    def _pool(self, event: PoolSet) -> None:
        self.card.changes.append(
            {
                "character": person(self.state, event.who),
                "label": "strategy",
                "from": str(event.now - event.amount),
                "to": str(event.now),
                "delta": signed(event.amount),
                "main": False,
                "audience": event.audience(),
            }
        )

    def _resolved(self, event: Resolved) -> None:
        data, outcome = event.data, ("Done", "", "")
        if "winner" in data:
            winner = self.name(data["winner"])
            why = {"attribute": "by attribute", "dice": "by dice"}.get(data["by"], "")
            if event.what == "attack":
                hit = data["winner"] == data["who"]
                text = "Hit" if hit else "Countered" if data["victim"] else "Miss"
                outcome = (text, why, "hit" if data["victim"] else "miss")
            else:
                outcome = (f"{winner} wins", why, "hit")
        elif "success" in data:
            good = data["success"]
            outcome = ("Success" if good else "Failure", "", "hit" if good else "miss")
        elif "result" in data:
            outcome = (str(data["result"]), "", "")
        elif event.what == "build":
            faults = [*data["errors"], *data["warnings"]]
            self.card.effects.extend(one.replace("_", " ").replace(":", ": ") for one in faults)
            outcome = (f"{data['cost']['total']} points", "", "")
        elif "round" in data:
            outcome = (f"Round {data['round']}", "", "")
        self.card.outcome = dict(zip(("text", "why", "state"), outcome, strict=True))

    def close(self) -> None:
        """The two sums of a duel, and the bids in rows."""
        main = [key for key in self.sums if key[1] in words.DUELS]
        if not main:
            return
        sums = [self.sums[key] for key in main]
        sides = []
        for place, (who, _) in enumerate(main):
            note, ahead = "", False
            if len(main) == 2:
                margin = sums[place] - sums[1 - place]
                ahead = margin > 0
                note = (
                    "level" if not margin else f"{'ahead' if ahead else 'behind'} by {abs(margin)}"
                )
            side = {"character": person(self.state, who), "sum": str(sums[place])}
            sides.append({**side, "note": note, "ahead": ahead})
        self.card.blocks.append({"kind": "duel", "sides": sides})
        if len(main) == 2:
            self.card.blocks.append({"kind": "bids", "rows": self._rows(main)})

    def _rows(self, main: list[tuple[str, str]]) -> list[dict[str, Any]]:
        """The throw, each bid, and who is still to answer."""
        thrown = [str(self.thrown[key]) for key in main]
        rows: list[dict[str, Any]] = [{"label": "Throw", "cells": thrown}]
        if not self.settled:
            self.raises.setdefault(str(self.round), {})
        for round_, said in self.raises.items():
            now = not self.settled and round_ == str(self.round)
            cells = [said.get(who, "to answer" if now else "") for who, _ in main]
            rows.append(
                {"label": f"Bid {round_}", "cells": cells, **({"now": True} if now else {})}
            )
        return rows


def _die(value: int, word: str) -> dict[str, Any]:
    state = "special" if value == 6 and word in ("throw", "specialty") else "kept"
    return {"faces": 6, "value": value, "state": state, "kept": True, "word": word}
