"""The parser of the command line, parts of which are filled only when they are needed."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Any


class Parser(argparse.ArgumentParser):
    """With `fill`, a function that adds arguments before the first are read.

    So a command whose arguments come from the rules does not load them for all the others.
    """

    def __init__(
        self, *args: Any, fill: "Callable[[Parser], None] | None" = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._to_fill = fill

    def fill(self) -> None:
        fill, self._to_fill = self._to_fill, None
        if fill is not None:
            fill(self)

    def parse_known_args(  # type: ignore[override]  # one of its overloads is all that is needed
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        self.fill()
        return super().parse_known_args(args, namespace)

    def below(self) -> Iterator["Parser"]:
        """This parser and those of all commands in it, filled."""
        self.fill()
        yield self
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                for parser in action.choices.values():
                    yield from parser.below()
