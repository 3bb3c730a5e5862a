"""Messages made from their schemas, and what becomes of them when somebody spoils them."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from hypothesis import strategies as some
from marshmallow import Schema, fields, validate

from vtt_bridge.schemas import _SCHEMAS, PlainObject, Seconds, Truth

Strategy = some.SearchStrategy[Any]

DEEP = "@deep@"
"""Stands for brackets without end, which no encoder of JSON writes."""
LONG_NUMBER = "@number@"

HOSTILE = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    2.0,
    -0.0,
    1e308,
    2**31,
    2**53,
    2**63,
    -(2**63),
    10**400,
    float("nan"),
    float("inf"),
    "",
    " ",
    "0",
    "null",
    "time:12345678",
    "x" * 201,
    "x" * 25_000,
    "\x00",
    "\ud800",
    "a\ud83d",
    "\u202egnp.exe",
    "\u200b\u2066",
    "👩‍👩‍👧‍👦" * 20,
    "<img src=x onerror=alert(1)>",
    "[[/roll 1d20]] @UUID[Actor.x]{y}",
    "{{constructor.constructor('x')()}} ${7*7} {0.__class__} %s",
    "__proto__",
    "__class__",
    "../../../etc/passwd",
    "'; DROP TABLE entries; --",
    [],
    {},
    [None],
    [[]] * 3,
    ["x"] * 1001,
    {"": None},
    {"__proto__": {"gm": True}},
    {"_placeholder": True, "num": 0},
    {str(number): number for number in range(1001)},
    {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": 1}}}}}}}},
    DEEP,
    LONG_NUMBER,
]


def to_text(packet: Any) -> str:
    """JSON with whatever Python can put in, and with what it cannot."""
    return (
        json.dumps(packet)
        .replace(f'"{DEEP}"', "[" * 4000 + "]" * 4000)
        .replace(f'"{LONG_NUMBER}"', "9" * 5000)
    )


plain_data: Strategy = some.recursive(
    some.one_of(
        some.none(), some.booleans(), some.integers(-(2**60), 2**60), some.floats(), some.text()
    ),
    lambda inner: some.one_of(
        some.lists(inner, max_size=4), some.dictionaries(some.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@dataclass(frozen=True)
class Named:
    """Stands for something that is at the table when the message is sent.

    `what` is the name of the field that it stands in.
    """

    what: str
    number: int


WHAT = (
    *("actor", "character", "owns", "targets", "verb", "text", "request", "choice", "command"),
    *(
        "with",
        "label",
        "key",
        "value",
        "word",
        "seen",
        "after",
        "world",
        "token",
        "protocol",
        "code",
    ),
    *("gm", "epoch"),
)


@dataclass(frozen=True)
class Line:
    """A text that somebody types, of words that may stand for something."""

    words: tuple[str | Named, ...]


def filled(message: Any, names: Mapping[str, Sequence[Any]]) -> Any:
    """The message with what the table has in the place of every `Named`.

    Values of an object are those that its key may have, where `names` knows: ``"value of KEY"``.
    """
    if isinstance(message, Named):
        return names[message.what][message.number % len(names[message.what])]
    if isinstance(message, Line):
        return " ".join(str(filled(one, names)) for one in message.words)[:500]
    if isinstance(message, list):
        return [filled(one, names) for one in message]
    if not isinstance(message, dict):
        return message
    if isinstance(message.get("verb"), Named):
        verb = filled(message["verb"], names)
        names = {**names, "key": names.get(f"keys of {verb}") or names["key"]}
    result = {}
    for key, value in message.items():
        name = filled(key, names) if isinstance(key, Named) else key
        own = names.get(f"value of {name}", names["value"])
        result[name] = filled(value, {**names, "value": own})
    return result


@cache
def right(event: str) -> Strategy:
    """A message of that event that passes its schema."""
    made = _object(_SCHEMAS[event])
    if event in ("command", "answer", "undo", "correct"):
        made = made.map(lambda message: {**message, "kind": event})
    return some.tuples(made, some.booleans(), lines, _known("verb")).map(
        lambda drawn: _said_or_done(*drawn) if event == "command" else drawn[0]
    )


def _said_or_done(message: dict[str, Any], said: bool, text: Line, verb: Named) -> dict[str, Any]:
    """A command has either a text or a verb."""
    if said:
        return {**{key: message[key] for key in message.keys() - {"verb", "args"}}, "text": text}
    return {**{key: message[key] for key in message.keys() - {"text"}}, "verb": verb}


@some.composite
def spoiled(draw: some.DrawFn, event: str) -> Any:
    """The same with up to three places changed, left out or added."""
    message = copy.deepcopy(draw(right(event)))
    for _ in range(draw(some.integers(1, 3))):
        places = list(_places(message))
        if not places or draw(some.integers(0, 20)) == 0:
            return draw(hostile)
        _spoil(draw, *places[draw(some.integers(0, 999)) % len(places)])
    return message


def _spoil(draw: some.DrawFn, holder: Any, key: Any) -> None:
    match draw(some.sampled_from(["drop", "add", "hostile", "hostile", "any"])):
        case "drop":
            del holder[key]
        case "add" if isinstance(holder, dict):
            holder[draw(some.sampled_from(["admin", "gm", "__proto__", ""]))] = True
        case "any":
            holder[key] = draw(plain_data)
        case _:
            holder[key] = copy.deepcopy(draw(hostile))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a message where something stands."""
    if isinstance(value, (dict, list)):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield value, key
            yield from _places(value[key])


