"""What a scenario reaches: the branches of the rulings by name, with the ruling's number first.

    python -m tests.systems.ccarps.reached 2000

says how often so many invented scenarios reach each.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.systems.ccarps import invent
from tests.systems.ccarps.second.figures import BARS, FLAGS, modifier_of
from tests.systems.ccarps.second.given import No
from tests.systems.ccarps.second_reading import Reading

Step = dict[str, Any]
NUMBERS = ("running", "from_cover", "cover", "concentrating", "reach")


def reached(scenario: dict[str, Any]) -> Counter[str]:
    """How often each branch is reached when the second reading plays `scenario`."""
    found: Counter[str] = Counter()
    try:
        reading = Reading(scenario)
    except No as why:
        return Counter([f"bad scenario: {why}"])
    for step in scenario["when"]:
        before = reading.twin()
        error = reading.take(step)
        if error is not None:
            found[f"{error['reason']} in {step['do']}"] += 1
            break
        for one in reading.refused[len(before.refused) :]:
            found[f"refused {one.get('part', 'step')}: {one['reason']}"] += 1
        for roll in reading.rolls[len(before.rolls) :]:
            found[f"R3 {roll['purpose']} with {len(roll['dice'])} dice"] += 1
        for outcome in reading.outcomes[len(before.outcomes) :]:
            found[f"done {step['do']}"] += 1
            if step["do"] in BRANCHES:
                found.update(BRANCHES[step["do"]](step, outcome, before, reading))
    return found


def sign(number: int) -> str:
    return "none" if number == 0 else "plus" if number > 0 else "minus"


def of_roll(roll: Step, judged: Step, before: Reading) -> Iterator[str]:
    """R1 to R11 and R13 of one roll."""
    rule, who = before.rule, roll["who"]
    way = next(key for key in ("skill", "attribute", "dice") if key in roll)
    critical, success = judged["critical"], judged["success"]
    yield f"R1 by {way}: {'success' if success else 'failure'}"
    if judged["total"] == judged["tn"] and critical is None and not success:
        yield "R1 equal fails"
    if not 0 <= judged["tn"] <= 12:
        yield "R2 target number out of reach"
    if critical:
        against = success != (judged["total"] < judged["tn"])
        yield f"R4 critical {critical}{' against the number' if against else ''}"
    if way == "attribute":
        yield f"R6 {rule['unskilled']} with penalty {rule['unskilled_penalty']}"
        if judged["total"] in (2, 12):
            yield f"R6 {rule['unskilled']}, criticals {rule['unskilled_criticals']}: {critical}"
        yield f"R31 {rule['secondary_attributes']} in a roll"
    if "tech" in roll:
        yield f"R8 {sign(before.people[who]['tech'] - roll['tech'])}"
    if "carried" in roll:
        lift = modifier_of(before.attribute(who, "lift"))
        yield f"R9 over the load: {roll['carried'] > 10 * lift}"
    if "movement" in roll:
        yield f"R11 {roll['movement']}"
    for key in ("situational", "gear", "opposition"):
        if roll.get(key):
            yield f"R2 {key}"
    if before.wounds(who):
        yield "R13 wounds of the roller"


def of_check(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    yield from of_roll(step, outcome, before)


def of_contest(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    one, two = outcome["first"], outcome["second"]
    yield from of_roll(step["first"], one, before)
    if two is None:
        yield "R7 the first fails"
        return
    yield from of_roll(step["second"], two, before)
    side = "second" if two["success"] else "first"
    yield f"R7 the {side} wins"
    for name, judged in (("first", one), ("second", two)):
        if judged["critical"]:
            yield f"R7 critical {judged['critical']} of the {name}"
    if two["total"] == two["tn"] and two["critical"] is None:
        dice = {roll["purpose"]: sorted(roll["dice"])[2:] for roll in after.rolls[-2:]}
        pairs = list(zip(dice["first"], dice["second"], strict=False))
        apart = [place for place, (mine, other) in enumerate(pairs) if mine != other]
        how = "none left" if not pairs else f"die {apart[0]}" if apart else "all equal"
        yield f"R7 tie {before.rule['contested_tie']}, {how}: {side}"


def of_marks(who: str, marked: int, wanted: int, before: Reading, after: Reading) -> Iterator[str]:
    old, new = before.people[who]["marks"], after.people[who]["marks"]
    if wanted < 1:
        yield "R12 nothing below 1"
    if 0 <= marked < wanted:
        yield "R12 the rest is lost"
    grown = [bar for bar in BARS if new[bar] > old[bar]]
    if len(grown) > 1:
        yield f"R12 runs over {len(grown)} bars"
    if len(after.full(who)) != len(before.full(who)):
        yield f"R14 {len(after.full(who))} full"
    thresholds = after.rule["wound_thresholds"]
    for place, least in enumerate(thresholds):
        if any(old[bar] < least <= new[bar] for bar in BARS):
            yield f"R13 threshold {place} of {thresholds}"


def of_hurt(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    yield from of_marks(step["who"], outcome["marked"], step["amount"], before, after)


def of_unconscious(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    who = step["who"]
    full = ", ".join(before.full(who))
    yield f"R15 {before.rule['unconscious_wounds']}: success {outcome['success']}"
    if not outcome["success"]:
        yield f"R15 a box after {full}"
        yield from of_marks(who, 1, 1, before, after)


def of_recover(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    who = step["who"]
    yield f"R16 {step['bar']} by {step.get('healer')}"
    yield f"R16 from {len(before.full(who))} to {len(after.full(who))} full bars"
    if step["bar"] == "physical":
        boxes = sum(before.people[who]["marks"].values())
        yield f"R16 rounded up: {600 * boxes % step['tech'] != 0}"


def of_attack(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    rule, who, target = before.rule, step["who"], step["target"]
    yield from of_roll(step, outcome, before)
    yield from of_situation(step, before)
    if step.get("defense"):
        state = "unconscious" if before.full(target) else "dodging"
        awake = not before.full(target) and not before.people[target]["dodging"]
        state = "awake" if awake else state
        yield f"R18 {rule['reflex_step']}, {rule['reflex_dice']}, {state}: {outcome['reflex']}"
    if step.get("riposte") is True:
        yield f"R27 riposte {before.people[who]['riposte'][target]}"
    way = "unskilled" if "attribute" in step else "skilled"
    if outcome["wheel"] is not None:
        yield f"R21 wheel {outcome['wheel']}"
    elif not outcome["success"]:
        if outcome["drift"]:
            yield f"R22 drift {'at once' if outcome['drift'][1] == 0 else 'away'}"
        for one in outcome["collateral"]:
            touch = " by touch" if step.get("touch") else ""
            yield f"R23 {way}, {rule['collateral_target_number']}: {one['hit']}{touch}"
            between = sorted((outcome["simple"], outcome["skilled"]))
            if between[0] <= one["total"] < between[1]:
                yield f"R23 {rule['collateral_target_number']} decides"
            if one["damage"] is not None:
                yield f"R23 damage {sign(one['damage'])}"
    else:
        yield from of_hit(step, outcome, before, after)


def of_situation(step: Step, before: Reading) -> Iterator[str]:
    """R19 and R20."""
    yield f"R19 kind {step.get('kind')}"
    for key in FLAGS:
        if key in step:
            yield f"R19 {key} {step[key]}"
    for key in NUMBERS:
        if key in step:
            yield f"R19 {key} {step[key]}"
    if "called" in step:
        yield "R19 called"
    if "targets" in step:
        yield f"R19 {step['targets']} targets, {before.rule['multiple_targets']}"
    heights = [before.people[step[side]]["height"] for side in ("who", "target")]
    known = None not in heights
    yield f"R20 {sign(before.taller(step['who'], step['target'])) if known else 'unknown'}"


def of_hit(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    """R24 to R29."""
    rule, who, target = before.rule, step["who"], step["target"]
    answer = outcome["answer"]
    made = ""
    if answer:
        roll = next(one for one in after.rolls[::-1] if one["purpose"] == answer["mode"])
        same = set(roll["dice"]) if len(set(roll["dice"])) == 1 else set()
        critical = ", critical" if same & {1, 6} else ""
        yield f"R24 {answer['mode']}: {answer['success']}{critical}"
        if outcome["critical"]:
            yield f"R24 {answer['mode']} against a critical"
        if before.wounds(target):
            yield "R24 wounds of the answering"
        if answer["success"]:
            made = answer["mode"]
            if made != "dodge" and who in before.people[target]["riposte"]:
                yield "R27 a newer riposte"
    if made == "parry":
        yield f"R26 parry, damage {rule['parry_damage']}"
    if made and outcome["damage"] is None:
        yield f"R25 avoided by {made}, located {outcome['location'] is not None}"
        return
    if outcome["location"] is not None:
        called = outcome["location"] if "called" not in step else "where it was called"
        yield f"R29 {called} by {rule['limb_locations'] if 'called' not in step else 'word'}"
    if step.get("touch"):
        yield f"R19 touched, located {outcome['location'] is not None}"
        return
    yield f"R28 damage {sign(outcome['damage'])}"
    weapon = step.get("weapon", {})
    yield f"R28 {'armed' if weapon else 'unarmed'} on {weapon.get('bar')}"
    if before.people[target]["resist"].get(weapon.get("type", "")):
        yield "R28 resisted"
    if outcome["critical"] == "success":
        blocked = " and blocked" if made == "block" else ""
        yield f"R28 {rule['critical_doubles']}: {sign(outcome['damage'])}{blocked}"
    yield from of_marks(target, outcome["marked"], outcome["damage"], before, after)


def of_rolled(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    convention = step.get("convention", "none")
    yield f"R32 age {step['age']}"
    yield f"R33 {convention}, assigned {'assign' in step}"
    if convention in ("fantasy", "campy"):
        rolls = [one for one in after.rolls if one["step"] == before.n]
        ones = any(1 in one["dice"] for one in rolls)
        yield f"R33 {before.rule['reroll_ones']}, ones {ones}"
    yield f"R36 {outcome['rank']}"


def of_validated(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    convention = step.get("convention", "none")
    yield f"R31 {before.rule['secondary_attributes']} in a build"
    yield f"R36 {outcome['rank']}"
    for code in outcome["errors"]:
        kind = code.split(":")[0]
        yield f"R34 {kind}"
        if kind in ("skill_cap", "too_many_oddities"):
            yield f"R34 {kind} by {convention}"
    if not outcome["errors"]:
        yield f"R34 sound by {convention}"


def of_improved(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    new = step.get("skill") not in before.people[step["who"]]["skills"]
    kind = "an accumulator" if "accumulator" in step else "a new skill" if new else "a skill"
    yield f"R37 {kind}"
    if before.dead(step["who"]):
        yield "R37 of the dead"


def of_auto(step: Step, outcome: Step, before: Reading, after: Reading) -> Iterator[str]:
    yield f"R10 with {len(before.full(step['who']))} full bars"


BRANCHES: dict[str, Callable[[Step, Step, Reading, Reading], Iterator[str]]] = {
    "check": of_check,
    "contest": of_contest,
    "hurt": of_hurt,
    "unconscious_turn": of_unconscious,
    "recover": of_recover,
    "attack": of_attack,
    "roll_attributes": of_rolled,
    "validate": of_validated,
    "improve": of_improved,
    "auto": of_auto,
}


if __name__ == "__main__":
    total: Counter[str] = Counter()
    for seed in range(int(sys.argv[1])):
        total += reached(invent.scene(random.Random(seed)))
    for name, times in sorted(total.items()):
        print(f"{times:6} {name}")
