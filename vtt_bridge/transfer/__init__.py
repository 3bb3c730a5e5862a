"""Tables and characters as files: taken out of one world, brought into another.

A file names characters by their names and abilities by their keys, never by the ids of a database
or of Foundry. What it brings in comes by ordinary commands, so that it stands in the journal and
can be undone. It holds all that the game master may know.
"""
