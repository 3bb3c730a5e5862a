"""``/overlay/TABLE``: what everybody may know of a table, for streams and second screens.

The page is empty and transparent until it has a token, which stands behind the ``#`` of its
address and so never reaches a log. It reads by the same interface as every other program.
"""

from html import escape
from importlib.resources import files

from flask import Flask, Response

from vtt_bridge.overlay import words
from vtt_bridge.words import no_page

PARTS = {
    "overlay.css": "text/css",
    "overlay.mjs": "text/javascript",
    "state.mjs": "text/javascript",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
SENTENCES = {
    "lost": words.LOST,
    "token": words.EMPTY,
    "secret": words.OTHER_SEAT,
}


def add_overlay(app: Flask) -> None:
    """Serve the page and its parts; nothing comes from elsewhere."""
    folder = files(__name__)
    said = " ".join(f'data-{key}="{escape(text)}"' for key, text in SENTENCES.items())
    page = (folder / "page.html").read_text(encoding="utf-8").replace("{sentences}", said)

    @app.get("/overlay/<table>")
    def overlay(table: str) -> Response:
        response = Response(page, mimetype="text/html")
        response.headers["Content-Security-Policy"] = POLICY
        return response

    @app.get("/overlay/parts/<name>")
    def overlay_part(name: str) -> Response:
        if name not in PARTS:
            raise no_page(f"/overlay/parts/{name}", 404)
        return Response((folder / name).read_text(encoding="utf-8"), mimetype=PARTS[name])
