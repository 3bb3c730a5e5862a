"""The protocol's page names everything that the bridge sends and takes."""

import re
from pathlib import Path

import pytest

from vtt_bridge.sockets import EVENTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
CODES = [
    code
    for words in sorted((ROOT / "vtt_bridge").rglob("words.py"))
    for code in re.findall(r"Refusal\(\s*\"([a-z_]+)\"", words.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("event", [*EVENTS, "batch", "clocks"])
def test_every_event_has_its_part(event: str) -> None:
    assert f"\n### `{event}`\n" in PAGE


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_listed(code: str) -> None:
    assert f"`{code}`" in PAGE


def test_there_are_refusals() -> None:
    assert len(CODES) >= 50
