"""Common parts of all answers."""
