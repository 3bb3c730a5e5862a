"""How people type what buttons and forms do: each reader gives the arguments that a line says.

What a line leaves open is as on the button; what it says wrongly the rules refuse in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.commands import Choice
from engine.grammar import Speaker, names_in_sight, plain
from engine.names import find_name
from engine.resolution import Refused
from engine.systems.ccarps import buttons, words
from engine.systems.ccarps.answers import MODES, answer_fault, ways
from engine.systems.ccarps.attack import ATTACK_KEYS, worth
from engine.systems.ccarps.chips import Typed, read_chips
from engine.systems.ccarps.creation import CONVENTIONS
from engine.systems.ccarps.entries import BARS, SECONDARIES
from engine.systems.ccarps.lines import MOST_SHOWN, Line, capital
from engine.systems.ccarps.making import BASIC, CONTACT_KEYS
from engine.systems.ccarps.means import (
    find_means,
    find_weapon,
    skill_or_attribute,
    unlearnt_fault,
    weapons_of,
)
from engine.systems.ccarps.model import ADULT, PRIMARIES, CcarpsState
from engine.systems.ccarps.rolls import LEAST_DICE, NAMES, require
from engine.systems.ccarps.tables import CONTACTS, HEALERS, SITUATIONS, WEALTH

Args = dict[str, Any]
Said = tuple[Args, str]
FILLERS = ("points", "boxes", "with", "as")


def _called(key: str, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """How values are called -> which argument they are, and the value."""
    return {plain(name): (key, name) for name in names}


def understood(
    line: Line,
    named: Mapping[str, tuple[str, str]],
    keyed: Mapping[str, str] | None = None,
    bare: str = "",
) -> Args:
    """Takes from the front of a line what has a name, a key before a number, or is a number.

    `named` are phrases, `keyed` words before a number, `bare` the argument of a number alone.
    """
    found: Args = {}
    phrases = {phrase: phrase for phrase in named}
    while line.words:
        count, phrase = line.longest(phrases)
        key = (keyed or {}).get(line.first, "")
        if phrase:
            line.take(count)
            name, value = named[phrase]
            found[name] = value
        elif key and line.number(1) is not None:
            line.take()
            found[key] = line.number()
            line.take()
        elif bare and line.number() is not None:
            found[bare] = line.number()
            line.take()
        elif line.first in FILLERS:
            line.take()
        else:
            break
    return found


# Bars and points


def hurt(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "physical 3"; without a number one box."""
    line = Line(text, words.SAID["hurt"])
    said = {"amount": 1, **understood(line, _called("bar", BARS), bare="amount")}
    if said["amount"] < 1:
        raise Refused("nothing_to_mark")
    return said, line.rest


HEALER_NAMES = {**_called("healer", HEALERS), "field medic": ("healer", "medic")}


