"""Ledger rows from files. A file is taken whole or not at all, and nothing in it is guessed."""
