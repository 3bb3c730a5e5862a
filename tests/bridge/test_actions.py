"""What happens to an action: once, on disk before it is acknowledged, refused where it must be."""

import sqlite3
import statistics
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.table import Table
from tests.bridge.page import MIKA, REN, WORLD, Clock, Page
from vtt_bridge.live_table import LiveTable
from vtt_bridge.server import BridgeServer
from vtt_bridge.store import StoreError
from vtt_bridge.store.sqlite import SqliteStore

PEOPLE = {
    "hiroshi": ("red", "pc", []),
    "tetsuko": ("blue", "pc", ["evasive_maneuvers"]),
    "benkei": ("blue", "npc", ["evasive_maneuvers"]),
}


@pytest.fixture
def fight(page: Page) -> Page:
    """A page that leads a table where Hiroshi's turn has begun."""
    for cid, (side, control, abilities) in PEOPLE.items():
        fields = {"base": 20, "rp": 50, "abilities": abilities}
        args = {"id": cid, "name": cid.title(), "side": side, "control": control}
        page.done("character.add", args={**args, "fields": fields})
    order = {"id": "e1", "name": "Rooftop", "order": list(PEOPLE)}
    page.done("encounter.start", args=order)
    return page


def attack(page: Page, target: str = "tetsuko", **action: Any) -> dict[str, Any]:
    return page.done("attack", MIKA, actor="hiroshi", targets=[target], **action)


def question_of(batch: dict[str, Any]) -> dict[str, Any]:
    (question,) = batch["gm"]["opened"]
    return dict(question)


def test_the_owner_is_asked_and_the_answer_resolves(fight: Page) -> None:
    batch = attack(fight)
    question = question_of(batch)
    assert question["who"] == "tetsuko"
    assert question["deadline_in"] == 30.0
    assert question["paused"] is False
    assert list(batch["public"]) == ["cards", "characters", "floats"]
    assert batch["owners"]["tetsuko"]["opened"] == [question]
    ack = fight.act("answer", request=question["id"], choice="evasive_maneuvers", source="gm")
    assert ack == {"ok": True, "id": ack["id"], "seq": 6}
    resolved = fight.receive("batch")
    assert [one["id"] for one in resolved["gm"]["closed"]] == [question["id"]]
    assert resolved["gm"]["command"]["state"] == "resolved"


def test_only_the_owner_sees_what_is_his(fight: Page) -> None:
    batch = attack(fight)
    assert "rp" not in batch["public"]["characters"]["tetsuko"]["fields"]
    own = batch["owners"]["tetsuko"]["characters"]
    assert list(own) == ["tetsuko"]
    assert own["tetsuko"]["fields"]["rp"] == 50


def test_an_owner_sees_in_a_card_what_is_his(fight: Page) -> None:
    batch = fight.done("character.edit", args={"character": "tetsuko", "fields": {"rp": 49}})
    (everybodys,) = batch["public"]["cards"]
    (own,) = batch["owners"]["tetsuko"]["cards"]
    assert everybodys["changes"] == []
    assert [(one["from"], one["to"]) for one in own["changes"]] == [("50", "49")]
    assert list(batch["owners"]) == ["tetsuko"]


def test_a_page_is_sent_of_characters_only_what_it_does_not_know(fight: Page) -> None:
    weaker = {"character": "benkei", "fields": {"rp": 40}}
    batch = fight.done("character.edit", args=weaker)
    assert list(batch["gm"]["characters"]) == ["benkei"]
    assert batch["owners"] == {}
    assert batch["public"]["characters"].keys() == PEOPLE.keys()
    again = fight.done("character.edit", args=weaker)
    assert again["gm"]["characters"] == {}
    caught = fight.call("catch_up", {"after": batch["seq"]})["batches"]
    assert [one["gm"]["characters"].keys() for one in caught] == [PEOPLE.keys()]
    mine = fight.done("character.edit", args={"character": "hiroshi", "fields": {"rp": 40}})
    assert list(mine["gm"]["characters"]) == list(mine["owners"]) == ["hiroshi"]


