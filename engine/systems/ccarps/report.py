"""The card of an action, told from its events: outcome, changes, target number, dice, receipts."""

from __future__ import annotations

from typing import Any

from engine.cards import Card, person
from engine.events import Event, Resolved
from engine.systems.ccarps import blocks, words
from engine.systems.ccarps.entries import signed
from engine.systems.ccarps.facts import (
    AccumulatorSet,
    AttributesSet,
    ConditionTold,
    DamageTold,
    DodgingSet,
    DraftSet,
    MarksSet,
    PointsSet,
    RiposteSet,
    Rolled,
    SkillSet,
    SuccessStands,
)
from engine.systems.ccarps.making import MakingSet
from engine.systems.ccarps.model import CcarpsState

MAIN = ("check", "first", "second", "attack")
PLAIN_SUMS = ("wheel", "drift", "location", "set")


def floats(events: list[Event]) -> list[dict[str, Any]]:
    """What floats up over tokens: boxes marked, by bar."""
    return [
        {
            "character": event.who,
            "text": f"{signed(event.amount)} {event.bar.capitalize()}",
            "main": event.amount > 0,
        }
        for event in events
        if isinstance(event, MarksSet)
    ]


def fill(
    card: Card, command: dict[str, Any], events: list[Event], state: CcarpsState
) -> Card | None:
    """Tells the events of a command, or of a whole draft, on one card."""
    begun = next((one for one in events if isinstance(one, DraftSet) and one.draft), None)
    if begun is not None and begun.draft is not None:
        card.title = _draft_title(state, begun.who, begun.draft)
    else:
        card.title = _title(state, command)
    story = _Story(card, state)
    for event in events:
        story.tell(event)
    story.close()
    return card


def _title(state: CcarpsState, command: dict[str, Any]) -> list[Any]:
    verb, args = command["verb"], command["args"]
    told = words.TITLES[verb]
    who = command["actor"] or args.get("who") or _nested(args)
    target = args.get("target") or _nested(args, "second")
    parts: list[Any] = [person(state, who), " "] if who in state.characters else []
    parts.append(told)
    if target in state.characters:
        parts += [" ", person(state, target)]
    return parts


def _draft_title(state: CcarpsState, who: str, draft: dict[str, Any]) -> list[Any]:
    """Who rolls what, against whom."""
    means = draft["weapon"] or draft["skill"] or draft["attribute"].capitalize()
    told = words.DRAFT_TITLES[draft["purpose"]]
    if draft["against"] not in state.characters:
        return [person(state, who), f" {told.format(means=means)}"]
    target = person(state, draft["against"])
    return [person(state, who), f" {told} ", target, words.WITH.format(means=means)]


def _nested(args: dict[str, Any], key: str = "first") -> Any:
    side = args.get(key)
    return side.get("who") if isinstance(side, dict) else None


