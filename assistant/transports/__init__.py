"""Connections to providers. Each module is imported only when it is chosen: their packages take a second to load."""
