"""The two pages that a browser may fetch before it is paired: ``/health`` and ``/pair``.

They answer any origin, which they echo, and never take credentials.
"""

import logging
import time

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from vtt_bridge import __version__, words
from vtt_bridge.schemas import PROTOCOL
from vtt_bridge.security import RateLimit
from vtt_bridge.service import Bridge
from vtt_bridge.sockets import refusal_of

log = logging.getLogger(__name__)

MAX_BODY_KB = 16


def add_routes(app: Flask, bridge: Bridge) -> None:
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_KB * 1024
    health_rate = RateLimit(5.0, 30.0, time.monotonic)
    pair_rate = RateLimit(0.2, 10.0, time.monotonic)

    @app.get("/health")
    def health() -> Response:
        health_rate.spend()
        return jsonify(
            name="vtt-bridge",
            protocol=PROTOCOL,
            version=__version__,
            bridge=bridge.id,
            paired=bridge.is_paired(request.headers.get("Origin")),
        )

    @app.post("/pair")
    def pair() -> Response:
        pair_rate.spend()
        origin = request.headers.get("Origin")
        try:
            message = request.get_json(silent=True)
        except RecursionError:  # brackets without end
            message = None
        try:
            return jsonify(bridge.pair(message, origin))
        except words.Refusal as refusal:
            log.info("refused a pairing from %s: %s", origin, refusal.code)
            raise

    @app.after_request
    def echo_origin(response: Response) -> Response:
        origin = request.headers.get("Origin")
        if origin and request.path in ("/health", "/pair"):
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Vary"] = "Origin"
        return response

    @app.errorhandler(Exception)
    def refuse(error: Exception) -> Response:
        if isinstance(error, RequestEntityTooLarge):
            error = words.too_large(MAX_BODY_KB)
        elif isinstance(error, HTTPException):
            error = words.no_page(request.path, error.code or 404)
        refusal = refusal_of(error, request.path)
        response = jsonify(error=refusal.plain())
        response.status_code = refusal.status
        return response
