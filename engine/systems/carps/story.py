"""Events told one after the other onto a card: outcome, changes, dice, chain, receipts."""

from __future__ import annotations

from typing import Any

from engine.cards import Card, person
from engine.effects import Effect
from engine.events import EffectGained, Event
from engine.systems.carps import words
from engine.systems.carps.book import BOOK
from engine.systems.carps.facts import (
    AbilityUsed,
    Declared,
    Entered,
    EntranceRolled,
    EntryPlanned,
    LevelsGained,
    OutcomeChanged,
    PenaltyGained,
    PointGained,
    Redirected,
    ReserveRolled,
    ReservesChanged,
    Rolled,
    StatusSet,
)
from engine.systems.carps.model import CarpsState

OUTCOMES = {"hit": "Hit", "miss": "Miss", "negated": "Negated"}
ROLL_VERBS = {
    "attack": "rolls attack",
    "defense": "rolls defense",
    "escape": "rolls to escape",
    "prevent": "rolls to hold the runner",
}


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


class Story:
    """Tells events one after the other onto a card; `aimed` says that the action has a target."""

    def __init__(self, card: Card, state: CarpsState, actor: str, verb: str, aimed: bool) -> None:
        self.card = card
        self.state = state
        self.actor = actor
        self.verb = verb
        self.aimed = aimed
        self.outcomes: list[tuple[str, str]] = []
        self.rolled = 0
        self.spent = 0

    def tell(self, event: Event) -> None:
        match event:
            case Declared():
                self._declared(event)
            case AbilityUsed():
                self._used(event)
            case Redirected():
                self._redirected(event)
            case Rolled():
                self._rolled(event)
            case OutcomeChanged():
                self._outcome(event)
            case LevelsGained():
                self._levels(event)
            case ReservesChanged():
                self._reserves(event)
            case ReserveRolled():
                self._reserve_roll(event)
            case StatusSet():
                self._status(event)
            case PenaltyGained():
                self._penalty(event)
            case PointGained():
                self._point(event)
            case EntryPlanned():
                self._planned(event)
            case Entered():
                self._entered(event)
            case EntranceRolled():
                self._entrance_roll(event)
            case EffectGained():
                self._effect(event.effect)

    def link(
        self, who: str, text: str, detail: str, cost: str = "", key: str | None = None
    ) -> None:
        self.card.links.append(
            {
                "character": person(self.state, who),
                "text": text,
                "detail": detail,
                "cost": cost,
                "id": key,
            }
        )

    def receipt(self, number: str, text: str, ruling: str, audience: str = "public") -> None:
        line = {"number": number, "text": text, "ruling": ruling}
        self.card.receipts.append(line if audience == "public" else {**line, "audience": audience})

    def name(self, who: str) -> str:
        return self.state.characters[who].name

    def _declared(self, event: Declared) -> None:
        at = f" at {self.name(event.target)}" if event.target else ""
        cost = words.cost(event.paid, 0)
        self.link(event.actor, "Declared", f"{self.name(event.actor)}{at}", cost)

    def _used(self, event: AbilityUsed) -> None:
        ability = BOOK.data[event.ability]
        detail = f"{ability.name}, {self.name(event.user)}"
        self.link(event.user, ability.told, detail, f"{event.rp} RP", event.ability)
        self.spent += event.rp

    def _redirected(self, event: Redirected) -> None:
        self.card.links[-1]["text"] = f"Redirected to {self.name(event.new)}"
        if self.aimed and not self.rolled:
            self.card.title = [
                person(self.state, event.attacker),
                " attacks ",
                person(self.state, event.new),
                f", in place of {self.name(event.old)}",
            ]

    def _rolled(self, event: Rolled) -> None:
        self.rolled += 1
        what = f"{self.name(event.roller)} {ROLL_VERBS[event.type]}"
        if event.type == "attack" and not self.aimed:
            what = f"{self.name(event.roller)} attacks {self.name(event.against)}"
        many = len(event.dice) > 1
        dice = [
            _die(value, place == event.kept, many, event) for place, value in enumerate(event.dice)
        ]
        self.card.rolls.append(
            {
                "id": f"{event.type}:{event.roller}:{self.rolled}",
                "label": "TN",
                "target": str(event.tn),
                "what": what,
                "faces": 10,
                "dice": dice,
            }
        )
        (own_name, own_terms), (other_name, other_terms) = event.scores
        own, other = (sum(term[0] for term in terms) for terms in (own_terms, other_terms))
        formula = (
            f"6 − {own_name} {own}{_made_of(own_terms)} + {other_name} {other}"
            f"{_made_of(other_terms)}"
        )
        bare = 6 - own + other
        if bare != event.tn:
            formula += f" = {bare}, at {'least 2' if bare < 2 else 'most 10'}"
        self.receipt(f"TN {event.tn}", formula, "C1")
        count = len(event.dice)
        parts = "".join(self._term(term) for term in event.terms)
        kept = "" if count == 1 else f", {'highest' if event.net > 0 else 'lowest'} kept"
        self.receipt(f"{count} {'die' if count == 1 else 'dice'}", f"1{parts}{kept}", "C3")
        self.receipt(str(event.value), words.verdict(event.value, event.tn, event.success), "C2")
        if event.type in ("escape", "prevent"):
            escaped = event.success == (event.type == "escape")
            self.outcomes.append((event.roller, "Escaped" if escaped else "Held"))

    def _term(self, term: list[Any]) -> str:
        amount, key, who = term
        sign = "+" if amount > 0 else "−"
        return f" {sign} {abs(amount)} {words.source(key)} ({self.name(who)})"

    def _outcome(self, event: OutcomeChanged) -> None:
        if event.by is None:
            self.outcomes.append((event.attacker, event.outcome))
            count = len(self.card.rolls[-1]["dice"])
            dice = "1 die" if count == 1 else f"{count} dice"
            detail = dice if self.aimed else f"{self.name(event.defender)}, {dice}"
            self.link(event.attacker, f"Rolled: a {event.outcome}", detail)
            return
        old = self.outcomes[-1][1]
        self.outcomes[-1] = (event.attacker, event.outcome)
        became = "negated" if event.outcome == "negated" else f"a {event.outcome}"
        self.card.links[-1]["text"] = f"The {old} becomes {became}"
        self.receipt(
            OUTCOMES[event.outcome], f"{words.source(event.ability or '')} on a {old}", "C18"
        )

    def _levels(self, event: LevelsGained) -> None:
        self.card.changes.append(
            {
                "character": person(self.state, event.who),
                "label": "level",
                "from": str(event.now - event.amount),
                "to": str(event.now),
                "delta": f"+{event.amount}",
                "main": True,
            }
        )
        parts = " + ".join(f"{amount} {words.source(key)}" for amount, key, _ in event.terms)
        for move in (key for _, key, _ in event.terms if words.kind(key) == "ultimate"):
            self.card.effects.append(f"{words.source(move)}: {BOOK.data[move].summary}")
        first = event.terms[0][1]
        ruling = BOOK.data[first].rulings[0] if first in BOOK.data else "C19"
        self.receipt(f"+{event.amount} {self.name(event.who)}", parts, ruling)

    def _reserves(self, event: ReservesChanged) -> None:
        if event.amount > 0:
            self.card.changes.append(
                {
                    "character": person(self.state, event.who),
                    "label": "reserve",
                    "from": str(event.now - event.amount),
                    "to": str(event.now),
                    "delta": f"{signed(event.amount)} RP",
                    "main": False,
                    "audience": event.audience(),
                }
            )
            self.receipt(f"+{event.amount} RP", words.source(event.reason), "C31", event.audience())

    def _reserve_roll(self, event: ReserveRolled) -> None:
        what = f"{self.name(event.who)} gathers reserves"
        self._plain_roll("reserve", "RP", what, event, event.audience())
        changed = [f"{words.source(key)}: {BOOK.data[key].summary}" for key in event.by]
        if changed:
            sides = f"1d{event.sides}"
            self.receipt(sides, " ".join(changed), "C30", event.audience())

    def _entrance_roll(self, event: EntranceRolled) -> None:
        what = f"{self.name(event.who)} makes an entrance"
        self._plain_roll("entrance", "Levels", what, event, "public")

    def _plain_roll(
        self,
        kind: str,
        label: str,
        what: str,
        event: ReserveRolled | EntranceRolled,
        audience: str,
    ) -> None:
        """A roll without a target number; of dice thrown again the last counts."""
        last = len(event.dice) - 1
        dice = [
            {
                "faces": event.sides,
                "value": value,
                "state": "kept" if place == last else "rerolled",
                "word": "" if place == last else "thrown again",
            }
            for place, value in enumerate(event.dice)
        ]
        self.card.rolls.append(
            {
                "id": f"{kind}:{event.who}:{len(self.card.rolls)}",
                "label": label,
                "target": "",
                "what": what,
                "faces": event.sides,
                "dice": dice,
                "audience": audience,
            }
        )

    def _planned(self, event: EntryPlanned) -> None:
        if event.plan is not None:
            self.card.effects.append(words.plan(self.name(event.who), event.plan[1]))

    def _entered(self, event: Entered) -> None:
        name = self.name(event.who)
        self.card.effects.append(f"{name} enters the fight at level {event.level}.")
        others = ", ".join(str(level) for level in event.others)
        made_of = f"average of {others}" if others else "nobody else is there"
        self.receipt(f"Level {event.level}", f"{made_of}; base level {event.base}", "C44")

    def _status(self, event: StatusSet) -> None:
        who = person(self.state, event.who)
        if event.status == "defeated":
            text = (
                f"Defeated. {self.name(event.by or '')} stood at level {event.level}, "
                f"the line was {event.line}."
            )
            self.card.changes.append({"character": who, "kind": "out", "text": text})
            line = f"level {event.level} against line {event.line}"
            if len(event.terms) > 1:
                parts = "".join(self._term(term) for term in event.terms[1:])
                line += f": threshold {event.terms[0][0]}{parts}"
            self.receipt("Defeated", line, "C20, C21")
        elif event.status == "escaped":
            self.card.changes.append({"character": who, "kind": "out", "text": "Escaped."})

    def _penalty(self, event: PenaltyGained) -> None:
        name, unit = self.name(event.who), "temporary AP" if event.temporary else "AP"
        self.card.effects.append(f"{name} begins the next turn with {event.ap} {unit} less.")
        ruling = "C29" if event.temporary else "C28"
        self.receipt(f"−{event.ap} AP", f"{name}, next turn", ruling)

    def _point(self, event: PointGained) -> None:
        name = self.name(event.who)
        when = "now" if event.now else "when the next turn begins"
        self.card.effects.append(f"{name} gains 1 temporary AP {when}.")
        self.receipt("+1 AP", f"{words.source(event.source)} ({name})", "C24")

    def _effect(self, effect: Effect) -> None:
        if effect.pool in ("assist", "protect"):
            dice = "1 die" if effect.amount == 1 else f"{effect.amount} dice"
            roll = "attack" if effect.pool == "assist" else "defense or escape"
            self.card.effects.append(f"{dice} on the next {roll} of {self.name(effect.holder)}.")

    def close(self) -> None:
        """The outcome in a word, and a foot that sums up a long chain."""
        card = self.card
        own = [outcome for by, outcome in self.outcomes if by == self.actor]
        if len(own) > 1 and not self.aimed:
            card.outcome = {"text": words.tally(own), "why": "", "state": "several"}
        elif self.outcomes:
            first = self.outcomes[0][1]
            why = "Neither hit nor miss" if first == "negated" else ""
            card.outcome = {"text": OUTCOMES.get(first, first), "why": why, "state": first}
        elif self.verb == "escape":
            card.outcome = {"text": "Escaped", "why": "Nobody to stop it", "state": "escaped"}
        elif self.verb in BOOK.data:
            ability = BOOK.data[self.verb]
            card.outcome = {"text": ability.told, "why": "", "state": "done"}
            card.effects.append(f"{ability.name}: {ability.summary}")
        if not self.spent:
            card.links = []
        else:
            card.foot = words.chain(len(card.links), self.spent)


def _die(value: int, kept: bool, many: bool, event: Rolled) -> dict[str, Any]:
    natural = value in (1, 10)
    parts = []
    if many:
        parts.append("kept" if kept else "not kept")
    if natural:
        parts.append(f"natural {value}")
    decides = kept or (value == event.value and natural)
    state = "special" if natural and decides else "kept" if kept else "dropped"
    word = ", ".join(parts)
    return {"faces": 10, "value": value, "state": state, "kept": kept, "word": word}


def _made_of(terms: list[list[Any]]) -> str:
    """What a score is made of, where talents add to it."""
    if len(terms) == 1:
        return ""
    added = "".join(f" + {amount} {words.source(key)}" for amount, key, _ in terms[1:])
    return f" ({terms[0][0]}{added})"
