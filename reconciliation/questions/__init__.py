"""Questions to a client about one row, answered with text or a file. A model is told none of it."""
