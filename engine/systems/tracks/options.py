"""What comes with a command, looked at before the first die: options, and who may use them.

`engine.given` checks plain values; what goes for tracks alone is here.
"""

from __future__ import annotations

from typing import Any

from engine.given import flag, is_whole, malformed, mapping, names, number, one_of
from engine.resolution import Refused
from engine.systems.tracks.health import room_fault
from engine.systems.tracks.model import ATTRIBUTES, TRACK_OF, TRACKS, Ctx

__all__ = ["flag", "is_whole", "malformed", "mapping", "names", "number", "one_of"]

LIMIT = 3  # T10


def attribute(args: dict[str, Any], allowed: tuple[str, ...] = ATTRIBUTES) -> str:
    return one_of(args, "attribute", allowed)


def track(args: dict[str, Any]) -> str:
    return one_of(args, "track", TRACKS)


def known(ctx: Ctx, who: Any) -> str:
    if not isinstance(who, str) or who not in ctx.state.characters:
        raise Refused("unknown_character")
    return who


def able(ctx: Ctx, who: Any) -> str:
    """Only the conscious act (T19)."""
    person = ctx.state.characters[known(ctx, who)]
    if not person.conscious:
        raise Refused("not_conscious", who=person.name)
    return str(who)


def living(ctx: Ctx, who: Any) -> str:
    person = ctx.state.characters[known(ctx, who)]
    if person.dead:
        raise Refused("is_dead", who=person.name)
    return str(who)


def check(ctx: Ctx, who: str, name: str, options: dict[str, Any]) -> None:
    """The options of a challenge of `who` with the attribute `name` (T9 to T14, T18, T26)."""
    raises = options.get("raise", 0)
    if not is_whole(raises, 0, LIMIT):
        raise Refused("over_the_limit")
    person = ctx.state.characters[who]
    fault = room_fault(ctx.state, who, TRACK_OF[name], raises) if raises else None
    if fault is not None:
        raise fault
    number(options, "modifier", 0)
    if flag(options, "specialty") and not person.specialties:
        raise Refused("no_specialty", who=person.name)  # T18
    if "strategy" in options:
        strategist, amount = claim(ctx, options)
        owner = ctx.state.characters[strategist]
        if owner.side != person.side:
            raise Refused("not_an_ally", who=owner.name)
        if owner.pool < amount:
            raise Refused("pool_too_small", who=owner.name, left=owner.pool)


def claim(ctx: Ctx, options: dict[str, Any]) -> tuple[str, int]:
    """Whose points of strategy are used, and how many (T26)."""
    wanted = mapping(options["strategy"], "strategy")
    return known(ctx, wanted.get("from")), number(wanted, "amount", least=1)


def asks(args: dict[str, Any]) -> bool:
    """Whether people are asked for what was not announced; `quiet` says that all was."""
    return not args.get("quiet", False)
