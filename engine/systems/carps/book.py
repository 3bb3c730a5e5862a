"""The abilities of CARPS and the moments at which they take part.

Hooks for modifiers, called as `behaviour(ctx, owner, attack)` and returning a number of dice (or
points of a score): attack_dice, defense_dice, attack_score, defense_score, escape_dice,
pursuit_dice. Hooks for reactions are the windows of an attack (see `attack.py`). The hook
rp_spent is called as `behaviour(ctx, owner, spender)`; ultimate as `behaviour(ctx, user, target,
lasting)`.
"""

from engine.abilities import AbilityBook

BOOK = AbilityBook("engine.systems.carps", "data/abilities.toml")
