"""Why something is not done in tracks, in words."""

from engine.words import Words

REFUSALS = {
    "unclear_effects": Words(
        "This is no effect: {rest}.",
        "Write a name, a track and points: Name body 3, Name mind 2.",
        "Not understood",
    ),
    "no_room": Words(
        "{who} needs {steps} more tension on {track} and has room for {left}.",
        "Rest, or do it without.",
        "Needs {steps} tension, room {left}",
    ),
    "over_the_limit": Words(
        "At most 3 raises in one challenge.", "Raise less.", "At most 3 raises"
    ),
    "no_specialty": Words("{who} has no specialty.", "Do without.", "No specialty"),
    "no_points": Words(
        "No strategy has points left for {who}.", "Do without.", "No points of strategy"
    ),
    "whose_points": Words(
        "Several have points of strategy: {names}.", "Choose whose are used.", "Whose points"
    ),
    "not_an_ally": Words("{who} is no ally.", "Choose yourself or an ally.", "Not an ally"),
    "pool_too_small": Words(
        "Points left in the strategy of {who}: {left}.", "Use fewer.", "{left} points left"
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
    "too_much_healing": Words(
        "{spread} points are spread and {points} can be removed.", "Choose fewer.", "Too much"
    ),
    "nothing_to_reverse": Words(
        "{who} has not accepted fate.", "There is nothing to reverse.", "Fate not accepted"
    ),
    "needs_calm": Words("{who} still has tension.", "Rest until none is left.", "Needs tension 0"),
    "is_calm": Words("The situation is calm already.", "Nothing has changed.", "Calm already"),
    "is_stressful": Words(
        "Nobody rests in a stressful situation.", "The GM can end it.", "Not while stressful"
    ),
    "bad_setup": Words("{who} needs {fitting} for {place}.", "Choose again.", "Choose again"),
    "same_attribute": Words(
        "{attribute} is chosen for both {first} and {second}.",
        "Choose another attribute for one of them.",
        "{attribute} chosen twice",
    ),
    "half_at_max": Words(
        "{who} is at MAX and cannot join half combat.", "Choose normal combat.", "At MAX"
    ),
    "bad_social_setup": Words(
        "{attribute} has no part in social combat.",
        "Choose from {allowed}.",
        "Not in social combat",
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
        "{who} takes no part in the combat.", "Choose somebody who does.", "Not in the combat"
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
