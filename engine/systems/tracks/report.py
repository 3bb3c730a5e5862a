"""The card of an action, told from its events: outcome, changes, dice, bids, receipts."""

from __future__ import annotations

from typing import Any

from engine.cards import Card, person
from engine.events import Event, PartRefused, Resolved
from engine.systems.tracks import words
from engine.systems.tracks.contest import Contest
from engine.systems.tracks.daily import REVERSING_TN
from engine.systems.tracks.facts import (
    BidMade,
    BidPassed,
    BidsOpened,
    DamageSet,
    EngagementSet,
    FateSet,
    PoolSet,
    Rolled,
    SituationSet,
    StandingSet,
    TensionSet,
    Thrown,
)
from engine.systems.tracks.model import MOST_TENSION, TracksState, engagements


def floats(events: list[Event], state: TracksState) -> list[dict[str, Any]]:
    """What floats up over tokens: damage, then rises of tension."""
    shown: list[dict[str, Any]] = []
    tension: dict[str, int] = {}
    for event in events:
        if isinstance(event, DamageSet):
            text = words.damage_float(event.track, event.amount)
            shown.append({"character": event.who, "text": text, "main": True})
        elif isinstance(event, TensionSet) and event.why in ("raise", "six", "pay", "outside"):
            tension[event.who] = tension.get(event.who, 0) + 1
    for who, steps in tension.items():
        at_max = state.characters[who].at_max
        text = words.tension_float(steps, at_max)
        shown.append({"character": who, "text": text, "main": False})
    return shown


