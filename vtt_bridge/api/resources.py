"""The paths of the REST interface: what may be read, and what may be done."""

from collections.abc import Callable
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from marshmallow import Schema

from engine.table import Table
from vtt_bridge import words
from vtt_bridge.access import Guest
from vtt_bridge.api import schemas
from vtt_bridge.api.parsing import StrictParser
from vtt_bridge.api.stream import stream
from vtt_bridge.service import Bridge, system_choices
from vtt_bridge.store import Plain

View = Callable[..., Any]
Decorator = Callable[[View], View]

BEARER = "Bearer "
REFUSED = (400, 401, 403, 404, 409, 413, 429, 503)


class StrictBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    ARGUMENTS_PARSER = StrictParser()


def blueprint(bridge: Bridge) -> Blueprint:
    """All paths; each asks the bridge what the token in the request may do."""
    api = StrictBlueprint("api", __name__, description=words.API_PATHS)

    def visitor() -> Guest:
        given = request.headers.get("Authorization", "")
        return bridge.guest(given.removeprefix(BEARER) if given.startswith(BEARER) else "")

    def guest_at(table: str) -> Guest:
        guest = visitor()
        if guest.access.world != table:
            raise words.unknown_table(table)
        return guest

    def route(method: str, path: str, summary: str, *parts: Decorator) -> Decorator:
        """A path: what it takes and answers (`parts`), and which refusals it may give."""

        def decorate(function: View) -> View:
            refusals = [api.alt_response(one, schema=schemas.FaultSchema) for one in REFUSED]
            documented = api.doc(summary=summary, security=[{"token": []}])
            view = function
            for one in (*refusals, *parts, documented, api.route(path, methods=[method])):
                view = one(view)
            return function

        return decorate

    def get(path: str, schema: type[Schema], summary: str, *parts: Decorator) -> Decorator:
        return route("GET", path, summary, api.response(200, schema), *parts)

    query = {
        name: api.arguments(schema, location="query")
        for name, schema in (
            ("page", schemas.PageSchema),
            ("aim", schemas.AimSchema),
            ("since", schemas.SinceSchema),
        )
    }

    @get("/systems", schemas.SystemsSchema, words.API_SYSTEMS)
    def systems() -> Plain:
        visitor().require("read")
        return {"systems": system_choices()}

    @get("/tables", schemas.TablesSchema, words.API_TABLES)
    def tables() -> Plain:
        guest = visitor()
        view = guest.view()
        world = bridge.world(guest.access.world)
        table = {
            "id": world.id,
            "title": world.title,
            "system": view["system"],
            "seq": view["seq"],
            "seat": guest.seat,
            "scopes": guest.access.scopes.split(),
            "led": guest.table.is_led,
        }
        return {"tables": [table]}

    @get("/tables/<table>", schemas.ViewSchema, words.API_TABLE)
    def view(table: str) -> Plain:
        return guest_at(table).view()

    @get("/tables/<table>/description", schemas.DescriptionSchema, words.API_DESCRIPTIONS)
    def description(table: str) -> Plain:
        return {"description": guest_at(table).read(Table.describe)}

    @get("/tables/<table>/characters", schemas.CharactersSchema, words.API_CHARACTERS)
    def characters(table: str) -> Plain:
        return {"characters": guest_at(table).view()["characters"]}

    @get("/tables/<table>/characters/<who>", schemas.CharacterSchema, words.API_CHARACTER)
    def character(table: str, who: str) -> Plain:
        found = guest_at(table).view()["characters"].get(who)
        if found is None:
            raise words.unknown_character(who)
        return {"character": found}

    @get("/tables/<table>/characters/<who>/look", schemas.LookSchema, words.API_LOOK, query["aim"])
    def look(aim: Plain, table: str, who: str) -> Plain:
        guest = guest_at(table)
        targets = [aim["target"]] if "target" in aim else []
        return {"look": guest.read(lambda rules: rules.look(who, targets, guest.sender))}

    @get("/tables/<table>/encounters", schemas.EncountersSchema, words.API_ENCOUNTERS)
    def encounters(table: str) -> Plain:
        return {"encounters": guest_at(table).view()["encounters"]}

    @get("/tables/<table>/questions", schemas.QuestionsSchema, words.API_QUESTIONS)
    def questions(table: str) -> Plain:
        return {"questions": guest_at(table).view()["questions"]}

    @get("/tables/<table>/journal", schemas.JournalSchema, words.API_JOURNAL, query["page"])
    def journal(page: Plain, table: str) -> Plain:
        guest = guest_at(table)
        guest.require("read")
        return guest.table.journal(page["after"], page["limit"], guest.seat)

    @get("/tables/<table>/actions/<action>", schemas.AckSchema, words.API_ACTION)
    def action(table: str, action: str) -> Plain:
        guest = guest_at(table)
        guest.require("read")
        ack = guest.table.known(action)
        if ack is None:
            raise words.unknown_action()
        return ack

    def act(kind: str, path: str, schema: type[Schema], summary: str) -> None:
        answers = (
            api.response(200, schemas.AckSchema),
            api.alt_response(409, schema=schemas.AckSchema),
        )

        @route("POST", f"/tables/<table>/{path}", summary, *answers, api.arguments(schema))
        def perform(message: Plain, table: str) -> Any:
            ack = guest_at(table).perform({**message, "kind": kind})
            return ack if ack["ok"] else (ack, 409)

    act("command", "commands", schemas.NewCommandSchema, words.API_COMMAND)
    act("answer", "answers", schemas.NewAnswerSchema, words.API_ANSWER)
    act("undo", "undos", schemas.NewUndoSchema, words.API_UNDO)
    act("correct", "corrections", schemas.NewCorrectionSchema, words.API_CORRECT)

    flow = {"description": words.API_EVENTS, "content": {"text/event-stream": {}}}

    @route(
        "GET",
        "/tables/<table>/events",
        words.API_EVENTS,
        query["since"],
        api.doc(responses={200: flow}),
    )
    def events(since: Plain, table: str) -> Response:
        guest = guest_at(table)
        guest.require("read")
        return stream(guest, since["last"])

    return api
