"""Setup in play: everybody is asked in each interstice; who says nothing keeps the last (T27)."""

from __future__ import annotations

from engine.systems.tracks.model import Ctx


def ask_setups(ctx: Ctx, who: list[str]) -> None:
    """Asks for setups."""