def fill(card: Card, command: dict[str, Any], events: list[Event], state: TracksState) -> Card:
    """Tells the command's events on its card."""
    actor, verb, args = command["actor"], command["verb"], command["args"]
    card.title = _title(state, actor, verb, args)
    story = _Story(card, state, REVERSING_TN if verb == "reverse_fate" else args.get("tn"))
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
    """Tells events one after the other onto a card; `goal` is the target number, if any."""

    def __init__(self, card: Card, state: TracksState, goal: int | None) -> None:
        self.card = card
        self.state = state
        self.goal = goal
        self.contests: list[Contest] = []
        self.rolls: dict[tuple[str, str], dict[str, Any]] = {}
        self.tension: dict[tuple[str, str], int] = {}
        self.lines: dict[tuple[str, str], dict[str, Any]] = {}

    def tell(self, event: Event) -> None:
        match event:
            case Thrown():
                self._thrown(event)
            case BidMade():
                self._bid(event)
            case BidsOpened() | BidPassed():
                self.contests[-1].tell(event)
            case Rolled():
                self._rolled(event)
            case TensionSet():
                self._tension(event)
            case DamageSet():
                self._change(event.who, event.track, event.now, event.now - event.amount, True)
            case StandingSet():
                self._standing(event)
            case FateSet():
                told = words.FATE_SET[event.fate].format(who=self.name(event.who))
                self.card.effects.append(told)
            case PoolSet():
                self._pool(event)
            case EngagementSet():
                self._engaged(event)
            case PartRefused():
                self._refused(event)
            case SituationSet():
                self.card.effects.append(words.SITUATION.format(situation=event.situation))
            case Resolved():
                self._resolved(event)

    def name(self, who: str) -> str:
        return self.state.characters[who].name

    def _thrown(self, event: Thrown) -> None:
        if not self.contests or self.contests[-1].settled:
            self.contests.append(Contest(self.goal))
        self.contests[-1].begins(event)
        dice = [_die(die, word) for word, some in event.dice for die in some]
        roll = self._roll(event.who, event.purpose, event.result, dice)
        self.rolls[event.who, event.purpose] = roll
        thrown = str(sum(die["value"] for die in dice)) if dice else ""
        self.card.receipts.append(
            {
                "number": f"{self.name(event.who)} {event.result}",
                "text": words.sum_told(thrown, event.terms),
                "ruling": "T1",
                "audience": event.audience(),
            }
        )

    def _roll(
        self, who: str, purpose: str, result: int, dice: list[dict[str, Any]]
    ) -> dict[str, Any]:
        roll = {
            "id": f"{purpose}:{who}:{len(self.card.rolls)}",
            "label": self.name(who),
            "target": str(result),
            "what": words.purpose_of(self.name(who), purpose),
            "faces": 6,
            "dice": dice,
        }
        self.card.rolls.append(roll)
        return roll

    def _bid(self, event: BidMade) -> None:
        contest = self.contests[-1]
        contest.tell(event)
        roll = self.rolls[contest.key_of(event.who)]
        roll["target"] = str(event.result)
        word = words.bid_die(event.round)
        roll["dice"] = [*roll["dice"], *(_die(one, word) for one in event.dice)]

    def _rolled(self, event: Rolled) -> None:
        if self.contests:
            self.contests[-1].tell(event)
        if (event.who, event.purpose) not in self.rolls:
            dice = [_die(one, words.THROW_DIE) for one in event.dice]
            self._roll(event.who, event.purpose, event.result, dice)

    def _tension(self, event: TensionSet) -> None:
        """One line for each track, from where it stood first."""
        start = _steps(event.before, event.was_max)
        now = _steps(event.now, event.at_max)
        key = (event.who, event.track)
        if key not in self.tension:
            self.tension[key] = start
            self.lines[key] = {
                "character": person(self.state, event.who),
                "label": words.tension_of(event.track),
                "from": words.tension(start),
                "main": False,
            }
            self.card.changes.append(self.lines[key])
        delta = now - self.tension[key]
        self.lines[key] |= {"to": words.tension(now), "delta": words.signed(delta)}

    def _engaged(self, event: EngagementSet) -> None:
        groups = [[self.name(who) for who in group] for group in engagements(event.links)]
        self.card.effects.append(words.engaged(groups))

    def _refused(self, event: PartRefused) -> None:
        """What was announced or chosen and did not go, for whom it concerns."""
        self.card.receipts.append(
            {
                "number": words.NOT_DONE,
                "text": words.part(event.part, event.why),
                "ruling": "",
                "audience": event.audience(),
            }
        )

    def _change(self, who: str, track: str, now: int, before: int, main: bool) -> None:
        self.card.changes.append(
            {
                "character": person(self.state, who),
                "label": words.damage_of(track),
                "from": str(before),
                "to": str(now),
                "delta": words.signed(now - before),
                "main": main,
            }
        )

    def _standing(self, event: StandingSet) -> None:
        who = person(self.state, event.who)
        if event.what == "awake":
            self.card.effects.append(words.comes_round(self.name(event.who)))
        else:
            self.card.changes.append(
                {"character": who, "kind": "out", "text": words.OUT[event.what]}
            )

    def _pool(self, event: PoolSet) -> None:
        self.card.changes.append(
            {
                "character": person(self.state, event.who),
                "label": words.STRATEGY,
                "from": str(event.now - event.amount),
                "to": str(event.now),
                "delta": words.signed(event.amount),
                "main": False,
                "audience": event.audience(),
            }
        )

    def _resolved(self, event: Resolved) -> None:
        data, outcome = event.data, (words.DONE, "", "")
        if "winner" in data:
            why = words.won_by(data["by"], data["results"])
            dealt = "hit" if data.get("victim") or event.what == "opposed" else "miss"
            if event.what == "opposed":
                text = words.wins(self.name(data["winner"]))
            elif data["winner"] == data["who"]:
                text = words.HIT
            else:
                text = words.COUNTERED if data["victim"] else words.MISS
            outcome = (text, why, dealt)
        elif "success" in data:
            good = data["success"]
            why = words.against(data["result"], self.goal) if self.goal is not None else ""
            outcome = (words.SUCCESS if good else words.FAILURE, why, "hit" if good else "miss")
        elif "result" in data:
            outcome = (str(data["result"]), "", "")
        elif event.what == "build":
            faults = [*data["errors"], *data["warnings"]]
            self.card.effects.extend(words.build_fault(one) for one in faults)
            outcome = (words.points(data["cost"]["total"]), "", "")
        elif "round" in data:
            outcome = (words.round_name(data["round"]), "", "")
        self.card.outcome = dict(zip(("text", "why", "state"), outcome, strict=True))

    def close(self) -> None:
        """The sums of a duel, its bids in rows, and in the foot how the bidding stands."""
        for contest in self.contests:
            if contest.shown:
                self.card.blocks.extend(contest.blocks(self.state))
            self.card.foot = contest.foot(self.state) or self.card.foot


def _steps(tension: int, at_max: bool) -> int:
    """Tension with MAX as the step past 6 (T13)."""
    return tension + 1 if at_max and tension == MOST_TENSION else tension


def _die(value: int, word: str) -> dict[str, Any]:
    state = "special" if value == 6 and word in words.EXPLODING else "kept"
    return {"faces": 6, "value": value, "state": state, "kept": True, "word": word}
