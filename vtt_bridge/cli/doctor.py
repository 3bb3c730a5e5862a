"""``vtt-bridge doctor``: name what is wrong."""

import argparse
import json
from typing import TYPE_CHECKING

from vtt_bridge.cli import words
from vtt_bridge.cli.console import say
from vtt_bridge.cli.folders import add_data_option, config
from vtt_bridge.cli.serve import add_serve_options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vtt_bridge.cli.console import Commands
    from vtt_bridge.doctor import Finding


def add(commands: "Commands") -> None:
    doctor = commands.add_parser("doctor", help=words.DOCTOR)
    add_data_option(doctor)
    add_serve_options(doctor)
    doctor.add_argument("--page", metavar="ADDRESS", help=words.OPTION_PAGE)
    doctor.add_argument("--json", action="store_true", help=words.OPTION_JSON)
    doctor.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 when all is well, 1 when something has to be done."""
    findings = []
    for finding in _findings(options):
        findings.append(finding)
        if not options.json:
            say(_line(finding))
    if options.json:
        say(json.dumps([finding.plain() for finding in findings]))
    return 0 if all(finding.ok for finding in findings) else 1


def _findings(options: argparse.Namespace) -> "Iterable[Finding]":
    from vtt_bridge.cli.config import ConfigError
    from vtt_bridge.doctor import examine, unreadable_options

    try:
        return examine(config(options), options.page)
    except ConfigError as error:
        return [unreadable_options(str(error))]


def _line(finding: "Finding") -> str:
    mark = words.OK if finding.ok else words.FAULT
    return words.printable(f"{mark:<5} {finding.check:<9} {finding.text} {finding.todo}".rstrip())
