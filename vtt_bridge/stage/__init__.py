"""The practice table: a small stand-in for Foundry VTT, for demos and browser tests.

Foundry is proprietary, so tests and newcomers may not have it. This package serves a page
that loads the real module files and offers the part of Foundry's interface which they use.
Anything else throws. It never fakes the bridge, the engine or a decision of our own code.
"""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parent / "web"
"""Folder of the page's own files."""
