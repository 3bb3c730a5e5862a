"""The abilities of CARPS and the moments at which they take part.

Hooks for modifiers return a number of dice, levels or points (or whether it is 1):
`behaviour(ctx, owner, attack)` at attack_dice, defense_dice, hit_levels, miss_levels;
`behaviour(ctx, owner)` at escape_dice, pursuit_dice; `behaviour()` at attack_score, defense_score,
first_assist, first_protect; `behaviour(rules)` at threshold, and at price, which gives the XP or
None. The die of an RP check: `behaviour(ctx, owner)` at reserve_die gives
its faces or None, `behaviour(result)` at reserve_again whether it is thrown again.

Hooks for what happens: rp_spent `behaviour(ctx, owner, spender)`, reserve_checked `(ctx, owner,
result)`, dice_shown `(ctx, owner, dice)`, attack_ends `(ctx, owner, attack)`, ultimate `(ctx,
move)`. Hooks for reactions are the windows of an attack (see `reactions.py`).
"""

from engine.abilities import AbilityBook

BOOK = AbilityBook("engine.systems.carps", "data/abilities.toml")
