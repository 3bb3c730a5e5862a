"""The two kinds of files: what they hold, and whether one is as it must be."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from engine.system import System, systems
from engine.table import ENGINE_VERSION, Table
from vtt_bridge.schemas import first_error
from vtt_bridge.store import Plain
from vtt_bridge.transfer import words

TABLE_FORMAT = "vtt-bridge table"
CHARACTER_FORMAT = "vtt-bridge character"
FORMAT_VERSION = 1

_name = validate.Length(min=1, max=200)


class CharacterSchema(Schema):
    name = fields.String(required=True, validate=_name)
    side = fields.String(required=True, validate=validate.Length(max=200))
    control = fields.String(required=True, validate=validate.OneOf(["pc", "npc"]))
    automation = fields.String(required=True, allow_none=True)
    dice = fields.String(required=True, allow_none=True)
    fields_ = fields.Dict(keys=fields.String(), required=True, data_key="fields")


class HeadSchema(Schema):
    format = fields.String(required=True)
    format_version = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    engine = fields.String(required=True, validate=_name)
    system = fields.String(required=True, validate=_name)
    note = fields.String()
    abilities = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class CharacterFileSchema(HeadSchema):
    character = fields.Nested(CharacterSchema, required=True)


class TableFileSchema(HeadSchema):
    title = fields.String(required=True, validate=_name)
    rules = fields.Dict(keys=fields.String(), required=True)
    conduct = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    characters = fields.List(
        fields.Nested(CharacterSchema), required=True, validate=validate.Length(max=5000)
    )


SCHEMAS = {TABLE_FORMAT: TableFileSchema(), CHARACTER_FORMAT: CharacterFileSchema()}


def table_document(table: Table, title: str) -> Plain:
    """A table: house rules, conduct and all characters as they are now, without encounters."""
    view = table.view("gm")
    characters = [_character(one) for one in view["characters"].values()]
    return {
        **_head(TABLE_FORMAT, table, characters),
        "title": title,
        "rules": view["rules"],
        "conduct": view["conduct"],
        "characters": characters,
    }


def character_document(table: Table, name: str) -> Plain:
    """One character by its name; raises a `Refusal` where that names nobody or several."""
    views = list(table.view("gm")["characters"].values())
    character = _character(views[place_of(name, views)])
    return {**_head(CHARACTER_FORMAT, table, [character]), "character": character}


def place_of(name: str, characters: list[Plain]) -> int:
    """Where the only one of that name is among `characters`; raises a `Refusal`."""
    names = [str(one["name"]) for one in characters]
    if names.count(name) != 1:
        raise words.which_character(name, names)
    return names.index(name)


def _head(kind: str, table: Table, characters: list[Plain]) -> Plain:
    known = {key: one.name for key, one in table.system.book.data.items()}
    used = [key for one in characters for key in one["fields"].get("abilities", [])]
    return {
        "format": kind,
        "format_version": FORMAT_VERSION,
        "engine": ENGINE_VERSION,
        "system": table.state.system,
        "note": words.NOTE,
        "abilities": {key: known[key] for key in dict.fromkeys(used)},
    }


def _character(view: Plain) -> Plain:
    return {key: view[key] for key in ("name", "side", "control", "automation", "dice", "fields")}


def check(document: object) -> Plain:
    """The document, if it is as an export is; else raises a `Refusal`."""
    kind = document.get("format") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(kind, str) or kind not in SCHEMAS:
        raise words.no_export()
    version = document.get("format_version")
    if type(version) is int and version > FORMAT_VERSION:
        raise words.newer_export(version, FORMAT_VERSION)
    try:
        SCHEMAS[kind].load(document)
    except ValidationError as error:
        raise words.bad_export(*first_error(error.messages)) from None
    if document["system"] not in systems():
        raise words.other_system(document["system"][:40], ", ".join(systems()))
    return document


def check_characters(document: Plain, system: System) -> None:
    """Raise a `Refusal` unless the rules know all fields and abilities of the characters."""
    for one in characters_of(document):
        _check_character(one, system, document["abilities"])


def characters_of(document: Plain) -> list[Plain]:
    alone = document["format"] == CHARACTER_FORMAT
    found: list[Plain] = [document["character"]] if alone else document["characters"]
    return found


def _check_character(one: Plain, system: System, names: dict[str, Any]) -> None:
    known = {field.key for field in system.fields}
    for key in one["fields"]:
        if key not in known:
            raise words.unknown_field(one["name"], key[:40])
    abilities = one["fields"].get("abilities", [])
    if isinstance(abilities, list):
        book = system.book.data
        unknown = [str(key) for key in abilities if not isinstance(key, str) or key not in book]
        if unknown:
            raise words.unknown_abilities(one["name"], [names.get(key, key) for key in unknown])
