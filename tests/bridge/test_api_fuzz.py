"""The REST interface against requests that schemathesis makes of its own document.

No answer is a fault of the bridge, each is one that the document promises; what fits the document
is taken, and what does not is refused.
"""

from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS

from engine.dice import SeededDice
from tests.bridge.page import ORIGIN, REN, WORLD
from tests.docs.conftest import SET_UP
from vtt_bridge.server import BridgeServer

EXAMPLES = 40
"""For each operation, mode and seat: together half a minute."""

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

ENDLESS = "/events$"


@pytest.fixture
def server(start: Callable[..., BridgeServer]) -> BridgeServer:
    server = start(messages_per_second=100_000, dice=lambda: SeededDice(1))
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    for number, (verb, args) in enumerate(SET_UP):
        action = {"kind": "command", "id": f"set-up-{number:04}", "verb": verb, "args": args}
        assert server.bridge.perform(WORLD, {**action, "sender": REN})["ok"]
    return server


@pytest.mark.parametrize(
    ("seat", "scopes", "mode"),
    [
        ("gm", ["read", "act", "gm"], GenerationMode.POSITIVE),
        ("gm", ["read", "act", "gm"], GenerationMode.NEGATIVE),
        ("hiroshi", ["read", "act"], GenerationMode.POSITIVE),
    ],
)
def test_every_answer_is_as_the_document_says(
    server: BridgeServer, seat: str, scopes: list[str], mode: GenerationMode
) -> None:
    token = server.bridge.grant(WORLD, "Fuzz", seat, scopes)
    document = schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")
    asked = 0
    for found in document.exclude(path_regex=ENDLESS).get_all_operations():
        ask(found.ok(), mode, token)
        asked += 1
    assert asked == 17


def ask(operation: Any, mode: GenerationMode, token: str) -> None:
    """Send what fits the document, or does not, and look at each answer."""
    of_the_system = operation.path.endswith(OF_THE_SYSTEM)
    acceptance = CHECKS.get_by_names(["positive_data_acceptance"])

    @hypothesis.given(operation.as_strategy(generation_mode=mode), st.data())
    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def one(case: Case, data: st.DataObject) -> None:
        if mode is GenerationMode.POSITIVE:
            fill_in(case, data)
        response = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=10)
        may_refuse = of_the_system or TOO_DEEP in response.text
        case.validate_response(response, excluded_checks=acceptance if may_refuse else [])

    one()


def fill_in(case: Case, data: st.DataObject) -> None:
    """Put what there is in the place of invented names, half of the time."""
    for name in case.path_parameters:
        if data.draw(st.booleans()):
            case.path_parameters[name] = data.draw(REAL[name])
    if isinstance(case.body, dict) and "text" in case.body and data.draw(st.booleans()):
        case.body["text"] = data.draw(SPOKEN)
