"""The queue of record: an import that waits, the ring that is owed for it, and who works on it."""
