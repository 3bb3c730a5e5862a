"""A challenge on a card: where its sides stand, what was bid, who is still to answer."""

from __future__ import annotations

from typing import Any

from engine.cards import person
from engine.systems.tracks import words
from engine.systems.tracks.facts import BidMade, BidPassed, BidsOpened, Rolled, Thrown
from engine.systems.tracks.model import TracksState

Key = tuple[str, str]  # who rolls, and for what


class Contest:
    """One challenge as its events tell it, with one side or two; `goal` is a target number."""

    def __init__(self, goal: int | None = None) -> None:
        self.goal = goal
        self.thrown: dict[Key, Thrown] = {}
        self.sums: dict[Key, int] = {}
        self.said: dict[int, dict[str, str]] = {}
        self.left: dict[str, int] = {}
        self.round = 0
        self.raised = 0
        self.settled = False
        self.tie: list[int] = []  # the first side's die, then the second's, again and again

    @property
    def shown(self) -> bool:
        return any(purpose in words.DUELS for _, purpose in self.sums)

    def begins(self, event: Thrown) -> None:
        key = (event.who, event.purpose)
        self.thrown[key], self.sums[key] = event, event.result

    def key_of(self, who: str) -> Key:
        return next(key for key in self.sums if key[0] == who)

    def tell(self, event: BidsOpened | BidMade | BidPassed | Rolled) -> None:
        match event:
            case BidsOpened():
                self.round, self.left = event.round, event.left
                cannot = [who for who, number in event.left.items() if not number]
                self.said[event.round] = dict.fromkeys(cannot, words.CANNOT_RAISE)
            case BidMade():
                self.sums[self.key_of(event.who)] = event.result
                self.raised += len(event.dice)
                said = self.said.setdefault(event.round, {})
                said[event.who] = words.raises_by(sum(event.dice))
                self.round, self.left = event.round, {}
            case BidPassed():
                self.said[event.round][event.who] = words.PASSES
            case Rolled():
                self.settled = True
                if event.purpose == "tie":
                    self.tie.append(event.result)

    @property
    def open(self) -> bool:
        """Whether somebody is still to answer in the present round of bids."""
        said = self.said.get(self.round, {})
        asked = [who for who, number in self.left.items() if number]
        return not self.settled and any(who not in said for who in asked)

    def blocks(self, state: TracksState) -> list[dict[str, Any]]:
        """The sums, and for two sides the bids in rows."""
        sides = []
        for who, note, ahead in self._notes():
            total = str(self.sums[self.key_of(who)])
            side = {"character": person(state, who), "sum": total, "note": note, "ahead": ahead}
            sides.append(side)
        duel = {"kind": "duel", "sides": sides}
        return [duel, {"kind": "bids", "rows": self._rows()}] if len(sides) == 2 else [duel]

    def _notes(self) -> list[tuple[str, str, bool]]:
        """Each side with its note, and whether it is ahead; a tie is told with what decides it."""
        if len(self.sums) == 1:
            return [(who, words.goal_note(self.goal), False) for who, _ in self.sums]
        notes = []
        for mine, theirs in (tuple(self.sums), tuple(reversed(self.sums))):
            margin = self.sums[mine] - self.sums[theirs]
            if margin:
                notes.append((mine[0], words.margin_note(margin), margin > 0))
            else:
                notes.append((mine[0], *self._tie_note(mine, theirs)))
        return notes

    def _tie_note(self, mine: Key, theirs: Key) -> tuple[str, bool]:
        """T4: the higher full attribute, else dice."""
        own, other = self.thrown[mine], self.thrown[theirs]
        if own.value != other.value:
            told = words.compared((own.attribute, own.value), (other.attribute, other.value))
            wins = own.value > other.value
        else:
            whole = len(self.tie) // 2 * 2  # somebody may still be throwing
            first, second = self.tie[whole - 2 : whole] if whole else (0, 0)
            if first == second:
                return words.margin_note(0), False
            pair = (first, second) if mine == next(iter(self.sums)) else (second, first)
            told, wins = words.dice_compared(*pair), pair[0] > pair[1]
        return words.wins_tie(told) if wins else words.LOSES_TIE, wins

    def _rows(self) -> list[dict[str, Any]]:
        """The throw, then each round of bids; the present one says who is still to answer."""
        thrown = [str(event.result) for event in self.thrown.values()]
        rows: list[dict[str, Any]] = [{"label": words.FIRST_THROW, "cells": thrown}]
        for round_, said in self.said.items():
            now = self.open and round_ == self.round
            cells = [said.get(who, words.TO_ANSWER if now else "") for who, _ in self.sums]
            row: dict[str, Any] = {"label": words.bid_row(round_), "cells": cells}
            rows.append({**row, "now": True} if now else row)
        return rows

    def foot(self, state: TracksState) -> str:
        """How often each side may raise while bids are open, then how often somebody did."""
        if not self.said:
            return ""
        if not self.open:
            return words.bids_held(self.raised)
        left = {state.characters[who].name: number for who, number in self.left.items()}
        return words.bids_open(self.round, left)
