"""What a program may do with its access token: at which table, with whose eyes, in whose name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from vtt_bridge import words
from vtt_bridge.security import RateLimit
from vtt_bridge.store import Access, Plain

if TYPE_CHECKING:
    from engine.table import Table
    from vtt_bridge.live_table import LiveTable

Result = TypeVar("Result")

READ, ACT, GM = "read", "act", "gm"
SCOPES = (READ, ACT, GM)
PUBLIC_SEAT, GM_SEAT = "public", "gm"
OWNER = "owner:"


def check(scopes: list[str], seat: str) -> None:
    """Raise a `Refusal` when scopes and seat do not go together.

    A seat is ``"public"``, ``"gm"`` or ``"owner:CHARACTER"``.
    """
    if not scopes or set(scopes) - set(SCOPES):
        raise words.unknown_scopes(SCOPES)
    if GM in scopes and seat != GM_SEAT:
        raise words.scope_needs_seat(GM, "the game master's")
    if ACT in scopes and seat == PUBLIC_SEAT:
        raise words.scope_needs_seat(ACT, "a character's or the game master's")


@dataclass(frozen=True, slots=True)
class Follower:
    """A program that hears of everything as its seat may know it; `tell` must not wait."""

    token_hash: str
    seat: str
    tell: Callable[[Plain], None]
    leave: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Guest:
    """A program at a table. Every method raises a `Refusal`, those of the rules included."""

    access: Access
    table: "LiveTable"
    rate: RateLimit

    @property
    def seat(self) -> str:
        return self.access.seat

    @property
    def sender(self) -> Plain:
        """In whose name it acts, as a page of the game master says it of a user."""
        owner = self.seat.removeprefix(OWNER)
        return {
            "user": f"token:{self.access.name}"[:200],
            "name": self.access.name,
            "gm": self.may(GM),
            "owns": [owner] if owner != self.seat else [],
        }

    def may(self, scope: str) -> bool:
        return scope in self.access.scopes.split()

    def require(self, scope: str) -> None:
        self.rate.spend()
        if not self.may(scope):
            raise words.missing_scope(scope)

    def read(self, question: "Callable[[Table], Result]") -> Result:
        """Ask the rules something that changes nothing."""
        self.require(READ)
        return self.table.read(question)

    def view(self) -> Plain:
        """Everything that its seat may know, with the clocks of open questions."""
        self.require(READ)
        return self.table.view(self.seat)

    def perform(self, action: Plain) -> Plain:
        """Carry out a checked action once, and return its acknowledgement."""
        self.require(GM if action["kind"] in ("undo", "correct") else ACT)
        source: dict[str, Any] = {}
        if action["kind"] == "answer":
            source = {"source": "gm" if self.may(GM) else "person"}
        return self.table.perform({**action, **source, "sender": self.sender})
