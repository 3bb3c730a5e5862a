"""What the REST interface says: of its paths, and of requests that it cannot answer."""

from collections.abc import Mapping
from typing import Any

from vtt_bridge.words import NOT_UNDERSTOOD, Refusal

TITLE = "vtt-bridge"
DESCRIPTION = (
    "What scripts may read and do at a table. A token says which table, with whose eyes and in"
    " whose name; make one with `vtt-bridge tokens create`. Every action carries an id: sent again,"
    " it is answered again and not done again."
)
PATHS = "Tables, and what happens at them"
SYSTEMS = "The rule systems that this bridge has, and what a single roll of each takes."
ODDS = "The exact chances of one roll by its numbers."
ROLL = "Throw the dice of one roll by its numbers. No table hears of it."
NUMBERS = "Numbers and house rules of the roll by key, as /systems lists them."
TABLES = "The table of the token."
TABLE = "All that the token's seat may know of a table."
DESCRIPTIONS = "The table's rule system: verbs, fields, abilities, house rules."
CHARACTERS = "The characters."
CHARACTER = "One character."
LOOK = "What a character may do now, and the chances against one target."
ENCOUNTERS = "The encounters."
QUESTIONS = "The open questions."
JOURNAL = "A page of the journal."
ACTION = "What came of an action of this access; of any, in the game master's seat."
COMMAND = "Give a command."
ANSWER = "Answer a question."
UNDO = "Take a command back."
CORRECT = "Put other dice, or another answer, in the place of recorded ones."
EVENTS = "What happens, as it happens."


def invalid_request(path: str, where: str, why: str) -> Refusal:
    place = f"{where}: {why}" if where else why
    return Refusal(
        "invalid_message",
        f"The bridge does not understand this request to {path[:100]} ({place}).",
        "See /api/v1/docs for what it takes.",
        heading=NOT_UNDERSTOOD,
    )


def not_understood(refused: Mapping[str, Any]) -> Refusal:
    """Numbers of a single roll that its rules do not take, as the bridge's own refusal."""
    return Refusal(
        refused["code"], refused["text"], refused["hint"], heading=NOT_UNDERSTOOD, status=400
    )


def no_single_roll(title: str) -> Refusal:
    return Refusal(
        "no_single_roll",
        f"{title} has no roll that goes by numbers alone.",
        "Roll at a table.",
        status=404,
    )


def unknown_action() -> Refusal:
    return Refusal(
        "unknown_action",
        "The bridge never got an action with this id from this access.",
        "Send the action; it will be done once.",
        status=404,
    )
