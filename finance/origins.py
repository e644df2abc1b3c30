"""Values of an entry's `origin`; entries from files have `LedgerImport.origin`."""

BY_HAND = "manual"
STARTED_FROM = "statement:"
POSTED_FROM = "posted:"
"""Prefixes of entries from a statement's file, followed by its SHA-256.

Entries that an account was started with prove nothing about that file; entries posted from it by a person are counted separately.
"""
