"""What the core says to people, whatever the system."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """A refusal in words: heading, one sentence, what to do, and five words for a button."""

    text: str
    hint: str = ""
    reason: str = ""
    heading: str = "Not done"


@dataclass(frozen=True, slots=True)
class Asking:
    """A question of the core in words."""

    trigger: str
    option: str
    decline: str


DICE_QUESTIONS = {
    "typed": Asking(
        "{name} throws {dice}. Type what they show.", "These are the dice", "Let the bridge throw"
    ),
    "tabletop": Asking("{name} throws {dice}.", "Throw", "Let the bridge throw"),
}


CONFIRM = Asking("{name}: {what}. It counts only when you say so.", "Let it count", "Take it back")


GO_ON_LABEL = "Go on"
CORRECTED = "Corrected by the GM"
DECLINED = "declined"
ASKED_AGAIN = "asked again"
WAITING = {"text": "Waiting", "why": "for an answer", "state": ""}
NOT_COUNTED = "not counted yet"
TAKEN_BACK = "Taken back"
BY_THE_GM = "by the GM"
EDITED = " is changed by the GM"
OWN_FIELDS = {"name": "Name", "side": "Side", "control": "Run as"}
BY_HAND = {
    "character.add": "Added to the table",
    "character.edit": "Changed by the GM",
    "character.unbind": "Token removed",
    "encounter.start": "Encounter started",
    "encounter.join": "Joins the encounter",
    "encounter.leave": "Leaves the encounter",
    "encounter.order": "Order changed",
    "encounter.go_on": "Encounter goes on",
    "encounter.end": "Encounter ended",
    "suggestion.apply": "Suggestion applied",
    "rules.set": "House rules changed",
    "table.conduct": "Table settings changed",
    "table.system": "Rule system changed",
}
MANY = "{count} characters"
AND_MORE = "and {count} more"
WHOLE_TABLE = "Whole table"
SETTING = "{label}: {after} (was: {before})"
CONDUCT = {
    "automation": (
        "Results",
        {
            "at_once": "count at once",
            "confirm": "the GM confirms",
            "suggest": "are only suggested",
        },
    ),
    "dice": (
        "Dice",
        {
            "bridge": "the bridge throws",
            "typed": "people type in what they throw",
            "tabletop": "Foundry rolls",
        },
    ),
    "odds": (
        "Chances before an attack",
        {"gm": "for the GM only", "players": "for players too"},
    ),
}
YES_NO = {True: "yes", False: "no"}
NEAREST = "Nearest: {names}."
SEVERAL = "{name} ({count} of that name)"
ANY_OF_THEM = "any of {count} of that name"
OTHERS = "one of {count} others"


REFUSALS: dict[str, Words] = {
    "unknown_kind": Words("The bridge does not know this kind of action.", "Update the module."),
    "bad_command": Words("The command does not fit: {what}.", "Change that, then send it again."),
    "unknown_verb": Words(
        "There is no action {verb}. {nearest}",
        "Type !{command} help for all of them.",
        heading="Not understood",
    ),
    "unknown_without_actor": Words(
        "No character is selected, and {verb} is nothing that the table does by itself.",
        "Select a token, or begin with the name: !{command} @Name {verb}.",
        heading="Not understood",
    ),
    "unknown_word": Words(
        "There is no word {word} here. {nearest}",
        "Type !{command} help for all of them.",
        heading="Not understood",
    ),
    "not_at_hand": Words(
        "There is nothing to be done with {what} now.",
        "Type !{command} help {what}.",
        heading="Not understood",
    ),
    "other_system": Words(
        "This table plays {title}; its command word is !{command}.",
        "Type !{command} help.",
        heading="Not understood",
    ),
    "unknown_name": Words(
        "Nobody here is called {name}. {nearest}",
        "Use the name on the token, after an @.",
        heading="Not understood",
    ),
    "ambiguous_name": Words(
        "{name} could be {names}.",
        "Write the whole name, or target the token.",
        heading="Not understood",
    ),
    "left_over": Words(
        "These words fit nowhere: {words}.",
        "Type !{command} help {verb}.",
        heading="Not understood",
    ),
    "bad_number": Words(
        "{what} takes a whole number such as 2, not {value}.",
        "Write it in at most six digits, without points or commas.",
        heading="Not understood",
    ),
    "unknown_choice": Words(
        "{verb} needs one of: {options}.", "Name one of them.", heading="Not understood"
    ),
    "which_actor": Words(
        "It is not clear who acts.",
        "Select the token, or begin with @ and the name.",
        heading="Not yet",
    ),
    "which_target": Words(
        "It is not clear who is meant.",
        "Target a token, or write @ and the name.",
        "Choose a target",
        heading="Not yet",
    ),
    "unknown_character": Words(
        "The bridge does not know this character.", "Ask the GM to add it to the encounter."
    ),
    "not_yours": Words(
        "{who} is not your character.", "Ask the owner or the GM.", "Not your character"
    ),
    "gm_only": Words("Only the GM may do this.", "Ask the GM."),
    "stale": Words(
        "{who} has acted since this page was up to date.",
        "Look at the newest card, then act again.",
        heading="Not yet",
    ),
    "busy": Words(
        "An answer is still awaited.",
        "Wait for it; the GM can answer for anyone.",
        "After answers",
        heading="Not yet",
    ),
    "question_closed": Words(
        "This question is closed already.", "Look at the card for what happened."
    ),
    "question_moved_on": Words(
        "The numbers have changed since: {trigger}", "Answer the new question.", heading="Not yet"
    ),
    "unknown_option": Words("This is none of the answers offered.", "Choose one of those shown."),
    "bad_dice": Words(
        "This is no throw of {count}d{sides}.",
        "Type one number for each die, or let the bridge throw.",
    ),
    "not_confirmed": Words("The GM did not let it count.", "Ask the GM."),
    "no_suggestion": Words(
        "This is no suggestion, or it counts already.", "Look at its card for what became of it."
    ),
    "old_suggestion": Words(
        "Something has happened since it was suggested.", "Let it be done again."
    ),
    "correct_last": Words(
        "Later actions follow from this one: {lines}.", "Undo those first, then correct it."
    ),
    "bad_correction": Words(
        "This is no throw of {count}d{sides}.",
        "Look at the card for the dice.",
    ),
    "not_over": Words("This encounter is not over.", "Nothing has changed."),
    "no_such_record": Words(
        "There is no such roll or answer in it.", "Look at the card for what was thrown or chosen."
    ),
    "nothing_to_undo": Words("There is nothing to undo here.", "Nothing has changed."),
    "undo_more": Words(
        "Undoing this also undoes later actions, {count} in all.", "Confirm it to undo them all."
    ),
    "already_exists": Words("{what} is there already.", "Nothing has changed."),
    "unknown_encounter": Words("The bridge does not know this encounter.", "Start it again."),
    "already_in_encounter": Words(
        "{who} is in another encounter.", "End that one first, or leave it."
    ),
    "empty_encounter": Words("An encounter needs at least one character.", "Add combatants first."),
    "bad_field": Words("{label} does not take this value: {value}.", "Use {allowed}."),
    "unknown_number": Words(
        "This roll has no number {name}.", "It has: {names}.", heading="Not understood"
    ),
    "bad_rule": Words(
        "There is no such house rule or value: {name}.", "Choose one of those shown."
    ),
    "unknown_system": Words("There is no rule system {system}.", "Choose one of: {systems}."),
    "encounter_running": Words(
        "An encounter is running.", "End it before changing the rule system.", heading="Not yet"
    ),
    "needs_encounter": Words(
        "{who} is in no encounter.", "Ask the GM to start one.", "Not in an encounter"
    ),
}
