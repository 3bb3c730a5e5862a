"""Every sentence of the command line that is not the running bridge's own."""

from collections.abc import Sequence

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