class _Story:
    """Tells events one after the other onto a card."""

    def __init__(self, card: Card, state: CcarpsState) -> None:
        self.card = card
        self.state = state
        self.draft: DraftSet | None = None
        self.making: MakingSet | None = None
        self.steps: list[dict[str, Any]] = []
        self.wheels: list[dict[str, Any]] = []

    def name(self, who: str) -> str:
        return self.state.characters[who].name

    def tell(self, event: Event) -> None:
        match event:
            case DraftSet():
                self._draft(event)
            case Rolled():
                self._rolled(event)
            case MarksSet():
                now, before = event.now, event.now - event.amount
                self._change(event.who, f"{event.bar} marks", before, now, event.amount > 0)
            case ConditionTold():
                self._condition(event)
            case DodgingSet():
                text = "gives up its actions" if event.dodging else "has its actions again"
                self.card.effects.append(f"{self.name(event.who)} {text}.")
            case RiposteSet() if event.number is not None:
                worth = signed(event.number)
                self.card.effects.append(f"{self.name(event.who)}: {worth} on the riposte.")
            case SuccessStands() if event.standing is not None:
                self.card.foot = words.STANDS.format(total=event.standing["total"])
            case PointsSet():
                now, before = event.now, event.now - event.amount
                self._change(event.who, "points to assign", before, now, False, event.audience())
            case SkillSet():
                text = f"{event.skill} has {event.points} points."
                self.card.effects.append(text)
            case AccumulatorSet():
                text = f"{event.now} points are gathered for {event.attribute.capitalize()}."
                self.card.effects.append(text)
            case DamageTold():
                self._damage(event)
            case MakingSet():
                self._making(event)
            case AttributesSet():
                told = [f"{name.capitalize()} {one}" for name, one in event.attributes.items()]
                total = str(sum(event.attributes.values()))
                self._receipt(total, ", ".join(told), "R33", event.audience())
            case Resolved():
                self._resolved(event)

    def _draft(self, event: DraftSet) -> None:
        self.draft = event if event.draft is not None else None
        if event.why == "dropped":
            self._outcome("Given up")

    def _making(self, event: MakingSet) -> None:
        """Whoever may know the figures finds them in the dialog; the card leads there."""
        self.making = event if event.making is not None else None
        if event.why in words.MAKING_ENDS:
            self._outcome(words.MAKING_ENDS[event.why])

    def _rolled(self, event: Rolled) -> None:
        kept = [] if event.purpose in PLAIN_SUMS else blocks.lowest_places(event.dice)
        label = "under" if event.tn is not None else ""
        who = f"{self.name(event.who)}: " if event.who is not None else ""
        main = event.purpose in MAIN
        self.card.rolls.append(
            {
                "id": f"{event.purpose}:{event.who}:{len(self.card.rolls)}",
                "label": label,
                "target": words.number(event.tn if event.tn is not None else event.result),
                "what": "" if main else f"{who}{words.PURPOSES[event.purpose]}",
                "faces": 6,
                "dice": [
                    blocks.die(value, not kept or place in kept, len(event.dice) > 1 and bool(kept))
                    for place, value in enumerate(event.dice)
                ],
            }
        )
        if event.parts is not None:
            if main:
                rows = blocks.rows(self.state, event.parts, [], None)
                self.steps.append({"kind": "steps", "rows": rows})
            of = "" if main else who
            self._receipt(f"TN {event.tn}", f"{of}{blocks.sum_of(event.parts)}", "R2")
            kept_dice = " + ".join(str(event.dice[place]) for place in kept)
            counted = words.TWO_LOWEST if len(kept) > 1 else words.ONE_AND_SIX
            self._receipt(str(event.result), f"{of}{counted.format(dice=kept_dice)}", "R1")
        if event.purpose == "wheel":
            self.wheels.append(blocks.fail_wheel(event.result))
        elif event.purpose == "drift":
            self.wheels.append(blocks.drift_wheel(event.result))

    def _receipt(self, number: str, text: str, ruling: str, audience: str = "public") -> None:
        line = {"number": number, "text": text, "ruling": ruling, "audience": audience}
        self.card.receipts.append(line)

    def _for_the_gm(self, text: str) -> None:
        """What a sheet holds is nobody else's business."""
        link = {"character": None, "text": text, "detail": "", "cost": "", "id": None}
        self.card.links.append({**link, "audience": "gm"})

    def _damage(self, event: DamageTold) -> None:
        parts = " ".join(f"{signed(amount)} {label}" for amount, label in event.terms)
        below = words.BELOW_ONE if sum(amount for amount, _ in event.terms) < 0 else ""
        self._receipt(f"damage {event.amount}", f"{parts or 0}{below}", "R28")

    def _change(
        self, who: str, label: str, before: int, now: int, main: bool, audience: str = "public"
    ) -> None:
        self.card.changes.append(
            {
                "character": person(self.state, who),
                "label": label,
                "from": str(before),
                "to": str(now),
                "delta": signed(now - before),
                "main": main,
                "audience": audience,
            }
        )

    def _condition(self, event: ConditionTold) -> None:
        if event.what == "conscious":
            self.card.effects.append(f"{self.name(event.who)} is conscious again.")
            return
        who, text = person(self.state, event.who), words.FALLS[event.what]
        self.card.changes.append({"character": who, "kind": "out", "text": text})

    def _outcome(self, text: str, why: str = "", state: str = "") -> None:
        self.card.outcome = {"text": text, "why": why, "state": state}

    def _resolved(self, event: Resolved) -> None:
        data = event.data
        match event.what:
            case "check":
                self._outcome(*words.judged(data))
            case "second":
                self._outcome(*words.judged(data))
                self.card.foot = words.WINS.format(name=self.name(data["winner"]))
            case "contest":
                last = data["second"] or data["first"]
                name = self.name(data["winner"])
                self._outcome(words.WINS.format(name=name), words.judged(last)[1], "hit")
            case "attack":
                self._attack(data)
            case "auto":
                self._outcome("Succeeds", "without a roll", "hit")
            case "hurt" if not data["marked"]:
                self._outcome(words.NO_MARK)
            case "unconscious_turn":
                self._outcome(*words.judged({**data, "critical": None}))
            case "recover":
                self._outcome("Recovers", words.minutes(data["minutes"]))
            case "roll_attributes":
                self._outcome(f"{data['points']} points", f"rank: {data['rank']}")
                values = data["attributes"].items()
                self.card.effects.append(
                    ", ".join(f"{name.capitalize()} {value}" for name, value in values) + "."
                )
            case "validate":
                faults = data["errors"]
                self._outcome("In order" if not faults else "Not in order")
                for one in faults:
                    self._for_the_gm(words.fault(one, data))

    def _attack(self, data: dict[str, Any]) -> None:
        text, why, state = words.judged(data)
        answer = data["answer"]
        if data["success"]:
            text = "Hit"
            if answer is not None and answer["success"]:
                text = words.ANSWERED[answer["mode"]]
        else:
            text = "Miss"
        self._outcome(text, why, state)
        if data["location"] is not None:
            place = words.LOCATIONS.get(data["location"], data["location"])
            self.card.effects.append(words.LANDS.format(place=place))
        if data["drift"] is not None:
            self.card.effects.append(words.DRIFTS.format(distance=data["drift"][1]))
        for one in data["collateral"]:
            text = words.STRUCK if one["hit"] else words.SPARED
            self.card.effects.append(text.format(name=self.name(one["who"])))

    def close(self) -> None:
        """What is being built, or what was thrown; then wheels, and what can be done about it."""
        if self.draft is not None:
            self.card.state, self.card.scope = "draft", words.DRAFT_SCOPE
            self.card.blocks += blocks.draft_blocks(self.state, self.draft)
        if self.making is not None:
            self.card.state, self.card.scope = "draft", words.MAKING_SCOPE
            self.card.blocks.append(blocks.making_block(self.making.who))
        self.card.blocks += self.steps + self.wheels
