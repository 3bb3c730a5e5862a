"""How the tests are shared out when two workers run them, as `python3 run.py test` does."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long something takes says nothing on a computer that does other things meanwhile.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")

BROWSER = Path(__file__).parent / "browser"


@pytest.hookimpl(tryfirst=True)  # the workers read the groups in this hook too
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep each file together, and all of the browser, which waits more than it computes."""
    for item in items:
        group = BROWSER if item.path.is_relative_to(BROWSER) else item.path
        item.add_marker(pytest.mark.xdist_group(str(group)))
