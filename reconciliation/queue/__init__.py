"""The queue of record: waiting imports, the notifications owed for them, and the claims of workers."""
