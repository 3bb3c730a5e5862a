"""What the game master changed by hand, as lines of a card: every old value beside the new."""

from __future__ import annotations

from typing import Any

from engine.cards import Card, person
from engine.events import CharacterEdited, ConductSet, Event, RulesSet
from engine.state import AnyState
from engine.system import Field, System
from engine.views import audience_of
from engine.words import (
    BY_HAND,
    BY_THE_GM,
    CONDUCT,
    EDITED,
    OWN_FIELDS,
    SETTING,
    WHOLE_TABLE,
    YES_NO,
)


def edit_card(card: Card, events: list[Event], state: AnyState, system: System) -> Card | None:
    """The card of an edit in a running encounter; None where nothing that people see changed."""
    show_edits(card, events, state, system)
    if not card.changes:
        return None
    card.title = [card.changes[0]["character"], EDITED]
    return card


def settings_card(card: Card, verb: str, events: list[Event], system: System) -> Card | None:
    """The card of house rules or conduct that changed, a line for each; None for anything else."""
    for event in events:
        if isinstance(event, RulesSet):
            card.effects.extend(_settings(event, _switches(system)))
        elif isinstance(event, ConductSet):
            card.effects.extend(_settings(event, CONDUCT))
    if not card.effects:
        return None
    card.scope, card.title = WHOLE_TABLE, [BY_HAND[verb]]
    return card


Settings = dict[str, tuple[str, dict[Any, str]]]
"""What can be set: key -> label, and the values as they stand in the journal with their labels."""


def _switches(system: System) -> Settings:
    return {
        one["key"]: (
            one["label"],
            {str(option["value"]): option["label"] for option in one["options"]},
        )
        for one in system.rules.describe()
    }


def _settings(event: RulesSet | ConductSet, known: Settings) -> list[str]:
    """Old and new value of each setting that changed."""
    lines = []
    for key, after in event.after.items():
        if key in known and after != event.before[key]:
            label, values = known[key]
            old, new = (values[str(one)] for one in (event.before[key], after))
            lines.append(SETTING.format(label=label, before=old, after=new))
    return lines


def show_edits(card: Card, events: list[Event], state: AnyState, system: System) -> None:
    """Adds a row for each value that was changed by hand."""
    for event in events:
        if isinstance(event, CharacterEdited):
            for name in event.after:
                row = _row(event, name, state, system)
                if row is not None:
                    card.changes.append(row)
            card.effects.extend(system.remarks(event, state))


def _row(
    event: CharacterEdited, name: str, state: AnyState, system: System
) -> dict[str, Any] | None:
    field = next((one for one in system.fields if one.key == name), None)
    label = field.label if field else OWN_FIELDS.get(name)
    if label is None or event.before[name] == event.after[name]:
        return None
    return {
        "character": person(state, event.character),
        "label": _within_a_sentence(label),
        "from": _said(event.before[name], field, system),
        "to": _said(event.after[name], field, system),
        "delta": BY_THE_GM,
        "main": False,
        "audience": audience_of(field.audience if field else "public", event.character),
    }


def _within_a_sentence(label: str) -> str:
    """A label without its capital, unless that belongs to an abbreviation."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _said(value: Any, field: Field | None, system: System) -> str:
    """A field's value in words."""
    if isinstance(value, bool):
        return YES_NO[value]
    if field is not None and field.kind == "rows":
        return ", ".join(_row_said(row, field, system) for row in value) or "none"
    if isinstance(value, list):
        names = system.book.data
        return ", ".join(names[one].name if one in names else str(one) for one in value) or "none"
    labels = dict(field.options) if field else {}
    return str(labels.get(value, value)) if value not in (None, "") else "none"


def _row_said(row: Any, field: Field, system: System) -> str:
    """A row in a line: what its cells hold."""
    cells = [(one, row.get(one.key, one.default)) for one in field.columns]
    return " ".join(_said(cell, one, system) for one, cell in cells if cell not in (None, ""))
