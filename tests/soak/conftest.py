"""What the long tests share."""

from collections.abc import Callable

import pytest

from tests.ports import free_port


@pytest.fixture
def address() -> str:
    return f"http://127.0.0.1:{free_port()}"


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Prints past pytest's capture, because the counts are part of the result."""

    def tell(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {text}")

    return tell
