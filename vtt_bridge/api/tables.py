"""The paths of tables: what may be read there, what may be done, what is told as it happens."""

from typing import Any

from flask import Response, request
from marshmallow import Schema

from engine.table import Table
from vtt_bridge.access import words as access_words
from vtt_bridge.api import schemas, words
from vtt_bridge.api.paths import RULES, Paths
from vtt_bridge.api.stream import EVENT_STREAM, stream
from vtt_bridge.store import Plain


def add_tables(paths: Paths) -> None:
    """What a seat may read."""
    get, guest_at = paths.get, paths.guest_at

    @get("/tables", schemas.TablesSchema, words.TABLES)
    def tables() -> Plain:
        guest = paths.visitor()
        guest.rate.spend()
        world = paths.bridge.world(guest.access.world)
        system, seq = guest.table.read(lambda rules: (rules.system.key, rules.seq))
        table = {
            "id": world.id,
            "title": world.title,
            "system": system,
            "seq": seq,
            "seat": guest.seat,
            "scopes": guest.access.scopes.split(),
            "led": guest.table.is_led,
        }
        return {"tables": [table]}

    @get("/tables/<table>", schemas.ViewSchema, words.TABLE)
    def view(table: str) -> Plain:
        return guest_at(table).view()

    @get("/tables/<table>/description", schemas.DescriptionSchema, words.DESCRIPTIONS)
    def description(table: str) -> Plain:
        return {"description": guest_at(table).read(Table.describe)}

    @get("/tables/<table>/encounters", schemas.EncountersSchema, words.ENCOUNTERS)
    def encounters(table: str) -> Plain:
        return {"encounters": guest_at(table).view()["encounters"]}

    @get("/tables/<table>/questions", schemas.QuestionsSchema, words.QUESTIONS)
    def questions(table: str) -> Plain:
        return {"questions": guest_at(table).view()["questions"]}

    page = paths.query(schemas.PageSchema)

    @get("/tables/<table>/journal", schemas.JournalSchema, words.JOURNAL, page)
    def journal(page: Plain, table: str) -> Plain:
        guest = guest_at(table)
        guest.require("read")
        return guest.table.journal(page["after"], page["limit"], guest.seat)

    @get("/tables/<table>/actions/<action>", schemas.AckSchema, words.ACTION)
    def action(table: str, action: str) -> Plain:
        ack = guest_at(table).acknowledged(action)
        if ack is None:
            raise words.unknown_action()
        return ack


def add_characters(paths: Paths) -> None:
    """Characters, one by one, and what each may do."""
    get, guest_at = paths.get, paths.guest_at

    @get("/tables/<table>/characters", schemas.CharactersSchema, words.CHARACTERS)
    def characters(table: str) -> Plain:
        return {"characters": guest_at(table).view()["characters"]}

    @get("/tables/<table>/characters/<who>", schemas.CharacterSchema, words.CHARACTER)
    def character(table: str, who: str) -> Plain:
        found = guest_at(table).view()["characters"].get(who)
        if found is None:
            raise access_words.unknown_character(who)
        return {"character": found}

    aim = paths.query(schemas.AimSchema)

    @get("/tables/<table>/characters/<who>/look", schemas.LookSchema, words.LOOK, aim)
    def look(aim: Plain, table: str, who: str) -> Plain:
        guest = guest_at(table)
        targets = [aim["target"]] if "target" in aim else []
        return {"look": guest.read(lambda rules: rules.look(who, targets, guest.sender))}


def add_actions(paths: Paths) -> None:
    """What may be done."""

    def act(kind: str, path: str, schema: type[Schema], summary: str) -> None:
        @paths.action(f"/tables/<table>/{path}", schema, summary)
        def perform(message: Plain, table: str) -> Any:
            ack = paths.guest_at(table).perform({**message, "kind": kind})
            return ack if ack["ok"] else (ack, RULES)

    act("command", "commands", schemas.NewCommandSchema, words.COMMAND)
    act("answer", "answers", schemas.NewAnswerSchema, words.ANSWER)
    act("undo", "undos", schemas.NewUndoSchema, words.UNDO)
    act("correct", "corrections", schemas.NewCorrectionSchema, words.CORRECT)


def add_events(paths: Paths) -> None:
    """What is told as it happens."""
    flow = {"description": words.EVENTS, "content": {EVENT_STREAM: {}}}
    told = paths.blueprint.doc(responses={200: flow})
    since = paths.query(schemas.SinceSchema)
    again = paths.headers(schemas.SinceHeaderSchema)

    @paths.route("GET", "/tables/<table>/events", words.EVENTS, since, again, told)
    def events(again: Plain, since: Plain, table: str) -> Response:
        guest = paths.guest_at(table)
        guest.require("read")
        if request.method == "HEAD":  # nobody will read, or leave
            return Response(mimetype=EVENT_STREAM)
        return stream(guest, since["last"] if again["last"] is None else again["last"])
