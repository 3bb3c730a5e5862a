"""What the bridge keeps on disk, behind one small protocol.

Whatever a method has returned from, or a future has no error for, is durable. All values are plain
data. Every failure to write or read is a `StoreError`; nothing of the failed call is kept then.
What cannot be read back as it was written is a `DamagedError`, never left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from vtt_bridge.errors import SentenceError

Plain = dict[str, Any]


class StoreError(SentenceError):
    """The store could not do it."""


class LockedError(StoreError):
    """Another program holds the store, and did not let go while it waited a moment."""


class DamagedError(StoreError):
    """What lies on the disk is not what was written there."""


@dataclass(frozen=True, slots=True)
class World:
    """One paired game world: its table's first system and its settings."""

    id: str
    title: str
    system: str
    settings: Plain


@dataclass(frozen=True, slots=True)
class Pairing:
    """One browser that may lead a world: the hash of its token and its page's origin.

    Times are whole seconds since 1970; None means unknown, or never.
    """

    token_hash: str
    world: str
    origin: str
    created: int | None = None
    used: int | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """What a program may do: the hash of its token, its table, its seat and its scopes.

    `scopes` are words with spaces between them. Times are as in `Pairing`.
    """

    token_hash: str
    world: str
    name: str
    seat: str
    scopes: str
    created: int | None = None
    used: int | None = None


@dataclass(frozen=True, slots=True)
class WorldSummary:
    """A world as a list shows it: the rules at its last use, when that was, and its journal."""

    id: str
    title: str
    system: str
    used: int | None
    entries: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The whole table, as plain data, right after the entry number `seq`."""

    seq: int
    state: Plain


class Store(Protocol):
    """Worlds, pairings, and per world a journal with the acknowledgement of every action."""

    def bridge_id(self) -> str:
        """A random text that tells this data folder from every other one."""
        ...

    def pair(self, world: World, pairing: Pairing) -> None:
        """Add the pairing; the world's title is renewed, the rest kept if it exists."""
        ...

    def world(self, world: str) -> World | None: ...

    def pairing(self, token_hash: str) -> Pairing | None: ...

    def origins(self) -> frozenset[str]:
        """The origins of all pairings."""
        ...

    def pairings(self) -> list[Pairing]:
        """All pairings, by world, the oldest first."""
        ...

    def grant(self, access: Access) -> None: ...

    def access(self, token_hash: str) -> Access | None: ...

    def accesses(self) -> list[Access]:
        """All accesses of programs, by world, the oldest first."""
        ...

    def note_access(self, token_hash: str, at: int) -> None:
        """Note that a program uses its access now."""
        ...

    def revoke(self, token_hashes: Sequence[str]) -> None:
        """Forget these pairings and accesses; worlds and journals stay."""
        ...

    def note_use(self, token_hash: str, system: str, at: int) -> bool:
        """Note that a page of that pairing leads its world now, with those rules.

        False if the pairing has been revoked meanwhile.
        """
        ...

    def worlds(self) -> list[WorldSummary]:
        """All worlds, by title."""
        ...

    def next_epoch(self, world: str) -> int:
        """Count the world's leases: 1, 2, 3 ..."""
        ...

    def save_settings(self, world: str, settings: Mapping[str, Any]) -> None: ...

    def record(
        self,
        world: str,
        action: str,
        ack: Mapping[str, Any],
        entry: Mapping[str, Any] | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        """Keep an action's acknowledgement with its entry and a checkpoint, all or none.

        When it returns they are on the disk.
        An entry's ``"seq"`` follows the world's last one. An action id is taken only once.
        """
        ...

    def acks(self, world: str, actions: Sequence[str]) -> dict[str, Plain]:
        """The acknowledgements of those actions that were recorded."""
        ...

    def last_acknowledged(self, world: str) -> int:
        """The greatest number of an entry that an acknowledgement names; 0 before the first."""
        ...

    def checkpoint(self, world: str) -> Checkpoint | None:
        """The last but one, so that what came since can be undone and shown; None before that."""
        ...

    def entries(self, world: str, after: int, limit: int | None = None) -> list[Plain]:
        """At most `limit` entries of the journal with a greater number than `after`.

        They are in order and without gaps.
        """
        ...

    def close(self) -> None: ...


def tokens(store: Store) -> list[Pairing | Access]:
    """All that somebody may come in with."""
    return [*store.pairings(), *store.accesses()]
