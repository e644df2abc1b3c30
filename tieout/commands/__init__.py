"""The commands, each a module with its options, one call inward, and its output."""
