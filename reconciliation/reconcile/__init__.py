"""Stored statements against the ledger, in one transaction: evidence in, verdicts, matches and runs out."""
