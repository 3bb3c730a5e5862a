"""What commands write: results to the output, complaints beside it."""

import argparse
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.errors import SentenceError

if TYPE_CHECKING:
    from vtt_bridge.cli.parsers import Parser

    Commands = argparse._SubParsersAction[Parser]  # what add_subparsers returns


def say(sentence: str) -> None:
    """Show a sentence, if the console is there; letters that it does not have as ``?``."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError):
        print(sentence.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201 (the console)


class OutputError(SentenceError):
    """What was asked for cannot be written."""


def put(text: str) -> None:
    """Write a result; letters that the console does not have come out as ``?``.

    Raises `BrokenPipeError` when whoever reads has enough, else `OutputError`.
    """
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201 (the console)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(words.no_output(error.strerror or "")) from None


class CodeLine:
    """The pairing code on a terminal: one line that counts down below all others."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._code = ""
        self._width = 0

    def show(self, code: str) -> None:
        """Take a new code; `draw` shows it."""
        self._code = code

    def draw(self, left: float) -> None:
        with self._lock:
            text = words.code_left(self._code, left)
            self._put(f"\r{text}{' ' * (self._width - len(text))}")
            self._width = len(text)

    def clear(self) -> None:
        with self._lock:
            self._clear()

    def say(self, sentence: str) -> None:
        with self._lock:
            self._clear()
            say(sentence)

    def _clear(self) -> None:
        self._put(f"\r{' ' * self._width}\r" if self._width else "")
        self._width = 0

    def _put(self, text: str) -> None:
        with suppress(OSError):
            sys.stdout.write(text)
            sys.stdout.flush()


def complain(sentence: str) -> None:
    """Say what went wrong; letters that the console does not have come out escaped."""
    print(sentence, file=sys.stderr)  # noqa: T201 (the console)
