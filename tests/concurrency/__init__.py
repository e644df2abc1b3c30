"""Two people at the same moment, on PostgreSQL: who comes second waits, sees what the first has done, and is told."""
