"""What can be done in CCARPS, by characters and by the game master."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.commands import HELP, Arg, Spoken, Verb
from engine.events import Resolved
from engine.systems.ccarps import (
    buttons,
    creation,
    drafts,
    growth,
    making,
    spoken,
    throwing,
    wounds,
)
from engine.systems.ccarps.attack import ATTACK_KEYS, quick_attack
from engine.systems.ccarps.contests import quick_check, quick_contest, sides
from engine.systems.ccarps.model import PRIMARIES, CcarpsState, Ctx
from engine.systems.ccarps.rolls import NAMES, ROLL_KEYS, known
from engine.systems.ccarps.turns import end_turn, end_turn_fault

WHO = Arg("who", "ally")


def plain(*keys: str) -> tuple[Arg, ...]:
    """Plain values that the rules look at themselves."""
    return tuple(Arg(key, "data", optional=True) for key in keys)


def gm_verb(
    key: str, label: str, run: Callable[..., None], help_: str, rank: int, *args: Arg, **more: Any
) -> Verb:
    return Verb(key, label, run, help_, "", rank, args, gm=True, everyday=False, **more)


def auto(ctx: Ctx, actor: None, who: str) -> None:
    """`{who}`: a success without a roll, whatever the character's state (R10)."""
    draft = ctx.state.characters[known(ctx.state, who)].draft
    if draft is not None:
        drafts.end_draft(ctx, who, draft, "declared")
    ctx.emit(Resolved("auto", {"who": who, "success": True}))


def struck(state: CcarpsState, actor: str | None, args: dict[str, Any]) -> list[str]:
    """Whoever attacks, is attacked or stands beside it, in an attack as it is given."""
    beside = args.get("bystanders")
    named = [args.get("who"), args.get("target"), *(beside if isinstance(beside, list) else [])]
    return [who for who in named if isinstance(who, str) and who in state.characters]


CHIPS = Arg("chips", "text", optional=True)
FROM_GM = Arg("gm", "from_gm")
UNSEEN = Arg("unseen", "unseen")
TARGET = Arg("target", "opponent")


