"""The search for the reading whose printed figures add up."""
