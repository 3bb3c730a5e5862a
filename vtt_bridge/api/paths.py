"""How a path of the REST interface is made: what it takes, what it answers, who asks."""

from collections.abc import Callable
from typing import Any

from flask import request
from flask_smorest import Blueprint
from marshmallow import Schema

from vtt_bridge import words
from vtt_bridge.access import Guest
from vtt_bridge.api import schemas
from vtt_bridge.api.parsing import StrictParser
from vtt_bridge.service import Bridge

View = Callable[..., Any]
Decorator = Callable[[View], View]

BEARER = "Bearer "
REFUSED = (400, 401, 403, 404, 409, 413, 429, 503)


class StrictBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    ARGUMENTS_PARSER = StrictParser()


class Paths:
    """A blueprint to be filled. Each path asks the bridge what the token in a request may do."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.blueprint = StrictBlueprint("api", "vtt_bridge.api", description=words.API_PATHS)

    def visitor(self) -> Guest:
        given = request.headers.get("Authorization", "")
        return self.bridge.guest(given.removeprefix(BEARER) if given.startswith(BEARER) else "")

    def guest_at(self, table: str) -> Guest:
        guest = self.visitor()
        if guest.access.world != table:
            raise words.unknown_table(table)
        return guest

    def route(self, method: str, path: str, summary: str, *parts: Decorator) -> Decorator:
        """A path: what it takes and answers (`parts`), and which refusals it may give."""
        api = self.blueprint

        def decorate(function: View) -> View:
            refusals = [api.alt_response(one, schema=schemas.FaultSchema) for one in REFUSED]
            documented = api.doc(summary=summary, security=[{"token": []}])
            view = function
            for one in (*refusals, *parts, documented, api.route(path, methods=[method])):
                view = one(view)
            return function

        return decorate

    def get(self, path: str, schema: type[Schema], summary: str, *parts: Decorator) -> Decorator:
        return self.route("GET", path, summary, self.blueprint.response(200, schema), *parts)

    def post(self, path: str, takes: type[Schema], summary: str, *parts: Decorator) -> Decorator:
        return self.route("POST", path, summary, *parts, self.blueprint.arguments(takes))

    def query(self, schema: type[Schema]) -> Decorator:
        """What stands behind the question mark."""
        decorator: Decorator = self.blueprint.arguments(schema, location="query")
        return decorator
