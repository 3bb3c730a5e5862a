"""What goes wrong between a program and a bridge; each error is a sentence and what to do."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from vtt_bridge.client import words
from vtt_bridge.errors import SentenceError

T = TypeVar("T")


class BridgeError(SentenceError):
    """The bridge does not do what was asked, or cannot be asked.

    `code` is stable (docs/protocol.md lists them), `text` says what is wrong, `hint` what to do;
    `data` holds what some codes bring along. `action` is the id of the action it was about, if any.
    """

    exit_code = 4

    def __init__(
        self,
        code: str,
        text: str,
        hint: str = "",
        data: Mapping[str, Any] | None = None,
        action: str | None = None,
    ) -> None:
        super().__init__(f"{text} {hint}".strip())
        self.code = code
        self.text = text
        self.hint = hint
        self.data = data or {}
        self.action = action


class RefusedError(BridgeError):
    """The rules do not permit it; nothing was changed."""

    exit_code = 1


class UnreachableError(BridgeError):
    """No answer, however often it was tried. Whether an action was done, its id will tell."""

    exit_code = 3

    def __init__(self, address: str, action: str | None = None) -> None:
        super().__init__("unreachable", *words.unreachable(address), action=action)


def refused(
    told: object, address: str, kind: type[BridgeError] = BridgeError, action: str | None = None
) -> BridgeError:
    """The error of a refusal as the bridge sends it (docs/protocol.md)."""

    def read(told: Any) -> BridgeError:
        return kind(told["code"], told["text"], told["hint"], told.get("data"), action)

    return understood(read, told, address)


def understood(read: Callable[[Any], T], told: object, address: str) -> T:
    """What `read` makes of an answer, or a `BridgeError` where that is none of a bridge."""
    try:
        return read(told)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BridgeError("unreadable", *words.unreadable(address)) from None
