"""Blocks of cards: the target number in its steps, chances, buttons, wheels."""

from __future__ import annotations

from typing import Any

from engine.modifiers import Term
from engine.odds import in_words
from engine.systems.ccarps import words
from engine.systems.ccarps.chips import preset_options
from engine.systems.ccarps.entries import number, signed
from engine.systems.ccarps.facts import DraftSet
from engine.systems.ccarps.guided import GUIDE
from engine.systems.ccarps.model import CcarpsState, Draft
from engine.systems.ccarps.offers import offers
from engine.systems.ccarps.rolls import SIDES, TWO, Roll, success
from engine.systems.ccarps.tables import DRIFT_SLICES, WHEEL_BEHIND, WHEEL_LEFT, WHEEL_RIGHT

USUAL_BASE = 7
GROUP_OF = {"simple": ("situation",), "skilled": ("own",), "opposed": ("opposition", "defense")}


def lowest_places(dice: list[int]) -> list[int]:
    """Where the two lowest dice lie."""
    return sorted(sorted(range(len(dice)), key=lambda place: dice[place])[:TWO])


def die(value: int, kept: bool, told: bool) -> dict[str, Any]:
    state = "kept" if kept else "dropped"
    word = "kept" if kept and told else ""
    return {"faces": SIDES, "value": value, "state": state, "kept": kept, "word": word}


def sum_of(parts: list[list[Any]]) -> str:
    """ "3 + 1 Dark − 2 Unfamiliar + 3 Stealth": the base, then every part with its name."""
    base, *rest = parts
    shown = [f"{base[2]} {base[1]}"]
    shown += [
        f"{'+' if amount >= 0 else '−'} {abs(amount)} {label}" for _, label, amount, _ in rest
    ]
    return " ".join(shown)


def rows(
    state: CcarpsState,
    parts: list[list[Any]],
    defense: list[list[Any]],
    draft: Draft | None,
) -> list[dict[str, Any]]:
    """Simple, Skilled, Opposed with their chips; `now` is the one that is rolled against.

    `draft` is the one being built, `defense` what the Reflex step may subtract.
    """
    made, running = [], 0
    opposed = [one for one in parts if one[0] == "opposed"]
    final = "opposed" if opposed else "skilled"
    for stage, label in words.STAGES.items():
        here = [one for one in parts if one[0] == stage]
        running += sum(amount for _, _, amount, _ in here)
        shown = [*here, *(defense if stage == "opposed" else [])]
        if stage == "opposed" and not shown and draft is None:
            continue
        unknown = draft is not None and draft.base is None
        empty = stage == "opposed" and not opposed
        made.append(
            {
                "label": label,
                "note": _note(state, stage, shown, running, defense, draft),
                "chips": [_chip(one, place, stage, draft) for place, one in enumerate(shown)],
                "total": "" if unknown or empty else number(running),
                "now": stage == final,
            }
        )
    return made


def _note(
    state: CcarpsState,
    stage: str,
    shown: list[list[Any]],
    running: int,
    defense: list[list[Any]],
    draft: Draft | None,
) -> str:
    if stage == "simple":
        if draft is not None and draft.base is None:
            return words.NO_BASE
        _, source, total, who = shown[0]
        if who in state.characters and source == words.PASSED:
            return words.ROLLED.format(name=state.characters[who].name, total=total)
        proposed = draft is not None and not draft.agreed
        return words.PROPOSED if proposed else words.BY_THE_GM
    if stage == "opposed" and defense:
        after = running + sum(amount for _, _, amount, _ in defense)
        return words.IF_REFLEX.format(total=number(after))
    if not shown:
        return words.NOBODY_OPPOSES if stage == "opposed" else ""
    who = next((one[3] for one in shown if one[3] in state.characters), "")
    return words.BY.format(name=state.characters[who].name) if who else words.BY_THE_GM


def _chip(part: list[Any], place: int, stage: str, draft: Draft | None) -> dict[str, Any]:
    _, label, amount, who = part
    is_base = stage == "simple" and place == 0
    value = number(amount) if is_base else signed(amount)
    if is_base and draft is not None and draft.base is None:
        value = "?"
    laid = next(
        (
            one
            for one in (draft.chips if draft is not None else ())
            if one.label == label and one.group in GROUP_OF[stage]
        ),
        None,
    )
    chip = {"label": label, "value": value, "owner": who, "removable": False}
    if laid is not None and laid.key != "strike":
        chip |= {"removable": True, "id": laid.id}
    return chip


