"""Reading requests: strict JSON, no unknown fields, the bridge's own refusals."""

from typing import Any, NoReturn

from flask import Request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser

from vtt_bridge.api import words
from vtt_bridge.schemas import NOT_JSON, first_error, parse_json


class StrictParser(FlaskParser):
    """What does not fit is refused as it is on the socket."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION = {"json": RAISE, "query": RAISE}  # noqa: RUF012 (webargs' own)

    def load_json(self, req: Request, schema: Schema) -> Any:
        try:
            return parse_json(req.get_data())
        except ValueError:
            raise words.invalid_request(req.path, "", NOT_JSON) from None

    def handle_error(
        self, error: ValidationError, req: Request, schema: Schema, **kwargs: Any
    ) -> NoReturn:
        messages = error.messages
        for location in ("json", "query"):
            if isinstance(messages, dict) and set(messages) == {location}:
                messages = messages[location]
        raise words.invalid_request(req.path, *first_error(messages)) from None
