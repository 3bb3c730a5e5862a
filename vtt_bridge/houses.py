"""Where the three houses lie: engine, bridge and module, side by side."""

from importlib.util import find_spec
from pathlib import Path

HOUSES = Path(__file__).resolve().parents[1]
ENGINE = HOUSES / "engine"


def foreign_engine() -> str | None:
    """Another package named engine that Python would take for the rules; None if it takes ours."""
    spec = find_spec("engine")
    if spec is None:
        return None
    places = [*(spec.submodule_search_locations or ()), spec.origin or ""]
    return None if Path(places[0]).resolve() == ENGINE else places[0]
