"""What the game master does by hand, alike in every system: roster, encounters, house rules.

Each is a verb of its own (`character.add` ...) that runs like any command, is kept in the journal
and can be undone. None fires an ability or throws dice, save that an encounter's first turn begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.events import (
    CharacterAdded,
    CombatWentOn,
    ConductSet,
    EncounterEnded,
    EncounterStarted,
    OrderSet,
    RulesSet,
)
from engine.history import APPLY
from engine.house_rules import BadSwitch
from engine.resolution import Context, Refused, Scope, edit_event
from engine.state import AUTOMATION, DICE, ODDS, AnyState
from engine.system import GO_ON, System, SystemChosen, get_system

AnyContext = Context[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Override:
    """One of the game master's verbs: what it needs, where it runs, what it does."""

    needs: tuple[str, ...]
    scope: Callable[[AnyState, dict[str, Any]], Scope]
    run: Callable[..., None]


OWN = ("name", "side", "control", "bound", "automation", "dice")
CONDUCT = ("automation", "dice", "odds")
TEXTS = ("suggestion", "id", "character", "encounter", "system")


def check_shapes(override: Override, args: dict[str, Any]) -> None:
    """Raises `Refused` (bad_command) where an argument is missing or is of another type."""
    for name in override.needs:
        if name not in args:
            raise Refused("bad_command", what=f"{name} is missing")
    for name in TEXTS:
        if not isinstance(args.get(name, ""), str):
            raise Refused("bad_command", what=f"{name} must be a text")
    if not isinstance(args.get("rules", {}), dict):
        raise Refused("bad_command", what="rules must be switches with their values")
    order = args.get("order", [])
    if not isinstance(order, list) or not all(isinstance(who, str) for who in order):
        raise Refused("bad_command", what="order must be a list of characters")


def _character(state: AnyState, args: dict[str, Any]) -> Scope:
    who = args["character"]
    if who not in state.characters:
        raise Refused("unknown_character")
    return Scope(state.characters[who].encounter, (who,))


