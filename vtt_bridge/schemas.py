"""The shape of every message that the bridge accepts; anything else is refused.

Instances are made once (`read` uses them). A message that passes is plain data of exact types.
"""

import json
from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from vtt_bridge import words
from vtt_bridge.gate import Message, gate
from vtt_bridge.messages import PROTOCOL

NOT_JSON = "not plain JSON"
PAGE = 50

_id = validate.Length(min=1, max=200)
_name = validate.Length(min=1, max=200)
_action_id = validate.Regexp(
    r"\A[A-Za-z0-9-]{8,64}\Z", error="must be 8 to 64 letters, digits and dashes"
)


class PlainData(fields.Field[Any]):
    """Any JSON value, but not deep, not long, no endless text and no number beyond counting."""

    default_error_messages = {"too_much": "too long or too deep"}  # noqa: RUF012 (marshmallow's own)
    deepest = 6
    longest = 1000
    longest_text = 20_000
    largest = 2**53 - 1  # beyond it a page does not count exactly

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not self._is_modest(value, 0):
            raise self.make_error("too_much")
        return value

    def is_surely(self, value: Any) -> bool:
        return self._is_modest(value, 0)

    def _is_modest(self, value: Any, depth: int) -> bool:
        if isinstance(value, str):
            return len(value) <= self.longest_text
        if isinstance(value, (dict, list)):
            parts = [*value, *value.values()] if isinstance(value, dict) else value
            return (
                depth < self.deepest
                and len(value) <= self.longest
                and all(self._is_modest(part, depth + 1) for part in parts)
            )
        return not isinstance(value, int) or abs(value) <= self.largest


class PlainObject(PlainData):
    """A JSON object of plain data."""

    default_error_messages = {"not_object": "not an object"}  # noqa: RUF012 (marshmallow's own)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("not_object")
        return super()._deserialize(value, attr, data, **kwargs)

    def is_surely(self, value: Any) -> bool:
        return type(value) is dict and super().is_surely(value)


def _ids(most: int, **kwargs: Any) -> fields.List[str]:
    return fields.List(fields.String(validate=_id), validate=validate.Length(max=most), **kwargs)


def _seq(**kwargs: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(min=0), **kwargs)


class Seconds(fields.Float):
    """A number; a text that reads like one is refused."""

    def _validated(self, value: Any) -> float:
        if not isinstance(value, (int, float)):
            raise self.make_error("invalid", input=value)
        return super()._validated(value)


class Truth(fields.Field[bool]):
    """True or false, not what stands for them."""

    default_error_messages = {"invalid": "Not a valid boolean."}  # noqa: RUF012 (marshmallow's own)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value

    def is_surely(self, value: Any) -> bool:
        return isinstance(value, bool)


def _seconds() -> Seconds:
    return Seconds(allow_none=True, validate=validate.Range(min=1, max=3600))


def _version() -> fields.String:
    return fields.String(validate=validate.Length(min=1, max=40))


class UserSchema(Schema):
    id = fields.String(required=True, validate=validate.Length(max=200))
    name = fields.String(required=True, validate=validate.Length(max=200))


class SenderSchema(Schema):
    user = fields.String(required=True, validate=validate.Length(max=200))
    name = fields.String(required=True, validate=validate.Length(max=200))
    gm = Truth(required=True)
    owns = _ids(500, required=True)
    unseen = _ids(500)


class ActionSchema(Message):
    id = fields.String(
        required=True,
        validate=_action_id,
        metadata={"pattern": "^[A-Za-z0-9-]{8,64}$"},  # as the document spells it
    )
    kind = fields.String(required=True)
    epoch = _seq(required=True)
    sender = fields.Nested(SenderSchema, required=True)


class CommandSchema(ActionSchema):
    verb = fields.String(validate=_name)
    args = PlainObject()
    text = fields.String(validate=validate.Length(min=1, max=500))
    actor = fields.String(allow_none=True, validate=_id)
    targets = _ids(50)
    seen = _seq(allow_none=True)

    def check(self, data: Mapping[str, Any]) -> None:
        if ("verb" in data) == ("text" in data):
            raise ValidationError("needs either a verb or a text")
        if "text" in data and "args" in data:
            raise ValidationError("a text has no args")


class AnswerSchema(ActionSchema):
    request = fields.String(required=True, validate=validate.Length(min=1, max=500))
    choice = fields.String(required=True, allow_none=True, validate=_name)
    further = PlainObject()
    habits = fields.Dict(
        keys=fields.String(validate=validate.Length(max=200)),
        values=fields.String(validate=validate.OneOf(("ask", "always", "never"))),
        validate=validate.Length(max=100),
    )
    source = fields.String(required=True, validate=validate.OneOf(("person", "gm")))


UndoSchema = ActionSchema.from_dict(
    {
        "command": fields.String(allow_none=True, validate=validate.Length(min=1, max=500)),
        "actor": fields.String(allow_none=True, validate=_id),
        "with": fields.List(
            fields.String(validate=validate.Length(min=1, max=500)),
            validate=validate.Length(max=500),
        ),
    },
    name="UndoSchema",
)


class CorrectSchema(ActionSchema):
    command = fields.String(required=True, validate=validate.Length(min=1, max=500))
    label = fields.String(required=True, validate=validate.Length(min=1, max=500))
    dice = fields.List(fields.Integer(strict=True), validate=validate.Length(min=1, max=100))
    choice = fields.String(allow_none=True, validate=_name)
    further = PlainObject()


class AskSchema(Schema):
    ids = fields.List(
        fields.String(validate=_action_id), required=True, validate=validate.Length(max=100)
    )


