"""Two people at the same moment, on PostgreSQL: the second one waits, sees the change of the first, and gets a message."""
