"""The short way past a schema: never for a message that the schema would not take as it is."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from marshmallow import ValidationError, fields

from tests.bridge.test_schemas import ANSWER, ATTACK, CORRECT, SAID, UNDO
from vtt_bridge.gate import Message, gate
from vtt_bridge.schemas import AnswerSchema, CommandSchema, CorrectSchema, UndoSchema

SCHEMAS: dict[str, Message] = {
    "command": CommandSchema(),
    "answer": AnswerSchema(),
    "undo": UndoSchema(),
    "correct": CorrectSchema(),
}
GATES = {kind: gate(schema) for kind, schema in SCHEMAS.items()}
ACTIONS = [ATTACK, SAID, ANSWER, UNDO, CORRECT]

scalars = some.one_of(
    some.none(),
    some.booleans(),
    some.integers(min_value=-(2**60), max_value=2**60),
    some.floats(),
    some.sampled_from(["", "ask", "person", "gm", "command", "answer", "undo", "time:12345678"]),
    some.text("aé-\u202e😀", max_size=230),
)
values = some.recursive(
    scalars,
    lambda inner: some.one_of(
        some.lists(inner, max_size=4),
        some.dictionaries(some.text("abc", max_size=3), inner, max_size=4),
    ),
    max_leaves=9,
)


@some.composite
def mutated(draw: some.DrawFn) -> dict[str, Any]:
    """An action in which up to three places were changed, left out or added."""
    message = copy.deepcopy(draw(some.sampled_from(ACTIONS)))
    for _ in range(draw(some.integers(min_value=0, max_value=3))):
        place: Any = message
        if isinstance(message.get("sender"), dict) and draw(some.booleans()):
            place = message["sender"]
        key = draw(some.sampled_from([*place, "text", "verb", "with", "habits", "further", "new"]))
        if draw(some.booleans()):
            place[key] = draw(values)
        else:
            place.pop(key, None)
    return message


@pytest.mark.parametrize("message", ACTIONS)
def test_right_actions_pass(message: dict[str, Any]) -> None:
    assert GATES[message["kind"]](message)


@given(mutated())
def test_what_passes_is_what_the_schema_takes_as_it_is(message: dict[str, Any]) -> None:
    for kind, passes in GATES.items():
        if passes(message):
            assert SCHEMAS[kind].load(message) == message


def test_what_the_schema_refuses_does_not_pass() -> None:
    for wrong in ({**ATTACK, "text": "!carps attack"}, {**ATTACK, "seen": -1}, {**ATTACK, "x": 1}):
        with pytest.raises(ValidationError):
            SCHEMAS["command"].load(wrong)
        assert not GATES["command"](wrong)


class Unknown(Message):
    """Fields of which the gate cannot know what they make of a value."""

    at = fields.Float()
    named = fields.String(data_key="name")
    filled = fields.Integer(load_default=3)


@pytest.mark.parametrize(
    "message",
    [{"at": 1.0, "filled": 3}, {"name": "x", "filled": 3}, {"named": "x", "filled": 3}, {}],
)
def test_what_the_gate_does_not_know_is_for_the_schema(message: dict[str, Any]) -> None:
    assert not gate(Unknown())(message)
