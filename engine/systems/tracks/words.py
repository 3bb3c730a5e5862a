"""The sentences of tracks that people read: questions, cards, sheets, names of things.

Refusals are in `refusals.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.systems.tracks.book import BOOK
from engine.systems.tracks.model import MOST_TENSION, TracksState, combat_of
from engine.systems.tracks.model import TRACKS as TRACK_KEYS

TRACKS = {track: track.capitalize() for track in TRACK_KEYS}
PURPOSES = {
    "challenge": "Challenge",
    "opposed": "Opposed challenge",
    "first_aid": "First Aid",
    "strategy": "Strategy",
    "reverse_fate": "Reversing fate",
    "attack": "Attack",
    "defend": "Defense",
    "clash": "Clash",
    "damage": "Damage",
    "tie": "Tie",
    "initiative": "Initiative",
    "revive": "Revival",
}
STANDINGS = {"down": "Down", "faint": "Fainted", "dead": "Dead"}


def scope(state: TracksState) -> str:
    """Where a question belongs: the combat and its round, or nowhere."""
    combat = combat_of(state)
    if combat is None:
        return ""
    place = round_name(combat.round)
    return f"{combat.name}, {place.lower()}" if combat.name else place


FATES = {
    "can": "Fate can be accepted.",
    "accepted": "Fate is accepted: a full track kills.",
    "none": "An ordinary character.",
}
ATTRIBUTE_NOTES = {
    "knowledge": "Wits and memory. Mind track; attacks or defends.",
    "courage": "Strength and force. Body track; attacks.",
    "diligence": "Stamina and patience. Body track; defends.",
    "expression": "Charm and art. Soul track; attacks.",
    "understanding": "Empathy and intuition. Soul track; defends.",
}


def setup(chosen: dict[str, Any]) -> str:
    """What somebody chose at setup, in one line."""
    kind = "Social combat" if chosen.get("social") else "Half combat"
    return f"{kind if chosen.get('half') else 'Combat'}: {places(chosen)}"


def places(chosen: dict[str, Any]) -> str:
    return ", ".join(f"{place} {chosen[place]}" for place in ("attack", "defense", "support"))


def skill(key: str) -> dict[str, Any]:
    """A skill as the sheet lists it."""
    one = BOOK.data[key]
    return {"key": key, "label": one.name, "note": f"{one.xp} points", "summary": one.summary}


COMBAT_KINDS = {"normal": "Normal combat", "half": "Half combat", "social": "Social combat"}
ON_MAX = {"normal": "Go over to normal combat", "drop": "Faint"}
DUELS = ("challenge", "opposed", "attack", "defend", "clash", "first_aid", "reverse_fate")
TITLES = {
    "attack": "attacks",
    "turn": "begins the turn",
    "end_turn": "ends the turn",
    "advance": "advances on",
    "withdraw": "withdraws",
    "extra_action": "takes an extra action",
    "hold": "holds",
    "interrupt": "interrupts",
    "revive": "tries to revive",
    "challenge": "makes a challenge",
    "opposed": "opposes",
    "first_aid": "treats",
    "strategy": "lays out a plan",
    "reverse_fate": "tries to reverse fate",
    "cleanup": "Cleanup",
    "engage": "Engagement",
    "stress": "The situation becomes stressful",
    "end_stress": "The situation becomes calm",
    "rest": "Rest",
    "new_day": "A new day",
    "hurt": "Damage to",
    "tension": "Tension for",
    "build": "Build check",
}


# What people are asked

FURTHER = {
    "attribute": "Attribute",
    "raise": "Raises before the roll",
    "raises": "Raises",
    "specialty": "A specialty applies",
    "strategy": "Points of strategy",
    "add_margin": "Half the margin",
    "attack": "Attack",
    "defense": "Defense",
    "support": "Support",
    "kind": "Combat",
    "on_max": "At MAX in half combat",
}
FIELDS = {
    "raise": FURTHER["raise"],
    "specialty": FURTHER["specialty"],
    "points": FURTHER["strategy"],
    "pool": "Whose points",
    "modifier": "Modifier",
    "half": "Half challenge",
    "tn": "Target number",
    "amount": "Points",
    "minutes": "Minutes",
    "marks": "Damage first, as: Name body 3, Name mind 2",
    "who": "Who",
    "partner": "Engaged with; nobody if left empty",
}
NO_POINTS = "None"
SETUP = "Choose three different attributes for the next round."
CHOOSE = "Use this setup"
OPPOSE = "Oppose"
DEFEND, DEFEND_PLAINLY = "Defend like this", "Just defend"
CLASH, YOUR_TURN = "Clash", "your turn"
PROTECT, PROTECT_CLASHING, ONE_TENSION = "Protect", "Protect with a clash", "1 tension"
STAY_OUT = "Stay out"
REPLIES = {
    "defend": "Your own Defense answers.",
    "clash": "Attack against attack; a win deals damage.",
}
HEAL, HEAL_NOTHING, SPREAD = "Heal", "Heal nothing", "Spread as you like."
TAKE, TAKING = "Take the damage", "No roll; it hits you instead."
THROW, DAMAGE = "Throw like this", "A half challenge of your Attack."
RAISE, BIDDING = "Raise", "Bidding"
RAISE_WHEN_WON = (
    "This is won already: a raise changes nothing here but tension, which counts from the next "
    "challenge."
)
LEAD = {False: "half of the lead can be added to the damage", True: "the lead is the damage"}


def listed(names: list[str], last: str = "and") -> str:
    """Names in a row: "Knowledge, Courage and Expression"."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def attributes(keys: Iterable[str], last: str = "and") -> str:
    return listed([key.capitalize() for key in keys], last)


