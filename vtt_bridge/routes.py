"""The pages that a browser may fetch before it is paired: ``/health`` and ``/pair``.

They answer any origin, which they echo, and never take credentials. ``/`` is for somebody who types
the bridge's address.
"""

import time

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import ClientDisconnected, HTTPException, RequestEntityTooLarge

from vtt_bridge import __version__, words
from vtt_bridge.messages import PROTOCOL
from vtt_bridge.security import Rate, RateLimits
from vtt_bridge.service import Bridge
from vtt_bridge.sockets import refusal_of

MAX_BODY_KB = 16
LOOKS = Rate(5.0, 30.0), Rate(50.0, 300.0)
"""How often an origin may ask for ``/health``, and all together."""
GUESSES = Rate(1 / 30, 10.0), Rate(1 / 5, 20.0)
"""How often an origin may try a code, and all together: 740 tries in the first hour."""


FRONT = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width">
<title>vtt-bridge</title>
<h1>vtt-bridge</h1>
<p>{words.FRONT}</p>
</html>
"""


def add_routes(app: Flask, bridge: Bridge) -> None:
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_KB * 1024
    looks = RateLimits(*LOOKS, time.monotonic)
    guesses = RateLimits(*GUESSES, time.monotonic, words.too_many_codes)

    @app.get("/")
    def front() -> Response:
        return Response(FRONT, mimetype="text/html")

    @app.get("/health")
    def health() -> Response:
        origin = request.headers.get("Origin")
        looks.spend(origin)
        return jsonify(
            name="vtt-bridge",
            protocol=PROTOCOL,
            version=__version__,
            bridge=bridge.name_for(origin),
            paired=bridge.is_paired(origin),
        )

    @app.post("/pair")
    def pair() -> Response:
        origin = request.headers.get("Origin")
        guesses.spend(origin)
        try:
            message = request.get_json(silent=True)
        except RecursionError:  # brackets without end
            message = None
        try:
            return jsonify(bridge.pair(message, origin))
        except words.Refusal as refusal:
            bridge.refuse(origin, refusal)
            raise

    @app.after_request
    def echo_origin(response: Response) -> Response:
        origin = request.headers.get("Origin")
        if origin and request.path in ("/health", "/pair"):
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Vary"] = "Origin"
        return response

    add_refusals(app)


def add_refusals(app: Flask) -> None:
    """Answer every error with a refusal; faults go to the log."""

    @app.errorhandler(Exception)
    def refuse(error: Exception) -> Response:
        if isinstance(error, RequestEntityTooLarge):
            error = words.too_large(app.config["MAX_CONTENT_LENGTH"] // 1024)
        elif isinstance(error, (ClientDisconnected, OSError)):  # the body has no end
            error = words.broken_body()
        elif isinstance(error, HTTPException):
            error = words.no_page(request.path, error.code or 404)
        refusal = refusal_of(error, request.path)
        response = jsonify(error=refusal.plain())
        response.status_code = refusal.status
        return response
