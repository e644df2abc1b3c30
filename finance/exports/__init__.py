"""An account's entries for other programs."""
