"""What the commands for scripts say: odds and rolls, and what happens at a table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vtt_bridge.client import Batch, Card, Character, Encounter, Question, Table

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


# Reaching a table

OPTION_ACCESS = "access token (at home, as the owner of the data folder, none is needed)"
OPTION_ADDRESS = "where the bridge is (default: the one of the data folder)"
OPTION_TABLE = "the world, by its title or id, where a data folder has several"
OPTION_JSON = "print JSON"
ADDRESS_ALONE = (
    "An address needs an access token: give --token, set VTT_BRIDGE_TOKEN, or put it into the file"
    " with options."
)


def nothing_runs(data: str) -> str:
    return (
        f"No bridge runs on {data}; start one with vtt-bridge serve, or name another with"
        " --address and --token."
    )


SAY = "type a chat command at a table"
SAY_MORE = (
    "Types a chat command at a table, once whatever happens, and tells what came of it. Exit codes:"
    " 0 done, 1 refused by the rules, 2 not understood, 3 no bridge there, 4 refused by the bridge."
)
SAY_TEXT = "the command, such as '!carps attack @Benkei'"
SAY_AS = "who acts, by name or id"
SAY_TO = "who is targeted, by name or id; may be given several times"
STATUS = "show a table: whose turn it is, characters, open questions"
STATUS_MORE = "Shows a table as the token's seat may know it."
WATCH = "show what happens at a table, until Ctrl-C"
WATCH_MORE = (
    "Shows what happens at a table: turns, cards, numbers that change, questions. It goes on after"
    " an outage and leaves nothing out. With --json each line is an object: the view, then batches."
)
WATCH_LAST = "begin after the entry of this number"
LINE_IS_GONE = "The bridge does not answer; waiting for it."
LINE_IS_BACK = "The bridge is back."
DONE = "Done."


def printable(text: str) -> str:
    """Foreign text without what would move something on a console."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def table(one: "Table") -> str:
    led = "a page of the game master leads it" if one.led else "no page leads it"
    return f"{printable(one.title)} ({printable(one.id)}), {one.system}, {one.seq} entries; {led}."


def name_of(who: str | None, characters: "Mapping[str, Character]") -> str:
    known = characters.get(who or "")
    return printable(known.name if known else who or "")


def place(encounter: "Encounter") -> tuple[int, str | None, bool]:
    """What a line about an encounter tells; it is told again when this changes."""
    return encounter.round, encounter.turn, encounter.over


def turn(encounter: "Encounter", characters: "Mapping[str, Character]") -> str:
    where = f"{printable(encounter.name) or 'Encounter'}, round {encounter.round}"
    if encounter.over:
        return f"{where}: over."
    if encounter.turn is None:
        return f"{where}: nobody's turn."
    return f"{where}: it is the turn of {name_of(encounter.turn, characters)}."


def ended(encounter: "Encounter") -> str:
    return f"{printable(encounter.name) or 'The encounter'} has ended."


def people(characters: "Sequence[Character]") -> "Iterator[str]":
    """A line each: name, and what its row in the tracker says."""
    shown = [
        (
            printable(one.name),
            *(printable(str(one.row.get(key) or "")) for key in ("main", "line", "means")),
        )
        for one in characters
    ]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)] if shown else []
    for row in shown:
        yield "  " + "  ".join(map(str.ljust, row, widths)).rstrip()


def question(one: "Question") -> str:
    options = [
        f"{option.label} ({option.cost})" if option.cost else option.label for option in one.options
    ]
    left = "" if one.deadline_in is None else f" {one.deadline_in:.0f} seconds left."
    choices = ", or ".join(filter(None, (", ".join(options), one.decline)))
    return printable(f"? {one.name}: {one.trigger} {choices}.{left}")


CLOSED = {
    "person": "Answered by {name}.",
    "gm": "Answered by {name}.",
    "time": "Nobody answered in time.",
    "auto": "Answered as agreed before.",
}
TAKEN_BACK = "The question was taken back."


def closed(one: Mapping[str, Any]) -> str:
    return printable(f"  {CLOSED.get(one['by'], TAKEN_BACK).format(name=one['name'])}")


def card(one: "Card") -> "Iterator[str]":
    taken_back = " (taken back)" if one.state == "undone" else ""
    yield printable(f"{one.label}{taken_back}")
    if one.state == "undone":
        return
    for change in one.changes:
        yield printable(f"  {change['character']['name']}: {changed(change)}")
    for effect in one.effects:
        yield printable(f"  {effect}")


def changed(change: Mapping[str, Any]) -> str:
    """A number that moved, or a fate: "level 20 to 25 (+5)"."""
    if "label" not in change:
        return str(change["text"])
    delta = f" ({change['delta']})" if change.get("delta") else ""
    return f"{change['label']} {change['from']} to {change['to']}{delta}"


def missed(batch: "Batch", characters: "Mapping[str, Character]") -> str:
    """What the journal alone can tell of a batch."""
    who = name_of(batch.command.get("actor"), characters)
    verb = batch.command.get("verb") or "an answer"
    return printable(f"{batch.seq}: {verb}{f' by {who}' if who else ''}")


# Completion

COMPLETION = "print a script by which a shell completes commands and options"
COMPLETION_MORE = (
    "Prints a script for a shell. For bash, put its output into a file and source that in .bashrc;"
    " for others see their manuals. The numbers of odds and roll are those of the rules that are"
    " installed now."
)
COMPLETION_SHELL = "the shell"