def draft_blocks(state: CcarpsState, event: DraftSet) -> list[dict[str, Any]]:
    """A roll being built: its steps, the chance for those who may know, what can be done."""
    draft, who = Draft.from_data(event.draft or {}), event.who
    steps = rows(state, event.parts, event.defense, draft)
    for row, offered in zip(steps, offers(state, who, draft).values(), strict=True):
        row["offers"] = offered
    take_off = {"verb": "remove", "actor": who, "args": {"owner": who}}
    shown: list[dict[str, Any]] = [{"kind": "steps", "rows": steps, "remove": take_off}]
    if draft.base is not None:
        audience = "public" if state.conduct.odds == "players" else "gm"
        shown.append({**_chance(event), "audience": audience})
    shown.append({"kind": "actions", "items": _actions(event, draft)})
    return shown


def _chance(event: DraftSet) -> dict[str, Any]:
    tn = sum(one[2] for one in event.parts)
    count, criticals, plus_six = event.dice
    roll = Roll(event.who, count, 0, "", criticals=criticals, plus_six=plus_six)
    roll.situation.append(Term(tn, "", ""))
    counted, percent = in_words(success(roll), SIDES**count)
    text = words.CHANCE.format(dice=words.dice(count), tn=number(tn))
    return {
        "kind": "chance",
        "text": text,
        "fraction": counted,
        "percent": percent,
        "faces": [],
        "note": "",
    }


def _actions(event: DraftSet, draft: Draft) -> list[dict[str, Any]]:
    """Buttons on the card: whose (`actor`, or the game master's), what they send, which is main."""
    who, count = event.who, words.dice(event.dice[0])
    chips = {"key": "chips", "label": words.CHIPS, "kind": "text", "optional": True}
    return [
        {
            "verb": "chip",
            "actor": who,
            "gm": False,
            "args": {},
            "label": words.ADD_CHIP,
            "main": False,
            "form": [{**chips, "optional": False}],
        },
        {
            "verb": "situation",
            "actor": None,
            "gm": True,
            "args": {"who": who},
            "label": words.ADD_SITUATION,
            "main": draft.base is None or not draft.agreed,
            "form": situation_form(draft),
        },
        {
            "verb": "throw",
            "actor": who,
            "gm": False,
            "args": {},
            "label": words.THROW.format(dice=count),
            "main": draft.base is not None and draft.agreed,
            "reason": _not_yet(draft),
            "gm_anyway": draft.base is not None,
        },
    ]


def _not_yet(draft: Draft) -> str:
    """Why the dice cannot be thrown yet; empty when they can."""
    if draft.base is None:
        return words.NO_BASE
    return "" if draft.agreed else words.NOT_AGREED


def making_block(who: str) -> dict[str, Any]:
    """Buttons of a character that is being made."""
    button = {"verb": "make", "actor": who, "gm": False}
    go_on = {**button, "args": {}, "label": words.GO_ON_MAKING, "main": True, "opens": GUIDE}
    stop = {**button, "args": {"step": "stop"}, "label": words.STOP_MAKING, "main": False}
    return {"kind": "actions", "items": [go_on, stop]}


def situation_form(draft: Draft | None) -> list[dict[str, Any]]:
    """What the game master sets: the base, one of the presets, anything else by name."""
    base = draft.base if draft is not None and draft.base is not None else USUAL_BASE
    form: list[dict[str, Any]] = []
    if draft is None or draft.purpose != "second":
        form.append({"key": "base", "label": words.BASE, "kind": "integer", "default": base})
    form.append(
        {
            "key": "preset",
            "label": words.PRESET,
            "kind": "choice",
            "optional": True,
            "options": preset_options(),
        }
    )
    form.append({"key": "chips", "label": words.OTHER_CHIPS, "kind": "text", "optional": True})
    return form


# Wheels: slices clockwise from the top, which is the target


def _wheel(title: str, slices: list[int], value: int, text: str, top: str = "") -> dict[str, Any]:
    return {
        "kind": "wheel",
        "title": title,
        "top": top,
        "slices": [{"label": str(one), "now": one == value} for one in slices],
        "text": text,
    }


def fail_wheel(value: int) -> dict[str, Any]:
    """A critical failure (R21)."""
    slices = [*WHEEL_RIGHT, WHEEL_BEHIND, *reversed(WHEEL_LEFT)]
    if value == WHEEL_BEHIND:
        text = words.BEHIND
    else:
        side, row = ("left", WHEEL_LEFT) if value in WHEEL_LEFT else ("right", WHEEL_RIGHT)
        text = words.ASIDE.format(side=side, place=row.index(value) + 1, most=len(row))
    return _wheel(words.PURPOSES["wheel"], slices, value, text, words.TARGET)


def drift_wheel(value: int) -> dict[str, Any]:
    """Where a called shot goes instead (R22)."""
    slices = list(range(1, DRIFT_SLICES + 1))
    text = words.DRIFT_SLICE.format(place=value, most=DRIFT_SLICES)
    return _wheel(words.PURPOSES["drift"], slices, value, text)
