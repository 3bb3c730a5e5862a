"""Whether the rules that Python would load are ours."""

from vtt_bridge.cli import words
from vtt_bridge.errors import SentenceError
from vtt_bridge.houses import foreign_engine


class ForeignEngineError(SentenceError):
    """Python would take another package for the rules."""


def require_own_engine() -> None:
    foreign = foreign_engine()
    if foreign is not None:
        raise ForeignEngineError(words.other_engine(foreign))
