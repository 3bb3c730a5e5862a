"""The options by which a command finds the bridge's data folder, and all others with it."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from vtt_bridge.cli import words

if TYPE_CHECKING:
    from vtt_bridge.cli.config import Config


def add_data_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="DIR", help=words.OPTION_DATA)
    command.add_argument("--config", metavar="FILE", help=words.OPTION_CONFIG)


def config(options: argparse.Namespace) -> "Config":
    """The bridge's options as flags, environment and file give them; raises `ConfigError`."""
    from vtt_bridge.cli.config import load

    return load(vars(options))


def data_folder(options: argparse.Namespace) -> Path:
    """The folder that the options of `add_data_option` mean; it need not exist."""
    return config(options).data
