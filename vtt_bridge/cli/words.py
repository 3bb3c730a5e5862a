"""Every sentence of the command line that is not the running bridge's own."""

import json
from collections.abc import Mapping, Sequence

COMMAND = "Rules for Foundry VTT: a small service beside the game."
SERVE = "run the bridge until Ctrl-C"
SCENARIO = "play a scenario file and print what happens"
DEMO = "open the practice table in a browser"
OPTION_DATA = "folder for the journal and the log (default: the user's data folder)"
OPTION_PORT = "port to listen on (default: 30777; the next free one if it is taken)"
OPTION_FILE = "a scenario file, or - for standard input"


def no_file(path: str, why: str) -> str:
    return f"{path} cannot be read ({why})."


def no_output(why: str) -> str:
    return f"The results cannot be written ({why})."


def unknown_arguments(arguments: Sequence[str]) -> str:
    return f"unknown: {' '.join(arguments)}"


def other_engine(path: str) -> str:
    return (
        f"Another package named engine is in the way ({path}); install vtt-bridge with pipx or in "
        "a virtual environment of its own, and start it from another folder."
    )


# The bridge's console


def running(address: str) -> str:
    return f"vtt-bridge runs at {address} (stop it with Ctrl-C)."


def runs_already(address: str) -> str:
    return f"vtt-bridge runs already, at {address}; vtt-bridge pair shows a pairing code."


def port_taken(wanted: int, used: int) -> str:
    return f"Another program uses port {wanted}, so the bridge uses {used}."


