"""Simulation: the same rules and events at full speed, without journal, cards or waiting.

Instead of suspending, a question is answered at once by a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.abilities import AbilityBook
from engine.dice import Dice
from engine.events import Event
from engine.resolution import Answer, Context, Question
from engine.state import AnyState
from engine.system import System

Policy = Callable[[Question], tuple[str | None, dict[str, Any]]]


def decline(question: Question) -> tuple[str | None, dict[str, Any]]:
    """The policy of those who never spend anything."""
    return None, {}


class _Instant(Context[Any, Any, Any]):
    """A context whose questions a policy answers at once."""

    __slots__ = ("policy",)

    policy: Policy

    def ask(
        self,
        questions: Sequence[Question],
        first: bool | Callable[[Answer], bool] = False,
        heard: Callable[[Answer], None] = lambda _: None,
    ) -> list[Answer]:
        answers = []
        for one in questions:
            answers.append(Answer(one, *(one.forced or self.policy(one))))
            heard(answers[-1])
            if first(answers[-1]) if callable(first) else first:
                break
        return answers

    def roll(self, name: str, sides: int, count: int = 1, *, by: str | None = None) -> list[int]:
        throw = self.dice.throw
        return [throw(sides) for _ in range(count)]


def instant(
    state: AnyState, book: AbilityBook, dice: Dice, actor: str | None, policy: Policy
) -> Context[Any, Any, Any]:
    """A context in which rules run to their end at once; the state changes with them."""
    encounter = state.characters[actor].encounter if actor is not None else None
    ctx = _Instant(state, book, dice, actor, encounter, {}, {}, [])
    ctx.policy = policy
    return ctx


class Simulation:
    """A state that commands change at once.

    `do` raises `Refused` like the rules do; a refused command may not have changed anything.
    """

    def __init__(
        self, system: System, state: AnyState, dice: Dice, policy: Policy = decline
    ) -> None:
        self.system = system
        self.state = state
        self.dice = dice
        self.policy = policy

    def do(self, verb: str, actor: str | None, **args: Any) -> list[Event]:
        """Carries out one verb, without an actor a game master's, and returns its events."""
        ctx = instant(self.state, self.system.book, self.dice, actor, self.policy)
        self.system.verbs[verb].run(ctx, actor, **args)
        return ctx.events
