"""Statements of banks that do not exist, and the books they are compared with."""
