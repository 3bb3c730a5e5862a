"""Checks of documents as a Foundry server makes them before it stores anything.

A check that fails raises `RefusedError` with one sentence; nothing is stored then.
"""

from __future__ import annotations

import json
import secrets
import string
from collections.abc import Mapping
from typing import Any, Final

from vtt_bridge.stage.sanitise import clean_html

Doc = dict[str, Any]

OWNER: Final = 3
EMBEDDED: Final[dict[str, tuple[str, str]]] = {
    "Token": ("Scene", "tokens"),
    "Combatant": ("Combat", "combatants"),
    "ActiveEffect": ("Actor", "effects"),
}
PRIMARY: Final = ("User", "Actor", "Scene", "ChatMessage", "Combat", "Setting")

COMMON: Final = {"_id", "flags", "_stats", "sort"}
FIELDS: Final[dict[str, set[str]]] = {
    "User": {"name", "role", "color", "character", "permissions"},
    "Actor": {
        "name",
        "type",
        "img",
        "system",
        "ownership",
        "prototypeToken",
        "effects",
        "items",
        "folder",
    },
    "Scene": {"name", "active", "tokens", "width", "height"},
    "ActorDelta": {"name", "img", "system", "ownership", "effects"},
    "Token": {
        "name",
        "actorId",
        "actorLink",
        "delta",
        "x",
        "y",
        "disposition",
        "bar1",
        "bar2",
        "displayBars",
        "displayName",
        "hidden",
        "width",
        "height",
        "texture",
    },
    "ChatMessage": {
        "type",
        "system",
        "author",
        "speaker",
        "content",
        "flavor",
        "style",
        "rolls",
        "whisper",
        "blind",
        "sound",
        "emote",
        "timestamp",
    },
    "Combat": {"name", "round", "turn", "active", "combatants", "scene", "type", "system"},
    "Combatant": {
        "name",
        "actorId",
        "tokenId",
        "sceneId",
        "initiative",
        "hidden",
        "defeated",
        "img",
        "type",
        "system",
        "group",
    },
    "ActiveEffect": {
        "name",
        "img",
        "statuses",
        "disabled",
        "origin",
        "type",
        "system",
        "duration",
        "changes",
    },
    "Setting": {"key", "value"},
}


class RefusedError(Exception):
    """The server does not do what was asked; the text says why."""


def new_id() -> str:
    """Return a document id: 16 of [A-Za-z0-9]."""
    alphabet = string.ascii_letters + string.digits
    return "".join(secrets.choice(alphabet) for _ in range(16))


def subtypes(manifest: Mapping[str, Any], document: str) -> dict[str, Doc]:
    """Return the module's sub-types of `document` under their full names."""
    declared = manifest.get("documentTypes", {}).get(document, {})
    return {f"{manifest['id']}.{name}": spec for name, spec in declared.items()}


def merge(target: Doc, change: Mapping[str, Any]) -> Doc:
    """Merge `change` into `target` and return what really differs.

    Objects merge, everything else is replaced; `-=key` deletes a key.
    """
    differing: Doc = {}
    for key, value in change.items():
        if key.startswith("-="):
            if target.pop(key[2:], None) is not None:
                differing[key] = None
        elif isinstance(value, dict) and isinstance(target.get(key), dict):
            inner = merge(target[key], value)
            if inner:
                differing[key] = inner
        elif key not in target or target[key] != value:
            target[key] = json.loads(json.dumps(value))
            differing[key] = value
    return differing


def check_fields(document: str, data: Mapping[str, Any], generation: int) -> None:
    """Refuse keys that the document class does not have.

    Raises:
        RefusedError: when a key is unknown.
    """
    known = COMMON | FIELDS[document]
    if document == "ChatMessage" and generation >= 14:
        known = known | {"title"}
    unknown = sorted(k for k in data if k.removeprefix("-=") not in known)
    if unknown:
        raise RefusedError(f"{document} has no field {', '.join(unknown)}")


def check_message(
    message: Doc, manifest: Mapping[str, Any], users: Mapping[str, Doc], generation: int
) -> None:
    """Validate and clean one chat message in place.

    Raises:
        RefusedError: when a value is not valid in this generation.
    """
    kind = message.setdefault("type", "base")
    if kind != "base" and kind not in subtypes(manifest, "ChatMessage"):
        raise RefusedError(
            f'"{kind}" is not a valid type for a ChatMessage in generation {generation}'
        )
    style = message.setdefault("style", 0)
    if style not in (0, 1, 2, 3) or isinstance(style, bool):
        raise RefusedError(f"{style!r} is not a valid message style")
    for user in message.setdefault("whisper", []):
        if user not in users:
            raise RefusedError(f"The whisper names an unknown user, {user!r}")
    rolls = message.setdefault("rolls", [])
    message["rolls"] = [_check_roll(roll) for roll in rolls]
    for field in ("content", "flavor", "title"):
        if field in message:
            if not isinstance(message[field], str):
                raise RefusedError(f"{field} must be text")
            message[field] = clean_html(message[field])


def _check_roll(roll: Any) -> str:
    text = roll if isinstance(roll, str) else json.dumps(roll)
    try:
        data = json.loads(text)
    except ValueError:
        raise RefusedError("A roll of a message must be JSON") from None
    if not isinstance(data, dict) or data.get("evaluated") is not True:
        raise RefusedError("A roll of a message must be evaluated")
    for term in data.get("terms", []):
        if term.get("evaluated") is not True:
            raise RefusedError("Every term of a roll must be evaluated")
    return text
