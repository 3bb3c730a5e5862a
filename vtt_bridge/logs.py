"""The bridge's log: one line for each thing a person wants to know, in files that do not grow.

Nothing writes a token or a pairing code; should one come along in a foreign text, it is blotted
out. What others sent cannot begin a line of its own.
"""

import logging
import re
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

from vtt_bridge import words
from vtt_bridge.folder import FolderError

LOG_BYTES = 1_000_000
OLDER_FILES = 3
TOKEN = re.compile(r"[\w-]{43,}", re.ASCII)
HIDDEN = "(hidden)"


class LogFile(RotatingFileHandler):
    """A line that finds no room on the disk is left out, not shown instead."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        pass


class OneLine(logging.Formatter):
    """A record is one line; the lines of a traceback follow it, each set in."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", "%Y-%m-%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another's layout, if there is one
        return TOKEN.sub(HIDDEN, super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        record.message = "".join(map(visible, record.message))
        return super().formatMessage(record)

    def formatException(self, ei: object) -> str:  # noqa: N802 (logging's name)
        return "\n".join(f"    {line}" for line in super().formatException(ei).splitlines())  # type: ignore[arg-type]  # logging's own type is not public


def visible(letter: str) -> str:
    """The letter, or how it is written where it would move something."""
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")


class Logs:
    """Where the log goes, from here to `close`: the file, and the console if it is wanted."""

    def __init__(self, path: Path, *, verbose: bool = False, console: TextIO | None = None) -> None:
        """`verbose` adds every request and action; raises `FolderError`."""
        try:
            file = LogFile(path, maxBytes=LOG_BYTES, backupCount=OLDER_FILES, encoding="utf-8")
        except OSError as error:
            raise FolderError(words.unusable_folder(str(path), error.strerror or "")) from None
        self._handlers: list[logging.Handler] = [file]
        if console is not None:
            self._handlers.append(logging.StreamHandler(console))
        for handler in self._handlers:
            handler.setFormatter(OneLine())
            logging.getLogger().addHandler(handler)
        logging.getLogger("vtt_bridge").setLevel(logging.DEBUG if verbose else logging.INFO)

    def close(self) -> None:
        for handler in self._handlers:
            logging.getLogger().removeHandler(handler)
            handler.close()