hostile: Strategy = some.sampled_from(HOSTILE)


def _known(what: str) -> Strategy:
    return some.integers(0, 200).map(partial(Named, what))


words = some.one_of(
    *[_known("word")] * 6,
    some.text(max_size=12),
    some.integers().map(str),
    some.sampled_from(
        ["@", "²", "٣", "−3", "1e999", "9" * 60, "0x10", '"', "@Nobody", "with", "to"]
    ),
)
lines: Strategy = some.tuples(_known("text"), some.lists(words, max_size=6)).map(
    lambda drawn: Line((drawn[0], *drawn[1]))
)


def _or_known(what: str, made: Strategy) -> Strategy:
    """Mostly what the table has; without an epoch or a protocol of its own nothing is looked at."""
    if what in ("epoch", "protocol"):
        return _known(what)
    return some.one_of(*[_known(what)] * 9, made) if what in WHAT else made


def _object(schema: Schema) -> Strategy:
    needed = {name: field for name, field in schema.fields.items() if field.required}
    others = {name: field for name, field in schema.fields.items() if not field.required}
    return some.fixed_dictionaries(
        {name: _field(name, field) for name, field in needed.items()},
        optional={name: _field(name, field) for name, field in others.items()},
    )


def _field(name: str, field: fields.Field[Any]) -> Strategy:
    single = not isinstance(field, (fields.List, fields.Nested))
    made = _or_known(name, _any(name, field)) if single else _any(name, field)
    return some.one_of(some.none(), made) if field.allow_none else made


def _any(name: str, field: fields.Field[Any]) -> Strategy:
    match field:
        case Truth():
            return some.booleans()
        case Seconds():
            return some.floats(1, 3600)
        case fields.Integer():
            return some.integers(0, 60)
        case PlainObject():
            keys = _or_known("key", some.text(max_size=10))
            return some.dictionaries(keys, _or_known("value", plain_data), max_size=4)
        case fields.Nested():
            return _object(field.schema)
        case fields.List():
            return some.lists(_field(name, field.inner), max_size=4)
        case fields.Dict():
            keys = _or_known("choice", some.text(min_size=1))
            return some.dictionaries(keys, _field("habit", field.value_field), max_size=3)
        case fields.String():
            return _text(field)
    raise TypeError(f"no messages for a {type(field).__name__}")


def _text(field: fields.String) -> Strategy:
    for check in field.validators:
        if isinstance(check, validate.OneOf):
            return some.sampled_from(list(check.choices))
        if isinstance(check, validate.Regexp):
            return some.uuids().map(str)
    return some.text(min_size=1, max_size=40)
