"""When open questions lapse.

`QuestionClocks` only counts: the caller brings the time and does what is due. `Alarm` is the one
thread of the process that wakes the bridge when something is due.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """Seconds for an answer, by who controls the character; None means without end."""

    player_seconds: float | None = 30.0
    gm_seconds: float | None = None
    paused: bool = False

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    def seconds_for(self, control: str) -> float | None:
        return self.player_seconds if control == "pc" else self.gm_seconds


class QuestionClocks:
    """The deadlines of one table's open questions; a new round of a question starts anew."""

    def __init__(self, now: Callable[[], float], settings: Settings) -> None:
        self._now = now
        self._settings = settings
        self._controls: dict[tuple[str, int], str] = {}
        self._deadlines: dict[tuple[str, int], float] = {}
        self._frozen_at: float | None = None
        if settings.paused:
            self.freeze()

    @property
    def settings(self) -> Settings:
        return self._settings

    def configure(self, settings: Settings) -> None:
        """Take new settings; changed seconds start anew, a pause only holds them."""
        renewed = (settings.player_seconds, settings.gm_seconds) != (
            self._settings.player_seconds,
            self._settings.gm_seconds,
        )
        self._settings = settings
        if settings.paused:
            self.freeze()
        else:
            self._thaw()
        if renewed:
            self.restart()

    def freeze(self) -> None:
        """Hold every deadline."""
        if self._frozen_at is None:
            self._frozen_at = self._now()

    def _thaw(self) -> None:
        if self._frozen_at is not None:
            held = self._now() - self._frozen_at
            self._deadlines = {key: at + held for key, at in self._deadlines.items()}
            self._frozen_at = None

    def resume_for_leader(self) -> None:
        """A leader is back: all deadlines start anew, unless the game master has paused them."""
        if not self._settings.paused:
            self._thaw()
        self.restart()

    def restart(self) -> None:
        """Give every open question its full time again."""
        self._deadlines = {}
        for key in self._controls:
            self._start(key)

    def sync(self, questions: Iterable[Mapping[str, Any]]) -> None:
        """Start clocks for questions that are new and stop those that are gone."""
        open_now = {(q["id"], q.get("round", 1)): str(q["control"]) for q in questions}
        started = [key for key in open_now if key not in self._controls]
        self._controls = open_now
        self._deadlines = {key: at for key, at in self._deadlines.items() if key in open_now}
        for key in started:
            self._start(key)

    def _start(self, key: tuple[str, int]) -> None:
        seconds = self._settings.seconds_for(self._controls[key])
        if seconds is not None:
            self._deadlines[key] = self._clock() + seconds

    def _clock(self) -> float:
        return self._now() if self._frozen_at is None else self._frozen_at

    def left(self) -> dict[str, float | None]:
        """Seconds left per open question, None where no clock runs."""
        now = self._clock()
        return {
            key[0]: round(max(0.0, self._deadlines[key] - now), 1)
            if key in self._deadlines
            else None
            for key in self._controls
        }

    def due(self) -> list[str]:
        """The questions whose time has run out."""
        if self._frozen_at is not None:
            return []
        now = self._now()
        return [key[0] for key, at in self._deadlines.items() if at <= now]

    def stop(self, question: str) -> None:
        """Let that question wait without end."""
        self._deadlines = {key: at for key, at in self._deadlines.items() if key[0] != question}

    def stamped(self, questions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The questions with ``"deadline_in"`` in seconds, or None, and ``"paused"``."""
        left = self.left()
        paused = self._settings.paused
        return [{**q, "deadline_in": left.get(q["id"]), "paused": paused} for q in questions]

    def next_deadline(self) -> float | None:
        """When something will be due, on the caller's clock."""
        if self._frozen_at is not None:
            return None
        return min(self._deadlines.values(), default=None)


class Alarm:
    """Calls `ring` whenever the moment it last returned has come; `ring` tells the next moment."""

    def __init__(self, now: Callable[[], float], ring: Callable[[], float | None]) -> None:
        self._now = now
        self._ring = ring
        self._changed = threading.Condition()
        self._is_set = True
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="question-clock", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._changed:
            self._stopped = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()

    def look_again(self) -> None:
        """Some deadline has changed."""
        with self._changed:
            self._is_set = True
            self._changed.notify()

    def _run(self) -> None:
        at: float | None = None
        while True:
            with self._changed:
                while not self._stopped and not self._is_set:
                    wait = None if at is None else at - self._now()
                    if wait is not None and wait <= 0:
                        break
                    self._changed.wait(wait)
                if self._stopped:
                    return
                self._is_set = False
            try:
                at = self._ring()
            except Exception:
                log.exception("the question clock failed")
                at = self._now() + 1.0
