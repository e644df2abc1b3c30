"""Where an entry came from, as its `origin` says; those of files have words of their own (`LedgerImport.origin`)."""

BY_HAND = "manual"
STARTED_FROM = "statement:"
POSTED_FROM = "posted:"
"""Of entries that a statement's file led to, followed by its SHA-256: what an account was started with proves nothing about that
file; what a person added from it is counted, and told apart."""
