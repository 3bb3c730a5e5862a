"""What comes with a command, looked at before the first die: whole numbers, flags, names.

Plain values may come from anywhere, so each is checked here; what is wrong refuses the command.
"""

from __future__ import annotations

from typing import Any

from engine.resolution import Refused
from engine.systems.tracks.health import room_fault
from engine.systems.tracks.model import ATTRIBUTES, TRACK_OF, TRACKS, Ctx

LIMIT = 3  # T10


def malformed(what: str) -> Refused:
    return Refused("bad_command", what=what)


def is_whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    """Whether a value is a whole number in a range; true and false are no numbers."""
    return (
        type(value) is int and (least is None or value >= least) and (most is None or value <= most)
    )


def number(
    args: dict[str, Any], key: str, default: int | None = None, least: int | None = None
) -> int:
    value = args.get(key, default)
    if not is_whole(value, least):
        raise malformed(f"{key} is a whole number{'' if least is None else f' from {least}'}")
    return int(value)  # type: ignore[arg-type]  # checked above


def flag(args: dict[str, Any], key: str, default: bool = False) -> bool:
    value = args.get(key, default)
    if not isinstance(value, bool):
        raise malformed(f"{key} is yes or no")
    return value


def one_of(args: dict[str, Any], key: str, allowed: tuple[str, ...], default: str = "") -> str:
    value = args.get(key, default)
    if not isinstance(value, str) or value not in allowed:
        raise malformed(f"{key} is one of {', '.join(allowed)}")
    return value


def attribute(args: dict[str, Any], allowed: tuple[str, ...] = ATTRIBUTES) -> str:
    return one_of(args, "attribute", allowed)


def track(args: dict[str, Any]) -> str:
    return one_of(args, "track", TRACKS)


def names(args: dict[str, Any], key: str) -> list[str]:
    value = args.get(key, [])
    if not isinstance(value, list) or any(not isinstance(one, str) for one in value):
        raise malformed(f"{key} is a list of names")
    return value


def mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise malformed(f"{what} needs its parts by name")
    return value


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
