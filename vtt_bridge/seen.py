"""What a leading page has been shown of the characters, so that a batch brings what is new alone.

In a crowd most of a batch would be characters that look as before. A page loses nothing on its
way: it takes every batch of its connection in order, or asks for those that it missed, whole.
"""

from vtt_bridge.store import Plain


class Seen:
    """The views of one page: of the game master, and per character of its owner."""

    def __init__(self) -> None:
        self._gm: Plain = {}
        self._owners: Plain = {}

    def welcome(self, message: Plain) -> None:
        """The page is shown everything."""
        self._gm = dict(message["view"]["characters"])
        self._owners = {who: part["characters"] for who, part in message["owners"].items()}

    def news(self, batch: Plain) -> Plain:
        """The message without the characters that the page knows as they are."""
        gm, owners = batch["gm"], batch["owners"]
        characters = {
            who: view for who, view in gm["characters"].items() if self._gm.get(who) != view
        }
        parts = {
            who: part
            for who, part in owners.items()
            if part["opened"] or part["cards"] or self._owners.get(who) != part["characters"]
        }
        self._gm |= characters
        self._owners |= {who: part["characters"] for who, part in parts.items()}
        for who in gm["removed"]["characters"]:
            self._gm.pop(who, None)
            self._owners.pop(who, None)
        return {**batch, "gm": {**gm, "characters": characters}, "owners": parts}
