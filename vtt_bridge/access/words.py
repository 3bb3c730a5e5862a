"""What programs are told that come with an access token, or for one."""

from collections.abc import Mapping, Sequence
from typing import Any

from vtt_bridge.words import NOT_UNDERSTOOD, NOT_YET, Refusal


def missing_access() -> Refusal:
    return Refusal(
        "missing_access",
        "This request brings no access token.",
        "Make one with vtt-bridge tokens create, and send it as Authorization: Bearer TOKEN.",
        status=401,
    )


def wrong_access() -> Refusal:
    return Refusal(
        "wrong_access",
        "The bridge does not know this access token.",
        "Make a new one with vtt-bridge tokens create.",
        status=401,
    )


def missing_scope(scope: str) -> Refusal:
    return Refusal(
        "missing_scope",
        f"This access token does not allow that; it needs the scope {scope}.",
        "Make another one with vtt-bridge tokens create.",
        status=403,
    )


def unknown_scopes(scopes: Sequence[str]) -> Refusal:
    return Refusal(
        "unknown_scopes",
        "These are not the scopes of an access token.",
        f"Name one or more of: {', '.join(scopes)}.",
        heading=NOT_UNDERSTOOD,
    )


def scope_needs_seat(scope: str, seat: str) -> Refusal:
    return Refusal(
        "scope_needs_seat",
        f"The scope {scope} needs {seat} seat.",
        "Choose another seat, or leave the scope out.",
    )


def unknown_table(table: str) -> Refusal:
    return Refusal(
        "unknown_table",
        f"There is no table {table[:100]} here.",
        "See vtt-bridge tables.",
        status=404,
    )


def no_such_table(named: str | None, candidates: Sequence[str], *, is_clear: bool) -> Refusal:
    """`candidates` are those that it could be, or else, where it is clear, all that there are."""
    if not candidates:
        return Refusal(
            "no_table",
            "No world is paired yet.",
            "Pair one with a code: vtt-bridge pair shows one.",
            status=404,
        )
    return Refusal(
        "which_table",
        f"There is no table {(named or '')[:100]}."
        if is_clear
        else "It is not clear which table is meant.",
        f"Name one with --table: {', '.join(candidates)}.",
        status=404,
    )


def unknown_character(who: str) -> Refusal:
    return Refusal(
        "unknown_character",
        f"There is no character {who[:100]} at this table.",
        "Ask for the list of characters.",
        status=404,
    )


def no_such_character(named: str, found: int) -> Refusal:
    if not found:
        return unknown_character(named)
    return Refusal(
        "ambiguous_character",
        f"{found} characters at this table are called {named[:100]}.",
        "Name one by its id.",
        status=409,
    )


def too_many_followers() -> Refusal:
    return Refusal(
        "too_many_followers",
        "Too many programs follow this table.",
        "Close one of them.",
        heading=NOT_YET,
        status=429,
    )


def by_the_rules(refused: Mapping[str, Any]) -> Refusal:
    """What the rules refuse, as the bridge's own refusal."""
    return Refusal(
        refused["code"],
        refused["text"],
        refused["hint"],
        heading=refused["heading"],
        data=refused.get("data"),
        status=409,
    )
