"""The REST interface against requests that schemathesis makes of its own document.

No answer is a fault of the bridge, each is one that the document promises; what fits the document
is taken, and what does not is refused.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS

from engine.dice import SeededDice
from tests.bridge.page import ORIGIN, REN, WORLD
from tests.docs.conftest import SET_UP
from vtt_bridge.server import BridgeServer

MANY, FEW = 25, 6
"""Examples for each operation, mode and token: together half a minute."""

REAL = {
    "table": st.just(WORLD),
    "system": st.sampled_from(["carps", "ccarps", "tracks"]),
    "who": st.sampled_from(["hiroshi", "benkei"]),
    "action": st.just("set-up-0001"),
}
"""What parts of a path are half of the time: of others there is nothing to tell."""

SPOKEN = st.sampled_from(["!carps attack @Benkei", "!carps help", "!carps end turn", "!carps x"])
OF_THE_SYSTEM = ("/odds", "/rolls")
TOO_DEEP = "too long or too deep"
"""The document can say neither which numbers a rule system takes, nor how deep a value may be."""

ENDLESS = "/events"


@pytest.fixture
def server(start: Callable[..., BridgeServer]) -> BridgeServer:
    server = start(messages_per_second=100_000, dice=lambda: SeededDice(1))
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    for number, (verb, args) in enumerate(SET_UP):
        action = {"kind": "command", "id": f"set-up-{number:04}", "verb": verb, "args": args}
        assert server.bridge.perform(WORLD, {**action, "sender": REN})["ok"]
    return server


@pytest.mark.parametrize(
    ("seat", "scopes", "mode", "examples"),
    [
        ("gm", "read act gm", GenerationMode.POSITIVE, MANY),
        ("gm", "read act gm", GenerationMode.NEGATIVE, MANY),
        ("hiroshi", "read act", GenerationMode.POSITIVE, MANY),
        ("hiroshi", "read", GenerationMode.POSITIVE, FEW),
        ("gm", "act", GenerationMode.POSITIVE, FEW),
        ("public", "read", GenerationMode.POSITIVE, FEW),
        ("public", "read", GenerationMode.NEGATIVE, FEW),
        (None, "", GenerationMode.POSITIVE, FEW),
    ],
)
def test_every_answer_is_as_the_document_says(
    server: BridgeServer, seat: str | None, scopes: str, mode: GenerationMode, examples: int
) -> None:
    token = server.bridge.grant(WORLD, "Fuzz", seat, scopes.split()) if seat else "guess"
    document = schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")
    asked, statuses = 0, Counter[int]()
    for found in document.get_all_operations():
        statuses += ask(found.ok(), mode, token, examples)
        asked += 1
    assert asked == 18
    assert (set(statuses) == {401}) == (seat is None)


def ask(operation: Any, mode: GenerationMode, token: str, examples: int) -> Counter[int]:
    """Send what fits the document, or does not, and look at each answer."""
    of_the_system = operation.path.endswith(OF_THE_SYSTEM)
    acceptance = CHECKS.get_by_names(["positive_data_acceptance"])
    headers, statuses = {"Authorization": f"Bearer {token}"}, Counter[int]()

    @hypothesis.given(operation.as_strategy(generation_mode=mode), st.data())
    @hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def one(case: Case, data: st.DataObject) -> None:
        if mode is GenerationMode.POSITIVE:
            fill_in(case, data)
        if operation.path.endswith(ENDLESS):
            statuses[begin(case, headers)] += 1
            return
        response = case.call(headers=headers, timeout=10)
        statuses[response.status_code] += 1
        may_refuse = of_the_system or TOO_DEEP in response.text
        case.validate_response(response, excluded_checks=acceptance if may_refuse else [])

    one()
    return statuses


def begin(case: Case, headers: dict[str, str]) -> int:
    """Open a stream, and look at how it begins."""
    asked = case.as_transport_kwargs(headers=headers)
    with requests.request(**asked, stream=True, timeout=10) as answer:
        kind = answer.headers["Content-Type"].partition(";")[0]
        assert kind == ("text/event-stream" if answer.ok else "application/json")
        assert str(answer.status_code) in case.operation.definition.raw["responses"]
    return answer.status_code


def fill_in(case: Case, data: st.DataObject) -> None:
    """Put what there is in the place of invented names, half of the time."""
    for name in case.path_parameters:
        if data.draw(st.booleans()):
            case.path_parameters[name] = data.draw(REAL[name])
    if isinstance(case.body, dict) and "text" in case.body and data.draw(st.booleans()):
        case.body["text"] = data.draw(SPOKEN)
