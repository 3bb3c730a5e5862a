"""The skills of tracks. The hook `skill` is what having it makes possible, a verb of the actor."""

from engine.abilities import AbilityBook

BOOK = AbilityBook("engine.systems.tracks", "data/skills.toml")