def test_a_character_that_was_away_is_sent_as_if_new(page: Page) -> None:
    args = {"id": "hiroshi", "name": "Hiroshi", "side": "red", "control": "pc", "fields": {}}
    added = page.done("character.add", args=args)
    page.act("undo", command=added["gm"]["command"]["id"])
    assert page.receive("batch")["gm"]["removed"]["characters"] == ["hiroshi"]
    back = page.done("character.add", args=args)
    assert list(back["gm"]["characters"]) == list(back["owners"]) == ["hiroshi"]


def test_the_same_id_does_nothing_twice(fight: Page) -> None:
    action = {
        "kind": "command",
        "id": str(uuid.uuid4()),
        "epoch": fight.epoch,
        "sender": MIKA,
        "verb": "attack",
        "actor": "hiroshi",
        "targets": ["tetsuko"],
    }
    first = fight.call("act", action)
    assert first["ok"]
    fight.receive("batch")
    assert fight.call("act", action) == first
    assert fight.received("batch") == 0
    assert fight.call("ask", {"ids": [action["id"], "never-sent"]})["known"] == {
        action["id"]: first
    }


def test_a_refusal_is_kept_too(fight: Page) -> None:
    identity = str(uuid.uuid4())
    refused = fight.command("attack", MIKA, id=identity, actor="benkei", targets=["hiroshi"])
    assert refused["error"]["code"] == "not_yours"
    repeated = fight.command("escape", MIKA, id=identity, actor="hiroshi")
    assert repeated == refused
    foreign = fight.command("escape", id=identity, actor="hiroshi")
    assert (foreign["id"], foreign["error"]["code"]) == (identity, "id_taken")
    assert fight.received("batch") == 0


def test_what_was_acknowledged_is_on_disk(fight: Page, data: Path) -> None:
    ack = fight.command("attack", MIKA, actor="hiroshi", targets=["tetsuko"])
    with sqlite3.connect(data / "bridge.sqlite3") as disk:
        (count,) = disk.execute(
            "SELECT count(*) FROM entries WHERE seq = ? AND json_extract(entry, '$.id') = ?",
            (ack["seq"], ack["id"]),
        ).fetchone()
    assert count == 1


def test_help_answers_its_author_alone(fight: Page) -> None:
    ack = fight.act("command", MIKA, text="!carps help", actor="hiroshi", targets=[])
    assert ack["seq"] is None
    assert ack["reply"]["lines"]
    assert fight.received("batch") == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"text": "!carps atack", "actor": "hiroshi", "targets": []}, "unknown_verb"),
        ({"text": "!tracks attack", "actor": "hiroshi", "targets": []}, "other_system"),
        ({"verb": "attack", "actor": "benkei", "targets": ["hiroshi"]}, "not_yours"),
        ({"verb": "attack", "actor": "nobody", "targets": ["hiroshi"]}, "unknown_character"),
        ({"verb": "encounter.end", "args": {"encounter": "e1"}}, "gm_only"),
        ({"verb": "attack", "actor": "hiroshi", "targets": [], "colour": 1}, "invalid_message"),
        ({"verb": "attack", "actor": "hiroshi", "targets": [{}]}, "invalid_message"),
    ],
)
def test_what_a_player_may_not(fight: Page, action: dict[str, Any], code: str) -> None:
    ack = fight.act("command", MIKA, **action)
    assert ack["error"]["code"] == code
    assert ack["error"]["text"].endswith((".", "?"))
    assert fight.received("batch") == 0


def test_looking_for_somebody_else_is_refused(fight: Page) -> None:
    looked = fight.call("look", {"actor": "benkei", "targets": [], "sender": MIKA})
    assert looked["error"]["code"] == "not_yours"


