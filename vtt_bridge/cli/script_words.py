"""What the commands for scripts say: odds and rolls, and what happens at a table."""

from collections.abc import Mapping
from typing import Any

# One roll by its numbers

YES, NO = "yes", "no"
ODDS = "tell the exact chances of one roll"
ODDS_MORE = "Tells the exact chances of one roll by its numbers. No bridge is needed."
ROLL = "throw the dice of one roll"
ROLL_MORE = "Throws the dice of one roll by its numbers, for nobody but you. No bridge is needed."


def number_help(field: Mapping[str, Any]) -> str:
    default = field["default"]
    if field["kind"] == "flag":
        default = YES if default else NO
    reach = f"{field['min']} to {field['max']}; " if "min" in field else ""
    return f"{field['label']} ({reach}default: {default})"


def odds_table(odds: Mapping[str, Any]) -> str:
    """The roll in short, and a line for each chance: label, per cent, fraction."""
    cells = [(row["label"], row["percent"], row["fraction"]) for row in odds["rows"]]
    wide, narrow = (max(len(row[place]) for row in cells) for place in (0, 1))
    lines = [f"{label:<{wide}}  {percent:>{narrow}}  {of}" for label, percent, of in cells]
    return "\n".join([odds["text"], *lines])


def rolled(roll: Mapping[str, Any]) -> str:
    """The roll in short, the dice by groups, what they come to, and why."""
    dice = "; ".join(
        f"{group['label']}: {' '.join(map(str, group['faces']))}" for group in roll["dice"]
    )
    outcome = SUCCEEDED if roll["success"] else FAILED
    return "\n".join([roll["text"], dice, *roll["lines"], outcome])


SUCCEEDED = "Success"
FAILED = "Failure"
