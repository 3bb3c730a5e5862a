"""What the owner of a bridge asks of it from the command line: codes, tables, pairings.

The same requests are answered by a running bridge (`vtt_bridge.control`) and, where none runs, from
the store alone. A pairing goes by a short id, the beginning of its token's hash; neither the token
nor the whole hash is ever told.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from vtt_bridge import __version__, words
from vtt_bridge.access import VISIT_SECONDS
from vtt_bridge.access import words as access_words
from vtt_bridge.messages import PROTOCOL, read
from vtt_bridge.store import Access, Pairing, Plain, Store, WorldSummary, tokens
from vtt_bridge.transfer.words import which_world

if TYPE_CHECKING:
    from vtt_bridge.service import Bridge

ID_LETTERS = 8

# What is answered where nothing was ever stored.
EMPTY: dict[str, Plain] = {
    "tables": {"tables": []},
    "tokens": {"tokens": []},
    "revoke": {"revoked": []},
}


class Desk:
    """Answers requests over a store; with `bridge` there are codes, and revoking drops pages."""

    def __init__(self, store: Store, bridge: "Bridge | None" = None, address: str = "") -> None:
        self._store = store
        self._bridge = bridge
        self._address = address
        self._requests: dict[str, Callable[..., Plain]] = {
            "status": self._status,
            "code": self._code,
            "tables": self._tables,
            "tokens": self._tokens,
            "grant": self._grant,
            "visit": self._visit,
            "revoke": self._revoke,
            "import": self._import,
        }

    def answer(self, request: str, message: object) -> Plain:
        """Answer one request with plain data, or raise a `Refusal`."""
        if request not in self._requests:
            raise words.unknown_request(request)
        return self._requests[request](**read(request, message))

    def _running(self) -> "Bridge":
        if self._bridge is None:
            raise words.not_running()
        return self._bridge

    def _status(self) -> Plain:
        bridge = self._running()
        return {
            "bridge": bridge.id,
            "version": __version__,
            "protocol": PROTOCOL,
            "pages": bridge.pages(),
            "refused": bridge.refused(),
        }

    def _code(self) -> Plain:
        code = self._running().code
        return {"code": code.renew(), "seconds": round(code.left()), "address": self._address}

    def _tables(self) -> Plain:
        return {"tables": [asdict(world) for world in self._store.worlds()]}

    def _tokens(self) -> Plain:
        return {"tokens": [told(one) for one in tokens(self._store)]}

    def _grant(self, world: str, name: str, seat: str, scopes: list[str]) -> Plain:
        bridge, meant = self._running(), self._meant(world)
        of = meant[0].id if len(meant) == 1 else world
        return {"token": bridge.grant(of, name, seat, scopes)}

    def _visit(self, world: str | None = None) -> Plain:
        """A token for the owner's own commands, which ends by itself and is never stored."""
        bridge = self._running()
        known = self._store.worlds()
        found = known if world is None else self._meant(world)
        if len(found) != 1:
            candidates = [f"{one.id} ({one.title})" for one in found or known]
            raise access_words.no_such_table(world, candidates, is_clear=not found)
        token = bridge.visit(found[0].id)
        return {"token": token, "world": found[0].id, "seconds": VISIT_SECONDS}

    def _revoke(self, id: str | None = None, world: str | None = None) -> Plain:  # noqa: A002 (the message's own word)
        """Those that `id` or `world` names; all when neither is given."""
        chosen = tokens(self._store)
        if world is not None:
            meant = self._one(world)
            chosen = [one for one in chosen if one.world == meant.id]
            if not chosen:
                raise words.nothing_to_revoke(meant.title)
        if id is not None:
            chosen = [one for one in chosen if short_id(one) == id.lower()]
            if not chosen:
                raise words.unknown_pairing(id)
        visits = self._bridge.end_visits() if self._bridge and not (id or world) else []
        self._forget([*(one.token_hash for one in chosen), *visits])
        return {"revoked": [short_id(one) for one in chosen]}

    def _import(
        self,
        world: str,
        document: object,
        onto: str | None,
        new: bool,
        dry_run: bool,
    ) -> Plain:
        """Bring an exported table or character in; without a bridge by one that nobody reaches."""
        from vtt_bridge.service import Bridge
        from vtt_bridge.transfer.bringing import Wish, bring_in

        record = self._store.world(world)
        if record is None:
            raise words.wrong_world()
        bridge = self._bridge or Bridge(self._store, Unreachable())
        carry_out = partial(bridge.carry_out, world)
        wish = Wish(onto, new)
        return {"lines": bring_in(carry_out, self._store, record, document, wish, dry_run)}

    def _meant(self, name: str) -> list[WorldSummary]:
        """The worlds that people may mean: by the id, or the title in any case."""
        return [
            one
            for one in self._store.worlds()
            if name == one.id or name.casefold() == one.title.casefold()
        ]

    def _one(self, name: str) -> WorldSummary:
        """The world that is meant; raises a `Refusal` with all that there are."""
        found = self._meant(name)
        if len(found) != 1:
            raise which_world(name, [(one.id, one.title) for one in self._store.worlds()])
        return found[0]

    def _forget(self, hashes: Sequence[str]) -> None:
        if self._bridge is None:
            self._store.revoke(hashes)
        else:
            self._bridge.revoke(hashes)


class Unreachable:
    """A wire without a page at its end."""

    def send(self, sid: str, event: str, message: Plain) -> None:
        """There is nobody to tell."""

    def drop(self, sid: str) -> None:
        """There is nobody."""


def short_id(one: Pairing | Access) -> str:
    return one.token_hash[:ID_LETTERS]


def told(one: Pairing | Access) -> Plain:
    """What may be shown: a page by its origin, a program by its name, its seat and its scopes."""
    shown = asdict(one)
    del shown["token_hash"]
    return {"id": short_id(one), **shown}
