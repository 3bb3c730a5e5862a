"""The practice table's web server: pages, module files and the socket between the pages.

Socket events (client to server, all answered): `modify` (documents), `setting`, `activity`
(targets), `query`/`query_reply`, `new_fight`, and the module's own channel `module.<id>`.
Server to client: `boot`, `modified`, `presence`, `activity`, `query`, `query_reply`,
`fight_over`, and the module's channel with the sender's user id appended.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import socketio
from flask import Flask, Response, abort, render_template_string, request, send_from_directory

from vtt_bridge.app import Gate
from vtt_bridge.server import HOST, HttpServer
from vtt_bridge.stage import WEB, words
from vtt_bridge.stage.documents import Doc, RefusedError
from vtt_bridge.stage.world import World
from vtt_bridge.websocket import use_local_sockets

LIBRARIES = {
    "socket.io.js": "socket.io-client/dist/socket.io.min.js",
    "handlebars.js": "handlebars/dist/handlebars.min.js",
}

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'unsafe-eval'",  # Handlebars compiles templates
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        f"connect-src 'self' ws://{HOST}:* http://{HOST}:*",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)

PIECES_PER_SECOND = 10_000.0


class MissingLibrariesError(RuntimeError):
    """The browser libraries are not fetched yet; the text says how to fetch them."""


class StageServer:
    """One practice table on one port.

    Args:
        world: the documents.
        module: folder with `module.json`.
        world_id, title: the world as `game.world` shows it.
        port: first port to try, 0 for any.
        client_settings: values put into the game master's local storage before the module
            loads, keyed as `<namespace>.<key>`.
        system: id that `game.system.id` gives.
        macros: entries of the hotbar, `{"label", "command"}`.
        on_new_fight: makes everybody ready for another fight.
        start_fight: whether the game master's page starts the waiting fight by itself.
        pause_between_fights: seconds after the end of a fight until the next begins.
    """

    def __init__(
        self,
        world: World,
        module: Path,
        *,
        world_id: str = "practice-table",
        title: str = "Practice table",
        port: int = 0,
        client_settings: Mapping[str, Any] | None = None,
        system: str = "practice",
        macros: list[dict[str, str]] | None = None,
        on_new_fight: Callable[[], None] | None = None,
        start_fight: bool = False,
        pause_between_fights: float = 12.0,
    ) -> None:
        self.world = world
        self.module = module
        self.world_id = world_id
        self.title = title
        self.client_settings = dict(client_settings or {})
        self.system = system
        self.macros = macros or []
        self.on_new_fight = on_new_fight
        self.start_fight = start_fight
        self.pause_between_fights = pause_between_fights
        self._keys = {user["_id"]: secrets.token_urlsafe(12) for user in world.all("User")}
        self._pages: dict[str, str] = {}
        self._targets: dict[str, list[str]] = {}
        self._queries: dict[str, str] = {}
        self._lock = threading.RLock()
        self._sio = socketio.Server(
            async_mode="threading",
            async_handlers=False,
            transports=["websocket"],
            max_http_buffer_size=4_000_000,
            ping_interval=10,
            ping_timeout=20,
        )
        self._flask = Flask(__name__, static_folder=None)
        self._routes()
        self._events()
        self._flask.wsgi_app = socketio.WSGIApp(  # type: ignore[method-assign]  # Flask's own way
            self._sio, self._flask.wsgi_app
        )
        use_local_sockets(self._sio.eio, PIECES_PER_SECOND)
        self._flask.wsgi_app = Gate(  # type: ignore[method-assign]  # Flask's own way
            self._flask.wsgi_app, lambda origin: origin == self.origin
        )
        self._http = HttpServer(self._flask, port)
        self.origin = f"http://{HOST}:{self._http.port}"

    def start(self) -> None:
        """Listen in a thread of its own.

        Raises:
            MissingLibrariesError: where no `npm ci` was run before it was installed.
        """
        for path in LIBRARIES.values():
            if not (WEB.parent / "node_modules" / path).is_file():
                raise MissingLibrariesError(words.NO_LIBRARIES)
        self._http.start()

    def stop(self) -> None:
        """Stop listening and let the port go."""
        self._http.stop()
        for page in list(self._pages):
            self._sio.disconnect(page)
        self._sio.shutdown()

    def address(self, user: str, theme: str = "dark") -> str:
        """Return the address of the page of one user."""
        return f"{self.origin}/table?user={user}&theme={theme}"

    # ---------------------------------------------------------------- http

    def _routes(self) -> None:
        app = self._flask

        @app.after_request
        def only_own_scripts(response: Response) -> Response:
            response.headers["Content-Security-Policy"] = POLICY
            return response

        @app.get("/")
        def index() -> str:
            users = self.world.all("User")
            return render_template_string(
                (WEB / "join.html").read_text(encoding="utf-8"), users=users
            )

        @app.get("/table")
        def table() -> str:
            user = request.args.get("user", "")
            if user not in self._keys:
                abort(404)
            return render_template_string(
                (WEB / "table.html").read_text(encoding="utf-8"),
                theme="light" if request.args.get("theme") == "light" else "dark",
                boot=json.dumps({"user": user, "key": self._keys[user]}),
            )

        @app.get("/web/<path:name>")
        def web(name: str) -> Response:
            return send_from_directory(WEB, name, max_age=0)

        @app.get("/lib/<name>")
        def library(name: str) -> Response:
            if name not in LIBRARIES:
                abort(404)
            return send_from_directory(WEB.parent / "node_modules", LIBRARIES[name])

        @app.get("/modules/<module>/<path:name>")
        def module_file(module: str, name: str) -> Response:
            if module != self.world.manifest["id"]:
                abort(404)
            return send_from_directory(self.module, name, max_age=0)

        @app.get("/favicon.ico")
        def favicon() -> Response:
            return Response(status=204)

    # ---------------------------------------------------------------- socket

    def _events(self) -> None:
        on = self._sio.on
        on("connect", self._connect)
        on("disconnect", self._disconnect)
        on("modify", self._modify)
        on("setting", self._setting)
        on("activity", self._activity)
        on("query", self._query)
        on("query_reply", self._query_reply)
        on("new_fight", self._new_fight)
        on("*", self._relay)

    def _connect(self, sid: str, _environ: Any, auth: Any) -> None:
        user = (auth or {}).get("user", "")
        if not secrets.compare_digest(self._keys.get(user, ""), str((auth or {}).get("key"))):
            raise socketio.exceptions.ConnectionRefusedError("This page has no seat here.")
        with self._lock:
            arrived = user not in self._pages.values()
            self._pages[sid] = user
            present = sorted(set(self._pages.values()))
        world = self.world
        self._sio.emit(
            "boot",
            {
                "generation": world.generation,
                "user": user,
                "present": present,
                "targets": self._targets,
                "documents": world.snapshot(user),
                "manifest": world.manifest,
                "world": {"id": self.world_id, "title": self.title},
                "system": self.system,
                "macros": self.macros,
                "newFight": self.on_new_fight is not None,
                "startFight": self.start_fight,
                "pauseBetweenFights": self.pause_between_fights,
                "clientSettings": self.client_settings if world.is_gm(user) else {},
            },
            to=sid,
        )
        if arrived:
            self._to_others(sid, "presence", user, True)

    def _disconnect(self, sid: str, *_reason: Any) -> None:
        with self._lock:
            user = self._pages.pop(sid, None)
            left = user is not None and user not in self._pages.values()
            if left:
                self._targets.pop(str(user), None)
        if left:
            self._to_others(sid, "presence", user, False)

    def _modify(self, sid: str, request: Doc) -> Doc:
        user = self._pages[sid]
        document, parent = request["document"], request.get("parent")
        try:
            with self.world.lock:
                before = self._visible_before(document, request)
                if request["action"] == "create":
                    result = self.world.create(user, document, parent, request["data"])
                elif request["action"] == "update":
                    result = self.world.update(user, document, parent, request["data"])
                else:
                    result = self.world.delete(user, document, parent, request["ids"])
                self._publish(request, user, result, before)
        except RefusedError as refusal:
            return {"ok": False, "error": str(refusal)}
        if document == "Combatant" and request["action"] == "update":
            self._watch_fight(str(parent))
        return {"ok": True, "ids": [doc["_id"] for doc in result]}

    def _visible_before(self, document: str, request: Doc) -> dict[str, Doc]:
        if document != "ChatMessage" or request["action"] == "create":
            return {}
        ids = request.get("ids") or [change.get("_id") for change in request.get("data", [])]
        return {i: dict(d) for i in ids if (d := self.world.get("ChatMessage", i)) is not None}

    def _publish(self, request: Doc, user: str, result: list[Doc], before: dict[str, Doc]) -> None:
        document = request["document"]
        with self._lock:
            pages = list(self._pages.items())
        for sid, viewer in pages:
            seen = [doc for doc in result if self._is_told(viewer, document, doc, before)]
            if seen:
                self._sio.emit(
                    "modified",
                    {
                        "action": request["action"],
                        "document": document,
                        "parent": request.get("parent"),
                        "result": seen,
                        "options": request.get("options", {}),
                        "user": user,
                    },
                    to=sid,
                )

    def _is_told(self, viewer: str, document: str, doc: Doc, before: dict[str, Doc]) -> bool:
        """Whoever saw a message, or sees it now, hears what becomes of it."""
        known = before.get(doc["_id"])
        now = self.world.get(document, doc["_id"]) if known else doc
        return any(self.world.sees(viewer, document, one) for one in (known, now) if one)

    def _setting(self, sid: str, key: str, value: str) -> Doc:
        user = self._pages[sid]
        try:
            action, document = self.world.setting(user, key, value)
        except RefusedError as refusal:
            return {"ok": False, "error": str(refusal)}
        self._publish({"action": action, "document": "Setting"}, user, [document], {})
        return {"ok": True}

    def _activity(self, sid: str, activity: Doc) -> None:
        user = self._pages[sid]
        self._targets[user] = list(activity.get("targets", []))
        self._to_others(sid, "activity", user, activity)

    def _query(self, sid: str, query: Doc) -> Doc:
        asked = [page for page, user in self._pages.items() if user == query["to"]]
        if not asked:
            return {"ok": False, "error": "That user is not connected"}
        self._queries[query["id"]] = sid
        for page in asked:
            self._sio.emit("query", {**query, "from": self._pages[sid]}, to=page)
        return {"ok": True}

    def _query_reply(self, _sid: str, reply: Doc) -> None:
        asker = self._queries.pop(reply["id"], None)
        if asker is not None:
            self._sio.emit("query_reply", reply, to=asker)

    def _relay(self, event: str, sid: str, *arguments: Any) -> None:
        manifest = self.world.manifest
        if event != f"module.{manifest['id']}" or not manifest.get("socket"):
            return
        self._to_others(sid, event, *arguments[:1], self._pages[sid])

    def _to_others(self, sid: str, event: str, *arguments: Any) -> None:
        with self._lock:
            others = [page for page in self._pages if page != sid]
        for page in others:
            self._sio.emit(event, arguments, to=page)

    # ---------------------------------------------------------------- fights

    def _watch_fight(self, parent: str) -> None:
        combat = self.world.get("Combat", parent.partition(".")[2])
        if combat is None or not combat.get("round"):
            return
        standing = {
            actor["prototypeToken"]["disposition"]
            for combatant in combat["combatants"]
            if not combatant.get("defeated")
            and (actor := self.world.get("Actor", combatant["actorId"])) is not None
        }
        if len(standing) <= 1:
            self._sio.emit("fight_over", {"combat": combat["_id"]})

    def _new_fight(self, sid: str) -> Doc:
        if self.on_new_fight is None or not self.world.is_gm(self._pages[sid]):
            return {"ok": False, "error": "Only the game master's page starts a new fight."}
        self.on_new_fight()
        return {"ok": True}
