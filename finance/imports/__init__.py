"""Entries from files. A file is imported whole or not at all, and nothing in it is guessed."""