def test_an_edit_is_looked_at_before_it_is_made(fight: Page) -> None:
    wanted = {"character": "hiroshi", "fields": {"level": 31}}
    shown = fight.call("preview", {**wanted, "sender": REN})
    assert shown["character"]["fields"]["level"] == 31
    assert shown["character"]["row"]["main"] == "31"
    kept = fight.call("preview", {**wanted, "fields": {}, "sender": REN})
    assert kept["character"]["fields"]["level"] != 31
    for fields, sender, code in (
        ({"level": "many"}, REN, "bad_field"),
        ({"colour": 1}, REN, "bad_field"),
        ({"level": 31}, MIKA, "gm_only"),
    ):
        message = {"character": "hiroshi", "fields": fields, "sender": sender}
        assert fight.call("preview", message)["error"]["code"] == code
    unknown = fight.call("preview", {"character": "nobody", "fields": {}, "sender": REN})
    assert unknown["error"]["code"] == "unknown_character"


def test_an_answer_comes_too_late(fight: Page) -> None:
    question = question_of(attack(fight))
    answer = {"request": question["id"], "choice": None, "source": "gm"}
    assert fight.act("answer", **answer)["ok"]
    fight.receive("batch")
    assert fight.act("answer", **answer)["error"]["code"] == "question_closed"
    assert fight.received("batch") == 0


def test_only_the_one_who_is_asked_answers(fight: Page) -> None:
    question = question_of(attack(fight))
    ack = fight.act("answer", MIKA, request=question["id"], choice=None, source="person")
    guess = question["id"].replace("tetsuko", "benkei")
    nobody = fight.act("answer", MIKA, request=guess, choice=None, source="person")
    assert ack["error"]["code"] == "question_closed"
    assert ack["error"] == nobody["error"]  # nobody learns by trying who is asked


def test_two_clicks_on_a_slow_page_are_one_attack(fight: Page) -> None:
    question = question_of(attack(fight, seen=4))
    assert fight.act("answer", request=question["id"], choice=None, source="gm")["ok"]
    fight.receive("batch")
    again = fight.command("attack", MIKA, actor="hiroshi", targets=["tetsuko"], seen=4)
    assert again["error"]["code"] == "stale"
    assert fight.received("batch") == 0


def test_an_undo_closes_the_question(fight: Page) -> None:
    batch = attack(fight)
    ack = fight.act("undo", command=batch["gm"]["command"]["id"])
    assert ack["ok"]
    undone = fight.receive("batch")["gm"]
    assert undone["undone"] == [batch["gm"]["command"]["id"]]
    assert [one["id"] for one in undone["closed"]] == [question_of(batch)["id"]]


def test_the_game_masters_dice_take_the_place_of_those_thrown(fight: Page) -> None:
    batch = attack(fight)
    assert fight.act("answer", request=question_of(batch)["id"], choice=None, source="gm")["ok"]
    card = fight.receive("batch")["gm"]["cards"][0]
    (label, (sides, thrown)) = next(iter(card["recorded"].items()))
    other = 2 if thrown != 2 else 3
    correction = {"command": card["command"], "label": label, "dice": [other]}
    refused = fight.act("correct", MIKA, **correction)
    assert refused["error"]["code"] == "gm_only"
    assert fight.act("correct", **correction)["ok"]
    corrected = fight.receive("batch")
    assert corrected["gm"]["cards"][0]["recorded"][label] == [sides, other]
    assert corrected["gm"]["cards"][0]["links"][-1]["detail"] == f"{thrown} to {other}"
    assert "recorded" not in corrected["public"]["cards"][0]
    again = fight.act("correct", **{**correction, "dice": [11]})
    assert again["error"]["code"] == "bad_correction"


