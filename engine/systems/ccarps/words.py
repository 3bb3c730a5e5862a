"""The sentences of CCARPS that people read: refusals, questions, names of things."""

from __future__ import annotations

from typing import Any

from engine.systems.ccarps.model import CcarpsState
from engine.words import Words

BASE = "Base"
PASSED = "Passed on"
SITUATION = "Situation"
GEAR = "Gear"
OPPOSITION = "Opposition"
DEFENSE = "Defense"
MODIFIER = "Modifier"
WOUNDS = "Wounds"
TECHNOLOGY = "Technology"
LOAD = "Load"
UNSKILLED = "Unskilled"
HEIGHT = "Height"
RIPOSTE = "Riposte"
ATTACK_TOTAL = "Attack"
WEAPON = "weapon"
RESISTANCE = "resistance"
BLOCKED = "blocked"
DOUBLED = "critical success"
BELOW_ONE = ", below 1"
REFLEX = "Reflex"
CHARISMA = "Charisma"
ATTACK_NUMBER = "Number of the attack"
CALLED = "Called shot: {place}"
AIM = "What aims an attack"
A_CHIP = "A chip"
A_ROLL = "A roll"
SAID = {
    "hurt": "What is marked",
    "recover": "A technology level",
    "award": "An award",
    "improve": "What is assigned",
    "roll_attributes": "An age",
    "make": "A step",
}
NO_MARK = "Marks nothing"
NO_ANSWER = "none that is possible"
ANY_SKILL = "any skill"
NONE_LAID = "none yet"
NAMELESS_CHIP = "such chip"
ASSIGNED = "assign names strength, dexterity, constitution, intelligence and willpower, each once"
NOBODY_HERE = "Nobody is in this fight."

STAGES = {"simple": "Simple", "skilled": "Skilled", "opposed": "Opposed"}
BY_THE_GM = "set by the GM"
PROPOSED = "proposed, waits for the GM"
ROLLED = "{name} rolled {total}"
NO_BASE = "the GM sets a base"
BY = "set by {name}"
NOBODY_OPPOSES = "nobody opposes yet"
IF_REFLEX = "if Reflex succeeds: {total}"
DRAFT_SCOPE = "Draft, not rolled"

PURPOSES = {
    "check": "Roll",
    "first": "First side",
    "second": "Second side",
    "attack": "Attack",
    "reflex": "Reflex",
    "wheel": "Critical fail wheel",
    "drift": "Drift",
    "collateral": "Bystander",
    "dodge": "Dodge",
    "block": "Block",
    "parry": "Parry",
    "location": "Location",
    "unconscious": "Holding on",
    "set": "Attribute",
}
LOCATIONS = {"neck_groin": "neck or groin"}
CONDITIONS = {"dead": "Dead", "unconscious": "Unconscious"}
FALLS = {"dead": "Dies.", "unconscious": "Falls unconscious."}
CRITICALS = {"success": "Every die shows 1.", "failure": "Every die shows 6."}

# Odds

AS_IT_STANDS = "As it stands"
REFLEX_SUCCEEDS = "Reflex succeeds"
REFLEX_FAILS = "Reflex fails"
BEFORE_THE_ATTACK = "Before the attack"
BEFORE_THE_CONTEST = "Before the contest"
TO_HIT = "to hit"
TO_WIN = "to win"
CRITICAL_LINE = "A critical success: {chance}."
CHANCE = "{dice}, two lowest under {tn}"


def dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


TARGET_NUMBER = "Target number"
DICE = "Dice"
WITH_SKILL = "With a skill"
WITH_CRITICALS = "All ones or all sixes decide"
NO_SKILL_NO_DICE = "2 where there is no skill"
SUCCEEDS = "Succeeds"
BY_CRITICAL = {"success": "By a critical success", "failure": "A critical failure"}


def one_roll(count: int, plus_six: bool, tn: int) -> str:
    """What is thrown, and against what (R1, R6)."""
    how = "1 die and 6" if plus_six else f"two lowest of {count} dice"
    return f"{how}, under {number(tn)}"


# Questions

HIT_YOU = "{name} hits you: {total} under {tn}."
TAKE_IT = "Take the hit"
SKILL = "With"
ANSWER_PRICE = "under {tn} on {dice}, {percent}"
MODES = {"dodge": "Dodge", "block": "Block", "parry": "Parry"}
MODE_EFFECTS = {
    "dodge": "Avoids everything. From the attempt on no actions until your next turn.",
    "block": "2 less damage, −4 on your riposte.",
    "parry": "+2 on your riposte.",
}
WEALTH = "Wealth"
CONTACT = "Contact"


