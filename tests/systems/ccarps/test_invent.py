"""Invented scenarios reach every branch of the rulings, legal and illegal."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from itertools import product

from tests.systems.ccarps import invent
from tests.systems.ccarps.reached import reached
from tests.systems.ccarps.second.figures import CONVENTIONS, FLAGS, MOVEMENT, RANKS, SWITCHES
from tests.systems.ccarps.second_reading import Reading, read

SCENES = 1500
STEPS = [name.removeprefix("do_") for name in dir(Reading) if name.startswith("do_")]
THRESHOLDS = SWITCHES["wound_thresholds"]
PARTS = ("head", "chest", "abdomen", "arm", "leg", "neck_groin")
MUST = [f"done {do}" for do in STEPS]
MUST += """
R1 equal fails
R2 target number out of reach
R2 situational
R2 gear
R2 opposition
R4 critical success
R4 critical success against the number
R4 critical failure
R4 critical failure against the number
R6 one_die_plus_six, criticals True: None
R6 two_dice, criticals False: None
R6 two_dice, criticals True: failure
R6 two_dice, criticals True: success
R7 the first fails
R7 the first wins
R7 the second wins
R7 critical success of the first
R7 critical success of the second
R7 critical failure of the second
R7 tie strict, none left: first
R7 tie strict, die 0: first
R7 tie remaining_dice, none left: second
R7 tie remaining_dice, all equal: second
R7 tie remaining_dice, die 0: first
R7 tie remaining_dice, die 0: second
R7 tie remaining_dice, die 1: first
R7 tie remaining_dice, die 1: second
R8 plus
R8 none
R8 minus
R9 over the load: True
R9 over the load: False
R12 nothing below 1
R12 runs over 2 bars
R12 runs over 3 bars
R12 the rest is lost
R13 wounds of the roller
R14 1 full
R14 2 full
R14 3 full
R15 ignored: success True
R15 ignored: success False
R15 applied: success False
R15 a box after mental
R15 a box after physical
R15 a box after spiritual
R15 a box after mental, physical
R15 a box after mental, spiritual
R15 a box after physical, spiritual
R16 from 1 to 0 full bars
R16 from 1 to 1 full bars
R16 from 2 to 1 full bars
R16 rounded up: True
R16 rounded up: False
R18 roll, by_attribute, awake: True
R18 roll, by_attribute, awake: False
R18 roll, two, awake: True
R18 roll, two, awake: False
R18 roll, two, dodging: False
R18 roll, two, unconscious: False
R18 always, two, awake: True
R18 always, two, unconscious: False
R18 never, two, awake: False
R19 kind None
R19 called
R19 touched, located True
R19 touched, located False
R20 plus
R20 minus
R20 none
R20 unknown
R22 drift at once
R22 drift away
R23 skilled, skilled: True
R23 skilled, skilled: False
R23 skilled, skilled: True by touch
R23 unskilled, skilled: True
R23 skilled, simple: True
R23 skilled, simple: False
R23 skilled decides
R23 simple decides
R23 damage plus
R23 damage none
R24 wounds of the answering
R25 avoided by dodge, located False
R26 parry, damage full
R26 parry, damage none
R27 riposte -4
R27 riposte 2
R27 a newer riposte
R28 damage none
R28 damage plus
R28 resisted
R28 armed on None
R28 unarmed on None
R28 after_resistance: plus
R28 after_resistance: none
R28 after_resistance: plus and blocked
R28 before_resistance: plus
R28 before_resistance: none
R28 before_resistance: plus and blocked
R29 where it was called by word
R31 rc1 in a roll
R31 rc1 in a build
R33 none, assigned False
R33 hard_core, assigned False
R33 fantasy, assigned True
R33 fantasy, assigned False
R33 campy, assigned True
R33 campy, assigned False
R33 once, ones True
R33 until_gone, ones True
R34 attribute_range
R34 points_mismatch
R34 oddities_not_zero
R34 wealth_twice
R34 wealth_value
R34 too_many_contacts
R34 contact_value
R34 social_over_15
R34 skill_attribute
R37 a skill
R37 a new skill
R37 an accumulator
R37 of the dead
""".strip().splitlines()
MUST += [f"R3 {one} with {n} dice" for one, n in product(("check", "first"), (1, 2, 3, 4, 5))]
MUST += [f"R3 {one} with {n} dice" for one, n in product(("dodge", "block", "parry"), (2, 3, 4, 5))]
MUST += [f"R3 collateral with {n} dice" for n in (2, 3, 4, 5)]
MUST += [f"R3 reflex with {n} dice" for n in (2, 3, 4, 5)]
MUST += [
    f"R6 {way} with penalty {penalty}"
    for way, penalty in product(SWITCHES["unskilled"], SWITCHES["unskilled_penalty"])
]
MUST += [f"R10 with {full} full bars" for full in range(4)]
MUST += [f"R11 {name}" for name in MOVEMENT]
MUST += [f"R13 threshold {n} of {values}" for n, values in product((0, 1, 2), THRESHOLDS)]
MUST += [
    f"R16 {bar} by {healer}"
    for bar, healers in (
        ("mental", (None, "surgeon")),
        ("physical", ("first_aid", "medic", "doctor", "surgeon")),
        ("spiritual", (None, "surgeon")),
    )
    for healer in healers
]
MUST += [f"R19 {key} {value}" for key, value in product(FLAGS, (True, False))]
MUST += [f"R19 running {value}" for value in (-4, -3, -2)]
MUST += [f"R19 {key} {value}" for key, value in product(("from_cover", "cover"), (-3, -2, -1))]
MUST += [f"R19 {key} {value}" for key, value in product(("concentrating", "reach"), range(4))]
MUST += [f"R19 {n} targets, {way}" for n, way in product((1, 2, 3), SWITCHES["multiple_targets"])]
MUST += [f"R21 wheel {total}" for total in range(2, 13)]
MUST += [
    f"R24 {mode}{how}"
    for mode, how in product(
        ("dodge", "block", "parry"),
        (": True", ": False", ": True, critical", ": False, critical", " against a critical"),
    )
]
MUST += [f"R29 {part} by {way}" for part, way in product(PARTS, SWITCHES["limb_locations"])]
MUST += [f"R32 age {age}" for age in (0, 5, 6, 10, 11, 15, 16, 20, 21)]
MUST += [
    f"R34 {code} by {convention}"
    for code, convention in product(("sound", "skill_cap", "too_many_oddities"), CONVENTIONS)
]
MUST += [f"R36 {rank}" for rank in ("none", *(rank for _, rank in RANKS))]
MUST += [
    f"refused answer: {why}"
    for why in (
        *("answer_acrobatics", "answer_armed", "answer_mode", "answer_no_points"),
        *("dodging", "no_answer", "unconscious"),
    )
]
MUST += [
    f"refused step: {why}"
    for why in (
        *("accumulator", "assign", "attributes", "base", "base_given", "bystanders", "cap"),
        *("carried", "complex", "concentrating", "convention_or_age", "cover", "damage_modifiers"),
        *("dead", "defense", "dice_of_roll", "dodging", "empty_bar", "from_cover", "gear"),
        *("healer", "healer_tech", "hurt", "kind", "lists", "locate", "movement"),
        *("new_skill_attribute", "no_attribute", "no_points", "no_riposte", "no_roll", "no_step"),
        *("not_held", "not_unconscious", "oddity", "one_base", "one_use", "one_way", "opposition"),
        *("other_kind", "points", "points_held", "reach", "recover", "running", "same_character"),
        *("situational", "skill", "surgeon_only", "targets", "tech", "unconscious"),
        *("unknown_character", "unknown_step", "weapon"),
    )
]
MUST += [
    f"{error} in {do}"
    for error, do in product(("dice_exhausted", "bad_die"), ("attack", "check", "contest"))
]


def test_every_branch_is_reached() -> None:
    found: Counter[str] = Counter()
    for seed in range(SCENES):
        found += reached(invent.scene(random.Random(seed)))
    assert [name for name in MUST if not found[name]] == []
    assert len(MUST) == len(set(MUST))


def test_a_scene_is_made_of_its_seed_and_plain_json_and_left_as_it_is() -> None:
    for seed in range(50):
        scene = invent.scene(random.Random(seed))
        kept = copy.deepcopy(scene)
        result = read(scene)
        assert scene == kept == invent.scene(random.Random(seed))
        assert read(json.loads(json.dumps(scene))) == json.loads(json.dumps(result))
