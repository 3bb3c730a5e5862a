"""What a program may do with its access token: at which table, with whose eyes, in whose name."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from vtt_bridge.access import words
from vtt_bridge.security import RateLimit, hash_token, new_token
from vtt_bridge.store import Access, Plain

if TYPE_CHECKING:
    from engine.table import Table
    from vtt_bridge.live_table import LiveTable

Result = TypeVar("Result")

READ, ACT, GM = "read", "act", "gm"
SCOPES = (READ, ACT, GM)
PUBLIC_SEAT, GM_SEAT = "public", "gm"
OWNER = "owner:"
VISIT_SECONDS = 600.0
VISITOR = "console"


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


class Visits:
    """Accesses for the commands of the bridge's owner.

    They are kept in memory alone, and each ends by itself: nothing of them stays behind.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._open: dict[str, tuple[Access, float]] = {}

    def admit(self, world: str, today: int) -> str:
        """Let the owner in as the game master of a world; return the token."""
        token = new_token()
        access = Access(hash_token(token), world, VISITOR, GM_SEAT, " ".join(SCOPES), today)
        with self._lock:
            now = self._now()
            self._open = {key: one for key, one in self._open.items() if one[1] > now}
            self._open[access.token_hash] = (access, now + VISIT_SECONDS)
        return token

    def access(self, token_hash: str) -> Access | None:
        access, until = self._open.get(token_hash, (None, 0.0))
        return access if until > self._now() else None

    def end(self) -> list[str]:
        """End all of them; return the hashes of their tokens."""
        with self._lock:
            ended, self._open = list(self._open), {}
        return ended


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
        """In whose name it acts, as a page of the game master says it of a user.

        A token that replaces another, with the same seat and name, is the same user.
        """
        owner = self.seat.removeprefix(OWNER)
        return {
            "user": f"token:{self.seat}:{self.access.name}",
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

    def acknowledged(self, action: str) -> Plain | None:
        """What came of an action of its own, or of any for whoever sees everything."""
        self.require(READ)
        return self.table.known(action, None if self.seat == GM_SEAT else self.sender["user"])

    def perform(self, action: Plain) -> Plain:
        """Carry out a checked action once, and return its acknowledgement.

        Whoever sits in a character's seat acts for it where no actor is named.
        """
        self.require(GM if action["kind"] in ("undo", "correct") else ACT)
        sender = self.sender
        more: dict[str, Any] = {"sender": sender}
        if action["kind"] == "answer":
            more["source"] = "gm" if self.may(GM) else "person"
        if action["kind"] == "command" and action.get("actor") is None and sender["owns"]:
            more["actor"] = sender["owns"][0]
        return self.table.perform({**action, **more})
