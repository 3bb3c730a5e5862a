"""Every sentence of the storage that people may read."""

CLOSED = "The bridge is stopping."
EMPTY_FILE = "the file is empty"
NO_ID = "it does not say which bridge it belongs to"
FOREIGN_WAL = "the -wal file beside it belongs to another database"


def newer_database(path: str) -> str:
    return f"{path} was written by a newer vtt-bridge; start that version or use --data DIR."


def unusable_database(path: str, why: str) -> str:
    return f"{path} cannot be used ({why}); see to that, or use --data DIR with another folder."


def read_only_database(path: str) -> str:
    return (
        f"{path} cannot be written; give yourself the right to write to it, to its "
        "folder and to the files beside it, or use --data DIR with another folder."
    )


def locked_database(path: str) -> str:
    return f"Another program keeps {path} locked; close that program and try again."


def damaged_database(path: str, why: str) -> str:
    return f"{path} is damaged ({why})."


def foreign_file(path: str) -> str:
    return f"{path} is no database of vtt-bridge."


def missing_tables(names: list[str]) -> str:
    return f"it has no {' and no '.join(names)}"


def missing_entry(title: str, seq: int) -> str:
    return f"Entry {seq} in the journal of {title} is missing."


def shortened_journal(title: str, seq: int) -> str:
    return f"The journal of {title} ends at entry {seq}, but later ones were acknowledged."


def unreadable_journal(title: str) -> str:
    return f"The journal of {title} cannot be read by this version of the bridge."


def strange_checkpoint(title: str) -> str:
    return f"The checkpoint of {title} does not agree with its journal."


def unreadable_record(what: str, title: str) -> str:
    return f"{what} of {title} cannot be read."


def entry(seq: int) -> str:
    return f"Entry {seq} in the journal"


CHECKPOINT = "The checkpoint"
SETTINGS = "The record of the settings"
ACKNOWLEDGEMENT = "An acknowledgement"


def does_not_follow(world: str, seq: int) -> str:
    return f"Entry {seq} does not follow the journal of world {world}."


# Backups


NO_WORLDS = "no world yet"
UNREADABLE = "cannot be read"


def no_database(path: str) -> str:
    return f"There is no database {path}; name the bridge's data folder with --data DIR."


def no_database_for_a_world(path: str) -> str:
    return (
        f"There is no database {path} to put a world into; restore the whole backup first, "
        "with 'vtt-bridge restore NAME'."
    )


def no_backup(path: str) -> str:
    return f"There is no backup {path}; 'vtt-bridge restore' lists those that there are."


def file_exists(path: str) -> str:
    return f"{path} exists already; choose another name."


def lost_database(path: str) -> str:
    return f"The database {path} is gone."


def was_set_aside(why: str, aside: str) -> str:
    return f"{why} It was set aside as {aside}, and nothing was begun anew."


def good_backup(command: str, when: str, what: str) -> str:
    return f"The last good backup is of {when} ({what}); this brings it back: {command}"


def no_good_backup(command: str) -> str:
    return f"There is no good backup; this begins with an empty database: {command}"


def world_entries(title: str, entries: int) -> str:
    return f"{title}: {entries} {'entry' if entries == 1 else 'entries'}"


def unsound_backup(path: str, fault: str) -> str:
    return f"{path} was not restored, for it is not whole: {fault}"


def which_world(name: str, worlds: list[tuple[str, str]]) -> str:
    choice = ", ".join(f"{title} ({world})" for world, title in worlds) or "none"
    return f"{name} is not one world of that backup; it holds: {choice}."
