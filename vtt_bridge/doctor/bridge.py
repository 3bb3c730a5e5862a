"""The running bridge: is it there, of the right version, on its port, and whom it knows."""

import http.client
import json
import time
from pathlib import Path
from typing import Any

from vtt_bridge import __version__
from vtt_bridge.control import ControlError, ask
from vtt_bridge.doctor import Finding, database, words
from vtt_bridge.folder import is_claimed, running_in
from vtt_bridge.security import bridge_name
from vtt_bridge.server import HOST

LOOK_SECONDS = 2.0
MAX_HEALTH_BYTES = 10_000
LATELY = 3600


def running(data: Path) -> Finding:
    """Whether a bridge runs on the folder, and answers."""
    told = running_in(data)
    if told is None:
        return Finding("bridge", *(words.kept() if is_claimed(data) else words.not_running()))
    try:
        status = ask(told, "status", {})
    except ControlError:
        return Finding("bridge", *words.silent(told.address, told.pid))
    return Finding("bridge", *words.runs(status["version"], told.address))


def port(data: Path, wanted: int) -> Finding:
    """Who is on the port on which pages look for the bridge."""
    if not wanted:
        return Finding("port", *words.no_port())
    try:
        health, server = _look(wanted)
    except ConnectionRefusedError:
        return Finding("port", *words.port_free(wanted))
    except (OSError, http.client.HTTPException):
        return Finding("port", *words.port_silent(wanted))
    if health.get("name") != "vtt-bridge":
        return Finding("port", *words.port_answers(wanted, server[:60]))
    told = running_in(data)
    here = told is not None and told.address.endswith(f":{wanted}")
    ours = here or health.get("bridge") == bridge_name(database.bridge_id(data) or "", None)
    return Finding("port", *(words.port_ours if ours else words.other_bridge)(wanted))


def _look(wanted: int) -> tuple[dict[str, Any], str]:
    """What answers there says of itself, and the server's name; `OSError` if nothing does."""
    connection = http.client.HTTPConnection(HOST, wanted, timeout=LOOK_SECONDS)
    try:
        connection.request("GET", "/health")
        reply = connection.getresponse()
        raw = reply.read(MAX_HEALTH_BYTES)
    finally:
        connection.close()
    try:
        health = json.loads(raw)
    except ValueError:
        health = None
    return health if isinstance(health, dict) else {}, reply.getheader("Server", "").strip()


def versions(data: Path) -> Finding:
    """Whether command, bridge and the modules of connected pages are of one version."""
    status = _status(data)
    if status is None:
        return Finding("versions", *words.no_versions())
    if status["version"] != __version__:
        return Finding("versions", *words.old_bridge(status["version"], __version__))
    for page in status["pages"]:
        if page["module"] not in (None, __version__):
            told = words.other_module(page["user"], page["module"], __version__)
            return Finding("versions", *told)
    return Finding("versions", *words.versions(__version__))


def pairings(data: Path) -> Finding:
    """Which worlds are paired, from where."""
    known = database.pairings(data)
    if known is None:
        return Finding("pairings", *words.unknown_pairings())
    if not known:
        return Finding("pairings", *words.no_pairings())
    return Finding("pairings", *words.pairings([f"{world} ({origin})" for world, origin in known]))


def refused(data: Path) -> Finding:
    """The last page that the running bridge turned away within the hour, and why."""
    status = _status(data)
    lately = [one for one in (status or {}).get("refused", ()) if time.time() - one["at"] < LATELY]
    if not lately:
        return Finding("refused", *words.none_refused())
    last = lately[-1]
    minutes = int((time.time() - last["at"]) / 60)
    return Finding("refused", *words.refused(last["origin"], minutes, last["text"], last["hint"]))


def _status(data: Path) -> dict[str, Any] | None:
    told = running_in(data)
    if told is None:
        return None
    try:
        return ask(told, "status", {})
    except ControlError:
        return None  # `running` tells
