"""REST under ``/api/v1``, for scripts: the same messages and views as over the socket.

`parsing` reads requests, `schemas` says what they and the answers look like, `tables` and `systems`
hold the paths (`paths` makes them), `stream` what is told as it happens, `pages` the document and
the page to try it on.
"""

from typing import Any

from flask import Flask
from flask_smorest import Api

from vtt_bridge import __version__
from vtt_bridge.api import schemas, words
from vtt_bridge.api.pages import add_pages
from vtt_bridge.api.paths import Paths
from vtt_bridge.api.systems import add_systems
from vtt_bridge.api.tables import add_actions, add_characters, add_events, add_tables
from vtt_bridge.routes import add_refusals
from vtt_bridge.schemas import PlainObject, Truth
from vtt_bridge.service import Bridge
from vtt_bridge.sockets import MAX_MESSAGE_BYTES

PREFIX = "/api/v1"
FIELDS = {PlainObject: "object", Truth: "boolean"}
"""What the bridge's own kinds of fields are in the document."""


class QuietApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """Leaves errors to the handler that all pages of the bridge share."""

    ERROR_SCHEMA = schemas.FaultSchema

    def _register_error_handlers(self) -> None:
        pass


def build_api(bridge: Bridge) -> Flask:
    """An application of its own: the paths, the OpenAPI document and its page."""
    app = Flask("vtt_bridge.api", static_folder=None)
    app.config.update(
        API_TITLE=words.TITLE,
        API_VERSION=__version__,
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX=PREFIX,
        MAX_CONTENT_LENGTH=MAX_MESSAGE_BYTES,
    )
    add_refusals(app)
    security: dict[str, Any] = {"type": "http", "scheme": "bearer"}
    api = QuietApi(app, spec_kwargs={"info": {"description": words.DESCRIPTION}})
    api.spec.components.security_scheme("token", security)
    paths = Paths(bridge)
    for add in (add_systems, add_tables, add_characters, add_actions, add_events):
        add(paths)
    for field, kind in FIELDS.items():
        api.register_field(field, kind, None)
    api.register_blueprint(paths.blueprint, url_prefix=PREFIX)
    for name, alternatives in schemas.ALTERNATIVES.items():
        api.spec.components.schemas[name]["oneOf"] = alternatives
    add_pages(app, PREFIX)
    return app
