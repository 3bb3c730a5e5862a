"""Many characters in one command: who may send it, how many, once, and taken back as one."""

import uuid
from typing import Any

import pytest

from tests.bridge.page import MIKA, REN, Page

HERE = ["hiroshi", "tetsuko"]


def crows(count: int, **more: Any) -> list[dict[str, Any]]:
    """New characters as a page describes them."""
    return [
        {"id": f"crow{number}", "name": "Crow", "side": "blue", "control": "npc", "fields": {}}
        | more
        for number in range(count)
    ]


def joining(count: int, **more: Any) -> dict[str, Any]:
    people = crows(count, **more)
    return {"encounter": "e1", "characters": [one["id"] for one in people], "newcomers": people}


@pytest.fixture
def fight(page: Page) -> Page:
    """A page that leads a table where a fight of two has begun."""
    sides = zip(HERE, ("red", "blue"), strict=True)
    people = [{"id": who, "name": who.title(), "side": side} for who, side in sides]
    page.done("encounter.start", args={"id": "e1", "order": HERE, "newcomers": people})
    return page


def test_many_are_one_command_one_batch_and_one_undo(fight: Page) -> None:
    args = joining(200)
    key = str(uuid.uuid4())
    batch = fight.done("encounter.join", args=args, id=key)
    assert batch["seq"] == 2
    assert batch["gm"]["encounters"]["e1"]["order"] == [*HERE, *args["characters"]]
    # Hiroshi's sheet tells of new opponents; Tetsuko's stays as it was.
    assert list(batch["gm"]["characters"]) == ["hiroshi", *args["characters"]]
    again = fight.command("encounter.join", args=args, id=key)
    assert again == {"ok": True, "id": key, "seq": 2}
    assert fight.act("undo", command=key)["ok"]
    undone = fight.receive("batch")
    assert undone["seq"] == 3
    assert undone["gm"]["removed"]["characters"] == args["characters"]
    assert undone["gm"]["encounters"]["e1"]["order"] == HERE
    assert fight.received("batch") == 0


def test_many_leave_and_lose_their_tokens_in_one_command_each(fight: Page) -> None:
    args = joining(60)
    fight.done("encounter.join", args=args)
    gone = {"characters": args["characters"]}
    left = fight.done("encounter.leave", args=gone)
    assert (left["seq"], left["gm"]["encounters"]["e1"]["order"]) == (3, HERE)
    unbound = fight.done("character.unbind", args=gone)
    bound = {who: one["bound"] for who, one in unbound["gm"]["characters"].items()}
    assert bound == dict.fromkeys(args["characters"], False)


@pytest.mark.parametrize(
    ("verb", "args", "sender", "code"),
    [
        ("encounter.join", joining(60), MIKA, "gm_only"),
        ("encounter.join", joining(1001), REN, "invalid_message"),
        ("encounter.join", joining(60, fields={"rp": -1}), REN, "bad_field"),
        ("encounter.join", joining(60, id="crow"), REN, "bad_command"),
        (
            "encounter.join",
            joining(60) | {"characters": ["crow1", "hiroshi"]},
            REN,
            "already_exists",
        ),
        ("character.add", {"newcomers": [*crows(60), {"id": "crow61"}]}, REN, "bad_command"),
        ("encounter.leave", {"characters": [*HERE, "nobody"]}, REN, "unknown_character"),
    ],
)
def test_what_cannot_be_for_one_is_done_for_none(
    fight: Page, verb: str, args: dict[str, Any], sender: dict[str, Any], code: str
) -> None:
    ack = fight.command(verb, sender, args=args)
    assert (ack["ok"], ack["error"]["code"]) == (False, code)
    assert fight.received("batch") == 0
    after = fight.done("character.add", args=crows(1)[0])
    assert after["seq"] == 2
