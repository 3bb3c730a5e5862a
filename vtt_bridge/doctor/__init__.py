"""`vtt-bridge doctor`: look at everything that a connection needs, and name what is wrong.

A check looks at one thing and returns a `Finding`; it changes nothing, and a fault that it meets is
its answer. `examine` runs them in the order in which a person would mend things.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vtt_bridge.doctor import words

if TYPE_CHECKING:
    from vtt_bridge.cli.config import Config


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check saw; a fault says in `todo` what to do."""

    check: str
    text: str
    todo: str = ""

    @property
    def ok(self) -> bool:
        return not self.todo

    def plain(self) -> dict[str, object]:
        """``{"check", "ok", "text", "todo"}``."""
        return {"check": self.check, "ok": self.ok, "text": self.text, "todo": self.todo}


def unreadable_options(why: str) -> Finding:
    """What is said instead of all else while nobody knows where to look."""
    return Finding("options", *words.unreadable_options(why))


def examine(config: "Config", page: str | None = None) -> Iterator[Finding]:
    """All findings; `page` is the address under which the game is opened."""
    from vtt_bridge.doctor import bridge, database, folder, machine, pages

    yield machine.engine()
    yield machine.sqlite()
    yield machine.options(config.file)
    yield folder.writable(config.data)
    yield folder.private(config.data)
    yield folder.room(config.data)
    yield folder.place(config.data)
    yield database.sound(config.data)
    yield machine.clock(config.data)
    yield bridge.running(config.data)
    yield bridge.port(config.data, config.port)
    yield bridge.versions(config.data)
    yield bridge.pairings(config.data)
    yield bridge.refused(config.data)
    if page is not None:
        yield pages.paired(config.data, page)
        yield pages.reachable(page)