def recover(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "physical doctor tech 10" """
    line = Line(text, words.SAID["recover"])
    names = {**_called("bar", BARS), **HEALER_NAMES}
    said = understood(line, names, {"tech": "tech", "technology": "tech"})
    bar = said.get("bar", args.get("bar"))
    usual = _pressed(buttons.recover(state, args["who"]), bar=bar)
    return {**usual, **said}, line.rest


def _pressed(choices: list[Choice], **args: Any) -> Args:
    """The arguments of the button that has these, if one does."""
    return next((one.args for one in choices if args.items() <= one.args.items()), {})


def award(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "10" """
    line = Line(text, words.SAID["award"])
    return understood(line, {}, bare="points"), line.rest


def improve(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "stealth 3", "willpower 2"; a new skill with its attribute: "tactics perception 2"."""
    line, person = Line(text, words.SAID["improve"]), state.characters.get(speaker.actor or "")
    names = {
        **_called("attribute", SECONDARIES),
        **_called("accumulator", PRIMARIES),
        **_called("skill", person.skills if person is not None else ()),
    }
    said, new = understood(line, names, bare="points"), []
    while line.words:
        new.append(line.take())
        said |= understood(line, names, bare="points")
    if new:
        said["skill"] = capital(" ".join(new))
    return {"points": 1, **said}, ""


# Making characters

CONVENTION_NAMES = {
    **_called("convention", CONVENTIONS),
    **{plain(one.label): ("convention", key) for key, one in CONVENTIONS.items()},
}


def roll_attributes(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "fantasy age 30 assign willpower strength ..." """
    line = Line(text, words.SAID["roll_attributes"])
    said = {"age": ADULT, **understood(line, CONVENTION_NAMES, {"age": "age"})}
    if line.first == "assign":
        line.take()
        said["assign"] = [line.take().casefold() for _ in line.words[: len(PRIMARIES)]]
        said |= understood(line, CONVENTION_NAMES, {"age": "age"})
    return said, line.rest


def make(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """One step in words, as the help says; every step is said as a whole."""
    line = Line(text, words.SAID["make"])
    word = line.first
    if not word:
        raise Refused("which_step")
    if word in STEP_WORDS:
        line.take()
        return {"step": STEP_WORDS[word]}, line.rest
    if word not in SPENDING:
        said = understood(line, CONVENTION_NAMES, {"age": "age"})
        return ({"step": "way", **said} if said else {}), line.rest
    line.take()
    if word == "assign":
        order = [plain(line.take()) for _ in line.words[: len(PRIMARIES)]]
        if sorted(order) != sorted(PRIMARIES):
            raise Refused("bad_command", what=words.ASSIGNED)
        places = {name: place for place, name in enumerate(order)}
        return {"step": "attributes", **places}, line.rest
    split = re.search(r"\S*\d,\d\S*", line.rest)
    if split:
        raise Refused("bad_number", what=line.what, value=split[0][:MOST_SHOWN])
    entries = [one.strip() for one in re.split("[,;]", line.rest) if one.strip()]
    return {"step": word, **SPENDING[word](entries)}, ""


STEP_WORDS = {"throw": "dice", "dice": "dice", "finish": "finish", "stop": "stop"}


def _skills(entries: list[str]) -> Args:
    """ "stealth reflex 12": basic skills need no attribute."""
    said: Args = {}
    for entry in entries:
        name, found = _entry(entry, _called("attribute", SECONDARIES))
        key = plain(name).replace(" ", "_")
        if key in BASIC and "attribute" not in found:
            said[key] = found.get("number")
        else:
            row = {"name": capital(name), "points": found.get("number")}
            said.setdefault("own", []).append({**row, "attribute": found.get("attribute")})
    return said


def _oddities(entries: list[str]) -> Args:
    """ "wealth upper", "contact friend", "night sight 5": by name or by cost."""
    tables = {"wealth": WEALTH, "contact": CONTACTS}
    said, contacts = dict[str, Any](), iter(CONTACT_KEYS)
    for entry in entries:
        first, _, rest = entry.partition(" ")
        table = tables.get(plain(first))
        if table is None:
            name, found = _entry(entry, {})
            row = {"name": capital(name), "cost": found.get("number")}
            said.setdefault("other", []).append(row)
        else:
            costs = {plain(key): cost for key, cost in table.items()}
            cost = costs.get(plain(rest), Line(rest, words.SAID["make"]).number())
            key = "wealth" if plain(first) == "wealth" else next(contacts, "contacts")
            said[key] = cost
    return said


SPENDING: dict[str, Callable[[list[str]], Args]] = {
    "assign": lambda entries: {},
    "skills": _skills,
    "oddities": _oddities,
}


def _entry(text: str, names: Mapping[str, tuple[str, str]]) -> tuple[str, Args]:
    """A name of several words, and what else stands in an entry of a list."""
    line = Line(text, words.SAID["make"])
    name: list[str] = []
    found: Args = {}
    while line.words:
        found |= understood(line, names, bare="number")
        if line.words:
            name.append(line.take())
    return " ".join(name), found


def validate(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "@Name": the character as it stands on its sheet; nobody named is whoever acts."""
    before, named, after = _named(state, speaker, text)
    who = named or speaker.actor
    return (buttons.validate(state, who)[0].args if who else {}), f"{before} {after}".strip()


def _named(state: CcarpsState, speaker: Speaker, text: str) -> tuple[str, str | None, str]:
    """Who is named after an @ in a line, with what stands before and after the name."""
    before, at, after = text.partition("@")
    if not at:
        return text, None, ""
    who, rest = find_name(after, names_in_sight(state, speaker), speaker.targets)
    return before.strip(), who, rest


def remove(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "dark @Name": a chip of that roll, without a name of one's own."""
    before, owner, after = _named(state, speaker, text)
    return {"owner": owner or speaker.actor, "name": f"{before} {after}".strip()}, ""


# A whole roll, contest or attack at once

DICE_KEYS = {"dice": "dice", "modifier": "modifier"}


def quick_check(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "stealth base 3 dark +1", or "dice 2 modifier 1 base 7"."""
    return _based(args, _roll(state, args["who"], text)), ""


def _based(args: Args, said: Args) -> Args:
    """What is said of a roll, if it has a base."""
    if not {"base", "movement"} & {*args, *said}:
        raise Refused("base_without_number")
    return said


def _roll(state: CcarpsState, who: str, text: str) -> Args:
    """What is rolled, and the chips as they are typed for a roll that people build."""
    skill, attribute, rest = find_means(state.characters[who], text)
    line = Line(rest, words.A_ROLL)
    means: Args = {"skill": skill} if skill else {"attribute": attribute}
    if not skill and not attribute:
        require(unlearnt_fault(state.characters[who], text))
        means = {"dice": LEAST_DICE, **understood(line, {}, DICE_KEYS)}
    return {**means, **_chips(state, who, line.rest)}


def _chips(state: CcarpsState, who: str, text: str) -> Args:
    """Base, situation, gear and opposition of a line of chips."""
    return _numbers(state, read_chips(state, text, who, "own"), lambda key: False)


def _numbers(state: CcarpsState, typed: Typed, kept: Callable[[str], bool]) -> Args:
    """Typed chips as the numbers of a roll; presets that are `kept` go under their own keys."""
    said: Args = {}
    if typed.source:
        said["movement"] = typed.source
    elif typed.base is not None:
        said["base"] = typed.base
    for group, label, count, key in typed.chips:
        if key and kept(key):
            said[key] = True if "value" in SITUATIONS[key] else count
        else:
            value = worth(state.rules, key, count) if key else count
            _add(said, LISTS[group], label, abs(value) if group in AGAINST else value)
    counted = {"tech": "tech", "load": "carried"}
    return {**said, **{counted[key]: value for key, value in typed.counted.items()}}


def _add(said: Args, key: str, name: str, value: int) -> None:
    """A number under a key, and how it is called."""
    said.setdefault(key, []).append(value)
    said.setdefault(NAMES, {}).setdefault(key, []).append(name)


LISTS = {
    "situation": "situational",
    "own": "gear",
    "opposition": "opposition",
    "defense": "defense",
    "damage": "damage_modifiers",
}
AGAINST = ("opposition", "defense")


def quick_contest(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "stealth base 3 dark @Name detect": first the actor's roll, then the other's."""
    actor = speaker.actor
    if actor is None:
        raise Refused("which_actor")
    if not text:
        return {}, ""
    first, other, second = _named(state, speaker, text)
    if other is None:
        raise Refused("which_target")
    one = {"who": actor, **_based({}, _roll(state, actor, first))}
    return {"first": one, "second": {"who": other, **_roll(state, other, second)}}, ""


def quick_attack(state: CcarpsState, speaker: Speaker, args: Args, text: str) -> Said:
    """ "@Name knife base 9 charging damage 2 dodge": whoever acts attacks."""
    actor = speaker.actor
    if actor is None:
        raise Refused("which_actor")
    if not text:
        return {}, ""
    before, named, after = _named(state, speaker, text)
    targeted = speaker.targets[0] if len(speaker.targets) == 1 else None
    target = named or args.get("target") or targeted
    said: Args = {"who": actor, "locate": True, **({"target": target} if target else {})}
    struck = _strike(state, actor, target, args, f"{before} {after}".strip())
    return {**said, **_based(args, struck)}, ""


def _strike(state: CcarpsState, who: str, target: str | None, args: Args, text: str) -> Args:
    """With what, how it is rolled, and all that goes with it."""
    person = state.characters[who]
    name, rest = find_weapon(person, text)
    answer, rest = _answer(state, target, rest)
    weapon = weapons_of(person).get(name)
    skill, attribute, rest = find_means(person, rest)
    line = Line(rest, words.A_ROLL)
    said = understood(line, {}, DICE_KEYS)
    if weapon is not None:
        said |= {"kind": weapon["kind"], "weapon": {key: weapon[key] for key in BLOW}}
        if not skill and not attribute:
            skill, attribute = skill_or_attribute(person, weapon["skill"])
    if "dice" not in {**args, **said}:
        if not skill and not attribute:
            raise Refused("which_weapon", options=", ".join(weapons_of(person)))
        said |= {"skill": skill} if skill else {"attribute": attribute}
    typed = read_chips(state, line.rest, who, "own")
    said |= _numbers(state, typed, lambda key: key in ATTACK_KEYS)
    if weapon is not None and weapon.get("modifier"):
        _add(said, "gear", name, weapon["modifier"])
    aimed = {
        "answer": answer,
        "called": typed.called,
        "riposte": typed.riposte,
        "bystanders": typed.bystanders,
    }
    return {**said, **{key: value for key, value in aimed.items() if value}}


def _answer(state: CcarpsState, target: str | None, text: str) -> tuple[Args, str]:
    """ "dodge", "block sword", "parry" at the end of a line: how the target answers; and the rest.

    A skill left open is the first that can. Such a word before a number is a chip.
    """
    found = re.search(rf"(?:^|\s)({'|'.join(MODES)})(?!\s*[+\-−–]?\s*\d)(\s.*)?$", text, re.I)
    if found is None or target is None:
        return {}, text
    mode, person = found[1].casefold(), state.characters[target]
    usable, named = ways(person), plain(found[2] or "")
    skill = next((one for one in usable[mode] if named in ("", plain(one))), "")
    answer = {"mode": mode, "skill": skill, **({"armed": True} if mode == "parry" else {})}
    if not skill:
        options = [f"{way} {one}" for way, skills in usable.items() for one in skills]
        shown = ", ".join(options) or words.NO_ANSWER
        with_ = named or words.ANY_SKILL
        raise Refused("cannot_answer_so", who=person.name, mode=mode, skill=with_, options=shown)
    require(answer_fault(state, target, answer))
    return answer, text[: found.start()]


BLOW = ("damage", "bar", "type")
