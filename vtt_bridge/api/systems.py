"""The paths of rule systems: which there are, and odds and dice of one roll by its numbers."""

from typing import TYPE_CHECKING

from flask import request

from engine.commands import refusal
from engine.resolution import Refused
from vtt_bridge import words as bridge_words
from vtt_bridge.api import schemas, words
from vtt_bridge.api.paths import Paths
from vtt_bridge.service import rules, system_choices
from vtt_bridge.store import Plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.rolls import SingleRoll

NUMBERS = {
    "in": "query",
    "name": "numbers",
    "description": words.NUMBERS,
    "style": "form",
    "explode": True,
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
}


def add_systems(paths: Paths) -> None:
    @paths.get("/systems", schemas.SystemsSchema, words.SYSTEMS)
    def systems() -> Plain:
        paths.visitor().require("read")
        return {"systems": [{**one, "roll": fields(one["key"])} for one in system_choices()]}

    numbers = paths.blueprint.doc(parameters=[NUMBERS])

    @paths.get("/systems/<system>/odds", schemas.OddsSchema, words.ODDS, numbers)
    def odds(system: str) -> Plain:
        paths.visitor().require("read")
        given = {
            key: several[0] if len(several) == 1 else several
            for key, several in request.args.lists()
        }
        return asked(system, lambda roll: roll.odds(given))

    @paths.post("/systems/<system>/rolls", schemas.NewRollSchema, words.ROLL, schemas.RollSchema)
    def throw(message: Plain, system: str) -> Plain:
        paths.visitor().require("read")
        dice = paths.bridge.new_dice()
        return asked(system, lambda roll: roll.roll(message["numbers"], dice))


def fields(system: str) -> list[Plain]:
    """What the single roll of a system takes; nothing where it has none."""
    roll = rules()[system].roll
    return [one.to_data() for one in roll.fields()] if roll else []


def asked(system: str, question: "Callable[[SingleRoll], Plain]") -> Plain:
    """The answer of a system's single roll, or a `Refusal`."""
    known = rules()
    if system not in known:
        raise bridge_words.unknown_system(system[:40], sorted(known))
    roll = known[system].roll
    if roll is None:
        raise words.no_single_roll(known[system].title)
    try:
        return question(roll)
    except Refused as found:
        raise words.not_understood(refusal(found, known[system].words)) from None
