"""The documents of one practice world, with the rights that a Foundry server enforces."""

from __future__ import annotations

import copy
import json
import threading
import time
from collections.abc import Mapping
from typing import Any

from vtt_bridge.stage.documents import (
    EMBEDDED,
    OWNER,
    PRIMARY,
    Doc,
    RefusedError,
    check_fields,
    check_message,
    merge,
    new_id,
    subtypes,
)
from vtt_bridge.stage.sanitise import clean_html

GAMEMASTER = 4
ASSISTANT = 3


class World:
    """Users, actors, scenes, messages, combats and settings of one table.

    Args:
        generation: 13 or 14.
        manifest: the module's `module.json`.
        seed: documents to begin with, keyed by document name.
    """

    def __init__(
        self, generation: int, manifest: Mapping[str, Any], seed: Mapping[str, list[Doc]]
    ) -> None:
        if generation not in (13, 14):
            raise ValueError("The practice table speaks generations 13 and 14 only.")
        self.generation = generation
        self.manifest = manifest
        self.lock = threading.RLock()
        self._documents: dict[str, dict[str, Doc]] = {name: {} for name in PRIMARY}
        for name, documents in seed.items():
            for document in documents:
                self._documents[name][document["_id"]] = copy.deepcopy(document)

    # ---------------------------------------------------------------- reading

    def all(self, document: str) -> list[Doc]:
        """Return the stored documents of one class, in order of creation."""
        return list(self._documents[document].values())

    def get(self, document: str, key: str) -> Doc | None:
        """Return one primary document or None."""
        return self._documents[document].get(key)

    def is_gm(self, user: str) -> bool:
        """Tell whether the user is a game master or an assistant."""
        known = self._documents["User"].get(user)
        return known is not None and int(known["role"]) >= ASSISTANT

    def sees(self, user: str, document: str, doc: Mapping[str, Any]) -> bool:
        """Tell whether a document is sent to the user at all; only whispers are withheld."""
        if document != "ChatMessage" or not doc.get("whisper"):
            return True
        return user in doc["whisper"] or user == doc["author"]

    def snapshot(self, user: str) -> dict[str, list[Doc]]:
        """Return everything that a page of this user is given when it opens."""
        with self.lock:
            return {
                name: [copy.deepcopy(d) for d in self.all(name) if self.sees(user, name, d)]
                for name in PRIMARY
            }

    # ---------------------------------------------------------------- changing

    def create(self, user: str, document: str, parent: str | None, data: list[Doc]) -> list[Doc]:
        """Store new documents and return them.

        Raises:
            RefusedError: when the user may not, or the data are not valid.
        """
        with self.lock:
            created = []
            for given in data:
                doc = copy.deepcopy(given)
                check_fields(document, doc, self.generation)
                doc["_id"] = new_id()
                doc["_stats"] = {"lastModifiedBy": user}
                doc.setdefault("flags", {})
                self._prepare(user, document, parent, doc)
                created.append(doc)
            for doc in created:
                self._store(document, parent, doc)
            return copy.deepcopy(created)

    def update(self, user: str, document: str, parent: str | None, changes: list[Doc]) -> list[Doc]:
        """Merge changes (each with `_id`) and return what really changed, `_id` included.

        Raises:
            RefusedError: when the user may not, the document is gone, or the data are not valid.
        """
        with self.lock:
            found = []
            for change in changes:
                doc = self._find(document, parent, change.get("_id", ""))
                body = {k: v for k, v in change.items() if k not in ("_id", "_stats")}
                check_fields(document, body, self.generation)
                self._may_update(user, document, parent, doc, body)
                trial = copy.deepcopy(doc)
                differing = merge(trial, body)
                if document == "ChatMessage":
                    check_message(trial, self.manifest, self._documents["User"], self.generation)
                    differing = {
                        k: (trial[k] if k in ("content", "flavor", "title", "rolls") else v)
                        for k, v in differing.items()
                    }
                if document == "Actor":
                    self._clean_actor(trial)
                if differing:
                    trial["_stats"] = differing["_stats"] = {"lastModifiedBy": user}
                found.append((doc, trial, differing))
            for doc, trial, _ in found:
                doc.clear()
                doc.update(trial)
            return [{"_id": doc["_id"], **copy.deepcopy(diff)} for doc, _, diff in found if diff]

    def delete(self, user: str, document: str, parent: str | None, ids: list[str]) -> list[Doc]:
        """Remove documents and return them as they were.

        Raises:
            RefusedError: when the user may not or a document is gone.
        """
        with self.lock:
            gone = [self._find(document, parent, key) for key in ids]
            for doc in gone:
                self._may_delete(user, document, parent, doc)
            for doc in gone:
                if document in EMBEDDED:
                    self._siblings(document, parent).remove(doc)
                else:
                    del self._documents[document][doc["_id"]]
            return copy.deepcopy(gone)

    def setting(self, user: str, key: str, value: str) -> tuple[str, Doc]:
        """Set a world setting; return ("create" or "update", the setting's document).

        Raises:
            RefusedError: when the user is no game master.
        """
        if not self.is_gm(user):
            raise RefusedError(f"You lack the permission to change the world setting {key}")
        with self.lock:
            for doc in self.all("Setting"):
                if doc["key"] == key:
                    doc["value"] = value
                    return "update", copy.deepcopy(doc)
            doc = {"_id": new_id(), "key": key, "value": value, "flags": {}}
            self._documents["Setting"][doc["_id"]] = doc
            return "create", copy.deepcopy(doc)

    # ---------------------------------------------------------------- inside

    def _siblings(self, document: str, parent: str | None) -> list[Doc]:
        owner, field = EMBEDDED[document]
        name, _, key = (parent or "").partition(".")
        if document == "ActiveEffect" and name == "Scene":
            return self._own_effects(self._token(parent))
        doc = self._documents[owner].get(key) if name == owner else None
        if doc is None:
            raise RefusedError(f"{document} needs a {owner} to belong to, not {parent!r}")
        siblings: list[Doc] = doc.setdefault(field, [])
        return siblings

    def _token(self, uuid: str | None) -> Doc:
        """The token that a UUID names, or whose own actor it names."""
        _, scene, _, key, *_ = [*(uuid or "").split("."), "", "", "", ""]
        tokens = self._documents["Scene"].get(scene, {}).get("tokens", [])
        for token in tokens:
            if token["_id"] == key:
                found: Doc = token
                return found
        raise RefusedError(f"Token {key} does not exist")

    def _own_effects(self, token: Doc) -> list[Doc]:
        """The effects of a token that is not linked: the actor's, until they differ."""
        delta = token.setdefault("delta", {})
        actor = self._documents["Actor"].get(token.get("actorId") or "", {})
        effects: list[Doc] = delta.setdefault("effects", copy.deepcopy(actor.get("effects", [])))
        return effects

    def _find(self, document: str, parent: str | None, key: str) -> Doc:
        if document == "ActorDelta":
            delta: Doc = self._token(parent).setdefault("delta", {})
            delta.setdefault("_id", key)
            return delta
        if document in EMBEDDED:
            for doc in self._siblings(document, parent):
                if doc["_id"] == key:
                    return doc
        elif document in self._documents and key in self._documents[document]:
            return self._documents[document][key]
        raise RefusedError(f"{document} {key} does not exist")

    def _store(self, document: str, parent: str | None, doc: Doc) -> None:
        if document in EMBEDDED:
            self._siblings(document, parent).append(doc)
        else:
            self._documents[document][doc["_id"]] = doc

    def _owns(self, user: str, actor_id: str | None) -> bool:
        if self.is_gm(user):
            return True
        actor = self._documents["Actor"].get(actor_id or "")
        if actor is None:
            return False
        ownership = actor.get("ownership", {})
        return int(ownership.get(user, ownership.get("default", 0))) >= OWNER

    def _owns_parent(self, user: str, parent: str | None) -> bool:
        """Whether a user owns the actor of that UUID, or of the token that it names."""
        name, _, key = (parent or "").partition(".")
        return self._owns(user, self._token(parent).get("actorId") if name == "Scene" else key)

    def _prepare(self, user: str, document: str, parent: str | None, doc: Doc) -> None:
        if document == "ChatMessage":
            doc.setdefault("author", user)
            if doc["author"] != user and not self.is_gm(user):
                raise RefusedError("You may only write messages of your own")
            if doc["author"] not in self._documents["User"]:
                raise RefusedError(f"The message names an unknown author, {doc['author']!r}")
            doc.setdefault("content", "")
            doc.setdefault("speaker", {})
            doc["timestamp"] = int(time.time() * 1000)
            check_message(doc, self.manifest, self._documents["User"], self.generation)
            return
        if document == "ActiveEffect":
            allowed = self._owns_parent(user, parent)
        elif document == "Combatant":
            self._siblings(document, parent)
            allowed = self._owns(user, doc.get("actorId"))
        else:
            allowed = self.is_gm(user)
        if not allowed:
            raise RefusedError(f"You lack the permission to create a {document}")
        if document == "Actor":
            if doc.get("type") not in subtypes(self.manifest, "Actor"):
                raise RefusedError(f'"{doc.get("type")}" is not a valid type for an Actor')
            doc.setdefault("ownership", {"default": 0, user: OWNER})
            doc.setdefault("effects", [])
            self._clean_actor(doc)
        if document == "Combat":
            doc.setdefault("round", 0)
            doc.setdefault("turn", None)
            doc["combatants"] = [{**c, "_id": new_id()} for c in doc.get("combatants", [])]

    def _clean_actor(self, actor: Doc) -> None:
        spec = subtypes(self.manifest, "Actor").get(actor["type"], {})
        for field in spec.get("htmlFields", []):
            if isinstance(actor.get("system", {}).get(field), str):
                actor["system"][field] = clean_html(actor["system"][field])

    def _may_update(
        self, user: str, document: str, parent: str | None, doc: Doc, change: Doc
    ) -> None:
        if self.is_gm(user):
            return
        allowed = False
        if document == "User":
            allowed = doc["_id"] == user and not {"role", "permissions"} & change.keys()
        elif document == "Actor":
            allowed = self._owns(user, doc["_id"]) and "ownership" not in change
            self._refuse_gm_only(doc, change)
        elif document == "ChatMessage":
            allowed = doc["author"] == user and "author" not in change
        elif document in ("Token", "Combatant"):
            allowed = self._owns(user, doc.get("actorId"))
        elif document == "Combat":
            allowed = self._is_own_turn(user, doc) and change.keys() <= {"round", "turn"}
        elif document == "ActiveEffect":
            allowed = self._owns_parent(user, parent)
        elif document == "ActorDelta":
            allowed = self._owns_parent(user, parent) and "ownership" not in change
            actor = self._documents["Actor"].get(self._token(parent).get("actorId", ""), {})
            self._refuse_gm_only({"type": actor.get("type", "")}, change)
        if not allowed:
            raise RefusedError(f"You lack the permission to update {document} {doc['_id']}")

    def _refuse_gm_only(self, actor: Doc, change: Doc) -> None:
        spec = subtypes(self.manifest, "Actor").get(actor["type"], {})
        touched = change.get("system", {})
        for field in spec.get("gmOnlyFields", []):
            node: Any = touched
            for part in field.split("."):
                node = node.get(part) if isinstance(node, dict) else None
                if node is None:
                    break
            if node is not None:
                raise RefusedError(f"Only a game master may change system.{field}")

    def _is_own_turn(self, user: str, combat: Doc) -> bool:
        turn = combat.get("turn")
        order = sorted_combatants(combat)
        if turn is None or turn >= len(order):
            return False
        return self._owns(user, order[turn].get("actorId"))

    def _may_delete(self, user: str, document: str, parent: str | None, doc: Doc) -> None:
        if self.is_gm(user):
            return
        own_message = document == "ChatMessage" and doc["author"] == user
        own_effect = document == "ActiveEffect" and self._owns_parent(user, parent)
        if not (own_message or own_effect):
            raise RefusedError(f"You lack the permission to delete {document} {doc['_id']}")


def sorted_combatants(combat: Mapping[str, Any]) -> list[Doc]:
    """Return the combatants in turn order: highest initiative first, then by id."""

    def key(combatant: Doc) -> tuple[float, str]:
        initiative = combatant.get("initiative")
        return (-float("-inf" if initiative is None else initiative), combatant["_id"])

    return sorted(combat.get("combatants", []), key=key)


def setting_documents(values: Mapping[str, Any]) -> list[Doc]:
    """Return settings documents for a seed; values are stored as JSON text."""
    return [
        {"_id": new_id(), "key": key, "value": json.dumps(value), "flags": {}}
        for key, value in values.items()
    ]
