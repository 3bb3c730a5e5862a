"""The sample characters of a rule system and the documents that show them at the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from vtt_bridge.stage.documents import OWNER, Doc

SAMPLES: Final = Path(__file__).parent / "samples"
ACTOR_TYPE: Final = "vtt-bridge.character"
SCENE_ID: Final = "practicescene001"
COMBAT_ID: Final = "practicecombat01"
DISPOSITIONS: Final = {"friendly": 1, "neutral": 0, "hostile": -1}


class Cast:
    """The people of one practice world.

    Args:
        data: as in `samples/<system>.json`: `scene`, `users`, `macros` and `characters`; a
            character has `id`, `token`, `name`, `owner` (user id or None), `side`
            (friendly, neutral or hostile), `x`, `y`, `fields` (what the rule system keeps)
            and `restore` (what a new fight sets besides).
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.scene: str = data["scene"]
        self.users: list[Doc] = data["users"]
        self.macros: list[dict[str, str]] = data["macros"]
        self.characters: list[Doc] = data["characters"]

    @classmethod
    def of(cls, system: str) -> Cast:
        """Return the cast of a rule system.

        Raises:
            LookupError: when there is none; the text names those there are.
        """
        known = systems_with_samples()
        if system not in known:
            raise LookupError(
                f"There are no sample characters for {system}. Choose {' or '.join(known)}."
            )
        text = (SAMPLES / f"{system}.json").read_text(encoding="utf-8")
        return cls(json.loads(text))

    def gm(self) -> str:
        """Return the user id of the game master."""
        return next(str(user["id"]) for user in self.users if user["role"] == 4)

    def players(self) -> list[str]:
        """Return the user ids of the players."""
        return [str(user["id"]) for user in self.users if user["role"] < 3]

    def documents(self) -> dict[str, list[Doc]]:
        """Return the documents of a world in which a fight can begin."""
        return {
            "User": [
                {
                    "_id": user["id"],
                    "name": user["name"],
                    "role": user["role"],
                    "character": self._assigned(user["id"]),
                    "flags": {},
                }
                for user in self.users
            ],
            "Actor": [self._actor(character) for character in self.characters],
            "Scene": [
                {
                    "_id": SCENE_ID,
                    "name": self.scene,
                    "active": True,
                    "flags": {},
                    "tokens": [self._token(character) for character in self.characters],
                }
            ],
            "Combat": [self._combat()],
        }

    def _assigned(self, user: str) -> str | None:
        return next((str(c["id"]) for c in self.characters if c["owner"] == user), None)

    def _actor(self, character: Doc) -> Doc:
        ownership: dict[str, int] = {"default": 0}
        if character["owner"]:
            ownership[character["owner"]] = OWNER
        return {
            "_id": character["id"],
            "name": character["name"],
            "type": ACTOR_TYPE,
            "img": "",
            "system": {},
            "flags": {},
            "effects": [],
            "ownership": ownership,
            "prototypeToken": {"actorLink": True, "disposition": DISPOSITIONS[character["side"]]},
        }

    def _token(self, character: Doc) -> Doc:
        return {
            "_id": character["token"],
            "name": character["name"],
            "actorId": character["id"],
            "actorLink": True,
            "x": character["x"],
            "y": character["y"],
            "disposition": DISPOSITIONS[character["side"]],
            "bar1": {"attribute": "bars.a"},
            "bar2": {"attribute": "bars.b"},
            "hidden": False,
            "flags": {},
        }

    def _combat(self) -> Doc:
        count = len(self.characters)
        return {
            "_id": COMBAT_ID,
            "name": self.scene,
            "scene": SCENE_ID,
            "active": True,
            "round": 0,
            "turn": None,
            "flags": {},
            "combatants": [
                {
                    "_id": f"combatant{place:07d}",
                    "name": "",
                    "actorId": character["id"],
                    "tokenId": character["token"],
                    "sceneId": SCENE_ID,
                    "initiative": count - place,
                    "hidden": False,
                    "defeated": False,
                    "flags": {},
                }
                for place, character in enumerate(self.characters)
            ],
        }


def systems_with_samples() -> list[str]:
    """Return the keys of the rule systems that have sample characters."""
    return sorted(path.stem for path in SAMPLES.glob("*.json"))
