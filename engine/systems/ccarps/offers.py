"""What people may lay with one click on a roll that is being built, row by row."""

from __future__ import annotations

from typing import Any

from engine.systems.ccarps import words
from engine.systems.ccarps.entries import signed
from engine.systems.ccarps.means import weapons_of
from engine.systems.ccarps.model import CcarpsState, Draft
from engine.systems.ccarps.tables import SITUATIONS


def offers(state: CcarpsState, who: str, draft: Draft) -> dict[str, list[dict[str, Any]]]:
    """Buttons by stage, as those of a card's `actions`; what lies already is not offered."""
    return {
        "simple": _situations(state, who, draft),
        "skilled": _gear(state, who, draft),
        "opposed": _opposition(who, draft),
    }


def _situations(state: CcarpsState, who: str, draft: Draft) -> list[dict[str, Any]]:
    """The presets with one value that go with this roll, for the game master."""
    kind = None
    if draft.purpose == "attack":
        kind = weapons_of(state.characters[who])[draft.weapon]["kind"]
    return [
        _offer("situation", None, {"who": who, "preset": key}, one["label"], one["value"])
        for key, one in SITUATIONS.items()
        if "value" in one and key != "called" and draft.chip(key) is None and _fits(one, kind)
    ]


def _fits(preset: dict[str, Any], kind: str | None) -> bool:
    """Whether a preset goes with an attack of that kind (None: with no attack)."""
    if kind is None:
        return "kind" not in preset and not preset.get("attack")
    return bool(preset.get("kind", kind) == kind)


def _gear(state: CcarpsState, who: str, draft: Draft) -> list[dict[str, Any]]:
    laid = [one.label for one in draft.chips if one.group == "own"]
    return [
        _offer("chip", who, {"chips": name}, name, value)
        for name, value in state.characters[who].gear.items()
        if value and name not in laid
    ]


def _opposition(who: str, draft: Draft) -> list[dict[str, Any]]:
    """Whoever the roll is against lays what it likes."""
    if not draft.against:
        return []
    typed = {
        "key": "chips",
        "label": words.OPPOSING_CHIPS,
        "kind": "text",
        "default": words.SOME_OPPOSITION,
    }
    offer = _offer("oppose", draft.against, {"target": who}, words.ADD_OPPOSITION, None)
    return [{**offer, "form": [typed]}]


def _offer(
    verb: str, actor: str | None, args: dict[str, Any], label: str, value: int | None
) -> dict[str, Any]:
    told = label if value is None else f"{label} {signed(value)}"
    return {
        "verb": verb,
        "actor": actor,
        "gm": actor is None,
        "args": args,
        "label": told,
        "main": False,
    }
