"""An auction house: a rule system of the smallest size, made as a third party would make one.

Two bid openly against each other, many throw dice for the chips that they laid together, sellers
suffer tips and vetoes, and whoever is quick cuts in between two turns. What is said about a lot, by
anybody and over many commands, is one story until it is sold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine.abilities import AbilityBook
from engine.cards import Card, person
from engine.commands import HELP, Arg, Verb
from engine.dice import Dice
from engine.events import Event, OrderSet, TurnBegan, TurnEnded
from engine.house_rules import HouseRules, switch
from engine.modifiers import owned_terms, total
from engine.odds import chance, dice
from engine.resolution import Context, Option, Question, Refused
from engine.rolls import RollFlag, RollNumber, SingleRoll, Thrown, Values
from engine.state import AnyState, Character, Encounter
from engine.system import Field, System, register
from engine.windows import Intent, hold
from engine.words import Words

BOOK = AbilityBook("tests.engine", "toy.toml")
PRICES = {"tip": 1, "veto": 2}
Ctx = Context[Any, Any, Any]


@dataclass(slots=True)
class Bidder(Character):
    coins: int = 10
    lot: int = 1

    def clone(self) -> Bidder:
        return Bidder.from_data(self.to_data())


@dataclass(slots=True)
class Room(Encounter):
    chips: list[str] = field(default_factory=list)

    def clone(self) -> Room:
        return Room.from_data(self.to_data())


@dataclass(frozen=True, slots=True)
class ToyRules(HouseRules):
    raise_by: int = switch("T4", "Raise", "By how much a bid is raised.", {1: "One", 2: "Two"})


@dataclass(slots=True)
class CoinsChanged(Event):
    kind = "coins_changed"
    who: str
    amount: int
    reason: str

    def apply(self, state: AnyState) -> None:
        state.characters[self.who].coins += self.amount


@dataclass(slots=True)
class BidMade(Event):
    kind = "bid_made"
    who: str
    bid: int

    def apply(self, state: AnyState) -> None:
        """A bid is no lasting state; what it comes to is."""


@dataclass(slots=True)
class ChipsSet(Event):
    """The chips on the table; `thrown` are the dice when they were thrown."""

    kind = "chips_set"
    encounter: str
    chips: list[str]
    thrown: list[int]
    sources: list[str]

    def apply(self, state: AnyState) -> None:
        state.encounters[self.encounter].chips = self.chips[:]


@dataclass(slots=True)
class LotNoted(Event):
    """Something is said about a lot; `price` is the die once it is sold."""

    kind = "lot_noted"
    owner: str
    lot: int
    words: str
    by_gm: bool
    price: int | None

    def apply(self, state: AnyState) -> None:
        state.characters[self.owner].lot = self.lot + (self.price is not None)

    def story(self) -> str:
        return f"{self.owner}:{self.lot}"


@dataclass(slots=True)
class FloorOpened(Event):
    """Nobody's turn is running: anybody may cut in."""

    kind = "floor_opened"
    encounter: str

    def apply(self, state: AnyState) -> None:
        state.encounters[self.encounter].turn = None


def room_fault(state: AnyState, actor: str, target: str | None = None, **_: Any) -> Refused | None:
    """Both must be in one room."""
    people = [state.characters[who] for who in (actor, target) if who is not None]
    for one in people:
        if one.encounter is None or one.encounter != people[0].encounter:
            return Refused("needs_encounter", who=one.name)
    return None


def require(fault: Refused | None) -> None:
    if fault is not None:
        raise fault


JUMPS = {"key": "jump", "options": [{"value": one, "label": str(one)} for one in (0, 5, 50)]}


def bid_fault(state: AnyState, who: str, price: int, further: dict[str, Any]) -> Refused | None:
    """Nobody bids what he does not have."""
    person = state.characters[who]
    return Refused("too_dear", who=person.name) if person.coins < price + further["jump"] else None


def bid(ctx: Ctx, actor: str, target: str) -> None:
    """Open bidding: who passes is out until the other raises; the last to raise pays."""
    require(room_fault(ctx.state, actor, target))
    now, high, passed = 0, "", []
    for round_ in range(1, 100):
        asked = [who for who in (actor, target) if who != high and who not in passed]
        price = now + ctx.rules.raise_by
        able = [who for who in asked if ctx.state.characters[who].coins >= price]
        if not able:
            break
        text = f"The bid stands at {now}."
        raising = [Option("raise", f"Raise to {price}", f"{price} coins", further=[JUMPS])]
        questions = [
            Question(
                "bid",
                who,
                text,
                raising,
                "Pass",
                round=round_,
                scope_text="Auction",
                fault=lambda state, _, further, who=who, price=price: bid_fault(
                    state, who, price, further
                ),
            )
            for who in able
        ]
        answer = ctx.ask(questions, first=True)[0]
        if answer.choice is None:
            passed.append(answer.question.who)
        else:
            now, high, passed = price + answer.further["jump"], answer.question.who, []
            ctx.emit(BidMade(high, now))
    if high:
        ctx.emit(CoinsChanged(high, -now, "bid"))


