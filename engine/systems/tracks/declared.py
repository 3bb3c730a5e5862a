"""What somebody declares before a roll when asked: raises, a specialty, points (T9, T18, T26)."""

from __future__ import annotations

from typing import Any

from engine.resolution import Refused
from engine.systems.tracks import options as given
from engine.systems.tracks import words
from engine.systems.tracks.model import TRACK_OF, Person, TracksState
from engine.systems.tracks.numbers import room

MOST_POINTS = 40  # as many as one list shows of a pool
Further = dict[str, Any]


def further(key: str, values: dict[Any, str]) -> Further:
    """A further choice of an option: values with their labels, the first one offered first."""
    options = [{"value": value, "label": label} for value, label in values.items()]
    return {"key": key, "label": words.FURTHER[key], "options": options}


def choices(
    state: TracksState, person: Person, names: tuple[str, ...], args: dict[str, Any]
) -> list[Further]:
    """What `person` may declare for a challenge with one of the attributes `names`.

    `args` are the options of the other side: its points are gone from their pool before.
    """
    most = max(room(person, TRACK_OF[name], state.rules) for name in names)
    found = []
    if most > 0:
        found.append(further("raise", words.raises(min(most, given.LIMIT))))
    if person.specialties:
        found.append(further("specialty", words.specialty(person.specialties)))
    points = _points(state, person, args)
    if points:
        found.append(further("strategy", {"": words.NO_POINTS, **points}))
    return found


def pools(state: TracksState, side: str) -> dict[str, int]:
    """The points that a side has left, by strategist (T26)."""
    return {who: one.pool for who, one in state.characters.items() if one.side == side and one.pool}


def with_points(state: TracksState, who: str | None, args: dict[str, Any]) -> dict[str, Any]:
    """`points` and `pool`, as forms and chat give them, as `strategy` {from, amount} (T26).

    Without a `pool` it is one's own, else the only one of the side.
    """
    if who is None or ("points" not in args and "pool" not in args):
        return args
    amount = given.number(args, "points", least=1)
    pool, person = args.get("pool"), state.characters[who]
    if pool is None:
        left = pools(state, person.side)
        if not left:
            raise Refused("no_points", who=person.name)
        if who not in left and len(left) > 1:
            names = words.listed([state.characters[one].name for one in left])
            raise Refused("whose_points", names=names)
        pool = who if who in left else next(iter(left))
    rest = {key: value for key, value in args.items() if key not in ("points", "pool")}
    return {**rest, "strategy": {"from": pool, "amount": amount}}


def _points(state: TracksState, person: Person, args: dict[str, Any]) -> dict[str, str]:
    claimed, spent = given.claim(state, args) if "strategy" in args else ("", 0)
    found = {}
    for who, pool in pools(state, person.side).items():
        left = pool - (spent if who == claimed else 0)
        for amount in range(1, min(left, MOST_POINTS) + 1):
            found[f"{amount}:{who}"] = words.points_of(state.characters[who].name, amount)
    return found


def options_of(chosen: dict[str, Any]) -> dict[str, Any]:
    """The options of a challenge from the further choices of an answer."""
    options = {key: chosen[key] for key in ("raise", "specialty") if chosen.get(key)}
    if chosen.get("strategy"):
        amount, _, who = chosen["strategy"].partition(":")
        options["strategy"] = {"from": who, "amount": int(amount)}
    return options


def fault(
    who: str, name: str, state: TracksState, choice: str, chosen: dict[str, Any]
) -> Refused | None:
    """A question's `fault`: why `who` may not declare this with `name`, or with what was chosen."""
    person = state.characters[who]
    return given.fault(state, person, chosen.get("attribute", name), options_of(chosen))