def test_only_the_game_master_is_asked_whether_it_counts(
    fight: Page, new_page: Callable[..., Page]
) -> None:
    fight.done("table.conduct", args={"automation": "confirm"})
    batch = fight.done("assist", MIKA, actor="hiroshi", targets=["hiroshi"])
    question = question_of(batch)
    assert (question["who"], question["gm"]) == ("hiroshi", True)
    assert all(part["opened"] == [] for part in batch["owners"].values())
    fight.close()
    welcome = new_page().connect(last=0)
    assert [one["id"] for one in welcome["view"]["questions"]] == [question["id"]]
    assert all(part["opened"] == [] for part in welcome["owners"].values())
    missed = [part for one in welcome["missed"] for part in one["owners"].values()]
    assert all(part["opened"] == [] for part in missed)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("act", {"kind": "command"}),
        ("act", "attack"),
        ("act", None),
        ("ask", {"ids": 3}),
        ("settings", {"volume": 3}),
        ("reboot", {}),
    ],
)
def test_nonsense_gets_a_sentence(fight: Page, event: str, message: object) -> None:
    answer = fight.call(event, message)
    assert answer["ok"] is False
    assert answer["error"]["code"] == "invalid_message"
    attack(fight)


def test_too_many_messages_are_held_off(start: Callable[..., BridgeServer], clock: Clock) -> None:
    server = start(messages_per_second=5)
    page = Page(
        server.address, server.bridge.admit(WORLD, "Rooftop", "http://localhost:30000", "carps")
    )
    page.connect()
    answers = [page.call("ask", {"ids": []}) for _ in range(11)]
    assert [one["ok"] for one in answers] == [True] * 10 + [False]
    assert answers[-1]["error"]["code"] == "too_fast"
    clock.at += 1
    assert page.call("ask", {"ids": []})["ok"]
    page.close()


def test_two_megabytes_of_text_end_only_the_connection(
    fight: Page, new_page: Callable[..., Page], data: Path
) -> None:
    fight.socket.emit("act", {"kind": "command", "text": "x" * 2_000_000})
    fight.receive("disconnect")
    again = new_page()
    assert again.connect(take=True)["seq"] == 4
    attack(again)
    assert "Traceback" not in (data / "bridge.log").read_text(encoding="utf-8")