MAKING = "Making {name}"
STEPS = {
    "way": "Way and age",
    "dice": "Dice",
    "attributes": "Attributes",
    "skills": "Skills",
    "oddities": "Oddities",
    "finish": "Finish",
}
NEXT = "Next"
FINISH = "Finish"
GO_ON_MAKING = "Go on making"
STOP_MAKING = "Stop making"
WAY = "Way of creation"
AGE = "Age"
WAYS = {
    "none": "Five sets in order, at most 10 oddities, skills up to 36 points.",
    "hard_core": "Five sets in order, at most 5 oddities that come to 0, skills up to the modifier "
    "of their attribute.",
    "fantasy": "Five sets where you like and ones again, at most 7 oddities, skills up to twice "
    "the modifier.",
    "campy": "The best five of ten sets where you like and ones again, at most 10 oddities, skills "
    "up to 36 points.",
}
WAY_STAYS = "{way}, at {age}. The dice are thrown, so this stays."
DICE_FIRST = "Throw the dice first."
SETS = "{sets} sets of {dice} each, by age."
ONES_AGAIN = "Ones are thrown again."
THROWN_ONCE = "They are thrown once: way and age stay from then on."
THROW_SETS = "Throw the sets"
THE_DICE = "As they fell"
SET = "Set {place}"
THROWN = "{dice} = {total}"
COUNTS = "counts"
ASSIGN_FREELY = "Each set goes to one attribute, as you like."
IN_THEIR_ORDER = "The sets go to the attributes in their order."
ATTRIBUTES = "Attributes"
SECONDARY = "Secondary"
RANK = "{points} points, rank {rank}"
GOVERNED = "{name}, at most {cap}"
GOVERNED_BY = "Governed by"
SKILLS_TEXT = "Points for the skills of the book, and for your own. Without points it is no skill."
OWN_SKILLS = "Own skills"
NAME = "Name"
POINTS = "Points"
COST = "Cost"
POINTS_OF = "{points} points"
ODDITIES_TEXT = "{way}: at most {most} oddities. What helps costs points, what hinders gives some."
ODDITIES_BALANCED = "{way}: at most {most} oddities, which come to 0."
SOCIAL = "Wealth and contacts count as oddities; contacts come to at most 15 either way."
OTHER_ODDITIES = "Other oddities"
NOT_YET = "It does not balance yet."
ALL_BALANCES = "Everything balances. The sheet changes when you finish."
STARTING_POINTS = "Starting points"
SPENT = "{spent} of {points}"
LEFT = "{count} left"
TOO_MANY = "{count} too many"
MAKING_ENDS = {"finished": "Finished", "stopped": "Given up"}
MAKING_SCOPE = "Being made, not finished"


def left(count: int) -> str:
    return (LEFT if count >= 0 else TOO_MANY).format(count=abs(count))


def scope(state: CcarpsState, who: str) -> str:
    """Where a question belongs: the fight and its round, or nowhere."""
    fight = state.encounters.get(state.characters[who].encounter or "")
    if fight is None:
        return ""
    return f"{fight.name}, round {fight.round}" if fight.name else f"Round {fight.round}"


# Cards

DRAFT_TITLES = {"check": "rolls {means}", "second": "contests", "attack": "attacks"}
WITH = " with {means}"
TITLES = {
    "chip": "lays a chip",
    "situation": "Situation",
    "oppose": "opposes",
    "remove": "takes a chip off",
    "throw": "throws",
    "drop": "gives a roll up",
    "end_turn": "ends the turn",
    "improve": "improves",
    "quick_check": "rolls",
    "quick_contest": "against",
    "quick_attack": "attacks",
    "auto": "does it",
    "turn_start": "begins the turn",
    "unconscious_turn": "holds on",
    "hurt": "is hurt",
    "recover": "recovers",
    "award": "gains points",
    "session_start": "A session starts",
    "roll_attributes": "Attributes are rolled",
    "create": "is rolled up",
    "make": "is rolled up",
    "validate": "Character check",
}
ANSWERED = {"dodge": "Dodged", "block": "Blocked", "parry": "Parried"}
STANDS = "{total} stands until it is contested"
WINS = "{name} wins"
LANDS = "It lands: {place}."
DRIFTS = "It goes wide by {distance}."
STRUCK = "It strikes {name} instead."
SPARED = "{name} is not struck."
TWO_LOWEST = "{dice}, the two lowest"
ONE_AND_SIX = "{dice} + 6, one die and 6"
TARGET = "Target"
BEHIND = "Straight behind."
ASIDE = "To the {side} of the target, slice {place} of {most}."
DRIFT_SLICE = "Slice {place} of {most}, clockwise from the top."
CHIPS = "Chips, such as: quiet shoes +1"
OTHER_CHIPS = "Others, such as: slippery -1"
OPPOSING_CHIPS = "What stands against it, such as: stands still 1"
SOME_OPPOSITION = "Opposition 1"
PRESET = "From the list"
ADD_CHIP = "Add chip"
ADD_SITUATION = "Situation"
ADD_OPPOSITION = "Add opposition"
THROW = "Throw {dice}"
NO_BASE = "The GM has to set the base first."
NOT_AGREED = "The GM has to agree to base and situation first."