def _new(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(None, (args["id"],))


def _nobody(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(None, ())


def _whole(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(None, (), whole=True)


def _encounter(state: AnyState, args: dict[str, Any]) -> Scope:
    key = args["encounter"]
    if key not in state.encounters:
        raise Refused("unknown_encounter")
    members = [*state.encounters[key].order]
    if "character" in args:
        _character(state, args)
        members.append(args["character"])
    return Scope(key, tuple(dict.fromkeys(members)))


def _encounter_and_bystanders(state: AnyState, args: dict[str, Any]) -> Scope:
    """An encounter that ends concerns all who are in no other one."""
    scope = _encounter(state, args)
    free = [who for who, one in state.characters.items() if one.encounter is None]
    return Scope(scope.encounter, (*scope.characters, *free))


def _suggested(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(args["encounter"], tuple(args["characters"]))


def _started(state: AnyState, args: dict[str, Any]) -> Scope:
    _known(state, args["order"])
    return Scope(args["id"], tuple(args["order"]))


def _known(state: AnyState, order: list[str]) -> None:
    if len(set(order)) != len(order):
        raise Refused("bad_command", what="the order names somebody twice")
    if not order:
        raise Refused("empty_encounter")
    if any(who not in state.characters for who in order):
        raise Refused("unknown_character")


def _free(state: AnyState, order: list[str], encounter: str) -> None:
    for who in order:
        if state.characters[who].encounter not in (None, encounter):
            raise Refused("already_in_encounter", who=state.characters[who].name)


def add_character(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{id, name, side, control, fields}`"""
    who, name = args["id"], args["name"]
    if who in ctx.state.characters:
        raise Refused("already_exists", what=name)
    _check_names(args)
    fields = args.get("fields", {})
    character = system.new_character(who, name, args["side"], args.get("control", "pc"), fields)
    ctx.emit(CharacterAdded(character))


def edit_character(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character, name?, side?, control?, bound?, automation?, dice?, fields?}`"""
    ctx.emit(edit_event(*edited(ctx.state, system, args)))


def edited(state: AnyState, system: System, args: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The character of an edit and the changes that it makes; raises `Refused`."""
    character = state.characters[args["character"]]
    _check_names(args)
    own: dict[str, Any] = {key: args[key] for key in OWN if key in args}
    return character, {**own, **system.checked(args.get("fields", {}), character)}


def _check_names(args: dict[str, Any], may_be_empty: tuple[str, ...] = ("side",)) -> None:
    for key in ("id", "name", "side"):
        value = args.get(key, "x")
        least = 0 if key in may_be_empty else 1
        if not isinstance(value, str) or not least <= len(value) <= 200:
            raise Refused("bad_field", label=key, value="", allowed="a text of 1 to 200 letters")
    if args.get("control", "pc") not in ("pc", "npc"):
        raise Refused("bad_field", label="control", value="", allowed="pc or npc")
    if not isinstance(args.get("bound", True), bool):
        raise Refused("bad_field", label="bound", value="", allowed="yes or no")
    _check_conduct(args, may_be_empty=(None,))
    if not isinstance(args.get("fields", {}), dict):
        raise Refused("bad_field", label="fields", value="", allowed="fields of this system")


def _check_conduct(args: dict[str, Any], may_be_empty: tuple[None, ...] = ()) -> None:
    for key, allowed in (("automation", AUTOMATION), ("dice", DICE), ("odds", ODDS)):
        if key in args and args[key] not in (*allowed, *may_be_empty):
            raise Refused("bad_field", label=key, value="", allowed="one of " + ", ".join(allowed))


def unbind_character(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character}`: its token is gone; its questions go to the game master."""
    ctx.emit(edit_event(ctx.state.characters[args["character"]], {"bound": False}))


def start_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{id, name, order, ...}`; a system may read more, such as `round` or `turn_of`."""
    key = args["id"]
    _check_names(args, may_be_empty=("name",))
    if key in ctx.state.encounters:
        raise Refused("already_exists", what="This encounter")
    _free(ctx.state, args["order"], key)
    encounter = system.encounter(key, args.get("name", ""), list(args["order"]))
    system.start(encounter, ctx.state, args)
    ctx.emit(EncounterStarted(encounter))
    ctx.encounter_id = key
    system.begin(ctx)


def join_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character, encounter}`: at the end of the order, also whoever left it before."""
    who, key = args["character"], args["encounter"]
    _free(ctx.state, [who], key)
    if who in system.shown_order(ctx.state, key):
        raise Refused("already_exists", what=ctx.state.characters[who].name)
    others = [one for one in ctx.state.encounters[key].order if one != who]
    ctx.emit(OrderSet(key, [*others, who]))
    system.join(ctx, who)


def leave_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character}`"""
    character = ctx.state.characters[args["character"]]
    if character.encounter is None:
        raise Refused("needs_encounter", who=character.name)
    system.leave(ctx, character.id)


def order_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{encounter, order}`: the same characters in another order."""
    old = ctx.state.encounters[args["encounter"]].order
    _known(ctx.state, args["order"])
    absent = [who for who in old if who not in args["order"]]
    if any(who not in old for who in args["order"]):
        raise Refused("bad_command", what="the order names somebody who is not in the encounter")
    ctx.emit(OrderSet(args["encounter"], [*args["order"], *absent]))


def go_on(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{encounter}`: it is not over after all."""
    if not ctx.encounter.over:
        raise Refused("not_over")
    ctx.emit(CombatWentOn(args["encounter"]))


def end_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{encounter}`"""
    system.end(ctx)
    ctx.emit(EncounterEnded(args["encounter"]))


def set_rules(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{rules: {switch: value}}`"""
    wanted = args["rules"]
    now = ctx.state.rules.to_data()
    try:
        system.rules.make({**now, **wanted})
    except BadSwitch as bad:
        raise Refused("bad_rule", name=str(bad)) from None
    ctx.emit(RulesSet({key: now[key] for key in wanted}, dict(wanted)))


def apply_suggestion(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{suggestion}`: what was only shown counts from here on; the table adds what it was."""
    for event in args["events"]:
        ctx.emit(system.event_from_data(event))


def set_conduct(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{automation?, dice?, odds?}`; see `engine.state.Conduct`"""
    _check_conduct(args)
    changes: dict[str, str] = {key: args[key] for key in CONDUCT if key in args}
    ctx.emit(ConductSet({key: getattr(ctx.state.conduct, key) for key in changes}, changes))


def choose_system(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{system}`: the same people, with the other system's fields at their defaults."""
    chosen = get_system(args["system"])
    if ctx.state.encounters:
        raise Refused("encounter_running")
    people = [
        chosen.new_character(one.id, one.name, one.side, one.control, {})
        for one in ctx.state.characters.values()
    ]
    ctx.emit(SystemChosen(chosen.key, people))


OVERRIDES: dict[str, Override] = {
    "character.add": Override(("id", "name", "side"), _new, add_character),
    "character.edit": Override(("character",), _character, edit_character),
    "character.unbind": Override(("character",), _character, unbind_character),
    "encounter.start": Override(("id", "order"), _started, start_encounter),
    "encounter.join": Override(("character", "encounter"), _encounter, join_encounter),
    "encounter.leave": Override(("character",), _character, leave_encounter),
    "encounter.order": Override(("encounter", "order"), _encounter, order_encounter),
    GO_ON: Override(("encounter",), _encounter, go_on),
    "encounter.end": Override(("encounter",), _encounter_and_bystanders, end_encounter),
    APPLY: Override(("suggestion",), _suggested, apply_suggestion),
    "rules.set": Override(("rules",), _nobody, set_rules),
    "table.conduct": Override((), _nobody, set_conduct),
    "table.system": Override(("system",), _whole, choose_system),
}
