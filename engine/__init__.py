"""Rules, dice and tables of players: no network, no files, no clock, no Foundry."""
