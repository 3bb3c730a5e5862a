"""What others are asked about an attack: clash, protecting before and after (T35, T43, T45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.resolution import Answer, Option, Question
from engine.systems.tracks import words

if TYPE_CHECKING:
    from engine.systems.tracks.attack import Attack


def chose(answer: Answer) -> bool:
    return answer.choice is not None


def _name(record: Attack, who: str) -> str:
    return record.ctx.state.characters[who].name


def ask_before(record: Attack, clashers: list[str], protectors: list[str]) -> Answer | None:
    """The target may clash, others may jump in; a clash of the target comes before protection."""
    attacker, target = _name(record, record.actor), _name(record, record.target)
    scope = words.scope(record.ctx.state)
    clash = Option("clash", "Clash", "your turn", effect="Attack against attack.")
    questions = []
    if record.target in clashers:
        trigger = f"{attacker} attacks you."
        questions.append(
            Question("reply", record.target, trigger, [clash], "Defend", scope_text=scope)
        )
    for who in protectors:
        options = [Option("defend", "Protect", "1 tension", effect="Your own Defense answers.")]
        if who in clashers:
            options.append(
                Option("clash", "Protect with a clash", "1 tension, your turn", effect=clash.effect)
            )
        trigger = f"{attacker} attacks {target}."
        questions.append(Question("reply", who, trigger, options, "Stay out", scope_text=scope))
    answers = [one for one in record.ctx.ask(questions) if chose(one)]
    own = [one for one in answers if one.question.who == record.target]
    return next(iter([*own, *answers]), None)


def ask_after(record: Attack, protectors: list[str]) -> str | None:
    """Who takes the damage instead: the first to say so."""
    attacker, target = _name(record, record.actor), _name(record, record.target)
    take = Option("take", "Take the damage", "1 tension", effect="No roll; it hits you instead.")
    questions = [
        Question(
            "protect_after",
            who,
            f"{attacker} hits {target}.",
            [take],
            "Stay out",
            scope_text=words.scope(record.ctx.state),
        )
        for who in protectors
    ]
    answers = record.ctx.ask(questions, first=chose) if questions else []
    return next((one.question.who for one in answers if chose(one)), None)
