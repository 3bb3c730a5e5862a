"""Setup: which attributes attack, defend and support (T27, T41, T42).

In play everybody is asked in each interstice; whoever says nothing keeps the last choice.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.events import PartRefused
from engine.resolution import Option, Question, Refused
from engine.systems.tracks import declared, words
from engine.systems.tracks import options as given
from engine.systems.tracks.facts import SetupSet
from engine.systems.tracks.model import ATTRIBUTES, Ctx, Person, TracksState
from engine.systems.tracks.rules import TracksRules

ATTACKING = ("knowledge", "courage", "expression")  # T27
DEFENDING = ("knowledge", "diligence", "understanding")
FITTING = {"attack": ATTACKING, "defense": DEFENDING, "support": ATTRIBUTES}
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
    chosen = {place: setup.get(place) for place in PLACES}
    half, social = setup.get("half", False), setup.get("social", False)
    for place, fitting in FITTING.items():
        if chosen[place] not in fitting:
            return Refused("bad_setup", who=person.name, **words.place(place, fitting))
    for first, second in (("attack", "defense"), ("attack", "support"), ("defense", "support")):
        if chosen[first] == chosen[second]:
            return Refused("same_attribute", **words.doubled(str(chosen[first]), first, second))
    options = isinstance(half, bool) and isinstance(social, bool)
    if not options or setup.get("on_max", "normal") not in ON_MAX or (social and not half):
        return given.malformed("a setup is half, social and half, or neither")
    if half and person.at_max:  # T41
        return Refused("half_at_max", who=person.name)
    allowed = rules.social_attribute_set.split("_")  # T42
    for name in chosen.values():
        if social and name not in allowed:
            return Refused("bad_social_setup", **words.not_social(str(name), allowed))
    return None


def ask_setups(ctx: Ctx, who: list[str]) -> None:
    """Asks the conscious at once; a choice that cannot be keeps the last one, or the plain one."""
    characters, combat = ctx.state.characters, ctx.encounter
    asked = [_question(ctx, one) for one in who if characters[one].conscious]
    chosen = {one.question.who: one.further for one in ctx.ask(asked) if one.choice is not None}
    for one in who:
        if one not in combat.setups and not characters[one].conscious:
            continue  # T27: whoever is not conscious joins later
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


def _question(ctx: Ctx, who: str) -> Question:
    person = ctx.state.characters[who]
    last = ctx.encounter.setups.get(who)
    shown = last or plain_setup(person)
    kind = "social" if shown.get("social") else "half" if shown.get("half") else "normal"

    def choice(key: str, values: dict[str, str], chosen: str, **more: str) -> dict[str, Any]:
        first = {one: values[one] for one in values if one == chosen}
        return {**declared.further(key, {**first, **values}), **more}

    further = [
        *(
            choice(
                place,
                {name: words.with_value(name, person.attribute(name)) for name in FITTING[place]},
                shown[place],
                distinct="attribute",
            )
            for place in FITTING
        ),
        choice("kind", words.COMBAT_KINDS, kind),
        choice("on_max", words.ON_MAX, shown.get("on_max", "normal")),
    ]
    return Question(
        "setup",
        who,
        words.SETUP,
        [Option("choose", words.CHOOSE, further=further)],
        words.keeps(shown) if last else words.uses(shown),
        scope_text=words.scope(ctx.state),
        fault=partial(_answer_fault, who),
    )


def _answer_fault(
    who: str, state: TracksState, choice: str, chosen: dict[str, Any]
) -> Refused | None:
    return setup_fault(state, state.rules, who, _from_answer(chosen))
