"""What each ability does: a few lines under the key of its entry in the data file."""

from engine.systems.carps.abilities import specials, stances, talents, ultimates

__all__ = ["specials", "stances", "talents", "ultimates"]