VERBS: dict[str, Verb] = {
    one.key: one
    for one in (
        Verb(
            "roll",
            "Roll",
            drafts.roll,
            "Begins a roll with a skill, such as stealth base 3 dark shoes.",
            "",
            1,
            (CHIPS, *plain("skill", "attribute"), FROM_GM, UNSEEN),
            ("check",),
            drafts.begin_fault,
            buttons.roll,
            at_once=True,
            spoken=Spoken("SKILL [CHIPS]"),
        ),
        Verb(
            "throw",
            "Throw",
            throwing.throw,
            "Throws the dice of the roll you have built.",
            "",
            0,
            (FROM_GM,),
            (),
            throwing.throw_fault,
            buttons.throw,
            concerns=throwing.concerned,
        ),
        Verb(
            "chip",
            "Chip",
            drafts.chip,
            "Lays what is yours on your roll; a chip is a name and a number: quiet shoes +1.",
            "",
            2,
            (CHIPS, FROM_GM, UNSEEN),
            ("lay", "add"),
            drafts.chip_fault,
            buttons.chip,
            at_once=True,
            spoken=Spoken("CHIPS"),
        ),
        Verb(
            "attack",
            "Attack",
            throwing.attack,
            "Begins an attack with a weapon.",
            "",
            3,
            (TARGET, CHIPS, *plain("weapon", "riposte"), FROM_GM, UNSEEN),
            ("strike",),
            throwing.attack_fault,
            buttons.attack,
            at_once=True,
            concerns=throwing.concerned,
            spoken=Spoken("@Name WEAPON [CHIPS]"),
        ),
        Verb(
            "contest",
            "Contest",
            throwing.contest,
            "Somebody's success is contested with a skill.",
            "",
            4,
            (TARGET, CHIPS, *plain("skill", "mine"), FROM_GM, UNSEEN),
            (),
            throwing.contest_fault,
            buttons.contest,
            at_once=True,
            spoken=Spoken("@Name SKILL [CHIPS]"),
        ),
        Verb(
            "oppose",
            "Oppose",
            drafts.oppose,
            "Lays what stands against somebody's roll.",
            "",
            5,
            (TARGET, CHIPS, UNSEEN),
            (),
            drafts.oppose_fault,
            buttons.oppose,
            at_once=True,
            concerns=throwing.concerned,
            spoken=Spoken("@Name CHIPS"),
        ),
        Verb(
            "remove",
            "Remove",
            drafts.remove,
            "Takes a chip off a roll.",
            "",
            6,
            (Arg("name", "text", optional=True), *plain("chip", "owner"), FROM_GM),
            (),
            drafts.remove_fault,
            buttons.remove,
            everyday=False,
            at_once=True,
            concerns=drafts.owner_of,
            spoken=Spoken("CHIP [@Name]", spoken.remove),
        ),
        Verb(
            "drop",
            "Drop",
            drafts.drop,
            "Gives the roll up that you build.",
            "",
            7,
            (),
            ("give up",),
            drafts.chip_fault,
            buttons.drop,
            everyday=False,
            at_once=True,
        ),
        Verb(
            "unskilled",
            "Unskilled",
            drafts.unskilled,
            "Begins a roll by an attribute, or by that of a skill without points.",
            "",
            10,
            (CHIPS, *plain("attribute"), FROM_GM, UNSEEN),
            (),
            drafts.begin_fault,
            buttons.unskilled,
            everyday=False,
            at_once=True,
            spoken=Spoken("ATTRIBUTE [CHIPS], or SKILL [CHIPS]"),
        ),
        gm_verb(
            "situation",
            "Situation",
            drafts.situation,
            "Base and situation of a roll: base 3 dark +1.",
            11,
            WHO,
            CHIPS,
            *plain("base", "preset"),
            fault=drafts.situation_fault,
            choices=buttons.situation,
            spoken=Spoken("@Name [base N] [CHIPS]"),
        ),
        Verb(
            "end_turn",
            "End turn",
            end_turn,
            "Ends your turn; the next one begins.",
            "",
            8,
            fault=end_turn_fault,
            at_once=True,
        ),
        Verb(
            "improve",
            "Improve",
            growth.improve,
            "Points of this session for a skill or an attribute.",
            "",
            9,
            plain("points", "skill", "attribute", "accumulator"),
            fault=growth.improve_fault,
            choices=buttons.improve,
            everyday=False,
            spoken=Spoken("SKILL POINTS, or ATTRIBUTE POINTS", spoken.improve),
        ),
        gm_verb(
            "quick_check",
            "Quick check",
            quick_check,
            "A whole roll at once.",
            20,
            WHO,
            *plain(*ROLL_KEYS, NAMES),
            choices=buttons.quick_check,
            spoken=Spoken("[@Name] SKILL base N [CHIPS]", spoken.quick_check),
        ),
        gm_verb(
            "quick_contest",
            "Quick contest",
            quick_contest,
            "A whole contest at once.",
            21,
            *plain("first", "second"),
            choices=buttons.quick_contest,
            concerns=sides,
            spoken=Spoken("SKILL base N [CHIPS] @Name SKILL [CHIPS]", spoken.quick_contest),
        ),
        gm_verb(
            "quick_attack",
            "Quick attack",
            quick_attack,
            "A whole attack at once.",
            22,
            *plain("who", *ROLL_KEYS, *ATTACK_KEYS, NAMES),
            choices=buttons.quick_attack,
            concerns=struck,
            spoken=Spoken(
                "@Name WEAPON base N [CHIPS] [dodge, block SKILL or parry]", spoken.quick_attack
            ),
        ),
        gm_verb("auto", "Automatic success", auto, "Succeeds without a roll.", 23, WHO),
        gm_verb(
            "turn_start",
            "Start the turn",
            wounds.turn_start,
            "Gives back the actions of who has dodged.",
            24,
            WHO,
        ),
        gm_verb(
            "unconscious_turn",
            "Unconscious roll",
            wounds.unconscious_turn,
            "Holds on, or takes one more mark.",
            25,
            WHO,
            fault=wounds.unconscious_fault,
        ),
        gm_verb(
            "hurt",
            "Hurt",
            wounds.hurt,
            "Damage from outside.",
            26,
            WHO,
            *plain("bar", "amount"),
            fault=wounds.living_fault,
            choices=buttons.hurt,
            spoken=Spoken("[@Name] BAR [BOXES]", spoken.hurt),
        ),
        gm_verb(
            "recover",
            "Recover",
            wounds.recover,
            "A bar is healed.",
            27,
            WHO,
            *plain("bar", "healer", "tech"),
            fault=wounds.recover_fault,
            choices=buttons.recover,
            spoken=Spoken("[@Name] BAR [HEALER] [tech N]", spoken.recover),
        ),
        gm_verb(
            "award",
            "Award",
            growth.award,
            "Points of a session.",
            28,
            WHO,
            *plain("points"),
            choices=buttons.award,
            spoken=Spoken("[@Name] POINTS", spoken.award),
        ),
        gm_verb(
            "session_start",
            "Start a session",
            growth.session_start,
            "Only when all points are assigned.",
            29,
            fault=growth.session_fault,
        ),
        gm_verb(
            "roll_attributes",
            "Roll attributes",
            creation.roll_attributes,
            "Attributes for somebody new.",
            30,
            *plain("convention", "age", "assign"),
            choices=buttons.roll_attributes,
            spoken=Spoken("[WAY] [age N] [assign ATTRIBUTES]", spoken.roll_attributes),
        ),
        gm_verb(
            "create",
            "Roll up",
            making.create,
            "Begins to make a character, step by step; whoever runs it goes on.",
            32,
            WHO,
            *plain("convention", "age"),
            fault=making.create_fault,
            choices=buttons.create,
            spoken=Spoken("[@Name] [WAY] [age N]", spoken.roll_attributes),
        ),
        Verb(
            "make",
            "Make",
            making.make,
            "Sets a step of a character that is being made, throws its sets, finishes or stops it.",
            "",
            12,
            plain("step", "convention", "age", *PRIMARIES, *making.SPENT_KEYS),
            (),
            making.make_fault,
            buttons.make,
            everyday=False,
            at_once=True,
            spoken=Spoken(
                "WAY age N, or throw, assign ATTRIBUTES, skills NAME POINTS ..., "
                "oddities NAME COST ..., finish, stop",
                spoken.make,
            ),
        ),
        gm_verb(
            "validate",
            "Check character",
            creation.validate,
            "What is wrong with a character.",
            31,
            *plain("attributes", "convention", "age", "oddities", "skills"),
            choices=buttons.validate,
            spoken=Spoken("[@Name]", spoken.validate),
        ),
        HELP,
    )
}
