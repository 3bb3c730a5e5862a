"""What goes in and out over REST; actions are those of the socket, without what a token says."""

from typing import Any

from marshmallow import Schema, fields, validate

from vtt_bridge.schemas import (
    ActionSchema,
    AnswerSchema,
    CommandSchema,
    CorrectSchema,
    PlainObject,
    UndoSchema,
)

PAGE_AT_MOST = 200
SEQ = validate.Range(min=0, max=2**53 - 1)

ALTERNATIVES: dict[str, list[dict[str, Any]]] = {
    "NewCommand": [
        {"required": ["verb"], "not": {"required": ["text"]}},
        {"required": ["text"], "not": {"anyOf": [{"required": ["verb"]}, {"required": ["args"]}]}},
    ]
}
"""What a schema's `check` says, for the document."""

FROM_THE_TOKEN = ("epoch", "sender", "kind")


class NewCommandSchema(CommandSchema):
    """A verb with ``args``, or a chat ``text``."""

    class Meta(ActionSchema.Meta):
        exclude = FROM_THE_TOKEN


class NewAnswerSchema(AnswerSchema):
    """An answer to an open question; ``choice`` null declines."""

    class Meta(ActionSchema.Meta):
        exclude = (*FROM_THE_TOKEN, "source")


class NewUndoSchema(UndoSchema):  # type: ignore[valid-type,misc]  # made by from_dict
    """What to take back: a command, else the last one."""

    class Meta(ActionSchema.Meta):
        exclude = FROM_THE_TOKEN


class NewCorrectionSchema(CorrectSchema):
    """Other dice, or another choice, for something that was recorded."""

    class Meta(ActionSchema.Meta):
        exclude = FROM_THE_TOKEN


class NewRollSchema(Schema):
    """Numbers and house rules by key; what is left out is the default."""

    numbers = PlainObject(load_default=dict)


NEW_ID = "a-new-one-each-time-1"
EXAMPLES: dict[type[Schema], dict[str, Any]] = {
    NewRollSchema: {"numbers": {"tn": 6, "dice": 1}},
    NewCommandSchema: {"id": NEW_ID, "text": "!carps attack @Benkei", "actor": "hiroshi"},
    NewAnswerSchema: {"id": NEW_ID, "request": "the id of an open question", "choice": None},
    NewUndoSchema: {"id": NEW_ID, "command": None},
    NewCorrectionSchema: {
        "id": NEW_ID,
        "command": "the id of a command",
        "label": "roll:attack:hiroshi",
        "dice": [9],
    },
}
"""What the page to try it puts into a message at first."""


class RefusalSchema(Schema):
    """Why something was not done; ``code`` is stable."""

    code = fields.String(required=True)
    heading = fields.String(required=True)
    text = fields.String(required=True)
    hint = fields.String(required=True)
    data = fields.Dict()


class FaultSchema(Schema):
    error = fields.Nested(RefusalSchema, required=True)


class AckSchema(Schema):
    """What came of an action, now and whenever its id is sent again."""

    ok = fields.Boolean(required=True)
    id = fields.String(required=True)
    seq = fields.Integer(allow_none=True)
    reply = fields.Dict()
    error = fields.Nested(RefusalSchema)


class TableSchema(Schema):
    id = fields.String(required=True)
    title = fields.String(required=True)
    system = fields.String(required=True)
    seq = fields.Integer(required=True)
    seat = fields.String(required=True)
    scopes = fields.List(fields.String(), required=True)
    led = fields.Boolean(required=True, metadata={"description": "whether a GM page leads it"})


class TablesSchema(Schema):
    tables = fields.List(fields.Nested(TableSchema), required=True)


class ViewSchema(Schema):
    """All that the token's seat may know, as ``view`` in the protocol."""

    seq = fields.Integer(required=True)
    system = fields.String(required=True)
    rules = fields.Dict(required=True)
    conduct = fields.Dict(required=True)
    characters = fields.Dict(required=True)
    encounters = fields.Dict(required=True)
    questions = fields.List(fields.Dict(), required=True)
    cards = fields.List(fields.Dict(), required=True)


class CharactersSchema(Schema):
    characters = fields.Dict(required=True)


class CharacterSchema(Schema):
    character = fields.Dict(required=True)


class EncountersSchema(Schema):
    encounters = fields.Dict(required=True)


class QuestionsSchema(Schema):
    questions = fields.List(fields.Dict(), required=True)


class DescriptionSchema(Schema):
    description = fields.Dict(required=True)


class LookSchema(Schema):
    look = fields.Dict(required=True)


class EntrySchema(Schema):
    """An entry of the journal, with the events that the token's seat may know."""

    seq = fields.Integer(required=True)
    action = fields.String(required=True)
    kind = fields.String(required=True)
    command = fields.String(required=True)
    open = fields.Boolean(required=True)
    undone = fields.List(fields.String(), required=True)
    verb = fields.String()
    actor = fields.String(allow_none=True)
    by = fields.String()
    events = fields.List(fields.Dict(), required=True)


class JournalSchema(Schema):
    entries = fields.List(fields.Nested(EntrySchema), required=True)
    more = fields.Boolean(required=True)
    seq = fields.Integer(required=True)


class PageSchema(Schema):
    """Which part of the journal."""

    after = fields.Integer(load_default=0, validate=SEQ)
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=PAGE_AT_MOST))


class AimSchema(Schema):
    """At whom."""

    target = fields.String(validate=validate.Length(min=1, max=200))


class SinceSchema(Schema):
    """The number of the last entry that is known."""

    last = fields.Integer(load_default=None, validate=SEQ)


class SinceHeaderSchema(Schema):
    """The same, as clients of server-sent events say it when they come back."""

    last = fields.Integer(load_default=None, validate=SEQ, data_key="Last-Event-ID")


class SystemSchema(Schema):
    """A rule system, with what its single roll takes: fields as those of a form."""

    key = fields.String(required=True)
    title = fields.String(required=True)
    roll = fields.List(fields.Dict(), required=True)


class SystemsSchema(Schema):
    systems = fields.List(fields.Nested(SystemSchema), required=True)


class ChanceSchema(Schema):
    label = fields.String(required=True)
    fraction = fields.String(required=True, metadata={"description": "exact, such as 113/216"})
    percent = fields.String(required=True)
    share = fields.Float(required=True, metadata={"description": "from 0 to 1"})


class SingleRollSchema(Schema):
    """What is thrown, with all numbers and house rules that count."""

    text = fields.String(required=True)
    numbers = fields.Dict(required=True)
    rules = fields.Dict(required=True)


class OddsSchema(SingleRollSchema):
    """Exact chances; the first row is that of success."""

    rows = fields.List(fields.Nested(ChanceSchema), required=True)


class DiceSchema(Schema):
    label = fields.String(required=True)
    faces = fields.List(fields.Integer(), required=True)


class RollSchema(SingleRollSchema):
    """Dice that fell, what they come to, and why."""

    dice = fields.List(fields.Nested(DiceSchema), required=True)
    result = fields.Integer(required=True)
    success = fields.Boolean(required=True)
    lines = fields.List(fields.String(), required=True)
