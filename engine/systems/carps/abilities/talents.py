"""Talents: small bonuses that are always on."""

from engine.systems.carps.book import BOOK
from engine.systems.carps.model import Ctx


@BOOK.on("attack_score", "t14")
@BOOK.on("defense_score", "t15")
def one_more() -> int:
    return 1  # C1


@BOOK.on("escape_dice", "escape_artist")
def one_die_to_escape(ctx: Ctx, me: str) -> int:
    return 1  # C38


@BOOK.on("pursuit_dice", "pursuer")
def one_die_less_to_escape(ctx: Ctx, me: str) -> int:
    return -1  # C39