def with_value(name: str, value: int) -> str:
    return f"{name.capitalize()} {value}"


def raises(most: int) -> dict[int, str]:
    """How often tension may be raised, each with its price."""
    return {0: "None", **{number: f"{number}, tension +{number}" for number in range(1, most + 1)}}


def specialty(names: list[str]) -> dict[bool, str]:
    return {False: "No", True: f"Yes: {' or '.join(names)}"}


def points_of(name: str, amount: int) -> str:
    return f"{amount} of {name}"


def pool_of(name: str, left: int) -> str:
    return f"{name}, {left} left"


def margin(added: int) -> dict[bool, str]:
    return {True: f"Add {added}", False: "Leave it out"}


def plain_damage(added: int) -> str:
    return f"Just throw, with {added} of the margin" if added else "Just throw"


def to_be_healed(points: int, name: str) -> str:
    return f"{points} points of damage can be removed from {name}."


def attacked(attacker: str) -> str:
    return f"{attacker} attacks you."


def attacks(attacker: str, target: str) -> str:
    return f"{attacker} attacks {target}."


def hits(attacker: str, target: str) -> str:
    return f"{attacker} hits {target}."


def opposes_you(name: str, attribute: str) -> str:
    return f"{name} opposes you with {attribute.capitalize()}."


def the_same(attribute: str) -> str:
    return f"The same, {attribute.capitalize()}"


def keeps(chosen: dict[str, Any]) -> str:
    return f"Keep the last setup: {_as_chosen(chosen)}"


def uses(chosen: dict[str, Any]) -> str:
    return f"Use the highest: {_as_chosen(chosen)}"


def _as_chosen(chosen: dict[str, Any]) -> str:
    kind = "social" if chosen.get("social") else "half"
    told = f", {COMBAT_KINDS[kind].lower()}" if chosen.get("half") else ""
    return f"{places(chosen)}{told}"


def place(key: str, fitting: tuple[str, ...]) -> dict[str, str]:
    """The words of a refusal: what fits a place of a setup."""
    return {"place": key.capitalize(), "fitting": attributes(fitting, "or")}


def doubled(attribute: str, first: str, second: str) -> dict[str, str]:
    """The words of a refusal: one attribute in two places of a setup."""
    names = {"first": first, "second": second, "attribute": attribute}
    return {key: name.capitalize() for key, name in names.items()}


