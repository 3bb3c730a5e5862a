"""The sentences of CARPS that people read: refusals, questions, outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.systems.carps.book import BOOK
from engine.systems.carps.model import CarpsState, Fight
from engine.words import Words

if TYPE_CHECKING:
    from fractions import Fraction

    from engine.abilities import Ability
    from engine.resolution import Option
    from engine.systems.carps.attack import Attack
    from engine.systems.carps.facts import Rolled
    from engine.systems.carps.odds import Prospect

BELOW_BASE = "{name} now stands below base level {base}."

REFUSALS = {
    "combat_over": Words(
        "The fight is over.", "The GM can end the encounter.", "The fight is over"
    ),
    "not_in_combat": Words(
        "{who} is {status}.", "End the turn, or ask the GM.", "Out of the fight"
    ),
    "not_your_turn": Words("It is not the turn of {who}.", "Wait for your turn.", "On your turn"),
    "not_enough_ap": Words(
        "This costs {cost} AP and {who} has {left}.",
        "End the turn, or ask the GM.",
        "Needs {cost} AP, has {left}",
    ),
    "not_enough_rp": Words(
        "This costs {cost} RP and {who} has {left}.",
        "RP come at the end of each turn and by defending.",
        "Needs {cost} RP, has {left}",
    ),
    "not_owned": Words("{who} does not have {what}.", "Choose one from the sheet.", "Not owned"),
    "when_asked": Words(
        "{what} answers what happens in an attack.",
        "You are asked when it fits; the answer may be typed too.",
        "Asked when it fits",
    ),
    "level_too_low": Words(
        "This needs level {level} and {who} has {has}.",
        "Levels rise with hits.",
        "From level {level}",
    ),
    "once_per_turn": Words(
        "{what} is used once a turn at this table.", "Use it next turn.", "Once a turn"
    ),
    "no_legal_target": Words(
        "There is nobody to attack.", "End the turn, or ask the GM.", "Nobody to attack"
    ),
    "no_such_ultimate": Words(
        "{who} has no such Ultimate Move.", "Choose one from the sheet.", "Not owned"
    ),
    "target_not_in_combat": Words(
        "{who} is not in the fight.", "Choose another target.", "Target is out"
    ),
    "target_is_ally": Words(
        "{who} is on the same side.", "Choose an opponent.", "Target is an ally"
    ),
    "not_an_ally": Words("{who} is no ally.", "Choose yourself or an ally.", "Not an ally"),
    "provoked": Words(
        "{who} is shielded this turn by whoever provoked the attacker.",
        "Attack the one who provoked, or another side.",
        "Provoked",
    ),
    "not_entry_turn": Words(
        "{who} has not entered late with this turn.",
        "It works only on the turn of a late entry.",
        "On your entry turn",
    ),
    "no_fight": Words(
        "There is no fight that {who} could enter.", "Wait until one begins.", "No fight"
    ),
    "already_in_combat": Words(
        "{who} is in a fight already.", "It leaves by escaping or defeat.", "In a fight"
    ),
    "cannot_reenter": Words(
        "{who} does not come back into this fight.", "The GM may change that by hand.", "Stays out"
    ),
    "others_still_to_act": Words(
        "Others come up before the round ends; {who} cannot begin the next one yet.",
        "Enter directly after this turn instead.",
        "Others come first",
    ),
    "bad_position": Words(
        "There are two places to enter: next and next_round.", "Name one of them."
    ),
    "not_waiting": Words("{who} does not wait to enter.", "Nothing has changed.", "Not waiting"),
    "in_a_fight": Words(
        "{who} is fighting.", "Build when the fight is over.", "Not during a fight"
    ),
    "no_such_ability": Words("The book has no such ability.", "Choose one of those shown."),
    "owned_already": Words("{who} has {what} already.", "Each ability is bought once.", "Owned"),
    "unpriced": Words(
        "{what} has no price at this table.", "The GM can give it one by a house rule.", "No price"
    ),
    "not_enough_xp": Words(
        "{what} costs {cost} XP and {who} has {left} left.",
        "The GM grants XP.",
        "Needs {cost} XP, has {left}",
    ),
    "style_stays": Words(
        "{who} has bought abilities; the fighting style stays.", "The GM can set it.", "It stays"
    ),
    "no_such_style": Words(
        "There are three styles: offensive, centered and defensive.", "Name one of them."
    ),
    "disengaged": Words(
        "{who} cannot be attacked for the rest of this turn.",
        "Choose another target.",
        "Disengaged",
    ),
}

SOURCES = {
    "attack": "a hit",
    "miss": "a miss",
    "assist": "Assist",
    "protect": "Protect",
    "escape": "the failed escape",
    "defense": "a successful defense",
    "reserve": "the RP check",
}

BUILD_FAULTS = {
    "style": "The fighting style is missing.",
    "duplicate": "An ability is there twice.",
    "unknown": "An ability is not in the book.",
    "unpriced": "An ability has no price at this table.",
    "no_stance": "A combat stance is missing.",
    "no_ultimate": "An ultimate move is missing.",
    "over_budget": "{over} XP more are spent than granted.",
}

STATUSES = {"defeated": "Defeated", "escaped": "Escaped", "outside": "Outside"}


def source(key: str) -> str:
    """A source as the sheet names it."""
    return BOOK.data[key].name if key in BOOK.data else SOURCES.get(key, key)


def plan(name: str, position: str) -> str:
    """When somebody who waits comes in."""
    if position == "next":
        return f"{name} enters when the running turn ends."
    return f"{name} enters first in the next round."


def build_fault(code: str, unspent: int) -> str:
    """What is wrong with a build, in a sentence (C63)."""
    return BUILD_FAULTS[code].format(over=-unspent)


def cost(ap: int, rp: int) -> str:
    """A price in words: "1 AP, 5 RP"; empty for what costs neither."""
    return ", ".join(f"{amount} {unit}" for amount, unit in ((ap, "AP"), (rp, "RP")) if amount)


def chain(steps: int, rp: int) -> str:
    """What a chain of reactions came to, in the foot of its card."""
    return f"{steps} step{'' if steps == 1 else 's'} in the chain, {rp} RP spent"


def kind(key: str) -> str:
    """The kind of an ability; empty for other sources."""
    return BOOK.data[key].kind if key in BOOK.data else ""


def tally(outcomes: list[str]) -> str:
    """What several attacks came to: "2 hits, 1 miss"."""
    counted = [
        (outcomes.count("hit"), "hit", "hits"),
        (outcomes.count("miss"), "miss", "misses"),
        (outcomes.count("negated"), "negated", "negated"),
    ]
    return ", ".join(
        f"{count} {one if count == 1 else more}" for count, one, more in counted if count
    )


def trigger(state: CarpsState, window: str, attack: Attack, user: str, hits: int) -> str:
    """Why somebody is asked, in one sentence that names no ability."""
    names = {who: one.name for who, one in state.characters.items()}
    attacker, defender = names[attack.attacker], names[attack.defender]
    if window == "redirect":
        return f"{attacker} attacks {defender}, your ally."
    if window == "about_to_roll":
        if user == attack.attacker:
            return f"You are about to attack {defender}."
        return f"{attacker} is about to attack you."
    if window == "defeated":
        return f"The hit by {attacker} defeats you."
    if user == attack.attacker:
        return f"Your attack {'hits' if attack.result == 'hit' else 'misses'} {defender}."
    if user != attack.defender:
        return f"{attacker} hits {defender}, your ally."
    if attack.result == "miss":
        return f"{attacker} misses you."
    times = {1: "", 2: " for the second time this turn", 3: " for the third time this turn"}
    return f"{attacker} hits you{times.get(hits, f' for the {hits}th time this turn')}."


def scope(state: CarpsState, fight: Fight, attack: Attack) -> str:
    """Where a question belongs: encounter, round and what is going on."""
    attacker = state.characters[attack.attacker].name
    defender = state.characters[attack.defender].name
    verb = {"hit": "hits", "miss": "misses"}.get(attack.result, "attacks")
    place = f"{fight.name}, round" if fight.name else "Round"
    return f"{place} {fight.round}: {attacker} {verb} {defender}"


BEFORE_THE_ATTACK = "Before the attack"
AS_IT_STANDS = "As it stands"
TO_HIT = "to hit"
TARGET_NUMBER = "Target number"
NET_DICE = "Bonus dice; below 0 penalty dice"
SUCCEEDS = "Succeeds"
THROWN = "dice"
NATURAL = {10: "a natural 10", 1: "a natural 1"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.3g} %" if chance < 1 else "100 %"


def fraction(chance: Fraction, roll: Rolled) -> str:
    """Out of all falls of the dice: "782 in 1,000"."""
    falls = 10 ** len(roll.dice)
    return f"{int(chance * falls):,} in {falls:,}"


def dice(net: int) -> str:
    """How many dice, and which counts if there are several (C3)."""
    if net == 0:
        return "1 die"
    return f"{1 + abs(net)} dice, {'highest' if net > 0 else 'lowest'} kept"


def verdict(value: int, tn: int, success: bool) -> str:
    """Why a roll of that value succeeds or fails (C2)."""
    if value in NATURAL:
        return f"{NATURAL[value]} {'succeeds' if success else 'fails'}"
    return f"{'at least' if success else 'below'} TN {tn}"


def odds_note(roll: Rolled, option: Option, own: bool) -> str:
    return f"{dice(roll.net)}, {option.cost}" if own else dice(roll.net)


def odds_label(state: CarpsState, option: Option, who: str, attacker: str, target: str) -> str:
    if who == attacker:
        return f"With {option.label}"
    if who == target:
        return f"Against {option.label}"
    return f"Against {option.label} by {state.characters[who].name}"


def unexpected(plain: Prospect, other: Prospect, natural_extremes: str) -> dict[str, str]:
    """That more dice do the opposite of what one would think, with the reason."""
    more = abs(other.roll.net - plain.roll.net)
    count = COUNTS[more].capitalize() if more < len(COUNTS) else str(more)
    lower = other.hit < plain.hit
    verb, to = ("bring", "down to") if lower else ("raise", "to")
    why = "the risk of a natural 1" if other.roll.net > 0 else "the chance of a natural 10"
    against = "high" if other.roll.net > 0 else "low"
    return {
        "heading": "Lower, not higher" if lower else "Higher, not lower",
        "text": f"{count} more dice {verb} {percent(plain.hit)} {to} {percent(other.hit)}: "
        f"at TN {other.roll.tn} {why} outweighs the extra {against} dice.",
        "ruling": f"C2, {natural_extremes}",
    }


def hit_line(
    state: CarpsState, attacker: str, target: str, line: int, defeats: bool
) -> dict[str, str]:
    name, level = state.characters[target].name, state.characters[attacker].level
    verb = "defeats" if defeats else "does not defeat"
    return {"text": f"A hit {verb} {name}: level {level}, line {line}.", "ruling": "C20"}


def later_line(state: CarpsState, who: str, option: Option) -> dict[str, str]:
    name = state.characters[who].name
    return {"text": f"{name} may then use {option.label}, {option.cost}.", "ruling": "C18"}


BY_LEAVE = "By the GM's leave"


def xp_left(left: int) -> str:
    return f"{left} XP left" if left >= 0 else f"{-left} XP over"


def in_words(ability: Ability) -> dict[str, str]:
    """What an ability costs to buy and to use, and from when it can be used."""
    return {
        "price": "no price" if ability.xp is None else f"{ability.xp} XP",
        "cost": cost(ability.ap, ability.rp) or "always on",
        "needs": f"from level {ability.level}" if ability.level > 1 else "",
    }


THREATS = "Who can defeat whom"
THREAT_COLUMNS = ("Next hit", "Next Ultimate Move")
OWN_THREAT_COLUMNS = ("Own hit", "Own Ultimate", "Their hit", "Their Ultimate")
NOBODY = "nobody"
NO_ULTIMATE = "has none"
DEFEATS = "defeats"


def levels_to_go(levels: int) -> str:
    return f"{levels} level to go" if levels == 1 else f"{levels} levels to go"