def test_a_fault_of_the_rules_is_a_sentence_and_a_log_line(
    fight: Page, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(table: Table, action: dict[str, Any]) -> None:
        table.seq += 7
        raise ZeroDivisionError("die without faces")

    with monkeypatch.context() as broken:
        broken.setattr(Table, "act", fail)
        ack = fight.command("attack", MIKA, actor="hiroshi", targets=["tetsuko"])
    assert ack["error"]["code"] == "internal"
    assert "faces" not in str(ack)
    assert "die without faces" in (data / "bridge.log").read_text(encoding="utf-8")
    assert attack(fight)["seq"] == 5


def test_what_cannot_be_saved_did_not_happen(fight: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise StoreError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(SqliteStore, "record", fail)
        ack = fight.command("attack", MIKA, actor="hiroshi", targets=["tetsuko"])
    assert ack["error"]["code"] == "not_saved"
    assert fight.received("batch") == 0
    assert fight.call("ask", {"ids": [ack["id"]]})["known"] == {}
    assert (
        fight.command("attack", MIKA, id=ack["id"], actor="hiroshi", targets=["tetsuko"])["seq"]
        == 5
    )


def test_a_batch_that_cannot_be_shown_brings_the_page_back(
    fight: Page, new_page: Callable[..., Page], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("card without faces")

    with monkeypatch.context() as broken:
        broken.setattr(LiveTable, "_batch_message", fail)
        fight.socket.emit(
            "act",
            {
                "kind": "command",
                "id": "00000000-attack",
                "epoch": fight.epoch,
                "sender": MIKA,
                "verb": "attack",
                "actor": "hiroshi",
                "targets": ["tetsuko"],
            },
        )
        fight.receive("disconnect")
    assert "card without faces" in (data / "bridge.log").read_text(encoding="utf-8")
    again = new_page()
    welcome = again.connect()
    assert welcome["seq"] == 5
    assert len(welcome["view"]["questions"]) == 1
    known = again.call("ask", {"ids": ["00000000-attack"]})["known"]
    assert known["00000000-attack"]["seq"] == 5


def test_a_push_before_the_acknowledgement_costs_no_forty_milliseconds(page: Page) -> None:
    times = []
    for number in range(20):
        args = {"id": f"c{number}", "name": "Ken", "side": "red", "control": "npc", "fields": {}}
        begun = time.perf_counter()
        page.command("character.add", REN, args=args)
        times.append(time.perf_counter() - begun)
    assert statistics.median(times) < 0.020


# Clocks


def test_a_question_lapses_by_the_clock(fight: Page, server: BridgeServer, clock: Clock) -> None:
    question = question_of(attack(fight))
    clock.at += 29
    server.bridge.lapse_due()
    assert fight.received("batch") == 0
    clock.at += 1
    server.bridge.lapse_due()
    batch = fight.receive("batch")
    assert batch["seq"] == 6
    assert batch["gm"]["closed"] == [{"id": question["id"], "by": "time", "name": ""}]
    assert batch["gm"]["command"]["state"] == "resolved"


def test_the_alarm_lapses_by_itself(
    start: Callable[..., BridgeServer], data: Path, fight: Page, server: BridgeServer, token: str
) -> None:
    fight.close()
    server.stop()
    quick = start(now=time.monotonic)
    page = Page(quick.address, token)
    page.epoch = page.connect()["epoch"]
    assert page.call("settings", {"player_seconds": 1})["ok"]
    begun = time.monotonic()
    attack(page)
    assert page.receive("batch")["gm"]["closed"][0]["by"] == "time"
    assert 0.9 < time.monotonic() - begun < 3
    page.close()


def test_a_game_masters_question_waits(fight: Page, server: BridgeServer, clock: Clock) -> None:
    assert question_of(attack(fight, "benkei"))["deadline_in"] is None
    clock.at += 10_000
    server.bridge.lapse_due()
    assert fight.received("batch") == 0


def test_the_game_master_pauses_all_clocks(fight: Page, server: BridgeServer, clock: Clock) -> None:
    question = question_of(attack(fight))
    clock.at += 10
    assert fight.call("settings", {"paused": True})["ok"]
    assert fight.receive("clocks") == {"questions": {question["id"]: 20.0}, "paused": True}
    clock.at += 1000
    server.bridge.lapse_due()
    assert fight.received("batch") == 0
    fight.call("settings", {"paused": False, "player_seconds": 12})
    assert fight.receive("clocks") == {"questions": {question["id"]: 12.0}, "paused": False}


def test_deadlines_start_anew_for_a_new_leader(
    fight: Page, server: BridgeServer, clock: Clock, new_page: Callable[..., Page]
) -> None:
    question = question_of(attack(fight))
    clock.at += 29
    welcome = new_page().connect(take=True)
    assert welcome["view"]["questions"] == [question]
    assert welcome["owners"]["tetsuko"]["opened"] == [question]
    clock.at += 29
    assert server.bridge.lapse_due() == clock.at + 1


def test_without_a_leader_nothing_lapses(fight: Page, server: BridgeServer, clock: Clock) -> None:
    attack(fight)
    fight.close()
    deadline = time.monotonic() + 5
    while server.bridge.lapse_due() is not None and time.monotonic() < deadline:
        time.sleep(0.01)
    clock.at += 1000
    assert server.bridge.lapse_due() is None


def test_a_restart_brings_the_question_and_the_settings_back(
    fight: Page, server: BridgeServer, token: str, start: Callable[..., BridgeServer]
) -> None:
    fight.call("settings", {"player_seconds": 45})
    question = question_of(attack(fight))
    fight.close()
    server.stop()
    page = Page(start().address, token)
    welcome = page.connect()
    assert welcome["settings"]["player_seconds"] == 45.0
    assert welcome["view"]["questions"] == [question]
    assert page.act("answer", request=question["id"], choice=None, source="gm")["ok"]
    assert page.receive("batch")["gm"]["command"]["state"] == "resolved"
    page.close()


def test_a_table_plays_one_system(page: Page) -> None:
    ack = page.command("table.system", args={"system": "chess"})
    assert ack["error"]["code"] == "unknown_system"
    assert page.done("table.system", args={"system": "carps"})["gm"]["system"] == "carps"
