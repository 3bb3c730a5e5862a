"""One attack in the rulebook's sequence, from target number to marked boxes (R17 to R29)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import given
from engine.events import Resolved
from engine.modifiers import Term, total
from engine.resolution import Refused
from engine.systems.ccarps import answers, words
from engine.systems.ccarps.entries import BARS, KINDS
from engine.systems.ccarps.facts import DamageTold, RiposteSet, Rolled
from engine.systems.ccarps.model import CcarpsState, Ctx
from engine.systems.ccarps.numbers import attribute_modifier, dice_of, secondary
from engine.systems.ccarps.rolls import (
    SIDES,
    TWO,
    Judged,
    Roll,
    known,
    read,
    require,
    stated,
    throw,
    wound_terms,
)
from engine.systems.ccarps.rules import CcarpsRules
from engine.systems.ccarps.tables import DRIFT_SLICES, LIMBS, LOCATIONS, SITUATIONS
from engine.systems.ccarps.wounds import mark

COLLATERAL_DICE = {2: 5, 3: 4, 4: 3, 5: 2}  # R23
UNSKILLED_COLLATERAL = 5
BLOCKED = 2  # R26
ATTACK_KEYS = (
    *("target", "kind", "called", "weapon", "damage_modifiers", "locate", "bystanders"),
    *("defense", "answer", "riposte"),
    *(key for key, one in SITUATIONS.items() if "kind" in one or "attack" in one),
)


@dataclass(slots=True)
class Attack:
    """The record of one attack. `answer` came with it; with `asks` the target is asked."""

    roll: Roll
    target: str
    damage: int = 0
    bar: str = "physical"
    type: str = ""
    modifiers: list[Term] = field(default_factory=list)
    defense: list[Term] = field(default_factory=list)
    height: int = 0
    called: str | None = None
    touch: bool = False
    locate: bool = False
    riposte: bool = False
    bystanders: list[str] = field(default_factory=list)
    answer: Any = None
    asks: bool = False

    @property
    def who(self) -> str:
        return self.roll.who

    @property
    def blow(self) -> list[Term]:
        """Weapon and modifiers (R28)."""
        return [Term(self.damage, words.WEAPON, self.who), *self.modifiers]


def read_attack(state: CcarpsState, data: dict[str, Any]) -> Attack:
    """An attack from plain values; raises `Refused` for whatever is wrong or not permitted."""
    roll = read(state, data)
    attack = Attack(roll, known(state, data.get("target")))
    if "answer" in data:
        attack.answer = data["answer"] or {}  # what says nothing is refused when it comes up
    require(target_fault(state, roll.who, attack.target))
    kind = given.one_of(data, "kind", KINDS, "melee")
    roll.situation += manoeuvres(state.rules, data, kind)
    attack.touch = given.flag(data, "touch")
    if "called" in data:
        attack.called = given.text(data, "called")
        if not attack.called:
            raise given.malformed("called names a place")
    weapon = given.mapping(data.get("weapon", {"damage": 0}), "A weapon")
    attack.damage = given.number(weapon, "damage")
    attack.bar = given.one_of(weapon, "bar", BARS, "physical")
    attack.type = given.text(weapon, "type", "")
    attack.modifiers = stated(data, "damage_modifiers", words.MODIFIER, roll.who)
    attack.locate = given.flag(data, "locate")
    attack.bystanders = _bystanders(state, attack, given.names(data, "bystanders"))
    attack.defense = stated(data, "defense", words.DEFENSE, attack.target, least=0)
    attack.riposte = given.flag(data, "riposte")
    require(riposte_fault(state, roll.who, attack.target) if attack.riposte else None)
    complete(state, attack)
    return attack


def target_fault(state: CcarpsState, who: str, target: str | None) -> Refused | None:
    """Somebody else, unconscious perhaps, but not dead, and in no other fight."""
    if target == who:
        return Refused("needs_two")
    return struck_fault(state, who, target) if target is not None else None


def struck_fault(state: CcarpsState, who: str, other: str) -> Refused | None:
    """Whom an attack may strike at all; who is in no fight may be struck from any."""
    me, them = state.characters[who], state.characters[other]
    if them.encounter not in (None, me.encounter):
        return Refused("elsewhere", who=them.name)
    return Refused("is_dead", who=them.name) if them.dead else None


def manoeuvres(rules: CcarpsRules, data: dict[str, Any], kind: str) -> list[Term]:
    """The situation of an attack as it is given (R19)."""
    terms = []
    for key, preset in SITUATIONS.items():
        if key not in data or key not in ATTACK_KEYS:
            continue
        count = _count(key, preset, data)
        if count is None:
            continue
        require(kind_fault(key, kind))
        amount = worth(rules, key, count)
        if amount:
            terms.append(Term(amount, preset["label"], ""))
    return terms


def _count(key: str, preset: dict[str, Any], data: dict[str, Any]) -> int | None:
    """How much of it there is; None where a flag is not set."""
    if "value" not in preset:
        return given.number(data, key, None, preset.get("least"), preset.get("most"))
    return 1 if key == "called" or given.flag(data, key) else None


def kind_fault(key: str, kind: str) -> Refused | None:
    """What belongs to melee alone, or to ranged attacks, is refused in the other kind (R19)."""
    needed = SITUATIONS[key].get("kind", kind)
    return None if needed == kind else Refused("wrong_kind", label=SITUATIONS[key]["label"])


def worth(rules: CcarpsRules, key: str, count: int) -> int:
    """What a preset adds to the simple number (R19)."""
    preset = SITUATIONS[key]
    if key == "targets":
        beyond = count - 1
        several = count if rules.multiple_targets == "all" and beyond else beyond  # R19
        return int(preset["each"]) * several
    if "value" in preset:
        return int(preset["value"])
    return int(preset.get("each", 1)) * count


def _bystanders(state: CcarpsState, attack: Attack, named: list[str]) -> list[str]:
    """Other living characters, each once (R23)."""
    for who in named:
        require(struck_fault(state, attack.who, known(state, who)))
    if len({*named, attack.who, attack.target}) != len(named) + 2:
        raise given.malformed("bystanders are others, each named once")
    return named


def riposte_fault(state: CcarpsState, who: str, target: str) -> Refused | None:
    """Only against whom one has blocked or parried (R27)."""
    stored = target in state.characters[who].ripostes
    return None if stored else Refused("no_riposte", who=state.characters[target].name)


def complete(state: CcarpsState, attack: Attack) -> None:
    """What follows from the two: height (R20), and the riposte that is stored (R27)."""
    me, other = state.characters[attack.who], state.characters[attack.target]
    if me.height is not None and other.height is not None:
        attack.height = other.height - me.height
    if attack.height:
        attack.roll.own.append(Term(attack.height, words.HEIGHT, ""))
    if attack.riposte:
        attack.roll.own.append(Term(me.ripostes[attack.target], words.RIPOSTE, attack.who))


# The sequence (R17)


def quick_attack(ctx: Ctx, actor: None, **attack: Any) -> None:
    """A whole attack at once, with all that is known of it; nobody is asked."""
    resolve(ctx, read_attack(ctx.state, attack))


def resolve(ctx: Ctx, attack: Attack) -> None:
    if attack.riposte:
        ctx.emit(RiposteSet(attack.who, attack.target, None))  # R27: used once
    reflex = reflex_step(ctx, attack)
    judged = throw(ctx, attack.roll, "attack")
    data: dict[str, Any] = {
        "who": attack.who,
        "target": attack.target,
        "reflex": reflex,
        **judged.to_data(),
        "wheel": None,
        "drift": None,
        "collateral": [],
        "answer": None,
        "location": None,
        "damage": None,
        "marked": 0,
    }
    if judged.success:
        data |= hit(ctx, attack, judged)
    elif judged.critical == "failure":
        data["wheel"] = thrown(ctx, attack, "wheel", TWO)  # R21
    else:
        data |= miss(ctx, attack, judged)
    ctx.emit(Resolved("attack", data))


def thrown(ctx: Ctx, attack: Attack, purpose: str, count: int, sides: int = SIDES) -> int:
    """The attacker's dice for wheel, drift or location: their sum."""
    dice = ctx.roll(f"{purpose}:{attack.who}", sides, count, by=attack.who)
    ctx.emit(Rolled(attack.who, purpose, dice, sum(dice)))
    return sum(dice)


