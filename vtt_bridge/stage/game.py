"""A practice game: a real bridge and a practice table beside it, with sample characters."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from vtt_bridge.server import BridgeServer
from vtt_bridge.service import Bridge
from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.documents import Doc
from vtt_bridge.stage.server import StageServer
from vtt_bridge.stage.world import World

WORLD_ID: Final = "practice-table"
MODULE: Final = Path(__file__).parents[2] / "foundry_module"
END_WITHIN: Final = 3.0
THE_TABLE: Final = {"user": "practice-table", "name": "Practice table", "gm": True, "owns": []}


class PracticeGame:
    """A bridge and a practice table, from `start` to `stop`.

    Args:
        cast: the sample characters.
        system: key of their rule system.
        generation: 13 or 14.
        data: the bridge's data folder.
        bridge_port, table_port: first port to try, 0 for any.
        show: the bridge's console.
        paired: whether the game master's page opens already paired.
        start_fight, pause_between_fights: as for `StageServer`.
        options: those of `vtt_bridge.service.Bridge`.
    """

    def __init__(
        self,
        cast: Cast,
        *,
        system: str,
        generation: int,
        data: Path,
        bridge_port: int = 0,
        table_port: int = 0,
        show: Callable[[str], None] = print,
        paired: bool = True,
        start_fight: bool = False,
        pause_between_fights: float = 12.0,
        **options: Any,
    ) -> None:
        self.cast = cast
        self.bridge_server = BridgeServer(data, port=bridge_port, show=show, **options)
        manifest = json.loads((MODULE / "module.json").read_text(encoding="utf-8"))
        self.world = World(generation, manifest, cast.documents())
        try:
            self.table = StageServer(
                self.world,
                MODULE,
                world_id=WORLD_ID,
                title=cast.scene,
                port=table_port,
                macros=cast.macros,
                on_new_fight=self._restore_characters,
                start_fight=start_fight,
                pause_between_fights=pause_between_fights,
            )
        except BaseException:
            self.bridge_server.stop()
            raise
        token = self.bridge.admit(WORLD_ID, cast.scene, self.table.origin, system)
        if paired:
            connection = {"address": self.bridge_server.address, "token": token}
            self.table.client_settings["vtt-bridge.connections"] = {WORLD_ID: connection}
        self._add_characters()

    @property
    def bridge(self) -> Bridge:
        """The bridge itself, for those who run it in their own process."""
        return self.bridge_server.bridge

    def start(self) -> None:
        """Listen; both servers run in threads of their own."""
        self.bridge_server.start()
        self.table.start()

    def stop(self) -> None:
        """Stop both servers."""
        self.table.stop()
        self.bridge_server.stop()

    def gm_address(self, theme: str = "dark") -> str:
        """Return the address of the game master's page."""
        return self.table.address(self.cast.gm(), theme)

    def player_addresses(self, theme: str = "dark") -> list[str]:
        """Return the addresses of the players' pages."""
        return [self.table.address(user, theme) for user in self.cast.players()]

    def perform(self, verb: str, **args: Any) -> Doc:
        """Carry out one of the game master's verbs at the bridge and return its answer.

        Raises:
            RuntimeError: when the engine refuses; the text is the engine's own.
        """
        action: Doc = {
            "kind": "command",
            "id": str(uuid.uuid4()),
            "verb": verb,
            "actor": None,
            "args": args,
            "targets": [],
            "seen": None,
            "sender": THE_TABLE,
        }
        ack: Doc = self.bridge.perform(WORLD_ID, action)
        if not ack["ok"]:
            raise RuntimeError(ack["error"]["text"])
        return ack

    def _add_characters(self) -> None:
        for character in self.cast.characters:
            self.perform(
                "character.add",
                id=uuid_of(character),
                name=character["name"],
                side=character["side"],
                control="pc" if character["owner"] else "npc",
                fields=character["fields"],
            )

    def _restore_characters(self) -> None:
        """Bring everybody back when the old fight is over at the bridge, so that no card tells."""
        give_up = time.monotonic() + END_WITHIN
        while self.bridge.fights(WORLD_ID) and time.monotonic() < give_up:
            time.sleep(0.05)
        for character in self.cast.characters:
            fields = {**character["fields"], **character["restore"]}
            self.perform("character.edit", character=uuid_of(character), fields=fields)


def uuid_of(character: Doc) -> str:
    """Return the UUID under which the module knows a sample character."""
    return f"Actor.{character['id']}"
