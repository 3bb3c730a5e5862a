"""Reading requests: strict JSON, no unknown fields, the bridge's own refusals."""

from typing import Any, NoReturn

from flask import Request
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from vtt_bridge.api import words
from vtt_bridge.schemas import NOT_JSON, first_error, parse_json


class StrictParser(FlaskParser):
    """What does not fit is refused as it is on the socket."""

    DEFAULT_VALIDATION_STATUS = 400
    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012 (webargs' own)
        "json": RAISE,
        "query": RAISE,
        "headers": EXCLUDE,
    }

    def load_json(self, req: Request, schema: Schema) -> Any:
        body = req.get_data()
        if req.content_length is None and len(body) == req.max_content_length:
            raise RequestEntityTooLarge  # it came in parts, and was read that far alone
        try:
            return parse_json(body)
        except ValueError:
            raise words.invalid_request(req.path, "", NOT_JSON) from None

    def handle_error(
        self, error: ValidationError, req: Request, schema: Schema, **kwargs: Any
    ) -> NoReturn:
        messages = error.messages
        for location in self.DEFAULT_UNKNOWN_BY_LOCATION:
            if isinstance(messages, dict) and set(messages) == {location}:
                messages = messages[location]
        raise words.invalid_request(req.path, *first_error(messages)) from None