def reflex_step(ctx: Ctx, attack: Attack) -> bool | None:
    """Whether the defensive modifiers count; they are subtracted then (R18)."""
    if not attack.defense:
        return None
    counts = ctx.state.characters[attack.target].conscious and _reflex(ctx, attack.target)
    if counts:
        attack.roll.opposition += attack.defense
    return counts


def _reflex(ctx: Ctx, who: str) -> bool:
    if ctx.rules.reflex_step != "roll":  # R18
        return ctx.rules.reflex_step == "always"
    return throw(ctx, reflex(ctx.state, who), "reflex").success


def reflex(state: CcarpsState, who: str) -> Roll:
    """Under the Reflex modifier, with wounds and without criticals (R18)."""
    person, rules = state.characters[who], state.rules
    count, number = TWO, attribute_modifier(person, "reflex", rules)
    if rules.reflex_dice == "by_attribute":  # R18
        count = max(TWO, dice_of(secondary(person.attributes, "reflex", rules)))
    hurt = wound_terms(state, who)
    return Roll(who, count, number, words.REFLEX, own=hurt, criticals=False)


def miss(ctx: Ctx, attack: Attack, judged: Judged) -> dict[str, Any]:
    """A called shot drifts (R22); then bystanders may be hit (R23)."""
    drift = None
    if attack.called is not None:
        direction = thrown(ctx, attack, "drift", 1, DRIFT_SLICES)
        drift = [direction, judged.total - judged.tn]
    simple = ctx.rules.collateral_target_number == "simple"  # R23
    number = judged.simple if simple else judged.skilled
    count = collateral_dice(attack.roll)
    struck = [
        _collateral(ctx, attack, who, count, number)
        for who in attack.bystanders
        if not ctx.state.characters[who].dead
    ]
    return {"drift": drift, "collateral": struck}


