"""The audit log: who did what, when and from where, append-only, each entry sealed to the one before it."""
