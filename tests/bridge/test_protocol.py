"""The protocol's page names everything that the bridge sends and takes."""

import re
from pathlib import Path

import pytest

from vtt_bridge.sockets import EVENTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
CODES = re.findall(
    r"Refusal\(\s*\"([a-z_]+)\"", (ROOT / "vtt_bridge" / "words.py").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("event", [*EVENTS, "batch", "clocks"])
def test_every_event_has_its_part(event: str) -> None:
    assert f"\n### `{event}`\n" in PAGE


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_listed(code: str) -> None:
    assert f"`{code}`" in PAGE


def test_there_are_refusals() -> None:
    assert len(CODES) >= 20
