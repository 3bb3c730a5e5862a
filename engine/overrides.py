"""What the game master does by hand, alike in every system: roster, encounters, house rules.

Each is a verb of its own (`character.add` ...) that runs like any command, is kept in the journal
and can be undone. None fires an ability or throws dice, save that an encounter's first turn begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import (
    CharacterAdded,
    CombatWentOn,
    ConductSet,
    EncounterEnded,
    EncounterStarted,
    Event,
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
    """One of the game master's verbs: what it needs, where it runs, what it does.

    One that may be done to `many` at once needs for `each` of them what it names there.
    """

    needs: tuple[str, ...]
    scope: Callable[[AnyState, dict[str, Any]], Scope]
    run: Callable[..., None]
    each: tuple[str, ...] = ()
    many: str = ""


OWN = ("name", "side", "control", "bound", "automation", "dice")
CONDUCT = ("automation", "dice", "odds")
TEXTS = ("suggestion", "id", "character", "encounter", "system")


def check_shapes(override: Override, args: dict[str, Any]) -> None:
    """Raises `Refused` (bad_command) where an argument is missing or is of another type."""
    several = bool(override.many) and override.many in args
    for name in (*override.needs, *(() if several else override.each)):
        if name not in args:
            raise Refused("bad_command", what=f"{name} is missing")
    for name in TEXTS:
        if not isinstance(args.get(name, ""), str):
            raise Refused("bad_command", what=f"{name} must be a text")
    if not isinstance(args.get("rules", {}), dict):
        raise Refused("bad_command", what="rules must be switches with their values")
    for name in ("order", "characters"):
        listed = args.get(name, [])
        if not isinstance(listed, list) or not all(isinstance(who, str) for who in listed):
            raise Refused("bad_command", what=f"{name} must be a list of characters")
    if "characters" in args:
        _check_each(args["characters"], "characters")
    if "newcomers" in args:
        _check_newcomers(args["newcomers"])


def _check_newcomers(newcomers: Any) -> None:
    if not isinstance(newcomers, list) or not all(isinstance(one, dict) for one in newcomers):
        raise Refused("bad_command", what="newcomers must be a list of new characters")
    for one in newcomers:
        if "newcomers" in one:
            raise Refused("bad_command", what="a newcomer brings nobody along")
        check_shapes(OVERRIDES["character.add"], one)
    _check_each([one["id"] for one in newcomers], "newcomers")


def _check_each(listed: list[str], name: str) -> None:
    if not listed:
        raise Refused("bad_command", what=f"{name} names nobody")
    if len(set(listed)) != len(listed):
        raise Refused("bad_command", what=f"{name} names somebody twice")


def everyone(args: dict[str, Any]) -> list[str]:
    """Those whom a verb is about: `characters`, or the one `character`."""
    return list(args["characters"]) if "characters" in args else [args["character"]]


def _newcomers(args: dict[str, Any]) -> list[dict[str, Any]]:
    newcomers: list[dict[str, Any]] = args.get("newcomers", [])
    return newcomers


def _new_ones(args: dict[str, Any]) -> list[str]:
    return [one["id"] for one in _newcomers(args)]


def _character(state: AnyState, args: dict[str, Any]) -> Scope:
    who = args["character"]
    if who not in state.characters:
        raise Refused("unknown_character")
    return Scope(state.characters[who].encounter, (who,))


def _characters(state: AnyState, args: dict[str, Any]) -> Scope:
    people = everyone(args)
    _all_known(state, people)
    encounter = state.characters[people[0]].encounter
    if any(state.characters[who].encounter != encounter for who in people):
        raise Refused("bad_command", what="characters must be of one encounter")
    return Scope(encounter, tuple(people))


def _new(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(None, tuple(_new_ones(args) or [args["id"]]))


def _nobody(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(None, ())


def _whole(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(None, (), whole=True)


def _encounter(state: AnyState, args: dict[str, Any]) -> Scope:
    key = args["encounter"]
    if key not in state.encounters:
        raise Refused("unknown_encounter")
    return Scope(key, tuple(state.encounters[key].order))


def _joined(state: AnyState, args: dict[str, Any]) -> Scope:
    scope, new = _encounter(state, args), _new_ones(args)
    _all_known(state, everyone(args), new)
    return Scope(scope.encounter, tuple(dict.fromkeys((*scope.characters, *everyone(args), *new))))


def _encounter_and_bystanders(state: AnyState, args: dict[str, Any]) -> Scope:
    """An encounter that ends concerns all who are in no other one."""
    scope = _encounter(state, args)
    free = [who for who, one in state.characters.items() if one.encounter is None]
    return Scope(scope.encounter, (*scope.characters, *free))


def _suggested(state: AnyState, args: dict[str, Any]) -> Scope:
    return Scope(args["encounter"], tuple(args["characters"]))


def _started(state: AnyState, args: dict[str, Any]) -> Scope:
    new = _new_ones(args)
    _known(state, args["order"], new)
    return Scope(args["id"], tuple(dict.fromkeys((*args["order"], *new))))


def _known(state: AnyState, order: list[str], new: Sequence[str] = ()) -> None:
    if len(set(order)) != len(order):
        raise Refused("bad_command", what="the order names somebody twice")
    if not order:
        raise Refused("empty_encounter")
    _all_known(state, order, new)


def _all_known(state: AnyState, people: list[str], new: Sequence[str] = ()) -> None:
    if any(who not in state.characters and who not in new for who in people):
        raise Refused("unknown_character")


def _free(state: AnyState, order: list[str], encounter: str) -> None:
    for who in order:
        if state.characters[who].encounter not in (None, encounter):
            raise Refused("already_in_encounter", who=state.characters[who].name)


def add_characters(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{id, name, side, control, fields}`, or `{newcomers}`: a list of such."""
    for one in _newcomers(args) if "newcomers" in args else [args]:
        _add(ctx, system, one)


