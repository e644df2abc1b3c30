"""Talking to a model: plain Python, any vendor, nothing of statements or of money."""