def collateral_dice(roll: Roll) -> int:
    """The better the attacker, the fewer dice (R23)."""
    return UNSKILLED_COLLATERAL if roll.unskilled else COLLATERAL_DICE[roll.count]


def _collateral(ctx: Ctx, attack: Attack, who: str, count: int, number: int) -> dict[str, Any]:
    roll = Roll(who, count, number, words.ATTACK_NUMBER, by=attack.who, criticals=False)
    judged = throw(ctx, roll, "collateral", attack.who)
    damage, marked = None, 0
    if judged.success and not attack.touch:
        damage = deal(ctx, who, [*attack.blow, resistance(ctx.state, attack, who)])
        marked = mark(ctx, who, attack.bar, damage, "collateral")
    told = {"who": who, "total": judged.total, "hit": judged.success}
    return {**told, "damage": damage, "marked": marked}


def hit(ctx: Ctx, attack: Attack, judged: Judged) -> dict[str, Any]:
    """The target's answer (R24 to R26), where it lands (R29), and the damage (R28)."""
    answer = answers.answered(ctx, attack, judged)
    told = {"answer": {"mode": answer.mode, "success": answer.success} if answer else None}
    if answer is not None and avoided(ctx.rules, answer):
        return told
    location = attack.called
    if location is None and attack.locate:
        location = place(ctx.rules, thrown(ctx, attack, "location", TWO))
    if attack.touch:
        return {**told, "location": location}
    blocked = answer is not None and answer.mode == "block" and answer.success
    damage = damage_of(ctx, attack, judged, blocked)
    marked = mark(ctx, attack.target, attack.bar, damage, "attack")
    return {**told, "location": location, "damage": damage, "marked": marked}


def avoided(rules: CcarpsRules, answer: answers.Answered) -> bool:
    """A dodge avoids everything (R25); a parry only by the switch (R26)."""
    stopped = answer.mode == "parry" and rules.parry_damage == "none"  # R26
    return answer.success and (answer.mode == "dodge" or stopped)


def damage_of(ctx: Ctx, attack: Attack, judged: Judged, blocked: bool) -> int:
    """R28"""
    coming = [*attack.blow, Term(-attack.height, words.HEIGHT, "")]  # R20
    terms = [*coming, resistance(ctx.state, attack, attack.target)]
    terms += [Term(-BLOCKED, words.BLOCKED, attack.target)] if blocked else []  # R26
    if judged.critical == "success":
        early = ctx.rules.critical_doubles == "before_resistance"  # R28
        terms.append(Term(total(coming if early else terms), words.DOUBLED, ""))
    return deal(ctx, attack.target, terms)


def resistance(state: CcarpsState, attack: Attack, who: str) -> Term:
    return Term(-state.characters[who].resists(attack.type), words.RESISTANCE, who)


def deal(ctx: Ctx, who: str, terms: list[Term]) -> int:
    """Tells what a hit comes to: its parts together, below 1 nothing."""
    damage = max(0, total(terms))
    told = [[term.amount, term.source] for term in terms if term.amount]
    ctx.emit(DamageTold(who, damage, told))
    return damage


def place(rules: CcarpsRules, number: int) -> str:
    """R29"""
    return {**LOCATIONS, **LIMBS[rules.limb_locations]}[str(number)]