def not_social(attribute: str, allowed: list[str]) -> dict[str, str]:
    """The words of a refusal: what has no part in social combat."""
    return {"attribute": attribute.capitalize(), "allowed": attributes(allowed)}


# Bidding


def tension_price(track: str, number: int) -> str:
    return f"tension +{number} on {TRACKS[track]}"


def raises_left(number: int) -> str:
    return f"leaves {number} more"


def raises_to_spend(number: int) -> str:
    return "1 raise left" if number == 1 else f"{number} raises left"


def stands_alone(result: int, goal: int | None) -> str:
    return f"{result} so far." if goal is None else f"{against(result, goal)}."


def raise_when_ahead(other: str, lead: str) -> str:
    """What a raise changes for whoever wins as it stands; `lead` is what the lead brings."""
    more = f": {lead}" if lead else f", in case {other} raises"
    return f"This wins as it stands; a raise only makes the lead larger{more}."


def stands(name: str, result: int, other: str, against: int, how: str) -> str:
    return f"{name} {result}, {other} {against}: {how}."


def margin_note(amount: int) -> str:
    if not amount:
        return "level"
    return f"ahead by {amount}" if amount > 0 else f"behind by {-amount}"


def goal_note(goal: int | None) -> str:
    return "" if goal is None else f"against {goal}"


def level_but(name: str) -> str:
    return f"level, and {name} wins the tie"


def compared(mine: tuple[str, int], theirs: tuple[str, int]) -> str:
    """Two attributes: "Expression 6 against 5", "Expression 6 against Courage 5"."""
    other = str(theirs[1]) if mine[0] == theirs[0] else with_value(*theirs)
    return f"{with_value(*mine)} against {other}"


def tie_ahead(
    face: int, line: int, name: str, mine: tuple[str, int], theirs: tuple[str, int]
) -> str:
    """What a die does that would bring a tie."""
    if mine[1] == theirs[1]:
        return f"A {face} ties at {line}; dice decide then."
    wins = "wins" if mine[1] > theirs[1] else "loses"
    return f"A {face} ties at {line}; {name} {wins} ties, {compared(mine, theirs)}."


def chance_text(name: str, goal: int | None) -> str:
    return f"One more raise puts {name} {'ahead' if goal is None else f'over {goal}'}"


# One challenge by its numbers

ONE_ROLL = {
    "attribute": "Attribute",
    "tension": "Highest tension of any track",
    "tn": "Target number",
    "stressful": "The situation is stressful",
    "half": "Half challenge",
    "specialty": "A specialty applies",
    "raise": "Raises before the roll",
    "modifier": "Modifiers, a damage penalty among them",
}
SUCCEEDS = "Succeeds"
ONE_MORE_RAISE = "With one more raise before the roll"


def one_challenge(dice: int, fixed: int, tn: int) -> str:
    count = "1 die" if dice == 1 else f"{dice} dice"
    return f"{count} {signed(fixed)}, over {tn}"


def against(result: int, tn: int) -> str:
    return f"{result} is {'over' if result > tn else 'not over'} {tn}"


# Cards

FIRST_THROW, THROW_DIE = "Throw", "throw"
EXPLODING = ("throw", "specialty")
PASSES, TO_ANSWER, CANNOT_RAISE = "passes", "to answer", "cannot raise"
LOSES_TIE = "loses the tie"
NOT_DONE, STRATEGY = "Not done", "strategy"
PARTS = {"bids": "raise", "reply": "reply", "protect_after": "protection", "setup": "setup"}
REASONS = {
    "no_such_side": "it names no side",
    "no_number": "it needs a number from 1",
    "over_the_limit": "it is more than may be raised",
    "not_behind": "only whoever is behind may",
    "not_conscious": "not conscious",
    "no_room": "no room for tension",
    "cannot_protect": "one protector an attack, and none for who clashes",
    "not_engaged_with": "not in the same engagement",
    "no_turn_left": "no turn left",
    "unknown_character": "nobody is called so",
}
OUT = {"down": "Down.", "faint": "Faints.", "dead": "Dies."}
FATE_SET = {"accepted": "{who} accepts fate.", "can": "{who} may accept fate again."}
SITUATION = "The situation is {situation} now."
DONE, HIT, COUNTERED, MISS, SUCCESS, FAILURE = (
    "Done",
    "Hit",
    "Countered",
    "Miss",
    "Success",
    "Failure",
)


def signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def sum_told(thrown: str, terms: list[list[Any]]) -> str:
    """A sum with its sources: "dice 7 + Courage 7 − damage 3"."""
    told = f"dice {thrown}" if thrown else ""
    for amount, source in terms:
        name = source.capitalize() if source in ATTRIBUTE_NOTES else source
        told += f" {'+' if amount >= 0 else '−'} {name} {abs(amount)}"
    return told.strip(" +")


def tension_of(track: str) -> str:
    return f"{TRACKS[track]} tension"


def damage_of(track: str) -> str:
    return f"{TRACKS[track]} damage"


def damage_float(track: str, amount: int) -> str:
    return f"{signed(-amount)} {TRACKS[track]}"


def tension_float(steps: int, at_max: bool) -> str:
    return "MAX" if at_max else f"{signed(steps)} tension"


def purpose_of(name: str, purpose: str) -> str:
    return f"{name}: {PURPOSES[purpose]}"


def tension(steps: int) -> str:
    return "MAX" if steps > MOST_TENSION else str(steps)


def bid_row(number: int) -> str:
    return f"Bid {number}"


def bid_die(number: int) -> str:
    return f"bid {number}"


def raises_by(amount: int) -> str:
    return f"raises, {signed(amount)}"


def bids_held(raised: int) -> str:
    if not raised:
        return "Nobody raised after the throw."
    return f"Raised {'once' if raised == 1 else f'{raised} times'} after the throw."


def bids_open(round_: int, left: dict[str, int]) -> str:
    """How often each side may still raise, and the round: the foot of a card."""
    shown = ", ".join(f"{name} {number}" for name, number in left.items())
    return f"Raises left: {shown}. Bidding, round {round_}."


def dice_compared(mine: int, theirs: int) -> str:
    return f"{mine} against {theirs} on a die"


def wins_tie(told: str) -> str:
    return f"wins the tie, {told}"


def won_by(by: str, results: list[int]) -> str:
    if by == "result":
        return f"{max(results)} to {min(results)}"
    return {"attribute": "by attribute", "dice": "by dice"}[by]


def engaged(groups: list[list[str]]) -> str:
    if not groups:
        return "Nobody is engaged now."
    return f"Engaged now: {'; '.join(', '.join(names) for names in groups)}."


def part(what: str, why: str) -> str:
    """A part of an action that was not possible, and why."""
    name = PARTS.get(re.split(r"[.\[]", what)[0], "raise")
    return f"The {name} is not possible: {REASONS.get(why, 'not as it stands')}."


def comes_round(name: str) -> str:
    return f"{name} comes round."


def wins(name: str) -> str:
    return f"{name} wins"


OVER = {
    "attributes_over_30": "Attributes cost more than 30 points.",
    "specialties_over_10": "Specialties cost more than 10 points.",
}


def build_fault(code: str) -> str:
    """What is wrong with a build, or only beyond a guide (T52)."""
    _, _, name = code.partition(":")
    return OVER.get(code) or f"{name.capitalize()} is outside 1 to 10."


def points(number: int) -> str:
    return f"{number} points"


def round_name(number: int) -> str:
    return f"Round {number}" if number else "Setup"


# Sheet

BUILT = "Built with"


def built(cost: dict[str, int], guides: dict[str, int], strict: bool) -> str:
    """Points spent beside their guides, and skills, which have none."""
    about = "" if strict else "about "
    parts = [f"{cost[key]} of {about}{guide} for {key}" for key, guide in guides.items()]
    return ", ".join([*parts, f"{cost['skills']} for skills"] if cost["skills"] else parts)


def rest_of_build(left: dict[str, int]) -> str:
    """What is left of both guides together; where one is passed, by how much."""
    over = [f"{-points} over for {key}" for key, points in left.items() if points < 0]
    return ", ".join(over) or f"{sum(left.values())} left"