def vote(ctx: Ctx, actor: str) -> None:
    """All vote openly: each vote is told as it comes."""
    require(room_fault(ctx.state, actor))
    aye = [Option("aye", "Aye")]
    asked = [Question("vote", who, "Sell?", aye, "Nay") for who in ctx.encounter.order]
    ctx.ask(asked, heard=lambda one: ctx.emit(BidMade(one.question.who, int(one.choice == "aye"))))


class Sale:
    """The window of a sale: tips come one by one, a veto closes it."""

    name = "sale"

    def __init__(self, ctx: Ctx, seller: str) -> None:
        self.ctx, self.seller, self.vetoed = ctx, seller, False

    def holds(self, key: str) -> bool:
        return key in PRICES

    def closed(self) -> bool:
        return self.vetoed

    def applies(self, intent: Intent) -> bool:
        return True

    def fault(self, user: str, key: str) -> str | None:
        person = self.ctx.state.characters[user]
        owned = user != self.seller and key in person.abilities
        return None if owned and person.coins >= PRICES[key] else "no_coins"

    def use(self, intent: Intent) -> str | None:
        self.ctx.emit(CoinsChanged(intent.user, -PRICES[intent.key], intent.key))
        if intent.key == "tip":
            self.ctx.emit(CoinsChanged(self.seller, 1, "tip"))
        self.vetoed = intent.key == "veto"
        return None

    def refuse(self, intent: Intent, why: str) -> None:
        self.ctx.emit(CoinsChanged(intent.user, 0, why))

    def candidates(self) -> Iterable[tuple[str, str]]:
        order = self.ctx.encounter.order
        return [(who, key) for who in order for key, _ in self.ctx.take_part("sale", who)]

    def question(self, user: str, options: list[Option]) -> Question:
        return Question("sale", user, "Something is for sale.", options)

    def option(self, user: str, key: str) -> Option:
        return Option(key, BOOK.data[key].name)


@BOOK.on("sale", "tip", "veto")
def favor() -> None:
    """Takes part in the window of a sale."""


@BOOK.on("throw_dice", "lucky")
def one_more_die(ctx: Ctx, me: str) -> int:
    return 1


def sell(ctx: Ctx, actor: str) -> None:
    require(room_fault(ctx.state, actor))
    window = Sale(ctx, actor)
    hold(ctx, window, [])
    if not window.vetoed:
        ctx.emit(CoinsChanged(actor, ctx.roll(f"price:{actor}", 6, by=actor)[0], "sale"))


def chip(ctx: Ctx, actor: str) -> None:
    require(room_fault(ctx.state, actor))
    room = ctx.encounter
    ctx.emit(ChipsSet(room.id, [*room.chips, actor], [], []))


def throw(ctx: Ctx, actor: str) -> None:
    require(room_fault(ctx.state, actor))
    room = ctx.encounter
    terms = owned_terms(ctx, "throw_dice", actor)
    dice = ctx.roll("chips", 6, len(room.chips) + total(terms))
    ctx.emit(ChipsSet(room.id, [], dice, [term.source for term in terms]))


def note(ctx: Ctx, actor: str, owner: str, gm: bool, words: str = "sold", fee: Any = None) -> None:
    """`{owner, words?, fee?: [who pays a coin]}`: with "sold" the lot goes for a die."""
    price = ctx.roll("price", 6, by=actor)[0] if words == "sold" else None
    for who in payers(ctx.state, actor, {"fee": fee}):
        ctx.emit(CoinsChanged(who, -1, "fee"))
    ctx.emit(LotNoted(owner, ctx.state.characters[owner].lot, words, gm, price))


def payers(state: AnyState, actor: str | None, args: dict[str, Any]) -> list[str]:
    return [who for who in args.get("fee") or [] if who in state.characters]


def turn_fault(state: AnyState, actor: str, **_: Any) -> Refused | None:
    fault = room_fault(state, actor)
    if fault is None and state.encounters[state.characters[actor].encounter].turn not in (
        None,
        actor,
    ):
        return Refused("not_between_turns")
    return fault


