"""A small client for scripts: read a table, act at it, follow it. See docs/scripts.md.

`bridge` has `BridgeClient`; `results` what it answers, `live` what it follows, `line` how it asks,
`errors` what it raises.
"""

from vtt_bridge.client.bridge import BridgeClient, find
from vtt_bridge.client.errors import BridgeError, RefusedError, UnreachableError
from vtt_bridge.client.live import Live
from vtt_bridge.client.results import (
    Ack,
    Batch,
    Card,
    Chance,
    Character,
    Encounter,
    Entry,
    Look,
    Odds,
    Option,
    Question,
    Roll,
    Table,
    View,
)

__all__ = [
    "Ack",
    "Batch",
    "BridgeClient",
    "BridgeError",
    "Card",
    "Chance",
    "Character",
    "Encounter",
    "Entry",
    "Live",
    "Look",
    "Odds",
    "Option",
    "Question",
    "RefusedError",
    "Roll",
    "Table",
    "UnreachableError",
    "View",
    "find",
]
