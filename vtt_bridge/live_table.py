"""One world's table while the bridge runs.

Everything that happens to a table passes through its lock: look the action up, run the rules,
commit, then publish and acknowledge. So what was acknowledged is on disk, batches leave in the
order of their numbers, and a question's clock never runs rules beside an action.
"""

import logging
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from engine.batches import Batch
from engine.commands import refusal
from engine.dice import Dice, SystemDice
from engine.loading import told
from engine.projection import Projection
from engine.resolution import Refused
from engine.table import Outcome, Table
from vtt_bridge import words
from vtt_bridge.access import Follower
from vtt_bridge.access import words as access_words
from vtt_bridge.acks import SENT_BY, acknowledgement, is_of, told_ack
from vtt_bridge.clocks import QuestionClocks, Settings
from vtt_bridge.followers import Followers
from vtt_bridge.journals import load_table
from vtt_bridge.schemas import PAGE
from vtt_bridge.seen import Seen
from vtt_bridge.store import Checkpoint, DamagedError, Plain, Store, StoreError, World

log = logging.getLogger(__name__)

Result = TypeVar("Result")

ENTRIES_PER_CHECKPOINT = 50
THE_CLOCK = {"user": "", "name": "", "gm": True, "owns": []}


class Wire(Protocol):
    """The way to one connected page."""

    def send(self, sid: str, event: str, message: Plain) -> None: ...

    def drop(self, sid: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Lease:
    """Who leads the table: one page at a time; the epoch counts the leases of a world."""

    epoch: int
    sid: str
    client: str
    name: str
    seen: Seen = field(default_factory=Seen)


class LiveTable:
    """The table of one world: its rules state, its lease and its clocks."""

    def __init__(
        self,
        world: World,
        store: Store,
        wire: Wire,
        now: Callable[[], float],
        clocks_changed: Callable[[], None],
        dice: Callable[[], Dice] = SystemDice,
    ) -> None:
        self._record = world
        self._world = world.id
        self._store = store
        self._wire = wire
        self._clocks = QuestionClocks(now, Settings(**world.settings))
        self._clocks.freeze()
        self._clocks_changed = clocks_changed
        self._alarm_at: float | None = None
        self._dice = dice
        self._lock = threading.RLock()
        self._lease: Lease | None = None
        self.followers = Followers(world.id, self._lock)
        self._table: Table | None = None
        self._checkpointed = 0

    @property
    def system(self) -> str:
        """The key of the rules that the table plays by now."""
        with self._lock:
            return self._loaded().system.key

    # The lease

    def connect(self, sid: str, hello: Mapping[str, Any], extras: Mapping[str, Any]) -> None:
        """Give the lease to that page and send it ``welcome``, or raise a `Refusal`."""
        with self._lock:
            table = self._loaded()
            older = self._lease
            if older and older.client != hello["client"] and not hello["take"]:
                raise words.held(older.name)
            name = hello["user"]["name"]
            self._lease = Lease(self._store.next_epoch(self._world), sid, hello["client"], name)
            if older:
                told = words.taken_over(name)
                message = {"epoch": self._lease.epoch, "code": told.code, "text": told.text}
                self._wire.send(older.sid, "lease", message)
                self._wire.drop(older.sid)
            self._clocks.resume_for_leader()
            self._wind_alarm()
            welcome = self._welcome(table, hello["last"])
            self._lease.seen.welcome(welcome)
            self._wire.send(sid, "welcome", {**welcome, **extras})

    def _welcome(self, table: Table, last: int | None) -> Plain:
        assert self._lease is not None  # noqa: S101 (called with the lease just given)
        shown = table.shown()
        view = table.view("gm")
        view["questions"] = self._clocks.stamped(view["questions"])
        public = table.view("public")
        missed: list[Plain] | None = None
        if last is not None and 0 <= table.seq - last <= PAGE:
            missed = self._batches(table, last)
        return {
            "epoch": self._lease.epoch,
            "seq": table.seq,
            "system": view["system"],
            "description": table.describe(),
            "view": view,
            "public": public,
            "owners": owner_parts(shown, view["characters"], public, view["questions"]),
            "missed": missed,
            "settings": self._clocks.settings.plain(),
        }

    def leave(self, sid: str) -> None:
        """That page has gone; without a leader nobody can be asked, so the clocks hold."""
        with self._lock:
            if self._lease and self._lease.sid == sid:
                self._lease = None
                self._clocks.freeze()

    def _require_lease(self, sid: str) -> Lease:
        if self._lease is None or self._lease.sid != sid:
            raise words.old_epoch()
        return self._lease

    # Actions

    def act(self, sid: str, action: Plain) -> Plain:
        """Carry out a checked action, once, and return its acknowledgement."""
        with self._lock:
            if self._require_lease(sid).epoch != action.pop("epoch"):
                raise words.old_epoch()
            return self._answered(action) or self._perform(action)

    def perform(self, action: Plain) -> Plain:
        """Carry out a checked action of the bridge's own process, once, without a lease."""
        with self._lock:
            return self._answered(action) or self._perform(action)

    def _answered(self, action: Plain) -> Plain | None:
        """The acknowledgement of an action that came before; somebody else's is not told."""
        name, user = action["id"], action["sender"]["user"]
        found = self._store.acks(self._world, [name]).get(name)
        if found is not None and not is_of(found, user):
            return {"ok": False, "id": name, "error": words.id_taken().plain()}
        return found and told_ack(found)

    def carry_out(self, prepare: Callable[[], list[Plain]]) -> list[Plain]:
        """Perform what `prepare` returns, with nothing in between; return the acknowledgements."""
        with self._lock:
            self._loaded()
            return [self._perform(action) for action in prepare()]

    def fights(self) -> bool:
        """Tell whether an encounter runs."""
        with self._lock:
            return bool(self._loaded().state.encounters)

    def _perform(self, action: Plain) -> Plain:
        table = self._loaded()
        try:
            outcome = table.act(action)
            ack = acknowledgement(action["id"], outcome, table.seq)
            kept = {**ack, SENT_BY: action["sender"]["user"]}
            if outcome.entry is None:
                self._store.record(self._world, action["id"], kept)
                return ack
            checkpoint = self._checkpoint_if_due(table)
            self._store.record(self._world, action["id"], kept, outcome.entry, checkpoint)
        except BaseException:
            self._forget()
            raise
        if checkpoint is not None:
            self._checkpointed = checkpoint.seq
        self._publish(self._news(outcome))
        self.followers.tell(outcome, self._clocks.stamped)
        return ack

    def _news(self, outcome: Outcome) -> Plain | None:
        """The batch to publish; None after a fault, for the action itself is good."""
        try:
            news = outcome.news
            self._clocks.sync(news.shown.questions("gm"))
            return self._batch_message(news)
        except Exception:
            log.exception("a batch of world %s cannot be shown", self._world)
            return None

    def _publish(self, message: Plain | None) -> None:
        """Send the batch to the leader, or make him come back for the whole view."""
        if message is None:
            self._forget()
        if self._lease:
            if message is None:
                self._wire.drop(self._lease.sid)
            else:
                self._wire.send(self._lease.sid, "batch", self._lease.seen.news(message))
        self._wind_alarm()

    def _checkpoint_if_due(self, table: Table) -> Checkpoint | None:
        if table.is_open or table.seq - self._checkpointed < ENTRIES_PER_CHECKPOINT:
            return None
        return Checkpoint(table.seq, table.checkpoint())

    def _loaded(self) -> Table:
        if self._table is None:
            table = self._read_journal()
            for taken_back in table.withdrawn_on_load:
                entry = taken_back.entry or {}
                ack = acknowledgement(entry["id"], taken_back, entry["seq"])
                self._store.record(self._world, entry["id"], ack, entry)
            self._clocks.sync(table.questions("gm"))
            self._table = table
        return self._table

    def _read_journal(self) -> Table:
        try:
            table, self._checkpointed = load_table(self._store, self._record, self._dice)
        except DamagedError:
            log.exception("the journal of world %s cannot be loaded", self._world)
            raise words.unreadable_journal() from None
        return table

    def _forget(self) -> None:
        """What is in memory may not be what is on disk: read it again before the next use."""
        self._table = None

    # Questions and their clocks

    def lapse_due(self) -> float | None:
        """Answer what nobody answered in time; return when to look again."""
        with self._lock:
            while due := self._clocks.due():
                self._clocks.stop(due[0])
                self._lapse(due[0])
            return self._clocks.next_deadline()

    def _lapse(self, question: str) -> None:
        action = {
            "kind": "answer",
            "id": f"time:{uuid.uuid4()}",
            "request": question,
            "choice": None,
            "source": "time",
            "sender": THE_CLOCK,
        }
        try:
            ack = self._perform(action)
        except StoreError:
            log.exception("question %s could not lapse", question)
            return
        if not ack["ok"]:
            log.warning("question %s did not lapse: %s", question, ack["error"]["text"])

    def _wind_alarm(self) -> None:
        """Wake the alarm if it has to ring at another moment; most actions change none."""
        moment = self._clocks.next_deadline()
        if moment != self._alarm_at:
            self._alarm_at = moment
            self._clocks_changed()

    def configure(self, sid: str, changes: Mapping[str, Any]) -> Plain:
        """Change the clocks' settings and tell the page what they show now."""
        with self._lock:
            self._require_lease(sid)
            settings = replace(self._clocks.settings, **changes)
            self._store.save_settings(self._world, settings.plain())
            self._clocks.configure(settings)
            self._wind_alarm()
            message = {"questions": self._clocks.left(), "paused": settings.paused}
            self._wire.send(sid, "clocks", message)
            return {"ok": True, "settings": settings.plain()}

    # Reading

    def ask(self, sid: str, message: Mapping[str, Any]) -> Plain:
        """Which of these action ids were ever carried out or refused, and how."""
        with self._lock:
            self._require_lease(sid)
            known = self._store.acks(self._world, message["ids"])
            return {"ok": True, "known": {key: told_ack(ack) for key, ack in known.items()}}

    def look(self, sid: str, message: Mapping[str, Any]) -> Plain:
        """What an actor may do now."""
        with self._lock:
            self._require_lease(sid)
            table = self._loaded()
            return read_or_refuse(
                table,
                "look",
                lambda: table.look(message["actor"], message["targets"], message["sender"]),
            )

    def preview(self, sid: str, message: Mapping[str, Any]) -> Plain:
        """A character with other fields, before they are saved."""
        with self._lock:
            self._require_lease(sid)
            table = self._loaded()
            return read_or_refuse(
                table,
                "character",
                lambda: table.preview(message["character"], message["fields"], message["sender"]),
            )

    def catch_up(self, sid: str, message: Mapping[str, Any]) -> Plain:
        """A page of the batches after that number."""
        with self._lock:
            self._require_lease(sid)
            table = self._loaded()
            after = message["after"]
            batches = self._batches(table, after) if after <= table.seq else None
            if batches is None:
                raise words.forgotten()
            more = bool(batches) and batches[-1]["seq"] < table.seq
            return {"ok": True, "batches": batches, "more": more}

    # Programs, which need no lease: each sees what its seat may know

    def read(self, question: Callable[[Table], Result]) -> Result:
        """Ask the rules something that changes nothing; raises a `Refusal`, theirs included."""
        with self._lock:
            table = self._loaded()
            try:
                return question(table)
            except Refused as found:
                raise access_words.by_the_rules(refusal(found, table.system.words)) from None

    def view(self, seat: str) -> Plain:
        """Everything that a seat may know now."""
        with self._lock:
            view = self._loaded().view(seat)
            return {**view, "questions": self._clocks.stamped(view["questions"])}

    def character(self, named: str) -> str:
        """The id of the only character with that id or name, or a `Refusal`."""
        with self._lock:
            known = self._loaded().state.characters
            found = [who for who, one in known.items() if one.name.casefold() == named.casefold()]
            if named in known:
                return named
            if len(found) != 1:
                raise access_words.no_such_character(named, len(found))
            return found[0]

    def known(self, action: str, user: str | None) -> Plain | None:
        """The acknowledgement of that action, None if it never came; `user` hears of his own."""
        found = self._store.acks(self._world, [action]).get(action)
        return None if found is None or not is_of(found, user) else told_ack(found)

    def journal(self, after: int, limit: int, seat: str) -> Plain:
        """``{"entries", "more", "seq"}``: a page of the journal, as `engine.loading.told`."""
        with self._lock:
            table = self._loaded()
            stored = self._store.entries(self._world, after, limit)
            entries = [told(one, self._record.system, seat) for one in stored]
            last = entries[-1]["seq"] if entries else after
            return {"entries": entries, "more": last < table.seq, "seq": table.seq}

    def follow(
        self,
        key: str,
        follower: Follower,
        last: int | None,
        greet: Callable[[Plain], None] = lambda _welcome: None,
    ) -> Plain:
        """Tell that program of everything from now on; return what it sees now.

        ``{"seq", "system", "view", "missed"}``, where `missed` is as in ``welcome``. `greet` is
        called with the same before anything else is told.
        """
        with self._lock:
            self.followers.require_room()
            table, seat = self._loaded(), follower.seat
            missed = None
            if last is not None and 0 <= table.seq - last <= PAGE:
                batches = table.catch_up(last)
                missed = None if batches is None else [one.for_seat(seat) for one in batches]
            view = self.view(seat)
            welcome = {"seq": table.seq, "system": view["system"], "view": view, "missed": missed}
            greet(welcome)
            self.followers.add(key, follower)
            return welcome

    @property
    def is_led(self) -> bool:
        """Whether a game master's page leads the table."""
        return self._lease is not None

    # Batches

    def _batches(self, table: Table, after: int) -> list[Plain] | None:
        """A page of the batches after that number; None if they are no longer at hand."""
        batches = table.catch_up(after)
        if batches is None:
            return None
        return [self._batch_message(one) for one in batches[:PAGE]]

    def _batch_message(self, batch: Batch) -> Plain:
        gm, public = batch.for_seat("gm"), batch.drawn("public")
        del gm["events"]  # a page draws what came of them
        gm["opened"] = self._clocks.stamped(gm["opened"])
        concerned = {*gm["characters"], *(question["who"] for question in gm["opened"])}
        owners = owner_parts(batch.shown, sorted(concerned), public, gm["opened"])
        return {"seq": gm["seq"], "gm": gm, "public": public, "owners": owners}


def owner_parts(
    shown: Projection, characters: Iterable[str], public: Plain, questions: Sequence[Plain]
) -> dict[str, Plain]:
    """Per character what its owner sees beyond everybody: ``{"characters", "opened", "cards"}``."""
    parts = {}
    told = [card["command"] for card in public["cards"]]
    for cid in characters:
        if shown.state.characters[cid].control == "npc":
            continue
        view = shown.character(cid, f"owner:{cid}")
        changed = {} if view == public["characters"].get(cid) else {cid: view}
        opened = [one for one in questions if one["who"] == cid and not one["gm"]]
        cards = [one for one in shown.cards(told, f"owner:{cid}") if one not in public["cards"]]
        if changed or opened or cards:
            parts[cid] = {"characters": changed, "opened": opened, "cards": cards}
    return parts


def read_or_refuse(table: Table, name: str, read: Callable[[], Plain]) -> Plain:
    """The answer to a question that changes nothing: under its name, or the rules' refusal."""
    try:
        return {"ok": True, name: read()}
    except Refused as found:
        return {"ok": False, "error": refusal(found, table.system.words)}
