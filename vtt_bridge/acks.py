"""Acknowledgements: what came of an action, as it is kept and as it is told."""

from engine.table import Outcome
from vtt_bridge.store import Plain

SENT_BY = "by"
"""Kept with an acknowledgement: the user whose action it was."""


def acknowledgement(action: str, outcome: Outcome, seq: int) -> Plain:
    """What is stored with an action and told to whoever sends its id, now and again."""
    if not outcome.ok:
        return {"ok": False, "id": action, "error": outcome.refusal}
    ack: Plain = {"ok": True, "id": action, "seq": None if outcome.entry is None else seq}
    if outcome.reply is not None:
        ack["reply"] = outcome.reply
    return ack


def is_of(kept: Plain, user: str | None) -> bool:
    """Whether an acknowledgement is that user's, as far as is known; None may know them all."""
    return user is None or kept.get(SENT_BY, user) == user


def told_ack(kept: Plain) -> Plain:
    """An acknowledgement as it is told, without what is kept with it."""
    return {key: value for key, value in kept.items() if key != SENT_BY}
