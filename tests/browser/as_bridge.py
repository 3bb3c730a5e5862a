"""The bridge's part, played by a test: what arrives looks as if the bridge had sent it."""

from __future__ import annotations

from typing import Any

from play import Play
from playwright.sync_api import Page, expect

HIROSHI = "Actor.hiroshi000000000"
TETSUKO = "Actor.tetsuko000000000"
PEOPLE = {HIROSHI: ("Hiroshi", 0), TETSUKO: ("Tetsuko", 1)}
COMMAND = "bidding-command-1"
SERVICES = (
    "const { services } = await import('/modules/vtt-bridge/scripts/windows/base.mjs');"
    "const { leader, page } = services;"
)


def person(who: str) -> dict[str, Any]:
    name, side = PEOPLE[who]
    return {"id": who, "name": name, "side_index": side}


def card() -> dict[str, Any]:
    return {
        "command": COMMAND,
        "number": 12,
        "state": "waiting",
        "scope": "Bidding",
        "label": "Hiroshi bids against Tetsuko: Waiting",
        "title": [person(HIROSHI), " bids against ", person(TETSUKO)],
        "receipts": [{"number": "17", "text": "14 + 3"}],
        "blocks": [
            {
                "kind": "duel",
                "sides": [
                    {"character": person(HIROSHI), "sum": "17", "note": "behind by 3"},
                    {"character": person(TETSUKO), "sum": "20", "note": "", "ahead": True},
                ],
            },
            {
                "kind": "bids",
                "rows": [
                    {"label": "Throw", "cells": ["14", "16"]},
                    {"label": "Bid 1", "cells": ["to answer", "passes"], "now": True},
                ],
            },
        ],
    }


def question(who: str, round_: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"{COMMAND}:ask:bid:{round_}:{who}",
        "command": COMMAND,
        "encounter": None,
        "scope_text": "Hiroshi bids against Tetsuko",
        "who": who,
        "name": PEOPLE[who][0],
        "side_index": PEOPLE[who][1],
        "control": "pc" if who == HIROSHI else "npc",
        "trigger": f"The bid stands at {round_}.",
        "purse": None,
        "options": [
            {"key": "raise", "label": "Raise", "cost": f"{round_} coins", "further": []},
        ],
        "decline": "Pass",
        "round": round_,
        "place": "card",
        "equal": True,
        "blocks": [
            {"kind": "chance", "text": f"Secret of round {round_}", "fraction": "4 in 6"},
        ],
        "deadline_in": 30,
        "paused": False,
        **more,
    }


def publish(play: Play) -> None:
    """The waiting card, in the chat of both pages."""
    play.gm.evaluate(
        """async (card) => {
          const { cardHTML } = await import('/modules/vtt-bridge/scripts/pure/card.mjs');
          const { t } = await import('/modules/vtt-bridge/scripts/table/words.mjs');
          const flags = { 'vtt-bridge': { command: card.command, rolls: [] } };
          await ChatMessage.implementation.create({ content: cardHTML(card, t), flags });
        }""",
        card(),
    )
    for page in (play.gm, play.mika):
        expect(play.card(page).locator(".vttb-duel .sum")).to_have_text(["17", "20"])


def tell(page: Page, **message: Any) -> None:
    """What the leading page would tell this player."""
    page.evaluate("m => CONFIG.queries['vtt-bridge.tell'](m, { user: { isGM: true } })", message)


def ask_gm(page: Page, *questions: dict[str, Any]) -> None:
    """What the bridge would ask the game master."""
    page.evaluate(
        f"""async (questions) => {{ {SERVICES}
          const now = Date.now();
          leader.state.questions.clear();
          for (const one of questions) {{
            leader.state.questions.set(one.id, {{ ...one, deadline: now + 30000, span: 30 }});
          }}
          leader.on.changed();
        }}""",
        list(questions),
    )


def answer_as_bridge(page: Page, ack: dict[str, Any]) -> None:
    """The leading page takes down what it should send, and gives this acknowledgement."""
    page.evaluate(
        f"""async (ack) => {{ {SERVICES}
          globalThis.acts = [];
          leader.act = async (action) => {{
            acts.push(action);
            return {{ ...ack, id: action.id }};
          }};
        }}""",
        ack,
    )


def acts(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("acts"))
