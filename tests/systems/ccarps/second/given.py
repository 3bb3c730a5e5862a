"""What a scenario may state, as the second reading has it."""

from __future__ import annotations

from typing import Any

from tests.systems.ccarps.second.figures import BARS, PRIMARIES, SECONDARIES, SWITCHES


class No(Exception):  # noqa: N818 - a step is not permitted
    pass


class Stop(Exception):  # noqa: N818 - the run ends
    pass


def need(holds: Any, reason: str) -> None:
    if not holds:
        raise No(reason)


def whole(value: Any, least: int | None = None, most: int | None = None) -> bool:
    if type(value) is not int:
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def flag(step: dict[str, Any], key: str) -> bool:
    value = step.get(key, False)
    need(type(value) is bool, key)
    return bool(value)


def numbers(step: dict[str, Any], key: str, least: int | None = None) -> list[int]:
    values = step.get(key, [])
    need(isinstance(values, list) and all(whole(one, least) for one in values), key)
    return list(values)


def same(one: Any, other: Any) -> bool:
    """Equal, with `true` no 1 and 1.0 no whole number, in lists too."""
    return repr(one) == repr(other)


def rules_of(given: Any) -> dict[str, Any]:
    need(isinstance(given, dict), "rules")
    for name, value in given.items():
        need(any(same(value, one) for one in SWITCHES.get(name, [])), name)
    return {name: values[0] for name, values in SWITCHES.items()} | given


def character(given: Any) -> dict[str, Any]:
    need(isinstance(given, dict), "character")
    one: dict[str, Any] = {
        "attributes": by_name(given, "attributes", PRIMARIES, 10),
        "marks": by_name(given, "marks", BARS, 0, 0, 10),
        "accumulators": by_name(given, "accumulators", PRIMARIES, 0, 0),
        "skills": {},
        "resist": given.get("resist", {}),
        "height": given.get("height"),
        "tech": given.get("tech"),
        "unassigned": given.get("unassigned", 0),
        "dodging": False,
        "riposte": {},
    }
    skills = given.get("skills", {})
    need(isinstance(skills, dict), "skills")
    for name, skill in skills.items():
        need(isinstance(skill, dict) and whole(skill.get("points"), 0), "skills")
        need(skill.get("attribute") in SECONDARIES, "skills")
        one["skills"][name] = {"points": skill["points"], "attribute": skill["attribute"]}
    need(isinstance(one["resist"], dict), "resist")
    need(all(whole(value) for value in one["resist"].values()), "resist")
    need("height" not in given or whole(one["height"], 0), "height")
    need("tech" not in given or whole(one["tech"], 0, 20), "tech")
    need(whole(one["unassigned"], 0), "unassigned")
    return one


def by_name(
    given: dict[str, Any],
    key: str,
    names: tuple[str, ...],
    usual: int,
    least: int | None = None,
    most: int | None = None,
) -> dict[str, int]:
    stated = given.get(key, {})
    need(isinstance(stated, dict), key)
    need(all(name in names and whole(one, least, most) for name, one in stated.items()), key)
    return {name: stated.get(name, usual) for name in names}
