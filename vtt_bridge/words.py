"""Every sentence of the bridge that people may read, and the refusal that carries one.

A refusal is a stable snake_case code for programs, a short heading and one clear sentence for
people, and where it helps a hint that says what to do next.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from engine.commands import one_line

NEW_CODE = "Type the new code that the bridge's console shows now."
FORGET_PAIRING = "To forget one, use vtt-bridge tokens on the bridge's computer."
NOT_DONE = "Not done"
NOT_UNDERSTOOD = "Not understood"
NOT_YET = "Not yet"


class Refusal(Exception):  # noqa: N818 (an answer, not a fault)
    """Something was asked that the bridge does not do; nothing was changed."""

    def __init__(
        self,
        code: str,
        text: str,
        hint: str = "",
        *,
        heading: str = NOT_DONE,
        data: Mapping[str, Any] | None = None,
        status: int = 400,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = one_line(text)
        self.hint = hint
        self.heading = heading
        self.data = data
        self.status = status

    def plain(self) -> dict[str, Any]:
        """``{"code", "heading", "text", "hint"}`` and ``"data"`` when there is any."""
        error: dict[str, Any] = {
            "code": self.code,
            "heading": self.heading,
            "text": self.text,
            "hint": self.hint,
        }
        if self.data is not None:
            error["data"] = dict(self.data)
        return error


# Messages that do not fit the protocol


def invalid_message(event: str, where: str, why: str) -> Refusal:
    place = f"{event}: {where}" if where else event
    return Refusal(
        "invalid_message",
        f"The bridge does not understand this message ({place}: {why}).",
        "Update the module and the bridge to the same version.",
        heading=NOT_UNDERSTOOD,
    )


def protocol_mismatch(theirs: object, ours: int) -> Refusal:
    newer = type(theirs) is int and theirs > ours
    side, hint = (
        ("newer", "Update the bridge: pipx upgrade vtt-bridge.")
        if newer
        else ("older", "Update the module, in Foundry's set-up or with vtt-bridge module install.")
    )
    return Refusal(
        "protocol_mismatch",
        f"The module is {side} than this bridge (it speaks protocol {str(theirs)[:20]}, "
        f"the bridge {ours}).",
        hint,
        heading=NOT_UNDERSTOOD,
        data={"module": theirs if type(theirs) is int else None, "bridge": ours},
    )


def too_fast() -> Refusal:
    return Refusal(
        "too_fast",
        "Too many messages arrived within a second.",
        "Wait a moment and try again.",
        heading=NOT_YET,
        status=429,
    )


def too_many_codes() -> Refusal:
    return Refusal(
        "too_fast",
        "Too many codes were tried.",
        "Wait half a minute, then type the code that the bridge's console shows.",
        heading=NOT_YET,
        status=429,
    )


FRONT = (
    "The rules service for Foundry VTT runs here. There is nothing to do on this page: the game is "
    "played in Foundry, and its module vtt-bridge talks to this service."
)


def no_page(path: str, status: int) -> Refusal:
    return Refusal(
        "no_page", f"The bridge has no page {path[:100]} for this request.", status=status
    )


def too_large(limit_kb: int) -> Refusal:
    return Refusal(
        "too_large", f"The message is larger than {limit_kb} KB.", "Send less at once.", status=413
    )


def no_request(status: int) -> Refusal:
    return Refusal("no_request", "This is no request that the bridge can read.", status=status)


def broken_body() -> Refusal:
    return Refusal(
        "broken_body",
        "The message did not arrive whole.",
        "Send it again.",
        heading=NOT_UNDERSTOOD,
    )


def too_many_connections(most: int) -> str:
    return f"There are more than {most} connections; the oldest that is not paired has to go."


def cut_off(what: str) -> str:
    return f"A connection was closed: it sent {what}."


# Who may talk to the bridge


def foreign_host(host: str) -> Refusal:
    return Refusal(
        "foreign_host",
        f"The bridge does not answer under the name {host or '(none)'}.",
        "Use the address that the bridge shows on its console.",
        status=403,
    )


def missing_token() -> Refusal:
    return Refusal(
        "missing_token",
        "This browser is not paired with the bridge.",
        "Pair it with the code on the bridge's console.",
        status=401,
    )


def wrong_token() -> Refusal:
    return Refusal(
        "wrong_token",
        "The bridge does not know this pairing; it was revoked, or made with another bridge.",
        "Pair again with the code on the bridge's console.",
        status=401,
    )


def revoked() -> Refusal:
    return Refusal(
        "revoked",
        "This pairing was revoked on the bridge's computer.",
        "Pair again with a code from the bridge's console.",
        status=403,
    )


def wrong_world() -> Refusal:
    return Refusal(
        "wrong_world",
        "This pairing belongs to another world.",
        "Pair this world with the code on the bridge's console.",
        status=403,
    )


def foreign_origin() -> Refusal:
    return Refusal(
        "foreign_origin",
        "This pairing was made from another address of the game.",
        "Open the game under the address it was paired from, or pair again.",
        status=403,
    )


def unknown_origin(origin: str) -> str:
    return f"A page of {origin} wanted a connection and is not paired."


def unpaired_origin() -> Refusal:
    return Refusal(
        "unpaired_origin",
        "No world is paired from this address.",
        "Pair it with a code: vtt-bridge pair shows one.",
        status=403,
    )


def missing_origin() -> Refusal:
    return Refusal(
        "missing_origin",
        "A pairing needs the address of the page that asks for it.",
        "Pair from the game's own page.",
        status=403,
    )


def wrong_code(tries: int) -> Refusal:
    left = "1 try is" if tries == 1 else f"{tries} tries are"
    return Refusal(
        "wrong_code",
        f"This is not the code on the bridge's console; {left} left.",
        "Type the code exactly as the console shows it.",
        status=403,
    )


def spent_code() -> Refusal:
    return Refusal("spent_code", "This code has been used already.", NEW_CODE, status=403)


def expired_code() -> Refusal:
    return Refusal("expired_code", "This code has run out.", NEW_CODE, status=403)


def too_many_tries() -> Refusal:
    return Refusal("too_many_tries", "A wrong code was typed too often.", NEW_CODE, status=403)


def paired_before(origin: str, before: Set[str]) -> dict[str, str] | None:
    """A note for whoever pairs a world again; None where it is the first time."""
    if not before:
        return None
    others = ", ".join(sorted(before - {origin}))
    if not others:
        return {
            "code": "paired_again",
            "text": "This world was paired from this address before; both pairings count.",
            "hint": FORGET_PAIRING,
        }
    return {
        "code": "paired_elsewhere",
        "text": f"This world is also paired from {others}; both pairings count.",
        "hint": FORGET_PAIRING,
    }


def not_owner() -> Refusal:
    return Refusal(
        "not_owner",
        "Only the owner of the bridge may ask this, from the command line.",
        "Use the command vtt-bridge as the user who started the bridge.",
        status=403,
    )


def not_running() -> Refusal:
    return Refusal(
        "not_running",
        "No bridge runs on this data folder.",
        "Start it with vtt-bridge serve.",
        heading=NOT_YET,
    )


def unknown_request(name: str) -> Refusal:
    return Refusal(
        "unknown_request",
        f"This bridge does not know the request {name[:40]}.",
        "It may be older than this command: stop it and start it again.",
        heading=NOT_UNDERSTOOD,
        status=404,
    )


def unknown_pairing(which: str) -> Refusal:
    return Refusal(
        "unknown_pairing",
        f"There is no pairing {which[:100]}.",
        "See vtt-bridge tokens list.",
        status=404,
    )


def nothing_to_revoke(title: str) -> Refusal:
    return Refusal(
        "nothing_to_revoke",
        f"{title} has no pairing and no access token.",
        "See vtt-bridge tokens list.",
        status=404,
    )


def unknown_system(key: str, known: Sequence[str]) -> Refusal:
    return Refusal(
        "unknown_system",
        f"The bridge has no rules named {key}.",
        f"Choose one of: {', '.join(known)}.",
        heading=NOT_UNDERSTOOD,
        status=404,
    )


# Discord

DISCORD_UNDONE = "(undone)"


def discord_change(label: str, before: str, now: str, delta: str) -> str:
    return f"{label} {before} to {now} ({delta})" if delta else f"{label} {before} to {now}"


# The lease of a table


def held(name: str) -> Refusal:
    return Refusal(
        "held",
        f"Another page of {name or 'a game master'} leads this table.",
        "Take over from here, or close the other page.",
        data={"name": name},
    )


def taken_over(name: str) -> Refusal:
    return Refusal(
        "taken_over",
        f"A newer page of {name or 'a game master'} leads this table now.",
        "Take over again if you want to lead from here.",
    )


def old_epoch() -> Refusal:
    return Refusal(
        "old_epoch",
        "This page no longer leads the table, so its action was not carried out.",
        "Reload the page or take over again.",
    )


# Actions


def id_taken() -> Refusal:
    return Refusal(
        "id_taken",
        "Somebody else has given this id to an action of his own, so nothing was done.",
        "Give each action an id that nobody has, such as a UUID.",
        status=409,
    )


# Storage and faults


MAKE_ROOM = "See that the disk of the bridge's computer has room, then try again."
UNLOCK = "Another program holds the bridge's database; close that program, then try again."


def not_saved(hint: str = MAKE_ROOM) -> Refusal:
    return Refusal(
        "not_saved",
        "The action could not be saved, so it did not happen.",
        hint,
        heading=NOT_YET,
        status=503,
    )


def unreadable_journal() -> Refusal:
    return Refusal(
        "unreadable_journal",
        "The saved journal of this table cannot be read; it is damaged, or of another version.",
        "Nothing was changed. Stop the bridge and run vtt-bridge restore to see the last good"
        " backups; the bridge's log says what is wrong.",
        status=500,
    )


def forgotten() -> Refusal:
    return Refusal(
        "forgotten",
        "These batches are no longer at hand.",
        "Connect again to get the whole table.",
    )


def internal() -> Refusal:
    return Refusal(
        "internal",
        "Something went wrong in the bridge, and nothing was changed.",
        "Try again; if it happens once more, report what the bridge's log says.",
        status=500,
    )


def unusable_folder(path: str, why: str) -> str:
    return f"The data folder {path} cannot be used ({why}); choose another with --data DIR."


def unusable_lock(path: str, why: str) -> str:
    return (
        f"The file bridge.lock in the data folder {path} cannot be written ({why}); give yourself "
        "the right to write to it, or choose another folder with --data DIR."
    )


# The console


def already_running(address: str | None) -> str:
    if address is None:
        return (
            "Another program keeps this data folder, but does not say where it runs; "
            "stop it first, or give another folder with --data DIR."
        )
    return (
        f"A bridge runs on this data folder at {address}; "
        "stop it first, or give another folder with --data DIR."
    )


def no_port(first: int, last: int) -> str:
    return f"No port from {first} to {last} is free; choose another with --port."


def pairing_code(code: str) -> str:
    return f"Pairing code: {code} (valid for 10 minutes)"


def paired(title: str) -> str:
    shown = "".join(letter for letter in title if letter.isprintable())
    return f"Paired with {shown}."


def no_answer(address: str, pid: int) -> str:
    return (
        f"The bridge at {address} does not answer; wait a moment, or end its process {pid} "
        "and start it again."
    )
