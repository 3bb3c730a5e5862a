"""The Foundry module as the bridge hands it out: a manifest and a zip, the same bytes every time.

Foundry's server fetches both by the address of the manifest; no page does, so no origin may.
"""

import io
import json
import time
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from vtt_bridge import __version__, words
from vtt_bridge.houses import HOUSES
from vtt_bridge.security import Rate, RateLimit

ID = "vtt-bridge"
FOLDER = HOUSES / "foundry_module"
KINDS = frozenset((".mjs", ".css", ".hbs", ".json", ".svg", ".md"))
# Of the whole project; they lie in the module's folder once the package is installed.
PAPERS = ("LICENSE", "CHANGELOG.md")
MANIFEST = "module.json"
ZIP_NAME = f"{ID}-{__version__}.zip"
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
FILE_MODE = 0o100644 << 16


def files() -> dict[str, Path]:
    """Every file of the module by its name in the module's folder, in order."""
    found = {
        path.relative_to(FOLDER).as_posix(): path
        for path in FOLDER.rglob("*")
        if path.suffix in KINDS
    }
    for paper in PAPERS:
        found[paper] = next(place for place in (FOLDER / paper, HOUSES / paper) if place.is_file())
    return dict(sorted(found.items()))


def manifest(address: str | None = None) -> bytes:
    """``module.json``; with the address of a bridge it says where updates come from."""
    told: dict[str, Any] = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))
    if address:
        told["manifest"] = f"{address}/{MANIFEST}"
        told["download"] = f"{address}/{ZIP_NAME}"
    return json.dumps(told, ensure_ascii=False, indent=2).encode() + b"\n"


@cache
def zipped(address: str | None = None) -> bytes:
    """The module as a zip with ``module.json`` at its top.

    Nothing is compressed, since what comes of that differs from one computer to the next.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, path in files().items():
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.create_system = 3  # the same on every system
            entry.external_attr = FILE_MODE
            archive.writestr(entry, content(name, path, address))
    return packed.getvalue()


def content(name: str, path: Path, address: str | None = None) -> bytes:
    return manifest(address) if name == MANIFEST else path.read_bytes()


def add_module_pages(app: Flask) -> None:
    """``GET /module.json`` and the zip that it names."""
    rate = RateLimit(Rate(2.0, 20.0), time.monotonic)

    @app.get(f"/{MANIFEST}")
    def module_manifest() -> Response:
        rate.spend()
        return Response(manifest(_here()), mimetype="application/json")

    @app.get(f"/{ID}-<version>.zip")
    def module_zip(version: str) -> Response:
        rate.spend()
        if version != __version__:
            raise words.no_page(request.path, 404)
        return Response(zipped(_here()), mimetype="application/zip")


def _here() -> str:
    """The address under which the bridge was asked; the gate lets only its own ones pass."""
    return f"http://{request.host.lower()}"
