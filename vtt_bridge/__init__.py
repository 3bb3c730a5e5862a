"""The bridge between a Foundry VTT world and the rules engine."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from vtt_bridge.store import Store

__version__ = "0.1.0"


def create_app(store: "Store", **options: Any) -> "Flask":
    """The bridge as a WSGI application; `options` are those of `vtt_bridge.service.Bridge`."""
    from vtt_bridge.app import build_app  # late, so that commands without a server start at once

    return build_app(store, **options)
