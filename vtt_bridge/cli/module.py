"""``vtt-bridge module``: hand the Foundry module out."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from vtt_bridge import __version__
from vtt_bridge.cli import words
from vtt_bridge.cli.console import say
from vtt_bridge.errors import SentenceError

if TYPE_CHECKING:
    from vtt_bridge.cli.console import Commands


class ZipError(SentenceError):
    """The zip cannot be written."""


def add(commands: "Commands") -> None:
    group = commands.add_parser("module", help=words.MODULE)
    actions = group.add_subparsers(dest="action", required=True)
    install = actions.add_parser("install", help=words.MODULE_INSTALL)
    install.add_argument("path", metavar="PATH", type=Path, help=words.FOUNDRY_PATH)
    install.set_defaults(run=run_install)
    pack = actions.add_parser("zip", help=words.MODULE_ZIP)
    pack.add_argument("file", metavar="FILE", type=Path, nargs="?", help=words.ZIP_FILE)
    pack.set_defaults(run=run_zip)


def run_install(options: argparse.Namespace) -> int:
    from vtt_bridge.module.install import install

    done = install(options.path)
    say(words.installed(str(done.folder), __version__, done.before))
    return 0


def run_zip(options: argparse.Namespace) -> int:
    from vtt_bridge.module.pack import ZIP_NAME, zipped

    file: Path = options.file or Path(ZIP_NAME)
    if file.is_dir():
        file /= ZIP_NAME
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_bytes(zipped())
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ZipError(words.not_written(str(file), error.strerror or "")) from None
    say(words.written(str(file)))
    return 0
