"""Setup: which attributes attack, defend and support (T27, T41, T42).

In play everybody is asked in each interstice; whoever says nothing keeps the last choice.
"""

from __future__ import annotations

from typing import Any

from engine.resolution import Option, Question, Refused
from engine.systems.tracks import options as given
from engine.systems.tracks import words
from engine.systems.tracks.facts import PartRefused, SetupSet
from engine.systems.tracks.model import ATTRIBUTES, Ctx, Person, TracksState
from engine.systems.tracks.rules import TracksRules

ATTACKING = ("knowledge", "courage", "expression")  # T27
DEFENDING = ("knowledge", "diligence", "understanding")
ON_MAX = ("normal", "drop")
PLACES = ("support", "attack", "defense")  # T28
KINDS = {"normal": {}, "half": {"half": True}, "social": {"half": True, "social": True}}


def setup_fault(state: TracksState, rules: TracksRules, who: Any, setup: Any) -> Refused | None:
    """Why somebody may not be set up like this (T27, T41, T42)."""
    if not isinstance(who, str) or who not in state.characters:
        return Refused("unknown_character")
    person = state.characters[who]
    if not person.conscious:
        return Refused("not_conscious", who=person.name)
    if not isinstance(setup, dict):
        return given.malformed("a setup names attack, defense and support")
    chosen = [setup.get(place) for place in PLACES]
    half, social = setup.get("half", False), setup.get("social", False)
    fine = (
        setup.get("attack") in ATTACKING
        and setup.get("defense") in DEFENDING
        and setup.get("support") in ATTRIBUTES
        and len(set(chosen)) == len(chosen)
    )
    if not fine:
        return Refused("bad_setup", who=person.name)
    options = isinstance(half, bool) and isinstance(social, bool)
    if not options or setup.get("on_max", "normal") not in ON_MAX or (social and not half):
        return given.malformed("a setup is half, social and half, or neither")
    if half and person.at_max:  # T41
        return Refused("half_at_max", who=person.name)
    if social and any(one not in rules.social_attribute_set.split("_") for one in chosen):
        return Refused("bad_social_setup", who=person.name)  # T42
    return None


def ask_setups(ctx: Ctx, who: list[str]) -> None:
    """Asks the conscious at once; a choice that cannot be keeps the last one, or the plain one."""
    characters, combat = ctx.state.characters, ctx.encounter
    asked = [_question(ctx, one) for one in who if characters[one].conscious]
    chosen = {one.question.who: one.further for one in ctx.ask(asked) if one.choice is not None}
    for one in who:
        setup = combat.setups.get(one) or plain_setup(characters[one])
        if one in chosen:
            wanted = _from_answer(chosen[one])
            fault = setup_fault(ctx.state, ctx.rules, one, wanted)
            if fault is None:
                setup = wanted
            else:
                ctx.emit(PartRefused(one, f"setup.{one}", fault.code))
        if setup != combat.setups.get(one):
            ctx.emit(SetupSet(combat.id, one, setup))


def plain_setup(person: Person) -> dict[str, Any]:
    """The highest attribute that fits each place, for who never chose."""
    attack = max(ATTACKING, key=person.attribute)
    defense = max((one for one in DEFENDING if one != attack), key=person.attribute)
    rest = [one for one in ATTRIBUTES if one not in (attack, defense)]
    return {"attack": attack, "defense": defense, "support": max(rest, key=person.attribute)}


def _from_answer(further: dict[str, Any]) -> dict[str, Any]:
    places = {place: further[place] for place in PLACES}
    kind = KINDS[further["kind"]]
    return {**places, **kind, **({"on_max": further["on_max"]} if kind else {})}


def _choices(key: str, label: str, values: dict[str, str], last: str | None) -> dict[str, Any]:
    """One of the choices of a setup; what was chosen last stands first."""
    order = sorted(values, key=lambda one: one != last)
    return {
        "key": key,
        "label": label,
        "options": [{"value": one, "label": values[one]} for one in order],
    }


def _question(ctx: Ctx, who: str) -> Question:
    person = ctx.state.characters[who]
    last = ctx.encounter.setups.get(who)
    shown = last or plain_setup(person)
    kind = "social" if shown.get("social") else "half" if shown.get("half") else "normal"

    def listed(names: tuple[str, ...]) -> dict[str, str]:
        return {name: f"{name.capitalize()} {person.attribute(name)}" for name in names}

    further = [
        _choices("attack", "Attack", listed(ATTACKING), shown["attack"]),
        _choices("defense", "Defense", listed(DEFENDING), shown["defense"]),
        _choices("support", "Support", listed(ATTRIBUTES), shown["support"]),
        _choices("kind", "Combat", words.COMBAT_KINDS, kind),
        _choices("on_max", "At MAX in half combat", words.ON_MAX, shown.get("on_max")),
    ]
    return Question(
        "setup",
        who,
        "Choose three different attributes for the next round.",
        [Option("choose", "Choose", further=further)],
        f"Keep {words.setup(shown)}" if last else f"Use {words.setup(shown)}",
        scope_text=words.scope(ctx.state),
    )
