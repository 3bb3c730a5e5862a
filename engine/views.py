"""One view per seat, computed at the edge: what a seat may not know never leaves the engine.

A seat is "gm", "public" or "owner:<character>". An audience is "public", "gm" or
"owner:<character>"; a game master sees all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.state import AnyState

if TYPE_CHECKING:
    from engine.resolution import Question
    from engine.system import Portrait, System

AUDIENCES = ("public", "owner", "gm")


def sees(seat: str, audience: str) -> bool:
    """Whether a seat may know what is meant for an audience."""
    return audience in ("public", seat) or seat == "gm"


def audience_of(declared: str, who: str) -> str:
    """The audience of a character's field: the description says public, owner or gm."""
    return f"owner:{who}" if declared == "owner" else declared


def character_view(
    system: System, state: AnyState, who: str, seat: str, portrait: Portrait
) -> dict[str, Any]:
    """A character as a seat sees it: fields, sheet, bars, how matters stand."""
    character = state.characters[who]
    seen = {one: sees(seat, audience_of(one, who)) for one in AUDIENCES}
    return {
        "id": who,
        "name": character.name,
        "side": character.side,
        "side_index": state.side_index(character.side),
        "control": character.control,
        "bound": character.bound,
        "automation": character.automation,
        "dice": character.dice,
        "encounter": character.encounter,
        "fields": {
            one.key: getattr(character, one.key) for one in system.fields if seen[one.audience]
        },
        **portrait(seen.__getitem__),
    }


def encounter_view(
    system: System, state: AnyState, key: str, busy: bool, seat: str
) -> dict[str, Any]:
    """An encounter: its order, whose turn, whether an answer is awaited, and what is next.

    Who threatens whom is for the game master alone.
    """
    encounter = state.encounters[key]
    step = system.next_step(state, key)
    return {
        "id": key,
        "name": encounter.name,
        "round": encounter.round,
        "turn": encounter.turn,
        "order": system.shown_order(state, key),
        "over": encounter.over,
        "busy": busy,
        "scope": f"Round {encounter.round}",
        "next": None if isinstance(step, str) else step,
        "next_reason": step if isinstance(step, str) else "",
        "links": system.links(state, key),
        "threats": system.threats(state, key) if seat == "gm" else None,
    }


def question_view(
    state: AnyState, question: Question, command: str, encounter: str | None
) -> dict[str, Any]:
    """A question for the person behind `who`, and for the game master."""
    character = state.characters[question.who]
    return {
        "id": f"{command}:{question.label}",
        "command": command,
        "encounter": encounter,
        "scope_text": question.scope_text,
        "who": question.who,
        "name": character.name,
        "side_index": state.side_index(character.side),
        "control": character.control if character.bound and not question.gm else "npc",
        "gm": question.gm,
        "trigger": question.trigger,
        "purse": question.purse,
        "options": [
            {
                "key": one.key,
                "label": one.label,
                "cost": one.cost,
                "after": one.after,
                "effect": one.effect,
                "further": one.further,
                "habit": character.habits.get(one.key, "ask") if question.habits else None,
            }
            for one in question.options
        ],
        "decline": question.decline,
        "round": question.round,
        "place": question.place,
        "equal": question.equal,
        "blocks": question.blocks,
        "dice": question.dice.to_data() if question.dice else None,
    }
