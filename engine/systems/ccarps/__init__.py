"""CCARPS: a target number that everybody builds, then the two lowest dice under it."""