def take_turn(ctx: Ctx, actor: str) -> None:
    """Begins a turn that anybody may cut in for, as long as nobody's turn is running."""
    require(turn_fault(ctx.state, actor))
    room, number = ctx.encounter, ctx.next_turn(actor)
    if room.turn == actor:
        ctx.emit(TurnEnded(room.id, actor, number - 1))
        ctx.emit(FloorOpened(room.id))
    else:
        ctx.emit(TurnBegan(room.id, actor, number, room.round, True))


class Auction(System):
    def leave(self, ctx: Ctx, who: str) -> None:
        order = [one for one in ctx.encounter.order if one != who]
        ctx.emit(OrderSet(ctx.encounter.id, order))

    def card(
        self, card: Card, command: dict[str, Any], events: list[Event], state: AnyState
    ) -> Card:
        card.title = [person(state, command["actor"]), f": {command['verb']}"]
        changes = [one for one in events if isinstance(one, CoinsChanged)]
        for one in events:
            if isinstance(one, LotNoted):
                card.blocks.append({"kind": "note", "words": one.words, "by_gm": one.by_gm})
                card.outcome = {"text": f"Sold for {one.price}"} if one.price else {}
        card.effects = [f"{one.who} {one.amount} ({one.reason})" for one in changes]
        return card

    def show_character(
        self, state: AnyState, who: str, sees: Callable[[str], bool]
    ) -> dict[str, Any]:
        coins = state.characters[who].coins
        return {"row": {"main": str(coins)} if sees("owner") else {"main": ""}}

    def purse(self, state: AnyState, actor: str) -> list[str]:
        return [f"{state.characters[actor].coins} coins"]


def chips_chances(values: Values, rules: ToyRules) -> list[tuple[str, Fraction]]:
    reached = chance(dice(values["chips"]), lambda thrown: thrown >= values["price"])
    return [("Bought", reached if values["open"] else Fraction(0))]


def throw_chips(values: Values, rules: ToyRules, source: Dice) -> Thrown:
    faces = [source.throw(6) for _ in range(values["chips"])]
    bought = values["open"] and sum(faces) >= values["price"] * rules.raise_by
    return Thrown([("chips", faces)], sum(faces), bought, ["Sold." if bought else "Kept."])


CHIPS = SingleRoll(
    numbers=(
        RollNumber("chips", "Chips", 2, 1, 5),
        RollNumber("price", "Price", 7, 1, 30),
        RollFlag("open", "The house is open", True),
    ),
    rules=ToyRules,
    switches=("raise_by",),
    text=lambda values, rules: f"{values['chips']} chips for {values['price']}",
    chances=chips_chances,
    throw=throw_chips,
)
VERBS = (
    Verb(
        "bid",
        "Bid",
        bid,
        "Bid against somebody.",
        "",
        1,
        (Arg("target", "opponent"),),
        (),
        room_fault,
    ),
    Verb("sell", "Sell", sell, "Sell something.", "", 2, fault=room_fault),
    Verb("chip", "Chip", chip, "Lay a chip.", "", 3, fault=room_fault),
    Verb("throw", "Throw", throw, "Throw a die for each chip.", "", 4, fault=room_fault),
    Verb(
        "note",
        "Note",
        note,
        "Say something about a lot.",
        "",
        6,
        (
            Arg("owner", "ally"),
            Arg("words", "text", optional=True),
            Arg("fee", "data", optional=True),
            Arg("gm", "from_gm"),
        ),
        concerns=payers,
    ),
    Verb("vote", "Vote", vote, "Let all vote.", "", 7, fault=room_fault),
    Verb("turn", "Turn", take_turn, "Begin or end a turn.", "", 5, fault=turn_fault),
    HELP,
)

TOY = Auction(
    key="toy",
    title="Auction",
    command="toy",
    book=BOOK,
    verbs={verb.key: verb for verb in VERBS},
    fields=(
        Field("coins", "Coins", "integer", 10, "owner", max=99),
        Field("abilities", "Favors", "abilities", [], "owner"),
    ),
    character=Bidder,
    encounter=Room,
    rules=ToyRules,
    bars={},
    ability_kinds={"favor": "Favors"},
    refusals={
        "not_between_turns": Words("Somebody's turn is running.", "Wait for its end."),
        "too_dear": Words("{who} does not have that much.", "Bid less."),
    },
    roll=CHIPS,
    own_events=(CoinsChanged, BidMade, ChipsSet, LotNoted, FloorOpened),
)
register(TOY)
