"""Every sentence of the bridge that people may read, and the refusal that carries one.

A refusal is a stable snake_case code for programs, a short heading and one clear sentence for
people, and where it helps a hint that says what to do next.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Any

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
        self.text = text
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


def invalid_request(path: str, where: str, why: str) -> Refusal:
    place = f"{where}: {why}" if where else why
    return Refusal(
        "invalid_message",
        f"The bridge does not understand this request to {path[:100]} ({place}).",
        "See /api/v1/docs for what it takes.",
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


def unknown_system(key: str, known: Sequence[str]) -> Refusal:
    return Refusal(
        "unknown_system",
        f"The bridge has no rules named {key}.",
        f"Choose one of: {', '.join(known)}.",
        heading=NOT_UNDERSTOOD,
        status=404,
    )


# Programs and their access tokens


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


def unknown_action() -> Refusal:
    return Refusal(
        "unknown_action",
        "The bridge never got an action with this id.",
        "Send the action; nothing was done yet.",
        status=404,
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


DISCORD_UNDONE = "(undone)"


def discord_change(label: str, before: str, now: str, delta: str) -> str:
    return f"{label} {before} to {now} ({delta})" if delta else f"{label} {before} to {now}"


OVERLAY_LOST = "Waiting for the bridge."
OVERLAY_EMPTY = "Put an access token with the seat public behind a # at the end of this address."
OVERLAY_OTHER_SEAT = "This token may see secrets; make one with the seat public."


def not_understood(refused: Mapping[str, Any]) -> Refusal:
    """Numbers of a single roll that its rules do not take, as the bridge's own refusal."""
    return Refusal(
        refused["code"], refused["text"], refused["hint"], heading=NOT_UNDERSTOOD, status=400
    )


def no_single_roll(title: str) -> Refusal:
    return Refusal(
        "no_single_roll",
        f"{title} has no roll that goes by numbers alone.",
        "Roll at a table.",
        status=404,
    )


API_TITLE = "vtt-bridge"
API_DESCRIPTION = (
    "What scripts may read and do at a table. A token says which table, with whose eyes and in"
    " whose name; make one with `vtt-bridge tokens create`. Every action carries an id: sent again,"
    " it is answered again and not done again."
)
API_PATHS = "Tables, and what happens at them"
API_SYSTEMS = "The rule systems that this bridge has, and what a single roll of each takes."
API_ODDS = "The exact chances of one roll by its numbers."
API_ROLL = "Throw the dice of one roll by its numbers. No table hears of it."
API_NUMBERS = "Numbers and house rules of the roll by key, as /systems lists them."
API_TABLES = "The table of the token."
API_TABLE = "All that the token's seat may know of a table."
API_DESCRIPTIONS = "The table's rule system: verbs, fields, abilities, house rules."
API_CHARACTERS = "The characters."
API_CHARACTER = "One character."
API_LOOK = "What a character may do now, and the chances against one target."
API_ENCOUNTERS = "The encounters."
API_QUESTIONS = "The open questions."
API_JOURNAL = "A page of the journal."
API_ACTION = "What came of an action."
API_COMMAND = "Give a command."
API_ANSWER = "Answer a question."
API_UNDO = "Take a command back."
API_CORRECT = "Put other dice, or another answer, in the place of recorded ones."
API_EVENTS = "What happens, as it happens."

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
