"""What comes with a command, looked at before the first die: options, and who may use them.

`engine.given` checks plain values; what goes for tracks alone is here.
"""

from __future__ import annotations

import re
from typing import Any

from engine.given import flag, is_whole, malformed, mapping, names, number, one_of
from engine.names import find_name
from engine.resolution import Refused
from engine.systems.tracks.health import room_fault
from engine.systems.tracks.model import ATTRIBUTES, TRACK_OF, TRACKS, Ctx, Person, TracksState

__all__ = ["flag", "is_whole", "malformed", "mapping", "names", "number", "one_of"]

LIMIT = 3  # T10


def attribute(args: dict[str, Any], allowed: tuple[str, ...] = ATTRIBUTES) -> str:
    return one_of(args, "attribute", allowed)


def track(args: dict[str, Any]) -> str:
    return one_of(args, "track", TRACKS)


def known(state: TracksState, who: Any) -> str:
    if not isinstance(who, str) or who not in state.characters:
        raise Refused("unknown_character")
    return who


def able(state: TracksState, who: Any) -> str:
    """Only the conscious act (T19)."""
    person = state.characters[known(state, who)]
    if not person.conscious:
        raise Refused("not_conscious", who=person.name)
    return str(who)


def living(state: TracksState, who: Any) -> str:
    person = state.characters[known(state, who)]
    if person.dead:
        raise Refused("is_dead", who=person.name)
    return str(who)


def fault(state: TracksState, person: Person, name: str, options: dict[str, Any]) -> Refused | None:
    """Why `person` may not have these options in a challenge with the attribute `name`.

    T9 to T14, T18, T26. Raises `Refused` (bad_command) where they are malformed.
    """
    raises = number(options, "raise", 0, least=0)
    number(options, "modifier", 0)
    if raises > LIMIT:
        return Refused("over_the_limit")
    if flag(options, "specialty") and not person.specialties:
        return Refused("no_specialty", who=person.name)  # T18
    if "strategy" in options:
        strategist, amount = claim(state, options)
        owner = state.characters[strategist]
        if owner.side != person.side:
            return Refused("not_an_ally", who=owner.name)
        if owner.pool < amount:
            return Refused("pool_too_small", who=owner.name, left=owner.pool)
    return room_fault(person, TRACK_OF[name], raises, state.rules) if raises else None


def check(ctx: Ctx, who: str, name: str, options: dict[str, Any]) -> None:
    found = fault(ctx.state, ctx.state.characters[who], name, options)
    if found is not None:
        raise found


def claim(state: TracksState, options: dict[str, Any]) -> tuple[str, int]:
    """Whose points of strategy are used, and how many (T26)."""
    wanted = mapping(options["strategy"], "strategy")
    return known(state, wanted.get("from")), number(wanted, "amount", least=1)


EFFECT = re.compile(rf":?\s*({'|'.join(TRACKS)})\s+([0-9]{{1,6}})\s*(?:[,;]|$)", re.IGNORECASE)


def effects(state: TracksState, text: Any) -> list[dict[str, Any]]:
    """Effects as a person writes them, "Name body 3, Name mind 2"; raises `Refused`."""
    if not isinstance(text, str):
        raise malformed("effects are written as a text")
    names = {who: one.name for who, one in state.characters.items()}
    found, rest = [], text.strip()
    while rest:
        who, rest = find_name(rest, names)
        effect = EFFECT.match(rest)
        if effect is None:
            raise Refused("unclear_effects", rest=rest or names[who])
        found.append({"who": who, "track": effect[1].lower(), "amount": int(effect[2])})
        rest = rest[effect.end() :].strip()
    return found


def asks(args: dict[str, Any]) -> bool:
    """Whether people are asked for what was not announced; `quiet` says that all was."""
    return not flag(args, "quiet")
