"""Every test that the page about threats names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/.]+)::([^`]+)`", PAGE)


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_what_is_claimed_is_tested(file: str, name: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert f'test("{name}"' in text or f"def {name}(" in text


def test_there_are_claims() -> None:
    assert len(NAMED) == 55
