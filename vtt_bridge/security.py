"""Who may talk to the bridge: pairing codes, tokens, host names and rates."""

import hashlib
import hmac
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from vtt_bridge import words

LOCAL_NAMES = ("127.0.0.1", "localhost")

# Without letters and digits that look or sound alike.
CODE_ALPHABET = "ABCDEFGHJKMNPQRTUVWXY346789"
CODE_LENGTH = 6
CODE_SECONDS = 600.0
CODE_TRIES = 5


def new_token() -> str:
    """256 random bits; only its hash is kept. It does not look like an option of a command."""
    token = secrets.token_urlsafe(32)
    return new_token() if token.startswith("-") else token


def hash_token(token: str) -> str:
    """SHA-256 in hex; enough for a token that nobody can guess."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_origin(text: str | None) -> bool:
    """Whether that is where a page comes from: ``scheme://host``, perhaps with a port.

    Pages without an address of their own say ``null``.
    """
    return text is not None and re.fullmatch(r"https?://[a-z0-9._:\[\]-]{1,250}", text) is not None


def is_same(one: str, other: str) -> bool:
    """Compare secrets in a time that tells nothing about them."""
    return hmac.compare_digest(one.encode(), other.encode())


def bridge_name(bridge: str, origin: str | None) -> str:
    """The name of a data folder for pages of that origin; other origins see another one."""
    return hash_token(f"{bridge} {origin or ''}")[:16]


def is_local_host(host: str, port: int) -> bool:
    """Whether a Host header names this bridge; other names point to DNS rebinding."""
    return host.lower() in {f"{name}:{port}" for name in LOCAL_NAMES}


class PairingCode:
    """The code on the console: one at a time, used once, for ten minutes, with five tries.

    A code that has run out is replaced when somebody tries it, so that the console shows a new one
    only when it is wanted. Whoever types the code before the present one is told what became of it.
    """

    def __init__(self, now: Callable[[], float], show: Callable[[str], None]) -> None:
        self._now = now
        self._show = show
        self._lock = threading.Lock()
        self._code = self._before = ""
        self._until = 0.0
        self._tries = 0
        self._over: Callable[[], words.Refusal] = words.spent_code

    def renew(self) -> str:
        """Make a new code, show it, and return it as ``"ABC-DEF"``."""
        with self._lock:
            if self._tries:
                self._over = words.expired_code
            return self._renew()

    def _renew(self) -> str:
        self._before = self._code
        self._code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        self._until = self._now() + CODE_SECONDS
        self._tries = CODE_TRIES
        shown = f"{self._code[:3]}-{self._code[3:]}"
        self._show(shown)
        return shown

    def left(self) -> float:
        """The seconds for which the code still serves; 0 once it has run out."""
        with self._lock:
            return max(0.0, self._until - self._now()) if self._tries else 0.0

    def redeem(self, typed: str) -> None:
        """Use the code up, or raise a `Refusal`; case, spaces and dashes do not matter."""
        with self._lock:
            cleaned = "".join(typed.upper().replace("-", "").split())
            if self._tries and self._now() >= self._until:
                self._end(words.expired_code)
            if not self._tries:
                self._renew()
                raise self._over()
            if is_same(cleaned, self._code):
                self._end(words.spent_code)
                return
            if self._before and is_same(cleaned, self._before):
                raise self._over()
            self._tries -= 1
            if not self._tries:
                self._end(words.too_many_tries)
                self._renew()
                raise self._over()
            raise words.wrong_code(self._tries)

    def _end(self, why: Callable[[], words.Refusal]) -> None:
        self._tries = 0
        self._over = why


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    per_second: float
    burst: float


class RateLimit:
    """A bucket of tokens that refills with time; `refusal` is what an empty one answers."""

    def __init__(
        self,
        rate: Rate,
        now: Callable[[], float],
        refusal: Callable[[], words.Refusal] = words.too_fast,
    ) -> None:
        self._rate = rate
        self._now = now
        self._refusal = refusal
        self._left = rate.burst
        self._at = now()
        self._lock = threading.Lock()

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now

    def spend(self) -> None:
        """Take one token, or raise a `Refusal`."""
        with self._lock:
            self._refill()
            if self._left < 1:
                raise self._refusal()
            self._left -= 1

    def early(self) -> float:
        """Take one token, lent if need be; return the seconds until it is there."""
        with self._lock:
            self._refill()
            self._left -= 1
            return max(0.0, -self._left / self._rate.per_second)


class RateLimits:
    """A limit for each origin, so that none uses up what others need, and one for all together."""

    remembered = 100

    def __init__(
        self,
        each: Rate,
        together: Rate,
        now: Callable[[], float],
        refusal: Callable[[], words.Refusal] = words.too_fast,
    ) -> None:
        self._new = partial(RateLimit, each, now, refusal)
        self._together = RateLimit(together, now, refusal)
        self._by_origin: dict[str | None, RateLimit] = {}
        self._lock = threading.Lock()

    def spend(self, origin: str | None) -> None:
        """Take a token of that origin's and one of all, or raise a `Refusal`."""
        with self._lock:
            limit = self._by_origin.pop(origin, None) or self._new()
            self._by_origin[origin] = limit
            if len(self._by_origin) > self.remembered:
                del self._by_origin[next(iter(self._by_origin))]
        limit.spend()
        self._together.spend()
