"""Common parts of all responses."""