def _add(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
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


def unbind_characters(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character}` or `{characters}`: the tokens are gone; questions go to the game master."""
    for event in unbound(ctx.state, args):
        ctx.emit(event)


def unbound(state: AnyState, args: dict[str, Any]) -> list[Event]:
    """What it comes to that these have no tokens any more."""
    return [edit_event(state.characters[who], {"bound": False}) for who in everyone(args)]


def start_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{id, name, order, newcomers?, ...}`; a system may read more, such as `round` or `turn_of`.

    Newcomers are added to the table before it starts.
    """
    key = args["id"]
    _check_names(args, may_be_empty=("name",))
    if key in ctx.state.encounters:
        raise Refused("already_exists", what="This encounter")
    for one in _newcomers(args):
        _add(ctx, system, one)
    _free(ctx.state, args["order"], key)
    encounter = system.encounter(key, args.get("name", ""), list(args["order"]))
    system.start(encounter, ctx.state, args)
    ctx.emit(EncounterStarted(encounter))
    ctx.encounter_id = key
    system.begin(ctx)


def join_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character, encounter, newcomers?}`, or `characters` for many.

    They come at the end of the order, also those who left it before. Newcomers are added first.
    """
    people, key = everyone(args), args["encounter"]
    for one in _newcomers(args):
        _add(ctx, system, one)
    _free(ctx.state, people, key)
    shown = system.shown_order(ctx.state, key)
    for who in people:
        if who in shown:
            raise Refused("already_exists", what=ctx.state.characters[who].name)
    others = [one for one in ctx.state.encounters[key].order if one not in people]
    ctx.emit(OrderSet(key, [*others, *people]))
    for who in people:
        system.join(ctx, who)


def leave_encounter(ctx: AnyContext, system: System, args: dict[str, Any]) -> None:
    """`{character}` or `{characters}`; whose turn it is goes last, so that none begins in vain."""
    people = [ctx.state.characters[who] for who in everyone(args)]
    for one in people:
        if one.encounter is None:
            raise Refused("needs_encounter", who=one.name)
    for one in sorted(people, key=lambda one: one.id == ctx.encounter.turn):
        system.leave(ctx, one.id)


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
    "character.add": Override(
        (), _new, add_characters, each=("id", "name", "side"), many="newcomers"
    ),
    "character.edit": Override(("character",), _character, edit_character),
    "character.unbind": Override(
        (), _characters, unbind_characters, each=("character",), many="characters"
    ),
    "encounter.start": Override(("id", "order"), _started, start_encounter),
    "encounter.join": Override(
        ("encounter",), _joined, join_encounter, each=("character",), many="characters"
    ),
    "encounter.leave": Override(
        (), _characters, leave_encounter, each=("character",), many="characters"
    ),
    "encounter.order": Override(("encounter", "order"), _encounter, order_encounter),
    GO_ON: Override(("encounter",), _encounter, go_on),
    "encounter.end": Override(("encounter",), _encounter_and_bystanders, end_encounter),
    APPLY: Override(("suggestion",), _suggested, apply_suggestion),
    "rules.set": Override(("rules",), _nobody, set_rules),
    "table.conduct": Override((), _nobody, set_conduct),
    "table.system": Override(("system",), _whole, choose_system),
}

TABLE_WIDE = {"rules.set", "table.conduct"}
"""What changes the settings of the whole table."""
