"""The commands, each a module: what it takes, one call inward, and what it says."""
