"""Mirrors of a table in Discord: what a seat may know, one webhook post for each thing told.

A mirror has a thread and a bounded queue of its own, so that Discord's limits and failures never
slow play; what finds no room is left out. The address of a webhook is a secret: whoever has it may
post, so it never reaches a log.
"""

import logging
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from vtt_bridge import words
from vtt_bridge.access import GM_SEAT, PUBLIC_SEAT, Follower
from vtt_bridge.store import Plain

if TYPE_CHECKING:
    from vtt_bridge.live_table import LiveTable

log = logging.getLogger(__name__)

WAITING_AT_MOST = 100
ANSWER_WITHIN = 5.0
TRIES = 3
PAUSE_AT_MOST = 60.0
LONGEST = 2000
TOLD_STATES = ("resolved", "corrected", "applied", "undone")
MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|>#[]()"})
GONE = (401, 403, 404)


class Mirrors:
    """The webhooks by world, for everybody and for the game master; each starts with its table."""

    def __init__(self, everybody: Mapping[str, str], gm: Mapping[str, str]) -> None:
        self._webhooks = ((PUBLIC_SEAT, everybody), (GM_SEAT, gm))

    def opened(self, world: str, table: "LiveTable") -> None:
        """Mirror a table that is in use from now on."""
        for seat, webhooks in self._webhooks:
            if world in webhooks:
                Mirror(webhooks[world], seat, world).follow(table)


class Mirror:
    """One webhook that hears what one seat hears."""

    def __init__(self, webhook: str, seat: str, world: str) -> None:
        self._webhook = webhook
        self._seat = seat
        self._world = world
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="discord", daemon=True)

    def follow(self, table: "LiveTable") -> None:
        follower = Follower("", self._seat, self._tell, self._leave)
        key = f"discord:{self._seat}"
        table.followers.add(key, follower)
        self._unfollow = partial(table.followers.remove, key)
        self._thread.start()

    def _tell(self, batch: Plain) -> None:
        for text in in_words(batch):
            if self._waiting.qsize() < WAITING_AT_MOST:
                self._waiting.put(text)
            else:
                log.warning("Discord is too slow for %s; something was left out", self._world)

    def _leave(self) -> None:
        self._waiting.put(None)

    def _run(self) -> None:
        while (text := self._waiting.get()) is not None:
            if not self._post(text):
                log.warning("Discord knows the webhook of %s no more", self._world)
                self._unfollow()
                return

    def _post(self, text: str) -> bool:
        """Try to post; False if there is no use in going on."""
        import requests  # late: a bridge without mirrors starts without it

        message = {"content": text[:LONGEST], "allowed_mentions": {"parse": []}}
        for attempt in range(TRIES):
            pause = 2.0**attempt
            try:
                answer = requests.post(self._webhook, json=message, timeout=ANSWER_WITHIN)
            except (requests.RequestException, ValueError) as error:  # or no address at all
                log.warning("Discord cannot be reached: %s", type(error).__name__)
            else:
                if answer.ok:
                    return True
                if answer.status_code in GONE:
                    return False
                if answer.status_code == 429:  # Discord's "too many"
                    pause = _retry_after(answer.headers)
            time.sleep(min(pause, PAUSE_AT_MOST))
        log.warning("Discord did not take a post of %s", self._world)
        return True


def _retry_after(headers: Mapping[str, str]) -> float:
    try:
        return max(0.0, float(headers["Retry-After"]))
    except (KeyError, ValueError):
        return PAUSE_AT_MOST


def in_words(batch: Plain) -> Iterator[str]:
    """What a batch has to tell, each as one post; what is still open tells nothing."""
    for card in batch["cards"]:
        if card["state"] in TOLD_STATES:
            yield _card(card)


def _card(card: Plain) -> str:
    title = "".join(part if isinstance(part, str) else part["name"] for part in card["title"])
    shown = f"**{plain(title)}**"
    if card["state"] == "undone":
        return f"~~{shown}~~ {words.DISCORD_UNDONE}"
    outcome = card["outcome"].get("text", "")
    lines = [f"{shown}: {plain(outcome)}" if outcome else shown]
    for one in card["changes"]:
        moved = words.discord_change(one["label"], one["from"], one["to"], one["delta"])
        lines.append(f"{plain(one['character']['name'])}: {plain(moved)}")
    lines += map(plain, card["effects"])
    return "\n".join(lines)


def plain(text: str) -> str:
    """Foreign text without a meaning for Discord."""
    return text.translate(MARKDOWN)
