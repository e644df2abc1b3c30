"""Questions to a client about one row, answered with text or a file. No model gets any of it."""