def judged(data: dict[str, Any]) -> tuple[str, str, str]:
    """Outcome, why, and hit or miss, of a roll that was judged."""
    good = data["success"]
    text, state = ("Succeeds", "hit") if good else ("Fails", "miss")
    if data["critical"] is not None:
        return text, CRITICALS[data["critical"]], state
    if good and data["total"] == data["tn"]:
        return text, f"{data['total']} is equal, and the other dice decide", state  # R7
    sign = "is" if good else "is not"
    degree = f", by {data['degree']}" if data.get("degree") else ""
    return text, f"{data['total']} {sign} under {number(data['tn'])}{degree}", state


def number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"


def minutes(count: int) -> str:
    """A time as people say it."""
    hours, rest = divmod(count, 60)
    parts = [f"{hours} hours" if hours else "", f"{rest} minutes" if rest or not hours else ""]
    return "after " + " ".join(part for part in parts if part)


# Faults of a character

FAULTS = {
    "attribute_range": "{name} does not fit the age.",
    "points_mismatch": "{spent} of {points} points are spent; they must come out even.",
    "too_many_oddities": "Too many oddities for this way of creation.",
    "oddities_not_zero": "Oddities must come to 0.",
    "wealth_twice": "Wealth counts once.",
    "wealth_value": "Wealth is −25, −15, 0, 15 or 25.",
    "too_many_contacts": "At most three contacts.",
    "contact_value": "A contact is 5, 10 or 15, either way.",
    "social_over_15": "Contacts come to at most 15 either way.",
    "skill_attribute": "{name} needs a secondary attribute.",
    "skill_cap": "{name} has more points than it may.",
}


def fault(code: str, found: dict[str, Any]) -> str:
    """A fault of a character in words; `found` is what it comes to, see `creation.judged`."""
    kind, _, name = code.partition(":")
    figures = {key: number(found[key]) for key in ("spent", "points")}
    return FAULTS[kind].format(name=name[:1].upper() + name[1:], **figures)


def reach(least: int, most: int | None) -> str:
    """A range in words."""
    return f"from {number(least)} up" if most is None else f"from {number(least)} to {number(most)}"


