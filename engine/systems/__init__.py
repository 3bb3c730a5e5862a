"""The built-in rule systems, each a house of its own."""
