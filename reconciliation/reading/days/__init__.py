"""Days: which one a printed day means."""