REFUSALS = {
    "is_dead": Words("{who} is dead.", "Nothing more can be done.", "Dead"),
    "is_unconscious": Words("{who} is unconscious.", "Wait until a bar is clear.", "Unconscious"),
    "gave_up_actions": Words(
        "{who} has given up its actions to dodge.", "Wait for its next turn.", "After a dodge"
    ),
    "no_points": Words(
        "{who} has no points in {skill}.", "Roll unskilled, by an attribute.", "No points"
    ),
    "has_points": Words(
        "{who} has points in {skill}, so it is no unskilled roll.",
        "Roll {skill}, or name an attribute.",
        "Has points",
    ),
    "elsewhere": Words(
        "{who} is in another fight.", "Bring both into one fight first.", "In another fight"
    ),
    "nothing_to_mark": Words("Less than one box marks nothing.", "Name 1 box or more."),
    "cannot_answer_so": Words(
        "{who} cannot {mode} with {skill}.", "Leave the answer out, or end with one of: {options}."
    ),
    "simple_actions_only": Words(
        "Without the skill only simple actions go.", "Choose a simpler one, or a skill.", "Too hard"
    ),
    "no_technology": Words(
        "{who} has no technology level.", "Set it on the sheet.", "No technology level"
    ),
    "not_your_turn": Words("It is not the turn of {who}.", "Wait for it.", "On your turn"),
    "needs_two": Words("It takes two for this.", "Choose somebody else.", "Choose another"),
    "wrong_kind": Words(
        "{label} does not go with this kind of attack.", "Leave it out.", "Other kind of attack"
    ),
    "no_riposte": Words(
        "Nothing was blocked or parried from {who}.", "Attack as usual.", "Nothing to riposte"
    ),
    "no_such_answer": Words("This answers no attack.", "Dodge, block or parry.", "No such answer"),
    "dodge_needs_acrobatics": Words(
        "Only Acrobatics dodges.", "Dodge with it, or block.", "Needs Acrobatics"
    ),
    "parry_needs_arms": Words(
        "A parry needs an armed melee skill.", "Block instead.", "Needs a weapon"
    ),
    "not_unconscious": Words(
        "{who} is not unconscious.", "Only the unconscious roll so.", "Not unconscious"
    ),
    "empty_bar": Words("{bar} of {who} has no marks.", "There is nothing to heal.", "No marks"),
    "needs_surgeon": Words(
        "{who} has two full bars.", "Only a surgeon can begin.", "Needs a surgeon"
    ),
    "needs_better_healer": Words(
        "{marked} boxes are marked, this healer treats {most}.", "Find a better one.", "Too severe"
    ),
    "too_few_points": Words(
        "{who} holds {left} points.", "Spend no more, or wait for more.", "{left} points left"
    ),
    "over_the_cap": Words("{skill} would pass {most} points.", "Spend fewer.", "Over {most}"),
    "which_attribute": Words(
        "{skill} is new and needs the attribute that governs it.", "Name one of: {options}."
    ),
    "points_unassigned": Words(
        "{who} still holds {left} points.", "Assign them first.", "Points unassigned"
    ),
    "no_draft": Words("{who} builds no roll.", "Begin one first.", "No roll begun"),
    "draft_open": Words(
        "{who} builds a roll already.", "Throw it, or drop it.", "Throw or drop first", "Not yet"
    ),
    "no_base": Words(
        "This roll has no base yet.", "The GM sets it.", "No base yet", heading="Not yet"
    ),
    "not_agreed": Words(
        "The GM has not agreed to base and situation.",
        "Wait for it; the GM agrees with Situation.",
        "GM has to agree",
        heading="Not yet",
    ),
    "no_chips": Words("There is nothing to lay.", "Name a chip and its number.", "Nothing to lay"),
    "chip_without_number": Words(
        "{what} is no known chip and has no number.",
        "Write the number after the name, such as dark +1.",
        heading="Not understood",
    ),
    "chip_out_of_range": Words(
        "{what} takes a number {reach}.", "Choose another number.", heading="Not understood"
    ),
    "base_without_number": Words(
        "A base is a number or a way to move.",
        "Write base 3, or base walking.",
        heading="Not understood",
    ),
    "base_is_passed": Words(
        "The base of an answer is the total it answers.", "Lay a situation instead."
    ),
    "only_in_attacks": Words("{what} goes with attacks alone.", "Leave it out."),
    "no_such_chip": Words(
        "There is no {name} on this roll.", "Choose one of those laid: {options}."
    ),
    "not_your_chip": Words("{name} was laid by somebody else.", "Ask the GM.", "Not yours"),
    "which_skill": Words("It is not clear what is rolled.", "Name one of: {options}."),
    "which_weapon": Words("It is not clear with what.", "Name one of: {options}."),
    "nothing_stands": Words(
        "No success of {who} stands.", "It must roll first.", "Nothing to contest"
    ),
    "making_open": Words(
        "{who} is being made already.", "Finish that, or stop it.", "Being made already"
    ),
    "no_making": Words(
        "{who} is not being made.", "The GM begins it with Roll up.", "Not being made"
    ),
    "which_step": Words(
        "It is not clear which step is meant.",
        "Name one: fantasy age 30, throw, assign, skills, oddities, finish or stop.",
        heading="Not understood",
    ),
    "dice_first": Words(
        "The dice are not thrown yet.", "Throw them first.", "Dice come first", "Not yet"
    ),
    "dice_are_thrown": Words(
        "The dice are thrown, so way and age stay.",
        "The GM may stop this and begin anew.",
        "Dice are thrown",
    ),
    "in_order": Words(
        "In this way of creation the sets stay in order.", "Go on with the skills.", "In order"
    ),
    "named_twice": Words("{name} stands there twice.", "Name every skill once."),
    "named_above": Words("{name} is chosen by its own line.", "Leave it out of the others."),
    "not_balanced": Words("{what}", "Change it, then finish.", "Does not balance", "Not yet"),
    "set_twice": Words("One set goes to two attributes.", "Choose each set once."),
}
