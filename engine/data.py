"""The data files of packages: facts and figures in TOML. Nothing else is read from disk."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def load(package: str, resource: str) -> dict[str, Any]:
    """What stands in a TOML file of a package, such as ("engine.systems.x", "data/y.toml")."""
    return tomllib.loads(files(package).joinpath(resource).read_text(encoding="utf-8"))
