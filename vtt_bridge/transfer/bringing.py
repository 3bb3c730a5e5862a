"""Bringing a file into a world: what differs, in lines, and the commands that make it so.

The commands are rehearsed on a copy of the table. Only if all of them would be accepted is any
carried out, so what cannot be brought in changes nothing.
"""

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.dice import SystemDice
from engine.table import Table
from vtt_bridge.journals import load_table
from vtt_bridge.store import Plain, Store, World
from vtt_bridge.transfer import words
from vtt_bridge.transfer.documents import (
    TABLE_FORMAT,
    characters_of,
    check,
    check_characters,
    place_of,
)

SENDER = {"user": "", "name": words.IMPORTER, "gm": True, "owns": []}
SIDES = ("side", "control")
CONDUCT = ("automation", "dice")


@dataclass(frozen=True, slots=True)
class Wish:
    """Whom a character's file is meant for: the one of its own name, another, or somebody new."""

    onto: str | None = None
    new: bool = False


@dataclass(slots=True)
class Plan:
    """Commands, as verb and arguments, and what they change in plain lines."""

    commands: list[tuple[str, Plain]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def actions(self) -> list[Plain]:
        return [
            {
                "kind": "command",
                "id": f"import-{uuid.uuid4()}",
                "sender": SENDER,
                "verb": verb,
                "args": args,
            }
            for verb, args in self.commands
        ]


CarryOut = Callable[[Callable[[], list[Plain]]], list[Plain]]


def bring_in(
    carry_out: CarryOut, store: Store, world: World, document: object, wish: Wish, dry_run: bool
) -> list[str]:
    """Make a world as a file says; return what that changes (or would), a line each.

    `carry_out` is that of the world's `LiveTable`. Raises a `Refusal`, and changes nothing then.
    """
    checked = check(document)
    lines: list[str] = []

    def prepare() -> list[Plain]:
        copy, _ = load_table(store, world, SystemDice)
        plan = planned(copy, checked, wish)
        actions = plan.actions()
        rehearse(copy, actions)
        lines.extend(plan.lines)
        return [] if dry_run else actions

    carry_out(prepare)
    return lines


def rehearse(copy: Table, actions: list[Plain]) -> None:
    """Carry out actions on a table of one's own; raises a `Refusal` if one is refused."""
    for action in actions:
        outcome = copy.act({**action})
        if outcome.refusal is not None:
            args = action["args"]
            known = copy.state.characters.get(args.get("character", ""))
            what = known.name if known else args.get("name", words.TABLE)
            raise words.cannot_be(what, outcome.refusal["text"])


def planned(table: Table, document: Plain, wish: Wish) -> Plan:
    """What must be done at a table so that it is as a checked file says."""
    plan = Plan()
    whole = document["format"] == TABLE_FORMAT
    if whole and (wish.new or wish.onto):
        raise words.onto_with_a_table()
    table = _system(table, document, plan, whole)
    check_characters(document, table.system)
    view = table.view("gm")
    description = table.describe()
    if whole:
        _rules(description, view["rules"], document["rules"], plan)
        _conduct(view["conduct"], document["conduct"], plan)
    present = list(view["characters"].values())
    for one in characters_of(document):
        known = _counterpart(one, present, wish)
        if known is None:
            _add(one, plan)
        else:
            present.remove(known)
            _edit(description, known, one, SIDES + CONDUCT if whole else CONDUCT, plan)
    return plan


def _system(table: Table, document: Plain, plan: Plan, whole: bool) -> Table:
    """The table with the file's rules; other rules only where nobody would lose anything."""
    theirs, ours = document["system"], table.state.system
    if theirs == ours:
        return table
    if not whole or table.state.characters:
        raise words.other_system(theirs, ours)
    plan.commands.append(("table.system", {"system": theirs}))
    plan.lines.append(words.rules_line(ours, theirs))
    return Table(theirs)


def _counterpart(one: Plain, present: list[Plain], wish: Wish) -> Plain | None:
    """Whom a file's character is: of several with one name the first that is left."""
    if wish.new:
        return None
    if wish.onto is not None:
        return present[place_of(wish.onto, present)]
    return next((known for known in present if known["name"] == one["name"]), None)


def _rules(description: Plain, now: Plain, wanted: Plain, plan: Plan) -> None:
    switches = {one["key"]: one for one in description["rules"]}
    changed = _changed(now, wanted)
    for key, value in changed.items():
        switch = switches.get(key)
        if switch is None:
            raise words.unknown_field(words.HOUSE_RULE, key[:40])
        shown = [said(one, switch) for one in (now[key], value)]
        plan.lines.append(words.line(words.HOUSE_RULE, switch["label"], *shown))
    if changed:
        plan.commands.append(("rules.set", {"rules": changed}))


def _conduct(now: Plain, wanted: Plain, plan: Plan) -> None:
    changed = _changed(now, wanted)
    for key, value in changed.items():
        if key not in words.CONDUCT:
            raise words.unknown_field(words.TABLE, key[:40])
        plan.lines.append(words.line(words.TABLE, words.CONDUCT[key], now[key], value))
    if changed:
        plan.commands.append(("table.conduct", changed))


def _changed(now: Plain, wanted: Plain) -> Plain:
    """What is wanted otherwise than it is now; in JSON, true is not 1."""
    return {
        key: value
        for key, value in wanted.items()
        if json.dumps(now.get(key), sort_keys=True) != json.dumps(value, sort_keys=True)
    }


def _add(one: Plain, plan: Plan) -> None:
    """Somebody new, whom no token stands for yet."""
    who = f"imported-{uuid.uuid4().hex}"
    own = {key: one[key] for key in ("name", "side", "control", "fields")}
    conduct = {key: one[key] for key in CONDUCT if one[key] is not None}
    plan.commands.append(("character.add", {"id": who, **own}))
    plan.commands.append(("character.edit", {"character": who, "bound": False, **conduct}))
    plan.lines.append(words.new_character(one["name"]))


def _edit(description: Plain, known: Plain, one: Plain, own: tuple[str, ...], plan: Plan) -> None:
    """What a character has otherwise, in one edit."""
    fields = _changed(known["fields"], one["fields"])
    changed = {key: one[key] for key in own if known[key] != one[key]}
    name = known["name"]
    for key, value in changed.items():
        plan.lines.append(words.line(name, words.OWN[key], said(known[key]), said(value)))
    for shown in description["fields"]:
        if shown["key"] in fields:
            old, new = known["fields"][shown["key"]], fields[shown["key"]]
            plan.lines.append(_line(name, shown, old, new, description))
    if fields or changed:
        edit = {"character": known["id"], **changed, **({"fields": fields} if fields else {})}
        plan.commands.append(("character.edit", edit))


def _line(name: str, shown: Plain, old: Any, new: Any, description: Plain) -> str:
    if not isinstance(old, list) or not isinstance(new, list):
        return words.line(name, shown["label"], said(old, shown), said(new, shown))
    names = {one["key"]: one["name"] for one in description["abilities"]}
    before, after = ([_item(one, names) for one in each] for each in (old, new))
    more = [one for one in after if one not in before]
    less = [one for one in before if one not in after]
    return words.list_line(name, shown["label"], more, less)


def _item(one: Any, names: Mapping[str, str]) -> str:
    """An entry of a list: an ability by its name, a row by what stands in it."""
    if isinstance(one, dict):
        return " ".join(said(value) for value in one.values() if value not in (None, ""))
    return names.get(one, said(one)) if isinstance(one, str) else said(one)


def said(value: Any, shown: Plain | None = None) -> str:
    """A value in words; `shown` is a field or switch with options."""
    for option in (shown or {}).get("options", ()):
        if option["value"] == value and type(option["value"]) is type(value):
            return str(option["label"])
    if isinstance(value, bool):
        return words.YES_NO[value]
    return words.NOTHING if value in (None, "", []) else str(value)[:200]
