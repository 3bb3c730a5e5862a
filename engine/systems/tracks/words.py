"""The sentences of tracks that people read: refusals, questions, names of things."""

from __future__ import annotations

from typing import Any

from engine.systems.tracks.book import BOOK
from engine.systems.tracks.model import TRACKS as TRACK_KEYS
from engine.systems.tracks.model import TracksState, combat_of
from engine.words import Words

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

REFUSALS = {
    "no_room": Words(
        "{who} needs {steps} more tension on {track} and has room for {left}.",
        "Rest, or do it without.",
        "Needs {steps} tension, room {left}",
    ),
    "over_the_limit": Words(
        "At most 3 raises in one challenge.", "Raise less.", "At most 3 raises"
    ),
    "no_specialty": Words("{who} has no specialty.", "Do without.", "No specialty"),
    "not_an_ally": Words("{who} is no ally.", "Choose yourself or an ally.", "Not an ally"),
    "pool_too_small": Words(
        "The strategy of {who} has {left} points left.", "Use fewer.", "{left} points left"
    ),
    "not_conscious": Words("{who} is not conscious.", "Only the conscious act.", "Not conscious"),
    "is_dead": Words("{who} is dead.", "Nothing more can be done.", "Dead"),
    "needs_two": Words("It takes two for this.", "Choose somebody else.", "Choose another"),
    "combat_runs": Words(
        "A combat is running.", "End it first.", "Not during combat", heading="Not yet"
    ),
    "no_combat": Words("No combat is running.", "Start one first.", "No combat"),
    "no_skill": Words("{who} does not have this skill.", "Ask the GM.", "Not owned"),
    "once_a_day": Words("This goes once a day.", "Wait for a new day.", "Once a day"),
    "nothing_to_reverse": Words(
        "{who} has not accepted fate.", "There is nothing to reverse.", "Fate not accepted"
    ),
    "needs_calm": Words("{who} still has tension.", "Rest until none is left.", "Needs tension 0"),
    "is_calm": Words("The situation is calm already.", "Nothing has changed.", "Calm already"),
    "is_stressful": Words(
        "Nobody rests in a stressful situation.", "The GM can end it.", "Not while stressful"
    ),
    "bad_setup": Words(
        "{who} needs three different attributes: one that attacks, one that defends, any to "
        "support.",
        "Choose again.",
        "Choose three attributes",
    ),
    "half_at_max": Words(
        "{who} is at MAX and cannot join half combat.", "Choose normal combat.", "At MAX"
    ),
    "bad_social_setup": Words(
        "{who} needs the three attributes of social combat.", "Choose again.", "Social attributes"
    ),
    "not_your_turn": Words("It is not the turn of {who}.", "Wait for it.", "On your turn"),
    "turn_runs": Words(
        "The turn of {who} is running.", "Wait until it ends.", "Between turns", heading="Not yet"
    ),
    "no_turn_left": Words("{who} has no turn left this round.", "Wait.", "No turn left"),
    "still_holding": Words(
        "{who} is holding.", "Somebody's turn must end first.", "Holding", heading="Not yet"
    ),
    "others_first": Words("{who} comes first.", "Wait.", "{who} comes first", heading="Not yet"),
    "nobody_was_first": Words(
        "No turn is over yet this round.", "Wait for one.", "After a turn", heading="Not yet"
    ),
    "no_action_left": Words(
        "{who} has no active action left.", "Buy one, or end the turn.", "No action left"
    ),
    "not_in_combat": Words(
        "{who} takes no part against you.", "Choose another target.", "Choose another"
    ),
    "one_extra_action": Words("One extra action a turn.", "End the turn.", "One a turn"),
    "engaged_already": Words("{who} is in an engagement.", "Withdraw first.", "Engaged already"),
    "not_engaged": Words("{who} is in no engagement.", "There is nothing to leave.", "Not engaged"),
    "not_engaged_with": Words(
        "{who} is not in the same engagement.", "Advance first, or attack at range.", "Out of reach"
    ),
    "not_down": Words("{who} is not down.", "Only the down revive.", "Only when down"),
    "not_full": Words("This track of {who} is not full.", "Choose a full one.", "Not full"),
    "target_clashes": Words("Who clashes cannot be protected.", "Do one of the two.", "Clashing"),
    "cannot_protect": Words("{who} cannot protect here.", "Ask somebody else.", "Cannot protect"),
    "helpless": Words(
        "The unconscious only have their attribute.", "Leave the options out.", "Unconscious"
    ),
}


def scope(state: TracksState) -> str:
    """Where a question belongs: the combat and its round, or nowhere."""
    combat = combat_of(state)
    if combat is None:
        return ""
    return f"{combat.name}, round {combat.round}" if combat.name else f"Round {combat.round}"


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
    shown = ", ".join(f"{place} {chosen[place]}" for place in ("attack", "defense", "support"))
    kind = "Social combat" if chosen.get("social") else "Half combat"
    return f"{kind}: {shown}" if chosen.get("half") else f"Combat: {shown}"


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
    "stress": "The situation becomes stressful",
    "end_stress": "The situation becomes calm",
    "rest": "Rest",
    "new_day": "A new day",
    "hurt": "Damage to",
    "tension": "Tension for",
    "build": "Build check",
}
