"""A short way past a schema for messages that are surely right.

marshmallow takes four microseconds a value, together as long as the rules of an attack. A gate is
made from a schema: it tries the schema's own validators on values of exact types, and says yes or
is in doubt. So it is about fields and defaults that it does not know. Then the schema decides.
"""

from collections.abc import Callable
from typing import Any, TypeGuard

from marshmallow import Schema, ValidationError, fields, missing, validates_schema

Check = Callable[[Any], bool]
Gate = Callable[[object], TypeGuard[dict[str, Any]]]

PLAIN: dict[type[fields.Field[Any]], type] = {fields.String: str, fields.Integer: int}


class Message(Schema):
    """A schema that says in `check`, and nowhere else, how its fields depend on each other."""

    def check(self, data: Any) -> None:
        """Raise `ValidationError` unless fields that are right by themselves go together."""

    @validates_schema
    def _check(self, data: Any, **kwargs: Any) -> None:
        self.check(data)


def gate(schema: Message) -> Gate:
    """The test whether ``schema.load(message)`` would surely return an equal message."""
    fits = _fits_object(schema)

    def passes(message: object) -> TypeGuard[dict[str, Any]]:
        try:
            return fits(message)
        except ValidationError:  # the schema will say so in words
            return False

    return passes


def _fits_object(schema: Schema) -> Check:
    loaded = schema.load_fields
    known = {name: _fits(field) for name, field in loaded.items()}
    check = schema.check if isinstance(schema, Message) else None
    needed = {
        name
        for name, field in loaded.items()
        if field.required or field.load_default is not missing
    }

    def fits(value: Any) -> bool:
        if type(value) is not dict or not value.keys() >= needed:
            return False
        for name, part in value.items():
            if name not in known or not known[name](part):
                return False
        if check is not None:
            check(value)
        return True

    return fits


def _fits(field: fields.Field[Any]) -> Check:
    """The test of a field's value; its validators raise `ValidationError`."""
    if field.data_key is not None or field.attribute is not None:
        return _doubt
    is_one, validators, optional = _kind(field), field.validators, field.allow_none

    def fits(value: Any) -> bool:
        if value is None:
            return optional
        if not is_one(value):
            return False
        for validator in validators:
            validator(value)
        return True

    return fits


def _kind(field: fields.Field[Any]) -> Check:
    """The test whether a value is of the field's kind, as it stands."""
    match field:
        case fields.List():
            inner = _fits(field.inner)
            return lambda value: type(value) is list and all(inner(one) for one in value)
        case fields.Dict(key_field=fields.Field() as key, value_field=fields.Field() as each):
            return _fits_mapping(_fits(key), _fits(each))
        case fields.Nested() if not field.many:
            return _fits_object(field.schema)
    plain = PLAIN.get(type(field))
    if plain is not None:
        return lambda value: type(value) is plain
    own: Check = getattr(field, "is_surely", _doubt)
    return own


def _fits_mapping(key: Check, each: Check) -> Check:
    return lambda value: (
        type(value) is dict and all(key(name) and each(part) for name, part in value.items())
    )


def _doubt(value: Any) -> bool:
    return False
