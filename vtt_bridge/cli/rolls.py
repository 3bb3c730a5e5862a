"""``vtt-bridge odds`` and ``vtt-bridge roll``: one roll by its numbers, without any bridge.

The arguments come from the rule systems, those of third parties too.
"""

import argparse
import json
from typing import TYPE_CHECKING, Any

from vtt_bridge.cli import script_words as words
from vtt_bridge.cli.console import put
from vtt_bridge.cli.rules import require_own_engine
from vtt_bridge.cli.words import OPTION_JSON
from vtt_bridge.errors import SentenceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.rolls import RollField, SingleRoll
    from engine.system import System
    from vtt_bridge.cli.console import Commands
    from vtt_bridge.cli.parsers import Parser

    Ask = Callable[["SingleRoll", Mapping[str, Any]], dict[str, Any]]
    Tell = Callable[[dict[str, Any]], str]

GIVEN = "number:"
"""What the names of the numbers begin with among the options of a command."""


class NumbersError(SentenceError):
    """The numbers of a roll do not fit."""

    exit_code = 2


def add(commands: "Commands") -> None:
    commands.add_parser("odds", help=words.ODDS, description=words.ODDS_MORE, fill=fill_odds)
    commands.add_parser("roll", help=words.ROLL, description=words.ROLL_MORE, fill=fill_roll)


def fill_odds(parser: "Parser") -> None:
    _fill(parser, lambda roll, given: roll.odds(given), words.odds_table)


def fill_roll(parser: "Parser") -> None:
    _fill(parser, throw, words.rolled)


def throw(roll: "SingleRoll", given: "Mapping[str, Any]") -> dict[str, Any]:
    from engine.dice import SystemDice

    return roll.roll(given, SystemDice())


def _fill(parser: "Parser", ask: "Ask", tell: "Tell") -> None:
    require_own_engine()
    from engine.system import systems

    chosen = parser.add_subparsers(dest="system", required=True, metavar="SYSTEM")
    for key, system in systems().items():
        if system.roll is None:
            continue
        one = chosen.add_parser(key, help=system.title, description=system.title)
        for field in system.roll.fields():
            _add_number(one, field)
        one.add_argument("--json", action="store_true", help=OPTION_JSON)
        one.set_defaults(run=lambda options, system=system: run(options, system, ask, tell))


def _add_number(parser: argparse.ArgumentParser, field: "RollField") -> None:
    told = field.to_data()
    how: dict[str, Any] = {"metavar": "N"}
    if told["kind"] == "flag":
        how = {"action": argparse.BooleanOptionalAction}
    elif told["kind"] == "choice":
        how = {"choices": [str(one["value"]) for one in told["options"]]}
    parser.add_argument(
        f"--{field.key.replace('_', '-')}",
        dest=GIVEN + field.key,
        default=argparse.SUPPRESS,
        help=words.number_help(told).replace("%", "%%"),
        **how,
    )


def run(options: argparse.Namespace, system: "System", ask: "Ask", tell: "Tell") -> int:
    from engine.commands import refusal
    from engine.resolution import Refused

    assert system.roll is not None  # noqa: S101 (else there is no such command)
    given = {
        name.removeprefix(GIVEN): value
        for name, value in vars(options).items()
        if name.startswith(GIVEN)
    }
    try:
        told = ask(system.roll, given)
    except Refused as found:
        refused = refusal(found, system.words)
        raise NumbersError(f"{refused['text']} {refused['hint']}") from None
    put(json.dumps(told) if options.json else tell(told))
    return 0
