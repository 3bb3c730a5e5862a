"""A world's table out of its journal, and whether a journal is sound."""

import logging
from collections.abc import Callable

from engine.dice import Dice, SystemDice
from engine.loading import EntriesMissing
from engine.table import Table
from vtt_bridge.store import DamagedError, Store, StoreError, World, words

log = logging.getLogger(__name__)


def load_table(store: Store, world: World, dice: Callable[[], Dice]) -> tuple[Table, int]:
    """The table of a world, and the number of the checkpoint that it was loaded from, else 0.

    A checkpoint only saves time: where it does not serve, the whole journal does. Raises
    `DamagedError` if that cannot be read either.
    """
    table, checkpointed = _from_checkpoint(store, world, dice)
    if table is None:
        table = replay(store, world, dice)
    if table.seq < store.last_acknowledged(world.id):
        raise DamagedError(words.shortened_journal(world.title, table.seq))
    return table, checkpointed


def _from_checkpoint(
    store: Store, world: World, dice: Callable[[], Dice]
) -> tuple[Table | None, int]:
    try:
        checkpoint = store.checkpoint(world.id)
        if checkpoint is None:
            return None, 0
        entries = store.entries(world.id, checkpoint.seq)
        table = Table.load(world.system, entries, checkpoint.state, dice=dice())
    except EntriesMissing:
        return None, 0
    except Exception as error:
        if isinstance(error, StoreError) and not isinstance(error, DamagedError):
            raise
        log.warning("the checkpoint of world %s cannot be used", world.id, exc_info=True)
        return None, 0
    return table, checkpoint.seq


def replay(store: Store, world: World, dice: Callable[[], Dice]) -> Table:
    """The table of a world from the first entry on; raises `DamagedError`."""
    entries = store.entries(world.id, 0)
    try:
        return Table.load(world.system, entries, dice=dice())
    except Exception as error:
        raise DamagedError(words.unreadable_journal(world.title)) from error


def fault_of(store: Store, name: str) -> str:
    """What is wrong with a world that the store has, in a sentence; empty if nothing is."""
    try:
        world = store.world(name)
        assert world is not None  # noqa: S101 (the caller knows that it is there)
        whole = replay(store, world, SystemDice)
        table, _ = load_table(store, world, SystemDice)
    except DamagedError as error:
        return str(error)
    if whole.state.to_data() != table.state.to_data():
        return words.strange_checkpoint(world.title)
    return ""
