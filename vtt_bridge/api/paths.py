"""How a path of the REST interface is made: what it takes, what it answers, who asks."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import g, request
from flask_smorest import Blueprint
from marshmallow import Schema

from vtt_bridge.access import Guest
from vtt_bridge.access import words as access_words
from vtt_bridge.api import schemas, words
from vtt_bridge.api.parsing import StrictParser
from vtt_bridge.service import Bridge

View = Callable[..., Any]
Decorator = Callable[[View], View]

BEARER = "bearer"
REFUSED = (400, 401, 403, 404, 409, 413, 429, 500, 503)
RULES = 409
"""The status of what the rules refuse; for an action it is the answer."""


class StrictBlueprint(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    ARGUMENTS_PARSER = StrictParser()


class Paths:
    """A blueprint to be filled. Nothing of a request is read before its token is known."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.blueprint = StrictBlueprint("api", "vtt_bridge.api", description=words.PATHS)
        self.blueprint.before_request(self._admit)

    def _admit(self) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        g.guest = self.bridge.guest(token.strip() if scheme.lower() == BEARER else "")

    def visitor(self) -> Guest:
        """Whoever asks."""
        guest: Guest = g.guest
        return guest

    def guest_at(self, table: str) -> Guest:
        guest = self.visitor()
        if guest.access.world != table:
            raise access_words.unknown_table(table)
        return guest

    def route(
        self,
        method: str,
        path: str,
        summary: str,
        *parts: Decorator,
        refused: Iterable[int] = REFUSED,
    ) -> Decorator:
        """A path: what it takes and answers (`parts`), and which refusals it may give."""
        api = self.blueprint

        def decorate(function: View) -> View:
            refusals = [api.alt_response(one, schema=schemas.FaultSchema) for one in refused]
            documented = api.doc(summary=summary, security=[{"token": []}])
            view = function
            for one in (*refusals, *parts, documented, api.route(path, methods=[method])):
                view = one(view)
            return function

        return decorate

    def get(self, path: str, schema: type[Schema], summary: str, *parts: Decorator) -> Decorator:
        return self.route("GET", path, summary, self.blueprint.response(200, schema), *parts)

    def post(self, path: str, takes: type[Schema], summary: str, gives: type[Schema]) -> Decorator:
        answers = self.blueprint.response(200, gives)
        return self.route("POST", path, summary, answers, self._message(takes))

    def action(self, path: str, takes: type[Schema], summary: str) -> Decorator:
        """An action at a table: also what the rules refuse is its acknowledgement."""
        api = self.blueprint
        answers = (
            api.response(200, schemas.AckSchema),
            api.alt_response(RULES, schema=schemas.AckSchema),
        )
        others = [one for one in REFUSED if one != RULES]
        return self.route("POST", path, summary, *answers, self._message(takes), refused=others)

    def _message(self, schema: type[Schema]) -> Decorator:
        example = schemas.EXAMPLES[schema]
        decorator: Decorator = self.blueprint.arguments(schema, example=example)
        return decorator

    def query(self, schema: type[Schema]) -> Decorator:
        """What stands behind the question mark."""
        return self._beside(schema, "query")

    def headers(self, schema: type[Schema]) -> Decorator:
        """What stands above the request."""
        return self._beside(schema, "headers")

    def _beside(self, schema: type[Schema], location: str) -> Decorator:
        decorator: Decorator = self.blueprint.arguments(schema, location=location)
        return decorator