def code_left(code: str, seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"Pairing code: {code} ({minutes}:{rest:02} left)"


def module_here(address: str) -> str:
    return f"Module for Foundry: {address}/module.json"


STOPPED = "vtt-bridge has stopped."

# Pairings

PAIR = "show a fresh pairing code of the running bridge"
TABLES = "list the worlds that are paired, with their journals"
TOKENS = "list, make or revoke the tokens of paired pages and of programs"
TOKENS_LIST = "list all tokens"
TOKENS_CREATE = "make a token for a program, shown this once"
TOKENS_REVOKE = "forget tokens; a page or program that uses one is dropped at once"
OPTION_TABLE = "the world whose table it is for, by its title or id"
OPTION_NAME = "what to call the program"
OPTION_SEAT = "whose eyes it has: public, gm, or a character by name"
OPTION_MAY = "what it may do: read, act, gm (default: read), with commas between"
PAIRING_ID = "the id of a token, as tokens list shows it"
OPTION_WORLD = "all tokens of this world, by its title or id"
OPTION_ALL = "all tokens"
NOTHING_PAIRED = "No world is paired yet."
NEVER = "never"
UNKNOWN_TIME = "unknown"
TABLE_HEADS = ("world", "title", "rules", "last used", "entries")
TOKEN_HEADS = ("id", "world", "page or program", "made", "last used")


def program(name: str, seat: str, scopes: str) -> str:
    return f"{name} ({seat}: {scopes})"


def code_at(code: str, minutes: int, address: str) -> str:
    return f"Pairing code: {code} (valid for {minutes} minutes), at {address}"


def revoked(ids: Sequence[str]) -> str:
    return f"Revoked: {', '.join(ids)}." if ids else NOTHING_PAIRED


# The module

MODULE = "hand out the Foundry module"
MODULE_INSTALL = "put the module into Foundry's folder, or replace it there"
MODULE_ZIP = "write the module as a zip"
FOUNDRY_PATH = "Foundry's user data folder, its Data folder or its modules folder"
ZIP_FILE = "the zip to write, or a folder for it (default: here)"


def installed(folder: str, version: str, before: str | None) -> str:
    replaced = f" (was {printable(before)[:40]})" if before else ""
    return (
        f"vtt-bridge {version} is in {folder}{replaced}. "
        "Return to Foundry's set-up, or start Foundry again, before you open a world."
    )


def written(file: str) -> str:
    return f"Written: {file}"


def not_written(file: str, why: str) -> str:
    return f"{file} cannot be written ({why})."


OK = "ok"
FAULT = "FAULT"
DOCTOR = "look for what keeps bridge and game apart, and say what to do"
OPTION_PAGE = "the address under which you open the game, such as http://localhost:30000"

# Options

CONFIG = "show the options and where each comes from"
CONFIG_SHOW = "print every option, its value, and where it comes from"
OPTION_CONFIG = "file with options (default: config.toml in the data folder)"
OPTION_SYNCHRONOUS = "FULL waits for the disk at every action (default), NORMAL does not"
OPTION_DISCORD = "mirror tables to Discord, as WORLD=WEBHOOK;WORLD=WEBHOOK"
OPTION_DISCORD_GM = "the same for what the game master sees"
OPTION_VERBOSE = "log more, and show the log here"
OPTION_JSON = "print JSON"
A_FOLDER = "the path of a folder"
A_SYNCHRONOUS = "FULL or NORMAL"
A_TRUTH = "true or false"
WEBHOOKS = "worlds with the https address of a Discord webhook each, as WORLD=ADDRESS;WORLD=ADDRESS"
AN_ADDRESS = "the address of a bridge, such as http://127.0.0.1:30777"
AN_ACCESS = "an access token, as vtt-bridge tokens create shows it"
HIDDEN = "(hidden)"
NOT_UTF8 = "it is not text in UTF-8"
TOO_DEEP = "its brackets are too deep"
FROM_DEFAULT = "default"
NONE = "none"


def a_port(last: int) -> str:
    return f"a whole number from 0 to {last}"


def bad_option(where: str, what: str, given: object) -> str:
    shown = given if isinstance(given, str) else json.dumps(given, default=str)
    return f"{where} must be {what}, not {printable(shown)[:100] or 'empty'}."


def quoted_option(where: str, what: str, text: str) -> str:
    return f"{where} must be {what}; write {printable(text)[:100]} without quotes."


def in_file(file: str, key: str) -> str:
    return f"{key} in {file}"


def unknown_option(file: str, key: str, known: Sequence[str]) -> str:
    return (
        f"There is no option {printable(key)[:100]} (in {file}); "
        f"the options are {', '.join(known)}."
    )


def data_beside_data(file: str) -> str:
    return (
        f"data cannot be set in {file}, which is read because it lies in the data folder; "
        "set it with --data, VTT_BRIDGE_DATA, or in a file named with --config."
    )


def unreadable_config(file: str, why: str) -> str:
    return f"The options in {file} cannot be read ({why}); mend or move that file."


def no_home(path: str) -> str:
    return f"{printable(path)[:100]} names the folder of a user who does not exist here."


def computer_refuses(why: str, path: str) -> str:
    what = printable(path)[:100] or "Something that this needs"
    return f"{what} cannot be used ({why}); choose another, or mend that."


def option_line(key: str, value: object, source: str | None) -> str:
    if isinstance(value, bool):
        shown = str(value).lower()
    elif isinstance(value, Mapping):
        shown = ", ".join(f"{name} {one}" for name, one in value.items()) or NONE
    else:
        shown = NONE if value is None else str(value)
    return f"{key:<12} {shown:<40} {source or FROM_DEFAULT}"


def printable(text: str) -> str:
    """The text without what would move something on a console."""
    return "".join(letter for letter in text if letter.isprintable())


# Backups

BACKUP = "copy the database, also while a bridge runs"
BACKUP_MORE = (
    "Copies the database with all worlds into one file and checks the copy by replaying every"
    " journal. The bridge may run meanwhile."
)
BACKUP_FILE = "the file to write (default: a new one in the data folder's backups)"
RESTORE = "put a backup in the place of the database, or list the backups"
RESTORE_MORE = (
    "Checks a backup and puts it in the place of the database, which is kept under another name."
    " The bridge must be stopped. Without FILE the backups are listed."
)
RESTORE_FILE = "a backup, by its path or by its name in the list"
RESTORE_EMPTY = "begin with an empty database instead"
RESTORE_WORLD = "put back this world alone, by its title or id"
DAMAGED = "'vtt-bridge doctor' looks it through; 'vtt-bridge restore' lists the backups."
BEGUN_ANEW = "The bridge begins with an empty database; pair your worlds anew."
HOW_TO_RESTORE = "'vtt-bridge restore NAME' puts one back, with --world WORLD one world of it."
NO_BACKUPS = "There are no backups in this data folder yet; 'vtt-bridge backup' makes one."


def backup_made(path: str, what: str) -> str:
    return f"Backup written to {path} ({what}), and checked."


def backup_unsound(path: str, what: str, faults: Sequence[str]) -> str:
    return (
        f"Backup written to {path} ({what}), but it is not whole: {' '.join(faults)} "
        "'vtt-bridge restore NAME --world WORLD' brings a world back from an older backup."
    )


def restored(what: str) -> str:
    return f"Restored: {what}."


def left_out(tokens: Sequence[str]) -> str:
    return f"Left out, for they were revoked since that backup: {', '.join(tokens)}."


TOKENS_COME_BACK = (
    "What was revoked since that backup cannot be known here, so all of its pairings and access "
    "tokens count again; 'vtt-bridge tokens list' shows them, 'vtt-bridge tokens revoke ID' "
    "forgets one."
)


def kept_aside(path: str) -> str:
    return f"What was there before is kept as {path}."


def backup_line(name: str, when: str, what: str) -> str:
    return f"{name}  {when}  {what}"


# Export and import

EXPORT = "write a table or a character into a file"
EXPORT_MORE = (
    "Writes the characters and house rules of a world, or one character, as JSON; also while a"
    " bridge runs. The file has all that the game master may know, secrets too."
)
EXPORT_FILE = "the file to write (default: print it)"
EXPORT_CHARACTER = "only this character, by its name"
IMPORT = "bring a table or a character from a file into a world"
IMPORT_MORE = (
    "Brings in what 'vtt-bridge export' wrote, by ordinary commands that can be undone. Characters"
    " are matched by their names; who is not there yet is new."
)
IMPORT_FILE = "a file that 'vtt-bridge export' wrote"
IMPORT_DRY_RUN = "only show what would change"
IMPORT_ONTO = "put the file's character onto this one, by its name"
IMPORT_NEW = "add the file's character even if one of its name is there"
WHICH_WORLD = "the world, by its title or id (may be left out if there is only one)"
NOTHING_DIFFERS = "Nothing differs."
IMPORTED = "Done; every change can be undone in the game."
NOTHING_CHANGED = "Nothing was changed; without --dry-run this is done."
NOT_PLAIN = "it is nested too deeply, or has what JSON cannot hold"


def exported(path: str) -> str:
    return f"Written to {path}."


def too_large(path: str, megabytes: int) -> str:
    return f"{path} is larger than {megabytes} MB, which no export is."
