"""Checks that forbid a proof, whatever the sums say."""
