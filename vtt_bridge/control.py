"""How the command line reaches a running bridge: one page, for the bridge's owner alone.

It opens with the secret in the data folder, which only the owner can read, and never to a browser:
a page in it always says where it comes from (`Origin`), or how it asks (`Sec-Fetch-Site`).
"""

import http.client
import json
import logging
import time
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, request

from vtt_bridge import words
from vtt_bridge.desk import Desk
from vtt_bridge.errors import SentenceError
from vtt_bridge.folder import Running
from vtt_bridge.security import Rate, RateLimit, is_same
from vtt_bridge.store import Plain

log = logging.getLogger(__name__)

ANSWER_WITHIN = 10.0
MAX_REQUEST_BYTES = 16 * 1024 * 1024
MAX_ANSWER_BYTES = 64 * 1024 * 1024


class ControlError(SentenceError):
    """The bridge refused."""


class NoAnswerError(ControlError):
    """The bridge did not answer, or something else did."""

    exit_code = 3


def add_control(app: Flask, desk: Desk, secret: str) -> None:
    """Answer the requests of `desk` at ``POST /control/REQUEST`` to whoever knows the secret."""
    strangers = RateLimit(Rate(0.2, 5.0), time.monotonic)

    @app.post("/control/<name>")
    def control(name: str) -> Response:
        shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
        browser = "Origin" in request.headers or "Sec-Fetch-Site" in request.headers
        if browser or not is_same(shown, secret):
            strangers.spend()
            log.warning("refused a stranger at the control page")
            raise words.not_owner()
        request.max_content_length = MAX_REQUEST_BYTES
        return jsonify(desk.answer(name, request.get_json(silent=True)))


def ask(running: Running, name: str, message: Plain) -> Plain:
    """The answer of the bridge that runs there; `ControlError` says in a sentence why not."""
    target = urlsplit(running.address)
    connection = http.client.HTTPConnection(  # no proxy of the environment gets between
        target.hostname or "", target.port, timeout=ANSWER_WITHIN
    )
    headers = {
        "Authorization": f"Bearer {running.secret}",
        "Content-Type": "application/json",
    }
    try:
        connection.request("POST", f"/control/{name}", json.dumps(message), headers)
        reply = connection.getresponse()
        answer = json.loads(reply.read(MAX_ANSWER_BYTES))
    except (OSError, ValueError, http.client.HTTPException):
        raise NoAnswerError(words.no_answer(running.address, running.pid)) from None
    finally:
        connection.close()
    if reply.status != 200:  # a refusal, or another program's page
        told = answer.get("error", {}) if isinstance(answer, dict) else {}
        text = told.get("text") or words.no_answer(running.address, running.pid)
        raise ControlError(" ".join(filter(None, (text, told.get("hint")))))
    plain: Plain = answer
    return plain