class LookSchema(Schema):
    actor = fields.String(required=True, validate=_id)
    targets = _ids(50, required=True)
    sender = fields.Nested(SenderSchema, required=True)


PreviewSchema = Schema.from_dict(
    {
        "character": fields.String(required=True, validate=_id),
        "fields": PlainObject(required=True),
        "sender": fields.Nested(SenderSchema, required=True),
    },
    name="PreviewSchema",
)


class CatchUpSchema(Schema):
    after = _seq(required=True)


class SettingsSchema(Schema):
    player_seconds = _seconds()
    gm_seconds = _seconds()
    paused = Truth()


class HelloSchema(Schema):
    """The `auth` of a connection."""

    protocol = fields.Integer(required=True, strict=True)
    token = fields.String(required=True, validate=validate.Length(max=200))
    world = fields.String(required=True, validate=_id)
    client = fields.String(required=True, validate=_id)
    last = _seq(load_default=None, allow_none=True)
    take = Truth(load_default=False)
    user = fields.Nested(UserSchema, required=True)
    module = _version()


class FollowSchema(Schema):
    """The `auth` of a program's connection."""

    protocol = fields.Integer(required=True, strict=True)
    access = fields.String(required=True, validate=validate.Length(max=200))
    last = _seq(load_default=None, allow_none=True)


class PairedWorldSchema(Schema):
    id = fields.String(required=True, validate=_id)
    title = fields.String(required=True, validate=_name)


class PairSchema(Schema):
    protocol = fields.Integer(required=True, strict=True)
    code = fields.String(required=True, validate=validate.Length(max=40))
    world = fields.Nested(PairedWorldSchema, required=True)
    system = fields.String(validate=_name)
    module = _version()


class GrantSchema(Schema):
    world = fields.String(required=True, validate=_name)
    name = fields.String(required=True, validate=_name)
    seat = fields.String(required=True, validate=_name)
    scopes = fields.List(fields.String(validate=_name), required=True)


class VisitSchema(Schema):
    world = fields.String(validate=_name)


class ImportSchema(Schema):
    world = fields.String(required=True, validate=_id)
    document = fields.Raw(required=True, allow_none=True)
    onto = fields.String(required=True, allow_none=True, validate=_name)
    new = fields.Boolean(required=True, truthy={True}, falsy={False})
    dry_run = fields.Boolean(required=True, truthy={True}, falsy={False})


class RevokeSchema(Schema):
    id = fields.String(validate=_id)
    world = fields.String(validate=_id)


_SCHEMAS: dict[str, Schema] = {
    "command": CommandSchema(),
    "answer": AnswerSchema(),
    "undo": UndoSchema(),
    "correct": CorrectSchema(),
    "ask": AskSchema(),
    "look": LookSchema(),
    "preview": PreviewSchema(),
    "catch_up": CatchUpSchema(),
    "settings": SettingsSchema(),
    "connect": HelloSchema(),
    "follow": FollowSchema(),
    "pair": PairSchema(),
    "grant": GrantSchema(),
    "visit": VisitSchema(),
    "revoke": RevokeSchema(),
    "import": ImportSchema(),
    **dict.fromkeys(("status", "code", "tables", "tokens"), Schema()),
}
_KINDS = ("command", "answer", "undo", "correct")
_GATES = {schema: gate(schema) for schema in _SCHEMAS.values() if isinstance(schema, Message)}


_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)


def read(event: str, message: object) -> dict[str, Any]:
    """The checked message of that event, or a `Refusal` that names the first thing wrong."""
    _require_json(event, message)
    if event in ("connect", "follow", "pair") and isinstance(message, dict):
        theirs = message.get("protocol", PROTOCOL)
        if theirs != PROTOCOL:
            raise words.protocol_mismatch(theirs, PROTOCOL)
    schema = _schema_for(event, message)
    if schema in _GATES and _GATES[schema](message):
        return {**message}
    try:
        checked: dict[str, Any] = schema.load(message)  # type: ignore[arg-type]  # refuses non-objects itself
    except ValidationError as error:
        where, why = first_error(error.messages)
        raise words.invalid_message(event, where, why) from None
    return checked


def parse_json(raw: bytes) -> Any:
    """The JSON of a request's body; `ValueError` if it is not plain."""
    try:
        message = json.loads(raw)
        _require_plain(message)
    except (TypeError, RecursionError) as error:
        raise ValueError from error
    return message


def _require_json(event: str, message: object) -> None:
    try:
        _require_plain(message)
    except (TypeError, ValueError, RecursionError):
        raise words.invalid_message(event, "", NOT_JSON) from None


def _require_plain(message: object) -> None:
    """Only what can be written down again: no NaN, no bytes, no half of a surrogate pair."""
    _JSON.encode(message).encode()


def _schema_for(event: str, message: object) -> Schema:
    if event != "act":
        return _SCHEMAS[event]
    kind = message.get("kind") if isinstance(message, dict) else None
    if kind not in _KINDS:
        raise words.invalid_message("act", "kind", f"must be one of {', '.join(_KINDS)}")
    return _SCHEMAS[kind]


def first_error(messages: Any) -> tuple[str, str]:
    """The path to the first error and its text, in marshmallow's nested messages."""
    path: list[str] = []
    while isinstance(messages, dict):
        key, messages = next(iter(messages.items()))
        if key != "_schema":
            path.append(str(key)[:60])
    text = messages[0] if isinstance(messages, list) else messages
    return ".".join(path), str(text).rstrip(".")
