"""Modifiers: pure terms with sources, so that every number can say where it comes from."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.resolution import Context


class Term(NamedTuple):
    """One part of a number: how much, from which source (a key), by whom."""

    amount: int
    source: str
    who: str


def total(terms: list[Term]) -> int:
    return sum(term.amount for term in terms)


def owned_terms(ctx: Context[Any, Any, Any], hook: str, owner: str, *subject: Any) -> list[Term]:
    """The terms of the abilities of `owner` at `hook`, in the order in which they were bought.

    Each behaviour is called as `behaviour(ctx, owner, *subject)` and returns an amount.
    """
    terms = []
    for key, behaviour in ctx.take_part(hook, owner):
        amount = int(behaviour(ctx, owner, *subject))
        if amount:
            terms.append(Term(amount, key, owner))
    return terms
