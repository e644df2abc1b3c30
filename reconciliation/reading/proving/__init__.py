"""Checks that forbid a proof, even if the sums agree."""
