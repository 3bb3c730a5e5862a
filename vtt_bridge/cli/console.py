"""What commands write: results to the output, complaints beside it."""

import argparse
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # what add_subparsers returns


def say(sentence: str) -> None:
    """Show a sentence, if the console is there; letters that it does not have as ``?``."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError):
        print(sentence.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201 (the console)


def complain(sentence: str) -> None:
    """Say what went wrong; letters that the console does not have come out escaped."""
    print(sentence, file=sys.stderr)  # noqa: T201 (the console)
