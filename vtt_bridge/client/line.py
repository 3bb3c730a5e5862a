"""The line to a bridge: requests with time-outs, tried again until there is an answer."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import requests

from vtt_bridge import __version__
from vtt_bridge.client import words
from vtt_bridge.client.errors import (
    BridgeError,
    RefusedError,
    UnreachableError,
    refused,
    understood,
)

PATIENCE = 12.0
"""Seconds for which it is tried again: a bridge that is started again is there by then."""

LONGEST_PAUSE = 4.0
CONNECT_WITHIN = 3.0
BUSY = (429, 503)
NO_LINE = (
    requests.ConnectionError,
    requests.Timeout,
    requests.exceptions.ChunkedEncodingError,  # the answer broke off
)

T = TypeVar("T")
Token = str | Callable[[], str]


def pauses(patience: float) -> Iterator[float]:
    """Seconds to wait before each further try, together no more than `patience`."""
    pause = min(0.1, patience)
    while pause > 0:
        yield pause
        patience -= pause
        pause = min(2 * pause, LONGEST_PAUSE, patience)


class Line:
    """Sends a request again, word for word, when the line breaks or the bridge is busy.

    That is safe: everything that changes something carries an id, and the bridge does each id once.
    """

    def __init__(self, address: str, token: Token, timeout: float, patience: float) -> None:
        self.address = address.rstrip("/")
        self._fresh_token = token if callable(token) else None
        self._token = "" if callable(token) else token
        self.patience = patience
        self._timeout = (min(timeout, CONNECT_WITHIN), timeout)
        self._session = requests.Session()
        self._session.trust_env = False  # no proxy and no .netrc get between
        self._session.headers["User-Agent"] = f"vtt-bridge/{__version__}"

    def token(self) -> str:
        if not self._token and self._fresh_token:
            self._token = self._fresh_token()
        return self._token

    def renew(self) -> bool:
        """Take a new token after the bridge refused the last one; False if there is none."""
        self._token = "" if self._fresh_token else self._token
        return self._fresh_token is not None

    def ask(
        self,
        path: str,
        read: Callable[[dict[str, Any]], T],
        query: Mapping[str, Any] | None = None,
        message: Mapping[str, Any] | None = None,
    ) -> T:
        """What `read` makes of the answer: to a message if there is one, else to a question.

        Raises `BridgeError`.
        """
        action = None if message is None else message.get("id")
        answer = self._answer(path, query, message, action)
        if answer.status_code == requests.codes.unauthorized and self.renew():
            answer = self._answer(path, query, message, action)
        told = _json(answer)
        if answer.ok:
            return understood(read, told, self.address)
        kind = RefusedError if answer.status_code == requests.codes.conflict else BridgeError
        raise refused(told.get("error"), self.address, kind, action)

    def _answer(
        self,
        path: str,
        query: Mapping[str, Any] | None,
        message: Mapping[str, Any] | None,
        action: str | None,
    ) -> requests.Response:
        waiting = pauses(self.patience)
        while True:
            reply = self._try(path, query, message)
            if reply is not None and reply.status_code not in BUSY:
                return reply
            pause = next(waiting, None)
            if pause is not None:
                time.sleep(pause)
            elif reply is None:
                raise UnreachableError(self.address, action)
            else:
                return reply

    def _try(
        self, path: str, query: Mapping[str, Any] | None, message: Mapping[str, Any] | None
    ) -> requests.Response | None:
        """The reply, None when there was none, or not all of it."""
        try:
            return self._session.request(
                "GET" if message is None else "POST",
                f"{self.address}/api/v1{path}",
                params=query,
                json=message,
                headers={"Authorization": f"Bearer {self.token()}"},
                timeout=self._timeout,
                allow_redirects=False,
            )
        except NO_LINE:
            return None
        except requests.RequestException:  # no address of a bridge
            raise BridgeError("unreadable", *words.unreadable(self.address)) from None

    def close(self) -> None:
        self._session.close()


def _json(answer: requests.Response) -> dict[str, Any]:
    """The object of an answer; an empty one where it is none."""
    try:
        told = answer.json()
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
