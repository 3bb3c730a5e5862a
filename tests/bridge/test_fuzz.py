"""2,000 broken messages of every kind; `python -m tests.soak.fuzz` sends 100,000."""

from pathlib import Path

import pytest

from tests.soak.fuzz import MESSAGES, RAW_FRAMES, RAW_REQUESTS, SHARES, fuzz

IN_CI = 2_000
ANSWERED = {
    MESSAGES: {"invalid_message", "done", "closed", "unknown_character", "gm_only"},
    RAW_FRAMES: {"answered", "closed"},
    RAW_REQUESTS: {"no_page", "no_request", "foreign_host", "closed"},
}


@pytest.mark.parametrize("kind", SHARES)
def test_nothing_that_arrives_changes_or_breaks_anything(kind: str, tmp_path: Path) -> None:
    codes = fuzz(kind, int(IN_CI * SHARES[kind]), tmp_path)
    assert codes.keys() >= ANSWERED[kind]
