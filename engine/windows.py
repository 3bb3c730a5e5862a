"""Windows: the ordered moments at which abilities may take part in something.

A window gathers who may use what, asks all of them at once, serves the answers in order of
arrival, checks each again when its turn comes, and gathers anew after every use. An answer that
does not apply now waits until it does or the window closes; reactions announced with the command
are answers that came first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.resolution import Context, Option, Question


@dataclass(slots=True)
class Intent:
    """Somebody's wish to use an ability at a window, with its further choices."""

    user: str
    key: str
    further: dict[str, Any] = field(default_factory=dict)


class Window(Protocol):
    """What a system says about one of its windows."""

    name: str

    def holds(self, key: str) -> bool:
        """Whether an ability belongs to this window."""

    def closed(self) -> bool:
        """Whether nothing can be used any more."""

    def applies(self, intent: Intent) -> bool:
        """Whether the trigger holds now, so that the intent is served or refused now."""

    def fault(self, user: str, key: str) -> str | None:
        """Why the user may not use it now, or None."""

    def use(self, intent: Intent) -> str | None:
        """Pays for it and carries it out; returns a fault if a further choice forbids it."""

    def refuse(self, intent: Intent, why: str) -> None:
        """Notes that an intent was refused; nothing is paid."""

    def candidates(self) -> Iterable[tuple[str, str]]:
        """(user, ability) of all who could ever use this window, in order of initiative."""

    def question(self, user: str, options: list[Option]) -> Question:
        """The question to the person behind `user`."""

    def option(self, user: str, key: str) -> Option:
        """How one use is shown: price, effect, what remains, further choices."""


def hold(ctx: Context[Any, Any, Any], window: Window, announced: list[Intent]) -> None:
    """Runs one window to its end.

    `announced` is read and shortened: what never applied here stays in it, in its order.
    """
    waiting = [intent for intent in announced if window.holds(intent.key)]
    offered: dict[str, set[str]] = {}
    while not window.closed():
        intent = next((one for one in waiting if window.applies(one)), None)
        if intent is not None:
            waiting.remove(intent)
            if intent in announced:
                announced.remove(intent)
            why = window.fault(intent.user, intent.key) or window.use(intent)
            if why is None:
                offered.pop(intent.user, None)
            else:
                window.refuse(intent, why)
            continue
        questions = _questions(ctx, window, waiting, offered)
        if not questions:
            break
        for answer in ctx.ask(questions):
            if answer.choice is not None:
                waiting.append(Intent(answer.question.who, answer.choice, answer.further))
    announced.extend(one for one in waiting if one not in announced)


def _questions(
    ctx: Context[Any, Any, Any],
    window: Window,
    waiting: list[Intent],
    offered: dict[str, set[str]],
) -> list[Question]:
    """A question for everybody who may use something that he was not offered before."""
    usable: dict[str, list[str]] = {}
    for user, key in window.candidates():
        waits = any(one.user == user and one.key == key for one in waiting)
        if not waits and window.fault(user, key) is None:
            usable.setdefault(user, []).append(key)
    questions = []
    for user, keys in usable.items():
        if offered.get(user, set()).issuperset(keys):
            continue
        offered[user] = set(keys)
        habits = ctx.state.characters[user].habits
        wanted = [key for key in keys if habits.get(key) != "never"]
        options = [window.option(user, key) for key in wanted]
        question = window.question(user, options)
        question.habits = True
        always = next((one for one in options if habits.get(one.key) == "always"), None)
        if always is not None:
            further = {one["key"]: one["options"][0]["value"] for one in always.further}
            question.forced = (always.key, further)
        elif not options:
            question.forced = (None, {})
        questions.append(question)
    return questions
