"""Every sentence about exports and imports that people may read."""

from collections.abc import Sequence

from vtt_bridge.words import NOT_UNDERSTOOD, Refusal

IMPORTER = "Import"
NOTE = "Everything that the game master may know is in this file, secrets too."
YES_NO = {True: "yes", False: "no"}
NOTHING = "nothing"
CONDUCT = {"automation": "Results count", "dice": "Dice", "odds": "Chances"}
OWN = {"side": "Side", "control": "Run as", "automation": "Results count", "dice": "Dice"}


# What is wrong with a file


def not_json(why: str) -> Refusal:
    return _misread("not_json", f"The file is damaged: it is no JSON ({why}).")


NO_EXPORT = "The file is no export of a table or a character of vtt-bridge"


def no_export() -> Refusal:
    return _misread("no_export", f"{NO_EXPORT}.")


def not_text() -> Refusal:
    return _misread("not_text", f"{NO_EXPORT}: it is not text.")


def newer_export(theirs: int, ours: int) -> Refusal:
    text = (
        f"The file has format_version {str(theirs)[:20]}, and this vtt-bridge reads {ours}; "
        "update vtt-bridge first."
    )
    return _misread("newer_export", text)


def bad_export(where: str, why: str) -> Refusal:
    place = f"{where}: " if where else ""
    return _misread("bad_export", f"The file is not as an export is ({place}{why}).")


def other_system(theirs: str, ours: str) -> Refusal:
    text = f"The file is for the rules {theirs}, and this world plays {ours}."
    return Refusal("other_system", text, "Choose the rules of the file in the world's settings.")


def unknown_abilities(who: str, names: Sequence[str]) -> Refusal:
    text = f"{who} has abilities that this version does not know: {', '.join(names)}."
    return _misread("unknown_abilities", text)


def unknown_field(who: str, key: str) -> Refusal:
    return _misread("unknown_field", f"{who} has a field that this version does not know: {key}.")


def cannot_be(what: str, why: str) -> Refusal:
    return Refusal("not_imported", f"{what} cannot be brought in: {why}")


def _misread(code: str, text: str) -> Refusal:
    return Refusal(code, text, heading=NOT_UNDERSTOOD)


# Whom and where


def which_world(name: str | None, worlds: Sequence[tuple[str, str]]) -> Refusal:
    choice = ", ".join(f"{title} ({world})" for world, title in worlds) or "none"
    meant = f"{name} is not one of the paired worlds" if name else "Several worlds are paired"
    return Refusal("which_world", f"{meant}; name one with --world: {choice}.")


def which_character(name: str, names: Sequence[str]) -> Refusal:
    known = ", ".join(dict.fromkeys(names)) or "nobody"
    if names.count(name) > 1:
        return Refusal("which_character", f"Several are called {name}; rename one first.")
    return Refusal("which_character", f"There is no {name} here; there is: {known}.")


def onto_with_a_table() -> Refusal:
    text = "A table is brought in whole; --onto and --new are for a single character."
    return Refusal("onto_with_a_table", text)


# Differences, a line each


def line(who: str, label: str, old: str, new: str) -> str:
    return f"{who}: {label} from {old} to {new}"


def list_line(who: str, label: str, more: Sequence[str], less: Sequence[str]) -> str:
    changes = [f"gains {', '.join(more)}"] if more else []
    changes += [f"loses {', '.join(less)}"] if less else []
    return f"{who}: {label} {' and '.join(changes) or 'in another order'}"


def new_character(name: str) -> str:
    return f"{name} is new"


def rules_line(old: str, new: str) -> str:
    return f"Rules: from {old} to {new}"


HOUSE_RULE = "House rule"
TABLE = "Table"
