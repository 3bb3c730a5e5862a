"""What led to where a scope stands, found without looking at all that ever happened."""

import random

from engine.chains import Chains
from engine.resolution import Scope

HERO = Scope(None, ("hero",))
FIGHT = Scope("fight", ("hero", "villain"))
ELSEWHERE = Scope("duel", ("mai", "rei"))
TABLE = Scope(None, (), whole=True)


def after(*commands: tuple[str, Scope]) -> Chains:
    chains = Chains()
    for number, (mark, scope) in enumerate(commands):
        chains.add(f"c{number}", mark, scope)
    return chains


def test_a_point_is_moved_only_by_commands_that_share_a_place() -> None:
    empty, one = after(), after(("attack", FIGHT))
    for scope in (HERO, FIGHT, TABLE):
        assert one.point(scope) != empty.point(scope)
    assert one.point(ELSEWHERE) == empty.point(ELSEWHERE)


def test_the_same_done_again_after_an_undo_leads_to_the_same_point() -> None:
    chains = after(("begin", FIGHT), ("attack", FIGHT), ("end", FIGHT))
    now, before = chains.point(FIGHT), chains.point(FIGHT, before="c1")
    chains.remove({"c1", "c2"})
    assert chains.point(FIGHT) == before
    chains.add("again-1", "attack", FIGHT)
    assert chains.point(FIGHT) != now
    chains.add("again-2", "end", FIGHT)
    assert chains.point(FIGHT) == now


def test_what_happened_elsewhere_meanwhile_does_not_matter() -> None:
    chains = after(("attack", FIGHT))
    now = chains.point(FIGHT)
    chains.remove({"c0"})
    chains.add("else", "attack", ELSEWHERE)
    chains.add("again", "attack", FIGHT)
    assert chains.point(FIGHT) == now
    assert chains.point(TABLE) != after(("attack", FIGHT)).point(TABLE)


def test_a_command_of_the_whole_table_leads_everywhere_also_to_new_places() -> None:
    chains = after(("rules", TABLE))
    assert chains.point(HERO) == chains.point(Scope(None, ("newcomer",)))
    assert chains.point(HERO) != after().point(HERO)
    chains.add("c1", "attack", FIGHT)
    chains.remove({"c0"})
    assert chains.point(FIGHT) == after(("attack", FIGHT)).point(FIGHT)


def test_forgetting_moves_no_point_that_is_still_asked_about() -> None:
    chains = after(("begin", FIGHT), ("attack", FIGHT), ("edit", HERO))
    now, before = chains.point(FIGHT), chains.point(HERO, before="c2")
    chains.forget({"c0"})
    assert (chains.point(FIGHT), chains.point(HERO, before="c2")) == (now, before)
    chains.remove({"c2"})
    assert chains.point(HERO) == before


def test_removing_is_like_never_having_added() -> None:
    """Many histories by chance, beside one in which what was undone never was."""
    chance = random.Random(5)
    scopes = [HERO, FIGHT, ELSEWHERE, TABLE, Scope("fight", ("villain", "mai"))]
    for _ in range(200):
        commands = [(chance.choice("abc"), chance.choice(scopes)) for _ in range(12)]
        undone = {f"c{number}" for number in range(12) if chance.random() < 0.3}
        chains, kept = after(*commands), Chains()
        chains.remove(undone)
        for number, (mark, scope) in enumerate(commands):
            if f"c{number}" not in undone:
                kept.add(f"c{number}", mark, scope)
        for scope in scopes:
            assert chains.point(scope) == kept.point(scope)
