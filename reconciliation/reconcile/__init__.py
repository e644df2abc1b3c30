"""Reconciles stored statements with the ledger in one transaction: evidence in, verdicts, matches and runs out."""
