"""The options by which a command finds the bridge's data folder."""

import argparse
from pathlib import Path

from vtt_bridge.cli import words


def add_data_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", type=Path, metavar="DIR", help=words.OPTION_DATA)


def data_folder(options: argparse.Namespace) -> Path:
    """The folder that the options of `add_data_option` mean; it need not exist."""
    from vtt_bridge.folder import default_folder

    named: Path | None = options.data
    return named or default_folder()
