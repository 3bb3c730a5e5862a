"""The bridge behind its sockets and pages: who is paired, connected, and at which table."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.dice import Dice, SystemDice
from vtt_bridge import words
from vtt_bridge.access import (
    GM_SEAT,
    OWNER,
    PUBLIC_SEAT,
    READ,
    VISITOR,
    Follower,
    Guest,
    Visits,
    check,
)
from vtt_bridge.access import words as access_words
from vtt_bridge.clocks import Alarm, Settings
from vtt_bridge.messages import read
from vtt_bridge.security import (
    PairingCode,
    Rate,
    RateLimit,
    bridge_name,
    hash_token,
    is_origin,
    is_same,
    new_token,
)
from vtt_bridge.store import Access, Pairing, Plain, Store, World

if TYPE_CHECKING:
    from engine.system import System
    from vtt_bridge.live_table import LiveTable, Wire

log = logging.getLogger(__name__)

MESSAGES_PER_SECOND = 100.0
REFUSED_KEPT = 20
NOTED_EVERY = 60  # seconds
PASSING = ("held", "too_fast")  # refusals that say nothing of how things are set up


@dataclass(frozen=True, slots=True)
class Session:
    """One connected page, and who sits at it as far as it says."""

    table: "LiveTable"
    rate: RateLimit
    pairing: Pairing
    user: str
    module: str | None


class Bridge:
    """Tables by world. `wire` is how it reaches pages; `show` and `show_code` are the console.

    `opened` hears of each table that is used for the first time, with its world.
    """

    def __init__(
        self,
        store: Store,
        wire: "Wire",
        *,
        show: Callable[[str], None] = lambda _sentence: None,
        show_code: Callable[[str], None] | None = None,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
        messages_per_second: float = MESSAGES_PER_SECOND,
        dice: Callable[[], Dice] = SystemDice,
        opened: Callable[[str, "LiveTable"], None] = lambda _world, _table: None,
    ) -> None:
        self._store = store
        self._wire = wire
        self._show = show
        self._now = now
        self._today = today
        self.messages_per_second = messages_per_second
        self._dice = dice
        self._opened = opened
        self._lock = threading.Lock()
        self._tables: dict[str, LiveTable] = {}
        self._sessions: dict[str, Session] = {}
        self._refused: dict[str, Plain] = {}
        self._followed: dict[str, LiveTable] = {}
        self._rates: dict[str, RateLimit] = {}
        self._visits = Visits(now)
        self._origins = store.origins()
        self.id = store.bridge_id()
        self.code = PairingCode(now, show_code or (lambda code: show(words.pairing_code(code))))
        self.alarm = Alarm(now, self.lapse_due)

    # Pairing

    def pair(self, message: object, origin: str | None) -> Plain:
        """Exchange the console's code for a token that lets pages of that origin lead a world."""
        asked = read("pair", message)
        if origin is None or not is_origin(origin):
            raise words.missing_origin()
        known = rules()
        system = asked.get("system")
        if system is not None and system not in known:
            raise words.unknown_system(system, sorted(known))
        self.code.redeem(asked["code"])
        world = asked["world"]
        note = words.paired_before(origin, self._origins_of(world["id"]))
        token = self.admit(world["id"], world["title"], origin, system or next(iter(known)))
        self._refused.pop(origin, None)
        log.info("paired world %s (%s) from %s", world["id"], world["title"], origin)
        self._show(words.paired(world["title"]))
        if note:
            self._show(note["text"])
        return {
            "token": token,
            "bridge": self.name_for(origin),
            "systems": system_choices(),
            "note": note,
        }

    def _origins_of(self, world: str) -> set[str]:
        return {one.origin for one in self._store.pairings() if one.world == world}

    def admit(self, world: str, title: str, origin: str, system: str) -> str:
        """Pair without a code, for whoever runs the bridge in his own process; return the token."""
        token = new_token()
        self._store.pair(
            World(world, title, system, Settings().plain()),
            Pairing(hash_token(token), world, origin, created=int(self._today())),
        )
        self._origins = self._store.origins()
        return token

    def revoke(self, token_hashes: Sequence[str]) -> None:
        """Forget pairings and accesses, and drop the pages and programs that came by them."""
        self._store.revoke(token_hashes)
        self._origins = self._store.origins()
        told = words.revoked()
        for sid, session in list(self._sessions.items()):
            if session.pairing.token_hash in token_hashes:
                self._wire.send(sid, "revoked", told.plain())
                self._wire.drop(sid)
        for table in list(self._tables.values()):
            table.followers.dismiss(token_hashes)
        log.info("revoked %d tokens", len(token_hashes))

    def perform(self, world: str, action: Plain) -> Plain:
        """Carry out an action for whoever runs the bridge in his own process; return the ack."""
        return self._table(world).perform(action)

    def carry_out(self, world: str, prepare: Callable[[], list[Plain]]) -> list[Plain]:
        """Perform several actions for him, with nothing in between; see `LiveTable`."""
        return self._table(world).carry_out(prepare)

    def fights(self, world: str) -> bool:
        """Tell whoever runs the bridge in his own process whether an encounter runs."""
        return self._table(world).fights()

    def refuse(self, origin: str | None, refusal: words.Refusal) -> None:
        """Note that a page was turned away, and why."""
        log.info("refused a page from %s: %s", origin, refusal.code)
        if refusal.code not in PASSING:
            self._remember(origin, refusal)

    def _remember(self, origin: str | None, refusal: words.Refusal) -> None:
        shown = (origin or "")[:200]
        self._refused.pop(shown, None)
        self._refused[shown] = {
            "at": int(self._today()),
            "origin": shown,
            "code": refusal.code,
            "text": refusal.text,
            "hint": refusal.hint,
        }
        while len(self._refused) > REFUSED_KEPT:
            self._refused.pop(next(iter(self._refused)), None)

    def refused(self) -> list[Plain]:
        """``[{"at", "origin", "code", "text", "hint"}]``, per origin the last, until it gets in."""
        return list(self._refused.values())

    def may_connect(self, origin: str) -> bool:
        """Whether a page of that origin may have a socket; remembers one that may not."""
        if not self.is_paired(origin):
            self._remember(origin, words.unpaired_origin())
            return False
        return True

    def is_paired(self, origin: str | None) -> bool:
        return origin in self._origins

    @property
    def is_new(self) -> bool:
        """Whether nothing is paired yet."""
        return not self._origins

    def name_for(self, origin: str | None) -> str:
        """Tells one data folder from another, and nothing to pages that compare what they got."""
        return bridge_name(self.id, origin)

    def get_ready(self) -> None:
        """Load what the first page would have to wait for."""
        import_module("vtt_bridge.live_table")
        rules()

    # Connections

    def connect(self, sid: str, auth: object, origin: str | None) -> None:
        """Let a paired page lead its table or a program follow it, or raise a `Refusal`."""
        if isinstance(auth, dict) and "access" in auth:
            self._follow(sid, read("follow", auth))
            return
        if not isinstance(auth, dict) or not auth.get("token"):
            raise words.missing_token()
        hello = read("connect", auth)
        hashed = hash_token(hello["token"])
        pairing = self._store.pairing(hashed)
        if pairing is None or not is_same(pairing.token_hash, hashed):
            raise words.wrong_token()
        if pairing.world != hello["world"]:
            raise words.wrong_world()
        if origin and origin != pairing.origin:
            raise words.foreign_origin()
        table = self._table(pairing.world)
        rate = Rate(self.messages_per_second, 2 * self.messages_per_second)
        user = hello["user"]["name"]
        limit = RateLimit(rate, self._now)
        self._sessions[sid] = Session(table, limit, pairing, user, hello.get("module"))
        try:
            # After the session is there: a pairing is revoked before it, or drops it.
            if not self._store.note_use(pairing.token_hash, table.system, int(self._today())):
                raise words.wrong_token()
            table.connect(sid, hello, {"bridge": self.id, "systems": system_choices()})
        except BaseException:
            self._leave(sid)
            raise
        self._refused.pop(origin or "", None)
        log.info("%s leads %s from %s", user, pairing.world, pairing.origin)

    def _follow(self, sid: str, hello: Plain) -> None:
        guest = self.guest(hello["access"])
        guest.require(READ)
        follower = Follower(
            guest.access.token_hash,
            guest.seat,
            lambda batch: self._wire.send(sid, "batch", batch),
            lambda: self._wire.drop(sid),
        )
        guest.table.follow(
            sid,
            follower,
            hello["last"],
            lambda welcome: self._wire.send(sid, "welcome", welcome),
        )
        self._followed[sid] = guest.table

    def disconnect(self, sid: str) -> None:
        session = self._leave(sid)
        if session:
            log.info("the page of %s at %s has gone", session.user, session.pairing.world)
        followed = self._followed.pop(sid, None)
        if followed:
            followed.followers.remove(sid)

    def _leave(self, sid: str) -> Session | None:
        session = self._sessions.pop(sid, None)
        if session:
            session.table.leave(sid)
        return session

    def connected(self) -> list[str]:
        return [*self._sessions, *self._followed]

    def pages(self) -> list[Plain]:
        """``[{"world", "origin", "user", "module"}]`` of every page that is connected."""
        return [
            {
                "world": one.pairing.world,
                "origin": one.pairing.origin,
                "user": one.user,
                "module": one.module,
            }
            for one in list(self._sessions.values())
        ]

    def handle(self, sid: str, event: str, message: object) -> Plain:
        """Answer one message of a connected page, or raise a `Refusal`."""
        session = self._sessions.get(sid)
        if session is None:
            raise words.old_epoch()
        session.rate.spend()
        checked = read(event, message)
        handlers: dict[str, Callable[[str, Plain], Plain]] = {
            "act": session.table.act,
            "ask": session.table.ask,
            "look": session.table.look,
            "preview": session.table.preview,
            "catch_up": session.table.catch_up,
            "settings": session.table.configure,
        }
        return handlers[event](sid, checked)

    # Programs

    def grant(self, world: str, name: str, seat: str, scopes: list[str]) -> str:
        """Let a program in; return its token, which is told only once, or raise a `Refusal`.

        `seat` is ``"public"``, ``"gm"`` or a character, by id or by name.
        """
        self.world(world)
        if seat not in (PUBLIC_SEAT, GM_SEAT):
            seat = OWNER + self._table(world).character(seat)
        check(scopes, seat)
        token, now = new_token(), int(self._today())
        access = Access(hash_token(token), world, name, seat, " ".join(scopes), now)
        self._store.grant(access)
        return token

    def accesses(self) -> list[Access]:
        """All accesses of programs."""
        return self._store.accesses()

    def guest(self, token: str) -> Guest:
        """What the bearer of an access token may do, or a `Refusal`."""
        if not token:
            raise access_words.missing_access()
        hashed = hash_token(token[:200])
        visit = self._visits.access(hashed)
        access = visit or self._granted(hashed)
        rate = Rate(self.messages_per_second, 2 * self.messages_per_second)
        who = VISITOR if visit else hashed
        limit = self._rates.setdefault(who, RateLimit(rate, self._now))
        return Guest(access, self._table(access.world), limit)

    def _granted(self, hashed: str) -> Access:
        access = self._store.access(hashed)
        if access is None:
            raise access_words.wrong_access()
        now = int(self._today())
        if access.used is None or now - access.used >= NOTED_EVERY:
            self._store.note_access(hashed, now)
        return access

    def visit(self, world: str) -> str:
        """Let the bridge's owner in for a while, with all rights; return the token."""
        return self._visits.admit(world, int(self._today()))

    def end_visits(self) -> list[str]:
        """End all visits of the owner; return the hashes of their tokens."""
        return self._visits.end()

    def new_dice(self) -> Dice:
        """Dice for a roll at no table."""
        return self._dice()

    def world(self, world: str) -> World:
        """What is kept about a world that is known to exist."""
        found = self._store.world(world)
        if found is None:
            raise access_words.unknown_table(world)
        return found

    def _table(self, world: str) -> "LiveTable":
        from vtt_bridge.live_table import LiveTable  # late, as the rules that it comes with

        with self._lock:
            if world not in self._tables:
                record = self._store.world(world)
                if record is None:
                    raise words.wrong_world()
                self._tables[world] = LiveTable(
                    record,
                    self._store,
                    self._wire,
                    self._now,
                    self.alarm.look_again,
                    self._dice,
                )
                self._opened(world, self._tables[world])
            return self._tables[world]

    # Clocks

    def lapse_due(self) -> float | None:
        """Lapse what is due at every table; return when to look again."""
        with self._lock:
            tables = list(self._tables.values())
        moments = [table.lapse_due() for table in tables]
        return min((moment for moment in moments if moment is not None), default=None)

    def close(self) -> None:
        self.alarm.stop()
        for table in list(self._tables.values()):
            table.followers.dismiss()
        self._store.close()


def system_choices() -> list[dict[str, Any]]:
    """``[{"key", "title"}]`` of every system that the engine knows."""
    return [{"key": key, "title": system.title} for key, system in rules().items()]


def rules() -> dict[str, "System"]:
    """Every system that the engine knows. A bridge starts without; they come with the first use."""
    from engine.system import systems

    return systems()
